//! Play with history: repetition, counters, results, and what happens outside the board.

use crate::arbiter::Arbiter;
use crate::color::Color;
use crate::explain::{Explanation, Illegality};
use crate::movegen::Mixer;
use crate::moves::{Move, MovesError, OtherBoard, TooManyCaptures};
use crate::notation::moves::{FindError, MoveTextError, WrittenMove};
use crate::position::{Placement, Position};
use crate::rules::{
    Agreement, ClauseReason, Condition, CreatingMove, CrowningResult, DrawClause, DrawMode, Forfeit, LongDiagonal,
    NoMove, RepetitionKey, Reset, SamePly, Unit, Unless, WhenEqual,
};
use crate::value::Word;
use crate::words::words;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;

words! {
    /// Who has won a game that is over.
    pub enum Winner {
        /// White has won
        White = "white-wins",
        /// Black has won
        Black = "black-wins",
        /// the game is drawn
        Neither = "draw",
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

    /// The word for a game that goes on, beside those of the results.
    pub const ONGOING: Word = Word { word: "ongoing", meaning: "the game goes on" };

    /// How a game stands in one word: its result, or [`ONGOING`](Self::ONGOING).
    #[must_use]
    pub fn word_of(result: Option<Winner>) -> &'static str {
        result.map_or(Self::ONGOING.word, Winner::word)
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The rules do not speak of such an event.
    #[error("these rules do not speak of {0}")]
    Unstated(Event),
    /// The move is not legal here.
    #[error("the move is not legal")]
    NotLegal,
    /// The position after the move has more captures than can be listed.
    #[error("after the move {}", TooManyCaptures)]
    TooManyCaptures,
    /// Such a draw cannot be claimed now.
    #[error("no draw by {0} can be claimed now")]
    NoClaim(Reason),
}

/// Why a text is not played.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayTextError {
    /// It is no move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// It means no legal move, or several.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The move cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// The state of one draw clause.
#[derive(Clone, Copy, Debug, Default)]
struct ClauseCounter {
    /// Whether its condition holds.
    active: bool,
    /// Counted plies since it became active or was reset.
    plies: u32,
    /// The side that is the stronger one, or was the last one to be while the count has run; `None` where the sides have
    /// been equal all the while.
    stronger: Option<Color>,
    /// The side whose move is the first that can count.
    first: Option<Color>,
}

impl ClauseCounter {
    /// A count that begins in a position. `first` is the side whose move is the first that can count.
    fn begun(balance: &Balance<'_>, first: Color) -> ClauseCounter {
        ClauseCounter { active: true, plies: 0, stronger: balance.stronger, first: Some(first) }
    }

    /// Whether a clause counts the moves of a side.
    ///
    /// What is asked is who was the stronger side when the move was made, so the caller asks before it notes the
    /// position that the move leads to.
    fn counts(&self, clause: &DrawClause, mover: Color) -> bool {
        match (clause.of, self.stronger) {
            (Unit::Plies | Unit::EachSide, _) => true,
            (Unit::StrongerSide, Some(stronger)) => stronger == mover,
            (Unit::StrongerSide, None) => match clause.when_equal {
                WhenEqual::FirstToMove => self.first == Some(mover),
                // By the time that the other side has made its last move, the one that began has as well.
                WhenEqual::EachSide => self.first != Some(mover),
            },
        }
    }
}

/// A game being played, with its rules and its moves.
///
/// ```
/// use damero_engine::{Arbiter, Game, Reason, variants};
///
/// let arbiter = Arbiter::new(variants::ENGLISH)?;
/// let mut game = Game::new(&arbiter, arbiter.read("W:WK1:BK32")?)?;
/// for text in ["1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32"] {
///     game.play_text(text)?;
/// }
/// assert_eq!(game.claims(), [Reason::Repetition]);
/// game.undo();
/// // Black may claim before making the move that repeats the position.
/// assert_eq!((game.plies(), game.claims()), (7, vec![Reason::Repetition]));
/// let outcome = game.claim(Reason::Repetition)?;
/// assert_eq!(outcome.to_string(), "draw (repetition)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    arbiter: Arbiter,
    /// What changes by a move.
    now: GameState,
    /// What was before each move, and the move.
    played: Vec<(GameState, Move)>,
    /// How often each placement, and side to move where that counts, has occurred.
    occurrences: HashMap<(Placement, Option<Color>), u32, BuildHasherDefault<Mixer>>,
}

/// The state of a game at one ply.
#[derive(Clone, Debug)]
struct GameState {
    position: Position,
    /// One for each draw clause of the rules.
    counters: SmallVec<[ClauseCounter; 4]>,
    outcome: Option<Outcome>,
    /// Plies played when the outcome came about.
    ended_at: Option<u32>,
}

impl Game {
    /// A game from a position, which counts as the first occurrence.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is of another board.
    pub fn new(arbiter: &Arbiter, position: Position) -> Result<Game, OtherBoard> {
        arbiter.check_board(&position)?;
        let balance = Balance::of(arbiter, &position);
        let count = |clause: DrawClause| match balance.begins(&clause.condition) {
            true => ClauseCounter::begun(&balance, position.turn()),
            false => ClauseCounter::default(),
        };
        let counters = arbiter.rules().draw_clauses.iter().map(count).collect();
        let mut game = Game {
            arbiter: arbiter.clone(),
            now: GameState { position, counters, outcome: None, ended_at: None },
            played: Vec::new(),
            occurrences: HashMap::default(),
        };
        game.note_position();
        let outcome = game.judge();
        game.end(outcome);
        Ok(game)
    }

    /// A game from the position every game starts from.
    #[must_use]
    pub fn from_start(arbiter: &Arbiter) -> Game {
        Game::new(arbiter, arbiter.start()).expect("the start is on the board of its rules")
    }

    /// The rules it is played by.
    #[must_use]
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// The moves played, each with the position before it.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (&Position, &Move)> {
        self.played.iter().map(|(before, played)| (&before.position, played))
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// Plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.played.len() as u32
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    /// Plies played when it ended; `None` while it goes on.
    ///
    /// Less than [`plies`](Self::plies) where [`play_on`](Self::play_on) went past the end.
    #[must_use]
    pub fn ended_at(&self) -> Option<u32> {
        self.now.ended_at
    }

    /// Draws the side to move may claim now, where the rules leave that to the players.
    #[must_use]
    pub fn claims(&self) -> Vec<Reason> {
        if self.now.outcome.is_some() {
            return Vec::new();
        }
        let mut reasons = self.draws(DrawMode::Claimed);
        reasons.extend(self.draws(DrawMode::ClaimedBeforeMove));
        if self.claims_ahead() {
            let mut ahead = self.clone();
            for played in self.arbiter.moves(&self.now.position).unwrap_or_default() {
                ahead.go_on(&played, self.arbiter.play_unchecked(&self.now.position, &played));
                reasons.extend(ahead.draws(DrawMode::ClaimedBeforeMove));
                ahead.undo();
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

    /// Ends the game by a draw that the side to move claims.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over, or it is none of the [`claims`](Self::claims).
    pub fn claim(&mut self, reason: Reason) -> Result<Outcome, GameError> {
        if let Some(outcome) = self.now.outcome {
            return Err(GameError::Over(outcome));
        }
        if !self.claims().contains(&reason) {
            return Err(GameError::NoClaim(reason));
        }
        let outcome = Outcome { winner: Winner::Neither, reason };
        self.end(Some(outcome));
        Ok(outcome)
    }

    /// Whether some draw may be claimed before the move that brings it about.
    fn claims_ahead(&self) -> bool {
        let rules = self.arbiter.rules();
        let ahead = DrawMode::ClaimedBeforeMove;
        (rules.repetition.occurrences > 0 && rules.repetition.draw == ahead)
            || rules.draw_clauses.iter().any(|clause| clause.draw == ahead)
    }

    /// How often the position on the board has occurred, by the rule of repetition of these rules. Positions past the end
    /// of the game are not counted.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.occurrences.get(&self.key()).copied().unwrap_or(0)
    }

    /// Each draw clause with the plies it has counted.
    pub fn counts(&self) -> impl Iterator<Item = (DrawClause, u32)> {
        self.arbiter.rules().draw_clauses.iter().zip(self.now.counters.iter().map(|counter| counter.plies))
    }

    /// Why a written move is legal or not at this point of the game: as [`Arbiter::explain`], and not legal at all where
    /// the game is over.
    ///
    /// # Errors
    ///
    /// As [`Arbiter::explain`].
    pub fn explain(&self, written: &WrittenMove) -> Result<Explanation, MovesError> {
        let reason = Illegality::GameOver;
        match self.now.outcome {
            Some(_) => Ok(Explanation::Illegal { reason, instead: None, ground: None, meant: None }),
            None => self.arbiter.explain(&self.now.position, written),
        }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over, the move is not legal, or more captures follow than can be listed; the game is
    /// then unchanged.
    pub fn play(&mut self, played: &Move) -> Result<(), GameError> {
        match self.now.outcome {
            Some(outcome) => Err(GameError::Over(outcome)),
            None => self.play_on(played),
        }
    }

    /// Plays the move that a text means, read as [`Arbiter::read_move`] and [`Arbiter::find_meant`] read it.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is no move, means none that is legal or several, or as [`play`](Self::play).
    pub fn play_text(&mut self, text: &str) -> Result<Move, PlayTextError> {
        let written = self.arbiter.read_move(text)?;
        if let Some(outcome) = self.now.outcome {
            return Err(GameError::Over(outcome).into());
        }
        let played = self.arbiter.find_meant(&self.now.position, &written)?.played;
        self.play(&played)?;
        Ok(played)
    }

    /// Plays a move that is legal on the board, though the game may be over.
    ///
    /// Recorded games go on after draws that the players missed, and a draw takes nothing off the board. A win leaves the
    /// side to move without a legal move, so that nothing follows it. The outcome stays what it was when the game
    /// [ended](Self::ended_at), and from then on nothing is counted: only [`position`](Self::position) and
    /// [`plies`](Self::plies) go on.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is not legal, or more captures follow than can be listed; the game is then unchanged.
    /// Never [`GameError::Over`].
    pub fn play_on(&mut self, played: &Move) -> Result<(), GameError> {
        let Ok(Some(legal)) = self.arbiter.legal(&self.now.position, played) else {
            return Err(GameError::NotLegal);
        };
        let next = self.arbiter.play_unchecked(&self.now.position, &legal);
        if self.arbiter.check_captures(&next).is_err() {
            return Err(GameError::TooManyCaptures);
        }
        if self.now.outcome.is_some() {
            let now = GameState { position: next, ..self.now.clone() };
            self.played.push((std::mem::replace(&mut self.now, now), legal));
        } else {
            self.go_on(&legal, next);
        }
        Ok(())
    }

    /// Takes the last move back; returns it, or nothing if none has been played. What ended the game since is undone too.
    pub fn undo(&mut self) -> Option<Move> {
        let (before, played) = self.played.pop()?;
        // Past the end positions were not counted.
        if before.outcome.is_none()
            && let Some(number) = self.occurrences.get_mut(&self.key())
        {
            *number -= 1;
        }
        self.now = before;
        Some(played)
    }

    /// Plays a move known to be legal, which leads to a position, and judges that.
    fn go_on(&mut self, played: &Move, next: Position) {
        let before = self.now.clone();
        let mover = before.position.turn();
        let by_man = before.position.piece_at(played.from()).is_some_and(|piece| !piece.king);
        self.now.position = next;
        self.played.push((before, played.clone()));
        self.note_position();
        let happened = |reset: Reset| match reset {
            Reset::Capture => played.is_capture(),
            Reset::ManMove => by_man,
            Reset::Crowning => played.crowns(),
        };
        let balance = Balance::of(&self.arbiter, &next);
        for (clause, counter) in self.arbiter.rules().draw_clauses.iter().zip(&mut self.now.counters) {
            let was_active = counter.active;
            let goes_on = if was_active {
                balance.goes_on(&clause.condition, counter.stronger)
            } else {
                balance.begins(&clause.condition)
            };
            // A count of one side's moves is not handed on to the other side.
            let changes_sides = || {
                let now = balance.stronger;
                clause.of == Unit::StrongerSide && now.is_some() && now != counter.stronger
            };
            if !goes_on {
                *counter = ClauseCounter::default();
            } else if clause.reset_by.iter().any(happened) {
                *counter = ClauseCounter::begun(&balance, next.turn());
            } else if !was_active && clause.creating_move == CreatingMove::Counted {
                *counter = ClauseCounter::begun(&balance, mover);
                counter.plies = u32::from(counter.counts(&clause, mover));
            } else if !was_active || changes_sides() {
                *counter = ClauseCounter::begun(&balance, next.turn());
            } else {
                counter.plies += u32::from(counter.counts(&clause, mover));
                counter.stronger = balance.stronger.or(counter.stronger);
            }
        }
        let outcome = self.judge();
        self.end(outcome);
    }

    fn end(&mut self, outcome: Option<Outcome>) {
        self.now.outcome = outcome;
        self.now.ended_at = outcome.map(|_| self.plies());
    }

    /// Ends the game by something outside the board, done by a side.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over, or the rules do not speak of such an event.
    pub fn end_by(&mut self, event: Event, by: Color) -> Result<Outcome, GameError> {
        if let Some(outcome) = self.now.outcome {
            return Err(GameError::Over(outcome));
        }
        let rules = self.arbiter.rules();
        let loses = |forfeit: Forfeit, reason| match forfeit {
            Forfeit::Loses => Some(Outcome { winner: Winner::of(by.opponent()), reason }),
            Forfeit::Unstated => None,
        };
        let outcome = match event {
            Event::Agreement => match rules.agreement {
                Agreement::Draw => Some(Outcome { winner: Winner::Neither, reason: Reason::Agreement }),
                Agreement::Unstated => None,
            },
            Event::Resignation => loses(rules.resignation, Reason::Resignation),
            Event::TimeOut => loses(rules.time_out, Reason::TimeOut),
            Event::Leaving => loses(rules.leaving, Reason::Leaving),
        };
        self.end(outcome);
        outcome.ok_or(GameError::Unstated(event))
    }

    fn key(&self) -> (Placement, Option<Color>) {
        let turn = match self.arbiter.rules().repetition.side_to_move {
            RepetitionKey::Same => Some(self.now.position.turn()),
            RepetitionKey::Ignored => None,
        };
        (self.now.position.placement(), turn)
    }

    fn note_position(&mut self) {
        if self.arbiter.rules().repetition.occurrences > 0 {
            *self.occurrences.entry(self.key()).or_default() += 1;
        }
    }

    /// How the position on the board ends the game, if it does.
    fn judge(&self) -> Option<Outcome> {
        let decided = self.decided();
        let drawn = self.draws(DrawMode::Automatic).first().map(|&reason| Outcome { winner: Winner::Neither, reason });
        match self.arbiter.rules().same_ply {
            SamePly::WinFirst => decided.or(drawn),
            SamePly::DrawFirst => drawn.or(decided),
        }
    }

    /// Whether the board decides the game: no move, or a crowning where that wins.
    fn decided(&self) -> Option<Outcome> {
        let rules = self.arbiter.rules();
        let turn = self.now.position.turn();
        let opponent = turn.opponent();
        if rules.crowning_result == CrowningResult::Wins && self.now.position.king_bits(opponent) != 0 {
            return Some(Outcome { winner: Winner::of(opponent), reason: Reason::Crowning });
        }
        if self.arbiter.has_move(&self.now.position) == Ok(true) {
            return None;
        }
        let reason = if self.now.position.pieces(turn).is_empty() { Reason::NoPieces } else { Reason::NoMoves };
        let winner = match rules.no_move {
            NoMove::Loses => Winner::of(opponent),
            NoMove::Wins => Winner::of(turn),
            NoMove::Draws => Winner::Neither,
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
        for (clause, counter) in self.arbiter.rules().draw_clauses.iter().zip(&self.now.counters) {
            let full = counter.active && counter.plies >= clause.limit();
            if full && clause.draw == mode && self.fires(&clause.condition, counter.stronger) {
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
        let turn = self.now.position.turn();
        if self.arbiter.can_capture(&self.now.position, turn) == Ok(true) {
            return true;
        }
        let moves = self.arbiter.moves(&self.now.position).unwrap_or_default();
        !moves.is_empty()
            && moves.iter().all(|m| {
                let next = self.arbiter.play_unchecked(&self.now.position, m);
                self.arbiter.can_capture(&next, turn.opponent()) == Ok(true)
            })
    }

    /// What a condition asks only at the moment the count is full, with the side that has been the stronger one.
    fn fires(&self, condition: &Condition, stronger: Option<Color>) -> bool {
        let diagonal = match condition.long_diagonal {
            Some(LongDiagonal::WeakerNow) => {
                on_long_diagonal(&self.arbiter, &self.now.position, stronger.map(Color::opponent))
            }
            _ => true,
        };
        let exception = match condition.unless {
            Some(Unless::Capture) => self.capture_is_near(),
            None => false,
        };
        diagonal && !exception
    }
}

impl Arbiter {
    /// How a game is over that begins in a position, if it is.
    pub(crate) fn outcome(&self, position: &Position) -> Option<Outcome> {
        Game::new(self, *position).ok()?.outcome()
    }
}

/// What the conditions of draw clauses look at, counted once for each position.
struct Balance<'a> {
    arbiter: &'a Arbiter,
    position: &'a Position,
    /// Pieces, and the kings among them, of the side that has more and of the other.
    strong: (u32, u32),
    weak: (u32, u32),
    /// The side with more pieces; with equal numbers the one with more kings; `None` where these are equal too.
    stronger: Option<Color>,
}

impl<'a> Balance<'a> {
    fn of(arbiter: &'a Arbiter, position: &'a Position) -> Balance<'a> {
        let (white, black) = (position.material(Color::White), position.material(Color::Black));
        let stronger = match white.cmp(&black) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
        };
        Balance { arbiter, position, strong: white.max(black), weak: white.min(black), stronger }
    }

    /// Whether a count can begin in the position.
    fn begins(&self, condition: &Condition) -> bool {
        self.goes_on(condition, self.stronger)
            && (condition.long_diagonal != Some(LongDiagonal::StrongerHolds)
                || on_long_diagonal(self.arbiter, self.position, self.stronger))
    }

    /// Whether a count that has begun goes on, with the side that was the stronger one until now.
    fn goes_on(&self, condition: &Condition, until_now: Option<Color>) -> bool {
        let weaker = self.stronger.or(until_now).map(Color::opponent);
        condition.has_material(self.strong, self.weak)
            && (condition.long_diagonal != Some(LongDiagonal::WeakerThroughout)
                || on_long_diagonal(self.arbiter, self.position, weaker))
    }
}

/// Whether a side has a king on the long diagonal; `None` for either side.
fn on_long_diagonal(arbiter: &Arbiter, position: &Position, color: Option<Color>) -> bool {
    let kings = color.map_or_else(|| position.all_king_bits(), |color| position.king_bits(color));
    kings & arbiter.geometry().long_diagonal != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Material, Unit};
    use crate::value::{List, Range};
    use crate::{Rules, variants};

    /// Russian rules with one clause, of up to two pieces a side.
    fn rules(of: Unit, when_equal: WhenEqual, long_diagonal: Option<LongDiagonal>) -> Rules {
        let up_to_two = Material { pieces: Range::between(1, 2), ..Material::ANY };
        let condition = Condition { long_diagonal, ..Condition::material(up_to_two, up_to_two) };
        let clause = DrawClause { when_equal, ..DrawClause::endgame(2, of, condition) };
        Rules { draw_clauses: List::of(&[clause]), ..variants::RUSSIAN }
    }

    /// The ply at which moves from a position are drawn; the same is true of the board turned with the colours swapped.
    fn drawn_at(rules: Rules, fen: &str, moves: &[&str]) -> Option<u32> {
        let arbiter = Arbiter::new(rules).expect("playable");
        let geometry = arbiter.geometry();
        let position = arbiter.read(fen).expect("a position");
        let turned = arbiter.position(&position.to_setup().turned(geometry)).expect("a position");
        let mut game = Game::new(&arbiter, position).expect("the same board");
        let mut twin = Game::new(&arbiter, turned).expect("the same board");
        for text in moves {
            assert_eq!(game.ended_at(), twin.ended_at(), "{fen}, before {text}");
            let written = arbiter.read_move(text).expect("a move");
            let found = arbiter.find(game.position(), &written).expect(text);
            let ends = (geometry.rotated(found.from()), geometry.rotated(found.to()));
            let other =
                arbiter.moves(twin.position()).expect("few captures").into_iter().find(|m| (m.from(), m.to()) == ends);
            game.play_on(&found).expect("legal");
            twin.play_on(&other.expect("the same move turned")).expect("legal");
        }
        assert_eq!(game.ended_at(), twin.ended_at(), "{fen}");
        game.ended_at().filter(|_| game.outcome().is_some_and(|outcome| outcome.winner == Winner::Neither))
    }

    const KINGS: &[&str] = &["a1-b2", "h2-g1", "b2-a1", "g1-h2", "a1-b2", "h2-g1"];

    #[test]
    fn equal_sides_have_their_moves_alike() {
        for (when_equal, ply) in [(WhenEqual::EachSide, 4), (WhenEqual::FirstToMove, 3)] {
            assert_eq!(drawn_at(rules(Unit::StrongerSide, when_equal, None), "W:WKa1:BKh2", KINGS), Some(ply));
        }
    }

    #[test]
    fn who_was_stronger_when_the_move_was_made_decides() {
        let rules = rules(Unit::StrongerSide, WhenEqual::EachSide, None);
        // Black has more. White's capture at ply 2 makes the sides equal and is no move of the stronger side; Black's
        // second move is.
        assert_eq!(drawn_at(rules, "B:WKa1:BKh2,c3", &["h2-g1", "a1xe5", "g1-a7"]), Some(3));
        // White's capture at ply 2 makes White the stronger side: its own two moves are still to come.
        let moves = ["g1-h2", "a1xh8", "h2-g1", "h8-a1", "g1-h2", "a1-h8"];
        assert_eq!(drawn_at(rules, "B:WKa1,a3:BKc3,Kg1", &moves), Some(6));
    }

    #[test]
    fn between_equal_sides_any_king_holds_the_long_diagonal() {
        for diagonal in [LongDiagonal::WeakerThroughout, LongDiagonal::WeakerNow, LongDiagonal::StrongerHolds] {
            let rules = rules(Unit::EachSide, WhenEqual::EachSide, Some(diagonal));
            assert_eq!(drawn_at(rules, "W:WKa1:BKh2", KINGS), Some(4), "{diagonal}");
            assert_eq!(drawn_at(rules, "W:WKc1:BKh2", &["c1-a3", "h2-g1", "a3-c1", "g1-h2"]), None, "{diagonal}");
        }
    }

    #[test]
    fn a_game_can_be_played_on_past_its_end() {
        let arbiter = Arbiter::new(variants::TURKISH).expect("playable");
        let mut game = Game::new(&arbiter, arbiter.read("W:WKa1:BKh8").expect("a position")).expect("the same board");
        let outcome = Outcome { winner: Winner::Neither, reason: Reason::Endgame };
        let drawn = Some(outcome);
        let some = arbiter.moves(game.position()).expect("few captures")[0].clone();
        assert_eq!((game.outcome(), game.ended_at(), game.plies()), (drawn, Some(0), 0));
        assert_eq!(game.play(&some), Err(GameError::Over(outcome)));
        game.play_on(&some).expect("the board has moves");
        assert_eq!((game.outcome(), game.ended_at(), game.plies()), (drawn, Some(0), 1));
        assert_eq!(game.position().turn(), Color::Black);
        assert_eq!(game.play_on(&some), Err(GameError::NotLegal), "it is Black's turn");
    }
}
