//! The move generator: one body for all rules, compiled once per named variant and once for rules loaded at run time.
//!
//! [`search`] holds the rules of moving and capturing, [`view`] the two ways of knowing the rules, [`word`] the
//! integers that hold a board, [`sight`] what flying kings see, [`crowd`] what a long search for captures remembers,
//! [`sinks`] what becomes of the moves, [`perft`] the counting loops, and [`table`] the counts they remember.
//! Nothing here knows squares by name, history, or draws: that is [`arbiter`](crate::arbiter) and
//! [`game`](crate::game).

mod crowd;
mod perft;
mod search;
mod sight;
mod sinks;
mod table;
mod view;
mod word;

pub(crate) use crowd::MOST_STATES;
pub(crate) use search::{KingRuns, Sides};
pub(crate) use sinks::{MOST_CAPTURES, Pattern, RawMove, Wanted};
pub(crate) use table::Tables;
pub(crate) use view::{Compiled, Fixed, Loaded, NamedRules};

use crate::color::Color;
use crate::perft::CountError;
use crate::rules::Rules;
use perft::Errand;
use search::{Memory, SidesOf};
use std::cell::Cell;
use view::View;
use word::Word;

/// A position on the wide word, with all that any game remembers.
pub(crate) type WideSides = Sides<u128, KingRuns<u128>>;

/// What callers ask of a generator, as functions compiled for one set of rules.
///
/// Positions are on the wide word and cut to size at entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ops {
    /// `None` where there are too many captures.
    pub(crate) moves: fn(&Compiled, WideSides, Color, Wanted<'_>) -> Option<Vec<RawMove>>,
    pub(crate) has_move: fn(&Compiled, WideSides, Color) -> bool,
    pub(crate) can_capture: fn(&Compiled, WideSides, Color) -> bool,
    pub(crate) perft: fn(&Compiled, WideSides, Color, Request<'_>) -> Result<u64, CountError>,
    /// A table for `perft`; `None` where there is no room for so many bytes.
    pub(crate) tables: fn(usize) -> Option<Tables>,
}

/// What is to be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) depth: u32,
    pub(crate) by_path: bool,
    /// Counts made before by the same generator for the same rules.
    pub(crate) tables: Option<&'a Tables>,
}

/// Cuts a position to the word and the memory that the rules need.
fn narrow<V: View>(sides: WideSides) -> SidesOf<V> {
    Sides {
        own: V::W::narrow(sides.own),
        opponent: V::W::narrow(sides.opponent),
        kings: V::W::narrow(sides.kings),
        memory: V::Memory::narrow(sides.memory),
    }
}

fn moves<V: View>(view: V, sides: WideSides, color: Color, wanted: Wanted<'_>) -> Option<Vec<RawMove>> {
    let mut sink = sinks::Collect::new(wanted);
    match color {
        Color::White => search::generate::<V, _, true>(view, &narrow::<V>(sides), &mut sink),
        Color::Black => search::generate::<V, _, false>(view, &narrow::<V>(sides), &mut sink),
    }
    sink.into_moves()
}

fn has_move<V: View>(view: V, sides: WideSides, color: Color) -> bool {
    match color {
        Color::White => search::has_move::<V, true>(view, &narrow::<V>(sides)),
        Color::Black => search::has_move::<V, false>(view, &narrow::<V>(sides)),
    }
}

fn can_capture<V: View>(view: V, sides: WideSides, color: Color) -> bool {
    match color {
        Color::White => search::can_capture::<V, true>(view, &narrow::<V>(sides)),
        Color::Black => search::can_capture::<V, false>(view, &narrow::<V>(sides)),
    }
}

fn count<V: View>(view: V, sides: WideSides, color: Color, request: Request<'_>) -> Result<u64, CountError> {
    let sides = narrow::<V>(sides);
    let Request { depth, by_path, tables } = request;
    let merge_from = if by_path { u32::MAX } else { view.compiled().fewest_with_two_paths };
    let table = tables.and_then(V::W::table);
    let errand = Errand { by_path, merge_from, table, off: Cell::new(None), below: Cell::new(0) };
    let leaves = match color {
        Color::White => perft::perft::<V, true>(view, &sides, depth, &errand),
        Color::Black => perft::perft::<V, false>(view, &sides, depth, &errand),
    };
    errand.off.get().map_or(Ok(leaves), Err)
}

impl<N: NamedRules> Fixed<N> {
    /// The generator compiled for these rules; the rules handed over at run time are not looked at.
    pub(crate) const OPS: Ops = Ops {
        moves: |_, sides, color, wanted| moves(Self::new(), sides, color, wanted),
        has_move: |_, sides, color| has_move(Self::new(), sides, color),
        can_capture: |_, sides, color| can_capture(Self::new(), sides, color),
        perft: |_, sides, color, request| count(Self::new(), sides, color, request),
        tables: <N::Word as Word>::tables,
    };
}

/// The generator for rules that only exist at run time.
pub(crate) static LOADED: Ops = Ops {
    moves: |rules, sides, color, wanted| moves(Loaded(rules), sides, color, wanted),
    has_move: |rules, sides, color| has_move(Loaded(rules), sides, color),
    can_capture: |rules, sides, color| can_capture(Loaded(rules), sides, color),
    perft: |rules, sides, color, request| count(Loaded(rules), sides, color, request),
    tables: <u128 as Word>::tables,
};

/// The fastest generator for these rules.
pub(crate) fn ops_for(rules: &Rules) -> &'static Ops {
    use crate::variants::{ALL, READINGS};
    let movement = rules.movement();
    let variants = ALL.iter().filter_map(|variant| Some((&variant.rules, variant.ops?)));
    let readings = READINGS.iter().map(|(rules, ops)| (rules, *ops));
    variants.chain(readings).find(|(known, _)| known.movement() == movement).map_or(&LOADED, |(_, ops)| ops)
}
