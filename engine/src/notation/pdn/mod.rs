//! Games as PDN 3.0 writes them: tags, moves, comments, variations, results.
//!
//! A [`Reader`] is fed bytes in pieces of any size and gives back one game after the other, so that a collection of any
//! size streams through constant memory. It knows nothing of rules: what it reads is text with places. [`replay()`] plays
//! a game by rules and says where it goes wrong; [`write()`] writes one.
//!
//! ```
//! use damero_engine::notation::pdn;
//! use damero_engine::{Arbiter, variants};
//!
//! let text = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n";
//! let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
//! for game in pdn::games(text.as_bytes()) {
//!     let game = game?;
//!     let replay = pdn::replay(&arbiter, &game);
//!     assert!(replay.problems.is_empty());
//!     assert_eq!(replay.plies.len(), 4);
//!     assert_eq!(pdn::write(&game), text);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the reader takes
//!
//! Everything the reading grammar of the standard has, and what files have besides: UTF-8 with single bytes of
//! Windows-1252 or Windows-1251 among it, a byte order mark, any line ends; typographic quotes, dashes and blanks, and
//! Cyrillic letters that look like Latin ones, listed by [`GameRecord::lookalikes`]; `%` and `;` comments to the end of a
//! line; spaces inside moves (`1 - 7`) and results; leading zeros; `x`, `X`, `:` and `×`; moves without a sign (`a3b4`,
//! `3228`); captured squares in angle brackets; `...`, `…` and `- -` for an unknown move; `(?)` and `*` right behind a
//! move for its strength; results of every form, those of other kinds ([`Points`]) among them. A word counts as a result
//! only where it stands alone: `1-18` is a move.
//!
//! # Where a game ends
//!
//! At a result or a `*` that stands alone, or where the tags of the next game begin. A comment on the line of the result
//! still belongs to the game, and so does one after the last game of a file.
//!
//! # After an error
//!
//! The reader reports the place and goes on with the next game: the next tag at the beginning of a line, or whatever
//! follows the next result that stands alone.
//!
//! Sources: PDN 3.0, its grammars, and its pages on game types, tags, commands, and parsing issues.

mod clock;
mod decode;
mod game;
mod game_type;
mod lexer;
mod reader;
mod replay;
mod score;
mod writer;

pub use clock::{Clock, Command, commands};
pub use game::{End, GameRecord, Item, ItemKind, LookalikeAt, Place, Tag};
pub use game_type::{Corner, Disagreement, GameType, GameTypeError, GameTypeField, NotAdaptable, Notation};
pub use lexer::Limits;
pub use reader::{Games, PdnError, Reader, games};
pub use replay::{Ply, Problem, ProblemKind, Replay, Warning, WarningKind, replay, replay_as_read};
pub use score::{Points, Score};
pub use writer::{NotLegalAt, record, write};
