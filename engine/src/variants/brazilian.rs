use super::international::INTERNATIONAL;
use super::names::Names;
use super::russian::DRAWS_OF_64_SQUARES;
use crate::rules::*;

/// Brazilian draughts: international rules on eight by eight.
///
/// Sources: FMJD-64 rules, items 8.3 to 8.5 for the draws; Confederação Brasileira summary items 1 to 18; PDN 3.0
/// type 26.
pub const BRAZILIAN: Rules = Rules {
    width: 8,
    height: 8,
    start_rows: 3,
    draw_clauses: DRAWS_OF_64_SQUARES,
    square_names: SquareNames::Algebraic,
    first_square: FirstSquare::BottomLeft,
    game_type: 26,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Brazilian draughts",
    english_short: "Brazilian",
    spanish: "Damas brasileñas",
    spanish_short: "Brasileñas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 26, first: crate::color::Color::White, men: 12, corners: ["a1", "", "", "h8"] };
