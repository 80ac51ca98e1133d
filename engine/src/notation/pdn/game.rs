//! A game as written: tags, moves, what stands among them, and the result, each with its place.

use super::game_type::{GameType, GameTypeError};
use super::score::{Points, Score};
use crate::notation::lookalike::Lookalike;
use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Character of the line, from 1.
    pub column: u32,
}

impl Place {
    /// Where every text begins.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl Default for Place {
    fn default() -> Self {
        Place::START
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A game as written.
///
/// # Equality
///
/// Two games are equal when they say the same; where they stand does not count. The same holds for [`Tag`], [`Item`],
/// and [`End`].
#[derive(Clone, Debug, Default)]
pub struct GameRecord {
    /// Where it begins.
    pub place: Place,
    /// The tags in the order written.
    pub tags: Vec<Tag>,
    /// The moves and everything that stands among them.
    pub items: Vec<Item>,
    /// The result that ends it, where one does.
    pub end: Option<End>,
    /// Characters among tags and moves that were read as others, each once; they do not count for equality.
    pub lookalikes: Vec<LookalikeAt>,
}

/// A character that was read as another one.
#[derive(Clone, Copy, Debug)]
pub struct LookalikeAt {
    /// Where it, or the move it is in, stands first.
    pub place: Place,
    /// The character.
    pub alike: &'static Lookalike,
    /// How often it occurs.
    pub count: u32,
}

impl GameRecord {
    /// The value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// What the `GameType` tag says, where there is one.
    #[must_use]
    pub fn game_type(&self) -> Option<Result<GameType, GameTypeError>> {
        self.tag("GameType").map(str::parse)
    }

    /// The result: what ends the game, or what the `Result` tag says where nothing does or a `*`.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let ended = self.end.map(|end| end.score);
        let tagged = || self.tag("Result").and_then(Score::parse);
        match ended {
            Some(score) if score != Score::Unknown => Some(score),
            _ => tagged().or(ended),
        }
    }
}

impl PartialEq for GameRecord {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags && self.items == other.items && self.end == other.end
    }
}

impl Eq for GameRecord {}

/// A tag: `[White "Wiersma, Harm"]`.
#[derive(Clone, Debug)]
pub struct Tag {
    /// Where it begins.
    pub place: Place,
    /// Its name.
    pub name: String,
    /// Its value, without the quotes.
    pub value: String,
}

impl Tag {
    /// A tag that stands nowhere yet.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Tag {
        Tag { place: Place::START, name: name.into(), value: value.into() }
    }
}

impl PartialEq for Tag {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Eq for Tag {}

/// The result that ends a game.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// Where it begins.
    pub place: Place,
    /// The result.
    pub score: Score,
    /// The points, where it is one of another kind: [`Score::Other`].
    pub points: Option<Points>,
}

impl End {
    /// A result of a usual form that stands nowhere yet.
    #[must_use]
    pub const fn new(score: Score) -> End {
        End { place: Place::START, score, points: None }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.points {
            Some(points) => points.fmt(f),
            None => self.score.fmt(f),
        }
    }
}

impl PartialEq for End {
    fn eq(&self, other: &Self) -> bool {
        self.score == other.score && self.points == other.points
    }
}

impl Eq for End {}

/// Something among the moves of a game.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it begins.
    pub place: Place,
    /// What it is.
    pub kind: ItemKind,
}

impl Item {
    /// An item that stands nowhere yet.
    #[must_use]
    pub const fn new(kind: ItemKind) -> Item {
        Item { place: Place::START, kind }
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Item {}

/// What can stand among the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `12.`, or `12...` before a move of the second player.
    Number {
        /// The number, in moves of both players.
        number: u32,
        /// Whether three dots follow, or two as some files have it.
        half: bool,
    },
    /// A move.
    Move {
        /// As written, spaces and strength taken off.
        text: String,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!` or the like; `(?)` keeps its parentheses. A `*` becomes [`Self::Nag`] 7, as
        /// the standard asks.
        strength: Option<String>,
    },
    /// `...` in the place of a move: the other side is to move, or the move is not known.
    Missing,
    /// A comment without its braces.
    Comment(String),
    /// `$7`: a numeric annotation glyph.
    Nag(u32),
    /// A new position: `/FEN "W:W31-50:B1-20"/`.
    Setup(String),
    /// Other moves than the one before, in parentheses.
    Variation(Vec<Item>),
}
