//! Positions and moves of the Hub protocol, on every board.

use damero_engine::notation::hub;
use damero_engine::{Arbiter, Position, Variant, variants};
use rstest::rstest;

fn arbiter(variant: &str) -> Arbiter {
    Arbiter::new(Variant::named(variant).expect("a variant").rules).expect("playable rules")
}

#[test]
fn the_start_is_as_the_protocol_has_it() {
    let arbiter = arbiter("international");
    let expected = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(hub::position(arbiter.geometry(), &arbiter.start()), expected);
}

#[rstest]
#[case::from_above("english", "B:W21,K32:B1,K12", "Bb..........B........w..........W")]
#[case::from_below("russian", "W:Wa1,Kg1,Ke3:Bh6,Kb8", "Ww..W......W............b....B...")]
fn signs_stand_in_the_order_of_numbers(#[case] variant: &str, #[case] fen: &str, #[case] signs: &str) {
    let arbiter = arbiter(variant);
    let position = arbiter.read(fen).expect("a position");
    assert_eq!(hub::position(arbiter.geometry(), &position), signs.replace('.', "e"));
}

#[rstest]
#[case::quiet("international", "W:W31-50:B1-20", "32-28", "32-28")]
#[case::capture("international", "W:W28:B23", "28x19", "28x19x23")]
#[case::back_to_the_origin("international", "W:W22:B7,8,17,18", "22x22", "22x22x7x8x17x18")]
#[case::one_of_two_paths("international", "W:WK47:B14,19,29,31,42", "47x38x24x13x36", "47x36x19x29x31x42")]
#[case::the_other("international", "W:WK47:B14,19,29,31,42", "47x38x20x9x36", "47x36x14x29x31x42")]
#[case::algebraic("russian", "W:Wd6:Be7,g7,e3", "d6:h6:c1", "22x2x11x27x28")]
#[case::all_squares("turkish", "W:WKa4:Ba6", "a4xa7", "25x49x41")]
fn a_move_has_its_ends_and_what_it_takes(
    #[case] variant: &str,
    #[case] fen: &str,
    #[case] pdn: &str,
    #[case] expected: &str,
) {
    let arbiter = arbiter(variant);
    let position = arbiter.read(fen).expect("a position");
    let written = arbiter.read_move(pdn).expect("a move");
    let played = arbiter.find(&position, &written).expect("a legal move");
    assert_eq!(hub::move_text(arbiter.geometry(), &played), expected);
    let again = hub::parse_move(arbiter.geometry(), expected).expect("a move");
    assert_eq!(arbiter.find(&position, &again).expect("a legal move"), played);
}

/// Positions of games played at random.
fn positions(arbiter: &Arbiter, seed: u64) -> Vec<Position> {
    let mut random = seed;
    let mut position = arbiter.start();
    let mut all = vec![position];
    for _ in 0..120 {
        let mut legal = arbiter.moves(&position).expect("few captures");
        if legal.is_empty() {
            break;
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let chosen = legal.swap_remove((random >> 33) as usize % legal.len());
        position = arbiter.play_unchecked(&position, &chosen);
        all.push(position);
    }
    all
}

#[test]
fn everything_written_is_read_on_every_board() {
    for variant in variants::ALL {
        let arbiter = Arbiter::new(variant.rules).expect("playable rules");
        let board = arbiter.geometry();
        for position in (1..30).flat_map(|seed| positions(&arbiter, seed * 7919)) {
            let text = hub::position(board, &position);
            assert_eq!(text.len(), usize::from(board.squares()) + 1, "{text}");
            let read = arbiter.position(&hub::parse_position(board, &text).expect(&text)).expect(&text);
            assert_eq!((read.placement(), read.turn()), (position.placement(), position.turn()), "{text}");
            for played in arbiter.moves(&position).expect("few captures") {
                let text = hub::move_text(board, &played);
                let mut parts: Vec<&str> = text.split('x').collect();
                if parts.len() > 2 {
                    // Captured squares in another order are the same set.
                    parts[2..].reverse();
                }
                for text in [text.clone(), parts.join("x")] {
                    let written = hub::parse_move(board, &text).expect(&text);
                    let found = arbiter.find(&position, &written);
                    assert!(found.as_ref().is_ok_and(|found| *found == played), "{}: {text}: {found:?}", variant.name);
                }
            }
        }
    }
}

#[rstest]
#[case::empty("", 1, "nothing", "the side to move")]
#[case::side("Xe", 1, "`X`", "the side to move")]
#[case::sign("Wex", 3, "`x`", "one of `w b W B e`")]
#[case::other_letters("Weé", 3, "`é`", "one of")]
#[case::short("We", 3, "nothing", "50 signs for the squares, not 1")]
#[case::long("Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", 52, "`e`", "the end: the board has 50 squares")]
fn a_position_that_is_none(#[case] text: &str, #[case] column: usize, #[case] found: &str, #[case] expected: &str) {
    let error = hub::parse_position(arbiter("international").geometry(), text).expect_err("no position");
    assert_eq!((error.column, error.found.as_str()), (column, found), "{error}");
    assert!(error.expected.contains(expected), "{error}");
}

#[rstest]
#[case::empty("", 1, "nothing", "a square from 1 to 50")]
#[case::one_square("32", 3, "nothing", "the destination")]
#[case::no_number("32-a", 4, "`a`", "a square from 1 to 50")]
#[case::algebraic("c3-d4", 1, "`c3`", "a square from 1 to 50")]
#[case::off_the_board("32-51", 4, "`51`", "a square from 1 to 50")]
#[case::zero("0-1", 1, "`0`", "a square from 1 to 50")]
#[case::nothing_captured("28x19", 6, "nothing", "a captured square")]
#[case::captured_twice("28x10x23x14x23", 13, "`23`", "each captured square once")]
#[case::quiet_with_more("32-28-23", 7, "`23`", "the end of a quiet move")]
#[case::mixed("32-28x23", 1, "`32-28`", "a square from 1 to 50")]
#[case::half("28x", 4, "nothing", "a square from 1 to 50")]
fn a_move_that_is_none(#[case] text: &str, #[case] column: usize, #[case] found: &str, #[case] expected: &str) {
    let error = hub::parse_move(arbiter("international").geometry(), text).expect_err("no move");
    assert_eq!((error.column, error.found.as_str()), (column, found), "{error}");
    assert!(error.expected.contains(expected), "{error}");
}

#[test]
fn long_texts_are_refused() {
    let arbiter = arbiter("international");
    let long = "28x".repeat(1 << 20);
    assert!(hub::parse_move(arbiter.geometry(), &long).expect_err("too long").found.len() < 100);
    assert!(hub::parse_position(arbiter.geometry(), &format!("W{}", "e".repeat(1 << 22))).is_err());
}
