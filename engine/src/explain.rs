//! Why a move is legal or not.
//!
//! The method needs no second set of rules: a move that becomes legal when one rule is lifted was forbidden by that
//! rule. So the rules are relaxed one at a time, in an order that asks first what a reader would say first, and the
//! first relaxation that allows the move names the reason. Only what no relaxation allows is explained from the
//! geometry of its squares.
//!
//! ```
//! use damero_engine::explain::{Explanation, Ground};
//! use damero_engine::{Arbiter, Illegality, variants};
//!
//! let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
//! let position = arbiter.read("W:W28,32:B23")?;
//! let explanation = arbiter.explain(&position, &arbiter.read_move("32-27")?)?;
//! let Explanation::Illegal { reason, ground, .. } = &explanation else { panic!("it is not legal") };
//! assert_eq!(*reason, Illegality::CaptureIsCompulsory);
//! assert_eq!(*ground, Some(Ground::Parameter("capture-duty")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::arbiter::Arbiter;
use crate::color::Color;
use crate::geometry::{Square, SquareSet};
use crate::movegen::{MOST_STATES, Pattern, Wanted};
use crate::moves::{Move, MovesError};
use crate::notation::moves::{Among, FindError, WrittenMove, WrittenSquares};
use crate::position::Position;
use crate::rules::{
    CaptureDuty, ChainDuty, Criterion, CrowningInCapture, CrowningResult, Directions, KingLanding, KingRange,
    ManMayCapture, PlayingSquares, Removal, Reversal, Rules,
};
use crate::value::List;
use crate::words::words;
use std::cell::Cell;
use std::mem;

mod sentence;

words! {
    /// Why a move is not legal.
    pub enum Illegality {
        /// the game is over
        GameOver = "game-over",
        /// nothing stands on the square it comes from
        EmptyOrigin = "empty-origin",
        /// the piece belongs to the other side
        NotYourPiece = "not-your-piece",
        /// something stands on the square it goes to
        Occupied = "occupied",
        /// the squares are not on a line this piece may use
        OffLine = "off-line",
        /// a man does not go that way
        WrongWay = "wrong-way",
        /// the piece does not reach so far
        TooFar = "too-far",
        /// something stands in the way
        Blocked = "blocked",
        /// there is nothing to capture there
        NothingToCapture = "nothing-to-capture",
        /// it would jump a piece of its own side
        OwnPiece = "own-piece",
        /// two pieces stand one behind the other
        TwoInARow = "two-in-a-row",
        /// it would jump a piece twice, or pass one already taken
        DoubleJump = "double-jump",
        /// there is a capture, and capturing is compulsory
        CaptureIsCompulsory = "capture-is-compulsory",
        /// the capture can go on and must
        MustContinue = "must-continue",
        /// a man that reaches the crowning row does not go on like that
        MustStop = "must-stop",
        /// a king may not land there behind the piece it takes
        WrongLanding = "wrong-landing",
        /// another capture takes more pieces
        QuantityLaw = "quantity-law",
        /// another capture comes first by the kings it takes
        QualityLaw = "quality-law",
        /// another capture is made by a king
        KingFirst = "king-first",
        /// another capture is worth more
        ValueLaw = "value-law",
        /// a man may not take a king
        ManCannotTakeKing = "man-cannot-take-king",
        /// it turns back by 180 degrees
        Reversal = "reversal",
        /// the king has used up its quiet moves
        KingMoveLimit = "king-move-limit",
    }
}

/// What became of a written move.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// It is this legal move.
    Legal(Move),
    /// It fits several legal moves.
    Ambiguous(Vec<Move>),
    /// It is not legal.
    Illegal {
        /// Why.
        reason: Illegality,
        /// A legal move that shows it, where there is one: the capture that must be made, or that comes first, or what
        /// lies between the same ends.
        instead: Option<Move>,
        /// The one rule that decides; `None` where none is needed, as on an empty square.
        ground: Option<Ground>,
        /// The move as it would be without that rule, where the rule alone forbids it.
        meant: Option<Move>,
    },
}

/// A rule on which an answer rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A parameter of the rules, by its name.
    Parameter(&'static str),
    /// One criterion of `capture-priority`.
    Criterion(Criterion),
    /// The free choice between captures that `capture-priority` leaves.
    FreeChoice,
    /// A law that every game of the family shares, by its name in [`LAWS`](crate::rules::LAWS).
    Law(&'static str),
}

/// How a legal move stands among the others of its position.
#[derive(Clone, Debug)]
pub struct Standing {
    /// How many captures there are, each carried to its end, before any criterion chooses between them; `None` where
    /// they are more than can be listed.
    pub captures: Option<usize>,
    /// How many of them are legal.
    pub legal: usize,
    /// The criteria that ruled captures out, strongest first, each with one capture that lost by it.
    pub ruled_out: Vec<(Criterion, Move)>,
}

impl Arbiter {
    /// Why a written move is legal or not in a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the legal moves cannot be listed.
    pub fn explain(&self, position: &Position, written: &WrittenMove) -> Result<Explanation, MovesError> {
        let (found, legal) = self.find_with_all(position, written)?;
        Ok(match found {
            Err(FindError::Moves(error)) => return Err(error),
            Ok(played) => Explanation::Legal(played),
            Err(FindError::Ambiguous(moves)) => Explanation::Ambiguous(moves),
            Err(FindError::NotLegal) => {
                let Refused { reason, ground, meant } = self.illegality(position, written);
                let same_ends = legal.iter().position(|m| (m.from(), m.to()) == (written.from(), written.to()));
                let instead = match reason {
                    Illegality::CaptureIsCompulsory
                    | Illegality::MustContinue
                    | Illegality::WrongLanding
                    | Illegality::QuantityLaw
                    | Illegality::QualityLaw
                    | Illegality::KingFirst
                    | Illegality::ValueLaw => {
                        let same_piece = || legal.iter().position(|m| m.from() == written.from());
                        same_ends.or_else(same_piece).or(Some(0))
                    }
                    _ => same_ends,
                };
                let instead = instead.and_then(|index| legal.into_iter().nth(index));
                Explanation::Illegal { reason, instead, ground, meant }
            }
        })
    }

    /// How a legal move stands among the others of its position.
    #[must_use]
    pub fn standing(&self, position: &Position) -> Standing {
        let criteria: Vec<Criterion> = self.rules().capture_priority.iter().collect();
        let captures_by = |first: &[Criterion]| {
            let rules = Rules { capture_priority: List::of(first), ..*self.rules() };
            let moves = Arbiter::new(rules).ok()?.moves(position).ok()?;
            Some(moves.into_iter().filter(Move::is_capture).collect::<Vec<Move>>())
        };
        let Some(mut left) = captures_by(&[]) else {
            let legal = self.moves(position).map_or(0, |moves| moves.iter().filter(|m| m.is_capture()).count());
            return Standing { captures: None, legal, ruled_out: Vec::new() };
        };
        let captures = left.len();
        let mut ruled_out = Vec::new();
        for number in 1..=criteria.len() {
            let Some(next) = captures_by(&criteria[..number]) else { break };
            // Its first loser is enough to show the criterion.
            if let Some(loser) = left.into_iter().find(|capture| !next.contains(capture)) {
                ruled_out.push((criteria[number - 1], loser));
            }
            left = next;
        }
        Standing { captures: Some(captures), legal: left.len(), ruled_out }
    }

    fn illegality(&self, position: &Position, written: &WrittenMove) -> Refused {
        match position.piece_at(written.from()) {
            None => return Refused::plain(Illegality::EmptyOrigin),
            Some(piece) if piece.color != position.turn() => {
                return Refused::by_law(Illegality::NotYourPiece, "turn-order");
            }
            Some(_) => {}
        }
        // No game goes on with a king on the board where crowning wins, and no piece moves there.
        if self.rules().crowning_result == CrowningResult::Wins && position.all_king_bits() != 0 {
            return Refused::plain(Illegality::GameOver);
        }
        if written.squares.iter().any(|square| square.0 >= self.geometry().squares()) {
            return Refused::plain(Illegality::OffLine);
        }
        let rules = *self.rules();

        // A destination that is taken needs no more words, unless by the piece itself or by one that leaves at once.
        let occupied = written.to() != written.from() && position.piece_at(written.to()).is_some();
        if occupied && rules.removal == Removal::AfterTheMove {
            return Refused::by_law(Illegality::Occupied, "empty-target");
        }
        // Among captures that need not be complete nor the best there are all others.
        if let Some(stopped) = self.found_stopping(position, written) {
            let goes_on = self.king_must_go_on(position, &stopped);
            // The same captures without ranking: a move found here lost to a better one. There is none where what
            // takes exactly these pieces goes on.
            if !(goes_on && written.captured.is_some())
                && let Some(found) = self.found_among(Among::Unranked, position, written)
                && found.is_capture()
            {
                return Refused::outranked(self.lost_by(position, &found), found);
            }
            // Stopping early, and stopping where the capture cannot go on although it could from elsewhere.
            return if goes_on || self.goes_on_from_there(position, &stopped) {
                Refused::by(Illegality::MustContinue, "chain-duty", stopped)
            } else {
                // Where the longest or the most valuable capture is compulsory, that is what a reader would say.
                match rules.capture_priority.get(0) {
                    Some(criterion @ (Criterion::MostPieces | Criterion::FrisianValue)) => {
                        Refused::outranked(criterion, stopped)
                    }
                    _ => Refused::by(Illegality::WrongLanding, "chain-duty", stopped),
                }
            };
        }
        let unranked = Rules { capture_priority: List::EMPTY, ..rules };
        let stopping = Rules { chain_duty: ChainDuty::MayStop, ..unranked };
        let free = Rules { capture_duty: CaptureDuty::Optional, ..stopping };
        if written.capture != Some(true) {
            // Captures have been looked at.
            let quiet = WrittenMove { capture: Some(false), ..written.clone() };
            if let Some(found) = found_under(free, position, &quiet) {
                return Refused::by(Illegality::CaptureIsCompulsory, "capture-duty", found);
            }
            let unlimited = Rules { king_move_limit: 0, ..free };
            if let Some(found) = found_under(unlimited, position, &quiet) {
                return Refused::by(Illegality::KingMoveLimit, "king-move-limit", found);
            }
        }
        if occupied {
            return Refused::by_law(Illegality::Occupied, "empty-target");
        }
        // A man of an orthogonal game that goes diagonally leaves its lines; one that goes back does not.
        let lines = if self.rules().playing_squares == PlayingSquares::All {
            Directions::ORTHOGONAL
        } else {
            Directions::DIAGONAL
        };
        let (both_ways, captures_both_ways) = (lines.union(rules.man_moves), lines.union(rules.man_captures));
        let crowning = "crowning-in-capture";
        let relaxations = [
            (Rules { crowning_in_capture: CrowningInCapture::ContinuesAsKing, ..free }, Illegality::MustStop, crowning),
            (Rules { crowning_in_capture: CrowningInCapture::Passes, ..free }, Illegality::MustStop, crowning),
            (
                Rules { man_may_capture: ManMayCapture::MenAndKings, ..free },
                Illegality::ManCannotTakeKing,
                "man-may-capture",
            ),
            (Rules { king_landing: landing_of(&rules), ..free }, Illegality::WrongLanding, "king-landing"),
            (
                Rules { man_moves: both_ways, man_captures: captures_both_ways, ..free },
                Illegality::WrongWay,
                "man-moves",
            ),
            (Rules { reversal: Reversal::Allowed, ..free }, Illegality::Reversal, "reversal"),
            (Rules { removal: Removal::AtOnce, ..free }, Illegality::DoubleJump, "removal"),
            (Rules { removal: Removal::AfterTheMove, ..free }, Illegality::Blocked, "removal"),
            (
                Rules { king_range: KingRange::Flying, king_landing: KingLanding::Any, ..free },
                Illegality::TooFar,
                "king-range",
            ),
        ];
        let king = position.kings(position.turn()).contains(written.from());
        for (relaxed, reason, parameter) in relaxations {
            // Nothing that is about men alone changes what a king may do.
            let of_men = Rules {
                crowning_in_capture: relaxed.crowning_in_capture,
                man_may_capture: relaxed.man_may_capture,
                man_moves: relaxed.man_moves,
                man_captures: relaxed.man_captures,
                ..free
            };
            if relaxed != free
                && !(king && relaxed == of_men)
                && let Some(found) = found_under(relaxed, position, written)
            {
                // Moving and capturing are lifted together: the move found tells which of them it needs.
                let captures = reason == Illegality::WrongWay && found.is_capture();
                return Refused::by(reason, if captures { "man-captures" } else { parameter }, found);
            }
        }
        self.by_geometry(position, written)
    }

    /// The criterion by which a complete capture loses to the legal ones.
    fn lost_by(&self, position: &Position, found: &Move) -> Criterion {
        let criteria: Vec<Criterion> = self.rules().capture_priority.iter().collect();
        let legal_by = |first: &[Criterion]| {
            found_again(Rules { capture_priority: List::of(first), ..*self.rules() }, position, found)
        };
        // It is not legal by all of them: the last needs no search.
        let decisive = (1..criteria.len()).find(|number| !legal_by(&criteria[..*number])).unwrap_or(criteria.len());
        criteria[..decisive].last().copied().unwrap_or(Criterion::MostPieces)
    }

    /// The move a text means among more than the legal ones. These captures pass the same squares as legal ones, so
    /// there are not too many to look at.
    fn found_among(&self, among: Among, position: &Position, written: &WrittenMove) -> Option<Move> {
        first(self.find_among(position, written, among, MOST_STATES))
    }

    /// The capture a text means where captures may stop on their way.
    fn found_stopping(&self, position: &Position, written: &WrittenMove) -> Option<Move> {
        if self.can_capture(position, position.turn()) != Ok(true) {
            return None;
        }
        // What may stop anywhere does not depend on the pieces that are not to be taken, except that they stand there:
        // without them there is much less to look at.
        let seen = match written.captured {
            Some(captured) => {
                let others = position.pieces(position.turn().opponent()) - captured;
                position.with_obstacles(others)
            }
            None => *position,
        };
        self.found_among(Among::Stopping, &seen, written).filter(Move::is_capture)
    }

    /// Whether a king that has taken what this capture takes must go on from where it stops, whatever its way was.
    fn king_must_go_on(&self, position: &Position, stopped: &Move) -> bool {
        let king = position.kings(position.turn()).contains(stopped.from());
        // Where pieces are removed at once it may depend on its last jump.
        if !king || self.rules().chain_duty != ChainDuty::Complete || self.rules().removal != Removal::AfterTheMove {
            return false;
        }
        let mut there = self.play_unchecked(position, &Move { captured: SquareSet::EMPTY, ..stopped.clone() });
        there = there.with_turn(position.turn());
        let there = there.with_obstacles(stopped.captured());
        let stays = Move { from: stopped.to(), captured: SquareSet::EMPTY, ..stopped.clone() };
        // The first way that is tried ends somewhere and tells.
        Longer::is_there(self, &there, &stays, 0)
    }

    /// Whether a complete capture begins with this one: the same piece, passing or standing where this one stops.
    fn goes_on_from_there(&self, position: &Position, stopped: &Move) -> bool {
        // There are only too many ways where the position itself has too many.
        Longer::is_there(self, position, stopped, MOST_STATES)
    }

    /// The squares between two squares in line; none where they are not.
    pub(crate) fn between(&self, from: Square, to: Square) -> Vec<Square> {
        match self.line(from, to) {
            Some((direction, distance)) => (1..distance).filter_map(|n| self.along(from, direction, n)).collect(),
            None => Vec::new(),
        }
    }

    /// Where a written path passes an enemy piece that it has passed before.
    fn jumps_twice(&self, position: &Position, written: &WrittenMove) -> Option<Square> {
        let mut jumped = Vec::new();
        for leg in written.squares.windows(2) {
            for square in self.between(leg[0], leg[1]) {
                let enemy = position.piece_at(square).is_some_and(|piece| piece.color != position.turn());
                if square != written.from() && enemy {
                    if jumped.contains(&square) {
                        return Some(square);
                    }
                    jumped.push(square);
                }
            }
        }
        None
    }

    /// What is wrong with the squares of a move that no rule but geometry forbids.
    fn by_geometry(&self, position: &Position, written: &WrittenMove) -> Refused {
        let rules = self.rules();
        if self.jumps_twice(position, written).is_some() {
            return match rules.removal {
                Removal::AfterTheMove => Refused::by_law(Illegality::DoubleJump, "no-double-jump"),
                Removal::AtOnce => Refused::by_parameter(Illegality::DoubleJump, "removal"),
            };
        }
        // Between these ends there may be a capture of other pieces than those written.
        let free_of_captured = WrittenMove { captured: None, ..written.clone() };
        if written.captured.is_some()
            && let Some(found) = self.found_among(Among::Legal, position, &free_of_captured)
        {
            return Refused { meant: Some(found), ..Refused::by_law(Illegality::NothingToCapture, "jump") };
        }
        let (from, to) = (written.from(), written.squares[1]);
        let king = position.kings(position.turn()).contains(from);
        // Some lines are for capturing only; a move that passes nothing is no capture, whatever it is meant to be.
        let passes_something = self.between(from, to).iter().any(|square| position.piece_at(*square).is_some());
        let quiet = written.capture != Some(true) && !passes_something;
        let directions = match (king, quiet) {
            (true, true) => "king-moves",
            (true, false) => "king-captures",
            (false, true) => "man-moves",
            (false, false) => "man-captures",
        };
        let Some((direction, distance)) = self.line(from, to) else {
            return Refused::by_parameter(Illegality::OffLine, directions);
        };
        let forward = if position.turn() == Color::White { direction } else { (direction + 4) & 7 };
        let (moves, captures) =
            if king { (rules.king_moves, rules.king_captures) } else { (rules.man_moves, rules.man_captures) };
        let lines = if quiet { moves } else { moves.union(captures) };
        if !lines.has(forward) {
            let opposite = (forward + 4) & 7;
            let reason = if !king && lines.has(opposite) { Illegality::WrongWay } else { Illegality::OffLine };
            return Refused::by_parameter(reason, directions);
        }
        let between: Vec<Option<Color>> = (1..distance)
            .filter_map(|n| self.along(from, direction, n))
            .map(|square| position.piece_at(square).map(|piece| piece.color))
            .collect();
        let flying = king && rules.king_range == KingRange::Flying;
        if between.contains(&Some(position.turn())) {
            // Jumping is meant where the move is written as a capture, or a piece of one step goes two.
            let jumps = written.capture == Some(true) || !flying;
            return Refused::by_law(if jumps { Illegality::OwnPiece } else { Illegality::Blocked }, "empty-target");
        }
        let enemies = between.iter().filter(|color| color.is_some()).count();
        if between.windows(2).any(|pair| pair[0].is_some() && pair[1].is_some()) {
            return Refused::by_law(Illegality::TwoInARow, "jump");
        }
        let reach = if king { "king-range" } else { directions };
        match enemies {
            0 if written.capture == Some(true) || written.squares.len() > 2 => {
                Refused::by_law(Illegality::NothingToCapture, "jump")
            }
            0 | 1 if !flying && distance > enemies + 1 => Refused::by_parameter(Illegality::TooFar, reach),
            1 if written.squares.len() > 2 && to != from && position.piece_at(to).is_some() => {
                Refused::by_law(Illegality::Occupied, "empty-target")
            }
            1 if written.squares.len() > 2 => Refused::by_law(Illegality::NothingToCapture, "jump"),
            // Written as a quiet move it would pass over them.
            1.. if written.capture == Some(false) => {
                Refused::by_parameter(Illegality::Blocked, if king { "king-range" } else { "man-moves" })
            }
            1.. if !captures.has(forward) => {
                Refused::by_parameter(Illegality::Blocked, if king { "king-captures" } else { "man-captures" })
            }
            _ => Refused::by_law(Illegality::Blocked, "jump"),
        }
    }

    /// Direction (absolute, clockwise from White's straight ahead) and number of steps between two squares in line.
    pub(crate) fn line(&self, from: Square, to: Square) -> Option<(usize, usize)> {
        (0..8).find_map(|direction| {
            let steps = usize::from(self.geometry().height().max(self.geometry().width()));
            (1..=steps).find(|n| self.along(from, direction, *n) == Some(to)).map(|n| (direction, n))
        })
    }

    /// The square so many steps from another.
    pub(crate) fn along(&self, from: Square, direction: usize, steps: usize) -> Option<Square> {
        const STEP: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let (x, y) = self.geometry().column_row(from);
        let straight = direction.is_multiple_of(2) && self.rules().playing_squares != PlayingSquares::All;
        let reach = steps as i32 * if straight { 2 } else { 1 };
        let (dx, dy) = STEP[direction];
        let column = u8::try_from(i32::from(x) + dx * reach).ok()?;
        let row = u8::try_from(i32::from(y) + dy * reach).ok()?;
        self.geometry().square_at(column, row)
    }
}

/// A reason with the rule it follows from.
struct Refused {
    reason: Illegality,
    ground: Option<Ground>,
    meant: Option<Move>,
}

impl Refused {
    fn plain(reason: Illegality) -> Refused {
        Refused { reason, ground: None, meant: None }
    }
    fn by_law(reason: Illegality, law: &'static str) -> Refused {
        Refused { ground: Some(Ground::Law(law)), ..Self::plain(reason) }
    }
    fn by_parameter(reason: Illegality, parameter: &'static str) -> Refused {
        Refused { ground: Some(Ground::Parameter(parameter)), ..Self::plain(reason) }
    }
    fn by(reason: Illegality, parameter: &'static str, meant: Move) -> Refused {
        Refused { meant: Some(meant), ..Self::by_parameter(reason, parameter) }
    }
    fn outranked(criterion: Criterion, meant: Move) -> Refused {
        let reason = match criterion {
            Criterion::MostPieces => Illegality::QuantityLaw,
            Criterion::FrisianValue => Illegality::ValueLaw,
            Criterion::WithKing => Illegality::KingFirst,
            Criterion::MostKings | Criterion::EarliestKings | Criterion::FirstKing | Criterion::FirstPieceKing => {
                Illegality::QualityLaw
            }
        };
        Refused { reason, ground: Some(Ground::Criterion(criterion)), meant: Some(meant) }
    }
}

/// The landing rule with which a wrong landing would be right.
fn landing_of(rules: &Rules) -> KingLanding {
    match rules.king_range {
        KingRange::Flying => KingLanding::Any,
        KingRange::OneStep => rules.king_landing,
    }
}

/// Looks for complete captures that begin with one that has stopped on its way.
struct Longer {
    /// The bit of the square it comes from.
    origin: Square,
    /// The pieces it has taken.
    before: SquareSet,
    /// For every square those to which a jump from there passes the square where it stops; all of them for that square
    /// itself.
    passing: Vec<SquareSet>,
    most_states: usize,
    found: Cell<bool>,
}

impl Longer {
    /// Whether there is such a capture; nothing is kept of it. The search stops after so many states.
    fn is_there(arbiter: &Arbiter, position: &Position, stopped: &Move, most_states: usize) -> bool {
        let index = |square: Square| usize::from(square.0);
        let from_stop = |direction, steps| arbiter.along(stopped.to(), direction, steps);
        // Going straight on it may stop on any square before the next piece.
        let free = |square: Square| position.piece_at(square).is_none() || square == stopped.from();
        let mut passing = vec![SquareSet::EMPTY; usize::from(arbiter.geometry().squares())];
        if free(stopped.to()) {
            for direction in 0..8 {
                let beyond = (1..).map_while(|steps| from_stop((direction + 4) & 7, steps)).collect();
                for last in (1..).map_while(|steps| from_stop(direction, steps)) {
                    passing[index(last)] = beyond;
                    if !free(last) {
                        break;
                    }
                }
            }
        }
        passing[index(stopped.to())] = arbiter.geometry().all_squares().collect();
        let longer = Longer {
            origin: stopped.from(),
            before: stopped.captured(),
            passing,
            most_states,
            found: Cell::new(false),
        };
        let _ = arbiter.collect(position, Wanted::Fitting(&longer));
        longer.found.get()
    }

    /// Whether a path passes, or stands on, the square where the other stops.
    fn meets_stop(&self, path: impl Iterator<Item = Square>) -> bool {
        let mut last = self.origin;
        path.into_iter().any(|next| self.passing[usize::from(mem::replace(&mut last, next).0)].contains(next))
    }
}

impl Pattern for Longer {
    fn origins(&self) -> Option<SquareSet> {
        Some([self.origin].into_iter().collect())
    }
    fn unranked(&self) -> bool {
        true
    }
    fn may_stop(&self) -> bool {
        false
    }
    fn most_states(&self) -> usize {
        self.most_states
    }
    fn progress(&self, _: Square, between: &[Square]) -> u8 {
        u8::from(self.meets_stop(between.iter().copied()))
    }
    fn fits(&self, whole: &Move) -> bool {
        let takes_more = whole.is_capture() && self.before.iter().all(|square| whole.captured().contains(square));
        if !self.found.get() && whole.from() == self.origin && takes_more && self.meets_stop(whole.path().skip(1)) {
            self.found.set(true);
        }
        false
    }
    fn is_distinct(&self, _: &Move) -> bool {
        false
    }
}

/// The move a text means under other rules. Where they allow too many captures to be looked at a dozen times over, they
/// explain nothing.
fn found_under(rules: Rules, position: &Position, written: &WrittenMove) -> Option<Move> {
    let arbiter = Arbiter::new(rules).ok()?;
    // Rules by which pieces go straight keep the same squares in other bits.
    let position = position.on(arbiter.geometry());
    first(arbiter.find_among(&position, written, Among::Legal, MOST_STATES / 10))
}

/// The move that is meant, or the first that could be.
fn first(found: Result<Move, FindError>) -> Option<Move> {
    match found {
        Ok(found) => Some(found),
        Err(FindError::Ambiguous(mut moves)) => Some(moves.swap_remove(0)),
        Err(FindError::NotLegal | FindError::Moves(_)) => None,
    }
}

/// Whether a capture is legal under rules that rank it differently.
fn found_again(rules: Rules, position: &Position, found: &Move) -> bool {
    let squares = WrittenSquares::ends(found.from(), found.to());
    let written = WrittenMove { squares, capture: Some(true), captured: Some(found.captured()) };
    let Ok(arbiter) = Arbiter::new(rules) else { return false };
    // Ranking changes nothing in how many there are to look at.
    arbiter.find(position, &written).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::{FRISIAN, INTERNATIONAL, KILLER, SPANISH, TURKISH};
    use rstest::rstest;

    /// An explanation made without listing all captures equals the one made from the whole list.
    #[rstest]
    #[case::frisian(FRISIAN, "W:WK45:BK8,K11,K17,18,K19,20,K22,24,K27,29,K35", true)]
    #[case::international(INTERNATIONAL, "W:WK45,28:BK8,K11,K17,18,K19,20,K22,24,K27,29", true)]
    #[case::killer(KILLER, "W:WK45:BK8,K11,K17,18,K19,20,K22,24,K27,K29", true)]
    #[case::spanish(SPANISH, "W:WK7,9,25:BK10,11,K29,23", true)]
    #[case::may_stop(Rules { chain_duty: ChainDuty::MayStop, ..FRISIAN }, "W:WK45:BK8,K11,K17,18,K19,20", false)]
    #[case::removed_at_once(TURKISH, "W:WKd1:Bd3,Kd5,f3,b6,Kg6", false)]
    fn short_ways_and_long(#[case] rules: Rules, #[case] fen: &str, #[case] tells: bool) {
        let arbiter = Arbiter::new(rules).expect("playable rules");
        let stopping = Rules { capture_priority: List::EMPTY, chain_duty: ChainDuty::MayStop, ..rules };
        let stopping = Arbiter::new(stopping).expect("playable rules");
        let position = arbiter.read(fen).expect("a position");
        let (mut going_on, mut ends) = (0, 0);
        for capture in stopping.moves(&position).expect("few captures").iter().filter(|found| found.is_capture()) {
            let text = stopping.full_text(capture);
            let written = WrittenMove {
                squares: WrittenSquares::ends(capture.from(), capture.to()),
                capture: Some(true),
                captured: Some(capture.captured()),
            };
            let stopped = arbiter.found_stopping(&position, &written).unwrap_or_else(|| panic!("{text} stops"));
            assert_eq!(stopped, *capture);
            assert_eq!(arbiter.found_among(Among::Stopping, &position, &written), Some(stopped), "{text}");
            let complete = arbiter.found_among(Among::Unranked, &position, &written).is_some();
            if arbiter.king_must_go_on(&position, capture) {
                assert!(!complete && arbiter.goes_on_from_there(&position, capture), "{text} goes on");
                going_on += 1;
            }
            ends += usize::from(complete);
        }
        assert_eq!((going_on > 0, ends > 0), (tells, true), "{going_on} and {ends}");
    }
}
