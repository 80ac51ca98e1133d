use super::common::{Failure, SuiteArgs, print_problems};
use super::output::print;
use crate::checks::checks;
use crate::files::Origin;
use crate::lint;
use crate::report::plural;
use crate::sensitivity::coverage::{Shown, coverage};
use crate::sensitivity::tables;
use crate::suite::Load;
use clap::Args;
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  damero coverage                   every document: how many clauses are shown, and which are not
  damero coverage teg               every clause of one document, with a check that shows it
  damero coverage --strict          for CI: fails if a clause is shown by no check
  damero coverage --json

A check shows a clause if its answer hangs on a parameter for which its rulebook cites the clause.

Exits with 1 with --strict if a clause is shown by nothing and could be.";

/// Say which checks show each clause of the rule documents
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CoverageArgs {
    /// Documents; by default all
    sources: Vec<String>,
    /// Fail if a clause is shown by no check
    #[arg(long)]
    strict: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &CoverageArgs) -> Result<(), Failure> {
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), Load::default())?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    for name in &args.sources {
        if !suite.sources.iter().any(|source| source.id.value == *name) {
            let known: Vec<&str> = suite.sources.iter().map(|source| source.id.value.as_str()).collect();
            let near = crate::format::shape::nearest(name, known.iter().copied());
            let hint = near.map_or_else(
                || format!("; there are {}", known.join(", ")),
                |near| format!("; did you mean `{near}`?"),
            );
            return Err(Failure::Usage(format!(
                "no document is called `{}`{hint}",
                crate::format::yaml::shortened(name)
            )));
        }
    }
    let checks = checks(&suite);
    let tables = tables(&suite, &checks);
    let mut all = coverage(&suite, &checks, &tables);
    all.retain(|(source, ..)| args.sources.is_empty() || args.sources.contains(&source.id.value));
    let holes = all.iter().filter(|(.., shown)| matches!(shown, Shown::Hole)).count();
    if args.json {
        let of = |(_, clause, shown): &(_, &crate::source::Clause, Shown<'_>)| -> Value {
            let mut ids: Vec<&str> = shown.checks().iter().map(|index| checks[*index].case.id.value.as_str()).collect();
            ids.dedup();
            json!({"clause": clause.id.value, "shown": shown.word(), "checks": shown.checks().len(), "cases": ids})
        };
        print(&format!("{:#}\n", all.iter().map(of).collect::<Value>()))?;
    } else {
        let mut text = String::new();
        for source in &suite.sources {
            let clauses: Vec<_> = all.iter().filter(|(of, ..)| of.id.value == source.id.value).collect();
            if clauses.is_empty() {
                continue;
            }
            let shown = clauses.iter().filter(|(.., shown)| !shown.checks().is_empty()).count();
            text += &format!("{:<20}{:>4} of {}\n", source.id.value, shown, plural(clauses.len(), "clause"));
            for (_, clause, shown) in clauses {
                let what = match shown {
                    Shown::By(by) | Shown::Cited(by) if !args.sources.is_empty() => {
                        format!("{}, {}", plural(by.len(), "check"), checks[by[0]].name())
                    }
                    Shown::By(_) | Shown::Cited(_) => continue,
                    Shown::Remark => "fixes nothing".to_string(),
                    Shown::NotFollowed => "no rulebook follows it".to_string(),
                    Shown::Unobservable(proof) => {
                        let why: Vec<&str> = proof.why.value.split_whitespace().collect();
                        format!("cannot be observed: {}", why.join(" "))
                    }
                    Shown::OutsideTheBoard => "decided outside the board".to_string(),
                    Shown::Hole => "shown by no check".to_string(),
                };
                text += &format!("    {}: {what}\n", clause.id.value);
            }
        }
        let shown = all.iter().filter(|(.., shown)| !shown.checks().is_empty()).count();
        text +=
            &format!("{shown} of {} shown, {} that could be shown and are not\n", plural(all.len(), "clause"), holes);
        print(&text)?;
    }
    if args.strict && holes > 0 { Err(Failure::Mismatch) } else { Ok(()) }
}
