//! Baselines: strict both ways, and brought up to date without touching anything else.

use damero::baseline::{self, Baseline};
use damero::files::{Origin, SuiteFile};
use damero::format::diagnostic::one_line;
use damero::lint;
use damero::protocol::Level;
use damero::record::{Counts, KnownAs, Record, Word};
use damero::suite::{Load, Suite};
use std::path::Path;
use std::sync::OnceLock;

fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| {
        let case = |name: &str| {
            format!("  - {{id: english.known.{name}, variant: english, why: None., position: \"start\", count: 7}}\n")
        };
        let names = ["one", "two", "three", "four", "five"];
        let text = format!("topic: Known\nclauses: [kondavo/board]\ncases:\n{}", names.map(case).concat());
        let cases = vec![SuiteFile::new("known.yaml", text)];
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        let load = Load { cases: Some(cases), rulebooks: Vec::new() };
        let suite = lint::load(&Origin::Folder(fixtures), load).expect("readable");
        assert!(suite.problems.is_empty(), "{:?}", suite.problems);
        suite
    })
}

fn record(case: &str, rules: &str, verdict: Word) -> Record {
    Record {
        case: format!("english.known.{case}"),
        rules: format!("english/{rules}"),
        variant: "english".to_string(),
        level: Level::Moves,
        clauses: vec!["kondavo/board".to_string()],
        verdict,
        ..Record::default()
    }
}

fn read(text: &str) -> Result<Baseline, String> {
    let file = SuiteFile::new("baseline.yaml", text);
    baseline::read(file, suite()).map_err(|(file, found)| {
        found.iter().map(|one| one_line(&file.path, &file.text, one)).collect::<Vec<_>>().join("\n")
    })
}

const TEXT: &str = "\
# A remark at the head.
implementation: someone
version: \"1.0\"
known:
  # The first reason.
  - reason: It forgets the corner.
    clause: kondavo/board
    outcome: fail
    cases:
      - english.known.one
      - english.known.two # seen in May
      - \"english.known.three [english/kondavo]\"
  - reason: It falls over.
    clause: kondavo/board
    outcome: crash
    cases:
      - english.known.four
";

/// A run in which everything is as [`TEXT`] says.
fn as_known() -> Vec<Record> {
    vec![
        record("one", "kondavo", Word::Fail),
        record("one", "wcdf", Word::Fail),
        record("two", "kondavo", Word::Fail),
        record("two", "wcdf", Word::Unsupported),
        record("three", "kondavo", Word::Fail),
        record("three", "wcdf", Word::Pass),
        record("four", "kondavo", Word::Crash),
        record("five", "kondavo", Word::Pass),
    ]
}

#[test]
fn what_is_known_is_no_failure() {
    let mut records = as_known();
    let stale = read(TEXT).expect("a baseline").apply(&mut records);
    assert!(stale.is_empty(), "{stale:?}");
    let counts: Vec<Counts> = records.iter().map(Record::counts_as).collect();
    use Counts::{Known, Passed, Unsupported};
    assert_eq!(counts, [Known, Known, Known, Unsupported, Known, Passed, Known, Passed]);
    assert_eq!(records[0].baseline.as_ref().map(|known| known.reason.as_str()), Some("It forgets the corner."));
}

#[test]
fn a_pass_or_another_outcome_is_a_failure() {
    let mut records = as_known();
    records[0].verdict = Word::Pass;
    records[6].verdict = Word::Timeout;
    records[7].verdict = Word::Fail;
    read(TEXT).expect("a baseline").apply(&mut records);
    let known = |index: usize| records[index].baseline.as_ref().map(|known| known.is);
    assert_eq!(known(0), Some(KnownAs::UnexpectedPass));
    assert_eq!(known(6), Some(KnownAs::OtherOutcome));
    assert_eq!(known(7), None);
    for index in [0, 6, 7] {
        assert_eq!(records[index].counts_as(), Counts::Failed);
    }
}

#[test]
fn what_is_not_asked_any_more_is_stale_and_what_was_not_selected_is_not() {
    let mut records = as_known();
    records[2].verdict = Word::Unsupported;
    records.retain(|record| !record.case.ends_with("four"));
    let stale = read(TEXT).expect("a baseline").apply(&mut records);
    let messages: Vec<&str> = stale.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(messages, ["`english.known.two` is no longer part of this run"]);
}

#[test]
fn names_that_lead_nowhere_are_shown_where_they_stand() {
    let wrong = TEXT
        .replace("english.known.one", "english.known.won")
        .replace("[english/kondavo]", "[english/tge]")
        .replace("english.known.four", "english.known.two")
        .replacen("kondavo/board", "kondavo/bord", 1);
    insta::assert_snapshot!("wrong_names", read(&wrong).expect_err("wrong in four places"));
    let wrong = "implementation: x\nknown:\n  - cases: [a b]\n    outcome: bad\n";
    insta::assert_snapshot!("wrong_shape", read(wrong).expect_err("wrong"));
}

fn updated(text: &str, records: &[Record]) -> String {
    let baseline = read(text).expect("a baseline");
    let mut records = records.to_vec();
    baseline.apply(&mut records);
    let text = baseline.updated(&records).expect("one case to a line");
    // Whatever is written is a baseline that knows everything about the same run.
    let again = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    records.iter_mut().for_each(|record| record.baseline = None);
    assert!(again.apply(&mut records).is_empty(), "{text}");
    let failed: Vec<&Record> = records.iter().filter(|record| record.counts_as() == Counts::Failed).collect();
    assert!(failed.is_empty(), "{failed:?}\n{text}");
    assert_eq!(again.updated(&records).expect("as before"), text, "nothing more to do");
    text
}

#[test]
fn nothing_changes_where_nothing_changed() {
    assert_eq!(updated(TEXT, &as_known()), TEXT);
}

#[test]
fn an_update_takes_out_and_puts_in_and_leaves_the_rest() {
    let mut records = as_known();
    records[1].verdict = Word::Pass;
    records[2].verdict = Word::Pass;
    records[6].verdict = Word::Timeout;
    records[7].verdict = Word::Fail;
    let first = updated(TEXT, &records);
    insta::assert_snapshot!("updated", first);
    // What was added and passes again goes, and with it the groups that held nothing else.
    let healed: Vec<Record> = records.into_iter().map(|record| Record { verdict: Word::Pass, ..record }).collect();
    insta::assert_snapshot!("healed", updated(&first, &healed));
}

/// The known failures of one implementation excuse nobody else.
#[test]
fn a_baseline_belongs_to_one_implementation() {
    let baseline = read(TEXT).expect("a baseline");
    assert_eq!(baseline.belongs_to("someone", "1.0"), Ok(None));
    let notice = baseline.belongs_to("someone", "1.1").expect("its own").expect("another version");
    assert_eq!(notice, "baseline.yaml: the failures in it were seen in version 1.0, and this is version 1.1");
    let error = baseline.belongs_to("somebody-else", "1.0").expect_err("another implementation");
    assert_eq!(
        one_line("baseline.yaml", TEXT, &error).split(':').take(3).collect::<Vec<_>>(),
        ["baseline.yaml", "2", "17"],
        "shown where the name stands"
    );
    let without = read(&TEXT.replace("version: \"1.0\"\n", "")).expect("a baseline");
    assert_eq!(without.belongs_to("someone", "1.1"), Ok(None), "a version need not be given");
}

#[test]
fn a_first_baseline_holds_all_failures() {
    let empty = Baseline::empty("baseline.yaml".to_string(), "someone", "1.0").file.text;
    insta::assert_snapshot!("first", updated(&empty, &as_known()));
}

#[test]
fn a_list_on_one_line_is_not_guessed_at() {
    let text = TEXT
        .replace("    cases:\n      - english.known.four\n", "    cases: [english.known.four, english.known.five]\n");
    let mut records = as_known();
    records[6].verdict = Word::Pass;
    records[7].verdict = Word::Crash;
    let baseline = read(&text).expect("a baseline");
    baseline.apply(&mut records);
    let error = baseline.updated(&records).expect_err("four passes, and stands beside five");
    assert!(error.message.contains("line of its own"), "{error:?}");
}
