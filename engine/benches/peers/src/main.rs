//! Turkish perft of the engine beside that of the crate kish, in one run, turn and turn about.

use damero_engine::{Arbiter, MoveIdentity, Variant};
use std::time::Instant;

fn main() {
    let depth = 7;
    let arbiter = Arbiter::new(Variant::named("turkish").expect("a variant").rules).expect("playable");
    let board = kish::Board::new_default();
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        let begun = Instant::now();
        let nodes = arbiter.perft(&arbiter.start(), depth, MoveIdentity::ByResult);
        ours = ours.min(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        let peers = board.perft(u64::from(depth));
        theirs = theirs.min(begun.elapsed().as_secs_f64());
        println!("damero {nodes} in {ours:.3} s, kish {peers} in {theirs:.3} s (best so far)");
    }
    println!("damero takes {:.2} of kish's time", ours / theirs);
}
