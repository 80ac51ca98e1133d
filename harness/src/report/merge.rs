//! Results files read again, and the parts of a run put together.
//!
//! Nothing half is taken for whole: a file without its last line, a part that is missing, or parts of different runs are
//! refused, with what was found and what was expected.

use crate::format::yaml::shortened;
use crate::record::{Record, Results, Run, Shard, Summary, Tally};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;

/// Longest line of a results file, in bytes: an answer is at most one mebibyte, and a record may hold several.
pub const LONGEST_LINE: usize = 16 << 20;
/// Largest results file, in bytes.
pub const LARGEST_RESULTS: u64 = 512 << 20;

/// A results file.
#[derive(Clone, Debug)]
pub struct ResultsFile {
    /// Its path, as messages show it.
    pub path: String,
    /// What is in it.
    pub results: Results,
}

/// Why results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The path.
        path: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line is no line of results.
    #[error("{path}:{line}:{column}: {problem}")]
    Line {
        /// The path.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What was found, and what was expected.
        problem: String,
    },
    /// The file ends too early, or says something else than its lines.
    #[error("{path}: {problem}")]
    NotWhole {
        /// The path.
        path: String,
        /// What is wrong, and the likely fix.
        problem: String,
    },
    /// Files that do not belong together.
    #[error("{0}")]
    Mixed(String),
}

/// Reads a results file.
///
/// # Errors
///
/// Returns an error if it cannot be read, a line is wrong, or the file is not whole.
pub fn read(path: &Path) -> Result<ResultsFile, MergeError> {
    let shown = path.display().to_string();
    let unreadable = |error| MergeError::Unreadable { path: shown.clone(), error };
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(std::io::Error::other("is a folder, expected a results file (JSON Lines)")));
    }
    parse(&shown, BufReader::new(file))
}

/// Reads results from anything.
///
/// # Errors
///
/// As [`read`].
pub fn parse(path: &str, reader: impl BufRead) -> Result<ResultsFile, MergeError> {
    let unreadable = |error| MergeError::Unreadable { path: path.to_string(), error };
    let not_whole = |problem: String| MergeError::NotWhole { path: path.to_string(), problem };
    let mut reader = reader.take(LARGEST_RESULTS + 1);
    let mut run: Option<Run> = None;
    let mut summary: Option<Summary> = None;
    let mut records: Vec<Record> = Vec::new();
    let mut bytes = Vec::new();
    let mut read = 0;
    for number in 1.. {
        bytes.clear();
        let length = (&mut reader).take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes).map_err(unreadable)?;
        if length == 0 {
            break;
        }
        read += length as u64;
        let wrong =
            |column: usize, problem: String| MergeError::Line { path: path.to_string(), line: number, column, problem };
        if length > LONGEST_LINE {
            return Err(wrong(1, format!("found a line of more than {LONGEST_LINE} bytes, expected a shorter one")));
        }
        if read > LARGEST_RESULTS {
            return Err(not_whole(format!("found more than {LARGEST_RESULTS} bytes, expected a smaller file")));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            wrong(error.valid_up_to() + 1, "found a byte that is not UTF-8, expected JSON".to_string())
        })?;
        let text = text.strip_prefix('\u{feff}').filter(|_| number == 1).unwrap_or(text);
        if text.trim().is_empty() {
            continue;
        }
        if summary.is_some() {
            return Err(wrong(
                1,
                "found a line after the summary, expected the end of the file; are these two files in one?".to_string(),
            ));
        }
        let keys = match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(keys)) => keys,
            Ok(other) => return Err(wrong(1, format!("found {}, expected an object", kind(&other)))),
            // A last line that stops in the middle is a run that did.
            Err(error) if error.is_eof() && !text.ends_with('\n') => {
                return Err(wrong(error.column().max(1), "found the end of the file within a line, expected the rest of it; the run that wrote it did not end, run it again".to_string()));
            }
            Err(error) => {
                return Err(wrong(
                    error.column().max(1),
                    format!("found no JSON ({}), expected an object", plain(&error)),
                ));
            }
        };
        if keys.contains_key("run") {
            if run.is_some() || !records.is_empty() {
                return Err(wrong(
                    1,
                    "found another `run`, expected a check or the summary; are these two files in one?".to_string(),
                ));
            }
            run = Some(value::<RunLine>(text).map_err(|(column, problem)| wrong(column, problem))?.run);
        } else if run.is_none() {
            let found =
                keys.keys().next().map_or_else(|| "an empty object".to_string(), |key| format!("`{}`", shortened(key)));
            return Err(wrong(
                1,
                format!("found {found}, expected `run`: a results file of `damero check --format jsonl`"),
            ));
        } else if keys.contains_key("summary") {
            summary = Some(value::<SummaryLine>(text).map_err(|(column, problem)| wrong(column, problem))?.summary);
        } else {
            records.push(value(text).map_err(|(column, problem)| wrong(column, problem))?);
        }
    }
    let Some(run) = run else {
        return Err(not_whole("found no line, expected a results file of `damero check --format jsonl`".to_string()));
    };
    let Some(summary) = summary else {
        return Err(not_whole(format!(
            "found {} checks and no summary, expected one as the last line; the run that wrote it did not end, run it again",
            records.len()
        )));
    };
    let counted = Tally::of(&records);
    if counted != summary.tally {
        return Err(not_whole(format!(
            "found {} in its lines, expected {} by its summary; lines are lost or changed, run it again",
            tally(counted),
            tally(summary.tally)
        )));
    }
    let mut seen = HashSet::new();
    if let Some(twice) = records.iter().find(|record| !seen.insert((record.case.as_str(), record.rules.as_str()))) {
        return Err(not_whole(format!(
            "found {} under {} twice, expected each check once",
            shortened(&twice.case),
            shortened(&twice.rules)
        )));
    }
    Ok(ResultsFile { path: path.to_string(), results: Results { run, records, summary } })
}

fn tally(tally: Tally) -> String {
    format!(
        "{} passed, {} failed, {} known, {} excused, {} unsupported",
        tally.passed, tally.failed, tally.known, tally.excused, tally.unsupported
    )
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// What serde says, without the place, which is said before.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_string()
}

/// What serde says, as this project says it: what was found, then what was expected.
fn reworded(text: &str) -> String {
    let text = ["usize", "u32", "u64"]
        .iter()
        .fold(text.to_string(), |text, kind| text.replace(&format!("expected {kind}"), "expected a number from 0 on"));
    let text = text.as_str();
    for before in ["invalid type: ", "invalid value: ", "invalid length ", "unknown variant "] {
        if let Some(rest) = text.strip_prefix(before) {
            return format!("found {rest}");
        }
    }
    if let Some(name) = text.strip_prefix("missing field ") {
        return format!("found no {name}, expected one");
    }
    if text.starts_with("found ") { text.to_string() } else { format!("found {text}") }
}

/// A line as one value; where it is none, the column and what is wrong.
fn value<T: DeserializeOwned>(text: &str) -> Result<T, (usize, String)> {
    serde_json::from_str(text).map_err(|error| (error.column().max(1), reworded(&plain(&error))))
}

#[derive(Deserialize)]
struct RunLine {
    run: Run,
}

#[derive(Deserialize)]
struct SummaryLine {
    summary: Summary,
}

/// Puts files together: the parts of a run become one, and the runs of several implementations a list, in the order in
/// which the first file of each is given.
///
/// # Errors
///
/// Returns an error if parts are missing, or files do not belong together.
pub fn merge(files: Vec<ResultsFile>) -> Result<Vec<Results>, MergeError> {
    let mut groups: Vec<Vec<ResultsFile>> = Vec::new();
    for file in files {
        let same = |group: &&mut Vec<ResultsFile>| who(&group[0]) == who(&file);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(file),
            None => groups.push(vec![file]),
        }
    }
    if let Some(first) = groups.first().map(|group| &group[0]) {
        // The parts of one run are compared below, where more can be said of them.
        if let Some(other) = groups.iter().map(|group| &group[0]).find(|file| suite(file) != suite(first)) {
            return Err(mixed(first, other, "the suite", suite(first), suite(other), "run both with the same suite"));
        }
    }
    groups.into_iter().map(whole).collect()
}

fn who(file: &ResultsFile) -> (&str, &str) {
    let implementation = &file.results.run.implementation;
    (&implementation.name, &implementation.version)
}

fn suite(file: &ResultsFile) -> &str {
    &file.results.run.suite
}

fn mixed(first: &ResultsFile, other: &ResultsFile, what: &str, a: &str, b: &str, help: &str) -> MergeError {
    MergeError::Mixed(format!(
        "{}: found {what} {}, expected {} as in {}; {help}",
        other.path,
        shortened(b),
        shortened(a),
        first.path
    ))
}

/// The files of one implementation as one run.
fn whole(mut files: Vec<ResultsFile>) -> Result<Results, MergeError> {
    let name = |file: &ResultsFile| format!("{} {}", who(file).0, who(file).1).trim().to_string();
    let complete: Vec<&ResultsFile> = files.iter().filter(|file| file.results.run.shard.is_none()).collect();
    if let [first, second, ..] = complete.as_slice() {
        return Err(MergeError::Mixed(format!(
            "{} and {}: found two complete runs of {}, expected one; leave one out",
            first.path,
            second.path,
            name(first)
        )));
    }
    if let (Some(complete), Some(part)) = (complete.first(), files.iter().find(|f| f.results.run.shard.is_some())) {
        return Err(MergeError::Mixed(format!(
            "{} and {}: found a complete run of {} and a part of one, expected either; leave one out",
            complete.path,
            part.path,
            name(complete)
        )));
    }
    for other in &files[1..] {
        same_run(&files[0], other)?;
    }
    let parts = |file: &ResultsFile| file.results.run.shard.unwrap_or(Shard { number: 1, of: 1 });
    files.sort_by_key(|file| parts(file).number);
    for pair in files.windows(2) {
        if parts(&pair[0]).number == parts(&pair[1]).number {
            return Err(MergeError::Mixed(format!(
                "{} and {}: found part {} of {} twice, expected each once; leave one out",
                pair[0].path,
                pair[1].path,
                parts(&pair[0]),
                name(&pair[0])
            )));
        }
    }
    let of = parts(&files[0]).of;
    if files.len() < of as usize {
        let missing: Vec<String> = (1..=of)
            .filter(|number| !files.iter().any(|file| parts(file).number == *number))
            .take(20)
            .map(|number| Shard { number, of }.to_string())
            .collect();
        return Err(MergeError::Mixed(format!(
            "{}: found {} of {of} parts of {}, expected all; missing: {}",
            files[0].path,
            files.len(),
            name(&files[0]),
            missing.join(", ")
        )));
    }
    together(files)
}

/// Refuses parts of different runs.
fn same_run(first: &ResultsFile, other: &ResultsFile) -> Result<(), MergeError> {
    let (a, b) = (&first.results.run, &other.results.run);
    let refuse = |what: &str, a: &str, b: &str, help: &str| Err(mixed(first, other, what, a, b, help));
    let again = "parts of different runs cannot be put together";
    if a.suite != b.suite {
        return refuse("the suite", &a.suite, &b.suite, again);
    }
    if a.damero != b.damero {
        return refuse("damero", &a.damero, &b.damero, again);
    }
    if a.selection != b.selection {
        return refuse("the selection", &a.selection, &b.selection, again);
    }
    let of = |run: &Run| run.shard.map_or_else(|| "no part".to_string(), |shard| format!("{} parts", shard.of));
    if of(a) != of(b) {
        return refuse("a run in", &of(a), &of(b), again);
    }
    if a.selected != b.selected {
        return refuse("a number of selected checks of", &a.selected.to_string(), &b.selected.to_string(), again);
    }
    if a.implementation != b.implementation {
        let claims = |run: &Run| serde_json::to_string(&run.implementation).unwrap_or_default();
        let (a, b) = (claims(a), claims(b));
        // The first letters are the same: what differs is what is to be seen.
        let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count().saturating_sub(10);
        let tail = |text: &str| text.chars().skip(common).collect::<String>();
        return refuse("claims", &tail(&a), &tail(&b), again);
    }
    Ok(())
}

/// The parts of a run, in order, as one.
fn together(files: Vec<ResultsFile>) -> Result<Results, MergeError> {
    let mut run = files[0].results.run.clone();
    run.shard = None;
    let path = files[0].path.clone();
    let mut summary = Summary::default();
    let mut records = Vec::new();
    let several = files.len() > 1;
    for file in files {
        let part = file.results;
        let Summary { notices, faults, .. } = part.summary;
        for (from, to) in [(notices, &mut summary.notices), (faults, &mut summary.faults)] {
            for text in from {
                if !to.contains(&text) {
                    to.push(text);
                }
            }
        }
        records.extend(part.records);
    }
    if several {
        records.sort_by(in_suite_order);
    }
    summary.tally = Tally::of(&records);
    let mut seen = HashSet::new();
    if let Some(twice) = records.iter().find(|record| !seen.insert((record.case.as_str(), record.rules.as_str()))) {
        return Err(MergeError::NotWhole {
            path,
            problem: format!(
                "found {} under {} in two parts, expected each check in one",
                shortened(&twice.case),
                shortened(&twice.rules)
            ),
        });
    }
    if records.len() != run.selected {
        return Err(MergeError::NotWhole {
            path,
            problem: format!(
                "found {} checks{}, expected the {} that were selected; run it again",
                records.len(),
                if several { " in all parts" } else { "" },
                run.selected
            ),
        });
    }
    Ok(Results { run, records, summary })
}

/// The order of the suite: by file and place. All checks of a case are in one part, in their order, which the sort
/// keeps.
fn in_suite_order(a: &Record, b: &Record) -> Ordering {
    let names = |record: &'_ Record| -> Vec<String> {
        let components = Path::new(&record.file).components();
        components.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let by_file = if a.file == b.file { Ordering::Equal } else { names(a).cmp(&names(b)) };
    by_file.then_with(|| (a.line, a.column).cmp(&(b.line, b.column)))
}
