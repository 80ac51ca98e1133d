//! A run as the Test Anything Protocol, version 14: a line for each check, with a YAML block where it is not as
//! expected, and one for whatever else makes the run a failure.

use super::show;
use crate::record::{Counts, Record, Results};
use crate::suite::Suite;
use serde::Serialize;
use std::fmt::Write as _;

/// The report, each line ended.
#[must_use]
pub fn write(suite: &Suite, results: &Results) -> String {
    let faults = &results.summary.faults;
    let mut out = format!("TAP version 14\n1..{}\n", results.records.len() + faults.len());
    let implementation = &results.run.implementation;
    comment(&mut out, &format!("{} {}", implementation.name, implementation.version));
    for notice in &show::notices(results) {
        comment(&mut out, notice);
    }
    for (index, record) in results.records.iter().enumerate() {
        line(&mut out, index + 1, record);
        if let Some(duplicates) = show::duplicates_of(record) {
            comment(&mut out, &duplicates);
        }
        let silent = matches!(record.counts_as(), Counts::Passed | Counts::Unsupported);
        if !silent {
            diagnostic(&mut out, suite, results, record);
        }
    }
    for (index, fault) in faults.iter().enumerate() {
        let number = results.records.len() + index + 1;
        let _ = writeln!(out, "not ok {number} - the run as a whole: {}", escaped(&show::one_line(fault)));
    }
    out
}

fn comment(out: &mut String, text: &str) {
    let _ = writeln!(out, "# {}", show::one_line(text));
}

fn line(out: &mut String, number: usize, record: &Record) {
    let directive = |word: &str, reason: &str| format!(" # {word} {}", escaped(&show::one_line(reason)));
    let (ok, directive) = match record.counts_as() {
        Counts::Passed => ("ok", String::new()),
        Counts::Failed => ("not ok", String::new()),
        Counts::Known => ("not ok", directive("TODO", &show::baseline(record).unwrap_or_default())),
        Counts::Excused => ("not ok", directive("TODO", show::meaning(record))),
        Counts::Unsupported => ("ok", directive("SKIP", &show::headline(record))),
    };
    let _ = writeln!(out, "{ok} {number} - {}{directive}", escaped(&show::one_line(&show::name(record))));
}

/// A text in which no sign begins a directive.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

#[derive(Serialize)]
struct Diagnostic<'a> {
    message: String,
    severity: &'a str,
    at: At<'a>,
    clauses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turned: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Shown<'a>>,
    rerun: String,
}

#[derive(Serialize)]
struct At<'a> {
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Shown<'a> {
    what: &'a str,
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    wanted: Vec<&'a str>,
    found: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<&'a str>,
}

fn diagnostic(out: &mut String, suite: &Suite, results: &Results, record: &Record) {
    let some = |list: &'_ [String]| list.len().min(show::MOST_LINES);
    let mut differences = Vec::new();
    for moment in show::moments(record) {
        // A board once for each moment: several differences often stand on the same.
        let mut board = moment.position.and_then(|position| show::board(suite, record, position));
        for difference in &moment.differences {
            differences.push(Shown {
                what: &difference.what,
                ply: difference.ply,
                position: moment.position,
                board: board.take(),
                wanted: difference.expected[..some(&difference.expected)].iter().map(String::as_str).collect(),
                found: difference.actual[..some(&difference.actual)].iter().map(String::as_str).collect(),
                notes: difference.notes[..some(&difference.notes)].iter().map(String::as_str).collect(),
            });
        }
    }
    // Where nothing differs, nothing above has a board.
    let position = record.position.as_deref().filter(|_| differences.is_empty());
    let diagnostic = Diagnostic {
        message: show::headline(record),
        severity: record.verdict.word(),
        at: At { file: &record.file, line: record.line, column: record.column },
        clauses: show::clauses(suite, record)
            .into_iter()
            .map(|(id, sentence)| {
                sentence.map_or_else(|| id.to_string(), |says| format!("{id}: {}", show::one_line(says)))
            })
            .collect(),
        why: record.why.as_deref().map(str::trim),
        status: &record.status,
        turned: show::turned(record),
        position,
        board: position.and_then(|position| show::board(suite, record, position)),
        differences,
        rerun: super::rerun(&results.run, record),
    };
    let yaml = serde_yaml::to_string(&diagnostic).expect("texts and numbers are YAML");
    out.push_str("  ---\n");
    for line in yaml.lines() {
        let _ = writeln!(out, "  {line}");
    }
    out.push_str("  ...\n");
}
