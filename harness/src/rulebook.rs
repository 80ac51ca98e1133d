//! One document's version of a variant: what it states, clause by clause, and what was chosen where it is silent.

use crate::format::shape::{self, bilingual, list};
use crate::format::{Bilingual, Diagnostic, Field, Located, Node, Shape, Text};
use crate::source::{CLAUSE_PATTERN, is_clause_id, is_slug};
use damero_engine::value::{Value, Word};
use damero_engine::{Arbiter, PARAMETERS, Parameter, Rules, Variant, variants};

/// A rulebook resolved to rules one can play by.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// `variant/rulebook`.
    pub name: Text,
    /// The variant it belongs to.
    pub variant: &'static str,
    /// The documents it follows.
    pub sources: Vec<Text>,
    /// What it is called.
    pub title: Bilingual,
    /// What it says of each parameter, in the order of the registry.
    pub settings: Vec<Setting>,
    /// The resulting rules, ready to judge by.
    pub arbiter: Arbiter,
    /// Index of its file in the suite.
    pub file: usize,
}

/// What a rulebook says of one parameter.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// Its value.
    pub value: Value,
    /// The clauses that fix it; none where the document is silent.
    pub clauses: Vec<Text>,
    /// Why this value was chosen, where the document is silent or can be read in two ways.
    pub why: Option<Bilingual>,
    /// The value of the other reading.
    pub other: Option<Value>,
    /// The place of its key.
    pub key: Text,
}

/// The shape of a rulebook file.
#[must_use]
pub fn file_shape() -> Shape {
    let variants = variants::ALL.iter().map(|v| Word { word: v.name, meaning: "" }).collect();
    let mut parameters = Vec::new();
    for parameter in PARAMETERS {
        let value = Shape::from(&(parameter.shape)());
        let setting = Shape::Map(vec![
            Field::optional("value", value.clone(), "its value; left out where the variant's own is meant"),
            Field::optional(
                "clauses",
                list(Shape::Form("a clause id like `teg/quality-law`", CLAUSE_PATTERN, is_clause_id)),
                "the clauses that fix it",
            ),
            Field::optional("why", bilingual(), "why, where the document is silent or can be read in two ways"),
            Field::optional("other", value, "the value of the other reading"),
        ]);
        parameters.push(Field::optional(parameter.name, setting, parameter.meaning));
    }
    Shape::Map(vec![
        Field::required("rulebook", Shape::Form("a name like `spanish/teg`", CLAUSE_PATTERN, is_clause_id), "its name"),
        Field::required("extends", Shape::Word(variants), "the variant it is a version of"),
        Field::required(
            "sources",
            list(Shape::Form("the id of a source", "^[a-z0-9-]+$", is_slug)),
            "the documents it follows",
        ),
        Field::required("title", bilingual(), "what it is called"),
        Field::required("parameters", Shape::Map(parameters), "what it says of each parameter"),
    ])
}

/// Reads a rulebook that has its shape; what the shape cannot tell is added to `found`.
///
/// With `complete`, every parameter must be listed and reasoned: the rulebooks of the suite. A private rulebook of
/// house rules may state only what differs.
pub fn read(node: &Node, file: usize, complete: bool, found: &mut Vec<Diagnostic>) -> Option<Rulebook> {
    let name = Text::of(node.get("rulebook")?);
    let extends = node.get("extends")?;
    let variant = Variant::named(extends.text()?)?;
    if name.value.split('/').next() != Some(variant.name) {
        found.push(
            Diagnostic::error(name.span.clone(), format!("`{}` extends `{}`", name.value, variant.name))
                .expected(format!("a name that begins with `{}/`", variant.name)),
        );
    }
    let mut rules: Rules = variant.rules;
    let mut settings = Vec::new();
    let parameters = node.get("parameters")?;
    for parameter in PARAMETERS {
        let Some((key, entry)) = parameters.entries().iter().find(|(key, _)| key.name == parameter.name) else {
            if complete && !parameter.is_notation() {
                let at = node.entries().iter().find(|(key, _)| key.name == "parameters");
                let span = at.map_or(node.span.clone(), |(key, _)| key.span.clone());
                found.push(Diagnostic::error(span, format!("the parameter `{}` is missing", parameter.name)).help(
                    format!("add it with the clauses that fix it, or with a `why`: {}", parameter.meaning.trim()),
                ));
            }
            continue;
        };
        if let Some(value) = entry.get("value") {
            set(parameter, &mut rules, value, found);
        }
        let clauses: Vec<Text> =
            entry.get("clauses").map_or(&[] as &[Node], Node::items).iter().map(Text::of).collect();
        let why = entry.get("why").map(Bilingual::of);
        if complete && clauses.is_empty() && why.is_none() {
            found.push(
                Diagnostic::error(key.span.clone(), format!("`{}` has neither a clause nor a `why`", key.name))
                    .help("name the clause that fixes it, or say why this value was chosen"),
            );
        }
        let other = entry.get("other").and_then(|other| {
            let mut scratch = rules;
            set(parameter, &mut scratch, other, found).then(|| (parameter.get)(&scratch))
        });
        settings.push(Setting {
            parameter,
            value: (parameter.get)(&rules),
            clauses,
            why,
            other,
            key: Located::new(key.name.clone(), key.span.clone()),
        });
    }
    match Arbiter::new(rules) {
        Ok(arbiter) => Some(Rulebook {
            name,
            variant: variant.name,
            sources: node.get("sources")?.items().iter().map(Text::of).collect(),
            title: Bilingual::of(node.get("title")?),
            settings,
            arbiter,
            file,
        }),
        Err(error) => {
            let at = parameters.entries().iter().find(|(key, _)| key.name == error.parameter);
            let span = at.map_or(name.span.clone(), |(key, _)| key.span.clone());
            found.push(Diagnostic::error(span, format!("these rules cannot be played: {error}")));
            None
        }
    }
}

/// Sets a parameter from a node; says what is wrong and returns false where that fails.
fn set(parameter: &Parameter, rules: &mut Rules, node: &Node, found: &mut Vec<Diagnostic>) -> bool {
    let Some(value) = shape::engine_value(node) else {
        return false;
    };
    match parameter.set(rules, &value) {
        Ok(()) => true,
        Err(error) => {
            found.push(
                Diagnostic::error(shape::place_of(node, &error.path), format!("found {}", error.found))
                    .expected(error.expected),
            );
            false
        }
    }
}
