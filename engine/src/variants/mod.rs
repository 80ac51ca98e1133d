//! The named rules: one `const` per variant, one file each.
//!
//! A variant is declared in its file and listed once in `variants!` below; the fast path of the generator, the
//! command line, the tables, and the schema all start from that list. No other code asks which variant it has: it
//! asks what the rule is. What single documents state differently is a rulebook, data of the harness.

use crate::movegen::{Fixed, KingRuns, NamedRules, Ops};
use crate::rules::{Criterion, CrowningInCapture, Directions, Reversal, Rules};
use crate::value::List;

/// What people call a game: a whole name, and a short one for tables that say games are meant.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// In English.
    pub english: &'static str,
    /// In English, short.
    pub english_short: &'static str,
    /// In Spanish.
    pub spanish: &'static str,
    /// In Spanish, short.
    pub spanish_short: &'static str,
}

/// A named set of rules.
#[derive(Debug)]
pub struct Variant {
    /// Its name, as in `english` or `english/kondavo`.
    pub name: &'static str,
    /// What people call it.
    pub names: Names,
    /// What it plays by where no document says otherwise.
    pub rules: Rules,
    /// A generator compiled for these rules, unless one before it in the list moves alike.
    pub(crate) ops: Option<&'static Ops>,
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

/// Declares the variants: module and constant; then, for one that moves like none before it, the word a generator of its
/// own keeps boards in, and what of the past its moves depend on, where they do.
macro_rules! variants {
    ($( $module:ident $constant:ident $( : $word:ty $( , remembers $memory:ty )? )? ; )+) => {
        $(
            mod $module;
            pub use $module::$constant;
        )+

        /// Compile-time twins of the constants, one type each.
        mod fixed {
            $(
                #[derive(Clone, Copy)]
                #[allow(non_camel_case_types, dead_code)]
                pub(crate) struct $module;
            )+
        }

        $( variants!(@compiled $module $constant $( $word $( , $memory )? )?); )+

        /// Every variant the engine knows, in the order of the tables.
        pub static ALL: &[Variant] = &[
            $( Variant {
                name: stringify!($module),
                names: $module::NAMES,
                rules: $constant,
                ops: variants!(@ops $module $( $word )?),
                #[cfg(test)]
                board: $module::BOARD,
            }, )+
        ];
    };
    (@compiled $module:ident $constant:ident) => {};
    (@compiled $module:ident $constant:ident $word:ty $( , $memory:ty )?) => {
        impl NamedRules for fixed::$module {
            type Word = $word;
            type Memory = variants!(@memory $( $memory )?);
            const RULES: Rules = $constant;
        }
    };
    (@ops $module:ident) => { None };
    (@ops $module:ident $word:ty) => { Some(&<Fixed<fixed::$module>>::OPS) };
    (@memory) => { () };
    (@memory $memory:ty) => { $memory };
}

variants! {
    english ENGLISH: u64;
    spanish SPANISH: u64;
    international INTERNATIONAL: u64;
    brazilian BRAZILIAN: u64;
    russian RUSSIAN: u64;
    turkish TURKISH: u64;
    italian ITALIAN: u64;
    portuguese PORTUGUESE;
    czech CZECH: u64;
    pool POOL: u64;
    jamaican JAMAICAN;
    frisian FRISIAN: u64, remembers KingRuns<u64>;
    frysk FRYSK;
    killer KILLER: u64;
    antidraughts ANTIDRAUGHTS;
    breakthrough BREAKTHROUGH: u64;
    canadian CANADIAN: u128;
    thai THAI: u64;
    armenian ARMENIAN: u64;
    argentinian ARGENTINIAN: u64;
    spantsiretti SPANTSIRETTI: u64;
}

/// Declares readings of a variant's disputed parameters that rulebooks follow: no variants, but worth a generator each.
macro_rules! readings {
    ($( $name:ident : $word:ty = $rules:expr; )+) => {
        /// Compile-time twins of the readings.
        mod reading {
            $(
                #[derive(Clone, Copy)]
                #[allow(non_camel_case_types)]
                pub(crate) struct $name;
            )+
        }

        $( impl NamedRules for reading::$name {
            type Word = $word;
            type Memory = ();
            const RULES: Rules = $rules;
        } )+

        /// Rules that move like no variant, each with its generator.
        pub(crate) static READINGS: &[(Rules, &Ops)] = &[
            $( ($rules, &<Fixed<reading::$name>>::OPS), )+
        ];
    };
}

readings! {
    italian_first_king: u64 = Rules {
        capture_priority: List::of(&[
            Criterion::MostPieces, Criterion::WithKing, Criterion::MostKings, Criterion::FirstKing,
        ]),
        ..ITALIAN
    };
    italian_first_piece: u64 = Rules {
        capture_priority: List::of(&[
            Criterion::MostPieces, Criterion::WithKing, Criterion::MostKings, Criterion::FirstPieceKing,
        ]),
        ..ITALIAN
    };
    thai_without_reversal: u64 = Rules { reversal: Reversal::Forbidden, ..THAI };
    armenian_passing: u64 = Rules { crowning_in_capture: CrowningInCapture::Passes, ..ARMENIAN };
    armenian_without_diagonal_men: u64 =
        Rules { man_moves: Directions::FORWARD.and(Directions::SIDEWAYS), ..ARMENIAN };
}

#[cfg(test)]
mod tests;
