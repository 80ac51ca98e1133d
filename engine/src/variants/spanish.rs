use super::english::ENGLISH;
use super::names::Names;
use crate::color::Color;
use crate::rules::*;
use crate::value::List;

/// Spanish draughts: men capture forward only, kings fly, most pieces first and then most kings.
///
/// No federation text in Spanish could be read; the Portuguese federation's rules of 2026 are titled as those of
/// Portuguese and Spanish draughts (1.2, 2.2, 3.1.e, 3.7). Draws: third occurrence, twenty king moves of each side.
/// PDN 3.0 type 24.
pub const SPANISH: Rules = Rules {
    playing_squares: PlayingSquares::NearRight,
    starting_side: Color::White,
    king_range: KingRange::Flying,
    king_landing: KingLanding::Any,
    capture_priority: List::of(&[Criterion::MostPieces, Criterion::MostKings]),
    repetition: Repetition::of_position(3, DrawMode::Automatic),
    draw_clauses: List::of(&[DrawClause::quiet(20, Unit::EachSide, DrawMode::Automatic)]),
    first_square: FirstSquare::BottomRight,
    game_type: 24,
    ..ENGLISH
};

pub(super) const NAMES: Names = Names {
    english: "Spanish draughts",
    english_short: "Spanish",
    spanish: "Damas españolas",
    spanish_short: "Españolas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 24, first: Color::White, men: 12, corners: ["", "1", "32", ""] };
