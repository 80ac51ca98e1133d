//! Why leaves cannot be counted.

use crate::moves::{MovesError, OtherBoard, TooManyCaptures};

/// Why leaves cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// Somewhere in the tree there are too many captures to be listed.
    #[error("in one of its positions {}", TooManyCaptures)]
    TooManyCaptures,
    /// The count is too large for 64 bits.
    #[error("it has more than 18 446 744 073 709 551 615 leaves")]
    TooManyLeaves,
    /// The position is of [another board](OtherBoard).
    #[error("{}", OtherBoard)]
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
