//! The named rules: one `const` per variant, one file each.
//!
//! A variant is declared in its file and listed once in `variants!` below; the command line, the tables, and the schema
//! all start from that list. No other code asks which variant it has: it asks what the rule is. What single documents
//! state differently is a rulebook, data of the harness.
//!
//! ```
//! use damero_engine::{Variant, variants};
//!
//! assert_eq!(Variant::named("turkish").map(|variant| variant.rules), Some(variants::TURKISH));
//! assert!(variants::ALL.iter().all(|variant| variant.rules.validate().is_ok()));
//! ```

mod names;

pub use names::Names;

use crate::rules::Rules;

/// A named set of rules.
#[derive(Debug)]
pub struct Variant {
    /// Its name, as in `english` or `english/kondavo`.
    pub name: &'static str,
    /// What people call it.
    pub names: Names,
    /// What it plays by where no document says otherwise.
    pub rules: Rules,
    /// What its file says of its board, apart from its rules.
    #[cfg(test)]
    board: tests::Board,
}

impl Variant {
    /// The variant of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Variant> {
        ALL.iter().find(|variant| variant.name == name)
    }
}

/// Declares the variants: module and constant.
macro_rules! variants {
    ($( $module:ident $constant:ident )+) => {
        $(
            mod $module;
            pub use $module::$constant;
        )+

        /// Every variant the engine knows, in the order of the tables.
        pub static ALL: &[Variant] = &[
            $( Variant {
                name: stringify!($module),
                names: $module::NAMES,
                rules: $constant,
                #[cfg(test)]
                board: $module::BOARD,
            }, )+
        ];
    };
}

variants! {
    english ENGLISH
    spanish SPANISH
    international INTERNATIONAL
    brazilian BRAZILIAN
    russian RUSSIAN
    turkish TURKISH
    italian ITALIAN
    portuguese PORTUGUESE
    czech CZECH
    pool POOL
    jamaican JAMAICAN
    frisian FRISIAN
    frysk FRYSK
    killer KILLER
    antidraughts ANTIDRAUGHTS
    breakthrough BREAKTHROUGH
    canadian CANADIAN
    thai THAI
    armenian ARMENIAN
    argentinian ARGENTINIAN
    spantsiretti SPANTSIRETTI
}

#[cfg(test)]
mod tests;
