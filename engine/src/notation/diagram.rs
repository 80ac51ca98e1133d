//! Boards drawn as text, and read back from it.
//!
//! ```
//! use damero_engine::notation::diagram::{self, Style};
//! use damero_engine::{Arbiter, Color, variants};
//!
//! let arbiter = Arbiter::new(variants::ENGLISH)?;
//! let rows = ["........", ".......b", ".....w..", "........", "........", "........", "........", "........"];
//! let setup = diagram::parse(arbiter.geometry(), &rows.join("\n"), Some(Color::White));
//! assert_eq!(setup.expect_err("a light square").row, 1);
//! let setup = diagram::parse(arbiter.geometry(), &rows.join("\n").replace(".b", "b."), Some(Color::White))?;
//! let position = arbiter.position(&setup)?;
//! assert_eq!(position.to_string(), "W:W11:B8");
//! assert_eq!(arbiter.draw(&position, Style::Ascii).matches(['w', 'b']).count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::arbiter::Arbiter;
use crate::color::{Color, Piece};
use crate::geometry::{Geometry, Square};
use crate::position::Position;
use crate::setup::Setup;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `⛀ ⛁ ⛂ ⛃` and box-drawing dots.
    Unicode,
    /// `w W b B` and `.`, as fixtures are written.
    Ascii,
}

impl Style {
    const fn piece(self, piece: Piece) -> char {
        match (self, piece.color, piece.king) {
            (Style::Unicode, Color::White, false) => '⛀',
            (Style::Unicode, Color::White, true) => '⛁',
            (Style::Unicode, Color::Black, false) => '⛂',
            (Style::Unicode, Color::Black, true) => '⛃',
            (Style::Ascii, Color::White, false) => 'w',
            (Style::Ascii, Color::White, true) => 'W',
            (Style::Ascii, Color::Black, false) => 'b',
            (Style::Ascii, Color::Black, true) => 'B',
        }
    }

    const fn empty(self) -> char {
        match self {
            Style::Unicode => '·',
            Style::Ascii => '.',
        }
    }
}

/// Draws a board, White below, with the names of the edges: letters and numbers for algebraic boards, the number of
/// the first and last square of each row otherwise. Ends with a line that says who is to move.
#[must_use]
pub fn draw(geometry: &Geometry, position: &Position, style: Style, numeric: bool) -> String {
    let mut text = String::new();
    let square = |column, row| geometry.square_at(column, row);
    for row in (0..geometry.height()).rev() {
        if numeric {
            let first = (0..geometry.width()).find_map(|column| square(column, row));
            text += &format!("{:>4}", first.map_or(0, |s| geometry.number(s)));
        } else {
            text += &format!("{:>4}", row + 1);
        }
        text.push(' ');
        for column in 0..geometry.width() {
            let sign = match square(column, row) {
                None => ' ',
                Some(square) => position.piece_at(square).map_or(style.empty(), |piece| style.piece(piece)),
            };
            text.push(' ');
            text.push(sign);
        }
        if numeric {
            let last = (0..geometry.width()).rev().find_map(|column| square(column, row));
            text += &format!("  {}", last.map_or(0, |s| geometry.number(s)));
        }
        text.push('\n');
    }
    if !numeric {
        text += "     ";
        for column in 0..geometry.width() {
            text.push(' ');
            text.push(char::from(b'a' + column));
        }
        text.push('\n');
    }
    text += &format!("     {} to move\n", position.turn().name());
    text
}

impl Arbiter {
    /// Draws a position as [`draw`] does, its edges named the variant's way.
    #[must_use]
    pub fn draw(&self, position: &Position, style: Style) -> String {
        draw(self.geometry(), position, style, !self.writes_algebraic())
    }
}

/// Why a drawing is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {} of the board: {problem}", .row + 1)]
pub struct DiagramError {
    /// Row of the drawing, from 0 at the top.
    pub row: usize,
    /// What is wrong.
    pub problem: String,
}

/// Reads a drawn board: one line per row, White below; `w b` men, `W B` kings, any of `. - _ · :` for nothing.
///
/// Spaces between the signs are ignored where a row then has one sign per column.
///
/// # Errors
///
/// Returns an error at the first row that does not fit the board or has a piece where none can stand.
pub fn parse(geometry: &Geometry, drawing: &str, turn: Option<Color>) -> Result<Setup, DiagramError> {
    let wrong = |row, problem: String| DiagramError { row, problem };
    let rows: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if rows.len() != usize::from(geometry.height()) {
        let row = rows.len().min(usize::from(geometry.height()));
        return Err(wrong(row, {
            let s = if rows.len() == 1 { "" } else { "s" };
            format!("found {} row{s}, the board has {}", rows.len(), geometry.height())
        }));
    }
    let mut setup = Setup { turn, ..Setup::default() };
    for (index, line) in rows.iter().enumerate() {
        let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        if signs.len() != usize::from(geometry.width()) {
            return Err(wrong(index, format!("found {} signs, a row has {}", signs.len(), geometry.width())));
        }
        for (column, sign) in signs.into_iter().enumerate() {
            let piece = match sign {
                '.' | '-' | '_' | '·' | ':' => continue,
                'w' => Piece::man(Color::White),
                'W' => Piece::king(Color::White),
                'b' => Piece::man(Color::Black),
                'B' => Piece::king(Color::Black),
                other => return Err(wrong(index, format!("found `{other}`, expected one of `w W b B .`"))),
            };
            let row = geometry.height() - 1 - index as u8;
            let square: Option<Square> = geometry.square_at(column as u8, row);
            let Some(square) = square else {
                let name = format!("{}{}", char::from(b'a' + column as u8), row + 1);
                return Err(wrong(index, format!("found a piece on {name}, which is not played on")));
            };
            setup.pieces.push((square, piece));
        }
    }
    Ok(setup)
}
