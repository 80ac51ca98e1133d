//! Plays a game against itself, looking a few plies ahead and counting material, and prints it as PDN.
//!
//! ```text
//! cargo run --release -p damero-engine --example bot -- russian
//! ```

use damero_engine::notation::pdn;
use damero_engine::{Arbiter, Game, Move, MovesError, Position, Variant};
use std::error::Error;

/// Plies looked ahead.
const DEPTH: u32 = 5;
/// Plies after which the game is left unfinished.
const LONGEST: u32 = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "international".to_string());
    let variant = Variant::named(&name).ok_or_else(|| format!("no variant is named `{name}`"))?;
    let mut game = Game::from_start(&Arbiter::new(variant.rules)?);
    while game.outcome().is_none() && game.plies() < LONGEST {
        if let Some(&claim) = game.claims().first() {
            game.claim(claim)?;
            break;
        }
        let best = best_move(&game)?;
        game.play(&best)?;
    }
    let moves: Vec<Move> = game.moves().map(|(_, played)| played.clone()).collect();
    print!("{}", pdn::write(&pdn::record(game.arbiter(), &game.arbiter().start(), &moves, game.outcome())?));
    Ok(())
}

/// The move that leads to the best position, among equals the one that the zobrist key of the position picks.
fn best_move(game: &Game) -> Result<Move, Box<dyn Error>> {
    let (arbiter, position) = (game.arbiter(), game.position());
    let mut best: Option<(i32, Move)> = None;
    for played in arbiter.moves(position)? {
        let worst = best.as_ref().map_or(-i32::MAX, |(value, _)| *value);
        let value = -value(arbiter, &arbiter.play_unchecked(position, &played), DEPTH - 1, -i32::MAX, -worst)?;
        let tie = best.as_ref().is_some_and(|(known, _)| *known == value) && position.zobrist() & 1 == 1;
        if best.is_none() || value > worst || tie {
            best = Some((value, played));
        }
    }
    best.map(|(_, played)| played).ok_or_else(|| "a game that goes on has a move".into())
}

/// What a position is worth to the side to move, by alpha-beta search.
fn value(arbiter: &Arbiter, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, MovesError> {
    let moves = arbiter.moves(position)?;
    if moves.is_empty() {
        return Ok(-10_000 - depth as i32);
    }
    // A capture under way is looked to its end.
    if depth == 0 && !moves[0].is_capture() {
        return Ok(material(position));
    }
    for played in moves {
        let next = arbiter.play_unchecked(position, &played);
        alpha = alpha.max(-value(arbiter, &next, depth.saturating_sub(1), -beta, -alpha)?);
        if alpha >= beta {
            break;
        }
    }
    Ok(alpha)
}

/// Men and kings, the latter three times over, of the side to move less those of the other.
fn material(position: &Position) -> i32 {
    let of = |color| {
        let (pieces, kings) = position.material(color);
        (pieces + 2 * kings) as i32
    };
    of(position.turn()) - of(position.turn().opponent())
}
