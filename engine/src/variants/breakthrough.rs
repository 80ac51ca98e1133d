use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;
use crate::value::List;

/// Breakthrough: international draughts won by the first man to be crowned.
///
/// Source: the game's page on lidraughts.org: a man that ends its move on the last row wins, one that passes over it in
/// a capture does not, having no move loses, and there are no draws at all, so none by agreement either. The standard
/// has no type for it; 96 is that site's, among the numbers PDN leaves free.
pub const BREAKTHROUGH: Rules = Rules {
    crowning_result: CrowningResult::Wins,
    repetition: Repetition::NONE,
    draw_clauses: List::EMPTY,
    agreement: Agreement::Unstated,
    game_type: 96,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Breakthrough draughts",
    english_short: "Breakthrough",
    spanish: "Damas breakthrough",
    spanish_short: "Breakthrough",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 96, first: crate::color::Color::White, men: 20, corners: ["46", "", "", "5"] };
