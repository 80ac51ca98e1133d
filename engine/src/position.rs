//! A validated position: placement, side to move, and what little of the past the next move depends on.

use crate::color::{Color, Piece};
use crate::geometry::{Square, SquareSet};
use crate::setup::Setup;

/// Quiet moves a side has made in a row with one king, for rules that limit them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingRun {
    /// Where that king stands; of no meaning while `moves` is 0.
    pub square: u8,
    /// How many quiet moves in a row it has made, in moves of its side.
    pub moves: u8,
}

/// A position that rules can be asked about. Only an [`Arbiter`](crate::Arbiter) makes one.
///
/// # Equality
///
/// Two positions are equal when placement, side to move, and the runs of limited kings are. Repetition compares less,
/// see [`placement`](Self::placement).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) white: SquareSet,
    pub(crate) black: SquareSet,
    pub(crate) kings: SquareSet,
    pub(crate) turn: Color,
    pub(crate) runs: [KingRun; 2],
}

/// The placement of the pieces alone: White's squares, Black's, the kings among them.
pub type Placement = (SquareSet, SquareSet, SquareSet);

impl Position {
    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub const fn pieces(&self, color: Color) -> SquareSet {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The squares of a side's kings.
    #[must_use]
    pub const fn kings(&self, color: Color) -> SquareSet {
        SquareSet(self.pieces(color).0 & self.kings.0)
    }

    /// The squares of a side's men.
    #[must_use]
    pub const fn men(&self, color: Color) -> SquareSet {
        SquareSet(self.pieces(color).0 & !self.kings.0)
    }

    /// What stands on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.white.contains(square) {
            Color::White
        } else if self.black.contains(square) {
            Color::Black
        } else {
            return None;
        };
        Some(Piece { color, king: self.kings.contains(square) })
    }

    /// What repetition compares, besides the side to move where that counts.
    #[must_use]
    pub const fn placement(&self) -> Placement {
        (self.white, self.black, self.kings)
    }

    /// The run of quiet moves with one king of a side.
    #[must_use]
    pub const fn king_run(&self, color: Color) -> KingRun {
        self.runs[color.index()]
    }

    /// The position as something to write down.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let of = |color: Color| {
            self.pieces(color).iter().map(move |square| (square, Piece { color, king: self.kings.contains(square) }))
        };
        Setup {
            turn: Some(self.turn),
            pieces: of(Color::White).chain(of(Color::Black)).collect(),
            king_runs: self.runs.map(|run| (run.moves > 0).then_some(run)),
            ..Setup::default()
        }
    }
}
