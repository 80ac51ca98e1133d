//! How commands end without success.

use crate::files::FilesError;

/// Why a command ends without success.
#[derive(Debug)]
pub(super) enum Failure {
    /// Something is not as expected; it has been said.
    Mismatch,
    /// The command line is wrong, or an input cannot be read.
    Usage(String),
    /// A file of the suite is broken; it has been said.
    Broken,
    /// The adapter could not be run.
    Adapter(String),
    /// Nothing ran.
    Nothing(String),
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}
