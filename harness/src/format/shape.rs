//! The shapes of our files, declared once: the checker, the JSON Schemas, and the editor's completions follow from
//! them.
//!
//! A file is first checked against its shape, which finds every structural fault at once and at its place; only what
//! has the right shape is then read into types.

use super::diagnostic::Diagnostic;
use super::yaml::{Content, Node, shortened};
use damero_engine::value as engine;

/// What a value may look like.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Any text but an empty one.
    Text,
    /// Text that must stand in quotes, so that every YAML reader takes it for text: positions and moves.
    Quoted,
    /// Text of a form, described for people and as a regular expression for editors.
    Form(&'static str, &'static str, fn(&str) -> bool),
    /// One of these words; each with its meaning.
    Word(Vec<engine::Word>),
    /// `true` or `false`.
    Bool,
    /// A whole number between the two, both included.
    Number(u64, u64),
    /// `3`, `"1-3"`, or `"3+"`.
    Range,
    /// A list.
    List(Box<Shape>),
    /// A list of this shape with at least one item.
    Filled(Box<Shape>),
    /// A map with these keys and no others.
    Map(Vec<Field>),
    /// A map with keys of any name; what they are, and the shape of the values.
    MapOf(&'static str, Box<Shape>),
    /// A map from move or node counts: numbers as keys.
    NumberMap(Box<Shape>),
    /// A text, or a value of another shape that is not text.
    Either(Box<Shape>, Box<Shape>),
    /// Checked elsewhere.
    Anything,
}

/// A key of a map.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether it must be there.
    pub required: bool,
    /// What it means.
    pub meaning: &'static str,
}

impl Shape {
    /// The keys of a map; none if this is no map.
    #[must_use]
    pub fn into_fields(self) -> Vec<Field> {
        match self {
            Shape::Map(fields) => fields,
            _ => Vec::new(),
        }
    }
}

/// The words of an engine enum.
#[must_use]
pub fn words(words: &[engine::Word]) -> Shape {
    Shape::Word(words.to_vec())
}

impl From<&engine::Shape> for Shape {
    fn from(shape: &engine::Shape) -> Shape {
        match shape {
            engine::Shape::Word(list) => words(list),
            engine::Shape::Number(min, max) => Shape::Number(*min, *max),
            engine::Shape::Range => Shape::Range,
            engine::Shape::List(item, _) => Shape::List(Box::new(item.as_ref().into())),
            engine::Shape::Map(fields) => Shape::Map(
                fields
                    .iter()
                    .map(|field| Field {
                        name: field.name,
                        shape: (&field.shape).into(),
                        required: !field.optional,
                        meaning: field.meaning,
                    })
                    .collect(),
            ),
            engine::Shape::WordOr(list, other) => Shape::Either(Box::new(words(list)), Box::new(other.as_ref().into())),
        }
    }
}

/// The nearest of some names, where one is near. To a text longer than any name none is.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST_NAME: usize = 200;
    let name = Some(name).filter(|name| name.len() <= LONGEST_NAME)?;
    names
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(name, other), other))
        .filter(|(distance, other)| *distance <= 2.max(other.chars().count() / 3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

/// `a`, `b`, or `c`, at most a dozen.
#[must_use]
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        _ if names.len() > 12 => format!("one of {}, …", names[..12].join(", ")),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// Finds everything in a value that does not have its shape.
pub fn check(text: &str, node: &Node, shape: &Shape, found: &mut Vec<Diagnostic>) {
    let wrong = |expected: String| Diagnostic::error(node.span.clone(), describe(node)).expected(expected);
    match shape {
        Shape::Anything => {}
        Shape::Text => match node.text() {
            Some(value) if value.trim().is_empty() => found.push(wrong("text".to_string())),
            Some(_) => {}
            None => found.push(not_text(text, node)),
        },
        Shape::Quoted => {
            if node.text().is_none() {
                found.push(not_text(text, node));
            } else if node.text() != Some("start")
                && !matches!(text.as_bytes().get(node.span.start), Some(b'"' | b'\''))
            {
                let value = node.text().unwrap_or_default();
                found.push(wrong("it in quotes".to_string()).help(format!("write \"{}\"", shortened(value))));
            }
        }
        Shape::Form(description, _, matches) => match node.text() {
            Some(value) if matches(value) => {}
            Some(_) => found.push(wrong((*description).to_string())),
            None => found.push(not_text(text, node)),
        },
        Shape::Word(list) => match node.text() {
            Some(value) if list.iter().any(|word| word.word == value) => {}
            Some(value) => {
                let diagnostic = wrong(one_of(list.iter().map(|word| word.word)));
                found.push(match nearest(value, list.iter().map(|word| word.word)) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None => diagnostic,
                });
            }
            None => found.push(wrong(one_of(list.iter().map(|word| word.word)))),
        },
        Shape::Bool => {
            if !matches!(node.content, Content::Bool(_)) {
                found.push(wrong("`true` or `false`".to_string()));
            }
        }
        Shape::Number(min, max) => {
            if !node.number().is_some_and(|n| (*min..=*max).contains(&n)) {
                found.push(wrong(match *max {
                    u64::MAX => format!("a whole number from {min}"),
                    max => format!("a whole number from {min} to {max}"),
                }));
            }
        }
        Shape::Range => {
            if engine_value(node)
                .as_ref()
                .is_none_or(|v| <engine::Range as engine::ParameterValue>::from_value(v).is_err())
            {
                found.push(wrong("a range: `3`, `\"1-3\"` or `\"3+\"`".to_string()));
            }
        }
        Shape::List(item) => match &node.content {
            Content::List(items) => items.iter().for_each(|node| check(text, node, item, found)),
            _ => found.push(wrong("a list".to_string()).help("put it in square brackets: `[…]`")),
        },
        Shape::Filled(list) => match &node.content {
            Content::List(items) if items.is_empty() => {
                found.push(Diagnostic::error(node.span.clone(), "found an empty list").expected("at least one item"));
            }
            _ => check(text, node, list, found),
        },
        Shape::Map(fields) => check_map(text, node, fields, found),
        Shape::MapOf(keys, value) => match &node.content {
            Content::Map(entries) => entries.iter().for_each(|(_, node)| check(text, node, value, found)),
            _ => found.push(wrong(format!("a map with {keys} as keys"))),
        },
        Shape::NumberMap(value) => match &node.content {
            Content::Map(entries) => {
                for (key, node) in entries {
                    if key.name.parse::<u32>().is_err() {
                        found.push(
                            Diagnostic::error(key.span.clone(), format!("found the key `{}`", shortened(&key.name)))
                                .expected("a whole number"),
                        );
                    }
                    check(text, node, value, found);
                }
            }
            _ => found.push(wrong("a map with numbers as keys".to_string())),
        },
        Shape::Either(textual, other) => {
            let shape = if matches!(node.content, Content::Text(_)) { textual } else { other };
            check(text, node, shape, found);
        }
    }
}

fn check_map(text: &str, node: &Node, fields: &[Field], found: &mut Vec<Diagnostic>) {
    let Content::Map(entries) = &node.content else {
        let keys = one_of(fields.iter().map(|field| field.name));
        found.push(Diagnostic::error(node.span.clone(), describe(node)).expected(format!("a map with {keys}")));
        return;
    };
    for (key, value) in entries {
        match fields.iter().find(|field| field.name == key.name) {
            Some(field) => check(text, value, &field.shape, found),
            None => {
                let names = || fields.iter().map(|field| field.name);
                let unknown = Diagnostic::error(key.span.clone(), format!("unknown key `{}`", shortened(&key.name)))
                    .expected(one_of(names()));
                found.push(match nearest(&key.name, names()) {
                    Some(near) => unknown.help(format!("did you mean `{near}`?")),
                    None => unknown,
                });
            }
        }
    }
    for field in fields.iter().filter(|field| field.required) {
        if !entries.iter().any(|(key, _)| key.name == field.name) {
            // A map itself is drawn at its first key: its whole span would cover the screen.
            let at = entries.first().map_or(node.span.clone(), |(key, _)| key.span.clone());
            found.push(
                Diagnostic::error(at, format!("`{}` is missing", field.name))
                    .help(format!("add `{}:`: {}", field.name, field.meaning)),
            );
        }
    }
}

fn not_text(text: &str, node: &Node) -> Diagnostic {
    let diagnostic = Diagnostic::error(node.span.clone(), describe(node)).expected("text");
    let raw = text.get(node.span.clone()).unwrap_or_default();
    match node.content {
        Content::Number(_) | Content::OtherNumber(_) | Content::Bool(_) if !raw.is_empty() => {
            diagnostic.help(format!("put it in quotes: \"{}\"", shortened(raw)))
        }
        _ => diagnostic,
    }
}

fn describe(node: &Node) -> String {
    match &node.content {
        Content::Text(text) if text.trim().is_empty() => "found an empty text".to_string(),
        Content::Text(text) => format!("found `{}`", shortened(text)),
        Content::Number(number) => format!("found {number}"),
        Content::OtherNumber(number) => format!("found {number}"),
        Content::Bool(value) => format!("found {value}"),
        Content::Null | Content::List(_) | Content::Map(_) => format!("found {}", node.kind()),
    }
}

/// A node as a value of the engine's parameters; `None` where it has a part that no parameter knows.
#[must_use]
pub fn engine_value(node: &Node) -> Option<engine::Value> {
    Some(match &node.content {
        Content::Null | Content::OtherNumber(_) => return None,
        Content::Bool(value) => engine::Value::Word(value.to_string()),
        Content::Number(number) => engine::Value::Number(*number),
        Content::Text(text) => engine::Value::Word(text.clone()),
        Content::List(items) => engine::Value::List(items.iter().map(engine_value).collect::<Option<_>>()?),
        Content::Map(entries) => engine::Value::Map(
            entries.iter().map(|(key, node)| Some((key.name.clone(), engine_value(node)?))).collect::<Option<_>>()?,
        ),
    })
}

/// The place of the part that an engine error is about.
#[must_use]
pub fn place_of(node: &Node, path: &[engine::Step]) -> std::ops::Range<usize> {
    match path.split_first() {
        None => node.span.clone(),
        Some((engine::Step::Item(index), rest)) => {
            node.items().get(*index).map_or(node.span.clone(), |item| place_of(item, rest))
        }
        Some((engine::Step::Key(key), rest)) => node.get(key).map_or(node.span.clone(), |item| place_of(item, rest)),
        Some((engine::Step::KeyItself(key), _)) => {
            node.entries().iter().find(|(k, _)| k.name == *key).map_or(node.span.clone(), |(key, _)| key.span.clone())
        }
    }
}
