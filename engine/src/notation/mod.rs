//! Positions, moves and games as text: FEN, PDN, the strings of the Hub protocol, drawn boards.
//!
//! ```
//! use damero_engine::notation::{fen, hub};
//! use damero_engine::{Arbiter, variants};
//!
//! let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
//! let position = arbiter.position(&fen::parse(arbiter.geometry(), "W:WK3:B45")?);
//! let text = hub::position(arbiter.geometry(), &position?);
//! assert_eq!(arbiter.position(&hub::parse_position(arbiter.geometry(), &text)?), position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
