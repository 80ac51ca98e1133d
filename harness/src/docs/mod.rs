//! Rule tables and pages under `docs/`, generated from rulebooks, clauses, and cases alone.

use crate::suite::Suite;

/// A generated page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path below the folder of the pages.
    pub path: String,
    /// Its Markdown.
    pub text: String,
}

/// Every page.
#[must_use]
pub fn pages(_suite: &Suite) -> Vec<Page> {
    Vec::new()
}
