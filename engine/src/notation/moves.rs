//! Moves as PDN writes them: `32-28`, `18x4`, and the full path `47x38x24x13x36` where the short form fits several.

use crate::arbiter::Arbiter;
use crate::geometry::{NameError, Square, SquareSet};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{CaptureSeparator, SquareNames};
use std::fmt;

/// A move as written: what the text says, before anybody has asked whether it is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// Origin, squares in between as far as written, destination.
    pub squares: Vec<Square>,
    /// Whether the separator says it is a capture; `None` where it does not tell.
    pub capture: Option<bool>,
    /// The captured squares, where written: `47x36 <14,29>`.
    pub captured: Option<SquareSet>,
}

impl WrittenMove {
    /// Where the piece comes from.
    #[must_use]
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// Where it goes.
    #[must_use]
    pub fn to(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }

    fn between(&self) -> &[Square] {
        &self.squares[1..self.squares.len() - 1]
    }

    /// Whether the text can mean this move, path included.
    fn fits(&self, candidate: &Move) -> bool {
        candidate.from == self.from()
            && candidate.to == self.to()
            && self.capture.is_none_or(|capture| capture == candidate.is_capture())
            && self.captured.is_none_or(|captured| captured == candidate.captured)
            && is_subsequence(self.between(), &candidate.between)
    }
}

/// Whether `part` can be had from `whole` by leaving squares out.
fn is_subsequence(part: &[Square], whole: &[Square]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextError {
    /// It does not look like one.
    NotAMove {
        /// The text, shortened.
        text: String,
    },
    /// One of its squares is none.
    Square(NameError),
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::NotAMove { text } => write!(f, "`{text}` is not a move"),
            MoveTextError::Square(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveTextError {}

/// Why a written move cannot be played.
#[derive(Clone, Debug)]
pub enum FindError {
    /// It is not legal.
    NotLegal,
    /// It fits several legal moves.
    Ambiguous(Vec<Move>),
}

impl Arbiter {
    /// A legal move as text: short where `among`, the legal moves, hold no other with these ends, else the full path.
    #[must_use]
    pub fn text(&self, played: &Move, among: &[Move]) -> String {
        let alone = among.iter().filter(|m| m.from == played.from && m.to == played.to).count() <= 1;
        if alone {
            self.join(played.is_capture(), [played.from, played.to].into_iter())
        } else {
            self.full_text(played)
        }
    }

    /// A legal move as text with every square of its path.
    #[must_use]
    pub fn full_text(&self, played: &Move) -> String {
        self.join(played.is_capture(), played.path())
    }

    fn join(&self, capture: bool, squares: impl Iterator<Item = Square>) -> String {
        let separator = if capture { self.rules().capture_separator.word() } else { "-" };
        squares.map(|square| self.geometry().name(square)).collect::<Vec<_>>().join(separator)
    }

    /// Reads a move as written.
    ///
    /// Squares may be numeric or algebraic; the sign between them may be `-`, `x`, `X`, `:`, or missing between two
    /// algebraic or two two-digit names. Captured squares may follow in angle brackets.
    ///
    /// # Errors
    ///
    /// Where the text does not look like a move or names a square that is none.
    pub fn read_move(&self, text: &str) -> Result<WrittenMove, MoveTextError> {
        const LONGEST: usize = 1024;
        let not_a_move = || MoveTextError::NotAMove { text: crate::value::shortened(text) };
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.len() > LONGEST {
            return Err(not_a_move());
        }
        let square = |name: &str| self.geometry().square_named(name.trim()).map_err(MoveTextError::Square);
        let (body, captured) = match trimmed.split_once('<') {
            None => (trimmed, None),
            Some((body, rest)) => {
                let list = rest.strip_suffix('>').ok_or_else(not_a_move)?;
                let set = list.split(',').map(square).collect::<Result<SquareSet, _>>()?;
                (body.trim_end(), Some(set))
            }
        };
        let is_separator = |c: char| matches!(c, '-' | 'x' | 'X' | ':' | '×');
        let mut capture = None;
        for separator in body.chars().filter(|c| is_separator(*c)) {
            let sign = separator != '-';
            match capture {
                None => capture = Some(sign),
                Some(before) if before != sign => return Err(not_a_move()),
                Some(_) => {}
            }
        }
        let names: Vec<&str> = match capture {
            Some(_) => body.split(is_separator).collect(),
            None => without_separator(body).ok_or_else(not_a_move)?,
        };
        let squares = names.into_iter().map(square).collect::<Result<Vec<_>, _>>()?;
        if capture == Some(false) && (squares.len() > 2 || self.rules().capture_separator == CaptureSeparator::Hyphen) {
            // A quiet move has two squares; and where captures are written with a hyphen it tells nothing.
            capture = None;
        }
        if captured.is_some_and(|set| !set.is_empty()) {
            capture = Some(true);
        }
        Ok(WrittenMove { squares, capture, captured })
    }

    /// The legal move that a written one means.
    ///
    /// # Errors
    ///
    /// [`FindError::NotLegal`] where none fits, [`FindError::Ambiguous`] where several do.
    pub fn find(&self, position: &Position, written: &WrittenMove) -> Result<Move, FindError> {
        let mut fitting: Vec<Move> = self.paths(position).into_iter().filter(|m| written.fits(m)).collect();
        fitting.sort_by_key(Move::identity);
        // What is exactly the path of one move means that move, a single jump written `d8:h4` too: a longer way between
        // the same squares has to be written out. Otherwise part of a longer path could be meant.
        if let Some(exact) = fitting.iter().find(|m| m.between == written.between()) {
            return Ok(exact.clone());
        }
        fitting.dedup();
        match fitting.len() {
            0 => Err(FindError::NotLegal),
            1 => Ok(fitting.swap_remove(0)),
            _ => Err(FindError::Ambiguous(fitting)),
        }
    }

    /// Whether the variant writes squares as letter and number.
    #[must_use]
    pub fn writes_algebraic(&self) -> bool {
        self.rules().square_names == SquareNames::Algebraic
    }
}

/// The two squares of a move written without a sign: `a3b4`, `3228`.
fn without_separator(text: &str) -> Option<Vec<&str>> {
    if !text.is_ascii() {
        return None;
    }
    let bytes = text.as_bytes();
    if bytes.len() == 4 && bytes.iter().all(u8::is_ascii_digit) {
        return Some(vec![&text[..2], &text[2..]]);
    }
    let second = bytes.iter().skip(1).position(u8::is_ascii_alphabetic)? + 1;
    (second >= 2 && bytes[0].is_ascii_alphabetic()).then(|| vec![&text[..second], &text[second..]])
}
