use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Antidraughts: international draughts played to lose; who has no move left, or no piece, has won.
///
/// Source: the game's page on lidraughts.org: the draws of few pieces are dropped, third occurrence and all other
/// rules stay. By these words so do the twenty-five moves of kings alone; the site's program does not count them. The
/// standard has no type for it; 98 is that site's, among the numbers PDN leaves free.
pub const ANTIDRAUGHTS: Rules = Rules {
    no_move: NoMove::Wins,
    draw_clauses: List::of(&[DrawClause::quiet(25, Unit::EachSide, DrawMode::Automatic)]),
    game_type: 98,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Antidraughts",
    english_short: "Antidraughts",
    spanish: "Damas al gana-pierde",
    spanish_short: "Gana-pierde",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 98, first: crate::color::Color::White, men: 20, corners: ["46", "", "", "5"] };
