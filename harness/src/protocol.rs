//! The adapter protocol, version 1: JSON objects, one per line, over standard input and output.
//!
//! These are the messages themselves; who speaks them is next door in [`implementation`](crate::implementation).

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// Longest line either side may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Who are you?
    Hello,
    /// Which moves are legal?
    Moves,
    /// How does the game stand?
    Status,
    /// Which position is reached?
    Apply,
    /// How many leaves has the tree of moves?
    Perft,
    /// Why is this move legal or not?
    Explain,
}

/// How squares are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Squares {
    /// The variant's own way in PDN.
    #[default]
    Variant,
    /// a1 at White's left, whatever the board.
    Algebraic,
    /// 1, 2, 3, … over the playing squares from the top left, White below.
    TopLeft,
}

/// A question.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventMessage {
    /// `agreement`, `resignation`, `time-out`, `leaving`.
    pub is: String,
    /// `white` or `black`; neither for an agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// An answer: one of many things, told by which fields are there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// The id of the request.
    #[serde(default)]
    pub id: Value,
    /// To `hello`.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub hello: Option<Hello>,
    /// To `moves`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveMessage>>,
    /// To `status`: `white-wins`, `black-wins`, `draw`, `ongoing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// To `status` and `explain`: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
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
    /// The position is refused, for these reasons; an implementation that gives none answers an empty list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<String>>,
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

/// Who answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[serde(default)]
    pub rules: Vec<String>,
    /// What it answers.
    #[serde(default)]
    pub answers: Vec<Ask>,
    /// How it names squares.
    #[serde(default)]
    pub squares: Squares,
    /// How much of a move it tells.
    #[serde(default)]
    pub moves_as: MovesAs,
}

/// How much of a move an implementation tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovesAs {
    /// Origin, destination, and captured squares.
    #[default]
    Full,
    /// The squares it passes.
    Path,
    /// Origin and destination alone.
    FromTo,
}

/// A move in an answer: a text, or its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MoveMessage {
    /// As PDN writes it.
    Text(String),
    /// Its parts.
    Parts {
        /// Origin.
        from: String,
        /// Destination.
        to: String,
        /// Captured squares, in any order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        captured: Option<Vec<String>>,
        /// The squares after the origin, the destination included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<Vec<String>>,
        /// Whether a man is crowned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        crowns: Option<bool>,
        /// As PDN writes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
}
