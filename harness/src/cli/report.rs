use super::common::NOTHING_RAN;
use super::common::{Failure, SuiteArgs, print_problems};
use super::output::{self, Output};
use super::output::{print, print_error};
use crate::files::Origin;
use crate::lint;
use crate::record::Results;
use crate::report::forms::{self, FORMS, Form};
use crate::report::scoreboard::Scoreboard;
use crate::report::{badge, html, markdown, merge};
use crate::suite::{Load, Suite};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  damero report results.jsonl                       a scoreboard
  damero report *.jsonl --html page.html            several implementations, as a page
  damero report part-*.jsonl --format jsonl         the parts of a run as one
  damero report results.jsonl --badge badges        files for shields.io
  damero report *.jsonl --fail-on never             exit code 0 whatever failed

Results files are written by `damero check --format jsonl=FILE`. The parts of one run, made with --shard, become one;
several implementations are shown side by side. A file whose run was cut off is refused.

Exit codes:
  0  all as expected
  1  something is not, as --fail-on has it
  2  a file cannot be read or written, was cut off, or does not belong to the others
  5  in one of the runs nothing ran";

/// Make reports of results files: a scoreboard, a page, badges
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReportArgs {
    /// Results files
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// Write a page with every failure on a board
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the numbers of the scoreboard as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write badges for shields.io, one file for each
    #[arg(long, value_name = "FOLDER")]
    badge: Option<PathBuf>,
    /// A library that did not run; the scoreboard says that it is missing (repeatable)
    #[arg(long, value_name = "NAME")]
    missing: Vec<String>,
    /// Print a report
    #[arg(long, value_parser = printed())]
    format: Option<Printed>,
    /// What makes the exit code 1
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = FailOn::Failures)]
    fail_on: FailOn,
    /// Every topic too
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

/// What to print: a scoreboard, its numbers, or one implementation in one of the forms of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Printed {
    Text,
    Json,
    As(Form),
}

/// The names of what can be printed, with what each is for.
fn printed() -> impl TypedValueParser<Value = Printed> {
    let own = [("text", "A scoreboard for people"), ("json", "The numbers of the scoreboard")];
    let forms = FORMS.iter().map(|form| (form.name, form.about));
    let names = own.into_iter().chain(forms).map(|(name, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(names).map(|name| match name.as_str() {
        "text" => Printed::Text,
        "json" => Printed::Json,
        name => Printed::As(forms::named(name).expect("the parser lets pass only names of forms")),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Failures that no baseline knows, as with `damero check`
    Failures,
    /// Known failures too
    Known,
    /// Nothing: the exit code is 0 whatever the results say, and though nothing ran
    Never,
}

pub(super) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let targets = Targets::open(args)?;
    let mut files = Vec::new();
    for path in &args.results {
        files.push(merge::read(path).map_err(|error| Failure::Usage(error.to_string()))?);
    }
    let all = merge::merge(files).map_err(|error| Failure::Usage(error.to_string()))?;
    // Reports need rules and clauses alone: no case is read.
    let load = Load { cases: Some(Vec::new()), rulebooks: Vec::new() };
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), load)?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let board = Scoreboard { missing: args.missing.clone(), ..Scoreboard::of(&all) };
    let Targets { html, markdown, json } = targets;
    let named: Vec<PathBuf> = [&args.html, &args.markdown, &args.json].into_iter().flatten().cloned().collect();
    let writes = !named.is_empty() || args.badge.is_some();
    // What is printed comes first: where it cannot be had, nothing is written.
    let printed = match args.format {
        None if writes => None,
        None | Some(Printed::Text) => Some(board.text(&all, args.verbose, width())),
        Some(Printed::Json) => Some(board.json(&all)),
        // A scoreboard where there are several implementations.
        Some(Printed::As(form)) if form.name == "markdown" => Some(in_markdown(&suite, &all, &board)),
        Some(Printed::As(form)) => Some((form.write)(&suite, one(&all, form.name)?)),
    };
    let to_stdout = [&html, &markdown, &json].into_iter().flatten().any(Output::is_stdout);
    let files = html.into_iter().map(|output| (output, html::write_board(&suite, &all, &board)));
    let files = files.chain(markdown.into_iter().map(|output| (output, in_markdown(&suite, &all, &board))));
    let files = files.chain(json.into_iter().map(|output| (output, board.json(&all))));
    let mut written = output::deliver(files);
    let mut said: String = match written {
        Ok(()) => named.iter().map(|path| format!("wrote {}\n", path.display())).collect(),
        Err(_) => String::new(),
    };
    if let Some(folder) = &args.badge {
        let badges = badge::write(&board);
        let all = badges.iter().try_for_each(|(name, text)| output::write_file(&folder.join(name), text));
        said += &format!("wrote {} in {}\n", crate::report::plural(badges.len(), "badge"), folder.display());
        written = written.and(all);
    }
    match printed {
        Some(text) => print(&text)?,
        // What is written to standard output stands there alone.
        None if to_stdout => {}
        None => print(&said)?,
    }
    let verdict = verdict(&all, args.fail_on);
    if let (Err(_), Err(Failure::Usage(message))) = (&verdict, &written) {
        print_error(format_args!("error: {message}"));
    }
    verdict.and(written)
}

/// What the exit code says of some runs.
fn verdict(all: &[Results], fail_on: FailOn) -> Result<(), Failure> {
    let failed = |results: &Results| match fail_on {
        FailOn::Failures => results.summary.has_failed(),
        FailOn::Known => results.summary.has_failed() || results.summary.tally.known > 0,
        FailOn::Never => false,
    };
    let nothing_ran = |results: &&Results| results.summary.tally.passed + results.summary.tally.known == 0;
    if all.iter().any(failed) {
        return Err(Failure::Mismatch);
    }
    match all.iter().find(nothing_ran).filter(|_| fail_on != FailOn::Never) {
        Some(results) => Err(Failure::Nothing(format!("{}: {NOTHING_RAN}", results.run.implementation.name))),
        None => Ok(()),
    }
}

/// The files that are written.
struct Targets {
    html: Option<Output>,
    markdown: Option<Output>,
    json: Option<Output>,
}

impl Targets {
    /// All places, found to be writable before anything is read, and without what was in them.
    fn open(args: &ReportArgs) -> Result<Targets, Failure> {
        let at = |path: &Option<PathBuf>| path.as_deref().map(Output::at).transpose();
        let targets = Targets { html: at(&args.html)?, markdown: at(&args.markdown)?, json: at(&args.json)? };
        let stdout = args.format.map(|_| Output::stdout());
        let named = [
            ("`--format`", &stdout),
            ("`--html`", &targets.html),
            ("`--markdown`", &targets.markdown),
            ("`--json`", &targets.json),
        ];
        let named = named.into_iter().filter_map(|(option, output)| Some((option.to_string(), output.as_ref()?)));
        let read: Vec<&Path> = args.results.iter().map(PathBuf::as_path).collect();
        output::apart(named, &read)?;
        if let Some(folder) = &args.badge {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::Usage(format!("{}: cannot be written: {error}", folder.display())))?;
        }
        for output in [&targets.html, &targets.markdown, &targets.json].into_iter().flatten() {
            output.clear()?;
        }
        Ok(targets)
    }
}

fn in_markdown(suite: &Suite, all: &[Results], board: &Scoreboard) -> String {
    match all {
        [results] => markdown::write(suite, results),
        _ => board.markdown(all),
    }
}

/// The only run, for formats that hold one.
fn one<'r>(all: &'r [Results], format: &str) -> Result<&'r Results, Failure> {
    match all {
        [results] => Ok(results),
        _ => {
            let names: Vec<String> =
                all.iter().map(|results| format!("`{}`", results.run.implementation.name)).collect();
            Err(Failure::Usage(format!(
                "--format {format} holds one implementation, found {}; make one report for each",
                names.join(", ")
            )))
        }
    }
}

/// How wide the terminal is, as far as it says.
fn width() -> usize {
    std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok())
        .filter(|columns| *columns >= 40)
        .unwrap_or(100)
}
