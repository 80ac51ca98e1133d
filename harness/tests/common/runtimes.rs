//! The programs that adapters need to run.

use std::process::{Command, Stdio};

/// Whether a program is there to run adapters with.
pub(crate) fn there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    let required = std::env::var("DAMERO_RUNTIMES").is_ok_and(|value| value == "required");
    assert!(found || !required, "DAMERO_RUNTIMES=required, and there is no {program}");
    if !found {
        eprintln!("there is no {program}: not run");
    }
    found
}
