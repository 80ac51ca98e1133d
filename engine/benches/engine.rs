//! What the engine's parts cost: `cargo bench -p damero-engine`.
//!
//! Compare ratios within one run; instruction counts, which do not depend on the machine's load, are in
//! `docs/guide/speed.md` with the commands that made them.

use damero_engine::notation::{fen, pdn};
use damero_engine::{Arbiter, Game, MoveIdentity, Variant};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const VARIANTS: &[&str] = &["english", "international", "russian", "spanish", "turkish", "frisian", "canadian"];
/// A midgame of international draughts with kings on both sides.
const KINGS: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";

fn arbiter(variant: &str) -> Arbiter {
    Arbiter::new(Variant::named(variant).expect("a variant").rules).expect("playable rules")
}

#[divan::bench(args = VARIANTS)]
fn generate_from_the_start(bencher: Bencher, variant: &str) {
    let arbiter = arbiter(variant);
    let start = arbiter.start();
    bencher.bench(|| arbiter.moves(black_box(&start)).expect("few captures"));
}

#[divan::bench]
fn generate_with_kings(bencher: Bencher) {
    let arbiter = arbiter("international");
    let position = arbiter.read(KINGS).expect("a position");
    bencher.bench(|| arbiter.moves(black_box(&position)).expect("few captures"));
}

#[divan::bench(args = VARIANTS)]
fn make_a_move(bencher: Bencher, variant: &str) {
    let arbiter = arbiter(variant);
    let start = arbiter.start();
    let first = arbiter.moves(&start).expect("few captures").swap_remove(0);
    bencher.bench(|| arbiter.play_unchecked(black_box(&start), &first));
}

#[divan::bench(args = VARIANTS)]
fn perft_of_five(bencher: Bencher, variant: &str) {
    let arbiter = arbiter(variant);
    let start = arbiter.start();
    let leaves = arbiter.perft(&start, 5, MoveIdentity::ByResult).expect("few captures");
    bencher
        .counter(ItemsCount::new(leaves))
        .bench(|| arbiter.perft(black_box(&start), 5, MoveIdentity::ByResult).expect("few captures"));
}

#[divan::bench]
fn perft_with_kings(bencher: Bencher) {
    let arbiter = arbiter("international");
    let position = arbiter.read(KINGS).expect("a position");
    let leaves = arbiter.perft(&position, 4, MoveIdentity::ByResult).expect("few captures");
    bencher
        .counter(ItemsCount::new(leaves))
        .bench(|| arbiter.perft(black_box(&position), 4, MoveIdentity::ByResult).expect("few captures"));
}

#[divan::bench]
fn perft_with_rules_read_at_run_time(bencher: Bencher) {
    let rules = Variant::named("international").expect("a variant").rules;
    let arbiter = Arbiter::without_fast_path(rules).expect("playable rules");
    let start = arbiter.start();
    let leaves = arbiter.perft(&start, 5, MoveIdentity::ByResult).expect("few captures");
    bencher
        .counter(ItemsCount::new(leaves))
        .bench(|| arbiter.perft(black_box(&start), 5, MoveIdentity::ByResult).expect("few captures"));
}

#[divan::bench]
fn read_a_fen(bencher: Bencher) {
    let arbiter = arbiter("international");
    bencher.bench(|| fen::parse(arbiter.geometry(), black_box(KINGS)));
}

/// A game as text: the first legal move again and again.
fn recorded(arbiter: &Arbiter, plies: usize) -> (String, Vec<String>) {
    let mut position = arbiter.start();
    let mut texts = Vec::new();
    for _ in 0..plies {
        let moves = arbiter.moves(&position).expect("few captures");
        let Some(first) = moves.first() else { break };
        texts.push(arbiter.text(first, &moves));
        position = arbiter.play_unchecked(&position, first);
    }
    (format!("[GameType \"20\"]\n\n{} *\n", texts.join(" ")), texts)
}

#[divan::bench]
fn read_a_pdn_game(bencher: Bencher) {
    let (text, _) = recorded(&arbiter("international"), 80);
    bencher.bench(|| pdn::games(black_box(text.as_bytes())).count());
}

#[divan::bench]
fn play_a_game(bencher: Bencher) {
    let arbiter = arbiter("international");
    let (_, texts) = recorded(&arbiter, 80);
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        let mut game = Game::new(&arbiter, arbiter.start()).expect("the same board");
        for text in &texts {
            let written = arbiter.read_move(text).expect("a move");
            let played = arbiter.find(game.position(), &written).expect("legal");
            if game.play(&played).is_err() {
                break;
            }
        }
        game.plies()
    });
}

/// A game of which the moves are known.
#[divan::bench]
fn play_moves(bencher: Bencher) {
    let arbiter = arbiter("international");
    let mut game = Game::new(&arbiter, arbiter.start()).expect("the same board");
    let mut moves = Vec::new();
    while game.outcome().is_none() && game.plies() < 80 {
        let legal = arbiter.moves(game.position()).expect("few captures");
        let played = legal[game.plies() as usize % legal.len()].clone();
        game.play(&played).expect("legal");
        moves.push(played);
    }
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        let mut game = Game::new(&arbiter, arbiter.start()).expect("the same board");
        for played in &moves {
            game.play(played).expect("legal");
        }
        game.plies()
    });
}
