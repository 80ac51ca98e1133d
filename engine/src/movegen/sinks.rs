//! What can be done with generated moves: collect them, count them.

use super::search::{Capture, Sink};
use super::word::Word;
use smallvec::SmallVec;

/// A list that stays on the stack in all but the wildest positions.
pub(crate) type Captures<W> = SmallVec<[Capture<W>; 16]>;

/// Adds a capture unless one with the same origin, destination, and captured pieces is there.
#[inline(always)]
pub(crate) fn add_distinct<W: Word>(list: &mut Captures<W>, capture: Capture<W>) {
    if !list.iter().any(|c| c.captured == capture.captured && c.to == capture.to && c.from == capture.from) {
        list.push(capture);
    }
}

/// Counts moves, by result or by path.
pub(crate) struct Count<W: Word> {
    /// Captures of fewer pieces are all different moves.
    merge_from: u32,
    pub(crate) moves: u64,
    captures: u64,
    long: Captures<W>,
}

impl<W: Word> Count<W> {
    /// A counter that looks for captures that are the same move among those of `merge_from` pieces or more.
    pub(crate) fn new(merge_from: u32) -> Self {
        Self { merge_from, moves: 0, captures: 0, long: Captures::new() }
    }

    pub(crate) fn total(&self) -> u64 {
        self.moves + self.captures + self.long.len() as u64
    }
}

impl<W: Word> Sink<W> for Count<W> {
    const PATHS: bool = false;
    const COUNTS: bool = true;

    #[inline(always)]
    fn quiet_moves(&mut self, number: u32) {
        self.moves += u64::from(number);
    }
    #[inline(always)]
    fn quiet(&mut self, _: W, _: W, _: bool) {
        self.moves += 1;
    }
    #[inline(always)]
    fn single_captures(&mut self, number: u32) {
        self.captures += u64::from(number);
    }
    #[inline(always)]
    fn capture(&mut self, capture: Capture<W>, _: &[W]) {
        if capture.captured.count() < self.merge_from {
            self.captures += 1;
        } else {
            add_distinct(&mut self.long, capture);
        }
    }
    #[inline(always)]
    fn outranked(&mut self) {
        self.captures = 0;
        self.long.clear();
    }
}

/// A generated move on the wide word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawMove {
    pub(crate) from: u128,
    pub(crate) to: u128,
    pub(crate) captured: u128,
    /// Whether a king stands on `to` afterwards.
    pub(crate) king: bool,
    /// Landing squares between `from` and `to`.
    pub(crate) between: Vec<u128>,
}

/// Collects moves with their paths, each path on its own.
#[derive(Default)]
pub(crate) struct Collect {
    quiet: Vec<RawMove>,
    captures: Vec<RawMove>,
}

impl Collect {
    /// Captures first, then quiet moves.
    pub(crate) fn into_moves(mut self) -> Vec<RawMove> {
        self.captures.append(&mut self.quiet);
        self.captures
    }
}

impl<W: Word> Sink<W> for Collect {
    const PATHS: bool = true;
    const COUNTS: bool = false;

    fn quiet_moves(&mut self, _: u32) {}
    fn single_captures(&mut self, _: u32) {}
    fn quiet(&mut self, from: W, to: W, king: bool) {
        self.quiet.push(RawMove { from: from.widen(), to: to.widen(), captured: 0, king, between: Vec::new() });
    }
    fn capture(&mut self, capture: Capture<W>, path: &[W]) {
        self.captures.push(RawMove {
            from: capture.from.widen(),
            to: capture.to.widen(),
            captured: capture.captured.widen(),
            king: capture.king,
            between: path.iter().map(|square| square.widen()).collect(),
        });
    }
    fn outranked(&mut self) {
        self.captures.clear();
    }
}
