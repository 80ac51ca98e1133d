//! A Damero adapter: reads one JSON object per line, answers each with one line.
//!
//! Try it with: `damero adapter-check 'cargo run --release --quiet'`

use serde_json::{json, Value};
use std::io::{BufRead, Write};
use std::panic::catch_unwind;

/// The variants you play.
const RULES: &[&str] = &["english"];

/// YOUR CODE HERE: the legal moves of a position (`start` or a FEN) after some moves. `None`: cannot tell.
fn legal_moves(_rules: &str, position: &str, played: &[&str]) -> Option<Vec<String>> {
    let known: &[&str] = match (position, played) {
        ("start", []) => &["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"],
        ("start", ["11-15", "22-18"]) => &["15x22"],
        _ => return None,
    };
    Some(known.iter().map(|text| text.to_string()).collect())
}

fn answer(request: &Value) -> Value {
    let text = |key: &str| request[key].as_str().unwrap_or_default();
    let (what, rules) = (text("do"), text("rules"));
    if what == "hello" {
        return json!({
            "protocol": 1,
            "name": "my-rules",
            "version": env!("CARGO_PKG_VERSION"),
            "language": "rust",
            "rules": RULES,
            "answers": ["moves"],
            "positions": "start", // delete this line once your code can set up any position
        });
    }
    if what != "moves" || !RULES.contains(&rules) {
        return json!({"unsupported": format!("no {what} of {rules}")});
    }
    let played: Vec<&str> = request["played"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match legal_moves(rules, text("position"), &played) {
        Some(moves) => json!({"moves": moves}),
        None => json!({"unsupported": "not known yet"}),
    }
}

fn main() -> std::io::Result<()> {
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().split(b'\n') {
        let (id, mut told) = match serde_json::from_slice::<Value>(&line?) {
            // One bad request must not end the rest; what a panic says is on standard error.
            Ok(request) => {
                let told = catch_unwind(|| answer(&request)).unwrap_or_else(|_| json!({"error": "a panic"}));
                (request["id"].clone(), told)
            }
            Err(error) => (Value::Null, json!({"error": error.to_string()})),
        };
        told["id"] = id;
        writeln!(output, "{told}")?;
        output.flush()?;
    }
    Ok(())
}
