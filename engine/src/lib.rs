//! The rules of the draughts family: data, one generator for all games, and play with history.
//!
//! Start at [`Arbiter`], which answers what is legal in a position, and [`Game`], which plays with history and knows
//! when a game is over. Both work for any [`Rules`]; the named ones are in [`variants`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the parameters of a game, and [`Rules`], the set of all of them |
//! | [`variants`] | the named games |
//! | [`geometry`] | boards, squares, and their names |
//! | [`setup`], [`position`] | anything one can write down, and what rules can be asked about |
//! | [`arbiter`], [`moves`] | legal moves |
//! | [`perft`] | counting the tree of moves with a table |
//! | [`game`] | history, repetition, counters, results |
//! | [`explain`] | why a move is legal or not |
//! | [`notation`] | FEN, PDN moves and games, Hub strings, drawn boards |
//! | [`value`] | parameters as untyped values, for files and tables |
//!
//! The crate reads no files and knows no file format. With the feature `serde`, off by default, squares are serialized as
//! their index, sets of squares as lists, every enum of words as its word, and pieces, setups, and outcomes field by
//! field. A position is not, because reading one takes rules; [its setup](Position::to_setup) says all of it.
//!
//! ```
//! use damero_engine::{Arbiter, MoveIdentity, variants};
//!
//! let arbiter = Arbiter::new(variants::RUSSIAN)?;
//! let position = arbiter.read("W:WKa1,c3:Bd4,f6")?;
//! let moves = arbiter.moves(&position)?;
//! assert_eq!(arbiter.texts(&moves), ["c3:g7"]);
//! let next = arbiter.play(&position, &moves[0])?;
//! assert_eq!(arbiter.perft(&next, 1, MoveIdentity::ByResult)?, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arbiter;
pub mod color;
pub mod explain;
pub mod game;
pub mod geometry;
mod movegen;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
pub mod rules;
pub mod setup;
pub mod value;
pub mod variants;
mod words;

#[cfg(all(test, feature = "serde"))]
mod serde_tests;

pub use arbiter::{Arbiter, MoveIdentity, PositionError};
pub use color::{Color, Piece};
pub use explain::Illegality;
pub use game::{Event, Game, GameError, Outcome, PlayTextError, Reason, Winner};
pub use geometry::{Geometry, Square, SquareSet};
pub use moves::{Move, MovesError, OtherBoard, PlayError, TooManyCaptures};
pub use notation::moves::{WrittenMove, WrittenSquares};
pub use position::Position;
pub use rules::{PARAMETERS, Parameter, Rules};
pub use setup::{Refusal, Refusals, Setup};
pub use variants::Variant;

/// The code that the README of the crate shows, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
