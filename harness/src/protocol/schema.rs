//! The JSON Schema of the protocol, made from the message types themselves and the words of the rules.

use super::{Ask, EventMessage, Hello, MoveMessage, Request, Response};
use damero_engine::{Event, Illegality, MoveIdentity, Reason, Refusal, Winner};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The name of the file, beside the schemas of the suite.
pub const FILE: &str = "protocol.schema.json";

/// The fields that are an answer to what is asked; one of them, or of [`INSTEAD`], is there.
const ANSWERS: &[(Ask, &str)] = &[
    (Ask::Moves, "moves"),
    (Ask::Status, "result"),
    (Ask::Apply, "position"),
    (Ask::Perft, "nodes"),
    (Ask::Explain, "legal"),
];

/// The fields that stand instead of an answer.
pub const INSTEAD: &[&str] = &["unsupported", "refused", "illegal_played", "error"];

/// The field that is the answer to what is asked; the answer to `hello` has several.
#[must_use]
pub fn field(ask: Ask) -> Option<&'static str> {
    ANSWERS.iter().find(|(other, _)| *other == ask).map(|(_, field)| *field)
}

/// The definition of the answer to what is asked, in [`schema`].
#[must_use]
pub fn answer_definition(ask: Ask) -> &'static str {
    match ask {
        Ask::Hello => "AnswerToHello",
        Ask::Moves => "AnswerToMoves",
        Ask::Status => "AnswerToStatus",
        Ask::Apply => "AnswerToApply",
        Ask::Perft => "AnswerToPerft",
        Ask::Explain => "AnswerToExplain",
    }
}

/// The schema of any message: draft-07, as all schemas of the suite. Its definitions name each kind.
#[must_use]
pub fn schema() -> Value {
    let mut definitions = messages();
    let reference = |name: &str| json!({"$ref": format!("#/definitions/{name}")});
    let mut any = vec![reference("Request")];
    for ask in [Ask::Hello, Ask::Moves, Ask::Status, Ask::Apply, Ask::Perft, Ask::Explain] {
        let name = answer_definition(ask);
        any.push(reference(name));
        definitions.insert(name.to_string(), answer(ask));
    }
    definitions.sort_keys();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("A message of the Damero adapter protocol, version {}", super::VERSION),
        "description": "One line of an adapter's input or output.",
        "anyOf": any,
        "definitions": definitions,
    })
}

/// The schema of one kind of message, by the name of its definition.
#[must_use]
pub fn schema_of(definition: &str) -> Value {
    let mut schema = schema();
    if let Value::Object(schema) = &mut schema {
        schema.insert("anyOf".to_string(), json!([{"$ref": format!("#/definitions/{definition}")}]));
    }
    schema
}

/// The file: its name and text.
#[must_use]
pub fn file() -> (&'static str, String) {
    (FILE, format!("{:#}\n", schema()))
}

/// What the types say, and the words that they leave open because the rules have them.
fn messages() -> Map<String, Value> {
    let mut generator = SchemaSettings::draft07().into_generator();
    generator.subschema_for::<Request>();
    generator.subschema_for::<Response>();
    generator.subschema_for::<Hello>();
    generator.subschema_for::<MoveMessage>();
    generator.subschema_for::<EventMessage>();
    let mut definitions = generator.take_definitions(true);

    let words = |list: &[damero_engine::value::Word]| list.iter().map(|word| word.word).collect::<Vec<_>>();
    let reasons = words(Reason::WORDS);
    let illegal = words(Illegality::WORDS);
    let either: Vec<&str> = reasons.iter().chain(&illegal).copied().collect();
    let results: Vec<&str> = words(Winner::WORDS).into_iter().chain([Winner::ONGOING.word]).collect();
    let identities = words(MoveIdentity::WORDS);
    let mut restrict = |message: &str, field: &str, words: &[&str]| {
        let schema = definitions
            .get_mut(message)
            .and_then(|message| message.pointer_mut(&format!("/properties/{field}")))
            .and_then(Value::as_object_mut)
            .expect("the messages have these fields");
        match schema.get_mut("items") {
            Some(items) => *items = json!({"type": "string", "enum": words}),
            None => {
                let mut allowed: Vec<Value> = words.iter().map(|word| json!(word)).collect();
                if schema.get("type").is_some_and(Value::is_array) {
                    allowed.push(Value::Null);
                }
                schema.insert("enum".to_string(), Value::Array(allowed));
            }
        }
    };
    restrict("Response", "result", &results);
    restrict("Response", "reason", &either);
    restrict("Response", "claim", &reasons);
    restrict("Response", "refused", &words(Refusal::WORDS));
    restrict("Response", "identity", &identities);
    restrict("Over", "result", &words(Winner::WORDS));
    restrict("Over", "reason", &reasons);
    restrict("IllegalPlayed", "reason", &illegal);
    restrict("Request", "identity", &identities);
    restrict("Hello", "identity", &identities);
    restrict("EventMessage", "is", &words(Event::WORDS));
    restrict("EventMessage", "by", &["white", "black"]);

    let needs = |ask: Ask, fields: &[&str]| {
        json!({
            "if": {"properties": {"do": {"const": ask}}},
            "then": {"required": fields},
        })
    };
    if let Some(Value::Object(request)) = definitions.get_mut("Request") {
        let needs = [
            needs(Ask::Hello, &["protocol"]),
            needs(Ask::Moves, &["rules", "position"]),
            needs(Ask::Status, &["rules", "position"]),
            needs(Ask::Apply, &["rules", "position"]),
            needs(Ask::Perft, &["rules", "position", "depth"]),
            needs(Ask::Explain, &["rules", "position", "move"]),
        ];
        request.insert("allOf".to_string(), json!(needs));
    }
    definitions
}

/// The answer to what is asked: the answer itself, or what stands instead.
fn answer(ask: Ask) -> Value {
    let there = |field: &str| json!({"required": [field], "properties": {field: {"not": {"type": "null"}}}});
    let instead = INSTEAD.iter().map(|field| there(field));
    match field(ask) {
        Some(field) => json!({
            "allOf": [{"$ref": "#/definitions/Response"}],
            "anyOf": std::iter::once(there(field)).chain(instead).collect::<Vec<_>>(),
        }),
        None => json!({
            "allOf": [{"required": ["id"]}],
            "anyOf": std::iter::once(json!({"$ref": "#/definitions/Hello"})).chain(instead).collect::<Vec<_>>(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a message is what a definition says.
    fn fits(definition: &str, message: &Value) -> bool {
        jsonschema::validator_for(&schema_of(definition)).expect("a schema").is_valid(message)
    }

    #[test]
    fn requests_fit_their_schema_and_bad_ones_do_not() {
        let hello = serde_json::to_value(Request::hello()).expect("a message");
        assert!(fits("Request", &hello));
        assert!(fits("Request", &json!({"id": 1, "do": "moves", "rules": "english", "position": "start"})));
        assert!(fits("Request", &json!({"id": 1, "do": "moves", "rules": "r", "position": "p", "unknown": 1})));
        for bad in [
            json!({"do": "moves", "rules": "english", "position": "start"}),
            json!({"id": 1, "do": "dance", "rules": "english", "position": "start"}),
            json!({"id": 1, "do": "moves", "rules": "english"}),
            json!({"id": 1, "do": "perft", "rules": "english", "position": "start"}),
            json!({"id": 1, "do": "explain", "rules": "english", "position": "start"}),
            json!({"id": 1, "do": "moves", "rules": "english", "position": "start", "played": "11-15"}),
            json!({"id": 1, "do": "moves", "rules": "english", "position": "start", "squares": "mine"}),
            json!([1, 2]),
        ] {
            assert!(!fits("Request", &bad), "{bad}");
        }
    }

    #[test]
    fn answers_fit_their_schema_and_bad_ones_do_not() {
        for good in [
            json!({"id": 1, "moves": []}),
            json!({"id": null, "moves": ["11-15", {"from": "9", "to": "18", "captured": ["14"], "note": 1}]}),
            json!({"id": 1, "moves": [], "error": null}),
            json!({"id": 1, "refused": []}),
            json!({"id": 1, "refused": ["square-twice"], "detail": "18"}),
            json!({"id": 1, "unsupported": "no"}),
            json!({"id": 1, "moves": ["1-5"], "over": {"result": "draw", "reason": "endgame", "ply": 0}}),
            json!({"id": 1, "moves": [], "over": {"result": "white-wins"}}),
            json!({"id": 1, "illegal_played": {"ply": 2, "move": "11-15", "reason": "empty-origin"}}),
            json!({"id": 1, "illegal_played": {"ply": 2, "move": "?", "detail": "no move"}}),
        ] {
            assert!(fits("AnswerToMoves", &good), "{good}");
        }
        for bad in [
            json!({"id": 1}),
            json!({"moves": []}),
            json!({"id": 1, "moves": null}),
            json!({"id": 1, "moves": 5}),
            json!({"id": 1, "moves": [9]}),
            json!({"id": 1, "moves": [{"from": 9, "to": "13"}]}),
            json!({"id": 1, "moves": [{"from": "9"}]}),
            json!({"id": 1, "result": "draw"}),
            json!({"id": 1, "refused": ["ugly"]}),
            json!({"id": 1, "moves": [], "over": {"result": Winner::ONGOING.word}}),
            json!({"id": 1, "moves": [], "over": true}),
            json!({"id": 1, "illegal_played": {"ply": 2, "move": "11-15", "reason": "quantity"}}),
            json!({"id": 1, "illegal_played": {"move": "11-15"}}),
            json!("moves"),
        ] {
            assert!(!fits("AnswerToMoves", &bad), "{bad}");
        }
        assert!(fits("AnswerToStatus", &json!({"id": 1, "result": "draw", "reason": "repetition"})));
        assert!(fits("AnswerToStatus", &json!({"id": 1, "result": "draw", "ply": 8})));
        assert!(!fits("AnswerToStatus", &json!({"id": 1, "result": "draw", "ply": "8"})));
        assert!(!fits("AnswerToStatus", &json!({"id": 1, "result": "remis"})));
        assert!(!fits("AnswerToStatus", &json!({"id": 1, "result": "draw", "reason": "boredom"})));
        assert!(fits("AnswerToHello", &json!({"id": 0, "error": "no"})));
        assert!(!fits("AnswerToHello", &json!({"id": 0, "protocol": 1})));
    }
}
