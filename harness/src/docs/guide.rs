//! The tables of the guide to the data format, drawn from the models of the files and the registry of parameters.

use crate::format::{Field, Shape};
use crate::{fixture, rulebook, source};
use damero_engine::rules::LAWS;
use damero_engine::value::Word;
use damero_engine::{Event, Illegality, PARAMETERS, Reason, Refusal};
use std::fmt::Write as _;

/// The most words that are listed in the cell of a key; longer lists have a table of their own.
const MOST_IN_A_CELL: usize = 4;

/// The guide to the data format with its tables drawn anew: each stands between `<!-- table NAME -->` and
/// `<!-- end -->`.
///
/// # Errors
///
/// Returns what is wrong if a table is missing, is not known, or does not end.
pub fn with_tables(guide: &str) -> Result<String, String> {
    const BEGIN: &str = "<!-- table ";
    const END: &str = "<!-- end -->";
    let tables = tables();
    let mut out = String::new();
    let mut rest = guide;
    let mut seen = Vec::new();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) = after.split_once(" -->").ok_or("a table has no name")?;
        let (_, after) = after.split_once(END).ok_or_else(|| format!("the table {name} has no end"))?;
        let table = tables.iter().find(|(known, _)| *known == name);
        let (_, table) = table.ok_or_else(|| format!("there is no table {name}"))?;
        let _ = write!(out, "{before}{BEGIN}{name} -->\n\n{table}\n{END}");
        seen.push(name);
        rest = after;
    }
    match tables.iter().find(|(name, _)| !seen.contains(name)) {
        Some((missing, _)) => Err(format!("the table {missing} is missing")),
        None => Ok(out + rest),
    }
}

/// Every table of the guide, by name.
fn tables() -> Vec<(&'static str, String)> {
    let mut of_case = list_of("cases", fixture::shape());
    let at = of_case.iter().position(|field| field.name == "moves").unwrap_or(of_case.len());
    let of_expectation = of_case.split_off(at);
    let mut of_rulebook = rulebook::file_shape().into_fields();
    let parameters = of_rulebook.iter_mut().find(|field| field.name == "parameters");
    let setting =
        parameters.map_or(Vec::new(), |field| std::mem::replace(&mut field.shape, Shape::Anything).into_fields());
    let mut of_setting = setting.into_iter().next().map_or(Vec::new(), |field| field.shape.into_fields());
    for field in of_setting.iter_mut().filter(|field| matches!(field.name, "value" | "other")) {
        field.shape = Shape::Anything;
    }
    let mut of_source = source::shape().into_fields();
    let of_clause = list_of("clauses", source::shape());
    of_source.retain(|field| field.name != "clauses");
    vec![
        ("parameters", parameters_table()),
        ("laws", words(LAWS)),
        ("source", keys(of_source)),
        ("clause", keys(of_clause)),
        ("rulebook", keys(of_rulebook)),
        ("setting", keys(of_setting)),
        ("case", keys(of_case)),
        ("expectation", keys(of_expectation)),
        ("events", words(Event::WORDS)),
        ("faults", words(fixture::Fault::WORDS)),
        ("reasons", words(Reason::WORDS)),
        ("illegalities", words(Illegality::WORDS)),
        ("refusals", words(Refusal::WORDS)),
    ]
}

/// The keys of the maps in a list.
fn list_of(key: &str, shape: Shape) -> Vec<Field> {
    match shape.into_fields().into_iter().find(|field| field.name == key).map(|field| field.shape) {
        Some(Shape::List(item)) => item.into_fields(),
        _ => Vec::new(),
    }
}

fn parameters_table() -> String {
    let mut out = "| parameter | meaning | values |\n|---|---|---|\n".to_string();
    let mut group = "";
    let mut lists = Vec::new();
    for parameter in PARAMETERS {
        if parameter.group != group {
            group = parameter.group;
            let _ = writeln!(out, "| *{group}* | | |");
        }
        rows(&mut out, parameter.name, parameter.meaning, &(&(parameter.shape)()).into(), &mut lists);
    }
    out
}

/// Lists of words that a table has explained, each with the key at which it did.
type Lists = Vec<(String, Vec<Word>)>;

/// The row of a key, and those of the keys below it.
fn rows(out: &mut String, name: &str, meaning: &str, shape: &Shape, lists: &mut Lists) {
    let _ = writeln!(out, "| `{name}` | {} | {} |", cell(meaning), values(shape, name, lists));
    let inner = match shape {
        Shape::List(item) => item,
        Shape::Either(_, other) => other,
        other => other,
    };
    if let Shape::Map(fields) = inner {
        for field in fields {
            let optional = if field.required { "" } else { " (optional)" };
            let meaning = format!("{}{optional}", field.meaning);
            rows(out, &format!("{name}.{}", field.name), &meaning, &field.shape, lists);
        }
    }
}

fn values(shape: &Shape, name: &str, lists: &mut Lists) -> String {
    match shape {
        Shape::Word(words) => match lists.iter().find(|(_, known)| known == words) {
            Some((first, _)) => format!("as for `{first}`"),
            None => {
                lists.push((name.to_string(), words.clone()));
                let explained = words.iter().map(|word| format!("`{}`: {}", word.word, cell(word.meaning)));
                explained.collect::<Vec<_>>().join("<br>")
            }
        },
        Shape::Number(min, max) => format!("{min} to {max}"),
        Shape::Range => "a range: `3`, `\"1-3\"` or `\"3+\"`".to_string(),
        Shape::List(item) if matches!(**item, Shape::Map(_)) => "a list of maps".to_string(),
        Shape::List(item) => format!("a list of: {}", values(item, name, lists)),
        Shape::Either(text, _) => format!("{}<br>or a map", values(text, name, lists)),
        Shape::Map(_) => "a map".to_string(),
        _ => String::new(),
    }
}

/// A table of the keys of a map.
fn keys(fields: Vec<Field>) -> String {
    let mut out = "| key | | meaning | values |\n|---|---|---|---|\n".to_string();
    for field in fields {
        let must = if field.required { "required" } else { "" };
        let _ = writeln!(out, "| `{}` | {must} | {} | {} |", field.name, cell(field.meaning), kind(&field.shape));
    }
    out
}

/// What a key holds, in a few words.
fn kind(shape: &Shape) -> String {
    match shape {
        Shape::Anything => String::new(),
        Shape::Text => "text".to_string(),
        Shape::Quoted => "text in quotes".to_string(),
        Shape::Form(form, ..) => cell(form),
        Shape::Word(words) if words.len() > MOST_IN_A_CELL || words.iter().any(|word| word.meaning.is_empty()) => {
            "a word".to_string()
        }
        Shape::Word(words) => {
            let explained = words.iter().map(|word| format!("`{}`: {}", word.word, cell(word.meaning)));
            explained.collect::<Vec<_>>().join("<br>")
        }
        Shape::Bool => "`true` or `false`".to_string(),
        Shape::Number(min, max) => format!("{min} to {max}"),
        Shape::Range => "a range".to_string(),
        Shape::List(item) | Shape::Filled(item) => format!("a list: {}", kind(item)),
        Shape::Map(fields) => {
            let names: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
            format!("a map with {}", names.join(", "))
        }
        Shape::MapOf(keys, value) => format!("a map by {keys}: {}", kind(value)),
        Shape::NumberMap(value) => format!("a map by numbers: {}", kind(value)),
        Shape::Either(text, other) => format!("{}; or {}", kind(text), kind(other)),
    }
}

/// A table of words and what each means.
fn words(words: &[Word]) -> String {
    let mut out = "| word | meaning |\n|---|---|\n".to_string();
    for word in words {
        let _ = writeln!(out, "| `{}` | {} |", word.word, cell(word.meaning));
    }
    out
}

/// A text that breaks no table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
