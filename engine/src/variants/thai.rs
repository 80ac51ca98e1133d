use super::english::ENGLISH;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Thai makhos: eight men a side, kings fly and land right behind the piece they take, which leaves at once.
///
/// No written code could be read. Sources: pages of mindsports.nl, of a culture office in Yala, and of players, which
/// agree on board, men, landing, removal, and free choice; PDN 3.0 type 31, which lets Black begin and writes captures
/// with a hyphen.
///
/// Disputed: who moves first (the organiser settles it; others let White begin), and whether a king may turn back by
/// 180 degrees between two jumps (allowed by most, excluded by one). That a crowned man stops cannot be observed, men
/// capturing forward only. No document speaks of draws other than by agreement, so none are stated.
pub const THAI: Rules = Rules {
    start_rows: 2,
    king_range: KingRange::Flying,
    removal: Removal::AtOnce,
    repetition: Repetition::NONE,
    draw_clauses: List::EMPTY,
    first_square: FirstSquare::BottomRight,
    capture_separator: CaptureSeparator::Hyphen,
    game_type: 31,
    ..ENGLISH
};

pub(super) const NAMES: Names = Names {
    english: "Thai draughts",
    english_short: "Thai",
    spanish: "Damas tailandesas",
    spanish_short: "Tailandesas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 31, first: crate::color::Color::Black, men: 8, corners: ["4", "", "", "29"] };
