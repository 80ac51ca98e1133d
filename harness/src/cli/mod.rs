//! The command line: one file per command.

mod adapter;
mod adapter_check;
mod adapter_new;
mod check;
mod coverage;
mod docs;
mod explain;
mod lint;
mod moves;
mod mutate;
mod output;
mod perft;
mod replay;
mod report;
mod schema;

use crate::files::{FilesError, Origin, SuiteFile, read_file};
use crate::format::diagnostic;
use crate::implementation::engine::play_on;
use crate::report::plural;
use crate::report::show::harmless;
use crate::suite::{Load, RuleSet, Suite};
use clap::{Args, CommandFactory, Parser, Subcommand};
use damero_engine::Game;
use output::{print, print_error};
use std::path::PathBuf;
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

/// Where the suite comes from.
#[derive(Debug, Args)]
struct SuiteArgs {
    /// Folder of the suite; by default `fixtures/` of the checkout, else the suite inside this binary
    #[arg(long, value_name = "FOLDER", env = "DAMERO_FIXTURES", global = true)]
    fixtures: Option<PathBuf>,
}

/// Why a command ends without success.
#[derive(Debug)]
enum Failure {
    /// Something is not as expected; it has been said.
    Mismatch,
    /// The command line is wrong, or an input cannot be read.
    Usage(String),
    /// A file of the suite is broken; it has been said.
    Broken,
    /// The adapter could not be run.
    Adapter(String),
    /// Nothing ran.
    Nothing(String),
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Failure {
        Failure::Usage(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
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

/// Faults shown of one file: more do not help, and drawing each takes time.
const MOST_SHOWN: usize = 100;

/// Prints what is wrong in one file.
fn print_diagnostics(file: &SuiteFile, found: &[diagnostic::Diagnostic]) {
    for line in shown(file, found.iter(), |one| diagnostic::render(&file.path, &file.text, one, true)) {
        print_error(line);
    }
}

/// What is wrong in one file, written by `write`; of very many the first, and how many more there are.
fn shown<'d>(
    file: &SuiteFile,
    found: impl ExactSizeIterator<Item = &'d diagnostic::Diagnostic>,
    write: impl Fn(&diagnostic::Diagnostic) -> String,
) -> Vec<String> {
    let more = found.len().saturating_sub(MOST_SHOWN);
    let mut lines: Vec<String> = found.take(MOST_SHOWN).map(write).collect();
    if more > 0 {
        lines.push(format!("{}: {}", file.path, plural(more, "more problem")));
    }
    lines
}

/// The problems of a suite file by file, each file's written by `write`.
fn shown_problems(
    suite: &Suite,
    write: impl Fn(&SuiteFile, &diagnostic::Diagnostic) -> String,
) -> impl Iterator<Item = String> {
    suite.problems.chunk_by(|a, b| a.file == b.file).flat_map(move |of_file| {
        let file = &suite.files[of_file[0].file];
        shown(file, of_file.iter().map(|problem| &problem.diagnostic), |one| write(file, one))
    })
}

/// Prints what is wrong in the files of a suite; true where something is.
fn print_problems(suite: &Suite) -> bool {
    for line in shown_problems(suite, |file, one| diagnostic::render(&file.path, &file.text, one, true)) {
        print_error(line);
    }
    if suite.problems.is_empty() {
        return false;
    }
    print_error(plural(suite.problems.len(), "problem"));
    true
}

/// Loads the suite without its cases, for commands that only need rules, with a private rulebook where `name` is a
/// file.
fn load_rules(suite: &SuiteArgs, name: &str) -> Result<(Suite, String), Failure> {
    let (private, name) = private_rulebook(name)?;
    let load = Load { cases: Some(Vec::new()), rulebooks: private.into_iter().collect() };
    let suite = Suite::load(&Origin::find(suite.fixtures.as_deref()), load)?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let name = match name {
        Some(name) => name,
        // The private rulebook is the only one that lies in no rulebook folder of the suite: it was read last.
        None => suite.rulebooks.iter().max_by_key(|book| book.file).map(|b| b.name.value.clone()).unwrap_or_default(),
    };
    Ok((suite, name))
}

/// A rulebook named by file rather than by name.
fn private_rulebook(name: &str) -> Result<(Option<SuiteFile>, Option<String>), Failure> {
    if name.ends_with(".yaml") || name.ends_with(".yml") {
        Ok((Some(read_file(name.as_ref())?), None))
    } else {
        Ok((None, Some(name.to_string())))
    }
}

/// The rules of a name.
fn find_rules<'s>(suite: &'s Suite, name: &str) -> Result<&'s RuleSet, Failure> {
    suite.rules(name).ok_or_else(|| {
        let mut message = format!("no rules are called `{}`", crate::format::yaml::shortened(name));
        if let Some(near) = suite.nearest_rules(name) {
            message += &format!("; did you mean `{near}`?");
        } else {
            let names: Vec<&str> = suite.rule_sets().iter().map(|set| set.name.as_str()).collect();
            message += &format!("; there are {}", names.join(", "));
        }
        Failure::Usage(message)
    })
}

/// Reads a position given on the command line.
fn read_position(rules: &RuleSet, text: &str) -> Result<damero_engine::Position, Failure> {
    use damero_engine::PositionError;
    rules.arbiter.read(text).map_err(|error| {
        let shown = crate::format::yaml::shortened(text);
        let hint = match &error {
            PositionError::Fen(_) => {
                format!("\n  a position of {} looks like {}", rules.variant, rules.arbiter.fen(&rules.arbiter.start()))
            }
            PositionError::Refused(_) => in_other_numbers(rules, text).unwrap_or_default(),
        };
        Failure::Usage(format!("`{shown}` is no position of {}: {error}{hint}", rules.name))
    })
}

/// A game from a position given on the command line, after the moves played from there, and notes on how they are
/// written, one a line.
fn game_from(rules: &RuleSet, position: &str, played: &[String]) -> Result<(Game, String), Failure> {
    let mut game = Game::new(&rules.arbiter, read_position(rules, position)?).expect("the same board");
    let signs = play_on(&mut game, played).map_err(|illegal| Failure::Usage(illegal.to_string()))?;
    let mut notes = note_lookalikes(position);
    for (index, text) in played.iter().enumerate() {
        if signs.contains(&index) {
            notes += &format!("Note: ply {}, `{text}`: the sign between the squares is the wrong one\n", index + 1);
        }
        notes += &note_lookalikes(text);
    }
    Ok((game, notes))
}

/// What to say where the side that is not to move has no pieces: only its turn ends the game, and no game comes here.
fn over_soon(game: &Game) -> Option<String> {
    let position = game.position();
    let other = position.turn().opponent();
    position
        .pieces(other)
        .is_empty()
        .then(|| format!("{} has no pieces: the game is over as soon as it is {}'s turn", other.name(), other.name()))
}

/// What to say of a text that is a position if its numbers run from another corner.
fn in_other_numbers(rules: &RuleSet, text: &str) -> Option<String> {
    use damero_engine::{Arbiter, Rules, notation::pdn::GameType};
    let own = rules.arbiter.rules();
    let other = Arbiter::new(Rules { first_square: GameType::other_numbering(own.first_square), ..*own }).ok()?;
    let position = other.read(text).ok()?;
    let geometry = other.geometry();
    let first = geometry.algebraic(geometry.square_numbered(1)?);
    let fen = rules.arbiter.fen(&position);
    Some(format!("\n  with square 1 at {first}, as some programs count, it is one: {fen}"))
}

/// What to say of characters that were read as others, one line for each.
fn note_lookalikes(text: &str) -> String {
    use damero_engine::notation::lookalike;
    let line = |alike: &lookalike::Lookalike| format!("Note: {alike}\n");
    lookalike::in_text(text).into_iter().map(line).collect()
}

/// A position drawn as the commands show it: with letters where asked for, edges named the variant's way.
fn draw(arbiter: &damero_engine::Arbiter, position: &damero_engine::Position, ascii: bool) -> String {
    arbiter.draw(position, crate::report::style(ascii))
}
