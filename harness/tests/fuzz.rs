//! The targets of `fuzz/` on seeds with random changes: what every toolchain can do of fuzzing. `DAMERO_FUZZ_SECONDS`
//! sets how long each goes on; `cargo fuzz` searches deeper.

#[path = "../../fuzz/targets.rs"]
mod targets;

use rstest::rstest;
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

/// Pieces that mean something in one of the languages.
const PIECES: &[&[u8]] =
    &[b":", b",", b"-", b"x", b"K", b"W", b"B", b"\"", b"[", b"]", b"{", b"}", b"(", b")", b"\n", b"0", b"99", b"\xff"];

fn changed(seed: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..random.usize(1..6) {
        let at = random.usize(0..=data.len());
        let end = random.usize(at..=data.len().min(at + 8));
        match random.u8(0..4) {
            0 => data.drain(at..end).for_each(drop),
            1 => drop(data.splice(at..at, random.choice(PIECES).expect("some").iter().copied())),
            2 => data.extend_from_within(at..end),
            _ => data[at..end].iter_mut().for_each(|byte| *byte ^= 1 << random.u8(0..7)),
        }
    }
    data
}

#[rstest]
#[case::fen("fen", targets::fen)]
#[case::pdn("pdn", targets::pdn)]
#[case::yaml("yaml", targets::yaml)]
#[case::protocol("protocol", targets::protocol)]
fn laws_hold_for_changed_seeds(#[case] name: &str, #[case] target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(name);
    let files = std::fs::read_dir(folder).expect("the seeds are there");
    let seeds: Vec<Vec<u8>> =
        files.map(|file| std::fs::read(file.expect("a file").path()).expect("a file that can be read")).collect();
    let seconds = std::env::var("DAMERO_FUZZ_SECONDS").map_or(1, |n| n.parse().expect("a number of seconds"));
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut random = fastrand::Rng::with_seed(if seconds == 1 { 1 } else { fastrand::u64(..) });
    seeds.iter().for_each(|seed| target(seed));
    let mut tried = 0;
    while Instant::now() < until {
        let data = changed(random.choice(&seeds).expect("there are seeds"), &mut random);
        if catch_unwind(|| target(&data)).is_err() {
            panic!("{name} breaks on {:?}", data.escape_ascii().to_string());
        }
        tried += 1;
    }
    assert!(tried > 20, "only {tried} inputs tried");
}
