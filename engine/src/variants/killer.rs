use super::INTERNATIONAL;
use crate::rules::*;

/// Killer draughts: a king that takes a king last of all stops right behind it.
///
/// Source: the game's page on mindsports.nl, by which every other rule is that of international draughts; that this
/// includes the draws is a reading. PDN has no type for it.
pub const KILLER: Rules = Rules { king_landing: KingLanding::AdjacentAfterKing, game_type: 0, ..INTERNATIONAL };
