//! Steps and jumps of whole sets of pieces: what can jump from where, and what kings see.

use super::bitboard::Bitboard;
use super::compiled::RulesView;
use super::sides::Sides;
use crate::rules::ManMayCapture;

/// Runs a block once for each direction of a set, the direction being a constant in each copy: with rules known to the
/// compiler only the copies that are needed remain.
macro_rules! for_each_direction {
    ($d:ident in $set:expr => $body:block) => {{
        let set: u8 = $set;
        for_each_direction!(@one set, $d, 0, $body);
        for_each_direction!(@one set, $d, 1, $body);
        for_each_direction!(@one set, $d, 2, $body);
        for_each_direction!(@one set, $d, 3, $body);
        for_each_direction!(@one set, $d, 4, $body);
        for_each_direction!(@one set, $d, 5, $body);
        for_each_direction!(@one set, $d, 6, $body);
        for_each_direction!(@one set, $d, 7, $body);
    }};
    (@one $set:ident, $d:ident, $n:literal, $body:block) => {
        if $set & (1 << $n) != 0 {
            let $d: usize = $n;
            $body
        }
    };
}
pub(super) use for_each_direction;

pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 4) & 7
}

/// What the men of the side to move may take.
#[inline(always)]
pub(super) fn man_targets<V: RulesView>(view: V, sides: &Sides<V::Board>) -> V::Board {
    match view.rules().man_may_capture {
        ManMayCapture::MenAndKings => sides.opponent,
        ManMayCapture::MenOnly => sides.opponent & !sides.kings,
    }
}

/// The squares from which a man of the side to move could jump onto an empty square, if one stood there.
#[inline(always)]
pub(super) fn man_jump_sources<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board) -> V::Board {
    let targets = man_targets(view, sides);
    let mut sources = V::Board::EMPTY;
    for_each_direction!(d in view.man_captures() => {
        sources |= view.step(opposite(d), view.step(opposite(d), empty) & targets);
    });
    sources
}

/// Whether a king of the side to move can capture.
#[inline(always)]
pub(super) fn kings_can_capture<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board) -> bool {
    let kings = sides.own & sides.kings;
    if kings.is_empty() {
        return false;
    }
    for_each_direction!(d in view.king_captures() => {
        // Enemies with room behind; a king that sees one along empty squares takes it. Kings of one side never see past
        // each other, so that all of them can look together.
        let takeable = view.step(opposite(d), empty) & sides.opponent;
        if !takeable.is_empty() && king_reach(view, kings, d, empty).meets(takeable) {
            return true;
        }
    });
    false
}

/// The squares that kings see in a direction, the first that is not empty included.
#[inline(always)]
pub(super) fn king_reach<V: RulesView>(view: V, kings: V::Board, d: usize, empty: V::Board) -> V::Board {
    let mut reach = view.step(d, kings);
    if view.compiled().flying {
        let mut running = reach & empty;
        while !running.is_empty() {
            running = view.step(d, running);
            reach |= running;
            running &= empty;
        }
    }
    reach
}
