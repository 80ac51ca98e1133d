//! What becomes of the moves that the generator finds: [`Sink`], and the one that lists them.

use super::bitboard::Bitboard;
use super::compiled::{CompiledRules, RulesView};
use super::sides::Sides;
use super::visited::MOST_STATES;
use crate::color::Color;
use crate::geometry::{Square, SquareSet};
use crate::moves::{Move, TooManyCaptures};
use smallvec::SmallVec;

/// Different captures of one position, after which it counts as having too many.
pub(super) const MOST_CAPTURES: usize = TooManyCaptures::LISTED;

/// What a finished capture is, besides its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capture<W> {
    pub(crate) from: W,
    pub(crate) to: W,
    pub(crate) captured: W,
    /// Whether a king stands on `to` afterwards.
    pub(crate) king: bool,
    /// Whether a man has become it by this capture.
    pub(crate) crowns: bool,
}

/// Takes what the generator finds.
pub(crate) trait Sink<W: Bitboard> {
    /// Whether the sink looks at paths; if not, they are not kept.
    const PATHS: bool;

    /// The quiet moves of a man or a king.
    fn quiet(&mut self, from: W, targets: W, king: bool);
    /// A capture, with the squares it lands on between `from` and `to`.
    fn capture(&mut self, capture: Capture<W>, path: &[Square]);
    /// A capture that outranks all before has been found: forget those.
    fn outranked(&mut self);

    /// The squares whose captures the sink wants. If captures are ranked it must be none or all.
    #[inline(always)]
    fn origins(&self) -> W {
        !W::EMPTY
    }
    /// Of the men that can capture, those whose captures are to be tried, if no king can: a sink may know that the others'
    /// rank lower. From the `sources` that are empty now a man could jump.
    #[inline(always)]
    fn men_to_try<V: RulesView<Board = W>>(&self, _view: V, _sides: &Sides<W>, men: W, _sources: W) -> W {
        men
    }
    /// Whether captures that rank lower are wanted too.
    #[inline(always)]
    fn unranked(&self) -> bool {
        false
    }
    /// Whether captures that stop on their way are wanted too.
    #[inline(always)]
    fn may_stop(&self) -> bool {
        false
    }
    /// States after which the search is given up.
    fn most_states(&self) -> usize {
        MOST_STATES
    }
    /// Whether captures with the same ends and the same pieces taken are one to the sink. Asked where there are many.
    fn merges(&self) -> bool;
    /// What besides its state the sink looks at in a capture that is not over yet. Asked where there are many.
    fn progress(&self, _from: Square, _path: &[Square]) -> u8 {
        0
    }
    /// Whether the sink can hold no more. Asked where there are many.
    fn is_full(&self) -> bool;
    /// The search has been given up: there are more captures than can be listed.
    fn give_up(&mut self);
}

/// Which moves to collect, when not all of them.
pub(crate) trait Pattern {
    /// The squares whose captures have to be looked at; `None` for all, as must be if captures are ranked.
    fn origins(&self) -> Option<SquareSet>;
    /// Whether captures that rank lower are looked for too.
    fn unranked(&self) -> bool;
    /// Whether captures that stop on their way are looked for too.
    fn may_stop(&self) -> bool;
    /// States after which the search is given up.
    fn most_states(&self) -> usize {
        MOST_STATES
    }
    /// How much of what is looked for the squares landed on so far have shown; a capture that stands alike and has
    /// shown alike needs no second look.
    fn progress(&self, from: Square, between: &[Square]) -> u8;
    /// Whether a move is looked for.
    fn fits(&self, found: &Move) -> bool;
    /// Whether its path makes it different from others that are the same move.
    fn is_distinct(&self, found: &Move) -> bool;
}

/// Which moves to collect.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    /// All of them, each path on its own.
    Paths,
    /// All of them; of several paths of a move at least the first, and not much more.
    Results,
    /// Those that fit a pattern, of equal ones at least the first and one that is distinct.
    Fitting(&'a dyn Pattern),
}

/// Collects moves with their paths.
pub(crate) struct Collect<'a> {
    rules: &'a CompiledRules,
    color: Color,
    wanted: Wanted<'a>,
    /// Captures as long as there are any, then quiet moves: the generator finds them in this order.
    moves: &'a mut Vec<Move>,
    sweep_at: usize,
    gave_up: bool,
    /// The bits of the squares whose captures are wanted.
    origins: u128,
}

impl<'a> Collect<'a> {
    pub(crate) fn new(rules: &'a CompiledRules, color: Color, wanted: Wanted<'a>, moves: &'a mut Vec<Move>) -> Self {
        let origins = match wanted {
            Wanted::Fitting(pattern) => pattern.origins().map_or(u128::MAX, |squares| rules.geometry.bits_of(squares)),
            Wanted::Paths | Wanted::Results => u128::MAX,
        };
        Collect { rules, color, wanted, moves, sweep_at: 1 << 12, gave_up: false, origins }
    }

    /// Whether all that is wanted has been found; if not, there were too many captures.
    pub(crate) fn is_complete(&self) -> bool {
        !self.gave_up
    }

    fn square<W: Bitboard>(&self, bit: W) -> Square {
        self.rules.geometry.square(bit.index())
    }

    #[inline(always)]
    fn add(&mut self, found: Move) {
        match self.wanted {
            Wanted::Fitting(pattern) if !pattern.fits(&found) => {}
            _ => self.moves.push(found),
        }
    }

    #[cold]
    fn sweep(&mut self) {
        // The sort is stable: of several paths the first stays.
        match self.wanted {
            Wanted::Paths => {}
            Wanted::Results => {
                self.moves.sort_by_key(Move::identity);
                self.moves.dedup();
            }
            Wanted::Fitting(pattern) => {
                self.moves.sort_by_key(|m| (m.identity(), pattern.is_distinct(m)));
                self.moves.dedup_by_key(|m| (m.identity(), pattern.is_distinct(m)));
            }
        }
        self.sweep_at = self.sweep_at.max(2 * self.moves.len());
    }
}

impl<W: Bitboard> Sink<W> for Collect<'_> {
    const PATHS: bool = true;

    #[inline(always)]
    fn quiet(&mut self, from: W, mut targets: W, king: bool) {
        let crown = if king { W::EMPTY } else { W::narrow(self.rules.geometry.crown[self.color.index()]) };
        let from = self.square(from);
        while let Some(to) = targets.pop() {
            let crowns = to.meets(crown);
            let to = self.square(to);
            self.add(Move { from, to, captured: SquareSet::EMPTY, between: SmallVec::new(), crowns });
        }
    }
    fn capture(&mut self, capture: Capture<W>, path: &[Square]) {
        let mut captured = SquareSet::EMPTY;
        let mut rest = capture.captured;
        while let Some(piece) = rest.pop() {
            captured.insert(self.square(piece));
        }
        let between = SmallVec::from_slice(path);
        self.add(Move {
            from: self.square(capture.from),
            to: self.square(capture.to),
            captured,
            between,
            crowns: capture.crowns,
        });
        if self.moves.len() >= self.sweep_at {
            self.sweep();
        }
    }
    fn outranked(&mut self) {
        self.moves.clear();
    }
    fn origins(&self) -> W {
        W::narrow(self.origins)
    }
    fn unranked(&self) -> bool {
        matches!(self.wanted, Wanted::Fitting(pattern) if pattern.unranked())
    }
    fn may_stop(&self) -> bool {
        matches!(self.wanted, Wanted::Fitting(pattern) if pattern.may_stop())
    }
    fn most_states(&self) -> usize {
        match self.wanted {
            Wanted::Fitting(pattern) => pattern.most_states(),
            Wanted::Paths | Wanted::Results => MOST_STATES,
        }
    }
    fn merges(&self) -> bool {
        !matches!(self.wanted, Wanted::Paths)
    }
    fn progress(&self, from: Square, path: &[Square]) -> u8 {
        match self.wanted {
            Wanted::Fitting(pattern) => pattern.progress(from, path),
            Wanted::Paths | Wanted::Results => 0,
        }
    }
    fn is_full(&self) -> bool {
        self.moves.len() > 2 * MOST_CAPTURES
    }
    fn give_up(&mut self) {
        self.gave_up = true;
        *self.moves = Vec::new();
    }
}
