//! A run as workflow commands of GitHub Actions, which it shows beside the lines of the fixtures; and the summary of the
//! job, which holds what does not fit there.

use super::{markdown, plural, show};
use crate::record::{Counts, Record, Results};
use crate::suite::Suite;
use std::fmt::Write as _;

/// Most annotations that GitHub shows of one step.
const MOST_ANNOTATIONS: usize = 10;
/// Most bytes of a message: GitHub cuts longer ones in the middle.
const LONGEST_MESSAGE: usize = 4000;
/// Most bytes of the summary of a job; GitHub takes a mebibyte, and other steps may have written before.
const LONGEST_SUMMARY: usize = 900_000;

/// The commands, at most ten, each line ended: errors for failing checks and for what makes the run a failure as a whole, a
/// notice for all else that concerns the run.
///
/// More failing checks than that are put together by fixture, and more fixtures than that in one last error.
#[must_use]
pub fn write(suite: &Suite, results: &Results) -> String {
    let mut out = String::new();
    let failed: Vec<&Record> = results.records.iter().filter(|record| record.counts_as() == Counts::Failed).collect();
    let (notices, faults) = (show::notices(results), &results.summary.faults);
    let room = MOST_ANNOTATIONS - usize::from(!notices.is_empty()) - usize::from(!faults.is_empty());
    if !faults.is_empty() {
        command(&mut out, "error", None, "Damero: the run as a whole", &faults.join("\n"));
    }
    if failed.len() <= room {
        for record in &failed {
            let title = format!("{} under {}: {}", record.case, record.rules, record.verdict.word());
            command(&mut out, "error", Some(record), &title, &show::text(suite, &results.run, record));
        }
    } else {
        by_file(&mut out, results, &failed, room);
    }
    match notices.as_slice() {
        [] => {}
        [notice] => command(&mut out, "notice", None, "Damero", notice),
        many => command(&mut out, "notice", None, &format!("Damero: {} notices", many.len()), &many.join("\n")),
    }
    out
}

fn by_file(out: &mut String, results: &Results, failed: &[&Record], room: usize) {
    let mut files: Vec<(&str, Vec<&Record>)> = Vec::new();
    for record in failed {
        match files.iter_mut().find(|(file, _)| *file == record.file) {
            Some((_, records)) => records.push(record),
            None => files.push((&record.file, vec![record])),
        }
    }
    let shown = if files.len() > room { room - 1 } else { files.len() };
    for (_, records) in &files[..shown] {
        let first = records[0];
        let title = format!("{}: {}", first.topic, plural(records.len(), "failing check"));
        let lines: Vec<String> = records
            .iter()
            .map(|record| {
                format!("{}:{} {}: {}", record.line, record.column, show::name(record), show::headline(record))
            })
            .collect();
        command(out, "error", Some(first), &title, &lines.join("\n"));
    }
    let rest = &files[shown..];
    if !rest.is_empty() {
        let checks: usize = rest.iter().map(|(_, records)| records.len()).sum();
        let title = format!("{} in {}", plural(checks, "more failing check"), plural(rest.len(), "file"));
        let mut lines: Vec<String> = rest.iter().map(|(file, records)| format!("{file}: {}", records.len())).collect();
        lines.push(format!("all of them: {}", results.run.command));
        command(out, "error", None, &title, &lines.join("\n"));
    }
}

fn command(out: &mut String, level: &str, at: Option<&Record>, title: &str, message: &str) {
    let _ = write!(out, "::{level} ");
    if let Some(record) = at {
        let _ = write!(out, "file={},line={},col={},", property(&record.file), record.line, record.column);
    }
    let mut end = message.len().min(LONGEST_MESSAGE);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    let cut = if end < message.len() { "…" } else { "" };
    let _ = writeln!(out, "title={}::{}{cut}", property(title), data(message[..end].trim_end()));
}

/// A message as workflow commands write it.
fn data(text: &str) -> String {
    let escaped = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    show::harmless(&escaped).into_owned()
}

/// A property as workflow commands write it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The summary of the job, in Markdown: every failing check, for the file that `GITHUB_STEP_SUMMARY` names.
#[must_use]
pub fn job_summary(suite: &Suite, results: &Results) -> String {
    markdown::write_within(suite, results, LONGEST_SUMMARY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_with_a_meaning_are_escaped() {
        assert_eq!(data("100%\r\n::error::x, y"), "100%25%0D%0A::error::x, y");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        let mut out = String::new();
        command(&mut out, "error", None, "t", &"ж".repeat(LONGEST_MESSAGE));
        assert!(out.len() < LONGEST_MESSAGE + 100);
        assert!(out.ends_with("ж…\n"));
    }
}
