use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;

/// Canadian draughts: international draughts on twelve by twelve with thirty men a side.
///
/// Sources: the Quebec federation, which states that only squares and men differ and refers to the rules of the world
/// federation; PDN 3.0 type 27. Whether the endings of sixteen and five moves are adapted to 144 squares is not said;
/// they are taken over as they are.
pub const CANADIAN: Rules = Rules { width: 12, height: 12, start_rows: 5, game_type: 27, ..INTERNATIONAL };

pub(super) const NAMES: Names = Names {
    english: "Canadian draughts",
    english_short: "Canadian",
    spanish: "Damas canadienses",
    spanish_short: "Canadienses",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 27, first: crate::color::Color::White, men: 30, corners: ["67", "", "", "6"] };
