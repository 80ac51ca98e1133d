use super::common::Failure;
use super::output::print;
use super::output::write_file;
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  damero adapter-new --language python
  damero adapter-new --language rust tools/damero";

/// Create a starter adapter: it runs as is and answers two positions
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AdapterNewArgs {
    /// What it is to be written in
    #[arg(short, long, value_enum)]
    language: Language,
    /// The folder it is written into: a new one, or one that is empty
    #[arg(default_value = "adapter")]
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// One file, nothing but Python
    Python,
    /// One file, nothing but Node
    Javascript,
    /// A small crate with serde_json
    Rust,
    /// One file, nothing but Java 17
    Java,
}

impl Language {
    /// The folder of its template.
    fn folder(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::Javascript => "javascript",
            Language::Rust => "rust",
            Language::Java => "java",
        }
    }

    /// How the adapter is started, in its folder.
    fn command(self) -> &'static str {
        match self {
            Language::Python => "python3 adapter.py",
            Language::Javascript => "node adapter.mjs",
            Language::Rust => "cargo run --release --quiet",
            Language::Java => "java Adapter.java",
        }
    }
}

/// The templates as they were when the binary was built, without what trying them out leaves behind.
const TEMPLATES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));

pub(super) fn run(args: &AdapterNewArgs) -> Result<(), Failure> {
    let folder = &args.folder;
    refuse_what_is_there(folder)?;
    let prefix = format!("{}/", args.language.folder());
    let mut said = String::new();
    for (name, text) in TEMPLATES {
        let Some(name) = name.strip_prefix(&prefix) else { continue };
        let path = name.split('/').fold(folder.clone(), |path, part| path.join(part));
        write_file(&path, text)?;
        let _ = writeln!(said, "wrote {}", path.display());
    }
    let command = args.language.command();
    said += "\nIt works, and knows two positions. What to do next:\n\n";
    if folder != Path::new(".") {
        let name = folder.display().to_string();
        let _ = writeln!(said, "  cd {}", shell_words::quote(&name));
    }
    if args.language == Language::Rust {
        said += "  cargo build --release\n";
    }
    let _ = writeln!(
        said,
        "  damero adapter-check '{command}'\n  damero check --adapter '{command}' --id english.compulsory.third-ply\n\n\
         Then put your own code where it says YOUR CODE HERE. README.md in the folder goes on."
    );
    print(&said)
}

/// Nothing is ever overwritten, not even by a file of another name that would look as if it belonged.
fn refuse_what_is_there(folder: &Path) -> Result<(), Failure> {
    let shown = folder.display();
    let refuse = |why: String| Err(Failure::Usage(why));
    match std::fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => refuse(format!(
                "{shown}: the folder is not empty, and nothing is overwritten\n  name a new one: damero adapter-new \
                 --language … {shown}-2"
            )),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => refuse(format!("{shown}: {error}")),
    }
}
