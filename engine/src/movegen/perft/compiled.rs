//! Generators compiled for the rules that are counted most, with every rule a constant, so that branches on rules fold
//! away. Any other rules are counted by the generator that reads them at run time, two to four times slower.

use super::{CountFn, PerftView, count_on};
use crate::color::Color;
use crate::movegen::bitboard::Bitboard;
use crate::movegen::compiled::{CompiledRules, RulesView};
use crate::rules::Rules;
use crate::variants;
use std::marker::PhantomData;

/// The generator compiled for rules that move like these.
pub(crate) fn for_rules(rules: &Rules) -> Option<CountFn> {
    let movement = rules.movement();
    COMPILED.iter().find(|(known, _)| known.movement() == movement).map(|(_, count)| *count)
}

/// Rules as a type.
trait NamedRules: Copy + 'static {
    const RULES: Rules;
}

/// Rules known to the compiler, as one side sees them.
#[derive(Clone, Copy)]
struct Fixed<N, const WHITE: bool>(PhantomData<N>);

impl<N: NamedRules, const WHITE: bool> Fixed<N, WHITE> {
    const RULES: &'static CompiledRules = {
        let rules = &CompiledRules::new(N::RULES);
        assert!(rules.geometry.board >> 64 == 0, "only boards of 64 bits are compiled");
        rules
    };
}

impl<N: NamedRules, const WHITE: bool> RulesView for Fixed<N, WHITE> {
    type Board = u64;
    #[inline(always)]
    fn compiled(&self) -> &CompiledRules {
        Self::RULES
    }
    #[inline(always)]
    fn color(&self) -> Color {
        if WHITE { Color::White } else { Color::Black }
    }
    #[inline(always)]
    fn step(&self, direction: usize, bits: u64) -> u64 {
        let geometry = &Self::RULES.geometry;
        let rotated = bits.rotated(geometry.rotation[direction]);
        // Padding comes to the same as the mask, because what is asked of a step is always which of some squares it ends on.
        if geometry.masked { rotated & geometry.reach[direction] as u64 } else { rotated }
    }
}

impl<N: NamedRules> PerftView for Fixed<N, true> {
    type Opponent = Fixed<N, false>;
    #[inline(always)]
    fn opponent(self) -> Fixed<N, false> {
        Fixed(PhantomData)
    }
}

impl<N: NamedRules> PerftView for Fixed<N, false> {
    type Opponent = Fixed<N, true>;
    #[inline(always)]
    fn opponent(self) -> Fixed<N, true> {
        Fixed(PhantomData)
    }
}

macro_rules! compiled {
    ($( $constant:ident )+) => {
        $(
            #[derive(Clone, Copy)]
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            struct $constant;
            impl NamedRules for $constant {
                const RULES: Rules = variants::$constant;
            }
        )+

        static COMPILED: &[(Rules, CountFn)] = &[
            $( (variants::$constant, |node, color, request| match color {
                Color::White => count_on(Fixed::<$constant, true>(PhantomData), node, request),
                Color::Black => count_on(Fixed::<$constant, false>(PhantomData), node, request),
            }), )+
        ];
    };
}

compiled! { INTERNATIONAL ENGLISH RUSSIAN BRAZILIAN ITALIAN SPANISH CZECH POOL FRISIAN }
