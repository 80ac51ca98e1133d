//! The integers that hold a board: 64 bits where the padded board fits, 128 where not.

use super::sight::{Four, FourNarrow, InTurn};
use super::table::{Table, Tables};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of board bits.
pub(crate) trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;
    /// What holds a set for each of four diagonals.
    type Four: Four<Self>;
    /// The low bits of a wide set; the others must be empty.
    fn narrow(wide: u128) -> Self;
    fn widen(self) -> u128;
    fn count(self) -> u32;
    /// The number of the lowest bit; the set must not be empty.
    fn index(self) -> u32;
    /// All bits moved up so many places, or down where negative; those that leave the low 64 come in at the other end.
    fn rotated(self, places: i32) -> Self;
    /// The set folded to 64 bits, to be hashed.
    fn folded(self) -> u64;
    /// The set without its lowest bit; the set must not be empty.
    fn without_lowest(self) -> Self;
    /// An empty table for boards of this word; `None` where there is no room for so many bytes.
    fn tables(bytes: usize) -> Option<Tables>;
    /// The table for boards of this word.
    fn table(tables: &Tables) -> Option<&Table<Self>>;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Takes the lowest bit out of the set.
    #[inline(always)]
    fn pop(&mut self) -> Option<Self> {
        if self.is_empty() {
            return None;
        }
        let rest = self.without_lowest();
        let lowest = *self ^ rest;
        *self = rest;
        Some(lowest)
    }
}

macro_rules! word {
    ($type:ty, $tables:ident, $four:ty) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            type Four = $four;
            #[inline(always)]
            fn narrow(wide: u128) -> Self {
                wide as $type
            }
            #[inline(always)]
            fn widen(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn index(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn rotated(self, places: i32) -> Self {
                (self as u64).rotate_left(places.rem_euclid(64) as u32) as Self
            }
            #[inline(always)]
            fn folded(self) -> u64 {
                let wide = self as u128;
                wide as u64 ^ (wide >> 64) as u64
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            fn tables(bytes: usize) -> Option<Tables> {
                Table::new(bytes).ok().map(Tables::$tables)
            }
            fn table(tables: &Tables) -> Option<&Table<Self>> {
                match tables {
                    Tables::$tables(table) => Some(table),
                    _ => None,
                }
            }
        }
    };
}

word!(u64, Narrow, FourNarrow);
word!(u128, Wide, InTurn<u128>);
