use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;

/// Killer draughts: a king that takes a king last of all stops right behind it.
///
/// Source: the game's page on mindsports.nl, by which every other rule is that of international draughts; that this
/// includes the draws is a reading. PDN has no type for it.
pub const KILLER: Rules = Rules { king_landing: KingLanding::AdjacentAfterKing, game_type: 0, ..INTERNATIONAL };

pub(super) const NAMES: Names = Names {
    english: "Killer draughts",
    english_short: "Killer",
    spanish: "Damas killer",
    spanish_short: "Killer",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 0, first: crate::color::Color::White, men: 20, corners: ["46", "", "", "5"] };
