//! Counting the leaves of deep trees with a table of counts already made.

use crate::arbiter::{Arbiter, MoveIdentity};
use crate::movegen::perft::Tables;
use crate::position::Position;

pub use crate::movegen::perft::CountError;

/// Counts leaves by one set of rules, on any number of threads at once, with or without a table.
///
/// A position that is reached along several ways is counted once while the table remembers it. The whole position is
/// compared, with the depth and the identity of moves: the table changes no count.
///
/// ```
/// use damero_engine::perft::Counter;
/// use damero_engine::{Arbiter, MoveIdentity, variants};
///
/// let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
/// let counter = Counter::with_table(&arbiter, 4)?;
/// let leaves = counter.count(&arbiter.start(), 7, MoveIdentity::ByResult)?;
/// assert_eq!(leaves, 1_049_442);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Counter {
    arbiter: Arbiter,
    tables: Option<Tables>,
}

impl Counter {
    /// The largest table that is made, in MiB.
    pub const MOST_MEBIBYTES: u32 = 65_536;

    /// A counter without a table.
    #[must_use]
    pub fn new(arbiter: &Arbiter) -> Counter {
        Counter { arbiter: arbiter.clone(), tables: None }
    }

    /// A counter with an empty table of a size in MiB.
    ///
    /// # Errors
    ///
    /// Returns an error if it is larger than [`MOST_MEBIBYTES`](Self::MOST_MEBIBYTES), or than the system hands out.
    pub fn with_table(arbiter: &Arbiter, mebibytes: u32) -> Result<Counter, NoRoom> {
        let bytes = usize::try_from(u64::from(mebibytes) << 20).ok().filter(|_| mebibytes <= Self::MOST_MEBIBYTES);
        let tables = bytes.and_then(|bytes| arbiter.tables(bytes)).ok_or(NoRoom { mebibytes })?;
        Ok(Counter { arbiter: arbiter.clone(), tables: Some(tables) })
    }

    /// The rules it counts by.
    #[must_use]
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// Leaves of the tree of legal moves at a depth in plies, as [`Arbiter::perft`] counts them.
    ///
    /// # Errors
    ///
    /// Returns an error if a position of the tree has too many captures to be listed, or the count does not fit 64 bits.
    pub fn count(&self, position: &Position, depth: u32, identity: MoveIdentity) -> Result<u64, CountError> {
        self.arbiter.leaves(position, depth, identity, self.tables.as_ref())
    }
}

/// There is no room for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no room for a table of {mebibytes} MiB")]
pub struct NoRoom {
    /// The size asked for.
    pub mebibytes: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveIdentity::{ByPath, ByResult};
    use crate::Variant;
    use crate::color::Color;
    use crate::rules::Rules;
    use crate::setup::{KingRun, Setup};
    use crate::variants::{FRISIAN, FRYSK, INTERNATIONAL, KILLER};
    use rstest::rstest;
    use std::collections::HashMap;

    const RANDOM_178: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";
    const ALL_KINGS: &str = "W:WK31-50:BK1-20";
    const FRISIAN_KINGS: &str = "W:WK46,K49,40:BK5,K2,11";
    const SIX_KINGS: &str = "W:W8,9,17,20,K12,K27,K28:B4,14,21,24,K11,K13,K19";

    fn arbiter(rules: Rules) -> Arbiter {
        Arbiter::new(rules).expect("playable rules")
    }

    fn named(variant: &str) -> Rules {
        Variant::named(variant).expect("a variant").rules
    }

    /// A counter with a table of so many bytes; one slot where they are none.
    fn counter(arbiter: &Arbiter, bytes: usize) -> Counter {
        Counter { arbiter: arbiter.clone(), tables: Some(arbiter.tables(bytes).expect("room")) }
    }

    /// One slot, where all keys meet; some; more than are needed.
    const SIZES: [usize; 3] = [0, 5_000, 4 << 20];

    /// One table serves all depths and both identities, and answers the second time out of what the first has left.
    #[rstest]
    #[case::international("international", "start", 7)]
    #[case::random_178("international", RANDOM_178, 5)]
    #[case::all_kings("international", ALL_KINGS, 6)]
    #[case::killer("killer", RANDOM_178, 5)]
    #[case::russian("russian", "start", 8)]
    #[case::italian("italian", SIX_KINGS, 5)]
    #[case::english("english", "start", 8)]
    #[case::frisian("frisian", "start", 6)]
    #[case::frisian_kings("frisian", FRISIAN_KINGS, 6)]
    #[case::frysk("frysk", "W:W46-49,K50:B1-4,K5", 5)]
    #[case::canadian("canadian", "start", 5)]
    #[case::turkish("turkish", "start", 5)]
    #[case::turkish_kings("turkish", "W:WKa1,Kb3,c4:BKh8,Kg6,f5", 4)]
    #[case::thai("thai", "start", 6)]
    #[case::breakthrough("breakthrough", RANDOM_178, 5)]
    fn a_table_changes_no_count(#[case] variant: &str, #[case] position: &str, #[case] deepest: u32) {
        let fast = arbiter(named(variant));
        let loaded = Arbiter::without_fast_path(named(variant)).expect("playable rules");
        let position = fast.read(position).expect("a position");
        let wanted = |depth, identity| fast.perft(&position, depth, identity).expect("few captures");
        let all = |identity| (0..=deepest).map(move |depth| (depth, identity));
        let counts: Vec<_> = all(ByResult)
            .chain(all(ByPath))
            .map(|(depth, identity)| (depth, identity, wanted(depth, identity)))
            .collect();
        for bytes in SIZES {
            for (rules, arbiter) in [("compiled", &fast), ("loaded", &loaded)] {
                let counter = counter(arbiter, bytes);
                for &(depth, identity, leaves) in counts.iter().chain(counts.iter().rev()) {
                    let what = format!("{rules}, {bytes} bytes, depth {depth} {}", identity.word());
                    assert_eq!(counter.count(&position, depth, identity), Ok(leaves), "{what}");
                }
            }
        }
    }

    /// The leaves below a position, by lists of moves and a table of its own.
    fn counted(arbiter: &Arbiter, position: &Position, depth: u32, seen: &mut HashMap<(Position, u32), u64>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if let Some(&leaves) = seen.get(&(*position, depth)) {
            return leaves;
        }
        let moves = arbiter.moves(position).expect("few captures");
        let leaves =
            moves.iter().map(|m| counted(arbiter, &arbiter.play_unchecked(position, m), depth - 1, seen)).sum();
        seen.insert((*position, depth), leaves);
        leaves
    }

    /// Trees that would take years to count without a table.
    #[rstest]
    #[case::international(INTERNATIONAL, "W:WK3:BK26", 15)]
    #[case::killer(KILLER, "W:WK3:BK26", 15)]
    #[case::frisian(FRISIAN, "W:WK47,50:BK4,1", 8)]
    #[case::frysk(FRYSK, "W:WK46,20:BK5,31", 13)]
    fn the_table_is_used(#[case] rules: Rules, #[case] position: &str, #[case] depth: u32) {
        let arbiter = arbiter(rules);
        let position = arbiter.read(position).expect("a position");
        let leaves = counter(&arbiter, 16 << 20).count(&position, depth, ByResult);
        assert_eq!(leaves, Ok(counted(&arbiter, &position, depth, &mut HashMap::new())));
    }

    /// The same pieces, with a king that may move on and with one that has moved often enough.
    #[test]
    fn king_runs_are_part_of_what_is_compared() {
        for arbiter in [arbiter(FRISIAN), Arbiter::without_fast_path(FRISIAN).expect("playable rules")] {
            let counter = counter(&arbiter, 4 << 20);
            let setup = arbiter.read("W:WK47,50:BK4,1").expect("a position").to_setup();
            let mut different = vec![];
            for [own, opponent] in [[0, 0], [3, 0], [0, 3], [3, 3], [2, 0], [0, 2], [1, 2]] {
                let run = |square, moves| (moves > 0).then_some(KingRun { square, moves });
                let setup = Setup { king_runs: [run(46, own), run(3, opponent)], ..setup.clone() };
                let position = arbiter.position(&setup).expect("a position");
                assert_eq!(position.king_run(Color::White).moves, own);
                let leaves = arbiter.perft(&position, 5, ByResult).expect("few captures");
                assert_eq!(counter.count(&position, 5, ByResult), Ok(leaves), "runs of {own} and {opponent}");
                different.push(leaves);
            }
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), 7, "each run makes a difference: {different:?}");
        }
    }

    /// The board turned round, and the other side to move: what White sees in one, Black sees in the other.
    #[test]
    fn the_side_to_move_is_part_of_what_is_compared() {
        let arbiter = arbiter(INTERNATIONAL);
        let counter = counter(&arbiter, 1 << 20);
        for text in ["W:W28,33,K46:B12,17,K3", "B:B28,33,K46:W12,17,K3"] {
            let position = arbiter.read(text).expect("a position");
            let leaves = arbiter.perft(&position, 5, ByResult).expect("few captures");
            assert_eq!(counter.count(&position, 5, ByResult), Ok(leaves), "{text}");
        }
    }

    #[test]
    fn counts_that_were_broken_off_are_not_remembered() {
        let arbiter = arbiter(Rules { width: 14, height: 14, start_rows: 6, ..FRISIAN });
        let text = "B:WK21:BK1,K5,K6,K11,K12,K20,K25,K27,K29,K32,K34,K38,K39,K41,K42,K44,K54,K55,K57,K58,K59,K62,K64,\
                    K65,K66,K67,K68,K69,K70,K74,K80,K81,K84,K85,K87,K91,K97";
        let position = arbiter.read(text).expect("a position for Black").with_turn(Color::White);
        let counter = counter(&arbiter, 1 << 20);
        for _ in 0..2 {
            assert_eq!(counter.count(&position, 3, ByResult), Err(CountError::TooManyCaptures));
        }
    }

    #[test]
    fn a_count_too_large_for_its_bits_is_refused() {
        let arbiter = arbiter(KILLER);
        let position = arbiter.read("W:WK3:BK26").expect("a position");
        let counter = counter(&arbiter, 16 << 20);
        assert_eq!(counter.count(&position, 40, ByResult), Err(CountError::TooManyLeaves));
        assert!(counter.count(&position, 10, ByResult).is_ok());
    }

    #[test]
    fn threads_share_a_small_table() {
        let arbiter = arbiter(INTERNATIONAL);
        let counter = counter(&arbiter, 100_000);
        std::thread::scope(|scope| {
            let count = || counter.count(&arbiter.start(), 7, ByResult);
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(count)).collect();
            for thread in threads {
                assert_eq!(thread.join().expect("no panic"), Ok(1_049_442));
            }
        });
    }

    #[test]
    fn absurd_tables_are_refused() {
        let arbiter = arbiter(INTERNATIONAL);
        for mebibytes in [Counter::MOST_MEBIBYTES + 1, u32::MAX] {
            let error = Counter::with_table(&arbiter, mebibytes).map(|_| ()).expect_err("too large");
            assert_eq!(error, NoRoom { mebibytes });
        }
        assert_eq!(NoRoom { mebibytes: 7 }.to_string(), "there is no room for a table of 7 MiB");
        // As many bytes as no machine has.
        assert!(arbiter.tables(usize::MAX / 4).is_none());
    }
}
