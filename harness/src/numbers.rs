//! Numbers as people read them, wherever one is shown.

/// `1 check`, `2 checks`, `2 plies`, `1,234 checks`.
#[must_use]
pub fn plural(number: usize, what: &str) -> String {
    let shown = thousands(number);
    match (number, what.strip_suffix('y')) {
        (1, _) => format!("{shown} {what}"),
        (_, Some(stem)) => format!("{shown} {stem}ies"),
        (_, None) => format!("{shown} {what}s"),
    }
}

/// ` after 2 plies`, or nothing at the start.
pub(crate) fn after(ply: usize) -> String {
    if ply == 0 { String::new() } else { format!(" after {}", plural(ply, "ply")) }
}

/// A number as people read it: `4,294`.
pub(crate) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
