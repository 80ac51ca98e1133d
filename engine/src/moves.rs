//! Moves: origin, destination, and the set of captured pieces.

use crate::geometry::{Square, SquareSet};
use smallvec::SmallVec;

/// A legal move, made by an [`Arbiter`](crate::Arbiter).
///
/// # Equality
///
/// Two moves are the same when origin, destination, and captured pieces are; the path does not count. That is what
/// perft calls counting *by result*.
///
/// ```
/// use damero_engine::{Arbiter, variants};
///
/// let arbiter = Arbiter::new(variants::ENGLISH)?;
/// let moves = arbiter.moves(&arbiter.read("W:W29:B25,18,10")?)?;
/// let [capture] = moves.as_slice() else { panic!("one capture") };
/// assert_eq!((capture.captured().len(), capture.between().len()), (3, 2));
/// assert_eq!(arbiter.full_text(capture), "29x22x15x6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: SquareSet,
    pub(crate) between: SmallVec<[Square; 16]>,
    pub(crate) crowns: bool,
}

/// What makes two moves the same: origin, destination, captured pieces.
pub type Identity = (Square, Square, SquareSet);

impl Move {
    /// Where the piece comes from.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Where it goes.
    #[must_use]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The squares of the pieces it takes.
    #[must_use]
    pub const fn captured(&self) -> SquareSet {
        self.captured
    }

    /// The squares it lands on in between, as PDN writes them: where it turns, or right behind a piece it takes going
    /// straight on.
    #[must_use]
    pub fn between(&self) -> &[Square] {
        &self.between
    }

    /// All squares from origin to destination.
    pub fn path(&self) -> impl Iterator<Item = Square> + '_ {
        std::iter::once(self.from).chain(self.between.iter().copied()).chain(std::iter::once(self.to))
    }

    /// Whether a man becomes a king by this move.
    #[must_use]
    pub const fn crowns(&self) -> bool {
        self.crowns
    }

    /// Whether it takes anything.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// What makes it the same as another.
    #[must_use]
    pub const fn identity(&self) -> Identity {
        (self.from, self.to, self.captured)
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Move {}

/// There are more captures than can be listed: some 250 000 different ones in one position, or, where each path counts,
/// as many paths; or so many ways that searching them takes more time and memory than a position is worth.
///
/// No game ever comes near it, but pieces can be composed so. A board of such captures is refused as a position, a move
/// that leads to one is refused in a [`Game`](crate::Game), and what else can meet one says so by this error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many ways to capture: looking for the captures was given up")]
pub struct TooManyCaptures;

impl TooManyCaptures {
    /// Different captures that can be listed at least.
    pub const LISTED: usize = 1 << 18;
}

/// A position was asked about by the rules of another board, whose squares are different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position is of another board")]
pub struct OtherBoard;

/// Why the moves of a position cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// There are [too many captures](TooManyCaptures).
    #[error("{}", TooManyCaptures)]
    TooManyCaptures,
    /// The position is of [another board](OtherBoard).
    #[error("{}", OtherBoard)]
    OtherBoard,
}

impl From<TooManyCaptures> for MovesError {
    fn from(_: TooManyCaptures) -> MovesError {
        MovesError::TooManyCaptures
    }
}

impl From<OtherBoard> for MovesError {
    fn from(_: OtherBoard) -> MovesError {
        MovesError::OtherBoard
    }
}

/// Why a move cannot be played in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It is not legal.
    #[error("the move is not legal")]
    NotLegal,
    /// The legal moves cannot be listed.
    #[error(transparent)]
    Moves(#[from] MovesError),
}
