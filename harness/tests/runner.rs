//! The runner against adapters that go wrong on purpose (`tests/adapters/`): each brings down exactly the check it
//! deserves, within a time, and leaves nothing running.
//!
//! They are written in Python. Where there is none, these tests have nothing to run and say so, unless
//! `DAMERO_RUNTIMES=required` is set, as it is in CI.
#![cfg(unix)]

#[path = "common/runtimes.rs"]
mod runtimes;

use damero::checks::checks;
use damero::files::{Origin, SuiteFile};
use damero::implementation::Implementation;
use damero::implementation::adapter::{Adapter, Options, StartError};
use damero::implementation::process::Program;
use damero::lint;
use damero::record::Word;
use damero::runner::{RunReport, run};
use damero::sensitivity::Grounding;
use damero::suite::{Load, Suite};
use rstest::rstest;
use runtimes::there;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The position the bad adapters go wrong at.
const BAD: &str = "W:WK18:BK1";
/// Longer than any of these may take on a busy machine; a runner that waits for what never comes takes for ever.
const BOUND: Duration = Duration::from_secs(60);

/// Whether there is a Python to run the adapters with.
fn python() -> bool {
    there("python3")
}

/// Thirty positions that `good.py` answers as expected, the bad one among them.
fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| {
        let mut text = "topic: For bad adapters\nclauses: [kondavo/board]\ncases:\n".to_string();
        for square in 2..=31 {
            text += &format!(
                "  - {{id: english.bad.king-on-{square}, variant: english/kondavo, why: None., position: \
                 \"W:WK{square}:BK1\", count: 0}}\n"
            );
        }
        let file = SuiteFile::new("bad.yaml", text);
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        let load = Load { cases: Some(vec![file]), rulebooks: Vec::new() };
        let suite = lint::load(&Origin::Folder(fixtures), load).expect("readable");
        let wrong: Vec<&str> = suite.problems.iter().map(|p| p.diagnostic.message.as_str()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        suite
    })
}

fn grounding() -> &'static Grounding<'static> {
    static GROUNDING: OnceLock<Grounding<'static>> = OnceLock::new();
    GROUNDING.get_or_init(|| Grounding::new(suite()))
}

fn program(name: &str, argument: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/adapters").join(format!("{name}.py"));
    assert!(path.exists(), "{}", path.display());
    let argv = ["python3", path.to_str().expect("text"), argument].map(str::to_string).to_vec();
    // Some machines have Python flush every line, which would heal one of the adapters.
    let environment = vec![("PYTHONUNBUFFERED".to_string(), String::new())];
    Program { argv, environment, ..Program::default() }
}

fn options() -> Options {
    Options {
        timeout: Duration::from_secs(2),
        start_timeout: Duration::from_secs(20),
        restarts: 20,
        ..Options::default()
    }
}

/// Runs the thirty checks; gives the verdict on the bad one, those on the others, and what was noticed.
fn verdicts(program: Program, options: Options) -> (Word, Vec<Word>, Vec<String>, String) {
    let began = Instant::now();
    let adapter = Adapter::start(program, options).unwrap_or_else(|error| panic!("{error}"));
    let suite = suite();
    let RunReport { outcomes, notices, .. } = run(suite, checks(suite), &adapter, None, &|| {});
    drop(adapter);
    assert!(began.elapsed() < BOUND, "{:?}", began.elapsed());
    let records: Vec<_> = outcomes.iter().map(|outcome| outcome.record(grounding(), false)).collect();
    assert_eq!(records.len(), 30);
    let bad =
        records.iter().position(|r| r.position.as_deref() == Some(BAD) || r.case.ends_with("-18")).expect("there");
    let others = records.iter().enumerate().filter(|(index, _)| *index != bad).map(|(_, r)| r.verdict).collect();
    (records[bad].verdict, others, notices, records[bad].message.clone().unwrap_or_default())
}

fn all_pass(words: &[Word]) -> bool {
    words.iter().all(|word| *word == Word::Pass)
}

/// What goes wrong at one request is the fault of that check alone.
#[rstest]
#[case::slow("slow", Word::Timeout, "no answer within 2 s")]
#[case::silent("silent", Word::Timeout, "no answer within 2 s")]
#[case::ignores_sigterm("ignores-sigterm", Word::Timeout, "it was killed")]
#[case::garbage("garbage", Word::Violation, "not JSON")]
#[case::not_an_object("not-an-object", Word::Violation, "no JSON object")]
#[case::invalid_utf8("invalid-utf8", Word::Violation, "not UTF-8")]
#[case::deep_json("deep-json", Word::Violation, "recursion limit")]
#[case::endless_line("endless-line", Word::Violation, "longer than 1048576 bytes")]
#[case::long_line("long-line", Word::Violation, "longer than 1048576 bytes")]
#[case::floods_stdout("floods-stdout", Word::Violation, "never asked")]
#[case::wrong_id("wrong-id", Word::Violation, "")]
#[case::no_id("no-id", Word::Violation, "without the id of its request")]
#[case::null_id("null-id", Word::Violation, "without the id of its request")]
#[case::duplicate_answer("duplicate-answer", Word::Violation, "a second answer")]
#[case::wrong_shape("wrong-shape", Word::Violation, "not as the protocol has it")]
#[case::dies("dies", Word::Crash, "exit code 3\nits standard error ends with:\nTraceback")]
#[case::dies_mid_line("dies-mid-line", Word::Crash, "in the middle of a line")]
#[case::killed("killed", Word::Crash, "signal 9")]
#[case::closes_stdout("closes-stdout", Word::Crash, "closed its output")]
#[case::escaped_grandchild("escaped-grandchild", Word::Crash, "")]
#[case::refuses("refuses", Word::Refused, "too-many-pieces")]
#[case::claimed_unsupported("claimed-unsupported", Word::Unanswered, "")]
#[case::fails("fails", Word::Error, "")]
#[case::long_texts("long-texts", Word::Error, "… (320000 bytes in all)")]
#[case::floods_stderr("floods-stderr", Word::Pass, "")]
#[case::exits_after_answer("exits-after-answer", Word::Pass, "")]
fn one_check_pays(#[case] name: &str, #[case] expected: Word, #[case] says: &str) {
    if !python() {
        return;
    }
    for workers in [1, 2] {
        let mut program = program(name, BAD);
        program.environment.push(("SECONDS".to_string(), "30".to_string()));
        let (bad, others, notices, message) = verdicts(program, Options { workers, ..options() });
        assert_eq!(bad, expected, "{message} {notices:?}");
        assert!(message.contains(says), "`{message}` does not say `{says}`");
        assert!(all_pass(&others), "{others:?} {notices:?}");
        assert!(message.len() < 10_000, "a message of {} bytes", message.len());
    }
}

/// What is nobody's fault is nobody's failure.
#[rstest]
#[case::good("good", None)]
#[case::out_of_order("out-of-order", None)]
#[case::crlf("crlf", None)]
#[case::lingers("lingers", Some("did not end when its input did"))]
#[case::needs_one_at_a_time("needs-one-at-a-time", Some("asked one at a time it answered all"))]
fn nobody_pays(#[case] name: &str, #[case] notice: Option<&str>) {
    if !python() {
        return;
    }
    let (bad, others, notices, message) = verdicts(program(name, BAD), options());
    assert_eq!(bad, Word::Pass, "{message}");
    assert!(all_pass(&others), "{others:?}");
    match notice {
        None => assert!(notices.is_empty(), "{notices:?}"),
        Some(notice) => assert!(notices.iter().any(|text| text.contains(notice)), "{notices:?}"),
    }
}

/// Starting again has an end.
#[rstest]
#[case::crash_always("crash-always")]
#[case::exits_after_each_answer("exits-after-each-answer")]
fn restarts_are_bounded(#[case] name: &str) {
    if !python() {
        return;
    }
    let (_, others, notices, _) = verdicts(program(name, "*"), Options { restarts: 4, ..options() });
    assert!(notices.iter().any(|notice| notice.contains("started again 4 times and then given up")), "{notices:?}");
    assert!(others.iter().filter(|word| **word == Word::Crash).count() > 10, "{others:?}");
}

/// An adapter that never says who it is cannot be run, and says why.
#[rstest]
#[case::silent_hello("silent-hello", "no answer to `hello` within")]
#[case::never_flushes("never-flushes", "no answer to `hello` within")]
#[case::banner("banner", "not JSON")]
#[case::no_protocol("no-protocol", "version 99")]
#[case::wrong_claims("wrong-claims", "not as the protocol has it")]
#[case::dies_at_start("dies-at-start", "no answer to `hello`: it ended with exit code")]
fn it_cannot_be_run(#[case] name: &str, #[case] says: &str) {
    if !python() {
        return;
    }
    let began = Instant::now();
    let options = Options { start_timeout: Duration::from_secs(3), ..options() };
    let error: StartError = Adapter::start(program(name, BAD), options).expect_err("no adapter");
    assert!(error.message.contains(says), "{error}");
    assert!(began.elapsed() < BOUND);
}

#[test]
fn what_is_no_program_cannot_be_run() {
    let program = Program { argv: vec!["no-such-program-anywhere".to_string()], ..Program::default() };
    let error = Adapter::start(program, options()).expect_err("no program");
    assert!(error.message.contains("`no-such-program-anywhere` cannot be started"), "{error}");
}

/// Answers that come in another order, or to other workers, make no difference to the results.
#[test]
fn the_order_of_asking_does_not_matter() {
    if !python() {
        return;
    }
    let suite = suite();
    let all = |seed, workers, window| {
        let options = Options { workers, window, ..options() };
        let adapter = Adapter::start(program("dies", BAD), options).expect("an adapter");
        let ran = run(suite, checks(suite), &adapter, seed, &|| {});
        ran.outcomes.iter().map(|outcome| outcome.record(grounding(), false)).collect::<Vec<_>>()
    };
    let plain = all(None, 1, 32);
    for (seed, workers, window) in [(Some(1), 1, 1), (Some(2), 3, 8), (None, 2, 1)] {
        assert_eq!(all(seed, workers, window), plain, "seed {seed:?}, {workers} workers, window {window}");
    }
}

fn runs(pid: i32) -> bool {
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), None).is_ok() && !is_zombie(pid)
}

/// A dead process whose parent has not looked yet.
fn is_zombie(pid: i32) -> bool {
    let status = Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output();
    status.is_ok_and(|output| output.stdout.first() == Some(&b'Z'))
}

fn gone(pids: &Path) -> bool {
    let until = Instant::now() + Duration::from_secs(10);
    let pids: Vec<i32> = std::fs::read_to_string(pids)
        .expect("the adapter wrote its ids")
        .split_whitespace()
        .map(|pid| pid.parse().expect("a number"))
        .collect();
    assert!(pids.len() >= 2, "the adapter and what it started: {pids:?}");
    while pids.iter().any(|pid| runs(*pid)) {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// The adapter is killed with everything it has started, on Linux also with what has a session of its own.
#[rstest]
#[case::in_its_group("grandchild")]
#[cfg_attr(target_os = "linux", case::in_a_session_of_its_own("grandchild-in-a-session"))]
fn all_it_has_started_is_killed(#[case] name: &str) {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pids = folder.path().join("pids");
    let mut program = program(name, BAD);
    program.environment.push(("PIDS".to_string(), pids.display().to_string()));
    let (bad, others, ..) = verdicts(program, options());
    assert_eq!(bad, Word::Timeout);
    assert!(all_pass(&others));
    assert!(gone(&pids), "left running");
}

/// A run that is killed in its middle leaves nothing behind.
#[rstest]
#[case::asked("grandchild", nix::sys::signal::Signal::SIGTERM)]
#[case::from_the_keyboard("grandchild", nix::sys::signal::Signal::SIGINT)]
#[case::at_once("grandchild", nix::sys::signal::Signal::SIGKILL)]
#[cfg_attr(target_os = "linux", case::sessions("grandchild-in-a-session", nix::sys::signal::Signal::SIGKILL))]
fn a_killed_run_leaves_nothing_behind(#[case] name: &str, #[case] signal: nix::sys::signal::Signal) {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pids: PathBuf = folder.path().join("pids");
    let argv = program(name, "*").argv;
    let mut run = Command::new(env!("CARGO_BIN_EXE_damero"))
        .args(["check", "--variant", "english", "--adapter", &shell_words::join(argv), "--timeout", "600"])
        .env("PIDS", &pids)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let until = Instant::now() + BOUND;
    while std::fs::read_to_string(&pids).map_or(0, |text| text.split_whitespace().count()) < 2 {
        assert!(Instant::now() < until, "the adapter never hung");
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = nix::unistd::Pid::from_raw(i32::try_from(run.id()).expect("an id"));
    nix::sys::signal::kill(pid, signal).expect("killed");
    // Who runs the tests may have the signal ignored, and then what they start ignores it too.
    let until = Instant::now() + BOUND;
    while run.try_wait().expect("there").is_none() {
        if Instant::now() > until {
            run.kill().expect("killed");
            panic!("{signal} does not end a program here");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(gone(&pids), "left running");
}

#[test]
fn the_adapter_says_what_it_claims() {
    if !python() {
        return;
    }
    let adapter = Adapter::start(program("good", BAD), options()).expect("an adapter");
    assert_eq!(adapter.hello().name, "good");
    assert_eq!(adapter.hello().rules, ["english"]);
}
