use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// One piece each is a draw at once, whatever the ranks.
const ONE_AGAINST_ONE: DrawClause =
    DrawClause::endgame(0, Unit::Plies, Condition::material(Material::ONE_PIECE, Material::ONE_PIECE));

/// Turkish dama: straight lines on all 64 squares, captured pieces leave at once, the capture of most pieces.
///
/// Sources: Turkish federation rules R1 to R5 with their examples, championship rules 2021 1h, tournament rules 1h, 3g,
/// 4f, 4g; PDN 3.0 type 30.
pub const TURKISH: Rules = Rules {
    width: 8,
    height: 8,
    playing_squares: PlayingSquares::All,
    start_rows: 2,
    start_offset: 1,
    man_moves: Directions::FORWARD.union(Directions::SIDEWAYS),
    man_captures: Directions::FORWARD.union(Directions::SIDEWAYS),
    king_moves: Directions::ORTHOGONAL,
    king_captures: Directions::ORTHOGONAL,
    removal: Removal::AtOnce,
    reversal: Reversal::Forbidden,
    draw_clauses: List::of(&[ONE_AGAINST_ONE]),
    square_names: SquareNames::Algebraic,
    first_square: FirstSquare::BottomLeft,
    game_type: 30,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Turkish draughts",
    english_short: "Turkish",
    spanish: "Damas turcas",
    spanish_short: "Turcas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 30, first: crate::color::Color::White, men: 16, corners: ["a1", "h1", "a8", "h8"] };
