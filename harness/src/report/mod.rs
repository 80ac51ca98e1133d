//! Verdicts for people and machines.
//!
//! Every report is made from [`Results`](crate::record::Results), whether of a run just now or of a file; the suite is
//! at hand for boards and the sentences of clauses.

pub mod badge;
pub mod forms;
pub mod github;
pub mod html;
pub mod jsonl;
pub mod junit;
pub mod markdown;
pub mod merge;
pub mod scoreboard;
pub(crate) mod show;
mod svg;
pub mod tap;
pub mod text;

pub use crate::numbers::plural;

use crate::record::{Record, Run, Tally};
use crate::suite::Suite;
use damero_engine::notation::diagram::Style;
use damero_engine::{Arbiter, Variant};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Verdicts by some name of each.
pub fn tally_by<K: Ord>(records: &[Record], key: impl Fn(&Record) -> K) -> BTreeMap<K, Tally> {
    let mut map: BTreeMap<K, Tally> = BTreeMap::new();
    for record in records {
        map.entry(key(record)).or_default().add(record);
    }
    map
}

/// The command that runs one check again.
#[must_use]
pub fn rerun(run: &Run, record: &Record) -> String {
    format!("{} --id {} --rulebook {}", run.command, record.case, record.rules)
}

/// The rules of a record: those of the suite, or of its variant where the suite has none of that name.
#[must_use]
pub fn arbiter<'s>(suite: &'s Suite, record: &Record) -> Option<Cow<'s, Arbiter>> {
    if let Some(set) = suite.rules(&record.rules) {
        return Some(Cow::Borrowed(&set.arbiter));
    }
    let variant = Variant::named(&record.variant)?;
    Arbiter::new(variant.rules).ok().map(Cow::Owned)
}

/// How boards are drawn: with letters where asked for.
#[must_use]
pub fn style(ascii: bool) -> Style {
    if ascii { Style::Ascii } else { Style::Unicode }
}
