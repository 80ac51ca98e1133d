//! The canonical report: one JSON object per check, in the order of the suite, and a summary as the last line.
//!
//! Nothing in it depends on time or machine, so that two runs can be compared line by line.

use super::tally;
use crate::runner::{Outcome, Verdict};
use crate::suite::Suite;
use serde_json::{Value, json};

/// The report, each line ended.
#[must_use]
pub fn write(suite: &Suite, outcomes: &[Outcome<'_>]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        text += &line(suite, outcome).to_string();
        text.push('\n');
    }
    let total = tally(outcomes);
    let summary = json!({
        "summary": {
            "suite": suite.origin,
            "version": env!("CARGO_PKG_VERSION"),
            "checks": total.total(),
            "passed": total.passed,
            "failed": total.failed,
            "unsupported": total.unsupported,
        }
    });
    text += &summary.to_string();
    text.push('\n');
    text
}

fn line(suite: &Suite, outcome: &Outcome<'_>) -> Value {
    let check = &outcome.check;
    let file = check.fixture.file;
    let text = &suite.files[file].text;
    let (line, column) = crate::format::diagnostic::line_column(text, check.case.id.span.start);
    let mut value = json!({
        "case": check.case.id.value,
        "rules": check.rules.name,
        "variant": check.rules.variant,
        "topic": check.fixture.topic,
        "clauses": check.case.clauses.iter().map(|clause| &clause.value).collect::<Vec<_>>(),
        "status": check.case.status.word(),
        "file": suite.files[file].path,
        "line": line,
        "column": column,
        "verdict": outcome.verdict.word(),
    });
    match &outcome.verdict {
        Verdict::Pass => {}
        Verdict::Fail(differences) => {
            value["position"] = json!(check.fen);
            value["differences"] = differences
                .iter()
                .map(|d| {
                    json!({
                        "what": d.what,
                        "ply": d.ply,
                        "expected": d.expected,
                        "actual": d.actual,
                        "notes": d.notes,
                    })
                })
                .collect();
        }
        Verdict::Unsupported(why)
        | Verdict::Error(why)
        | Verdict::Crash(why)
        | Verdict::Timeout(why)
        | Verdict::Violation(why) => value["message"] = json!(why),
    }
    value
}
