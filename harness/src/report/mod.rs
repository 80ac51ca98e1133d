//! Verdicts for people and machines.

pub mod jsonl;
pub mod text;

use crate::runner::Outcome;
use std::collections::BTreeMap;

/// Verdicts counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// As expected.
    pub passed: usize,
    /// Not as expected, whatever way.
    pub failed: usize,
    /// Not claimed.
    pub unsupported: usize,
}

impl Tally {
    /// All of them.
    #[must_use]
    pub fn total(self) -> usize {
        self.passed + self.failed + self.unsupported
    }

    fn add(&mut self, outcome: &Outcome<'_>) {
        match &outcome.verdict {
            crate::runner::Verdict::Pass => self.passed += 1,
            crate::runner::Verdict::Unsupported(_) => self.unsupported += 1,
            _ => self.failed += 1,
        }
    }
}

/// Verdicts by some name of each.
pub fn tally_by<K: Ord>(outcomes: &[Outcome<'_>], key: impl Fn(&Outcome<'_>) -> K) -> BTreeMap<K, Tally> {
    let mut map: BTreeMap<K, Tally> = BTreeMap::new();
    for outcome in outcomes {
        map.entry(key(outcome)).or_default().add(outcome);
    }
    map
}

/// All verdicts.
#[must_use]
pub fn tally(outcomes: &[Outcome<'_>]) -> Tally {
    let mut tally = Tally::default();
    outcomes.iter().for_each(|outcome| tally.add(outcome));
    tally
}
