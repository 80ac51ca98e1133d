//! Recorded games played by rules: what is legal, what is not, and whether the result fits the board.

use super::{Disagreement, Game, GameTypeError, Item, ItemKind, Place, Score};
use crate::arbiter::{Arbiter, PositionError};
use crate::explain::{Explanation, Illegality};
use crate::game::{self, Outcome, Reason, Winner};
use crate::moves::{Move, TooManyCaptures};
use crate::notation::moves::MoveTextError;
use crate::position::Position;
use std::fmt;

/// A move of a recorded game that was found legal.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Where it is written.
    pub place: Place,
    /// As written.
    pub text: String,
    /// The position it was played in.
    pub before: Position,
    /// The move.
    pub played: Move,
}

/// A recorded game, played.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Where it starts; `None` where its FEN is no position.
    pub start: Option<Position>,
    /// The moves of the main line, as far as they can be played.
    pub plies: Vec<Ply>,
    /// The position they lead to.
    pub position: Option<Position>,
    /// What the rules say about the game at its end: who has won, or that it is drawn. `None` where it could go on, and
    /// where not all of it could be played.
    pub outcome: Option<Outcome>,
    /// The first automatic draw of the main line, with the number of plies played then: 0 where the game is set up drawn.
    /// Recorded games go on after it: players miss draws, and the rules of the day may have been others.
    pub draw: Option<(usize, Reason)>,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Something wrong with a recorded game.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// Plies of the line played before it.
    pub ply: usize,
    /// How many variations it is in, inside each other; 0 in the main line.
    pub depth: usize,
    /// What it is.
    pub kind: ProblemKind,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// What can be wrong with a recorded game.
#[derive(Clone, Debug)]
pub enum ProblemKind {
    /// Its `GameType` tag cannot be read.
    GameType(GameTypeError),
    /// Its `GameType` tag is about other rules, or another notation.
    OtherRules(Disagreement),
    /// Its `FEN` tag, or a setup among the moves, is no position.
    Position(PositionError),
    /// A move cannot be read.
    Unreadable(MoveTextError),
    /// A move is not legal.
    NotLegal {
        /// As written.
        text: String,
        /// Why.
        reason: Illegality,
        /// The same in words, with what it means in this position.
        why: String,
    },
    /// A move could be several.
    Ambiguous {
        /// As written.
        text: String,
        /// The moves it could be, with full paths.
        moves: Vec<String>,
    },
    /// A move is missing before others, so nobody knows where they were played.
    Missing,
    /// The game was over before this move.
    Over {
        /// The move as written.
        text: String,
        /// How it ended.
        outcome: Outcome,
    },
    /// The result is not what the board says.
    Contradiction {
        /// What is recorded.
        score: Score,
        /// What the rules say.
        outcome: Outcome,
    },
    /// The tag and the end of the game name different results.
    TwoResults {
        /// What the tag says.
        tag: Score,
        /// What ends the game.
        end: Score,
    },
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::GameType(error) => error.fmt(f),
            ProblemKind::OtherRules(disagreement) => write!(f, "game type, {disagreement}"),
            ProblemKind::Position(error) => write!(f, "no position: {error}"),
            ProblemKind::Unreadable(error) => error.fmt(f),
            ProblemKind::NotLegal { text, why, .. } => write!(f, "`{text}` is not legal: {why}"),
            ProblemKind::Ambiguous { text, moves } => write!(f, "`{text}` could be {}", moves.join(" or ")),
            ProblemKind::Missing => f.write_str("a move is missing here"),
            ProblemKind::Over { text, outcome } => {
                write!(f, "found `{text}`, expected nothing: the game is over, {outcome}")
            }
            ProblemKind::Contradiction { score, outcome } => {
                write!(f, "found the result `{score}`, expected {}: {outcome}", outcome.winner)
            }
            ProblemKind::TwoResults { tag, end } => {
                write!(f, "found the result `{end}`, expected `{tag}` as in the tag")
            }
        }
    }
}

/// More problems than anybody reads: behind so many, variations are not looked at any more.
const MOST_PROBLEMS: usize = 1000;

/// Plays a recorded game by rules: the main line, and every variation from where it branches off.
///
/// Draws end nothing, so a game is played to its last move. A line stops at its first problem; a setup starts it anew.
/// A wrong `GameType` tag stops nothing either: for a game in another notation of the same rules see
/// [`GameType::adapt`](super::GameType::adapt).
#[must_use]
pub fn replay(arbiter: &Arbiter, game: &Game) -> Replay {
    let mut player = Player { arbiter, plies: Vec::new(), draw: None, problems: Vec::new() };
    player.check_tags(game);
    let start = match game.tags.iter().find(|tag| tag.name == "FEN") {
        None => Some(arbiter.start()),
        Some(tag) => match arbiter.read(&tag.value) {
            Ok(position) => Some(position),
            Err(error) => {
                player.problem(tag.place, 0, 0, ProblemKind::Position(error));
                None
            }
        },
    };
    let judge = start.map(|position| game::Game::new(arbiter, position));
    player.note_draw(judge.as_ref(), 0);
    let begun = Line { position: start, before: start, judge, ply: 0, missing: None };
    let line = player.line(&game.items, begun, 0);
    let outcome = line.position.and_then(|position| match line.judge {
        Some(judge) => judge.outcome(),
        None => game::Game::new(arbiter, position).outcome(),
    });
    let place = game.end.map(|end| end.place).or(game.items.last().map(|item| item.place)).unwrap_or(game.place);
    if let (Some(score), Some(outcome)) = (game.score(), outcome)
        && score.winner(arbiter.rules().starting_side).is_some_and(|winner| winner != outcome.winner)
    {
        player.problem(place, line.ply, 0, ProblemKind::Contradiction { score, outcome });
    }
    let position = line.position.or(player.plies.last().map(|ply| arbiter.after(&ply.before, &ply.played))).or(start);
    Replay { start, plies: player.plies, position, outcome, draw: player.draw, problems: player.problems }
}

struct Player<'a> {
    arbiter: &'a Arbiter,
    plies: Vec<Ply>,
    draw: Option<(usize, Reason)>,
    problems: Vec<Problem>,
}

/// A line of play.
#[derive(Clone)]
struct Line<'a> {
    /// The position on the board; `None` behind a problem.
    position: Option<Position>,
    /// The position before the last move, from which a variation branches off.
    before: Option<Position>,
    /// Plays along for the draws; `None` in variations, and behind a draw.
    judge: Option<game::Game<'a>>,
    ply: usize,
    /// Where a move is missing. It is a problem only when another one follows.
    missing: Option<Place>,
}

impl<'a> Player<'a> {
    fn problem(&mut self, place: Place, ply: usize, depth: usize, kind: ProblemKind) {
        self.problems.push(Problem { place, ply, depth, kind });
    }

    fn check_tags(&mut self, game: &Game) {
        for tag in &game.tags {
            if tag.name == "GameType" {
                match tag.value.parse::<super::GameType>() {
                    Ok(game_type) => {
                        for disagreement in game_type.disagreements(self.arbiter.rules()) {
                            self.problem(tag.place, 0, 0, ProblemKind::OtherRules(disagreement));
                        }
                    }
                    Err(error) => self.problem(tag.place, 0, 0, ProblemKind::GameType(error)),
                }
            }
        }
        if let (Some(tag), Some(end)) = (game.tag("Result").and_then(Score::parse), game.end) {
            // `1-0` and `2-0` say the same; an unknown result contradicts nothing.
            let said = |score: Score| score != Score::Unknown;
            let winner = |score: Score| score.winner(self.arbiter.rules().starting_side);
            if said(tag) && said(end.score) && winner(tag) != winner(end.score) {
                self.problem(end.place, 0, 0, ProblemKind::TwoResults { tag, end: end.score });
            }
        }
    }

    fn line(&mut self, items: &[Item], mut line: Line<'a>, depth: usize) -> Line<'a> {
        let starting_side = self.arbiter.rules().starting_side;
        let mut behind_number = false;
        for item in items {
            let after_number = std::mem::replace(&mut behind_number, false);
            match &item.kind {
                ItemKind::Number { half, .. } => behind_number = !half,
                ItemKind::Comment(_) | ItemKind::Nag(_) => behind_number = after_number,
                ItemKind::Missing => {
                    // `1. ... 19-23`: the dots stand for the move of the side that is not to move.
                    let placeholder = after_number && line.position.is_some_and(|p| p.turn() != starting_side);
                    if !placeholder {
                        line.missing.get_or_insert(item.place);
                    }
                }
                ItemKind::Move { text, .. } => self.play(item.place, text, &mut line, depth),
                ItemKind::Setup(fen) => {
                    match self.set_up(fen, line.position) {
                        Ok(position) => {
                            line.position = Some(position);
                            line.judge = (depth == 0).then(|| game::Game::new(self.arbiter, position));
                            self.note_draw(line.judge.as_ref(), line.ply);
                        }
                        Err(error) => {
                            self.problem(item.place, line.ply, depth, ProblemKind::Position(error));
                            line.position = None;
                        }
                    }
                    line.before = line.position;
                    line.missing = None;
                }
                ItemKind::Variation(_) if self.problems.len() >= MOST_PROBLEMS => {}
                ItemKind::Variation(inner) => {
                    // Where the last move could be played it is one of the line; the variation stands in its place.
                    let played = line.position.is_some() && line.before != line.position;
                    let ply = line.ply.saturating_sub(usize::from(played));
                    let branch = Line { position: line.before, before: line.before, judge: None, ply, missing: None };
                    self.line(inner, branch, depth + 1);
                }
            }
        }
        line
    }

    /// A position set up among the moves. `B::` only gives the move to the other side.
    fn set_up(&self, fen: &str, position: Option<Position>) -> Result<Position, PositionError> {
        let turn = match fen.trim() {
            "W::" => crate::Color::White,
            "B::" => crate::Color::Black,
            _ => return self.arbiter.read(fen),
        };
        let Some(position) = position else { return self.arbiter.read(fen) };
        let position = Position { turn, ..position };
        self.arbiter.check_captures(&position).map_err(|error| PositionError::Refused(error.into()))?;
        Ok(position)
    }

    fn play(&mut self, place: Place, text: &str, line: &mut Line<'a>, depth: usize) {
        if let Some(missing) = line.missing.take()
            && line.position.take().is_some()
        {
            self.problem(missing, line.ply, depth, ProblemKind::Missing);
        }
        let Some(position) = line.position.take() else {
            // Behind a problem nothing can be said, nor about what branches off here.
            line.before = None;
            return;
        };
        line.before = Some(position);
        let arbiter = self.arbiter;
        let explained = arbiter.read_move(text).map(|written| (arbiter.explain(&position, &written), written));
        let kind = match explained {
            Ok((Explanation::Legal(played), _)) => {
                let listed = self.go_on(line, &position, &played);
                if depth == 0 {
                    self.plies.push(Ply { place, text: text.to_string(), before: position, played });
                }
                match listed {
                    Ok(()) => return,
                    Err(error) => {
                        line.position = None;
                        ProblemKind::Position(PositionError::Refused(error.into()))
                    }
                }
            }
            Err(error) => ProblemKind::Unreadable(error),
            Ok((Explanation::Ambiguous(moves), _)) => {
                let moves = moves.iter().map(|m| arbiter.full_text(m)).collect();
                ProblemKind::Ambiguous { text: text.to_string(), moves }
            }
            Ok((illegal @ Explanation::Illegal { reason, .. }, written)) => {
                match game::Game::new(arbiter, position).outcome().filter(|_| !arbiter.has_move(&position)) {
                    Some(outcome) => ProblemKind::Over { text: text.to_string(), outcome },
                    None => {
                        let why = arbiter.why_not(&position, &written, &illegal);
                        ProblemKind::NotLegal { text: text.to_string(), reason, why }
                    }
                }
            }
        };
        self.problem(place, line.ply, depth, kind);
    }

    fn go_on(&mut self, line: &mut Line<'a>, position: &Position, played: &Move) -> Result<(), TooManyCaptures> {
        line.ply += 1;
        let next = self.arbiter.after(position, played);
        line.position = Some(next);
        self.arbiter.check_captures(&next)?;
        let Some(judge) = &mut line.judge else { return Ok(()) };
        if judge.play(played).is_err() {
            // Drawn before, and played on.
            line.judge = None;
        }
        self.note_draw(line.judge.as_ref(), line.ply);
        Ok(())
    }

    /// Notes the first automatic draw of the main line. Who has no move is drawn by the board, and misses nothing.
    fn note_draw(&mut self, judge: Option<&game::Game<'_>>, ply: usize) {
        if let Some(Outcome { winner: Winner::Nobody, reason }) = judge.and_then(game::Game::outcome)
            && reason != Reason::NoMoves
        {
            self.draw.get_or_insert((ply, reason));
        }
    }
}
