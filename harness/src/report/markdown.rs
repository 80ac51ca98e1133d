//! A run in Markdown, for a comment or the summary of a job: tables, then each failure with board, difference, clauses,
//! and the command that runs it again. Long lists are folded.

use super::plural;
use super::show::{self, Compared, Moment};
use crate::record::{Counts, Difference, Record, Results, Tally};
use crate::suite::Suite;
use std::fmt::Write as _;

/// Most bytes of a report: GitHub takes comments of 65,536 characters.
const LONGEST_COMMENT: usize = 60_000;
/// What is kept free for the end of a report.
const END: usize = 1_000;
/// More failures than these are folded.
const MOST_OPEN: usize = 5;

/// The report.
#[must_use]
pub fn write(suite: &Suite, results: &Results) -> String {
    write_within(suite, results, LONGEST_COMMENT)
}

/// The report in at most so many bytes: what does not fit is listed, and then counted.
pub(super) fn write_within(suite: &Suite, results: &Results, limit: usize) -> String {
    let run = &results.run;
    let mut out = String::new();
    let who = [run.implementation.name.as_str(), &run.implementation.version].join(" ");
    let shard = run.shard.map(|shard| format!(", part {shard}")).unwrap_or_default();
    let _ = writeln!(out, "## Damero: {}{shard}\n", escaped(who.trim()));
    let total = results.summary.tally;
    let _ = writeln!(out, "{} {}\n", if results.summary.has_failed() { "❌" } else { "✅" }, counts(total));
    for fault in &results.summary.faults {
        let _ = writeln!(out, "> **A failure of the run as a whole:** {}\n", escaped(&show::one_line(fault)));
    }
    for notice in &show::notices(results) {
        let _ = writeln!(out, "> {}\n", escaped(&show::one_line(notice)));
    }

    if let Some(duplicates) = show::duplicates(total.duplicates) {
        let _ = writeln!(out, "{duplicates}: a remark, no failure\n");
    }

    let variants = show::variants_of(&results.records).into_iter().map(|variant| {
        let records = results.records.iter().filter(move |record| record.variant == variant);
        (show::title(variant), Tally::of(records))
    });
    table(&mut out, "variant", variants);
    let levels = crate::protocol::Level::ALL.iter().map(|level| {
        let records = results.records.iter().filter(|record| record.level == *level);
        (show::title(level.word()), Tally::of(records))
    });
    table(&mut out, "level", levels);

    let of = |wanted: Counts| -> Vec<&Record> {
        results.records.iter().filter(|record| record.counts_as() == wanted).collect()
    };
    failures(&mut out, suite, results, &of(Counts::Failed), limit);
    listed(&mut out, "Known failures", &of(Counts::Known), limit);
    listed(
        &mut out,
        "Excused: no document says for sure what is right, or the position cannot arise",
        &of(Counts::Excused),
        limit,
    );
    let doubled: Vec<&Record> = results.records.iter().filter(|record| !record.duplicates.is_empty()).collect();
    let duplicates = |record: &Record| show::duplicates_of(record).unwrap_or_default();
    list(&mut out, "Moves listed more than once", &doubled, duplicates, limit);
    show::harmless(&out).into_owned()
}

fn counts(tally: Tally) -> String {
    let mut text = format!("**{} passed, {} failed**", show::thousands(tally.passed), show::thousands(tally.failed));
    for (number, word) in
        [(tally.known, "known to fail"), (tally.excused, "excused"), (tally.unsupported, "not claimed")]
    {
        if number > 0 {
            let _ = write!(text, ", {} {word}", show::thousands(number));
        }
    }
    let _ = write!(text, " ({})", plural(tally.total(), "check"));
    text
}

/// A column of a table: its heading, and its number.
type Column = (&'static str, fn(&Tally) -> usize);

/// A table of counts; rows without any check, and columns without any number, are left out.
fn table(out: &mut String, what: &str, rows: impl Iterator<Item = (String, Tally)>) {
    let rows: Vec<(String, Tally)> = rows.filter(|(_, tally)| tally.total() > 0).collect();
    let columns: [Column; 6] = [
        ("passed", |tally| tally.passed),
        ("failed", |tally| tally.failed),
        ("known", |tally| tally.known),
        ("excused", |tally| tally.excused),
        ("not claimed", |tally| tally.unsupported),
        ("duplicates", |tally| tally.duplicates),
    ];
    let shown: Vec<_> = columns
        .iter()
        .enumerate()
        .filter(|(index, (_, number))| *index < 2 || rows.iter().any(|(_, tally)| number(tally) > 0))
        .map(|(_, column)| column)
        .collect();
    if rows.is_empty() {
        return;
    }
    let _ = write!(out, "| {what} |");
    shown.iter().for_each(|(name, _)| {
        let _ = write!(out, " {name} |");
    });
    let _ = writeln!(out, "\n|---|{}", "--:|".repeat(shown.len()));
    for (name, tally) in &rows {
        let _ = write!(out, "| {} |", escaped(name));
        for (_, number) in &shown {
            match number(tally) {
                0 => out.push_str(" |"),
                many => {
                    let _ = write!(out, " {} |", show::thousands(many));
                }
            }
        }
        out.push('\n');
    }
    out.push('\n');
}

fn failures(out: &mut String, suite: &Suite, results: &Results, failed: &[&Record], limit: usize) {
    if failed.is_empty() {
        return;
    }
    let _ = writeln!(out, "### {}\n", plural(failed.len(), "failure"));
    let fold = failed.len() > MOST_OPEN;
    let mut rest = Vec::new();
    for variant in show::variants_of(failed.iter().copied()) {
        let of_variant: Vec<&Record> = failed.iter().copied().filter(|record| record.variant == variant).collect();
        let opening = format!(
            "<details><summary>{}: {}</summary>\n\n",
            escaped(&show::title(variant)),
            plural(of_variant.len(), "failure")
        );
        let mut opened = false;
        for record in of_variant {
            let text = failure(suite, results, record);
            // Half of the room is for boards where there are more failures than fit, the other for the list of the rest.
            if out.len() + opening.len() + text.len() > limit / 2 + limit / 4 {
                rest.push(record);
                continue;
            }
            if fold && !opened {
                out.push_str(&opening);
                opened = true;
            }
            out.push_str(&text);
        }
        if opened {
            out.push_str("</details>\n\n");
        }
    }
    let heading = if rest.len() == failed.len() { "All of them" } else { "The others" };
    listed(out, heading, &rest, limit);
}

/// A failure with all that is known of it.
fn failure(suite: &Suite, results: &Results, record: &Record) -> String {
    let mut out = String::new();
    let verdict = show::meaning(record);
    let _ = writeln!(out, "#### {} under {}: {verdict}\n", code(&record.case), code(&record.rules));
    if let Some(known) = show::baseline(record) {
        let _ = writeln!(out, "Baseline: {}\n", escaped(&show::one_line(&known)));
    }
    if let Some(why) = &record.why {
        let _ = writeln!(out, "{}\n", escaped(&show::one_line(why)));
    }
    if let Some(turned) = show::turned(record) {
        let _ = writeln!(out, "**{turned}**\n");
    }
    for moment in show::moments(record) {
        out.push_str(&moment_text(suite, record, &moment));
    }
    if let Some(message) = &record.message {
        out.push_str(&fenced("text", &show::clipped(message.trim())));
    }
    if let Some(not_compared) = &record.not_compared {
        let _ = writeln!(out, "Not compared: {}\n", escaped(&show::one_line(not_compared)));
    }
    if let Some(duplicates) = show::duplicates_of(record) {
        let _ = writeln!(out, "{}\n", escaped(&duplicates));
    }
    for (id, sentence) in show::clauses(suite, record) {
        let says = sentence.map(|says| format!(": {}", escaped(&show::one_line(says)))).unwrap_or_default();
        let _ = writeln!(out, "- {}{says}", code(id));
    }
    let status = record.doubt().map(|status| format!(" ({})", escaped(status))).unwrap_or_default();
    let place = format!("{}:{}:{}", record.file, record.line, record.column);
    let _ = writeln!(out, "- at {}{status}\n", code(&place));
    out.push_str(&fenced("sh", &super::rerun(&results.run, record)));
    out
}

fn moment_text(suite: &Suite, record: &Record, moment: &Moment<'_>) -> String {
    let mut out = String::new();
    if let Some(position) = moment.position {
        let mut drawing = show::board(suite, record, position).unwrap_or_default();
        if !drawing.is_empty() {
            drawing.push('\n');
        }
        let _ = write!(drawing, "position{} {position}", show::after(moment.ply));
        out.push_str(&fenced("text", &drawing));
    }
    for difference in &moment.differences {
        out.push_str(&difference_text(difference));
    }
    out
}

fn difference_text(difference: &Difference) -> String {
    let compared = Compared::of(difference);
    let mut diff = String::new();
    for (sign, list) in [('-', &compared.missing), ('+', &compared.extra)] {
        for line in list.iter().take(show::MOST_LINES) {
            let _ = writeln!(diff, "{sign} {}", show::one_line(line));
        }
        if list.len() > show::MOST_LINES {
            let _ = writeln!(diff, "{sign} and {} more", list.len() - show::MOST_LINES);
        }
    }
    if !compared.common.is_empty() {
        let shown: Vec<&str> = compared.common.iter().take(show::MOST_LINES).copied().collect();
        let _ = writeln!(diff, "  {}", show::one_line(&shown.join(", ")));
    }
    let mut out = format!(
        "{}: <code>-</code> expected, <code>+</code> actual\n\n",
        escaped(&show::title(&show::heading(difference)))
    );
    out.push_str(&fenced("diff", diff.trim_end()));
    for note in difference.notes.iter().take(show::MOST_LINES) {
        let _ = writeln!(out, "{}\n", escaped(&show::one_line(note)));
    }
    out
}

/// Records in a folded list, a line each, as far as there is room.
fn listed(out: &mut String, heading: &str, records: &[&Record], limit: usize) {
    list(out, heading, records, show::headline, limit);
}

/// The same, with what is said of each.
fn list(out: &mut String, heading: &str, records: &[&Record], says: impl Fn(&Record) -> String, limit: usize) {
    if records.is_empty() || out.len() + END > limit {
        return;
    }
    let _ = writeln!(out, "<details><summary>{heading} ({})</summary>\n", show::thousands(records.len()));
    for (index, record) in records.iter().enumerate() {
        let line = format!("- {} under {}: {}\n", code(&record.case), code(&record.rules), escaped(&says(record)));
        if out.len() + line.len() + END > limit {
            let _ = writeln!(out, "- and {} more", show::thousands(records.len() - index));
            break;
        }
        out.push_str(&line);
    }
    out.push_str("\n</details>\n\n");
}

/// A text whose signs mean nothing in Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => {
                out.push('\\');
                out.push(sign);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // A report must not notify a user.
            '@' => out.push_str("&#64;"),
            '\n' | '\r' => out.push(' '),
            _ => out.push(sign),
        }
    }
    out
}

/// A name set as code.
pub(super) fn code(text: &str) -> String {
    if text.is_empty() || text.contains(['`', '|', '\n', '\r']) { escaped(text) } else { format!("`{text}`") }
}

/// A block of code that its content cannot end.
fn fenced(language: &str, text: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for sign in text.chars() {
        run = if sign == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence}{language}\n{text}\n{fence}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_implementation_says_stays_text() {
        assert_eq!(escaped("<b>@team</b> | `x` *y*\n#1"), "&lt;b&gt;&#64;team&lt;/b&gt; \\| \\`x\\` \\*y\\* \\#1");
        assert_eq!(fenced("text", "a\n````\nb"), "`````text\na\n````\nb\n`````\n\n");
        assert_eq!(code("a`b"), "a\\`b");
    }
}
