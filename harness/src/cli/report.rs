use super::{Failure, SuiteArgs, print, print_problems, write_atomically};
use crate::files::Origin;
use crate::record::Results;
use crate::report::scoreboard::Scoreboard;
use crate::report::{badge, github, html, jsonl, junit, markdown, merge, tap};
use crate::suite::{Load, Suite};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  damero report results.jsonl                       a scoreboard
  damero report *.jsonl --html page.html            several implementations, as a page
  damero report part-*.jsonl --format jsonl         the parts of a run as one
  damero report results.jsonl --badge badges        files for shields.io

Results files are written by `damero check --format jsonl=FILE`. The parts of one run, made with --shard, become one;
files of several implementations stand beside each other.";

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
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Every topic too
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A scoreboard for people
    Text,
    /// For a comment or a summary; a scoreboard where there are several implementations
    Markdown,
    /// The numbers of the scoreboard
    Json,
    /// For build servers; one implementation
    Junit,
    /// Annotations of GitHub Actions; one implementation
    Github,
    /// The Test Anything Protocol; one implementation
    Tap,
    /// The results themselves, parts put together; one implementation
    Jsonl,
}

pub(super) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &args.results {
        files.push(merge::read(path).map_err(|error| Failure::Usage(error.to_string()))?);
    }
    let all = merge::merge(files).map_err(|error| Failure::Usage(error.to_string()))?;
    // Reports need rules and clauses alone: no case is read.
    let load = Load { cases: Some(Vec::new()), rulebooks: Vec::new() };
    let suite = Suite::load(&Origin::find(args.suite.fixtures.as_deref()), load)?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let board = Scoreboard { missing: args.missing.clone(), ..Scoreboard::of(&all) };
    let writes = args.html.is_some() || args.markdown.is_some() || args.json.is_some() || args.badge.is_some();
    let mut files = Vec::new();
    if let Some(path) = &args.html {
        files.push((path.clone(), html::write_board(&suite, &all, &board)));
    }
    if let Some(path) = &args.markdown {
        files.push((path.clone(), in_markdown(&suite, &all, &board)));
    }
    if let Some(path) = &args.json {
        files.push((path.clone(), board.json(&all)));
    }
    let mut badges = Vec::new();
    if let Some(folder) = &args.badge {
        badges.extend(badge::write(&board).into_iter().map(|(name, text)| (folder.join(name), text)));
    }
    // What is printed comes first: where it cannot be had, nothing is written.
    let printed = match args.format {
        None if writes => None,
        None | Some(Format::Text) => Some(board.text(&all, args.verbose, width())),
        Some(Format::Markdown) => Some(in_markdown(&suite, &all, &board)),
        Some(Format::Json) => Some(board.json(&all)),
        Some(Format::Junit) => Some(junit::write(&suite, one(&all, "junit")?)),
        Some(Format::Github) => Some(github::write(&suite, one(&all, "github")?)),
        Some(Format::Tap) => Some(tap::write(&suite, one(&all, "tap")?)),
        Some(Format::Jsonl) => Some(jsonl::write(one(&all, "jsonl")?)),
    };
    for (path, text) in files.iter().chain(&badges) {
        write_atomically(path, text)?;
    }
    if let Some(text) = printed {
        return print(&text);
    }
    let mut said: String = files.iter().map(|(path, _)| format!("wrote {}\n", path.display())).collect();
    if let Some(folder) = &args.badge {
        said += &format!("wrote {} in {}\n", crate::report::plural(badges.len(), "badge"), folder.display());
    }
    print(&said)
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
