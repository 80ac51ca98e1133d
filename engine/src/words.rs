//! The macro behind every closed list of words.
//!
//! A rule value such as `after-the-move` is declared once: the enum, the word used in YAML, JSON, and tables, and the
//! sentence that explains it all come from the same lines.

/// Declares an enum whose variants have one word each, the name used everywhere outside Rust.
///
/// The doc comment of a variant is the meaning of its word. Attributes of a variant stand behind it in brackets without
/// a `#`.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $( $(#[doc = $vdoc:literal])* $([$($mark:meta),+])? $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $( $(#[doc = $vdoc])* $($(#[$mark])+)? $variant, )+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [$name] = &[ $( $name::$variant, )+ ];
            /// The words of all values with what each means, in the same order.
            pub const WORDS: &'static [$crate::value::Word] = &[
                $( $crate::value::Word { word: $word, meaning: concat!($($vdoc),*).trim_ascii() }, )+
            ];

            /// The word for this value.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( $name::$variant => $word, )+ }
            }

            /// The value a word stands for.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $( $word => Some($name::$variant), )+ _ => None }
            }
        }

        impl $crate::value::Worded for $name {
            const WORDS: &'static [$crate::value::Word] = $name::WORDS;

            fn from_word(word: &str) -> Option<Self> {
                $name::from_word(word)
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::value::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                $name::from_word(word).ok_or_else(|| $crate::value::UnknownWord::new(word, $name::WORDS))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

/// The same for the enums of this crate, which the feature `serde` also serializes as their words.
macro_rules! engine_words {
    ($(#[$attribute:meta])* pub enum $name:ident { $($body:tt)+ }) => {
        $crate::words! { $(#[$attribute])* pub enum $name { $($body)+ } }

        #[cfg(feature = "serde")]
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                word.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use engine_words as words;

/// Declares an enum of words that is also the value of a rule parameter.
macro_rules! parameter_words {
    ($(#[doc = $doc:literal])* pub enum $name:ident { $($body:tt)+ }) => {
        $crate::words::words! { $(#[doc = $doc])* pub enum $name { $($body)+ } }

        impl $crate::value::ParameterValue for $name {
            fn to_value(&self) -> $crate::value::Value {
                $crate::value::Value::Word(self.word().to_string())
            }
            fn from_value(value: &$crate::value::Value) -> Result<Self, $crate::value::ValueError> {
                $crate::value::word_of(value, Self::WORDS)
                    .map(|index| Self::ALL[index])
            }
            fn shape() -> $crate::value::Shape {
                $crate::value::Shape::Word(Self::WORDS)
            }
        }
    };
}
pub(crate) use parameter_words;
