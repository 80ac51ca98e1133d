//! What the feature `serde` writes is what it reads, and nothing else is read.

use crate::game::{Outcome, Reason, Winner};
use crate::rules::KingLanding;
use crate::variants::FRISIAN;
use crate::{Arbiter, Color, MoveIdentity, Piece, Square, SquareSet};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
    let written = serde_yaml::to_string(value).expect("can be written");
    assert_eq!(written.trim_end(), text);
    assert_eq!(&serde_yaml::from_str::<T>(&written).expect("can be read"), value);
}

#[test]
fn written_and_read() {
    let square = |index| Square::new(index).expect("a square");
    round_trip(&square(21), "21");
    round_trip(&[square(3), square(127)].into_iter().collect::<SquareSet>(), "- 3\n- 127");
    round_trip(&Color::Black, "black");
    round_trip(&MoveIdentity::ByPath, "by-path");
    round_trip(&Piece::king(Color::White), "color: white\nking: true");
    let outcome = Outcome { winner: Winner::Neither, reason: Reason::Repetition };
    round_trip(&outcome, "winner: draw\nreason: repetition");
    for choice in KingLanding::ALL {
        round_trip(choice, choice.word());
    }
}

#[test]
fn a_setup_says_all_of_a_position() {
    let arbiter = Arbiter::new(FRISIAN).expect("playable rules");
    let position = arbiter.read("W:WK46,40:BK5,11:+2+146").expect("a position");
    let text = serde_yaml::to_string(&position.to_setup()).expect("can be written");
    let setup = serde_yaml::from_str(&text).expect("can be read");
    assert_eq!(arbiter.position(&setup), Ok(position), "{text}");
}

#[test]
fn wrong_values_are_refused() {
    assert!(serde_yaml::from_str::<Square>("128").is_err());
    assert!(serde_yaml::from_str::<SquareSet>("[1, 128]").is_err());
    let error = serde_yaml::from_str::<Color>("grey").expect_err("no colour");
    assert!(error.to_string().contains("`grey` is none of white, black"), "{error}");
}
