//! Changes of rules that nothing on a board can show, each with the proof.

use crate::format::model::{self, Anything, Kind, List, Placed, RulesName, model};
use crate::format::shape::{engine_value, nearest, place_of};
use crate::format::{Diagnostic, Node, Shape, Text};
use damero_engine::value::Value;
use damero_engine::{PARAMETERS, Parameter};

model! {
    /// A file of changes that nothing can show.
    struct WrittenEquivalents {
        /// changes of rules that nothing on a board can show
        equivalents: required List<WrittenEquivalent> = "equivalents",
    }
}

model! {
    /// Changes with one proof, as written.
    struct WrittenEquivalent {
        /// the changes as `damero mutate` names them, `*` for any text
        changes: required List<Text> = "changes",
        /// the variants and rulebooks it is about, where not all
        rules: default List<RulesName> = "rules",
        /// values that the rules must have for the proof to hold
        when: optional Placed<Anything> = "when",
        /// the proof
        why: required Text = "why",
        /// the same in Spanish
        why_es: required Text = "why-es",
    }
}

/// Changes that nothing can show, for one reason.
#[derive(Clone, Debug)]
pub struct Equivalent {
    /// The changes as `damero mutate` names them, `*` for any text.
    pub changes: Vec<Text>,
    /// The variants and rulebooks it is about; all if there are none.
    pub rules: Vec<Text>,
    /// Values that the rules must have.
    pub when: Vec<(&'static Parameter, Value)>,
    /// The proof, in English.
    pub why: Text,
    /// The proof in Spanish.
    pub why_es: Text,
    /// Index of its file in the suite.
    pub file: usize,
}

/// The shape of a file of equivalents.
#[must_use]
pub fn shape() -> Shape {
    WrittenEquivalents::shape()
}

/// Reads a file of equivalents that has its shape; what the shape cannot tell is added to `found`.
pub fn read(node: &Node, file: usize, found: &mut Vec<Diagnostic>) -> Vec<Equivalent> {
    let Some(WrittenEquivalents { equivalents }) = model::read::<WrittenEquivalents>(node, found) else {
        return Vec::new();
    };
    let mut read = Vec::new();
    for WrittenEquivalent { changes, rules, when, why, why_es } in equivalents {
        let mut values = Vec::new();
        for (key, node) in when.iter().flat_map(|when| when.value.entries()) {
            let Some(parameter) = Parameter::named(&key.name) else {
                let unknown = Diagnostic::error(key.span.clone(), format!("no parameter is called `{}`", key.name));
                found.push(match nearest(&key.name, PARAMETERS.iter().map(|one| one.name)) {
                    Some(near) => unknown.help(format!("did you mean `{near}`?")),
                    None => unknown.expected("a parameter of the rules"),
                });
                continue;
            };
            // Read through a set of rules, a value is written as every other value of the parameter is.
            let mut rules = damero_engine::variants::ALL[0].rules;
            match engine_value(node).map(|value| parameter.set(&mut rules, &value)) {
                Some(Ok(())) => values.push((parameter, (parameter.get)(&rules))),
                Some(Err(error)) => found.push(
                    Diagnostic::error(place_of(node, &error.path), format!("found {}", error.found))
                        .expected(error.expected),
                ),
                None => found.push(Diagnostic::error(node.span.clone(), "found no value").expected(parameter.meaning)),
            }
        }
        read.push(Equivalent { changes, rules, when: values, why, why_es, file });
    }
    read
}
