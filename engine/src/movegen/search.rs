//! The generator: which moves a side has, for every set of rules.
//!
//! Everything is written once over a [`View`] of the rules and the side to move, and tells what it finds to a
//! [`Sink`]. Captures are enumerated path by path:
//!
//! - a man's path is the sequence of squares it lands on;
//! - a flying king that goes straight on is counted once, landing on the square right behind the piece, as PDN writes
//!   it; one that turns lands where it turns.

use super::crowd::{Crowd, MOST_STATES, State};
use super::view::View;
use super::word::Word;
use crate::rules::{
    CaptureDuty, ChainDuty, Criterion, CrowningInCapture, CrowningResult, KingLanding, ManMayCapture, Removal, Reversal,
};

/// A position as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides<W, M> {
    pub(crate) own: W,
    pub(crate) opponent: W,
    /// Kings of both sides.
    pub(crate) kings: W,
    /// What of the past the moves depend on.
    pub(crate) memory: M,
}

/// What of the past the legal moves depend on, as the mover sees it.
///
/// Nothing in almost all games, which then carry nothing; the runs of quiet moves with one king where rules limit them.
pub(crate) trait Memory<W: Word>: Copy {
    /// Whether anything is kept.
    const KEEPS: bool;
    /// As much of a full memory as is kept.
    fn narrow(full: KingRuns<u128>) -> Self;
    /// All of it in 32 bits.
    fn packed(self) -> u32;
    /// Kings of the side to move that have used up their quiet moves.
    fn barred(self, limit: u8, has_men: bool) -> W;
    /// The memory of the next mover after a quiet move.
    fn after_quiet(self, from: W, to: W, king: bool) -> Self;
    /// The memory of the next mover after a capture.
    fn after_capture(self, captured: W) -> Self;
}

impl<W: Word> Memory<W> for () {
    const KEEPS: bool = false;
    fn narrow(_: KingRuns<u128>) -> Self {}
    #[inline(always)]
    fn packed(self) -> u32 {
        0
    }
    #[inline(always)]
    fn barred(self, _: u8, _: bool) -> W {
        W::EMPTY
    }
    #[inline(always)]
    fn after_quiet(self, _: W, _: W, _: bool) -> Self {}
    #[inline(always)]
    fn after_capture(self, _: W) -> Self {}
}

/// Quiet moves in a row with one king, of the mover and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KingRuns<W> {
    pub(crate) own: (W, u8),
    pub(crate) opponent: (W, u8),
}

impl<W: Word> Memory<W> for KingRuns<W> {
    const KEEPS: bool = true;
    fn narrow(full: KingRuns<u128>) -> Self {
        let run = |(square, moves)| (W::narrow(square), moves);
        KingRuns { own: run(full.own), opponent: run(full.opponent) }
    }
    #[inline(always)]
    fn packed(self) -> u32 {
        // No square is as high as 255 even where it is none.
        let run = |(square, moves): (W, u8)| square.index() << 8 | u32::from(moves);
        run(self.own) << 16 | run(self.opponent)
    }
    #[inline(always)]
    fn barred(self, limit: u8, has_men: bool) -> W {
        if limit > 0 && has_men && self.own.1 >= limit { self.own.0 } else { W::EMPTY }
    }
    #[inline(always)]
    fn after_quiet(self, from: W, to: W, king: bool) -> Self {
        let run = match (king, self.own) {
            (false, _) => (W::EMPTY, 0),
            (true, (square, moves)) if square == from => (to, moves.saturating_add(1)),
            (true, _) => (to, 1),
        };
        KingRuns { own: self.opponent, opponent: run }
    }
    #[inline(always)]
    fn after_capture(self, captured: W) -> Self {
        let other = if self.opponent.0.meets(captured) { (W::EMPTY, 0) } else { self.opponent };
        KingRuns { own: other, opponent: (W::EMPTY, 0) }
    }
}

/// The position a view of the rules is asked about.
pub(crate) type SidesOf<V> = Sides<<V as View>::W, <V as View>::Memory>;

/// What a finished capture is, besides its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capture<W> {
    pub(crate) from: W,
    pub(crate) to: W,
    pub(crate) captured: W,
    /// Whether a king stands on `to` afterwards.
    pub(crate) king: bool,
}

/// Takes what the generator finds.
pub(crate) trait Sink<W: Word> {
    /// Whether the sink looks at paths; where not, they are not kept.
    const PATHS: bool;
    /// Whether the sink only wants the number of quiet moves.
    const COUNTS: bool;

    /// So many quiet moves; called only where `COUNTS`.
    fn quiet_moves(&mut self, number: u32);
    /// A quiet move of a man or a king; called only where not `COUNTS`.
    fn quiet(&mut self, from: W, to: W, king: bool);
    /// So many captures of one piece by men, none of which can go on; called only where `COUNTS`.
    fn single_captures(&mut self, number: u32);
    /// A capture, with the squares it lands on between `from` and `to`.
    fn capture(&mut self, capture: Capture<W>, path: &[W]);
    /// A capture that outranks all before has been found: forget those.
    fn outranked(&mut self);

    /// The squares whose captures the sink wants to be told. Where captures are ranked it may be none or all.
    #[inline(always)]
    fn origins(&self) -> W {
        !W::EMPTY
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
    /// States after which the search is broken off.
    fn most_states(&self) -> usize {
        MOST_STATES
    }
    /// Whether captures with the same ends and the same pieces taken are one to the sink. Asked where there are many.
    fn merges(&self) -> bool;
    /// What besides its state the sink looks at in a capture that is not over yet. Asked where there are many.
    fn progress(&self, _from: W, _path: &[W]) -> u8 {
        0
    }
    /// Whether the sink can hold no more. Asked where there are many.
    fn is_full(&self) -> bool;
    /// The search has been broken off: there are more captures than anybody can list.
    fn give_up(&mut self);
}

/// Runs a block once for each of the eight directions, the direction being a constant in each copy.
macro_rules! for_each_direction {
    ($d:ident in $set:expr => $body:block) => {{
        let set: u8 = $set;
        for_each_direction!(@one set, $d, 0, $body);
        for_each_direction!(@one set, $d, 1, $body);
        for_each_direction!(@one set, $d, 2, $body);
        for_each_direction!(@one set, $d, 3, $body);
        for_each_direction!(@one set, $d, 4, $body);
        for_each_direction!(@one set, $d, 5, $body);
        for_each_direction!(@one set, $d, 6, $body);
        for_each_direction!(@one set, $d, 7, $body);
    }};
    (@one $set:ident, $d:ident, $n:literal, $body:block) => {
        if $set & (1 << $n) != 0 {
            let $d: usize = $n;
            $body
        }
    };
}

#[inline(always)]
const fn side<const WHITE: bool>() -> usize {
    if WHITE { 0 } else { 1 }
}

const fn opposite(direction: usize) -> usize {
    (direction + 4) & 7
}

/// What the men of the side to move may take.
#[inline(always)]
fn man_targets<V: View>(view: &V, sides: &SidesOf<V>) -> V::W {
    match view.rules().man_may_capture {
        ManMayCapture::MenAndKings => sides.opponent,
        ManMayCapture::MenOnly => sides.opponent & !sides.kings,
    }
}

/// The men of the side to move that can capture.
#[inline(always)]
fn capturing_men<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W) -> V::W {
    man_launches::<V, WHITE>(view, sides, empty) & sides.own & !sides.kings
}

/// The squares from which a man of the side to move could jump, if one stood there.
#[inline(always)]
fn man_launches<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, free: V::W) -> V::W {
    let targets = man_targets(view, sides);
    let mut launches = V::W::EMPTY;
    for_each_direction!(d in view.compiled().man_captures[side::<WHITE>()] => {
        launches |= view.step(opposite(d), view.step(opposite(d), free) & targets);
    });
    launches
}

/// Where men of the side to move land with their first jump.
#[inline(always)]
fn man_landings<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W) -> V::W {
    let men = sides.own & !sides.kings;
    let targets = man_targets(view, sides);
    let mut landings = V::W::EMPTY;
    for_each_direction!(d in view.compiled().man_captures[side::<WHITE>()] => {
        landings |= view.step(d, view.step(d, men) & targets) & empty;
    });
    landings
}

/// How many first jumps men of the side to move have.
#[inline(always)]
fn count_man_landings<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W) -> u32 {
    let men = sides.own & !sides.kings;
    let targets = man_targets(view, sides);
    let mut number = 0;
    for_each_direction!(d in view.compiled().man_captures[side::<WHITE>()] => {
        number += (view.step(d, view.step(d, men) & targets) & empty).count();
    });
    number
}

/// Whether a capture by a man that takes more pieces always beats one that takes fewer.
#[inline(always)]
fn longest_is_best<V: View>(view: &V, sides: &SidesOf<V>) -> bool {
    // A man that is crowned on its way may go on as a king or not: nothing can be told from its first jump.
    view.rules().crowning_in_capture != CrowningInCapture::ContinuesAsKing
        && (view.compiled().most_first || (view.compiled().value_first && !man_targets(view, sides).meets(sides.kings)))
}

/// The men of the side to move that can jump twice, `second` being the empty squares from which a man could jump; men that are crowned by their first
/// jump and go on as kings are among them.
#[inline(always)]
fn men_going_on<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, mut second: V::W) -> V::W {
    let men = sides.own & !sides.kings;
    let targets = man_targets(view, sides);
    if view.rules().crowning_in_capture == CrowningInCapture::Stops {
        second &= !view.crown::<WHITE>();
    }
    let mut able = V::W::EMPTY;
    for_each_direction!(d in view.compiled().man_captures[side::<WHITE>()] => {
        able |= view.step(opposite(d), view.step(opposite(d), second) & targets);
    });
    able & men
}

/// Whether every capture of the men is one jump, and all of them rank alike: then they need not be built to be
/// counted.
///
/// `launches` are the squares from which a man could jump onto an empty square. A man turning back would land where it
/// came from, which is not among those, so the one test for all landings together is exact.
#[inline(always)]
fn all_single<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, landings: V::W, launches: V::W) -> bool {
    if view.compiled().ranks_kings && man_targets(view, sides).meets(sides.kings) {
        return false;
    }
    let crown = view.crown::<WHITE>();
    match view.rules().crowning_in_capture {
        CrowningInCapture::Passes => !landings.meets(launches),
        CrowningInCapture::Stops => !(landings & !crown).meets(launches),
        CrowningInCapture::ContinuesAsKing => !landings.meets(launches | crown),
    }
}

/// Whether a king of the side to move can capture.
#[inline(always)]
fn kings_capture<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W) -> bool {
    let kings = sides.own & sides.kings;
    if kings.is_empty() {
        return false;
    }
    for_each_direction!(d in view.compiled().king_captures[side::<WHITE>()] => {
        // Enemies with room behind; a king that sees one along free squares takes it.
        let takeable = view.step(opposite(d), empty) & sides.opponent;
        if !takeable.is_empty() {
            let mut reach = view.step(d, kings);
            if view.compiled().flying {
                let mut running = reach & empty;
                while !running.is_empty() {
                    running = view.step(d, running);
                    reach |= running;
                    running &= empty;
                }
            }
            if reach.meets(takeable) {
                return true;
            }
        }
    });
    false
}

/// Kings of the side to move that may not move quietly now.
#[inline(always)]
fn barred<V: View>(view: &V, sides: &SidesOf<V>) -> V::W {
    sides.memory.barred(view.rules().king_move_limit, !(sides.own & !sides.kings).is_empty())
}

/// Whether the game is over because the other side has crowned a man.
#[inline(always)]
fn lost_to_a_crown<V: View>(view: &V, sides: &SidesOf<V>) -> bool {
    matches!(view.rules().crowning_result, CrowningResult::Wins) && sides.opponent.meets(sides.kings)
}

/// Tells the sink every legal move of the side to move.
#[inline(always)]
pub(crate) fn generate<V: View, S: Sink<V::W>, const WHITE: bool>(view: V, sides: SidesOf<V>, sink: &mut S) {
    if lost_to_a_crown(&view, &sides) {
        return;
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    let kings = kings_capture::<V, WHITE>(&view, &sides, empty);
    // Where a count is wanted, landing squares come first: they tell at once that there is nothing to capture, and
    // often that there is nothing to build.
    let mut landings = V::W::EMPTY;
    if S::COUNTS && !kings {
        landings = man_landings::<V, WHITE>(&view, &sides, empty);
        if landings.is_empty() {
            quiet::<V, S, WHITE>(&view, &sides, empty, sink);
            return;
        }
    }
    let launches = man_launches::<V, WHITE>(&view, &sides, empty);
    if S::COUNTS
        && !kings
        && view.rules().capture_duty == CaptureDuty::Compulsory
        && all_single::<V, WHITE>(&view, &sides, landings, launches)
    {
        sink.single_captures(count_man_landings::<V, WHITE>(&view, &sides, empty));
        return;
    }
    let mut men = launches & sides.own & !sides.kings;
    if !men.is_empty() || kings {
        if !kings && !sink.unranked() && longest_is_best(&view, &sides) {
            let going_on = men_going_on::<V, WHITE>(&view, &sides, launches & empty);
            if !going_on.is_empty() {
                men = going_on;
            }
        }
        let origins = sink.origins();
        captures::<V, S, WHITE>(view, &sides, empty, launches, men & origins, kings, sink);
        if view.rules().capture_duty == CaptureDuty::Compulsory {
            return;
        }
    }
    quiet::<V, S, WHITE>(&view, &sides, empty, sink);
}

/// Whether the side to move has a legal move at all.
pub(crate) fn has_move<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>) -> bool {
    if lost_to_a_crown(&view, sides) {
        return false;
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    let men = sides.own & !sides.kings;
    for_each_direction!(d in view.compiled().man_moves[side::<WHITE>()] => {
        if view.step(d, men).meets(empty) {
            return true;
        }
    });
    let kings = sides.own & sides.kings & !barred(&view, sides);
    for_each_direction!(d in view.compiled().king_moves[side::<WHITE>()] => {
        if view.step(d, kings).meets(empty) {
            return true;
        }
    });
    can_capture::<V, WHITE>(view, sides)
}

/// Whether the side to move can capture.
pub(crate) fn can_capture<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>) -> bool {
    if lost_to_a_crown(&view, sides) {
        return false;
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    !capturing_men::<V, WHITE>(&view, sides, empty).is_empty() || kings_capture::<V, WHITE>(&view, sides, empty)
}

#[inline(always)]
fn quiet<V: View, S: Sink<V::W>, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W, sink: &mut S) {
    let men = sides.own & !sides.kings;
    for_each_direction!(d in view.compiled().man_moves[side::<WHITE>()] => {
        let mut targets = view.step(d, men) & empty;
        if S::COUNTS {
            sink.quiet_moves(targets.count());
        } else {
            while let Some(to) = targets.pop() {
                sink.quiet(view.step(opposite(d), to), to, false);
            }
        }
    });

    let mut kings = sides.own & sides.kings & !barred(view, sides);
    if kings.is_empty() {
        return;
    }
    let directions = view.compiled().king_moves[side::<WHITE>()];
    if S::COUNTS {
        // Kings of one side never meet on a ray: the one behind is stopped by the one in front. So all of them can
        // run together, and every square reached is one move.
        for_each_direction!(d in directions => {
            let mut running = view.step(d, kings) & empty;
            if view.compiled().flying {
                while !running.is_empty() {
                    sink.quiet_moves(running.count());
                    running = view.step(d, running) & empty;
                }
            } else {
                sink.quiet_moves(running.count());
            }
        });
    } else {
        while let Some(from) = kings.pop() {
            for_each_direction!(d in directions => {
                let mut to = view.step(d, from) & empty;
                if view.compiled().flying {
                    while !to.is_empty() {
                        sink.quiet(from, to, true);
                        to = view.step(d, to) & empty;
                    }
                } else if !to.is_empty() {
                    sink.quiet(from, to, true);
                }
            });
        }
    }
}

#[inline(never)]
fn captures<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    empty: V::W,
    launches: V::W,
    mut men: V::W,
    kings: bool,
    sink: &mut S,
) {
    let mut chain = Chain::<V, S, WHITE> {
        view,
        sides: *sides,
        sink,
        from: V::W::EMPTY,
        by_king: false,
        free: V::W::EMPTY,
        launches,
        captured: V::W::EMPTY,
        number: 0,
        kings_taken: 0,
        order: 0,
        best: 0,
        found: false,
        path: Vec::new(),
        steps: 0,
        crowd: None,
    };
    if !S::PATHS {
        // Piece by piece and direction by direction comes to the same; direction by direction all pieces look at once.
        chain.first_jumps(men, sides.own & sides.kings, empty, kings);
        return;
    }
    // The order of paths is that of the pieces.
    while let Some(from) = men.pop() {
        chain.start(from, empty, false);
        chain.man_jumps(from, NO_DIRECTION);
    }
    if kings {
        let mut kings = sides.own & sides.kings & chain.sink.origins();
        while let Some(from) = kings.pop() {
            chain.start(from, empty, true);
            chain.king_jumps(from, NO_DIRECTION);
        }
    }
}

/// The direction before the first jump.
const NO_DIRECTION: usize = 8;

/// A capture being built.
struct Chain<'a, V: View, S, const WHITE: bool> {
    view: V,
    sides: SidesOf<V>,
    sink: &'a mut S,
    from: V::W,
    by_king: bool,
    /// Squares that can be passed and landed on.
    free: V::W,
    /// The squares from which a man could jump before the move.
    launches: V::W,
    captured: V::W,
    number: usize,
    kings_taken: u32,
    /// Bit 31 - i is set where the i-th piece taken is a king.
    order: u32,
    best: u64,
    found: bool,
    /// Squares landed on so far; kept only where the sink looks at paths.
    path: Vec<V::W>,
    /// Jumps made in all.
    steps: u32,
    /// What a search remembers that has made many.
    crowd: Option<Box<Crowd<V::W>>>,
}

/// Up to so many jumps a capture is not compared with others.
const ALONE: usize = 3;
/// Jumps after which a search begins to remember where it has been. Ordinary positions have some dozens.
const FEW: u32 = 2000;

/// What [`Chain::take`] changed, to put it back.
#[derive(Clone, Copy)]
struct Undo<W> {
    free: W,
    captured: W,
    kings_taken: u32,
    order: u32,
}

impl<V: View, S: Sink<V::W>, const WHITE: bool> Chain<'_, V, S, WHITE> {
    #[inline(always)]
    fn start(&mut self, from: V::W, empty: V::W, by_king: bool) {
        self.from = from;
        self.by_king = by_king;
        self.free = empty | from;
    }

    /// Notes a jump to `at`; true where there is no need to look further, because the search has been there before with
    /// the same pieces taken, or because it has been broken off.
    #[inline(always)]
    fn has_been(&mut self, at: V::W, d: usize, king: bool) -> bool {
        // So early in a capture there is little to meet again.
        if self.number <= ALONE {
            return false;
        }
        self.steps += 1;
        self.steps > FEW && self.in_a_crowd(at, d, king)
    }

    #[cold]
    #[inline(never)]
    fn in_a_crowd(&mut self, at: V::W, d: usize, king: bool) -> bool {
        let crowd = self.crowd.get_or_insert_with(|| Box::new(Crowd::new(self.sink.merges(), self.sink.most_states())));
        if crowd.is_over() {
            return true;
        }
        let path = if S::PATHS { &self.path[..self.number - 1] } else { &[] };
        let state = State {
            captured: self.captured,
            order: if self.view.compiled().ranks_order { self.order } else { 0 },
            progress: self.sink.progress(self.from, path),
            from: self.from.index() as u8,
            at: at.index() as u8,
            how: d as u8 | u8::from(king) << 3,
        };
        let been = crowd.has_seen(state);
        if crowd.is_over() || self.sink.is_full() {
            crowd.end();
            self.sink.give_up();
            return true;
        }
        been
    }

    #[inline(always)]
    fn targets(&self, king: bool) -> V::W {
        let present = self.sides.opponent & !self.captured;
        if king || self.view.rules().man_may_capture == ManMayCapture::MenAndKings {
            present
        } else {
            present & !self.sides.kings
        }
    }

    #[inline(always)]
    fn take(&mut self, piece: V::W) -> Undo<V::W> {
        let undo = Undo { free: self.free, captured: self.captured, kings_taken: self.kings_taken, order: self.order };
        if self.view.compiled().ranked && piece.meets(self.sides.kings) {
            self.kings_taken += 1;
            self.order |= 1 << 31 >> self.number.min(31);
        }
        self.captured |= piece;
        if self.view.rules().removal == Removal::AtOnce {
            self.free |= piece;
        }
        self.number += 1;
        undo
    }

    #[inline(always)]
    fn put_back(&mut self, undo: Undo<V::W>) {
        self.number -= 1;
        self.free = undo.free;
        self.captured = undo.captured;
        self.kings_taken = undo.kings_taken;
        self.order = undo.order;
    }

    /// Whether a jump in `direction` may follow one in `last`.
    #[inline(always)]
    fn may_turn(&self, last: usize, direction: usize) -> bool {
        // After a jump the piece just taken still stands there where removal waits, so that way is closed anyway.
        last == NO_DIRECTION
            || direction != opposite(last)
            || (self.view.rules().removal == Removal::AtOnce && self.view.rules().reversal == Reversal::Allowed)
    }

    /// All captures, by what they begin with: jumps of these men, and of kings where some can jump.
    #[inline(always)]
    fn first_jumps(&mut self, men: V::W, kings: V::W, empty: V::W, kings_capture: bool) {
        if !men.is_empty() {
            let targets = self.targets(false);
            for_each_direction!(d in self.view.compiled().man_captures[side::<WHITE>()] => {
                let mut pieces = self.view.step(d, men) & targets & self.view.step(opposite(d), empty);
                while let Some(piece) = pieces.pop() {
                    self.start(self.view.step(opposite(d), piece), empty, false);
                    let undo = self.take(piece);
                    self.man_lands(self.view.step(d, piece), d);
                    self.put_back(undo);
                }
            });
        }
        if kings_capture {
            for_each_direction!(d in self.view.compiled().king_captures[side::<WHITE>()] => {
                let mut pieces = self.seen_by_kings(kings, empty, d);
                while let Some(piece) = pieces.pop() {
                    let mut from = self.view.step(opposite(d), piece);
                    while !from.meets(kings) {
                        from = self.view.step(opposite(d), from);
                    }
                    self.start(from, empty, true);
                    let undo = self.take(piece);
                    self.king_lands(piece, self.view.step(d, piece), d);
                    self.put_back(undo);
                }
            });
        }
    }

    /// The pieces that kings on these squares, no two of them in line, can jump over in a direction. Where one stands
    /// behind another it sees nothing.
    #[inline(always)]
    fn seen_by_kings(&self, kings: V::W, free: V::W, d: usize) -> V::W {
        let mut seen = self.view.step(d, kings);
        if self.view.compiled().flying {
            let mut running = seen & free;
            while !running.is_empty() {
                running = self.view.step(d, running);
                seen |= running;
                running &= free;
            }
        }
        seen & self.targets(true) & self.view.step(opposite(d), free)
    }

    /// All jumps of a man standing on `at`; true where there is one.
    fn man_jumps(&mut self, at: V::W, last: usize) -> bool {
        let mut any = false;
        let targets = self.targets(false);
        for_each_direction!(d in self.view.compiled().man_captures[side::<WHITE>()] => {
            // Where removal waits, a man that turns back finds the piece just taken, which is no target.
            if self.view.rules().removal == Removal::AfterTheMove || self.may_turn(last, d) {
                let piece = self.view.step(d, at) & targets;
                let landing = self.view.step(d, piece) & self.free;
                if !landing.is_empty() {
                    any = true;
                    let undo = self.take(piece);
                    self.man_lands(landing, d);
                    self.put_back(undo);
                }
            }
        });
        any
    }

    /// A man has jumped to `at`.
    #[inline(always)]
    fn man_lands(&mut self, at: V::W, last: usize) {
        if self.has_been(at, last, false) {
            return;
        }
        let crowned = at.meets(self.view.crown::<WHITE>());
        let goes_on = match self.view.rules().crowning_in_capture {
            CrowningInCapture::Stops if crowned => false,
            CrowningInCapture::ContinuesAsKing if crowned => {
                self.stand(at);
                let mut any = self.king_jumps(at, last);
                any |= self.view.compiled().flying && self.may_go_straight_on(last) && self.ray(at, at, last);
                self.finish(at, true, any);
                return;
            }
            CrowningInCapture::Stops | CrowningInCapture::Passes | CrowningInCapture::ContinuesAsKing => {
                self.stand(at);
                self.man_may_jump(at) && self.man_jumps(at, last)
            }
        };
        self.finish(at, crowned, goes_on);
    }

    /// Whether it is worth looking for a jump of a man that has landed on `at`.
    #[inline(always)]
    fn man_may_jump(&self, at: V::W) -> bool {
        // Squares that have become free, where it came from and perhaps where it took, are behind the man after one
        // jump: a second jump from here was possible before, or is not at all.
        if at.meets(self.launches) {
            return true;
        }
        if self.number == 1 {
            return false;
        }
        if self.view.rules().removal == Removal::AtOnce {
            return true;
        }
        // Later it may land where it came from.
        let mut near = V::W::EMPTY;
        for_each_direction!(d in self.view.compiled().man_captures[side::<WHITE>()] => {
            near |= self.view.step(opposite(d), self.view.step(opposite(d), self.from));
        });
        at.meets(near)
    }

    /// Notes the square where the piece stands between two jumps.
    #[inline(always)]
    fn stand(&mut self, at: V::W) {
        if S::PATHS && self.number > 0 {
            self.path.truncate(self.number - 1);
            self.path.push(at);
        }
    }

    /// All jumps of a king from `at`, except straight on after `last` where kings fly; true where there is one.
    fn king_jumps(&mut self, at: V::W, last: usize) -> bool {
        let mut any = false;
        for_each_direction!(d in self.view.compiled().king_captures[side::<WHITE>()] => {
            if self.may_turn(last, d) && !(self.view.compiled().flying && d == last) {
                any |= self.ray(at, at, d);
            }
        });
        any
    }

    /// Jumps over the first piece a king meets from `seen` on in a direction, standing on `at`; true where it can.
    #[inline(always)]
    fn ray(&mut self, at: V::W, seen: V::W, d: usize) -> bool {
        self.stand(at);
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
        let undo = self.take(piece);
        self.king_lands(piece, landing, d);
        self.put_back(undo);
        true
    }

    /// A king has jumped over `piece`, the first square behind being `first`.
    fn king_lands(&mut self, piece: V::W, first: V::W, d: usize) {
        if self.has_been(first, d, true) {
            return;
        }
        let mut any = false;
        let anywhere = self.view.compiled().flying && self.view.compiled().lands_anywhere;
        // Turning: from each square it may land on.
        let mut landing = first;
        let mut landings = first;
        loop {
            if S::PATHS || !self.view.compiled().flying {
                any |= self.king_jumps(landing, d);
            }
            if !anywhere {
                break;
            }
            let next = self.view.step(d, landing) & self.free;
            if next.is_empty() {
                break;
            }
            landing = next;
            landings |= landing;
        }
        if !S::PATHS && self.view.compiled().flying {
            any |= self.king_turns(landings, d);
        }
        // Straight on: once, whatever the square it might have landed on.
        if self.view.compiled().flying && self.may_go_straight_on(d) {
            any |= self.ray(first, landing, d);
        }
        if any && self.must_go_on() {
            return;
        }
        let mut to = first;
        self.finish(to, true, false);
        let only_first = !anywhere
            || (self.view.rules().king_landing == KingLanding::AdjacentAfterKing && piece.meets(self.sides.kings));
        if !only_first {
            loop {
                to = self.view.step(d, to) & self.free;
                if to.is_empty() {
                    break;
                }
                self.finish(to, true, false);
            }
        }
    }

    /// All jumps of a flying king to the sides and back from any of the squares where it may land; true where there is
    /// one. To the sides the squares are not in line, and what is seen is seen from one of them.
    #[inline(always)]
    fn king_turns(&mut self, landings: V::W, last: usize) -> bool {
        let mut any = false;
        for_each_direction!(d in self.view.compiled().king_captures[side::<WHITE>()] => {
            if d != last && d != opposite(last) {
                let mut pieces = self.seen_by_kings(landings, self.free, d);
                while let Some(piece) = pieces.pop() {
                    any = true;
                    let undo = self.take(piece);
                    self.king_lands(piece, self.view.step(d, piece), d);
                    self.put_back(undo);
                }
            } else if d != last && self.may_turn(last, d) {
                let mut landings = landings;
                while let Some(landing) = landings.pop() {
                    any |= self.ray(landing, landing, d);
                }
            }
        });
        any
    }

    #[inline(always)]
    fn may_go_straight_on(&self, d: usize) -> bool {
        self.view.compiled().king_captures[side::<WHITE>()] >> d & 1 == 1
    }

    /// Whether a capture that can go on must.
    #[inline(always)]
    fn must_go_on(&self) -> bool {
        self.view.rules().chain_duty == ChainDuty::Complete && !self.sink.may_stop()
    }

    /// The capture ends on `to` unless it must go on.
    #[inline(always)]
    fn finish(&mut self, to: V::W, king: bool, goes_on: bool) {
        if goes_on && self.must_go_on() {
            return;
        }
        if self.view.compiled().ranked && !self.sink.unranked() {
            let rank = self.rank();
            if self.found && rank < self.best {
                return;
            }
            if !self.found || rank > self.best {
                self.found = true;
                self.best = rank;
                self.sink.outranked();
            }
        }
        let capture = Capture { from: self.from, to, captured: self.captured, king };
        let between = if S::PATHS { &self.path[..self.number - 1] } else { &[] };
        self.sink.capture(capture, between);
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
}
