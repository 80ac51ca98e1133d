//! One document's version of a variant: what it states, clause by clause, and what was chosen where it is silent.

use crate::format::model::{self, Anything, ClauseId, Kind, List, RulebookName, SourceId, VariantName, model};
use crate::format::yaml::Key;
use crate::format::{Bilingual, Diagnostic, Field, Node, Shape, Text, shape};
use damero_engine::value::Value;
use damero_engine::{Arbiter, PARAMETERS, Parameter, Rules};

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
    /// The values of its other readings.
    pub others: Vec<Value>,
    /// The place of its key.
    pub key: Text,
}

model! {
    /// A rulebook, as written.
    struct WrittenRulebook {
        /// its name
        name: required RulebookName = "rulebook",
        /// the variant it is a version of
        extends: required VariantName = "extends",
        /// the documents it follows
        sources: required List<SourceId> = "sources",
        /// what it is called
        title: required Bilingual = "title",
        /// what it says of each parameter
        parameters: keyed Parameters = "parameters",
    }
}

model! {
    /// What a rulebook says of one parameter, as written.
    struct WrittenSetting {
        /// its value; left out where the variant's own is meant
        value: optional Anything = "value",
        /// the clauses that fix it
        clauses: default List<ClauseId> = "clauses",
        /// why, where the document is silent or can be read in two ways
        why: optional Bilingual = "why",
        /// the value of the other reading
        other: optional Anything = "other",
        /// the values of further readings
        others: default List<Anything> = "others",
    }
}

/// Settings by parameter, each with its key, in the order written.
#[derive(Clone, Copy, Debug)]
enum Parameters {}

impl Kind for Parameters {
    type Value = Vec<(Text, WrittenSetting)>;

    fn shape() -> Shape {
        let setting = |parameter: &Parameter| {
            let mut fields = WrittenSetting::shape().into_fields();
            // A value looks as its parameter has it.
            for field in &mut fields {
                match &mut field.shape {
                    shape @ Shape::Anything => *shape = Shape::from(&(parameter.shape)()),
                    Shape::List(item) if matches!(**item, Shape::Anything) => {
                        **item = Shape::from(&(parameter.shape)());
                    }
                    _ => {}
                }
            }
            Field { name: parameter.name, shape: Shape::Map(fields), required: false, meaning: parameter.meaning }
        };
        Shape::Map(PARAMETERS.iter().map(setting).collect())
    }

    fn read(node: &Node) -> Option<Self::Value> {
        let entry = |(key, node): &(Key, Node)| {
            Some((Text::new(key.name.clone(), key.span.clone()), WrittenSetting::read(node)?))
        };
        node.entries().iter().map(entry).collect()
    }
}

/// The shape of a rulebook file.
#[must_use]
pub fn file_shape() -> Shape {
    WrittenRulebook::shape()
}

/// Reads a rulebook that has its shape; what the shape cannot tell is added to `found`.
///
/// With `complete`, every parameter must be listed and reasoned, but for those with their neutral value: the rulebooks of
/// the suite. A private rulebook of
/// house rules may state only what differs.
pub fn read(node: &Node, file: usize, complete: bool, found: &mut Vec<Diagnostic>) -> Option<Rulebook> {
    let WrittenRulebook { name, extends: variant, sources, title, parameters } =
        model::read::<WrittenRulebook>(node, found)?;
    if name.value.split('/').next() != Some(variant.name) {
        found.push(
            Diagnostic::error(name.span.clone(), format!("`{}` extends `{}`", name.value, variant.name))
                .expected(format!("a name that begins with `{}/`", variant.name)),
        );
    }
    let mut rules: Rules = variant.rules;
    let mut settings = Vec::new();
    for parameter in PARAMETERS {
        let Some((key, setting)) = parameters.value.iter().find(|(key, _)| key.value == parameter.name) else {
            if complete && !parameter.is_notation() && !parameter.is_neutral_in(&variant.rules) {
                let missing = format!("the parameter `{}` is missing", parameter.name);
                found.push(
                    Diagnostic::error(parameters.span.clone(), missing)
                        .help(format!("add it with the clauses that fix it, or with a `why`: {}", parameter.meaning)),
                );
            }
            continue;
        };
        if let Some(value) = &setting.value {
            set(parameter, &mut rules, value, found);
        }
        if complete && setting.clauses.is_empty() && setting.why.is_none() {
            found.push(
                Diagnostic::error(key.span.clone(), format!("`{}` has neither a clause nor a `why`", key.value))
                    .help("name the clause that fixes it, or say why this value was chosen"),
            );
        }
        let mut others = Vec::new();
        for other in setting.other.iter().chain(&setting.others) {
            let mut scratch = rules;
            if set(parameter, &mut scratch, other, found) {
                others.push((parameter.get)(&scratch));
            }
        }
        settings.push(Setting {
            parameter,
            value: (parameter.get)(&rules),
            clauses: setting.clauses.clone(),
            why: setting.why.clone(),
            others,
            key: key.clone(),
        });
    }
    match Arbiter::new(rules) {
        Ok(arbiter) => Some(Rulebook { name, variant: variant.name, sources, title, settings, arbiter, file }),
        Err(error) => {
            let at = parameters.value.iter().find(|(key, _)| key.value == error.parameter);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::yaml;

    /// What is wrong with a rulebook that gives a reason for every parameter but one.
    fn without(variant: &str, left_out: &str) -> Vec<String> {
        let mut text = format!("rulebook: {variant}/x\nextends: {variant}\nsources: [x]\ntitle: {{en: x, es: x}}\n");
        text += "parameters:\n";
        for parameter in PARAMETERS.iter().filter(|parameter| parameter.name != left_out) {
            text += &format!("  {}: {{why: {{en: x, es: x}}}}\n", parameter.name);
        }
        let mut found = Vec::new();
        let book = read(&yaml::read(&text).expect("YAML"), 0, true, &mut found);
        assert!(book.is_some(), "{variant} without {left_out}");
        found.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn a_parameter_is_left_out_only_with_its_neutral_value() {
        for name in ["english", "frisian"] {
            let variant = damero_engine::Variant::named(name).expect("a variant");
            for parameter in PARAMETERS.iter().filter(|parameter| !parameter.is_notation()) {
                let missing = format!("the parameter `{}` is missing", parameter.name);
                let expected = if parameter.is_neutral_in(&variant.rules) { vec![] } else { vec![missing] };
                assert_eq!(without(name, parameter.name), expected, "{name}");
            }
        }
        assert_eq!(without("frisian", "king-move-limit"), ["the parameter `king-move-limit` is missing"]);
        assert_eq!(without("english", "king-move-limit"), Vec::<String>::new());
    }
}
