//! The program itself, run as people run it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The checkout.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the checkout")
}

/// Runs it in a folder, with something to read; the suite is that of the checkout.
pub(crate) fn damero_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damero"));
    command.env_remove("DAMERO_FIXTURES");
    if folder != root() {
        command.env("DAMERO_FIXTURES", root().join("fixtures"));
    }
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", "100")
        // Some machines have Python flush every line, which would heal one of the adapters.
        .env_remove("PYTHONUNBUFFERED")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that has ended reads no more; that is its right.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("written");
    output
}

/// Runs it in the checkout.
pub(crate) fn damero(arguments: &[&str]) -> Output {
    damero_in(&root(), arguments, b"")
}

/// What came of a run, as snapshots hold it.
pub(crate) fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut all = format!("exit {}\n", output.status.code().map_or("by a signal".to_string(), |code| code.to_string()));
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            all += &format!("--- {name}\n{}", text(bytes));
        }
    }
    assert!(!all.contains('\u{1b}'), "colour codes in a pipe:\n{all}");
    assert!(!all.contains("panicked"), "a panic:\n{all}");
    all
}
