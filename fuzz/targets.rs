//! What each fuzz target does with some bytes: reads them, and holds what was read to laws.

use damero::protocol::{Hello, Response};
use damero::{fixture, format, rulebook};
use damero_engine::notation::{fen as notation, pdn as games};
use damero_engine::{Arbiter, variants};
use std::sync::LazyLock;

static ARBITERS: LazyLock<Vec<Arbiter>> = LazyLock::new(|| {
    let names = ["international", "russian", "turkish", "frisian"];
    let named = variants::ALL.iter().filter(|variant| names.contains(&variant.name));
    named.map(|variant| Arbiter::new(variant.rules).expect("the rules of a variant")).collect()
});

/// Longest list of moves that is looked at one by one.
const MOST_MOVES: usize = 100;

/// What is read is written so that it is read again, and each move of a list is found by its text.
pub(crate) fn fen(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for arbiter in ARBITERS.iter() {
        if let Ok(setup) = notation::parse(arbiter.geometry(), text) {
            let written = notation::write_extended(arbiter.geometry(), &setup);
            // The order of the pieces is not kept.
            let again = notation::parse(arbiter.geometry(), &written)
                .map(|again| notation::write_extended(arbiter.geometry(), &again));
            assert_eq!(again.as_ref(), Ok(&written));
        }
        let Ok(position) = arbiter.read(text) else { continue };
        let written = arbiter.fen(&position);
        assert_eq!(arbiter.read(&written).as_ref(), Ok(&position), "{written}");
        let moves = arbiter.moves(&position).expect("a position has no more captures than can be listed");
        if moves.len() > MOST_MOVES {
            continue;
        }
        for (one, text) in moves.iter().zip(arbiter.texts(&moves)) {
            let read = arbiter.read_move(&text).expect("the text of a move is read");
            assert_eq!(arbiter.find(&position, &read).as_ref().ok(), Some(one), "{text} in {written}");
        }
    }
}

/// Games that are written are read again as the same games.
pub(crate) fn pdn(data: &[u8]) {
    for game in games::games(data).filter_map(Result::ok) {
        let written = games::write(&game);
        let again: Vec<_> = games::games(written.as_bytes()).collect();
        let [Ok(again)] = again.as_slice() else { panic!("one game became {again:?}:\n{written}") };
        assert_eq!(games::write(again), written);
    }
}

/// A file is refused with diagnostics, or read.
pub(crate) fn yaml(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(node) = format::yaml::read(text) else { return };
    let faults = |shape| {
        let mut found = Vec::new();
        format::shape::check(text, &node, &shape, &mut found);
        found.len()
    };
    if faults(fixture::shape()) == 0 {
        let _ = fixture::read(&node, 0, &mut Vec::new());
    }
    if faults(rulebook::file_shape()) == 0 {
        let _ = rulebook::read(&node, 0, false, &mut Vec::new());
    }
}

/// What an adapter says is refused, or written again as it was read.
pub(crate) fn protocol(data: &[u8]) {
    if let Ok(response) = serde_json::from_slice::<Response>(data) {
        let written = serde_json::to_vec(&response).expect("an answer is JSON");
        assert_eq!(serde_json::from_slice::<Response>(&written).expect("an answer"), response);
        let cut = response.cut();
        assert_eq!(cut.clone().cut(), cut);
    }
    if let Ok(hello) = serde_json::from_slice::<Hello>(data) {
        let written = serde_json::to_vec(&hello).expect("a greeting is JSON");
        assert_eq!(serde_json::from_slice::<Hello>(&written).expect("a greeting"), hello);
    }
}
