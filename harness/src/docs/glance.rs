//! Rules at a glance: every variant's values, and the rulebooks of each variant side by side.

use super::labels::{Words, fill, place_of};
use super::markdown::Markdown;
use super::values::unsqueezed;
use super::{Kind, Writer};
use crate::rulebook::Rulebook;
use damero_engine::value::{Shape, Value};
use damero_engine::{PARAMETERS, Parameter, Rules, variants};
use serde::Serialize;

/// What most people ask of a game first: the columns of the first table, besides its size.
const FIRST_ASKED: &[&str] =
    &["starting-side", "man-captures", "king-range", "capture-priority", "crowning-in-capture"];

/// The whole page.
#[derive(Serialize)]
pub(super) struct View {
    /// The first table: one row for each variant.
    overview: Table,
    /// A table for each heading of parameters.
    groups: Vec<Table>,
    /// A section for each variant.
    games: Vec<Game>,
    /// Names and words as the YAML files write them.
    vocabulary: Vec<Heading>,
}

#[derive(Serialize)]
struct Table {
    /// The heading of its parameters.
    group: String,
    title: String,
    /// What is the same in every game, and so needs no column.
    shared: Vec<Common>,
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// Games that have all the values of a table in common, with these values.
#[derive(Serialize)]
struct Row {
    games: Vec<GameLink>,
    cells: Vec<Markdown>,
}

#[derive(Clone, Serialize)]
struct GameLink {
    name: String,
    anchor: &'static str,
}

#[derive(Serialize)]
struct Game {
    name: String,
    anchor: &'static str,
    books: Vec<Book>,
    /// Where the discussion of its documents is, if it has any.
    disagreements: String,
    differing: Vec<Difference>,
    common: Vec<Common>,
}

#[derive(Serialize)]
struct Book {
    name: Markdown,
    /// What heads its column.
    short: Markdown,
    title: Markdown,
}

#[derive(Serialize)]
struct Difference {
    parameter: String,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    value: Markdown,
    /// Whether a document says so; what was chosen where it is silent is set apart.
    stated: bool,
}

#[derive(Serialize)]
struct Common {
    parameter: String,
    value: Markdown,
}

#[derive(Serialize)]
struct Heading {
    title: String,
    parameters: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: Markdown,
    label: String,
    values: Vec<Meaning>,
}

#[derive(Serialize)]
struct Meaning {
    word: Markdown,
    label: Markdown,
}

/// Builds the page.
pub(super) fn view(at: &Writer<'_>) -> View {
    let words = at.words;
    View {
        overview: overview(words),
        groups: groups().iter().map(|group| group_table(words, group)).collect(),
        games: variants::ALL.iter().map(|variant| game(at, variant)).collect(),
        vocabulary: groups().iter().map(|group| heading(words, group)).collect(),
    }
}

/// The headings of the parameters, in the order of rule documents.
fn groups() -> Vec<&'static str> {
    let mut groups: Vec<&str> = PARAMETERS.iter().map(|p| p.group).collect();
    groups.dedup();
    groups
}

fn link(words: Words, variant: &'static str) -> GameLink {
    GameLink { name: words.short_game(variant), anchor: variant }
}

fn overview(words: Words) -> Table {
    let mut columns = vec![Column::Size];
    columns.extend(FIRST_ASKED.iter().filter_map(|name| Parameter::named(name)).map(Column::Parameter));
    let rows = variants::ALL
        .iter()
        .map(|variant| Row { games: vec![link(words, variant.name)], cells: cells(words, &columns, &variant.rules) })
        .collect();
    Table {
        group: String::new(),
        title: String::new(),
        shared: Vec::new(),
        columns: columns.iter().map(|column| unsqueezed(&column.title(words))).collect(),
        rows,
    }
}

/// What a column of a table of games is about.
#[derive(Clone, Copy)]
enum Column {
    /// Width and height, one thing to a reader.
    Size,
    Parameter(&'static Parameter),
}

impl Column {
    fn of(parameter: &'static Parameter) -> Option<Column> {
        match parameter.name {
            "width" => Some(Column::Size),
            "height" => None,
            _ => Some(Column::Parameter(parameter)),
        }
    }

    fn title(self, words: Words) -> String {
        match self {
            Column::Size => words.phrase("size"),
            Column::Parameter(parameter) => words.parameter(parameter.name),
        }
    }

    fn cell(self, words: Words, rules: &Rules) -> Markdown {
        match self {
            Column::Size => Markdown::trusted(format!("{}\u{a0}×\u{a0}{}", rules.width, rules.height)),
            Column::Parameter(parameter) => words.cell(parameter, &(parameter.get)(rules)),
        }
    }
}

fn cells(words: Words, columns: &[Column], rules: &Rules) -> Vec<Markdown> {
    columns.iter().map(|column| column.cell(words, rules)).collect()
}

fn group_table(words: Words, group: &str) -> Table {
    let all = PARAMETERS.iter().filter(|p| p.group == group).filter_map(Column::of);
    let (shared, columns): (Vec<Column>, Vec<Column>) = all.partition(|column| {
        let mut values = variants::ALL.iter().map(|variant| column.cell(words, &variant.rules));
        let first = values.next();
        values.all(|value| Some(&value) == first.as_ref())
    });
    let mut rows: Vec<Row> = Vec::new();
    for variant in variants::ALL {
        let cells = cells(words, &columns, &variant.rules);
        let game = link(words, variant.name);
        match rows.iter_mut().find(|row| row.cells == cells) {
            Some(row) => row.games.push(game),
            None => rows.push(Row { games: vec![game], cells }),
        }
    }
    let value_of_all = |column: &Column| column.cell(words, &variants::ALL[0].rules);
    Table {
        group: group.to_string(),
        title: words.group(group),
        shared: shared
            .iter()
            .map(|column| Common { parameter: column.title(words), value: value_of_all(column) })
            .collect(),
        columns: columns.iter().map(|column| unsqueezed(&column.title(words))).collect(),
        rows,
    }
}

fn game(at: &Writer<'_>, variant: &'static variants::Variant) -> Game {
    let words = at.words;
    let books: Vec<&Rulebook> = at.suite.rulebooks.iter().filter(|book| book.variant == variant.name).collect();
    let mut differing = Vec::new();
    let mut common = Vec::new();
    for parameter in PARAMETERS {
        let own = (parameter.get)(&variant.rules);
        let values: Vec<Value> = books.iter().map(|book| (parameter.get)(book.arbiter.rules())).collect();
        if values.iter().all(|value| *value == own) {
            common.push(Common { parameter: words.parameter(parameter.name), value: words.cell(parameter, &own) });
            continue;
        }
        let mut cells: Vec<Cell> = books
            .iter()
            .zip(&values)
            .map(|(book, value)| {
                let setting = book.settings.iter().find(|setting| setting.parameter.name == parameter.name);
                let stated = setting.is_some_and(|setting| !setting.clauses.is_empty());
                Cell { value: words.cell(parameter, value), stated }
            })
            .collect();
        cells.push(Cell { value: words.cell(parameter, &own), stated: true });
        differing.push(Difference { parameter: unsqueezed(&words.parameter(parameter.name)), cells });
    }
    Game {
        name: words.game(variant.name),
        anchor: variant.name,
        disagreements: at.to(Kind::Disagreement(variant.name)),
        books: books
            .iter()
            .map(|book| Book {
                name: Markdown::code(&book.name.value),
                short: super::short(book),
                title: at.prose(at.language().pick(&book.title)),
            })
            .collect(),
        differing,
        common,
    }
}

fn heading(words: Words, group: &str) -> Heading {
    let parameters = PARAMETERS
        .iter()
        .filter(|parameter| parameter.group == group)
        .map(|parameter| Entry {
            name: Markdown::code(parameter.name),
            label: words.parameter(parameter.name),
            values: meanings(words, &(parameter.shape)(), ""),
        })
        .collect();
    Heading { title: words.group(group), parameters }
}

/// The words a value can be made of, with what each is called on these pages; those inside a map with their keys.
fn meanings(words: Words, shape: &Shape, key: &str) -> Vec<Meaning> {
    let label = |word: &'static str, list| {
        let label = words.value_at(place_of(list), word).unwrap_or(word);
        let written = if key.is_empty() { word.to_string() } else { format!("{key}: {word}") };
        Meaning { word: Markdown::code(&written), label: Markdown::trusted(fill(label, 0, &[("n", "*n*")])) }
    };
    match shape {
        Shape::Word(list) => list.iter().map(|word| label(word.word, list)).collect(),
        Shape::Number(..) | Shape::Range => Vec::new(),
        Shape::List(item, _) => meanings(words, item, key),
        Shape::Map(fields) => {
            let inside = |name| if key.is_empty() { String::from(name) } else { format!("{key}.{name}") };
            fields.iter().flat_map(|field| meanings(words, &field.shape, &inside(field.name))).collect()
        }
        Shape::WordOr(list, other) => {
            let own = list.iter().map(|word| label(word.word, list));
            own.chain(meanings(words, other, key)).collect()
        }
    }
}
