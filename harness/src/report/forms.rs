//! The forms a run can be written in from its results alone. A new one is a file beside this and a line here.

use super::{github, jsonl, junit, markdown, tap};
use crate::record::Results;
use crate::suite::Suite;

/// A form of a run.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Writes a run.
    pub write: fn(&Suite, &Results) -> String,
}

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        self.name == other.name
    }
}

impl Eq for Form {}

const fn form(name: &'static str, about: &'static str, write: fn(&Suite, &Results) -> String) -> Form {
    Form { name, about, write }
}

/// Every form.
pub static FORMS: &[Form] = &[
    form("jsonl", "One JSON object per check: the results that all else is made from", |_, results| {
        jsonl::write(results)
    }),
    form("junit", "For whatever shows test results", junit::write),
    form("github", "Annotations in GitHub Actions, at most ten, and the rest in the summary of the job", github::write),
    form("tap", "Test Anything Protocol, version 14", tap::write),
    form("markdown", "For a comment or a page", markdown::write),
];

/// The form of a name.
#[must_use]
pub fn named(name: &str) -> Option<Form> {
    FORMS.iter().copied().find(|form| form.name == name)
}
