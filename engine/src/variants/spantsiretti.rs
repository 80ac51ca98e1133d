use super::russian::RUSSIAN;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Spantsiretti: Russian draughts on a board of ten columns and eight rows, fifteen men a side.
///
/// Sources: PDN 3.0 type 41 for board, names, and the colon; for the moves a program that leaves them to the Russian
/// rules. No draw rules were found, and those of the Russian game are written for 64 squares, so none but agreement are
/// stated.
pub const SPANTSIRETTI: Rules =
    Rules { width: 10, repetition: Repetition::NONE, draw_clauses: List::EMPTY, game_type: 41, ..RUSSIAN };

pub(super) const NAMES: Names = Names {
    english: "Spantsiretti",
    english_short: "Spantsiretti",
    spanish: "Spantsiretti",
    spanish_short: "Spantsiretti",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 41, first: crate::color::Color::White, men: 15, corners: ["a1", "", "", "j8"] };
