use super::turkish::TURKISH;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Armenian tama: Turkish dama in which men also step and kings also slide diagonally; captures stay straight.
///
/// No federation text is known; the values are those most encyclopaedias, hobby sites, and programs give.
///
/// Disputed: the diagonal step of men (the Armenian encyclopaedia has none), removal (one program waits for the end of
/// the move), and crowning in a capture (at once here; others crown where the move ends). Who begins is not settled
/// anywhere, White is assumed; square names are those of Turkish dama, PDN having no type. No draws were found but by
/// agreement, so none are stated.
pub const ARMENIAN: Rules = Rules {
    man_moves: Directions::FORWARD.union(Directions::FORWARD_DIAGONAL).union(Directions::SIDEWAYS),
    king_moves: Directions::ALL,
    crowning_in_capture: CrowningInCapture::ContinuesAsKing,
    repetition: Repetition::NONE,
    draw_clauses: List::EMPTY,
    game_type: 0,
    ..TURKISH
};

pub(super) const NAMES: Names = Names {
    english: "Armenian draughts (tama)",
    english_short: "Armenian",
    spanish: "Damas armenias (tama)",
    spanish_short: "Armenias",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 0, first: crate::color::Color::White, men: 16, corners: ["a1", "h1", "a8", "h8"] };
