//! Node counts: published tables, and counting on several threads.

use crate::format::shape::list;
use crate::format::{Diagnostic, Field, Node, Shape, Text};
use damero_engine::perft::{CountError, Counter};
use damero_engine::value::Word;
use damero_engine::{Arbiter, Move, MoveIdentity, Position, TooManyCaptures, Variant, variants};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A table of published node counts.
#[derive(Clone, Debug)]
pub struct PerftTable {
    /// Its id.
    pub id: Text,
    /// The variant.
    pub variant: &'static str,
    /// The position as written.
    pub position: Text,
    /// How captures are distinguished.
    pub identity: MoveIdentity,
    /// Depth in plies and nodes.
    pub nodes: Vec<(u32, u64)>,
    /// Who published it.
    pub source: String,
}

/// The shape of a file of tables.
#[must_use]
pub fn shape() -> Shape {
    let table = Shape::Map(vec![
        Field::required(
            "id",
            Shape::Form(
                "an id like `international.woldouby`",
                "^[a-z0-9-]+(\\.[a-z0-9-]+)+$",
                crate::fixture::is_case_id,
            ),
            "its permanent id",
        ),
        Field::required("position", Shape::Quoted, "start, or a FEN in the variant's own square names"),
        Field::required("identity", crate::format::shape::words(MoveIdentity::WORDS), "how captures are distinguished"),
        Field::required("nodes", Shape::NumberMap(Box::new(Shape::Number(0, u64::MAX))), "nodes by depth in plies"),
        Field::required("source", Shape::Text, "who published the counts"),
        Field::optional("confirmed-by", list(Shape::Text), "programs that agree, and to which depth"),
        Field::optional("note", Shape::Text, "what a reader should know"),
    ]);
    let variants = variants::ALL.iter().map(|v| Word { word: v.name, meaning: "" }).collect();
    Shape::Map(vec![
        Field::required("variant", Shape::Word(variants), "the variant"),
        Field::required("tables", list(table), "the tables"),
    ])
}

/// Reads a file that has its shape; what the shape cannot tell is added to `found`.
pub fn read(node: &Node, found: &mut Vec<Diagnostic>) -> Vec<PerftTable> {
    let Some(variant) = node.get("variant").and_then(Node::text).and_then(Variant::named) else {
        return Vec::new();
    };
    let Ok(arbiter) = Arbiter::new(variant.rules) else { return Vec::new() };
    let mut tables = Vec::new();
    for table in node.get("tables").map_or(&[] as &[Node], Node::items) {
        let text = |key: &str| table.get(key).map(Text::of);
        let (Some(id), Some(position)) = (text("id"), text("position")) else { continue };
        if let Err(error) = arbiter.read(&position.value) {
            found.push(Diagnostic::error(position.span.clone(), error.to_string()));
        }
        let nodes = table.get("nodes").map_or(&[] as &[_], Node::entries);
        tables.push(PerftTable {
            id,
            variant: variant.name,
            position,
            identity: text("identity").and_then(|word| MoveIdentity::from_word(&word.value)).unwrap_or_default(),
            nodes: nodes.iter().filter_map(|(key, n)| Some((key.name.parse().ok()?, n.number()?))).collect(),
            source: text("source").map(|source| source.value).unwrap_or_default(),
        });
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
fn moves(arbiter: &Arbiter, position: &Position, identity: MoveIdentity) -> Result<Vec<Move>, TooManyCaptures> {
    match identity {
        MoveIdentity::ByResult => arbiter.try_moves(position),
        MoveIdentity::ByPath => arbiter.try_paths(position),
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
    counter: &Counter<'_>,
    position: &Position,
    depth: u32,
    identity: MoveIdentity,
    done: &(dyn Fn(f64) + Sync),
) -> Result<Vec<(Move, u64)>, CountError> {
    let arbiter = counter.arbiter();
    let first = moves(arbiter, position, identity)?;
    let Some(mut left) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let mut jobs: Vec<(usize, Position)> =
        first.iter().enumerate().map(|(index, played)| (index, arbiter.after(position, played))).collect();
    while left > 0 && !jobs.is_empty() && jobs.len() < JOBS {
        let mut next = Vec::new();
        for (index, position) in &jobs {
            let moves = moves(arbiter, position, identity)?;
            next.extend(moves.iter().map(|played| (*index, arbiter.after(position, played))));
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
