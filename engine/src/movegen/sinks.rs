//! What can be done with generated moves: collect them, count them.

use super::crowd::MOST_STATES;
use super::perft::Errand;
use super::search::{Capture, Sink};
use super::word::Word;
use crate::perft::CountError;
use smallvec::SmallVec;

/// Different captures of one position, after which it counts as having too many.
pub(crate) const MOST_CAPTURES: usize = 1 << 18;

/// Captures up to this number are compared one by one as they come; more are sorted when the list is long.
const FEW: usize = 32;

/// Captures that stay on the stack in all but the wildest positions.
#[derive(Debug)]
pub(crate) struct Captures<W: Word> {
    list: SmallVec<[Capture<W>; 16]>,
    /// Length at which equal ones are thrown out next.
    sweep_at: usize,
}

impl<W: Word> Captures<W> {
    pub(crate) fn new() -> Self {
        Captures { list: SmallVec::new(), sweep_at: 4 * FEW }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a capture unless one with the same origin, destination, and captured pieces is there; captures of fewer than
    /// `merge_from` pieces are not compared.
    #[inline(always)]
    pub(crate) fn add(&mut self, capture: Capture<W>, merge_from: u32) {
        if capture.captured.count() < merge_from {
            self.list.push(capture);
        } else if self.list.len() > FEW {
            self.add_to_many(capture);
        } else if !self
            .list
            .iter()
            .any(|c| c.captured == capture.captured && c.to == capture.to && c.from == capture.from)
        {
            self.list.push(capture);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_to_many(&mut self, capture: Capture<W>) {
        self.list.push(capture);
        if self.list.len() >= self.sweep_at {
            self.sweep();
            self.sweep_at = (2 * self.list.len()).max(4 * FEW);
        }
    }

    fn sweep(&mut self) {
        let identity = |c: &Capture<W>| (c.from.widen(), c.to.widen(), c.captured.widen());
        self.list.sort_unstable_by_key(identity);
        self.list.dedup_by_key(|c| identity(c));
    }

    /// Whether there are more than anybody can list.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() > 2 * MOST_CAPTURES
    }

    /// The captures, once no more are added: each once, or by path as they were added.
    #[inline(always)]
    pub(crate) fn told(&mut self, by_path: bool) -> &[Capture<W>] {
        if !by_path && self.list.len() > FEW {
            self.sweep();
        }
        &self.list
    }
}

/// Counts moves, by result or by path.
pub(crate) struct Count<'a, W: Word> {
    errand: &'a Errand<'a, W>,
    pub(crate) moves: u64,
    captures: u64,
    long: Captures<W>,
}

impl<'a, W: Word> Count<'a, W> {
    pub(crate) fn of(errand: &'a Errand<'a, W>) -> Self {
        Self { errand, moves: 0, captures: 0, long: Captures::new() }
    }

    pub(crate) fn total(&mut self) -> u64 {
        self.moves + self.captures + self.long.told(self.errand.by_path).len() as u64
    }
}

impl<W: Word> Sink<W> for Count<'_, W> {
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
    fn capture(&mut self, capture: Capture<W>, _: &[W]) {
        if capture.captured.count() < self.errand.merge_from {
            self.captures += 1;
        } else {
            self.long.add(capture, 0);
        }
    }
    #[inline(always)]
    fn captures(&mut self, mut capture: Capture<W>, mut ends: W) {
        if capture.captured.count() < self.errand.merge_from {
            self.captures += u64::from(ends.count());
        } else {
            while let Some(to) = ends.pop() {
                capture.to = to;
                self.long.add(capture, 0);
            }
        }
    }
    #[inline(always)]
    fn count_captures(&mut self, number: u32, pieces: usize) -> bool {
        let counts = (pieces as u32) < self.errand.merge_from;
        if counts {
            self.captures += u64::from(number);
        }
        counts
    }
    #[inline(always)]
    fn outranked(&mut self) {
        self.captures = 0;
        self.long.clear();
    }
    fn merges(&self) -> bool {
        !self.errand.by_path
    }
    fn is_full(&self) -> bool {
        self.long.is_full() || self.errand.is_off()
    }
    fn give_up(&mut self) {
        self.errand.call_off(CountError::TooManyCaptures);
    }
}

/// A generated move on the numbers of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawMove {
    pub(crate) captured: u128,
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// Whether a king stands on `to` afterwards.
    pub(crate) king: bool,
    /// Landing squares between `from` and `to`.
    pub(crate) between: Vec<u8>,
}

/// Captures that somebody looks for.
pub(crate) trait Pattern {
    /// The bits of the squares whose captures have to be looked at: where captures are ranked, those of all.
    fn origins(&self) -> u128;
    /// Whether captures that rank lower are looked for too.
    fn unranked(&self) -> bool;
    /// Whether captures that stop on their way are looked for too.
    fn may_stop(&self) -> bool;
    /// States after which the search is broken off.
    fn most_states(&self) -> usize {
        MOST_STATES
    }
    /// Whether [`progress`](Self::progress) has anything to say.
    fn looks_at_paths(&self) -> bool;
    /// How much of what is looked for the squares landed on so far have shown; a capture that stands alike and has
    /// shown alike needs no second look.
    fn progress(&self, from: u8, between: &[u8]) -> u8;
    /// Whether a move with these ends and captured pieces can be looked for, whatever its path.
    fn may_fit(&self, from: u8, to: u8, captured: u128) -> bool;
    /// Whether a move is looked for.
    fn fits(&self, found: &RawMove) -> bool;
    /// Whether its path makes it different from others that are the same move.
    fn stands_out(&self, found: &RawMove) -> bool;
}

/// Which moves to collect.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    /// All of them, each path on its own.
    Paths,
    /// All of them; of several paths of a move at least the first, and not much more.
    Results,
    /// Those that somebody looks for, of equal ones at least the first and one that stands out.
    Fitting(&'a dyn Pattern),
}

/// Collects moves with their paths.
pub(crate) struct Collect<'a> {
    wanted: Wanted<'a>,
    quiet: Vec<RawMove>,
    captures: Vec<RawMove>,
    sweep_at: usize,
    gave_up: bool,
}

impl<'a> Collect<'a> {
    pub(crate) fn new(wanted: Wanted<'a>) -> Self {
        Collect { wanted, quiet: Vec::new(), captures: Vec::new(), sweep_at: 1 << 12, gave_up: false }
    }

    /// Captures first, then quiet moves; `None` where there are too many.
    pub(crate) fn into_moves(mut self) -> Option<Vec<RawMove>> {
        if self.gave_up {
            return None;
        }
        self.captures.append(&mut self.quiet);
        Some(self.captures)
    }

    #[cold]
    fn sweep(&mut self) {
        match self.wanted {
            Wanted::Paths => {}
            Wanted::Results => {
                // The sort is stable: of several paths the first stays.
                self.captures.sort_by_key(|m| (m.from, m.to, m.captured));
                self.captures.dedup_by_key(|m| (m.from, m.to, m.captured));
            }
            Wanted::Fitting(pattern) => {
                self.captures.sort_by_key(|m| (m.from, m.to, m.captured, pattern.stands_out(m)));
                self.captures.dedup_by_key(|m| (m.from, m.to, m.captured, pattern.stands_out(m)));
            }
        }
        self.sweep_at = self.sweep_at.max(2 * self.captures.len());
    }
}

fn bits<W: Word>(squares: &[W]) -> impl Iterator<Item = u8> {
    squares.iter().map(|square| square.index() as u8)
}

impl<W: Word> Sink<W> for Collect<'_> {
    const PATHS: bool = true;
    const COUNTS: bool = false;

    fn quiet_moves(&mut self, _: u32) {}
    fn quiet(&mut self, from: W, to: W, king: bool) {
        let found = RawMove { captured: 0, from: from.index() as u8, to: to.index() as u8, king, between: Vec::new() };
        match self.wanted {
            Wanted::Fitting(pattern) if !pattern.fits(&found) => {}
            _ => self.quiet.push(found),
        }
    }
    fn capture(&mut self, capture: Capture<W>, path: &[W]) {
        let (from, to, captured) = (capture.from.index() as u8, capture.to.index() as u8, capture.captured.widen());
        if matches!(self.wanted, Wanted::Fitting(pattern) if !pattern.may_fit(from, to, captured)) {
            return;
        }
        let found = RawMove { captured, from, to, king: capture.king, between: bits(path).collect() };
        match self.wanted {
            Wanted::Fitting(pattern) if !pattern.fits(&found) => {}
            _ => {
                self.captures.push(found);
                if self.captures.len() >= self.sweep_at {
                    self.sweep();
                }
            }
        }
    }
    fn outranked(&mut self) {
        self.captures.clear();
    }
    fn origins(&self) -> W {
        match self.wanted {
            Wanted::Fitting(pattern) => W::narrow(pattern.origins()),
            _ => !W::EMPTY,
        }
    }
    fn unranked(&self) -> bool {
        matches!(self.wanted, Wanted::Fitting(pattern) if pattern.unranked())
    }
    fn may_stop(&self) -> bool {
        matches!(self.wanted, Wanted::Fitting(pattern) if pattern.may_stop())
    }
    fn most_states(&self) -> usize {
        match self.wanted {
            Wanted::Fitting(pattern) => pattern.most_states(),
            _ => MOST_STATES,
        }
    }
    fn merges(&self) -> bool {
        !matches!(self.wanted, Wanted::Paths)
    }
    fn progress(&self, from: W, path: &[W]) -> u8 {
        match self.wanted {
            Wanted::Fitting(pattern) if pattern.looks_at_paths() => {
                let between: SmallVec<[u8; 64]> = bits(path).collect();
                pattern.progress(from.index() as u8, &between)
            }
            _ => 0,
        }
    }
    fn is_full(&self) -> bool {
        self.captures.len() > 2 * MOST_CAPTURES
    }
    fn give_up(&mut self) {
        self.gave_up = true;
        self.captures = Vec::new();
    }
}
