use super::frisian::FRISIAN;
use super::names::Names;
use crate::rules::*;

/// Frysk!: Frisian draughts with five men a side, on the row next to each player.
///
/// No document could be read; the values are those of the site lidraughts.org, whose program leaves everything but the
/// start to the Frisian rules. The standard has no type for it; 97 is that site's, among the numbers PDN leaves free.
pub const FRYSK: Rules = Rules { start_rows: 1, game_type: 97, ..FRISIAN };

pub(super) const NAMES: Names = Names {
    english: "Frysk!",
    english_short: "Frysk!",
    spanish: "Frysk!",
    spanish_short: "Frysk!",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 97, first: crate::color::Color::White, men: 5, corners: ["46", "", "", "5"] };
