//! A position as counting plays on it.

use crate::movegen::bitboard::Bitboard;
use crate::movegen::sides::Sides;

/// Quiet moves in a row with one king: where it stands, and how many.
pub(crate) type Run<W> = (W, u8);

/// A position to count from: the pieces, and the runs of the side to move and the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<W> {
    pub(crate) sides: Sides<W>,
    pub(crate) own_run: Run<W>,
    pub(crate) opponent_run: Run<W>,
}

impl Node<u128> {
    pub(super) fn narrow<W: Bitboard>(self) -> Node<W> {
        let run = |(square, moves)| (W::narrow(square), moves);
        Node { sides: self.sides.narrow(), own_run: run(self.own_run), opponent_run: run(self.opponent_run) }
    }
}
