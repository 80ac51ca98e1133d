//! The captures of one position while they are counted or wait to be played.

use crate::movegen::bitboard::Bitboard;
use crate::movegen::compiled::RulesView;
use crate::movegen::rays::{for_each_direction, man_targets, opposite};
use crate::movegen::sides::Sides;
use crate::movegen::sink::{Capture, MOST_CAPTURES};
use crate::rules::{Criterion, CrowningInCapture};
use smallvec::SmallVec;

/// Of the men that can capture, those that can jump twice, if that makes their captures the only legal ones: the most
/// pieces come first, or the greatest value where no king can be taken. `sources` are the empty squares from which a man
/// could jump.
#[inline(always)]
pub(super) fn men_going_on<V: RulesView>(
    view: V,
    sides: &Sides<V::Board>,
    men: V::Board,
    sources: V::Board,
) -> V::Board {
    let rules = view.rules();
    let targets = man_targets(view, sides);
    let longest_first = match rules.capture_priority.get(0) {
        Some(Criterion::MostPieces) => true,
        Some(Criterion::FrisianValue) => !targets.meets(sides.kings),
        _ => false,
    };
    // A man that is crowned on its way may go on as a king or not, which its first jump does not show.
    if !longest_first || rules.crowning_in_capture == CrowningInCapture::ContinuesAsKing {
        return men;
    }
    let stops = rules.crowning_in_capture == CrowningInCapture::Stops;
    let second = if stops { sources & !view.crown() } else { sources };
    let mut going_on = V::Board::EMPTY;
    for_each_direction!(d in view.man_captures() => {
        going_on |= view.step(opposite(d), view.step(opposite(d), second) & targets);
    });
    let going_on = going_on & men;
    if going_on.is_empty() { men } else { going_on }
}

/// Captures up to this number are compared one by one as they come; more are sorted when the list is long.
const FEW: usize = 32;

/// Captures, on the stack in all but the wildest positions.
#[derive(Debug)]
pub(super) struct Captures<W: Bitboard> {
    list: SmallVec<[Capture<W>; 16]>,
    /// Length at which equal ones are thrown out next.
    sweep_at: usize,
}

impl<W: Bitboard> Captures<W> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Captures { list: SmallVec::new(), sweep_at: 4 * FEW }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a capture unless one with the same origin, destination, and captured pieces is there; captures of fewer than
    /// `merge_from` pieces are not compared.
    #[inline(always)]
    pub(super) fn add(&mut self, capture: Capture<W>, merge_from: u32) {
        if capture.captured.count() < merge_from {
            self.list.push(capture);
        } else if self.list.len() > FEW {
            self.add_to_many(capture);
        } else if !self.list.iter().any(|c| identity(c) == identity(&capture)) {
            self.list.push(capture);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_to_many(&mut self, capture: Capture<W>) {
        self.list.push(capture);
        if self.list.len() >= self.sweep_at {
            self.sweep();
            self.sweep_at = (2 * self.list.len()).max(4 * FEW);
        }
    }

    fn sweep(&mut self) {
        self.list.sort_unstable_by_key(identity);
        self.list.dedup_by_key(|c| identity(c));
    }

    /// Whether there are more than can be listed.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() > 2 * MOST_CAPTURES
    }

    /// The captures, once no more are added: each once, or by path as they were added.
    #[inline(always)]
    pub(super) fn finish(&mut self, by_path: bool) -> &[Capture<W>] {
        if !by_path && self.list.len() > FEW {
            self.sweep();
        }
        &self.list
    }
}

#[inline(always)]
fn identity<W: Bitboard>(capture: &Capture<W>) -> (u128, u128, u128) {
    (capture.captured.widen(), capture.to.widen(), capture.from.widen())
}
