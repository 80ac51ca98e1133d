//! What flying kings see along the four diagonals, looking in all directions at once.
//!
//! Kings of one side never see past each other, and neither do the squares of one row of landings to its sides, so many
//! of them can look together: what is seen in a direction is seen from just one of them.

use super::view::View;
use super::word::Word;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr};

/// The direction of a diagonal: they are counted clockwise from ahead to the right, so that those at right angles to
/// one are its neighbours.
pub(crate) const fn direction(diagonal: usize) -> usize {
    2 * diagonal + 1
}

/// The diagonal of a direction.
pub(crate) const fn diagonal(direction: usize) -> usize {
    direction / 2
}

/// A set of squares for each of the four diagonals.
pub(crate) trait Four<W: Word>: Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// Squares to run over, prepared for many runs.
    type Open: Copy;

    fn new(sets: [W; 4]) -> Self;
    fn sets(self) -> [W; 4];
    /// Each set one step further along its diagonal.
    fn ahead<V: View<W = W>>(self, view: V) -> Self;
    /// Each set one step back along its diagonal.
    fn back<V: View<W = W>>(self, view: V) -> Self;

    fn open<V: View<W = W>>(view: V, free: W) -> Self::Open;
    /// The same as [`reach`](Self::reach) over squares prepared, but for the square at the end of a run from one corner of
    /// the board to the other: nothing there can be taken.
    fn through<V: View<W = W>>(self, view: V, open: Self::Open) -> Self;

    /// The same set for each.
    #[inline(always)]
    fn same(set: W) -> Self {
        Self::new([set; 4])
    }

    #[inline(always)]
    fn are_empty(self) -> bool {
        let [a, b, c, d] = self.sets();
        (a | b | c | d).is_empty()
    }

    /// A bit for each diagonal whose set is not empty.
    #[inline(always)]
    fn filled(self) -> u32 {
        let [a, b, c, d] = self.sets().map(|set| u32::from(!set.is_empty()));
        a | b << 1 | c << 2 | d << 3
    }

    /// The sets that are not empty, with their diagonals. Where little is done with each it is less work to go through all
    /// four, whose directions the compiler then knows.
    #[inline(always)]
    fn each(self) -> impl Iterator<Item = (usize, W)> {
        let sets = self.sets();
        let mut filled = self.filled();
        std::iter::from_fn(move || {
            let diagonal = filled.trailing_zeros() as usize;
            filled &= filled.wrapping_sub(1);
            Some((diagonal, *sets.get(diagonal)?))
        })
    }

    /// The number of squares in all of them.
    #[inline(always)]
    fn count(self) -> u32 {
        self.sets().into_iter().map(W::count).sum()
    }

    /// The sets with that of one diagonal emptied.
    #[inline(always)]
    fn except(self, diagonal: usize) -> Self {
        let mut sets = self.sets();
        sets[diagonal] = W::EMPTY;
        Self::new(sets)
    }

    /// For each diagonal the sets of the two at right angles.
    #[inline(always)]
    fn across(self) -> Self {
        let [a, b, c, d] = self.sets();
        Self::new([d, a, b, c]) | Self::new([b, c, d, a])
    }

    /// How far one gets along each diagonal over free squares: the squares passed.
    #[inline(always)]
    fn reach<V: View<W = W>>(self, view: V, free: W) -> Self {
        let free = Self::same(free);
        let mut running = self.ahead(view) & free;
        let mut reached = running;
        while !running.are_empty() {
            running = running.ahead(view) & free;
            reached = reached | running;
        }
        reached
    }
}

/// One after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InTurn<W>([W; 4]);

impl<W: Word> BitAnd for InTurn<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        InTurn(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<W: Word> BitOr for InTurn<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        InTurn(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<W: Word> Four<W> for InTurn<W> {
    type Open = W;

    #[inline(always)]
    fn new(sets: [W; 4]) -> Self {
        InTurn(sets)
    }
    #[inline(always)]
    fn sets(self) -> [W; 4] {
        self.0
    }
    #[inline(always)]
    fn open<V: View<W = W>>(_: V, free: W) -> W {
        free
    }
    #[inline(always)]
    fn through<V: View<W = W>>(self, view: V, free: W) -> Self {
        self.reach(view, free)
    }
    #[inline(always)]
    fn ahead<V: View<W = W>>(self, view: V) -> Self {
        InTurn(std::array::from_fn(|i| view.step(direction(i), self.0[i])))
    }
    #[inline(always)]
    fn back<V: View<W = W>>(self, view: V) -> Self {
        InTurn(std::array::from_fn(|i| view.step(direction(i ^ 2), self.0[i])))
    }
}

/// All four at once, where the processor shifts four words by different distances in one instruction.
#[cfg(target_feature = "avx2")]
pub(crate) type FourNarrow = wide::u64x4;
#[cfg(not(target_feature = "avx2"))]
pub(crate) type FourNarrow = InTurn<u64>;

/// Squares from which a run comes over one, two, and four free squares in a row, they the last of them.
#[cfg(target_feature = "avx2")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    one: wide::u64x4,
    two: wide::u64x4,
    four: wide::u64x4,
}

#[cfg(target_feature = "avx2")]
impl Four<u64> for wide::u64x4 {
    type Open = Runs;

    #[inline(always)]
    fn new(sets: [u64; 4]) -> Self {
        wide::u64x4::new(sets)
    }
    #[inline(always)]
    fn sets(self) -> [u64; 4] {
        self.to_array()
    }
    #[inline(always)]
    fn open<V: View<W = u64>>(view: V, free: u64) -> Runs {
        let one = Self::same(free);
        let two = one & shifted(one, view, 1);
        let four = two & shifted(two, view, 2);
        Runs { one, two, four }
    }
    #[inline(always)]
    fn through<V: View<W = u64>>(self, view: V, open: Runs) -> Self {
        let mut reached = shifted(self, view, 1) & open.one;
        reached |= shifted(reached, view, 1) & open.one;
        reached |= shifted(reached, view, 2) & open.two;
        reached |= shifted(reached, view, 4) & open.four;
        // On boards of more than ten rows there are longer runs.
        for _ in 10..view.rules().width.max(view.rules().height) {
            reached |= shifted(reached, view, 1) & open.one;
        }
        reached
    }
    #[inline(always)]
    fn ahead<V: View<W = u64>>(self, view: V) -> Self {
        shifted(self, view, 1)
    }
    #[inline(always)]
    fn back<V: View<W = u64>>(self, view: V) -> Self {
        shifted(self, view, -1)
    }
    #[inline(always)]
    fn filled(self) -> u32 {
        !self.simd_eq(wide::u64x4::splat(0)).to_bitmask() & 15
    }
    #[inline(always)]
    fn except(self, diagonal: usize) -> Self {
        let emptied = wide::u64x4::new([0, 1, 2, 3]).simd_eq(wide::u64x4::splat(diagonal as u64));
        self & !emptied
    }
}

/// Each word so many steps further along its diagonal.
#[cfg(target_feature = "avx2")]
#[inline(always)]
fn shifted<V: View<W = u64>>(words: wide::u64x4, view: V, steps: i32) -> wide::u64x4 {
    // By 64 places nothing is left.
    let places = |sign: i32| {
        let one_way = |i| u64::try_from(sign * steps * view.compiled().geometry.shift[direction(i)]).unwrap_or(64);
        wide::u64x4::new(std::array::from_fn(one_way))
    };
    words.unbounded_shl(places(1)) | words.unbounded_shr(places(-1))
}
