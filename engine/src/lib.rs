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
//! The crate reads no files and knows no file format.

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

pub use arbiter::{Arbiter, MoveIdentity, PositionError};
pub use color::{Color, Piece};
pub use explain::Illegality;
pub use game::{Event, Game, GameError, Outcome, PlayTextError, Reason, Winner};
pub use geometry::{Geometry, Square, SquareSet};
pub use moves::{Move, MoveList, MovesError, OtherBoard, PlayError, TooManyCaptures};
pub use notation::moves::{WrittenMove, WrittenSquares};
pub use position::Position;
pub use rules::{PARAMETERS, Parameter, Rules};
pub use setup::{Refusal, Refusals, Setup};
pub use variants::Variant;
