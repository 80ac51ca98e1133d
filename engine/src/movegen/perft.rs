//! Counting the tree of moves: the innermost loops of perft.

use super::search::{Capture, Memory, Sides, SidesOf, Sink, generate};
use super::sinks::{Captures, Count};
use super::table::{Key, LOWEST_DEPTH, Table};
use super::view::View;
use crate::perft::CountError;
use std::cell::Cell;

/// What a count is about, and how it fares.
#[derive(Debug)]
pub(crate) struct Errand<'a, W> {
    pub(crate) by_path: bool,
    /// Counts made before.
    pub(crate) table: Option<&'a Table<W>>,
    /// Why the count has been called off; what is counted then means nothing.
    pub(crate) off: Cell<Option<CountError>>,
    /// With a table: the leaves below the moves played so far of the position being looked at.
    pub(crate) below: Cell<u128>,
}

impl<W> Errand<'_, W> {
    pub(crate) fn is_off(&self) -> bool {
        self.off.get().is_some()
    }

    #[cold]
    pub(crate) fn call_off(&self, reason: CountError) {
        self.off.set(Some(reason));
    }
}

/// Leaves of the tree of moves at a depth.
pub(crate) fn perft<V: View, const WHITE: bool>(
    view: V,
    sides: SidesOf<V>,
    depth: u32,
    errand: &Errand<'_, V::W>,
) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let merge_from = if errand.by_path { u32::MAX } else { view.compiled().fewest_with_two_paths };
            let mut count = Count::<V::W>::new(errand, merge_from);
            generate::<V, _, WHITE>(view, sides, &mut count);
            count.total()
        }
        _ => {
            if errand.is_off() {
                return 0;
            }
            if let Some(table) = errand.table
                && depth >= LOWEST_DEPTH
            {
                return remembered::<V, WHITE>(view, sides, depth, errand, table);
            }
            walk::<V, WHITE>(view, sides, depth, errand)
        }
    }
}

/// The leaves below a position that may have been counted before.
#[inline(never)]
fn remembered<V: View, const WHITE: bool>(
    view: V,
    sides: SidesOf<V>,
    depth: u32,
    errand: &Errand<'_, V::W>,
    table: &Table<V::W>,
) -> u64 {
    let done = |leaves| {
        errand.below.set(errand.below.get() + u128::from(leaves));
        leaves
    };
    let key = Key::new(&sides, WHITE, depth, errand.by_path, view.rules().king_move_limit);
    if let Some(leaves) = key.and_then(|key| table.get(&key)) {
        return done(leaves);
    }
    let before = errand.below.replace(0);
    let leaves = walk::<V, WHITE>(view, sides, depth, errand);
    if errand.below.replace(before) > u128::from(u64::MAX) {
        errand.call_off(CountError::TooManyLeaves);
    }
    // A count that was broken off means nothing.
    if let Some(key) = key
        && !errand.is_off()
    {
        table.put(key, leaves);
    }
    done(leaves)
}

/// The leaves below a position, its moves played one by one.
fn walk<V: View, const WHITE: bool>(view: V, sides: SidesOf<V>, depth: u32, errand: &Errand<'_, V::W>) -> u64 {
    let mut walk = Walk::<V, WHITE> { view, sides, depth, errand, nodes: 0, captures: Captures::new() };
    generate::<V, _, WHITE>(view, sides, &mut walk);
    walk.play_captures();
    walk.nodes
}

/// Goes down into every move: quiet ones as they come, captures when the best are known.
struct Walk<'a, V: View, const WHITE: bool> {
    view: V,
    sides: SidesOf<V>,
    depth: u32,
    errand: &'a Errand<'a, V::W>,
    nodes: u64,
    captures: Captures<V::W>,
}

impl<V: View, const WHITE: bool> Walk<'_, V, WHITE> {
    #[inline(always)]
    fn down(&mut self, own: V::W, opponent: V::W, kings: V::W, memory: V::Memory) {
        let next = Sides { own: opponent, opponent: own, kings, memory };
        let leaves = if WHITE {
            perft::<V, false>(self.view, next, self.depth - 1, self.errand)
        } else {
            perft::<V, true>(self.view, next, self.depth - 1, self.errand)
        };
        // Only a table makes so many countable that they do not fit, and then they are counted once more.
        self.nodes = self.nodes.wrapping_add(leaves);
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
        self.captures.is_full() || self.errand.is_off()
    }
    fn give_up(&mut self) {
        self.captures.clear();
        self.errand.call_off(CountError::TooManyCaptures);
    }
}
