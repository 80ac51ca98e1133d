//! A second, slow move generator, to compare the engine with.
//!
//! It is written from the meaning of each parameter, without a look at the engine's generator, and shares with it only
//! the types that say what the rules are. A board is a table of columns and rows, copied for every jump; a set is a
//! sorted list; nothing is clever. Where it and the engine differ, one of the two misreads a rule.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | places, steps, and what stands where |
//! | [`position`] | a board with the side to move and the kings that have used up their quiet moves |
//! | [`capture`] | whole captures, jump by jump |
//! | [`priority`] | which captures are beaten by others |
//! | [`legal`] | legal moves |
//! | [`random`] | random positions to compare on |
//! | [`rules`] | rules to compare under, beyond those of the variants |

pub(crate) mod board;
pub(crate) mod capture;
pub(crate) mod legal;
pub(crate) mod position;
pub(crate) mod priority;
pub(crate) mod random;
pub(crate) mod rules;
