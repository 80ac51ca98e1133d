//! Why leaves cannot be counted.

use crate::moves::{MovesError, OtherBoard, TooManyCaptures};
use std::fmt;

/// Why leaves cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountError {
    /// Somewhere in the tree there are too many captures to be listed.
    TooManyCaptures,
    /// The count is too large for 64 bits.
    TooManyLeaves,
    /// The position is of [another board](OtherBoard).
    OtherBoard,
}

impl From<MovesError> for CountError {
    fn from(error: MovesError) -> CountError {
        match error {
            MovesError::TooManyCaptures => CountError::TooManyCaptures,
            MovesError::OtherBoard => CountError::OtherBoard,
        }
    }
}

impl From<OtherBoard> for CountError {
    fn from(_: OtherBoard) -> CountError {
        CountError::OtherBoard
    }
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::TooManyCaptures => write!(f, "in one of its positions {TooManyCaptures}"),
            CountError::OtherBoard => OtherBoard.fmt(f),
            CountError::TooManyLeaves => f.write_str("it has more than 18 446 744 073 709 551 615 leaves"),
        }
    }
}

impl std::error::Error for CountError {}
