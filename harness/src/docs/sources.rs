//! The documents: what each is, and its clauses, each with cases that show it.

use super::cases::{self, CaseView};
use super::markdown::Markdown;
use super::{Kind, Writer, clause_anchor, relative};
use crate::checks::{Check, checks};
use crate::fixture::{Case, Fault};
use crate::source::{Clause, DecidedBy, Source};
use damero_engine::{Parameter, variants};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The list of documents.
#[derive(Serialize)]
pub(super) struct ListView {
    sources: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    id: Markdown,
    path: String,
    title: Markdown,
    about: Markdown,
    language: String,
    edition: Markdown,
    games: Vec<String>,
    clauses: usize,
    cases: usize,
}

/// Builds the list.
pub(super) fn list(at: &Writer<'_>) -> ListView {
    let sources = at
        .suite
        .sources
        .iter()
        .map(|source| Listed {
            id: Markdown::code(&source.id.value),
            path: at.to(Kind::Source(&source.id.value)),
            title: at.prose(at.language().pick(&source.title)),
            about: at.prose(at.language().pick(&source.about)),
            language: at.words.language_of(&source.language),
            edition: at.prose(at.language().pick(&source.edition)),
            games: games(at, source.clauses.iter()),
            clauses: source.clauses.len(),
            cases: citing(at, |id| source.clauses.iter().any(|clause| clause.id.value == id)).len(),
        })
        .collect();
    ListView { sources }
}

/// The page of one document.
#[derive(Serialize)]
pub(super) struct View {
    id: Markdown,
    title: Markdown,
    about: Markdown,
    language: String,
    edition: Markdown,
    rulebooks: Vec<Book>,
    clauses: Vec<ClauseView>,
}

#[derive(Serialize)]
struct Book {
    name: Markdown,
    title: Markdown,
}

#[derive(Serialize)]
struct ClauseView {
    anchor: String,
    says: Markdown,
    /// Parameters it fixes.
    fixes: Vec<String>,
    /// Laws of every game that it states.
    laws: Vec<String>,
    decided_by: String,
    games: Vec<String>,
    note: Option<Markdown>,
    /// How many cases show it.
    total: usize,
    /// One or two of them.
    shown: Vec<CaseView>,
    /// Those of them that are shown elsewhere on the page.
    elsewhere: Vec<Elsewhere>,
    /// The others, by file.
    others: Vec<File>,
    others_total: usize,
    /// Why there is none.
    absence: Option<String>,
}

#[derive(Serialize)]
struct Elsewhere {
    id: Markdown,
    anchor: String,
}

#[derive(Serialize)]
struct File {
    path: Markdown,
    link: String,
    ids: Vec<Markdown>,
}

/// Builds the page of a document.
pub(super) fn view(at: &Writer<'_>, source: &Source) -> View {
    let checks = checks(at.suite);
    let mut shown = BTreeSet::new();
    let clauses = source.clauses.iter().map(|clause| clause_view(at, source, clause, &checks, &mut shown)).collect();
    View {
        id: Markdown::code(&source.id.value),
        title: at.prose(at.language().pick(&source.title)),
        about: at.prose(at.language().pick(&source.about)),
        language: at.words.language_of(&source.language),
        edition: at.prose(at.language().pick(&source.edition)),
        rulebooks: at
            .suite
            .rulebooks
            .iter()
            .filter(|book| book.sources.iter().any(|id| id.value == source.id.value))
            .map(|book| Book {
                name: Markdown::code(&book.name.value).linked(&at.to(Kind::Disagreement(book.variant))),
                title: at.prose(at.language().pick(&book.title)),
            })
            .collect(),
        clauses,
    }
}

/// The games that clauses speak of, in the order of the tables.
fn games<'a>(at: &Writer<'_>, clauses: impl Iterator<Item = &'a Clause>) -> Vec<String> {
    let named: BTreeSet<&str> =
        clauses.flat_map(|clause| clause.games.iter().map(|game| game.value.as_str())).collect();
    variants::ALL.iter().filter(|v| named.contains(v.name)).map(|v| at.words.game(v.name)).collect()
}

/// The cases that cite a clause, with the file each is in, in the order of the suite.
fn citing<'s>(at: &Writer<'s>, cites: impl Fn(&str) -> bool) -> Vec<(usize, &'s Case)> {
    let fixtures = at.suite.fixtures.iter();
    let all = fixtures.flat_map(|fixture| fixture.cases.iter().map(|case| (fixture.file, case)));
    all.filter(|(_, case)| case.clauses.iter().any(|clause| cites(&clause.value))).collect()
}

fn clause_view(
    at: &Writer<'_>,
    source: &Source,
    clause: &Clause,
    checks: &[Check<'_>],
    shown: &mut BTreeSet<String>,
) -> ClauseView {
    let found = citing(at, |id| id == clause.id.value);
    let all: Vec<&Case> = found.iter().map(|(_, case)| *case).collect();
    let in_doubt = |case: &Case| {
        board_check(at, source, clause, case, checks).is_none_or(|check| at.statuses.doubt(check).is_some())
    };
    let (here, elsewhere) = chosen(source, &all, shown, in_doubt);
    let views: Vec<CaseView> =
        here.iter().filter_map(|case| cases::view(at, case, board_check(at, source, clause, case, checks)?)).collect();
    shown.extend(here.iter().map(|case| case.id.value.clone()));

    let is_named = |case: &Case| here.iter().chain(&elsewhere).any(|named| named.id.value == case.id.value);
    let mut files: BTreeMap<usize, Vec<Markdown>> = BTreeMap::new();
    for (file, case) in found.iter().filter(|(_, case)| !is_named(case)) {
        files.entry(*file).or_default().push(Markdown::code(&case.id.value));
    }
    let ids = || clause.fixes.iter().map(|fixed| fixed.value.as_str());
    ClauseView {
        anchor: clause_anchor(&clause.id.value).to_string(),
        says: at.prose(at.language().pick(&clause.says)),
        fixes: ids().filter(|id| Parameter::named(id).is_some()).map(|id| at.words.parameter(id)).collect(),
        laws: ids().filter(|id| Parameter::named(id).is_none()).map(|id| at.words.law(id)).collect(),
        decided_by: at.words.decided_by(clause.decided_by.word()),
        games: games(at, std::iter::once(clause)),
        note: clause.note.as_ref().map(|note| at.prose(at.language().pick(note))),
        total: all.len(),
        shown: views,
        elsewhere: elsewhere
            .iter()
            .map(|case| Elsewhere { id: Markdown::code(&case.id.value), anchor: case.id.value.clone() })
            .collect(),
        others_total: files.values().map(Vec::len).sum(),
        others: files.into_iter().map(|(file, ids)| self::file(at, file, ids)).collect(),
        absence: all.is_empty().then(|| match (clause.remark, clause.decided_by) {
            (true, _) => at.words.text("absence_remark"),
            (false, DecidedBy::Event) => at.words.text("absence_event"),
            (false, _) => at.words.text("absence_gap"),
        }),
    }
}

/// The cases to show in full, two at most, and those named because they are shown already.
///
/// The more a case is about this clause alone, under one set of rules, and on a board, the better it shows it. The second is of the other kind than the first:
/// where the one says what happens, the other says what does not.
fn chosen<'c>(
    source: &Source,
    all: &[&'c Case],
    shown: &BTreeSet<String>,
    in_doubt: impl Fn(&Case) -> bool,
) -> (Vec<&'c Case>, Vec<&'c Case>) {
    let is_shown = |case: &Case| shown.contains(&case.id.value);
    let breadth = |case: &Case| {
        case.clauses.iter().filter(|cited| source.clauses.iter().any(|own| own.id.value == cited.value)).count()
    };
    let mut ranked: Vec<&Case> = all.iter().copied().filter(|case| !is_shown(case)).collect();
    ranked.sort_by_cached_key(|case| {
        let contrasts = case.expectations.len() > 1;
        (in_doubt(case), about_text(case), contrasts, breadth(case))
    });
    let mut here: Vec<&Case> = Vec::new();
    if let Some(first) = ranked.first() {
        here.push(first);
        here.extend(ranked.iter().skip(1).find(|case| says_no(case) != says_no(first)));
    }
    let elsewhere = all.iter().copied().filter(|case| is_shown(case)).collect();
    (here, elsewhere)
}

/// Whether a case is about the reading of texts: it shows what a position or a move may look like, not what the rule does.
fn about_text(case: &Case) -> bool {
    let only_text = !case.faults.is_empty() && case.faults.iter().all(|fault| *fault == Fault::Text);
    only_text || case.expectations.iter().any(|group| group.rejects.is_some())
}

/// Whether a case says what may not be done or does not happen.
fn says_no(case: &Case) -> bool {
    case.expectations.iter().any(|group| {
        group.rejects.is_some()
            || group.points.iter().any(|point| {
                let expected = &point.expected;
                let goes_on = expected.result.as_ref().is_some_and(|result| result.value.is_none());
                !expected.illegal.is_empty() || !expected.excludes.is_empty() || goes_on
            })
    })
}

/// The check whose rules the board is drawn by: of a rulebook that follows this document where there is one, else of a
/// game the clause speaks of.
fn board_check<'c, 's>(
    at: &Writer<'s>,
    source: &Source,
    clause: &Clause,
    case: &Case,
    checks: &'c [Check<'s>],
) -> Option<&'c Check<'s>> {
    let follows = |check: &Check<'_>| {
        let book = at.suite.rulebooks.iter().find(|book| book.name.value == check.rules.name);
        book.is_some_and(|book| book.sources.iter().any(|id| id.value == source.id.value))
    };
    let speaks = |check: &Check<'_>| clause.games.iter().any(|game| game.value == check.rules.variant);
    checks.iter().filter(|check| check.case.id.value == case.id.value).max_by_key(|check| {
        // Of several equally good the first: `max_by_key` would take the last.
        (speaks(check) && follows(check), follows(check), speaks(check), std::cmp::Reverse(check.rules.name.as_str()))
    })
}

fn file(at: &Writer<'_>, file: usize, ids: Vec<Markdown>) -> File {
    // Wherever the suite was read from: in the repository its cases lie here.
    let path = at.suite.files[file].path.replace('\\', "/");
    let below = path.rsplit_once("cases/").map_or(path.as_str(), |(_, below)| below);
    let path = format!("fixtures/cases/{below}");
    File { link: relative(&at.path, &format!("../../{path}")), path: Markdown::code(&path), ids }
}
