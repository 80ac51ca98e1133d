//! What the search for captures remembers where there are very many.
//!
//! Pieces can be composed so that one capture has millions of ways: every square where ways part and meet again doubles
//! them. What can still happen depends on little, though: where the piece stands, how it came there, and what it has
//! taken. A search that has made many jumps remembers these states and enters none twice. Where even they are too many
//! it is broken off.

use super::bitboard::Bitboard;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// States, or jumps where states are not merged, after which a search is broken off: about a second's work. It is just
/// below the capacity of a set of 2^22 places, which takes some 70 MB, twice that on boards of more than 64 bits.
pub(crate) const MOST_STATES: usize = 3_600_000;

/// A capture by one piece, not over yet: all that its ends depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<W> {
    pub(super) captured: W,
    /// In which order kings were taken, where that ranks captures.
    pub(super) order: u32,
    /// How much it has shown of what the caller looks for. Not compared: of two states that differ in nothing else, the
    /// one that has shown more can become all that the other can.
    pub(super) progress: u8,
    /// Where the piece comes from.
    pub(super) from: u8,
    /// Where it has landed, at first.
    pub(super) at: u8,
    /// The direction of the last jump, and whether a king made it.
    pub(super) how: u8,
}

impl<W: Bitboard> State<W> {
    fn key(&self) -> (W, u64) {
        (
            self.captured,
            u64::from(self.order) << 24 | u64::from(self.from) << 16 | u64::from(self.at) << 8 | u64::from(self.how),
        )
    }
}

impl<W: Bitboard> PartialEq for State<W> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<W: Bitboard> Eq for State<W> {}

impl<W: Bitboard> Hash for State<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (captured, rest) = self.key();
        state.write_u64(captured.folded());
        state.write_u64(rest);
    }
}

/// Mixes words by multiplication. Boards chosen to make it collide gain nothing but a slow answer.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        // An odd number whose bits are spread evenly.
        let product = u128::from(self.0 ^ word ^ 0x5851_f42d_4c95_7f2d) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

/// A set with the fast hash.
pub(super) type FastSet<T> = HashSet<T, BuildHasherDefault<Mixer>>;

/// The states a search has been in.
#[derive(Debug)]
pub(super) struct VisitedStates<W> {
    merges: bool,
    states: FastSet<State<W>>,
    /// How many in all, and how many there may be.
    number: usize,
    most: usize,
    over: bool,
}

impl<W: Bitboard> VisitedStates<W> {
    pub(super) fn new(merges: bool, most: usize) -> Self {
        VisitedStates { merges, states: FastSet::default(), number: 0, most, over: false }
    }

    /// Notes a state; true where it was there before, having shown as much.
    pub(super) fn already_visited(&mut self, state: State<W>) -> bool {
        if self.merges && !self.states.insert(state) {
            // Most callers look for nothing in particular, and then there is no progress to compare.
            if state.progress == 0 || self.states.get(&state).is_some_and(|seen| seen.progress >= state.progress) {
                return true;
            }
            self.states.replace(state);
            return false;
        }
        self.number += 1;
        if self.number > self.most {
            self.end();
        }
        false
    }

    /// Whether the search has been broken off.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Breaks the search off and gives the memory back.
    pub(super) fn end(&mut self) {
        self.over = true;
        self.states = FastSet::default();
    }
}
