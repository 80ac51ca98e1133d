use super::output::write_file;
use super::{Failure, print, print_error};
use crate::format::schema::all;
use crate::protocol::schema::file as protocol;
use clap::Args;
use std::path::PathBuf;

/// Write the JSON Schemas that editors use
#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Compare with the files instead of writing them
    #[arg(long)]
    check: bool,
    /// The folder they lie in
    #[arg(long, value_name = "FOLDER", default_value = "fixtures/schema")]
    folder: PathBuf,
}

pub(super) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let files = all().into_iter().chain([protocol()]).map(|(name, text)| (args.folder.join(name), text)).collect();
    write_or_compare(files, &[], args.check, "damero schema")
}

/// Writes generated files and removes those that are not generated any more, or compares them with what is there and
/// says which are stale.
pub(super) fn write_or_compare(
    files: Vec<(PathBuf, String)>,
    gone: &[PathBuf],
    check: bool,
    command: &str,
) -> Result<(), Failure> {
    let mut stale = gone.len();
    let total = files.len();
    for path in gone {
        if check {
            print_error(format_args!("{}: not generated any more; `{command}` removes it", path.display()));
        } else {
            std::fs::remove_file(path).map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
            print(&format!("removed {}\n", path.display()))?;
        }
    }
    for (path, text) in files {
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        if there == text {
            continue;
        }
        stale += 1;
        if check {
            print_error(format_args!("{}: stale; `{command}` writes it anew", path.display()));
            let changes = diff::lines(&there, &text).into_iter().filter_map(|change| match change {
                diff::Result::Left(line) => Some(format!("  -{line}")),
                diff::Result::Right(line) => Some(format!("  +{line}")),
                diff::Result::Both(..) => None,
            });
            for line in changes.take(20) {
                print_error(format_args!("{line}"));
            }
        } else {
            write_file(&path, &text)?;
            print(&format!("wrote {}\n", path.display()))?;
        }
    }
    if check && stale > 0 {
        return Err(Failure::Mismatch);
    }
    if stale == 0 {
        print(&format!("{total} files are up to date\n"))?;
    }
    Ok(())
}
