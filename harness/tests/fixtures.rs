//! The suite as tests: every case a trial of its own, every fixture file a snapshot of the engine's answers.
//!
//! Found at run time, so that a new fixture is a new test without a rebuild; finding none is a failure.

use damero::checks::{Check, checks_of};
use damero::files::Origin;
use damero::format::yaml;
use damero::implementation::engine::EngineImplementation;
use damero::lint;
use damero::runner::{Verdict, judge};
use damero::suite::{Load, Suite};
use damero_engine::{Arbiter, Move};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Where the snapshots of answers lie.
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/answers");

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let suite = match lint::load(&Origin::Folder(fixtures), Load::default()) {
        Ok(suite) => Arc::new(suite),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let engine = Arc::new(EngineImplementation::new(&suite));

    let mut trials = vec![
        trial("suite::has-no-problem", &suite, no_problem),
        trial("suite::reads-the-same-elsewhere", &suite, portable),
        trial("suite::inside-the-binary-is-this-one", &suite, embedded),
        trial("suite::answers-are-of-its-fixtures", &suite, no_orphans),
    ];
    let mut cases = 0;
    for (index, fixture) in suite.fixtures.iter().enumerate() {
        for (number, case) in fixture.cases.iter().enumerate() {
            cases += 1;
            let (suite, engine) = (suite.clone(), engine.clone());
            let name = format!("case::{}", case.id.value);
            trials.push(Trial::test(name, move || run_case(&suite, &engine, index, number)));
        }
        let suite = suite.clone();
        let name = snapshot_name(&suite.files[fixture.file].path);
        trials.push(Trial::test(format!("answers::{name}"), move || {
            insta::with_settings!({
                snapshot_path => Path::new(ANSWERS),
                prepend_module_to_snapshot => false,
                omit_expression => true,
            }, {
                insta::assert_snapshot!(name.as_str(), answers(&suite, index));
            });
            Ok(())
        }));
    }
    for index in 0..suite.perft.len() {
        let suite = suite.clone();
        trials.push(Trial::test(format!("perft::{}", suite.perft[index].id.value), move || perft(&suite, index)));
    }
    if cases == 0 || suite.perft.is_empty() {
        eprintln!("no case found: the fixtures are not where they should be");
        return ExitCode::FAILURE;
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: &str, suite: &Arc<Suite>, test: fn(&Suite) -> Result<(), Failed>) -> Trial {
    let suite = suite.clone();
    Trial::test(name, move || test(&suite))
}

/// Counts a published table to every depth of so many nodes; `DAMERO_PERFT_NODES` asks for deeper ones.
fn perft(suite: &Suite, index: usize) -> Result<(), Failed> {
    let most = match std::env::var("DAMERO_PERFT_NODES") {
        Err(_) => 300_000,
        Ok(text) => text.parse().map_err(|error| format!("DAMERO_PERFT_NODES: {error}"))?,
    };
    let table = &suite.perft[index];
    let arbiter = &suite.rules(table.variant).ok_or("no such variant")?.arbiter;
    let position = arbiter.read(&table.position.value).map_err(|error| error.to_string())?;
    let mut counted = 0;
    for &(depth, nodes) in table.nodes.iter().filter(|(_, nodes)| *nodes <= most) {
        counted += 1;
        let ours = arbiter.perft(&position, depth, table.identity).expect("the captures of a position can be listed");
        if ours != nodes {
            return Err(format!("depth {depth}: {ours}, published are {nodes} ({})", table.source).into());
        }
    }
    if counted == 0 { Err("no depth is shallow enough".into()) } else { Ok(()) }
}

fn snapshot_name(path: &str) -> String {
    let below = path.rsplit_once("/cases/").map_or(path, |(_, below)| below);
    below.trim_end_matches(".yaml").replace('/', "__")
}

fn no_problem(suite: &Suite) -> Result<(), Failed> {
    let shown: Vec<String> = suite
        .problems
        .iter()
        .map(|problem| {
            let file = &suite.files[problem.file];
            damero::format::diagnostic::one_line(&file.path, &file.text, &problem.diagnostic)
        })
        .collect();
    if shown.is_empty() { Ok(()) } else { Err(shown.join("\n").into()) }
}

fn portable(suite: &Suite) -> Result<(), Failed> {
    for file in &suite.files {
        let ours = yaml::read(&file.text).map_err(|diagnostic| diagnostic.message)?;
        let theirs = yaml::read_elsewhere(&file.text).map_err(|error| format!("{}: {error}", file.path))?;
        if let Some(difference) = yaml::first_difference(&ours, &theirs) {
            return Err(format!("{}: byte {}: {difference}", file.path, difference.at).into());
        }
    }
    Ok(())
}

fn embedded(suite: &Suite) -> Result<(), Failed> {
    let inside = lint::load(&Origin::Embedded, Load::default()).map_err(|error| error.to_string())?;
    let texts = |suite: &Suite| suite.files.iter().map(|file| file.text.clone()).collect::<Vec<_>>();
    if texts(&inside) == texts(suite) { Ok(()) } else { Err("the suite inside the binary differs".into()) }
}

/// A fixture that left takes its snapshot with it.
fn no_orphans(suite: &Suite) -> Result<(), Failed> {
    let wanted: BTreeSet<String> =
        suite.fixtures.iter().map(|fixture| snapshot_name(&suite.files[fixture.file].path) + ".snap").collect();
    let orphans: Vec<String> = std::fs::read_dir(ANSWERS)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.as_ref().is_ok_and(|name| !wanted.contains(name)))
        .collect::<std::io::Result<_>>()?;
    if orphans.is_empty() { Ok(()) } else { Err(format!("no fixture has these snapshots: {orphans:?}").into()) }
}

fn run_case(suite: &Suite, engine: &EngineImplementation, fixture: usize, case: usize) -> Result<(), Failed> {
    let fixture = &suite.fixtures[fixture];
    let checks = checks_of(suite, fixture, &fixture.cases[case]);
    for check in &checks {
        let outcome = judge(suite, check, engine);
        if outcome.verdict != Verdict::Pass {
            let turned = outcome.turned.map(|fen| format!(", turned: {fen}")).unwrap_or_default();
            return Err(format!("{}{turned}: {:#?}", check.name(), outcome.verdict).into());
        }
    }
    if checks.is_empty() { Err("the case has no check".into()) } else { Ok(()) }
}

/// What the engine answers to the questions of a fixture file, for people to read: a line for each position asked about,
/// with how it stands and the moves. Where a case is about several variants, those that answer the same share a line.
///
/// The line is the answer of the variant. A rulebook has a line of its own only where it answers otherwise, with what is
/// different there, so that a new rulebook changes no line of the others.
fn answers(suite: &Suite, fixture: usize) -> String {
    let mut text = String::new();
    let fixture = &suite.fixtures[fixture];
    for case in &fixture.cases {
        let checks = checks_of(suite, fixture, case);
        let mut variants: Vec<&str> = checks.iter().map(|check| check.rules.variant).collect();
        variants.dedup();
        let named = variants.len() > 1 || !case.id.value.starts_with(&format!("{}.", variants[0]));
        let plies: BTreeSet<usize> = checks.iter().flat_map(plies_of).collect();
        for ply in plies {
            let mut lines: Vec<(Answer, Vec<&str>, String)> = Vec::new();
            for &variant in &variants {
                let asked = |check: &&Check<'_>| check.rules.variant == variant && plies_of(check).contains(&ply);
                let Some(any) = checks.iter().find(asked) else { continue };
                let rules = suite.rules(variant).expect("every variant has rules");
                let usual = Answer::of(&Check { rules, ..any.clone() }, ply);
                let mut others = String::new();
                for check in checks.iter().filter(asked) {
                    let answer = Answer::of(check, ply);
                    if answer != usual {
                        let _ = writeln!(others, "    {}: {}", check.rules.name, answer.beside(&usual));
                    }
                }
                match lines.iter_mut().find(|(answer, ..)| *answer == usual) {
                    Some((_, names, among)) => {
                        names.push(variant);
                        *among += &others;
                    }
                    None => lines.push((usual, vec![variant], others)),
                }
            }
            for (answer, names, others) in lines {
                let names = if named { format!(" {}", names.join(", ")) } else { String::new() };
                let ply = if case.play.is_empty() { String::new() } else { format!(" ply {ply}") };
                let _ = write!(text, "{}{names}{ply}: {answer}\n{others}", case.id.value);
            }
        }
    }
    text
}

/// The plies a check asks about; the position that must be refused is asked about before the first.
fn plies_of(check: &Check<'_>) -> BTreeSet<usize> {
    check.points.iter().map(|(ply, _)| *ply).chain(check.rejects.map(|_| 0)).collect()
}

/// How a position stands and what may be played.
#[derive(PartialEq, Eq)]
struct Answer {
    /// The position, where moves led to it; what the fixture has is not repeated.
    position: String,
    state: String,
    moves: String,
}

impl Answer {
    fn of(check: &Check<'_>, ply: usize) -> Self {
        let arbiter = &check.rules.arbiter;
        let Some(game) = check.game_at(ply) else {
            let state = match arbiter.read(&check.fen) {
                Err(error) => format!("refused ({})", error.refusals()),
                Ok(_) => "not reached".to_string(),
            };
            return Answer { position: String::new(), state, moves: String::new() };
        };
        let mut state = game.outcome().map_or("open".to_string(), |outcome| outcome.to_string());
        let claims: Vec<String> = game.claims().iter().map(ToString::to_string).collect();
        if !claims.is_empty() {
            let _ = write!(state, ", may claim {}", claims.join(" "));
        }
        Answer {
            position: if ply == 0 { String::new() } else { arbiter.fen(game.position()) },
            state,
            moves: moves(arbiter, &arbiter.moves(game.position()).expect("the captures of a position can be listed")),
        }
    }

    /// What is different from the answer of the variant.
    fn beside(&self, usual: &Answer) -> Answer {
        let only = |ours: &str, theirs: &str| if ours == theirs { String::new() } else { ours.to_string() };
        Answer {
            position: only(&self.position, &usual.position),
            state: self.state.clone(),
            moves: if self.moves.is_empty() { "no moves".into() } else { only(&self.moves, &usual.moves) },
        }
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [&self.position, &self.state, &self.moves];
        let parts: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        f.write_str(&parts.join(" · "))
    }
}

/// The moves; quiet steps and single landings of one piece together, `32-27,28`, and the captured pieces only where nothing
/// else tells two captures apart.
fn moves(arbiter: &Arbiter, moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(|played| arbiter.full_text(played)).collect();
    let mut text = String::new();
    let mut before = "";
    for (played, written) in moves.iter().zip(&texts) {
        let ends = written.find(['-', 'x', ':']).map_or((written.as_str(), ""), |sign| written.split_at(sign + 1));
        if before == ends.0 && !ends.1.contains(['-', 'x', ':']) {
            let _ = write!(text, ",{}", ends.1);
        } else {
            let _ = write!(text, " {written}");
        }
        before = if ends.1.contains(['-', 'x', ':']) { "" } else { ends.0 };
        if texts.iter().filter(|text| *text == written).count() > 1 {
            let captured: Vec<String> = played.captured().iter().map(|s| arbiter.geometry().name(s)).collect();
            let _ = write!(text, "<{}>", captured.join(","));
        }
    }
    text.trim_start().to_string()
}
