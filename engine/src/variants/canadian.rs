use super::INTERNATIONAL;
use crate::rules::*;

/// Canadian draughts: international draughts on twelve by twelve with thirty men a side.
///
/// Sources: the Quebec federation, which states that only squares and men differ and refers to the rules of the world
/// federation; PDN 3.0 type 27. Whether the endings of sixteen and five moves are adapted to 144 squares is not said;
/// they are taken over as they are.
pub const CANADIAN: Rules = Rules { width: 12, height: 12, start_rows: 5, game_type: 27, ..INTERNATIONAL };
