use super::common::{Failure, SuiteArgs, find_rules, print_problems};
use super::output::print;
use crate::checks::{Check, checks};
use crate::equivalent::Equivalent;
use crate::files::Origin;
use crate::lint;
use crate::report::plural;
use crate::sensitivity::{self, Change, Fate, Sensitivity};
use crate::suite::{Load, Suite};
use clap::Args;
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  damero mutate                         every rulebook; lists the changes that no check notices
  damero mutate spanish/teg russian     one rulebook, and all of a variant
  damero mutate spanish/teg --all       every change, with the first check that notices it
  damero mutate --json > changes.json

A change is one value of the rules replaced: another word, a number up or down by one, an entry of a list added, dropped
or swapped. It is noticed if it makes the expected answer of some check wrong. What nothing on a board can show is
declared, with the proof, in fixtures/equivalents/.

Exits with 1 if a change is neither noticed nor declared, or if a declaration is wrong.";

/// Change one rule at a time, and see which changes no check notices
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MutateArgs {
    /// Variants or rulebooks; by default all
    rules: Vec<String>,
    /// Show every change, not only those that are not noticed
    #[arg(long)]
    all: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &MutateArgs) -> Result<(), Failure> {
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), Load::default())?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let mut wanted = Vec::new();
    for name in &args.rules {
        find_rules(&suite, name)?;
        wanted.extend(suite.rules_meant_by(name).into_iter().map(|rules| rules.name.as_str()));
    }
    let checks = checks(&suite);
    let asked = |name: &str| checks.iter().any(|check| check.rules.name == name);
    let tables: Vec<Sensitivity<'_>> = suite
        .rule_sets()
        .iter()
        .filter(|rules| if wanted.is_empty() { asked(&rules.name) } else { wanted.contains(&rules.name.as_str()) })
        .map(|rules| sensitivity::of_rules(&suite, rules, &checks))
        .collect();
    // What a declaration is about may lie in rules that were not asked for.
    let wrong = if wanted.is_empty() { wrong_equivalents(&suite, &tables, &checks) } else { Vec::new() };
    let survived = tables.iter().flat_map(|table| table.fates(&suite)).any(|(_, fate)| matches!(fate, Fate::Survived));
    if args.json {
        print(&format!("{:#}\n", as_json(&suite, &tables, &checks, &wrong)))?;
    } else {
        print(&as_text(&suite, &tables, &checks, &wrong, args.all))?;
    }
    if survived || !wrong.is_empty() { Err(Failure::Mismatch) } else { Ok(()) }
}

/// Declarations that fit nothing, or what a check notices.
fn wrong_equivalents(suite: &Suite, tables: &[Sensitivity<'_>], checks: &[Check<'_>]) -> Vec<String> {
    let mut wrong = Vec::new();
    for equivalent in &suite.equivalents {
        let covered: Vec<(&Sensitivity<'_>, &Change, &Vec<usize>)> = tables
            .iter()
            .flat_map(|table| table.changes.iter().zip(&table.noticed_by).map(move |(change, by)| (table, change, by)))
            .filter(|(table, change, _)| equivalent.covers(table.rules, change))
            .collect();
        let place = suite.place(equivalent.file, equivalent.why.span.start);
        if covered.is_empty() {
            wrong.push(format!("{place}: the proof is about no change"));
        }
        for (table, change, noticed_by) in covered {
            if let Some(first) = noticed_by.first() {
                let name = checks[*first].name();
                wrong.push(format!("{place}: {} `{}` is noticed by {name}", table.rules.name, change.name()));
            }
        }
    }
    wrong
}

/// Changes by what becomes of them.
#[derive(Default)]
struct Counts {
    noticed: usize,
    equivalent: usize,
    survived: usize,
}

impl Counts {
    fn add(&mut self, fate: &Fate<'_>) {
        match fate {
            Fate::Noticed(_) => self.noticed += 1,
            Fate::Equivalent(_) => self.equivalent += 1,
            Fate::Survived => self.survived += 1,
        }
    }

    fn row(&self, name: &str) -> String {
        let all = self.noticed + self.equivalent + self.survived;
        format!("{name:<28}{all:>9}{:>9}{:>12}{:>10}\n", self.noticed, self.equivalent, self.survived)
    }
}

fn as_text(
    suite: &Suite,
    tables: &[Sensitivity<'_>],
    checks: &[Check<'_>],
    wrong: &[String],
    with_all: bool,
) -> String {
    let mut text = format!("{:<28}{:>9}{:>9}{:>12}{:>10}\n", "rules", "changes", "noticed", "equivalent", "survived");
    let mut sum = Counts::default();
    for table in tables {
        let mut counts = Counts::default();
        let mut lines = String::new();
        for (change, fate) in table.fates(suite) {
            counts.add(&fate);
            sum.add(&fate);
            let line = match fate {
                Fate::Survived => "no check notices it".to_string(),
                _ if !with_all => continue,
                Fate::Noticed(by) => {
                    format!("{}, {} first", plural(by.len(), "check"), checks[by[0]].case.id.value)
                }
                Fate::Equivalent(equivalent) => format!("cannot be observed: {}", one_line(equivalent)),
            };
            let other = if change.other { " (declared reading)" } else { "" };
            lines += &format!("    {}{other}: {line}\n", change.name());
        }
        text += &counts.row(&table.rules.name);
        text += &lines;
    }
    if tables.len() > 1 {
        text += &sum.row("all");
    }
    for line in wrong {
        text += &format!("{line}\n");
    }
    text
}

fn one_line(equivalent: &Equivalent) -> String {
    equivalent.why.value.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn as_json(suite: &Suite, tables: &[Sensitivity<'_>], checks: &[Check<'_>], wrong: &[String]) -> Value {
    let of = |(change, fate): (&Change, Fate<'_>)| {
        let mut value = json!({
            "change": change.name(),
            "parameter": change.parameter.name,
            "declared": change.other,
        });
        match fate {
            Fate::Noticed(by) => {
                value["fate"] = "noticed".into();
                value["checks"] = by.iter().map(|index| checks[*index].case.id.value.clone()).collect();
            }
            Fate::Equivalent(equivalent) => {
                value["fate"] = "equivalent".into();
                value["why"] = one_line(equivalent).into();
            }
            Fate::Survived => value["fate"] = "survived".into(),
        }
        value
    };
    let rules: Vec<Value> = tables
        .iter()
        .map(|table| json!({"rules": table.rules.name, "changes": table.fates(suite).map(of).collect::<Vec<_>>()}))
        .collect();
    json!({"rules": rules, "wrong": wrong})
}
