//! A run as JUnit XML, which most build servers read: a test suite for each variant, a test case for each check.
//!
//! There are no times in it: results hold none, so that two runs can be compared.

use super::show;
use crate::record::{Counts, Record, Results, Word};
use crate::suite::Suite;
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

/// The report.
#[must_use]
pub fn write(suite: &Suite, results: &Results) -> String {
    let run = &results.run;
    let mut report = Report::new(format!("damero {} {}", run.implementation.name, run.implementation.version));
    for variant in show::variants_of(&results.records) {
        let mut tests = TestSuite::new(variant);
        tests.add_property(Property::new("damero", run.damero.as_str()));
        tests.add_property(Property::new("suite", run.suite.as_str()));
        for record in results.records.iter().filter(|record| record.variant == variant) {
            tests.add_test_case(test_case(suite, results, record));
        }
        report.add_test_suite(tests);
    }
    report.add_test_suites(as_a_whole(results));
    report.to_string().expect("writing into memory does not fail")
}

/// A test suite for what concerns no single check, where there is something: each fault is a test that fails, the
/// notices are the output of a test that passes.
fn as_a_whole(results: &Results) -> Option<TestSuite> {
    let notices = show::notices(results);
    let faults = &results.summary.faults;
    if notices.is_empty() && faults.is_empty() {
        return None;
    }
    let mut tests = TestSuite::new("the run as a whole");
    let case = |name: String, status: TestCaseStatus| {
        let mut case = TestCase::new(name, status);
        case.set_classname("damero.run");
        case
    };
    for (index, fault) in faults.iter().enumerate() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type("run");
        status.set_message(show::one_line(fault));
        status.set_description(format!("\n{}\n", show::harmless(fault)));
        tests.add_test_case(case(format!("the run, fault {}", index + 1), status));
    }
    if !notices.is_empty() {
        let mut notes = case("notices".to_string(), TestCaseStatus::success());
        notes.set_system_out(show::harmless(&notices.join("\n")).into_owned());
        tests.add_test_case(notes);
    }
    Some(tests)
}

fn test_case(suite: &Suite, results: &Results, record: &Record) -> TestCase {
    let mut case = TestCase::new(show::name(record), status(suite, results, record));
    case.set_classname(format!("damero.{}.{}", record.variant, show::slug(&record.topic)));
    case.extra.insert("file".into(), record.file.as_str().into());
    case.extra.insert("line".into(), record.line.to_string().into());
    let not_compared =
        record.not_compared.as_deref().map(|not_compared| format!("not compared: {}", show::one_line(not_compared)));
    let remarks: Vec<String> = not_compared.into_iter().chain(show::duplicates_of(record)).collect();
    if !remarks.is_empty() {
        case.set_system_out(remarks.join("\n"));
    }
    case
}

fn status(suite: &Suite, results: &Results, record: &Record) -> TestCaseStatus {
    let skipped = |message: String| {
        let mut status = TestCaseStatus::skipped();
        status.set_message(message);
        status
    };
    match record.counts_as() {
        Counts::Passed => TestCaseStatus::success(),
        Counts::Known => skipped(show::baseline(record).unwrap_or_default()),
        Counts::Excused => skipped(format!("{}: {}", show::meaning(record), show::headline(record))),
        Counts::Unsupported => skipped(show::headline(record)),
        Counts::Failed => {
            let kind = match record.verdict {
                Word::Error | Word::Crash | Word::Timeout | Word::Violation => NonSuccessKind::Error,
                _ => NonSuccessKind::Failure,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(record.verdict.word());
            status.set_message(show::headline(record));
            status.set_description(format!("\n{}", show::text(suite, &results.run, record)));
            status
        }
    }
}
