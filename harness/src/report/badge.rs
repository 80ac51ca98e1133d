//! Badges: the files that shields.io makes pictures of, under permanent names.

use super::scoreboard::{Score, Scoreboard};
use super::show;
use crate::protocol::Level;
use serde_json::json;

/// A file for each implementation, `<implementation>.json`, and one for each level of each variant that it claims,
/// `<implementation>.<variant>.<level>.json`.
#[must_use]
pub fn write(board: &Scoreboard) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for (index, column) in board.columns.iter().enumerate() {
        if let Some(text) = badge("draughts rules", "", column.all) {
            files.push((format!("{}.json", column.id), text));
        }
        for row in &board.rows {
            for (level, score) in Level::ALL.iter().zip(&row.levels[index]) {
                let label = format!("draughts rules: {}", row.variant);
                if let Some(text) = badge(&label, &format!("{} ", level.word()), *score) {
                    files.push((format!("{}.{}.{}.json", column.id, show::slug(&row.variant), level.word()), text));
                }
            }
        }
    }
    files
}

/// A badge; nothing where nothing is claimed.
fn badge(label: &str, before: &str, score: Score) -> Option<String> {
    let percent = score.percent()?;
    let color = match percent {
        100 => "brightgreen",
        95.. => "green",
        80.. => "yellowgreen",
        50.. => "orange",
        _ => "red",
    };
    let value = json!({ "schemaVersion": 1, "label": label, "message": format!("{before}{percent}%"), "color": color });
    Some(format!("{value}\n"))
}
