//! What holds in every variant, whatever its rules: on random positions, a third of them from games.

#[path = "slow/random.rs"]
mod random;

use damero_engine::explain::Explanation;
use damero_engine::moves::{MovesError, OtherBoard, PlayError};
use damero_engine::notation::fen::write_extended;
use damero_engine::rules::{CaptureDuty, ChainDuty};
use damero_engine::{
    Arbiter, Color, Game, Illegality, Move, MoveIdentity, Outcome, Position, Square, SquareSet, Winner, WrittenMove,
    WrittenSquares, variants,
};
use random::{Random, Show};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// A position of some variant.
struct Sample<'a> {
    variant: &'static str,
    arbiter: &'a Arbiter,
    position: &'a Position,
}

impl fmt::Display for Sample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = write_extended(self.arbiter.geometry(), &self.position.to_setup());
        write!(f, "{} {fen}", self.variant)
    }
}

impl Sample<'_> {
    fn moves(&self) -> Vec<Move> {
        self.arbiter.moves(self.position).expect("few captures")
    }
}

/// Shows so many positions of every variant.
fn everywhere(positions: usize, mut check: impl FnMut(&Sample<'_>)) {
    const MOST_PIECES: usize = 8;
    for variant in variants::ALL {
        let arbiter = Arbiter::new(variant.rules).unwrap_or_else(|e| panic!("{}: {e}", variant.name));
        let mut random = Random::new(20);
        let mut check = |position: &Position| check(&Sample { variant: variant.name, arbiter: &arbiter, position });
        let shows: [Show; 3] = [random::games, random::positions, random::rich_positions];
        for show in shows {
            show(&arbiter, &mut random, positions / 3, MOST_PIECES, &mut check);
        }
    }
}

#[test]
fn a_board_turned_round_with_colours_swapped_has_the_moves_turned_round() {
    everywhere(5000, |sample| {
        let Sample { arbiter, position, .. } = sample;
        let turned = |square| arbiter.geometry().rotated(square);
        let other_side = position.to_setup().turned(arbiter.geometry());
        let other_side = arbiter.position(&other_side).unwrap_or_else(|e| panic!("{sample}: turned round: {e}"));

        let path = |m: &Move| (m.path().collect::<Vec<_>>(), m.captured(), m.crowns());
        let turned_path = |m: &Move| {
            (m.path().map(turned).collect::<Vec<_>>(), m.captured().iter().map(turned).collect(), m.crowns())
        };
        let mut expected: Vec<_> = arbiter.paths(position).expect("few captures").iter().map(turned_path).collect();
        let mut found: Vec<_> = arbiter.paths(&other_side).expect("few captures").iter().map(path).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{sample}");
    });
}

/// No verdict depends on colour: a game and the same game turned round end alike, count alike, and allow the same claims.
#[test]
fn a_game_turned_round_with_colours_swapped_ends_alike() {
    const GAMES: usize = 300;
    const MOST_PLIES: usize = 60;
    let mut ended = 0;
    for variant in variants::ALL {
        let arbiter = Arbiter::new(variant.rules).unwrap_or_else(|e| panic!("{}: {e}", variant.name));
        let geometry = arbiter.geometry();
        let mut random = Random::new(7);
        let mut starts = Vec::new();
        random::positions(&arbiter, &mut random, GAMES, 3, &mut |position| starts.push(*position));
        for start in starts {
            let twin = arbiter.position(&start.to_setup().turned(geometry)).expect("turned, it is one too");
            let mut games = [
                Game::new(&arbiter, start).expect("the same board"),
                Game::new(&arbiter, twin).expect("the same board"),
            ];
            for _ in 0..MOST_PLIES {
                let [game, twin] = &games;
                let swapped = |outcome: Outcome| {
                    let winner = match outcome.winner {
                        Winner::White => Winner::Black,
                        Winner::Black => Winner::White,
                        Winner::Neither => Winner::Neither,
                    };
                    Outcome { winner, ..outcome }
                };
                let sample = Sample { variant: variant.name, arbiter: &arbiter, position: game.position() };
                assert_eq!(twin.outcome(), game.outcome().map(swapped), "{sample}");
                assert!(game.counts().eq(twin.counts()), "{sample}");
                let claims = |game: &Game| game.claims().into_iter().collect::<HashSet<_>>();
                assert_eq!(claims(twin), claims(game), "{sample}");
                if game.outcome().is_some() {
                    ended += 1;
                    break;
                }
                let played = random.pick(&sample.moves()).clone();
                let turned = |square| geometry.rotated(square);
                let captured: SquareSet = played.captured().iter().map(turned).collect();
                let other = arbiter.moves(twin.position()).expect("few captures").into_iter().find(|m| {
                    (m.from(), m.to(), m.captured()) == (turned(played.from()), turned(played.to()), captured)
                });
                let other = other.unwrap_or_else(|| panic!("{sample}: no twin of {played:?}"));
                let [game, twin] = &mut games;
                game.play(&played).expect("legal");
                twin.play(&other).expect("legal");
            }
        }
    }
    assert!(ended > variants::ALL.len() * GAMES / 2, "{ended} games ended");
}

#[test]
fn a_position_survives_writing_and_reading() {
    everywhere(5000, |sample| {
        let Sample { arbiter, position, .. } = sample;
        let plain = arbiter.fen(position);
        let read = arbiter.read(&plain).unwrap_or_else(|e| panic!("{sample}: {plain}: {e}"));
        assert_eq!((read.placement(), read.turn()), (position.placement(), position.turn()), "{sample}: {plain}");
        let mut setup = position.to_setup();
        for run in setup.king_runs.iter_mut().flatten() {
            // There is one digit for the moves. More makes no difference: only a king of a side without men goes on.
            run.moves = run.moves.min(9);
        }
        let extended = write_extended(arbiter.geometry(), &setup);
        let read = arbiter.read(&extended).unwrap_or_else(|e| panic!("{sample}: {extended}: {e}"));
        assert_eq!(Ok(read), arbiter.position(&setup), "{sample}: {extended}");
    });
}

#[test]
fn where_a_capture_exists_there_are_only_captures() {
    let mut captures = 0;
    everywhere(5000, |sample| {
        let moves = sample.moves();
        let capturing = moves.iter().filter(|m| m.is_capture()).count();
        captures += usize::from(capturing > 0);
        let could = sample.arbiter.can_capture(sample.position, sample.position.turn());
        assert_eq!(could, Ok(capturing > 0), "{sample}: can_capture");
        assert_eq!(sample.arbiter.has_move(sample.position), Ok(!moves.is_empty()), "{sample}: has_move");
        if sample.arbiter.rules().capture_duty == CaptureDuty::Compulsory && capturing > 0 {
            assert_eq!(capturing, moves.len(), "{sample}: quiet moves beside captures: {moves:?}");
        }
    });
    assert!(captures > 0, "no position with a capture");
}

#[test]
fn no_move_stops_where_another_goes_on() {
    let mut several = 0;
    everywhere(5000, |sample| {
        if sample.arbiter.rules().chain_duty != ChainDuty::Complete {
            return;
        }
        let captures: Vec<Move> =
            sample.arbiter.paths(sample.position).expect("few captures").into_iter().filter(Move::is_capture).collect();
        for short in &captures {
            for long in captures.iter().filter(|long| long.from() == short.from()) {
                several += usize::from(long.captured().len() > 1);
                assert!(!is_beginning(sample.arbiter, short, long), "{sample}: {short:?} could go on as {long:?}");
            }
        }
    });
    assert!(several > 0, "no capture of several pieces");
}

/// Whether the longer capture begins with the same jumps as the shorter one: it has landed on the same squares, and its
/// next jump leads in the direction of the shorter one's last.
fn is_beginning(arbiter: &Arbiter, short: &Move, long: &Move) -> bool {
    let subset = short.captured().iter().all(|square| long.captured().contains(square));
    let before = short.between().len();
    if !subset || short.captured() == long.captured() || long.between().get(..before) != Some(short.between()) {
        return false;
    }
    let last = short.between().last().copied().unwrap_or(short.from());
    let next = long.between().get(before).copied().unwrap_or(long.to());
    direction(arbiter, last, short.to()) == direction(arbiter, last, next)
}

/// The direction from one square to another in columns and rows.
fn direction(arbiter: &Arbiter, from: Square, to: Square) -> (i32, i32) {
    let (from, to) = (arbiter.geometry().column_row(from), arbiter.geometry().column_row(to));
    ((i32::from(to.0) - i32::from(from.0)).signum(), (i32::from(to.1) - i32::from(from.1)).signum())
}

#[test]
fn every_legal_move_is_understood_as_written() {
    everywhere(2000, |sample| {
        let Sample { arbiter, position, .. } = sample;
        let moves = sample.moves();
        let full =
            arbiter.paths(position).expect("few captures").into_iter().map(|path| (arbiter.full_text(&path), path));
        let one_by_one: Vec<String> = moves.iter().map(|m| arbiter.text(m, &moves)).collect();
        assert_eq!(arbiter.texts(&moves), one_by_one, "{position:?}");
        let short = one_by_one.into_iter().zip(moves.iter().cloned());
        for (text, meant) in short.chain(full) {
            let written = arbiter.read_move(&text).unwrap_or_else(|e| panic!("{sample}: {text}: {e}"));
            match arbiter.explain(position, &written).expect("few captures") {
                Explanation::Legal(found) => assert_eq!(found, meant, "{sample}: {text}"),
                other => panic!("{sample}: {text} is legal but: {other:?}"),
            }
        }
    });
}

#[test]
fn every_other_move_is_refused_with_a_reason() {
    let mut reasons: HashMap<Illegality, usize> = HashMap::new();
    everywhere(10, |sample| {
        let Sample { arbiter, position, .. } = sample;
        let moves = sample.moves();
        for from in arbiter.geometry().all_squares() {
            for to in arbiter.geometry().all_squares() {
                for capture in [false, true] {
                    let fits = |m: &&Move| (m.from(), m.to(), m.is_capture()) == (from, to, capture);
                    if moves.iter().any(|m| fits(&m)) {
                        continue;
                    }
                    let written =
                        WrittenMove { squares: WrittenSquares::ends(from, to), capture: Some(capture), captured: None };
                    let Explanation::Illegal { reason, instead, .. } =
                        arbiter.explain(position, &written).expect("few captures")
                    else {
                        panic!("{sample}: {written:?} is not legal");
                    };
                    let piece = position.piece_at(from);
                    assert_eq!(reason == Illegality::EmptyOrigin, piece.is_none(), "{sample}: {written:?}");
                    let foreign = piece.is_some_and(|piece| piece.color != position.turn());
                    assert_eq!(reason == Illegality::NotYourPiece, foreign, "{sample}: {written:?}");
                    assert!(instead.is_none_or(|m| moves.contains(&m)), "{sample}: {written:?}");
                    *reasons.entry(reason).or_default() += 1;
                }
            }
        }
    });
    println!("{reasons:?}");
    assert!(reasons.len() > 10, "few kinds of illegal moves: {reasons:?}");
}

#[test]
fn any_squares_written_as_a_move_get_an_answer() {
    let mut random = Random::new(21);
    let mut understood = 0;
    everywhere(40, |sample| {
        let Sample { arbiter, position, .. } = sample;
        let moves = sample.moves();
        let all: Vec<Square> = arbiter.geometry().all_squares().collect();
        let own: Vec<Square> = position.pieces(position.turn()).iter().collect();
        for _ in 0..20 {
            let mut squares = vec![*random.pick(&own)];
            for _ in 0..1 + random.below(4) {
                squares.push(*random.pick(&all));
            }
            let capture = *random.pick(&[None, Some(false), Some(true)]);
            let captured = random.percent(20).then(|| (0..2).map(|_| *random.pick(&all)).collect());
            let squares = WrittenSquares::new(squares).expect("two squares at least");
            let written = WrittenMove { squares, capture, captured };
            let legal = match arbiter.explain(position, &written).expect("few captures") {
                Explanation::Legal(m) => vec![m],
                Explanation::Ambiguous(several) => several,
                Explanation::Illegal { instead, .. } => {
                    assert!(instead.is_none_or(|m| moves.contains(&m)), "{sample}: {written:?}");
                    vec![]
                }
            };
            understood += legal.len();
            assert!(legal.iter().all(|m| moves.contains(m)), "{sample}: {written:?}: {legal:?}");
        }
    });
    assert!(understood > 0, "no written move was legal");
}

#[test]
fn a_move_changes_the_numbers_of_pieces_as_it_says() {
    everywhere(5000, |sample| {
        let Sample { arbiter, position, .. } = sample;
        let (mover, opponent) = (position.turn(), position.turn().opponent());
        for m in sample.moves() {
            let next = arbiter.play_unchecked(position, &m);
            let taken = m.captured();
            let taken_kings = taken.iter().filter(|square| position.kings(opponent).contains(*square)).count();
            assert!(taken.iter().all(|square| position.pieces(opponent).contains(square)), "{sample}: {m:?}");
            assert_eq!(next.turn(), opponent, "{sample}: {m:?}");
            assert_eq!(next.pieces(mover).len(), position.pieces(mover).len(), "{sample}: {m:?}");
            assert_eq!(next.pieces(opponent).len(), position.pieces(opponent).len() - taken.len(), "{sample}: {m:?}");
            assert_eq!(next.kings(mover).len(), position.kings(mover).len() + u32::from(m.crowns()), "{sample}: {m:?}");
            assert_eq!(
                next.kings(opponent).len() as usize,
                position.kings(opponent).len() as usize - taken_kings,
                "{sample}: {m:?}"
            );
            let piece = next.piece_at(m.to()).expect("the piece that moved");
            assert_eq!(piece.color, mover, "{sample}: {m:?}");
            assert!(m.from() == m.to() || next.piece_at(m.from()).is_none(), "{sample}: {m:?}");
            for color in Color::ALL {
                let stuck = next.men(*color).iter().any(|man| arbiter.geometry().is_crowning_square(man, *color));
                assert!(!stuck, "{sample}: {m:?} leaves a man on its crowning row");
            }
        }
    });
}

#[test]
fn perft_counts_the_moves_after_each_move() {
    everywhere(400, |sample| {
        let Sample { arbiter, position, .. } = sample;
        for (identity, moves) in [
            (MoveIdentity::ByResult, sample.moves()),
            (MoveIdentity::ByPath, arbiter.paths(position).expect("few captures")),
        ] {
            // By induction, with the count of one ply known, deeper counts are right too.
            assert_eq!(
                arbiter.perft(position, 1, identity).expect("few captures"),
                moves.len() as u64,
                "{sample}: {identity:?}"
            );
            for depth in 2..=3 {
                let after_each: u64 = moves
                    .iter()
                    .map(|m| {
                        arbiter.perft(&arbiter.play_unchecked(position, m), depth - 1, identity).expect("few captures")
                    })
                    .sum();
                let counted = arbiter.perft(position, depth, identity).expect("few captures");
                assert_eq!(counted, after_each, "{sample}: {identity:?} at depth {depth}");
            }
        }
    });
}

#[test]
fn what_is_played_is_what_a_board_set_up_anew_is() {
    everywhere(400, |sample| {
        let Sample { arbiter, position, .. } = sample;
        for m in sample.moves() {
            assert_eq!(arbiter.is_legal(position, &m), Ok(true), "{sample}: {m:?}");
            let next = arbiter.play(position, &m).expect("legal");
            // Draws and captures without end aside, whatever a move leads to can be set up.
            let Ok(again) = arbiter.position(&next.to_setup()) else { continue };
            assert_eq!((next, next.zobrist()), (again, again.zobrist()), "{sample}: {m:?}");
            assert_ne!(next.zobrist(), position.zobrist(), "{sample}: {m:?}");
        }
    });
}

#[test]
fn moves_of_other_positions_are_not_legal() {
    let mut last: HashMap<&str, Vec<Move>> = HashMap::new();
    let mut refused = 0;
    everywhere(400, |sample| {
        let legal = sample.moves();
        for m in last.entry(sample.variant).or_default().iter() {
            let expected = legal.iter().find(|legal| *legal == m);
            assert_eq!(sample.arbiter.is_legal(sample.position, m), Ok(expected.is_some()), "{sample}: {m:?}");
            match expected {
                Some(legal) => {
                    let played = sample.arbiter.play(sample.position, m);
                    assert_eq!(played, Ok(sample.arbiter.play_unchecked(sample.position, legal)), "{sample}: {m:?}");
                }
                None => {
                    refused += 1;
                    assert_eq!(sample.arbiter.play(sample.position, m), Err(PlayError::NotLegal), "{sample}: {m:?}");
                }
            }
        }
        last.insert(sample.variant, legal);
    });
    assert!(refused > 1000, "{refused} moves were not legal");
}

#[test]
fn positions_of_other_boards_are_refused() {
    let international = Arbiter::new(variants::INTERNATIONAL).expect("playable");
    for rules in [variants::ENGLISH, variants::SPANISH, variants::TURKISH, variants::FRISIAN] {
        let position = Arbiter::new(rules).expect("playable").start();
        assert_eq!(international.moves(&position), Err(MovesError::OtherBoard));
        assert_eq!(international.paths(&position), Err(MovesError::OtherBoard));
        assert_eq!(international.has_move(&position), Err(OtherBoard));
        assert_eq!(international.can_capture(&position, Color::White), Err(OtherBoard));
        assert!(international.perft(&position, 1, MoveIdentity::ByResult).is_err());
        assert_ne!(international.start(), position);
    }
    // The same board under other names for its squares is the same board.
    let russian = Arbiter::new(variants::RUSSIAN).expect("playable").start();
    let english = Arbiter::new(variants::ENGLISH).expect("playable");
    assert_eq!(english.moves(&russian).map(|moves| moves.len()), Ok(7));
}

#[test]
fn a_game_taken_back_is_the_game_before() {
    for variant in variants::ALL {
        let arbiter = Arbiter::new(variant.rules).expect("playable");
        let mut random = Random::new(17);
        let mut game = Game::from_start(&arbiter);
        let mut before = vec![];
        let seen = |game: &Game| {
            let counts: Vec<u32> = game.counts().map(|(_, plies)| plies).collect();
            let history = (game.occurrences(), counts, game.claims());
            (*game.position(), game.plies(), game.outcome(), game.ended_at(), history)
        };
        while game.plies() < 150 {
            let moves = arbiter.moves(game.position()).expect("few captures");
            if moves.is_empty() {
                break;
            }
            before.push(seen(&game));
            game.play_on(random.pick(&moves)).expect("legal");
        }
        assert!(before.len() > 20, "{}: {} plies", variant.name, before.len());
        assert_eq!(game.moves().len(), before.len());
        while let Some(expected) = before.pop() {
            assert!(game.undo().is_some());
            assert_eq!(seen(&game), expected, "{}", variant.name);
        }
        assert!(game.undo().is_none());
        assert_eq!(game.position(), &arbiter.start());
    }
}
