//! What the reports show of a record, whatever their form: its board, what differs, the clauses, and the command that
//! runs it again.
//!
//! Everything is read from the record. The suite only lends its rules, by which positions and moves are read, and the
//! sentences of the clauses; a record that it does not know loses the drawing and the sentences, nothing else.

use super::{arbiter, plural, rerun};
pub(super) use crate::numbers::{after, thousands};
use crate::record::{Difference, KnownAs, Record, Results, Run, Word};
use crate::source::Clause;
use crate::suite::Suite;
use damero_engine::notation::diagram::Style;
use damero_engine::variants;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Most lines of one kind that a report shows of a difference: what an implementation answers has no bounds.
pub(super) const MOST_LINES: usize = 60;
/// Most characters of a line that comes from an implementation.
const LONGEST_LINE: usize = 400;

/// A position drawn with letters, and a line that says who is to move; nothing where it cannot be read.
pub(super) fn board(suite: &Suite, record: &Record, position: &str) -> Option<String> {
    let arbiter = arbiter(suite, record)?;
    let position = arbiter.read(position).ok()?;
    let drawn = arbiter.draw(&position, Style::Ascii);
    Some(drawn.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"))
}

/// A moment of a check at which something differs.
pub(super) struct Moment<'r> {
    /// After so many plies.
    pub(super) ply: usize,
    /// The position there.
    pub(super) position: Option<&'r str>,
    /// What differs there.
    pub(super) differences: Vec<&'r Difference>,
}

/// What differs, by the moments of the game; one moment without differences where there are none to show.
pub(super) fn moments(record: &Record) -> Vec<Moment<'_>> {
    let mut moments: Vec<Moment<'_>> = Vec::new();
    for difference in &record.differences {
        match moments.iter_mut().find(|moment| moment.ply == difference.ply) {
            Some(moment) => {
                moment.differences.push(difference);
                moment.position = moment.position.or(difference.position.as_deref());
            }
            None => moments.push(Moment {
                ply: difference.ply,
                position: difference.position.as_deref(),
                differences: vec![difference],
            }),
        }
    }
    if moments.is_empty() {
        moments.push(Moment { ply: 0, position: None, differences: Vec::new() });
    }
    for moment in moments.iter_mut().filter(|moment| moment.ply == 0) {
        moment.position = moment.position.or(record.position.as_deref());
    }
    moments
}

/// What was expected and what came, kept apart.
pub(super) struct Compared<'r> {
    /// Expected, and did not come.
    pub(super) missing: Vec<&'r str>,
    /// Came, and was not expected.
    pub(super) extra: Vec<&'r str>,
    /// Both.
    pub(super) common: Vec<&'r str>,
}

impl<'r> Compared<'r> {
    pub(super) fn of(difference: &'r Difference) -> Self {
        let mut left: HashMap<&str, usize> = HashMap::new();
        for line in &difference.actual {
            *left.entry(line).or_default() += 1;
        }
        let mut compared = Compared { missing: Vec::new(), extra: Vec::new(), common: Vec::new() };
        for line in &difference.expected {
            match left.get_mut(line.as_str()) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    compared.common.push(line);
                }
                _ => compared.missing.push(line),
            }
        }
        // What is left over of equal lines are the last of them.
        for line in difference.actual.iter().rev() {
            if let Some(count) = left.get_mut(line.as_str())
                && *count > 0
            {
                *count -= 1;
                compared.extra.push(line);
            }
        }
        compared.extra.reverse();
        compared
    }
}

/// The clauses of a record, each with its sentence where the suite knows it.
///
/// A case about several variants cites clauses of each: those that speak of others than the record's are left out, unless
/// none would be left.
pub(super) fn clauses<'a>(suite: &'a Suite, record: &'a Record) -> Vec<(&'a str, Option<&'a str>)> {
    let all: Vec<_> =
        record.clauses.iter().map(|id| (id.as_str(), suite.clause(id).map(|(_, clause)| clause))).collect();
    let speaks = |clause: &Clause| clause.games.iter().any(|game| game.value == record.variant);
    let own = |clause: Option<&Clause>| clause.is_none_or(speaks);
    let any = all.iter().any(|(_, clause)| clause.is_some_and(speaks));
    let shown = all.into_iter().filter(|(_, clause)| !any || own(*clause));
    shown.map(|(id, clause)| (id, clause.map(|clause| clause.says.en.trim()))).collect()
}

/// A check by its name: the case and the rules.
pub(super) fn name(record: &Record) -> String {
    format!("{} [{}]", record.case, record.rules)
}

/// What a baseline makes of a record, in words.
pub(super) fn baseline(record: &Record) -> Option<String> {
    let known = record.baseline.as_ref()?;
    let reason = known.reason.trim();
    let because = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    Some(match known.is {
        KnownAs::KnownFailure => format!("known failure{because}"),
        KnownAs::UnexpectedPass => {
            format!("passes, and the baseline says it fails{because}; bring the baseline up to date")
        }
        KnownAs::OtherOutcome => format!("not the failure that the baseline knows{because}"),
    })
}

/// What a verdict means, in words.
pub(super) fn meaning(record: &Record) -> &'static str {
    match record.verdict {
        Word::Pass => "as expected",
        Word::Fail => "not as expected",
        Word::Differs if record.doubt().is_none() => "draws where these rules do not, which is judged apart",
        Word::Differs => "differs where no document says for sure what is right",
        Word::Refused if record.composed => "refuses a position that cannot arise in play",
        Word::Refused => "refuses a possible position",
        Word::Unsupported => "not claimed",
        Word::Unanswered => "claimed, and not answered",
        Word::Error => "the implementation says it failed",
        Word::Crash => "the implementation died",
        Word::Timeout => "no answer in time",
        Word::Violation => "the answer is not the protocol",
    }
}

/// What a record is about that the fixture does not have as it stands, in short.
const TURNED: &str = "with the board turned and the colours swapped";

/// That a record is about the turned board, in a sentence, where it is.
pub(super) fn turned(record: &Record) -> Option<String> {
    let means = "the answer is right as the case is written, and wrong for the other side";
    record.turned.then(|| format!("{TURNED}: {means} (the reason names the squares as written)"))
}

/// How many checks have moves that are listed more than once, in words; nothing where none has.
pub(super) fn duplicates(checks: usize) -> Option<String> {
    (checks > 0).then(|| format!("{} with a move listed more than once", plural(checks, "check")))
}

/// The moves of a record that are listed more than once, in one line; nothing where there are none.
pub(super) fn duplicates_of(record: &Record) -> Option<String> {
    let list: Vec<&str> = record.duplicates.iter().map(String::as_str).collect();
    (!list.is_empty()).then(|| format!("a remark, no failure: {}", few(&list)))
}

/// What became of a record, in one line.
pub(super) fn headline(record: &Record) -> String {
    let mut line = String::new();
    for (index, difference) in record.differences.iter().enumerate() {
        if index == 3 {
            let _ = write!(line, "; and {} more", record.differences.len() - 3);
            break;
        }
        if index > 0 {
            line += "; ";
        }
        line += &difference_line(difference);
    }
    if line.is_empty() {
        line = record.message.as_deref().map_or_else(|| meaning(record).to_string(), one_line);
    }
    if record.turned {
        let _ = write!(line, ", {TURNED}");
    }
    match baseline(record) {
        Some(known) if record.differences.is_empty() && record.message.is_none() => one_line(&known),
        Some(known) => format!("{line} ({})", one_line(&known)),
        None => line,
    }
}

/// A difference in one line.
fn difference_line(difference: &Difference) -> String {
    let compared = Compared::of(difference);
    let mut parts = Vec::new();
    if is_list_of_moves(difference) {
        for (word, list) in [("missing", &compared.missing), ("extra", &compared.extra)] {
            if !list.is_empty() {
                parts.push(format!("{word} {}", few(list)));
            }
        }
    } else {
        let nothing = if compared.common.is_empty() { "nothing" } else { "nothing more" };
        for (word, list) in [("expected", &compared.missing), ("found", &compared.extra)] {
            let shown = if list.is_empty() { nothing.to_string() } else { few(list) };
            parts.push(format!("{word} {shown}"));
        }
    }
    format!("{}: {}", heading(difference), parts.join(", "))
}

/// Whether what differs are moves, of which some are missing and some too many.
pub(super) fn is_list_of_moves(difference: &Difference) -> bool {
    matches!(difference.what.as_str(), "moves" | "routes" | "includes" | "excludes")
}

/// What was asked for, and when: `result, after 2 plies`.
pub(super) fn heading(difference: &Difference) -> String {
    let what = one_line(&difference.what);
    if difference.ply == 0 { what } else { format!("{what},{}", after(difference.ply)) }
}

/// The first few of a list.
fn few(list: &[&str]) -> String {
    let shown: Vec<String> = list.iter().take(6).map(|line| one_line(line)).collect();
    let more = if list.len() > 6 { format!(" and {} more", list.len() - 6) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// A text in one line, and not too long.
pub(super) fn one_line(text: &str) -> String {
    clipped(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text cut where it is too long to be read, and without signs that would command a terminal.
pub(crate) fn clipped(text: &str) -> String {
    let (text, end) = match text.char_indices().nth(LONGEST_LINE) {
        None => (text, ""),
        Some((end, _)) => (&text[..end], "…"),
    };
    format!("{}{end}", harmless(text))
}

/// A text without what would command its reader: signs that a terminal obeys or that turn the direction of a line, and
/// lines that GitHub Actions takes for commands, which begin with `::` or `##[`. Lines stay lines.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let commands = |sign: char| {
        sign.is_control() && sign != '\n' && sign != '\t'
            || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut safe = Cow::Borrowed(text);
    if safe.contains(commands) {
        safe = safe.replace("\r\n", "\n").replace(commands, "\u{fffd}").into();
    }
    let is_command = |line: &str| line.trim_start().starts_with("::") || line.trim_start().starts_with("##[");
    if safe.lines().any(is_command) {
        let defused = safe.split('\n').map(|line| match line.trim_start() {
            trimmed if is_command(line) => {
                format!("{}\u{fffd}{trimmed}", &line[..line.len() - trimmed.len()])
            }
            _ => line.to_string(),
        });
        safe = defused.collect::<Vec<_>>().join("\n").into();
    }
    safe
}

/// A record in plain text, each line ended: all that is known of it, with its board.
pub(super) fn text(suite: &Suite, run: &Run, record: &Record) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}: {} under {}", record.verdict.word(), record.case, record.rules);
    let _ = writeln!(out, "at {}:{}:{}", record.file, record.line, record.column);
    for (id, sentence) in clauses(suite, record) {
        match sentence {
            Some(sentence) => writeln!(out, "clause {id}: {}", one_line(sentence)),
            None => writeln!(out, "clause {id}"),
        }
        .unwrap_or_default();
    }
    if let Some(why) = &record.why {
        let _ = writeln!(out, "why {}", why.trim());
    }
    if let Some(status) = record.doubt() {
        let _ = writeln!(out, "status {status}");
    }
    if let Some(known) = baseline(record) {
        let _ = writeln!(out, "baseline {known}");
    }
    if let Some(turned) = turned(record) {
        let _ = writeln!(out, "{turned}");
    }
    for moment in moments(record) {
        out += &moment_text(suite, record, &moment);
    }
    if let Some(message) = &record.message {
        let _ = writeln!(out, "{}", clipped(message.trim()));
    }
    if let Some(not_compared) = &record.not_compared {
        let _ = writeln!(out, "not compared: {}", clipped(not_compared.trim()));
    }
    if let Some(duplicates) = duplicates_of(record) {
        let _ = writeln!(out, "{duplicates}");
    }
    let _ = writeln!(out, "rerun {}", rerun(run, record));
    harmless(&out).into_owned()
}

/// A moment in plain text: the board, and what differs on it.
fn moment_text(suite: &Suite, record: &Record, moment: &Moment<'_>) -> String {
    let mut out = String::new();
    if let Some(position) = moment.position {
        if let Some(board) = board(suite, record, position) {
            let _ = writeln!(out, "{board}");
        }
        let _ = writeln!(out, "position{} {position}", after(moment.ply));
    }
    for difference in &moment.differences {
        out += &difference_text(difference);
    }
    out
}

/// A difference in plain text: `-` for what was expected, `+` for what came, `=` for both.
pub(super) fn difference_text(difference: &Difference) -> String {
    let compared = Compared::of(difference);
    let mut out = format!("{} (- expected, + actual):\n", heading(difference));
    for (sign, list) in [('-', &compared.missing), ('+', &compared.extra)] {
        for line in list.iter().take(MOST_LINES) {
            let _ = writeln!(out, "  {sign} {}", one_line(line));
        }
        if list.len() > MOST_LINES {
            let _ = writeln!(out, "  {sign} and {} more", list.len() - MOST_LINES);
        }
    }
    if !compared.common.is_empty() {
        let shown: Vec<&str> = compared.common.iter().take(MOST_LINES).copied().collect();
        let _ = writeln!(out, "  = {}", one_line(&shown.join(", ")));
    }
    for note in difference.notes.iter().take(MOST_LINES) {
        let _ = writeln!(out, "  {}", one_line(note));
    }
    out
}

/// What there is to say of a run as a whole beside what makes it a failure: its notices, and how much of it was not
/// compared.
pub(super) fn notices(results: &Results) -> Vec<String> {
    let mut notices = results.summary.notices.clone();
    let mut not_compared = results.records.iter().filter(|record| record.not_compared.is_some());
    if let Some(first) = not_compared.next() {
        let (number, were) = match 1 + not_compared.count() {
            1 => (1, "was"),
            number => (number, "were"),
        };
        notices.push(format!(
            "{} {were} not compared in full, as the answers do not tell enough; for example {}: {}",
            plural(number, "check"),
            name(first),
            one_line(first.not_compared.as_deref().unwrap_or_default())
        ));
    }
    notices
}

/// Where a variant stands in the list of all, behind it where it does not.
pub(super) fn variant_order(name: &str) -> usize {
    variants::ALL.iter().position(|variant| variant.name == name).unwrap_or(variants::ALL.len())
}

/// The variants of some records, in the order of the list of all, then of their names.
pub(super) fn variants_of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Vec<&'r str> {
    let mut names: Vec<&str> = records.into_iter().map(|record| record.variant.as_str()).collect();
    names.sort_by_key(|name| (variant_order(name), *name));
    names.dedup();
    names
}

/// A variant as a title.
pub(super) fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A name as a part of links and file names: lower case, words joined by hyphens.
pub(super) fn slug(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            out.push(letter);
        } else if letter == '+' {
            // `c++` is not `c`.
            out.push('p');
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    while out.ends_with('-') {
        out.pop();
    }
    if out.is_empty() { "unnamed".to_string() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(expected: &[&str], actual: &[&str]) -> Difference {
        let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        Difference {
            what: "moves".to_string(),
            ply: 0,
            position: None,
            expected: owned(expected),
            actual: owned(actual),
            notes: Vec::new(),
        }
    }

    #[test]
    fn equal_lines_are_counted() {
        let difference = difference(&["1-5", "2-6"], &["1-5", "3-7", "1-5"]);
        let compared = Compared::of(&difference);
        assert_eq!(compared.missing, ["2-6"]);
        assert_eq!(compared.extra, ["3-7", "1-5"]);
        assert_eq!(compared.common, ["1-5"]);
    }

    #[test]
    fn the_turned_board_is_spoken_of() {
        let record = Record { verdict: Word::Fail, differences: vec![difference(&["1-5"], &[])], ..Record::default() };
        assert_eq!((headline(&record).as_str(), turned(&record)), ("moves: missing 1-5", None));
        let record = Record { turned: true, ..record };
        assert_eq!(headline(&record), format!("moves: missing 1-5, {TURNED}"));
        assert!(turned(&record).is_some_and(|sentence| sentence.starts_with(TURNED)));
    }

    #[test]
    fn names_become_slugs() {
        assert_eq!(slug("Captures that share their ends, again"), "captures-that-share-their-ends-again");
        assert_eq!(slug("  ../etc/passwd "), "etc-passwd");
        assert_eq!(slug("Шашки 64"), "шашки-64");
        assert_eq!(slug("c++"), "cpp");
        assert_eq!(slug("?!"), "unnamed");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([1, 2, 1000].map(|n| plural(n, "check")), ["1 check", "2 checks", "1,000 checks"]);
        assert_eq!([1, 2].map(|n| plural(n, "ply")), ["1 ply", "2 plies"]);
    }

    #[test]
    fn long_answers_are_cut() {
        let long = vec!["9x18"; 1000];
        let difference = difference(&[], &long);
        let text = difference_text(&difference);
        assert!(text.contains("+ and 940 more"), "{text}");
        assert!(one_line(&"x".repeat(10_000)).chars().count() <= LONGEST_LINE + 1);
        assert_eq!(clipped("a\u{1b}[31m\r\n\tb\u{7f}"), "a\u{fffd}[31m\n\tb\u{fffd}");
        assert_eq!(harmless("a\u{202e}b"), "a\u{fffd}b", "nothing turns the direction of a line");
        let commands = "note\n  ::error file=x::y\n::stop-commands::z\n##[error]w\na::b";
        let defused = "note\n  \u{fffd}::error file=x::y\n\u{fffd}::stop-commands::z\n\u{fffd}##[error]w\na::b";
        assert_eq!(harmless(commands), defused);
    }
}
