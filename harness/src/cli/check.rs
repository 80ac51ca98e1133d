use super::{Failure, SuiteArgs, print, print_problems};
use crate::files::{Origin, SuiteFile, read_tree};
use crate::fixture::resolve::{Check, checks};
use crate::format::shape::nearest;
use crate::implementation::engine::EngineImplementation;
use crate::report::{jsonl, text};
use crate::runner::run as run_checks;
use crate::suite::{Load, Suite};
use clap::{Args, ValueEnum};
use globset::{Glob, GlobSet, GlobSetBuilder};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  damero check                                      every fixture on the engine
  damero check fixtures/cases/spanish               one folder
  damero check --rulebook spanish/teg               one rulebook
  damero check --id '*.quality-law.*'               cases by id
  damero check --clause teg/quality-law --verbose   what shows a clause
  damero check --format jsonl > results.jsonl       for machines";

/// Run the fixtures: the main job
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArgs {
    /// Files or folders with fixtures; by default those of the suite
    paths: Vec<PathBuf>,
    /// Only cases whose id matches this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    id: Vec<String>,
    /// Only checks of this variant (repeatable)
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// Only checks of this rulebook (repeatable); a .yaml file adds a private rulebook of its own
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Vec<String>,
    /// Only cases that cite this clause (repeatable)
    #[arg(long, value_name = "CLAUSE")]
    clause: Vec<String>,
    /// Only fixtures whose topic contains this text (repeatable)
    #[arg(long, value_name = "TEXT")]
    topic: Vec<String>,
    /// Leave out positions that cannot arise in play
    #[arg(long)]
    no_composed: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only the last line
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Every check by name
    #[arg(short, long)]
    verbose: bool,
    /// Draw boards with letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object per check
    Jsonl,
}

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let ids = globs(&args.id)?;
    let mut cases: Option<Vec<SuiteFile>> = None;
    for path in &args.paths {
        cases.get_or_insert_with(Vec::new).extend(read_tree(path)?);
    }
    if cases.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::Nothing("no .yaml file lies there: nothing ran".to_string()));
    }
    let mut rulebooks = Vec::new();
    let mut wanted_rules = Vec::new();
    for name in &args.rulebook {
        match super::private_rulebook(name)? {
            (Some(file), _) => rulebooks.push(file),
            (None, name) => wanted_rules.extend(name),
        }
    }
    let first_private = rulebooks.len();
    let suite = Suite::load(&Origin::find(args.suite.fixtures.as_deref()), Load { cases, rulebooks })?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    if first_private > 0 {
        let private = suite.rulebooks.iter().filter(|book| !suite.files[book.file].path.contains("rulebooks/"));
        wanted_rules.extend(private.map(|book| book.name.value.clone()));
    }
    known(&suite, args, &wanted_rules)?;

    let all = checks(&suite);
    let total = all.len();
    let selected: Vec<Check<'_>> = all
        .into_iter()
        .filter(|check| {
            let any = |list: &[String], matches: &dyn Fn(&str) -> bool| {
                list.is_empty() || list.iter().any(|item| matches(item))
            };
            (ids.is_empty() || ids.is_match(&check.case.id.value))
                && any(&args.variant, &|variant| check.rules.variant == variant)
                && any(&wanted_rules, &|name| check.rules.name == name)
                && any(&args.clause, &|clause| check.case.clauses.iter().any(|c| c.value == clause))
                && any(&args.topic, &|topic| check.fixture.topic.to_lowercase().contains(&topic.to_lowercase()))
                && !(args.no_composed && check.case.composed)
        })
        .collect();
    if selected.is_empty() {
        return Err(Failure::Nothing(format!("none of {total} checks matches: nothing ran")));
    }

    let bar = progress(selected.len() as u64);
    let engine = EngineImplementation::new(&suite);
    let outcomes = run_checks(selected, &engine, &|| bar.inc(1));
    bar.finish_and_clear();
    match args.format {
        Format::Text => {
            let options = text::Options { quiet: args.quiet, verbose: args.verbose, ascii: args.ascii };
            print(&text::write(&suite, &outcomes, options))?;
        }
        Format::Jsonl => print(&jsonl::write(&suite, &outcomes))?,
    }
    let tally = crate::report::tally(&outcomes);
    if tally.failed > 0 {
        Err(Failure::Mismatch)
    } else if tally.passed == 0 {
        Err(Failure::Nothing("every check is unsupported: nothing ran".to_string()))
    } else {
        Ok(())
    }
}

fn globs(patterns: &[String]) -> Result<GlobSet, Failure> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).map_err(|error| Failure::Usage(error.to_string()))?);
    }
    set.build().map_err(|error| Failure::Usage(error.to_string()))
}

/// Refuses filters that name nothing, with the nearest name: a misspelt filter must not look like an empty result.
fn known(suite: &Suite, args: &CheckArgs, rulebooks: &[String]) -> Result<(), Failure> {
    let refuse = |what: &str, name: &str, near: Option<&str>| {
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Failure::Usage(format!("no {what} is called `{}`{hint}", crate::format::yaml::shortened(name)))
    };
    for name in rulebooks {
        if suite.rules(name).is_none() {
            return Err(refuse("rulebook", name, suite.nearest_rules(name)));
        }
    }
    for name in &args.variant {
        if damero_engine::Variant::named(name).is_none() {
            let names = damero_engine::variants::ALL.iter().map(|variant| variant.name);
            return Err(refuse("variant", name, nearest(name, names)));
        }
    }
    for name in &args.clause {
        if suite.clause(name).is_none() {
            let names = suite.sources.iter().flat_map(|s| s.clauses.iter().map(|clause| clause.id.value.as_str()));
            return Err(refuse("clause", name, nearest(name, names)));
        }
    }
    Ok(())
}

/// A bar for what takes over a second; hidden where standard error is no terminal.
pub(super) fn progress(length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    let template = "{bar:30} {pos}/{len} {msg} {eta}";
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    let late = bar.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(1));
        if !late.is_finished() {
            late.set_draw_target(ProgressDrawTarget::stderr());
        }
    });
    bar
}
