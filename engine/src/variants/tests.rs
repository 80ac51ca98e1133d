//! What sets each variant apart: its board and names, a capture or two that only its rules allow, its own draws.

use super::*;
use crate::arbiter::Arbiter;
use crate::color::Color;
use crate::game::{Game, Outcome, Reason, Winner};
use crate::rules::{DrawMode, PARAMETERS, Repetition};
use crate::value::List;
use rstest::rstest;

fn arbiter(variant: &str) -> Arbiter {
    Arbiter::new(Variant::named(variant).expect("a variant").rules).expect("playable rules")
}

/// What a variant's file says of its board, apart from its rules.
#[derive(Debug)]
pub(super) struct Board {
    /// PDN's GameType.
    pub(super) game_type: u8,
    /// The side that moves first.
    pub(super) first: Color,
    /// Men of each side.
    pub(super) men: u32,
    /// The corners as White sees them: near left and right, far left and right; empty if they are not played on.
    pub(super) corners: [&'static str; 4],
}

#[test]
fn boards_and_names() {
    for Variant { name, board: expected, .. } in ALL {
        let arbiter = arbiter(name);
        assert_eq!(arbiter.rules().game_type, expected.game_type, "{name}");
        let start = arbiter.start();
        assert_eq!(start.turn(), expected.first, "{name}");
        for color in [Color::White, Color::Black] {
            assert_eq!(start.men(color).len(), expected.men, "{name}");
            assert!(start.kings(color).is_empty(), "{name}");
        }
        let board = arbiter.geometry();
        let (last_column, last_row) = (board.width() - 1, board.height() - 1);
        let found = [(0, 0), (last_column, 0), (0, last_row), (last_column, last_row)]
            .map(|(column, row)| board.square_at(column, row).map_or(String::new(), |square| board.name(square)));
        assert_eq!(found, expected.corners, "{name}");
    }
}

#[test]
fn names_are_unique_and_rules_playable() {
    for (i, variant) in ALL.iter().enumerate() {
        assert_eq!(variant.rules.validate(), Ok(()), "{}", variant.name);
        assert!(ALL[..i].iter().all(|other| other.name != variant.name), "{} twice", variant.name);
    }
}

/// The parameters in which two variants differ.
fn difference(one: &Rules, other: &Rules) -> Vec<&'static str> {
    PARAMETERS.iter().filter(|p| (p.get)(one) != (p.get)(other)).map(|p| p.name).collect()
}

#[test]
fn a_variant_takes_one_constant_and_one_line() {
    assert_eq!(difference(&JAMAICAN, &POOL), ["playing-squares"]);
    assert_eq!(difference(&FRYSK, &FRISIAN), ["start-rows", "game-type"]);
    assert_eq!(difference(&KILLER, &INTERNATIONAL), ["king-landing", "game-type"]);
    assert_eq!(difference(&CANADIAN, &INTERNATIONAL), ["width", "height", "start-rows", "game-type"]);
    assert_eq!(difference(&PORTUGUESE, &SPANISH), ["repetition", "draw-clauses", "game-type"]);
}

/// One position, several games.
#[rstest]
// Spanish counts kings taken, Argentinian asks who takes, Italian men cannot take kings at all.
#[case::whose_king("spanish", "W:Wc2,Kh1:BKd3,f3", &["7x14"])]
#[case::whose_king("portuguese", "W:Wc2,Kh1:BKd3,f3", &["7x14"])]
#[case::whose_king("argentinian", "W:Wc2,Kh1:BKd3,f3", &["1x32", "1x28", "1x23", "1x19", "1x14"])]
#[case::whose_king("italian", "W:Wc2,Kh1:BKd3,f3", &["26-21", "32-28"])]
// The four Italian criteria, one after the other, and the free choice after them.
#[case::number("italian", "W:WK21,31:B10,18,27", &["31x22x13x6"])]
#[case::with_king("italian", "W:WK23,31:B19,26,27", &["23x30x21"])]
#[case::order_of_kings("italian", "W:WK30:B10,12,18,K20,K26,27", &["30x21x14x5"])]
#[case::whole_order("italian", "W:WK30:B10,K12,K18,20,K26,K27", &["30x21x14x5"])]
#[case::free_choice("italian", "W:WK31:B18,20,K27,K28", &["31x22x13", "31x24x15"])]
// Czech kings first, whatever the numbers.
#[case::king_first("czech", "W:WKa1,g3:Bd4,f4", &["a1xh8", "a1xg7", "a1xf6", "a1xe5"])]
#[case::king_first("russian", "W:WKa1,g3:Bd4,f4", &["g3:e5:c3", "a1:h8", "a1:g7", "a1:f6", "a1:e5"])]
// A killer king stops behind a king taken last, and only then.
#[case::killer("killer", "W:WK46:BK23", &["46x19"])]
#[case::killer("international", "W:WK46:BK23", &["46x5", "46x10", "46x14", "46x19"])]
#[case::killer_last("killer", "W:WK47:B33,K12", &["47x29x7"])]
#[case::killer_not_last("killer", "W:WK47:BK33,12", &["47x29x1", "47x29x7"])]
// Frisian captures go straight; two kings are worth more than three men.
#[case::straight("frisian", "W:W28:B18", &["28x8"])]
#[case::straight("frysk", "W:WK46:B36", &["46x6", "46x16", "46x26"])]
// Crowning in the middle of a capture.
#[case::crowning("czech", "W:Wd6:Be7,g7,e3", &["d6xf8"])]
#[case::crowning("pool", "W:Wd6:Be7,g7,e3", &["10x3x12"])]
#[case::crowning("spantsiretti", "W:Wd6:Be7,g7,e3", &["d6:f8:h6:d2", "d6:f8:h6:c1"])]
#[case::crowning("turkish", "W:Wd6:Bd7,Ke8,f3", &["d6xd8xf8"])]
#[case::crowning("armenian", "W:Wd6:Bd7,Ke8,f3", &["d6xd8xf8xf2", "d6xd8xf8xf1"])]
// Thai kings land right behind; they may turn back, the piece taken being gone. Captures are written like quiet moves.
#[case::turning_back("thai", "W:WKd4:Bb2,f6", &["15-4-25", "15-25-4"])]
// Armenian men also step diagonally, but do not capture so.
#[case::steps("armenian", "W:Wd4:Ba8", &["d4-c5", "d4-d5", "d4-e5", "d4-c4", "d4-e4"])]
#[case::no_diagonal_capture("armenian", "W:Wd4:Be5", &["d4-c5", "d4-d5", "d4-c4", "d4-e4"])]
fn moves_that_tell_variants_apart(#[case] variant: &str, #[case] fen: &str, #[case] expected: &[&str]) {
    let arbiter = arbiter(variant);
    let position = arbiter.read(fen).expect("a position");
    let found: Vec<String> =
        arbiter.moves(&position).expect("few captures").iter().map(|m| arbiter.full_text(m)).collect();
    assert_eq!(found, expected);
}

/// Plays the same moves over and over until the game is over, and how and after how many plies it is then; `None`
/// where it never is. Repetition is left out, so that the counters alone are looked at.
fn shuffle(variant: &str, fen: &str, moves: &[&str]) -> Option<(u32, Reason)> {
    const LONG_ENOUGH: usize = 200;
    let rules = Rules { repetition: Repetition::NONE, ..*arbiter(variant).rules() };
    let arbiter = Arbiter::new(rules).expect("playable rules");
    let mut game = Game::new(&arbiter, arbiter.read(fen).expect("a position")).expect("the same board");
    for text in moves.iter().cycle().take(LONG_ENOUGH) {
        if game.outcome().is_some() {
            break;
        }
        let written = arbiter.read_move(text).expect("a move");
        let played = arbiter.find(game.position(), &written).expect("a legal move");
        assert!(!played.is_capture(), "{text} should be quiet");
        game.play(&played).expect("a legal move");
    }
    game.outcome().map(|outcome| (game.plies(), outcome.reason))
}

// Kings go to and fro between two squares on the side of the board, where no diagonal capture can reach them.
const PORTUGUESE_KINGS: &[&str] = &["8-4", "29-25", "4-8", "25-29"];
const POOL_KINGS: &[&str] = &["32-28", "1-5", "28-32", "5-1"];
const KINGS_OF_TEN: &[&str] = &["50-45", "1-6", "45-50", "6-1"];

#[rstest]
// Portuguese: twenty moves of each side, where each has at most four pieces and a king.
#[case::four_each("portuguese", "W:WK8,9,16,24:BK29,17,30,31", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::five_to_four("portuguese", "W:WK8,9,16,24,1:BK29,17,30,31", PORTUGUESE_KINGS, None)]
#[case::five_to_one("portuguese", "W:WK8,9,16,24,1:BK29", PORTUGUESE_KINGS, None)]
#[case::four_to_two("portuguese", "W:WK8,9,16,24:BK29,17", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::four_to_one("portuguese", "W:WK8,9,16,24:BK29", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::four_kings("portuguese", "W:WK3,K8,K16,K24:BK29", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::three_to_two("portuguese", "W:WK8,K16,K24:BK29,17", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::with_a_man("portuguese", "W:WK8,K16,9:BK29", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::two_to_one("portuguese", "W:WK8,K16:BK29", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::one_each("portuguese", "W:WK8:BK29", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
#[case::black_is_stronger("portuguese", "W:WK8:BK29,17,30,31", PORTUGUESE_KINGS, Some((40, Reason::NoProgress)))]
// Three kings against one: no twenty moves, but twelve of their own once they hold the long diagonal. The move that
// occupies it (2-5) is not counted.
#[case::not_held("portuguese", "W:WK8,K16,K24:BK29", PORTUGUESE_KINGS, None)]
#[case::held("portuguese", "W:WK1,K8,K16:BK29", PORTUGUESE_KINGS, Some((23, Reason::Endgame)))]
#[case::held_black_to_move("portuguese", "B:WK1,K8,K16:BK29", &["29-25", "8-4", "25-29", "4-8"], Some((24, Reason::Endgame)))]
#[case::occupied("portuguese", "W:WK2,K8,K16:BK29", &["2-5", "29-25", "5-2", "25-29"], Some((25, Reason::Endgame)))]
#[case::held_by_the_lone_king("portuguese", "W:WK8,K16,K9:BK32", &["8-4", "32-28", "4-8", "28-32"], None)]
// Pool: thirteen moves of three kings, fifteen of each side otherwise.
#[case::three_kings("pool", "W:WK32,K21,K13:BK1", POOL_KINGS, Some((25, Reason::Endgame)))]
#[case::quiet("pool", "W:WK32,21:BK1,12", POOL_KINGS, Some((30, Reason::NoProgress)))]
// Frisian: seven moves of two kings; one king each at once, unless one can be taken; no count of quiet moves.
#[case::two_kings("frisian", "W:WK50,K48:BK1", KINGS_OF_TEN, Some((13, Reason::Endgame)))]
#[case::two_kings_wait("frisian", "B:WK50,K48:BK1", &["1-6", "50-45", "6-1", "45-50"], Some((14, Reason::Endgame)))]
#[case::one_king_each("frisian", "W:WK50:BK1", KINGS_OF_TEN, Some((0, Reason::Endgame)))]
#[case::one_king_en_prise("frisian", "W:WK46:BK28", &[], None)]
#[case::three_kings("frysk", "W:WK50,K48,K47:BK1", KINGS_OF_TEN, None)]
#[case::one_king_each("frysk", "W:WK50:BK1", KINGS_OF_TEN, Some((0, Reason::Endgame)))]
// The other counters.
#[case::fifteen("czech", "W:WKg1,a5:BKb8,h6", &["g1-h2", "b8-a7", "h2-g1", "a7-b8"], Some((30, Reason::NoProgress)))]
#[case::forty("italian", "W:WK32,24:BK1,9", &["32-28", "1-5", "28-32", "5-1"], Some((80, Reason::NoProgress)))]
#[case::few_pieces("killer", "W:WK50:BK1", KINGS_OF_TEN, Some((10, Reason::Endgame)))]
#[case::few_pieces("antidraughts", "W:WK50:BK1", KINGS_OF_TEN, Some((50, Reason::NoProgress)))]
#[case::few_pieces("canadian", "W:WK72:BK1", &["72-66", "1-7", "66-72", "7-1"], Some((10, Reason::Endgame)))]
#[case::one_each("turkish", "W:WKa1:BKh8", &[], Some((0, Reason::Endgame)))]
// No draws stated.
#[case::none("thai", "W:WK1:BK32", &["1-5", "32-28", "5-1", "28-32"], None)]
#[case::none("armenian", "W:WKa1:BKh8", &["a1-b1", "h8-g8", "b1-a1", "g8-h8"], None)]
#[case::none("argentinian", "W:WK8:BK29", PORTUGUESE_KINGS, None)]
#[case::none("spantsiretti", "W:WKi1:BKb8", &["i1-j2", "b8-a7", "j2-i1", "a7-b8"], None)]
fn draws(#[case] variant: &str, #[case] fen: &str, #[case] moves: &[&str], #[case] expected: Option<(u32, Reason)>) {
    assert_eq!(shuffle(variant, fen, moves), expected);
}

/// The ply at which going to and fro first draws by repetition, and who brings the draw about; counters are left out.
#[rstest]
#[case::fourth("italian", "W:WK32,24:BK1,9", &["32-28", "1-5", "28-32", "5-1"], Some((12, DrawMode::Automatic)))]
#[case::claimed("portuguese", "W:WK8:BK29", PORTUGUESE_KINGS, Some((8, DrawMode::Claimed)))]
#[case::claimed("czech", "W:WKg1:BKb8", &["g1-h2", "b8-a7", "h2-g1", "a7-b8"], Some((8, DrawMode::Claimed)))]
#[case::third("pool", "W:WK32:BK1", POOL_KINGS, Some((8, DrawMode::Automatic)))]
#[case::third("killer", "W:WK50:BK1", KINGS_OF_TEN, Some((8, DrawMode::Automatic)))]
#[case::third("antidraughts", "W:WK50:BK1", KINGS_OF_TEN, Some((8, DrawMode::Automatic)))]
#[case::third("canadian", "W:WK72:BK1", &["72-66", "1-7", "66-72", "7-1"], Some((8, DrawMode::Automatic)))]
#[case::never("frisian", "W:WK50:BK1", KINGS_OF_TEN, None)]
#[case::never("thai", "W:WK1:BK32", &["1-5", "32-28", "5-1", "28-32"], None)]
#[case::never("armenian", "W:WKa1:BKh8", &["a1-b1", "h8-g8", "b1-a1", "g8-h8"], None)]
#[case::never("argentinian", "W:WK8:BK29", PORTUGUESE_KINGS, None)]
#[case::never("spantsiretti", "W:WKi1:BKb8", &["i1-j2", "b8-a7", "j2-i1", "a7-b8"], None)]
fn repetition(
    #[case] variant: &str,
    #[case] fen: &str,
    #[case] moves: &[&str],
    #[case] expected: Option<(u32, DrawMode)>,
) {
    const LONG_ENOUGH: usize = 40;
    let rules = Rules { draw_clauses: List::EMPTY, ..*arbiter(variant).rules() };
    let arbiter = Arbiter::new(rules).expect("playable rules");
    let mut game = Game::new(&arbiter, arbiter.read(fen).expect("a position")).expect("the same board");
    let mut drawn = None;
    for text in moves.iter().cycle().take(LONG_ENOUGH) {
        drawn = match game.outcome() {
            Some(_) => Some((game.plies(), DrawMode::Automatic)),
            None if !game.claims().is_empty() => Some((game.plies(), DrawMode::Claimed)),
            None => None,
        };
        if drawn.is_some() {
            break;
        }
        let written = arbiter.read_move(text).expect("a move");
        game.play(&arbiter.find(game.position(), &written).expect("a legal move")).expect("a legal move");
    }
    assert_eq!(drawn, expected);
}

#[rstest]
#[case::without_pieces("antidraughts", "W:W:B20", Some((Winner::White, Reason::NoPieces)))]
#[case::blocked("antidraughts", "W:W31:B22,26,27", Some((Winner::White, Reason::NoMoves)))]
#[case::blocked("international", "W:W31:B22,26,27", Some((Winner::Black, Reason::NoMoves)))]
#[case::crowned("breakthrough", "B:WK1:B20", Some((Winner::White, Reason::Crowning)))]
#[case::blocked("breakthrough", "W:W31:B22,26,27", Some((Winner::Black, Reason::NoMoves)))]
fn wins(#[case] variant: &str, #[case] fen: &str, #[case] expected: Option<(Winner, Reason)>) {
    let arbiter = arbiter(variant);
    let game = Game::new(&arbiter, arbiter.read(fen).expect("a position")).expect("the same board");
    assert_eq!(game.outcome(), expected.map(|(winner, reason)| Outcome { winner, reason }));
}

#[test]
fn a_frisian_king_tires_after_three_moves() {
    let arbiter = arbiter("frisian");
    let mut game = Game::new(&arbiter, arbiter.read("W:WK50,48:BK1,3").expect("a position")).expect("the same board");
    let mut origins = Vec::new();
    for text in ["50-45", "1-6", "45-50", "6-1", "50-45", "1-6", "48-42", "3-8"] {
        origins.push(movable(&arbiter, &game));
        let written = arbiter.read_move(text).expect("a move");
        game.play(&arbiter.find(game.position(), &written).expect("a legal move")).expect("a legal move");
    }
    origins.push(movable(&arbiter, &game));
    // White's and Black's kings move three times, then their men must, then the kings may again.
    let expected: [&[&str]; 9] = [
        &["48", "50"],
        &["1", "3"],
        &["45", "48"],
        &["3", "6"],
        &["48", "50"],
        &["1", "3"],
        &["48"],
        &["3"],
        &["42", "45"],
    ];
    assert_eq!(origins, expected);
}

/// The squares a legal move can start from.
fn movable(arbiter: &Arbiter, game: &Game) -> Vec<String> {
    let mut squares: Vec<_> = arbiter.moves(game.position()).expect("few captures").iter().map(|m| m.from()).collect();
    squares.dedup();
    squares.into_iter().map(|square| arbiter.geometry().name(square)).collect()
}
