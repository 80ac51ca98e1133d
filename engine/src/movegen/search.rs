//! The generator: which moves a side has, for every set of rules.
//!
//! Everything is written once over a [`View`] of the rules and the side to move, and tells what it finds to a
//! [`Sink`]. Captures are enumerated path by path:
//!
//! - a man's path is the sequence of squares it lands on;
//! - a flying king that goes straight on is counted once, landing on the square right behind the piece, as PDN writes
//!   it; one that turns lands where it turns.

use super::crowd::{Crowd, MOST_STATES, State};
use super::sight::{self, Four};
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

/// What holds a set of squares for each diagonal.
pub(crate) type FourOf<V> = <<V as View>::W as Word>::Four;

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
    /// A capture, with the squares it lands on between `from` and `to`.
    fn capture(&mut self, capture: Capture<W>, path: &[W]);
    /// Captures that differ in the square they end on, which is one of `ends`; called only where not `PATHS`.
    #[inline(always)]
    fn captures(&mut self, mut capture: Capture<W>, mut ends: W) {
        while let Some(to) = ends.pop() {
            capture.to = to;
            self.capture(capture, &[]);
        }
    }
    /// The same, of captures that nothing outranks.
    #[inline(always)]
    fn best_captures(&mut self, capture: Capture<W>, ends: W) {
        self.captures(capture, ends);
    }
    /// So many captures of so many pieces each, if the sink only counts them; false where it does not.
    #[inline(always)]
    fn count_captures(&mut self, _number: u32, _pieces: usize) -> bool {
        false
    }
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
pub(crate) fn generate<V: View, S: Sink<V::W>, const WHITE: bool>(view: V, sides: &SidesOf<V>, sink: &mut S) {
    if lost_to_a_crown(&view, sides) {
        return;
    }
    if !S::PATHS && has_kings_looking_at_once(view, sides) {
        generate_at_once::<V, S, WHITE>(view, sides, &Sight::of::<WHITE>(view, sides), sink);
        return;
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    let captures = FirstCaptures {
        empty,
        launches: man_launches::<V, WHITE>(&view, sides, empty),
        by_kings: kings_capture::<V, WHITE>(&view, sides, empty),
    };
    generate_in_turn::<V, S, WHITE>(view, sides, &captures, sink);
}

/// The number of legal moves, if it can be told without building captures. Where kings can look in all directions at once
/// the side must have none.
#[inline(always)]
pub(crate) fn count<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>) -> Result<u32, FirstCaptures<V::W, bool>> {
    if lost_to_a_crown(&view, sides) {
        return Ok(0);
    }
    let empty = view.board() & !(sides.own | sides.opponent);
    let by_kings = !view.compiled().looks_at_once && kings_capture::<V, WHITE>(&view, sides, empty);
    // Landing squares come first: they tell at once that there is nothing to capture, and often that there is nothing to
    // build.
    let landings = if by_kings { V::W::EMPTY } else { man_landings::<V, WHITE>(&view, sides, empty) };
    if !by_kings && landings.is_empty() {
        return Ok(count_quiet::<V, WHITE>(&view, sides, empty));
    }
    let launches = man_launches::<V, WHITE>(&view, sides, empty);
    if !by_kings
        && view.rules().capture_duty == CaptureDuty::Compulsory
        && all_single::<V, WHITE>(&view, sides, landings, launches)
    {
        return Ok(count_man_landings::<V, WHITE>(&view, sides, empty));
    }
    Err(FirstCaptures { empty, launches, by_kings })
}

/// What is known of the captures before any is built.
pub(crate) struct FirstCaptures<W, K> {
    empty: W,
    /// The squares from which a man could jump.
    launches: W,
    /// Whether kings can capture, or what.
    by_kings: K,
}

/// Tells the sink every legal move of the side to move, each piece looking in one direction after the other.
#[inline(always)]
pub(crate) fn generate_in_turn<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    first: &FirstCaptures<V::W, bool>,
    sink: &mut S,
) {
    if first.by_kings || first.launches.meets(sides.own & !sides.kings) {
        captures::<V, S, WHITE>(view, sides, first, sink);
        if view.rules().capture_duty == CaptureDuty::Compulsory {
            return;
        }
    }
    quiet::<V, S, WHITE>(&view, sides, first.empty, sink);
}

/// Whether the side to move has kings that can look in all directions at once.
#[inline(always)]
pub(crate) fn has_kings_looking_at_once<V: View>(view: V, sides: &SidesOf<V>) -> bool {
    view.compiled().looks_at_once && sides.own.meets(sides.kings)
}

/// What is known of a side with kings that look in all directions at once before any capture is built.
#[derive(Clone, Copy)]
pub(crate) struct Sight<V: View> {
    empty: V::W,
    open: <FourOf<V> as Four<V::W>>::Open,
    /// The empty squares that kings see, but for the last of a run from corner to corner.
    reached: FourOf<V>,
    /// The enemies with an empty square behind them.
    takeable: FourOf<V>,
    /// Those of them that a king can jump over.
    prey: FourOf<V>,
    /// Where men land with their first jump.
    landings: V::W,
    /// The squares from which a man could jump; looked at where the side has men.
    launches: V::W,
}

impl<V: View> Sight<V> {
    #[inline(always)]
    pub(crate) fn of<const WHITE: bool>(view: V, sides: &SidesOf<V>) -> Self {
        let empty = view.board() & !(sides.own | sides.opponent);
        let open = FourOf::<V>::open(view, empty);
        let kings = FourOf::<V>::same(sides.own & sides.kings);
        let reached = kings.through(view, open);
        let takeable = takeable(view, sides, empty);
        let prey = (kings | reached).ahead(view) & takeable;
        let (mut landings, mut launches) = (V::W::EMPTY, V::W::EMPTY);
        if !(sides.own & !sides.kings).is_empty() {
            landings = man_landings::<V, WHITE>(&view, sides, empty);
            launches = man_launches::<V, WHITE>(&view, sides, empty);
        }
        Sight { empty, open, reached, takeable, prey, landings, launches }
    }

    /// What a search for captures begins with.
    #[inline(always)]
    pub(crate) fn first(&self) -> FirstCaptures<V::W, FourOf<V>> {
        FirstCaptures { empty: self.empty, launches: self.launches, by_kings: self.prey }
    }

    #[inline(always)]
    fn captures(&self) -> bool {
        !(self.prey.are_empty() && self.landings.is_empty())
    }

    /// Where kings land, if every capture is one jump and all rank alike.
    #[inline(always)]
    fn single<const WHITE: bool>(&self, view: V, sides: &SidesOf<V>) -> Option<FourOf<V>> {
        if view.rules().capture_duty != CaptureDuty::Compulsory {
            return None;
        }
        let by_kings = !self.prey.are_empty();
        let by_men = !self.landings.is_empty();
        if by_men
            && ((by_kings && view.compiled().ranks_movers)
                || !all_single::<V, WHITE>(&view, sides, self.landings, self.launches))
        {
            return None;
        }
        if by_kings && taken_kings_tell(view, sides) {
            return None;
        }
        let landings = self.prey.through(view, self.open);
        // To its sides a king sees along lines on which neither what it has taken lies nor the square it came from;
        // straight on both are behind it.
        let from = landings | landings.across();
        let second = (from | from.through(view, self.open)).ahead(view) & self.takeable;
        second.are_empty().then_some(landings)
    }

    /// The squares to which kings may move quietly.
    #[inline(always)]
    fn quiet(&self, view: V, sides: &SidesOf<V>) -> FourOf<V> {
        let barred = barred(&view, sides);
        let reached = if barred.is_empty() {
            self.reached
        } else {
            FourOf::<V>::same(sides.own & sides.kings & !barred).through(view, self.open)
        };
        reached | reached.ahead(view) & FourOf::<V>::same(self.empty)
    }

    /// How many quiet moves the side has.
    #[inline(always)]
    fn count_quiet<const WHITE: bool>(&self, view: V, sides: &SidesOf<V>) -> u32 {
        let men = sides.own & !sides.kings;
        let by_men = if men.is_empty() { 0 } else { count_quiet_men::<V, WHITE>(&view, men, self.empty) };
        by_men + self.quiet(view, sides).count()
    }
}

/// The number of legal moves of a side with kings that look in all directions at once, where it can be told without
/// building captures.
#[inline(always)]
pub(crate) fn count_at_once<V: View, const WHITE: bool>(view: V, sides: &SidesOf<V>, sight: &Sight<V>) -> Option<u32> {
    if lost_to_a_crown(&view, sides) {
        return Some(0);
    }
    if !sight.captures() {
        return Some(sight.count_quiet::<WHITE>(view, sides));
    }
    let by_kings = sight.single::<WHITE>(view, sides)?.count();
    let men = sides.own & !sides.kings;
    let by_men = if men.is_empty() { 0 } else { count_man_landings::<V, WHITE>(&view, sides, sight.empty) };
    Some(by_kings + by_men)
}

/// Tells the sink every legal move of a side with kings that look in all directions at once.
#[inline(always)]
pub(crate) fn generate_at_once<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    sight: &Sight<V>,
    sink: &mut S,
) {
    if sight.captures() {
        if sight.landings.is_empty() && sight.single::<WHITE>(view, sides).is_some() {
            single_captures(view, sides, sight, sink);
            return;
        }
        captures_at_once::<V, S, WHITE>(view, sides, &sight.first(), sink);
        if view.rules().capture_duty == CaptureDuty::Compulsory {
            return;
        }
    }
    quiet_at_once::<V, S, WHITE>(view, sides, sight, sink);
}

/// Tells the sink the captures of a side with kings that look in all directions at once.
#[inline(always)]
pub(crate) fn captures_at_once<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    first: &FirstCaptures<V::W, FourOf<V>>,
    sink: &mut S,
) {
    let &FirstCaptures { empty, launches, by_kings: prey } = first;
    let men = men_to_try::<V, S, WHITE>(&view, sides, empty, launches, !prey.are_empty(), sink);
    let mut chain = Chain::<V, S, WHITE>::new(view, sides, launches, sink);
    chain.first_jumps_of_men(men, empty);
    // Where kings alone capture, some of them take more: where none did all has been told without coming here.
    let only_longer = men.is_empty()
        && view.compiled().most_first
        && view.rules().capture_duty == CaptureDuty::Compulsory
        && !taken_kings_tell(view, sides);
    chain.first_jumps_at_once(prey, empty, only_longer);
}

/// Tells the sink the quiet moves of a side with kings that look in all directions at once.
#[inline(always)]
pub(crate) fn quiet_at_once<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    sight: &Sight<V>,
    sink: &mut S,
) {
    if S::COUNTS {
        sink.quiet_moves(sight.count_quiet::<WHITE>(view, sides));
        return;
    }
    quiet_men::<V, S, WHITE>(&view, sides.own & !sides.kings, sight.empty, sink);
    let moving = sight.quiet(view, sides).back(view) & FourOf::<V>::same(sides.own & sides.kings);
    for (i, mut moving) in moving.sets().into_iter().enumerate() {
        let d = sight::direction(i);
        while let Some(from) = moving.pop() {
            let mut to = view.step(d, from);
            while to.meets(sight.empty) {
                sink.quiet(from, to, true);
                to = view.step(d, to);
            }
        }
    }
}

/// Whether there are kings to take, and taking one changes where a king lands or how its capture ranks.
#[inline(always)]
fn taken_kings_tell<V: View>(view: V, sides: &SidesOf<V>) -> bool {
    (view.compiled().ranks_kings || view.rules().king_landing == KingLanding::AdjacentAfterKing)
        && sides.opponent.meets(sides.kings)
}

/// Tells the sink the captures of kings where all captures are one jump.
#[inline(always)]
fn single_captures<V: View, S: Sink<V::W>>(view: V, sides: &SidesOf<V>, sight: &Sight<V>, sink: &mut S) {
    for (i, mut pieces) in sight.prey.sets().into_iter().enumerate() {
        while let Some(piece) = pieces.pop() {
            let from = origin(view, piece, sight::direction(i), sides.own);
            let capture = Capture { from, to: V::W::EMPTY, captured: piece, king: true };
            sink.best_captures(capture, row(view, piece, sight::direction(i), sight.empty));
        }
    }
}

/// The king that sees a piece in a direction, `own` being all pieces of its side.
#[inline(always)]
fn origin<V: View>(view: V, piece: V::W, d: usize, own: V::W) -> V::W {
    let mut from = piece;
    loop {
        from = view.step(opposite(d), from);
        if from.meets(own) {
            return from;
        }
    }
}

/// The free squares in a row behind a piece in a direction.
#[inline(always)]
fn row<V: View>(view: V, piece: V::W, d: usize, free: V::W) -> V::W {
    let mut next = view.step(d, piece) & free;
    let mut squares = next;
    while !next.is_empty() {
        next = view.step(d, next) & free;
        squares |= next;
    }
    squares
}

/// What a king sees that has landed on one of these squares after a jump along a diagonal. It does not turn back.
#[inline(always)]
fn seen_from_row<V: View>(view: V, landings: V::W, diagonal: usize, free: V::W) -> FourOf<V> {
    let from = FourOf::<V>::same(landings).except(diagonal ^ 2);
    (from | from.reach(view, free)).ahead(view)
}

/// The enemies with a free square behind them, for each diagonal.
#[inline(always)]
fn takeable<V: View>(view: V, sides: &SidesOf<V>, free: V::W) -> FourOf<V> {
    FourOf::<V>::same(free).back(view) & FourOf::<V>::same(sides.opponent)
}

/// The men whose captures must be looked at.
#[inline(always)]
fn men_to_try<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: &V,
    sides: &SidesOf<V>,
    empty: V::W,
    launches: V::W,
    kings_capture: bool,
    sink: &S,
) -> V::W {
    let men = launches & sides.own & !sides.kings;
    if !kings_capture && !sink.unranked() && longest_is_best(view, sides) {
        let going_on = men_going_on::<V, WHITE>(view, sides, launches & empty);
        if !going_on.is_empty() {
            return going_on & sink.origins();
        }
    }
    men & sink.origins()
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

/// How many quiet moves these men have.
#[inline(always)]
fn count_quiet_men<V: View, const WHITE: bool>(view: &V, men: V::W, empty: V::W) -> u32 {
    let mut number = 0;
    for_each_direction!(d in view.compiled().man_moves[side::<WHITE>()] => {
        number += (view.step(d, men) & empty).count();
    });
    number
}

#[inline(always)]
fn quiet_men<V: View, S: Sink<V::W>, const WHITE: bool>(view: &V, men: V::W, empty: V::W, sink: &mut S) {
    for_each_direction!(d in view.compiled().man_moves[side::<WHITE>()] => {
        let mut targets = view.step(d, men) & empty;
        while let Some(to) = targets.pop() {
            sink.quiet(view.step(opposite(d), to), to, false);
        }
    });
}

/// How many quiet moves the side to move has. Where kings can look in all directions at once it must have none.
#[inline(always)]
fn count_quiet<V: View, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W) -> u32 {
    let mut number = count_quiet_men::<V, WHITE>(view, sides.own & !sides.kings, empty);
    let kings = sides.own & sides.kings & !barred(view, sides);
    if view.compiled().looks_at_once || kings.is_empty() {
        return number;
    }
    // Kings of one side never meet on a ray: the one behind is stopped by the one in front. So all of them can run
    // together, and every square reached is one move.
    for_each_direction!(d in view.compiled().king_moves[side::<WHITE>()] => {
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

#[inline(always)]
fn quiet<V: View, S: Sink<V::W>, const WHITE: bool>(view: &V, sides: &SidesOf<V>, empty: V::W, sink: &mut S) {
    if S::COUNTS {
        sink.quiet_moves(count_quiet::<V, WHITE>(view, sides, empty));
        return;
    }
    quiet_men::<V, S, WHITE>(view, sides.own & !sides.kings, empty, sink);
    let mut kings = sides.own & sides.kings & !barred(view, sides);
    while let Some(from) = kings.pop() {
        for_each_direction!(d in view.compiled().king_moves[side::<WHITE>()] => {
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

#[inline(always)]
fn captures<V: View, S: Sink<V::W>, const WHITE: bool>(
    view: V,
    sides: &SidesOf<V>,
    first: &FirstCaptures<V::W, bool>,
    sink: &mut S,
) {
    let &FirstCaptures { empty, launches, by_kings } = first;
    let mut men = men_to_try::<V, S, WHITE>(&view, sides, empty, launches, by_kings, sink);
    let mut chain = Chain::<V, S, WHITE>::new(view, sides, launches, sink);
    if !S::PATHS {
        // Piece by piece and direction by direction comes to the same; direction by direction all pieces look at once.
        chain.first_jumps_of_men(men, empty);
        if by_kings {
            chain.first_jumps_of_kings(sides.own & sides.kings, empty);
        }
        return;
    }
    // The order of paths is that of the pieces.
    while let Some(from) = men.pop() {
        chain.start(from, empty, false);
        chain.man_jumps(from, NO_DIRECTION);
    }
    if by_kings {
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
    /// Where kings look in all directions at once: the enemies with a free square behind them.
    takeable: FourOf<V>,
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

impl<'a, V: View, S: Sink<V::W>, const WHITE: bool> Chain<'a, V, S, WHITE> {
    #[inline(always)]
    fn new(view: V, sides: &SidesOf<V>, launches: V::W, sink: &'a mut S) -> Self {
        Chain {
            view,
            sides: *sides,
            sink,
            from: V::W::EMPTY,
            by_king: false,
            free: V::W::EMPTY,
            launches,
            takeable: FourOf::<V>::same(V::W::EMPTY),
            captured: V::W::EMPTY,
            number: 0,
            kings_taken: 0,
            order: 0,
            best: 0,
            found: false,
            path: Vec::new(),
            steps: 0,
            crowd: None,
        }
    }

    #[inline(always)]
    fn start(&mut self, from: V::W, empty: V::W, by_king: bool) {
        self.from = from;
        self.by_king = by_king;
        self.free = empty | from;
        if !S::PATHS && self.view.compiled().looks_at_once {
            self.takeable = takeable(self.view, &self.sides, self.free);
        }
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

    /// Takes a piece, goes on, and puts it back.
    #[inline(always)]
    fn taking(&mut self, piece: V::W, go_on: impl FnOnce(&mut Self)) {
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
        // After a jump the piece just taken still stands there where removal waits, so that way is closed anyway.
        last == NO_DIRECTION
            || direction != opposite(last)
            || (self.view.rules().removal == Removal::AtOnce && self.view.rules().reversal == Reversal::Allowed)
    }

    /// All captures of these men, by what they begin with.
    #[inline(always)]
    fn first_jumps_of_men(&mut self, men: V::W, empty: V::W) {
        if men.is_empty() {
            return;
        }
        let targets = self.targets(false);
        for_each_direction!(d in self.view.compiled().man_captures[side::<WHITE>()] => {
            let mut pieces = self.view.step(d, men) & targets & self.view.step(opposite(d), empty);
            while let Some(piece) = pieces.pop() {
                self.start(self.view.step(opposite(d), piece), empty, false);
                self.taking(piece, |chain| chain.man_lands(chain.view.step(d, piece), d));
            }
        });
    }

    /// All captures of kings, by what they begin with.
    #[inline(always)]
    fn first_jumps_of_kings(&mut self, kings: V::W, empty: V::W) {
        for_each_direction!(d in self.view.compiled().king_captures[side::<WHITE>()] => {
            let pieces = self.seen_by_kings(kings, empty, d);
            self.first_jumps_over(pieces, d, empty);
        });
    }

    /// All captures of kings that begin with a jump over one of these pieces in a direction.
    #[inline(always)]
    fn first_jumps_over(&mut self, mut pieces: V::W, d: usize, empty: V::W) {
        while let Some(piece) = pieces.pop() {
            self.start(origin(self.view, piece, d, self.sides.own), empty, true);
            self.taking(piece, |chain| chain.king_lands(piece, d));
        }
    }

    /// All captures of kings that look in all directions at once, `prey` being what they can jump over first; those of
    /// one piece need not be told where some are known to take more and are better for it.
    #[inline(always)]
    fn first_jumps_at_once(&mut self, prey: FourOf<V>, empty: V::W, only_longer: bool) {
        let takeable = takeable(self.view, &self.sides, empty);
        for (i, mut pieces) in prey.each() {
            while let Some(piece) = pieces.pop() {
                // The square the king comes from lies on none of the lines it sees now.
                let d = sight::direction(i);
                let landings = row(self.view, piece, d, empty);
                let next = seen_from_row(self.view, landings, i, empty) & takeable;
                if only_longer && next.are_empty() {
                    continue;
                }
                self.start(origin(self.view, piece, d, self.sides.own), empty, true);
                self.taking(piece, |chain| chain.king_lands_seeing(piece, i, landings, next));
            }
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
                    self.taking(piece, |chain| chain.man_lands(landing, d));
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
                self.goes_on_crowned(at, last);
                return;
            }
            CrowningInCapture::Stops | CrowningInCapture::Passes | CrowningInCapture::ContinuesAsKing => {
                self.stand(at);
                self.man_may_jump(at) && self.man_jumps(at, last)
            }
        };
        self.finish(at, crowned, goes_on);
    }

    /// A man has jumped to `at`, is crowned, and goes on as a king.
    #[inline(never)]
    fn goes_on_crowned(&mut self, at: V::W, last: usize) {
        if !S::PATHS && self.view.compiled().looks_at_once {
            let prey = self.prey_from_row(at, sight::diagonal(last));
            if !prey.are_empty() {
                self.king_jumps_over(prey);
            }
            self.finish(at, true, !prey.are_empty());
            return;
        }
        self.stand(at);
        let mut any = self.king_jumps(at, last);
        any |= self.view.compiled().flying && self.may_go_straight_on(last) && self.ray(at, at, last);
        self.finish(at, true, any);
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
        self.taking(piece, |chain| chain.king_lands(piece, d));
        true
    }

    /// A king that looks in all directions at once has jumped over `piece` along a diagonal.
    #[inline(always)]
    fn king_lands_at_once(&mut self, piece: V::W, diagonal: usize) {
        let d = sight::direction(diagonal);
        let first = self.view.step(d, piece);
        if self.has_been(first, d, true) {
            return;
        }
        let landings = row(self.view, piece, d, self.free);
        let prey = self.prey_from_row(landings, diagonal);
        self.king_lands_seeing(piece, diagonal, landings, prey);
    }

    /// A king has jumped over `piece` along a diagonal, and from where it may land it can jump over `prey`.
    #[inline(always)]
    fn king_lands_seeing(&mut self, piece: V::W, diagonal: usize, landings: V::W, prey: FourOf<V>) {
        if !prey.are_empty() {
            self.king_jumps_over(prey);
            if self.must_go_on() {
                return;
            }
        }
        let adjacent = self.view.rules().king_landing == KingLanding::AdjacentAfterKing;
        let first = self.view.step(sight::direction(diagonal), piece);
        self.finish_all(if adjacent && piece.meets(self.sides.kings) { first } else { landings });
    }

    /// What a king can jump over from one of the squares where it may land after a jump along a diagonal.
    #[inline(always)]
    fn prey_from_row(&self, landings: V::W, diagonal: usize) -> FourOf<V> {
        let seen = seen_from_row(self.view, landings, diagonal, self.free);
        seen & self.takeable & FourOf::<V>::same(!self.captured)
    }

    /// All jumps of a king over one of these pieces.
    #[inline(always)]
    fn king_jumps_over(&mut self, prey: FourOf<V>) {
        if !self.counts_last_jumps(prey) {
            self.king_jumps_and_lands(prey);
        }
    }

    /// Counts the captures that end with a jump over one of these pieces, if none goes on from there; false where not.
    #[inline(always)]
    fn counts_last_jumps(&mut self, prey: FourOf<V>) -> bool {
        if !S::COUNTS || taken_kings_tell(self.view, &self.sides) {
            return false;
        }
        // What the king has just taken lies on none of the lines to its sides.
        let landings = prey.reach(self.view, self.free);
        let from = landings | landings.across();
        let seen = (from | from.reach(self.view, self.free)).ahead(self.view);
        if !(seen & self.takeable & FourOf::<V>::same(!self.captured)).are_empty() {
            return false;
        }
        self.number += 1;
        let counted = self.is_outranked() || self.sink.count_captures(landings.count(), self.number);
        self.number -= 1;
        counted
    }

    /// All jumps of a king over one of these pieces, one by one.
    #[inline(never)]
    fn king_jumps_and_lands(&mut self, prey: FourOf<V>) {
        for (i, mut pieces) in prey.each() {
            while let Some(piece) = pieces.pop() {
                self.taking(piece, |chain| chain.king_lands_at_once(piece, i));
            }
        }
    }

    /// A king has jumped over `piece`.
    #[inline(always)]
    fn king_lands(&mut self, piece: V::W, d: usize) {
        if !S::PATHS && self.view.compiled().looks_at_once {
            self.king_lands_at_once(piece, sight::diagonal(d));
        } else {
            self.king_lands_in_turn(piece, d);
        }
    }

    /// A king that looks in its directions in turn has jumped over `piece`.
    fn king_lands_in_turn(&mut self, piece: V::W, d: usize) {
        let first = self.view.step(d, piece);
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
                    self.taking(piece, |chain| chain.king_lands(piece, d));
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
        if (goes_on && self.must_go_on()) || self.is_outranked() {
            return;
        }
        let capture = Capture { from: self.from, to, captured: self.captured, king };
        let between = if S::PATHS { &self.path[..self.number - 1] } else { &[] };
        self.sink.capture(capture, between);
    }

    /// The capture by a king ends on each of these squares.
    #[inline(always)]
    fn finish_all(&mut self, ends: V::W) {
        if !self.is_outranked() {
            let capture = Capture { from: self.from, to: V::W::EMPTY, captured: self.captured, king: true };
            self.sink.captures(capture, ends);
        }
    }

    /// Whether a better capture is known than the one that ends now; those that are worse are forgotten.
    #[inline(always)]
    fn is_outranked(&mut self) -> bool {
        if self.view.compiled().ranked && !self.sink.unranked() {
            let rank = self.rank();
            if self.found && rank < self.best {
                return true;
            }
            if !self.found || rank > self.best {
                self.found = true;
                self.best = rank;
                self.sink.outranked();
            }
        }
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
