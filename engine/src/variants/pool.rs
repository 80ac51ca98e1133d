use super::international::INTERNATIONAL;
use super::names::Names;
use crate::color::Color;
use crate::rules::*;
use crate::value::{List, Range};

/// Three kings against one. That the three must also hold the long diagonal is said by players only and left out.
const THREE_KINGS_AGAINST_ONE: Condition = Condition::material(
    Material { kings: Range::exactly(3), men: Range::exactly(0), ..Material::ANY },
    Material::LONE_KING,
);

/// American pool checkers: men capture both ways, kings fly, any capture may be chosen.
///
/// Sources: American Pool Checkers Association, 1 to 7 (board, Black moves first), 14 to 20 (moves and captures), 16,
/// 22, 23 (a man that passes over the last row stays one), 26 (third occurrence; thirty plies of kings alone); PDN 3.0
/// type 23.
///
/// Two texts that name no source crown a man in mid-capture. The thirty of article 26 is known from a program and read as
/// plies, fifteen moves of each side. That three kings must catch one in thirteen moves comes from a book of 1947 by way
/// of players; they are read as moves of the stronger side, the move that brings the ending about left out.
pub const POOL: Rules = Rules {
    width: 8,
    height: 8,
    starting_side: Color::Black,
    start_rows: 3,
    capture_priority: List::EMPTY,
    draw_clauses: List::of(&[
        DrawClause::quiet(15, Unit::EachSide, DrawMode::Automatic),
        DrawClause::endgame(13, Unit::StrongerSide, THREE_KINGS_AGAINST_ONE),
    ]),
    game_type: 23,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Pool checkers",
    english_short: "Pool",
    spanish: "Damas pool",
    spanish_short: "Pool",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 23, first: Color::Black, men: 12, corners: ["29", "", "", "4"] };
