//! What is wrong with an answer, in plain words, and how to fix it.

use crate::format::shape::nearest;
use crate::format::yaml::shortened;
use crate::protocol::schema::{INSTEAD, answer_definition, field, schema_of};
use crate::protocol::{Ask, Response};
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::collections::BTreeMap;

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// What.
    pub(super) what: String,
    /// What to do about it; empty if that is unknown.
    pub(super) fix: String,
}

impl Fault {
    pub(super) fn new(what: impl Into<String>, fix: impl Into<String>) -> Fault {
        Fault { what: what.into(), fix: fix.into() }
    }
}

/// Knows what each answer has to look like.
pub(super) struct Shapes {
    validators: BTreeMap<&'static str, Validator>,
}

impl Shapes {
    pub(super) fn new() -> Shapes {
        let asks = [Ask::Hello, Ask::Moves, Ask::Status, Ask::Apply, Ask::Perft, Ask::Explain];
        let definitions = asks.map(answer_definition).into_iter().chain(["Hello", "Response"]);
        let validator = |name| jsonschema::validator_for(&schema_of(name)).expect("the schema of the protocol is one");
        Shapes { validators: definitions.map(|name| (name, validator(name))).collect() }
    }

    /// What is wrong with the answer to a greeting.
    pub(super) fn hello(&self, value: &Value) -> Vec<Fault> {
        self.faults("Hello", value)
    }

    /// What is wrong with the form of an answer.
    pub(super) fn answer(&self, ask: Option<Ask>, value: &Value) -> Vec<Fault> {
        let mut found = self.faults("Response", value);
        if !found.is_empty() {
            return found;
        }
        let there = |name: &str| value.get(name).is_some_and(|value| !value.is_null());
        let wanted = ask.and_then(field);
        if let Some(wanted) = wanted
            && !there(wanted)
            && !INSTEAD.iter().any(|name| there(name))
        {
            found.push(Fault::new(
                format!("it has no `{wanted}`, nor `unsupported`, `refused`, `illegal_played`, or `error` instead"),
                match ask {
                    Some(Ask::Moves) => "answer `\"moves\":[]` where there is no move".to_string(),
                    _ => format!("answer `{wanted}`, or `\"unsupported\":\"why\"` where it cannot tell"),
                },
            ));
        }
        // The same in other words, should the two ever differ.
        if found.is_empty()
            && let Some(ask) = ask
        {
            found = self.faults(answer_definition(ask), value);
        }
        found
    }

    fn faults(&self, definition: &str, value: &Value) -> Vec<Fault> {
        let Some(validator) = self.validators.get(definition) else { return Vec::new() };
        let mut found: Vec<Fault> = Vec::new();
        for error in validator.iter_errors(value) {
            explain(&error, &mut found);
        }
        found.dedup();
        found
    }
}

/// An answer as it was meant, where it can be read at all.
pub(super) fn read(value: &Value) -> Option<Response> {
    let mut value = value.clone();
    // What is missing has been said; the rest is looked at all the same.
    value.as_object_mut()?.entry("id").or_insert(Value::Null);
    serde_json::from_value(value).ok()
}

fn explain(error: &ValidationError<'_>, found: &mut Vec<Fault>) {
    let instance = error.instance();
    let place = place(error.instance_path().as_str());
    let shown = shown(instance);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let property = property.as_str().unwrap_or_default();
            let whose = if place.is_empty() { "it".to_string() } else { format!("`{place}`") };
            let fix = match property {
                "id" => "copy the request's `id` into the answer".to_string(),
                "protocol" => "say `\"protocol\":1`: that is the version both sides will speak".to_string(),
                "rules" => "say which variants it plays: `\"rules\":[\"english\"]`".to_string(),
                "answers" => "say what it can be asked: `\"answers\":[\"moves\"]`".to_string(),
                "from" | "to" => "a move is a text such as \"11-15\", or an object with `from` and `to`".to_string(),
                _ => format!("add `\"{property}\":…`"),
            };
            found.push(Fault::new(format!("{whose} has no `{property}`"), fix));
        }
        ValidationErrorKind::Type { kind } => {
            let fix = match (instance.as_ref(), kind) {
                (Value::Number(number), TypeKind::Single(jsonschema::types::JsonType::String)) => {
                    format!("squares, names, and versions are texts: write `\"{number}\"`")
                }
                _ => String::new(),
            };
            found.push(Fault::new(format!("`{place}` is {shown}, expected {}", kinds(kind)), fix));
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            branches(instance, error.instance_path().as_str(), context, found);
        }
        // That it is no text at all is said already.
        ValidationErrorKind::Enum { .. } if !instance.is_string() => {}
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> =
                options.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect();
            found.push(unknown_word(instance, &place, &options));
        }
        ValidationErrorKind::Constant { expected_value } => {
            found.push(Fault::new(format!("`{place}` is {shown}, expected {expected_value}"), ""));
        }
        _ => found.push(Fault::new(format!("`{place}`: {error}"), "")),
    }
}

/// A value that fits none of several shapes.
fn branches(instance: &Value, pointer: &str, context: &[Vec<ValidationError<'static>>], found: &mut Vec<Fault>) {
    let place = place(pointer);
    let words: Vec<String> = context
        .iter()
        .filter_map(|errors| match errors.iter().map(ValidationError::kind).next_back() {
            Some(ValidationErrorKind::Constant { expected_value }) => expected_value.as_str().map(str::to_string),
            _ => None,
        })
        .collect();
    if !words.is_empty() && words.len() == context.len() {
        found.push(unknown_word(instance, &place, &words));
        return;
    }
    // An object was meant for the shape that is an object: what is wrong inside it says more than that nothing fits.
    let wrong_kind = |inner: &ValidationError<'_>| {
        inner.instance_path().as_str() == pointer && matches!(inner.kind(), ValidationErrorKind::Type { .. })
    };
    if let Some(meant) = context.iter().find(|errors| !errors.iter().any(wrong_kind)) {
        meant.iter().for_each(|inner| explain(inner, found));
        return;
    }
    let fix = match instance {
        Value::Array(_) | Value::Number(_) => "a move is a text such as \"11-15\", or an object with `from` and `to`",
        _ => "",
    };
    found.push(Fault::new(format!("`{place}` is {}, expected a text or an object", shown(instance)), fix));
}

fn unknown_word(instance: &Value, place: &str, options: &[String]) -> Fault {
    let near = instance.as_str().and_then(|text| nearest(text, options.iter().map(String::as_str)));
    let fix = near.map(|near| format!("did you mean `{near}`?")).unwrap_or_default();
    let options: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
    Fault::new(format!("`{place}` is {}, expected one of {}", shown(instance), options.join(", ")), fix)
}

/// `moves[0].from` for `/moves/0/from`.
fn place(pointer: &str) -> String {
    let mut out = String::new();
    for part in pointer.split('/').skip(1) {
        if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            out += &format!("[{part}]");
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out += part;
        }
    }
    out
}

/// A value as messages show it.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(list) if list.is_empty() => "an empty list".to_string(),
        Value::Array(_) => "a list".to_string(),
        Value::Object(_) => "an object".to_string(),
        Value::String(text) => format!("the text `{}`", shortened(text)),
        Value::Number(number) => format!("the number {number}"),
        other => format!("`{other}`"),
    }
}

fn kinds(kind: &TypeKind) -> String {
    use jsonschema::types::JsonType;
    let name = |kind: JsonType| match kind {
        JsonType::Array => Some("a list"),
        JsonType::Boolean => Some("`true` or `false`"),
        JsonType::Integer | JsonType::Number => Some("a number"),
        JsonType::Object => Some("an object"),
        JsonType::String => Some("a text"),
        // A field that may be null may as well be left out.
        JsonType::Null => None,
    };
    let names: Vec<&str> = match kind {
        TypeKind::Single(kind) => name(*kind).into_iter().collect(),
        TypeKind::Multiple(kinds) => kinds.iter().filter_map(name).collect(),
    };
    names.join(" or ")
}
