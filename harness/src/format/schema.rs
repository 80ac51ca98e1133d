//! JSON Schemas (draft-07, which editors read) of our files, written from their shapes.

use super::shape::{Field, Shape};
use serde_json::{Map, Value, json};

/// The schema of a file.
#[must_use]
pub fn schema(title: &str, shape: &Shape) -> Value {
    let mut root = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
    });
    if let (Value::Object(root), Value::Object(body)) = (&mut root, body(shape)) {
        root.extend(body);
    }
    root
}

fn body(shape: &Shape) -> Value {
    match shape {
        Shape::Anything => json!({}),
        Shape::Text | Shape::Quoted => json!({"type": "string", "minLength": 1}),
        Shape::Form(description, pattern, _) => {
            json!({"type": "string", "pattern": pattern, "description": description})
        }
        Shape::Word(words) => {
            let choices: Vec<Value> =
                words.iter().map(|word| json!({"const": word.word, "description": word.meaning.trim()})).collect();
            json!({"type": "string", "oneOf": choices})
        }
        Shape::Bool => json!({"type": "boolean"}),
        Shape::Number(min, max) => {
            let mut number = json!({"type": "integer", "minimum": min});
            if *max != u64::MAX {
                number["maximum"] = json!(max);
            }
            number
        }
        Shape::Range => json!({"anyOf": [
            {"type": "integer", "minimum": 0},
            {"type": "string", "pattern": "^[0-9]+(-[0-9]+|\\+)?$"},
        ]}),
        Shape::List(item) => json!({"type": "array", "items": body(item)}),
        Shape::Filled(list) => {
            let mut list = body(list);
            list["minItems"] = json!(1);
            list
        }
        Shape::Map(fields) => map(fields),
        Shape::MapOf(keys, value) => {
            json!({"type": "object", "description": format!("keys: {keys}"), "additionalProperties": body(value)})
        }
        Shape::NumberMap(value) => json!({
            "type": "object",
            "patternProperties": {"^[0-9]+$": body(value)},
            "additionalProperties": false,
        }),
        Shape::Either(text, other) => json!({"anyOf": [body(text), body(other)]}),
    }
}

fn map(fields: &[Field]) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let mut property = body(&field.shape);
        if let Value::Object(property) = &mut property {
            property.insert("description".to_string(), json!(field.meaning));
        }
        properties.insert(field.name.to_string(), property);
    }
    let required: Vec<&str> = fields.iter().filter(|f| f.required).map(|f| f.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
