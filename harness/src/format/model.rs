//! Models of files: each key is named once, and the shape that is checked, the JSON Schema, the tables of the guide, and
//! the reading all follow from that one line.
//!
//! A [`Kind`] says what a value looks like and how it is read; `model!` declares a map of such values.

use super::diagnostic::Diagnostic;
use super::shape::{Field, Shape, words};
use super::yaml::{Content, Node};
use super::{Bilingual, Located, Text};
use damero_engine::value::Worded;
use damero_engine::{Variant, variants};
use std::marker::PhantomData;

/// A kind of value in a file: what it looks like, and what it is read into.
pub trait Kind {
    /// What it is read into.
    type Value;

    /// What it looks like.
    fn shape() -> Shape;

    /// Reads a node that has this shape; `None` if it has not.
    fn read(node: &Node) -> Option<Self::Value>;
}

/// Reads a node that was found to have the shape of its kind.
///
/// That it cannot be read is a fault of the kind. It is an error all the same, so that nothing is left out unseen.
pub fn read<K: Kind>(node: &Node, found: &mut Vec<Diagnostic>) -> Option<K::Value> {
    let value = K::read(node);
    if value.is_none() {
        found.push(
            Diagnostic::error(node.span.clone(), "this has the right shape, and yet it cannot be read")
                .help("this is a fault of damero: please report it with this file"),
        );
    }
    value
}

/// Declares a map of a file. A line such as `/// its title` `title: required Bilingual = "title",` names a key, whether
/// it must be there, the kind of its value, and what it means.
///
/// - `required`: it must be there.
/// - `optional`: it may be left out, and is then `None`.
/// - `default`: it may be left out, and is then the default of its type.
/// - `keyed`: as `required`, with the place of the key.
/// - `flat`: no key of its own, but all keys of another map.
///
/// What the file does not hold stands under `beside`, and is filled in by the caller.
macro_rules! model {
    (
        $(#[$attribute:meta])*
        $visible:vis struct $name:ident {
            $( $(#[doc = $doc:literal])+ $field:ident : $mode:ident $kind:ty $( = $key:literal )?, )+
        }
        $( beside { $( $(#[doc = $beside_doc:literal])+ $beside:ident : $beside_type:ty, )+ } )?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug)]
        $visible struct $name {
            $( $(#[doc = $doc])+ pub $field: $crate::format::model::model!(@type $mode $kind), )+
            $( $( $(#[doc = $beside_doc])+ pub $beside: $beside_type, )+ )?
        }

        impl $crate::format::model::Kind for $name {
            type Value = Self;

            fn shape() -> $crate::format::Shape {
                let mut fields = Vec::new();
                $( $crate::format::model::model!(
                    @shape $mode $kind, fields, const { concat!($($doc),+).trim_ascii() } $(, $key)?
                ); )+
                $crate::format::Shape::Map(fields)
            }

            fn read(node: &$crate::format::Node) -> Option<Self> {
                Some(Self {
                    $( $field: $crate::format::model::model!(@read $mode $kind, node $(, $key)?), )+
                    $( $( $beside: Default::default(), )+ )?
                })
            }
        }
    };

    (@type required $kind:ty) => { <$kind as $crate::format::model::Kind>::Value };
    (@type default $kind:ty) => { <$kind as $crate::format::model::Kind>::Value };
    (@type flat $kind:ty) => { <$kind as $crate::format::model::Kind>::Value };
    (@type optional $kind:ty) => { Option<<$kind as $crate::format::model::Kind>::Value> };
    (@type keyed $kind:ty) => { $crate::format::Located<<$kind as $crate::format::model::Kind>::Value> };

    (@shape flat $kind:ty, $fields:ident, $meaning:expr) => {
        $fields.extend(<$kind as $crate::format::model::Kind>::shape().into_fields())
    };
    (@shape $mode:ident $kind:ty, $fields:ident, $meaning:expr, $key:literal) => {
        $fields.push($crate::format::Field {
            name: $key,
            shape: <$kind as $crate::format::model::Kind>::shape(),
            required: matches!(stringify!($mode).as_bytes(), b"required" | b"keyed"),
            meaning: $meaning,
        })
    };

    (@read required $kind:ty, $node:ident, $key:literal) => {
        <$kind as $crate::format::model::Kind>::read($node.get($key)?)?
    };
    (@read optional $kind:ty, $node:ident, $key:literal) => {
        match $node.get($key) {
            Some(value) => Some(<$kind as $crate::format::model::Kind>::read(value)?),
            None => None,
        }
    };
    (@read default $kind:ty, $node:ident, $key:literal) => {
        match $node.get($key) {
            Some(value) => <$kind as $crate::format::model::Kind>::read(value)?,
            None => Default::default(),
        }
    };
    (@read keyed $kind:ty, $node:ident, $key:literal) => {{
        let (key, value) = $node.entry($key)?;
        $crate::format::Located::new(<$kind as $crate::format::model::Kind>::read(value)?, key.span.clone())
    }};
    (@read flat $kind:ty, $node:ident) => { <$kind as $crate::format::model::Kind>::read($node)? };
}
pub(crate) use model;

/// Declares kinds of text that are read with their place, each with its shape.
macro_rules! texts {
    ($( $(#[doc = $doc:literal])+ $name:ident = $shape:expr; )+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug)]
            pub enum $name {}

            impl $crate::format::model::Kind for $name {
                type Value = $crate::format::Text;

                fn shape() -> $crate::format::Shape {
                    $shape
                }

                fn read(node: &$crate::format::Node) -> Option<$crate::format::Text> {
                    Some($crate::format::Located::new(node.text()?.to_string(), node.span.clone()))
                }
            }
        )+
    };
}
pub(crate) use texts;

texts! {
    /// Text in quotes: a position or a move.
    Quoted = Shape::Quoted;
    /// `teg`: a source.
    SourceId = Shape::Form("a short name like `teg`", "^[a-z0-9-]+$", is_slug);
    /// `teg/quality-law`: a clause.
    ClauseId = Shape::Form("a clause id like `teg/quality-law`", SLUG_AND_SLUG, is_pair);
    /// `spanish/teg`: a rulebook.
    RulebookName = Shape::Form("a name like `spanish/teg`", SLUG_AND_SLUG, is_pair);
    /// `spanish` or `spanish/teg`: a variant or a rulebook.
    RulesName = Shape::Form(
        "a variant or a rulebook, like `spanish` or `spanish/teg`",
        "^[a-z0-9-]+(/[a-z0-9-]+)?$",
        |text| is_slug(text) || is_pair(text),
    );
    /// `spanish.quality-law.king-and-man`: a case.
    CaseId = Shape::Form(
        "an id like `spanish.quality-law.king-and-man`: lower case, dots and hyphens",
        DOTTED,
        is_dotted,
    );
    /// `international.woldouby`: a table of node counts.
    TableId = Shape::Form("an id like `international.woldouby`", DOTTED, is_dotted);
}

const SLUG_AND_SLUG: &str = "^[a-z0-9-]+/[a-z0-9-]+$";
const DOTTED: &str = "^[a-z0-9-]+(\\.[a-z0-9-]+)+$";

/// Whether a text is one lower-case name.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Whether a text is two lower-case names with a slash between.
fn is_pair(text: &str) -> bool {
    text.split_once('/').is_some_and(|(first, second)| is_slug(first) && is_slug(second))
}

/// Whether a text is lower-case names with dots between.
#[must_use]
pub fn is_dotted(text: &str) -> bool {
    text.split('.').count() >= 2 && text.split('.').all(is_slug)
}

impl Kind for Text {
    type Value = Text;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node) -> Option<Text> {
        Some(Located::new(node.text()?.to_string(), node.span.clone()))
    }
}

impl Kind for String {
    type Value = String;

    fn shape() -> Shape {
        Shape::Text
    }

    fn read(node: &Node) -> Option<String> {
        node.text().map(str::to_string)
    }
}

impl Kind for bool {
    type Value = bool;

    fn shape() -> Shape {
        Shape::Bool
    }

    fn read(node: &Node) -> Option<bool> {
        match node.content {
            Content::Bool(value) => Some(value),
            _ => None,
        }
    }
}

impl Kind for Bilingual {
    type Value = Bilingual;

    fn shape() -> Shape {
        bilingual("in English", "in Spanish")
    }

    fn read(node: &Node) -> Option<Bilingual> {
        let text = |key| Some(node.get(key)?.text()?.trim().to_string());
        Some(Bilingual { en: text(EN)?, es: text(ES)? })
    }
}

const EN: &str = "en";
const ES: &str = "es";

/// A map with a text in English and the same in Spanish.
pub fn bilingual(english: &'static str, spanish: &'static str) -> Shape {
    let field = |name, meaning| Field { name, shape: Shape::Text, required: true, meaning };
    Shape::Map(vec![field(EN, english), field(ES, spanish)])
}

/// Whatever stands there, checked elsewhere.
#[derive(Clone, Copy, Debug)]
pub enum Anything {}

impl Kind for Anything {
    type Value = Node;

    fn shape() -> Shape {
        Shape::Anything
    }

    fn read(node: &Node) -> Option<Node> {
        Some(node.clone())
    }
}

/// The name of a variant.
#[derive(Clone, Copy, Debug)]
pub enum VariantName {}

impl Kind for VariantName {
    type Value = &'static Variant;

    fn shape() -> Shape {
        let word = |variant: &Variant| damero_engine::value::Word { word: variant.name, meaning: "" };
        Shape::Word(variants::ALL.iter().map(word).collect())
    }

    fn read(node: &Node) -> Option<&'static Variant> {
        Variant::named(node.text()?)
    }
}

/// One of the words of an enum.
#[derive(Clone, Copy, Debug)]
pub struct OneOf<T>(PhantomData<T>);

impl<T: Worded> Kind for OneOf<T> {
    type Value = T;

    fn shape() -> Shape {
        words(T::WORDS)
    }

    fn read(node: &Node) -> Option<T> {
        T::from_word(node.text()?)
    }
}

/// A whole number between the two, both included.
#[derive(Clone, Copy, Debug)]
pub enum Number<const MIN: u64, const MAX: u64> {}

impl<const MIN: u64, const MAX: u64> Kind for Number<MIN, MAX> {
    type Value = u64;

    fn shape() -> Shape {
        Shape::Number(MIN, MAX)
    }

    fn read(node: &Node) -> Option<u64> {
        node.number().filter(|number| (MIN..=MAX).contains(number))
    }
}

/// A value with its place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<K>(PhantomData<K>);

impl<K: Kind> Kind for Placed<K> {
    type Value = Located<K::Value>;

    fn shape() -> Shape {
        K::shape()
    }

    fn read(node: &Node) -> Option<Self::Value> {
        Some(Located::new(K::read(node)?, node.span.clone()))
    }
}

/// A value of another kind as it is written, with its place.
#[derive(Clone, Copy, Debug)]
pub struct Written<K>(PhantomData<K>);

impl<K: Kind> Kind for Written<K> {
    type Value = Text;

    fn shape() -> Shape {
        K::shape()
    }

    fn read(node: &Node) -> Option<Text> {
        K::read(node)?;
        <Text as Kind>::read(node)
    }
}

/// A list.
#[derive(Clone, Copy, Debug)]
pub struct List<K>(PhantomData<K>);

impl<K: Kind> Kind for List<K> {
    type Value = Vec<K::Value>;

    fn shape() -> Shape {
        Shape::List(Box::new(K::shape()))
    }

    fn read(node: &Node) -> Option<Self::Value> {
        match &node.content {
            Content::List(items) => items.iter().map(K::read).collect(),
            _ => None,
        }
    }
}

/// A list with at least one item.
#[derive(Clone, Copy, Debug)]
pub struct Filled<K>(PhantomData<K>);

impl<K: Kind> Kind for Filled<K> {
    type Value = Vec<K::Value>;

    fn shape() -> Shape {
        Shape::Filled(Box::new(List::<K>::shape()))
    }

    fn read(node: &Node) -> Option<Self::Value> {
        List::<K>::read(node).filter(|list| !list.is_empty())
    }
}

/// What the keys of a map are, if they may have any name.
pub trait Keys {
    /// What they are.
    const WHAT: &'static str;
}

/// A map with keys of any name, each with its place.
#[derive(Clone, Copy, Debug)]
pub struct MapOf<W, K>(PhantomData<(W, K)>);

impl<W: Keys, K: Kind> Kind for MapOf<W, K> {
    type Value = Vec<(Text, K::Value)>;

    fn shape() -> Shape {
        Shape::MapOf(W::WHAT, Box::new(K::shape()))
    }

    fn read(node: &Node) -> Option<Self::Value> {
        let Content::Map(entries) = &node.content else { return None };
        let read = |key: &super::yaml::Key, node| Some((Text::new(key.name.clone(), key.span.clone()), K::read(node)?));
        entries.iter().map(|(key, node)| read(key, node)).collect()
    }
}

/// A map with numbers as keys.
#[derive(Clone, Copy, Debug)]
pub struct NumberMap<K>(PhantomData<K>);

impl<K: Kind> Kind for NumberMap<K> {
    type Value = Vec<(u32, K::Value)>;

    fn shape() -> Shape {
        Shape::NumberMap(Box::new(K::shape()))
    }

    fn read(node: &Node) -> Option<Self::Value> {
        let Content::Map(entries) = &node.content else { return None };
        entries.iter().map(|(key, node)| Some((key.name.parse().ok()?, K::read(node)?))).collect()
    }
}

/// A text of one kind, or a value of another kind that is no text.
#[derive(Clone, Debug)]
pub enum Either<A, B> {
    /// The text.
    Text(A),
    /// The other.
    Other(B),
}

impl<A: Kind, B: Kind> Kind for Either<A, B> {
    type Value = Either<A::Value, B::Value>;

    fn shape() -> Shape {
        Shape::Either(Box::new(A::shape()), Box::new(B::shape()))
    }

    fn read(node: &Node) -> Option<Self::Value> {
        Some(match node.content {
            Content::Text(_) => Either::Text(A::read(node)?),
            _ => Either::Other(B::read(node)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{shape, yaml};

    model! {
        /// Every mode once.
        struct Sample {
            /// must
            must: required Text = "must",
            /// may
            may: optional Number<1, 3> = "may",
            /// list
            list: default List<Quoted> = "some-list",
            /// key
            keyed: keyed bool = "the-key",
            /// more
            more: flat Bilingual,
        }
        beside {
            /// Not in the file.
            beside: usize,
        }
    }

    #[test]
    fn a_key_is_named_once() {
        let fields = Sample::shape().into_fields();
        let named: Vec<_> = fields.iter().map(|field| (field.name, field.required, field.meaning)).collect();
        let expected = [
            ("must", true, "must"),
            ("may", false, "may"),
            ("some-list", false, "list"),
            ("the-key", true, "key"),
            ("en", true, "in English"),
            ("es", true, "in Spanish"),
        ];
        assert_eq!(named, expected);
        let text = "must: a\nsome-list: [\"x\"]\nthe-key: true\nen: b\nes: c\n";
        let node = yaml::read(text).expect("YAML");
        let sample = Sample::read(&node).expect("it has its shape");
        assert_eq!((sample.must.value.as_str(), sample.may, sample.list.len(), sample.beside), ("a", None, 1, 0));
        assert_eq!((sample.keyed.value, &text[sample.keyed.span]), (true, "the-key"));
        assert_eq!((sample.more.en.as_str(), sample.more.es.as_str()), ("b", "c"));
    }

    /// What has the shape is read, and what has it not is not, so that nothing is left out unseen.
    #[test]
    fn what_has_its_shape_is_read_and_nothing_else() {
        let whole = "must: a\nmay: 1\nsome-list: [\"x\"]\nthe-key: true\nen: b\nes: c\n";
        let (mut good, mut bad) = (0, 0);
        for value in ["a", "1", "4", "true", "[]", "[1]", "{}", "\"\"", "null"] {
            for line in whole.lines() {
                let key = line.split_once(':').expect("a key").0;
                let text = whole.replace(line, &format!("{key}: {value}"));
                let node = yaml::read(&text).expect("YAML");
                let mut found = Vec::new();
                shape::check(&text, &node, &Sample::shape(), &mut found);
                match (found.is_empty(), Sample::read(&node)) {
                    (true, Some(_)) => good += 1,
                    // An empty text is text of the wrong kind only for the shape.
                    (false, None) => bad += 1,
                    (false, Some(_)) if value == "\"\"" => bad += 1,
                    (fits, read) => panic!("{text}: fits {fits}, read {}", read.is_some()),
                }
            }
        }
        assert!(good >= 5 && bad >= 30, "{good} good, {bad} bad");
    }
}
