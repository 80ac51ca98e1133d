use super::pool::POOL;
use super::names::Names;
use crate::rules::*;

/// Jamaican draughts: American pool checkers on the board turned by a quarter, the playing corner near the right hand.
///
/// Sources: Jamaica Draughts Association for the board and crowning; an encyclopaedia draft for the thirteen moves. PDN
/// 3.0 shares type 23 with pool, but writes letters and digits from a corner and in an order that editions give
/// differently; the numbers of the plain type are kept here.
pub const JAMAICAN: Rules = Rules { playing_squares: PlayingSquares::NearRight, ..POOL };

pub(super) const NAMES: Names = Names {
    english: "Jamaican draughts",
    english_short: "Jamaican",
    spanish: "Damas jamaicanas",
    spanish_short: "Jamaicanas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 23, first: crate::color::Color::Black, men: 12, corners: ["", "32", "1", ""] };
