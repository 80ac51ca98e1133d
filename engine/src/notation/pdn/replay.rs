//! Recorded games played by rules: what is legal, what is not, and whether the result fits the board.

use super::game::{GameRecord, Item, ItemKind, LookalikeAt, Place};
use super::game_type::{Disagreement, GameType, GameTypeError, GameTypeField};
use super::score::{Points, Score};
use crate::arbiter::{Arbiter, PositionError};
use crate::color::Color;
use crate::explain::{Explanation, Illegality};
use crate::game::{self, Outcome, Reason, Winner};
use crate::moves::{Move, TooManyCaptures};
use crate::notation::moves::{FindError, MoveTextError};
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
    /// What is written otherwise than it should be, and could be read all the same.
    pub warnings: Vec<Warning>,
}

/// Something in a recorded game that is written otherwise than the standard has it, and whose meaning is clear.
#[derive(Clone, Debug)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// Plies of the line played before it.
    pub ply: usize,
    /// What it is.
    pub kind: WarningKind,
}

/// What can be written otherwise than it should be.
#[derive(Clone, Debug)]
pub enum WarningKind {
    /// A quiet move with the sign of a capture, or the other way round: the one legal move with these squares is meant.
    WrongSign {
        /// As written.
        text: String,
        /// Whether the move is a capture.
        capture: bool,
    },
    /// A character that is read as another one.
    Lookalike(LookalikeAt),
    /// The tail of the `GameType` tag says something else than the rules the game was read by.
    OtherNotation(Disagreement),
    /// The tail of the `GameType` tag cannot be read; its number says which game it is.
    GameTypeTail(GameTypeError),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WarningKind::WrongSign { text, capture } => {
                write!(f, "`{text}` is a {}", if *capture { "capture" } else { "quiet move" })
            }
            WarningKind::Lookalike(LookalikeAt { alike, .. }) => alike.fmt(f),
            WarningKind::OtherNotation(disagreement) => write!(f, "game type, {disagreement}"),
            WarningKind::GameTypeTail(error) => error.fmt(f),
        }
    }
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
#[non_exhaustive]
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
    /// A move is missing before others, so the position of the later ones is unknown.
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
        /// The side that moves first, whose number comes first in a result.
        first: Color,
    },
    /// The tag and the end of the game name different results.
    TwoResults {
        /// What the tag says.
        tag: String,
        /// What ends the game.
        end: String,
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
            ProblemKind::Contradiction { score, outcome, first } => {
                let won = |winner: Winner| match winner {
                    Winner::White => "White won",
                    Winner::Black => "Black won",
                    Winner::Neither => "the game was drawn",
                };
                let means = score.winner(*first).map_or("the result is unknown", won);
                let first = first.name();
                let (board, loser) = match outcome.winner {
                    Winner::White => ("White has won", "Black"),
                    Winner::Black => ("Black has won", "White"),
                    Winner::Neither => ("the game is drawn", ""),
                };
                write!(f, "`{score}` means that {means} ({first} moves first here), but {board}: ")?;
                match outcome.reason {
                    Reason::NoPieces if !loser.is_empty() => write!(f, "{loser} has no piece"),
                    Reason::NoMoves if !loser.is_empty() => write!(f, "{loser} cannot move"),
                    reason => f.write_str(Reason::WORDS[reason as usize].meaning.trim()),
                }
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
pub fn replay(arbiter: &Arbiter, game: &GameRecord) -> Replay {
    let mut player = Player { arbiter, plies: Vec::new(), draw: None, problems: Vec::new(), warnings: Vec::new() };
    for at in &game.lookalikes {
        player.warnings.push(Warning { place: at.place, ply: 0, kind: WarningKind::Lookalike(*at) });
    }
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
    let judge = start.and_then(|position| game::Game::new(arbiter, position).ok());
    player.note_draw(judge.as_ref(), 0);
    let begun = PlayedLine { position: start, before: start, judge, ply: 0, missing: None };
    let line = player.line(&game.items, begun, 0);
    let outcome = line.position.and_then(|position| match line.judge {
        Some(judge) => judge.outcome(),
        None => arbiter.outcome(&position),
    });
    let place = game.end.map(|end| end.place).or(game.items.last().map(|item| item.place)).unwrap_or(game.place);
    let first = arbiter.rules().starting_side;
    if let (Some(score), Some(outcome)) = (game.score(), outcome)
        && score.winner(first).is_some_and(|winner| winner != outcome.winner)
    {
        player.problem(place, line.ply, 0, ProblemKind::Contradiction { score, outcome, first });
    }
    let position =
        line.position.or(player.plies.last().map(|ply| arbiter.play_unchecked(&ply.before, &ply.played))).or(start);
    let Player { plies, draw, problems, warnings, .. } = player;
    Replay { start, plies, position, outcome, draw, problems, warnings }
}

/// Plies that another way to name the squares must make sense of before it is believed.
const CONVINCING: usize = 6;

/// Plays a recorded game by the first of several ways to name its squares, see [`GameType::readings`], that makes sense
/// of it; gives back which one that was.
///
/// The first one is taken unless it is impossible from the first move on, or its position is. Then another one is taken
/// if it plays all moves of the game, or six plies where there are more.
///
/// # Panics
///
/// Panics if there is no reading.
#[must_use]
pub fn replay_as_read(readings: &[Arbiter], game: &GameRecord) -> (usize, Replay) {
    let first = replay(&readings[0], game);
    let stopped = |problem: &Problem| {
        let on_the_board = matches!(
            problem.kind,
            ProblemKind::Position(_)
                | ProblemKind::Unreadable(_)
                | ProblemKind::NotLegal { .. }
                | ProblemKind::Ambiguous { .. }
                | ProblemKind::Over { .. }
        );
        on_the_board && problem.depth == 0 && problem.ply == 0
    };
    if first.plies.is_empty() && first.problems.iter().any(stopped) {
        let moves = game.items.iter().filter(|item| matches!(item.kind, ItemKind::Move { .. })).count();
        for (index, reading) in readings.iter().enumerate().skip(1) {
            let mut other = replay(reading, game);
            if other.start.is_some() && other.plies.len() >= moves.min(CONVINCING) {
                // That the tag says otherwise is no news any more.
                other.warnings.retain(|warning| !matches!(warning.kind, WarningKind::OtherNotation(_)));
                return (index, other);
            }
        }
    }
    (0, first)
}

struct Player<'a> {
    arbiter: &'a Arbiter,
    plies: Vec<Ply>,
    draw: Option<(usize, Reason)>,
    problems: Vec<Problem>,
    warnings: Vec<Warning>,
}

/// A line of play.
#[derive(Clone)]
struct PlayedLine {
    /// The position on the board; `None` behind a problem.
    position: Option<Position>,
    /// The position before the last move, from which a variation branches off.
    before: Option<Position>,
    /// Plays along for the draws; `None` in variations, and behind a draw.
    judge: Option<game::Game>,
    ply: usize,
    /// Where a move is missing. It is a problem only when another one follows.
    missing: Option<Place>,
}

impl<'a> Player<'a> {
    fn problem(&mut self, place: Place, ply: usize, depth: usize, kind: ProblemKind) {
        self.problems.push(Problem { place, ply, depth, kind });
    }

    fn check_tags(&mut self, game: &GameRecord) {
        for tag in &game.tags {
            if tag.name == "GameType" {
                self.check_game_type(tag.place, &tag.value);
            }
        }
        if let (Some(text), Some(end)) = (game.tag("Result"), game.end)
            && let Some(tag) = Score::parse(text)
        {
            // `1-0` and `2-0` say the same; an unknown result contradicts nothing, nor do points of two kinds.
            let said = |score: Score| score != Score::Unknown;
            let winner = |score: Score| score.winner(self.arbiter.rules().starting_side);
            let differ = match (tag, end.score) {
                (Score::Other, Score::Other) => Points::parse(text) != end.points,
                (Score::Other, _) | (_, Score::Other) => false,
                (tag, end) => said(tag) && said(end) && winner(tag) != winner(end),
            };
            if differ {
                let kind = ProblemKind::TwoResults { tag: text.trim().to_string(), end: end.to_string() };
                self.problem(end.place, 0, 0, kind);
            }
        }
    }

    /// The number of the tag decides which game it is. What its tail says otherwise than the rules is worth a warning.
    fn check_game_type(&mut self, place: Place, text: &str) {
        let rules = self.arbiter.rules();
        match text.parse::<GameType>() {
            Ok(game_type) => {
                let disagreements = game_type.disagreements(rules);
                let same_game = !disagreements.iter().any(|other| {
                    matches!(other.field, GameTypeField::Number | GameTypeField::Width | GameTypeField::Height)
                });
                for disagreement in disagreements {
                    if same_game {
                        self.warnings.push(Warning { place, ply: 0, kind: WarningKind::OtherNotation(disagreement) });
                    } else {
                        self.problem(place, 0, 0, ProblemKind::OtherRules(disagreement));
                    }
                }
            }
            Err(error) => {
                let number = GameType::by_number(text).map(|game_type| game_type.number);
                if number == Some(u16::from(rules.game_type)) {
                    self.warnings.push(Warning { place, ply: 0, kind: WarningKind::GameTypeTail(error) });
                } else {
                    self.problem(place, 0, 0, ProblemKind::GameType(error));
                }
            }
        }
    }

    fn line(&mut self, items: &[Item], mut line: PlayedLine, depth: usize) -> PlayedLine {
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
                            line.judge = (depth == 0).then(|| game::Game::new(self.arbiter, position).ok()).flatten();
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
                    let branch =
                        PlayedLine { position: line.before, before: line.before, judge: None, ply, missing: None };
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
        let position = position.with_turn(turn);
        self.arbiter.check_captures(&position).map_err(|error| PositionError::Refused(error.into()))?;
        Ok(position)
    }

    fn play(&mut self, place: Place, text: &str, line: &mut PlayedLine, depth: usize) {
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
        let explained = arbiter.read_move(text).map(|written| {
            let explained = match arbiter.find_meant(&position, &written) {
                Ok(meant) => {
                    if meant.wrong_sign {
                        let kind =
                            WarningKind::WrongSign { text: text.to_string(), capture: meant.played.is_capture() };
                        self.warnings.push(Warning { place, ply: line.ply, kind });
                    }
                    Ok(Explanation::Legal(meant.played))
                }
                Err(FindError::Ambiguous(moves)) => Ok(Explanation::Ambiguous(moves)),
                Err(FindError::NotLegal) => arbiter.explain(&position, &written),
                Err(FindError::Moves(error)) => Err(error),
            };
            (explained, written)
        });
        let kind = match explained {
            Ok((Ok(Explanation::Legal(played)), _)) => {
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
            // A position stands here only if its captures can be listed.
            Ok((Err(_), _)) => ProblemKind::Position(PositionError::Refused(TooManyCaptures.into())),
            Ok((Ok(Explanation::Ambiguous(moves)), _)) => {
                let moves = moves.iter().map(|m| arbiter.full_text(m)).collect();
                ProblemKind::Ambiguous { text: text.to_string(), moves }
            }
            Ok((Ok(illegal @ Explanation::Illegal { reason, .. }), written)) => {
                match arbiter.outcome(&position).filter(|_| arbiter.has_move(&position) == Ok(false)) {
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

    fn go_on(&mut self, line: &mut PlayedLine, position: &Position, played: &Move) -> Result<(), TooManyCaptures> {
        line.ply += 1;
        let next = self.arbiter.play_unchecked(position, played);
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
    fn note_draw(&mut self, judge: Option<&game::Game>, ply: usize) {
        if let Some(Outcome { winner: Winner::Neither, reason }) = judge.and_then(game::Game::outcome)
            && reason != Reason::NoMoves
        {
            self.draw.get_or_insert((ply, reason));
        }
    }
}
