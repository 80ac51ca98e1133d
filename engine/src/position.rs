//! A validated position: placement, side to move, and what little of the past the next move depends on.

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, Square, SquareSet};
use crate::movegen::{Sides, is_exhausted};
use crate::notation::fen;
use crate::setup::{KingRun, Setup};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A position that rules can be asked about. Only an [`Arbiter`](crate::Arbiter) makes one.
///
/// It is small, and copying it is how moves are taken back: keep the position before. It knows its board and writes
/// itself as FEN; the rules are with the arbiter.
///
/// ```
/// use damero_engine::{Arbiter, Color, variants};
///
/// let arbiter = Arbiter::new(variants::ENGLISH)?;
/// let position = arbiter.read("W:WK32,27:B1-4")?;
/// assert_eq!(position.men(Color::Black).len(), 4);
/// assert_eq!(position.to_string(), "W:W27,K32:B1,2,3,4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Equality
///
/// Two positions are equal when placement, side to move, and the runs of limited kings are. Repetition compares less,
/// see [`placement`](Self::placement). Positions of boards whose squares are different ones are never equal.
#[derive(Clone, Copy)]
pub struct Position {
    board: &'static Geometry,
    /// White's pieces and Black's, as bits of the board.
    sides: [u128; 2],
    /// The kings among them.
    kings: u128,
    turn: Color,
    runs: [KingRun; 2],
    zobrist: u64,
}

/// The placement of the pieces alone, to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    sides: [u128; 2],
    kings: u128,
    /// The hash of the position without the side to move.
    zobrist: u64,
}

impl Hash for Placement {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.zobrist);
    }
}

impl Position {
    /// A position of these sets of squares. A run of a king that is not there, or that is empty, is none.
    pub(crate) fn new(
        board: &'static Geometry,
        sides: [SquareSet; 2],
        kings: SquareSet,
        turn: Color,
        runs: [KingRun; 2],
    ) -> Position {
        let bits = sides.map(|side| board.bits_of(side));
        let kings = board.bits_of(kings) & (bits[0] | bits[1]);
        let mut position = Position { board, sides: bits, kings, turn, runs: [KingRun::default(); 2], zobrist: 0 };
        for color in [Color::White, Color::Black] {
            let run = runs[color.index()];
            if run.moves > 0 && position.kings(color).contains(Square(run.square)) {
                position.runs[color.index()] = run;
            }
        }
        position.zobrist = position.zobrist_from_nothing();
        position
    }

    /// The board it stands on.
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        self.board
    }

    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub fn pieces(&self, color: Color) -> SquareSet {
        self.board.squares_of(self.sides[color.index()])
    }

    /// The squares of a side's kings.
    #[must_use]
    pub fn kings(&self, color: Color) -> SquareSet {
        self.board.squares_of(self.king_bits(color))
    }

    /// The squares of a side's men.
    #[must_use]
    pub fn men(&self, color: Color) -> SquareSet {
        self.board.squares_of(self.sides[color.index()] & !self.kings)
    }

    /// How many pieces a side has, and how many of them are kings.
    #[must_use]
    pub const fn material(&self, color: Color) -> (u32, u32) {
        (self.sides[color.index()].count_ones(), self.king_bits(color).count_ones())
    }

    /// What stands on a square; nothing does on one that is not on this board.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = self.board.bit_if_on_board(square)?;
        let color = if self.sides[0] & bit != 0 {
            Color::White
        } else if self.sides[1] & bit != 0 {
            Color::Black
        } else {
            return None;
        };
        Some(Piece { color, king: self.kings & bit != 0 })
    }

    /// What repetition compares, besides the side to move where that counts.
    #[must_use]
    pub const fn placement(&self) -> Placement {
        let turn = if matches!(self.turn, Color::Black) { TURN } else { 0 };
        Placement { sides: self.sides, kings: self.kings, zobrist: self.zobrist ^ turn }
    }

    /// A hash of placement and side to move, kept up to date move by move (Zobrist, 1970). Equal positions have equal
    /// hashes on every machine and in every version with the same major number; different ones seldom do.
    #[must_use]
    pub const fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The run of quiet moves with one king of a side.
    #[must_use]
    pub const fn king_run(&self, color: Color) -> KingRun {
        self.runs[color.index()]
    }

    /// The position as something to write down.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let of = |color: Color| {
            let kings = self.kings(color);
            self.pieces(color).iter().map(move |square| (square, Piece { color, king: kings.contains(square) }))
        };
        Setup {
            turn: Some(self.turn),
            pieces: of(Color::White).chain(of(Color::Black)).collect(),
            king_runs: self.runs.map(|run| (run.moves > 0).then_some(run)),
            ..Setup::default()
        }
    }

    // What the rest of the crate works with.

    pub(crate) const fn all_king_bits(&self) -> u128 {
        self.kings
    }

    pub(crate) const fn king_bits(&self, color: Color) -> u128 {
        self.sides[color.index()] & self.kings
    }

    /// The pieces by a side that is to move.
    pub(crate) fn sides(&self, mover: Color, king_move_limit: u8) -> Sides<u128> {
        let own = self.sides[mover.index()];
        let run = self.runs[mover.index()];
        let exhausted = if is_exhausted(king_move_limit, run.moves, own & !self.kings != 0) {
            self.board.bit(Square(run.square))
        } else {
            0
        };
        Sides { own, opponent: self.sides[mover.opponent().index()], kings: self.kings, exhausted }
    }

    /// The run of a side as a bit and a number of moves.
    pub(crate) fn run_bits(&self, color: Color) -> (u128, u8) {
        let run = self.runs[color.index()];
        if run.moves == 0 { (0, 0) } else { (self.board.bit(Square(run.square)), run.moves) }
    }

    /// The position after a move of the side to move.
    #[inline]
    pub(crate) fn after(
        &self,
        from: Square,
        to: Square,
        captured: SquareSet,
        crowns: bool,
        limits_runs: bool,
    ) -> Position {
        let mut next = *self;
        let (own, opponent) = (self.turn.index(), self.turn.opponent().index());
        let (from_bit, to_bit) = (self.board.bit(from), self.board.bit(to));
        let was_king = self.kings & from_bit != 0;
        let is_king = was_king || crowns;
        next.zobrist ^= TURN ^ key(own, was_king, from_bit) ^ key(own, is_king, to_bit);
        for square in captured {
            let bit = self.board.bit(square);
            next.zobrist ^= key(opponent, self.kings & bit != 0, bit);
            next.sides[opponent] &= !bit;
            next.kings &= !bit;
        }
        // Last, because a piece may come back to its origin, or land where one has been taken away.
        next.sides[own] = next.sides[own] & !from_bit | to_bit;
        next.kings = next.kings & !from_bit | if is_king { to_bit } else { 0 };
        next.turn = self.turn.opponent();
        if limits_runs {
            let run = self.runs[own];
            next.runs[own] = if !was_king || !captured.is_empty() {
                KingRun::default()
            } else if run.moves > 0 && run.square == from.0 {
                KingRun { square: to.0, moves: run.moves.saturating_add(1) }
            } else {
                KingRun { square: to.0, moves: 1 }
            };
            // A king that is gone has no run left.
            if captured.contains(Square(self.runs[opponent].square)) {
                next.runs[opponent] = KingRun::default();
            }
        }
        next
    }

    /// The same with these pieces of the side not to move as mere obstacles: they belong to the mover, who cannot take them.
    pub(crate) fn with_obstacles(&self, pieces: SquareSet) -> Position {
        let mut changed = *self;
        let bits = self.board.bits_of(pieces);
        changed.sides[self.turn.index()] |= bits;
        changed.sides[self.turn.opponent().index()] &= !bits;
        changed.kings &= !bits;
        changed.zobrist = changed.zobrist_from_nothing();
        changed
    }

    /// The same on a board of the same squares in other bits.
    pub(crate) fn on(&self, board: &'static Geometry) -> Position {
        let pieces = [Color::White, Color::Black].map(|color| self.pieces(color));
        Position::new(board, pieces, self.board.squares_of(self.kings), self.turn, self.runs)
    }

    /// The same with this side to move.
    pub(crate) fn with_turn(mut self, turn: Color) -> Position {
        if turn != self.turn {
            self.turn = turn;
            self.zobrist ^= TURN;
        }
        self
    }

    fn zobrist_from_nothing(&self) -> u64 {
        let mut hash = if self.turn == Color::Black { TURN } else { 0 };
        for (side, mut rest) in self.sides.into_iter().enumerate() {
            while rest != 0 {
                let bit = rest & rest.wrapping_neg();
                hash ^= key(side, self.kings & bit != 0, bit);
                rest ^= bit;
            }
        }
        hash
    }
}

impl fmt::Display for Position {
    /// As FEN, in the names that the variant gives its squares. The runs of limited kings are not written: PDN's FEN has no
    /// place for them, [`write_extended`](crate::notation::fen::write_extended) has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen::write(self.board, &self.to_setup()))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.zobrist == other.zobrist
            && (self.sides, self.kings, self.turn, self.runs) == (other.sides, other.kings, other.turn, other.runs)
            && self.board.has_bits_of(other.board)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist.hash(state);
    }
}

/// The part of the hash that says that Black is to move.
const TURN: u64 = splitmix(512);

/// The part of the hash that is a piece on a square.
#[inline]
fn key(side: usize, king: bool, bit: u128) -> u64 {
    KEYS[side << 1 | usize::from(king)][(bit.trailing_zeros() & 127) as usize]
}

static KEYS: [[u64; 128]; 4] = {
    let mut keys = [[0; 128]; 4];
    let mut i = 0;
    while i < 512 {
        keys[i / 128][i % 128] = splitmix(i as u64);
        i += 1;
    }
    keys
};

/// The n-th number of the generator SplitMix64 (Steele, Lea, Flood, 2014).
const fn splitmix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
