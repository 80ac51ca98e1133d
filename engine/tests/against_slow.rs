//! The engine against the slow generator in `slow/`, on random positions of every variant, and under rules that no
//! variant has.
//!
//! `DAMERO_POSITIONS` sets how many positions are compared per variant, and in proportion how many other rules; a
//! million take some minutes.

mod slow;

use damero_engine::MoveIdentity::{ByPath, ByResult};
use damero_engine::notation::diagram::{self, Style};
use damero_engine::notation::fen::write_extended;
use damero_engine::rules::Criterion;
use damero_engine::{Arbiter, Color, MoveIdentity, Position, Rules, Variant, variants};
use rstest::rstest;
use slow::board::{Board, Place};
use slow::legal::{self, Identity, Move};
use slow::position::{Position as SlowPosition, place, square};
use slow::random::{self, Random, Show};
use std::fmt::Write as _;

/// Positions compared per variant unless `DAMERO_POSITIONS` asks for more, as `.ci/run` does.
const POSITIONS: usize = 25_000;
/// Tests among which the positions of a variant are divided.
const SHARES: usize = 8;
/// Pieces of each side in a random position, at most. More make more captures than a test has time for.
const MOST_PIECES: usize = 9;

fn positions_per_share() -> usize {
    let asked = std::env::var("DAMERO_POSITIONS").ok();
    let positions = asked.map_or(POSITIONS, |n| n.parse().expect("DAMERO_POSITIONS is a number of positions"));
    positions.div_ceil(SHARES)
}

/// So many rules that no variant has, or more where more positions are asked for.
fn rules_per_share(usually: usize) -> usize {
    usually.max(usually * positions_per_share() / POSITIONS.div_ceil(SHARES))
}

/// Everything that judges under the same rules.
struct Judges {
    name: String,
    rules: Rules,
    /// The engine's ways of answering.
    engines: Vec<(&'static str, Arbiter)>,
    seen: Seen,
}

/// What the slow generator says of a position.
struct Slow {
    position: SlowPosition,
    paths: Vec<Move>,
    results: Vec<Identity>,
}

/// How often something worth comparing has occurred.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    captures: usize,
    captures_of_several: usize,
    several_paths: usize,
    crownings: usize,
    barred_kings: usize,
    no_moves: usize,
}

impl Judges {
    fn new(name: impl Into<String>, rules: Rules) -> Judges {
        let name = name.into();
        let playable = |arbiter: Result<Arbiter, _>| arbiter.unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut engines = vec![("rules read at run time", playable(Arbiter::without_fast_path(rules)))];
        let fast = playable(Arbiter::new(rules));
        if fast.has_fast_path() {
            engines.push(("compiled rules", fast));
        }
        let judges = Judges { name, rules, engines, seen: Seen::default() };
        let squares = usize::from(judges.arbiter().geometry().squares());
        assert_eq!(squares, Board::empty(&rules).played_on(), "{}: squares of the board", judges.name);
        judges
    }

    fn arbiter(&self) -> &Arbiter {
        &self.engines[0].1
    }

    /// Compares on one position.
    ///
    /// # Errors
    ///
    /// Returns an error if two judges differ: the difference in words, on the smallest such position that can be found.
    fn compare(&mut self, position: &Position) -> Result<(), String> {
        let slow = self.slow(position);
        self.seen.note(&self.rules, &slow);
        if self.difference(position, &slow).is_none() {
            return Ok(());
        }
        let small = self.smallest(position);
        let difference = self.difference(&small, &self.slow(&small)).expect("a difference as before");
        let arbiter = self.arbiter();
        Err(format!(
            "{}: engine and slow generator differ\nfirst found on {}\nsmallest such position {}\n{}\n{difference}\n",
            self.name,
            write_extended(arbiter.geometry(), &position.to_setup()),
            write_extended(arbiter.geometry(), &small.to_setup()),
            diagram::draw(arbiter.geometry(), &small, Style::Ascii, !arbiter.writes_algebraic()),
        ))
    }

    /// Compares on every position shown, until there is a difference.
    fn compare_all(&mut self, show: Show, random: &mut Random, positions: usize, most: usize) -> Option<String> {
        let arbiter = self.arbiter().clone();
        let mut difference = None;
        show(&arbiter, random, positions, most, &mut |position| {
            if difference.is_none() {
                difference = self.compare(position).err();
            }
        });
        difference
    }

    fn slow(&self, position: &Position) -> Slow {
        let position = SlowPosition::of(&self.rules, self.arbiter().geometry(), position);
        let paths = legal::paths(&self.rules, &position);
        let results = legal::results(&paths);
        Slow { position, paths, results }
    }

    /// What the engine and the slow generator say differently, in words; `None` where they agree.
    fn difference(&self, position: &Position, slow: &Slow) -> Option<String> {
        let found = self.engines.iter().find_map(|(way, engine)| {
            let found = self.difference_of_moves(engine, position, slow)?;
            Some(format!("engine with {way}: {found}"))
        });
        found.or_else(|| self.difference_after_a_move(position, slow))
    }

    fn difference_of_moves(&self, engine: &Arbiter, position: &Position, slow: &Slow) -> Option<String> {
        let mut engine_paths: Vec<Move> =
            engine.paths(position).expect("few captures").iter().map(|m| seen_slowly(engine, m)).collect();
        engine_paths.sort();
        if engine_paths != slow.paths {
            return Some(self.lists(&engine_paths, &slow.paths));
        }
        let mut engine_results: Vec<Identity> =
            engine.moves(position).expect("few captures").iter().map(|m| seen_slowly(engine, m).identity()).collect();
        engine_results.sort();
        if engine_results != slow.results {
            return Some(format!("moves\nengine: {engine_results:?}\n  slow: {:?}", slow.results));
        }
        let perft = |position: &Position, depth, identity: MoveIdentity| {
            usize::try_from(engine.perft(position, depth, identity).expect("few captures")).expect("few moves")
        };
        // Deeper counts play moves as they come, without listing them: the list, compared above, tells what they find.
        let after_each = |moves: &[damero_engine::Move], identity| -> usize {
            moves.iter().map(|m| perft(&engine.play_unchecked(position, m), 1, identity)).sum()
        };
        let can_capture = |side: Color| {
            let slow = legal::can_capture(&self.rules, &slow.position, side);
            (usize::from(engine.can_capture(position, side).expect("the same board")), usize::from(slow))
        };
        let facts = [
            (
                "has_move",
                (usize::from(engine.has_move(position).expect("the same board")), usize::from(!slow.paths.is_empty())),
            ),
            ("perft 1 by result", (perft(position, 1, ByResult), slow.results.len())),
            ("perft 1 by path", (perft(position, 1, ByPath), slow.paths.len())),
            (
                "perft 2 by result",
                (perft(position, 2, ByResult), after_each(&engine.moves(position).expect("few captures"), ByResult)),
            ),
            (
                "perft 2 by path",
                (perft(position, 2, ByPath), after_each(&engine.paths(position).expect("few captures"), ByPath)),
            ),
            ("can_capture for White", can_capture(Color::White)),
            ("can_capture for Black", can_capture(Color::Black)),
        ];
        let (question, (engine, slow)) = facts.into_iter().find(|(_, (engine, slow))| engine != slow)?;
        Some(format!("{question}\nengine: {engine}\n  slow: {slow}"))
    }

    /// Whether a move leads to different positions. One move of each position is tried, the middle one.
    fn difference_after_a_move(&self, position: &Position, slow: &Slow) -> Option<String> {
        let engine = self.arbiter();
        let moves = engine.moves(position).expect("few captures");
        let played = moves.get(moves.len() / 2)?;
        let engine_next = SlowPosition::of(&self.rules, engine.geometry(), &engine.play_unchecked(position, played));
        let slow_next = slow.position.after(&self.rules, &seen_slowly(engine, played));
        let played = engine.full_text(played);
        (engine_next != slow_next).then(|| format!("after {played}\nengine: {engine_next:?}\n  slow: {slow_next:?}"))
    }

    fn lists(&self, engine: &[Move], slow: &[Move]) -> String {
        let only = |these: &[Move], others: &[Move]| -> Vec<Move> {
            these.iter().filter(|m| !others.contains(m)).cloned().collect()
        };
        let mut text = "paths".to_string();
        for (whose, moves) in [
            ("engine", engine.to_vec()),
            ("slow", slow.to_vec()),
            ("engine only", only(engine, slow)),
            ("slow only", only(slow, engine)),
        ] {
            let written: Vec<String> = moves.iter().map(|m| self.written(m)).collect();
            let _ = write!(text, "\n{whose:>11} ({}): {}", moves.len(), written.join(" "));
        }
        text
    }

    /// A move as PDN writes it in full, with its captured pieces and a sign for crowning.
    fn written(&self, m: &Move) -> String {
        let board = self.arbiter().geometry();
        let name = |place: &Place| board.name(square(board, *place));
        let path: Vec<String> = [&m.from].into_iter().chain(&m.between).chain([&m.to]).map(name).collect();
        let captured: Vec<String> = m.captured.iter().map(name).collect();
        let (sign, captured) = match captured.as_slice() {
            [] => ("-", String::new()),
            captured => ("x", format!("<{}>", captured.join(","))),
        };
        format!("{}{captured}{}", path.join(sign), if m.crowns { "=K" } else { "" })
    }

    /// The position with as many pieces taken away as leave a difference.
    fn smallest(&self, position: &Position) -> Position {
        let mut smallest = *position;
        'smaller: loop {
            let setup = smallest.to_setup();
            for i in 0..setup.pieces.len() {
                let mut fewer = setup.clone();
                fewer.pieces.remove(i);
                if let Ok(fewer) = self.arbiter().position(&fewer)
                    && self.difference(&fewer, &self.slow(&fewer)).is_some()
                {
                    smallest = fewer;
                    continue 'smaller;
                }
            }
            return smallest;
        }
    }
}

/// The engine's move as the slow generator would give it.
fn seen_slowly(engine: &Arbiter, m: &damero_engine::Move) -> Move {
    let place = |square| place(engine.geometry(), square);
    let mut captured: Vec<Place> = m.captured().iter().map(place).collect();
    captured.sort();
    Move {
        from: place(m.from()),
        to: place(m.to()),
        captured,
        between: m.between().iter().copied().map(place).collect(),
        crowns: m.crowns(),
    }
}

impl Seen {
    fn note(&mut self, rules: &Rules, slow: &Slow) {
        let any = |what: &dyn Fn(&Move) -> bool| usize::from(slow.paths.iter().any(what));
        self.positions += 1;
        self.captures += any(&|m| !m.captured.is_empty());
        self.captures_of_several += any(&|m| m.captured.len() > 1);
        self.several_paths += usize::from(slow.results.len() < slow.paths.len());
        self.crownings += any(&|m| m.crowns);
        self.barred_kings += usize::from(slow.position.barred_king(rules, slow.position.mover).is_some());
        self.no_moves += usize::from(slow.paths.is_empty());
    }
}

/// Compares all variants, and checks that there was something to compare.
fn compare_every_variant(seed: u64, show: Show) {
    let positions = positions_per_share();
    let mut differences = Vec::new();
    let mut no_moves = 0;
    for (number, variant) in (0..).zip(variants::ALL) {
        let mut judges = Judges::new(variant.name, variant.rules);
        let difference = judges.compare_all(show, &mut Random::new(seed * 1000 + number), positions, MOST_PIECES);
        println!("{}: {:?}", variant.name, judges.seen);
        no_moves += judges.seen.no_moves;
        if let Some(difference) = difference {
            differences.push(difference);
            continue;
        }
        let Seen { positions: compared, captures, captures_of_several, crownings, .. } = judges.seen;
        assert!(compared == positions && compared > 0, "{}: {compared} positions of {positions}", variant.name);
        assert!(captures * 10 > compared, "{}: too few captures to mean anything: {captures}", variant.name);
        if compared > 1000 {
            assert!(captures_of_several > 0 && crownings > 0, "{}: too plain: {:?}", variant.name, judges.seen);
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(no_moves > 0 || positions < 1000, "no position without a legal move");
}

#[rstest]
fn agree_in_random_games(#[values(1, 2, 3)] seed: u64) {
    compare_every_variant(seed, random::games);
}

#[rstest]
fn agree_on_random_positions(#[values(4, 5, 6)] seed: u64) {
    compare_every_variant(seed, random::positions);
}

#[rstest]
fn agree_where_there_is_much_to_take(#[values(7, 8)] seed: u64) {
    compare_every_variant(seed, random::rich_positions);
}

/// Compares under rules that no variant has, and gives their names.
fn compare_under(rules: impl Iterator<Item = (String, Rules)>, shows: &[Show], positions: usize, seed: u64) -> String {
    // Such rules can allow far more captures than those of any game.
    const MOST_PIECES: usize = 7;
    let mut random = Random::new(seed);
    let mut names = String::new();
    let mut compared = 0;
    let mut differences = Vec::new();
    for (name, rules) in rules {
        let _ = writeln!(names, "{name}");
        let mut judges = Judges::new(name, rules);
        let found = shows.iter().find_map(|show| judges.compare_all(*show, &mut random, positions, MOST_PIECES));
        compared += judges.seen.positions;
        differences.extend(found);
    }
    println!("{compared} positions");
    let some = &differences[..differences.len().min(3)];
    assert!(differences.is_empty(), "{} differences, such as\n{}", differences.len(), some.join("\n"));
    assert!(compared > 0, "no position compared");
    names
}

#[rstest]
fn agree_under_changed_rules(#[values(11, 12, 13, 14)] seed: u64) {
    let mut random = Random::new(seed);
    let rules = std::iter::repeat_with(|| slow::rules::changed(&mut random)).take(rules_per_share(100));
    let names = compare_under(rules, &[random::games, random::positions, random::rich_positions], 100, seed);
    for parameter in slow::rules::of_movement() {
        assert!(names.contains(&format!(", {}: ", parameter.name)), "{} has never been changed", parameter.name);
    }
}

#[rstest]
fn agree_on_priorities(#[values(15, 16)] seed: u64) {
    let mut random = Random::new(seed);
    let rules = std::iter::repeat_with(|| slow::rules::ranked(&mut random)).take(rules_per_share(200));
    let names = compare_under(rules, &[random::rich_positions], 300, seed);
    for criterion in Criterion::ALL {
        assert!(names.contains(&format!("{criterion:?}")), "{criterion} has never decided");
    }
}

/// The slow generator alone against node counts that others have published, so that it is not wrong in the same way as
/// the engine.
///
/// Sources: the tables of dctl's tests, which credit aartbik.com, damforum.nl, shashki.com, E. Gilbert, and F. Letouzey.
#[rstest]
#[case::international("international", "start", ByResult, &[9, 81, 658, 4265, 27117])]
#[case::woldouby("international", WOLDOUBY, ByResult, &[6, 12, 30, 73, 215, 590, 1944])]
#[case::international_kings("international", KINGS, ByResult, &[14, 55, 1168, 5432])]
#[case::killer_kings("killer", KINGS, ByResult, &[14, 55, 1168, 5165])]
#[case::all_kings("international", "W:WK31-50:BK1-20", ByResult, &[17, 79, 352, 1399])]
#[case::frisian_by_path("frisian", "start", ByPath, &[9, 81, 658, 3880, 21345])]
#[case::frisian("frisian", "start", ByResult, &[9, 81, 658, 3874, 21265])]
#[case::russian("russian", "start", ByResult, &[7, 49, 302, 1469, 7482, 37986])]
#[case::brazilian("brazilian", "start", ByResult, &[7, 49, 302, 1469, 7473, 37628])]
#[case::spanish("spanish", "start", ByResult, &[7, 49, 302, 1469, 7361, 36473])]
#[case::english("english", "start", ByResult, &[7, 49, 302, 1469, 7361, 36768])]
#[case::canadian("canadian", "start", ByResult, &[11, 121, 1222, 10053])]
#[case::turkish("turkish", "start", ByResult, &[8, 64, 708, 7538])]
#[case::italian_men("italian", "W:W17,18,20,22,23,24,26,27,30:B1,3,5,6,9,11,14,15,16", ByPath, &[5, 13, 42, 107, 360])]
#[case::italian_king("italian", "B:W17,20,21,22,30,K6:B1,3,5,9,25,28", ByPath, &[6, 47, 271, 1916, 10810])]
#[case::italian_kings(
    "italian", "W:W8,9,17,20,K12,K27,K28:B4,14,21,24,K11,K13,K19", ByPath, &[13, 112, 828, 6756]
)]
fn slow_counts_are_the_published_ones(
    #[case] variant: &str,
    #[case] position: &str,
    #[case] identity: MoveIdentity,
    #[case] published: &[usize],
) {
    let judges = Judges::new(variant, Variant::named(variant).expect("a variant").rules);
    let position = judges.arbiter().read(position).expect("a position");
    let slow = judges.slow(&position).position;
    for (depth, &nodes) in (1..).zip(published) {
        let counted = legal::perft(&judges.rules, &slow, depth, identity == ByPath);
        assert_eq!(counted, nodes, "{variant} at depth {depth}");
    }
}

const WOLDOUBY: &str = "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38";
const KINGS: &str = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
