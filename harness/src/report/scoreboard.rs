//! Several implementations beside each other: checks passed of those claimed, by variant, topic, and level.
//!
//! Verdicts count, not baselines: a failure that somebody knows is a failure of the implementation all the same.
//! Differences where documents do not say for sure what is right, and refused positions that cannot arise in play, are
//! excused and counted apart, as is what an implementation does not claim, and as are moves that are listed twice.

use super::markdown::{code, escaped};
use super::show;
use crate::protocol::Level;
use crate::record::{Record, Results, Word};
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Verdicts counted, whatever a baseline says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// As expected.
    pub passed: usize,
    /// Claimed, and not as expected.
    pub failed: usize,
    /// Different where that is no failure (see [`Word::Differs`]), or refused positions that cannot arise in play.
    pub excused: usize,
    /// Not claimed.
    pub unsupported: usize,
    /// With a move that is listed more than once: a remark beside the counts above, not one of them.
    pub duplicates: usize,
}

impl Score {
    fn add(&mut self, record: &Record) {
        self.duplicates += usize::from(!record.duplicates.is_empty());
        match record.verdict {
            Word::Pass => self.passed += 1,
            Word::Unsupported => self.unsupported += 1,
            _ if record.is_bad() => self.failed += 1,
            _ => self.excused += 1,
        }
    }

    /// The checks that are claimed, and have an answer that is right or wrong.
    #[must_use]
    pub fn claimed(self) -> usize {
        self.passed + self.failed
    }

    /// All checks.
    #[must_use]
    pub fn total(self) -> usize {
        self.claimed() + self.excused + self.unsupported
    }

    /// Whether anything is claimed here.
    #[must_use]
    pub fn is_claimed(self) -> bool {
        self.claimed() + self.excused > 0
    }

    /// How many of a hundred claimed checks pass, rounded down so that a hundred means all; `None` where none is
    /// claimed.
    #[must_use]
    pub fn percent(self) -> Option<usize> {
        (self.passed * 100).checked_div(self.claimed())
    }

    /// How many of a hundred checks are not claimed, rounded up so that nothing means all are.
    #[must_use]
    pub fn percent_unsupported(self) -> usize {
        if self.total() == 0 { 0 } else { (self.unsupported * 100).div_ceil(self.total()) }
    }

    fn json(self) -> Value {
        json!({
            "passed": self.passed,
            "failed": self.failed,
            "excused": self.excused,
            "unsupported": self.unsupported,
            "duplicates": self.duplicates,
        })
    }
}

/// The scores of several implementations.
#[derive(Clone, Debug, Default)]
pub struct Scoreboard {
    /// The implementations, in the order given.
    pub columns: Vec<Column>,
    /// The variants that somebody claims.
    pub rows: Vec<Row>,
    /// Whether not all were asked the same checks.
    pub mixed: bool,
    /// Names of implementations that should be here and did not run.
    pub missing: Vec<String>,
}

/// An implementation.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its permanent name in links and files.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// All its checks.
    pub all: Score,
    /// Its checks by level, in the order of [`Level::ALL`].
    pub levels: Vec<Score>,
}

/// A variant.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub variant: String,
    /// Its scores, one for each implementation.
    pub scores: Vec<Score>,
    /// The same by level, in the order of [`Level::ALL`].
    pub levels: Vec<Vec<Score>>,
    /// What its fixtures are about.
    pub topics: Vec<Topic>,
}

/// A topic of a variant.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its title.
    pub name: String,
    /// Its permanent name in links, unique in its variant.
    pub id: String,
    /// Its scores, one for each implementation.
    pub scores: Vec<Score>,
}

/// A permanent name for each implementation, for links and file names: its own, with the version where that does not
/// tell it from the others.
#[must_use]
pub fn ids(all: &[Results]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for results in all {
        let own = &results.run.implementation;
        let alone =
            all.iter().filter(|other| show::slug(&other.run.implementation.name) == show::slug(&own.name)).count() == 1;
        let name = show::slug(&own.name);
        let wanted = if alone { name } else { format!("{name}-{}", show::slug(&own.version)) };
        ids.push(unique(wanted, |id| ids.iter().any(|other| other == id)));
    }
    ids
}

/// A name, with a number behind it where it is taken.
fn unique(wanted: String, taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.clone();
    let mut number = 2;
    while taken(&name) {
        name = format!("{wanted}-{number}");
        number += 1;
    }
    name
}

impl Scoreboard {
    /// The scores of some runs.
    #[must_use]
    pub fn of(all: &[Results]) -> Scoreboard {
        let mut rows: Vec<Row> = Vec::new();
        for variant in show::variants_of(all.iter().flat_map(|results| &results.records)) {
            rows.push(Row {
                variant: variant.to_string(),
                scores: vec![Score::default(); all.len()],
                levels: vec![vec![Score::default(); Level::ALL.len()]; all.len()],
                topics: Vec::new(),
            });
        }
        let place: HashMap<String, usize> =
            rows.iter().enumerate().map(|(index, row)| (row.variant.clone(), index)).collect();
        let mut topics: HashMap<(usize, String), usize> = HashMap::new();
        let mut columns = Vec::new();
        for (index, (results, id)) in all.iter().zip(ids(all)).enumerate() {
            let implementation = &results.run.implementation;
            let mut column = Column {
                id,
                name: show::one_line(&implementation.name),
                version: show::one_line(&implementation.version),
                all: Score::default(),
                levels: vec![Score::default(); Level::ALL.len()],
            };
            for record in &results.records {
                let level = record.level as usize;
                column.all.add(record);
                column.levels[level].add(record);
                let at = place[&record.variant];
                let row = &mut rows[at];
                row.scores[index].add(record);
                row.levels[index][level].add(record);
                let topic = *topics.entry((at, record.topic.clone())).or_insert_with(|| {
                    let taken = |id: &str| row.topics.iter().any(|topic| topic.id == id);
                    let id = unique(show::slug(&record.topic), taken);
                    let name = show::one_line(&record.topic);
                    row.topics.push(Topic { name, id, scores: vec![Score::default(); all.len()] });
                    row.topics.len() - 1
                });
                row.topics[topic].scores[index].add(record);
            }
            columns.push(column);
        }
        rows.retain(|row| row.scores.iter().any(|score| score.is_claimed()));
        for row in &mut rows {
            row.topics.retain(|topic| topic.scores.iter().any(|score| score.is_claimed()));
        }
        let mixed = all.iter().any(|results| results.run.selection != all[0].run.selection);
        Scoreboard { columns, rows, mixed, missing: Vec::new() }
    }

    /// What is said of implementations that are missing; nothing where none is.
    #[must_use]
    pub fn missing_line(&self) -> Option<String> {
        let names: Vec<String> = self.missing.iter().map(|name| show::one_line(name)).collect();
        (!names.is_empty()).then(|| format!("Not installed, and so missing here: {}.", names.join(", ")))
    }

    /// The numbers, for programs.
    #[must_use]
    pub fn json(&self, all: &[Results]) -> String {
        let levels = |scores: &[Score]| -> Map<String, Value> {
            Level::ALL
                .iter()
                .zip(scores)
                .filter(|(_, score)| score.total() > 0)
                .map(|(level, score)| (level.word().to_string(), score.json()))
                .collect()
        };
        let implementations: Vec<Value> = self
            .columns
            .iter()
            .zip(all)
            .enumerate()
            .map(|(index, (column, results))| {
                let run = &results.run;
                let variants: Map<String, Value> = self
                    .rows
                    .iter()
                    .filter(|row| row.scores[index].is_claimed())
                    .map(|row| {
                        let topics: Map<String, Value> = row
                            .topics
                            .iter()
                            .filter(|topic| topic.scores[index].total() > 0)
                            .map(|topic| (topic.name.clone(), topic.scores[index].json()))
                            .collect();
                        let value = json!({
                            "all": row.scores[index].json(),
                            "levels": levels(&row.levels[index]),
                            "topics": topics,
                        });
                        (row.variant.clone(), value)
                    })
                    .collect();
                json!({
                    "id": column.id,
                    "name": column.name,
                    "version": column.version,
                    "language": run.implementation.language,
                    "homepage": run.implementation.homepage,
                    "selected": run.selected,
                    "selection": run.selection,
                    "all": column.all.json(),
                    "levels": levels(&column.levels),
                    "variants": variants,
                })
            })
            .collect();
        let value = json!({
            "damero": all.first().map(|results| &results.run.damero),
            "suite": all.first().map(|results| &results.run.suite),
            "implementations": implementations,
        });
        format!("{value:#}\n")
    }

    /// The lines of a table: title, whether it is a topic, and a score for each implementation.
    fn lines(&self, topics: bool) -> Vec<Line> {
        let mut lines = vec![Line::new("all", 0, self.columns.iter().map(|column| column.all))];
        for (index, level) in Level::ALL.iter().enumerate() {
            lines.push(Line::new(level.word(), 1, self.columns.iter().map(|column| column.levels[index])));
        }
        for row in &self.rows {
            lines.push(Line::new(&row.variant, 0, row.scores.iter().copied()));
            for topic in row.topics.iter().filter(|_| topics) {
                lines.push(Line::new(&topic.name, 1, topic.scores.iter().copied()));
            }
        }
        lines.retain(|line| line.scores.iter().any(|score| score.is_claimed()));
        lines
    }

    /// The scores for a terminal, with colour codes; the stream it goes to drops them where they are not wanted.
    ///
    /// Implementations that do not fit beside each other in `width` columns follow below.
    #[must_use]
    pub fn text(&self, all: &[Results], topics: bool, width: usize) -> String {
        let lines = self.lines(topics);
        let first = lines.iter().map(Line::width).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|index| {
                let column = &self.columns[index];
                let cells = lines.iter().map(|line| plain_cell(line.scores[index]).chars().count());
                cells.chain([column.name.chars().count(), column.version.chars().count()]).max().unwrap_or(0)
            })
            .collect();
        let mut out = String::new();
        let mut from = 0;
        while from < self.columns.len() {
            let mut to = from;
            let mut used = first;
            while to < self.columns.len() && (to == from || used + widths[to] + 2 <= width) {
                used += widths[to] + 2;
                to += 1;
            }
            if from > 0 {
                out.push('\n');
            }
            self.text_block(&mut out, &lines, first, &widths, from..to);
            from = to;
        }
        out.push('\n');
        for (column, results) in self.columns.iter().zip(all) {
            let score = column.all;
            let _ = write!(out, "{BOLD}{}{BOLD:#} {}: {}", column.name, column.version, summary(score));
            for fault in &results.summary.faults {
                let _ = write!(out, "\n  {RED}FAIL{RED:#} {}", show::one_line(fault));
            }
            for notice in &show::notices(results) {
                let _ = write!(out, "\n  {}", show::one_line(notice));
            }
            out.push('\n');
        }
        if self.mixed {
            let _ = writeln!(out, "{MIXED}");
        }
        if let Some(missing) = self.missing_line() {
            let _ = writeln!(out, "{missing}");
        }
        out
    }

    fn text_block(
        &self,
        out: &mut String,
        lines: &[Line],
        first: usize,
        widths: &[usize],
        columns: std::ops::Range<usize>,
    ) {
        let head: [fn(&Column) -> &str; 2] = [|column| &column.name, |column| &column.version];
        for (part, style) in head.into_iter().zip([BOLD, DIM]) {
            let mut line = " ".repeat(first);
            for index in columns.clone() {
                let _ = write!(line, "  {style}{:>width$}{style:#}", part(&self.columns[index]), width = widths[index]);
            }
            let _ = writeln!(out, "{line}");
        }
        // What no implementation in this block claims is left out.
        let said = |line: &&Line| columns.clone().any(|index| line.scores[index].is_claimed());
        for line in lines.iter().filter(said) {
            let style = if line.depth == 0 { BOLD } else { Style::new() };
            let name = format!("{}{}", "  ".repeat(line.depth), line.name);
            let _ = write!(out, "{style}{name:<first$}{style:#}");
            for index in columns.clone() {
                let score = line.scores[index];
                let style = match score {
                    _ if !score.is_claimed() => DIM,
                    _ if score.failed > 0 => RED,
                    _ => GREEN,
                };
                let _ = write!(out, "  {style}{:>width$}{style:#}", plain_cell(score), width = widths[index]);
            }
            out.push('\n');
        }
    }

    /// The scores in Markdown: a table of levels and variants, and one of topics, folded, for each variant.
    #[must_use]
    pub fn markdown(&self, all: &[Results]) -> String {
        let mut out = "## Damero: draughts rules, checked\n\n".to_string();
        out.push_str("Checks passed of those claimed. `–` is not claimed.");
        if self.columns.iter().any(|column| column.all.duplicates > 0) {
            let _ = write!(out, " `{DUPLICATES}`: checks with a move that is listed more than once, a remark.");
        }
        out.push_str("\n\n");
        let lines = self.lines(false);
        self.markdown_table(&mut out, "", &lines);
        for (column, results) in self.columns.iter().zip(all) {
            let version = escaped(&column.version);
            let _ = writeln!(out, "- **{}** {version}: {}", escaped(&column.name), summary(column.all));
            for fault in &results.summary.faults {
                let _ = writeln!(out, "  - **A failure of the run as a whole:** {}", escaped(&show::one_line(fault)));
            }
            for notice in &show::notices(results) {
                let _ = writeln!(out, "  - {}", escaped(&show::one_line(notice)));
            }
        }
        if self.mixed {
            let _ = writeln!(out, "\n{MIXED}");
        }
        if let Some(missing) = self.missing_line() {
            let _ = writeln!(out, "\n{}", escaped(&missing));
        }
        for row in &self.rows {
            let title = escaped(&show::title(&row.variant));
            let _ = writeln!(out, "\n<details><summary>{title}, by topic</summary>\n");
            let lines: Vec<Line> =
                row.topics.iter().map(|topic| Line::new(&topic.name, 0, topic.scores.iter().copied())).collect();
            self.markdown_table(&mut out, "topic", &lines);
            out.push_str("</details>\n");
        }
        out
    }

    fn markdown_table(&self, out: &mut String, corner: &str, lines: &[Line]) {
        let _ = write!(out, "| {corner} |");
        for column in &self.columns {
            let _ = write!(out, " {} {} |", code(&column.name), escaped(&column.version));
        }
        let _ = writeln!(out, "\n|---|{}", "--:|".repeat(self.columns.len()));
        for line in lines {
            let _ = write!(out, "| {} |", escaped(&line.name));
            for score in &line.scores {
                let _ = write!(out, " {}{} |", if score.failed > 0 { "❌ " } else { "" }, plain_cell(*score));
            }
            out.push('\n');
        }
        if corner.is_empty() && self.columns.iter().any(|column| column.all.duplicates > 0) {
            let _ = write!(out, "| {DUPLICATES} |");
            for column in &self.columns {
                let _ = write!(out, " {} |", duplicates_cell(column.all));
            }
            out.push('\n');
        }
        out.push('\n');
    }
}

/// The row of moves that are listed more than once.
const DUPLICATES: &str = "duplicates";

fn duplicates_cell(score: Score) -> String {
    match score.duplicates {
        0 => String::new(),
        checks => show::thousands(checks),
    }
}

const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// What is said where not all implementations were asked the same.
pub(super) const MIXED: &str = "The runs selected different checks: their numbers cannot be compared one to one.";

/// A line of a table.
struct Line {
    name: String,
    depth: usize,
    scores: Vec<Score>,
}

impl Line {
    fn new(name: &str, depth: usize, scores: impl Iterator<Item = Score>) -> Line {
        Line { name: show::one_line(name), depth, scores: scores.collect() }
    }

    fn width(&self) -> usize {
        self.depth * 2 + self.name.chars().count()
    }
}

/// A score in a cell.
fn plain_cell(score: Score) -> String {
    if score.is_claimed() { format!("{}/{}", score.passed, score.claimed()) } else { "–".to_string() }
}

/// A score in words.
pub(super) fn summary(score: Score) -> String {
    let mut text = match score.percent() {
        Some(percent) => format!(
            "{} of {} claimed checks as expected ({percent} %)",
            show::thousands(score.passed),
            show::thousands(score.claimed())
        ),
        None => "nothing claimed".to_string(),
    };
    if score.excused > 0 {
        let _ = write!(text, ", {} excused", show::thousands(score.excused));
    }
    if let Some(duplicates) = show::duplicates(score.duplicates) {
        let _ = write!(text, ", {duplicates}");
    }
    if score.unsupported > 0 {
        let _ = write!(
            text,
            ", {} not claimed ({} % of all)",
            show::thousands(score.unsupported),
            score.percent_unsupported()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_of_a_hundred_is_all() {
        let score = |passed, failed| Score { passed, failed, ..Score::default() };
        assert_eq!(score(999, 1).percent(), Some(99));
        assert_eq!(score(1000, 0).percent(), Some(100));
        assert_eq!(score(0, 0).percent(), None);
        assert_eq!(Score { passed: 999, unsupported: 1, ..Score::default() }.percent_unsupported(), 1);
    }
}
