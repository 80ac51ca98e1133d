//! The one place where fixture YAML is read: text to a tree that remembers where everything stood.
//!
//! Strict on purpose, so that every YAML reader in any language sees the same: no anchors, aliases, tags, merge keys,
//! duplicate keys, or second documents, and bounded in size, depth, and number of nodes whatever the input.

use super::diagnostic::Diagnostic;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{DuplicateKeyPolicy, MergeKeyPolicy, Options, Spanned};
use std::fmt;
use std::ops::Range;

/// Largest file read, in bytes.
pub const LARGEST_FILE: usize = 1 << 20;
/// Deepest nesting read.
const DEEPEST: usize = 24;
/// Most nodes read from one file.
const MOST_NODES: usize = 200_000;

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub content: Content,
    /// The bytes of the file it stands on.
    pub span: Range<usize>,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Nothing, or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number of at least 0.
    Number(u64),
    /// Any other number, as a text.
    OtherNumber(String),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A map: keys with their places, and values.
    Map(Vec<(Key, Node)>),
}

/// A key with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The key.
    pub name: String,
    /// The bytes it stands on.
    pub span: Range<usize>,
}

impl Node {
    /// What kind of thing this is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.content {
            Content::Null => "nothing",
            Content::Bool(_) => "true or false",
            Content::Number(_) | Content::OtherNumber(_) => "a number",
            Content::Text(_) => "text",
            Content::List(_) => "a list",
            Content::Map(_) => "a map",
        }
    }

    /// The value under a key of a map.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// A key of a map, and the value under it.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&(Key, Node)> {
        self.entries().iter().find(|(k, _)| k.name == key)
    }

    /// The entries of a map; none where this is no map.
    #[must_use]
    pub fn entries(&self) -> &[(Key, Node)] {
        match &self.content {
            Content::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list; none where this is no list.
    #[must_use]
    pub fn items(&self) -> &[Node] {
        match &self.content {
            Content::List(items) => items,
            _ => &[],
        }
    }

    /// The text, where this is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, where this is one.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self.content {
            Content::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// A tree as the deserializer sees it, places still in its own type.
struct Raw(Content);

fn located(raw: Spanned<Raw>) -> Node {
    let span = raw.referenced.span();
    let start = span.byte_offset().unwrap_or(0) as usize;
    let length = span.byte_len().unwrap_or(0) as usize;
    Node { content: raw.value.0, span: start..start + length }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TreeVisitor;

        impl<'de> Visitor<'de> for TreeVisitor {
            type Value = Raw;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_unit<E>(self) -> Result<Raw, E> {
                Ok(Raw(Content::Null))
            }
            fn visit_none<E>(self) -> Result<Raw, E> {
                Ok(Raw(Content::Null))
            }
            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
                Raw::deserialize(deserializer)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
                Ok(Raw(Content::Bool(value)))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
                Ok(Raw(Content::Number(value)))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
                Ok(Raw(u64::try_from(value).map_or_else(|_| Content::OtherNumber(value.to_string()), Content::Number)))
            }
            fn visit_u128<E>(self, value: u128) -> Result<Raw, E> {
                Ok(Raw(Content::OtherNumber(value.to_string())))
            }
            fn visit_i128<E>(self, value: i128) -> Result<Raw, E> {
                Ok(Raw(Content::OtherNumber(value.to_string())))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Raw, E> {
                Ok(Raw(Content::OtherNumber(value.to_string())))
            }
            fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
                Ok(Raw(Content::Text(value.to_string())))
            }
            fn visit_string<E>(self, value: String) -> Result<Raw, E> {
                Ok(Raw(Content::Text(value)))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element::<Spanned<Raw>>()? {
                    items.push(located(item));
                }
                Ok(Raw(Content::List(items)))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
                let mut entries = Vec::new();
                while let Some(key) = map.next_key::<Spanned<String>>()? {
                    let span = key.referenced.span();
                    let start = span.byte_offset().unwrap_or(0) as usize;
                    let end = start + span.byte_len().unwrap_or(0) as usize;
                    let value = map.next_value::<Spanned<Raw>>()?;
                    entries.push((Key { name: key.value, span: start..end }, located(value)));
                }
                Ok(Raw(Content::Map(entries)))
            }
        }

        deserializer.deserialize_any(TreeVisitor)
    }
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_aliases: 0,
            max_anchors: 0,
            max_depth: DEEPEST,
            flow_nesting_limit: DEEPEST,
            max_documents: 1,
            max_nodes: MOST_NODES,
            max_events: MOST_NODES * 3,
            max_total_scalar_bytes: LARGEST_FILE,
            max_merge_keys: 0,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        strict_booleans: true,
        reject_unsupported_tags: true,
    }
}

/// Reads one YAML document.
///
/// # Errors
///
/// Returns an error if it is not strict YAML, or larger than any file of ours has reason to be.
pub fn read(text: &str) -> Result<Node, Diagnostic> {
    if text.len() > LARGEST_FILE {
        return Err(Diagnostic::error(0..0, format!("the file has {} bytes", text.len()))
            .expected(format!("at most {LARGEST_FILE}"))
            .help("split the cases over several files"));
    }
    match serde_saphyr::from_str_with_options::<Spanned<Raw>>(text, options()) {
        Ok(raw) => {
            let node = located(raw);
            if node.content == Content::Null {
                return Err(Diagnostic::error(0..0, "the file is empty").expected("a YAML document"));
            }
            Ok(node)
        }
        Err(error) => Err(explain(text, error.without_snippet())),
    }
}

/// The reader's error in our words, at its place.
fn explain(text: &str, error: &serde_saphyr::Error) -> Diagnostic {
    let at = error.location().map_or(0, |location| byte_offset(text, location.line(), location.column()));
    let message = error.to_string();
    // The place is shown by the diagnostic itself.
    let message = message.split(" at line ").next().unwrap_or(&message).to_string();
    let says = |part: &str| message.contains(part);
    let diagnostic = |message: &str| Diagnostic::error(at..at, message);
    if let Some(rest) = message.strip_prefix("duplicate mapping key: ") {
        let key = rest.split(", set ").next().unwrap_or(rest);
        return diagnostic(&format!("the key `{}` stands here a second time", shortened(key)))
            .help("remove one of the two, or merge them");
    }
    if says("Anchors") || says("Aliases") {
        return diagnostic("anchors and aliases (`&name`, `*name`) are not allowed")
            .expected("plain values")
            .help("write the value out where it is meant");
    }
    if says("merge keys") || says("MergeKeys") {
        return diagnostic("merge keys (`<<`) are not allowed").help("write the keys out where they are meant");
    }
    if says("Depth") || says("nesting") {
        return diagnostic("the values are nested too deeply").expected(format!("at most {DEEPEST} levels"));
    }
    if says("Documents") || says("multiple") {
        return diagnostic("a second document begins here").help("one file holds one document: remove the `---`");
    }
    if says("Nodes") || says("Events") || says("ScalarBytes") {
        return diagnostic("the file holds too many values").help("split the cases over several files");
    }
    if says("tabs disallowed") {
        return diagnostic("a tab in the indentation").expected("two spaces per level");
    }
    if says("unclosed quote") {
        return diagnostic("a quote is opened here and never closed");
    }
    diagnostic(&message).help("see docs/guide/format.md for the format")
}

/// The byte at a line and column, both from 1, the column in characters.
fn byte_offset(text: &str, line: u64, column: u64) -> usize {
    let line_index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let column_index = usize::try_from(column.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut start = 0;
    for (index, content) in text.split_inclusive('\n').enumerate() {
        if index == line_index {
            let within = content.char_indices().nth(column_index).map_or(content.len(), |(offset, _)| offset);
            return start + within;
        }
        start += content.len();
    }
    text.len()
}

/// At most forty characters of a text.
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Where two YAML readers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The byte where the value stands.
    pub at: usize,
    /// What each makes of it.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

/// Reads a document with the reader that most programs have: libyaml's rules.
///
/// # Errors
///
/// Returns an error if that reader refuses it.
pub fn read_elsewhere(text: &str) -> Result<serde_yaml::Value, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// The first value that two readers read differently.
#[must_use]
pub fn first_difference(node: &Node, other: &serde_yaml::Value) -> Option<Difference> {
    use serde_yaml::Value;
    let differ = || {
        let other = serde_yaml::to_string(other).unwrap_or_default();
        Some(Difference {
            at: node.span.start,
            what: format!("`{}` here, this one reads {}", shortened(other.trim()), node.kind()),
        })
    };
    match (&node.content, other) {
        (Content::Null, Value::Null) => None,
        (Content::Bool(a), Value::Bool(b)) if a == b => None,
        (Content::Number(a), Value::Number(b)) if b.as_u64() == Some(*a) => None,
        (Content::Text(a), Value::String(b)) if a == b => None,
        (Content::List(a), Value::Sequence(b)) if a.len() == b.len() => {
            a.iter().zip(b).find_map(|(a, b)| first_difference(a, b))
        }
        (Content::Map(a), Value::Mapping(b)) if a.len() == b.len() => a.iter().find_map(|(key, value)| {
            let number = key.name.parse::<u64>().ok().map(Value::from);
            match b.get(key.name.as_str()).or_else(|| b.get(number.as_ref()?)) {
                Some(other) => first_difference(value, other),
                None => Some(Difference { at: key.span.start, what: format!("no key `{}`", shortened(&key.name)) }),
            }
        }),
        _ => differ(),
    }
}
