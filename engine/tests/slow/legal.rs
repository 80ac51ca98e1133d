//! Legal moves.

use super::board::{Place, is_crowning_place, steps};
use super::capture::{self, Capture, captures, quiet_directions};
use super::position::Position;
use super::priority::unbeaten;
use damero_engine::Color;
use damero_engine::rules::{CaptureDuty, CrowningResult, Rules};

/// A legal move with its path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Move {
    pub(crate) from: Place,
    pub(crate) to: Place,
    /// The places of the pieces it takes, in order of places and not of jumps: a set.
    pub(crate) captured: Vec<Place>,
    pub(crate) between: Vec<Place>,
    pub(crate) crowns: bool,
}

/// What makes two moves the same: origin, destination, captured pieces.
pub(crate) type Identity = (Place, Place, Vec<Place>);

impl Move {
    pub(crate) fn identity(&self) -> Identity {
        (self.from, self.to, self.captured.clone())
    }

    fn capturing(capture: Capture) -> Move {
        let mut captured: Vec<Place> = capture.taken.iter().map(|(place, _)| *place).collect();
        captured.sort();
        Move { from: capture.from, to: capture.to, captured, between: capture.between, crowns: capture.crowns }
    }
}

/// The legal moves, captures with every path, in order.
pub(crate) fn paths(rules: &Rules, position: &Position) -> Vec<Move> {
    if is_won_by_crowning(rules, position, position.mover.opponent()) {
        return Vec::new();
    }
    let captures = unbeaten(rules, captures(rules, &position.board, position.mover));
    let must_capture = rules.capture_duty == CaptureDuty::Compulsory && !captures.is_empty();
    let mut legal: Vec<Move> = captures.into_iter().map(Move::capturing).collect();
    if !must_capture {
        legal.extend(quiet_moves(rules, position));
    }
    legal.sort();
    legal
}

/// The legal moves, each once, in order: different origin, destination, or captured pieces.
pub(crate) fn results(paths: &[Move]) -> Vec<Identity> {
    let mut results: Vec<Identity> = paths.iter().map(Move::identity).collect();
    results.sort();
    results.dedup();
    results
}

/// Whether a side could capture if it were to move.
pub(crate) fn can_capture(rules: &Rules, position: &Position, side: Color) -> bool {
    !is_won_by_crowning(rules, position, side.opponent()) && capture::can_capture(rules, &position.board, side)
}

/// Whether a side has won by crowning a man, after which no move follows.
fn is_won_by_crowning(rules: &Rules, position: &Position, side: Color) -> bool {
    rules.crowning_result == CrowningResult::Wins && position.board.pieces(side).iter().any(|(_, piece)| piece.king)
}

/// Moves that take nothing, of all pieces but a king that has used up its own.
fn quiet_moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let side = position.mover;
    let barred = position.barred_king(rules, side);
    let mut moves = Vec::new();
    for (from, piece) in position.board.pieces(side) {
        if barred == Some(from) {
            continue;
        }
        let (directions, flying) = quiet_directions(rules, piece);
        for step in steps(rules, side, directions) {
            let reach = if flying { usize::MAX } else { 1 };
            for to in position.board.empty_from(from, step).into_iter().take(reach) {
                let crowns = !piece.king && is_crowning_place(rules, side, to);
                moves.push(Move { from, to, captured: Vec::new(), between: Vec::new(), crowns });
            }
        }
    }
    moves
}

/// Leaves of the tree of legal moves at a depth in plies: of all paths, or of moves that differ in their result.
pub(crate) fn perft(rules: &Rules, position: &Position, depth: u32, by_path: bool) -> usize {
    if depth == 0 {
        return 1;
    }
    let mut moves = paths(rules, position);
    if !by_path {
        moves.dedup_by_key(|m| m.identity());
    }
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|m| perft(rules, &position.after(rules, m), depth - 1, by_path)).sum()
}
