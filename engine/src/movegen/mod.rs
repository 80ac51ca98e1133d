//! The move generator: one body for all rules, in plain steps.
//!
//! To follow a capture from a board to a list of moves: [`generate`] below asks [`rays`] whether any piece can jump,
//! [`chain`] follows each jump to its end and ranks what it finds, and [`sink`] makes the list. [`quiet`] has the moves
//! that take nothing, [`compiled`] what is derived from the rules once, [`bitboard`] the integers that hold a board,
//! [`sides`] the position by the side to move, and [`visited`] what a long search for captures remembers.
//!
//! What exists for counting alone is in [`perft`]. Nothing here knows history or draws: that is [`game`](crate::game).

pub(crate) mod bitboard;
mod chain;
mod compiled;
pub(crate) mod perft;
mod quiet;
mod rays;
mod sides;
mod sink;
mod visited;

pub(crate) use compiled::CompiledRules;
pub(crate) use sides::{Sides, is_exhausted};
pub(crate) use sink::{Pattern, Wanted};
pub(crate) use visited::{MOST_STATES, Mixer};

use crate::color::Color;
use crate::moves::Move;
use crate::rules::{CaptureDuty, CrowningResult};
use bitboard::Bitboard;
use compiled::{Loaded, RulesView};
use sink::{Collect, Sink};

/// Gives the sink every legal move of the side to move, captures first.
#[inline(always)]
fn generate<V: RulesView, S: Sink<V::Board>>(view: V, sides: &Sides<V::Board>, sink: &mut S) {
    if opponent_crowned(view, sides) {
        return;
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    let sources = rays::man_jump_sources(view, sides, empty);
    let men = sources & sides.own & !sides.kings;
    let kings = if rays::kings_can_capture(view, sides, empty) { sides.own & sides.kings } else { V::Board::EMPTY };
    if !(men | kings).is_empty() {
        let men = if kings.is_empty() { sink.men_to_try(view, sides, men, sources & empty) } else { men };
        chain::captures(view, sides, empty, (men | kings) & sink.origins(), sources, sink);
        if view.rules().capture_duty == CaptureDuty::Compulsory {
            return;
        }
    }
    quiet::quiet(view, sides, empty, sink);
}

/// Whether the game is over because the other side has crowned a man.
#[inline(always)]
fn opponent_crowned<V: RulesView>(view: V, sides: &Sides<V::Board>) -> bool {
    matches!(view.rules().crowning_result, CrowningResult::Wins) && sides.opponent.meets(sides.kings)
}

fn can_capture_on<V: RulesView>(view: V, sides: &Sides<V::Board>) -> bool {
    let empty = view.board() & !(sides.own | sides.opponent);
    !opponent_crowned(view, sides)
        && ((rays::man_jump_sources(view, sides, empty) & !sides.kings).meets(sides.own)
            || rays::kings_can_capture(view, sides, empty))
}

fn has_move_on<V: RulesView>(view: V, sides: &Sides<V::Board>) -> bool {
    let empty = view.board() & !(sides.own | sides.opponent);
    !opponent_crowned(view, sides) && (!quiet::sources(view, sides, empty).is_empty() || can_capture_on(view, sides))
}

impl CompiledRules {
    /// Whether the board fits in 64 bits.
    fn is_narrow(&self) -> bool {
        self.geometry.board >> 64 == 0
    }

    /// Puts the moves of a side into an empty list, in the order the generator finds them; false if there are too many
    /// captures.
    #[must_use]
    pub(crate) fn moves(&self, sides: Sides<u128>, color: Color, wanted: Wanted<'_>, moves: &mut Vec<Move>) -> bool {
        let mut sink = Collect::new(self, color, wanted, moves);
        if self.is_narrow() {
            generate(Loaded::<u64>::new(self, color), &sides.narrow(), &mut sink);
        } else {
            generate(Loaded::<u128>::new(self, color), &sides, &mut sink);
        }
        sink.is_complete()
    }

    /// Whether a side has a legal move.
    pub(crate) fn has_move(&self, sides: Sides<u128>, color: Color) -> bool {
        if self.is_narrow() {
            has_move_on(Loaded::<u64>::new(self, color), &sides.narrow())
        } else {
            has_move_on(Loaded::<u128>::new(self, color), &sides)
        }
    }

    /// Whether a side can capture.
    pub(crate) fn can_capture(&self, sides: Sides<u128>, color: Color) -> bool {
        if self.is_narrow() {
            can_capture_on(Loaded::<u64>::new(self, color), &sides.narrow())
        } else {
            can_capture_on(Loaded::<u128>::new(self, color), &sides)
        }
    }

    /// Whether a quiet move between two bits is legal for a side, and if so whether it crowns a man.
    pub(crate) fn quiet_move(&self, sides: Sides<u128>, color: Color, from: u128, to: u128) -> Option<bool> {
        if self.is_narrow() {
            quiet_move_on(Loaded::<u64>::new(self, color), &sides.narrow(), from as u64, to as u64)
        } else {
            quiet_move_on(Loaded::<u128>::new(self, color), &sides, from, to)
        }
    }
}

fn quiet_move_on<V: RulesView>(view: V, sides: &Sides<V::Board>, from: V::Board, to: V::Board) -> Option<bool> {
    let empty = view.board() & !(sides.own | sides.opponent);
    let possible = !opponent_crowned(view, sides)
        && from.meets(sides.own & !sides.exhausted)
        && to.meets(quiet::targets(view, sides, from, empty));
    let forced = view.rules().capture_duty == CaptureDuty::Compulsory && can_capture_on(view, sides);
    (possible && !forced).then(|| !from.meets(sides.kings) && to.meets(view.crown()))
}
