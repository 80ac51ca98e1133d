//! Anything that can answer a case: the engine, or somebody's program.

pub mod engine;

use crate::protocol::{Hello, Request, Response};

/// What came back for a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// An answer.
    Answer(Box<Response>),
    /// The implementation died.
    Crash(String),
    /// It did not answer in time.
    Timeout(String),
    /// What it wrote is not the protocol.
    Violation(String),
}

/// Something that answers requests.
pub trait Implementation: Sync {
    /// Who it is and what it claims.
    fn hello(&self) -> Hello;
    /// Answers one request.
    fn ask(&self, request: &Request) -> Reply;
}
