//! The `GameType` tag: which game a file is about, and how its squares are named.

use crate::color::Color;
use crate::notation::shown;
use crate::rules::{FirstSquare, PlayingSquares, Rules, SquareNames};
use crate::variants::{self, Variant};
use crate::words::words;
use std::fmt;
use std::str::FromStr;

words! {
    /// How squares are named in the moves of a game.
    pub enum Notation {
        /// a letter and a number, as in chess
        Algebraic = "A",
        /// numbers
        Numeric = "N",
        /// short algebraic notation, of chess only
        Short = "S",
    }
}

words! {
    /// The corner where square 1 or a1 lies, as the side sees it that moves first in the game.
    pub enum Corner {
        /// near left
        BottomLeft = "0",
        /// near right
        BottomRight = "1",
        /// far left
        TopLeft = "2",
        /// far right
        TopRight = "3",
    }
}

impl Corner {
    /// The same corner as White sees it.
    #[must_use]
    pub const fn seen_by_white(self, first: Color) -> FirstSquare {
        match (self, first) {
            (Corner::BottomLeft, Color::White) | (Corner::TopRight, Color::Black) => FirstSquare::BottomLeft,
            (Corner::BottomRight, Color::White) | (Corner::TopLeft, Color::Black) => FirstSquare::BottomRight,
            (Corner::TopLeft, Color::White) | (Corner::BottomRight, Color::Black) => FirstSquare::TopLeft,
            (Corner::TopRight, Color::White) | (Corner::BottomLeft, Color::Black) => FirstSquare::TopRight,
        }
    }

    /// A corner that White sees there, as the first side sees it.
    #[must_use]
    pub const fn of(first_square: FirstSquare, first: Color) -> Corner {
        match (first_square, first) {
            (FirstSquare::BottomLeft, Color::White) | (FirstSquare::TopRight, Color::Black) => Corner::BottomLeft,
            (FirstSquare::BottomRight, Color::White) | (FirstSquare::TopLeft, Color::Black) => Corner::BottomRight,
            (FirstSquare::TopLeft, Color::White) | (FirstSquare::BottomRight, Color::Black) => Corner::TopLeft,
            (FirstSquare::TopRight, Color::White) | (FirstSquare::BottomLeft, Color::Black) => Corner::TopRight,
        }
    }
}

/// What a `GameType` tag says: `21,B,8,8,N1,0`, or its number alone for the usual rest.
///
/// ```
/// use damero_engine::notation::pdn::GameType;
/// use damero_engine::variants;
///
/// let english: GameType = "21".parse()?;
/// assert_eq!(english.to_string(), "21,B,8,8,N1,0");
/// assert_eq!(GameType::of(&variants::ENGLISH), Some(english));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameType {
    /// The number of the game.
    pub number: u16,
    /// The side that moves first.
    pub first: Color,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// How squares are named.
    pub names: Notation,
    /// Where square 1 or a1 lies, as the first side sees it. Numbers run along rows from there.
    pub corner: Corner,
    /// Whether the corner at the near left is not played on. Files from before 2013 may mean the colour of the squares
    /// by this instead.
    pub inverted: bool,
}

/// A number with the rest of its tag.
const fn known(number: u16, first: Color, size: (u8, u8), names: Notation, corner: Corner, inverted: bool) -> GameType {
    GameType { number, first, width: size.0, height: size.1, names, corner, inverted }
}

/// The numbers that expand to the rest of the tag: those of draughts games in the table of PDN 3.0, and 96 to 98, which
/// lidraughts uses. Other programs have private numbers too (42 to 45 among them, which the standard keeps for itself);
/// they mean different games to different programs, so they are not here.
const KNOWN: &[GameType] = {
    use Color::{Black, White};
    use Corner::{BottomLeft, BottomRight, TopLeft};
    use Notation::{Algebraic, Numeric};
    &[
        known(20, White, (10, 10), Numeric, TopLeft, false),
        known(21, Black, (8, 8), Numeric, BottomRight, false),
        known(22, White, (8, 8), Numeric, TopLeft, true),
        known(23, Black, (8, 8), Numeric, BottomRight, false),
        known(24, White, (8, 8), Numeric, BottomRight, true),
        known(25, White, (8, 8), Algebraic, BottomLeft, false),
        known(26, White, (8, 8), Algebraic, BottomLeft, false),
        known(27, White, (12, 12), Numeric, TopLeft, false),
        known(28, White, (8, 8), Numeric, BottomRight, true),
        known(29, White, (8, 8), Algebraic, BottomLeft, false),
        known(30, White, (8, 8), Algebraic, BottomLeft, false),
        known(31, Black, (8, 8), Numeric, TopLeft, false),
        known(40, White, (10, 10), Numeric, TopLeft, false),
        known(41, White, (10, 8), Algebraic, BottomLeft, false),
        known(96, White, (10, 10), Numeric, TopLeft, false),
        known(97, White, (10, 10), Numeric, TopLeft, false),
        known(98, White, (10, 10), Numeric, TopLeft, false),
    ]
};

impl GameType {
    /// What the number alone stands for; `None` for a number that is neither in the standard nor in common use.
    #[must_use]
    pub fn usual(number: u16) -> Option<GameType> {
        KNOWN.iter().copied().find(|known| known.number == number)
    }

    /// How these rules are written; `None` where they have no number.
    #[must_use]
    pub fn of(rules: &Rules) -> Option<GameType> {
        (rules.game_type != 0).then(|| GameType::described(rules))
    }

    fn described(rules: &Rules) -> GameType {
        GameType {
            number: u16::from(rules.game_type),
            first: rules.starting_side,
            width: rules.width,
            height: rules.height,
            names: match rules.square_names {
                SquareNames::Numeric => Notation::Numeric,
                SquareNames::Algebraic => Notation::Algebraic,
            },
            corner: Corner::of(rules.first_square, rules.starting_side),
            inverted: rules.playing_squares == PlayingSquares::NearRight,
        }
    }

    /// The variant with this number. Where there are several: one that is written exactly so, or one whose near left
    /// corner is played on as the tag says.
    #[must_use]
    pub fn variant(&self) -> Option<&'static Variant> {
        let numbered = || variants::ALL.iter().filter(|variant| u16::from(variant.rules.game_type) == self.number);
        let inverted = |variant: &&Variant| GameType::described(&variant.rules).inverted == self.inverted;
        let exactly = |variant: &&Variant| GameType::of(&variant.rules) == Some(*self);
        numbered().find(exactly).or_else(|| numbered().find(inverted)).or_else(|| numbered().next())
    }

    /// Whether the results of this game are `2-0`, `1-1` and `0-2`.
    #[must_use]
    pub fn counts_two_points(&self) -> bool {
        matches!(self.number, 20 | 27)
    }

    /// What a tag says by its number alone, whatever stands behind it: `25,W,8,8,A1,0` as the standard had it before 2014
    /// is type 25, and so are the tails of sites. `None` for a number that [`usual`](Self::usual) does not know.
    #[must_use]
    pub fn by_number(text: &str) -> Option<GameType> {
        let number = text.split_once(',').map_or(text, |(number, _)| number).trim();
        number.parse().ok().and_then(GameType::usual)
    }

    /// The rules of a game in the ways in which its squares may be named, the likeliest first: as `tag` says and as the
    /// rules have it, `tag_first` or last; and with the other numbering that is in use, see
    /// [`other_numbering`](Self::other_numbering). [`replay_as_read`](super::replay_as_read) tries one after the other.
    #[must_use]
    pub fn readings(rules: &Rules, tag: Option<GameType>, tag_first: bool) -> Vec<Rules> {
        let tagged = tag.and_then(|tag| tag.adapt(rules).ok());
        let other = Rules { first_square: GameType::other_numbering(rules.first_square), ..*rules };
        let mut readings = vec![*rules];
        if let Some(tagged) = tagged.filter(|tagged| tagged != rules) {
            readings.insert(usize::from(!tag_first), tagged);
        }
        if !readings.contains(&other) {
            readings.push(other);
        }
        readings
    }

    /// Where square 1 lies in texts that do not put it where the standard does: in the opposite corner, for a site and
    /// some programs turn the board; but at the far left where the standard counts from a1, as lidraughts does.
    #[must_use]
    pub const fn other_numbering(first_square: FirstSquare) -> FirstSquare {
        match first_square {
            FirstSquare::TopLeft => FirstSquare::BottomRight,
            FirstSquare::BottomRight | FirstSquare::BottomLeft => FirstSquare::TopLeft,
            FirstSquare::TopRight => FirstSquare::BottomLeft,
        }
    }

    /// Everything in which the tag differs from rules, in the order of its parts. No number is right for rules that have
    /// none.
    #[must_use]
    pub fn disagreements(&self, rules: &Rules) -> Vec<Disagreement> {
        let own = GameType::described(rules);
        let number = if own.number == 0 { "none".to_string() } else { own.number.to_string() };
        let pairs = [
            (GameTypeField::Number, self.number.to_string(), number),
            (GameTypeField::First, letter(self.first).to_string(), letter(own.first).to_string()),
            (GameTypeField::Width, self.width.to_string(), own.width.to_string()),
            (GameTypeField::Height, self.height.to_string(), own.height.to_string()),
            (GameTypeField::Notation, self.names.to_string(), own.names.to_string()),
            (GameTypeField::Corner, self.corner.to_string(), own.corner.to_string()),
            (GameTypeField::Inverted, u8::from(self.inverted).to_string(), u8::from(own.inverted).to_string()),
        ];
        pairs
            .into_iter()
            .filter(|(_, found, expected)| found != expected)
            .map(|(field, found, expected)| Disagreement { field, found, expected })
            .collect()
    }

    /// The same rules written as the tag says: with its first side, its orientation, and its names of squares.
    ///
    /// A mirrored board and swapped colours change names, never moves, so a file in an unusual notation can be read by
    /// the rules it is about. Not every tag can be trusted: a site writes `20,W,10,10,N1,0` above moves that are in N2.
    ///
    /// # Errors
    ///
    /// Returns an error if the tag is about another game or board, or in a notation that is not one of draughts.
    pub fn adapt(&self, rules: &Rules) -> Result<Rules, NotAdaptable> {
        let kept = |field: GameTypeField| {
            matches!(field, GameTypeField::Number | GameTypeField::Width | GameTypeField::Height)
        };
        if let Some(other) = self.disagreements(rules).into_iter().find(|d| kept(d.field)) {
            return Err(NotAdaptable::OtherGame(other));
        }
        let first_square = self.corner.seen_by_white(self.first);
        let square_names = match self.names {
            Notation::Numeric => SquareNames::Numeric,
            // Letters always run from White's left here, and numbers from White's side.
            Notation::Algebraic if first_square == FirstSquare::BottomLeft => SquareNames::Algebraic,
            Notation::Algebraic => return Err(NotAdaptable::Corner(*self)),
            Notation::Short => return Err(NotAdaptable::Short),
        };
        let playing_squares = match (rules.playing_squares, self.inverted) {
            (PlayingSquares::All, _) => PlayingSquares::All,
            (_, false) => PlayingSquares::NearLeft,
            (_, true) => PlayingSquares::NearRight,
        };
        Ok(Rules { starting_side: self.first, square_names, first_square, playing_squares, ..*rules })
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

impl fmt::Display for GameType {
    /// All parts: `21,B,8,8,N1,0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameType { number, width, height, names, corner, .. } = self;
        write!(f, "{number},{},{width},{height},{names}{corner},{}", letter(self.first), u8::from(self.inverted))
    }
}

/// Why a text is not the value of a `GameType` tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game type, character {column}: found {found}, expected {expected}")]
pub struct GameTypeError {
    /// Character of the value at which the offending part begins, from 1.
    pub column: usize,
    /// What was found there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

impl FromStr for GameType {
    type Err = GameTypeError;

    /// Reads a number, or a number with start colour, width, height, notation, and perhaps the invert flag.
    fn from_str(text: &str) -> Result<Self, GameTypeError> {
        let mut parts = Parts { rest: Some(text), column: 1 };
        let number_part = parts.next("the number of a game, like `20`")?;
        let number = number_part.number("the number of a game, like `20`")?;
        let Some(usual) = GameType::usual(number).or_else(|| parts.rest.map(|_| CLASSICAL)) else {
            return Err(number_part.wrong(match number {
                0..=19 | 50 => "a game of the draughts family: 20 to 31, 40 or 41",
                42..=49 => {
                    "a number that says which game it is: 42 to 49 are reserved, and programs that use them mean \
                     different games"
                }
                _ => "a number that says which game it is: 20 to 31, 40, 41, or 96 to 98 as lidraughts has them",
            }));
        };
        if parts.rest.is_none() {
            return Ok(usual);
        }
        let first = parts.next("`W` or `B` for the side that moves first")?;
        let first = match first.text {
            "W" | "w" => Color::White,
            "B" | "b" => Color::Black,
            _ => return Err(first.wrong("`W` or `B` for the side that moves first")),
        };
        let width = parts.next("the width of the board")?.number("the width of the board")?;
        let height = parts.next("the height of the board")?.number("the height of the board")?;
        const NOTATION: &str = "`A`, `N` or `S` and a corner from 0 to 3, like `N2`";
        let notation = parts.next(NOTATION)?;
        let names = notation.text.get(..1).and_then(|letter| Notation::from_word(&letter.to_ascii_uppercase()));
        let corner = notation.text.get(1..).and_then(Corner::from_word);
        let (Some(names), Some(corner)) = (names, corner) else {
            return Err(notation.wrong(NOTATION));
        };
        let mut inverted = usual.inverted && (usual.width, usual.height) == (width, height);
        if parts.rest.is_some() {
            let flag = parts.next("0 or 1")?;
            inverted = match flag.text {
                "0" => false,
                "1" => true,
                _ => return Err(flag.wrong("0 where the near left corner is played on, 1 where not")),
            };
        }
        if let Some(rest) = parts.rest {
            return Err(FieldText { column: parts.column, text: rest }.wrong("nothing more"));
        }
        Ok(GameType { number, first, width, height, names, corner, inverted })
    }
}

/// What an unknown number stands for, before the tag says more.
const CLASSICAL: GameType = GameType {
    number: 0,
    first: Color::White,
    width: 8,
    height: 8,
    names: Notation::Algebraic,
    corner: Corner::BottomLeft,
    inverted: false,
};

/// The value of a tag, taken apart at its commas.
struct Parts<'a> {
    rest: Option<&'a str>,
    column: usize,
}

#[derive(Clone, Copy)]
struct FieldText<'a> {
    column: usize,
    text: &'a str,
}

impl<'a> Parts<'a> {
    fn next(&mut self, expected: &str) -> Result<FieldText<'a>, GameTypeError> {
        let Some(rest) = self.rest else {
            return Err(FieldText { column: self.column, text: "" }.wrong(expected));
        };
        let (text, after) = match rest.split_once(',') {
            Some((text, after)) => (text, Some(after)),
            None => (rest, None),
        };
        let blanks = text.len() - text.trim_start().len();
        let part = FieldText { column: self.column + blanks, text: text.trim() };
        self.rest = after;
        self.column += text.chars().count() + usize::from(after.is_some());
        Ok(part)
    }
}

impl FieldText<'_> {
    fn number<N: FromStr>(self, expected: &str) -> Result<N, GameTypeError> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| self.text.parse().ok()).flatten().ok_or_else(|| self.wrong(expected))
    }

    fn wrong(self, expected: &str) -> GameTypeError {
        let found = if self.text.is_empty() { "nothing".to_string() } else { shown(self.text) };
        GameTypeError { column: self.column, found, expected: expected.to_string() }
    }
}

words! {
    /// A part of a `GameType` tag.
    pub enum GameTypeField {
        /// the number of the game
        Number = "number",
        /// the side that moves first
        First = "first side",
        /// columns of the board
        Width = "width",
        /// rows of the board
        Height = "height",
        /// how squares are named
        Notation = "notation",
        /// the corner of square 1 or a1
        Corner = "corner",
        /// whether the near left corner is not played on
        Inverted = "invert flag",
    }
}

/// A part in which a tag differs from the rules it is read by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The part.
    pub field: GameTypeField,
    /// What the tag says.
    pub found: String,
    /// What the rules say.
    pub expected: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.field, self.found, self.expected)
    }
}

/// Why rules cannot be written as a tag says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAdaptable {
    /// The tag is about another game or board.
    #[error("the tag is about another game: {0}")]
    OtherGame(Disagreement),
    /// The tag wants a1 elsewhere than at White's left.
    #[error("found a1 in corner {} of `{tag}`, expected it at White's left", .0.corner, tag = .0)]
    Corner(GameType),
    /// Short algebraic notation is one of chess.
    #[error("found notation S, which is one of chess; expected A or N")]
    Short,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_found_by_its_tag() {
        for variant in variants::ALL {
            let Some(own) = GameType::of(&variant.rules) else { continue };
            assert_eq!(own.variant().map(|found| found.name), Some(variant.name), "{own}");
            assert_eq!(own.to_string().parse(), Ok(own), "{}", variant.name);
            assert_eq!(own.disagreements(&variant.rules), [], "{}", variant.name);
            let usual = GameType::usual(own.number).expect("a number of the table");
            assert_eq!((usual.width, usual.height), (own.width, own.height), "{}", variant.name);
        }
    }

    #[test]
    fn a_corner_is_turned_with_the_board() {
        for corner in Corner::ALL.iter().copied() {
            for first in [Color::White, Color::Black] {
                assert_eq!(Corner::of(corner.seen_by_white(first), first), corner);
            }
            assert_ne!(corner.seen_by_white(Color::White), corner.seen_by_white(Color::Black));
        }
        assert_eq!(Corner::BottomRight.seen_by_white(Color::Black), FirstSquare::TopLeft);
    }
}
