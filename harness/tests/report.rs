//! Reports of results: every form of them of one small run made by hand, which has all that a run can have; files that
//! must be refused; and the command.

use damero::files::Origin;
use damero::lint;
use damero::protocol::{Ability, Level};
use damero::record::{
    Counts, Difference, Implementation, Known, KnownAs, Line, Record, Results, Run, Shard, Summary, Tally, Word,
};
use damero::report::merge::{self, ResultsFile};
use damero::report::scoreboard::Scoreboard;
use damero::report::{badge, github, html, jsonl, junit, markdown, tap, text};
use damero::suite::{Load, Suite};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// A suite with a few clauses, so that nothing here changes when a document is read better.
fn suite() -> Suite {
    let load = Load { cases: Some(Vec::new()), rulebooks: Vec::new() };
    lint::load(&Origin::Folder(folder("tests/docs_suite")), load).expect("readable")
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("report_snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

/// A check of a case, passed.
fn passed(case: &str, rules: &str, level: Level, topic: &str) -> Record {
    let variant = rules.split('/').next().unwrap_or(rules).to_string();
    Record {
        case: case.to_string(),
        rules: rules.to_string(),
        file: format!("fixtures/cases/{variant}/{}.yaml", topic.split(' ').next().unwrap_or(topic).to_lowercase()),
        variant,
        topic: topic.to_string(),
        level,
        clauses: texts(&["alpha/moves"]),
        status: "normative".to_string(),
        line: 12,
        column: 9,
        ..Record::default()
    }
}

/// The same, with another verdict.
fn bad(verdict: Word, message: &str, record: Record) -> Record {
    Record {
        verdict,
        why: Some("The man on 18 must take: a capture is never left out.".to_string()),
        position: Some("W:W18,K30:B14,K5".to_string()),
        message: Some(message.to_string()),
        ..record
    }
}

fn failed(why: &str, position: &str, differences: Vec<Difference>, record: Record) -> Record {
    Record {
        verdict: Word::Fail,
        why: Some(why.to_string()),
        position: Some(position.to_string()),
        differences,
        ..record
    }
}

fn difference(what: &str, ply: usize, position: &str, expected: &[&str], actual: &[&str]) -> Difference {
    Difference {
        what: what.to_string(),
        ply,
        position: Some(position.to_string()),
        expected: texts(expected),
        actual: texts(actual),
        notes: Vec::new(),
    }
}

fn known(is: KnownAs, reason: &str, record: Record) -> Record {
    Record { baseline: Some(Known { is, reason: reason.to_string() }), ..record }
}

/// What an implementation may say of itself, with every sign that means something somewhere.
const EVIL: &str = "</script><script>alert(1)</script> 100% ::error::x, y: ]]> \"'`*_| # SKIP @all\r\n... \u{1b}[31m";

/// One run with all there is: every verdict, boards of every kind, men and kings of both sides.
fn records() -> Vec<Record> {
    let english = "W:W18,K30:B14,K5";
    let mut moves = difference("moves", 0, english, &["18x9", "30-25", "30-26"], &["18-15", "30-25", "18-15"]);
    moves.notes = texts(&["18-15 is not legal: capture-is-compulsory; 18x9 is"]);
    let twice = |rules: &str| {
        failed(
            "The man must take.",
            english,
            vec![moves.clone()],
            passed("english.capture.first", rules, Level::Moves, "Captures"),
        )
    };
    let turkish = "W:Wa2,e2:Ba3,e3,f4,Kh7";
    let russian = "B:Wc3,e3:Bd6";
    let after = "W:Wc3,e3:Be5";
    vec![
        passed("english.start.seven", "english/alpha", Level::Moves, "Board and start"),
        // One case under two rulebooks with one answer.
        twice("english/alpha"),
        twice("english/beta"),
        failed(
            "e2 takes two, a2 one: the most must be taken.",
            turkish,
            vec![
                difference("moves", 0, turkish, &["e2xg4"], &["a2xa4", "e2xg4"]),
                difference("captures", 0, turkish, &["each move takes 2"], &["a2xa4 takes 1"]),
                difference("illegal", 0, turkish, &["a2xa4 refused: quantity-law"], &["a2xa4 legal"]),
            ],
            passed("turkish.majority.two", "turkish", Level::Moves, "Majority"),
        ),
        failed(
            "After d6-e5 nothing is taken.",
            russian,
            vec![
                difference("after", 1, after, &[after], &["B:Wc3,e3:Be5"]),
                difference("result", 2, "B:Wc3,d4:Be5", &["ongoing"], &["white-wins: no-move"]),
                difference("claim", 2, "B:Wc3,d4:Be5", &["repetition"], &[]),
            ],
            passed("russian.play.on", "russian", Level::Games, "Play"),
        ),
        failed(
            "A king on the great diagonal reaches nine squares.",
            "W:WK46:B5,K4",
            vec![difference("count", 0, "W:WK46:B5,K4", &["8"], &["9"])],
            passed("international.king.far", "international", Level::Moves, "Kings"),
        ),
        Record {
            status: "disputed".to_string(),
            ..failed(
                "Both ways take two.",
                "W:W45:B39,27,K1",
                vec![difference("includes", 0, "W:W45:B39,27,K1", &["45x33"], &[])],
                passed("canadian.capture.both", "canadian", Level::Moves, "Captures"),
            )
        },
        failed(
            "A man cannot stand where it would be crowned.",
            "W:W1:B32",
            vec![Difference {
                position: None,
                ..difference("rejects", 0, "", &["man-on-crowning-row"], &["accepted"])
            }],
            passed("english.refused.crowned", "english/alpha", Level::Notation, "Notation"),
        ),
        Record {
            verdict: Word::Differs,
            status: "silent".to_string(),
            not_compared: Some("it names no captured squares".to_string()),
            ..failed(
                "No document says.",
                english,
                vec![difference("excludes", 0, english, &[], &["18-15"])],
                passed("english.silent.one", "english/beta", Level::Moves, "Captures"),
            )
        },
        Record {
            composed: true,
            ..bad(
                Word::Refused,
                "refuses the position: too-many-pieces",
                passed("english.composed.many", "english/beta", Level::Moves, "Captures"),
            )
        },
        bad(
            Word::Refused,
            "refuses the position",
            passed("english.refused.possible", "english/beta", Level::Moves, "Captures"),
        ),
        Record {
            verdict: Word::Unsupported,
            message: Some("does not claim thai".to_string()),
            ..passed("thai.start.one", "thai", Level::Moves, "Board and start")
        },
        Record {
            verdict: Word::Unsupported,
            message: Some("does not claim draws".to_string()),
            ..passed("english.draws.forty", "english/alpha", Level::Draws, "Draws")
        },
        bad(
            Word::Unanswered,
            "claims it, and says: no kings yet",
            passed("english.king.one", "english/alpha", Level::Moves, "Kings"),
        ),
        bad(Word::Error, EVIL, passed("english.king.two", "english/alpha", Level::Moves, "Kings")),
        bad(
            Word::Crash,
            "ended with exit status 1",
            passed("english.king.three", "english/alpha", Level::Moves, "Kings"),
        ),
        bad(Word::Timeout, "no answer in 10 s", passed("english.king.four", "english/alpha", Level::Moves, "Kings")),
        bad(Word::Violation, "line 3 is no JSON", passed("english.king.five", "english/alpha", Level::Moves, "Kings")),
        known(
            KnownAs::KnownFailure,
            "reported upstream # 7",
            bad(Word::Error, "IndexError", passed("english.king.six", "english/alpha", Level::Moves, "Kings")),
        ),
        known(
            KnownAs::UnexpectedPass,
            "mended in 1.2?",
            passed("english.king.seven", "english/alpha", Level::Moves, "Kings"),
        ),
        known(
            KnownAs::OtherOutcome,
            "fails by one move",
            bad(Word::Crash, "ended by signal 9", passed("english.king.eight", "english/alpha", Level::Moves, "Kings")),
        ),
    ]
}

fn results(name: &str, version: &str, records: Vec<Record>) -> Results {
    Results {
        run: Run {
            damero: "0.1.0".to_string(),
            suite: "5f0e2a61".to_string(),
            implementation: Implementation {
                name: name.to_string(),
                version: version.to_string(),
                language: "python".to_string(),
                homepage: Some("https://example.org/kings?a=1&b=2".to_string()),
                rules: texts(&["english", "russian", "turkish", "international", "canadian"]),
                answers: Ability::ALL.to_vec(),
                levels: vec![Level::Moves, Level::Games, Level::Notation],
                ..Implementation::default()
            },
            selected: records.len(),
            selection: "9a3c".to_string(),
            shard: None,
            command: "damero check --adapter 'python3 mine.py'".to_string(),
        },
        summary: Summary {
            tally: Tally::of(&records),
            notices: texts(&["the adapter died once, and not again: 50%"]),
            faults: Vec::new(),
        },
        records,
    }
}

fn sample() -> Results {
    let mut results = results("Kings & Men", "1.2", records());
    results.summary.faults.push("the adapter failed 3 times; the last time: 100% <gone>\n::error::x".to_string());
    results
}

fn perfect() -> Results {
    let all = records();
    let records = all
        .into_iter()
        .map(|record| match record.variant.as_str() {
            "english" => passed(&record.case, &record.rules, record.level, &record.topic),
            _ => Record {
                verdict: Word::Unsupported,
                ..passed(&record.case, &record.rules, record.level, &record.topic)
            },
        })
        .collect();
    let mut results = results("flawless", "2.0", records);
    results.run.implementation.rules = texts(&["english"]);
    results.run.implementation.homepage = Some("javascript:alert(1)".to_string());
    results.summary.notices.clear();
    results
}

/// As many failures as one likes, in so many files of so many variants.
fn many(failures: usize, files: usize) -> Vec<Record> {
    let variants: Vec<&str> = damero_engine::variants::ALL.iter().map(|variant| variant.name).collect();
    (0..failures)
        .map(|index| {
            let file = index % files;
            let rules = variants[file % variants.len()];
            let record = passed(&format!("{rules}.many.case-{index}"), rules, Level::Moves, &format!("Topic {file}"));
            let position = "start";
            let long = "A reason of the usual length, which says what stands where and why one move alone is left.";
            let moves = difference("moves", 0, position, &["11-15", "12-16", "10-14"], &["11-15", "9-13"]);
            let file = format!("fixtures/cases/{rules}/topic-{file}.yaml");
            Record { file, line: index + 1, ..failed(long, position, vec![moves], record) }
        })
        .collect()
}

#[test]
fn the_sample_has_everything() {
    let records = records();
    let verdicts: BTreeSet<Word> = records.iter().map(|record| record.verdict).collect();
    assert_eq!(verdicts.len(), 10, "every verdict is there");
    let counts: Vec<Counts> = records.iter().map(Record::counts_as).collect();
    for count in [Counts::Passed, Counts::Failed, Counts::Known, Counts::Excused, Counts::Unsupported] {
        assert!(counts.contains(&count), "{count:?}");
    }
}

/// Every report says of what is wrong on the turned board alone that it is about that board.
#[test]
fn every_report_speaks_of_the_turned_board() {
    const WORDS: &str = "with the board turned and the colours swapped";
    let failed = failed(
        "The man on e3 takes f4.",
        "B:Wc5:Bd6",
        vec![difference("moves", 0, "B:Wc5:Bd6", &["d6xb4"], &[])],
        passed("russian.capture.both-colours", "russian", Level::Moves, "Captures"),
    );
    let turned = Record { turned: true, ..failed.clone() };
    let [results, plain] = [turned, failed].map(|record| results("Kings & Men", "1.2", vec![record]));
    let suite = suite();
    let write = |results: &Results| {
        let page = html::write(&suite, std::slice::from_ref(results));
        let many = Results {
            records: (0..20)
                .map(|number| Record {
                    case: format!("{}-{number}", results.records[0].case),
                    ..results.records[0].clone()
                })
                .collect(),
            ..results.clone()
        };
        [
            text::write(&suite, results, text::Options::default()),
            junit::write(&suite, results),
            github::write(&suite, results),
            github::write(&suite, &many),
            github::job_summary(&suite, results),
            tap::write(&suite, results),
            markdown::write(&suite, results),
            page,
        ]
    };
    for (index, (with, without)) in write(&results).iter().zip(write(&plain)).enumerate() {
        assert!(with.contains(WORDS), "report {index}: {with}");
        assert!(!without.contains(WORDS), "report {index}: {without}");
    }
}

#[test]
fn junit_is_what_it_was() {
    snapshot("junit", &junit::write(&suite(), &sample()));
}

#[test]
fn junit_reads_back() {
    let results = sample();
    let text = junit::write(&suite(), &results);
    let report = Report::deserialize_from_str(&text).expect("well-formed JUnit");
    let names: Vec<&str> = report.test_suites.iter().map(|tests| tests.name.as_str()).collect();
    assert_eq!(names, ["english", "international", "russian", "turkish", "canadian", "thai", "the run as a whole"]);
    assert_eq!(report.tests, results.records.len() + 2);
    assert!(!text.contains(" time=") && !text.contains("timestamp="), "results have no times");
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for case in report.test_suites.iter().flat_map(|tests| &tests.test_cases) {
        let kind = match &case.status {
            TestCaseStatus::Success { .. } => "success",
            TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => "failure",
            TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => "error",
            TestCaseStatus::Skipped { .. } => "skipped",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    // Error, crash, timeout, violation, and a crash that the baseline has otherwise; skipped are two that are not
    // claimed, two excused, one known. The run as a whole has its notices, which pass, and a fault.
    assert_eq!(kinds, BTreeMap::from([("success", 2), ("failure", 10), ("error", 6), ("skipped", 5)]));
    assert_eq!(report.failures + report.errors, results.summary.tally.failed + 1);
    assert!(!text.contains('\u{1b}') && !text.contains("]]>"));
}

#[test]
fn github_is_what_it_was() {
    let mut few = sample();
    few.records.truncate(5);
    few.summary = Summary { tally: Tally::of(&few.records), ..few.summary };
    snapshot("github", &github::write(&suite(), &few));
    snapshot("github-by-file", &github::write(&suite(), &sample()));
}

/// The annotations of a report, as GitHub reads them: level, properties, message.
fn annotations(text: &str) -> Vec<(String, BTreeMap<String, String>, String)> {
    text.lines()
        .map(|line| {
            let rest = line.strip_prefix("::").expect("every line is a command");
            let (head, message) = rest.split_once("::").expect("a message");
            let (level, properties) = head.split_once(' ').expect("properties");
            let unescape = |text: &str| {
                let text = text.replace("%0A", "\n").replace("%0D", "\r").replace("%3A", ":").replace("%2C", ",");
                text.replace("%25", "%")
            };
            let properties = properties
                .split(',')
                .map(|property| property.split_once('=').expect("a name and a value"))
                .map(|(name, value)| (name.to_string(), unescape(value)))
                .collect();
            (level.to_string(), properties, unescape(message))
        })
        .collect()
}

#[test]
fn github_shows_at_most_ten_annotations() {
    for (failures, files, notices, expected) in
        [(0, 1, 0, 0), (10, 10, 0, 10), (11, 3, 0, 3), (10, 2, 1, 3), (30, 10, 0, 10), (60, 30, 0, 10), (60, 30, 3, 10)]
    {
        let mut results = results("many", "1", many(failures, files));
        results.summary.notices = (0..notices).map(|n| format!("notice {n}")).collect();
        let found = annotations(&github::write(&suite(), &results));
        let what = format!("{failures} failures in {files} files, {notices} notices");
        assert_eq!(found.len(), expected, "{what}");
        let errors: Vec<_> = found.iter().filter(|(level, ..)| level == "error").collect();
        assert_eq!(found.len() - errors.len(), usize::from(notices > 0), "{what}");
        for (_, properties, message) in &errors {
            assert!(!message.is_empty() && properties.contains_key("title"), "{what}");
        }
        if files == 30 {
            // Two failures in each file; the last annotation counts those of all files that have none.
            let shown = errors.len() - 1;
            let rest = &errors[shown].1;
            assert_eq!(rest["title"], format!("{} more failing checks in {} files", 2 * (30 - shown), 30 - shown));
            assert!(!rest.contains_key("file"));
            assert_eq!(errors[0].1["title"], "Topic 0: 2 failing checks");
        }
    }
}

#[test]
fn github_commands_hold_what_they_say() {
    let mut results = sample();
    results.records.retain(|record| record.verdict == Word::Error && record.baseline.is_none());
    results.records[0].file = "a:b,c%.yaml".to_string();
    let found = annotations(&github::write(&suite(), &results));
    assert_eq!(found.len(), 3);
    let (level, properties, message) = &found[0];
    assert_eq!((level.as_str(), properties["title"].as_str()), ("error", "Damero: the run as a whole"));
    assert_eq!(*message, results.summary.faults[0]);
    let (level, properties, message) = &found[1];
    assert_eq!(
        (level.as_str(), properties["file"].as_str(), properties["line"].as_str()),
        ("error", "a:b,c%.yaml", "12")
    );
    assert_eq!(properties["title"], "english.king.two under english/alpha: error");
    assert!(message.contains("100% ::error::x, y:"), "{message}");
    assert_eq!(found[2].2, "the adapter died once, and not again: 50%");
}

#[test]
fn job_summaries_hold_every_failure_and_stay_below_a_mebibyte() {
    let results = results("many", "1", many(3000, 20));
    let summary = github::job_summary(&suite(), &results);
    assert!(summary.len() < 900_000, "{}", summary.len());
    let missing = results.records.iter().filter(|record| !summary.contains(&format!("`{}`", record.case))).count();
    assert_eq!(missing, 0, "the whole list goes to the summary");
    let huge = github::job_summary(&suite(), &self::results("many", "1", many(20_000, 20)));
    assert!(huge.len() < 1_000_000, "{}", huge.len());
    assert!(huge.contains("- and "), "what does not fit is counted");
}

#[test]
fn tap_is_what_it_was() {
    snapshot("tap", &tap::write(&suite(), &sample()));
}

#[test]
fn tap_blocks_are_yaml_and_directives_are_no_accident() {
    let results = sample();
    let text = tap::write(&suite(), &results);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("TAP version 14"));
    assert_eq!(lines.next(), Some(format!("1..{}", results.records.len() + 1).as_str()));
    let mut block: Option<String> = None;
    let (mut points, mut blocks, mut todo, mut skip) = (0, 0, 0, 0);
    for line in lines {
        match (&mut block, line) {
            (None, "  ---") => block = Some(String::new()),
            (Some(yaml), "  ...") => {
                let value: serde_json::Value = serde_yaml::from_str(yaml).expect("YAML");
                assert!(value["message"].is_string() && value["rerun"].is_string(), "{value}");
                blocks += 1;
                block = None;
            }
            (Some(yaml), line) => *yaml += &format!("{}\n", line.strip_prefix("  ").unwrap_or(line)),
            (None, line) => {
                if line.starts_with('#') {
                    continue;
                }
                points += 1;
                let rest = line.strip_prefix("not ").unwrap_or(line);
                assert!(rest.starts_with(&format!("ok {points} - ")), "{line}");
                // A directive begins at a sign that is not escaped.
                let unescaped = line.replace("\\\\", "").replace("\\#", "");
                match unescaped.matches('#').count() {
                    0 => {}
                    1 if unescaped.contains("# TODO ") => todo += 1,
                    1 if unescaped.contains("# SKIP ") => skip += 1,
                    _ => panic!("{line}"),
                }
            }
        }
    }
    assert_eq!((points, blocks, todo, skip), (results.records.len() + 1, 18, 3, 2), "a line for the fault too");
}

#[test]
fn markdown_is_what_it_was() {
    snapshot("markdown", &markdown::write(&suite(), &sample()));
}

#[test]
fn markdown_fits_into_a_comment_and_folds_are_closed() {
    for failures in [3, 40, 5000] {
        let results = results("many", "1", many(failures, 30));
        let text = markdown::write(&suite(), &results);
        assert!(text.len() <= 65_536, "{failures}: {}", text.len());
        assert_eq!(text.matches("<details>").count(), text.matches("</details>").count(), "{failures}");
        assert_eq!(text.contains("| English | | 3 |"), failures == 40);
    }
}

#[test]
fn scoreboards_are_what_they_were() {
    let all = [sample(), perfect()];
    let board = Scoreboard::of(&all);
    let plain = |text: &str| anstream::adapter::strip_str(text).to_string();
    snapshot("scoreboard", &plain(&board.text(&all, true, 100)));
    snapshot("scoreboard-narrow", &plain(&board.text(&all, false, 30)));
    snapshot("scoreboard-markdown", &board.markdown(&all));
    snapshot("scoreboard-json", &board.json(&all));
    let files = badge::write(&board);
    snapshot("badges", &files.iter().map(|(name, text)| format!("{name}: {text}")).collect::<String>());
}

#[test]
fn scores_go_by_verdicts_and_not_by_a_baseline() {
    let board = Scoreboard::of(&[sample()]);
    let score = board.columns[0].all;
    // The known failure is one; the pass that the baseline did not expect is none.
    assert_eq!((score.passed, score.failed, score.excused, score.unsupported), (2, 15, 2, 2));
    assert!(board.rows.iter().all(|row| row.variant != "thai"), "nobody claims it");
}

#[test]
fn versions_of_one_implementation_have_names_of_their_own() {
    let all =
        [results("Kings", "1.0", records()), results("kings", "2.0", records()), results("other", "1", records())];
    assert_eq!(damero::report::scoreboard::ids(&all), ["kings-1-0", "kings-2-0", "other"]);
    let mut other = perfect();
    other.run.selection = "other".to_string();
    assert!(Scoreboard::of(&[sample(), other]).mixed);
    assert!(!Scoreboard::of(&[sample(), perfect()]).mixed);
}

/// The page without its style and script, which have tests of their own.
fn body(page: &str) -> String {
    let cut = |text: &str, from: &str, to: &str| {
        let (before, rest) = text.split_once(from).expect("there");
        let (_, after) = rest.split_once(to).expect("there");
        format!("{before}{from}…{to}{after}")
    };
    cut(&cut(page, "<style>", "</style>"), "<script>", "</script>")
}

#[test]
fn the_page_is_what_it_was() {
    let page = html::write(&suite(), &[sample(), perfect()]);
    // For the test in a real browser: tests/browser/run.mjs.
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.html"), &page).expect("written");
    snapshot("page", &body(&page));
}

/// The values of an attribute in a page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let opening = format!(" {name}=\"");
    page.split(&opening).skip(1).filter_map(|rest| rest.split_once('"')).map(|(value, _)| value).collect()
}

#[test]
fn every_link_of_the_page_leads_somewhere_and_nothing_comes_from_elsewhere() {
    let page = html::write(&suite(), &[sample(), perfect()]);
    let body = body(&page);
    let ids = attributes(&body, "id");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len(), "every id once");
    let links = attributes(&body, "href");
    assert!(links.len() > 40);
    for link in links {
        match link.strip_prefix('#') {
            Some(id) => assert!(unique.contains(id), "{link} leads nowhere"),
            None => assert!(["https://example.org/kings?a=1&amp;b=2", "data:,"].contains(&link), "{link}"),
        }
    }
    assert_eq!(attributes(&page, "src"), Vec::<&str>::new());
    let style = page.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>")).expect("a style").0;
    assert!(style.matches("url(").count() == style.matches("url(#").count() && !style.contains("@import"));
    for id in ["kings-men/english.capture.first/english/alpha", "kings-men/english.capture.first/english/beta"] {
        assert!(unique.contains(id), "{id} is a permanent address");
    }
}

#[test]
fn what_an_implementation_says_is_only_text_in_a_page() {
    let page = html::write(&suite(), &[sample(), perfect()]);
    assert!(!page.contains("<script>alert"), "a message became markup");
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert!(!page.contains("javascript:"), "a home page that is none became a link");
    assert!(page.contains("Kings &amp; Men"));
}

#[test]
fn topics_in_several_lines_lose_no_failure() {
    let mut results = sample();
    results.records.iter_mut().for_each(|record| record.topic.push_str("\n  and more"));
    let (page, before) = (html::write(&suite(), &[results]), html::write(&suite(), &[sample()]));
    assert_eq!(page.matches("<article").count(), before.matches("<article").count());
}

#[test]
fn pages_stay_small_whatever_fails() {
    let all: Vec<Results> = (0..12).map(|n| results(&format!("library-{n}"), "1", many(420, 150))).collect();
    let page = html::write(&suite(), &all);
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert!(page.matches("<article").count() > 600);
    for record in &all[11].records {
        let id = format!("id=\"library-11/{}/{}\"", record.case, record.rules);
        assert!(page.contains(&id), "{id} is drawn or listed");
    }
}

/// Results as a file, and read again.
fn file(path: &str, results: &Results) -> ResultsFile {
    merge::parse(path, jsonl::write(results).as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(path: &str, text: &str) -> String {
    match merge::parse(path, text.as_bytes()) {
        Ok(_) => panic!("taken:\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn not_merged(files: Vec<ResultsFile>) -> String {
    match merge::merge(files) {
        Ok(_) => panic!("put together"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn files_are_read_as_they_were_written() {
    let results = sample();
    assert_eq!(file("a.jsonl", &results).results, results);
    // Files of earlier versions have another name for what was not compared.
    let older = jsonl::write(&results).replace("\"not_compared\":", "\"untold\":");
    assert!(older.contains("untold"));
    assert_eq!(merge::parse("a.jsonl", older.as_bytes()).expect("read").results, results);
}

#[test]
fn lines_that_are_none_are_refused_with_their_place() {
    let whole = jsonl::write(&sample());
    let lines: Vec<&str> = whole.lines().collect();
    let with = |index: usize, line: &str| {
        let mut lines = lines.clone();
        lines[index] = line;
        lines.join("\n") + "\n"
    };
    let summary = lines.len() - 1;
    let unknown = lines[1].replace("\"verdict\":\"pass\"", "\"verdict\":\"good\"");
    let wrong = lines[1].replace("\"line\":12", "\"line\":\"twelve\"");
    let nothing = lines[1].replace("\"case\"", "\"name\"");
    let report = [
        ("empty", String::new()),
        ("blank", "\n\n".to_string()),
        ("another file", "{\"name\":\"x\"}\n".to_string()),
        ("no object", "[1,2]\n".to_string()),
        ("no JSON", with(2, "{\"case\": oops}")),
        ("unknown verdict", with(1, &unknown)),
        ("wrong type", with(1, &wrong)),
        ("missing field", with(1, &nothing)),
        ("wrong run", with(0, "{\"run\":{\"damero\":1}}")),
        ("wrong shard", with(0, &lines[0].replace("\"command\"", "\"shard\":\"6/5\",\"command\""))),
        ("run twice", with(1, lines[0])),
        ("wrong summary", with(summary, "{\"summary\":{\"passed\":-1}}")),
        ("two files in one", format!("{whole}{whole}")),
        ("cut between lines", lines[..5].join("\n") + "\n"),
        ("cut within a line", whole[..whole.len() / 2].to_string()),
        ("a line lost", [&lines[..3], &lines[4..]].concat().join("\n") + "\n"),
        ("a line twice", {
            let mut results = sample();
            results.records.push(results.records[0].clone());
            results.summary.tally = Tally::of(&results.records);
            jsonl::write(&results)
        }),
    ]
    .map(|(what, text)| format!("{what}\n  {}\n", refused("a.jsonl", &text)))
    .concat();
    snapshot("refused-lines", &report);
    let mut bytes = whole.into_bytes();
    bytes[40] = 0xff;
    let error = merge::parse("a.jsonl", bytes.as_slice()).expect_err("no text").to_string();
    assert_eq!(error, "a.jsonl:1:41: found a byte that is not UTF-8, expected JSON");
}

#[test]
fn hostile_files_do_no_harm() {
    let deep = "[".repeat(100_000);
    assert!(refused("a.jsonl", &deep).starts_with("a.jsonl:1:"));
    let long = format!("{{\"run\":\"{}\"}}\n", "x".repeat(merge::LONGEST_LINE));
    insta::assert_snapshot!(refused("a.jsonl", &long), @"a.jsonl:1:1: found a line of more than 16777216 bytes, expected a shorter one");
    let evil = "\u{feff}{\"\\u0000\":1}\n";
    assert!(refused("a.jsonl", evil).starts_with("a.jsonl:1:1: found `"));
}

/// A run in so many parts, split by case as `check --shard` does.
fn parts(results: &Results, of: u32) -> Vec<Results> {
    (1..=of)
        .map(|number| {
            let mut part = results.clone();
            let mine = |record: &Record| record.case.bytes().map(u32::from).sum::<u32>() % of + 1 == number;
            part.records.retain(mine);
            part.run.shard = Some(Shard { number, of });
            part.summary.tally = Tally::of(&part.records);
            part
        })
        .collect()
}

fn files(parts: &[Results]) -> Vec<ResultsFile> {
    parts.iter().enumerate().map(|(index, part)| file(&format!("part-{}.jsonl", index + 1), part)).collect()
}

#[test]
fn parts_make_the_run_they_are_of() {
    // In the order of the suite, as a run has them.
    let mut whole = sample();
    whole.records = many(60, 7);
    whole.records.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    let twice: Vec<Record> = whole.records[..3]
        .iter()
        .map(|record| Record { rules: format!("{}/b", record.rules), ..record.clone() })
        .collect();
    for (index, record) in twice.into_iter().enumerate() {
        whole.records.insert(2 * index, record);
    }
    whole.run.selected = whole.records.len();
    whole.summary.tally = Tally::of(&whole.records);
    let mut parts = files(&parts(&whole, 4));
    assert!(parts.iter().all(|part| !part.results.records.is_empty()));
    parts.reverse();
    assert_eq!(merge::merge(parts).expect("one run"), [whole]);
}

#[test]
fn implementations_stand_beside_each_other() {
    let mut second = files(&parts(&perfect(), 2));
    let mut all = vec![second.remove(0), file("a.jsonl", &sample())];
    all.extend(second);
    let merged = merge::merge(all).expect("two runs");
    let names: Vec<&str> = merged.iter().map(|results| results.run.implementation.name.as_str()).collect();
    assert_eq!(names, ["flawless", "Kings & Men"]);
    let later = results("Kings & Men", "1.3", records());
    assert_eq!(merge::merge(vec![file("a.jsonl", &sample()), file("b.jsonl", &later)]).expect("two versions").len(), 2);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let whole = sample();
    let parts = parts(&whole, 3);
    let changed = |change: &dyn Fn(&mut Results)| {
        let mut parts = parts.clone();
        change(&mut parts[1]);
        files(&parts)
    };
    let other_suite = Results { run: Run { suite: "ffff".to_string(), ..perfect().run }, ..perfect() };
    let report = [
        ("two complete runs", vec![file("a.jsonl", &whole), file("b.jsonl", &whole)]),
        ("a run and a part", vec![file("a.jsonl", &whole), file("part-1.jsonl", &parts[0])]),
        ("a part is missing", files(&parts[..2])),
        ("one part alone", files(&parts[2..])),
        ("a part twice", files(&[&parts[..], &parts[1..2]].concat())),
        ("parts of another number", changed(&|part| part.run.shard = Some(Shard { number: 2, of: 5 }))),
        ("another suite", changed(&|part| part.run.suite = "ffff".to_string())),
        ("another suite of another implementation", vec![file("a.jsonl", &whole), file("b.jsonl", &other_suite)]),
        ("another selection", changed(&|part| part.run.selection = "other".to_string())),
        ("another number of checks", changed(&|part| part.run.selected = 7)),
        ("another damero", changed(&|part| part.run.damero = "0.2.0".to_string())),
        ("other claims", changed(&|part| part.run.implementation.rules = texts(&["english"]))),
        (
            "checks missing in all parts",
            changed(&|part| {
                part.records.pop();
                part.summary.tally = Tally::of(&part.records);
            }),
        ),
        (
            "a check in two parts",
            changed(&|part| {
                part.records.push(parts[0].records[0].clone());
                part.summary.tally = Tally::of(&part.records);
            }),
        ),
        (
            "less than selected",
            vec![file("a.jsonl", &Results { run: Run { selected: 30, ..whole.run.clone() }, ..whole.clone() })],
        ),
    ]
    .map(|(what, files)| format!("{what}\n  {}\n", not_merged(files)))
    .concat();
    snapshot("refused-files", &report);
}

fn damero(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damero"))
        .args(arguments)
        .current_dir(folder(".."))
        .env("COLUMNS", "100")
        .env_remove("DAMERO_FIXTURES")
        .output()
        .expect("the program starts")
}

fn code(output: &Output) -> Option<i32> {
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("panicked"), "{text}");
    output.status.code()
}

#[test]
fn the_command_puts_real_parts_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let cases = "fixtures/cases/frisian";
    let check = |file: &str, more: &[&str]| {
        let format = format!("jsonl={}", at(file));
        let arguments = [&["check", cases, "--format", format.as_str()], more].concat();
        assert_eq!(code(&damero(&arguments)), Some(0), "{arguments:?}");
    };
    check("whole.jsonl", &[]);
    check("1.jsonl", &["--shard", "1/3"]);
    check("2.jsonl", &["--shard", "2/3"]);
    check("3.jsonl", &["--shard", "3/3"]);
    let merged = damero(&["report", &at("3.jsonl"), &at("1.jsonl"), &at("2.jsonl"), "--format", "jsonl"]);
    assert_eq!(code(&merged), Some(0));
    let whole = std::fs::read_to_string(at("whole.jsonl")).expect("written");
    assert_eq!(String::from_utf8_lossy(&merged.stdout), whole);

    let two = damero(&["report", &at("1.jsonl"), &at("2.jsonl")]);
    assert_eq!(code(&two), Some(2));
    assert!(String::from_utf8_lossy(&two.stderr).contains("missing: 3/3"));
    let none = damero(&["report", &at("nothing.jsonl")]);
    assert_eq!(code(&none), Some(2));
}

#[test]
fn the_command_writes_what_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (name, results) in [("a.jsonl", sample()), ("b.jsonl", perfect())] {
        std::fs::write(at(name), jsonl::write(&results)).expect("written");
    }
    let (a, b) = (at("a.jsonl"), at("b.jsonl"));
    let one = |format: &str| {
        let output = damero(&["report", &a, "--fixtures", "harness/tests/docs_suite", "--format", format]);
        assert_eq!(code(&output), Some(1), "{format}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(one("junit"), junit::write(&suite(), &sample()));
    assert_eq!(one("tap"), tap::write(&suite(), &sample()));
    assert_eq!(one("github"), github::write(&suite(), &sample()));
    assert_eq!(one("markdown"), markdown::write(&suite(), &sample()));
    assert_eq!(one("jsonl"), jsonl::write(&sample()));
    assert!(one("text").contains("Kings & Men"));
    let both = damero(&["report", &a, &b, "--format", "junit"]);
    assert_eq!(code(&both), Some(2));
    insta::assert_snapshot!(String::from_utf8_lossy(&both.stderr), @"error: --format junit holds one implementation, found `Kings & Men`, `flawless`; make one report for each");

    let arguments =
        ["--html", &at("page.html"), "--markdown", &at("m.md"), "--json", &at("s.json"), "--badge", &at("badges")];
    let output = damero(&[&["report", &a, &b, "--fixtures", "harness/tests/docs_suite"], &arguments[..]].concat());
    assert_eq!(code(&output), Some(1), "one of them has failures");
    let all = [sample(), perfect()];
    let board = Scoreboard::of(&all);
    let read = |name: &str| std::fs::read_to_string(at(name)).expect("written");
    assert_eq!(read("page.html"), html::write(&suite(), &all));
    assert_eq!(read("m.md"), board.markdown(&all));
    assert_eq!(read("s.json"), board.json(&all));
    assert_eq!(
        read("badges/flawless.english.moves.json"),
        badge::write(&board).into_iter().find(|(name, _)| name == "flawless.english.moves.json").expect("a badge").1
    );
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said.lines().count(), 4, "three files and a folder: {said}");
    assert!(said.contains(&format!("wrote {} badges in ", badge::write(&board).len())), "{said}");
    assert_eq!(std::fs::read_dir(at("badges")).expect("a folder").count(), badge::write(&board).len());
}

#[test]
fn every_line_is_a_line_of_results() {
    for line in jsonl::write(&sample()).lines() {
        serde_json::from_str::<Line>(line).expect("a line");
    }
}

/// A move listed twice is counted and shown in every report, and red in none.
#[test]
fn moves_listed_twice_are_a_remark_in_every_report() {
    let says = "18x18 <6,7,14,15> listed 2 times";
    let mut records = vec![passed("english.chain.loop", "english/alpha", Level::Moves, "Chains")];
    records.push(passed("english.start.seven", "english/alpha", Level::Moves, "Board and start"));
    records[0].duplicates = texts(&[says]);
    let doubled = results("doubled", "1", records);
    assert_eq!(doubled.summary.tally, Tally { passed: 2, duplicates: 1, ..Tally::default() });

    let quiet = text::write(&suite(), &doubled, text::Options { quiet: true, ..Default::default() });
    assert!(quiet.contains("1 check with a move listed more than once: no failure"), "{quiet}");
    assert!(quiet.contains("2 passed, 0 failed"), "{quiet}");
    let verbose = text::write(&suite(), &doubled, text::Options { verbose: true, ..Default::default() });
    assert!(verbose.contains(says) && verbose.contains("1 with duplicates"), "{verbose}");

    let xml = junit::write(&suite(), &doubled);
    let report = Report::deserialize_from_str(&xml).expect("JUnit");
    let case = &report.test_suites[0].test_cases[0];
    assert!(matches!(case.status, TestCaseStatus::Success { .. }), "{xml}");
    assert!(case.system_out.as_ref().is_some_and(|out| out.contains("a remark, no failure")), "{xml}");
    let tap = tap::write(&suite(), &doubled);
    assert!(!tap.contains("not ok") && tap.contains(&format!("# a remark, no failure: {says}")), "{tap}");
    let page = markdown::write(&suite(), &doubled);
    assert!(page.contains("✅") && page.contains("| duplicates |") && page.contains("Moves listed more than once (1)"));
    assert!(!github::write(&suite(), &doubled).contains("::error"));

    let all = [doubled, perfect()];
    let board = Scoreboard::of(&all);
    assert_eq!((board.columns[0].all.duplicates, board.columns[0].all.failed), (1, 0));
    assert!(board.markdown(&all).contains("| duplicates | 1 |  |"));
    assert!(board.json(&all).contains("\"duplicates\": 1"));
    assert!(board.text(&all, false, 100).contains("1 check with a move listed more than once"));
    assert!(html::write(&suite(), &all).contains("1&nbsp;listed twice"));
}

/// Who is not installed is named where the others stand.
#[test]
fn a_scoreboard_says_who_is_missing() {
    let all = [sample(), perfect()];
    let board = Scoreboard { missing: texts(&["clatsop", "<i>"]), ..Scoreboard::of(&all) };
    let line = "Not installed, and so missing here: clatsop, ";
    assert!(board.markdown(&all).contains(line) && board.text(&all, false, 100).contains(line));
    let page = html::write_board(&suite(), &all, &board);
    assert!(page.contains(line) && !page.contains("<i>."));
    assert!(!html::write(&suite(), &all).contains("Not installed"));
}
