//! The engine as an implementation: the one every other is compared with in form, though never in truth.

use super::{Done, Implementation, Job, renamed};
use crate::play::{over, play_on};
use crate::protocol::{
    Ability, Ask, EventMessage, Hello, Level, MoveMessage, MoveParts, MovesAs, Positions, Request, Response, Squares,
    VERSION,
};
use crate::suite::Suite;
use damero_engine::explain::Explanation;
use damero_engine::game::Event;
use damero_engine::{Arbiter, Color, Game, Move, MoveIdentity, PositionError, Winner};
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Instant;

/// Deepest perft an adapter is asked for: deeper ones would not end in anybody's lifetime.
const DEEPEST_PERFT: u32 = 30;

/// The engine, knowing every variant and rulebook of a suite.
#[derive(Debug)]
pub struct EngineImplementation {
    /// One arbiter for each way of naming squares: the rules are the same, the names are not.
    arbiters: HashMap<String, [Arbiter; 3]>,
    hello: Hello,
}

impl EngineImplementation {
    /// The engine with the rules of a suite.
    #[must_use]
    pub fn new(suite: &Suite) -> Self {
        let mut arbiters = HashMap::new();
        let mut names = Vec::new();
        for set in suite.rule_sets() {
            let with = |squares| {
                Arbiter::new(renamed(*set.arbiter.rules(), squares))
                    .expect("other names of squares leave rules playable")
            };
            names.push(set.name.clone());
            let arbiter = [set.arbiter.clone(), with(Squares::Algebraic), with(Squares::TopLeft)];
            arbiters.insert(set.name.clone(), arbiter);
        }
        let hello = Hello {
            protocol: VERSION,
            name: "damero-engine".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            language: "rust".to_string(),
            rules: names,
            answers: Ability::ALL.to_vec(),
            squares: Squares::Variant,
            moves_as: MovesAs::Full,
            levels: Level::ALL.to_vec(),
            positions: Positions::Any,
            identity: MoveIdentity::ByResult,
        };
        Self { arbiters, hello }
    }

    fn arbiter(&self, request: &Request) -> Result<&Arbiter, Box<Response>> {
        let index = match request.squares {
            Squares::Variant => 0,
            Squares::Algebraic => 1,
            Squares::TopLeft => 2,
        };
        self.arbiters.get(&request.rules).map(|set| &set[index]).ok_or_else(|| {
            let near = crate::format::shape::nearest(&request.rules, self.hello.rules.iter().map(String::as_str));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let name = crate::format::yaml::shortened(&request.rules);
            Box::new(Response {
                unsupported: Some(format!("no rules are called `{name}`{hint}")),
                ..Response::default()
            })
        })
    }

    fn try_reply(&self, request: &Request) -> Result<Response, Box<Response>> {
        let arbiter = self.arbiter(request)?;
        let position = arbiter.read(&request.position).map_err(refused)?;
        let mut game = Game::new(arbiter, position).expect("the same board");
        play_on(&mut game, &request.played)
            .map_err(|illegal| Box::new(Response { illegal_played: Some(illegal), ..Response::default() }))?;
        // All but `status` ask about the board, which an end leaves as it is: they answer, and say that the game is over.
        let over = over(&game);
        match request.ask {
            Ask::Hello => Err(failed("`hello` comes once, and first".to_string())),
            Ask::Moves => {
                let moves = arbiter.moves(game.position()).expect("the captures of a position can be listed");
                let texts = arbiter.texts(&moves);
                let messages = moves.iter().zip(texts).map(|(played, text)| message(arbiter, played, text)).collect();
                Ok(Response { moves: Some(messages), over, ..Response::default() })
            }
            Ask::Status => {
                if let Some(event) = &request.event {
                    happen(&mut game, event)?;
                }
                let claim = game.claims().iter().map(|reason| reason.word().to_string()).collect();
                Ok(match game.outcome() {
                    None => Response { result: Some(Winner::ONGOING.word.to_string()), claim, ..Response::default() },
                    Some(outcome) => Response {
                        result: Some(outcome.winner.word().to_string()),
                        reason: Some(outcome.reason.word().to_string()),
                        ply: game.ended_at(),
                        ..Response::default()
                    },
                })
            }
            Ask::Apply => Ok(Response { position: Some(arbiter.fen(game.position())), over, ..Response::default() }),
            Ask::Perft => {
                let depth = request.depth.ok_or_else(|| failed("perft needs a `depth`".to_string()))?;
                if depth > DEEPEST_PERFT {
                    return Err(failed(format!("depth {depth}: at most {DEEPEST_PERFT}")));
                }
                let identity = match request.identity.as_deref() {
                    None => MoveIdentity::default(),
                    Some(word) => MoveIdentity::from_word(word).ok_or_else(|| {
                        let words: Vec<String> = MoveIdentity::ALL.iter().map(|one| format!("`{one}`")).collect();
                        let word = crate::format::yaml::shortened(word);
                        failed(format!("identity `{word}`: expected {}", words.join(" or ")))
                    })?,
                };
                let counted = arbiter.perft(game.position(), depth, identity);
                Ok(Response {
                    nodes: Some(counted.map_err(|error| failed(error.to_string()))?),
                    identity: Some(identity.word().into()),
                    over,
                    ..Response::default()
                })
            }
            Ask::Explain => {
                let text = request.asked_move.as_deref().ok_or_else(|| failed("explain needs a `move`".to_string()))?;
                let written = arbiter.read_move(text).map_err(|error| failed(error.to_string()))?;
                let explanation = game.explain(&written).map_err(|error| failed(error.to_string()))?;
                let reason = match explanation {
                    Explanation::Legal(_) | Explanation::Ambiguous(_) => None,
                    Explanation::Illegal { reason, .. } => Some(reason),
                };
                Ok(Response {
                    legal: Some(reason.is_none()),
                    reason: reason.map(|reason| reason.word().to_string()),
                    over,
                    ..Response::default()
                })
            }
        }
    }
}

impl EngineImplementation {
    /// Answers one request, all but `hello`.
    #[must_use]
    pub fn reply(&self, request: &Request) -> Response {
        let mut response = self.try_reply(request).unwrap_or_else(|instead| *instead);
        response.id = request.id.clone();
        response
    }
}

impl Implementation for EngineImplementation {
    fn hello(&self) -> &Hello {
        &self.hello
    }

    fn answer(&self, jobs: &[Job], done: Done<'_>) -> Vec<String> {
        jobs.par_iter().enumerate().for_each(|(index, job)| {
            let began = Instant::now();
            let replies = job.requests.iter().map(|request| Ok(Box::new(self.reply(request)))).collect();
            done(index, replies, began.elapsed());
        });
        Vec::new()
    }
}

fn failed(error: String) -> Box<Response> {
    Box::new(Response { error: Some(error), ..Response::default() })
}

fn refused(error: PositionError) -> Box<Response> {
    let reasons = error.refusals().iter().map(|refusal| refusal.word().to_string()).collect();
    Box::new(Response { refused: Some(reasons), detail: Some(error.to_string()), ..Response::default() })
}

fn happen(game: &mut Game, event: &EventMessage) -> Result<(), Box<Response>> {
    let is = Event::from_word(&event.is)
        .ok_or_else(|| failed(format!("no event is called `{}`", crate::format::yaml::shortened(&event.is))))?;
    let by = match event.by.as_deref().map(Color::from_word) {
        Some(Some(color)) => color,
        None if is == Event::Agreement => game.position().turn(),
        _ => return Err(failed("an event needs `by`: `white` or `black`".to_string())),
    };
    // An event that the rules do not speak of changes nothing: the game goes on as it stood.
    let _ = game.end_by(is, by);
    Ok(())
}

fn message(arbiter: &Arbiter, played: &Move, text: String) -> MoveMessage {
    let name = |square| arbiter.geometry().name(square);
    MoveMessage::Parts(MoveParts {
        from: name(played.from()),
        to: name(played.to()),
        captured: Some(played.captured().iter().map(name).collect()),
        path: Some(played.path().skip(1).map(name).collect()),
        crowns: Some(played.crowns()),
        text: Some(text),
    })
}
