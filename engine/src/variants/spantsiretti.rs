use super::RUSSIAN;
use crate::rules::*;
use crate::value::List;

/// Spantsiretti: Russian draughts on a board of ten columns and eight rows, fifteen men a side.
///
/// Sources: PDN 3.0 type 41 for board, names, and the colon; for the moves a program that leaves them to the Russian
/// rules. No draw rules were found, and those of the Russian game are written for 64 squares, so none but agreement are
/// stated.
pub const SPANTSIRETTI: Rules =
    Rules { width: 10, repetition: Repetition::NONE, draw_clauses: List::EMPTY, game_type: 41, ..RUSSIAN };
