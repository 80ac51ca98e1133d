//! What is wrong with an answer, in plain words, and how to fix it.

use crate::format::shape::nearest;
use crate::format::yaml::shortened;
use crate::protocol::schema::{INSTEAD, field, schema};
use crate::protocol::{Ask, Response};
use serde_json::{Value, json};

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

/// Knows what each answer has to look like: the schema of the protocol, read in the words of an adapter's author.
///
/// The schema uses a small part of JSON Schema, which [`Shapes::check`] follows; the tests hold it to a whole validator.
pub(super) struct Shapes {
    schema: Value,
}

impl Shapes {
    pub(super) fn new() -> Shapes {
        Shapes { schema: schema() }
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
        found
    }

    fn faults(&self, definition: &str, value: &Value) -> Vec<Fault> {
        let mut found = Vec::new();
        self.check(&json!({"$ref": format!("#/definitions/{definition}")}), value, "", &mut found);
        found
    }

    /// What a schema finds wrong with a value at a place such as `moves[0].from`.
    fn check(&self, schema: &Value, value: &Value, place: &str, found: &mut Vec<Fault>) {
        let schema = self.resolved(schema);
        for part in list(schema, "allOf") {
            self.check(part, value, place, found);
        }
        self.check_branches(schema, value, place, found);
        if !self.is_of_type(schema, value) {
            found.push(wrong_type(value, place, &self.types(schema)));
            return;
        }
        if let Some(options) = schema.get("enum").and_then(Value::as_array)
            && !options.contains(value)
        {
            found.push(unknown_word(value, place, options.iter().filter_map(Value::as_str)));
        }
        match value {
            // The only numbers with a form are `uint32` and `uint64`.
            Value::Number(number) if schema.get("format").is_some() => {
                let most = if schema["format"] == "uint32" { u32::MAX.into() } else { u64::MAX };
                if number.as_u64().is_none_or(|number| number > most) {
                    let what = format!("`{place}` is {}, expected one from 0 to {most}", shown(value));
                    found.push(Fault::new(what, ""));
                }
            }
            Value::Object(map) => {
                for name in list(schema, "required").iter().filter_map(Value::as_str) {
                    if !map.contains_key(name) {
                        found.push(missing(place, name));
                    }
                }
                for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                    if let Some(value) = map.get(name) {
                        let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                        self.check(property, value, &place, found);
                    }
                }
            }
            Value::Array(items) => {
                if let Some(item) = schema.get("items") {
                    for (index, value) in items.iter().enumerate() {
                        self.check(item, value, &format!("{place}[{index}]"), found);
                    }
                }
            }
            _ => {}
        }
    }

    /// A value that has to fit one of several shapes.
    fn check_branches(&self, schema: &Value, value: &Value, place: &str, found: &mut Vec<Fault>) {
        let branches = [list(schema, "anyOf"), list(schema, "oneOf")].concat();
        if branches.is_empty() {
            return;
        }
        let words: Vec<&str> = branches.iter().filter_map(|branch| branch.get("const")?.as_str()).collect();
        if words.len() == branches.len() {
            if !value.as_str().is_some_and(|value| words.contains(&value)) {
                found.push(unknown_word(value, place, words.into_iter()));
            }
        } else if let Some(meant) = branches.iter().find(|branch| self.is_of_type(branch, value)) {
            // An object was meant for the shape that is an object: what is wrong inside it says more than that nothing
            // fits.
            self.check(meant, value, place, found);
        } else {
            found.push(wrong_type(value, place, &self.types(schema)));
        }
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let target =
            schema.get("$ref").and_then(Value::as_str).and_then(|to| self.schema.pointer(to.strip_prefix('#')?));
        target.unwrap_or(schema)
    }

    /// The types that a schema allows; none if it allows any.
    fn types<'a>(&'a self, schema: &'a Value) -> Vec<&'a str> {
        let schema = self.resolved(schema);
        match schema.get("type") {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(one) => one.as_str().into_iter().collect(),
            None => {
                let parts = ["anyOf", "oneOf", "allOf"].into_iter().flat_map(|key| list(schema, key));
                parts.flat_map(|part| self.types(part)).collect()
            }
        }
    }

    fn is_of_type(&self, schema: &Value, value: &Value) -> bool {
        let types = self.types(schema);
        types.is_empty()
            || types.into_iter().any(|one| match one {
                "array" => value.is_array(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_u64() || value.is_i64(),
                "null" => value.is_null(),
                "object" => value.is_object(),
                "string" => value.is_string(),
                _ => value.is_number(),
            })
    }
}

/// The schemas that a keyword lists.
fn list<'a>(schema: &'a Value, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// An answer as it was meant, where it can be read at all.
pub(super) fn read(value: &Value) -> Option<Response> {
    let mut value = value.clone();
    // What is missing has been said; the rest is looked at all the same.
    value.as_object_mut()?.entry("id").or_insert(Value::Null);
    serde_json::from_value(value).ok()
}

fn missing(place: &str, property: &str) -> Fault {
    let whose = if place.is_empty() { "it".to_string() } else { format!("`{place}`") };
    let fix = match property {
        "id" => "copy the request's `id` into the answer".to_string(),
        "protocol" => "say `\"protocol\":1`: that is the version both sides will speak".to_string(),
        "rules" => "say which variants it plays: `\"rules\":[\"english\"]`".to_string(),
        "answers" => "say what it can be asked: `\"answers\":[\"moves\"]`".to_string(),
        "from" | "to" => "a move is a text such as \"11-15\", or an object with `from` and `to`".to_string(),
        _ => format!("add `\"{property}\":…`"),
    };
    Fault::new(format!("{whose} has no `{property}`"), fix)
}

fn wrong_type(value: &Value, place: &str, types: &[&str]) -> Fault {
    let fix = match value {
        Value::Number(number) if types == ["string"] => {
            format!("squares, names, and versions are texts: write `\"{number}\"`")
        }
        Value::Array(_) | Value::Number(_) if types == ["string", "object"] => {
            "a move is a text such as \"11-15\", or an object with `from` and `to`".to_string()
        }
        _ => String::new(),
    };
    // A field that may be null may as well be left out.
    let names: Vec<&str> = types.iter().filter(|one| **one != "null").map(|one| type_name(one)).collect();
    let place = if place.is_empty() { "it".to_string() } else { format!("`{place}`") };
    Fault::new(format!("{place} is {}, expected {}", shown(value), names.join(" or ")), fix)
}

fn unknown_word<'a>(value: &Value, place: &str, options: impl Iterator<Item = &'a str> + Clone) -> Fault {
    let near = value.as_str().and_then(|text| nearest(text, options.clone()));
    let fix = near.map(|near| format!("did you mean `{near}`?")).unwrap_or_default();
    let options: Vec<String> = options.map(|option| format!("`{option}`")).collect();
    Fault::new(format!("`{place}` is {}, expected one of {}", shown(value), options.join(", ")), fix)
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

fn type_name(name: &str) -> &'static str {
    match name {
        "array" => "a list",
        "boolean" => "`true` or `false`",
        "integer" => "a whole number",
        "object" => "an object",
        "string" => "a text",
        _ => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Hello;
    use crate::protocol::schema::schema_of;

    /// A value with each of its parts replaced by something else, and with each of its fields left out.
    fn changed(value: &Value) -> Vec<Value> {
        let mut out = vec![
            json!(null),
            json!(true),
            json!(5),
            json!(-1),
            json!(1.5),
            json!(5_000_000_000_u64),
            json!("draw"),
            json!([5]),
            json!(["repetition"]),
            json!({}),
            json!({"from": "1"}),
            json!({"result": "draw"}),
        ];
        match value {
            Value::Object(map) => {
                for (key, part) in map {
                    let mut without = map.clone();
                    without.remove(key);
                    out.push(Value::Object(without));
                    out.extend(changed(part).into_iter().map(|part| {
                        let mut map = map.clone();
                        map.insert(key.clone(), part);
                        Value::Object(map)
                    }));
                }
            }
            Value::Array(items) => {
                for (index, part) in items.iter().enumerate().take(2) {
                    out.extend(changed(part).into_iter().map(|part| {
                        let mut items = items.clone();
                        items[index] = part;
                        Value::Array(items)
                    }));
                }
            }
            _ => {}
        }
        out
    }

    /// What is found wrong is what a whole validator finds wrong, and what cannot be read.
    #[test]
    fn faults_are_those_of_a_validator_and_of_the_reader() {
        let shapes = Shapes::new();
        let validator = |name| jsonschema::validator_for(&schema_of(name)).expect("a schema");
        let (hello, response) = (validator("Hello"), validator("Response"));
        let (mut right, mut wrong) = (0, 0);
        for line in include_str!("../../../../docs/guide/transcript.jsonl").lines() {
            let exchange: Value = serde_json::from_str(line).expect("JSON");
            let is_hello = exchange["request"]["do"] == "hello";
            for answer in changed(&exchange["answer"]) {
                let (faults, fits) = if is_hello {
                    let read = serde_json::from_value::<Hello>(answer.clone()).is_ok();
                    (shapes.hello(&answer), hello.is_valid(&answer) && read)
                } else {
                    let read = serde_json::from_value::<Response>(answer.clone()).is_ok();
                    (shapes.answer(None, &answer), response.is_valid(&answer) && read)
                };
                assert_eq!(faults.is_empty(), fits, "{answer}: {faults:?}");
                if fits { right += 1 } else { wrong += 1 }
            }
        }
        assert!(right > 100 && wrong > 1000, "{right} right and {wrong} wrong answers are too few");
    }
}
