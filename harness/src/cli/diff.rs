use super::common::{Failure, SuiteArgs, find_rules, print_problems};
use super::output::print;
use crate::checks::{Check, checks};
use crate::files::Origin;
use crate::lint;
use crate::report::plural;
use crate::sensitivity::{self, distinguished_by, rulebook_of};
use crate::suite::{Load, RuleSet, Suite};
use clap::Args;
use damero_engine::{Arbiter, PARAMETERS, Parameter};
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  damero diff spanish/teg spanish/kondavo      what parts two rulebooks, and a case that shows each difference
  damero diff international english --json
  damero diff --matrix brazilian               how many cases distinguish each pair of its rulebooks

Each difference is put into the first rulebook alone; the case is the smallest of the suite whose answer it changes.

Exits with 1 if a difference is shown by no case and no proof says why.";

/// Say where two rulebooks differ, clause by clause, with a case that shows it
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DiffArgs {
    /// Two variants or rulebooks; with --matrix one variant
    #[arg(required = true, num_args = 1..=2)]
    rules: Vec<String>,
    /// All pairs of the rulebooks of a variant
    #[arg(long)]
    matrix: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

/// A parameter that two sets of rules have different values for.
struct Difference<'c, 's> {
    parameter: &'static Parameter,
    /// The smallest check of the first whose answer it changes.
    shown_by: Option<&'c Check<'s>>,
    /// Why nothing can, if it is proved.
    proof: Option<String>,
}

pub(super) fn run(args: &DiffArgs) -> Result<(), Failure> {
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), Load::default())?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let checks = checks(&suite);
    match (args.rules.as_slice(), args.matrix) {
        ([variant], true) => {
            find_rules(&suite, variant)?;
            matrix(&suite, &checks, variant, args.json)
        }
        ([one, other], false) => {
            let (one, other) = (find_rules(&suite, one)?, find_rules(&suite, other)?);
            pair(&suite, &checks, one, other, args.json)
        }
        (_, true) => Err(Failure::Usage("--matrix takes one variant".to_string())),
        (_, false) => Err(Failure::Usage("two variants or rulebooks are compared; one is given".to_string())),
    }
}

fn pair(suite: &Suite, checks: &[Check<'_>], one: &RuleSet, other: &RuleSet, as_json: bool) -> Result<(), Failure> {
    let proofs = sensitivity::changes(suite, one);
    let mut differences = Vec::new();
    for parameter in PARAMETERS.iter().filter(|parameter| !parameter.is_notation()) {
        let value = (parameter.get)(other.arbiter.rules());
        let mut rules = *one.arbiter.rules();
        if value == (parameter.get)(&rules) || parameter.set(&mut rules, &value).is_err() {
            continue;
        }
        let shown_by =
            Arbiter::new(rules).ok().and_then(|arbiter| distinguished_by(checks, one, &arbiter).first().copied());
        let change = proofs.iter().find(|change| change.rules == rules);
        let proof = change.and_then(|change| suite.equivalents.iter().find(|proof| proof.covers(one, change)));
        let proof = proof.map(|proof| proof.why.value.split_whitespace().collect::<Vec<_>>().join(" "));
        differences.push(Difference { parameter, shown_by, proof });
    }
    let clauses = |rules: &RuleSet, parameter: &Parameter| -> Vec<String> {
        let settings = rulebook_of(suite, rules).into_iter().flat_map(|book| &book.settings);
        let of_it = settings.filter(|setting| setting.parameter.name == parameter.name);
        of_it.flat_map(|setting| setting.clauses.iter().map(|clause| clause.value.clone())).collect()
    };
    let hole = differences.iter().any(|one| one.shown_by.is_none() && one.proof.is_none());
    if as_json {
        let of = |difference: &Difference<'_, '_>| {
            let side = |rules: &RuleSet| {
                json!({
                    "rules": rules.name,
                    "value": (difference.parameter.get)(rules.arbiter.rules()).to_string(),
                    "clauses": clauses(rules, difference.parameter),
                })
            };
            json!({
                "parameter": difference.parameter.name,
                "values": [side(one), side(other)],
                "case": difference.shown_by.map(|check| check.case.id.value.clone()),
                "cannot_be_observed": difference.proof,
            })
        };
        print(&format!("{:#}\n", differences.iter().map(of).collect::<Value>()))?;
    } else {
        let mut text = String::new();
        for difference in &differences {
            text += &format!("{}\n", difference.parameter.name);
            for rules in [one, other] {
                let cited = clauses(rules, difference.parameter);
                let cited = if cited.is_empty() { "no clause".to_string() } else { cited.join(", ") };
                let value = (difference.parameter.get)(rules.arbiter.rules());
                text += &format!("  {}: {value} ({cited})\n", rules.name);
            }
            text += &match (difference.shown_by, &difference.proof) {
                (Some(check), _) => format!("  shown by {}: {}\n", check.case.id.value, check.fen),
                (None, Some(proof)) => format!("  cannot be observed: {proof}\n"),
                (None, None) => "  shown by no case of the suite\n".to_string(),
            };
        }
        text += &format!("{}\n", plural(differences.len(), "difference"));
        print(&text)?;
    }
    if hole { Err(Failure::Mismatch) } else { Ok(()) }
}

fn matrix(suite: &Suite, checks: &[Check<'_>], variant: &str, as_json: bool) -> Result<(), Failure> {
    let books = suite.rules_meant_by(variant);
    let movement_or_more = |one: &RuleSet, other: &RuleSet| {
        PARAMETERS
            .iter()
            .filter(|parameter| !parameter.is_notation())
            .any(|parameter| (parameter.get)(one.arbiter.rules()) != (parameter.get)(other.arbiter.rules()))
    };
    let mut rows = Vec::new();
    let mut hole = false;
    for one in &books {
        let mut row = Vec::new();
        for other in &books {
            let differ = movement_or_more(one, other);
            let found = if differ { distinguished_by(checks, one, &other.arbiter).len() } else { 0 };
            hole |= differ && found == 0;
            row.push(differ.then_some(found));
        }
        rows.push(row);
    }
    let names: Vec<&str> = books.iter().map(|book| book.name.as_str()).collect();
    if as_json {
        print(&format!("{:#}\n", json!({"rules": names, "cases": rows})))?;
    } else {
        let wide = names.iter().map(|name| name.len()).max().unwrap_or(0) + 2;
        let short = |name: &str| name.rsplit('/').next().unwrap_or(name).to_string();
        let mut text = format!("{:wide$}", "");
        names.iter().for_each(|name| text += &format!("{:>18}", short(name)));
        text += "\n";
        for (name, row) in names.iter().zip(&rows) {
            text += &format!("{name:wide$}");
            for cell in row {
                let cell = match cell {
                    None => "-".to_string(),
                    Some(0) => "no case".to_string(),
                    Some(number) => number.to_string(),
                };
                text += &format!("{cell:>18}");
            }
            text += "\n";
        }
        text += "Cases of the row's rulebook that are wrong under the column's; - where both have the same rules.\n";
        print(&text)?;
    }
    if hole { Err(Failure::Mismatch) } else { Ok(()) }
}
