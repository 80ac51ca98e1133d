//! Where text goes: standard output and error, whose readers may have gone away, and files.
//!
//! Every file that a command writes is written here. A regular file is written beside itself and then renamed, so that
//! a reader never sees half of it; its mode stays, and links to it stay links. Devices, pipes, and sockets are written
//! into and never replaced.

use super::failure::Failure;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Most links that are followed from one to the next, as systems do.
const MOST_LINKS: usize = 40;

/// Prints text. Where its reader has gone away nothing is printed, and all else goes on: the files are still to be
/// written, and the exit code is still to be right.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| Failure::Usage(format!("standard output: {error}"))),
    }
}

/// Prints a line to standard error, where that can still be had.
pub(super) fn print_error(line: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Writes a file; a half-written one is never seen.
pub(super) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    Output::at(path)?.write(text)
}

/// A place to write to that is known to be writable.
#[derive(Debug)]
pub(super) struct Output {
    /// As the user has named it.
    named: PathBuf,
    to: To,
    written: bool,
}

#[derive(Debug)]
enum To {
    Stdout,
    /// What is written into as it is: a device, a pipe, what another program holds open.
    Into(File),
    /// A regular file, links to it followed. `fresh`: there was none before.
    File {
        path: PathBuf,
        fresh: bool,
    },
}

impl Output {
    /// Standard output.
    pub(super) fn stdout() -> Output {
        Output { named: PathBuf::from("-"), to: To::Stdout, written: false }
    }

    /// A place by its path, `-` for standard output. What an earlier run has left there stays, until
    /// [`Output::clear`].
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub(super) fn at(named: &Path) -> Result<Output, Failure> {
        let to = To::at(named).map_err(|error| failed(named, &error))?;
        Ok(Output { named: named.to_path_buf(), to, written: false })
    }

    /// Whether it is standard output.
    pub(super) fn is_stdout(&self) -> bool {
        matches!(self.to, To::Stdout)
    }

    /// The file it is, by a path that is the same for every way to name it; none for what is no regular file.
    fn file(&self) -> Option<PathBuf> {
        match &self.to {
            To::File { path, .. } => Some(path.canonicalize().unwrap_or_else(|_| path.clone())),
            To::Stdout | To::Into(_) => None,
        }
    }

    /// Takes away what an earlier run has left, which would look like the result of this one.
    pub(super) fn clear(&self) -> Result<(), Failure> {
        self.stream().map(|_| ())
    }

    /// The emptied file, to be written piece by piece; none where what was written could not be taken back. The whole
    /// is to be written with [`Output::write`] in the end.
    pub(super) fn stream(&self) -> Result<Option<File>, Failure> {
        let To::File { path, .. } = &self.to else { return Ok(None) };
        let file = OpenOptions::new().write(true).truncate(true).open(path);
        file.map(Some).map_err(|error| failed(&self.named, &error))
    }

    /// Writes all of the text there.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written, except that a reader may have gone away.
    pub(super) fn write(mut self, text: &str) -> Result<(), Failure> {
        let done = match &mut self.to {
            To::Stdout => return print(text),
            To::Into(file) => match file.write_all(text.as_bytes()) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                other => other,
            },
            To::File { path, .. } => write_beside(path, text),
        };
        self.written = done.is_ok();
        done.map_err(|error| failed(&self.named, &error))
    }
}

impl Drop for Output {
    /// A file that was made to see whether it can be is no result.
    fn drop(&mut self) {
        if let To::File { path, fresh: true } = &self.to
            && !self.written
            && fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0)
        {
            let _ = fs::remove_file(path);
        }
    }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("{}: cannot be written: {error}", path.display()))
}

impl To {
    fn at(named: &Path) -> io::Result<To> {
        let path = followed(named)?;
        if ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name)) {
            return Ok(To::Stdout);
        }
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::other("it is a folder")),
            Ok(metadata) if !metadata.is_file() || is_held_open(&path) => {
                Ok(To::Into(OpenOptions::new().append(true).open(&path)?))
            }
            Ok(_) => {
                // A file that must not be written must not be replaced either.
                OpenOptions::new().write(true).open(&path)?;
                Ok(To::File { path, fresh: false })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                fs::create_dir_all(folder_of(&path))?;
                OpenOptions::new().write(true).create_new(true).open(&path)?;
                Ok(To::File { path, fresh: true })
            }
            Err(error) => Err(error),
        }
    }
}

/// The file that a link leads to, which need not be there.
fn followed(named: &Path) -> io::Result<PathBuf> {
    let mut path = named.to_path_buf();
    for _ in 0..MOST_LINKS {
        if is_held_open(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, one to the next"))
}

/// Whether a path names what some program has open, such as `/dev/stderr`: another file put in its place would never be
/// seen by whoever holds it.
fn is_held_open(path: &Path) -> bool {
    path.starts_with("/dev/fd")
        || path.starts_with("/proc")
        || path.starts_with("/dev/stdout")
        || path.starts_with("/dev/stderr")
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file that is there beside itself, and then puts it in its place.
fn write_beside(path: &Path, text: &str) -> io::Result<()> {
    let mut file = match tempfile::Builder::new().prefix(".damero-").tempfile_in(folder_of(path)) {
        Ok(file) => file,
        // A file may be writable in a folder that is not.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return fs::write(path, text),
        Err(error) => return Err(error),
    };
    file.write_all(text.as_bytes())?;
    let metadata = fs::metadata(path)?;
    // A temporary file is private to its owner; what it replaces may be meant for others, or be theirs.
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let _ = std::os::unix::fs::fchown(file.as_file(), Some(metadata.uid()), Some(metadata.gid()));
    }
    // Not every file system has modes.
    let _ = file.as_file().set_permissions(metadata.permissions());
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Refuses outputs that would be written one over the other, or over what the command reads. Each comes with the option
/// that names it.
pub(super) fn apart<'o>(
    outputs: impl IntoIterator<Item = (String, &'o Output)>,
    read: &[&Path],
) -> Result<(), Failure> {
    let read: Vec<PathBuf> = read.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut stdout: Option<String> = None;
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for (option, output) in outputs {
        if output.is_stdout()
            && let Some(other) = stdout.replace(option.clone())
        {
            return Err(Failure::Usage(format!(
                "{other} and {option} both go to standard output: write one of them to a file, such as \
                 `--format jsonl=FILE`"
            )));
        }
        let Some(file) = output.file() else { continue };
        let named = output.named.display();
        if read.contains(&file) {
            return Err(Failure::Usage(format!(
                "{option} would write over {named}, which this command reads: name another file"
            )));
        }
        if let Some((other, _)) = files.iter().find(|(_, other)| *other == file) {
            return Err(Failure::Usage(format!("{other} and {option} both write {named}: give them different files")));
        }
        files.push((option, file));
    }
    Ok(())
}

/// Writes every text to its place, whatever becomes of the others: all that goes wrong is said, and the last of it is the
/// failure.
pub(super) fn deliver(texts: impl IntoIterator<Item = (Output, String)>) -> Result<(), Failure> {
    let mut result = Ok(());
    for (output, text) in texts {
        // Colours are for terminals.
        let text = if output.is_stdout() { text } else { anstream::adapter::strip_str(&text).to_string() };
        if let Err(failure) = output.write(&text)
            && let Err(Failure::Usage(earlier)) = std::mem::replace(&mut result, Err(failure))
        {
            print_error(format!("error: {earlier}"));
        }
    }
    result
}
