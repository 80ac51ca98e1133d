//! Reading and writing PDN: its notation, hostile texts, and recorded games played from beginning to end.
//!
//! The games come from the folder named by `DAMERO_GAMES`, else from a collection beside the checkout; where there is
//! none, from the short games under `fixtures/games/`. Files under `fixtures/games/notation/` say in their own line
//! comments what a reader must make of them.

use damero_engine::explain::Explanation;
use damero_engine::notation::pdn::{
    self, GameRecord, GameType, GameTypeField, ItemKind, Limits, PdnError, Reader, Score,
};
use damero_engine::rules::NoMove;
use damero_engine::{Arbiter, Illegality, Move, Outcome, Position, Reason, Variant, Winner};
use rstest::rstest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every game and error of a text; the same whatever the pieces it comes in.
fn read(text: &[u8]) -> Vec<Result<GameRecord, PdnError>> {
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

fn one(text: &str) -> GameRecord {
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
#[case::no_spaces("1.32-28 19-23 2.28x19 14x23 2-0", "n1 m32-28 m19-23 n2 m28x19 m14x23", Some(Score::FirstWinsTwo))]
#[case::half_numbers("12... 19-23 13.. 20-24", "n12b m19-23 n13b m20-24", None)]
#[case::dots_apart("1. ... 19-23 2 . 28-22", "n1 missing m19-23 n2 m28-22", None)]
#[case::dots_as_one_character("1. … 19-23", "n1 missing m19-23", None)]
#[case::unknown_move("41. - - 20-24", "n41 missing m20-24", None)]
#[case::number_of_an_empty_game("1. 2-0", "n1", Some(Score::FirstWinsTwo))]
#[case::result_is_no_prefix("1-18 1-10 2-05 0-0", "m1-18 m1-10 m2-05", Some(Score::BothLose))]
#[case::one_to_one_is_a_draw("32-28 1-1", "m32-28", Some(Score::DrawTwo))]
#[case::result_with_spaces("32-28 1 - 0", "m32-28", Some(Score::FirstWins))]
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
#[case::points_with_signs("32-28 1+ - 1-", "m32-28", Some(Score::Other))]
#[case::points_with_signs_dense("32-28 1--1+", "m32-28", Some(Score::Other))]
#[case::points_with_halves("32-28 1 1/2 - 1/2", "m32-28", Some(Score::Other))]
#[case::points_with_halves_second("32-28 1/2 - 1 1/2", "m32-28", Some(Score::Other))]
#[case::points_with_decimals("1. 32-28 0.98-1.02", "n1 m32-28", Some(Score::Other))]
#[case::points_below_nothing("1. 32-28 -0.98-1.02", "n1 m32-28", Some(Score::Other))]
#[case::points_that_look_like_a_move_number("12. 32-28 1.02-0.98", "n12 m32-28", Some(Score::Other))]
#[case::no_spaces_are_no_points("1.32-28 2.28x19", "n1 m32-28 n2 m28x19", None)]
#[case::dashes("11–15 23—19 8‑11 22−17 ½–½", "m11-15 m23-19 m8-11 m22-17", Some(Score::Draw))]
#[case::cyrillic("с3-d4 а3х\u{441}5 1–1", "mc3-d4 ma3xc5", Some(Score::DrawTwo))]
#[case::blanks("1.\u{a0}11-15\u{202f}23-19\u{200b}2. 8-11", "n1 m11-15 m23-19 n2 m8-11", None)]
#[case::commas("10-15, 23-19, 7-10 *", "m10-15 m23-19 m7-10", Some(Score::Unknown))]
#[case::mark_and_line_ends("\u{feff}1. 32-28\r\n19-23\r2. 28x19\n", "n1 m32-28 m19-23 n2 m28x19", None)]
fn notation(#[case] text: &str, #[case] items: &str, #[case] end: Option<Score>) {
    let game = one(text);
    assert_eq!(sketch(&game.items), items);
    assert_eq!(game.end.map(|end| end.score), end);
    let written = pdn::write(&game);
    assert_eq!(one(&written), game, "{written}");
    let latin: Vec<u8> = text.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
    if latin.len() == text.chars().count() {
        assert_eq!(read(&latin), [Ok(game)], "as Windows-1252");
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
#[case::typographic("[White “Wiersma, Harm”]", "White", "Wiersma, Harm")]
#[case::low_and_high("[White „Wiersma”]", "White", "Wiersma")]
#[case::angle("[White «Куперман»]", "White", "Куперман")]
#[case::typographic_inside("[Event \"the “big” one”\"]", "Event", "the “big” one”")]
#[case::typographic_in_typographic("[Event “the “big” one”]", "Event", "the “big” one")]
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
#[case::game_in_a_comment("{\n[Event \"a\"]\n31-27 19-23 *\n} 32-28 *", &[1])]
#[case::comment_among_tags("{x}\n[Event \"a\"] {y}\n[Result \"*\"]\n32-28 *", &[1])]
fn where_games_end(#[case] text: &str, #[case] moves: &[usize]) {
    let games: Vec<GameRecord> = read(text.as_bytes()).into_iter().map(|game| game.expect("no error")).collect();
    let counted = |game: &GameRecord| game.items.iter().filter(|i| matches!(i.kind, ItemKind::Move { .. })).count();
    assert_eq!(games.iter().map(counted).collect::<Vec<_>>(), moves);
}

#[test]
fn points_of_another_kind_are_no_move_where_the_tag_names_them() {
    let games =
        read(b"[Result \"4-6\"]\n32-28 4-6\n\n[Result \"4-9\"]\n32-28 4-9 31-27\n\n[Result \"1-9\"]\n32-28 4-9\n");
    let items: Vec<String> = games.into_iter().map(|game| sketch(&game.expect("no error").items)).collect();
    assert_eq!(items, ["m32-28", "m32-28 m4-9 m31-27", "m32-28 m4-9"]);
}

#[test]
fn characters_read_as_others_are_listed_with_the_game_they_are_in() {
    let games = read("[Event “a”]\n1. с3–d4 d6–с5 1–0\n[Event “b”]\n{с–} 1. c3-d4 *\n".as_bytes());
    let listed: Vec<Vec<String>> = games
        .into_iter()
        .map(|game| {
            let game = game.expect("no error");
            game.lookalikes.iter().map(|at| format!("{} {} {}", at.place.line, at.count, at.alike.name)).collect()
        })
        .collect();
    let quotes = |line: u32| ["LEFT", "RIGHT"].map(|side| format!("{line} 1 {side} DOUBLE QUOTATION MARK"));
    let mut first = quotes(1).to_vec();
    first.extend(["2 2 CYRILLIC SMALL LETTER ES".to_string(), "2 3 EN DASH".to_string()]);
    assert_eq!(listed, [first, quotes(3).to_vec()], "comments are left alone");
}

#[test]
fn windows_1251_is_read() {
    let game = read(b"[White \"\xc8\xe2\xe0\xed\xee\xe2\"]\n1. \xf13-d4 {\xe1\xfc\xb8\xf2} d6-\xf15 *\n");
    let game = game[0].as_ref().expect("no error");
    assert_eq!(game.tag("White"), Some("Иванов"));
    assert_eq!(sketch(&game.items), "n1 mc3-d4 c\"бьёт\" md6-c5");
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
#[case::letters_that_stay("32-28 сицилианская 1-0", "line 1, column 7", "`сицилианская`")]
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
#[case::no_line_that_is_a_tag("32-28 {[A \"1\"]\n31-27 *\n", &["line 1, column 7"], 0)]
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
fn what_hides_the_end_of_a_variation_is_said() {
    let says = |text: &str| read(text.as_bytes())[0].as_ref().expect_err("an error").to_string();
    let semicolon = "; the `;` at line 1, column 20 begins a comment that reaches to the end of its line";
    for behind in ["", "[Event \"x\"]\n", "1-0\n"] {
        let said = says(&format!("32-28 (32-27 19-23 ; (31-26); 31-27) 19-23\n{behind}"));
        assert!(said.ends_with(semicolon), "{said}");
    }
    let without = says("32-28 ; a comment (with parentheses)\n(32-27 19-23 ; no end here\n");
    assert!(without.ends_with("`)` to end the variation that begins here"), "{without}");
    let nested = says("32-28 {a {b} c} 19-23 1-0");
    assert!(nested.ends_with("; the comment before it has ended at its first `}`: comments do not nest"), "{nested}");
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
fn first_answer(pattern: &[u8]) -> (Result<GameRecord, PdnError>, usize) {
    const MOST: usize = 10 << 20;
    let mut reader = Reader::new();
    let mut fed = 0;
    while fed < MOST {
        let mut piece = pattern;
        if let Some(answer) = reader.read(&mut piece) {
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
#[case::tags(b"[A \"b\"]\n", 5000)]
#[case::comments(b"{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}", 9_000_000)]
#[case::strengths(b"1-6!", 2_000_000)]
#[case::forced(b"1-6(*)(*)(*)(*)(*)(*)(*)(*)(*)", 60)]
#[case::unclosed_comments(b"[A \"b\"]\n{", 300_000)]
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
        let next = [cut, b"\n\n[Event \"next\"]\n1. 31-27 1-0\n"].concat();
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

/// The folder with recorded games.
fn games_folder() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let large = std::env::var_os("DAMERO_GAMES").map_or_else(|| here.join("../../shared/data/games"), PathBuf::from);
    if large.is_dir() {
        return large;
    }
    println!("no games at {}: playing the short ones of the fixtures", large.display());
    here.join("../fixtures/games")
}

/// What `index.tsv` says: by file and game (from 1), the number of plies and the final position.
fn index(folder: &Path) -> BTreeMap<(String, usize), (usize, String)> {
    let text = fs::read_to_string(folder.join("index.tsv")).expect("an index beside the games");
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().expect("a line of headings").split('\t').collect();
    let at = |name: &str| columns.iter().position(|column| *column == name).expect("a column of that name");
    let (file, game, plies, fen) = (at("file"), at("game"), at("plies"), at("final_fen"));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| cells[at].parse().expect("a number");
            ((cells[file].to_string(), number(game)), (number(plies), cells[fen].to_string()))
        })
        .collect()
}

/// Plays every game of a folder whose file name is that of a variant, and gives back what went wrong.
fn play_all(folder: &Path) -> (usize, Vec<String>) {
    let index = index(folder);
    let mut wrong = Vec::new();
    let mut played = 0;
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let (Some(stem), Some(file)) = (entry.file_stem(), entry.file_name()) else { continue };
        let (stem, file) = (stem.to_string_lossy(), file.to_string_lossy());
        if entry.extension().is_none_or(|extension| extension != "pdn") {
            continue;
        }
        let Some(variant) = Variant::named(&stem) else {
            println!("{file}: no such variant yet");
            continue;
        };
        let arbiter = Arbiter::new(variant.rules).expect("playable rules");
        let (mut games, mut plies, mut draws, mut decided) = (0, 0, 0, 0);
        for game in pdn::games(&fs::read(&entry).expect("a readable file")) {
            games += 1;
            let mut note = |what: String| wrong.push(format!("{file}, game {games}: {what}"));
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    note(error.to_string());
                    continue;
                }
            };
            let written = pdn::write(&game);
            if pdn::games(written.as_bytes()).collect::<Vec<_>>() != [Ok(game.clone())] {
                note(format!("not the same when written:\n{written}"));
            }
            let replay = pdn::replay(&arbiter, &game);
            for problem in &replay.problems {
                note(problem.to_string());
            }
            plies += replay.plies.len();
            draws += usize::from(replay.draw.is_some());
            decided += usize::from(replay.outcome.is_some_and(|o| o.winner != Winner::Neither));
            if let Some((count, fen)) = index.get(&(file.to_string(), games)) {
                if replay.plies.len() != *count {
                    note(format!("found {} plies, expected {count}", replay.plies.len()));
                }
                // A FEN says nothing of the king moves that Frisian rules limit.
                let seen = |position: Position| (position.placement(), position.turn());
                let expected = arbiter.read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
                if replay.position.map(seen) != Some(seen(expected)) {
                    let found = replay.position.map_or("none".to_string(), |position| arbiter.fen(&position));
                    note(format!("found the final position {found}, expected {fen}"));
                }
            }
        }
        println!("{file}: {games} games, {plies} plies, {draws} drawn on the way, {decided} decided on the board");
        played += games;
    }
    (played, wrong)
}

#[test]
fn recorded_games_are_legal() {
    let (played, wrong) = play_all(&games_folder());
    assert!(played > 0, "no game at all");
    assert!(wrong.is_empty(), "{} of {played} games:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn short_games_are_legal() {
    let (played, wrong) = play_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/games"));
    assert!(played > 10, "{played} games");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[rstest]
#[case("20", "20,W,10,10,N2,0", "international")]
#[case("21", "21,B,8,8,N1,0", "english")]
#[case("22", "22,W,8,8,N2,1", "italian")]
#[case("23", "23,B,8,8,N1,0", "pool")]
#[case("24", "24,W,8,8,N1,1", "spanish")]
#[case("25", "25,W,8,8,A0,0", "russian")]
#[case("26", "26,W,8,8,A0,0", "brazilian")]
#[case("27", "27,W,12,12,N2,0", "canadian")]
#[case("28", "28,W,8,8,N1,1", "portuguese")]
#[case("29", "29,W,8,8,A0,0", "czech")]
#[case("30", "30,W,8,8,A0,0", "turkish")]
#[case("31", "31,B,8,8,N2,0", "thai")]
#[case("40", "40,W,10,10,N2,0", "frisian")]
#[case("41", "41,W,10,8,A0,0", "spantsiretti")]
#[case("96", "96,W,10,10,N2,0", "breakthrough")]
#[case("97", "97,W,10,10,N2,0", "frysk")]
#[case("98", "98,W,10,10,N2,0", "antidraughts")]
fn game_types_of_the_standard(#[case] short: &str, #[case] full: &str, #[case] variant: &str) {
    let game_type: GameType = short.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game_type.to_string(), full);
    assert_eq!(full.parse(), Ok(game_type));
    assert_eq!(full.replace(',', " , ").to_lowercase().parse(), Ok(game_type));
    assert_eq!(game_type.variant().map(|variant| variant.name), Some(variant));
    assert_eq!(game_type.counts_two_points(), matches!(variant, "international" | "canadian"));
    let rules = Variant::named(variant).expect("a variant").rules;
    assert_eq!(GameType::of(&rules), Some(game_type));
    assert_eq!(game_type.disagreements(&rules), []);
    assert_eq!(game_type.adapt(&rules), Ok(rules));
}

#[rstest]
#[case::empty("", 1, "nothing", "the number of a game")]
#[case::word("draughts", 1, "`draughts`", "the number of a game")]
#[case::chess("0", 1, "`0`", "a game of the draughts family")]
#[case::othello("50", 1, "`50`", "a game of the draughts family")]
#[case::private_number_of_a_program("43", 1, "`43`", "42 to 49 are reserved")]
#[case::unknown("99", 1, "`99`", "a number that says which game it is")]
#[case::too_large("99999999", 1, "`99999999`", "the number of a game")]
#[case::side("20,X,10,10,N2", 4, "`X`", "`W` or `B`")]
#[case::no_more("20,W", 5, "nothing", "the width")]
#[case::width("20,W,ten,10,N2", 6, "`ten`", "the width")]
#[case::height("20, W, 10, 1000, N2", 12, "`1000`", "the height")]
#[case::notation("20,W,10,10,N4,0", 12, "`N4`", "a corner from 0 to 3")]
#[case::notation_letter("20,W,10,10,é2,0", 12, "`é2`", "`A`, `N` or `S`")]
#[case::flag("20,W,10,10,N2,2", 15, "`2`", "0 where")]
#[case::rest("20,W,10,10,N2,0,0", 17, "`0`", "nothing more")]
fn a_game_type_that_is_none(#[case] text: &str, #[case] column: usize, #[case] found: &str, #[case] expected: &str) {
    let error = text.parse::<GameType>().expect_err("no game type");
    assert_eq!((error.column, error.found.as_str()), (column, found), "{error}");
    assert!(error.expected.contains(expected), "{error}");
}

#[test]
fn a_tag_without_the_flag_takes_the_usual_one() {
    let italian: GameType = "22,W,8,8,N2".parse().expect("a game type");
    assert!(italian.inverted);
    let large: GameType = "22,W,10,10,N2".parse().expect("a game type");
    assert!(!large.inverted);
}

#[test]
fn a_game_in_another_notation_is_read_by_rules_that_are_adapted() {
    let russian = Variant::named("russian").expect("a variant").rules;
    let tag: GameType = "25,W,8,8,N2,0".parse().expect("a game type");
    let fields: Vec<GameTypeField> = tag.disagreements(&russian).iter().map(|d| d.field).collect();
    assert_eq!(fields, [GameTypeField::Notation, GameTypeField::Corner]);
    let game = one("[GameType \"25,W,8,8,N2,0\"]\n1. 22-18 11-16 2. 18-14 9:18 3. 23:14 10:17 4. 21:14 *");
    let as_it_is = pdn::replay(&arbiter("russian"), &game);
    assert_eq!(as_it_is.warnings[0].to_string(), "line 1, column 1: game type, notation: found N, expected A");
    assert_eq!(
        as_it_is.problems[0].to_string(),
        "line 2, column 4: `22-18` is not legal: not-your-piece (a black man stands on d6, and it is White's turn)"
    );
    let adapted = Arbiter::new(tag.adapt(&russian).expect("the same game")).expect("playable rules");
    let replay = pdn::replay(&adapted, &game);
    assert!(replay.problems.is_empty(), "{:?}", replay.problems);
    assert_eq!(adapted.geometry().algebraic(replay.plies[0].played.from()), "c3");

    let pool = Variant::named("pool").expect("a variant").rules;
    let zimbabwean: GameType = "23,W,8,8,A0,0".parse().expect("a game type");
    let adapted = Arbiter::new(zimbabwean.adapt(&pool).expect("the same game")).expect("playable rules");
    assert!(pdn::replay(&adapted, &one("1. c3-d4 d6-c5 *")).problems.is_empty());

    let says = |tag: &str, variant: &str| {
        let tag: GameType = tag.parse().expect("a game type");
        tag.adapt(&Variant::named(variant).expect("a variant").rules).expect_err("not adaptable").to_string()
    };
    assert_eq!(says("25", "brazilian"), "the tag is about another game: number: found 25, expected 26");
    assert_eq!(says("45,W,10,10,N2,0", "killer"), "the tag is about another game: number: found 45, expected none");
    assert_eq!(says("20,W,8,8,N2,0", "international"), "the tag is about another game: width: found 8, expected 10");
    assert_eq!(says("23,B,8,8,A1,1", "pool"), "found a1 in corner 1 of `23,B,8,8,A1,1`, expected it at White's left");
}

/// The problems of a game, one a line.
fn problems(variant: &str, text: &str) -> Vec<String> {
    let replay = pdn::replay(&arbiter(variant), &one(text));
    replay.problems.iter().map(|p| format!("{} {} {p}", p.ply, p.depth)).collect()
}

#[rstest]
#[case::none("international", "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 1-1", &[])]
#[case::not_legal(
    "international",
    "1. 32-28 19-23 2. 33-29 23x32 1-1",
    &["2 0 line 1, column 19: `33-29` is not legal: capture-is-compulsory (there is a capture, and capturing is \
       compulsory); for example, 28x19 is legal"]
)]
#[case::ambiguous(
    "international",
    "[FEN \"W:WK47:B14,19,29,31,42\"]\n47x36 1-6 *",
    &["0 0 line 2, column 1: `47x36` could be 47x38x20x9x36 or 47x38x24x13x36"]
)]
#[case::full_path("international", "[FEN \"W:WK47:B14,19,29,31,42\"]\n47x38x24x13x36 *", &[])]
#[case::captured_squares("international", "[FEN \"W:WK47:B14,19,29,31,42\"]\n47x36 <42,29,14,31> *", &[])]
#[case::unreadable("international", "32-28 19-23x28 *", &["1 0 line 1, column 7: `19-23x28` is not a move"])]
#[case::off_the_board("english", "1. 11-33 *", &["0 0 line 1, column 4: square 33 is off the board, which ends at 32"])]
#[case::missing("international", "1. 32-28 ... 2. 37-32 *", &["1 0 line 1, column 10: a move is missing here"])]
#[case::missing_at_the_end("international", "1. 32-28 19-23 2. ... {resigned} 0-2", &[])]
#[case::missing_before_a_setup("international", "1. 32-28 ... /FEN \"W:W31-50:B1-20\"/ 2. 32-28 19-23 *", &[])]
#[case::missing_at_the_start("international", "1. ... 19-23 *", &["0 0 line 1, column 4: a move is missing here"])]
#[case::place_of_the_other_side("international", "[FEN \"B:W31-50:B1-20\"]\n1. ... 19-23 2. 32-28 *", &[])]
#[case::half_number("international", "[FEN \"B:W31-50:B1-20\"]\n1... 19-23 2. 32-28 *", &[])]
#[case::setup("international", "32-28 /FEN \"W:W28,31,36-50:B1-20\"/ 37-32 {two in a row} 19-23 28x19 *", &[])]
#[case::setup_after_a_wrong_move("international", "32-23 1-6 /FEN \"W:W31-50:B1-20\"/ 32-28 *", &[
    "0 0 line 1, column 1: `32-23` is not legal: too-far (a man moves one square at a time)"
])]
#[case::null_move("international", "32-28 /FEN \"W::\"/ 37-32 19-23 28x19 *", &[])]
#[case::wrong_setup(
    "international",
    "32-28 /FEN \"W:W99:B1\"/ 37-32 *",
    &["1 0 line 1, column 7: no position: at character 4: found `99`, expected a square on the board, which ends at 50"]
)]
#[case::wrong_fen(
    "international",
    "[FEN \"?:W31:B1\"]\n37-32 *",
    &["0 0 line 1, column 1: no position: it is not said who is to move"]
)]
#[case::variations(
    "international",
    "1. 32-28 (1. 31-27 19-23 (1... 20-25 2. 33-28) (1... 33-28)) 19-23 (1... 20-24 2. 28-22) 2. 28x19 *",
    &["1 2 line 1, column 54: `33-28` is not legal: not-your-piece (a white man stands on 33, and it is Black's turn)"]
)]
#[case::variation_behind_a_wrong_move("international", "1. 32-27 1-7 (1... 20-24) (1... 1-6) *", &[
    "1 0 line 1, column 10: `1-7` is not legal: occupied (a black man stands on 7)",
    "1 1 line 1, column 33: `1-6` is not legal: occupied (a black man stands on 6)",
])]
#[case::over(
    "russian",
    "[FEN \"W:Wa3:Bb4,c5\"]\na3-b4 0-1",
    &["0 0 line 2, column 1: found `a3-b4`, expected nothing: the game is over, black-wins (no-moves)"]
)]
#[case::contradiction(
    "international",
    "[FEN \"W:W28:B23\"]\n28x19 0-2",
    &["1 0 line 2, column 7: `0-2` means that Black won (White moves first here), but White has won: Black has no piece"]
)]
#[case::first_number_of_the_other_side(
    "english",
    "[FEN \"W:W18:B15\"]\n18x11 1-0",
    &["1 0 line 2, column 7: `1-0` means that Black won (Black moves first here), but White has won: Black has no piece"]
)]
#[case::drawn_and_decided(
    "international",
    "[FEN \"W:W28:B23\"]\n28x19 1-1",
    &["1 0 line 2, column 7: `1-1` means that the game was drawn (White moves first here), but White has won: Black has \
       no piece"]
)]
#[case::points_contradict_nothing("international", "[Result \"1+ - 1-\"]\n[FEN \"W:W28:B23\"]\n28x19 1+-1-", &[])]
#[case::other_points("international", "[Result \"1+ - 1-\"]\n32-28 1- - 1+", &[
    "0 0 line 2, column 7: found the result `1- - 1+`, expected `1+ - 1-` as in the tag"
])]
#[case::old_game_type("russian", "[GameType \"25,W,8,8,A1,0\"]\nc3-d4 *", &[])]
#[case::unreadable_tail("russian", "[GameType \"25,white,8\"]\nc3-d4 *", &[])]
#[case::first_number_is_of_the_first_side("english", "[FEN \"B:W15:B11\"]\n11x18 1-0", &[])]
#[case::undecided("international", "32-28 2-0", &[])]
#[case::unknown_result("international", "[FEN \"W:W28:B23\"]\n28x19 *", &[])]
#[case::two_results("international", "[Result \"1-0\"]\n32-28 1-1", &[
    "0 0 line 2, column 7: found the result `1-1`, expected `1-0` as in the tag"
])]
#[case::same_result_in_two_forms("international", "[Result \"1-0\"]\n32-28 2-0", &[])]
#[case::other_game("international", "[GameType \"21\"]\n32-28 *", &[
    "0 0 line 1, column 1: game type, number: found 21, expected 20",
    "0 0 line 1, column 1: game type, first side: found B, expected W",
    "0 0 line 1, column 1: game type, width: found 8, expected 10",
    "0 0 line 1, column 1: game type, height: found 8, expected 10",
    "0 0 line 1, column 1: game type, corner: found 1, expected 2",
])]
#[case::wrong_game_type("international", "[GameType \"x\"]\n32-28 *", &[
    "0 0 line 1, column 1: game type, character 1: found `x`, expected the number of a game, like `20`"
])]
fn what_is_wrong_with_a_game(#[case] variant: &str, #[case] text: &str, #[case] expected: &[&str]) {
    assert_eq!(problems(variant, text), expected);
}

/// Quiet moves and captures with each other's sign: the one legal move with these squares is meant.
#[rstest]
#[case::quiet("english", "1. 11x15 23-19 *", 2, &["0 `11x15` is a quiet move"])]
#[case::capture("english", "1. 11-15 22-18 2. 15-22 25-18 *", 4, &["2 `15-22` is a capture", "3 `25-18` is a capture"])]
#[case::squares_on_the_way("czech", "[FEN \"W:WKa1:Bh2\"]\na1xf6xh8 *", 1, &["0 `a1xf6xh8` is a quiet move"])]
#[case::in_a_variation("english", "1. 11-15 (1. 11x16) 23-19 *", 2, &["0 `11x16` is a quiet move"])]
#[case::capture_is_compulsory("english", "1. 11-15 22-18 2. 8x11 *", 2, &[])]
#[case::none_fits("english", "1. 11x18 *", 0, &[])]
fn a_wrong_sign_is_read(#[case] variant: &str, #[case] text: &str, #[case] plies: usize, #[case] said: &[&str]) {
    let replay = pdn::replay(&arbiter(variant), &one(text));
    let warnings: Vec<String> = replay.warnings.iter().map(|w| format!("{} {}", w.ply, w.kind)).collect();
    assert_eq!((replay.plies.len(), warnings), (plies, said.iter().map(ToString::to_string).collect()));
    assert_eq!(replay.problems.is_empty(), !said.is_empty(), "{:?}", replay.problems);
}

#[test]
fn a_wrong_sign_that_fits_several_is_ambiguous() {
    let text = "[FEN \"W:WK47:B14,19,29,31,42\"]\n47-36 *";
    assert_eq!(
        problems("international", text),
        ["0 0 line 2, column 1: `47-36` could be 47x38x20x9x36 or 47x38x24x13x36"]
    );
}

/// A flying king that takes two pieces on one line may be written on any square where it may stop between them.
#[rstest]
#[case::russian("russian", "W:WKa1:Bc3,f6", "a1xe5xg7", "a1xd4xg7")]
#[case::international("international", "W:WK46:B19,37", "46x28x14", "46x32x14")]
#[case::next_to_the_second("international", "W:WK46:B19,37", "46x23x5", "46x32x5")]
#[case::in_a_longer_path("international", "W:WK47:B14,19,29,31,42", "47x33x24x13x36", "47x38x24x13x36")]
#[case::turkish("turkish", "W:WKa1:Ba3,a6", "a1xa5xa8", "a1xa4xa8")]
#[case::armenian("armenian", "W:WKa1:Ba3,a6", "a1xa5xa7", "a1xa4xa7")]
#[case::crowned_on_the_way("russian", "W:Wh6:Bg7,e7,b4", "h6xf8xc5xa3", "h6xf8xd6xa3")]
fn a_king_may_stop_anywhere_before_it_goes_straight_on(
    #[case] variant: &str,
    #[case] fen: &str,
    #[case] far: &str,
    #[case] near: &str,
) {
    let arbiter = arbiter(variant);
    let position = arbiter.read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let found = [far, near].map(|text| {
        let written = arbiter.read_move(text).expect("a move");
        let found = arbiter.find(&position, &written).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(matches!(arbiter.explain(&position, &written).expect("few captures"), Explanation::Legal(_)), "{text}");
        found
    });
    assert_eq!(found[0], found[1]);
    assert_eq!(arbiter.full_text(&found[0]), arbiter.full_text(&found[1]), "written as PDN has it");
    let other =
        |text: &str| arbiter.full_text(&found[0]) == text.replace('x', arbiter.rules().capture_separator.word());
    assert!(other(near) && !other(far), "{}", arbiter.full_text(&found[0]));
}

/// Where it may not stop is no way to write the move.
#[rstest]
#[case::on_the_first_piece("russian", "W:WKa1:Bc3,f6", "a1xc3xg7", Illegality::NothingToCapture)]
#[case::on_the_second_piece("russian", "W:WKa1:Bc3,f6", "a1xf6xg7", Illegality::Occupied)]
#[case::before_the_first_piece("russian", "W:WKa1:Bc3,f6", "a1xb2xg7", Illegality::NothingToCapture)]
#[case::twice_between("russian", "W:WKa1:Bc3,f6", "a1xd4xe5xg7", Illegality::NothingToCapture)]
#[case::right_behind_only("thai", "W:WKa1:Bb2,e5", "a1xd4xf6", Illegality::WrongLanding)]
#[case::where_it_turns("international", "W:WK47:B14,19,29,31,42", "47x38x20x13x36", Illegality::NothingToCapture)]
fn where_a_king_may_not_stop_is_refused(
    #[case] variant: &str,
    #[case] fen: &str,
    #[case] text: &str,
    #[case] expected: Illegality,
) {
    let arbiter = arbiter(variant);
    let position = arbiter.read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    match arbiter.explain(&position, &arbiter.read_move(text).expect("a move")).expect("few captures") {
        Explanation::Illegal { reason, .. } => assert_eq!(reason, expected, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

#[rstest]
#[case("1. 11-15", "11-15")]
#[case("12... 11-15", "11-15")]
#[case("1 . 11–15", "11-15")]
#[case("\u{a0}с3–d4", "c3-d4")]
#[case("а3хс5", "a3xc5")]
fn a_move_is_read_as_people_paste_it(#[case] pasted: &str, #[case] plain: &str) {
    let arbiter = arbiter("russian");
    assert_eq!(arbiter.read_move(pasted), arbiter.read_move(plain));
    assert!(arbiter.read_move(plain).is_ok());
}

/// The numbers of squares that a game is written in, where they are not those of its rules.
#[rstest]
#[case::as_the_rules("russian", "[GameType \"25\"]\n1. c3-d4 f6-g5 *", 0, 2)]
#[case::old_tag("russian", "[GameType \"25,W,8,8,A1,0\"]\n1. c3-d4 f6-g5 *", 0, 2)]
#[case::far_left("russian", "[GameType \"25\"]\n1. 22-17 (1. 22-18 11-15) 11-15 *", 1, 2)]
#[case::far_left_in_a_setup("russian", "[FEN \"W:W29,30,31,32,21-28:B1-12.\"]\n1. c3-d4 d6-e5 *", 1, 2)]
#[case::turned("thai", "[GameType \"31\"]\n1. 5-9 28-24 2. 6-10 *", 1, 3)]
#[case::tag_turned_and_moves_not("international", "[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 18-23 *", 1, 2)]
#[case::as_the_tag("russian", "[GameType \"25,W,8,8,N2,0\"]\n1. 22-18 11-16 *", 0, 2)]
#[case::a_wrong_first_move("international", "[GameType \"20\"]\n1. 32-23 18-23 *", 0, 0)]
#[case::wrong_later("international", "[GameType \"20\"]\n1. 32-28 18-23 2. 1-6 *", 0, 2)]
#[case::one_lucky_move("russian", "[FEN \"W:Wc3,e3:Bd8\"]\n1. 22-17 1-2 2. 1-2 *", 0, 0)]
fn other_numbers_are_tried_where_the_first_move_is_impossible(
    #[case] variant: &str,
    #[case] text: &str,
    #[case] reading: usize,
    #[case] plies: usize,
) {
    let game = one(text);
    let rules = Variant::named(variant).expect("a variant").rules;
    let tag = game.game_type().and_then(Result::ok);
    let readings: Vec<Arbiter> = GameType::readings(&rules, tag, true)
        .into_iter()
        .map(|rules| Arbiter::new(rules).expect("playable rules"))
        .collect();
    let (index, replay) = pdn::replay_as_read(&readings, &game);
    assert_eq!((index, replay.plies.len()), (reading, plies), "{:?}", replay.problems);
}

#[test]
fn a_game_goes_on_behind_a_draw() {
    let shuffle = "2-8 45-50 8-2 50-45 ";
    let replay = pdn::replay(&arbiter("international"), &one(&format!("[FEN \"W:WK2:BK45\"]\n{}*", shuffle.repeat(5))));
    assert!(replay.problems.is_empty(), "{:?}", replay.problems);
    assert_eq!(replay.plies.len(), 20);
    assert_eq!(replay.draw, Some((8, Reason::Repetition)));
    let again = format!("[FEN \"W:WK2:BK45\"]\n{0}/FEN \"W:WK2:BK45\"/ {0}*", shuffle.repeat(2));
    let replay = pdn::replay(&arbiter("international"), &one(&again));
    assert_eq!(replay.draw, Some((8, Reason::Repetition)), "the first one");
    let replay = pdn::replay(&arbiter("international"), &one(&format!("[FEN \"W:WK2:BK45\"]\n{}*", shuffle.repeat(2))));
    assert_eq!(replay.outcome, Some(Outcome { winner: Winner::Neither, reason: Reason::Repetition }));
}

/// One king each is a draw at once in Turkish draughts.
#[test]
fn a_game_set_up_drawn_is_drawn_before_its_first_move() {
    let drawn = Some((0, Reason::Endgame));
    let replay = pdn::replay(&arbiter("turkish"), &one("[FEN \"W:WKa1:BKh8\"]\n1. a1-a5 h8-g8 *"));
    assert_eq!((replay.draw, replay.plies.len()), (drawn, 2));
    let replay = pdn::replay(&arbiter("turkish"), &one("[FEN \"W:WKa1:BKh8\"]\n*"));
    assert_eq!((replay.draw, replay.plies.len()), (drawn, 0));
    let later = "[FEN \"W:WKa1:BKh8,b3\"]\n1. a1-a2 /FEN \"W:WKa1:BKh8\"/ 2. a1-a5 *";
    let replay = pdn::replay(&arbiter("turkish"), &one(later));
    assert_eq!((replay.draw, replay.plies.len()), (Some((1, Reason::Endgame)), 2));
    // A draw that the board makes is never missed: the side to move has no move.
    let mut rules = Variant::named("international").expect("a variant").rules;
    rules.no_move = NoMove::Draws;
    let blocked = pdn::replay(&Arbiter::new(rules).expect("playable"), &one("[FEN \"W:W31:B22,26,27\"]\n*"));
    assert_eq!((blocked.draw, blocked.outcome.map(|outcome| outcome.reason)), (None, Some(Reason::NoMoves)));
}

#[test]
fn a_line_that_stops_has_no_outcome() {
    let replay = pdn::replay(&arbiter("international"), &one("32-28 19-23 33-29 0-2"));
    assert_eq!(replay.plies.len(), 2);
    assert_eq!(replay.outcome, None);
    assert_eq!(replay.position, arbiter("international").read("W:W28,31,33-50:B1-18,20,23").ok());
}

/// Plays at random, from the start or from the position after some plies.
fn random_game(arbiter: &Arbiter, dice: &mut Dice, before: usize, most: usize) -> (Position, Vec<Move>, Position) {
    let mut position = arbiter.start();
    let mut start = position;
    let mut played = Vec::new();
    for ply in 0..before + most {
        if ply == before {
            start = position;
            played.clear();
        }
        let mut legal = arbiter.moves(&position).expect("few captures");
        if legal.is_empty() {
            break;
        }
        let chosen = legal.swap_remove(dice.next(legal.len()));
        position = arbiter.play_unchecked(&position, &chosen);
        played.push(chosen);
    }
    (start, played, position)
}

#[test]
fn what_is_recorded_is_read_and_played_the_same() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    for variant in damero_engine::variants::ALL {
        let arbiter = Arbiter::new(variant.rules).expect("playable rules");
        for round in 0..60 {
            let before = if round % 2 == 0 { 0 } else { dice.next(80) };
            let (start, played, end) = random_game(&arbiter, &mut dice, before, 150);
            let outcome = damero_engine::Game::new(&arbiter, end).expect("the same board").outcome();
            let recorded = pdn::record(&arbiter, &start, &played, outcome).expect("legal moves");
            let text = pdn::write(&recorded);
            let game = one(&text);
            assert_eq!(game, recorded, "{text}");
            let replay = pdn::replay(&arbiter, &game);
            let problems: Vec<_> = replay.problems.iter().map(ToString::to_string).collect();
            assert_eq!(problems, Vec::<String>::new(), "{}: {text}", variant.name);
            assert_eq!(replay.start, Some(start), "{}: {text}", variant.name);
            assert_eq!(replay.position, Some(end), "{}: {text}", variant.name);
            assert!(replay.plies.iter().map(|ply| &ply.played).eq(&played), "{}: {text}", variant.name);
        }
    }
}

#[test]
fn recorded_moves_are_numbered_from_the_side_that_begins() {
    let moves_of = |variant: &str, fen: &str, texts: &[&str]| {
        let arbiter = arbiter(variant);
        let start = arbiter.read(fen).expect("a position");
        let mut position = start;
        let mut played = Vec::new();
        for text in texts {
            let written = arbiter.read_move(text).expect("a move");
            played.push(arbiter.find(&position, &written).expect("a legal move"));
            position = arbiter.play_unchecked(&position, played.last().expect("just played"));
        }
        let text = pdn::write(&pdn::record(&arbiter, &start, &played, None).expect("legal moves"));
        text.lines().last().expect("a line").to_string()
    };
    let white_begins = moves_of("international", "start", &["32-28", "19-23", "28x19", "14x23", "33-28"]);
    assert_eq!(white_begins, "1. 32-28 19-23 2. 28x19 14x23 3. 33-28 *");
    let black_to_move = moves_of("international", "B:W28,31,33-50:B1-20", &["19-23", "28x19", "14x23"]);
    assert_eq!(black_to_move, "1... 19-23 2. 28x19 14x23 *");
    let black_begins = moves_of("english", "start", &["11-15", "23-19", "8-11"]);
    assert_eq!(black_begins, "1. 11-15 23-19 2. 8-11 *");
}

#[test]
fn only_legal_moves_are_recorded() {
    let arbiter = arbiter("international");
    let start = arbiter.start();
    let first = arbiter.moves(&start).expect("few captures")[0].clone();
    let error = pdn::record(&arbiter, &start, &[first.clone(), first], None).expect_err("played twice");
    assert_eq!(error.ply, 1);
}

#[test]
fn results_are_written_in_the_form_of_the_game() {
    let ends = |variant: &str, fen: &str| {
        let arbiter = arbiter(variant);
        let start = arbiter.read(fen).expect("a position");
        let only = arbiter.moves(&start).expect("few captures");
        let outcome = damero_engine::Game::new(&arbiter, arbiter.play_unchecked(&start, &only[0]))
            .expect("the same board")
            .outcome();
        pdn::write(&pdn::record(&arbiter, &start, &only, outcome).expect("legal"))
    };
    let international = "[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:W28:B23\"]\n[Result \"2-0\"]\n\n1. 28x19 2-0\n";
    assert_eq!(ends("international", "W:W28:B23"), international);
    let english = "[GameType \"21,B,8,8,N1,0\"]\n[FEN \"W:W18:B15\"]\n[Result \"0-1\"]\n\n1... 18x11 0-1\n";
    assert_eq!(ends("english", "W:W18:B15"), english);
    let russian = "[GameType \"25,W,8,8,A0,0\"]\n[FEN \"B:We5:Bd6\"]\n[Result \"0-1\"]\n\n1... d6:f4 0-1\n";
    assert_eq!(ends("russian", "B:We5:Bd6"), russian);
}

/// What a file of `fixtures/games/notation/` says of itself in lines like `% game: 2 plies, 1-1, W:WK18:BK45`.
fn statements<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|line| {
            line.trim_start_matches('\u{feff}').strip_prefix("% ")?.strip_prefix(key)?.strip_prefix(": ")
        })
        .collect()
}

#[test]
fn every_trap_of_notation_is_read_as_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/games/notation");
    let mut files = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let bytes = fs::read(&entry).expect("a readable file");
        let said = String::from_utf8_lossy(&bytes);
        let rules = Variant::named(statements(&said, "variant")[0]).expect("a variant").rules;
        let arbiter = Arbiter::new(rules).expect("playable rules");
        let (mut games, mut errors, mut found_problems) = (Vec::new(), Vec::new(), Vec::new());
        let (mut found_warnings, mut found_numbering) = (Vec::new(), Vec::new());
        for answer in read(&bytes) {
            match answer {
                Err(error) => errors.push(error.place.to_string()),
                Ok(game) => {
                    let tag = game.game_type().and_then(Result::ok);
                    let readings: Vec<Arbiter> =
                        GameType::readings(&rules, tag, false).into_iter().flat_map(Arbiter::new).collect();
                    let (reading, replay) = pdn::replay_as_read(&readings, &game);
                    let end = game.end.map_or("none".to_string(), |end| end.to_string());
                    games.push((format!("{} plies, {end}", replay.plies.len()), replay.position));
                    let number = games.len();
                    found_warnings.extend(replay.warnings.iter().map(|w| format!("game {number}, {}", w.place)));
                    if reading > 0 {
                        let board = readings[reading].geometry();
                        let first = board.square_numbered(1).expect("a square 1");
                        found_numbering.push(format!("game {number}, square 1 is {}", board.algebraic(first)));
                    }
                    found_problems.extend(replay.problems.iter().map(|p| format!("game {number}, {}", p.place)));
                    assert_eq!(one(&pdn::write(&game)), game, "{}", entry.display());
                }
            }
        }
        let mut note = |what: String| wrong.push(format!("{}: {what}", entry.display()));
        if errors != statements(&said, "error") {
            note(format!("errors at {errors:?}"));
        }
        if found_problems != statements(&said, "problem") {
            note(format!("problems at {found_problems:?}"));
        }
        if found_warnings != statements(&said, "warning") {
            note(format!("warnings at {found_warnings:?}"));
        }
        if found_numbering != statements(&said, "numbering") {
            note(format!("other numbers in {found_numbering:?}"));
        }
        let expected = statements(&said, "game");
        if games.len() != expected.len() {
            note(format!("{games:?}"));
        }
        for ((game, position), expected) in games.iter().zip(expected) {
            let (shape, fen) = match expected.match_indices(", ").nth(1) {
                Some((at, _)) => (&expected[..at], Some(&expected[at + 2..])),
                None => (expected, None),
            };
            if game != shape {
                note(format!("found {game}, expected {shape}"));
            }
            if let Some(fen) = fen
                && *position != arbiter.read(fen).ok()
            {
                note(format!("found {}, expected {fen}", position.map_or("nothing".to_string(), |p| arbiter.fen(&p))));
            }
        }
        files += 1;
    }
    assert!(files > 10, "{files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hostile_texts_take_no_more_time_than_others() {
    // Each of these is quadratic for a reader that looks back, or reads swallowed text again, without bound.
    let began = std::time::Instant::now();
    for pattern in [
        "[A \"b\"]\n{",
        "{\n[A \"b\"]\n",
        "[A \"",
        "1-6 {",
        "(1-6 ",
        "1-6 (*) ",
        "[A \"b\" \"",
        ")\n[A \"1\"] ",
        "/FEN [A \"b\"]\n",
    ] {
        let text = pattern.repeat((4 << 20) / pattern.len());
        let answers = pdn::games(text.as_bytes()).count();
        assert!(answers > 0, "{pattern}");
    }
    let numbered: String = (0..300_000).map(|n| format!("[A{n} \"b\"]\n")).collect();
    assert!(pdn::games(numbered.as_bytes()).count() > 0);
    assert!(began.elapsed().as_secs() < 120, "{:?}", began.elapsed());
}

#[test]
fn a_game_of_wrong_variations_is_not_explained_for_ever() {
    let text = format!("1. 32-28 {}*", "(33-32) ".repeat(20_000));
    let replay = pdn::replay(&arbiter("international"), &one(&text));
    assert_eq!(replay.problems.len(), 1000);
}
