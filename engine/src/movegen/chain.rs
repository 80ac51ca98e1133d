//! Captures, jump by jump: the rules of taking, of going on, of crowning on the way, and of which capture must be made.
//!
//! Captures are enumerated path by path:
//!
//! - a man's path is the sequence of squares it lands on;
//! - a flying king that goes straight on is counted once, landing on the square right behind the piece, as PDN writes
//!   it; one that turns lands where it turns.

use super::bitboard::Bitboard;
use super::compiled::RulesView;
use super::rays::{for_each_direction, opposite};
use super::sides::Sides;
use super::sink::{Capture, Sink};
use super::visited::{State, VisitedStates};
use crate::geometry::Square;
use crate::rules::{ChainDuty, Criterion, CrowningInCapture, KingLanding, ManMayCapture, Removal, Reversal};
use smallvec::SmallVec;

/// Gives the sink the captures of these pieces, in the order of their squares. `sources` are the squares from which a man
/// could jump before the move.
#[inline(always)]
pub(super) fn captures<V: RulesView, S: Sink<V::Board>>(
    view: V,
    sides: &Sides<V::Board>,
    empty: V::Board,
    mut pieces: V::Board,
    sources: V::Board,
    sink: &mut S,
) {
    let mut chain = Chain::new(view, sides, sources, sink);
    while let Some(from) = pieces.pop() {
        chain.from = from;
        chain.free = empty | from;
        chain.by_king = from.meets(sides.kings);
        if chain.by_king {
            chain.king_jumps(from, NO_DIRECTION);
        } else {
            chain.man_jumps(from, NO_DIRECTION);
        }
    }
}

/// The direction before the first jump.
const NO_DIRECTION: usize = 8;
/// Jumps of one capture before it is compared with others: so early there is little to meet again.
const MIN_DEPTH: usize = 3;
/// Jumps after which a search begins to remember where it has been. Ordinary positions have some dozens.
const START_AFTER: u32 = 2000;

/// A capture being built.
struct Chain<'a, V: RulesView, S> {
    view: V,
    sides: Sides<V::Board>,
    sink: &'a mut S,
    from: V::Board,
    by_king: bool,
    /// The squares from which a man could jump before the move.
    sources: V::Board,
    /// Squares that can be passed and landed on.
    free: V::Board,
    captured: V::Board,
    /// How many pieces it has taken.
    number: usize,
    kings_taken: u32,
    /// Bit 31 - i is set where the i-th piece taken is a king.
    order: u32,
    /// The rank of the best capture so far, once there is one.
    best: Option<u64>,
    /// Squares landed on so far; kept only if the sink looks at paths.
    path: SmallVec<[Square; 16]>,
    /// Jumps made in all.
    steps: u32,
    /// What a search remembers that has made many.
    visited: Option<Box<VisitedStates<V::Board>>>,
}

impl<'a, V: RulesView, S: Sink<V::Board>> Chain<'a, V, S> {
    #[inline(always)]
    fn new(view: V, sides: &Sides<V::Board>, sources: V::Board, sink: &'a mut S) -> Self {
        Chain {
            view,
            sides: *sides,
            sink,
            from: V::Board::EMPTY,
            by_king: false,
            sources,
            free: V::Board::EMPTY,
            captured: V::Board::EMPTY,
            number: 0,
            kings_taken: 0,
            order: 0,
            best: None,
            path: SmallVec::new(),
            steps: 0,
            visited: None,
        }
    }

    // Jumps.

    /// All jumps of a man standing on `at`; true if there is one.
    fn man_jumps(&mut self, at: V::Board, last: usize) -> bool {
        let mut any = false;
        let targets = self.targets(false);
        for_each_direction!(d in self.view.man_captures() => {
            if self.may_turn(last, d) {
                let piece = self.view.step(d, at) & targets;
                let landing = self.view.step(d, piece) & self.free;
                if !landing.is_empty() {
                    any = true;
                    self.take(piece, |chain| chain.man_lands(landing, d));
                }
            }
        });
        any
    }

    /// A man has jumped to `at`.
    #[inline(always)]
    fn man_lands(&mut self, at: V::Board, last: usize) {
        if self.already_visited(at, last, false) {
            return;
        }
        self.note_landing(at);
        let crowned = at.meets(self.view.crown());
        let goes_on = match self.view.rules().crowning_in_capture {
            CrowningInCapture::Stops if crowned => false,
            CrowningInCapture::ContinuesAsKing if crowned => self.king_goes_on(at, at, last),
            // What has become free by the first jump lies behind the man: where it can jump now it could before.
            _ if self.number == 1 && !at.meets(self.sources) => false,
            CrowningInCapture::Stops | CrowningInCapture::Passes | CrowningInCapture::ContinuesAsKing => {
                self.man_jumps(at, last)
            }
        };
        self.finish(at, crowned, goes_on);
    }

    /// All jumps of a king from `at`, except straight on after `last` if kings fly; true if there is one.
    fn king_jumps(&mut self, at: V::Board, last: usize) -> bool {
        let mut any = false;
        for_each_direction!(d in self.view.king_captures() => {
            if self.may_turn(last, d) && !(self.view.compiled().flying && d == last) {
                any |= self.king_jumps_along(at, at, d);
            }
        });
        any
    }

    /// All jumps of a king from `at`, those straight on included: they begin at `furthest`, the last square on which it
    /// may land.
    #[inline(always)]
    fn king_goes_on(&mut self, at: V::Board, furthest: V::Board, last: usize) -> bool {
        let any = self.king_jumps(at, last);
        let straight = self.view.compiled().flying && self.view.king_captures() >> last & 1 == 1;
        any | (straight && self.king_jumps_along(at, furthest, last))
    }

    /// Jumps over the first piece a king on `at` meets from `seen` on in a direction; true if it can.
    #[inline(always)]
    fn king_jumps_along(&mut self, at: V::Board, seen: V::Board, d: usize) -> bool {
        let mut next = self.view.step(d, seen);
        if self.view.compiled().flying {
            while next.meets(self.free) {
                next = self.view.step(d, next);
            }
        }
        let piece = next & self.targets(true);
        let landing = self.view.step(d, piece) & self.free;
        if landing.is_empty() {
            return false;
        }
        if self.number > 0 {
            self.note_landing(at);
        }
        self.take(piece, |chain| chain.king_lands(piece, landing, d));
        true
    }

    /// A king has jumped over `piece` and may land on `first` or further.
    fn king_lands(&mut self, piece: V::Board, first: V::Board, d: usize) {
        if self.already_visited(first, d, true) {
            return;
        }
        let anywhere = self.view.compiled().flying && self.view.compiled().lands_anywhere;
        let mut furthest = first;
        let mut any = false;
        if anywhere {
            // Turning: from each square it may land on. Straight on: once, whatever the square.
            let mut landing = first;
            while !landing.is_empty() {
                any |= self.king_jumps(landing, d);
                furthest = landing;
                landing = self.view.step(d, landing) & self.free;
            }
            any |= self.view.king_captures() >> d & 1 == 1 && self.king_jumps_along(first, furthest, d);
        } else {
            any = self.king_goes_on(first, first, d);
        }
        self.finish(first, true, any);
        let adjacent =
            self.view.rules().king_landing == KingLanding::AdjacentAfterKing && piece.meets(self.sides.kings);
        if anywhere && !adjacent {
            let mut to = first;
            while to != furthest {
                to = self.view.step(d, to);
                self.finish(to, true, any);
            }
        }
    }

    // What may be taken, and how.

    #[inline(always)]
    fn targets(&self, king: bool) -> V::Board {
        let present = self.sides.opponent & !self.captured;
        if king || self.view.rules().man_may_capture == ManMayCapture::MenAndKings {
            present
        } else {
            present & !self.sides.kings
        }
    }

    /// Takes a piece, goes on, and puts it back.
    #[inline(always)]
    fn take(&mut self, piece: V::Board, go_on: impl FnOnce(&mut Self)) {
        let (free, kings_taken, order) = (self.free, self.kings_taken, self.order);
        let leaves_at_once = self.view.rules().removal == Removal::AtOnce;
        if self.view.compiled().ranks_kings && piece.meets(self.sides.kings) {
            self.kings_taken += 1;
            self.order |= 1 << 31 >> self.number.min(31);
        }
        if leaves_at_once {
            self.free |= piece;
        }
        self.captured |= piece;
        self.number += 1;
        go_on(self);
        self.number -= 1;
        self.captured &= !piece;
        if leaves_at_once {
            self.free = free;
        }
        if self.view.compiled().ranks_kings {
            self.kings_taken = kings_taken;
            self.order = order;
        }
    }

    /// Whether a jump in `direction` may follow one in `last`.
    #[inline(always)]
    fn may_turn(&self, last: usize, direction: usize) -> bool {
        // If removal waits, the piece just taken still stands there, so that way is closed anyway.
        last == NO_DIRECTION
            || direction != opposite(last)
            || (self.view.rules().removal == Removal::AtOnce && self.view.rules().reversal == Reversal::Allowed)
    }

    // Where a capture ends.

    /// Notes the square where the piece stands between two jumps.
    #[inline(always)]
    fn note_landing(&mut self, at: V::Board) {
        if S::PATHS {
            self.path.truncate(self.number - 1);
            self.path.push(self.view.compiled().geometry.square(at.index()));
        }
    }

    /// The capture ends on `to` unless it must go on.
    #[inline(always)]
    fn finish(&mut self, to: V::Board, king: bool, goes_on: bool) {
        let must_go_on = self.view.rules().chain_duty == ChainDuty::Complete && !self.sink.may_stop();
        if (goes_on && must_go_on) || self.is_outranked() {
            return;
        }
        let crowns = king && !self.by_king;
        let capture = Capture { from: self.from, to, captured: self.captured, king, crowns };
        let between = if S::PATHS { &self.path[..self.number - 1] } else { &[] };
        self.sink.capture(capture, between);
    }

    /// Whether a better capture is known than the one that ends now; those that are worse are forgotten.
    #[inline(always)]
    fn is_outranked(&mut self) -> bool {
        if !self.view.compiled().ranked || self.sink.unranked() {
            return false;
        }
        let rank = self.rank();
        match self.best {
            Some(best) if rank <= best => return rank < best,
            Some(_) => self.sink.outranked(),
            None => {}
        }
        self.best = Some(rank);
        false
    }

    /// The rank of the finished capture: the criteria folded into one number, greater is better.
    #[inline(always)]
    fn rank(&self) -> u64 {
        let list = &self.view.rules().capture_priority;
        let number = self.number as u64;
        let kings = u64::from(self.kings_taken);
        let mut rank = 0u64;
        let mut i = 0;
        while i < 4 {
            let Some(criterion) = list.get(i) else { break };
            // Each at most once: together they have fewer than 64 bits.
            let (bits, value) = match criterion {
                Criterion::MostPieces => (7, number),
                // A king counts two, less a trifle that decides between equal sums.
                Criterion::FrisianValue => (14, (number + kings) << 7 | (127 - kings)),
                Criterion::WithKing => (1, u64::from(self.by_king)),
                Criterion::MostKings => (7, kings),
                Criterion::EarliestKings => (32, u64::from(self.order)),
                Criterion::FirstKing => (6, u64::from(32 - self.order.leading_zeros())),
                Criterion::FirstPieceKing => (1, u64::from(self.order >> 31)),
            };
            rank = rank << bits | value;
            i += 1;
        }
        rank
    }

    // Positions with very many captures.

    /// Notes a jump to `at`; true if there is no need to look further, because the search has been there before with
    /// the same pieces taken, or because it has been given up.
    #[inline(always)]
    fn already_visited(&mut self, at: V::Board, d: usize, king: bool) -> bool {
        if self.number <= MIN_DEPTH {
            return false;
        }
        self.steps += 1;
        self.steps > START_AFTER && self.look_up_state(at, d, king)
    }

    #[cold]
    #[inline(never)]
    fn look_up_state(&mut self, at: V::Board, d: usize, king: bool) -> bool {
        let visited = self
            .visited
            .get_or_insert_with(|| Box::new(VisitedStates::new(self.sink.merges(), self.sink.most_states())));
        if visited.is_over() {
            return true;
        }
        let path = if S::PATHS { &self.path[..self.number - 1] } else { &[] };
        let state = State {
            captured: self.captured,
            order: if self.view.compiled().ranks_order { self.order } else { 0 },
            progress: self.sink.progress(self.view.compiled().geometry.square(self.from.index()), path),
            from: self.from.index() as u8,
            at: at.index() as u8,
            how: d as u8 | u8::from(king) << 3,
        };
        let been = visited.already_visited(state);
        if visited.is_over() || self.sink.is_full() {
            visited.end();
            self.sink.give_up();
            return true;
        }
        been
    }
}
