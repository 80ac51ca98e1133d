use super::spanish::SPANISH;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Argentinian draughts: Spanish draughts in which, of captures of equal number, one made by a king comes first.
///
/// Everything here rests on one table of an encyclopaedia whose source could not be read; a text on the game as played
/// in Argentina has the Spanish law instead. Whether the king's precedence replaces the law of quality or comes before
/// it is open (it replaces it here), as are the board (ten by ten with fifteen men is named, too), the square names
/// (Spanish here, PDN having no type), and all draws, of which none but agreement is stated.
pub const ARGENTINIAN: Rules = Rules {
    capture_priority: List::of(&[Criterion::MostPieces, Criterion::WithKing]),
    repetition: Repetition::NONE,
    draw_clauses: List::EMPTY,
    game_type: 0,
    ..SPANISH
};

pub(super) const NAMES: Names = Names {
    english: "Argentinian draughts",
    english_short: "Argentinian",
    spanish: "Damas argentinas",
    spanish_short: "Argentinas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 0, first: crate::color::Color::White, men: 12, corners: ["", "1", "32", ""] };
