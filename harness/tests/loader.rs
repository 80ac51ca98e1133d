//! What the loader says of broken files, and how it bears hostile ones.

use damero::files::{Origin, SuiteFile, read_file, read_tree};
use damero::format::diagnostic::{line_column, render};
use damero::format::{shape, yaml};
use damero::lint;
use damero::suite::{Load, Suite};
use rstest::rstest;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn lint(path: &str, text: &str) -> Suite {
    let case = SuiteFile::new(path, text);
    lint::load(&Origin::Embedded, Load { cases: Some(vec![case]), rulebooks: Vec::new() }).expect("a readable suite")
}

fn say(suite: &Suite) -> String {
    suite
        .problems
        .iter()
        .map(|problem| {
            let file = &suite.files[problem.file];
            render(&file.path, &file.text, &problem.diagnostic, false)
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every file under `bad/` is broken in the way its name says; what is said of it is the snapshot.
#[test]
fn broken_files_are_told_at_the_place() {
    let mut seen = 0;
    insta::glob!("bad/*.yaml", |path| {
        let name = format!("bad/{}", path.file_name().expect("a file").to_string_lossy());
        let file = read_file(path).expect("a readable file");
        let suite = lint(&name, &file.text);
        assert!(!suite.problems.is_empty(), "{name} is broken, and nothing was said");
        for problem in &suite.problems {
            let place = line_column(&file.text, problem.diagnostic.span.start);
            assert!(place >= (1, 1), "{name}: {:?}", problem.diagnostic);
        }
        insta::assert_snapshot!(say(&suite));
        seen += 1;
    });
    assert!(seen > 10, "the broken files were not found");
}

/// A wrong value anywhere in a case is told at its own line and column, whatever the key.
#[rstest]
#[case::id("id: spanish.test.places", "id: [1]")]
#[case::variant("variant: spanish", "variant: {a: b}")]
#[case::position("position: \"W:WK2:BK17\"", "position: 3")]
#[case::composed("composed: false", "composed: maybe")]
#[case::moves("moves: []", "moves: none")]
#[case::count("count: 0", "count: many")]
#[case::result("result: ongoing", "result: [draw]")]
#[case::clauses("clauses: [teg/man-move]", "clauses: teg")]
#[case::faults("faults: [end]", "faults: [ends]")]
#[case::play("play: [\"2-6\"]", "play: [[]]")]
#[case::illegal("illegal: {\"6-1\": off-line}", "illegal: {\"6-1\": odd}")]
#[case::at("at: [{ply: 1, result: ongoing}]", "at: [{ply: x, result: ongoing}]")]
fn a_wrong_value_is_told_at_its_place(#[case] right: &str, #[case] wrong: &str) {
    let whole = "topic: Places\ncases:\n  - id: spanish.test.places\n    variant: spanish\n    why: Because.\n    \
                 clauses: [teg/man-move]\n    faults: [end]\n    composed: false\n    \
                 position: \"W:WK2:BK17\"\n    play: [\"2-6\"]\n    moves: []\n    count: 0\n    result: ongoing\n    \
                 illegal: {\"6-1\": off-line}\n    at: [{ply: 1, result: ongoing}]\n";
    let structure = |text: &str| {
        let mut found = Vec::new();
        let node = yaml::read(text).expect("YAML");
        shape::check(text, &node, &damero::fixture::shape(), &mut found);
        found
    };
    assert_eq!(structure(whole), [], "the pattern itself is right");
    let broken = whole.replacen(right, wrong, 1);
    assert_ne!(broken, whole, "`{right}` is in the pattern");
    let found = structure(&broken);
    assert_eq!(found.len(), 1, "{found:?}");
    let line = whole.lines().position(|line| line.contains(right)).expect("the line") + 1;
    let (at, column) = line_column(&broken, found[0].span.start);
    assert_eq!(at, line, "{:?}", found[0]);
    assert!(column > 5 + right.find(':').expect("a key"), "the value is meant, not the key: column {column}");
}

#[rstest]
#[case::deep_flow("[".repeat(100_000))]
#[case::deep_maps("{a: ".repeat(50_000))]
#[case::deep_blocks((0..5_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>())]
#[case::alias_bomb(
    std::iter::once("a0: &a0 [x]\n".to_string())
        .chain((1..40).map(|n| format!("a{n}: &a{n} [*a{0},*a{0},*a{0},*a{0},*a{0},*a{0},*a{0},*a{0},*a{0}]\n", n - 1)))
        .collect::<String>()
)]
#[case::fifty_megabytes("x".repeat(50 << 20))]
#[case::many_nodes(format!("[{}]", "1,".repeat(400_000)))]
#[case::nul_bytes("topic: \0\0\0\ncases: []\n".to_string())]
#[case::long_key(format!("{}: 1", "k".repeat(900_000)))]
fn hostile_yaml_is_refused_soon(#[case] text: String) {
    let begun = Instant::now();
    let suite = lint("hostile.yaml", &text);
    assert!(!suite.problems.is_empty(), "hostile input was accepted");
    let message = say(&suite);
    assert!(message.len() < 2 << 20, "a message of {} bytes", message.len());
    // Not a measurement: a bound that only a hang or something quadratic can miss.
    assert!(begun.elapsed() < Duration::from_secs(20), "took {:?}", begun.elapsed());
}

#[rstest]
#[case::byte_order_mark("\u{feff}")]
#[case::nothing("")]
fn what_windows_editors_write_is_read(#[case] mark: &str) {
    let text = "topic: Windows\r\nclauses: [teg/man-move]\r\ncases:\r\n  - id: spanish.test.windows\r\n    variant: \
                spanish\r\n    why: One man, two steps.\r\n    position: \"W:W10:B32\"\r\n    count: 2\r\n";
    let suite = lint("windows.yaml", &format!("{mark}{text}"));
    assert_eq!(say(&suite), "");
    assert_eq!(suite.fixtures[0].cases.len(), 1);
}

#[test]
fn what_is_no_text_file_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = folder.path().join("binary.yaml");
    std::fs::write(&binary, [0x74, 0x6f, 0xff, 0xfe, 0x00]).expect("written");
    let error = read_file(&binary).expect_err("not UTF-8").to_string();
    assert!(error.ends_with("not a text file: byte 2 is not UTF-8"), "{error}");
    let error = read_file(folder.path()).expect_err("a folder").to_string();
    assert!(error.contains("is a folder, expected a file") || error.contains("directory"), "{error}");
    let error = read_file(&folder.path().join("none.yaml")).expect_err("nothing there").to_string();
    assert!(error.contains("none.yaml"), "{error}");
    let large = folder.path().join("large.yaml");
    std::fs::write(&large, vec![b'a'; yaml::LARGEST_FILE + 1]).expect("written");
    let error = read_file(&large).expect_err("too large").to_string();
    assert!(error.contains("a file has at most"), "{error}");
}

#[test]
fn the_schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/schema");
    for (name, text) in damero::schemas::all() {
        let there = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(there == text, "{name} is stale; `cargo run -- schema` writes it anew");
    }
}

/// The schema accepts every file of the suite and refuses what the loader refuses for its shape.
#[test]
fn the_schemas_say_what_the_loader_says() {
    let suite = lint::load(&Origin::Embedded, Load::default()).expect("the suite");
    let schemas: Vec<_> = damero::schemas::all()
        .into_iter()
        .map(|(name, text)| {
            let schema = serde_json::from_str(&text).expect("JSON");
            (name, jsonschema::draft7::new(&schema).expect("a draft-07 schema"))
        })
        .collect();
    let validator = |kind: &str| &schemas.iter().find(|(name, _)| name.starts_with(kind)).expect("a schema").1;
    let value = |text: &str| -> serde_json::Value {
        let yaml: serde_yaml::Value = serde_yaml::from_str(text).expect("YAML");
        serde_json::to_value(yaml).expect("JSON")
    };
    for file in &suite.files {
        let kind = match () {
            () if file.path.contains("/sources/") => "source",
            () if file.path.contains("/rulebooks/") => "rulebook",
            () if file.path.contains("/perft/") => "perft",
            () if file.path.contains("/equivalents/") => "equivalents",
            () => "fixture",
        };
        if let Err(error) = validator(kind).validate(&value(&file.text)) {
            panic!("{}: {error} at {}", file.path, error.instance_path());
        }
    }
    for (path, text) in shipped() {
        let kind = if path.ends_with("adapter.yaml") { "adapter" } else { "baseline" };
        if let Err(error) = validator(kind).validate(&value(&text)) {
            panic!("{}: {error} at {}", path.display(), error.instance_path());
        }
    }
    for bad in ["no-why", "many-at-once"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/bad/{bad}.yaml"));
        let text = std::fs::read_to_string(path).expect("a broken file");
        assert!(!validator("fixture").is_valid(&value(&text)), "the schema accepts {bad}");
    }
}

/// The descriptions and baselines of the adapters that come with the suite.
fn shipped() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the adapters").flatten() {
        for name in ["adapter.yaml", "baseline.yaml"] {
            let path = entry.path().join(name);
            if let Ok(text) = std::fs::read_to_string(&path) {
                files.push((path, text));
            }
        }
    }
    assert!(files.len() > 12, "{} files", files.len());
    files
}

/// Every description names its folder and a baseline that exists; every baseline names cases and clauses that exist,
/// and a reason that somebody has written.
#[test]
fn adapters_and_their_baselines_are_whole() {
    use damero::implementation::description;
    let suite = lint::load(&Origin::Embedded, Load::default()).expect("the suite");
    for (path, text) in shipped() {
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("a folder");
        if path.ends_with("adapter.yaml") {
            let description = description::read(&path).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
            assert_eq!(description.name, folder);
            let there = path.with_file_name("baseline.yaml");
            assert_eq!(description.baseline.is_some(), there.exists(), "{}: is its baseline named?", path.display());
        } else {
            let shown = path.display().to_string();
            let file = SuiteFile::new(shown.clone(), text.clone());
            if let Err((_, found)) = damero::baseline::read(file, &suite) {
                panic!("{}", damero::format::diagnostic::one_line(&shown, &text, &found[0]));
            }
            assert!(!text.contains(damero::baseline::NOT_LOOKED_INTO), "{shown}");
        }
    }
}

/// A few lines of `repeat` ask for millions of plies: counted, not written out.
#[test]
fn plies_are_counted_before_they_are_written_out() {
    let step = format!("      - {{repeat: 1000, moves: [{}]}}\n", vec!["\"29-25\""; 1000].join(", "));
    let case = |steps: usize, at: &str| {
        format!(
            "topic: T\nclauses: [wcdf/1-1-board]\ncases:\n  - id: english.t.one\n    variant: english/wcdf\n    \
             why: A.\n    why-es: A.\n    position: \"W:WK29:BK4\"\n    play:\n{}    result: ongoing\n{at}",
            step.repeat(steps)
        )
    };
    let began = Instant::now();
    let said = say(&lint("bomb.yaml", &case(40, "")));
    assert!(said.contains("the games of this file have 40000000 plies up to here"), "{said}");
    assert!(said.contains("bomb.yaml:10:7") && said.contains("expected at most 1000000"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    // Every ply at which something is expected is reached anew.
    let said = say(&lint("at.yaml", &case(1, "    at: [{ply: 1000, result: ongoing}, {ply: 3, result: ongoing}]\n")));
    assert!(said.contains("have 1001003 plies"), "{said}");
}

#[test]
fn a_repeat_repeats_something() {
    let text = "topic: T\nclauses: [wcdf/1-1-board]\ncases:\n  - id: english.t.one\n    variant: english/wcdf\n    \
                why: A.\n    why-es: A.\n    position: \"W:WK29:BK4\"\n    play: [{repeat: 5, moves: []}]\n    \
                result: ongoing\n";
    let said = say(&lint("empty.yaml", text));
    assert!(said.contains("empty.yaml:9:31") && said.contains("expected at least one item"), "{said}");
}

/// What lies behind links, whatever the case of its ending and however deep, is read; a link to a folder above is said.
#[cfg(unix)]
#[test]
fn nothing_that_looks_like_a_fixture_is_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    std::fs::write(elsewhere.path().join("a.yaml"), "a").expect("written");
    std::fs::write(folder.path().join("B.YAML"), "b").expect("written");
    std::fs::write(folder.path().join("c.txt"), "c").expect("written");
    let deep = (0..20).fold(folder.path().to_path_buf(), |path, _| path.join("d"));
    std::fs::create_dir_all(&deep).expect("made");
    std::fs::write(deep.join("d.yml"), "d").expect("written");
    std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("folder")).expect("linked");
    std::os::unix::fs::symlink(elsewhere.path().join("a.yaml"), folder.path().join("file.yaml")).expect("linked");
    let mut texts: Vec<String> =
        read_tree(folder.path()).expect("readable").into_iter().map(|file| file.text).collect();
    texts.sort();
    assert_eq!(texts, ["a", "a", "b", "d"]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).expect("linked");
    let error = read_tree(folder.path()).expect_err("a loop");
    assert!(error.to_string().contains("loop"), "{error}");
}

/// A file that is no text is a problem of its own, and the others are looked at all the same.
#[test]
fn one_file_that_is_no_text_does_not_hide_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.yaml"), b"topic: T\nwhy: caf\xe9\n").expect("written");
    std::fs::write(folder.path().join("b.yaml"), "topic: T\n").expect("written");
    let load = Load { cases: Some(read_tree(folder.path()).expect("readable")), rulebooks: Vec::new() };
    let said = say(&lint::load(&Origin::Embedded, load).expect("a suite"));
    assert!(said.contains("a.yaml:2:9") && said.contains("byte 17 is not UTF-8"), "{said}");
    assert!(
        said.contains("b.yaml:1:1") && said.contains("`clauses` is missing") || said.contains("`cases` is missing"),
        "{said}"
    );
}
