use super::FRISIAN;
use crate::rules::*;

/// Frysk!: Frisian draughts with five men a side, on the row next to each player.
///
/// No document could be read; the values are those of the site lidraughts.org, whose program leaves everything but the
/// start to the Frisian rules. The standard has no type for it; 97 is that site's, among the numbers PDN leaves free.
pub const FRYSK: Rules = Rules { start_rows: 1, game_type: 97, ..FRISIAN };
