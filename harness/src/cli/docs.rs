use super::common::{Failure, SuiteArgs, print_problems};
use crate::docs::guide::with_tables;
use crate::docs::{MARK, pages};
use crate::files::Origin;
use crate::lint;
use crate::suite::Load;
use clap::Args;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

/// Write the rule tables under docs/
#[derive(Debug, Args)]
pub(super) struct DocsArgs {
    /// Compare with the files instead of writing them
    #[arg(long)]
    check: bool,
    /// The folder they lie in
    #[arg(long, value_name = "FOLDER", default_value = "docs/reference")]
    folder: PathBuf,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &DocsArgs) -> Result<(), Failure> {
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), Load::default())?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let mut files: Vec<_> = pages(&suite).into_iter().map(|page| (args.folder.join(&page.path), page.text)).collect();
    let gone = gone(&files)?;
    files.extend(guide(&args.folder)?);
    super::common::write_or_compare(files, &gone, args.check, "damero docs")
}

/// The guide to the data format, which lies beside the folder of the pages, with its tables drawn anew.
fn guide(folder: &Path) -> Result<Option<(PathBuf, String)>, Failure> {
    let path = folder.with_file_name("guide").join("format.md");
    let failed = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", path.display()));
    match fs::read_to_string(&path) {
        // The pages may be written anywhere.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(&error)),
        Ok(text) => match with_tables(&text) {
            Ok(text) => Ok(Some((path, text))),
            Err(problem) => Err(failed(&problem)),
        },
    }
}

/// The pages in these files' folders that were generated once and are not any more.
///
/// # Errors
///
/// Returns an error if a folder or file cannot be read, or if one of the files exists and was not generated.
fn gone(files: &[(PathBuf, String)]) -> Result<Vec<PathBuf>, Failure> {
    let written: BTreeSet<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
    let folders: BTreeSet<&Path> = written.iter().filter_map(|path| path.parent()).collect();
    let mut gone = Vec::new();
    for folder in folders {
        let failed = |path: &Path, error: io::Error| Failure::Usage(format!("{}: {error}", path.display()));
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            entries => entries.map_err(|error| failed(folder, error))?,
        };
        for entry in entries {
            let entry = entry.map_err(|error| failed(folder, error))?;
            let path = entry.path();
            let is_file = entry.file_type().map_err(|error| failed(&path, error))?.is_file();
            if !is_file || path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let generated = is_generated(&path).map_err(|error| failed(&path, error))?;
            match (written.contains(path.as_path()), generated) {
                (true, false) => {
                    let path = path.display();
                    return Err(Failure::Usage(format!("{path}: not a page of `damero docs`, which leaves it alone")));
                }
                (false, true) => gone.push(path),
                _ => {}
            }
        }
    }
    gone.sort();
    Ok(gone)
}

/// Whether a file begins as the pages do.
fn is_generated(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::new();
    File::open(path)?.take(MARK.len() as u64).read_to_end(&mut beginning)?;
    Ok(beginning == MARK.as_bytes())
}
