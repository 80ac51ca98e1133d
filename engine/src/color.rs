//! The two sides and the pieces they play with.
//!
//! ```
//! use damero_engine::{Color, Piece};
//!
//! assert_eq!("white".parse::<Color>()?.opponent(), Color::Black);
//! assert!(Piece::king(Color::Black).king);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::words::parameter_words;

parameter_words! {
    /// A side. Black stands for the darker side whatever its paint: Red in many English sets.
    pub enum Color {
        /// the lighter side, drawn at the bottom
        White = "white",
        /// the darker side, drawn at the top
        Black = "black",
    }
}

impl Color {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// Its name in a sentence: `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "White",
            Color::Black => "Black",
        }
    }

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 1,
        }
    }
}

/// A man or a king of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// Whether it is crowned.
    pub king: bool,
}

impl Piece {
    /// A man of this side.
    #[must_use]
    pub const fn man(color: Color) -> Piece {
        Piece { color, king: false }
    }

    /// A king of this side.
    #[must_use]
    pub const fn king(color: Color) -> Piece {
        Piece { color, king: true }
    }
}
