//! Which checks show each clause.

use super::{Fate, Sensitivity};
use crate::checks::Check;
use crate::equivalent::Equivalent;
use crate::source::{Clause, DecidedBy, Source};
use crate::suite::Suite;
use damero_engine::Parameter;
use std::collections::BTreeSet;

/// Whether a clause is shown, and if not why.
#[derive(Clone, Debug)]
pub enum Shown<'s> {
    /// By checks whose answers hang on a parameter for which their rulebook cites the clause, as indices of the list of
    /// checks; those of cases that cite it come first.
    By(Vec<usize>),
    /// It is a law of all games, or about how games are written down, which no parameter varies: by these checks, of
    /// cases that cite it.
    Cited(Vec<usize>),
    /// It fixes nothing.
    Remark,
    /// No rulebook follows it.
    NotFollowed,
    /// Nothing on a board can show what it fixes, by this proof.
    Unobservable(&'s Equivalent),
    /// It is decided by something outside the board, and no check is about it.
    OutsideTheBoard,
    /// By nothing.
    Hole,
}

impl Shown<'_> {
    /// In one word.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Shown::By(_) => "shown",
            Shown::Cited(_) => "cited",
            Shown::Remark => "remark",
            Shown::NotFollowed => "not-followed",
            Shown::Unobservable(_) => "unobservable",
            Shown::OutsideTheBoard => "outside-the-board",
            Shown::Hole => "hole",
        }
    }

    /// The checks that show it.
    #[must_use]
    pub fn checks(&self) -> &[usize] {
        match self {
            Shown::By(checks) | Shown::Cited(checks) => checks,
            _ => &[],
        }
    }
}

/// Every clause of the suite with what shows it, from the tables of all rules.
#[must_use]
pub fn coverage<'s>(
    suite: &'s Suite,
    checks: &[Check<'_>],
    tables: &'s [Sensitivity<'_>],
) -> Vec<(&'s Source, &'s Clause, Shown<'s>)> {
    let clauses = suite.sources.iter().flat_map(|source| source.clauses.iter().map(move |clause| (source, clause)));
    clauses.map(|(source, clause)| (source, clause, shown(suite, checks, tables, clause))).collect()
}

fn shown<'s>(suite: &'s Suite, checks: &[Check<'_>], tables: &'s [Sensitivity<'_>], clause: &'s Clause) -> Shown<'s> {
    let cites = |index: &usize| checks[*index].case.clauses.iter().any(|cited| cited.value == clause.id.value);
    let cited = || -> Vec<usize> { (0..checks.len()).filter(cites).collect() };
    if clause.fixes.is_empty() {
        return Shown::Remark;
    }
    let varied = |name: &str| Parameter::named(name).is_some_and(|parameter| !parameter.is_notation());
    if !clause.fixes.iter().any(|fixed| varied(&fixed.value)) {
        let cited = cited();
        return match (cited.is_empty(), clause.decided_by) {
            (false, _) => Shown::Cited(cited),
            (true, DecidedBy::Event) => Shown::OutsideTheBoard,
            (true, _) => Shown::Hole,
        };
    }
    let mut by = BTreeSet::new();
    let mut followed = false;
    let mut proof = None;
    for book in &suite.rulebooks {
        let stated = book.settings.iter().filter(|one| one.clauses.iter().any(|id| id.value == clause.id.value));
        let parameters: Vec<&str> = stated.map(|one| one.parameter.name).collect();
        followed |= !parameters.is_empty();
        for table in tables.iter().filter(|table| table.rules.name == book.name.value) {
            for (change, fate) in table.fates(suite).filter(|(change, _)| parameters.contains(&change.parameter.name)) {
                match fate {
                    Fate::Noticed(checks) if concerns(clause, &change.text) => by.extend(checks.iter().copied()),
                    Fate::Equivalent(equivalent) => proof = Some(equivalent),
                    Fate::Noticed(_) | Fate::Survived => {}
                }
            }
        }
    }
    if !by.is_empty() {
        let mut by: Vec<usize> = by.into_iter().collect();
        by.sort_by_key(|index| !cites(index));
        return Shown::By(by);
    }
    match proof {
        // Some clauses fix a law of all games beside what no rulebook takes from them.
        _ if !followed && clause.fixes.iter().all(|fixed| varied(&fixed.value)) => Shown::NotFollowed,
        _ if !followed => Shown::Cited(cited()),
        Some(proof) => Shown::Unobservable(proof),
        None if clause.decided_by == DecidedBy::Event => Shown::OutsideTheBoard,
        None => Shown::Hole,
    }
}

/// Whether a change touches what a clause states: of the criteria between captures it may state some only.
fn concerns(clause: &Clause, change: &str) -> bool {
    clause.criteria.as_ref().is_none_or(|criteria| {
        criteria.is_empty() || change.starts_with("swapped") || criteria.iter().any(|one| change.contains(one.word()))
    })
}
