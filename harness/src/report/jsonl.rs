//! The canonical report: the run, one JSON object per check in the order of the suite, and the summary.
//!
//! Nothing in it depends on time or machine, so that two runs can be compared line by line.

use crate::record::{Line, Results};
use serde::Serialize;

/// The report, each line ended.
#[must_use]
pub fn write(results: &Results) -> String {
    let mut text = json(&Line::Run { run: Box::new(results.run.clone()) });
    for record in &results.records {
        text += &json(record);
    }
    text += &json(&Line::Summary { summary: results.summary.clone() });
    text
}

fn json(line: &impl Serialize) -> String {
    let mut text = serde_json::to_string(line).expect("results are maps with texts as keys");
    text.push('\n');
    text
}
