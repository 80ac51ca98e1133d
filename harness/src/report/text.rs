//! The report people read: each failure with board, difference, clause, and the command that reruns it; then a
//! summary.

use super::{Tally, tally, tally_by};
use crate::fixture::Status;
use crate::runner::{Difference, Outcome, Verdict};
use crate::suite::Suite;
use anstyle::{AnsiColor, Style};
use damero_engine::notation::diagram;
use similar::{ChangeTag, TextDiff};
use std::fmt::Write as _;

const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// How the report is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Only the summary line.
    pub quiet: bool,
    /// Every check by name, passing ones too.
    pub verbose: bool,
    /// How boards are drawn.
    pub ascii: bool,
}

/// The whole report, with colour codes; the stream it goes to drops them where they are not wanted.
#[must_use]
pub fn write(suite: &Suite, outcomes: &[Outcome<'_>], options: Options) -> String {
    let mut out = String::new();
    if !options.quiet {
        for outcome in outcomes {
            if outcome.verdict.is_bad() {
                failure(&mut out, suite, outcome, options);
            } else if options.verbose {
                let _ = writeln!(out, "{} {}", outcome.verdict.word(), outcome.check.name());
            }
        }
        summary(&mut out, outcomes);
    }
    let total = tally(outcomes);
    let cases = tally_by(outcomes, |o| o.check.case.id.value.clone()).len();
    let style = if total.failed > 0 { RED } else { GREEN };
    let _ = write!(out, "{style}{} passed, {} failed{style:#}", total.passed, total.failed);
    if total.unsupported > 0 {
        let _ = write!(out, ", {} unsupported", total.unsupported);
    }
    let _ = writeln!(out, " ({} of {})", plural(total.total(), "check"), plural(cases, "case"));
    out
}

fn plural(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn failure(out: &mut String, suite: &Suite, outcome: &Outcome<'_>, options: Options) {
    let check = &outcome.check;
    let case = check.case;
    let _ = writeln!(
        out,
        "{RED}{}{RED:#} {BOLD}{}{BOLD:#} under {}",
        outcome.verdict.word().to_uppercase(),
        case.id.value,
        check.rules.name
    );
    let _ = writeln!(out, "  {DIM}at{DIM:#} {}", suite.place(check.fixture.file, case.id.span.start));
    for clause in &case.clauses {
        if let Some((_, known)) = suite.clause(&clause.value) {
            let _ = writeln!(out, "  {DIM}clause{DIM:#} {}: {}", clause.value, known.says.en);
        }
    }
    let _ = writeln!(out, "  {DIM}why{DIM:#} {}", case.why.value.trim());
    if case.status != Status::Normative {
        let _ = writeln!(out, "  {DIM}status{DIM:#} {}", case.status.word());
    }
    match &outcome.verdict {
        Verdict::Fail(differences) => {
            let mut drawn = None;
            for difference in differences {
                if drawn != Some(difference.ply) {
                    board(out, outcome, difference.ply, options);
                    drawn = Some(difference.ply);
                }
                show(out, difference);
            }
        }
        Verdict::Pass => {}
        Verdict::Unsupported(why)
        | Verdict::Error(why)
        | Verdict::Crash(why)
        | Verdict::Timeout(why)
        | Verdict::Violation(why) => {
            let _ = writeln!(out, "  {why}");
        }
    }
    let _ = writeln!(out, "  {DIM}rerun{DIM:#} damero check --id {} --rulebook {}\n", case.id.value, check.rules.name);
}

fn board(out: &mut String, outcome: &Outcome<'_>, ply: usize, options: Options) {
    let check = &outcome.check;
    let Some(game) = check.game_at(ply) else {
        let _ = writeln!(out, "  position {}", check.fen);
        return;
    };
    let arbiter = &check.rules.arbiter;
    let style = if options.ascii { diagram::Style::Ascii } else { diagram::Style::Unicode };
    let drawing = diagram::draw(arbiter.geometry(), game.position(), style, !arbiter.writes_algebraic());
    for line in drawing.lines() {
        let _ = writeln!(out, "  {line}");
    }
    let plies = if ply > 0 { format!(" after {}", plural(ply, "ply").replace("plys", "plies")) } else { String::new() };
    let _ = writeln!(out, "  {DIM}position{plies}{DIM:#} {}", arbiter.fen(game.position()));
}

fn show(out: &mut String, difference: &Difference) {
    let _ = writeln!(out, "  {} ({RED}- expected{RED:#}, {GREEN}+ actual{GREEN:#}):", difference.what);
    let expected: Vec<&str> = difference.expected.iter().map(String::as_str).collect();
    let actual: Vec<&str> = difference.actual.iter().map(String::as_str).collect();
    let diff = TextDiff::from_slices(&expected, &actual);
    for change in diff.iter_all_changes() {
        let (sign, style) = match change.tag() {
            ChangeTag::Delete => ('-', RED),
            ChangeTag::Insert => ('+', GREEN),
            ChangeTag::Equal => (' ', Style::new()),
        };
        let _ = writeln!(out, "    {style}{sign} {}{style:#}", change.value());
    }
    for note in &difference.notes {
        let _ = writeln!(out, "    {note}");
    }
}

fn summary(out: &mut String, outcomes: &[Outcome<'_>]) {
    let by_variant = tally_by(outcomes, |o| (o.check.rules.variant, o.check.rules.name.clone()));
    let width = by_variant.keys().map(|(_, name)| name.len()).max().unwrap_or(0);
    let _ = writeln!(out, "{BOLD}By rulebook{BOLD:#}");
    for ((_, name), counts) in &by_variant {
        row(out, name, width, *counts);
    }
    let by_topic = tally_by(outcomes, |o| o.check.fixture.topic.clone());
    let width = by_topic.keys().map(|topic| topic.chars().count()).max().unwrap_or(0);
    let _ = writeln!(out, "\n{BOLD}By topic{BOLD:#}");
    for (topic, counts) in &by_topic {
        row(out, topic, width, *counts);
    }
    out.push('\n');
}

fn row(out: &mut String, name: &str, width: usize, counts: Tally) {
    let _ = write!(out, "  {name:<width$} {:>5} passed", counts.passed);
    if counts.failed > 0 {
        let _ = write!(out, " {RED}{:>4} failed{RED:#}", counts.failed);
    }
    if counts.unsupported > 0 {
        let _ = write!(out, " {:>4} unsupported", counts.unsupported);
    }
    out.push('\n');
}
