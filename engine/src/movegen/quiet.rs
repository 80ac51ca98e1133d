//! Moves that take nothing.

use super::bitboard::Bitboard;
use super::compiled::RulesView;
use super::rays::{for_each_direction, opposite};
use super::sides::Sides;
use super::sink::Sink;

/// Gives the sink every quiet move of the side to move, in the order of the squares.
#[inline(always)]
pub(super) fn quiet<V: RulesView, S: Sink<V::Board>>(view: V, sides: &Sides<V::Board>, empty: V::Board, sink: &mut S) {
    let mut movers = sources(view, sides, empty);
    while let Some(from) = movers.pop() {
        let king = from.meets(sides.kings);
        sink.quiet(from, targets(view, sides, from, empty), king);
    }
}

/// The pieces of the side to move that have a quiet move.
#[inline(always)]
pub(super) fn sources<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board) -> V::Board {
    let mut men = V::Board::EMPTY;
    for_each_direction!(d in view.man_moves() => { men |= view.step(opposite(d), empty) });
    let movers = men & sides.own & !sides.kings;
    let kings = sides.own & sides.kings & !sides.exhausted;
    if kings.is_empty() {
        return movers;
    }
    let mut beside = V::Board::EMPTY;
    for_each_direction!(d in view.king_moves() => { beside |= view.step(opposite(d), empty) });
    movers | beside & kings
}

/// The squares to which the piece on a square moves quietly, if it may.
#[inline(always)]
pub(super) fn targets<V: RulesView>(view: V, sides: &Sides<V::Board>, from: V::Board, empty: V::Board) -> V::Board {
    if from.meets(sides.kings) {
        return king_targets(view, from, empty);
    }
    view.man_targets(from) & empty
}

#[inline(always)]
fn king_targets<V: RulesView>(view: V, from: V::Board, empty: V::Board) -> V::Board {
    let mut targets = V::Board::EMPTY;
    for_each_direction!(d in view.king_moves() => {
        let mut to = view.step(d, from) & empty;
        targets |= to;
        if view.compiled().flying {
            while !to.is_empty() {
                to = view.step(d, to) & empty;
                targets |= to;
            }
        }
    });
    targets
}
