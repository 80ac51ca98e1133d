//! Whole captures, jump by jump.

use super::board::{Board, Content, Place, Step, is_crowning_place, steps};
use damero_engine::rules::{
    ChainDuty, CrowningInCapture, Directions, KingLanding, KingRange, ManMayCapture, Removal, Reversal, Rules,
};
use damero_engine::{Color, Piece};

/// A capture from its first square to its last.
#[derive(Clone, Debug)]
pub(crate) struct Capture {
    pub(crate) from: Place,
    pub(crate) to: Place,
    /// The pieces taken, in the order in which they are jumped.
    pub(crate) taken: Vec<(Place, Piece)>,
    /// Where it lands in between: where it turns, or right behind a piece where it goes straight on.
    pub(crate) between: Vec<Place>,
    /// Whether it is made by a king: by what stood on the first square.
    pub(crate) with_king: bool,
    /// Whether a man becomes a king by it.
    pub(crate) crowns: bool,
}

/// A capture under way: the piece has been lifted from its first square and now stands on `at`.
#[derive(Clone)]
struct Chain {
    from: Place,
    at: Place,
    /// The capturing piece, a king as soon as it has been crowned.
    piece: Piece,
    was_king: bool,
    taken: Vec<(Place, Piece)>,
    landed: Vec<Place>,
    last: Option<LastJump>,
}

impl Chain {
    /// Before the first jump.
    fn beginning(from: Place, piece: Piece) -> Chain {
        Chain { from, at: from, piece, was_king: piece.king, taken: vec![], landed: vec![], last: None }
    }
}

/// How the capturing piece came to where it stands.
#[derive(Clone, Copy)]
struct LastJump {
    step: Step,
    right_behind: bool,
}

/// A jump that is possible: over one enemy piece with an empty square behind.
struct Jump {
    step: Step,
    over: Place,
    victim: Piece,
    /// The empty squares behind, nearest first.
    behind: Vec<Place>,
}

/// Every capture a side could make, none ranked yet.
pub(crate) fn captures(rules: &Rules, board: &Board, side: Color) -> Vec<Capture> {
    let mut all = Vec::new();
    for (from, piece) in board.pieces(side) {
        // The square it comes from is empty during the capture.
        let mut board = board.clone();
        board.put(from, Content::Nothing);
        all.extend(from_here_on(rules, &board, &Chain::beginning(from, piece)));
    }
    all
}

/// Whether a side could capture anything: a single jump is enough.
pub(crate) fn can_capture(rules: &Rules, board: &Board, side: Color) -> bool {
    board.pieces(side).into_iter().any(|(from, piece)| !jumps(rules, board, &Chain::beginning(from, piece)).is_empty())
}

/// Every capture that goes on from what has been done so far with at least one more jump.
fn from_here_on(rules: &Rules, board: &Board, chain: &Chain) -> Vec<Capture> {
    let mut all = Vec::new();
    for jump in jumps(rules, board, chain) {
        let mut board = board.clone();
        board.put(
            jump.over,
            match rules.removal {
                Removal::AfterTheMove => Content::Jumped,
                Removal::AtOnce => Content::Nothing,
            },
        );
        let mut longer = Vec::new();
        for landing in landings_to_go_on_from(rules, chain, &jump) {
            let landed = land(rules, chain, &jump, landing);
            if !ends_by_crowning(rules, &landed) {
                longer.extend(from_here_on(rules, &board, &landed));
            }
        }
        // Every jump that is possible must be made, from whichever square behind it is possible.
        let may_end = longer.is_empty() || rules.chain_duty == ChainDuty::MayStop;
        if may_end {
            for landing in landings_to_end_on(rules, chain, &jump) {
                all.push(finish(rules, land(rules, chain, &jump, landing)));
            }
        }
        all.extend(longer);
    }
    all
}

/// The jumps the capturing piece can make from where it stands.
fn jumps(rules: &Rules, board: &Board, chain: &Chain) -> Vec<Jump> {
    let directions = if chain.piece.king { rules.king_captures } else { rules.man_captures };
    let mut possible = Vec::new();
    for step in steps(rules, chain.piece.color, directions) {
        if let Some(last) = chain.last {
            // Turning back by 180 degrees between two jumps in a row.
            if rules.reversal == Reversal::Forbidden && step == last.step.reversed() {
                continue;
            }
            // Straight on is one way of capturing, not one for each square in between: it is written with the square
            // right behind the piece.
            if step == last.step && !last.right_behind {
                continue;
            }
        }
        if let Some(jump) = jump(rules, board, chain.piece, chain.at, step) {
            possible.push(jump);
        }
    }
    possible
}

/// The jump of a piece in one direction, if there is one.
fn jump(rules: &Rules, board: &Board, piece: Piece, at: Place, step: Step) -> Option<Jump> {
    let mut over = at.plus(step);
    if is_flying(rules, piece) {
        // It captures at a distance, over any number of empty squares.
        while board.at(over) == Content::Nothing {
            over = over.plus(step);
        }
    }
    // A piece already jumped is none: it cannot be taken a second time, and it blocks.
    let Content::Piece(victim) = board.at(over) else { return None };
    if victim.color == piece.color || !may_take(rules, piece, victim) {
        return None;
    }
    let behind = board.empty_from(over, step);
    if behind.is_empty() { None } else { Some(Jump { step, over, victim, behind }) }
}

/// Whether a piece may take another of the other side.
fn may_take(rules: &Rules, piece: Piece, victim: Piece) -> bool {
    match rules.man_may_capture {
        ManMayCapture::MenAndKings => true,
        ManMayCapture::MenOnly => piece.king || !victim.king,
    }
}

fn is_flying(rules: &Rules, piece: Piece) -> bool {
    piece.king && rules.king_range == KingRange::Flying
}

/// The squares behind a piece on which the capturing piece may land to jump again.
///
/// `adjacent-after-king` speaks of the last piece taken, and this one is not the last.
fn landings_to_go_on_from(rules: &Rules, chain: &Chain, jump: &Jump) -> Vec<Place> {
    let all = is_flying(rules, chain.piece) && rules.king_landing != KingLanding::Adjacent;
    if all { jump.behind.clone() } else { vec![jump.behind[0]] }
}

/// The squares behind a piece on which the capture may end.
fn landings_to_end_on(rules: &Rules, chain: &Chain, jump: &Jump) -> Vec<Place> {
    let all = is_flying(rules, chain.piece)
        && match rules.king_landing {
            KingLanding::Adjacent => false,
            KingLanding::Any => true,
            KingLanding::AdjacentAfterKing => !jump.victim.king,
        };
    if all { jump.behind.clone() } else { vec![jump.behind[0]] }
}

/// The chain after a jump.
fn land(rules: &Rules, chain: &Chain, jump: &Jump, landing: Place) -> Chain {
    let mut chain = chain.clone();
    chain.at = landing;
    chain.landed.push(landing);
    chain.taken.push((jump.over, jump.victim));
    chain.last = Some(LastJump { step: jump.step, right_behind: landing == jump.behind[0] });
    if is_man_on_crowning_row(rules, &chain) && rules.crowning_in_capture == CrowningInCapture::ContinuesAsKing {
        chain.piece.king = true;
    }
    chain
}

/// Whether the move is over because a man has reached the crowning row.
fn ends_by_crowning(rules: &Rules, chain: &Chain) -> bool {
    is_man_on_crowning_row(rules, chain) && rules.crowning_in_capture == CrowningInCapture::Stops
}

fn is_man_on_crowning_row(rules: &Rules, chain: &Chain) -> bool {
    !chain.piece.king && is_crowning_place(rules, chain.piece.color, chain.at)
}

/// The capture that ends where the piece stands. A man that ends its move on the crowning row becomes a king.
fn finish(rules: &Rules, chain: Chain) -> Capture {
    let is_king = chain.piece.king || is_man_on_crowning_row(rules, &chain);
    let mut between = chain.landed;
    between.pop();
    Capture {
        from: chain.from,
        to: chain.at,
        taken: chain.taken,
        between,
        with_king: chain.was_king,
        crowns: is_king && !chain.was_king,
    }
}

/// The directions and reach of a quiet move.
pub(crate) fn quiet_directions(rules: &Rules, piece: Piece) -> (Directions, bool) {
    (if piece.king { rules.king_moves } else { rules.man_moves }, is_flying(rules, piece))
}
