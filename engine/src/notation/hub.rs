//! Positions and moves as the Hub protocol writes them, version 2.
//!
//! A position is the side to move and one sign for each square in the order of its numbers: `w b` men, `W B` kings, `e`
//! nothing. A quiet move is `32-28`; a capture names origin, destination, and the captured squares in any order,
//! `28x19x23`, and no square of its path.
//!
//! The protocol knows the ten by ten board only. Other boards are written the same way, in the numbers of the variant's
//! own board; algebraic boards have numbers too, see [`Geometry::number`].
//!
//! ```
//! use damero_engine::notation::hub;
//! use damero_engine::{Arbiter, variants};
//!
//! let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
//! let position = arbiter.read("W:W28:B23")?;
//! let written = hub::parse_move(arbiter.geometry(), "28x19x23")?;
//! let capture = arbiter.find(&position, &written)?;
//! assert_eq!(hub::move_text(arbiter.geometry(), &capture), "28x19x23");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, Square, SquareSet};
use crate::moves::Move;
use crate::notation::moves::{WrittenMove, WrittenSquares};
use crate::position::Position;
use crate::setup::Setup;

/// Why a text is not a Hub position or move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {column}: found {found}, expected {expected}")]
pub struct HubError {
    /// Character at which the offending part begins, from 1.
    pub column: usize,
    /// What was found there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

fn wrong(column: usize, found: &str, expected: impl Into<String>) -> HubError {
    let found = if found.is_empty() { "nothing".to_string() } else { super::shown(found) };
    HubError { column, found, expected: expected.into() }
}

/// Writes a position.
#[must_use]
pub fn position(geometry: &Geometry, position: &Position) -> String {
    let mut text = String::from(match position.turn() {
        Color::White => "W",
        Color::Black => "B",
    });
    let squares = (1..=u32::from(geometry.squares())).filter_map(|number| geometry.square_numbered(number));
    text.extend(squares.map(|square| match position.piece_at(square) {
        None => 'e',
        Some(Piece { color: Color::White, king: false }) => 'w',
        Some(Piece { color: Color::White, king: true }) => 'W',
        Some(Piece { color: Color::Black, king: false }) => 'b',
        Some(Piece { color: Color::Black, king: true }) => 'B',
    }));
    text
}

/// Reads a position.
///
/// # Errors
///
/// Returns an error at the first unknown sign, or if there are more or fewer signs than squares.
pub fn parse_position(geometry: &Geometry, text: &str) -> Result<Setup, HubError> {
    let mut signs = text.trim().chars().zip(1..);
    let turn = match signs.next() {
        Some(('W', _)) => Color::White,
        Some(('B', _)) => Color::Black,
        other => {
            let found = other.map(|(sign, _)| sign.to_string()).unwrap_or_default();
            return Err(wrong(1, &found, "the side to move: `W` or `B`"));
        }
    };
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    let mut number = 0;
    for (sign, column) in signs {
        number += 1;
        let piece = match sign {
            'e' => None,
            'w' => Some(Piece::man(Color::White)),
            'W' => Some(Piece::king(Color::White)),
            'b' => Some(Piece::man(Color::Black)),
            'B' => Some(Piece::king(Color::Black)),
            other => return Err(wrong(column, &other.to_string(), "one of `w b W B e`")),
        };
        let Some(square) = geometry.square_numbered(number) else {
            let expected = format!("the end: the board has {} squares", geometry.squares());
            return Err(wrong(column, &sign.to_string(), expected));
        };
        setup.pieces.extend(piece.map(|piece| (square, piece)));
    }
    if number < u32::from(geometry.squares()) {
        let expected = format!("{} signs for the squares, not {number}", geometry.squares());
        return Err(wrong(number as usize + 2, "", expected));
    }
    Ok(setup)
}

/// Writes a move, its captured squares in the order of their numbers.
#[must_use]
pub fn move_text(geometry: &Geometry, played: &Move) -> String {
    let mut captured: Vec<u32> = played.captured().iter().map(|square| geometry.number(square)).collect();
    captured.sort_unstable();
    let ends = [played.from(), played.to()].map(|square| geometry.number(square).to_string());
    if captured.is_empty() {
        return ends.join("-");
    }
    ends.into_iter().chain(captured.iter().map(u32::to_string)).collect::<Vec<_>>().join("x")
}

/// Reads a move. [`Arbiter::find`](crate::Arbiter::find) says which legal move it is; the captured squares are compared as a set.
///
/// # Errors
///
/// Returns an error if the text does not look like a move, names a square that is not on the board, or one captured
/// piece twice.
pub fn parse_move(geometry: &Geometry, text: &str) -> Result<WrittenMove, HubError> {
    /// Longer than any move of any board.
    const LONGEST: usize = 1024;
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(wrong(1, text, format!("a move of at most {LONGEST} characters")));
    }
    let capture = text.contains('x');
    let mut column = 1;
    let mut squares = Vec::new();
    for number in text.split(if capture { 'x' } else { '-' }) {
        squares.push((column, square(geometry, number, column)?));
        column += number.chars().count() + 1;
    }
    let (from, to, rest) = match squares.as_slice() {
        [from, to, rest @ ..] => (from.1, to.1, rest),
        _ => return Err(wrong(column - 1, "", "`-` or `x` and the destination")),
    };
    let mut captured = SquareSet::EMPTY;
    for (column, square) in rest {
        if !capture {
            return Err(wrong(*column, &geometry.number(*square).to_string(), "the end of a quiet move"));
        }
        if !captured.insert(*square) {
            return Err(wrong(*column, &geometry.number(*square).to_string(), "each captured square once"));
        }
    }
    if capture && captured.is_empty() {
        return Err(wrong(column - 1, "", "`x` and a captured square"));
    }
    Ok(WrittenMove { squares: WrittenSquares::ends(from, to), capture: Some(capture), captured: Some(captured) })
}

fn square(geometry: &Geometry, number: &str, column: usize) -> Result<Square, HubError> {
    let expected = || format!("a square from 1 to {}", geometry.squares());
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong(column, number, expected()));
    }
    geometry.square_named(number).map_err(|_| wrong(column, number, expected()))
}
