//! Whether cases show the clauses they cite.

use super::Grounding;
use crate::checks::Check;
use crate::format::Diagnostic;
use crate::suite::{Problem, Suite};
use damero_engine::Parameter;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// The clauses that cases cite though their answers hang on nothing that these fix.
///
/// A clause on a law of all games, or on how games are written down, is taken at its word: no parameter varies it.
#[must_use]
pub fn unshown_clauses(suite: &Suite, checks: &[Check<'_>], progress: &(dyn Fn() + Sync)) -> Vec<Problem> {
    let grounding = Grounding::new(suite);
    let hangs_on: Vec<Vec<&'static Parameter>> = checks
        .par_iter()
        .map(|check| {
            let parameters = grounding.parameters(check);
            progress();
            parameters
        })
        .collect();
    let mut by_case: BTreeMap<(usize, usize), (&Check<'_>, HashSet<&'static str>)> = BTreeMap::new();
    for (check, parameters) in checks.iter().zip(hangs_on) {
        let place = (check.fixture.file, check.case.id.span.start);
        let (_, known) = by_case.entry(place).or_insert_with(|| (check, HashSet::new()));
        known.extend(parameters.into_iter().map(|parameter| parameter.name));
    }
    let mut problems = Vec::new();
    for ((file, _), (check, parameters)) in by_case {
        for cited in &check.case.clauses {
            let Some((_, clause)) = suite.clause(&cited.value) else { continue };
            // A text that is refused is refused whatever the rules say.
            if check.rejects.is_some() {
                continue;
            }
            let varied = |name: &str| Parameter::named(name).is_some_and(|parameter| !parameter.is_notation());
            let fixes: Vec<&str> = clause.fixes.iter().map(|fixed| fixed.value.as_str()).collect();
            if fixes.is_empty() || !fixes.iter().all(|name| varied(name)) {
                continue;
            }
            if !fixes.iter().any(|name| parameters.contains(name)) {
                let mut of: Vec<&str> = parameters.iter().copied().collect();
                of.sort_unstable();
                // A clause of the file's head is cited by each of its cases.
                let inherited = !(check.case.id.span.start..).contains(&cited.span.start);
                let at = if inherited { check.case.id.span.clone() } else { cited.span.clone() };
                let diagnostic = Diagnostic::error(
                    at,
                    format!(
                        "the case does not show `{}`: no change of {} changes its answer",
                        cited.value,
                        fixes.join(", ")
                    ),
                )
                .expected(format!("clauses on what it hangs on: {}", of.join(", ")))
                .help(if inherited {
                    "the clause stands in the file's head: give the case `clauses:` of its own"
                } else {
                    "take the clause out, or change the case so that it shows it"
                });
                problems.push(Problem { file, diagnostic });
            }
        }
    }
    problems
}
