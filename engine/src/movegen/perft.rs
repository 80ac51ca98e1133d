//! Counting the tree of moves: the innermost loops of perft.

use super::search::{Capture, Sides, Sink, generate};
use super::sinks::{Captures, Count, add_distinct};
use super::view::View;
use super::word::Word;

/// Leaves of the tree of moves at a depth.
pub(crate) fn perft<V: View, const WHITE: bool, const BY_PATH: bool>(view: V, sides: Sides<V::W>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = Count::<V::W, BY_PATH>::new();
            generate::<V, _, WHITE>(view, sides, &mut count);
            count.total()
        }
        _ => {
            let mut walk = Walk::<V, WHITE, BY_PATH> { view, sides, depth, nodes: 0, captures: Captures::new() };
            generate::<V, _, WHITE>(view, sides, &mut walk);
            walk.play_captures();
            walk.nodes
        }
    }
}

/// Goes down into every move: quiet ones as they come, captures when the best are known.
struct Walk<V: View, const WHITE: bool, const BY_PATH: bool> {
    view: V,
    sides: Sides<V::W>,
    depth: u32,
    nodes: u64,
    captures: Captures<V::W>,
}

impl<V: View, const WHITE: bool, const BY_PATH: bool> Walk<V, WHITE, BY_PATH> {
    #[inline(always)]
    fn down(&mut self, own: V::W, opponent: V::W, kings: V::W) {
        let next = Sides { own: opponent, opponent: own, kings, barred: V::W::EMPTY };
        self.nodes += if WHITE {
            perft::<V, false, BY_PATH>(self.view, next, self.depth - 1)
        } else {
            perft::<V, true, BY_PATH>(self.view, next, self.depth - 1)
        };
    }

    #[inline(always)]
    fn play_captures(&mut self) {
        for capture in std::mem::take(&mut self.captures) {
            let own = (self.sides.own & !capture.from) | capture.to;
            let mut kings = self.sides.kings & !(capture.from | capture.captured);
            if capture.king {
                kings |= capture.to;
            }
            self.down(own, self.sides.opponent & !capture.captured, kings);
        }
    }
}

impl<V: View, const WHITE: bool, const BY_PATH: bool> Sink<V::W> for Walk<V, WHITE, BY_PATH> {
    const PATHS: bool = false;
    const COUNTS: bool = false;

    fn quiet_moves(&mut self, _: u32) {}
    #[inline(always)]
    fn quiet(&mut self, from: V::W, to: V::W, king: bool) {
        let own = self.sides.own ^ (from | to);
        let kings =
            if king { self.sides.kings ^ (from | to) } else { self.sides.kings | (to & self.view.crown::<WHITE>()) };
        self.down(own, self.sides.opponent, kings);
    }
    #[inline(always)]
    fn capture(&mut self, capture: Capture<V::W>, _: &[V::W]) {
        if BY_PATH {
            self.captures.push(capture);
        } else {
            add_distinct(&mut self.captures, capture);
        }
    }
    #[inline(always)]
    fn outranked(&mut self) {
        self.captures.clear();
    }
}
