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

/// Fewer pieces than this cannot be taken along two different paths with the same ends: two paths need a detour
/// around at least one piece more on each side. Checked against the slow generator.
const FEWEST_WITH_TWO_PATHS: u32 = 3;

/// Counts moves, by result or by path.
pub(crate) struct Count<W: Word> {
    by_path: bool,
    pub(crate) moves: u64,
    captures: u64,
    long: Captures<W>,
}

impl<W: Word> Count<W> {
    pub(crate) fn new(by_path: bool) -> Self {
        Self { by_path, moves: 0, captures: 0, long: Captures::new() }
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
        if self.by_path || capture.captured.count() < FEWEST_WITH_TWO_PATHS {
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
