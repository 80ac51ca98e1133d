//! A position as the generator sees it: by the side to move.

use super::bitboard::Bitboard;

/// The pieces on the board, by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides<W> {
    pub(crate) own: W,
    pub(crate) opponent: W,
    /// Kings of both sides.
    pub(crate) kings: W,
    /// Kings of the side to move that may not move quietly now, where rules limit how often in a row a king may.
    pub(crate) exhausted: W,
}

impl Sides<u128> {
    /// The same on a smaller board.
    pub(super) fn narrow<W: Bitboard>(self) -> Sides<W> {
        Sides {
            own: W::narrow(self.own),
            opponent: W::narrow(self.opponent),
            kings: W::narrow(self.kings),
            exhausted: W::narrow(self.exhausted),
        }
    }
}

/// Where a king must stop making quiet moves: after `limit` of them in a row, while its side has men.
#[inline(always)]
pub(crate) fn is_exhausted(limit: u8, moves: u8, has_men: bool) -> bool {
    limit > 0 && has_men && moves >= limit
}
