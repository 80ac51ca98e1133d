//! The move generator: one body for all rules, compiled once per named variant and once for rules loaded at run time.
//!
//! [`search`] holds the rules of moving and capturing, [`view`] the two ways of knowing the rules, [`word`] the
//! integers that hold a board, [`sinks`] what becomes of the moves, and [`perft`](self::perft) the counting loops.
//! Nothing here knows squares by name, history, or draws: that is [`arbiter`](crate::arbiter) and
//! [`game`](crate::game).

mod perft;
mod search;
mod sinks;
mod view;
mod word;

pub(crate) use search::Sides;
pub(crate) use sinks::RawMove;
pub(crate) use view::{Compiled, Fixed, Loaded, NamedRules};

use crate::color::Color;
use crate::rules::Rules;
use view::View;
use word::Word;

/// What callers ask of a generator, as functions compiled for one set of rules.
///
/// Positions are on the wide word and cut to size at entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ops {
    pub(crate) moves: fn(&Compiled, Sides<u128>, Color) -> Vec<RawMove>,
    pub(crate) has_move: fn(&Compiled, Sides<u128>, Color) -> bool,
    pub(crate) can_capture: fn(&Compiled, Sides<u128>, Color) -> bool,
    pub(crate) perft: fn(&Compiled, Sides<u128>, Color, u32, bool) -> u64,
}

fn narrow<W: Word>(sides: Sides<u128>) -> Sides<W> {
    Sides {
        own: W::narrow(sides.own),
        opponent: W::narrow(sides.opponent),
        kings: W::narrow(sides.kings),
        barred: W::narrow(sides.barred),
    }
}

fn moves<V: View>(view: V, sides: Sides<u128>, color: Color) -> Vec<RawMove> {
    let mut sink = sinks::Collect::default();
    match color {
        Color::White => search::generate::<V, _, true>(view, narrow(sides), &mut sink),
        Color::Black => search::generate::<V, _, false>(view, narrow(sides), &mut sink),
    }
    sink.into_moves()
}

fn has_move<V: View>(view: V, sides: Sides<u128>, color: Color) -> bool {
    match color {
        Color::White => search::has_move::<V, true>(view, &narrow(sides)),
        Color::Black => search::has_move::<V, false>(view, &narrow(sides)),
    }
}

fn can_capture<V: View>(view: V, sides: Sides<u128>, color: Color) -> bool {
    match color {
        Color::White => search::can_capture::<V, true>(view, &narrow(sides)),
        Color::Black => search::can_capture::<V, false>(view, &narrow(sides)),
    }
}

fn count<V: View>(view: V, sides: Sides<u128>, color: Color, depth: u32, by_path: bool) -> u64 {
    let sides = narrow(sides);
    match (color, by_path) {
        (Color::White, false) => perft::perft::<V, true, false>(view, sides, depth),
        (Color::White, true) => perft::perft::<V, true, true>(view, sides, depth),
        (Color::Black, false) => perft::perft::<V, false, false>(view, sides, depth),
        (Color::Black, true) => perft::perft::<V, false, true>(view, sides, depth),
    }
}

impl<N: NamedRules> Fixed<N> {
    /// The generator compiled for these rules; the rules handed over at run time are not looked at.
    pub(crate) const OPS: Ops = Ops {
        moves: |_, sides, color| moves(Self::new(), sides, color),
        has_move: |_, sides, color| has_move(Self::new(), sides, color),
        can_capture: |_, sides, color| can_capture(Self::new(), sides, color),
        perft: |_, sides, color, depth, by_path| count(Self::new(), sides, color, depth, by_path),
    };
}

/// The generator for rules that only exist at run time.
pub(crate) static LOADED: Ops = Ops {
    moves: |rules, sides, color| moves(Loaded(rules), sides, color),
    has_move: |rules, sides, color| has_move(Loaded(rules), sides, color),
    can_capture: |rules, sides, color| can_capture(Loaded(rules), sides, color),
    perft: |rules, sides, color, depth, by_path| count(Loaded(rules), sides, color, depth, by_path),
};

/// The fastest generator for these rules.
pub(crate) fn ops_for(rules: &Rules) -> &'static Ops {
    let movement = rules.movement();
    crate::variants::ALL
        .iter()
        .find(|variant| variant.rules.movement() == movement)
        .map_or(&LOADED, |variant| variant.ops)
}
