//! Where the documents of a variant disagree, or say nothing: what each says, what was chosen, and why.

use super::markdown::Markdown;
use super::{Kind, Writer, short};
use crate::rulebook::{Rulebook, Setting};
use crate::suite::Suite;
use damero_engine::rules::Agreement;
use damero_engine::value::Value;
use damero_engine::{PARAMETERS, Parameter, variants};
use serde::Serialize;

/// The list of games with what differs between their documents.
#[derive(Serialize)]
pub(super) struct ListView {
    games: Vec<Listed>,
    /// Parameters that two documents of one variant state differently.
    contradictions: Vec<Contradiction>,
    /// Parameters whose values differ, though at most one value is stated.
    silences: Vec<Contradiction>,
}

#[derive(Serialize)]
struct Listed {
    name: String,
    path: String,
    books: Vec<Markdown>,
}

#[derive(Serialize)]
struct Contradiction {
    game: String,
    parameter: String,
    link: String,
    values: Vec<Shared>,
}

/// A value and who has it.
#[derive(Serialize)]
struct Shared {
    value: Markdown,
    /// Whether it takes several lines.
    several: bool,
    /// Rulebooks whose document states it.
    stated: Vec<Markdown>,
    /// Rulebooks for which it was chosen.
    chosen: Vec<Markdown>,
}

/// The page of one game.
#[derive(Serialize)]
pub(super) struct View {
    name: String,
    books: Vec<Book>,
    /// Parameters that every document states, all alike, and none in words that can be read in two ways.
    agreed: Vec<Agreed>,
    questions: Vec<Question>,
}

#[derive(Serialize)]
struct Book {
    name: Markdown,
    title: Markdown,
    sources: Vec<Markdown>,
}

#[derive(Serialize)]
struct Agreed {
    parameter: String,
    value: Markdown,
}

/// A parameter on which there is something to say.
#[derive(Serialize)]
struct Question {
    anchor: String,
    parameter: String,
    name: Markdown,
    /// Whether the value is the same for all of several rulebooks; it then stands here once, line by line.
    same: bool,
    value: Vec<Markdown>,
    readings: Vec<Reading>,
}

#[derive(Serialize)]
struct Reading {
    book: Markdown,
    /// The value, line by line.
    value: Vec<Markdown>,
    /// Whether the value says no more than that the document is silent.
    unstated: bool,
    clauses: Vec<Markdown>,
    why: Option<Markdown>,
    others: Vec<Markdown>,
}

/// Builds the list.
pub(super) fn list(at: &Writer<'_>) -> ListView {
    let mut view = ListView { games: Vec::new(), contradictions: Vec::new(), silences: Vec::new() };
    for variant in with_rulebooks(at.suite) {
        let books = books_of(at.suite, variant);
        let path = at.to(Kind::Disagreement(variant));
        view.games.push(Listed {
            name: at.words.game(variant),
            path: path.clone(),
            books: books.iter().map(|book| short(book)).collect(),
        });
        for (parameter, settings) in settings_of(&books) {
            if agree(&settings) {
                continue;
            }
            let found = Contradiction {
                game: at.words.short_game(variant),
                parameter: at.words.parameter(parameter.name),
                link: format!("{path}#{}", anchor(variant, parameter)),
                values: shared_values(at, parameter, &settings),
            };
            let stated = found.values.iter().filter(|value| !value.stated.is_empty()).count();
            let list = if stated > 1 { &mut view.contradictions } else { &mut view.silences };
            list.push(found);
        }
    }
    view
}

/// Builds the page of a game.
pub(super) fn view(at: &Writer<'_>, variant: &str) -> View {
    let books = books_of(at.suite, variant);
    let mut agreed = Vec::new();
    let mut questions = Vec::new();
    for (parameter, settings) in settings_of(&books) {
        let same = agree(&settings);
        if same && settings.iter().all(|(_, s)| !s.clauses.is_empty() && s.why.is_none()) {
            agreed.push(Agreed {
                parameter: at.words.parameter(parameter.name),
                value: at.words.value(parameter, &settings[0].1.value),
            });
        } else {
            questions.push(question(at, variant, parameter, same, &settings));
        }
    }
    let books = books.iter().map(|book| self::book(at, book)).collect();
    View { name: at.words.game(variant), books, agreed, questions }
}

/// The variants that have rulebooks, in the order of the tables.
pub(super) fn with_rulebooks(suite: &Suite) -> Vec<&'static str> {
    let has_books = |name: &str| suite.rulebooks.iter().any(|book| book.variant == name);
    variants::ALL.iter().map(|variant| variant.name).filter(|name| has_books(name)).collect()
}

fn books_of<'s>(suite: &'s Suite, variant: &str) -> Vec<&'s Rulebook> {
    suite.rulebooks.iter().filter(|book| book.variant == variant).collect()
}

/// What each rulebook says of each parameter that any of them speaks of.
type Settings<'s> = Vec<(&'s Rulebook, &'s Setting)>;

fn settings_of<'s>(books: &[&'s Rulebook]) -> Vec<(&'static Parameter, Settings<'s>)> {
    let of = |parameter: &Parameter| -> Settings<'s> {
        let setting = |book: &'s Rulebook| book.settings.iter().find(|s| s.parameter.name == parameter.name);
        books.iter().filter_map(|book| Some((*book, setting(book)?))).collect()
    };
    let all = PARAMETERS.iter().map(|parameter| (parameter, of(parameter)));
    all.filter(|(_, settings)| !settings.is_empty()).collect()
}

fn agree(settings: &[(&Rulebook, &Setting)]) -> bool {
    settings.iter().all(|(_, setting)| setting.value == settings[0].1.value)
}

/// Where a parameter is spoken of on the page of a game. Its name alone could be the anchor of a heading.
fn anchor(variant: &str, parameter: &Parameter) -> String {
    format!("{variant}-{}", parameter.name)
}

fn book(at: &Writer<'_>, book: &Rulebook) -> Book {
    Book {
        name: Markdown::code(&book.name.value),
        title: at.prose(at.language().pick(&book.title)),
        sources: book
            .sources
            .iter()
            .map(|source| Markdown::code(&source.value).linked(&at.to(Kind::Source(&source.value))))
            .collect(),
    }
}

fn shared_values(at: &Writer<'_>, parameter: &Parameter, settings: &[(&Rulebook, &Setting)]) -> Vec<Shared> {
    let mut values: Vec<(&Value, Shared)> = Vec::new();
    for (book, setting) in settings {
        let index = values.iter().position(|(value, _)| **value == setting.value).unwrap_or_else(|| {
            let shared = Shared {
                value: at.words.cell(parameter, &setting.value),
                several: at.words.lines(parameter, &setting.value).len() > 1,
                stated: Vec::new(),
                chosen: Vec::new(),
            };
            values.push((&setting.value, shared));
            values.len() - 1
        });
        let shared = &mut values[index].1;
        let list = if setting.clauses.is_empty() { &mut shared.chosen } else { &mut shared.stated };
        list.push(short(book));
    }
    values.into_iter().map(|(_, shared)| shared).collect()
}

fn question(
    at: &Writer<'_>,
    variant: &str,
    parameter: &Parameter,
    same: bool,
    settings: &[(&Rulebook, &Setting)],
) -> Question {
    let readings = settings
        .iter()
        .map(|(book, setting)| Reading {
            book: short(book),
            value: at.words.lines(parameter, &setting.value),
            unstated: matches!(&setting.value, Value::Word(word) if word == Agreement::Unstated.word()),
            clauses: setting.clauses.iter().map(|clause| at.clause(&clause.value)).collect(),
            why: setting.why.as_ref().map(|why| at.prose(at.language().pick(why))),
            others: setting.others.iter().map(|other| at.words.value(parameter, other)).collect(),
        })
        .collect();
    Question {
        anchor: anchor(variant, parameter),
        parameter: at.words.parameter(parameter.name),
        name: Markdown::code(parameter.name),
        same: same && settings.len() > 1,
        value: at.words.lines(parameter, &settings[0].1.value),
        readings,
    }
}
