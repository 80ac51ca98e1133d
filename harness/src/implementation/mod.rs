//! Anything that can answer a case: the [`engine`], or somebody's program through an [`adapter`].
//!
//! An adapter is a [`process`] that speaks the [protocol](crate::protocol); a [`guard`] cleans up after a run that was
//! killed, and a [`description`] is the file that says how to start a ready adapter.

pub mod adapter;
pub mod description;
pub mod engine;
pub mod guard;
pub mod process;

use crate::protocol::{Hello, Request, Response, Squares};
use damero_engine::Rules;
use damero_engine::rules::{FirstSquare, SquareNames};
use std::time::Duration;

/// What came back for a request: an answer, or what went wrong.
pub type Reply = Result<Box<Response>, AdapterFailure>;

/// Why there is no answer, each in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdapterFailure {
    /// The implementation died.
    Crash(String),
    /// It did not answer in time.
    Timeout(String),
    /// What it wrote is not the protocol.
    Violation(String),
}

impl AdapterFailure {
    /// What happened.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            AdapterFailure::Crash(how) | AdapterFailure::Timeout(how) | AdapterFailure::Violation(how) => how,
        }
    }
}

/// Requests that belong together: all that one case asks.
#[derive(Clone, Debug)]
pub struct Job {
    /// The requests; their ids are given when they are sent.
    pub requests: Vec<Request>,
}

/// What is done with the replies to a job, in the order of its requests. May be called again for a job of which
/// something comes to light later, such as a second answer: the last call counts.
pub type Done<'a> = &'a (dyn Fn(usize, Vec<Reply>, Duration) + Sync);

/// Something that answers requests.
pub trait Implementation: Sync {
    /// Who it is and what it claims.
    fn hello(&self) -> &Hello;

    /// Answers all requests of all jobs, in any order; gives the replies and the time taken to `done`, from any thread.
    ///
    /// Returns what there is to say about the whole rather than about one job.
    fn answer(&self, jobs: &[Job], done: Done<'_>) -> Vec<String>;

    /// What went wrong so far that makes the whole a failure, whatever the answers: a program that keeps breaking down.
    fn faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Rules with the names of squares that somebody uses.
#[must_use]
pub fn renamed(rules: Rules, squares: Squares) -> Rules {
    match squares {
        Squares::Variant => rules,
        Squares::Algebraic => {
            Rules { square_names: SquareNames::Algebraic, first_square: FirstSquare::BottomLeft, ..rules }
        }
        Squares::TopLeft => Rules { square_names: SquareNames::Numeric, first_square: FirstSquare::TopLeft, ..rules },
    }
}
