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
    report.to_string().expect("writing into memory does not fail")
}

fn test_case(suite: &Suite, results: &Results, record: &Record) -> TestCase {
    let mut case = TestCase::new(show::name(record), status(suite, results, record));
    case.set_classname(format!("damero.{}.{}", record.variant, show::slug(&record.topic)));
    case.extra.insert("file".into(), record.file.as_str().into());
    case.extra.insert("line".into(), record.line.to_string().into());
    if let Some(duplicates) = show::duplicates_of(record) {
        case.set_system_out(duplicates);
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
