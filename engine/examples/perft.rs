//! Counts the moves from the start of a game, in two ways: by the generator made for counting, and move by move with the
//! calls that a program which plays uses.
//!
//! ```text
//! cargo run --release -p damero-engine --example perft -- international 7
//! cargo run --release -p damero-engine --example perft -- international 7 moves
//! ```

use damero_engine::{Arbiter, MoveIdentity, MovesError, Position, Variant};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "international".to_string());
    let depth = arguments.next().map_or(Ok(6), |depth| depth.parse())?;
    let way = arguments.next();

    let variant = Variant::named(&name).ok_or_else(|| format!("no variant is named `{name}`"))?;
    let arbiter = Arbiter::new(variant.rules)?;
    let start = arbiter.start();
    let leaves = match way.as_deref() {
        None => arbiter.perft(&start, depth, MoveIdentity::ByResult)?,
        Some("moves") => by_moves(&arbiter, &start, depth)?,
        Some(other) => return Err(format!("`{other}` is no way to count: leave it out, or say `moves`").into()),
    };
    println!("{name}, depth {depth}: {leaves} leaves");
    Ok(())
}

fn by_moves(arbiter: &Arbiter, position: &Position, depth: u32) -> Result<u64, MovesError> {
    if depth == 0 {
        return Ok(1);
    }
    let moves = arbiter.moves(position)?;
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    moves.iter().map(|played| by_moves(arbiter, &arbiter.play_unchecked(position, played), depth - 1)).sum()
}
