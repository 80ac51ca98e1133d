//! Reading and writing PDN: its notation, hostile texts, and recorded games played from beginning to end.
//!
//! The games come from the folder named by `DAMERO_GAMES`, else from a collection beside the checkout; where there is
//! none, from the short games under `fixtures/games/`. Files under `fixtures/games/notation/` say in their own line
//! comments what a reader must make of them.

use damero_engine::notation::pdn::{self, Game, ItemKind, Limits, PdnError, ProblemKind, Reader, Score};
use damero_engine::{Arbiter, Color, Outcome, Reason, Variant, Winner};
use rstest::rstest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every game and error of a text; the same whatever the pieces it comes in.
fn read(text: &[u8]) -> Vec<Result<Game, PdnError>> {
    let whole: Vec<_> = pdn::games(text).collect();
    for size in [1, 7] {
        let mut reader = Reader::new();
        let mut pieces = Vec::new();
        for mut piece in text.chunks(size) {
            while let Some(next) = reader.read(&mut piece) {
                pieces.push(next);
            }
        }
        pieces.extend(std::iter::from_fn(|| reader.finish()));
        assert_eq!(pieces, whole, "in pieces of {size}");
    }
    whole
}

fn one(text: &str) -> Game {
    let mut all = read(text.as_bytes());
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

/// The items of a game in one line, in a form of its own that no mistake of the writer can hide in.
fn sketch(items: &[pdn::Item]) -> String {
    let words: Vec<String> = items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Number { number, half } => format!("n{number}{}", if *half { "b" } else { "" }),
            ItemKind::Move { text, strength } => {
                format!("m{text}{}", strength.as_ref().map_or(String::new(), |s| format!("~{s}")))
            }
            ItemKind::Missing => "missing".to_string(),
            ItemKind::Comment(text) => format!("c\"{text}\""),
            ItemKind::Nag(nag) => format!("g{nag}"),
            ItemKind::Setup(fen) => format!("s\"{fen}\""),
            ItemKind::Variation(inner) => format!("v[{}]", sketch(inner)),
        })
        .collect();
    words.join(" ")
}

fn arbiter(variant: &str) -> Arbiter {
    Arbiter::new(Variant::named(variant).expect("a variant").rules).expect("playable rules")
}

#[rstest]
#[case::plain("1. 32-28 19-23 2. 28x19 14x23", "n1 m32-28 m19-23 n2 m28x19 m14x23", None)]
#[case::no_spaces("1.32-28 19-23 2.28x19 14x23 2-0", "n1 m32-28 m19-23 n2 m28x19 m14x23", Some(Score::WhiteWinsTwo))]
#[case::half_numbers("12... 19-23 13.. 20-24", "n12b m19-23 n13b m20-24", None)]
#[case::dots_apart("1. ... 19-23 2 . 28-22", "n1 missing m19-23 n2 m28-22", None)]
#[case::dots_as_one_character("1. … 19-23", "n1 missing m19-23", None)]
#[case::nobody_knows("41. - - 20-24", "n41 missing m20-24", None)]
#[case::number_of_an_empty_game("1. 2-0", "n1", Some(Score::WhiteWinsTwo))]
#[case::result_is_no_prefix("1-18 1-10 2-05 0-0", "m1-18 m1-10 m2-05", Some(Score::BothLose))]
#[case::one_to_one_is_a_draw("32-28 1-1", "m32-28", Some(Score::DrawTwo))]
#[case::result_with_spaces("32-28 1 - 0", "m32-28", Some(Score::WhiteWins))]
#[case::drawn_halves("32-28 1/2-1/2", "m32-28", Some(Score::Draw))]
#[case::drawn_halves_with_spaces("32-28 1/2 - 1/2", "m32-28", Some(Score::Draw))]
#[case::drawn_signs("32-28 ½-½", "m32-28", Some(Score::Draw))]
#[case::padded("01-05 06x15", "m01-05 m06x15", None)]
#[case::spaces_inside("1 - 7 12 x 23 28 x19 14x 23", "m1-7 m12x23 m28x19 m14x23", None)]
#[case::signs("28x19 28X19 28:19 28×19 c3:e5 c3-d4 C3xE5", "m28x19 m28X19 m28:19 m28×19 mc3:e5 mc3-d4 mC3xE5", None)]
#[case::without_signs("3228 1823 a3b4 a3c5e7 j10i9", "m3228 m1823 ma3b4 ma3c5e7 mj10i9", None)]
#[case::full_paths("47x38x24x13x36 h4xh1xa1", "m47x38x24x13x36 mh4xh1xa1", None)]
#[case::captured_in_brackets("47x36 <42,29, 14,31>! 1-6", "m47x36 <42,29,14,31>~! m1-6", None)]
#[case::strengths("32-28! 19-23?? 28x19!? 14x23 ?!", "m32-28~! m19-23~?? m28x19~!? m14x23~?!", None)]
#[case::strength_in_parentheses("31-27(?) 18-22(!!)", "m31-27~(?) m18-22~(!!)", None)]
#[case::strength_or_variation("31-27(?) (31-26 (32-28!))", "m31-27~(?) v[m31-26 v[m32-28~!]]", None)]
#[case::forced_or_over("1-6* 32-28 *", "m1-6 g7 m32-28", Some(Score::Unknown))]
#[case::forced_and_strong("1-6!* 32-28(*) 6-11**", "m1-6~! g7 m32-28 g7 m6-11 g7 g7", None)]
#[case::glyphs("32-28 $1$14 19-23 $139", "m32-28 g1 g14 m19-23 g139", None)]
#[case::comments("{a} 32-28 {b {c} 19-23{d}", "c\"a\" m32-28 c\"b {c\" m19-23 c\"d\"", None)]
#[case::comment_of_two_lines("32-28 {a\r\nb} 19-23", "m32-28 c\"a\nb\" m19-23", None)]
#[case::line_comments("% no\n32-28 % 1-0\n19-23 ; yes } 1-0\n28x19", "m32-28 m19-23 c\" yes } 1-0\" m28x19", None)]
#[case::setup("32-28 /FEN \"B:W28:B1-20\"/ 19-23", "m32-28 s\"B:W28:B1-20\" m19-23", None)]
#[case::setup_and_halves("/ FEN  \"B::\" /1/2-1/2", "s\"B::\"", Some(Score::Draw))]
#[case::variation("32-28 (32-27 (31-27) 19-23) 19-23", "m32-28 v[m32-27 v[m31-27] m19-23] m19-23", None)]
#[case::clock("32-28 {[%clk 1:55:21]}", "m32-28 c\"[%clk 1:55:21]\"", None)]
#[case::mark_and_line_ends("\u{feff}1. 32-28\r\n19-23\r2. 28x19\n", "n1 m32-28 m19-23 n2 m28x19", None)]
fn notation(#[case] text: &str, #[case] items: &str, #[case] end: Option<Score>) {
    let game = one(text);
    assert_eq!(sketch(&game.items), items);
    assert_eq!(game.end.map(|end| end.score), end);
    let written = pdn::write(&game);
    assert_eq!(one(&written), game, "{written}");
    let latin: Vec<u8> = text.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
    if latin.len() == text.chars().count() {
        assert_eq!(read(&latin), [Ok(game)], "as Latin-1");
    }
}

#[rstest]
#[case::usual("[White \"Wiersma, Harm\"]", "White", "Wiersma, Harm")]
#[case::spaces("[ White   \"x\" ]", "White", "x")]
#[case::escapes(r#"[Event "the \"big\" one"]"#, "Event", "the \"big\" one")]
#[case::quotes_inside(r#"[Event "the "big" one" ]"#, "Event", "the \"big\" one")]
#[case::backslashes(r#"[File "C:\games\\a"]"#, "File", r"C:\games\a")]
#[case::brackets("[Event \"a ] b\"]", "Event", "a ] b")]
#[case::empty("[Event \"\"]", "Event", "")]
#[case::other_letters("[White \"Сийбранд\"]", "White", "Сийбранд")]
fn tags(#[case] text: &str, #[case] name: &str, #[case] value: &str) {
    let game = one(text);
    assert_eq!(game.tag(name), Some(value));
    assert_eq!(one(&pdn::write(&game)), game);
}

#[rstest]
#[case::by_results("32-28 1-0 31-27 0-1\n36-31 *", &[1, 1, 1])]
#[case::by_tags("[Event \"a\"]\n32-28\n[Event \"b\"]\n31-27 19-23\n[Event \"c\"]", &[1, 2, 0])]
#[case::two_separators("32-28 1-0 * * 31-27 19-23 * *", &[1, 2])]
#[case::star_alone("*\n*\n", &[])]
#[case::nothing(" \n\t\r\n % only this\n", &[])]
#[case::tags_only("[Event \"a\"]\n[Result \"*\"]\n\n[Event \"b\"]\n[Result \"1-0\"]\n\n", &[0, 0])]
#[case::comment_among_tags("{x}\n[Event \"a\"] {y}\n[Result \"*\"]\n32-28 *", &[1])]
fn where_games_end(#[case] text: &str, #[case] moves: &[usize]) {
    let games: Vec<Game> = read(text.as_bytes()).into_iter().map(|game| game.expect("no error")).collect();
    let counted = |game: &Game| game.items.iter().filter(|i| matches!(i.kind, ItemKind::Move { .. })).count();
    assert_eq!(games.iter().map(counted).collect::<Vec<_>>(), moves);
}

#[test]
fn a_comment_behind_a_result_belongs_to_the_game_on_its_line() {
    let games = read(b"32-28 1-0 {resigned} {at once}\n{the next} 31-27 1-0\n{the last}\n");
    let items: Vec<String> = games.into_iter().map(|game| sketch(&game.expect("no error").items)).collect();
    assert_eq!(items, ["m32-28 c\"resigned\" c\"at once\"", "c\"the next\" m31-27 c\"the last\""]);
}

#[test]
fn places_are_lines_and_characters() {
    let game = one("[White \"Ж\"]\r\n\r\n{ёж}1. 32-28 (31-26\n 2... 18 - 22 ) 1-0");
    let place = |item: &pdn::Item| (item.place.line, item.place.column);
    assert_eq!((game.tags[0].place.line, game.tags[0].place.column), (1, 1));
    assert_eq!(game.items.iter().map(place).collect::<Vec<_>>(), [(3, 1), (3, 5), (3, 8), (3, 14)]);
    let ItemKind::Variation(inner) = &game.items[3].kind else { panic!("a variation") };
    assert_eq!(inner.iter().map(place).collect::<Vec<_>>(), [(3, 15), (4, 2), (4, 7)]);
    assert_eq!(game.end.map(|end| end.place.to_string()).as_deref(), Some("line 4, column 17"));
}

/// A text with one error and a good game behind it.
#[rstest]
#[case::no_move("[A \"1\"]\n\n1. 32-28 nonsense 1-0", "line 3, column 10", "`nonsense`")]
#[case::letters_in_a_square("1. 32-z8 19-23 *", "line 1, column 4", "`32-z8`")]
#[case::half_a_move("1. 32 {c} 19-23 *", "line 1, column 4", "`32`")]
#[case::two_halves("1. 32 28 19-23 *", "line 1, column 4", "`32`")]
#[case::closed_twice("32-28 (31-27)) 19-23 1-0", "line 1, column 14", "`)`")]
#[case::brace("32-28 } 19-23 1-0", "line 1, column 7", "`}`")]
#[case::result_in_variation("32-28 (31-27 1-0", "line 1, column 14", "the result `1-0`")]
#[case::unclosed_variation("32-28 (31-27 (31-26", "line 2, column 1", "the tag `Event`")]
#[case::nag("32-28 $x 1-0", "line 1, column 8", "`x`")]
#[case::dots("32-28 12.... 19-23 1-0", "line 1, column 7", "4 dots")]
#[case::strength_of_nothing("[A \"1\"] ! 32-28 1-0", "line 1, column 9", "`!`")]
#[case::strength_left_open("32-28(! 19-23 1-0", "line 1, column 8", "` `")]
#[case::setup("32-28 /POS \"x\"/ 1-0", "line 1, column 7", "`/POS \"x\"/`")]
#[case::angle("32-28 <14,x> 1-0", "line 1, column 11", "`x`")]
#[case::captured_without_move("1. <14,15> 1-0", "line 1, column 4", "`<14,15>`")]
#[case::tag_without_value("[White]\n[Black \"x\"]\n\n32-28 1-0", "line 1, column 7", "`]`")]
#[case::tag_without_name("[\"x\"]\n[Black \"x\"]\n\n32-28 1-0", "line 1, column 2", "`\"`")]
#[case::tag_without_end("[White \"x]\n[Black \"y\"]\n\n32-28 1-0", "line 1, column 11", "the end of the line")]
#[case::nested_comment("32-28 {a {b} c} 19-23 1-0", "line 1, column 14", "`c`")]
#[case::control("32-28 \u{0}\u{7} 1-0", "line 1, column 7", "`\\0\\u{7}`")]
fn an_error_has_a_place_and_spares_the_next_game(#[case] text: &str, #[case] place: &str, #[case] found: &str) {
    let next = "[Event \"next\"]\n\n1. 31-27 19-23 1-0\n";
    let all = read(format!("{text}\n{next}").as_bytes());
    assert_eq!(all.len(), 2, "{all:#?}");
    let error = all[0].as_ref().expect_err("an error");
    assert_eq!((error.place.to_string().as_str(), error.found.as_str()), (place, found), "{error}");
    assert_eq!(error.game, 1);
    assert!(!error.expected.is_empty());
    assert_eq!(all[1], Ok(one(next)));
}

#[rstest]
#[case::no_tag_in_it("32-28 {never closed\n19-23 1-0\n", &["line 1, column 7"], 0)]
#[case::games_swallowed("32-28 {never closed\n[A \"1\"]\n31-27 {c} *\n\n[A \"2\"]\n31-26 *\n", &[], 2)]
#[case::games_swallowed_to_the_end("32-28 {never closed\n[A \"1\"]\n31-27 *\n\n[A \"2\"]\n31-26 *\n", &["line 1, column 7"], 2)]
#[case::again_and_again(
    "[A \"0\"]\n32-28 {a\n[A \"1\"]\n{b\n[A \"2\"]\n[B \"2\"]\n31-27 *\n",
    &["line 2, column 7", "line 4, column 1"],
    1
)]
#[case::in_a_tag("[A \"0", &["line 1, column 6"], 0)]
#[case::in_a_setup("32-28 /FEN \"W:W1", &["line 2, column 1"], 0)]
#[case::in_a_variation("32-28 (31-27\n(31-26)", &["line 1, column 7"], 0)]
#[case::in_a_move("32-28 19-", &["line 1, column 7"], 0)]
fn a_text_that_breaks_off(#[case] text: &str, #[case] errors: &[&str], #[case] games: usize) {
    let (good, bad): (Vec<_>, Vec<_>) = read(text.as_bytes()).into_iter().partition(Result::is_ok);
    let places: Vec<String> = bad.into_iter().map(|e| e.expect_err("an error").place.to_string()).collect();
    assert_eq!(places, errors);
    assert_eq!(good.len(), games);
}

#[test]
fn tags_of_a_wrong_game_are_not_a_game() {
    let text = "[A \"1\n[B \"2\"]\n[Result \"1-0\"]\n\n1. 32-28 1-0\n\n[C \"3\"]\n\n31-27 1-0\n";
    let all = read(text.as_bytes());
    assert_eq!(all.len(), 2, "{all:#?}");
    assert!(all[0].is_err());
    assert_eq!(all[1].as_ref().map(|game| game.tag("C")), Ok(Some("3")));
}

#[test]
fn utf_16_is_named() {
    let utf16: Vec<u8> = "\u{feff}[A \"1\"] 32-28 1-0".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let all = read(&utf16);
    assert_eq!(all.len(), 1);
    let error = all[0].as_ref().expect_err("not UTF-8");
    assert_eq!(error.to_string(), "line 1, column 1 (game 1): found a text in UTF-16, expected one in UTF-8");
}

/// Feeds endless text and gives back the first answer and how many bytes it took.
fn first_answer(pattern: &[u8]) -> (Result<Game, PdnError>, usize) {
    const MOST: usize = 10 << 20;
    let mut reader = Reader::new();
    let mut fed = 0;
    while fed < MOST {
        let mut piece = pattern;
        while let Some(answer) = reader.read(&mut piece) {
            return (answer, fed + pattern.len() - piece.len());
        }
        fed += pattern.len();
    }
    panic!("no answer to ten megabytes of it");
}

#[rstest]
#[case::word(b"3", 1100)]
#[case::spaced_word(b"3- ", 3000)]
#[case::comment(b"{a", 300_000)]
#[case::semicolon(b";a", 300_000)]
#[case::strength(b"1-6!!!!!!!!!", 20)]
#[case::strength_apart(b"1-6 ! ! ! ! ! ! ! ! ! !", 40)]
#[case::tag_name(b"[A", 300)]
#[case::tag_value(b"[A \"b", 20_000)]
#[case::quotes(b"[A \"b\" ", 20_000)]
#[case::setup(b"1-6/F", 20_000)]
#[case::captured(b"1-6 <1,2,3", 2000)]
#[case::nags(b"$1", 600_000)]
#[case::dots(b"1....", 20)]
#[case::parentheses(b"(", 200)]
#[case::variations(b"(1-6) ", 1_000_000)]
#[case::moves(b"1-6 ", 2_000_000)]
#[case::tags(b"[A \"b\"]\n", 3_000_000)]
#[case::comments(b"{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}", 9_000_000)]
#[case::strengths(b"1-6!", 2_000_000)]
fn nothing_endless_is_held(#[case] pattern: &[u8], #[case] most: usize) {
    let (answer, fed) = first_answer(pattern);
    assert!(answer.is_err(), "{answer:?}");
    assert!(fed <= most, "{fed} bytes held");
}

#[test]
fn ten_megabytes_of_one_token_are_one_error() {
    let mut text = b"[A \"1\"]\n\n1. 32-28 ".to_vec();
    text.resize(text.len() + (10 << 20), b'a');
    text.extend_from_slice(b" 1-0\n\n[A \"2\"]\n\n1. 31-27 1-0\n");
    let all: Vec<_> = pdn::games(&text).collect();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].as_ref().expect_err("too long").found, "more than 1024 bytes");
    assert!(all[1].is_ok());
}

#[test]
fn deep_variations_are_read_to_their_limit() {
    let nested = |depth: usize| format!("32-28 {}{} 1-0", "(31-27 ".repeat(depth), ")".repeat(depth));
    let game = one(&nested(Limits::default().depth));
    assert_eq!(one(&pdn::write(&game)), game);
    let all = read(nested(Limits::default().depth + 1).as_bytes());
    assert_eq!(all[0].as_ref().expect_err("too deep").found, "a variation 101 deep");
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % below
    }
}

/// Whatever is read can be written and read again.
fn check_round_trip(text: &[u8]) {
    for game in pdn::games(text).flatten() {
        let written = pdn::write(&game);
        let again: Vec<_> = pdn::games(written.as_bytes()).collect();
        assert_eq!(again, [Ok(game)], "{written}");
    }
}

#[test]
fn random_texts_do_no_harm() {
    const PIECES: &[&str] = &[
        "32-28",
        "19x23",
        "c3:d4",
        "a3b4",
        "3228",
        "1",
        "-",
        "x",
        "12.",
        "12...",
        "...",
        ".",
        "!",
        "?!",
        "(?)",
        "*",
        "(",
        ")",
        "{",
        "}",
        ";",
        "%",
        "\n",
        "\r\n",
        " ",
        " ",
        " ",
        "[",
        "]",
        "[A \"b\"]",
        "\n[B \"c\"]\n",
        "\n\n[A \"d\"]\n",
        "\"",
        "\\",
        "/",
        "/FEN \"W:W1\"/",
        "$7",
        "$",
        "1-0",
        "1/2-1/2",
        "2-0",
        "<",
        ">",
        "<14,15>",
        "½",
        "×",
        "\u{feff}",
        "é",
        "\0",
        "x23",
        "1-1",
        "1-18",
        "{c}",
    ];
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for round in 0..20_000 {
        let mut text = Vec::new();
        for _ in 0..dice.next(40) {
            if dice.next(20) == 0 {
                text.push(dice.next(256) as u8);
            } else {
                text.extend_from_slice(PIECES[dice.next(PIECES.len())].as_bytes());
            }
        }
        if round % 20 == 0 {
            read(&text);
        }
        check_round_trip(&text);
    }
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..dice.next(200)).map(|_| dice.next(256) as u8).collect();
        read(&bytes);
    }
}

#[test]
fn a_text_may_break_off_anywhere() {
    let text =
        "\u{feff}% x\n[A \"b\\\"\"]\n{c} 1. 32-28!? $7 ({d}\n31-27(?) 1... 19-23) 2. 3 - 9 /FEN \"W::\"/ é× 1/2-1/2";
    for end in 0..=text.len() {
        let cut = &text.as_bytes()[..end];
        read(cut);
        check_round_trip(cut);
        let next = [cut, b"\n[Event \"next\"]\n1. 31-27 1-0\n"].concat();
        let last = read(&next).pop().expect("an answer");
        // Only an open comment may reach further, and then to the end.
        assert!(last.is_ok() || last.as_ref().is_err_and(|e| e.expected.contains('}')), "{end}: {last:?}");
    }
}

#[test]
fn lines_are_at_most_eighty_wide() {
    let mut text = String::from("[GameType \"20\"]\n\n");
    for number in 1..60 {
        text += &format!("{number}. 32-28! 19-23 $1 ({number}... 20-24) {{c {number}}} ");
    }
    let game = one(&text);
    let written = pdn::write(&game);
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
    assert!(written.lines().count() < 70, "{written}");
    assert!(!written.lines().any(|line| line.ends_with('.')), "a number stays with its move: {written}");
}
