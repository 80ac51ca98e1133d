//! The report people read: each failure with board, difference, clause, and the command that reruns it; then a
//! summary.

use super::show::{self, after, harmless};
use super::{arbiter, plural, rerun, tally_by};
use crate::record::{Counts, Difference, KnownAs, Record, Results, Run, Tally};
use crate::suite::Suite;
use anstyle::{AnsiColor, Style};
use std::collections::BTreeSet;
use std::fmt::Write as _;

const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// How the report is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Only the summary line.
    pub quiet: bool,
    /// Every check by name, passing ones too, and failures that are known or excused in full.
    pub verbose: bool,
    /// How boards are drawn.
    pub ascii: bool,
}

/// The whole report, with colour codes; the stream it goes to drops them where they are not wanted.
#[must_use]
pub fn write(suite: &Suite, results: &Results, options: Options) -> String {
    let mut out = String::new();
    let records = &results.records;
    if !options.quiet {
        let mut rest = records.as_slice();
        while let Some((record, more)) = rest.split_first() {
            // Rulebooks of one variant that say the same get the same answer: shown once.
            let alike = more.iter().take_while(|other| record.says_the_same(other)).count();
            let rules: Vec<&str> = rest[..=alike].iter().map(|record| record.rules.as_str()).collect();
            rest = &more[alike..];
            let shown = match record.counts_as() {
                Counts::Failed => true,
                Counts::Known | Counts::Excused => options.verbose,
                Counts::Passed | Counts::Unsupported => false,
            };
            if shown {
                failure(&mut out, suite, &results.run, record, &rules, options);
            } else if options.verbose {
                let not_compared = record
                    .not_compared
                    .as_deref()
                    .map(|not_compared| format!(" (not compared: {})", show::one_line(not_compared)));
                for rules in rules {
                    let (verdict, not_compared) = (record.verdict.word(), not_compared.as_deref().unwrap_or_default());
                    let _ = writeln!(out, "{verdict} {} [{rules}]{not_compared}", record.case);
                }
                if let Some(duplicates) = show::duplicates_of(record) {
                    let _ = writeln!(out, "  {duplicates}");
                }
            }
        }
        summary(&mut out, records);
    }
    if let Some(duplicates) = show::duplicates(Tally::of(records).duplicates) {
        let shown = if options.verbose { "" } else { "; `--verbose` shows them" };
        let _ = writeln!(out, "{YELLOW}remark{YELLOW:#} {duplicates}: no failure{shown}");
    }
    let lines = |text: &str| harmless(text).replace('\n', "\n     ");
    for notice in &show::notices(results) {
        let _ = writeln!(out, "{YELLOW}note{YELLOW:#} {}", lines(notice));
    }
    for fault in &results.summary.faults {
        let _ = writeln!(out, "{RED}FAIL{RED:#} {}", lines(fault));
    }
    let total = Tally::of(records);
    let style = if results.summary.has_failed() { RED } else { GREEN };
    let (passed, failed) = (show::thousands(total.passed), show::thousands(total.failed));
    let _ = write!(out, "{style}{passed} passed, {failed} failed{style:#}");
    for (number, what) in
        [(total.known, "known failures"), (total.excused, "excused"), (total.unsupported, "unsupported")]
    {
        if number > 0 {
            let _ = write!(out, ", {} {what}", show::thousands(number));
        }
    }
    let cases: BTreeSet<&str> = records.iter().map(|record| record.case.as_str()).collect();
    let _ = write!(out, " ({} of {}", plural(records.len(), "check"), plural(cases.len(), "case"));
    if let Some(shard) = results.run.shard {
        let _ = write!(out, ": shard {shard} of {}", plural(results.run.selected, "check"));
    }
    out += ")\n";
    out
}

fn failure(out: &mut String, suite: &Suite, run: &Run, record: &Record, rules: &[&str], options: Options) {
    let word = match record.baseline.as_ref().map(|known| known.is) {
        Some(KnownAs::UnexpectedPass) => "UNEXPECTED PASS".to_string(),
        Some(KnownAs::KnownFailure) => format!("KNOWN {}", record.verdict.word().to_uppercase()),
        Some(KnownAs::OtherOutcome) => {
            format!("{} (baseline expects a different outcome)", record.verdict.word().to_uppercase())
        }
        None => record.verdict.word().to_uppercase(),
    };
    let style = if record.counts_as() == Counts::Failed { RED } else { YELLOW };
    let _ = writeln!(out, "{style}{word}{style:#} {BOLD}{}{BOLD:#} under {}", record.case, rules.join(", "));
    let _ = writeln!(out, "  {DIM}at{DIM:#} {}:{}:{}", record.file, record.line, record.column);
    for clause in &record.clauses {
        if let Some((_, known)) = suite.clause(clause) {
            let _ = writeln!(out, "  {DIM}clause{DIM:#} {clause}: {}", known.says.en);
        }
    }
    if let Some(why) = &record.why {
        let _ = writeln!(out, "  {DIM}why{DIM:#} {why}");
    }
    if let Some(status) = record.doubt() {
        let _ = writeln!(out, "  {DIM}status{DIM:#} {status}");
    }
    if let Some(known) = record.baseline.as_ref().filter(|known| !known.reason.is_empty()) {
        let _ = writeln!(out, "  {DIM}baseline{DIM:#} {}", known.reason);
    }
    if let Some(turned) = show::turned(record) {
        let _ = writeln!(out, "  {YELLOW}{turned}{YELLOW:#}");
    }
    if let Some(not_compared) = &record.not_compared {
        let _ = writeln!(out, "  {DIM}not compared{DIM:#} {}", harmless(not_compared));
    }
    if let Some(duplicates) = show::duplicates_of(record) {
        let _ = writeln!(out, "  {DIM}remark{DIM:#} {duplicates}");
    }
    let mut drawn = None;
    for difference in &record.differences {
        if drawn != Some(difference.ply) {
            board(out, suite, record, difference.position.as_deref(), difference.ply, options);
            drawn = Some(difference.ply);
        }
        show(out, difference);
    }
    if let Some(message) = &record.message {
        board(out, suite, record, None, 0, options);
        for line in harmless(message).lines() {
            let _ = writeln!(out, "  {line}");
        }
    }
    let _ = writeln!(out, "  {DIM}rerun{DIM:#} {}\n", rerun(run, record));
}

fn board(out: &mut String, suite: &Suite, record: &Record, fen: Option<&str>, ply: usize, options: Options) {
    let Some(fen) = fen.or(record.position.as_deref()) else { return };
    let Some(arbiter) = arbiter(suite, record) else { return };
    let Ok(position) = arbiter.read(fen) else {
        let _ = writeln!(out, "  {DIM}position{DIM:#} {fen}");
        return;
    };
    for line in arbiter.draw(&position, super::style(options.ascii)).lines() {
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, "  {DIM}position{}{DIM:#} {}", after(ply), arbiter.fen(&position));
}

fn show(out: &mut String, difference: &Difference) {
    let _ = writeln!(out, "  {} ({RED}- expected{RED:#}, {GREEN}+ actual{GREEN:#}):", difference.what);
    for change in diff::slice(&difference.expected, &difference.actual) {
        let (sign, style, line) = match change {
            diff::Result::Left(line) => ('-', RED, line),
            diff::Result::Right(line) => ('+', GREEN, line),
            diff::Result::Both(line, _) => (' ', Style::new(), line),
        };
        let _ = writeln!(out, "    {style}{sign} {}{style:#}", harmless(line));
    }
    for note in &difference.notes {
        let _ = writeln!(out, "    {}", harmless(note));
    }
}

fn summary(out: &mut String, records: &[Record]) {
    let by_rules = tally_by(records, |record| (record.variant.clone(), record.rules.clone()));
    let width = by_rules.keys().map(|(_, name)| name.len()).max().unwrap_or(0);
    let _ = writeln!(out, "{BOLD}By rulebook{BOLD:#}");
    unclaimed_last(out, by_rules.iter().map(|((_, name), counts)| (name.as_str(), *counts)), width);
    let by_topic = tally_by(records, |record| record.topic.clone());
    let width = by_topic.keys().map(|topic| topic.chars().count()).max().unwrap_or(0);
    let _ = writeln!(out, "\n{BOLD}By topic{BOLD:#}");
    unclaimed_last(out, by_topic.iter().map(|(topic, counts)| (topic.as_str(), *counts)), width);
    out.push('\n');
}

/// Rows with something in them; what an implementation does not claim at all is one line at the end.
fn unclaimed_last<'a>(out: &mut String, rows: impl Iterator<Item = (&'a str, Tally)>, width: usize) {
    let mut unclaimed = 0;
    for (name, counts) in rows {
        if counts.unsupported == counts.total() {
            unclaimed += 1;
        } else {
            row(out, name, width, counts);
        }
    }
    if unclaimed > 0 {
        let _ = writeln!(out, "  {DIM}{unclaimed} more not claimed{DIM:#}");
    }
}

fn row(out: &mut String, name: &str, width: usize, counts: Tally) {
    let _ = write!(out, "  {name:<width$} {:>5} passed", counts.passed);
    for (number, what, style) in [
        (counts.failed, "failed", RED),
        (counts.known, "known", YELLOW),
        (counts.excused, "excused", YELLOW),
        (counts.unsupported, "unsupported", Style::new()),
        (counts.duplicates, "with duplicates", Style::new()),
    ] {
        if number > 0 {
            let _ = write!(out, " {style}{number:>4} {what}{style:#}");
        }
    }
    out.push('\n');
}
