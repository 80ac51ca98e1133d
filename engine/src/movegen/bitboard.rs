//! The integers that hold a board: 64 bits where the padded board fits, 128 where not.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of squares, as the bits of one integer.
pub(crate) trait Bitboard:
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
{
    const EMPTY: Self;
    /// The low bits of a wide set; the others must be empty.
    fn narrow(wide: u128) -> Self;
    fn widen(self) -> u128;
    fn count(self) -> u32;
    /// The number of the lowest bit; the set must not be empty.
    fn index(self) -> u32;
    /// All bits moved up so many places; those that leave at the top come in at the bottom.
    fn rotated(self, places: u32) -> Self;
    /// The set folded to 64 bits, to be hashed.
    fn folded(self) -> u64;
    /// The set without its lowest bit; the set must not be empty.
    fn without_lowest(self) -> Self;

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

macro_rules! bitboard {
    ($type:ty) => {
        impl Bitboard for $type {
            const EMPTY: Self = 0;
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
            fn rotated(self, places: u32) -> Self {
                self.rotate_left(places)
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
        }
    };
}

bitboard!(u64);
bitboard!(u128);
