//! Where the suite's files come from: a checkout, any folder or file, or the copy inside the binary.

use crate::format::yaml::LARGEST_FILE;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A file of the suite.
#[derive(Clone, Debug)]
pub struct SuiteFile {
    /// Its path as messages show it.
    pub path: String,
    /// What is in it.
    pub text: String,
    /// The byte from which on it is no text, where it is none; `text` has a mark there.
    pub not_text: Option<usize>,
}

impl SuiteFile {
    /// A file with this text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> SuiteFile {
        SuiteFile { path: path.into(), text: text.into(), not_text: None }
    }
}

/// The suite as it was when the binary was built: paths below `fixtures`, in order, and texts.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/suite.rs"));

/// Why files could not be had.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// Nothing is there.
    #[error("{path}: no such file or folder")]
    Missing {
        /// The path.
        path: String,
    },
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The path.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is no text.
    #[error("{path}: not a text file: byte {at} is not UTF-8")]
    NotText {
        /// The path.
        path: String,
        /// Where.
        at: usize,
    },
    /// The file is larger than any of ours.
    #[error("{path}: {bytes} bytes, a file has at most {LARGEST_FILE}")]
    TooLarge {
        /// The path.
        path: String,
        /// Its size.
        bytes: u64,
    },
}

/// Where a suite is read from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A folder laid out like `fixtures/`.
    Folder(PathBuf),
    /// The copy inside the binary.
    Embedded,
}

impl Origin {
    /// The folder named, or `fixtures/` of the checkout we stand in, or the copy inside the binary.
    #[must_use]
    pub fn find(named: Option<&Path>) -> Origin {
        if let Some(folder) = named {
            return Origin::Folder(folder.to_path_buf());
        }
        let here = Path::new("fixtures");
        if here.join("sources").is_dir() && here.join("cases").is_dir() {
            Origin::Folder(here.to_path_buf())
        } else {
            Origin::Embedded
        }
    }

    /// What it is, for messages.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Origin::Folder(folder) => folder.display().to_string(),
            Origin::Embedded => format!("the suite inside damero {}", env!("CARGO_PKG_VERSION")),
        }
    }

    /// The YAML files of a part of the suite (`sources`, `rulebooks`, `cases`, `perft`), ordered by path.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is missing or a file cannot be read. A missing part is an empty one.
    pub fn files(&self, part: &str) -> Result<Vec<SuiteFile>, FilesError> {
        match self {
            Origin::Folder(folder) => {
                if !folder.is_dir() {
                    return Err(FilesError::Missing { path: folder.display().to_string() });
                }
                let part = folder.join(part);
                if part.exists() { read_tree(&part) } else { Ok(Vec::new()) }
            }
            Origin::Embedded => {
                let prefix = format!("{part}/");
                let files = EMBEDDED.iter().filter(|(name, _)| name.starts_with(&prefix));
                Ok(files.map(|(name, text)| SuiteFile::new(format!("fixtures/{name}"), *text)).collect())
            }
        }
    }
}

/// The YAML files at a path: one file, or all below a folder, through links too.
///
/// A file that is no text is read all the same, with [`SuiteFile::not_text`]: it must not keep the others from being
/// looked at.
///
/// # Errors
///
/// Returns an error if nothing is there, a file cannot be read, or a link leads nowhere or back to a folder above it.
pub fn read_tree(path: &Path) -> Result<Vec<SuiteFile>, FilesError> {
    if !path.exists() {
        return Err(FilesError::Missing { path: path.display().to_string() });
    }
    if path.is_file() {
        return Ok(vec![read_lossy(path)?]);
    }
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(path).sort_by_file_name().follow_links(true) {
        let entry = entry.map_err(|error| {
            let at = error.path().unwrap_or(path).display().to_string();
            FilesError::Unreadable { path: at, error: error.into() }
        })?;
        let extension = entry.path().extension().and_then(|extension| extension.to_str());
        let is_yaml = extension.is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"));
        if entry.file_type().is_file() && is_yaml {
            files.push(read_lossy(entry.path())?);
        }
    }
    Ok(files)
}

/// Reads one file as text, bounded in size.
///
/// # Errors
///
/// Returns an error if it cannot be read, is too large, or is no text.
pub fn read_file(path: &Path) -> Result<SuiteFile, FilesError> {
    let file = read_lossy(path)?;
    match file.not_text {
        None => Ok(file),
        Some(at) => Err(FilesError::NotText { path: file.path, at }),
    }
}

/// Reads one file, bounded in size, whether it is text or not.
fn read_lossy(path: &Path) -> Result<SuiteFile, FilesError> {
    let shown = path.display().to_string();
    let unreadable = |error| FilesError::Unreadable { path: shown.clone(), error };
    let file = fs::File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(unreadable(std::io::Error::other("is a folder, expected a file")));
    }
    // A pipe or a device has no size of its own: never read more than a file may have.
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > LARGEST_FILE {
        return Err(FilesError::TooLarge { path: shown, bytes: metadata.len().max(bytes.len() as u64) });
    }
    let (text, not_text) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(error.utf8_error().valid_up_to())),
    };
    Ok(SuiteFile { path: shown, text, not_text })
}
