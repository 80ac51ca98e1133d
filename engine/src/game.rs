//! Play with history: repetition, counters, results, and what happens outside the board.

use crate::arbiter::Arbiter;
use crate::color::Color;
use crate::explain::{Explanation, Illegality};
use crate::geometry::SquareSet;
use crate::moves::{Move, TooManyCaptures};
use crate::notation::moves::WrittenMove;
use crate::position::{Placement, Position};
use crate::rules::{
    Agreement, ClauseReason, Condition, CreatingMove, CrowningResult, DrawClause, DrawMode, Forfeit, LongDiagonal,
    Material, NoMove, RepetitionKey, Reset, SamePly, Unit, Unless,
};
use crate::words::words;
use std::collections::HashMap;
use std::fmt;

words! {
    /// Who has won a game that is over.
    pub enum Winner {
        /// White
        White = "white-wins",
        /// Black
        Black = "black-wins",
        /// nobody
        Nobody = "draw",
    }
}

impl Winner {
    /// The side as a winner.
    #[must_use]
    pub const fn of(color: Color) -> Winner {
        match color {
            Color::White => Winner::White,
            Color::Black => Winner::Black,
        }
    }
}

words! {
    /// Why a game is over.
    pub enum Reason {
        /// the side to move has no pieces
        NoPieces = "no-pieces",
        /// the side to move has pieces but no move
        NoMoves = "no-moves",
        /// a man has been crowned where that wins
        Crowning = "crowning",
        /// the position has occurred often enough
        Repetition = "repetition",
        /// a counter of quiet plies is full
        NoProgress = "no-progress",
        /// an ending has not been won in time
        Endgame = "endgame",
        /// the players agreed
        Agreement = "agreement",
        /// a player resigned
        Resignation = "resignation",
        /// a player ran out of time
        TimeOut = "time-out",
        /// a player left
        Leaving = "leaving",
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub winner: Winner,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.winner, self.reason)
    }
}

words! {
    /// Something that happens outside the board.
    pub enum Event {
        /// the players agree to a draw
        Agreement = "agreement",
        /// a player resigns
        Resignation = "resignation",
        /// a player runs out of time
        TimeOut = "time-out",
        /// a player leaves
        Leaving = "leaving",
    }
}

/// Why an event or a move does not change a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The game is over.
    Over(Outcome),
    /// The rules do not speak of such an event.
    Unstated(Event),
    /// The move is not legal here.
    NotLegal,
    /// The position after the move has more captures than can be listed.
    TooManyCaptures,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Over(outcome) => write!(f, "the game is over: {outcome}"),
            GameError::Unstated(event) => write!(f, "these rules do not speak of {event}"),
            GameError::NotLegal => f.write_str("the move is not legal"),
            GameError::TooManyCaptures => write!(f, "after the move {TooManyCaptures}"),
        }
    }
}

impl std::error::Error for GameError {}

/// The state of one draw clause.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// Whether its condition holds.
    active: bool,
    /// Counted plies since it became active or was reset.
    plies: u32,
}

/// A game being played.
///
/// ```
/// use damero_engine::{Arbiter, Game, Reason, variants};
///
/// let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
/// let mut game = Game::new(&arbiter, arbiter.read("W:WK46:BK5,41")?);
/// let only = arbiter.moves(game.position())[0].clone();
/// game.play(&only)?;
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<'a> {
    arbiter: &'a Arbiter,
    position: Position,
    plies: u32,
    /// How often each placement, and side to move where that counts, has occurred.
    occurrences: HashMap<(Placement, Option<Color>), u32>,
    counters: Vec<(DrawClause, Counter)>,
    outcome: Option<Outcome>,
}

impl<'a> Game<'a> {
    /// A game from a position, which counts as the first occurrence.
    #[must_use]
    pub fn new(arbiter: &'a Arbiter, position: Position) -> Game<'a> {
        let mut game = Game {
            arbiter,
            position,
            plies: 0,
            occurrences: HashMap::new(),
            counters: arbiter.rules().draw_clauses.iter().map(|clause| (clause, Counter::default())).collect(),
            outcome: None,
        };
        game.note_position();
        for (clause, counter) in &mut game.counters {
            counter.active = begins(arbiter, &position, &clause.condition);
        }
        game.outcome = game.judge();
        game
    }

    /// The rules it is played by.
    #[must_use]
    pub fn arbiter(&self) -> &'a Arbiter {
        self.arbiter
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Draws the side to move may claim now, where the rules leave that to the players.
    #[must_use]
    pub fn claims(&self) -> Vec<Reason> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut reasons = self.draws(DrawMode::Claimed);
        reasons.extend(self.draws(DrawMode::ClaimedBeforeMove));
        if self.claims_ahead() {
            for played in self.arbiter.moves(&self.position) {
                let mut ahead = self.clone();
                ahead.play_unchecked(&played);
                reasons.extend(ahead.draws(DrawMode::ClaimedBeforeMove));
            }
        }
        let mut distinct = Vec::new();
        for reason in reasons {
            if !distinct.contains(&reason) {
                distinct.push(reason);
            }
        }
        distinct
    }

    /// Whether some draw may be claimed before the move that brings it about.
    fn claims_ahead(&self) -> bool {
        let rules = self.arbiter.rules();
        let ahead = DrawMode::ClaimedBeforeMove;
        (rules.repetition.occurrences > 0 && rules.repetition.draw == ahead)
            || self.counters.iter().any(|(clause, _)| clause.draw == ahead)
    }

    /// How often the position on the board has occurred, by the rule of repetition of these rules.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.occurrences.get(&self.key()).copied().unwrap_or(0)
    }

    /// Each draw clause with the plies it has counted.
    pub fn counts(&self) -> impl Iterator<Item = (&DrawClause, u32)> {
        self.counters.iter().map(|(clause, counter)| (clause, counter.plies))
    }

    /// Why a written move is legal or not at this point of the game: as [`Arbiter::explain`], and not legal at all where
    /// the game is over.
    ///
    /// # Panics
    ///
    /// As [`Arbiter::explain`].
    #[must_use]
    pub fn explain(&self, written: &WrittenMove) -> Explanation {
        match self.outcome {
            Some(_) => Explanation::Illegal { reason: Illegality::GameOver, instead: None, ground: None, meant: None },
            None => self.arbiter.explain(&self.position, written),
        }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// Where the game is over, the move is not legal, or more captures follow than can be listed; the game is then
    /// unchanged.
    pub fn play(&mut self, played: &Move) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome {
            return Err(GameError::Over(outcome));
        }
        let legal = self.arbiter.moves(&self.position);
        let Some(legal) = legal.iter().find(|m| *m == played) else {
            return Err(GameError::NotLegal);
        };
        if self.arbiter.check_captures(&self.arbiter.after(&self.position, legal)).is_err() {
            return Err(GameError::TooManyCaptures);
        }
        self.play_unchecked(legal);
        Ok(())
    }

    /// Plays a move known to be legal and judges the new position.
    fn play_unchecked(&mut self, played: &Move) {
        let mover = self.position.turn();
        let by_man = !self.position.kings(mover).contains(played.from());
        let next = self.arbiter.after(&self.position, played);
        self.position = next;
        self.plies += 1;
        self.note_position();
        let happened = |reset: Reset| match reset {
            Reset::Capture => played.is_capture(),
            Reset::ManMove => by_man,
            Reset::Crowning => played.crowns(),
        };
        for (clause, counter) in &mut self.counters {
            let counts = match clause.of {
                Unit::Plies | Unit::EachSide => true,
                Unit::StrongerSide => stronger(&next) == mover,
            };
            let was_active = counter.active;
            counter.active = if was_active {
                goes_on(self.arbiter, &next, &clause.condition)
            } else {
                begins(self.arbiter, &next, &clause.condition)
            };
            if !counter.active || clause.reset_by.iter().any(happened) {
                counter.plies = 0;
            } else if !was_active {
                counter.plies = u32::from(clause.creating_move == CreatingMove::Counted && counts);
            } else {
                counter.plies += u32::from(counts);
            }
        }
        self.outcome = self.judge();
    }

    /// Ends the game by something outside the board, done by a side.
    ///
    /// # Errors
    ///
    /// Where the game is over, or the rules do not speak of such an event.
    pub fn happens(&mut self, event: Event, by: Color) -> Result<Outcome, GameError> {
        if let Some(outcome) = self.outcome {
            return Err(GameError::Over(outcome));
        }
        let rules = self.arbiter.rules();
        let loses = |forfeit: Forfeit, reason| match forfeit {
            Forfeit::Loses => Some(Outcome { winner: Winner::of(by.opponent()), reason }),
            Forfeit::Unstated => None,
        };
        let outcome = match event {
            Event::Agreement => match rules.agreement {
                Agreement::Draw => Some(Outcome { winner: Winner::Nobody, reason: Reason::Agreement }),
                Agreement::Unstated => None,
            },
            Event::Resignation => loses(rules.resignation, Reason::Resignation),
            Event::TimeOut => loses(rules.time_out, Reason::TimeOut),
            Event::Leaving => loses(rules.leaving, Reason::Leaving),
        };
        self.outcome = outcome;
        outcome.ok_or(GameError::Unstated(event))
    }

    fn key(&self) -> (Placement, Option<Color>) {
        let turn = match self.arbiter.rules().repetition.side_to_move {
            RepetitionKey::Same => Some(self.position.turn()),
            RepetitionKey::Ignored => None,
        };
        (self.position.placement(), turn)
    }

    fn note_position(&mut self) {
        if self.arbiter.rules().repetition.occurrences > 0 {
            *self.occurrences.entry(self.key()).or_default() += 1;
        }
    }

    /// How the position on the board ends the game, if it does.
    fn judge(&self) -> Option<Outcome> {
        let decided = self.decided();
        let drawn = self.draws(DrawMode::Automatic).first().map(|&reason| Outcome { winner: Winner::Nobody, reason });
        match self.arbiter.rules().same_ply {
            SamePly::WinFirst => decided.or(drawn),
            SamePly::DrawFirst => drawn.or(decided),
        }
    }

    /// Whether the board decides the game: no move, or a crowning where that wins.
    fn decided(&self) -> Option<Outcome> {
        let rules = self.arbiter.rules();
        let turn = self.position.turn();
        let opponent = turn.opponent();
        if rules.crowning_result == CrowningResult::Wins && !self.position.kings(opponent).is_empty() {
            return Some(Outcome { winner: Winner::of(opponent), reason: Reason::Crowning });
        }
        if self.arbiter.has_move(&self.position) {
            return None;
        }
        let reason = if self.position.pieces(turn).is_empty() { Reason::NoPieces } else { Reason::NoMoves };
        let winner = match rules.no_move {
            NoMove::Loses => Winner::of(opponent),
            NoMove::Wins => Winner::of(turn),
            NoMove::Draws => Winner::Nobody,
        };
        Some(Outcome { winner, reason })
    }

    /// The draws of one mode whose conditions hold, repetition first.
    fn draws(&self, mode: DrawMode) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let repetition = self.arbiter.rules().repetition;
        if repetition.occurrences > 0
            && repetition.draw == mode
            && self.occurrences() >= u32::from(repetition.occurrences)
        {
            reasons.push(Reason::Repetition);
        }
        for (clause, counter) in &self.counters {
            let full = counter.active && counter.plies >= clause.limit();
            if full && clause.draw == mode && self.fires(&clause.condition) {
                reasons.push(match clause.reason {
                    ClauseReason::NoProgress => Reason::NoProgress,
                    ClauseReason::Endgame => Reason::Endgame,
                });
            }
        }
        reasons.dedup();
        reasons
    }

    /// Whether the side to move can capture, or the other side can after every move it has.
    fn capture_is_near(&self) -> bool {
        let turn = self.position.turn();
        if self.arbiter.can_capture(&self.position, turn) {
            return true;
        }
        let moves = self.arbiter.moves(&self.position);
        !moves.is_empty()
            && moves.iter().all(|m| self.arbiter.can_capture(&self.arbiter.after(&self.position, m), turn.opponent()))
    }

    /// What a condition asks only at the moment the count is full.
    fn fires(&self, condition: &Condition) -> bool {
        let diagonal = match condition.long_diagonal {
            Some(LongDiagonal::WeakerNow) => on_long_diagonal(self.arbiter, &self.position, weaker(&self.position)),
            _ => true,
        };
        let exception = match condition.unless {
            Some(Unless::Capture) => self.capture_is_near(),
            None => false,
        };
        diagonal && !exception
    }
}

/// The side with more pieces; with equal numbers the one with more kings; else White.
fn stronger(position: &Position) -> Color {
    let weight = |color| (position.pieces(color).len(), position.kings(color).len());
    if weight(Color::Black) > weight(Color::White) { Color::Black } else { Color::White }
}

fn weaker(position: &Position) -> Color {
    stronger(position).opponent()
}

fn holds(position: &Position, condition: &Condition) -> bool {
    let matches = |color: Color, material: Material| {
        let (pieces, kings) = (position.pieces(color).len(), position.kings(color).len());
        material.pieces.contains(pieces) && material.kings.contains(kings) && material.men.contains(pieces - kings)
    };
    let strong = stronger(position);
    let total = position.pieces(Color::White).len() + position.pieces(Color::Black).len();
    condition.total.contains(total)
        && matches(strong, condition.stronger)
        && matches(strong.opponent(), condition.weaker)
}

fn on_long_diagonal(arbiter: &Arbiter, position: &Position, color: Color) -> bool {
    let diagonal = arbiter.geometry().squares_of(arbiter.geometry().long_diagonal);
    !SquareSet(position.kings(color).0 & diagonal.0).is_empty()
}

/// Whether a count can begin in a position.
fn begins(arbiter: &Arbiter, position: &Position, condition: &Condition) -> bool {
    goes_on(arbiter, position, condition)
        && (condition.long_diagonal != Some(LongDiagonal::StrongerHolds)
            || on_long_diagonal(arbiter, position, stronger(position)))
}

/// Whether a count that has begun goes on.
fn goes_on(arbiter: &Arbiter, position: &Position, condition: &Condition) -> bool {
    holds(position, condition)
        && (condition.long_diagonal != Some(LongDiagonal::WeakerThroughout)
            || on_long_diagonal(arbiter, position, weaker(position)))
}
