//! What people see: help, reports, errors, exit codes, by running the program itself.

#[path = "common/program.rs"]
mod program;

use program::{damero, damero_in, root, shown};
use rstest::rstest;
use std::process::Command;

#[rstest]
#[case::all("--help")]
#[case::check("check --help")]
#[case::lint("lint --help")]
#[case::moves("moves --help")]
#[case::explain("explain --help")]
#[case::perft("perft --help")]
#[case::replay("replay --help")]
#[case::adapter("adapter --help")]
#[case::report("report --help")]
#[case::mutate("mutate --help")]
#[case::coverage("coverage --help")]
#[case::compare("compare --help")]
#[case::diff("diff --help")]
fn help(#[case] line: &str) {
    let arguments: Vec<&str> = line.split(' ').collect();
    insta::assert_snapshot!(format!("help {line}").replace([' ', '-'], "_"), shown(&damero(&arguments)));
}

#[rstest]
#[case::start("moves -r spanish/teg start")]
#[case::flying_king("moves -r international W:WK46:B23")]
#[case::same_ends("moves -r international W:WK47:B14,19,29,31,42 --ascii")]
#[case::crowning("moves -r russian W:Wd6:Be7,g7,e3")]
#[case::game_over("moves -r english/grandpas W:W:B5")]
#[case::played("moves -r english/kondavo start --played 11-15 22-18 --json")]
#[case::turkish("moves -r turkish W:Wd6:Bd7,Ke8,f3 --json")]
#[case::past_a_draw("moves -r turkish/tudaf W:WKa1:Ba3,Kh8 --played a1xa4 h8-h7 --ascii")]
#[case::quality("explain -r spanish/teg W:W14:B18,K19 14x21")]
#[case::compulsory("explain -r english/kondavo B:W18:B15,9 9-13")]
#[case::legal("explain -r english/kondavo start 11-15")]
#[case::written_as_a_capture("explain -r english/kondavo start 11x15")]
#[case::the_other_side("explain -r english/kondavo start 24-20")]
#[case::after_a_move("explain -r english/kondavo start 24-20 --played 11-15")]
#[case::legal_capture("explain -r spanish/teg W:W14:B18,K19 14x23")]
#[case::silent_and_legal("explain -r russian/guide W:Wd6:Be7,g7,e3 d6xd2")]
#[case::no_document("explain -r russian W:Wc3,g3:Bd4 g3-h4")]
#[case::ambiguous("explain -r international/fmjd W:WK47:B14,19,29,31,42 47x36")]
#[case::explained_as_json("explain -r italian/fid W:WK24,21:B20,18 21x14 --json")]
#[case::over_soon("moves -r english W:W22:B")]
#[case::explained_over_soon("explain -r english/wcdf W:W22:B 22-18")]
#[case::explained_over("explain -r english/kondavo W:W:B5 22-18")]
#[case::compared("compare W:Wd6:Be7,g7,e3 -r russian -r brazilian/cbd -r english/wcdf --ascii")]
#[case::compared_in_markdown("compare W:Wd6:Be7,g7,e3 -r russian/guide -r brazilian/cbd --format markdown --ascii")]
#[case::compared_as_json("compare W:W14:B18,K19 -r spanish/kondavo -r italian/fid --format json")]
#[case::two_documents("diff spanish/teg spanish/kondavo")]
#[case::two_documents_as_json("diff turkish/tudaf turkish/kondavo --json")]
#[case::every_pair("diff --matrix spanish")]
#[case::covered("coverage wfd")]
fn answers(#[case] line: &str) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let name = line.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    insta::assert_snapshot!(name, shown(&damero(&arguments)));
}

/// Every kind of bad input: a clear message, the right exit code, no panic.
#[rstest]
#[case::unknown_command(&["chekc"], 2)]
#[case::missing_file(&["check", "no/such/file.yaml"], 2)]
#[case::misspelt_rulebook(&["check", "--rulebook", "spanish/tge"], 2)]
#[case::misspelt_variant(&["check", "--variant", "spansih"], 2)]
#[case::misspelt_clause(&["check", "--clause", "teg/qualty-law"], 2)]
#[case::bad_glob(&["check", "--id", "[a"], 2)]
#[case::nothing_matches(&["check", "--id", "no.such.case"], 5)]
#[case::folder_without_fixtures(&["check", "docs/guide"], 5)]
#[case::broken_fixture(&["check", "harness/tests/bad/no-why.yaml"], 3)]
#[case::empty_fixture(&["check", "harness/tests/bad/empty.yaml"], 3)]
#[case::lint_broken(&["lint", "--format", "short", "harness/tests/bad/many-at-once.yaml"], 3)]
#[case::unknown_rules(&["moves", "-r", "espanol/teg", "start"], 2)]
#[case::wrong_board(&["moves", "-r", "english", "W:W45:B3"], 2)]
#[case::light_square(&["moves", "-r", "russian", "W:Wa2:Bh8"], 2)]
#[case::no_position(&["moves", "-r", "english", "hello"], 2)]
#[case::empty_position(&["moves", "-r", "english", ""], 2)]
#[case::refused_position(&["moves", "-r", "english", "W:W1,22,22:B30"], 2)]
#[case::unclosed_range(&["moves", "-r", "english", "W:W20-:B1"], 2)]
#[case::range_reversed(&["moves", "-r", "english", "W:W20-10:B1"], 2)]
#[case::not_a_move(&["explain", "-r", "english", "start", "forward"], 2)]
#[case::illegal_move(&["explain", "-r", "english", "start", "11-20"], 1)]
#[case::illegal_played(&["moves", "-r", "english", "start", "--played", "11-15", "11-15"], 2)]
#[case::played_past_a_win(&["moves", "-r", "english", "B:W6:B1", "--played", "1x10", "6-1"], 2)]
#[case::perft_too_deep(&["perft", "-r", "english", "-d", "99"], 2)]
#[case::replay_missing(&["replay", "no-such.pdn"], 2)]
#[case::replay_folder(&["replay", "fixtures"], 2)]
#[case::replay_nothing(&["replay", "harness/tests/bad/empty.yaml"], 5)]
#[case::replay_wrong_rules(&["replay", "fixtures/games/english.pdn", "-r", "russian", "--ascii"], 1)]
#[case::compared_nowhere(&["compare", "W:Wz6:B1", "-r", "english"], 2)]
#[case::compared_with_unknown_rules(&["compare", "start", "-r", "englihs"], 2)]
#[case::one_is_no_pair(&["diff", "spanish/teg"], 2)]
#[case::matrix_of_two(&["diff", "--matrix", "spanish", "english"], 2)]
#[case::unknown_document(&["coverage", "tge"], 2)]
#[case::unknown_rules_to_mutate(&["mutate", "spanish/tge"], 2)]
#[case::private_rulebook_missing(&["moves", "-r", "mine.yaml", "start"], 2)]
#[case::private_rulebook_folder(&["moves", "-r", "harness/tests/bad/not-a-fixture.yaml", "start"], 3)]
fn bad_input(#[case] arguments: &[&str], #[case] code: i32) {
    let output = damero(arguments);
    let name = format!("bad {}", arguments.join(" ")).replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    insta::with_settings!({filters => vec![(r"[\d,]+ checks", "… checks")]}, {
        insta::assert_snapshot!(name, shown(&output));
    });
    assert_eq!(output.status.code(), Some(code));
}

#[rstest]
#[case::million_characters("W:W".to_string() + &"1,".repeat(500_000))]
#[case::ten_thousand_pieces(format!("W:W{}:B1", vec!["22"; 10_000].join(",")))]
#[case::ten_thousand_ranges(format!("W:W{}:B1", vec!["1-32"; 800].join(",")))]
#[case::controls("W:W\u{1}22\u{7f}:B1".to_string())]
#[case::emoji("W:W⛀22:B1".to_string())]
fn huge_and_odd_positions_are_refused(#[case] fen: String) {
    // Longer than a command line may be in one piece: through the adapter.
    let request = serde_json::json!({"id": 1, "do": "moves", "rules": "english", "position": fen});
    let output = damero_in(&root(), &["adapter"], format!("{request}\n").as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one line of JSON");
    assert!(answer["refused"].is_array(), "{answer}");
    assert!(output.stdout.len() < 1000, "a message of {} bytes", output.stdout.len());
}

#[test]
fn a_failing_fixture_is_drawn_and_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wrong.yaml");
    let text = "topic: Wrong on purpose\nclauses: [teg/quality-law]\ncases:\n  - id: spanish.wrong.expectation\n    \
                variant: spanish/teg\n    why: The author forgot that a king must be taken first.\n    \
                position: \"W:W10,14:B15,K18\"\n    moves: [\"10x19\", \"14x23\"]\n    result: draw\n    reason: endgame\n    \
                after: \"B:W10,14:B15\"\n    illegal: {\"10-13\": wrong-way}\n";
    std::fs::write(&path, text).expect("written");
    let output = damero(&["check", path.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(1));
    let folder_name = folder.path().display().to_string();
    insta::with_settings!({filters => vec![(folder_name.as_str(), "…")]}, {
        insta::assert_snapshot!(shown(&output));
    });
    let output = damero(&["check", "--format", "jsonl", path.to_str().expect("a path")]);
    insta::with_settings!({filters => vec![
        (folder_name.as_str(), "…"),
        (r"\d+\.\d+\.\d+", "…"),
        (r#""(suite|selection)":"[0-9a-f]{16}""#, r#""$1":"…""#),
        (r#""rules":\[[^\]]*\]"#, r#""rules":[…]"#),
    ]}, {
        insta::assert_snapshot!("a_failing_fixture_as_json_lines", shown(&output));
    });
}

#[test]
fn perft_compares_with_what_is_published() {
    let output = damero(&["perft", "-r", "russian/guide", "-d", "5", "--json", "--divide", "--threads", "2"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["nodes"], 7482);
    assert_eq!(answer["published"]["nodes"], 7482);
    assert_eq!(answer["divide"].as_array().map(Vec::len), Some(7));
    for (by, nodes) in [("result", "929899"), ("path", "929905")] {
        let output = damero(&["perft", "-r", "russian", "-d", "8", "--by", by]);
        assert!(
            String::from_utf8_lossy(&output.stdout)
                .starts_with(&format!("{nodes} nodes at depth 8 by-{by}, as published"))
        );
    }
    let output = damero(&["perft", "-r", "english", "-d", "0"]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("1 node "));
}

#[rstest]
#[case("english")]
#[case("international")]
#[case("brazilian")]
#[case("russian")]
#[case("spanish")]
#[case("turkish")]
fn recorded_games_replay_without_a_problem(#[case] variant: &str) {
    let output = damero(&["replay", &format!("fixtures/games/{variant}.pdn")]);
    let text = shown(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(" 0 problems"), "{text}");
}

/// A game that was set up drawn is a drawn one, though it goes on.
#[test]
fn a_replay_sees_a_game_that_was_set_up_drawn() {
    let game = b"[FEN \"W:WKa1:BKh8\"]\n1. a1-a5 h8-g8 2. a5-a1 *";
    let output = damero_in(&root(), &["replay", "-r", "turkish/tudaf", "-"], game);
    let text = String::from_utf8_lossy(&output.stdout);
    let expected = "1 game, 3 plies, 0 problems\n\
                    the rules decide 1 game: White wins 0, Black wins 0, drawn 1\n\
                    1 game reached an automatic draw\n";
    assert_eq!(text, expected, "{}", shown(&output));
}

/// What `replay` says of a text on its standard input, and its exit code.
fn replayed(text: &[u8], more: &[&str]) -> (Option<i32>, String) {
    let output = damero_in(&root(), &[&["replay", "-", "--ascii"], more].concat(), text);
    (output.status.code(), shown(&output))
}

#[test]
fn what_people_write_is_read_with_one_warning_for_each_kind() {
    let game = "[GameType \"21\"]\n[Result “*”]\n\n1. 11x15 22–18 2. 15-22 25-18 *\n\n";
    let text = game.repeat(3);
    let (code, said) = replayed(text.as_bytes(), &[]);
    assert_eq!(code, Some(0), "{said}");
    for line in [
        "warning: 9 moves are written with the wrong sign between their squares, e.g. game 1, ply 1, line 4: `11x15` is a \
         quiet move\n",
        "warning: EN DASH (U+2013) is read as `-`, 3 times, e.g. game 1, line 4\n",
        "warning: LEFT DOUBLE QUOTATION MARK (U+201C) is read as `\"`, 3 times, e.g. game 1, line 2\n",
        "3 games, 12 plies, 0 problems",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert_eq!(said.matches("warning: ").count(), 4, "{said}");
    let (code, said) = replayed(text.as_bytes(), &["--strict"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("-: line 4, column 4: `11x15` is a quiet move\n"), "{said}");
    assert!(said.contains("3 games, 12 plies, 18 problems") && !said.contains("warning"), "{said}");
}

#[rstest]
#[case::old("[GameType \"25,W,8,8,A1,0\"]\n1. c3-d4 f6-g5 *", &[], "1 game has a GameType tag that says otherwise")]
#[case::turned("[GameType \"25\"]\n1. 22-17 11-15 *", &[], "else no move fits: square 1 is b8, not a1, e.g. game 1, line 1")]
#[case::site("[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 18-23 *", &[], "square 1 is b10, not i1")]
#[case::given("[GameType \"20,W,10,10,N1,0\"]\n1. 32-28 18-23 *", &["-r", "international"], "corner: found 1, expected 2")]
#[case::pool("[GameType \"23,B,8,8,A1,1\"]\n1. 11-15 *", &[], "notation: found A, expected N")]
#[case::tail("[GameType \"25, draughts\"]\n1. c3-d4 *", &[], "character 5: found `draughts`")]
fn the_number_of_a_game_type_decides(#[case] text: &str, #[case] more: &[&str], #[case] warning: &str) {
    let (code, said) = replayed(text.as_bytes(), more);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("warning: ") && said.contains(warning) && said.contains(" 0 problems"), "{said}");
}

#[rstest]
#[case::another_game("[GameType \"21\"]\n1. 32-28 *", &["-r", "international"])]
#[case::another_board("[GameType \"20,W,8,8,N2,0\"]\n1. 32-28 *", &[])]
#[case::no_number("[GameType \"draughts\"]\n1. 32-28 *", &["-r", "international"])]
fn a_game_type_of_another_game_is_a_problem(#[case] text: &str, #[case] more: &[&str]) {
    let (code, said) = replayed(text.as_bytes(), more);
    assert_eq!(code, Some(1), "{said}");
}

/// A file that breaks off in the middle of its last game, and files whose games end without a result on purpose.
#[rstest]
#[case::result_in_the_tag("[Result \"0-1\"]\n1. 11-15 22-18 2.", 1, "line 2, column 16 (game 1): the game ends here")]
#[case::tags_alone(
    "1. 11-15 *\n[Event \"x\"]\n[Result \"0-1\"]\n",
    1,
    "line 3, column 1 (game 2): the file ends behind the tags"
)]
#[case::others_have_one("1. 11-15 1-0\n1. 9-13 1-0\n1. 11-15 22-18", 1, "the games before it have")]
#[case::fragment("1. 11-15 22-18", 0, "1 game, 2 plies, 0 problems")]
#[case::tags_only_everywhere(
    "[Result \"1-0\"]\n1. 11-15\n[Result \"0-1\"]\n1. 9-13\n",
    0,
    "2 games, 2 plies, 0 problems"
)]
#[case::in_the_middle(
    "[Result \"1-0\"]\n1. 11-15\n[Result \"0-1\"]\n1. 9-13 0-1\n",
    0,
    "warning: 1 game has a result in the tag and none at the end, e.g. game 1, line 2"
)]
#[case::setup_alone("[FEN \"B:W18:B15\"]\n", 0, "1 game, 0 plies, 0 problems")]
#[case::unfinished("[Result \"*\"]\n1. 11-15 22-18", 0, "1 game, 2 plies, 0 problems")]
fn a_file_that_is_cut_off_is_said_to_be(#[case] text: &str, #[case] expected: i32, #[case] says: &str) {
    let (code, said) = replayed(text.as_bytes(), &["-r", "english"]);
    assert_eq!(code, Some(expected), "{said}");
    assert!(said.contains(says), "{said}");
    assert_eq!(said.contains("the file is cut off, or the result is missing"), expected == 1, "{said}");
}

#[test]
fn most_ways_to_cut_a_file_are_seen() {
    let text = std::fs::read(root().join("fixtures/games/english.pdn")).expect("readable");
    // Only where a game has just ended is nothing missing.
    let unseen = (20..text.len()).step_by(97).filter(|at| replayed(&text[..*at], &["-q"]).0 == Some(0)).count();
    assert!(unseen <= 2, "{unseen}");
}

#[test]
fn a_position_in_other_numbers_is_shown_in_those_of_the_rules() {
    let output = damero(&["moves", "-r", "russian", "W:W29,30,21:B1,2,3"]);
    let said = shown(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    // b8 is 1, d8 2, f8 3; a1 is 29, c1 30, and the third row begins with a3, 21.
    assert!(said.contains("with square 1 at b8, as some programs count, it is one: W:Wa1,c1,a3:Bb8,d8,f8"), "{said}");
    let output = damero(&["moves", "-r", "english", "W:W1,22,22:B30"]);
    assert!(!shown(&output).contains("as some programs count"), "{}", shown(&output));
}

#[test]
fn a_single_move_is_read_with_a_note() {
    let explain = |position: &str, text: &str| {
        let output = damero(&["explain", "-r", "russian", position, text, "--ascii"]);
        (output.status.code(), shown(&output))
    };
    let (code, said) = explain("start", "с3x\u{64}4");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("c3-d4 is legal under russian\n"), "{said}");
    assert!(said.contains("Note: `с3xd4` is a quiet move\n"), "{said}");
    assert!(said.contains("Note: CYRILLIC SMALL LETTER ES (U+0441) is read as `c`\n"), "{said}");
    let (code, said) = explain("W:WKa1:Bc3,f6", "a1xe5xg7");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = explain("[FEN \"W:WKa1:Bc3,f6,\"]", "1. a1–e5–g7");
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = explain("start", "c3xe5");
    assert_eq!(code, Some(1), "{said}");

    let output = damero(&["moves", "-r", "english", "start", "--played", "1. 11x15", "22–18", "15-22", "--ascii"]);
    let said = shown(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("Note: ply 1, `1. 11x15`: the sign between the squares is the wrong one\n"), "{said}");
    assert!(said.contains("Note: ply 3, `15-22`: "), "{said}");
    let request = r#"{"id":1,"do":"apply","rules":"english","position":"start","played":["11x15","22-18","15-22"]}"#;
    let output = damero_in(&root(), &["adapter"], format!("{request}\n").as_bytes());
    assert!(shown(&output).contains("W:W21,23,24,25"), "{}", shown(&output));
}

#[test]
fn house_rules_are_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("house.yaml");
    let text = "rulebook: english/house\nextends: english\nsources: [kondavo]\ntitle: {en: House, es: Casa}\nparameters:\n  \
                man-captures: {value: [forward-diagonal, backward-diagonal]}\n";
    std::fs::write(&path, text).expect("written");
    let output = damero(&["moves", "-r", path.to_str().expect("a path"), "W:W15:B18,1", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["moves"][0]["text"], "15x22", "men capture backward at this house: {answer}");
}

/// The reason, the clauses cited, and the parameters the document is silent on: only what decides this move.
#[rstest]
#[case::man_too_far("international/fmjd", "start", "31-22", "too-far", &["fmjd/3-4-man-move"], &[])]
#[case::man_too_far_orthogonally("turkish/tudaf", "start", "a3-a5", "too-far", &["tudaf/r-man-moves"], &[])]
#[case::lands_next_to_it("thai/mindsports", "W:WK1:B10", "1x19", "wrong-landing", &["mindsports-thai/king-lands-behind"], &[])]
#[case::halts_behind_a_king("killer/mindsports", "W:WK46:BK37", "46x23", "wrong-landing", &["mindsports/killer-halt"], &[])]
#[case::most_kings("spanish/teg", "W:W14:B18,K19", "14x21", "quality-law", &["teg/quality-law"], &[])]
#[case::most_pieces("spanish/teg", "W:W10,17:B14,23,21", "17x26", "quantity-law",
    &["teg/quantity-law", "teg/smaller-capture-refused"], &[])]
#[case::with_king("italian/fid", "W:WK24,21:B20,18", "21x14", "king-first", &["fid/6-7-with-king"], &[])]
#[case::kings_earlier("italian/fid", "W:WK23:BK19,10,20,K12", "23x7", "quality-law", &["fid/6-9-earliest-kings"], &[])]
#[case::value("frisian/wfd", "W:W36,39:B31,K33", "36x27", "value-law", &["wfd/11-value"], &[])]
#[case::equal_value("frisian/wfd", "W:WK36,49:B31,43", "49x38", "king-first", &["wfd/12-king-first"], &[])]
#[case::a_man_goes_on("international/fmjd", "W:W37:B32,23", "37x28", "must-continue", &["fmjd/4-5-man-chain"], &[])]
#[case::a_king_goes_on("international/fmjd", "W:WK37:B32,23", "37x28", "must-continue", &["fmjd/4-6-king-chain"], &[])]
#[case::only_kings_spoken_of("russian/idf", "W:Wc3:Bd4,f6", "c3xe5", "must-continue", &[], &["chain-duty"])]
#[case::silent("russian/fsr", "W:Wc3,g3:Bd4", "g3-h4", "capture-is-compulsory", &[], &["capture-duty"])]
#[case::turn("english/wcdf", "start", "22-18", "not-your-piece", &["wcdf/1-13-red-begins"], &[])]
#[case::over("turkish/tudaf", "W:Wa1:Bh8", "a1-a2", "game-over", &["tudaf/r-one-piece-each"], &[])]
#[case::legal_step("english/wcdf", "start", "11-15", "", &["wcdf/1-15-man-move"], &[])]
#[case::legal_more_kings("spanish/teg", "W:W14:B18,K19", "14x23", "", &["teg/quality-law"], &[])]
#[case::legal_free_choice("international/fmjd", "W:W33,38:B28,29", "33x24", "", &["fmjd/4-14-free-choice"], &[])]
#[case::legal_and_silent("russian/guide", "W:Wd6:Be7,g7,e3", "d6xd2", "", &["guide/choice-free"],
    &["crowning-in-capture"])]
fn explain_cites_what_decides(
    #[case] rules: &str,
    #[case] position: &str,
    #[case] asked: &str,
    #[case] reason: &str,
    #[case] clauses: &[&str],
    #[case] silent_on: &[&str],
) {
    let output = damero(&["explain", "-r", rules, position, asked, "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["legal"], reason.is_empty(), "{answer}");
    assert_eq!(answer["reason"].as_str().unwrap_or_default(), reason, "{answer}");
    assert_eq!(output.status.code(), Some(i32::from(!reason.is_empty())));
    let listed = |list: &str, key: &str| -> Vec<String> {
        let items = answer[list].as_array().expect("a list").iter();
        items.map(|item| item[key].as_str().expect("text").to_string()).collect()
    };
    assert_eq!(listed("clauses", "id"), clauses, "{answer}");
    assert_eq!(listed("silent_on", "parameter"), silent_on, "{answer}");
}

/// A rulebook whose clauses do not state one of its criteria, and a clause with criteria that is about something else.
#[test]
fn criteria_have_clauses_that_state_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("house.yaml");
    let text = "rulebook: spanish/house\nextends: spanish\nsources: [teg]\ntitle: {en: House, es: Casa}\nparameters:\n  \
                capture-priority: {value: [most-pieces, with-king], clauses: [teg/quantity-law, teg/quality-law]}\n";
    std::fs::write(&path, text).expect("written");
    let output = damero(&["moves", "-r", path.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(3));
    let told = shown(&output);
    assert!(told.contains("no clause cited here states the criterion `with-king`"), "{told}");

    let sources = folder.path().join("suite/sources");
    std::fs::create_dir_all(&sources).expect("made");
    let source = "source: mine\ntitle: {en: Mine, es: Mía}\nlanguage: en\nedition: {en: mine, es: mía}\nabout: {en: Mine, es: Mía}\n\
                  clauses:\n  - id: mine/one\n    games: [spanish]\n    fixes: [chain-duty]\n    criteria: [most-kings]\n    \
                  decided-by: position\n    en: One.\n    es: Uno.\n";
    std::fs::write(sources.join("mine.yaml"), source).expect("written");
    let suite = folder.path().join("suite");
    let output = damero(&["moves", "-r", "spanish", "--fixtures", suite.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(3));
    let told = shown(&output);
    assert!(told.contains("the clause has `criteria` but does not fix `capture-priority`"), "{told}");
}

#[test]
fn outside_a_checkout_the_suite_inside_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_damero"))
        .args(["check", "--quiet"])
        .current_dir(folder.path())
        .env_remove("DAMERO_FIXTURES")
        .output()
        .expect("the program runs");
    let text = shown(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(" passed, 0 failed"), "{text}");
}

#[test]
fn the_adapter_answers_every_line_and_goes_on() {
    let lines = [
        r#"{"id":0,"do":"hello","protocol":[1],"harness":"test"}"#,
        r#"{"id":1,"do":"moves","rules":"spanish/teg","position":"start"}"#,
        "this is no JSON",
        r#"{"id":2,"do":"dance"}"#,
        r#"{"id":3,"do":"moves","rules":"klingon","position":"start"}"#,
        r#"{"id":4,"do":"moves","rules":"english","position":"W:W99:B1"}"#,
        r#"{"id":"five","do":"status","rules":"english/grandpas","position":"start","event":{"is":"resignation","by":"black"}}"#,
        r#"{"id":6,"do":"apply","rules":"russian","position":"start","played":["c3-d4","d6-c5"]}"#,
        r#"{"id":7,"do":"apply","rules":"russian","position":"start","played":["c3-c4"]}"#,
        r#"{"id":8,"do":"perft","rules":"brazilian/guide","position":"start","depth":5}"#,
        r#"{"id":9,"do":"perft","rules":"english","position":"start","depth":1000}"#,
        r#"{"id":10,"do":"moves","rules":"spanish/kondavo","position":"W:Wb3:Bg8","squares":"algebraic"}"#,
        r#"{"id":11,"do":"moves","rules":"russian","position":"W:W32:B1","squares":"top-left"}"#,
        r#"{"id":12,"do":"explain","rules":"english","position":"start","move":"9-18"}"#,
        "",
        "null",
    ];
    let output = damero_in(&root(), &["adapter"], (lines.join("\n") + "\n").as_bytes());
    insta::with_settings!({filters => vec![(r#""rules":\[[^\]]*\]"#, r#""rules":[…]"#)]}, {
        insta::assert_snapshot!(shown(&output));
    });
}

#[test]
fn the_adapter_bears_hostile_lines() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend(b"\n{\"id\":1,\"do\":\"moves\",\"rules\":\"english\",\"position\":\"start\"}\n\xff\xfe\n[[[[\n");
    input.extend("[".repeat(100_000).as_bytes());
    input.extend(b"\n{\"id\":2,\"do\":\"moves\",\"rules\":\"english\",\"position\":\"start\"}");
    let output = damero_in(&root(), &["adapter"], &input);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 6, "one answer for each line");
    assert!(answers[0]["error"].as_str().is_some_and(|error| error.contains("longer than")));
    assert_eq!(answers[1]["moves"].as_array().map(Vec::len), Some(7));
    assert_eq!(answers[5]["moves"].as_array().map(Vec::len), Some(7), "the last line needs no line end");
}

/// Pages of documents and games that are no more go; what people have written stays.
#[test]
fn generated_pages_come_and_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |path: &str| folder.path().join(path);
    let docs = |more: &[&str]| {
        let there = folder.path().to_str().expect("a path");
        damero(&[&["docs", "--fixtures", "harness/tests/docs_suite", "--folder", there], more].concat())
    };
    let written = docs(&[]);
    assert_eq!(written.status.code(), Some(0), "{}", shown(&written));
    let generated = std::fs::read_to_string(at("en/sources/alpha.md")).expect("a page");
    let by_hand = format!("# Notes\n\n{generated}");
    for (path, text) in [
        ("en/sources/gone.md", &generated),
        ("es/discrepancias/gone.md", &generated),
        ("en/sources/notes.md", &by_hand),
        ("en/sources/page.txt", &generated),
        ("mine.md", &by_hand),
        ("elsewhere.md/gone.md", &generated),
    ] {
        let path = at(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let stays =
        ["en/sources/notes.md", "en/sources/page.txt", "mine.md", "elsewhere.md/gone.md", "en/sources/alpha.md"];
    let goes = ["en/sources/gone.md", "es/discrepancias/gone.md"];

    let checked = docs(&["--check"]);
    assert_eq!(checked.status.code(), Some(1), "{}", shown(&checked));
    let told = String::from_utf8_lossy(&checked.stderr).into_owned();
    assert_eq!(told.lines().count(), goes.len(), "{told}");
    for path in goes {
        assert!(told.contains(&format!("{}: not generated any more", at(path).display())), "{told}");
        assert!(at(path).exists(), "looking removes nothing");
    }
    let cleaned = docs(&[]);
    assert_eq!(cleaned.status.code(), Some(0), "{}", shown(&cleaned));
    assert!(goes.iter().all(|path| !at(path).exists()), "{}", shown(&cleaned));
    assert!(stays.iter().all(|path| at(path).exists()), "{}", shown(&cleaned));
    assert_eq!(docs(&["--check"]).status.code(), Some(0));

    // A page by hand where one is to be written: nothing at all is written or removed.
    std::fs::write(at("en/sources/alpha.md"), &by_hand).expect("written");
    std::fs::write(at("en/sources/gone.md"), &generated).expect("written");
    for more in [&[][..], &["--check"]] {
        let refused = docs(more);
        assert_eq!(refused.status.code(), Some(2), "{}", shown(&refused));
        assert_eq!(std::fs::read_to_string(at("en/sources/alpha.md")).expect("the page"), by_hand);
        assert!(at("en/sources/gone.md").exists());
    }
}

/// Of very many faults the first are shown and the others counted.
#[test]
fn many_faults_are_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let keys: String = (0..20_000).map(|number| format!("k{number}: 1\n")).collect();
    std::fs::write(folder.path().join("keys.yaml"), keys).expect("written");
    let output = damero_in(folder.path(), &["lint", "keys.yaml", "--format", "short"], b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(text.lines().count(), 101);
    assert!(text.ends_with("keys.yaml: 19,902 more problems\n"), "{text}");
}

/// A folder of the suite that is not there is no empty suite.
#[rstest]
#[case::moves(&["moves", "-r", "english", "start"])]
#[case::check(&["check"])]
#[case::adapter(&["adapter"])]
fn a_missing_suite_is_said(#[case] command: &[&str]) {
    let arguments: Vec<&str> = command.iter().copied().chain(["--fixtures", "no/such/folder"]).collect();
    let output = damero(&arguments);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "error: no/such/folder: no such file or folder\n");
}

/// What a file says does not speak to the terminal.
#[test]
fn a_file_commands_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "topic: T\nclauses: [\"a\\e[31m/b\"]\ncases: []\n";
    std::fs::write(folder.path().join("escapes.yaml"), text).expect("written");
    for format in ["short", "full"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
        command.args(["lint", "escapes.yaml", "--format", format]).current_dir(folder.path());
        // As on a terminal: colours are written, and nothing is taken out on the way.
        let output = command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").output().expect("the program ends");
        let said = [output.stdout, output.stderr].concat();
        assert_eq!(output.status.code(), Some(3));
        assert!(!String::from_utf8_lossy(&said).contains("a\u{1b}[31m/b"), "{format}: {said:?}");
    }
}
