//! Counting the tree of moves: the innermost loops of perft.

use super::search::{Capture, Memory, Sides, SidesOf, Sink, generate};
use super::sinks::{Captures, Count};
use super::view::View;
use std::cell::Cell;

/// What a count is about, and how it fares.
#[derive(Debug)]
pub(crate) struct Errand {
    pub(crate) by_path: bool,
    /// Whether there were too many captures somewhere; the count then means nothing.
    pub(crate) gave_up: Cell<bool>,
}

/// Leaves of the tree of moves at a depth.
pub(crate) fn perft<V: View, const WHITE: bool>(view: V, sides: SidesOf<V>, depth: u32, errand: &Errand) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let merge_from = if errand.by_path { u32::MAX } else { view.compiled().fewest_with_two_paths };
            let mut count = Count::<V::W>::new(errand, merge_from);
            generate::<V, _, WHITE>(view, sides, &mut count);
            count.total()
        }
        _ => {
            if errand.gave_up.get() {
                return 0;
            }
            let mut walk = Walk::<V, WHITE> { view, sides, depth, errand, nodes: 0, captures: Captures::new() };
            generate::<V, _, WHITE>(view, sides, &mut walk);
            walk.play_captures();
            walk.nodes
        }
    }
}

/// Goes down into every move: quiet ones as they come, captures when the best are known.
struct Walk<'a, V: View, const WHITE: bool> {
    view: V,
    sides: SidesOf<V>,
    depth: u32,
    errand: &'a Errand,
    nodes: u64,
    captures: Captures<V::W>,
}

impl<V: View, const WHITE: bool> Walk<'_, V, WHITE> {
    #[inline(always)]
    fn down(&mut self, own: V::W, opponent: V::W, kings: V::W, memory: V::Memory) {
        let next = Sides { own: opponent, opponent: own, kings, memory };
        self.nodes += if WHITE {
            perft::<V, false>(self.view, next, self.depth - 1, self.errand)
        } else {
            perft::<V, true>(self.view, next, self.depth - 1, self.errand)
        };
    }

    #[inline(always)]
    fn play_captures(&mut self) {
        let number = if self.errand.by_path { self.captures.all().len() } else { self.captures.distinct().len() };
        for index in 0..number {
            let capture = self.captures.all()[index];
            let own = (self.sides.own & !capture.from) | capture.to;
            let mut kings = self.sides.kings & !(capture.from | capture.captured);
            if capture.king {
                kings |= capture.to;
            }
            let memory = self.sides.memory.after_capture(capture.captured);
            self.down(own, self.sides.opponent & !capture.captured, kings, memory);
        }
    }
}

impl<V: View, const WHITE: bool> Sink<V::W> for Walk<'_, V, WHITE> {
    const PATHS: bool = false;
    const COUNTS: bool = false;

    fn quiet_moves(&mut self, _: u32) {}
    fn single_captures(&mut self, _: u32) {}
    #[inline(always)]
    fn quiet(&mut self, from: V::W, to: V::W, king: bool) {
        let own = self.sides.own ^ (from | to);
        let kings =
            if king { self.sides.kings ^ (from | to) } else { self.sides.kings | (to & self.view.crown::<WHITE>()) };
        self.down(own, self.sides.opponent, kings, self.sides.memory.after_quiet(from, to, king));
    }
    #[inline(always)]
    fn capture(&mut self, capture: Capture<V::W>, _: &[V::W]) {
        if self.errand.by_path {
            self.captures.add(capture);
        } else {
            self.captures.add_distinct(capture);
        }
    }
    #[inline(always)]
    fn outranked(&mut self) {
        self.captures.clear();
    }
    fn merges(&self) -> bool {
        !self.errand.by_path
    }
    fn is_full(&self) -> bool {
        self.captures.is_full() || self.errand.gave_up.get()
    }
    fn give_up(&mut self) {
        self.captures.clear();
        self.errand.gave_up.set(true);
    }
}
