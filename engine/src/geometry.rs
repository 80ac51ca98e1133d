//! The board: which squares exist, how they are named, and where each has its bit.
//!
//! A [`Square`] is an index in reading order as White sees the board: 0 is the first playing square of the far row,
//! the last one lies near White's right hand. A [`Position`](crate::Position) holds its pieces as bits of a padded
//! bitboard, in the same order, laid out so that a step in any direction is one rotation:
//!
//! ```text
//!  eight by eight, every second square        bit = (9 row + column) / 2, row 0 at the top
//!      0   1   2   3
//!    4   5   6   7      <- bit 8 is padding: a step off the side lands there, and nothing ever stands on it
//!      9  10  11  12
//!   13  14  15  16      <- bit 17 is padding
//!     ..
//! ```
//!
//! Where pieces also go along rows, a step is two columns and the padding is wider by as much. Boards on which all
//! squares are played have no room for padding in 64 bits; there, and wherever a rotation could bring something back
//! onto the board at the other end, a mask takes away what has stepped off.

use crate::color::Color;
use crate::notation::lookalike;
use crate::rules::{FirstSquare, PlayingSquares, Rules, SquareNames};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A playing square: its index in reading order from the top left as White sees the board, from 0.
///
/// Each board has the squares below its [number of squares](Geometry::squares); none has more than 128.
///
/// ```
/// use damero_engine::{Geometry, Square, variants};
///
/// let board = Geometry::new(&variants::RUSSIAN);
/// let square = board.square_named("c3")?;
/// assert_eq!((square.index(), board.name(square).as_str()), (21, "c3"));
/// assert_eq!(Square::new(21), Some(square));
/// assert_eq!(Square::new(128), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "u8", into = "u8"))]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square of an index; `None` if no board has so many.
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 128 { Some(Square(index)) } else { None }
    }

    /// Its place in reading order, from 0.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Square {
    type Error = NoSuchSquare;

    fn try_from(index: u8) -> Result<Square, NoSuchSquare> {
        Square::new(index).ok_or(NoSuchSquare)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square.index()
    }
}

/// No board has so many squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no board has more than 128 squares")]
pub struct NoSuchSquare;

/// A set of squares.
///
/// ```
/// use damero_engine::{Arbiter, Color, Square, SquareSet, variants};
///
/// let start = Arbiter::new(variants::ENGLISH)?.start();
/// let both = start.men(Color::White) | start.men(Color::Black);
/// assert_eq!(both.len(), 24);
/// assert!((both & start.kings(Color::White)).is_empty());
/// let corner: SquareSet = Square::new(0).into_iter().collect();
/// assert_eq!((start.men(Color::Black) - corner).len(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareSet(pub(crate) u128);

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

impl std::ops::BitOr for SquareSet {
    type Output = SquareSet;
    /// The squares of either.
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl std::ops::BitAnd for SquareSet {
    type Output = SquareSet;
    /// The squares of both.
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl std::ops::Sub for SquareSet {
    type Output = SquareSet;
    /// The squares of the first that are not of the second.
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for SquareSet {
    /// As a list of squares.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SquareSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SquareSet, D::Error> {
        Vec::<Square>::deserialize(deserializer).map(SquareSet::from_iter)
    }
}

impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// Whether a square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// The set as bits, bit `i` for the square of index `i`.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Takes a square away; true if it was there.
    pub const fn remove(&mut self, square: Square) -> bool {
        let there = self.contains(square);
        self.0 &= !(1 << square.0);
        there
    }

    /// Adds a square; true if it was not there before.
    pub const fn insert(&mut self, square: Square) -> bool {
        let new = !self.contains(square);
        self.0 |= 1 << square.0;
        new
    }

    /// How many squares there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares in reading order.
    pub fn iter(self) -> Squares {
        self.into_iter()
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set in reading order.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        set.extend(squares);
        set
    }
}

/// Column steps of the eight directions for White, clockwise from straight ahead.
const DX: [i32; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
/// Row steps of the eight directions for White.
const DY: [i32; 8] = [1, 1, 0, -1, -1, -1, 0, 1];

const NO_BIT: u8 = u8::MAX;
/// Most columns or rows of a board.
const LARGEST: u8 = 14;

/// The board of a set of rules: sizes, names, bits.
#[derive(Clone, Copy)]
pub struct Geometry {
    width: u8,
    height: u8,
    playing: PlayingSquares,
    first_square: FirstSquare,
    names: SquareNames,
    squares: u8,
    /// Whether pieces go along rows or columns, which makes the padding wider.
    straight: bool,
    /// How many places a step in each direction rotates a bitboard to the left.
    pub(crate) rotation: [u32; 8],
    /// Where a step in each direction can end: what else is on the board after the rotation has come round its end.
    pub(crate) reach: [u128; 8],
    /// Whether `reach` must be looked at: where padding does its work, what steps off the board never comes back.
    pub(crate) masked: bool,
    /// The bits of the playing squares.
    pub(crate) board: u128,
    /// Where White's men, and Black's, are crowned.
    pub(crate) crown: [u128; 2],
    /// The long diagonal: between White's playing corner and Black's.
    pub(crate) long_diagonal: u128,
    bit_of: [u8; 128],
    square_of: [u8; 128],
}

impl fmt::Debug for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Geometry")
            .field("width", &self.width)
            .field("height", &self.height)
            .field("playing", &self.playing)
            .field("first_square", &self.first_square)
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

impl Geometry {
    /// The board of these rules.
    ///
    /// # Panics
    ///
    /// Panics if [`Rules::validate`] fails.
    #[must_use]
    pub const fn new(rules: &Rules) -> Geometry {
        assert!(rules.validate().is_ok(), "impossible rules");
        let (width, height) = (rules.width as i32, rules.height as i32);
        let all = matches!(rules.playing_squares, PlayingSquares::All);
        let right = matches!(rules.playing_squares, PlayingSquares::NearRight);
        let straight = rules.moves_straight();
        // Bits from one row to the next, twice over where every second square is played. Padding is as wide as a step.
        let stride = if all {
            width
        } else if straight {
            width + 3
        } else {
            width + 1
        };

        let mut this = Geometry {
            width: rules.width,
            height: rules.height,
            playing: rules.playing_squares,
            first_square: rules.first_square,
            names: rules.square_names,
            squares: 0,
            straight,
            rotation: [0; 8],
            reach: [0; 8],
            masked: false,
            board: 0,
            crown: [0; 2],
            long_diagonal: 0,
            bit_of: [NO_BIT; 128],
            square_of: [NO_BIT; 128],
        };

        let mut row = 0;
        while row < height {
            let mut column = 0;
            while column < width {
                let y = height - 1 - row;
                if all || (column + y) % 2 == right as i32 {
                    let bit = if all { row * stride + column } else { (row * stride + column) / 2 };
                    let mask = 1u128 << bit;
                    this.bit_of[this.squares as usize] = bit as u8;
                    this.square_of[bit as usize] = this.squares;
                    this.squares += 1;
                    this.board |= mask;
                    if y == height - 1 {
                        this.crown[Color::White.index()] |= mask;
                    }
                    if y == 0 {
                        this.crown[Color::Black.index()] |= mask;
                    }
                    if y == if right { width - 1 - column } else { column } {
                        this.long_diagonal |= mask;
                    }
                }
                column += 1;
            }
            row += 1;
        }

        // The bits of the smallest bitboard that holds the board.
        let bits = if this.board >> 64 == 0 { 64 } else { 128 };
        let mut d = 0;
        while d < 8 {
            let along = DX[d] == 0 || DY[d] == 0;
            let steps = if all || !along { 1 } else { 2 };
            let distance = steps * (DX[d] - DY[d] * stride) / if all { 1 } else { 2 };
            this.rotation[d] = distance.rem_euclid(bits) as u32;
            let mut square = 0;
            while square < this.squares {
                let bit = this.bit_of[square as usize] as i32;
                let (x, y) = this.column_row(Square(square));
                let (x, y) = (x as i32 + steps * DX[d], y as i32 + steps * DY[d]);
                let rotated = 1u128 << (bit + distance).rem_euclid(bits);
                if 0 <= x && x < width && 0 <= y && y < height {
                    this.reach[d] |= rotated;
                } else if rotated & this.board != 0 && (straight || !along) {
                    this.masked = true;
                }
                square += 1;
            }
            d += 1;
        }
        this
    }

    /// The same board for ever, so that positions can refer to it. There are no more of them than sizes, corners, and
    /// kinds of names.
    pub(crate) fn shared(rules: &Rules) -> &'static Geometry {
        static BOARDS: Mutex<Vec<&'static Geometry>> = Mutex::new(Vec::new());
        let wanted = Geometry::new(rules);
        let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |board: &Geometry| {
            board.has_bits_of(&wanted) && board.first_square == wanted.first_square && board.names == wanted.names
        };
        if let Some(known) = boards.iter().find(|board| same(board)) {
            return known;
        }
        let new: &'static Geometry = Box::leak(Box::new(wanted));
        boards.push(new);
        new
    }

    /// Whether the bits of both boards mean the same squares.
    pub(crate) fn has_bits_of(&self, other: &Geometry) -> bool {
        std::ptr::eq(self, other)
            || (self.width, self.height, self.playing, self.straight)
                == (other.width, other.height, other.playing, other.straight)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Number of playing squares.
    #[must_use]
    pub const fn squares(&self) -> u8 {
        self.squares
    }

    /// All playing squares in reading order.
    pub fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.squares).map(Square)
    }

    /// Column from White's left and row from White's side, both from 0.
    ///
    /// # Panics
    ///
    /// Panics if the square is not on [this board](Self::contains).
    #[must_use]
    pub const fn column_row(&self, square: Square) -> (u8, u8) {
        assert!(self.contains(square), "the square is not on this board");
        let from_top = square.0 / self.per_row();
        let row = self.height - 1 - from_top;
        let place = square.0 % self.per_row();
        let column = match self.playing {
            PlayingSquares::All => place,
            PlayingSquares::NearLeft => place * 2 + row % 2,
            PlayingSquares::NearRight => place * 2 + 1 - row % 2,
        };
        (column, row)
    }

    /// The playing square at a column and row, counted from 0 at White's left and White's side.
    #[must_use]
    pub const fn square_at(&self, column: u8, row: u8) -> Option<Square> {
        if column >= self.width || row >= self.height {
            return None;
        }
        let place = match self.playing {
            PlayingSquares::All => column,
            PlayingSquares::NearLeft if (column + row).is_multiple_of(2) => column / 2,
            PlayingSquares::NearRight if !(column + row).is_multiple_of(2) => column / 2,
            PlayingSquares::NearLeft | PlayingSquares::NearRight => return None,
        };
        Some(Square((self.height - 1 - row) * self.per_row() + place))
    }

    /// The square in the same place after turning the board by 180 degrees.
    ///
    /// # Panics
    ///
    /// Panics if the square is not on [this board](Self::contains).
    #[must_use]
    pub const fn rotated(&self, square: Square) -> Square {
        assert!(self.contains(square), "the square is not on this board");
        Square(self.squares - 1 - square.0)
    }

    const fn per_row(&self) -> u8 {
        match self.playing {
            PlayingSquares::All => self.width,
            PlayingSquares::NearLeft | PlayingSquares::NearRight => self.width / 2,
        }
    }

    /// Whether a square is on this board.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        square.0 < self.squares
    }

    /// Whether men of this side are crowned on a square.
    #[must_use]
    pub const fn is_crowning_square(&self, square: Square, color: Color) -> bool {
        self.contains(square) && self.crown[color.index()] & self.bit(square) != 0
    }

    /// The squares where each side's men start.
    pub(crate) fn start(&self, rules: &Rules, color: Color) -> SquareSet {
        let first = rules.start_offset;
        let rows = first..first + rules.start_rows;
        let distance = |row: u8| match color {
            Color::White => row,
            Color::Black => self.height - 1 - row,
        };
        self.all_squares().filter(|square| rows.contains(&distance(self.column_row(*square).1))).collect()
    }

    /// The name of a square in the variant's own way.
    ///
    /// # Panics
    ///
    /// Panics if the square is not on [this board](Self::contains).
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        match self.names {
            SquareNames::Numeric => self.number(square).to_string(),
            SquareNames::Algebraic => self.algebraic(square),
        }
    }

    /// The number of a square, counted row by row from the corner of square 1.
    ///
    /// # Panics
    ///
    /// Panics if the square is not on [this board](Self::contains).
    #[must_use]
    pub fn number(&self, square: Square) -> u32 {
        assert!(self.contains(square), "the square is not on this board");
        let place = u32::from(square.0 % self.per_row());
        let row = u32::from(square.0 / self.per_row());
        let per_row = u32::from(self.per_row());
        let last_row = u32::from(self.height) - 1;
        let (row, place) = match self.first_square {
            FirstSquare::TopLeft => (row, place),
            FirstSquare::TopRight => (row, per_row - 1 - place),
            FirstSquare::BottomLeft => (last_row - row, place),
            FirstSquare::BottomRight => (last_row - row, per_row - 1 - place),
        };
        row * per_row + place + 1
    }

    /// The square of a number.
    #[must_use]
    pub fn square_numbered(&self, number: u32) -> Option<Square> {
        let index = number.checked_sub(1).filter(|n| *n < u32::from(self.squares))?;
        let per_row = u32::from(self.per_row());
        let last_row = u32::from(self.height) - 1;
        let (row, place) = (index / per_row, index % per_row);
        let (row, place) = match self.first_square {
            FirstSquare::TopLeft => (row, place),
            FirstSquare::TopRight => (row, per_row - 1 - place),
            FirstSquare::BottomLeft => (last_row - row, place),
            FirstSquare::BottomRight => (last_row - row, per_row - 1 - place),
        };
        Some(Square((row * per_row + place) as u8))
    }

    /// The algebraic name of a square: column letter from White's left, row number from White's side, whatever the corner
    /// of square 1. Boards whose a1 lies elsewhere cannot be named so.
    ///
    /// # Panics
    ///
    /// Panics if the square is not on [this board](Self::contains).
    #[must_use]
    pub fn algebraic(&self, square: Square) -> String {
        let (column, row) = self.column_row(square);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    /// The square of a name, numeric or algebraic, whichever the variant uses. A Cyrillic letter that looks like that of
    /// a column is read as it, see [`lookalike`].
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a name, or names a square that is not on the board or not played on.
    pub fn square_named(&self, name: &str) -> Result<Square, NameError> {
        let problem = |problem| NameError { name: crate::value::shortened(name), problem };
        if !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()) {
            // Longer numbers are off every board; leading zeros are tolerated as PDN asks readers to.
            let digits = name.trim_start_matches('0');
            let number = if digits.len() > 4 { u32::MAX } else { digits.parse().unwrap_or(0) };
            return self
                .square_numbered(number)
                .ok_or_else(|| problem(NameProblem::OffBoard { last: self.last_name(SquareNames::Numeric) }));
        }
        let mut chars = name.chars();
        let letter = chars.next().map(|c| lookalike::plain(c).to_ascii_lowercase());
        let column = letter.filter(char::is_ascii_lowercase);
        let row = chars.as_str();
        let number = (!row.is_empty() && row.len() <= 2 && row.bytes().all(|b| b.is_ascii_digit()))
            .then(|| row.parse::<u8>().ok())
            .flatten();
        match (column.map(|column| column as u8 - b'a'), number) {
            // No board of the family is larger: `q22` is not off the board, it is no square.
            (Some(column), Some(number)) if column < LARGEST && number <= LARGEST => {
                if column >= self.width || number == 0 || number > self.height {
                    return Err(problem(NameProblem::OffBoard { last: self.last_name(SquareNames::Algebraic) }));
                }
                self.square_at(column, number - 1).ok_or_else(|| problem(NameProblem::NotPlayedOn))
            }
            _ => Err(problem(NameProblem::NotAName)),
        }
    }

    fn last_name(&self, names: SquareNames) -> String {
        match names {
            SquareNames::Numeric => self.squares.to_string(),
            SquareNames::Algebraic => format!("{}{}", char::from(b'a' + self.width - 1), self.height),
        }
    }

    pub(crate) const fn bit(&self, square: Square) -> u128 {
        1 << self.bit_of[square.0 as usize]
    }

    /// The bit of a square, if it is on this board.
    pub(crate) fn bit_if_on_board(&self, square: Square) -> Option<u128> {
        (square.0 < self.squares).then(|| self.bit(square))
    }

    /// The bits one step further in a direction.
    pub(crate) const fn step(&self, direction: usize, bits: u128) -> u128 {
        let places = self.rotation[direction];
        let narrow = self.board >> 64 == 0;
        let rotated = if narrow { (bits as u64).rotate_left(places) as u128 } else { bits.rotate_left(places) };
        rotated & self.reach[direction]
    }

    pub(crate) const fn square(&self, bit: u32) -> Square {
        Square(self.square_of[bit as usize])
    }

    pub(crate) fn bits_of(&self, squares: SquareSet) -> u128 {
        squares.iter().fold(0, |bits, square| bits | self.bit(square))
    }

    pub(crate) fn squares_of(&self, bits: u128) -> SquareSet {
        let mut rest = bits;
        let mut set = SquareSet::EMPTY;
        while rest != 0 {
            set.insert(self.square(rest.trailing_zeros()));
            rest &= rest - 1;
        }
        set
    }
}

/// Why a text does not name a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The text, shortened where it is long.
    pub name: String,
    /// What is wrong with it.
    pub problem: NameProblem,
}

/// What is wrong with the name of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameProblem {
    /// Neither a number nor a letter with a number.
    NotAName,
    /// No such square; the board ends at the one named here.
    OffBoard {
        /// The name of the last square.
        last: String,
    },
    /// The square exists but is not played on.
    NotPlayedOn,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            NameProblem::NotAName => write!(f, "`{}` is not the name of a square", self.name),
            NameProblem::OffBoard { last } if self.name.bytes().all(|b| b == b'0') => {
                write!(f, "square {} is off the board: squares are 1 to {last}", self.name)
            }
            NameProblem::OffBoard { last } => {
                write!(f, "square {} is off the board, which ends at {last}", self.name)
            }
            NameProblem::NotPlayedOn => write!(f, "square {} is not played on", self.name),
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{self, ENGLISH, INTERNATIONAL, SPANISH, TURKISH};

    fn named(rules: &Rules, number: u32) -> String {
        let board = Geometry::new(rules);
        board.algebraic(board.square_numbered(number).expect("on the board"))
    }

    #[test]
    fn numbers_lie_where_pdn_puts_them() {
        assert_eq!([1, 4, 5, 12, 29, 32].map(|n| named(&ENGLISH, n)), ["b8", "h8", "a7", "h6", "a1", "g1"]);
        assert_eq!([1, 5, 6, 46, 50].map(|n| named(&INTERNATIONAL, n)), ["b10", "j10", "a9", "a1", "i1"]);
        assert_eq!([1, 4, 5, 8, 12, 32].map(|n| named(&SPANISH, n)), ["h1", "b1", "g2", "a2", "b3", "a8"]);
    }

    #[test]
    fn every_step_agrees_with_columns_and_rows() {
        for variant in variants::ALL {
            let board = Geometry::new(&variant.rules);
            for square in board.all_squares() {
                let (x, y) = board.column_row(square);
                assert_eq!(board.square_at(x, y), Some(square));
                assert_eq!(board.square_numbered(board.number(square)), Some(square));
                assert_eq!(board.square_named(&board.algebraic(square)), Ok(square));
                for d in 0..8 {
                    let straight = DX[d] == 0 || DY[d] == 0;
                    // There is no padding for steps that no piece makes.
                    if straight && !variant.rules.moves_straight() {
                        continue;
                    }
                    let all = variant.rules.playing_squares == PlayingSquares::All;
                    let steps = if straight && !all { 2 } else { 1 };
                    let (tx, ty) = (i32::from(x) + steps * DX[d], i32::from(y) + steps * DY[d]);
                    let expected = u8::try_from(tx)
                        .ok()
                        .zip(u8::try_from(ty).ok())
                        .and_then(|(tx, ty)| board.square_at(tx, ty))
                        .map_or(0, |target| board.bit(target));
                    let bit = board.bit(square);
                    let stepped = if board.board >> 64 == 0 {
                        u128::from((bit as u64).rotate_left(board.rotation[d]))
                    } else {
                        bit.rotate_left(board.rotation[d])
                    };
                    assert_eq!(stepped & board.reach[d], expected, "{} {square:?} direction {d}", variant.name);
                    if !board.masked {
                        assert_eq!(stepped & board.board, expected, "{} {square:?} direction {d}", variant.name);
                    }
                }
            }
        }
    }

    #[test]
    fn names_that_are_none_say_why() {
        let board = Geometry::new(&TURKISH);
        let english = Geometry::new(&ENGLISH);
        assert_eq!(english.square_named("33").unwrap_err().to_string(), "square 33 is off the board, which ends at 32");
        assert_eq!(english.square_named("b1").unwrap_err().to_string(), "square b1 is not played on");
        assert_eq!(board.square_named("i1").unwrap_err().to_string(), "square i1 is off the board, which ends at h8");
        assert_eq!(
            english.square_named("0").unwrap_err().to_string(),
            "square 0 is off the board: squares are 1 to 32"
        );
        assert_eq!(board.square_named("\u{441}3"), board.square_named("c3"), "a Cyrillic letter");
        for bad in ["", "0", "é5", "a", "a1b", "a-1", "999999999999999999999"] {
            assert!(board.square_named(bad).is_err(), "{bad}");
        }
    }
}
