use super::spanish::SPANISH;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Czech draughts: men capture forward only, kings fly, and a king's capture comes before a man's.
///
/// Sources: brief rules of the Czech game on the site of the world federation (captures, removal, crowning, draws);
/// Czech federation, 4.14 (king first); PDN 3.0 type 29. White moves first by a hobby site alone.
///
/// The brief rules draw after fifteen moves without capture or man move and do not say whose: read as fifteen of each
/// side, as the 64-square section of the world federation reads its own fifteen. Numbers decide nothing here.
pub const CZECH: Rules = Rules {
    playing_squares: PlayingSquares::NearLeft,
    capture_priority: List::of(&[Criterion::WithKing]),
    repetition: Repetition::of_position(3, DrawMode::Claimed),
    draw_clauses: List::of(&[DrawClause::quiet(15, Unit::EachSide, DrawMode::Automatic)]),
    square_names: SquareNames::Algebraic,
    first_square: FirstSquare::BottomLeft,
    game_type: 29,
    ..SPANISH
};

pub(super) const NAMES: Names = Names {
    english: "Czech draughts",
    english_short: "Czech",
    spanish: "Damas checas",
    spanish_short: "Checas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 29, first: crate::color::Color::White, men: 12, corners: ["a1", "", "", "h8"] };
