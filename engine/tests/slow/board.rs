//! Places, steps, and what stands where.

use damero_engine::rules::{Directions, PlayingSquares, Rules};
use damero_engine::{Color, Piece};
use std::fmt;

/// A square by its column from White's left and its row from White's side, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pub(crate) column: i32,
    pub(crate) row: i32,
}

impl Place {
    /// The place one step further.
    pub(crate) fn plus(self, step: Step) -> Place {
        Place { column: self.column + step.columns, row: self.row + step.rows }
    }
}

impl fmt::Debug for Place {
    /// As in algebraic notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = u8::try_from(self.column).map_or('?', |column| char::from(b'a' + column));
        write!(f, "{letter}{}", self.row + 1)
    }
}

/// The way from one playing square to the next in some direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    columns: i32,
    rows: i32,
}

impl Step {
    /// Half a turn.
    pub(crate) fn reversed(self) -> Step {
        Step { columns: -self.columns, rows: -self.rows }
    }
}

/// The steps of a set of directions, as a side sees them.
///
/// Where every second square is played on, a straight step leads over a square that is not, and so is two columns or
/// two rows long.
pub(crate) fn steps(rules: &Rules, side: Color, directions: Directions) -> Vec<Step> {
    // Columns to the right and rows ahead, clockwise from straight ahead.
    let seen_by_mover = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut steps = Vec::new();
    for (direction, (right, ahead)) in seen_by_mover.into_iter().enumerate() {
        if !directions.has(direction) {
            continue;
        }
        let straight = right == 0 || ahead == 0;
        let length = if straight && rules.playing_squares != PlayingSquares::All { 2 } else { 1 };
        let step = Step { columns: right * length, rows: ahead * length };
        steps.push(match side {
            Color::White => step,
            Color::Black => step.reversed(),
        });
    }
    steps
}

/// Whether men of a side are crowned on a place: the row farthest from that side.
pub(crate) fn is_crowning_place(rules: &Rules, side: Color, place: Place) -> bool {
    match side {
        Color::White => place.row == i32::from(rules.height) - 1,
        Color::Black => place.row == 0,
    }
}

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Nothing ever: it is not played on.
    NotPlayedOn,
    /// Nothing now.
    Nothing,
    /// A piece.
    Piece(Piece),
    /// A piece that has been jumped in this move and will leave the board after it.
    Jumped,
}

/// A board, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    width: i32,
    height: i32,
    contents: Vec<Content>,
}

impl Board {
    /// A board without pieces.
    pub(crate) fn empty(rules: &Rules) -> Board {
        let (width, height) = (i32::from(rules.width), i32::from(rules.height));
        let mut contents = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let played_on = match rules.playing_squares {
                    PlayingSquares::All => true,
                    // The corner at White's left, column 0 of row 0, is played on, and so is every second square.
                    PlayingSquares::NearLeft => (column + row) % 2 == 0,
                    // The corner at White's right, column width - 1 of row 0, is.
                    PlayingSquares::NearRight => (width - 1 - column + row) % 2 == 0,
                };
                contents.push(if played_on { Content::Nothing } else { Content::NotPlayedOn });
            }
        }
        Board { width, height, contents }
    }

    fn index(&self, place: Place) -> Option<usize> {
        let on_board = (0..self.width).contains(&place.column) && (0..self.height).contains(&place.row);
        if on_board { usize::try_from(place.row * self.width + place.column).ok() } else { None }
    }

    /// What a place holds; places outside the board are not played on.
    pub(crate) fn at(&self, place: Place) -> Content {
        match self.index(place) {
            Some(index) => self.contents[index],
            None => Content::NotPlayedOn,
        }
    }

    /// Puts something on a place of the board.
    pub(crate) fn put(&mut self, place: Place, content: Content) {
        let index = self.index(place).expect("a place on the board");
        assert!(self.contents[index] != Content::NotPlayedOn, "{place:?} is not played on");
        self.contents[index] = content;
    }

    /// Every place with what it holds.
    fn all(&self) -> impl Iterator<Item = (Place, Content)> + '_ {
        let places = (0..self.height).flat_map(|row| (0..self.width).map(move |column| Place { column, row }));
        places.zip(self.contents.iter().copied())
    }

    /// How many places are played on.
    pub(crate) fn played_on(&self) -> usize {
        self.all().filter(|(_, content)| *content != Content::NotPlayedOn).count()
    }

    /// The pieces of a side.
    pub(crate) fn pieces(&self, side: Color) -> Vec<(Place, Piece)> {
        let mut pieces = Vec::new();
        for (place, content) in self.all() {
            if let Content::Piece(piece) = content
                && piece.color == side
            {
                pieces.push((place, piece));
            }
        }
        pieces
    }

    /// The empty places in a row from the one after `place` on, until something stands in the way or the board ends.
    pub(crate) fn empty_from(&self, place: Place, step: Step) -> Vec<Place> {
        let mut empty = Vec::new();
        let mut next = place.plus(step);
        while self.at(next) == Content::Nothing {
            empty.push(next);
            next = next.plus(step);
        }
        empty
    }
}
