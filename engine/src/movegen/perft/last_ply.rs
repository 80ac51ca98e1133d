//! The last ply: how many moves there are, made only where nothing shorter tells.

use super::captures::{Captures, men_going_on};
use super::context::Context;
use super::error::CountError;
use crate::geometry::Square;
use crate::movegen::bitboard::Bitboard;
use crate::movegen::compiled::RulesView;
use crate::movegen::rays::{for_each_direction, kings_can_capture, man_jump_sources, man_targets};
use crate::movegen::sides::Sides;
use crate::movegen::sink::{Capture, Sink};
use crate::movegen::{generate, opponent_crowned};
use crate::rules::{CaptureDuty, CrowningInCapture};

/// The number of moves.
#[inline(never)]
pub(super) fn count<V: RulesView>(view: V, sides: &Sides<V::Board>, context: &Context<'_, V::Board>) -> u64 {
    if opponent_crowned(view, sides) {
        return 0;
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    if kings_can_capture(view, sides, empty) {
        return count_made(view, sides, context);
    }
    let landings = man_landings(view, sides, empty);
    if landings.is_empty() {
        return u64::from(count_quiet(view, sides, empty));
    }
    if view.rules().capture_duty == CaptureDuty::Compulsory && all_single(view, sides, empty, landings) {
        return u64::from(count_first_jumps(view, sides, empty));
    }
    count_made(view, sides, context)
}

/// The number of moves, each made.
#[inline(never)]
fn count_made<V: RulesView>(view: V, sides: &Sides<V::Board>, context: &Context<'_, V::Board>) -> u64 {
    let mut count = Count { context, moves: 0, captures: 0, long: Captures::new() };
    generate(view, sides, &mut count);
    count.moves + count.captures + count.long.finish(context.by_path).len() as u64
}

/// Where men of the side to move land with their first jump.
#[inline(always)]
fn man_landings<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board) -> V::Board {
    let men = sides.own & !sides.kings;
    let targets = man_targets(view, sides);
    let mut landings = V::Board::EMPTY;
    for_each_direction!(d in view.man_captures() => {
        landings |= view.step(d, view.step(d, men) & targets) & empty;
    });
    landings
}

/// How many first jumps men of the side to move have.
#[inline(always)]
fn count_first_jumps<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board) -> u32 {
    let men = sides.own & !sides.kings;
    let targets = man_targets(view, sides);
    let mut number = 0;
    for_each_direction!(d in view.man_captures() => {
        number += (view.step(d, view.step(d, men) & targets) & empty).count();
    });
    number
}

/// Whether every capture of the men is one jump, and all of them rank alike: then they need not be made to be counted.
///
/// A man turning back would land where it came from, which is not empty before the move, so the one test for all landings
/// together is exact.
#[inline(always)]
fn all_single<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board, landings: V::Board) -> bool {
    if view.compiled().ranks_kings && man_targets(view, sides).meets(sides.kings) {
        return false;
    }
    let sources = man_jump_sources(view, sides, empty);
    match view.rules().crowning_in_capture {
        CrowningInCapture::Passes => !landings.meets(sources),
        CrowningInCapture::Stops => !(landings & !view.crown()).meets(sources),
        CrowningInCapture::ContinuesAsKing => !landings.meets(sources | view.crown()),
    }
}

/// How many quiet moves the side to move has.
#[inline(always)]
fn count_quiet<V: RulesView>(view: V, sides: &Sides<V::Board>, empty: V::Board) -> u32 {
    let men = sides.own & !sides.kings;
    let mut number = 0;
    for_each_direction!(d in view.man_moves() => { number += (view.step(d, men) & empty).count() });
    let kings = sides.own & sides.kings & !sides.exhausted;
    if kings.is_empty() {
        return number;
    }
    // Kings of one side never meet on a ray: the one behind is stopped by the one in front. So all of them can run
    // together, and every square reached is one move.
    for_each_direction!(d in view.king_moves() => {
        let mut running = view.step(d, kings) & empty;
        number += running.count();
        if view.compiled().flying {
            while !running.is_empty() {
                running = view.step(d, running) & empty;
                number += running.count();
            }
        }
    });
    number
}

/// Counts moves, by result or by path.
struct Count<'a, W: Bitboard> {
    context: &'a Context<'a, W>,
    moves: u64,
    captures: u64,
    /// Captures that may have two paths.
    long: Captures<W>,
}

impl<W: Bitboard> Sink<W> for Count<'_, W> {
    const PATHS: bool = false;

    #[inline(always)]
    fn quiet(&mut self, _: W, targets: W, _: bool) {
        self.moves += u64::from(targets.count());
    }
    #[inline(always)]
    fn capture(&mut self, capture: Capture<W>, _: &[Square]) {
        if capture.captured.count() < self.context.merge_from {
            self.captures += 1;
        } else {
            self.long.add(capture, 0);
        }
    }
    #[inline(always)]
    fn men_to_try<R: RulesView<Board = W>>(&self, view: R, sides: &Sides<W>, men: W, sources: W) -> W {
        men_going_on(view, sides, men, sources)
    }
    #[inline(always)]
    fn outranked(&mut self) {
        self.captures = 0;
        self.long.clear();
    }
    fn merges(&self) -> bool {
        !self.context.by_path
    }
    fn is_full(&self) -> bool {
        self.long.is_full() || self.context.has_failed()
    }
    fn give_up(&mut self) {
        self.context.fail(CountError::TooManyCaptures);
    }
}
