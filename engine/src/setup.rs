//! Anything one can write down: a board before it is checked to be a position.
//!
//! ```
//! use damero_engine::notation::fen;
//! use damero_engine::{Arbiter, Refusal, variants};
//!
//! let arbiter = Arbiter::new(variants::ENGLISH)?;
//! let mut setup = fen::parse(arbiter.geometry(), "?:W32,32:B1")?;
//! let refusals = arbiter.position(&setup).expect_err("not a position");
//! assert!(refusals.iter().eq([Refusal::SquareTwice, Refusal::NoSideToMove]));
//! setup.pieces.remove(0);
//! setup.turn = Some(damero_engine::Color::White);
//! assert_eq!(arbiter.position(&setup)?.to_string(), "W:W32:B1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, Square};
use crate::moves::TooManyCaptures;
use crate::words::words;
use std::fmt;

/// Quiet moves a side has made in a row with one king, for rules that limit them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KingRun {
    /// Where that king stands; of no meaning while `moves` is 0.
    pub square: u8,
    /// How many quiet moves in a row it has made, in moves of its side.
    pub moves: u8,
}

/// A board as written, right or wrong: squares may be listed twice, sides may be missing.
///
/// [`Arbiter::position`](crate::Arbiter::position) turns it into a [`Position`](crate::Position) or says everything
/// that is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// Who is to move, where that is said.
    pub turn: Option<Color>,
    /// The pieces in the order written.
    pub pieces: Vec<(Square, Piece)>,
    /// Plies counted towards a draw, where the text says so. What is counted is the writer's affair, so nothing here
    /// reads it.
    pub halfmove: Option<u32>,
    /// Number of the move about to be made, in moves of both sides, from 1, where the text says so.
    pub fullmove: Option<u32>,
    /// Quiet moves made in a row with one king, White's and Black's, for rules that limit them.
    pub king_runs: [Option<KingRun>; 2],
}

impl Setup {
    /// The same board seen by the other player: turned by 180 degrees, with the colours swapped.
    ///
    /// Every rule is the same for both colours, so whatever holds here holds there, for the other side.
    #[must_use]
    pub fn turned(&self, geometry: &Geometry) -> Setup {
        let swapped = |&(square, piece): &(Square, Piece)| {
            (geometry.rotated(square), Piece { color: piece.color.opponent(), ..piece })
        };
        let run = |run: KingRun| KingRun { square: geometry.rotated(Square(run.square)).0, ..run };
        let [white, black] = self.king_runs.map(|king| king.map(run));
        Setup {
            turn: self.turn.map(Color::opponent),
            pieces: self.pieces.iter().map(swapped).collect(),
            king_runs: [black, white],
            ..*self
        }
    }
}

words! {
    /// Why a board is not a position.
    pub enum Refusal {
        /// a man stands where it would have been crowned
        ManOnCrowningRow = "man-on-crowning-row",
        /// a square is listed twice, for one side or for both
        SquareTwice = "square-twice",
        /// a square is not on the board or not played on
        OffBoard = "off-board",
        /// there is no piece at all
        NoPieces = "no-pieces",
        /// a side has more pieces than it starts with
        TooManyPieces = "too-many-pieces",
        /// it is not said who is to move
        NoSideToMove = "no-side-to-move",
        /// the text cannot be read as a position
        NotAPosition = "not-a-position",
        /// there are too many ways to capture: looking for the captures was given up
        TooManyCaptures = "too-many-captures",
    }
}

/// A set of reasons why a board is not a position.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Refusals(u16);

impl Refusals {
    /// No reason.
    pub const NONE: Refusals = Refusals(0);

    /// Adds a reason.
    pub const fn insert(&mut self, refusal: Refusal) {
        self.0 |= 1 << refusal as u16;
    }

    /// Whether a reason is in the set.
    #[must_use]
    pub const fn contains(self, refusal: Refusal) -> bool {
        self.0 >> refusal as u16 & 1 == 1
    }

    /// Whether there is no reason.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The reasons in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Refusal> {
        Refusal::ALL.iter().copied().filter(move |refusal| self.contains(*refusal))
    }
}

impl From<TooManyCaptures> for Refusals {
    fn from(_: TooManyCaptures) -> Self {
        [Refusal::TooManyCaptures].into_iter().collect()
    }
}

impl FromIterator<Refusal> for Refusals {
    fn from_iter<I: IntoIterator<Item = Refusal>>(refusals: I) -> Self {
        let mut set = Refusals::NONE;
        for refusal in refusals {
            set.insert(refusal);
        }
        set
    }
}

impl fmt::Debug for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, refusal) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{refusal}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusals {}
