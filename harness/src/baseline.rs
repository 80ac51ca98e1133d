//! Baselines: the failures of an implementation that are known, so that a run reports only changes.
//!
//! Strict both ways. A check that fails and is not listed is a failure; so is one that is listed and passes, or fails in
//! another way. An entry that names no case of the suite, or one the implementation is no longer asked about, is an
//! error in the file. Failures with one reason stand in one group, with the clause they offend.

use crate::files::SuiteFile;
use crate::format::model::{self, ClauseId, Kind, List, Placed, Quoted, model};
use crate::format::shape::nearest;
use crate::format::{Diagnostic, Located, Node, Shape, Text, shape, yaml};
use crate::record::{Counts, Known, KnownAs, Record, Word};
use crate::suite::Suite;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::ops::Range;

/// The reason a new entry has until somebody looks into it.
pub const NOT_LOOKED_INTO: &str = "not looked into yet";

/// A baseline file.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The file.
    pub file: SuiteFile,
    implementation: Text,
    version: Option<String>,
    groups: Vec<Located<Group>>,
}

model! {
    /// What a baseline file holds.
    struct Content {
        /// whose failures they are
        implementation: required Text = "implementation",
        /// the version they were seen in
        version: optional Quoted = "version",
        /// the failures, by reason
        known: required List<Placed<Group>> = "known",
    }
}

model! {
    /// Failures with one reason.
    struct Group {
        /// why they fail, in one sentence
        reason: required String = "reason",
        /// the clause they offend
        clause: required ClauseId = "clause",
        /// the verdict they get
        outcome: required Outcome = "outcome",
        /// the cases, one to a line
        cases: required List<Entry> = "cases",
    }
}

/// A verdict that is a failure.
#[derive(Clone, Copy, Debug)]
enum Outcome {}

impl Kind for Outcome {
    type Value = Word;

    fn shape() -> Shape {
        let good = [Word::Pass, Word::Unsupported, Word::Differs].map(Word::word);
        Shape::Word(Word::WORDS.iter().filter(|word| !good.contains(&word.word)).copied().collect())
    }

    fn read(node: &Node) -> Option<Word> {
        Word::from_word(node.text()?)
    }
}

/// A case, or a case under the rules of one variant or rulebook.
#[derive(Clone, Debug)]
struct Entry {
    case: String,
    rules: Option<String>,
    span: Range<usize>,
}

impl Kind for Entry {
    type Value = Entry;

    fn shape() -> Shape {
        Shape::Form(
            "a case id like `spanish.quality-law.king-and-man`, or one with a variant or rulebook behind it: `… [spanish/teg]`",
            "^[a-z0-9-]+(\\.[a-z0-9-]+)+( \\[[a-z0-9-]+(/[a-z0-9-]+)?\\])?$",
            |text| model::is_dotted(split(text).0),
        )
    }

    fn read(node: &Node) -> Option<Entry> {
        let (case, rules) = split(node.text()?);
        Some(Entry { case: case.to_string(), rules: rules.map(str::to_string), span: node.span.clone() })
    }
}

impl Entry {
    fn text(&self) -> String {
        self.rules.as_ref().map_or_else(|| self.case.clone(), |rules| format!("{} [{rules}]", self.case))
    }

    /// Whether some record is covered by both.
    fn overlaps(&self, other: &Entry) -> bool {
        let within = |one: &str, all: &str| one == all || one.split('/').next() == Some(all);
        self.case == other.case
            && match (&self.rules, &other.rules) {
                (Some(one), Some(two)) => within(one, two) || within(two, one),
                _ => true,
            }
    }

    fn covers(&self, record: &Record) -> bool {
        self.case == record.case
            && self.rules.as_ref().is_none_or(|rules| *rules == record.rules || *rules == record.variant)
    }
}

/// The shape of a baseline file.
#[must_use]
pub fn shape() -> Shape {
    Content::shape()
}

/// An id and the rules in brackets behind it.
fn split(text: &str) -> (&str, Option<&str>) {
    match text.strip_suffix(']').and_then(|text| text.split_once(" [")) {
        Some((case, rules)) => (case, Some(rules)),
        None => (text, None),
    }
}

/// Reads a baseline.
///
/// # Errors
///
/// Everything that is not as it should be in the file.
pub fn read(file: SuiteFile, suite: &Suite) -> Result<Baseline, (SuiteFile, Vec<Diagnostic>)> {
    let node = match yaml::read(&file.text) {
        Ok(node) => node,
        Err(diagnostic) => return Err((file, vec![diagnostic])),
    };
    let mut found = Vec::new();
    shape::check(&file.text, &node, &shape(), &mut found);
    if !found.is_empty() {
        return Err((file, found));
    }
    let Some(Content { implementation, version, known }) = model::read::<Content>(&node, &mut found) else {
        return Err((file, found));
    };
    let baseline = Baseline { implementation, version: version.map(|version| version.value), groups: known, file };
    let found = baseline.problems(suite);
    if found.is_empty() { Ok(baseline) } else { Err((baseline.file, found)) }
}

impl Baseline {
    /// A baseline that knows nothing, for an implementation that has none yet.
    #[must_use]
    pub fn empty(path: String, implementation: &str, version: &str) -> Baseline {
        let text = format!(
            "# Known failures, by reason; `damero check --update-baseline` keeps the lists up to date.\n\
             implementation: {implementation}\nversion: \"{version}\"\nknown: []\n"
        );
        Baseline {
            file: SuiteFile::new(path, text),
            implementation: Text::new(implementation.to_string(), 0..0),
            version: Some(version.to_string()),
            groups: Vec::new(),
        }
    }

    /// Whether it is the baseline of an implementation; what there is to say where it was made with another version.
    ///
    /// # Errors
    ///
    /// Returns an error if the failures in it are those of another implementation.
    pub fn belongs_to(&self, implementation: &str, version: &str) -> Result<Option<String>, Diagnostic> {
        let whose = &self.implementation;
        if whose.value.trim() != implementation {
            let message = format!("these are the known failures of another implementation than `{implementation}`");
            return Err(Diagnostic::error(whose.span.clone(), message)
                .expected(format!("`{implementation}`, the name in its greeting"))
                .help("name its own baseline, or write its name here if it was renamed"));
        }
        Ok(self.version.as_deref().filter(|seen| *seen != version).map(|seen| {
            format!(
                "{}: the failures in it were seen in version {}, and this is version {}",
                self.file.path,
                yaml::shortened(seen),
                yaml::shortened(version)
            )
        }))
    }

    fn entries(&self) -> impl Iterator<Item = (&Group, &Entry)> {
        self.groups.iter().flat_map(|group| group.value.cases.iter().map(move |entry| (&group.value, entry)))
    }

    /// Names that lead nowhere, and cases listed twice.
    fn problems(&self, suite: &Suite) -> Vec<Diagnostic> {
        let mut rules_of: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for case in suite.fixtures.iter().flat_map(|fixture| &fixture.cases) {
            let rules = case.expectations.iter().flat_map(|group| &group.rules);
            let rules = rules.flat_map(|name| suite.rules_meant_by(&name.value));
            let rules = rules.flat_map(|set| [set.variant.to_string(), set.name.clone()]);
            rules_of.entry(case.id.value.as_str()).or_default().extend(rules);
        }
        let mut found = Vec::new();
        let mut seen: Vec<&Entry> = Vec::new();
        for (_, entry) in self.entries() {
            let wrong = |message: String| Diagnostic::error(entry.span.clone(), message);
            match (rules_of.get(entry.case.as_str()), &entry.rules) {
                (None, _) => {
                    let stale = wrong(format!("no case is called `{}`", entry.case));
                    found.push(match nearest(&entry.case, rules_of.keys().copied()) {
                        Some(near) => stale.help(format!("did you mean `{near}`?")),
                        None => stale.help("it may have been given up: delete the line"),
                    });
                }
                (Some(known), Some(rules)) if !known.contains(rules) => found.push(
                    wrong(format!("`{}` has no check under `{rules}`", entry.case))
                        .expected(shape::one_of(known.iter().map(String::as_str))),
                ),
                _ => {}
            }
            let twice = seen.iter().any(|other| other.overlaps(entry));
            if twice {
                found.push(wrong(format!("`{}` is listed twice", entry.case)).expected("each case once"));
            }
            seen.push(entry);
        }
        for Located { value: group, .. } in &self.groups {
            if suite.clause(&group.clause.value).is_none() {
                let names = suite.sources.iter().flat_map(|s| s.clauses.iter().map(|c| c.id.value.as_str()));
                let wrong = Diagnostic::error(
                    group.clause.span.clone(),
                    format!("no clause is called `{}`", group.clause.value),
                );
                found.push(match nearest(&group.clause.value, names) {
                    Some(near) => wrong.help(format!("did you mean `{near}`?")),
                    None => wrong.help("the clauses are listed under fixtures/sources/ of the repository"),
                });
            }
        }
        found
    }

    /// Marks records with what this baseline knows of them.
    ///
    /// Returns the entries that are stale: the implementation was asked about none of their checks, though they were
    /// selected.
    pub fn apply(&self, records: &mut [Record]) -> Vec<Diagnostic> {
        let mut by_case: HashMap<&str, Vec<(&Group, &Entry)>> = HashMap::new();
        for (group, entry) in self.entries() {
            by_case.entry(entry.case.as_str()).or_default().push((group, entry));
        }
        let mut selected: BTreeMap<usize, bool> = BTreeMap::new();
        for record in records {
            let own = record.counts_as();
            let entry = by_case.get(record.case.as_str()).and_then(|list| list.iter().find(|(_, e)| e.covers(record)));
            let is = match (entry, own) {
                (Some((_, entry)), Counts::Unsupported | Counts::Excused) => {
                    selected.entry(entry.span.start).or_default();
                    continue;
                }
                (None, _) => continue,
                (Some(_), Counts::Passed) => KnownAs::UnexpectedPass,
                (Some((group, _)), _) if group.outcome == record.verdict => KnownAs::KnownFailure,
                (Some(_), _) => KnownAs::OtherOutcome,
            };
            if let Some((group, entry)) = entry {
                *selected.entry(entry.span.start).or_default() = true;
                record.baseline = Some(Known { is, reason: group.reason.trim().to_string() });
            }
        }
        self.entries()
            .filter(|(_, entry)| selected.get(&entry.span.start) == Some(&false))
            .map(|(_, entry)| {
                Diagnostic::error(entry.span.clone(), format!("`{}` is no longer part of this run", entry.case))
                    .help("the implementation does not claim it, or the case is none that counts: delete the line")
            })
            .collect()
    }

    /// The text of the file brought up to date with a run: entries that no longer hold are taken out, failures that are
    /// not known are added with the reason [`NOT_LOOKED_INTO`], and nothing else is touched.
    ///
    /// # Errors
    ///
    /// Returns an error if an entry that has to go does not stand on a line of its own.
    pub fn updated(&self, records: &[Record]) -> Result<String, Diagnostic> {
        let holds = |entry: &Entry| {
            let mut covered = records.iter().filter(|record| entry.covers(record)).peekable();
            // What was not selected is not known to have changed.
            covered.peek().is_none()
                || covered.clone().any(|r| r.baseline.as_ref().is_some_and(|k| k.is == KnownAs::KnownFailure))
                    && !covered.any(|r| r.baseline.as_ref().is_some_and(|k| k.is != KnownAs::KnownFailure))
        };
        // An entry that holds under some rules only is narrowed to these, and keeps its reason.
        let narrowed = |entry: &Entry| -> Vec<Entry> {
            let known = |r: &&Record| r.baseline.as_ref().is_some_and(|k| k.is == KnownAs::KnownFailure);
            let still = records.iter().filter(|record| entry.covers(record)).filter(known);
            still.map(|r| Entry { rules: Some(r.rules.clone()), ..entry.clone() }).collect()
        };
        let mut kept: Vec<Entry> = Vec::new();
        for (_, entry) in self.entries() {
            if holds(entry) {
                kept.push(entry.clone());
            } else {
                kept.extend(narrowed(entry));
            }
        }

        // What fails and is known by no entry that stays.
        let mut new: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        let bad = |record: &Record| record.is_bad();
        let covered = |record: &Record| kept.iter().any(|entry| entry.covers(record));
        let mut added: BTreeSet<String> = BTreeSet::new();
        for record in records.iter().filter(|record| bad(record) && !covered(record)) {
            // As few lines as say it: the case where all that was judged of it fails alike, else the variant, else the
            // rulebook.
            let alike = |same: &dyn Fn(&Record) -> bool| {
                let judged = records.iter().filter(|other| other.case == record.case && same(other));
                judged
                    .filter(|other| bad(other) || other.verdict == Word::Pass)
                    .all(|other| bad(other) && other.verdict == record.verdict && !covered(other))
            };
            let rules = if alike(&|_| true) {
                None
            } else if alike(&|other| other.variant == record.variant) {
                Some(record.variant.clone())
            } else {
                Some(record.rules.clone())
            };
            let entry = Entry { case: record.case.clone(), rules, span: 0..0 }.text();
            if added.insert(entry.clone()) {
                let clause = record.clauses.first().cloned().unwrap_or_default();
                new.entry((record.verdict.word().to_string(), clause)).or_default().push(entry);
            }
        }

        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let text = &self.file.text;
        let mut groups_left = self.groups.len();
        for (index, Located { value: group, span }) in self.groups.iter().enumerate() {
            let going: Vec<(&Entry, Vec<Entry>)> =
                group.cases.iter().filter(|entry| !holds(entry)).map(|entry| (entry, narrowed(entry))).collect();
            let emptied = going.len() == group.cases.len() && going.iter().all(|(_, stays)| stays.is_empty());
            let key = (group.outcome.word().to_string(), group.clause.value.clone());
            let coming = if group.reason.trim() == NOT_LOOKED_INTO { new.remove(&key) } else { None };
            if emptied && coming.is_none() {
                groups_left -= 1;
                // Nothing of the group is left: it goes with its head.
                let from = line_start(text, span.start);
                let next = self.groups.get(index + 1).map(|next| line_start(text, next.span.start));
                edits.push((from..next.unwrap_or(text.len()), String::new()));
                continue;
            }
            for (entry, stays) in going {
                let from = line_start(text, entry.span.start);
                let to = line_end(text, entry.span.end);
                let alone = text[from..entry.span.start].trim() == "-";
                if !alone {
                    return Err(Diagnostic::error(entry.span.clone(), "this case does not stand on a line of its own")
                        .help("write the list with one case to a line, each behind a dash"));
                }
                let indent = &text[from..entry.span.start];
                let lines = stays.iter().map(|entry| format!("{indent}{}\n", quoted(&entry.text())));
                edits.push((from..to, lines.collect()));
            }
            if let (Some(coming), Some(last)) = (coming, group.cases.last()) {
                let from = line_start(text, last.span.start);
                let indent = &text[from..last.span.start];
                let at = line_end(text, last.span.end);
                let newline = if text[..at].ends_with('\n') { "" } else { "\n" };
                let lines: String = coming
                    .iter()
                    .fold(newline.to_string(), |lines, entry| format!("{lines}{indent}{}\n", quoted(entry)));
                edits.push((at..at, lines));
            }
        }
        let mut out = text.clone();
        // From the end, so that places before stay where they are; what is put in at a place comes after what goes.
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        for (range, with) in edits.into_iter().rev() {
            out.replace_range(range, &with);
        }
        let (none, some) = ("\nknown: []", "\nknown:");
        if new.is_empty() && groups_left == 0 && !out.contains(none) {
            out = out.replacen(some, none, 1);
        }
        if !new.is_empty() {
            out = out.replacen(none, some, 1);
            if !out.ends_with('\n') {
                out.push('\n');
            }
            for ((outcome, clause), entries) in new {
                let _ = writeln!(
                    out,
                    "  - reason: {NOT_LOOKED_INTO}\n    clause: {clause}\n    outcome: {outcome}\n    cases:"
                );
                for entry in entries {
                    let _ = writeln!(out, "      - {}", quoted(&entry));
                }
            }
        }
        Ok(out)
    }
}

/// An entry as YAML: brackets inside plain text are text, but people read quotes with less doubt.
fn quoted(entry: &str) -> String {
    if entry.contains('[') { format!("\"{entry}\"") } else { entry.to_string() }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}
