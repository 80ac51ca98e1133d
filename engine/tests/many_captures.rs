//! Positions with thousands of ways to capture, where the search begins to remember where it has been, and with more
//! than can be searched at all, which must be refused and not eat the machine.

#[path = "slow/random.rs"]
#[allow(dead_code)]
mod random;

use damero_engine::MoveIdentity::{ByPath, ByResult};
use damero_engine::explain::Explanation;
use damero_engine::game::GameError;
use damero_engine::moves::MovesError;
use damero_engine::notation::moves::FindError;
use damero_engine::notation::pdn::{self, ProblemKind};
use damero_engine::perft::CountError;
use damero_engine::rules::{ChainDuty, Criterion, Removal, Reversal, Rules};
use damero_engine::value::List;
use damero_engine::variants::{ARMENIAN, CANADIAN, FRISIAN, TURKISH};
use damero_engine::{
    Arbiter, Color, Game, Illegality, Move, Piece, Position, PositionError, Refusal, Setup, Square, WrittenMove,
    WrittenSquares,
};
use random::Random;
use rstest::rstest;
use std::collections::HashMap;

/// One capture along 1,092,184 paths, by 1,748,096 states.
const COMPOSED: &str = "W:WK45:BK4,K8,K11,K17,K18,K19,K20,K22,K24,K27,K29,K33,K35,K36,K37,K38,K39,K40,K44,K47";

/// Fewer states than that, and very many paths.
const TANGLED: &str = "W:WK45:BK8,K11,K17,K18,K19,K20,K22,K24,K27,K29,K35,K37,K38,K39,K40,K44,K47,K4";

/// Found by hill climbing: no position of a named game is known with more states.
const WORST: &str = "W:WK39:BK42,24,44,K41,K29,7,K21,K18,26,K17,K38,K12,23,K20,27,K3,43,K34,K47,15";

const NO_RANK: Rules = Rules { capture_priority: List::EMPTY, ..FRISIAN };

/// Frisian on a board that has room for more.
const LARGE: Rules = Rules { width: 14, height: 14, start_rows: 6, ..FRISIAN };

fn arbiter(rules: Rules) -> Arbiter {
    Arbiter::new(rules).expect("playable rules")
}

/// A king or two among a crowd of kings and men, white to move.
fn crowd(arbiter: &Arbiter, random: &mut Random) -> Option<Position> {
    let mut squares: Vec<Square> = arbiter.geometry().all_squares().collect();
    let most = arbiter.rules().men_at_start() as usize;
    let mut setup = Setup { turn: Some(Color::White), ..Setup::default() };
    for number in 0..2 + most - random.below(most / 2) {
        let square = squares.swap_remove(random.below(squares.len()));
        let color = if number < 2 { Color::White } else { Color::Black };
        let king = random.percent(if number < 2 { 90 } else { 60 });
        setup.pieces.push((square, Piece { color, king }));
    }
    arbiter.position(&setup).ok()
}

/// What can be said of every move without merging: all paths one by one.
#[rstest]
#[case::frisian(FRISIAN)]
#[case::turkish(TURKISH)]
#[case::armenian(ARMENIAN)]
#[case::unranked(NO_RANK)]
#[case::in_order(Rules { capture_priority: List::of(&[Criterion::MostKings, Criterion::EarliestKings]), ..FRISIAN })]
#[case::may_stop(Rules { chain_duty: ChainDuty::MayStop, ..NO_RANK })]
#[case::at_once(Rules { removal: Removal::AtOnce, reversal: Reversal::Allowed, ..FRISIAN })]
fn merged_captures_are_those_of_all_paths(#[case] rules: Rules) {
    let unranked = arbiter(Rules { capture_priority: List::EMPTY, ..rules });
    let arbiter = arbiter(rules);
    let mut random = Random::new(31);
    let mut found = 0;
    for _ in 0..20_000 {
        let Some(position) = crowd(&arbiter, &mut random) else { continue };
        // So many jumps are made whatever ranks the captures in the end.
        if !unranked.perft(&position, 1, ByPath).is_ok_and(|paths| (2_000..40_000).contains(&paths)) {
            continue;
        }
        check_paths(&arbiter, &position);
        found += 1;
        if found == 3 {
            break;
        }
    }
    assert!(found > 0, "no position with so many paths");
}

/// On the wide word: random positions have not so many.
#[test]
fn merged_captures_of_the_large_board_are_those_of_all_paths() {
    let arbiter = arbiter(CANADIAN);
    let composed = "W:WK38:BK41,K62,23,K33,K12,64,K63,K14,K15,K65,K24,11,46,61,K34,37,50,13,53,25,49,26";
    check_paths(&arbiter, &arbiter.read(composed).expect("a position"));
}

fn check_paths(arbiter: &Arbiter, position: &Position) {
    let paths = arbiter.paths(position).expect("few captures");
    let text = arbiter.fen(position);
    let mut first: HashMap<_, &Move> = HashMap::new();
    for path in &paths {
        first.entry(path.identity()).or_insert(path);
    }
    let moves = arbiter.moves(position).expect("few captures");
    assert_eq!(moves.len(), first.len(), "{text}");
    for found in &moves {
        let path = first.get(&found.identity()).unwrap_or_else(|| panic!("{text}: {found:?} has no path"));
        assert_eq!(found.between(), path.between(), "{text}: the first path stays");
    }
    assert_eq!(arbiter.perft(position, 1, ByResult), Ok(moves.len() as u64), "{text}");
    assert_eq!(arbiter.perft(position, 1, ByPath), Ok(paths.len() as u64), "{text}");
    let after: u64 = moves
        .iter()
        .map(|m| arbiter.perft(&arbiter.play_unchecked(position, m), 1, ByResult).expect("few captures"))
        .sum();
    assert_eq!(arbiter.perft(position, 2, ByResult), Ok(after), "{text}");
    for path in paths.iter().step_by(paths.len().div_ceil(5)) {
        check_texts(arbiter, position, path, &paths);
    }
}

/// A path written out in full, in part, and not at all.
fn check_texts(arbiter: &Arbiter, position: &Position, path: &Move, paths: &[Move]) {
    let whole: Vec<Square> = path.path().collect();
    let text = arbiter.full_text(path);
    let exact = arbiter.find(position, &written(&whole)).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!((&exact, exact.between()), (path, path.between()), "{text}");
    let middle = whole[whole.len() / 2];
    for part in [vec![path.from(), middle, path.to()], vec![path.from(), path.to()]] {
        let inner = &part[1..part.len() - 1];
        let mut fitting: Vec<_> = paths
            .iter()
            .filter(|m| (m.from(), m.to()) == (path.from(), path.to()))
            .filter(|m| inner.iter().all(|square| m.between().contains(square)))
            .map(Move::identity)
            .collect();
        fitting.sort_unstable();
        fitting.dedup();
        let mut found = match arbiter.find(position, &written(&part)) {
            Ok(one) => vec![one.identity()],
            Err(FindError::Ambiguous(several)) => several.iter().map(Move::identity).collect(),
            Err(FindError::NotLegal | FindError::Moves(_)) => vec![],
        };
        found.sort_unstable();
        // A text that is the whole path of one move means that one.
        let exact = paths.iter().any(|m| (m.from(), m.to()) == (path.from(), path.to()) && m.between() == inner);
        assert!(found == fitting || (exact && found.len() == 1 && fitting.contains(&found[0])), "{text}: {part:?}");
    }
}

fn written(squares: &[Square]) -> WrittenMove {
    let squares = WrittenSquares::new(squares.to_vec()).expect("two squares at least");
    WrittenMove { squares, capture: Some(true), captured: None }
}

#[test]
fn a_million_paths_are_thirty_captures() {
    let arbiter = arbiter(FRISIAN);
    let position = arbiter.read(COMPOSED).expect("a position");
    assert_eq!(arbiter.moves(&position).expect("few captures").len(), 30);
    assert_eq!(arbiter.perft(&position, 1, ByResult).expect("few captures"), 30);
}

/// The worst known positions of a named game are listed, though the search takes a second.
#[test]
fn the_worst_positions_of_a_named_game_are_listed() {
    let arbiter = arbiter(FRISIAN);
    for (fen, moves) in
        [(WORST, 30), ("W:WK39:BK42,24,44,K41,K29,7,K21,K18,26,K17,K38,K12,23,K20,27,K3,43,K34,K47,25", 30)]
    {
        let position = arbiter.read(fen).expect("a position");
        assert_eq!(arbiter.moves(&position).expect("few captures").len(), moves, "{fen}");
    }
}

#[test]
fn too_many_paths_are_no_hindrance_to_what_asks_for_no_path() {
    let arbiter = arbiter(FRISIAN);
    let position = arbiter.read(TANGLED).expect("a position");
    let moves = arbiter.moves(&position).expect("few captures");
    assert_eq!(moves.len(), 29);
    assert_eq!(arbiter.perft(&position, 1, ByResult).expect("few captures"), 29);
    let worst = arbiter.read(WORST).expect("a position");
    assert_eq!(arbiter.paths(&worst).map(|_| ()), Err(MovesError::TooManyCaptures));
    assert_eq!(arbiter.perft(&worst, 1, ByPath), Err(CountError::TooManyCaptures));
    let found = arbiter.find(&position, &arbiter.read_move(&arbiter.full_text(&moves[7])).expect("a move"));
    assert_eq!(found.expect("a legal move"), moves[7]);
    let reason =
        |text: &str| match arbiter.explain(&position, &arbiter.read_move(text).expect("a move")).expect("few captures")
        {
            Explanation::Illegal { reason, .. } => reason,
            other => panic!("{text}: {other:?}"),
        };
    assert_eq!(reason("45-50"), Illegality::CaptureIsCompulsory);
    assert_eq!(reason("45x35"), Illegality::Occupied);
    assert_eq!(reason("45x25 <35>"), Illegality::MustContinue);
    let mut game = Game::new(&arbiter, position).expect("the same board");
    assert_eq!(game.play(&moves[0]), Ok(()));
}

/// White, to move, could capture in more ways than can be searched.
const TOO_MANY: &str = "WK21:BK1,K5,K6,K11,K12,K20,K25,K27,K29,K32,K34,K38,K39,K41,K42,K44,K54,K55,K57,K58,K59,K62,K64,\
                        K65,K66,K67,K68,K69,K70,K74,K80,K81,K84,K85,K87,K91,K97";
/// White could so after Black's 31-38, but not before.
const ONE_MOVE_BEFORE: &str = "B:WK91:BK4,K5,K7,K9,K14,K17,K18,K20,K24,K25,K27,K30,K31,K32,K37,K40,K49,K52,K53,K55,\
                               K56,K60,K66,K68,K69,K70,K71,K76,K80,K84,K85,K94,K95,K96,K97,K98";

#[test]
fn more_captures_than_can_be_searched_are_no_position() {
    let arbiter = arbiter(LARGE);
    let Err(error) = arbiter.read(&format!("W:{TOO_MANY}")) else { panic!("a position") };
    assert_eq!(error, PositionError::Refused([Refusal::TooManyCaptures].into_iter().collect()));
    assert_eq!(error.to_string(), "there are too many ways to capture: looking for the captures was given up");
    let captures = arbiter.moves(&arbiter.read(&format!("B:{TOO_MANY}")).expect("a position")).expect("few captures");
    assert!(!captures.is_empty(), "it is all right when the other side is to move");
}

#[test]
fn a_move_that_leads_to_too_many_captures_is_not_played() {
    let arbiter = arbiter(LARGE);
    let position = arbiter.read(ONE_MOVE_BEFORE).expect("a position");
    let played = arbiter.find(&position, &arbiter.read_move("31-38").expect("a move")).expect("a legal move");
    let next = arbiter.play_unchecked(&position, &played);
    assert_eq!(arbiter.perft(&next, 1, ByResult), Err(CountError::TooManyCaptures));
    assert_eq!(arbiter.moves(&next), Err(MovesError::TooManyCaptures));
    assert_eq!(arbiter.paths(&next), Err(MovesError::TooManyCaptures));
    assert_eq!(arbiter.perft(&position, 2, ByResult), Err(CountError::TooManyCaptures));
    assert_eq!(arbiter.perft(&position, 3, ByResult), Err(CountError::TooManyCaptures));
    assert_eq!((arbiter.can_capture(&next, Color::White), arbiter.has_move(&next)), (Ok(true), Ok(true)));

    let mut game = Game::new(&arbiter, position).expect("the same board");
    assert_eq!(game.play(&played), Err(GameError::TooManyCaptures));
    assert_eq!((*game.position(), game.plies()), (position, 0), "the game is unchanged");

    let text = format!("[FEN \"{ONE_MOVE_BEFORE}\"]\n1. ... 31-38 2. 91x2 *\n");
    let read = pdn::games(text.as_bytes()).next().expect("a game").expect("a readable game");
    let replay = pdn::replay(&arbiter, &read);
    let kinds: Vec<String> = replay.problems.iter().map(|problem| problem.kind.to_string()).collect();
    assert_eq!(kinds, ["no position: there are too many ways to capture: looking for the captures was given up"]);
    assert!(matches!(replay.problems[0].kind, ProblemKind::Position(_)));
    assert_eq!(replay.plies.len(), 1);
}

/// `/FEN "W::"/` gives the move to the other side on the board as it is.
#[test]
fn a_setup_that_passes_the_move_is_looked_at_too() {
    let arbiter = arbiter(LARGE);
    let text = format!("[FEN \"B:{TOO_MANY}\"]\n/FEN \"W::\"/ 2. 21x2 *\n");
    let read = pdn::games(text.as_bytes()).next().expect("a game").expect("a readable game");
    let replay = pdn::replay(&arbiter, &read);
    let kinds: Vec<String> = replay.problems.iter().map(|problem| problem.kind.to_string()).collect();
    assert_eq!(kinds, ["no position: there are too many ways to capture: looking for the captures was given up"]);
}

#[test]
fn fewer_than_two_squares_are_no_written_move() {
    let square = Square::new(7).expect("a square");
    assert_eq!(WrittenSquares::new(vec![]), None);
    assert_eq!(WrittenSquares::new(vec![square]), None);
    assert_eq!(WrittenSquares::new(vec![square, square]), Some(WrittenSquares::ends(square, square)));
}

#[test]
fn squares_off_the_board_are_no_legal_move() {
    let arbiter = arbiter(FRISIAN);
    let position = arbiter.start();
    let own = position.men(Color::White).iter().next().expect("a man");
    let [off, far] = [50, 127].map(|index| Square::new(index).expect("of larger boards"));
    for squares in [[own, off], [own, far], [far, own]] {
        let move_off = written(&squares);
        assert!(matches!(arbiter.find(&position, &move_off), Err(FindError::NotLegal)), "{squares:?}");
        assert!(
            matches!(arbiter.explain(&position, &move_off).expect("few captures"), Explanation::Illegal { .. }),
            "{squares:?}"
        );
    }
}
