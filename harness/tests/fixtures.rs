//! The suite as tests: every case a trial of its own, every fixture file a snapshot of the engine's whole answers.
//!
//! Found at run time, so that a new fixture is a new test without a rebuild; finding none is a failure.

use damero::files::Origin;
use damero::fixture::resolve::{Check, checks_of};
use damero::format::yaml;
use damero::implementation::engine::EngineImplementation;
use damero::runner::{Verdict, judge};
use damero::suite::{Load, Suite};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let suite = match Suite::load(&Origin::Folder(fixtures), Load::default()) {
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
        trial("suite::every-rulebook-takes-the-fast-path", &suite, fast_path),
        trial("suite::inside-the-binary-is-this-one", &suite, embedded),
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
                snapshot_path => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/answers"),
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
        let ours = arbiter.perft(&position, depth, table.identity);
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

fn fast_path(suite: &Suite) -> Result<(), Failed> {
    let slow: Vec<&str> =
        suite.rule_sets().iter().filter(|set| !set.arbiter.has_fast_path()).map(|set| set.name.as_str()).collect();
    if slow.is_empty() { Ok(()) } else { Err(format!("no compiled generator for {}", slow.join(", ")).into()) }
}

fn embedded(suite: &Suite) -> Result<(), Failed> {
    let inside = Suite::load(&Origin::Embedded, Load::default()).map_err(|error| error.to_string())?;
    let texts = |suite: &Suite| suite.files.iter().map(|file| file.text.clone()).collect::<Vec<_>>();
    if texts(&inside) == texts(suite) { Ok(()) } else { Err("the suite inside the binary differs".into()) }
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

/// Everything the engine says of the positions of a fixture file: legal moves with paths and captures, result, claims.
/// Rulebooks that say the same share a paragraph.
fn answers(suite: &Suite, fixture: usize) -> String {
    let mut text = String::new();
    let fixture = &suite.fixtures[fixture];
    for case in &fixture.cases {
        let _ = writeln!(text, "{}", case.id.value);
        let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for check in checks_of(suite, fixture, case) {
            said.entry(answer(&check)).or_default().push(check.rules.name.clone());
        }
        for (answer, rules) in said {
            let _ = writeln!(text, "  {}", rules.join(", "));
            text += &answer;
        }
    }
    text
}

fn answer(check: &Check<'_>) -> String {
    let mut text = String::new();
    let mut plies: Vec<usize> = check.points.iter().map(|(ply, _)| *ply).collect();
    plies.sort_unstable();
    plies.dedup();
    if check.rejects.is_some() {
        plies.push(0);
    }
    for ply in plies {
        let Some(game) = check.game_at(ply) else {
            let error = check.rules.arbiter.read(&check.fen).expect_err("what cannot be played was refused");
            let _ = writeln!(text, "    refused: {}", error.refusals());
            continue;
        };
        let arbiter = &check.rules.arbiter;
        let moves = arbiter.moves(game.position());
        let outcome = game.outcome().map_or("ongoing".to_string(), |outcome| outcome.to_string());
        let _ = writeln!(text, "    ply {ply} {} {outcome}", arbiter.fen(game.position()));
        if !game.claims().is_empty() {
            let _ = writeln!(text, "      may claim {:?}", game.claims());
        }
        for played in &moves {
            let taken: Vec<String> = played.captured().iter().map(|s| arbiter.geometry().name(s)).collect();
            let crowned = if played.crowns() { " crowned" } else { "" };
            let taken = if taken.is_empty() { String::new() } else { format!(" takes {}", taken.join(",")) };
            let _ = writeln!(text, "      {}{taken}{crowned}", arbiter.full_text(played));
        }
    }
    text
}
