//! Node counts: published tables, and counting on several threads.

use crate::format::model::{self, Kind, List, Number, NumberMap, OneOf, Quoted, TableId, VariantName, model};
use crate::format::{Diagnostic, Node, Shape};
use damero_engine::perft::{CountError, Counter};
use damero_engine::{Arbiter, Move, MoveIdentity, MovesError, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

model! {
    /// A file of published node counts.
    struct Tables {
        /// the variant
        variant: required VariantName = "variant",
        /// the tables
        tables: required List<PerftTable> = "tables",
    }
}

model! {
    /// A table of published node counts.
    pub struct PerftTable {
        /// its permanent id
        id: required TableId = "id",
        /// start, or a FEN in the variant's own square names
        position: required Quoted = "position",
        /// how captures are distinguished
        identity: required OneOf<MoveIdentity> = "identity",
        /// nodes by depth in plies
        nodes: required NumberMap<Number<0, { u64::MAX }>> = "nodes",
        /// who published the counts
        source: required String = "source",
        /// programs that agree, and to which depth
        confirmed_by: default List<String> = "confirmed-by",
        /// what a reader should know
        note: optional String = "note",
    }
    beside {
        /// The variant.
        variant: &'static str,
    }
}

/// The shape of a file of tables.
#[must_use]
pub fn shape() -> Shape {
    Tables::shape()
}

/// Reads a file that has its shape; what the shape cannot tell is added to `found`.
pub fn read(node: &Node, found: &mut Vec<Diagnostic>) -> Vec<PerftTable> {
    let Some(Tables { variant, mut tables }) = model::read::<Tables>(node, found) else { return Vec::new() };
    let arbiter = Arbiter::new(variant.rules).expect("the named variants are playable, their test says so");
    for table in &mut tables {
        table.variant = variant.name;
        if let Err(error) = arbiter.read(&table.position.value) {
            found.push(Diagnostic::error(table.position.span.clone(), error.to_string()));
        }
    }
    tables
}

/// The published count for a position, if there is one.
#[must_use]
pub fn published<'t>(
    tables: &'t [PerftTable],
    variant: &str,
    arbiter: &Arbiter,
    position: &Position,
    depth: u32,
    identity: MoveIdentity,
) -> Option<(u64, &'t PerftTable)> {
    tables
        .iter()
        .filter(|table| table.variant == variant && table.identity == identity)
        .filter(|table| arbiter.read(&table.position.value).as_ref() == Ok(position))
        .find_map(|table| table.nodes.iter().find(|(d, _)| *d == depth).map(|(_, nodes)| (*nodes, table)))
}

/// The moves of a position, each path on its own where that counts.
fn moves(arbiter: &Arbiter, position: &Position, identity: MoveIdentity) -> Result<Vec<Move>, MovesError> {
    match identity {
        MoveIdentity::ByResult => arbiter.moves(position),
        MoveIdentity::ByPath => arbiter.paths(position),
    }
}

/// Positions among which the work is shared: enough for threads to end at about the same time.
const JOBS: usize = 512;

/// The nodes below each move of a position, counted on the threads of the current pool.
///
/// `done` is called with the share of the work done, from 0 to 1, now and then.
///
/// # Errors
///
/// Returns an error if some position of the tree has more captures than can be listed, or a count is too large for its 64 bits.
pub fn divide(
    counter: &Counter,
    position: &Position,
    depth: u32,
    identity: MoveIdentity,
    done: &(dyn Fn(f64) + Sync),
) -> Result<Vec<(Move, u64)>, CountError> {
    let arbiter = counter.arbiter();
    let first = moves(arbiter, position, identity)?;
    let Some(mut left) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut jobs: Vec<(usize, Position)> =
        first.iter().enumerate().map(|(index, played)| (index, arbiter.play_unchecked(position, played))).collect();
    while left > 0 && !jobs.is_empty() && jobs.len() < JOBS {
        let mut next = Vec::new();
        for (index, position) in &jobs {
            let moves = moves(arbiter, position, identity)?;
            next.extend(moves.iter().map(|played| (*index, arbiter.play_unchecked(position, played))));
        }
        jobs = next;
        left -= 1;
    }
    let finished = AtomicUsize::new(0);
    let total = jobs.len();
    let counts: Vec<(usize, u64)> = jobs
        .par_iter()
        .map(|(index, position)| {
            let nodes = counter.count(position, left, identity)?;
            let so_far = finished.fetch_add(1, Ordering::Relaxed) + 1;
            done(so_far as f64 / total as f64);
            Ok((*index, nodes))
        })
        .collect::<Result<_, CountError>>()?;
    let mut nodes = vec![0u64; first.len()];
    for (index, count) in counts {
        nodes[index] = nodes[index].checked_add(count).ok_or(CountError::TooManyLeaves)?;
    }
    Ok(first.into_iter().zip(nodes).collect())
}
