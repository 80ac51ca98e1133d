use super::spanish::SPANISH;
use super::names::Names;
use crate::rules::*;
use crate::value::{List, Range};

/// Three kings against one: the *Forçada*, in which the twenty moves are not counted.
const THREE_KINGS: Material = Material { kings: Range::exactly(3), men: Range::exactly(0), ..Material::ANY };

/// Twenty moves of each side against some material of the weaker side; the stronger side has a king, too.
///
/// A capture or a man move leads from one of these clauses to the next and starts the count anew, so that they are
/// one rule in several pieces.
const fn twenty_moves(stronger: Range, men: Range, weaker: Material) -> DrawClause {
    let stronger = Material { men, ..Material::with_king(stronger) };
    DrawClause {
        condition: Condition::material(stronger, weaker),
        ..DrawClause::quiet(20, Unit::EachSide, DrawMode::Automatic)
    }
}

/// Portuguese draughts: the moves of Spanish draughts with draws of its own.
///
/// Sources: Federação Portuguesa de Damas, rules of 2026, 1.2, 2.2 (board, numbers), 3.1.e, 3.2.a, 3.4.a, 3.7
/// (quantity, then quality), 3.8.a (*Forçada*), 3.8.b (twenty moves), 5.3 (third occurrence); an earlier edition, 10
/// (White moves first) and 14.b (repetition is claimed); PDN 3.0 type 28.
///
/// The twenty moves count only while each side has at most four pieces with a king among them, and never with three
/// kings against one. There the side with three has twelve moves of its own from the moment it holds the long diagonal;
/// the move that occupies it is not counted, the one that takes the king is. That leaving the diagonal starts nothing
/// anew, and that the twelve are moves of one side, are readings. Whether the edition of 2026 still asks for a claim is
/// not known. Removal after the move rests on a program that names the federation.
pub const PORTUGUESE: Rules = Rules {
    repetition: Repetition::of_position(3, DrawMode::Claimed),
    draw_clauses: List::of(&[
        twenty_moves(Range::between(2, 4), Range::ANY, Material::with_king(Range::between(2, 4))),
        twenty_moves(Range::exactly(4), Range::ANY, Material::LONE_KING),
        twenty_moves(Range::exactly(3), Range::at_least(1), Material::LONE_KING),
        twenty_moves(Range::between(1, 2), Range::ANY, Material::LONE_KING),
        DrawClause::endgame(
            12,
            Unit::StrongerSide,
            Condition {
                long_diagonal: Some(LongDiagonal::StrongerHolds),
                ..Condition::material(THREE_KINGS, Material::LONE_KING)
            },
        ),
    ]),
    game_type: 28,
    ..SPANISH
};

pub(super) const NAMES: Names = Names {
    english: "Portuguese draughts",
    english_short: "Portuguese",
    spanish: "Damas portuguesas",
    spanish_short: "Portuguesas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 28, first: crate::color::Color::White, men: 12, corners: ["", "1", "32", ""] };
