//! Counting the tree of moves, as fast as it goes: everything here exists for perft alone.
//!
//! The plain generator is the law; tests compare the two. What makes counting faster: generators [`compiled`] for the
//! best known rules, moves that are played as bits without being listed, a last ply whose moves are counted without
//! being made where that is possible ([`last_ply`]), and a [`table`] of counts made before.

mod captures;
pub(crate) mod compiled;
mod context;
mod error;
mod last_ply;
mod node;
mod table;

pub use error::CountError;
pub(crate) use node::Node;
pub(crate) use table::Tables;

use super::bitboard::Bitboard;
use super::compiled::{CompiledRules, Loaded, RulesView};
use super::sides::{Sides, is_exhausted};
use super::sink::{Capture, Sink};
use crate::color::Color;
use crate::geometry::Square;
use captures::{Captures, men_going_on};
use context::Context;
use node::Run;
use std::cell::Cell;
use table::{Key, LOWEST_DEPTH, Table, Tabled};

/// A view of rules that can be counted by: one that knows its opponent's.
pub(super) trait PerftView: RulesView<Board: Tabled> {
    type Opponent: PerftView<Board = Self::Board, Opponent = Self>;
    fn opponent(self) -> Self::Opponent;
}

impl<W: Tabled> PerftView for Loaded<'_, W> {
    type Opponent = Self;
    fn opponent(self) -> Self {
        Loaded::opponent(self)
    }
}

/// Counts from a position by rules that are compiled in.
pub(crate) type CountFn = fn(Node<u128>, Color, Request<'_>) -> Result<u64, CountError>;

/// What is to be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) depth: u32,
    pub(crate) by_path: bool,
    /// Counts made before for the same rules.
    pub(crate) tables: Option<&'a Tables>,
    /// The generator compiled for these very rules, if it may be used.
    pub(crate) compiled: Option<CountFn>,
}

/// Leaves of the tree of moves at a depth in plies.
pub(crate) fn count(
    rules: &CompiledRules,
    node: Node<u128>,
    color: Color,
    request: Request<'_>,
) -> Result<u64, CountError> {
    if let Some(count) = request.compiled {
        return count(node, color, request);
    }
    if rules.is_narrow() {
        count_on(Loaded::<u64>::new(rules, color), node, request)
    } else {
        count_on(Loaded::<u128>::new(rules, color), node, request)
    }
}

/// A table for counts by these rules; `None` if there is no room for so many bytes.
pub(crate) fn tables(rules: &CompiledRules, bytes: usize) -> Option<Tables> {
    if rules.is_narrow() { u64::tables(bytes) } else { u128::tables(bytes) }
}

fn count_on<V: PerftView>(view: V, node: Node<u128>, request: Request<'_>) -> Result<u64, CountError> {
    let Request { depth, by_path, tables, .. } = request;
    let merge_from = if by_path { u32::MAX } else { view.compiled().fewest_with_two_paths };
    let table = tables.and_then(V::Board::table);
    let context = Context { by_path, merge_from, table, error: Cell::new(None), subtotal: Cell::new(0) };
    let leaves = perft(view, &node.narrow(), depth, &context);
    context.error.get().map_or(Ok(leaves), Err)
}

/// Leaves of the tree of moves at a depth.
#[inline(always)]
fn perft<V: PerftView>(view: V, node: &Node<V::Board>, depth: u32, context: &Context<'_, V::Board>) -> u64 {
    match depth {
        0 => 1,
        1 => last_ply::count(view, &node.sides, context),
        _ => leaves(view, node, depth, context),
    }
}

/// Leaves of the tree of moves at a depth of two or more.
#[inline(never)]
fn leaves<V: PerftView>(view: V, node: &Node<V::Board>, depth: u32, context: &Context<'_, V::Board>) -> u64 {
    if context.has_failed() {
        return 0;
    }
    match context.table {
        Some(table) if depth >= LOWEST_DEPTH => remembered(view, node, depth, context, table),
        _ => played(view, node, depth, context),
    }
}

/// The leaves below a position that may have been counted before.
#[inline(never)]
fn remembered<V: PerftView>(
    view: V,
    node: &Node<V::Board>,
    depth: u32,
    context: &Context<'_, V::Board>,
    table: &Table<V::Board>,
) -> u64 {
    let done = |leaves| {
        context.subtotal.set(context.subtotal.get() + u128::from(leaves));
        leaves
    };
    let key = Key::new(node, view.color(), depth, context.by_path, view.rules().king_move_limit);
    if let Some(leaves) = key.and_then(|key| table.get(&key)) {
        return done(leaves);
    }
    let before = context.subtotal.replace(0);
    let leaves = played(view, node, depth, context);
    if context.subtotal.replace(before) > u128::from(u64::MAX) {
        context.fail(CountError::TooManyLeaves);
    }
    // A count that was given up means nothing.
    if let Some(key) = key
        && !context.has_failed()
    {
        table.put(key, leaves);
    }
    done(leaves)
}

/// The leaves below a position, its moves played one by one.
fn played<V: PerftView>(view: V, node: &Node<V::Board>, depth: u32, context: &Context<'_, V::Board>) -> u64 {
    let mut play = Play { view, node, depth, context, leaves: 0, captures: Captures::new() };
    super::generate(view, &node.sides, &mut play);
    for capture in play.captures.finish(context.by_path) {
        play.leaves = play.leaves.wrapping_add(below(view, &after_capture(view, node, capture), depth, context));
    }
    play.leaves
}

/// Goes down into every move: quiet ones as they come, captures when the best are known.
struct Play<'a, V: PerftView> {
    view: V,
    node: &'a Node<V::Board>,
    depth: u32,
    context: &'a Context<'a, V::Board>,
    /// Only a table makes so many leaves countable that their number does not fit, and then they are counted once more.
    leaves: u64,
    captures: Captures<V::Board>,
}

/// The leaves after a move, by the side to move before it, at the depth before it.
#[inline(always)]
fn below<V: PerftView>(view: V, next: &Node<V::Board>, depth: u32, context: &Context<'_, V::Board>) -> u64 {
    perft(view.opponent(), next, depth - 1, context)
}

/// The position after a quiet move, as the next mover sees it.
#[inline(always)]
fn after_quiet<V: PerftView>(
    view: V,
    node: &Node<V::Board>,
    from: V::Board,
    to: V::Board,
    king: bool,
) -> Node<V::Board> {
    let Node { sides, own_run, opponent_run } = *node;
    let kings = if king { sides.kings ^ (from | to) } else { sides.kings | (to & view.crown()) };
    let run = match own_run {
        _ if view.rules().king_move_limit == 0 || !king => (V::Board::EMPTY, 0),
        (square, moves) if square == from => (to, moves.saturating_add(1)),
        _ => (to, 1),
    };
    next(view, sides.opponent, sides.own ^ (from | to), kings, opponent_run, run)
}

/// The position after a capture, as the next mover sees it.
#[inline(always)]
fn after_capture<V: PerftView>(view: V, node: &Node<V::Board>, capture: &Capture<V::Board>) -> Node<V::Board> {
    let Node { sides, opponent_run, .. } = *node;
    let &Capture { from, to, captured, king, .. } = capture;
    let kings = sides.kings & !(from | captured) | if king { to } else { V::Board::EMPTY };
    let run = if opponent_run.0.meets(captured) { (V::Board::EMPTY, 0) } else { opponent_run };
    next(view, sides.opponent & !captured, sides.own & !from | to, kings, run, (V::Board::EMPTY, 0))
}

#[inline(always)]
fn next<V: PerftView>(
    view: V,
    own: V::Board,
    opponent: V::Board,
    kings: V::Board,
    own_run: Run<V::Board>,
    opponent_run: Run<V::Board>,
) -> Node<V::Board> {
    let limit = view.rules().king_move_limit;
    let none = (V::Board::EMPTY, 0);
    let (own_run, opponent_run) = if limit == 0 { (none, none) } else { (own_run, opponent_run) };
    let exhausted =
        if is_exhausted(limit, own_run.1, !(own & !kings).is_empty()) { own_run.0 } else { V::Board::EMPTY };
    Node { sides: Sides { own, opponent, kings, exhausted }, own_run, opponent_run }
}

impl<V: PerftView> Sink<V::Board> for Play<'_, V> {
    const PATHS: bool = false;

    #[inline(always)]
    fn quiet(&mut self, from: V::Board, mut targets: V::Board, king: bool) {
        while let Some(to) = targets.pop() {
            let next = after_quiet(self.view, self.node, from, to, king);
            self.leaves = self.leaves.wrapping_add(below(self.view, &next, self.depth, self.context));
        }
    }
    #[inline(always)]
    fn capture(&mut self, capture: Capture<V::Board>, _: &[Square]) {
        self.captures.add(capture, self.context.merge_from);
    }
    #[inline(always)]
    fn men_to_try<R: RulesView<Board = V::Board>>(
        &self,
        view: R,
        sides: &Sides<V::Board>,
        men: V::Board,
        sources: V::Board,
    ) -> V::Board {
        men_going_on(view, sides, men, sources)
    }
    #[inline(always)]
    fn outranked(&mut self) {
        self.captures.clear();
    }
    fn merges(&self) -> bool {
        !self.context.by_path
    }
    fn is_full(&self) -> bool {
        self.captures.is_full() || self.context.has_failed()
    }
    fn give_up(&mut self) {
        self.captures.clear();
        self.context.fail(CountError::TooManyCaptures);
    }
}
