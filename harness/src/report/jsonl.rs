//! The canonical report: the run, one JSON object per check in the order of the suite, and the summary.
//!
//! Nothing in it depends on time or machine, so that two runs can be compared line by line.

use crate::record::{Line, Record, Results, Run};
use serde::Serialize;

/// The report, each line ended.
#[must_use]
pub fn write(results: &Results) -> String {
    let mut text = first_line(&results.run);
    for record in &results.records {
        text += &line(record);
    }
    text += &json(&Line::Summary { summary: results.summary.clone() });
    text
}

/// The line that a report begins with.
#[must_use]
pub fn first_line(run: &Run) -> String {
    json(&Line::Run { run: Box::new(run.clone()) })
}

/// The line of a check.
#[must_use]
pub fn line(record: &Record) -> String {
    json(record)
}

fn json(line: &impl Serialize) -> String {
    let mut text = serde_json::to_string(line).expect("results are maps with texts as keys");
    text.push('\n');
    text
}
