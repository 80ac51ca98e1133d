//! Rule parameters seen from outside: values one can write down, and the shapes they may have.
//!
//! [`Rules`](crate::Rules) is typed; rulebooks, schemas, tables, and the adapter protocol are not. This module is the
//! bridge, so that a parameter declared in [`rules`](crate::rules) is at once readable, writable, and documented
//! everywhere. It knows no file format: callers turn YAML or JSON into [`Value`] and keep the places themselves, which
//! they find again by [`ValueError::path`].

use std::fmt;

/// One word of a closed list, with what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as written in YAML and JSON.
    pub word: &'static str,
    /// What it means, one sentence.
    pub meaning: &'static str,
}

/// A text is none of the words of a list.
///
/// ```
/// use damero_engine::{Color, rules::KingRange};
///
/// assert_eq!("flying".parse(), Ok(KingRange::Flying));
/// let error = "grey".parse::<Color>().expect_err("no colour");
/// assert_eq!(error.to_string(), "`grey` is none of white, black");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The text, shortened if it is long.
    pub found: String,
    /// The words there are.
    pub expected: &'static [Word],
}

impl UnknownWord {
    #[doc(hidden)]
    #[must_use]
    pub fn new(found: &str, expected: &'static [Word]) -> UnknownWord {
        UnknownWord { found: shortened(found), expected }
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.expected.iter().map(|word| word.word).collect();
        write!(f, "`{}` is none of {}", self.found, words.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// An enum of which every value has a word.
pub trait Worded: Copy {
    /// The words of all values with what each means, in the order of declaration.
    const WORDS: &'static [Word];

    /// The value a word stands for.
    fn from_word(word: &str) -> Option<Self>;
}

/// An untyped value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word or any other text.
    Word(String),
    /// A whole number.
    Number(u64),
    /// A list.
    List(Vec<Value>),
    /// Named values in the order written.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// What kind of thing this is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Word(_) => "text",
            Value::Number(_) => "a number",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }
}

impl fmt::Display for Value {
    /// One line, in YAML flow style: `[capture, man-move]`, `{occurrences: 3, draw: automatic}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Word(word) => f.write_str(word),
            Value::Number(number) => write!(f, "{number}"),
            Value::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str("]")
            }
            Value::Map(entries) => {
                f.write_str("{")?;
                for (i, (key, value)) in entries.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{key}: {value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// What a value may look like: enough to write a schema, a table, or a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One of these words.
    Word(&'static [Word]),
    /// A whole number between the two, both included.
    Number(u64, u64),
    /// A range of whole numbers: `3`, `"1-3"`, or `"3+"`.
    Range,
    /// A list of such values, at most so many.
    List(Box<Shape>, usize),
    /// A map with these fields.
    Map(Vec<Field>),
    /// A word, or a value of another shape.
    WordOr(&'static [Word], Box<Shape>),
}

/// A field of a [`Shape::Map`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it means.
    pub meaning: &'static str,
}

/// A step from a value into one of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into the list item at this index.
    Item(usize),
    /// Into the value under this key.
    Key(String),
    /// The key itself is wrong, not what stands under it.
    KeyItself(String),
}

/// Why a value does not fit a parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {found}, expected {expected}")]
pub struct ValueError {
    /// The way from the parameter's value to the offending part.
    pub path: Vec<Step>,
    /// What was found there.
    pub found: String,
    /// What may stand there.
    pub expected: String,
}

impl ValueError {
    pub(crate) fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { path: Vec::new(), found: found.into(), expected: expected.into() }
    }

    pub(crate) fn under(mut self, step: Step) -> Self {
        self.path.insert(0, step);
        self
    }
}

/// A typed value that can be written down.
pub trait ParameterValue: Sized {
    /// The value written down.
    fn to_value(&self) -> Value;
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// Returns an error if the value does not have [`shape`](Self::shape), with the path to the part at fault.
    fn from_value(value: &Value) -> Result<Self, ValueError>;
    /// What values may look like.
    fn shape() -> Shape;
}

/// `a`, `b`, or `c`.
pub(crate) fn one_of(words: &[Word]) -> String {
    let list: Vec<String> = words.iter().map(|w| format!("`{}`", w.word)).collect();
    match list.as_slice() {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}

/// The index of the word that `value` is.
pub(crate) fn word_of(value: &Value, words: &[Word]) -> Result<usize, ValueError> {
    match value {
        Value::Word(text) => words
            .iter()
            .position(|w| w.word == text)
            .ok_or_else(|| ValueError::new(format!("`{}`", shortened(text)), one_of(words))),
        other => Err(ValueError::new(other.kind(), one_of(words))),
    }
}

/// At most sixty characters of a text, so that a message stays readable whatever was found.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl ParameterValue for u8 {
    fn to_value(&self) -> Value {
        Value::Number(u64::from(*self))
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        number_of(value, u64::from(u8::MAX)).map(|n| n as u8)
    }
    fn shape() -> Shape {
        Shape::Number(0, u64::from(u8::MAX))
    }
}

impl ParameterValue for u16 {
    fn to_value(&self) -> Value {
        Value::Number(u64::from(*self))
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        number_of(value, u64::from(u16::MAX)).map(|n| n as u16)
    }
    fn shape() -> Shape {
        Shape::Number(0, u64::from(u16::MAX))
    }
}

fn number_of(value: &Value, most: u64) -> Result<u64, ValueError> {
    match value {
        Value::Number(n) if *n <= most => Ok(*n),
        Value::Number(n) => Err(ValueError::new(n.to_string(), format!("a number from 0 to {most}"))),
        other => Err(ValueError::new(other.kind(), format!("a number from 0 to {most}"))),
    }
}

/// A short list in a fixed array, so that [`Rules`](crate::Rules) stays `Copy` and buildable in a `const`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List<T: Copy, const N: usize> {
    items: [Option<T>; N],
}

impl<T: Copy, const N: usize> List<T, N> {
    /// The list without items.
    pub const EMPTY: Self = Self { items: [None; N] };

    /// A list of these items.
    ///
    /// # Panics
    ///
    /// With more than `N` items; in a `const` that is a compile error.
    #[must_use]
    pub const fn of(items: &[T]) -> Self {
        assert!(items.len() <= N, "too many items for this list");
        let mut list = Self::EMPTY;
        let mut i = 0;
        while i < items.len() {
            list.items[i] = Some(items[i]);
            i += 1;
        }
        list
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().flatten().copied()
    }

    /// How many items there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        let mut n = 0;
        while n < N && self.items[n].is_some() {
            n += 1;
        }
        n
    }

    /// Whether there is no item.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at an index.
    #[must_use]
    pub const fn get(&self, index: usize) -> Option<T> {
        if index < N { self.items[index] } else { None }
    }
}

impl<T: Copy + ParameterValue + PartialEq, const N: usize> ParameterValue for List<T, N> {
    fn to_value(&self) -> Value {
        Value::List(self.iter().map(|item| item.to_value()).collect())
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        let Value::List(values) = value else {
            return Err(ValueError::new(value.kind(), "a list"));
        };
        if values.len() > N {
            return Err(ValueError::new(format!("{} items", values.len()), format!("at most {N} items")));
        }
        let mut items = Vec::with_capacity(values.len());
        for (i, value) in values.iter().enumerate() {
            let item = T::from_value(value).map_err(|e| e.under(Step::Item(i)))?;
            if items.contains(&item) {
                return Err(ValueError::new(format!("`{value}` a second time"), "each item once").under(Step::Item(i)));
            }
            items.push(item);
        }
        Ok(Self::of(&items))
    }
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()), N)
    }
}

/// A range of whole numbers, both ends included. Written `3`, `"1-3"`, or `"3+"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least.
    pub min: u8,
    /// The most; [`u8::MAX`] for no upper end.
    pub max: u8,
}

impl Range {
    /// Any number.
    pub const ANY: Range = Range { min: 0, max: u8::MAX };

    /// Exactly this number.
    #[must_use]
    pub const fn exactly(n: u8) -> Range {
        Range { min: n, max: n }
    }

    /// From the one to the other.
    #[must_use]
    pub const fn between(min: u8, max: u8) -> Range {
        Range { min, max }
    }

    /// This number or more.
    #[must_use]
    pub const fn at_least(min: u8) -> Range {
        Range { min, max: u8::MAX }
    }

    /// Whether a number lies in the range.
    #[must_use]
    pub const fn contains(self, n: u32) -> bool {
        self.min as u32 <= n && (self.max == u8::MAX || n <= self.max as u32)
    }
}

impl ParameterValue for Range {
    fn to_value(&self) -> Value {
        if self.min == self.max {
            Value::Number(u64::from(self.min))
        } else if self.max == u8::MAX {
            Value::Word(format!("{}+", self.min))
        } else {
            Value::Word(format!("{}-{}", self.min, self.max))
        }
    }
    fn from_value(value: &Value) -> Result<Self, ValueError> {
        const EXPECTED: &str = "a range: `3`, `\"1-3\"` or `\"3+\"`";
        let small = |n: &str| n.parse::<u8>().ok().filter(|n| *n < u8::MAX);
        let found = match value {
            Value::Number(n) => match u8::try_from(*n) {
                Ok(n) if n < u8::MAX => return Ok(Range::exactly(n)),
                _ => n.to_string(),
            },
            Value::Word(text) => {
                let range = if let Some(min) = text.strip_suffix('+') {
                    small(min).map(Range::at_least)
                } else if let Some((min, max)) = text.split_once('-') {
                    small(min).zip(small(max)).filter(|(min, max)| min <= max).map(|(min, max)| Range { min, max })
                } else {
                    small(text).map(Range::exactly)
                };
                match range {
                    Some(range) => return Ok(range),
                    None => format!("`{}`", shortened(text)),
                }
            }
            other => other.kind().to_string(),
        };
        Err(ValueError::new(found, EXPECTED))
    }
    fn shape() -> Shape {
        Shape::Range
    }
}

/// Reads a map field by field, refusing keys it does not know.
pub(crate) struct MapReader<'a> {
    entries: &'a [(String, Value)],
    known: Vec<&'static str>,
}

impl<'a> MapReader<'a> {
    pub(crate) fn new(value: &'a Value) -> Result<Self, ValueError> {
        match value {
            Value::Map(entries) => Ok(Self { entries, known: Vec::new() }),
            other => Err(ValueError::new(other.kind(), "a map")),
        }
    }

    pub(crate) fn optional<T: ParameterValue>(&mut self, key: &'static str) -> Result<Option<T>, ValueError> {
        self.known.push(key);
        match self.entries.iter().find(|(k, _)| k == key) {
            None => Ok(None),
            Some((_, value)) => T::from_value(value).map(Some).map_err(|e| e.under(Step::Key(key.to_string()))),
        }
    }

    pub(crate) fn required<T: ParameterValue>(&mut self, key: &'static str) -> Result<T, ValueError> {
        self.optional(key)?.ok_or_else(|| ValueError::new(format!("no `{key}`"), format!("a map with `{key}`")))
    }

    pub(crate) fn finish(self) -> Result<(), ValueError> {
        for (key, _) in self.entries {
            if !self.known.contains(&key.as_str()) {
                let known: Vec<String> = self.known.iter().map(|k| format!("`{k}`")).collect();
                return Err(ValueError::new(format!("the unknown key `{}`", shortened(key)), known.join(", "))
                    .under(Step::KeyItself(key.clone())));
            }
        }
        Ok(())
    }
}
