//! The command line: one file per command.

mod adapter;
mod adapter_check;
mod adapter_new;
mod check;
mod common;
mod compare;
mod coverage;
mod diff;
mod docs;
mod explain;
mod failure;
mod lint;
mod moves;
mod mutate;
mod output;
mod perft;
mod replay;
mod report;
mod schema;

use crate::report::show::harmless;
use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;
use output::print_error;
use std::process::ExitCode;

/// What the exit code of every command means.
const EXIT_CODES: &str = "\
Exit codes:
  0  all as expected
  1  something is not as expected
  2  the command line is wrong, an input cannot be read, or an output cannot be written
  3  a file of the suite is broken
  4  the adapter could not be run
  5  nothing ran";

#[derive(Debug, Parser)]
#[command(
    name = "damero",
    version,
    about = "The conformance suite of the draughts family",
    long_about = "Damero checks rules of draughts (damas, checkers) against what the rule documents say: fixtures with \
                  positions and expected moves, draws, and results, each citing the clause it shows.",
    after_help = EXIT_CODES,
    max_term_width = 100
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the fixtures: the main job
    Check(Box<check::CheckArgs>),
    /// Check fixtures, rulebooks and sources without running them
    Lint(lint::LintArgs),
    /// List the legal moves of a position
    Moves(moves::MovesArgs),
    /// Say why a move is legal or not, and which clause of the rulebook decides
    Explain(explain::ExplainArgs),
    /// Play recorded games: the first illegal move of each, explained, and the result judged
    Replay(replay::ReplayArgs),
    /// Ask what is legal in one position under many rulebooks, grouped by equal answers
    Compare(compare::CompareArgs),
    /// Say where two rulebooks differ, clause by clause, with a case that shows it
    Diff(diff::DiffArgs),
    /// Count the leaves of the tree of moves
    Perft(perft::PerftArgs),
    /// Make reports of results files: a scoreboard, a page, badges
    Report(report::ReportArgs),
    /// Speak the adapter protocol for the engine: the reference implementation
    Adapter(adapter::AdapterArgs),
    /// Create a starter adapter: it runs as is and answers two positions
    AdapterNew(adapter_new::AdapterNewArgs),
    /// Check that an adapter speaks the protocol, and explain each fault
    AdapterCheck(adapter_check::AdapterCheckArgs),
    /// Kill what a run left behind
    #[command(name = crate::implementation::guard::COMMAND, hide = true)]
    Guard,
    /// Change one rule at a time, and see which changes no check notices
    Mutate(mutate::MutateArgs),
    /// Say which checks show each clause of the rule documents
    Coverage(coverage::CoverageArgs),
    /// Write the JSON Schemas that editors use
    Schema(schema::SchemaArgs),
    /// Write the rule tables under docs/
    Docs(docs::DocsArgs),
}

/// Every command and option, so that the examples of the guide can be held to them.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; clap prints each to its stream.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let result = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Adapter(args) => adapter::run(&args),
        Command::AdapterNew(args) => adapter_new::run(&args),
        Command::AdapterCheck(args) => adapter_check::run(&args),
        Command::Guard => {
            crate::implementation::guard::run(std::io::stdin());
            Ok(())
        }
        Command::Mutate(args) => mutate::run(&args),
        Command::Coverage(args) => coverage::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Docs(args) => docs::run(&args),
    };
    let (code, message) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Mismatch) => (1, None),
        Err(Failure::Usage(message)) => (2, Some(message)),
        Err(Failure::Broken) => (3, None),
        Err(Failure::Adapter(message)) => (4, Some(message)),
        Err(Failure::Nothing(message)) => (5, Some(message)),
    };
    if let Some(message) = message {
        // It may hold what a file or an adapter says.
        print_error(format_args!("error: {}", harmless(&message)));
    }
    ExitCode::from(code)
}
