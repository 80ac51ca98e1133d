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

/// The commands, each by the name of its module and the arguments it takes, whose docstring is what the help says.
macro_rules! commands {
    ($($module:ident $name:ident($args:ident),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($name(Box<$module::$args>),)*
            /// Kill what a run left behind
            #[command(name = crate::implementation::guard::COMMAND, hide = true)]
            Guard,
        }

        impl Command {
            fn run(&self) -> Result<(), Failure> {
                match self {
                    $(Command::$name(args) => $module::run(args),)*
                    Command::Guard => {
                        crate::implementation::guard::run(std::io::stdin());
                        Ok(())
                    }
                }
            }
        }
    };
}

commands! {
    check Check(CheckArgs),
    lint Lint(LintArgs),
    moves Moves(MovesArgs),
    explain Explain(ExplainArgs),
    compare Compare(CompareArgs),
    diff Diff(DiffArgs),
    replay Replay(ReplayArgs),
    perft Perft(PerftArgs),
    report Report(ReportArgs),
    adapter Adapter(AdapterArgs),
    adapter_new AdapterNew(AdapterNewArgs),
    adapter_check AdapterCheck(AdapterCheckArgs),
    mutate Mutate(MutateArgs),
    coverage Coverage(CoverageArgs),
    schema Schema(SchemaArgs),
    docs Docs(DocsArgs),
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
    let (code, message) = match cli.command.run() {
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
