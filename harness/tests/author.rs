//! What authors of adapters get: templates that work, a check that says what is wrong in plain words, a schema, and a
//! transcript that is true.
//!
//! Where a language's runtime is missing, what needs it is not run and says so, unless `DAMERO_RUNTIMES=required` is
//! set, as it is in CI.

#[path = "common/program.rs"]
mod program;
#[path = "common/runtimes.rs"]
mod runtimes;

use damero::protocol::Ask;
use damero::protocol::schema::{answer_definition, schema_of};
use program::{damero, damero_in, root, shown};
use rstest::rstest;
use runtimes::there;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[rstest]
#[case::python("python", &["README.md", "adapter.py"])]
#[case::javascript("javascript", &["README.md", "adapter.mjs"])]
#[case::rust("rust", &[".gitignore", "Cargo.toml", "README.md", "src/main.rs"])]
#[case::java("java", &["Adapter.java", "README.md"])]
fn a_new_adapter_is_its_template(#[case] language: &str, #[case] files: &[&str]) {
    let place = tempfile::tempdir().expect("a folder");
    let output = damero_in(place.path(), &["adapter-new", "--language", language, "mine/here"], b"");
    assert!(output.status.success(), "{}", shown(&output));
    insta::assert_snapshot!(format!("new_{language}"), shown(&output));

    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/adapter").join(language);
    let folder = place.path().join("mine/here");
    let written: Vec<String> = walkdir::WalkDir::new(&folder)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("readable"))
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.path().strip_prefix(&folder).expect("inside").to_string_lossy().replace('\\', "/"))
        .collect();
    assert_eq!(written, files, "nothing is left out, and nothing that a trial left behind is in it");
    for file in files {
        assert_eq!(read(folder.join(file)), read(template.join(file)), "{file}");
    }
}

#[test]
fn a_new_adapter_overwrites_nothing() {
    let place = tempfile::tempdir().expect("a folder");
    let new = |folder: &str| damero_in(place.path(), &["adapter-new", "--language", "python", folder], b"");
    std::fs::create_dir(place.path().join("empty")).expect("made");
    assert!(new("empty").status.success(), "an empty folder is as good as a new one");
    std::fs::write(place.path().join("empty/adapter.py"), "mine").expect("written");
    insta::assert_snapshot!("new_over_another", shown(&new("empty")));
    assert_eq!(read(place.path().join("empty/adapter.py")), "mine");
    std::fs::write(place.path().join("file"), "mine").expect("written");
    assert_eq!(new("file").status.code(), Some(2));
    assert_eq!(read(place.path().join("file")), "mine");
    assert_eq!(damero_in(place.path(), &["adapter-new", "--language", "cobol"], b"").status.code(), Some(2));
}

/// The promise of the design: a working adapter in under forty lines.
#[rstest]
#[case("python/adapter.py")]
#[case("javascript/adapter.mjs")]
fn a_template_is_short(#[case] file: &str) {
    let text = read(Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/adapter").join(file));
    assert!(text.lines().count() < 40, "{file} has {} lines", text.lines().count());
}

/// Every template is started, checked, and passes the check that it knows the answer to.
#[rstest]
#[case::python("python", "python3", "python3 adapter.py")]
#[case::javascript("javascript", "node", "node adapter.mjs")]
#[case::java("java", "java", "java Adapter.java")]
#[case::rust("rust", env!("CARGO"), "target/debug/adapter")]
fn a_template_works(#[case] language: &str, #[case] runtime: &str, #[case] command: &str) {
    if !there(runtime) {
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    assert!(damero_in(place.path(), &["adapter-new", "--language", language, "."], b"").status.success());
    if language == "rust" {
        // Without the network: the versions that this project is built with are there already.
        std::fs::copy(root().join("Cargo.lock"), place.path().join("Cargo.lock")).expect("copied");
        let built = Command::new(runtime)
            .args(["build", "--offline", "--quiet", "--target-dir", "target"])
            .current_dir(place.path())
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo starts");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }
    let checked = damero_in(place.path(), &["adapter-check", "--start-timeout", "120", command], b"");
    assert!(checked.status.success(), "{}", shown(&checked));
    assert!(shown(&checked).contains("all well"), "{}", shown(&checked));

    let one = ["check", "--adapter", command, "--rulebook", "english/kondavo", "--id", "english.compulsory.third-ply"];
    let ran = damero_in(place.path(), &one, b"");
    assert!(ran.status.success(), "{}", shown(&ran));
    assert!(shown(&ran).contains("1 passed"), "{}", shown(&ran));

    let all =
        ["check", "--quiet", "--adapter", command, "--rulebook", "english/kondavo", "--id", "english.compulsory.*"];
    let ran = damero_in(place.path(), &all, b"");
    assert_eq!(ran.status.code(), Some(1), "what it claims and does not answer is no success: {}", shown(&ran));
}

/// A line that is no request, of any kind, is answered and survived.
#[rstest]
#[case::python("python3", "python/adapter.py")]
#[case::javascript("node", "javascript/adapter.mjs")]
#[case::java("java", "java/Adapter.java")]
fn a_template_survives_bad_lines(#[case] runtime: &str, #[case] file: &str) {
    if !there(runtime) {
        return;
    }
    let mut input: Vec<u8> = Vec::new();
    for line in
        ["no JSON", "[1,2]", "5", "null", "{}", "{\"id\":1}", "{\"id\":2,\"do\":[]}", "{\"id\":3} {}", "\"\\ud800"]
    {
        input.extend(line.as_bytes());
        input.push(b'\n');
    }
    input.extend("[".repeat(100_000).as_bytes());
    input.extend(b"\n{\"id\":\"\xff\"}\n{\"id\":9,\"do\":\"moves\",\"rules\":\"english\",\"position\":\"start\"}\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/adapter").join(file);
    let mut child = Command::new(runtime)
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the runtime starts");
    child.stdin.take().expect("piped").write_all(&input).expect("it reads everything");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), 12, "one answer for each line:\n{text}");
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        let one_of = ["moves", "unsupported", "error"];
        assert!(answer.get("id").is_some() && one_of.iter().any(|key| answer.get(key).is_some()), "{line}");
    }
    assert!(text.lines().last().is_some_and(|line| line.contains("12-16")), "it goes on:\n{text}");
}

/// What is said of adapters that go wrong, each at the start position.
#[rstest]
#[case("good")]
#[case("banner")]
#[case("claimed-unsupported")]
#[case("crlf")]
#[case("dies")]
#[case("dies-at-start")]
#[case("dies-mid-line")]
#[case("duplicate-answer")]
#[case("fails")]
#[case("floods-stdout")]
#[case("garbage")]
#[case("invalid-utf8")]
#[case("lingers")]
#[case("listed-twice")]
#[case("long-line")]
#[case("needs-one-at-a-time")]
#[case("never-flushes")]
#[case("no-id")]
#[case("no-protocol")]
#[case("not-an-object")]
#[case("null-id")]
#[case("out-of-order")]
#[case("refuses")]
#[case("silent")]
#[case("untold-captures")]
#[case("wrong-claims")]
#[case("wrong-identity")]
#[case("wrong-id")]
#[case("wrong-moves")]
#[case("wrong-shape")]
#[case("wrong-squares")]
#[cfg(unix)]
fn what_is_wrong_is_said(#[case] name: &str) {
    if !there("python3") {
        return;
    }
    let command = format!("python3 harness/tests/adapters/{name}.py start");
    // Long enough for a busy machine to start a Python, except where nothing will ever come.
    let start = if name == "never-flushes" { "2" } else { "60" };
    let timeout = if name == "silent" { "1" } else { "30" };
    let output = damero(&["adapter-check", "--quiet", "--start-timeout", start, "--timeout", timeout, &command]);
    let place = regex_free(&root().display().to_string());
    insta::with_settings!({filters => vec![(place.as_str(), "…")]}, {
        insta::assert_snapshot!(format!("check_{}", name.replace('-', "_")), shown(&output));
    });
    let well = ["good", "crlf", "listed-twice", "out-of-order"].contains(&name);
    let never_ran = ["dies-at-start", "never-flushes"].contains(&name);
    assert_eq!(
        output.status.code(),
        Some(if well {
            0
        } else if never_ran {
            4
        } else {
            1
        })
    );
}

/// Whether the end of a program is seen at once or when it is next asked is a matter of speed; that it is seen is not.
#[test]
#[cfg(unix)]
fn an_end_after_an_answer_is_said() {
    if !there("python3") {
        return;
    }
    let output = damero(&["adapter-check", "--quiet", "python3 harness/tests/adapters/exits-after-answer.py start"]);
    assert!(
        shown(&output).contains("it ended by itself (exit code 0): only the end of its input"),
        "{}",
        shown(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

/// A path as a filter: what has a meaning in patterns is taken for itself.
fn regex_free(path: &str) -> String {
    path.chars().flat_map(|c| if c.is_alphanumeric() || c == '/' { vec![c] } else { vec!['\\', c] }).collect()
}

#[test]
#[cfg(unix)]
fn the_whole_conversation_is_shown() {
    if !there("python3") {
        return;
    }
    let output = damero(&["adapter-check", "python3 harness/tests/adapters/good.py"]);
    // How Python words what is no JSON is its own affair.
    let filters =
        vec![(r#""error": "not a request: [^"]*""#, r#""error": "…""#), (r"damero \d+\.\d+\.\d+", "damero 0.0.0")];
    insta::with_settings!({filters => filters}, {
        insta::assert_snapshot!("check_conversation", shown(&output));
    });
}

#[rstest]
#[case::no_such_program("no-such-program --now", 4)]
#[case::no_such_folder_of_one("no-such-folder/adapter.yaml", 2)]
#[case::open_quote("python3 'adapter.py", 2)]
#[case::nothing("", 2)]
#[case::not_an_adapter("true", 4)]
fn what_cannot_be_run_is_said(#[case] command: &str, #[case] code: i32) {
    let output = damero(&["adapter-check", command]);
    let name = command.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    insta::assert_snapshot!(format!("cannot_run_{name}"), shown(&output));
    assert_eq!(output.status.code(), Some(code));
}

/// The reference implementation passes what it asks of others.
#[test]
fn the_reference_is_well() {
    let command = format!("'{}' adapter", env!("CARGO_BIN_EXE_damero"));
    let output = damero(&["adapter-check", "--quiet", "--start-timeout", "60", &command]);
    assert!(output.status.success(), "{}", shown(&output));
}

struct Exchange {
    request: Value,
    answer: Value,
}

fn transcript() -> Vec<Exchange> {
    let text = read(root().join("docs/guide/transcript.jsonl"));
    let mut exchanges = Vec::new();
    for line in text.lines() {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        exchanges.push(Exchange { request: value["request"].take(), answer: value["answer"].take() });
    }
    exchanges
}

/// The transcript of the guide is what the reference says, word for word.
#[test]
fn the_transcript_is_true() {
    let exchanges = transcript();
    let mut input = String::new();
    for Exchange { request, .. } in &exchanges {
        input += &request.as_str().map_or_else(|| request.to_string(), str::to_string);
        input.push('\n');
    }
    let output = damero_in(&root(), &["adapter"], input.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), exchanges.len());
    if std::env::var_os("DAMERO_TRANSCRIPT").is_some_and(|value| value == "write") {
        let lines = exchanges.iter().zip(text.lines());
        let new: String =
            lines.map(|(one, answer)| format!("{{\"request\":{},\"answer\":{answer}}}\n", one.request)).collect();
        std::fs::write(root().join("docs/guide/transcript.jsonl"), new).expect("written");
        return;
    }
    for (Exchange { request, answer }, now) in exchanges.iter().zip(&answers) {
        assert_eq!(now, answer, "to {request}\nif that is right: DAMERO_TRANSCRIPT=write cargo test --test author");
    }
}

fn ask(request: &Value) -> Option<Ask> {
    serde_json::from_value(request["do"].clone()).ok()
}

/// The transcript has every kind of request and of answer, and all of it fits the schema.
#[test]
fn the_transcript_is_whole_and_fits_the_schema() {
    let validator = |name: &str| jsonschema::draft7::new(&schema_of(name)).expect("a draft-07 schema");
    let requests = validator("Request");
    let exchanges = transcript();
    for Exchange { request, answer } in &exchanges {
        match ask(request) {
            Some(ask) => {
                assert!(requests.is_valid(request), "{request}");
                let answers = validator(answer_definition(ask));
                let wrong: Vec<String> = answers.iter_errors(answer).map(|error| error.to_string()).collect();
                assert!(wrong.is_empty(), "{answer}: {wrong:?}");
            }
            None => assert!(answer["error"].is_string(), "{answer}"),
        }
    }
    let asked = |what: Ask| exchanges.iter().any(|one| ask(&one.request) == Some(what));
    assert!([Ask::Hello, Ask::Moves, Ask::Status, Ask::Apply, Ask::Perft, Ask::Explain].into_iter().all(asked));
    let told = |key: &str| exchanges.iter().any(|one| one.answer.get(key).is_some_and(|value| !value.is_null()));
    let keys = "moves result reason ply claim position nodes legal over illegal_played refused unsupported error";
    for key in keys.split_whitespace() {
        assert!(told(key), "no answer with `{key}`");
    }
    let with = |key: &str| exchanges.iter().any(|one| one.request.get(key).is_some());
    assert!(["played", "squares", "event", "move", "depth", "identity"].into_iter().all(with));
}

/// The messages that the guide shows are messages.
#[test]
fn the_protocol_page_shows_messages() {
    let text = read(root().join("docs/guide/protocol.md"));
    let requests = jsonschema::draft7::new(&schema_of("Request")).expect("a schema");
    let answers = jsonschema::draft7::new(&schema_of("Response")).expect("a schema");
    let mut seen = 0;
    for part in text.split(['`', '\n']) {
        let part = part.trim_start_matches(['→', '←', ' ']);
        // What the page cuts short is left out, and what goes on in the next line.
        if !part.starts_with("{\"id\":") || !part.ends_with('}') || part.contains('…') {
            continue;
        }
        let message: Value = serde_json::from_str(part).unwrap_or_else(|error| panic!("{part}: {error}"));
        let fits = if message.get("do").is_some() { requests.is_valid(&message) } else { answers.is_valid(&message) };
        assert!(fits, "{part}");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} messages: does the page still write them this way?");
}

#[test]
fn the_schema_of_the_protocol_is_current() {
    let (name, text) = damero::protocol::schema::file();
    let there = read(root().join("fixtures/schema").join(name));
    assert!(there == text, "{name} is stale; `cargo run -- schema` writes it anew");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    assert!(jsonschema::draft7::meta::is_valid(&schema));
}

#[rstest]
#[case("adapter-new --help")]
#[case("adapter-check --help")]
fn help(#[case] line: &str) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let output = damero(&arguments);
    insta::assert_snapshot!(format!("help {line}").replace([' ', '-'], "_"), shown(&output));
}
