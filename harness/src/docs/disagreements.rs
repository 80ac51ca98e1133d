//! Where the documents of a variant disagree, or say nothing: what each says, what was chosen, and why.

use super::markdown::Markdown;
use super::{Kind, Writer, short};
use crate::rulebook::{Rulebook, Setting};
use damero_engine::rules::Agreement;
use damero_engine::value::Value;
use damero_engine::{PARAMETERS, Parameter, variants};
use serde::Serialize;

/// The whole page.
#[derive(Serialize)]
pub(super) struct View {
    /// Parameters that two documents of one variant state differently.
    contradictions: Vec<Contradiction>,
    /// Parameters whose values differ, though at most one value is stated.
    silences: Vec<Contradiction>,
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Contradiction {
    game: String,
    parameter: String,
    anchor: String,
    values: Vec<Shared>,
}

/// A value and who has it.
#[derive(Serialize)]
struct Shared {
    value: Markdown,
    /// Rulebooks whose document states it.
    stated: Vec<Markdown>,
    /// Rulebooks for which it was chosen.
    chosen: Vec<Markdown>,
}

#[derive(Serialize)]
struct Game {
    name: String,
    anchor: &'static str,
    books: Vec<Book>,
    questions: Vec<Question>,
    /// Parameters that every document states, all alike, and none in words that can be read in two ways.
    agreed: Vec<Agreed>,
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
    /// The value, where it is the same for all.
    same: Option<Markdown>,
    readings: Vec<Reading>,
}

#[derive(Serialize)]
struct Reading {
    book: Markdown,
    value: Markdown,
    /// Whether the value says no more than that the document is silent.
    unstated: bool,
    clauses: Vec<Markdown>,
    why: Option<Markdown>,
    other: Option<Markdown>,
}

/// Builds the page.
pub(super) fn view(at: &Writer<'_>) -> View {
    let mut contradictions = Vec::new();
    let mut silences = Vec::new();
    let mut games = Vec::new();
    for variant in variants::ALL {
        let books: Vec<&Rulebook> = at.suite.rulebooks.iter().filter(|book| book.variant == variant.name).collect();
        if books.is_empty() {
            continue;
        }
        let mut game = Game {
            name: at.words.game(variant.name),
            anchor: variant.name,
            books: books.iter().map(|book| self::book(at, book)).collect(),
            questions: Vec::new(),
            agreed: Vec::new(),
        };
        for parameter in PARAMETERS {
            let settings: Vec<(&Rulebook, &Setting)> = books
                .iter()
                .filter_map(|book| Some((*book, book.settings.iter().find(|s| s.parameter.name == parameter.name)?)))
                .collect();
            let Some((_, first)) = settings.first() else { continue };
            let same = settings.iter().all(|(_, setting)| setting.value == first.value);
            if same && settings.iter().all(|(_, s)| !s.clauses.is_empty() && s.why.is_none()) {
                game.agreed.push(Agreed {
                    parameter: at.words.parameter(parameter.name),
                    value: at.words.value(parameter, &first.value),
                });
                continue;
            }
            let anchor = format!("{}-{}", variant.name, parameter.name);
            if !same {
                let found = contradiction(at, &game.name, parameter, &anchor, &settings);
                let stated = found.values.iter().filter(|value| !value.stated.is_empty()).count();
                if stated > 1 { contradictions.push(found) } else { silences.push(found) }
            }
            let same = (same && settings.len() > 1).then(|| at.words.value(parameter, &first.value));
            game.questions.push(question(at, parameter, anchor, same, &settings));
        }
        games.push(game);
    }
    View { contradictions, silences, games }
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

fn contradiction(
    at: &Writer<'_>,
    game: &str,
    parameter: &Parameter,
    anchor: &str,
    settings: &[(&Rulebook, &Setting)],
) -> Contradiction {
    let mut values: Vec<Shared> = Vec::new();
    for (book, setting) in settings {
        let value = at.words.value(parameter, &setting.value);
        let index = values.iter().position(|shared| shared.value == value).unwrap_or_else(|| {
            values.push(Shared { value, stated: Vec::new(), chosen: Vec::new() });
            values.len() - 1
        });
        let list = if setting.clauses.is_empty() { &mut values[index].chosen } else { &mut values[index].stated };
        list.push(short(book));
    }
    Contradiction {
        game: game.to_string(),
        parameter: at.words.parameter(parameter.name),
        anchor: anchor.to_string(),
        values,
    }
}

fn question(
    at: &Writer<'_>,
    parameter: &Parameter,
    anchor: String,
    same: Option<Markdown>,
    settings: &[(&Rulebook, &Setting)],
) -> Question {
    let readings = settings
        .iter()
        .map(|(book, setting)| Reading {
            book: short(book),
            value: at.words.value(parameter, &setting.value),
            unstated: matches!(&setting.value, Value::Word(word) if word == Agreement::Unstated.word()),
            clauses: setting.clauses.iter().map(|clause| at.clause(&clause.value)).collect(),
            why: setting.why.as_ref().map(|why| at.prose(at.language().pick(why))),
            other: setting.other.as_ref().map(|other| at.words.value(parameter, other)),
        })
        .collect();
    Question {
        anchor,
        parameter: at.words.parameter(parameter.name),
        name: Markdown::code(parameter.name),
        same,
        readings,
    }
}
