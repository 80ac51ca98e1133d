//! What a run leaves behind: its reports, its exit code, and nothing that looks like either of them and is not. Readers
//! that go away, devices, links, files of an earlier run, runs that are killed, parts in which nothing ran.
#![cfg(unix)]

#[path = "common/program.rs"]
mod program;
#[path = "common/runtimes.rs"]
mod runtimes;

use program::{damero, damero_in, root, shown};
use rstest::rstest;
use runtimes::there;
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A fixture whose only case fails on the engine.
const WRONG: &str = "topic: Wrong on purpose\nclauses: [kondavo/board]\ncases:\n  - {id: english.wrong.count, variant: \
                     english/kondavo, why: None., position: start, count: 8}\n";

struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("wrong.yaml"), WRONG).expect("written");
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn at(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run(&self, line: &str) -> Output {
        let arguments: Vec<&str> = line.split(' ').collect();
        damero_in(self.folder.path(), &arguments, b"")
    }

    /// Runs it with a standard output, or error, that nobody reads.
    fn unread(&self, line: &str, error: bool) -> Option<i32> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
        command.args(line.split(' ')).current_dir(self.folder.path()).env("DAMERO_FIXTURES", root().join("fixtures"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = if error { command.stderr(Stdio::piped()) } else { command.stdout(Stdio::piped()) }
            .spawn()
            .expect("the program starts");
        drop((child.stdout.take(), child.stderr.take()));
        child.wait().expect("it ends").code()
    }
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// Whoever stops reading changes neither the exit code nor the other reports.
#[test]
fn a_reader_that_goes_away_changes_nothing() {
    let place = Place::new();
    for format in ["text", "jsonl", "tap", "markdown", "junit", "github"] {
        let other = if format == "junit" { "tap" } else { "junit" };
        let line = format!("check wrong.yaml --format {format} --format {other}=other.out --durations times.jsonl");
        assert_eq!(place.unread(&line, false), Some(1), "{line}");
        assert!(place.text("other.out").contains("english.wrong.count"), "{line}");
        assert!(place.text("times.jsonl").contains("english.wrong.count"), "{line}");
    }
    assert_eq!(place.unread("check wrong.yaml", true), Some(1));

    fs::copy(root().join("fixtures/games/english.pdn"), place.path("games.pdn")).expect("copied");
    assert_eq!(place.unread("replay --all -r russian games.pdn", false), Some(1));
    assert_eq!(place.unread("explain -r english/kondavo start 11-20", false), Some(1));
    assert_eq!(place.unread("moves -r english start", false), Some(0));
    fs::write(place.path("bad.yaml"), "topic: no cases\n").expect("written");
    assert_eq!(place.unread("lint bad.yaml", true), Some(3));
    assert_eq!(place.unread("lint --format short bad.yaml", false), Some(3));

    assert_eq!(code(&place.run("check wrong.yaml --format jsonl=results.jsonl")), Some(1));
    assert_eq!(place.unread("report results.jsonl", false), Some(1));
    assert_eq!(place.unread("report results.jsonl --format tap --markdown m.md", false), Some(1));
    assert!(place.text("m.md").contains("english.wrong.count"));
}

/// Files are replaced as a whole and keep their mode; links stay links, and lead to the new text.
#[test]
fn what_stands_at_the_path_stays_what_it_is() {
    let place = Place::new();
    fs::create_dir(place.path("real")).expect("made");
    fs::write(place.path("real/junit.xml"), "old").expect("written");
    fs::set_permissions(place.path("real/junit.xml"), fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real/junit.xml", place.path("first")).expect("linked");
    symlink("first", place.path("second")).expect("linked");
    symlink("real/new.tap", place.path("dangling")).expect("linked");
    let output = place.run("check wrong.yaml -q --format text --format junit=second --format tap=dangling");
    assert_eq!(code(&output), Some(1), "{}", shown(&output));
    for link in ["first", "second", "dangling"] {
        assert!(fs::symlink_metadata(place.path(link)).expect("there").is_symlink(), "{link}");
    }
    assert!(place.text("real/junit.xml").contains("<testsuites"));
    assert_eq!(fs::metadata(place.path("real/junit.xml")).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(place.text("real/new.tap").starts_with("TAP version 14"));
    let left: Vec<_> = fs::read_dir(place.path("real")).expect("a folder").collect();
    assert_eq!(left.len(), 2, "nothing beside them: {left:?}");

    // A baseline behind a link, too.
    symlink("real/baseline.yaml", place.path("baseline.yaml")).expect("linked");
    let output = place.run("check wrong.yaml -q --baseline baseline.yaml --update-baseline");
    assert_eq!(code(&output), Some(0), "{}", shown(&output));
    assert!(fs::symlink_metadata(place.path("baseline.yaml")).expect("there").is_symlink());
    assert!(place.text("real/baseline.yaml").contains("english.wrong.count"));
}

/// What is no regular file is written into, and still there afterwards.
#[test]
fn devices_and_pipes_are_written_into() {
    let place = Place::new();
    for name in ["pipe", "results"] {
        assert!(Command::new("mkfifo").arg(place.path(name)).status().expect("mkfifo").success());
    }
    symlink("pipe", place.path("link")).expect("linked");
    let readers = ["pipe", "results"].map(|name| {
        let path = place.path(name);
        std::thread::spawn(move || fs::read_to_string(path).expect("written"))
    });
    let output = place.run("check wrong.yaml -q --format text --format junit=link --format jsonl=results");
    assert_eq!(code(&output), Some(1), "{}", shown(&output));
    assert!(fs::symlink_metadata(place.path("pipe")).expect("there").file_type().is_fifo());
    let [junit, jsonl] = readers.map(|reader| reader.join().expect("read"));
    assert!(junit.starts_with("<?xml") && junit.trim_end().ends_with("</testsuites>"), "{junit}");
    assert_eq!(jsonl.lines().count(), 3, "a run, a check, a summary: {jsonl}");
}

#[rstest]
#[case::dash("-")]
#[case::stdout("/dev/stdout")]
#[case::descriptor("/dev/fd/1")]
fn standard_output_has_names(#[case] name: &str) {
    let place = Place::new();
    let line = format!("check wrong.yaml --format jsonl={name} --format junit=junit.xml");
    let output = place.run(&line);
    assert_eq!(code(&output), Some(1), "{}", shown(&output));
    assert!(String::from_utf8_lossy(&output.stdout).lines().last().is_some_and(|line| line.contains("summary")));
    assert_eq!(fs::read_dir(place.folder.path()).expect("a folder").count(), 2, "the fixture and junit.xml");

    // A file that the shell has opened is written through, not replaced under its hands.
    let file = fs::File::create(place.path("shell.out")).expect("made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.args(line.split(' ')).current_dir(place.folder.path()).stdout(file);
    command.env("DAMERO_FIXTURES", root().join("fixtures"));
    assert_eq!(command.status().expect("it runs").code(), Some(1));
    assert_eq!(place.text("shell.out").lines().count(), 3);

    let both = place.run(&format!("check wrong.yaml --format text --format jsonl={name}"));
    assert_eq!(code(&both), Some(2), "{}", shown(&both));
    assert!(shown(&both).contains("both go to standard output"), "{}", shown(&both));
}

/// Outputs that cannot all be had are refused before anything runs, and before anything is lost.
#[rstest]
#[case::the_same_file(
    "check wrong.yaml --format junit=old --format tap=./old",
    "`--format junit` and `--format tap` both write ./old"
)]
#[case::the_same_by_a_link("check wrong.yaml --format junit=old --format tap=link", "both write link")]
#[case::durations_too(
    "check wrong.yaml --durations old --format tap=old",
    "`--format tap` and `--durations` both write old"
)]
#[case::what_is_read("check wrong.yaml --format jsonl=wrong.yaml", "would write over wrong.yaml")]
#[case::the_baseline("check wrong.yaml --baseline old --format jsonl=link", "would write over link")]
#[case::a_folder(
    "check wrong.yaml --format jsonl=old --format junit=folder",
    "folder: cannot be written: it is a folder"
)]
#[case::below_a_file(
    "check wrong.yaml --format jsonl=old --format junit=wrong.yaml/x",
    "wrong.yaml/x: cannot be written"
)]
#[case::report_over_what_it_reads("report old --html link", "would write over link")]
#[case::report_twice("report wrong.yaml --html old --json link", "`--html` and `--json` both write link")]
fn what_cannot_be_written_is_found_before_the_run(#[case] line: &str, #[case] says: &str) {
    let place = Place::new();
    fs::write(place.path("old"), "precious").expect("written");
    symlink("old", place.path("link")).expect("linked");
    fs::create_dir(place.path("folder")).expect("made");
    let output = place.run(line);
    assert_eq!(code(&output), Some(2), "{}", shown(&output));
    assert!(shown(&output).contains(says), "{}", shown(&output));
    assert_eq!(place.text("old"), "precious");
    assert_eq!(place.text("wrong.yaml"), WRONG);
    assert_eq!(fs::read_dir(place.folder.path()).expect("a folder").count(), 4, "nothing new");
}

/// A report that cannot be written after all hides neither the others nor the verdict.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_hides_no_verdict() {
    let place = Place::new();
    symlink("/dev/full", place.path("full")).expect("linked");
    let output = place.run("check wrong.yaml -q --format text --format tap=full --format junit=junit.xml");
    assert_eq!(code(&output), Some(1), "{}", shown(&output));
    assert!(shown(&output).contains("full: cannot be written: No space left"), "{}", shown(&output));
    assert!(place.text("junit.xml").contains("<testsuites"));
    let output = place.run("moves -r english start");
    assert_eq!(code(&output), Some(0));
    let good = place.run("check --id english.compulsory.third-ply -q --format text --format tap=full");
    assert_eq!(code(&good), Some(2), "all well, but for the report: {}", shown(&good));
    assert!(fs::metadata("/dev/full").expect("there").file_type().is_char_device());
}

/// Nothing of an earlier run is left to be taken for a result of this one.
#[rstest]
#[case::no_adapter("check --adapter no-such-program-anywhere", 4)]
#[case::misspelt("check --variant spansih", 2)]
#[case::broken("check broken.yaml", 3)]
#[case::nothing("check --id no.such.case", 5)]
fn results_of_an_earlier_run_do_not_survive(#[case] line: &str, #[case] expected: i32) {
    let place = Place::new();
    fs::write(place.path("broken.yaml"), "topic: no cases\n").expect("written");
    for name in ["results.jsonl", "junit.xml", "times"] {
        fs::write(place.path(name), "of an earlier run").expect("written");
    }
    let line =
        format!("{line} --format jsonl=results.jsonl --format junit=junit.xml --format tap=new --durations times");
    let output = place.run(&line);
    assert_eq!(code(&output), Some(expected), "{}", shown(&output));
    for name in ["results.jsonl", "junit.xml", "times"] {
        assert_eq!(place.text(name), "", "{name}");
    }
    assert!(!place.path("new").exists(), "a file that was never there is not left empty");
}

/// A run that is killed leaves the results it had, and they are known to be cut off.
#[test]
fn the_results_of_a_killed_run_are_a_beginning_and_known_as_one() {
    if !there("python3") {
        return;
    }
    let place = Place::new();
    let mut text = "topic: Many\nclauses: [kondavo/board]\ncases:\n".to_string();
    for number in 1..=40 {
        let fen = if number == 30 { "W:WK18:BK1".to_string() } else { format!("W:WK{}:BK32", number % 31 + 1) };
        let case = format!(
            "  - {{id: english.many.n{number}, variant: english/kondavo, why: None., position: \"{fen}\", count: 0}}\n"
        );
        text.push_str(&case);
    }
    fs::write(place.path("many.yaml"), text).expect("written");
    fs::write(place.path("results.jsonl"), "of an earlier run").expect("written");
    fs::write(place.path("junit.xml"), "of an earlier run").expect("written");
    let adapter = format!("python3 '{}' W:WK18:BK1", root().join("harness/tests/adapters/silent.py").display());
    let mut run = Command::new(env!("CARGO_BIN_EXE_damero"))
        .args(["check", "many.yaml", "--adapter", &adapter, "--timeout", "600", "--workers", "1", "--window", "1"])
        .args(["--format", "jsonl=results.jsonl", "--format", "junit=junit.xml"])
        .current_dir(place.folder.path())
        .env("DAMERO_FIXTURES", root().join("fixtures"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let until = Instant::now() + Duration::from_secs(60);
    // The run, and what stands before the request that is never answered.
    while place.text("results.jsonl").lines().count() < 30 {
        assert!(Instant::now() < until, "{}", place.text("results.jsonl"));
        std::thread::sleep(Duration::from_millis(20));
    }
    run.kill().expect("killed");
    run.wait().expect("ended");
    let results = place.text("results.jsonl");
    for (index, line) in results.lines().skip(1).enumerate() {
        assert!(line.contains(&format!("\"case\":\"english.many.n{}\"", index + 1)), "in order: {line}");
    }
    assert_eq!(place.text("junit.xml"), "");
    let report = place.run("report results.jsonl");
    assert_eq!(code(&report), Some(2), "{}", shown(&report));
    assert!(shown(&report).contains("the run that wrote it did not end, run it again"), "{}", shown(&report));
}

/// A filter that matches nothing is never green, nor are parts of it, nor all parts together.
#[test]
fn parts_do_not_make_nothing_green() {
    let place = Place::new();
    for shard in ["1/1", "1/3", "3/3"] {
        let output = place.run(&format!("check --id typo* --shard {shard}"));
        assert_eq!(code(&output), Some(5), "{shard}: {}", shown(&output));
    }
    // One case lies in one part: the other part is empty, and no failure.
    let codes: Vec<_> = (1..=2)
        .map(|part| {
            let line = format!("check --id english.compulsory.third-ply --shard {part}/2 --format jsonl={part}.jsonl");
            code(&place.run(&line))
        })
        .collect();
    assert_eq!(codes, [Some(0), Some(0)]);
    assert_eq!(code(&place.run("report 1.jsonl 2.jsonl")), Some(0));
}

/// An adapter that plays none of the rules: its parts say so together, and alone where there is but one.
#[test]
fn parts_in_which_nothing_was_asked_are_not_green_together() {
    if !there("python3") {
        return;
    }
    let place = Place::new();
    let adapter = format!("python3 '{}'", root().join("harness/tests/adapters/good.py").display());
    let check = |more: &[&str]| {
        let arguments = [&["check", "--variant", "thai", "-q", "--adapter", &adapter], more].concat();
        damero_in(place.folder.path(), &arguments, b"")
    };
    assert_eq!(code(&check(&["--shard", "1/1"])), Some(5));
    for part in 1..=2 {
        let output = check(&["--shard", &format!("{part}/2"), "--format", &format!("jsonl={part}.jsonl")]);
        assert_eq!(code(&output), Some(0), "the other part may have more: {}", shown(&output));
    }
    let report = place.run("report 1.jsonl 2.jsonl");
    assert_eq!(code(&report), Some(5), "{}", shown(&report));
    assert!(shown(&report).contains("good: every check is unsupported or excused: nothing ran"), "{}", shown(&report));
    assert_eq!(code(&place.run("report 1.jsonl 2.jsonl --fail-on never")), Some(0));
}

/// `report` says with its exit code what the results say, or what it is asked to.
#[test]
fn a_report_has_an_exit_code() {
    let place = Place::new();
    assert_eq!(code(&place.run("check wrong.yaml --format jsonl=failed.jsonl")), Some(1));
    let output = place.run("check wrong.yaml -q --baseline known.yaml --update-baseline --format jsonl=known.jsonl");
    assert_eq!(code(&output), Some(0), "{}", shown(&output));
    assert!(place.text("known.jsonl").contains("nothing passes"), "a baseline of everything is said");
    assert_eq!(code(&place.run("check --variant thai -q --format jsonl=passed.jsonl")), Some(0));
    for (file, fail_on, expected) in [
        ("failed", "", 1),
        ("failed", "failures", 1),
        ("failed", "never", 0),
        ("known", "", 0),
        ("known", "known", 1),
        ("passed", "known", 0),
    ] {
        let option = if fail_on.is_empty() { String::new() } else { format!(" --fail-on {fail_on}") };
        let line = format!("report {file}.jsonl{option} --format junit --html page.html");
        let output = place.run(&line);
        assert_eq!(code(&output), Some(expected), "{line}: {}", shown(&output));
    }
}

/// What comes once may be chance; an adapter that keeps ending is red, in every report.
#[test]
fn an_adapter_that_keeps_ending_is_red() {
    if !there("python3") {
        return;
    }
    let place = Place::new();
    let check = |request: u32, more: &[&str]| {
        let script = root().join("harness/tests/adapters/dies-now-and-then.py");
        let adapter = format!("python3 '{}' '{}' {request}", script.display(), env!("CARGO_BIN_EXE_damero"));
        let select = ["check", "--rulebook", "turkish/kondavo", "-q", "--workers", "1", "--adapter", &adapter];
        damero_in(&root(), &[&select[..], more].concat(), b"")
    };
    let names = ["r.jsonl", "j.xml", "t.tap", "m.md", "g.txt"];
    let formats: Vec<String> = ["jsonl", "junit", "tap", "markdown", "github"]
        .iter()
        .zip(names)
        .map(|(f, n)| format!("{f}={}", place.at(n)))
        .collect();
    let more: Vec<&str> = formats.iter().flat_map(|format| ["--format", format]).chain(["--format", "text"]).collect();
    let again = check(35, &more);
    assert_eq!(code(&again), Some(1), "{}", shown(&again));
    let says = "and not when it was asked the same again; the last time: it ended by itself (exit code 0)";
    assert!(shown(&again).contains(" passed, 0 failed"), "no check is to blame: {}", shown(&again));
    assert!(shown(&again).contains(says), "{}", shown(&again));
    for name in names {
        let text = place.text(name);
        assert!(text.contains(says), "{name}: {text}");
        assert!(text.contains("asked one at a time it answered all of them"), "{name}: the first time is said too");
    }
    assert!(place.text("j.xml").contains("errors=\"1\""), "{}", place.text("j.xml"));
    assert!(place.text("t.tap").contains("not ok "), "{}", place.text("t.tap"));
    assert!(place.text("m.md").contains("❌"), "{}", place.text("m.md"));
    let report = place.run("report r.jsonl --markdown board.md --html page.html");
    assert_eq!(code(&report), Some(1), "{}", shown(&report));
    assert!(place.text("page.html").contains("A failure of the run as a whole"));

    // More than half of what is asked: a second process does not come so far.
    let once = check(400, &more);
    assert_eq!(code(&once), Some(0), "{}", shown(&once));
    assert!(place.text("j.xml").contains("asked one at a time it answered all of them"), "{}", place.text("j.xml"));
}

/// The known failures of another implementation excuse nothing.
#[test]
fn a_baseline_of_another_is_refused() {
    let place = Place::new();
    let line = "check wrong.yaml -q --baseline b.yaml";
    assert_eq!(code(&place.run(&format!("{line} --update-baseline"))), Some(0));
    let own = place.text("b.yaml");
    fs::write(place.path("b.yaml"), own.replace("damero-engine", "somebody-else")).expect("written");
    for more in ["", " --update-baseline"] {
        let output = place.run(&format!("{line}{more}"));
        assert_eq!(code(&output), Some(3), "{}", shown(&output));
        assert!(shown(&output).contains("another implementation than `damero-engine`"), "{}", shown(&output));
    }
    fs::write(place.path("b.yaml"), own.replace("version: \"", "version: \"99.")).expect("written");
    let output = place.run(line);
    assert_eq!(code(&output), Some(0), "{}", shown(&output));
    assert!(shown(&output).contains("were seen in version 99."), "{}", shown(&output));
}

/// What was not compared is counted where people look.
#[test]
fn what_was_not_compared_is_counted() {
    if !there("sed") {
        return;
    }
    let place = Place::new();
    let script = "\"$1\" adapter | sed -u -E 's/\"captured\":\\[[^]]*\\],\"path\":\\[[^]]*\\]/\"x\":0/g; \
                  s/,\"text\":\"[^\"]*\"//g; s/\"moves_as\":\"full\"/\"moves_as\":\"from-to\"/'";
    let adapter = shell_words::join(["sh", "-c", script, "sh", env!("CARGO_BIN_EXE_damero")]);
    let junit = format!("junit={}", place.at("j.xml"));
    let rules = ["--rulebook", "international/fmjd"];
    let output =
        damero(&[&["check", "-q", "--adapter", &adapter, "--format", "text", "--format", &junit], &rules[..]].concat());
    let text = shown(&output);
    assert!(text.contains(" not compared in full, as the answers do not tell enough"), "{text}");
    assert!(place.text("j.xml").contains("not compared: "), "{}", place.text("j.xml"));
    // The same without saying so is a violation of the protocol.
    let adapter = adapter.replace("from-to", "full");
    let output = damero(
        &[
            &["check", "-q", "--adapter", &adapter, "--id", "international.notation.same-ends-different-captures"],
            &rules[..],
        ]
        .concat(),
    );
    assert_eq!(code(&output), Some(1), "{}", shown(&output));
}
