//! What an expected answer rests on under one rulebook: the parameters it hangs on, and the clauses that fix them.

use super::{Change, borrowed, changes, rulebook_of};
use crate::checks::Check;
use crate::format::Text;
use crate::rulebook::{Rulebook, Setting};
use crate::sensitivity::holds::Asked;
use crate::suite::Suite;
use damero_engine::{Arbiter, PARAMETERS, Parameter};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

damero_engine::words! {
    /// Whether the documents of a rulebook fix an answer.
    #[derive(Default)]
    pub enum Status {
        /// clauses fix everything the answer hangs on
        [default] Normative = "normative",
        /// a document can be read in two ways, and the answer hangs on which
        Disputed = "disputed",
        /// the answer hangs on something that no document says; never counted as a failure
        Silent = "silent",
    }
}

/// What the expected answer of a check rests on.
#[derive(Clone, Debug)]
pub struct Grounds {
    /// Whether the rulebook's own documents fix the answer.
    pub status: Status,
    /// The parameters it hangs on, in the order of the registry.
    pub parameters: Vec<&'static Parameter>,
    /// The clauses of the rulebook that fix what the case is about; those of a standard of notation, where it is about
    /// that; none if the documents are silent.
    pub clauses: Vec<String>,
}

/// The changes of a set of rules, ready to be played by.
type Changed = Arc<Vec<(Change, Arbiter)>>;

/// Finds grounds. The changes of a set of rules are made once, whatever number of checks is asked about.
#[derive(Debug)]
pub struct Grounding<'s> {
    suite: &'s Suite,
    changed: Mutex<HashMap<String, Changed>>,
}

impl<'s> Grounding<'s> {
    /// For the checks of a suite.
    #[must_use]
    pub fn new(suite: &'s Suite) -> Self {
        Grounding { suite, changed: Mutex::default() }
    }

    /// The suite.
    #[must_use]
    pub fn suite(&self) -> &'s Suite {
        self.suite
    }

    /// What a check rests on.
    #[must_use]
    pub fn of(&self, check: &Check<'_>) -> Grounds {
        let Some(book) = rulebook_of(self.suite, check.rules) else {
            // A bare variant states everything, and cites nothing.
            return Grounds { status: Status::Normative, parameters: Vec::new(), clauses: cited(check) };
        };
        let changed = self.changed(check);
        let noticed = noticed(check, &changed, |parameter| !self.is_presupposed(check, parameter));
        let hung = parameters_of(&noticed);
        let setting = |parameter: &Parameter| book.settings.iter().find(|one| one.parameter.name == parameter.name);
        let stated = |parameter: &Parameter| {
            setting(parameter).is_some_and(|setting| !setting.clauses.is_empty())
                || parameter.is_neutral_in(book.arbiter.rules())
        };
        let status = if hung.iter().any(|parameter| !stated(parameter)) {
            Status::Silent
        } else if noticed.iter().any(|change| change.other && !change.parameter.is_neutral_in(book.arbiter.rules())) {
            Status::Disputed
        } else {
            Status::Normative
        };
        let clauses = self.clauses(check, book, &hung);
        Grounds { status, parameters: hung, clauses }
    }

    /// The parameters a check hangs on, those of the board it is set up on included.
    #[must_use]
    pub fn parameters(&self, check: &Check<'_>) -> Vec<&'static Parameter> {
        parameters_of(&noticed(check, &self.changed(check), |_| true))
    }

    /// Whether a check takes a parameter for granted: the board, its start, and who begins, unless it cites a clause that
    /// is about nothing else. Positions and moves are written in the names of that board.
    fn is_presupposed(&self, check: &Check<'_>, parameter: &Parameter) -> bool {
        let of_the_board = |name: &str| Parameter::named(name).is_some_and(|one| one.group == parameter.group);
        let fixes = |id: &Text| {
            let fixes = self.suite.clause(&id.value).map_or(&[][..], |(_, clause)| &clause.fixes);
            fixes.iter().any(|fixed| fixed.value == parameter.name)
                && fixes.iter().all(|fixed| of_the_board(&fixed.value))
        };
        parameter.group == "board" && !check.case.clauses.iter().any(fixes)
    }

    fn changed(&self, check: &Check<'_>) -> Changed {
        let mut known = self.changed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known
            .entry(check.rules.name.clone())
            .or_insert_with(|| {
                let with_arbiter = |change: Change| {
                    let arbiter = Arbiter::new(change.rules).expect("a neighbour is playable");
                    (change, arbiter)
                };
                let all = changes(self.suite, check.rules).into_iter().chain(borrowed(self.suite, check.rules));
                Arc::new(all.map(with_arbiter).collect())
            })
            .clone()
    }

    /// The clauses of the rulebook for what the case is about, as far as the answer hangs on it: the clauses it cites
    /// that are among them; else those for the parameters that the cited clauses fix; else all.
    fn clauses(&self, check: &Check<'_>, book: &Rulebook, hung: &[&'static Parameter]) -> Vec<String> {
        let cited = cited(check);
        let of_books = |id: &&String| {
            let source = id.split('/').next().unwrap_or_default();
            book.sources.iter().any(|own| own.value == source)
        };
        let settings: Vec<&Setting> =
            book.settings.iter().filter(|one| hung.iter().any(|hung| hung.name == one.parameter.name)).collect();
        let ids = |settings: &[&Setting]| {
            let mut ids: Vec<String> = Vec::new();
            for clause in settings.iter().flat_map(|setting| &setting.clauses) {
                if !ids.contains(&clause.value) {
                    ids.push(clause.value.clone());
                }
            }
            ids
        };
        let all = ids(&settings);
        let own: Vec<String> = cited.iter().filter(|id| all.contains(id)).cloned().collect();
        if !own.is_empty() {
            return own;
        }
        // What no parameter decides, a law of all games or the way positions are written, stands in the case.
        if hung.is_empty() {
            let own: Vec<String> = cited.iter().filter(of_books).cloned().collect();
            return if own.is_empty() { cited } else { own };
        }
        let fixed: Vec<&str> = cited
            .iter()
            .filter_map(|id| Some(self.suite.clause(id)?.1))
            .flat_map(|clause| clause.fixes.iter().map(|fixed| fixed.value.as_str()))
            .collect();
        let about: Vec<&Setting> = settings.iter().filter(|one| fixed.contains(&one.parameter.name)).copied().collect();
        let about = ids(&about);
        if about.is_empty() { all } else { about }
    }
}

/// The changes that a check notices, of the parameters that are wanted.
fn noticed<'c>(
    check: &Check<'_>,
    changed: &'c [(Change, Arbiter)],
    wanted: impl Fn(&Parameter) -> bool,
) -> Vec<&'c Change> {
    let asked = Asked::new(check);
    if !asked.holds(&check.rules.arbiter, false) {
        // What is wrong already does not become wrong by a change.
        return Vec::new();
    }
    let wanted = changed.iter().filter(|(change, _)| wanted(change.parameter));
    wanted.filter(|(change, arbiter)| asked.notices(change, arbiter)).map(|(change, _)| change).collect()
}

/// Their parameters, each once, in the order of the registry.
fn parameters_of(changes: &[&Change]) -> Vec<&'static Parameter> {
    let changed = |parameter: &&'static Parameter| changes.iter().any(|one| one.parameter.name == parameter.name);
    PARAMETERS.iter().filter(changed).collect()
}

fn cited(check: &Check<'_>) -> Vec<String> {
    check.case.clauses.iter().map(|clause| clause.value.clone()).collect()
}
