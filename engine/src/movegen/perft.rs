//! Counting the tree of moves: the innermost loops of perft.

use super::search::{
    Capture, FirstCaptures, FourOf, Memory, Sides, SidesOf, Sight, Sink, captures_at_once, count, count_at_once,
    generate, generate_in_turn, has_kings_looking_at_once, quiet_at_once,
};
use super::sinks::{Captures, Count};
use super::table::{Key, LOWEST_DEPTH, Table};
use super::view::View;
use super::word::Word;
use crate::perft::CountError;
use crate::rules::CaptureDuty;
use std::cell::Cell;

/// What a count is about, and how it fares.
#[derive(Debug)]
pub(crate) struct Errand<'a, W> {
    pub(crate) by_path: bool,
    /// Captures of fewer pieces are all different moves.
    pub(crate) merge_from: u32,
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
#[inline(always)]
pub(crate) fn perft<V: View, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    depth: u32,
    errand: &Errand<'_, V::W>,
) -> u64 {
    match depth {
        0 => 1,
        1 => moves::<V, WHITE>(view, sides, errand),
        _ => leaves::<V, WHITE>(view, sides, depth, errand),
    }
}

/// Leaves of the tree of moves at a depth of two or more.
#[inline(never)]
fn leaves<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>, depth: u32, errand: &Errand<'_, V::W>) -> u64 {
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

/// The number of moves.
#[inline(never)]
fn moves<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>, errand: &Errand<'_, V::W>) -> u64 {
    if has_kings_looking_at_once(view, sides) {
        return moves_of_kings::<V, WHITE>(view, sides, errand);
    }
    match count::<V, WHITE>(view, sides) {
        Ok(number) => u64::from(number),
        Err(first) => moves_built::<V, WHITE>(view, sides, &first, errand),
    }
}

/// The number of moves of a side whose kings look in all directions at once.
#[inline(never)]
fn moves_of_kings<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>, errand: &Errand<'_, V::W>) -> u64 {
    let sight = Sight::of::<WHITE>(view, sides);
    match count_at_once::<V, WHITE>(view, sides, &sight) {
        Some(number) => u64::from(number),
        None => moves_of_kings_built::<V, WHITE>(view, sides, &sight.first(), errand),
    }
}

/// The number of moves where captures have to be built to be counted.
#[inline(never)]
fn moves_built<V: View, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    first: &FirstCaptures<V::W, bool>,
    errand: &Errand<'_, V::W>,
) -> u64 {
    let mut count = Count::of(errand);
    generate_in_turn::<V, _, WHITE>(view, sides, first, &mut count);
    count.total()
}

/// The number of moves of a side whose kings look in all directions at once, where captures have to be built to be
/// counted.
#[inline(never)]
fn moves_of_kings_built<V: View, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    first: &FirstCaptures<V::W, FourOf<V>>,
    errand: &Errand<'_, V::W>,
) -> u64 {
    let mut count = Count::of(errand);
    captures_at_once::<V, _, WHITE>(view, sides, first, &mut count);
    if view.rules().capture_duty == CaptureDuty::Optional {
        quiet_at_once::<V, _, WHITE>(view, sides, &Sight::of::<WHITE>(view, sides), &mut count);
    }
    count.total()
}

/// The leaves below a position that may have been counted before.
#[inline(never)]
fn remembered<V: View, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    depth: u32,
    errand: &Errand<'_, V::W>,
    table: &Table<V::W>,
) -> u64 {
    let done = |leaves| {
        errand.below.set(errand.below.get() + u128::from(leaves));
        leaves
    };
    let key = Key::new(sides, WHITE, depth, errand.by_path, view.rules().king_move_limit);
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
fn walk<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>, depth: u32, errand: &Errand<'_, V::W>) -> u64 {
    let mut walk = Walk::<V, WHITE> { view, sides: *sides, depth, errand, nodes: 0, captures: Captures::new() };
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
    /// Only a table makes so many leaves countable that their number does not fit, and then they are counted once more.
    nodes: u64,
    captures: Captures<V::W>,
}

impl<V: View, const WHITE: bool> Walk<'_, V, WHITE> {
    #[inline(always)]
    fn play(&mut self, capture: Capture<V::W>) {
        let next = after_capture::<V>(&self.sides, capture);
        self.nodes = self.nodes.wrapping_add(below::<V, WHITE>(self.view, &next, self.depth, self.errand));
    }

    #[inline(always)]
    fn play_captures(&mut self) {
        for &capture in self.captures.told(self.errand.by_path) {
            let next = after_capture::<V>(&self.sides, capture);
            self.nodes = self.nodes.wrapping_add(below::<V, WHITE>(self.view, &next, self.depth, self.errand));
        }
    }
}

/// The position after a capture, as the next mover sees it.
#[inline(always)]
fn after_capture<V: View>(sides: &SidesOf<V>, capture: Capture<V::W>) -> SidesOf<V> {
    let Capture { from, to, captured, king } = capture;
    let crowned = if king { to } else { V::W::EMPTY };
    Sides {
        own: sides.opponent & !captured,
        opponent: sides.own & !from | to,
        kings: sides.kings & !(from | captured) | crowned,
        memory: sides.memory.after_capture(captured),
    }
}

/// The leaves after a move, by the side to move before it, at the depth before it.
#[inline(always)]
fn below<V: View, const WHITE: bool>(view: V, next: &SidesOf<V>, depth: u32, errand: &Errand<'_, V::W>) -> u64 {
    if WHITE {
        perft::<V, false>(view, next, depth - 1, errand)
    } else {
        perft::<V, true>(view, next, depth - 1, errand)
    }
}

impl<V: View, const WHITE: bool> Sink<V::W> for Walk<'_, V, WHITE> {
    const PATHS: bool = false;
    const COUNTS: bool = false;

    fn quiet_moves(&mut self, _: u32) {}
    #[inline(always)]
    fn quiet(&mut self, from: V::W, to: V::W, king: bool) {
        let kings =
            if king { self.sides.kings ^ (from | to) } else { self.sides.kings | (to & self.view.crown::<WHITE>()) };
        let next = Sides {
            own: self.sides.opponent,
            opponent: self.sides.own ^ (from | to),
            kings,
            memory: self.sides.memory.after_quiet(from, to, king),
        };
        let leaves = below::<V, WHITE>(self.view, &next, self.depth, self.errand);
        self.nodes = self.nodes.wrapping_add(leaves);
    }
    #[inline(always)]
    fn best_captures(&mut self, mut capture: Capture<V::W>, mut ends: V::W) {
        while let Some(to) = ends.pop() {
            capture.to = to;
            self.play(capture);
        }
    }
    #[inline(always)]
    fn capture(&mut self, capture: Capture<V::W>, _: &[V::W]) {
        self.captures.add(capture, self.errand.merge_from);
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
