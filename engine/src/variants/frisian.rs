use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;
use crate::value::{List, Range};

/// The side with two kings must take the last one in seven moves of its own.
const TWO_KINGS_AGAINST_ONE: DrawClause = DrawClause::endgame(
    7,
    Unit::StrongerSide,
    Condition::material(
        Material { kings: Range::exactly(2), men: Range::exactly(0), ..Material::ANY },
        Material::LONE_KING,
    ),
);

/// One king each is a draw at once, unless one of them can be taken now or will be on the next ply whatever is played.
const ONE_KING_EACH: DrawClause = DrawClause::endgame(
    0,
    Unit::Plies,
    Condition { unless: Some(Unless::Capture), ..Condition::material(Material::LONE_KING, Material::LONE_KING) },
);

/// Frisian draughts: captures go straight as well as diagonally, their value decides, and kings tire.
///
/// Sources: *Official Rules for Frisian Draughts* (2011), 5 (board), 7 to 10 (moves, captures, crowning), 11, 12 (value,
/// then the king), 14 (removal), 17 (three moves in a row with one king), 18 (two kings against one), 21 (one king each,
/// agreement); PDN 3.0 type 40. They know neither repetition nor a count of quiet moves.
///
/// Article 21.1 lets the game go on while a king can be captured or will be whatever is played; that is read as a look
/// ahead of one ply. Whether the move that leaves two kings against one counts is not said; it does not here.
pub const FRISIAN: Rules = Rules {
    man_captures: Directions::ALL,
    king_captures: Directions::ALL,
    king_move_limit: 3,
    capture_priority: List::of(&[Criterion::FrisianValue, Criterion::WithKing]),
    repetition: Repetition::NONE,
    draw_clauses: List::of(&[TWO_KINGS_AGAINST_ONE, ONE_KING_EACH]),
    game_type: 40,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Frisian draughts",
    english_short: "Frisian",
    spanish: "Damas frisonas",
    spanish_short: "Frisonas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 40, first: crate::color::Color::White, men: 20, corners: ["46", "", "", "5"] };
