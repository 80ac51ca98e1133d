//! The `damero` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    damero::cli::main()
}
