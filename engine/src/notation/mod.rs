//! Positions, moves and games as text: FEN, PDN, the strings of the Hub protocol, drawn boards.

pub mod diagram;
pub mod fen;
pub mod hub;
pub mod lookalike;
pub mod moves;
pub mod pdn;

/// What was found, fit for a message: short, and without characters that would spoil it.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::from("`");
    for c in crate::value::shortened(text).chars() {
        if c.is_control() { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    shown.push('`');
    shown
}
