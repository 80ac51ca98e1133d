//! The captures of one position while they are counted or wait to be played.

use crate::movegen::bitboard::Bitboard;
use crate::movegen::sink::{Capture, MOST_CAPTURES};
use smallvec::SmallVec;

/// Captures up to this number are compared one by one as they come; more are sorted when the list is long.
const FEW: usize = 32;

/// Captures, on the stack in all but the wildest positions.
#[derive(Debug)]
pub(super) struct Captures<W: Bitboard> {
    list: SmallVec<[Capture<W>; 16]>,
    /// Length at which equal ones are thrown out next.
    sweep_at: usize,
}

impl<W: Bitboard> Captures<W> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Captures { list: SmallVec::new(), sweep_at: 4 * FEW }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a capture unless one with the same origin, destination, and captured pieces is there; captures of fewer than
    /// `merge_from` pieces are not compared.
    #[inline(always)]
    pub(super) fn add(&mut self, capture: Capture<W>, merge_from: u32) {
        if capture.captured.count() < merge_from {
            self.list.push(capture);
        } else if self.list.len() > FEW {
            self.add_to_many(capture);
        } else if !self.list.iter().any(|c| identity(c) == identity(&capture)) {
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
        self.list.sort_unstable_by_key(identity);
        self.list.dedup_by_key(|c| identity(c));
    }

    /// Whether there are more than can be listed.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() > 2 * MOST_CAPTURES
    }

    /// The captures, once no more are added: each once, or by path as they were added.
    #[inline(always)]
    pub(super) fn finish(&mut self, by_path: bool) -> &[Capture<W>] {
        if !by_path && self.list.len() > FEW {
            self.sweep();
        }
        &self.list
    }
}

#[inline(always)]
fn identity<W: Bitboard>(capture: &Capture<W>) -> (u128, u128, u128) {
    (capture.captured.widen(), capture.to.widen(), capture.from.widen())
}
