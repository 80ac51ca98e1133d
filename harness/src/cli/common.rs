//! What commands share: where the suite comes from, how commands end, and what they show.

pub(super) use super::failure::Failure;
use super::output::{print, print_error, write_file};
use crate::files::{Origin, SuiteFile, read_file};
use crate::format::diagnostic;
use crate::implementation::description::{self, Description, DescriptionError};
use crate::implementation::process::Program;
use crate::play::play_on;
use crate::report::plural;
use crate::suite::{Load, RuleSet, Suite};
use clap::Args;
use damero_engine::Game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

/// Where the suite comes from.
#[derive(Debug, Args)]
pub(super) struct SuiteArgs {
    /// Folder of the suite; by default `fixtures/` of the checkout, else the suite inside this binary
    #[arg(long, value_name = "FOLDER", env = "DAMERO_FIXTURES", global = true)]
    pub(super) fixtures: Option<PathBuf>,
}

/// Faults shown of one file: more do not help, and drawing each takes time.
pub(super) const MOST_SHOWN: usize = 100;

/// Prints what is wrong in one file.
pub(super) fn print_diagnostics(file: &SuiteFile, found: &[diagnostic::Diagnostic]) {
    for line in shown(file, found.iter(), |one| diagnostic::render(&file.path, &file.text, one, true)) {
        print_error(line);
    }
}

/// What is wrong in one file, written by `write`; of very many the first, and how many more there are.
pub(super) fn shown<'d>(
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
pub(super) fn shown_problems(
    suite: &Suite,
    write: impl Fn(&SuiteFile, &diagnostic::Diagnostic) -> String,
) -> impl Iterator<Item = String> {
    suite.problems.chunk_by(|a, b| a.file == b.file).flat_map(move |of_file| {
        let file = &suite.files[of_file[0].file];
        shown(file, of_file.iter().map(|problem| &problem.diagnostic), |one| write(file, one))
    })
}

/// Prints what is wrong in the files of a suite; true where something is.
pub(super) fn print_problems(suite: &Suite) -> bool {
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
pub(super) fn load_rules(suite: &SuiteArgs, name: &str) -> Result<(Suite, String), Failure> {
    let (private, name) = private_rulebook(name)?;
    let load = Load { cases: Some(Vec::new()), rulebooks: private.into_iter().collect() };
    let suite = crate::lint::load(&Origin::find(suite.fixtures.as_deref()), load)?;
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
pub(super) fn private_rulebook(name: &str) -> Result<(Option<SuiteFile>, Option<String>), Failure> {
    if name.ends_with(".yaml") || name.ends_with(".yml") {
        Ok((Some(read_file(name.as_ref())?), None))
    } else {
        Ok((None, Some(name.to_string())))
    }
}

/// The rules of a name.
pub(super) fn find_rules<'s>(suite: &'s Suite, name: &str) -> Result<&'s RuleSet, Failure> {
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
pub(super) fn read_position(rules: &RuleSet, text: &str) -> Result<damero_engine::Position, Failure> {
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
pub(super) fn game_from(rules: &RuleSet, position: &str, played: &[String]) -> Result<(Game, String), Failure> {
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
pub(super) fn over_soon(game: &Game) -> Option<String> {
    let position = game.position();
    let other = position.turn().opponent();
    position
        .pieces(other)
        .is_empty()
        .then(|| format!("{} has no pieces: the game is over as soon as it is {}'s turn", other.name(), other.name()))
}

/// What to say of a text that is a position if its numbers run from another corner.
pub(super) fn in_other_numbers(rules: &RuleSet, text: &str) -> Option<String> {
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
pub(super) fn note_lookalikes(text: &str) -> String {
    use damero_engine::notation::lookalike;
    let line = |alike: &lookalike::Lookalike| format!("Note: {alike}\n");
    lookalike::in_text(text).into_iter().map(line).collect()
}

/// A position drawn as the commands show it: with letters where asked for, edges named the variant's way.
pub(super) fn draw(arbiter: &damero_engine::Arbiter, position: &damero_engine::Position, ascii: bool) -> String {
    arbiter.draw(position, crate::report::style(ascii))
}

/// Why a run that asked nothing is no success.
pub(super) const NOTHING_RAN: &str = "every check is unsupported or excused: nothing ran";

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a number of seconds, such as 10 or 0.5, up to a day".to_string();
    let number: f64 = text.parse().map_err(|_| wrong())?;
    if number > 0.0 && number <= 86_400.0 { Ok(Duration::from_secs_f64(number)) } else { Err(wrong()) }
}

pub(super) fn described(adapter: Option<&str>) -> Result<Option<Description>, Failure> {
    let Some(path) = adapter.and_then(description::find) else { return Ok(None) };
    match description::read(&path) {
        Ok(description) => Ok(Some(description)),
        Err(DescriptionError::File(error)) => Err(error.into()),
        Err(DescriptionError::Wrong(file, found)) => {
            print_diagnostics(&file, &found);
            Err(Failure::Broken)
        }
    }
}

/// How an adapter is started: by its description, or as the command line says.
pub(super) fn program(command: &str, described: Option<&Description>) -> Result<Program, String> {
    described.map_or_else(|| Program::parse(command), |described| Ok(described.program.clone()))
}

/// Refuses an adapter whose library is not installed, before it fails in words of its own.
pub(super) fn installed(described: &Description) -> Result<(), Failure> {
    match &described.environment_folder {
        Some(folder) if !folder.exists() => Err(Failure::Adapter(format!(
            "the library of `{name}` is not installed; set it up with `harness/adapters/install --only {name}`",
            name = described.name
        ))),
        _ => Ok(()),
    }
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

/// Writes generated files and removes those that are not generated any more, or compares them with what is there and
/// says which are stale.
pub(super) fn write_or_compare(
    files: Vec<(PathBuf, String)>,
    gone: &[PathBuf],
    check: bool,
    command: &str,
) -> Result<(), Failure> {
    let mut stale = gone.len();
    let total = files.len();
    for path in gone {
        if check {
            print_error(format_args!("{}: not generated any more; `{command}` removes it", path.display()));
        } else {
            std::fs::remove_file(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
            print(&format!("removed {}\n", path.display()))?;
        }
    }
    for (path, text) in files {
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        if there == text {
            continue;
        }
        stale += 1;
        if check {
            print_error(format_args!("{}: stale; `{command}` writes it anew", path.display()));
            let changes = diff::lines(&there, &text).into_iter().filter_map(|change| match change {
                diff::Result::Left(line) => Some(format!("  -{line}")),
                diff::Result::Right(line) => Some(format!("  +{line}")),
                diff::Result::Both(..) => None,
            });
            for line in changes.take(20) {
                print_error(format_args!("{line}"));
            }
        } else {
            write_file(&path, &text)?;
            print(&format!("wrote {}\n", path.display()))?;
        }
    }
    if check && stale > 0 {
        return Err(Failure::Mismatch);
    }
    if stale == 0 {
        print(&format!("{total} files are up to date\n"))?;
    }
    Ok(())
}
