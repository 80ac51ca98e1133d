//! The adapter protocol, version 1: JSON objects, one per line, over standard input and output.
//!
//! These are the messages themselves; who speaks them is next door in [`implementation`](crate::implementation).

pub mod schema;

use damero_engine::MoveIdentity;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// Declares an enum whose variants are words of the protocol or of results, each with its meaning: the engine's `words!`
/// with serde beside it.
macro_rules! protocol_words {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident { $($(#[doc = $meaning:literal])+ $(#[$mark:ident])? $variant:ident = $word:literal,)+ }
    ) => {
        damero_engine::words! {
            $(#[$attribute])*
            #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
            pub enum $name {
                $($(#[doc = $meaning])+ [serde(rename = $word) $(, $mark)?] $variant = $word,)+
            }
        }
    };
}
pub(crate) use protocol_words;

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// Longest line either side may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// Longest text of an answer that is kept, in bytes: a position or a reason is far shorter, and what is kept of every
/// answer adds up.
pub const LONGEST_TEXT: usize = 2 << 10;
/// Most words of a list in an answer that are kept, such as reasons.
pub const MOST_WORDS: usize = 32;

protocol_words! {
    /// What is asked.
    pub enum Ask {
        /// Who are you?
        Hello = "hello",
        /// Which moves are legal?
        Moves = "moves",
        /// How does the game stand?
        Status = "status",
        /// Which position is reached?
        Apply = "apply",
        /// How many leaves has the tree of moves?
        Perft = "perft",
        /// Why is this move legal or not?
        Explain = "explain",
    }
}

protocol_words! {
    /// What an implementation can be asked.
    pub enum Ability {
        /// the legal moves of a position
        Moves = "moves",
        /// how a game stands
        Status = "status",
        /// the position that moves lead to
        Apply = "apply",
        /// leaves of the tree of moves
        Perft = "perft",
        /// why a move is legal or not
        Explain = "explain",
        /// what happens outside the board: resignation, agreement, the clock
        Events = "events",
        /// which draws the side to move may claim
        Claims = "claims",
    }
}

protocol_words! {
    /// How much of the rules an implementation claims, so that a small program can claim what it does.
    #[derive(Default)]
    pub enum Level {
        /// the legal moves of a position
        #[default]
        Moves = "moves",
        /// moves played, positions reached, results
        Games = "games",
        /// counters and repetition
        Draws = "draws",
        /// positions and moves as text, and what must be refused
        Notation = "notation",
    }
}

protocol_words! {
    /// Which positions an implementation can be asked about.
    #[derive(Default)]
    pub enum Positions {
        /// any
        #[default]
        Any = "any",
        /// those that moves from the start lead to
        Start = "start",
    }
}

protocol_words! {
    /// How squares are written.
    #[derive(Default)]
    pub enum Squares {
        /// the variant's own way in PDN
        #[default]
        Variant = "variant",
        /// a1 at White's left, whatever the board
        Algebraic = "algebraic",
        /// 1, 2, 3, … over the playing squares from the top left, White below
        TopLeft = "top-left",
    }
}

protocol_words! {
    /// How much of a move an implementation tells.
    #[derive(Default)]
    pub enum MovesAs {
        /// origin, destination, and captured squares
        #[default]
        Full = "full",
        /// the squares it passes
        Path = "path",
        /// origin and destination alone
        FromTo = "from-to",
    }
}

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Echoed in the answer.
    pub id: Value,
    /// What is asked.
    #[serde(rename = "do")]
    pub ask: Ask,
    /// Versions of the protocol the asker speaks; only with `hello`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protocol: Vec<u32>,
    /// Who asks; only with `hello`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harness: Option<String>,
    /// A variant or a rulebook.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The whole parameter set of these rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Value>,
    /// `start` or a FEN.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// Moves played from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<String>,
    /// How squares are written, in this request and in its answer.
    #[serde(default)]
    pub squares: Squares,
    /// Something outside the board, after the moves; only with `status`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventMessage>,
    /// The move asked about; only with `explain`.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub asked_move: Option<String>,
    /// Depth in plies; only with `perft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// `by-result` or `by-path`; only with `perft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
}

/// Something outside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventMessage {
    /// `agreement`, `resignation`, `time-out`, `leaving`.
    pub is: String,
    /// `white` or `black`; neither for an agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// An answer: one of many kinds, recognised by its fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// The id of the request; null where a line could not be read.
    pub id: Value,
    /// To `moves`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveMessage>>,
    /// To `status`: `white-wins`, `black-wins`, `draw`, `ongoing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// To `status` and `explain`: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// To `status`, with the result of a game that is over: the plies played when it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// To `status`: draws that may be claimed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claim: Vec<String>,
    /// To `apply`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// To `perft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// To `perft`: `by-result` or `by-path`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Cow<'static, str>>,
    /// To `explain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<bool>,
    /// With the answer to all but `status`, where the game is over: how. The answer itself is then about the board alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// A move in `played` cannot be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal_played: Option<IllegalPlayed>,
    /// The position is refused, for these reasons; an implementation that gives none answers an empty list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<String>>,
    /// About a refused position, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// It cannot do that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<String>,
    /// Where one can read more about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
    /// It failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Over {
    /// `white-wins`, `black-wins`, `draw`.
    pub result: String,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Plies played when it ended; fewer than there are in `played` where these go past the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A move in `played` that cannot be played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IllegalPlayed {
    /// Which it is, from 1.
    pub ply: u32,
    /// As it came.
    #[serde(rename = "move")]
    pub text: String,
    /// Why it is illegal, where that is the matter and it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What is wrong, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl std::fmt::Display for IllegalPlayed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ply {}, `{}`", self.ply, self.text)?;
        match self.detail.as_ref().or(self.reason.as_ref()) {
            Some(why) => write!(f, ": {why}"),
            None => Ok(()),
        }
    }
}

impl Response {
    /// The answer with its texts cut to [`LONGEST_TEXT`] and its lists of words to [`MOST_WORDS`], as much as is kept of
    /// it. Moves are left as they are.
    #[must_use]
    pub fn cut(mut self) -> Response {
        let texts = [
            &mut self.result,
            &mut self.reason,
            &mut self.position,
            &mut self.detail,
            &mut self.unsupported,
            &mut self.issue,
            &mut self.error,
        ];
        texts.into_iter().flatten().for_each(cut);
        for list in [Some(&mut self.claim), self.refused.as_mut()].into_iter().flatten() {
            if list.len() > MOST_WORDS {
                let more = format!("and {} more", list.len() - MOST_WORDS);
                list.truncate(MOST_WORDS);
                list.push(more);
            }
            list.iter_mut().for_each(cut);
            list.shrink_to_fit();
        }
        if let Some(identity) = &mut self.identity {
            cut(identity.to_mut());
        }
        if let Some(over) = &mut self.over {
            [Some(&mut over.result), over.reason.as_mut()].into_iter().flatten().for_each(cut);
        }
        if let Some(illegal) = &mut self.illegal_played {
            let texts = [Some(&mut illegal.text), illegal.reason.as_mut(), illegal.detail.as_mut()];
            texts.into_iter().flatten().for_each(cut);
        }
        self
    }
}

/// Cuts a text that is too long, and says how long it was.
fn cut(text: &mut String) {
    if text.len() > LONGEST_TEXT {
        let more = format!("… ({} bytes in all)", text.len());
        let end = (0..=LONGEST_TEXT).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        text.truncate(end);
        text.push_str(&more);
        text.shrink_to_fit();
    }
}

/// Who answers: the answer to `hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol it will speak.
    pub protocol: u32,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is written in.
    #[serde(default)]
    pub language: String,
    /// Variants and rulebooks it claims.
    pub rules: Vec<String>,
    /// What it answers.
    pub answers: Vec<Ability>,
    /// How it names squares.
    #[serde(default)]
    pub squares: Squares,
    /// How much of a move it tells.
    #[serde(default)]
    pub moves_as: MovesAs,
    /// How much of the rules it claims; all of it where it does not say.
    #[serde(default = "all_levels")]
    pub levels: Vec<Level>,
    /// Which positions it can be asked about.
    #[serde(default)]
    pub positions: Positions,
    /// Which moves it lists as one: `by-result` or `by-path`.
    #[serde(default, with = "identity_word")]
    #[schemars(with = "String")]
    pub identity: MoveIdentity,
}

/// A [`MoveIdentity`] as its word.
pub(crate) mod identity_word {
    use damero_engine::MoveIdentity;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(identity: &MoveIdentity, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(identity.word())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<MoveIdentity, D::Error> {
        let word = String::deserialize(from)?;
        MoveIdentity::from_word(&word).ok_or_else(|| {
            let words: Vec<&str> = MoveIdentity::ALL.iter().map(|one| one.word()).collect();
            serde::de::Error::custom(format!("`identity` is `{word}`, expected one of `{}`", words.join("`, `")))
        })
    }
}

fn all_levels() -> Vec<Level> {
    Level::ALL.to_vec()
}

/// A move in an answer: a text, or its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MoveMessage {
    /// As PDN writes it.
    Text(String),
    /// Its parts.
    Parts(MoveParts),
}

/// A move in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveParts {
    /// Origin.
    pub from: String,
    /// Destination.
    pub to: String,
    /// Captured squares, in any order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<Vec<String>>,
    /// The squares after the origin, the destination included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<String>>,
    /// Whether a man is crowned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crowns: Option<bool>,
    /// As PDN writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// By hand: a derived untagged enum reads every move twice and says no more than that nothing matched.
impl<'de> Deserialize<'de> for MoveMessage {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = MoveMessage;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a move: a text such as \"18x11\", or an object with `from` and `to`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<MoveMessage, E> {
                Ok(MoveMessage::Text(text.to_string()))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<MoveMessage, A::Error> {
                MoveParts::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(MoveMessage::Parts)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
