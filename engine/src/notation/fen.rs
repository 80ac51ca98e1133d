//! FEN as PDN 3.0 has it: `W:W31-50:B1-20`.
//!
//! The reader takes either order of the sides, ranges, `K` before a square or a range, an empty side, spaces, a final
//! dot, and numeric or algebraic names whatever the variant writes; `?` stands for an unknown side to move. The writer
//! uses the variant's own names, lists every square, and writes neither spaces nor a dot.

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, NameProblem, Square};
use crate::position::Position;
use crate::setup::{Refusal, Setup};
use std::fmt;
use std::fmt::Write as _;

/// No board needs a longer FEN, by far.
const LONGEST: usize = 4096;

/// Why a text is not a FEN, with the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// Byte at which the offending part begins.
    pub at: usize,
    /// Its length in bytes; 0 at the end of the text.
    pub length: usize,
    /// What was found there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
    off_board: bool,
}

impl FenError {
    /// The reason as a word.
    #[must_use]
    pub const fn refusal(&self) -> Refusal {
        if self.off_board { Refusal::OffBoard } else { Refusal::NotAPosition }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {}: found {}, expected {}", self.at + 1, self.found, self.expected)
    }
}

impl std::error::Error for FenError {}

/// A part of the text with its place.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Part { at: self.at + self.text.len() - text.len(), text: text.trim_end() }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Part { at, text };
            at += text.len() + separator.len_utf8();
            part.trimmed()
        })
    }

    fn skip(self, bytes: usize) -> Part<'a> {
        Part { at: self.at + bytes, text: &self.text[bytes..] }.trimmed()
    }

    fn wrong(self, expected: impl Into<String>) -> FenError {
        let found = if self.text.is_empty() {
            "nothing".to_string()
        } else {
            format!("`{}`", crate::value::shortened(self.text))
        };
        FenError { at: self.at, length: self.text.len(), found, expected: expected.into(), off_board: false }
    }
}

/// Reads a FEN.
///
/// # Errors
///
/// At the first part that cannot be read or names a square that is not on the board.
pub fn parse(geometry: &Geometry, text: &str) -> Result<Setup, FenError> {
    const SIDES: &str = "the side to move and both sides' squares, like `W:W31-50:B1-20`";
    if text.len() > LONGEST {
        return Err(FenError {
            at: 0,
            length: text.len(),
            found: format!("{} characters", text.chars().count()),
            expected: format!("a position, at most {LONGEST} characters"),
            off_board: false,
        });
    }
    let whole = Part { at: 0, text }.trimmed();
    let body = Part { text: whole.text.strip_suffix('.').unwrap_or(whole.text), ..whole };
    let mut parts = body.split(':');
    let first = parts.next().unwrap_or(body);
    let turn = match first.text {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        "?" => None,
        _ if body.text.contains(':') => return Err(first.wrong("the side to move: `W`, `B` or `?`")),
        _ => return Err(whole.wrong(SIDES)),
    };
    let mut setup = Setup { turn, pieces: Vec::new() };
    let mut seen = [false; 2];
    for part in parts {
        let color = match part.text.as_bytes().first() {
            Some(b'W' | b'w') => Color::White,
            Some(b'B' | b'b') => Color::Black,
            _ => return Err(part.wrong("`W` or `B` and that side's squares")),
        };
        if std::mem::replace(&mut seen[color.index()], true) {
            return Err(part.wrong(format!("each side once; {color} has been listed already")));
        }
        let list = part.skip(1);
        if list.text.is_empty() {
            continue;
        }
        for item in list.split(',') {
            read_item(geometry, item, color, &mut setup)?;
        }
    }
    if seen == [false; 2] {
        return Err(whole.wrong(SIDES));
    }
    Ok(setup)
}

fn read_item(geometry: &Geometry, item: Part<'_>, color: Color, setup: &mut Setup) -> Result<(), FenError> {
    const ITEM: &str = "a square, a range, or either with `K` before it";
    let king = matches!(item.text.as_bytes().first(), Some(b'K' | b'k'));
    let squares = if king { item.skip(1) } else { item };
    if squares.text.is_empty() {
        return Err(item.wrong(ITEM));
    }
    let piece = Piece { color, king };
    let named = |part: Part<'_>| -> Result<Square, FenError> {
        geometry.square_named(part.text).map_err(|error| match error.problem {
            NameProblem::NotAName => part.wrong(ITEM),
            NameProblem::OffBoard { ref last } => {
                FenError { off_board: true, ..part.wrong(format!("a square on the board, which ends at {last}")) }
            }
            NameProblem::NotPlayedOn => FenError { off_board: true, ..part.wrong("a square that is played on") },
        })
    };
    match squares.text.split_once('-') {
        None => setup.pieces.push((named(squares)?, piece)),
        Some((low, _)) => {
            let first = Part { at: squares.at, text: low }.trimmed();
            let last = squares.skip(low.len() + 1);
            let numeric = |part: Part<'_>| part.text.bytes().all(|b| b.is_ascii_digit());
            if !numeric(first) || !numeric(last) {
                return Err(squares.wrong("a range of numbers, like `31-50`"));
            }
            let (low, high) = (geometry.number(named(first)?), geometry.number(named(last)?));
            if low > high {
                return Err(squares.wrong(format!("the lower number first: `{high}-{low}`")));
            }
            setup.pieces.extend((low..=high).filter_map(|n| geometry.square_numbered(n)).map(|s| (s, piece)));
        }
    }
    Ok(())
}

/// Writes a position: White's squares, then Black's, each in the order of the board's own names.
#[must_use]
pub fn write(geometry: &Geometry, position: &Position) -> String {
    let mut text = String::from(letter(position.turn()));
    for color in [Color::White, Color::Black] {
        let _ = write!(text, ":{}", letter(color));
        let mut squares: Vec<Square> = position.pieces(color).iter().collect();
        squares.sort_by_key(|square| geometry.number(*square));
        for (i, square) in squares.into_iter().enumerate() {
            let king = position.kings.contains(square);
            let _ = write!(
                text,
                "{}{}{}",
                if i > 0 { "," } else { "" },
                if king { "K" } else { "" },
                geometry.name(square)
            );
        }
    }
    text
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}
