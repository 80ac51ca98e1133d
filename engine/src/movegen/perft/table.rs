//! A table of counts of fixed size, shared by the threads that count.
//!
//! An entry holds all that its count depends on and is used only for exactly that, so a count out of the table is
//! always right; where keys meet in a slot, one of them is forgotten.

use super::node::Node;
use crate::color::Color;
use crate::movegen::bitboard::Bitboard;
use crate::movegen::visited::Mixer;
use std::collections::TryReserveError;
use std::hash::Hasher;
use std::sync::Mutex;

/// Counts of lower depths are made faster than they are looked up.
pub(super) const LOWEST_DEPTH: u32 = 3;

/// Counts of greater depths are not kept: one byte holds the depth.
const GREATEST_DEPTH: u32 = 255;

/// What a count depends on, for one set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<W> {
    own: W,
    opponent: W,
    kings: W,
    /// The depth in the lowest byte, which is never 0; the side to move and which captures differ in the next;
    /// above them what of the past the moves depend on.
    about: u64,
}

impl<W: Bitboard> Key<W> {
    /// The key of an entry that holds nothing.
    const NONE: Key<W> = Key { own: W::EMPTY, opponent: W::EMPTY, kings: W::EMPTY, about: 0 };

    /// `None` where such counts are not kept. `limit` is that of the rules on quiet moves with one king.
    pub(super) fn new(node: &Node<W>, color: Color, depth: u32, by_path: bool, limit: u8) -> Option<Key<W>> {
        if !(LOWEST_DEPTH..=GREATEST_DEPTH).contains(&depth) {
            return None;
        }
        // Runs may be kept that these rules do not look at. No square is as high as 255 even where it is none.
        let run = |(square, moves): (W, u8)| square.index() << 8 | u32::from(moves);
        let past = if limit > 0 { run(node.own_run) << 16 | run(node.opponent_run) } else { 0 };
        let white = u64::from(color == Color::White);
        let about = u64::from(depth) | white << 8 | u64::from(by_path) << 9 | u64::from(past) << 16;
        let sides = &node.sides;
        Some(Key { own: sides.own, opponent: sides.opponent, kings: sides.kings, about })
    }

    fn depth(&self) -> u64 {
        self.about & 0xff
    }

    fn hash(&self) -> u64 {
        let mut mixer = Mixer::default();
        for word in [self.own, self.opponent, self.kings] {
            let wide = word.widen();
            mixer.write_u64(wide as u64);
            if size_of::<W>() > size_of::<u64>() {
                mixer.write_u64((wide >> 64) as u64);
            }
        }
        mixer.write_u64(self.about);
        mixer.finish()
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<W> {
    key: Key<W>,
    leaves: u64,
}

/// Entries in a slot: with the lock, as many as fill two cache lines where a board is 64 bits.
const ENTRIES: usize = 3;

/// Where the counts of some keys are kept, behind one small lock.
#[derive(Debug)]
#[repr(align(64))]
struct Slot<W>(Mutex<[Entry<W>; ENTRIES]>);

/// A table of counts for boards of one size.
#[derive(Debug)]
pub(crate) struct Table<W> {
    slots: Box<[Slot<W>]>,
}

impl<W: Bitboard> Table<W> {
    /// An empty table of about so many bytes, one slot at least.
    pub(super) fn new(bytes: usize) -> Result<Table<W>, TryReserveError> {
        let number = (bytes / size_of::<Slot<W>>()).max(1);
        let mut slots = Vec::new();
        slots.try_reserve_exact(number)?;
        slots.extend((0..number).map(|_| Slot(Mutex::new([Entry { key: Key::NONE, leaves: 0 }; ENTRIES]))));
        Ok(Table { slots: slots.into_boxed_slice() })
    }

    fn slot(&self, key: &Key<W>) -> &Slot<W> {
        let index = (u128::from(key.hash()) * self.slots.len() as u128) >> 64;
        &self.slots[index as usize]
    }

    /// The count of a key, if it is there. A slot that another thread has locked is not waited for.
    pub(super) fn get(&self, key: &Key<W>) -> Option<u64> {
        let entries = self.slot(key).0.try_lock().ok()?;
        entries.iter().find(|entry| entry.key == *key).map(|entry| entry.leaves)
    }

    /// Keeps a count, which takes the place of the one in its slot that was least work, and among equals the oldest.
    pub(super) fn put(&self, key: Key<W>, leaves: u64) {
        let Ok(mut entries) = self.slot(&key).0.try_lock() else { return };
        // Newer ones come first. Two threads may have counted the same.
        let place = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            let depths = entries.iter().map(|entry| entry.key.depth());
            depths.enumerate().min_by_key(|&(index, depth)| (depth, ENTRIES - index)).map_or(0, |(index, _)| index)
        });
        entries[..=place].rotate_right(1);
        entries[0] = Entry { key, leaves };
    }
}

/// A table for the boards of one set of rules.
#[derive(Debug)]
pub(crate) enum Tables {
    Narrow(Table<u64>),
    Wide(Table<u128>),
}

/// A bitboard that counts can be kept for.
pub(crate) trait Tabled: Bitboard {
    /// An empty table; `None` if there is no room for so many bytes.
    fn tables(bytes: usize) -> Option<Tables>;
    /// The table for boards of this size.
    fn table(tables: &Tables) -> Option<&Table<Self>>;
}

macro_rules! tabled {
    ($type:ty, $variant:ident) => {
        impl Tabled for $type {
            fn tables(bytes: usize) -> Option<Tables> {
                Table::new(bytes).ok().map(Tables::$variant)
            }
            fn table(tables: &Tables) -> Option<&Table<Self>> {
                match tables {
                    Tables::$variant(table) => Some(table),
                    _ => None,
                }
            }
        }
    };
}

tabled!(u64, Narrow);
tabled!(u128, Wide);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::sides::Sides;

    fn node(own: u64, opponent: u64, kings: u64, own_run: (u64, u8), opponent_run: (u64, u8)) -> Node<u64> {
        Node { sides: Sides { own, opponent, kings, exhausted: 0 }, own_run, opponent_run }
    }

    fn key(number: u64, depth: u32) -> Key<u64> {
        let node = node(number, 0, 0, (0, 0), (0, 0));
        Key::new(&node, Color::White, depth, false, 0).expect("a depth that is kept")
    }

    fn kept(table: &Table<u64>, keys: &[Key<u64>]) -> Vec<Option<u64>> {
        keys.iter().map(|key| table.get(key)).collect()
    }

    #[test]
    fn a_slot_fills_two_cache_lines() {
        assert_eq!(size_of::<Slot<u64>>(), 128);
        assert_eq!(Table::<u64>::new(1 << 20).expect("a MiB").slots.len(), 8192);
        assert_eq!(Table::<u64>::new(0).expect("nothing").slots.len(), 1);
    }

    #[test]
    fn what_was_least_work_and_is_oldest_goes_first() {
        let table = Table::new(0).expect("one slot");
        let [deep, old, new, newest, deepest] = [key(1, 5), key(2, 3), key(3, 3), key(4, 3), key(5, 9)];
        for (number, key) in (1..).zip([deep, old, new]) {
            table.put(key, number);
        }
        assert_eq!(kept(&table, &[deep, old, new]), [Some(1), Some(2), Some(3)]);
        table.put(newest, 4);
        assert_eq!(kept(&table, &[deep, old, new, newest]), [Some(1), None, Some(3), Some(4)]);
        table.put(deepest, 5);
        assert_eq!(kept(&table, &[deep, new, newest, deepest]), [Some(1), None, Some(4), Some(5)]);
    }

    #[test]
    fn a_key_is_there_once() {
        let table = Table::new(0).expect("one slot");
        let [first, second, third] = [key(1, 4), key(2, 4), key(3, 4)];
        for key in [first, second, first, first, third] {
            table.put(key, 7);
        }
        assert_eq!(kept(&table, &[first, second, third]), [Some(7); 3]);
    }

    #[test]
    fn runs_are_compared_where_rules_limit_them() {
        let run = |own, opponent, limit| {
            Key::new(&node(6, 96, 102, own, opponent), Color::White, 4, false, limit).expect("a depth that is kept")
        };
        let (none, low, high, longer) = ((0, 0), (2, 1), (4, 1), (4, 2));
        let pairs =
            [(none, none), (low, none), (high, none), (longer, none), (none, low), (none, high), (none, longer)];
        for (i, (own, opponent)) in pairs.into_iter().enumerate() {
            assert_eq!(run(own, opponent, 0), run(none, none, 0), "no limit: {own:?}, {opponent:?}");
            for other in &pairs[..i] {
                assert_ne!(run(own, opponent, 3), run(other.0, other.1, 3), "{own:?}, {opponent:?}");
            }
        }
    }

    #[test]
    fn depths_that_do_not_fit_are_not_kept() {
        let node = node(1, 2, 0, (0, 0), (0, 0));
        let kept = |depth| Key::new(&node, Color::White, depth, false, 0).is_some();
        assert_eq!(
            [0, LOWEST_DEPTH - 1, LOWEST_DEPTH, 255, 256, 512].map(kept),
            [false, false, true, true, false, false]
        );
    }
}
