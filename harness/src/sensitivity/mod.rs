//! What each check hangs on: one rule varied, and which expected answers are then no longer right.
//!
//! [`neighbours`](neighbours::neighbours) varies the rules, `holds` asks one check under other rules, and
//! [`Sensitivity`] is the whole table for one set of rules.

pub mod coverage;
mod grounds;
mod holds;
mod neighbours;
mod proofs;
mod same;
mod shown;

pub use grounds::{Grounding, Grounds, Status};
pub use neighbours::{Change, neighbours};
pub use shown::unshown_clauses;

use crate::checks::Check;
use crate::equivalent::Equivalent;
use crate::rulebook::Rulebook;
use crate::suite::{RuleSet, Suite};
use damero_engine::rules::DrawClause;
use damero_engine::value::{List, Value};
use damero_engine::{Arbiter, Color, PARAMETERS, Parameter, Rules};
use holds::Asked;
use rayon::prelude::*;
use std::collections::HashSet;

/// The changes of one set of rules, and which checks notice each.
#[derive(Debug)]
pub struct Sensitivity<'s> {
    /// The rules.
    pub rules: &'s RuleSet,
    /// Their changes, the declared other readings first.
    pub changes: Vec<Change>,
    /// For each change the checks whose expected answer it makes wrong, as indices of the list that was asked about.
    pub noticed_by: Vec<Vec<usize>>,
}

/// What becomes of a change.
#[derive(Clone, Copy, Debug)]
pub enum Fate<'t> {
    /// These checks notice it, as indices of the list that was asked about.
    Noticed(&'t [usize]),
    /// No check does, and nothing can, by this proof.
    Equivalent(&'t Equivalent),
    /// No check does.
    Survived,
}

impl Sensitivity<'_> {
    /// Each change with what becomes of it.
    pub fn fates<'t>(&'t self, suite: &'t Suite) -> impl Iterator<Item = (&'t Change, Fate<'t>)> {
        self.changes.iter().zip(&self.noticed_by).map(|(change, noticed_by)| {
            let equivalent = || suite.equivalents.iter().find(|one| one.covers(self.rules, change));
            let fate = match noticed_by.as_slice() {
                [] => equivalent().map_or(Fate::Survived, Fate::Equivalent),
                noticed_by => Fate::Noticed(noticed_by),
            };
            (change, fate)
        })
    }
}

/// The changes of a set of rules: of the parameters that its rulebook states, or of all if it has none. How games are
/// written down is no part of it.
#[must_use]
pub fn changes(suite: &Suite, rules: &RuleSet) -> Vec<Change> {
    let book = rulebook_of(suite, rules);
    let stated = |parameter: &&'static Parameter| match book {
        Some(book) => book.settings.iter().any(|setting| setting.parameter.name == parameter.name),
        None => true,
    };
    let parameters: Vec<&Parameter> = PARAMETERS.iter().filter(|one| !one.is_notation()).filter(stated).collect();
    let others: Vec<(&Parameter, Value)> = book
        .iter()
        .flat_map(|book| &book.settings)
        .flat_map(|setting| setting.others.iter().map(|other| (setting.parameter, other.clone())))
        .collect();
    neighbours(rules.arbiter.rules(), &parameters, &others)
}

/// The draws of other rulebooks, each added to those of a set of rules, as programs that know several games lend them.
///
/// A case can show by them that a document has no such draw. They are no changes of what a rulebook states, and most of
/// them say no more than its own draws do.
fn borrowed(suite: &Suite, rules: &RuleSet) -> Vec<Change> {
    let own = rules.arbiter.rules();
    let parameter = Parameter::named("draw-clauses").expect("a parameter");
    let mut seen = HashSet::from([*own]);
    let mut changes = Vec::new();
    for other in suite.rule_sets() {
        for (index, clause) in other.arbiter.rules().draw_clauses.iter().enumerate() {
            let clauses: Vec<DrawClause> = own.draw_clauses.iter().chain([clause]).collect();
            if clauses.len() > 8 || own.draw_clauses.iter().any(|one| one == clause) {
                continue;
            }
            let changed = Rules { draw_clauses: List::of(&clauses), ..*own };
            if seen.insert(changed) {
                changes.push(Change {
                    parameter,
                    place: format!("[{}]", clauses.len() - 1),
                    text: format!("[{index}] of {} added", other.name),
                    value: (parameter.get)(&changed),
                    other: false,
                    rules: changed,
                });
            }
        }
    }
    changes
}

/// The rulebook behind a set of rules, if it is not a bare variant.
#[must_use]
pub fn rulebook_of<'s>(suite: &'s Suite, rules: &RuleSet) -> Option<&'s Rulebook> {
    suite.rulebooks.iter().find(|book| book.name.value == rules.name)
}

/// The table for one set of rules, from the checks of a list that are about it.
#[must_use]
pub fn of_rules<'s>(suite: &'s Suite, rules: &'s RuleSet, checks: &[Check<'_>]) -> Sensitivity<'s> {
    let asked: Vec<(usize, Asked<'_, '_>)> = checks
        .par_iter()
        .enumerate()
        .filter(|(_, check)| check.rules.name == rules.name)
        .map(|(index, check)| (index, Asked::new(check)))
        .collect();
    let changes = changes(suite, rules);
    let noticed_by = changes
        .par_iter()
        .map(|change| {
            let arbiter = Arbiter::new(change.rules).expect("a neighbour is playable");
            asked.iter().filter(|(_, asked)| asked.notices(change, &arbiter)).map(|(index, _)| *index).collect()
        })
        .collect();
    Sensitivity { rules, changes, noticed_by }
}

/// The tables of all rules that a list of checks is about.
#[must_use]
pub fn tables<'s>(suite: &'s Suite, checks: &[Check<'_>]) -> Vec<Sensitivity<'s>> {
    let asked = |rules: &&RuleSet| checks.iter().any(|check| check.rules.name == rules.name);
    suite.rule_sets().iter().filter(asked).map(|rules| of_rules(suite, rules, checks)).collect()
}

/// The checks of a list that do not hold under their own rules; none if the engine plays by them.
#[must_use]
pub fn broken(checks: &[Check<'_>]) -> Vec<usize> {
    let holds = |check: &Check<'_>| Asked::new(check).holds(&check.rules.arbiter, false);
    checks.par_iter().enumerate().filter(|(_, check)| !holds(check)).map(|(index, _)| index).collect()
}

/// The checks of one set of rules whose expected answers are wrong under another's, those with the fewest pieces and the
/// shortest games first.
#[must_use]
pub fn distinguished_by<'c, 's>(checks: &'c [Check<'s>], rules: &RuleSet, other: &Arbiter) -> Vec<&'c Check<'s>> {
    let own = checks.par_iter().filter(|check| check.rules.name == rules.name);
    let mut found: Vec<&Check<'_>> = own.filter(|check| !Asked::new(check).holds(other, false)).collect();
    let pieces = |check: &Check<'_>| {
        rules.arbiter.read(&check.fen).map_or(u32::MAX, |position| {
            [Color::White, Color::Black].iter().map(|color| position.pieces(*color).len()).sum()
        })
    };
    found.sort_by_cached_key(|check| (check.case.play.len(), pieces(check), check.case.id.value.clone()));
    found
}
