//! The named rules: one `const` per variant, one file each.
//!
//! A variant is declared in its file and listed once in [`variants!`] below; the fast path of the generator, the
//! command line, the tables, and the schema all start from that list. No other code asks which variant it has: it
//! asks what the rule is. What single documents state differently is a rulebook, data of the harness.

use crate::movegen::{Fixed, NamedRules, Ops};
use crate::rules::Rules;

/// A named set of rules.
#[derive(Debug)]
pub struct Variant {
    /// Its name, as in `english` or `english/kondavo`.
    pub name: &'static str,
    /// What it plays by where no document says otherwise.
    pub rules: Rules,
    pub(crate) ops: &'static Ops,
}

impl Variant {
    /// The variant of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Variant> {
        ALL.iter().find(|variant| variant.name == name)
    }
}

/// Declares the variants: module, constant, and the word the generator keeps their boards in.
macro_rules! variants {
    ($( $module:ident $constant:ident $word:ty ),+ $(,)?) => {
        $(
            mod $module;
            pub use $module::$constant;
        )+

        /// Compile-time twins of the constants, one type each.
        mod fixed {
            $(
                #[derive(Clone, Copy)]
                #[allow(non_camel_case_types)]
                pub(crate) struct $module;
            )+
        }

        $(
            impl NamedRules for fixed::$module {
                type Word = $word;
                const RULES: Rules = $constant;
            }
        )+

        /// Every variant the engine knows, in the order of the tables.
        pub static ALL: &[Variant] = &[
            $( Variant {
                name: stringify!($module),
                rules: $constant,
                ops: &<Fixed<fixed::$module>>::OPS,
            }, )+
        ];
    };
}

variants! {
    english ENGLISH u64,
    spanish SPANISH u64,
    international INTERNATIONAL u64,
    brazilian BRAZILIAN u64,
    russian RUSSIAN u64,
    turkish TURKISH u64,
    italian ITALIAN u64,
    portuguese PORTUGUESE u64,
    czech CZECH u64,
    pool POOL u64,
    jamaican JAMAICAN u64,
    frisian FRISIAN u64,
    frysk FRYSK u64,
    killer KILLER u64,
    antidraughts ANTIDRAUGHTS u64,
    breakthrough BREAKTHROUGH u64,
    canadian CANADIAN u128,
    thai THAI u64,
    armenian ARMENIAN u64,
    argentinian ARGENTINIAN u64,
    spantsiretti SPANTSIRETTI u64,
}

#[cfg(test)]
mod tests;
