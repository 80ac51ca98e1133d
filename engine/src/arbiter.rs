//! Rules ready to judge positions: which moves are legal, what a move does, whether a board is a position.

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, Square, SquareSet};
use crate::movegen::{Compiled, KingRuns, Ops, RawMove, Request, Sides, Tables, Wanted, WideSides, ops_for};
use crate::moves::{Move, TooManyCaptures};
use crate::notation::fen::{self, FenError};
use crate::perft::CountError;
use crate::position::{KingRun, Position};
use crate::rules::{Rules, RulesError};
use crate::setup::{Refusal, Refusals, Setup};
use crate::words::words;
use std::fmt;

words! {
    /// Which moves count as one, where moves are listed or counted.
    pub enum MoveIdentity {
        /// captures with the same origin, destination, and captured pieces are one
        ByResult = "by-result",
        /// captures along different paths are different
        ByPath = "by-path",
    }
}

impl Default for MoveIdentity {
    /// By result, as the rules count moves.
    fn default() -> Self {
        MoveIdentity::ByResult
    }
}

/// A set of rules ready to judge positions by.
///
/// ```
/// use damero_engine::{Arbiter, variants};
///
/// let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
/// let position = arbiter.read("W:WK46:B23")?;
/// let moves = arbiter.moves(&position);
/// let texts = arbiter.texts(&moves);
/// assert_eq!(texts, ["46x5", "46x10", "46x14", "46x19"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    compiled: Box<Compiled>,
    ops: &'static Ops,
}

impl Arbiter {
    /// Makes rules ready.
    ///
    /// # Errors
    ///
    /// Where a parameter has an impossible value.
    pub fn new(rules: Rules) -> Result<Arbiter, RulesError> {
        rules.validate()?;
        Ok(Arbiter { ops: ops_for(&rules), compiled: Box::new(Compiled::new(rules)) })
    }

    /// The same rules on the generator that reads every rule at run time, whether or not a faster one fits.
    ///
    /// Slower, with the same answers; tests compare the two.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn without_fast_path(rules: Rules) -> Result<Arbiter, RulesError> {
        Ok(Arbiter { ops: &crate::movegen::LOADED, ..Self::new(rules)? })
    }

    /// Whether a generator compiled for exactly these rules of movement is in use.
    #[must_use]
    pub fn has_fast_path(&self) -> bool {
        !std::ptr::eq(self.ops, &crate::movegen::LOADED)
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.compiled.rules
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.compiled.geometry
    }

    /// The position every game starts from.
    #[must_use]
    pub fn start(&self) -> Position {
        Position {
            white: self.geometry().start(self.rules(), Color::White),
            black: self.geometry().start(self.rules(), Color::Black),
            kings: SquareSet::EMPTY,
            turn: self.rules().starting_side,
            runs: [KingRun::default(); 2],
        }
    }

    /// Turns a board into a position.
    ///
    /// # Errors
    ///
    /// Every reason why it is none.
    pub fn position(&self, setup: &Setup) -> Result<Position, Refusals> {
        let mut refusals = Refusals::NONE;
        let mut sides = [SquareSet::EMPTY; 2];
        let mut kings = SquareSet::EMPTY;
        for &(square, Piece { color, king }) in &setup.pieces {
            if square.0 >= self.geometry().squares() {
                refusals.insert(Refusal::OffBoard);
                continue;
            }
            if sides[0].contains(square) || sides[1].contains(square) {
                refusals.insert(Refusal::SquareTwice);
            }
            sides[color.index()].insert(square);
            if king {
                kings.insert(square);
            } else if self.geometry().is_crowning_square(square, color) {
                refusals.insert(Refusal::ManOnCrowningRow);
            }
        }
        if setup.pieces.is_empty() {
            refusals.insert(Refusal::NoPieces);
        }
        if sides.iter().any(|side| side.len() > self.rules().men_at_start()) {
            refusals.insert(Refusal::TooManyPieces);
        }
        let Some(turn) = setup.turn else {
            refusals.insert(Refusal::NoSideToMove);
            return Err(refusals);
        };
        if !refusals.is_empty() {
            return Err(refusals);
        }
        // A run of a king that is not there, or that no rule limits, is none.
        let limited = self.rules().king_move_limit > 0;
        let run_of = |color: Color| {
            let own_kings = SquareSet(sides[color.index()].0 & kings.0);
            let counts = |run: &KingRun| limited && run.moves > 0 && own_kings.contains(Square(run.square));
            setup.king_runs[color.index()].filter(counts).unwrap_or_default()
        };
        let runs = [run_of(Color::White), run_of(Color::Black)];
        let position = Position { white: sides[0], black: sides[1], kings, turn, runs };
        self.check_captures(&position)?;
        Ok(position)
    }

    /// Reads a position: `start`, or a FEN.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read, or what it says is not a position.
    pub fn read(&self, text: &str) -> Result<Position, PositionError> {
        if text.trim() == "start" {
            return Ok(self.start());
        }
        let setup = fen::parse(self.geometry(), text).map_err(PositionError::Fen)?;
        self.position(&setup).map_err(PositionError::Refused)
    }

    /// A position as FEN, in the square names of the variant.
    ///
    /// PDN's FEN has no place for the runs of kings whose moves are limited;
    /// [`write_extended`](fen::write_extended) of the position's [`to_setup`](Position::to_setup) has.
    #[must_use]
    pub fn fen(&self, position: &Position) -> String {
        fen::write(self.geometry(), position)
    }

    /// Whether the captures of a position can be listed.
    ///
    /// Those of a position that [`position`](Self::position) or [`read`](Self::read) made can, and so can those of every
    /// position of a [`Game`](crate::Game). Playing on with [`after`](Self::after) may lead to others.
    ///
    /// # Errors
    ///
    /// Where they cannot.
    pub fn check_captures(&self, position: &Position) -> Result<(), TooManyCaptures> {
        match self.try_perft(position, 1, MoveIdentity::ByResult) {
            Ok(moves) if moves <= TooManyCaptures::LISTED as u64 => Ok(()),
            _ => Err(TooManyCaptures),
        }
    }

    /// The legal moves, each once, ordered by origin, destination, and captured pieces.
    ///
    /// # Panics
    ///
    /// Where [`check_captures`](Self::check_captures) fails; [`try_moves`](Self::try_moves) does not panic.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        self.try_moves(position).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The legal moves, each once, ordered by origin, destination, and captured pieces.
    ///
    /// # Errors
    ///
    /// Where [`check_captures`](Self::check_captures) fails.
    pub fn try_moves(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        let mut moves = self.collect(position, Wanted::Results)?;
        // The sort is stable: of several paths the generator's first stays.
        moves.sort_by_key(Move::identity);
        moves.dedup();
        Ok(moves)
    }

    /// The legal moves with every path: captures that differ in nothing else come as several.
    ///
    /// # Panics
    ///
    /// Where there are more than anybody can list, which can be in every position; [`try_paths`](Self::try_paths) does
    /// not panic.
    #[must_use]
    pub fn paths(&self, position: &Position) -> Vec<Move> {
        self.try_paths(position).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The legal moves with every path: captures that differ in nothing else come as several.
    ///
    /// # Errors
    ///
    /// Where there are more than anybody can list.
    pub fn try_paths(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        self.collect(position, Wanted::Paths)
    }

    pub(crate) fn collect(&self, position: &Position, wanted: Wanted<'_>) -> Result<Vec<Move>, TooManyCaptures> {
        let raw = (self.ops.moves)(&self.compiled, self.sides(position, position.turn), position.turn, wanted);
        Ok(raw.ok_or(TooManyCaptures)?.into_iter().map(|raw| self.to_move(position, raw)).collect())
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_move(&self, position: &Position) -> bool {
        (self.ops.has_move)(&self.compiled, self.sides(position, position.turn), position.turn)
    }

    /// Whether a side could capture if it were to move.
    #[must_use]
    pub fn can_capture(&self, position: &Position, color: Color) -> bool {
        (self.ops.can_capture)(&self.compiled, self.sides(position, color), color)
    }

    /// Leaves of the tree of legal moves at a depth in plies. Draws end nothing here.
    ///
    /// # Panics
    ///
    /// Where anywhere in the tree there are more captures than anybody can list; [`try_perft`](Self::try_perft) does not
    /// panic.
    #[must_use]
    pub fn perft(&self, position: &Position, depth: u32, identity: MoveIdentity) -> u64 {
        self.try_perft(position, depth, identity).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Leaves of the tree of legal moves at a depth in plies. Draws end nothing here.
    ///
    /// # Errors
    ///
    /// Where anywhere in the tree there are more captures than anybody can list.
    pub fn try_perft(&self, position: &Position, depth: u32, identity: MoveIdentity) -> Result<u64, TooManyCaptures> {
        // Without a table nobody counts more leaves than fit.
        self.leaves(position, depth, identity, None).map_err(|_| TooManyCaptures)
    }

    /// Counts with a table that [`tables`](Self::tables) made, or without.
    pub(crate) fn leaves(
        &self,
        position: &Position,
        depth: u32,
        identity: MoveIdentity,
        tables: Option<&Tables>,
    ) -> Result<u64, CountError> {
        let request = Request { depth, by_path: identity == MoveIdentity::ByPath, tables };
        let sides = self.sides(position, position.turn);
        (self.ops.perft)(&self.compiled, sides, position.turn, request)
    }

    /// An empty table for counts by these rules; `None` where there is no room for so many bytes.
    pub(crate) fn tables(&self, bytes: usize) -> Option<Tables> {
        (self.ops.tables)(bytes)
    }

    /// The position after a move that is legal in this one.
    ///
    /// For texts and moves from elsewhere there is [`find`](Self::find), which refuses what is not legal.
    #[must_use]
    pub fn after(&self, position: &Position, played: &Move) -> Position {
        let mut next = *position;
        let color = position.turn;
        let king = position.kings.contains(played.from);
        let (own, opponent) = match color {
            Color::White => (&mut next.white, &mut next.black),
            Color::Black => (&mut next.black, &mut next.white),
        };
        own.0 &= !(1 << played.from.0);
        own.insert(played.to);
        opponent.0 &= !played.captured.0;
        next.kings.0 &= !(1 << played.from.0 | played.captured.0);
        if king || played.crowns {
            next.kings.insert(played.to);
        }
        next.turn = color.opponent();

        let run = &mut next.runs[color.index()];
        *run = if self.rules().king_move_limit == 0 || !king || played.is_capture() {
            KingRun::default()
        } else if run.moves > 0 && run.square == played.from.0 {
            KingRun { square: played.to.0, moves: run.moves.saturating_add(1) }
        } else {
            KingRun { square: played.to.0, moves: 1 }
        };
        // A king that is gone has no run left.
        let other = &mut next.runs[color.opponent().index()];
        if played.captured.contains(Square(other.square)) {
            *other = KingRun::default();
        }
        next
    }

    fn sides(&self, position: &Position, mover: Color) -> WideSides {
        let bits = |set| self.geometry().bits_of(set);
        let run = |color| {
            let KingRun { square, moves } = position.king_run(color);
            if moves == 0 { (0, 0) } else { (self.geometry().bit(Square(square)), moves) }
        };
        Sides {
            own: bits(position.pieces(mover)),
            opponent: bits(position.pieces(mover.opponent())),
            kings: bits(position.kings),
            memory: KingRuns { own: run(mover), opponent: run(mover.opponent()) },
        }
    }

    /// A move as the generator tells it.
    pub(crate) fn to_raw(&self, found: &Move) -> RawMove {
        let bit = |square: Square| self.geometry().bit(square).trailing_zeros() as u8;
        RawMove {
            captured: self.geometry().bits_of(found.captured),
            from: bit(found.from),
            to: bit(found.to),
            king: found.crowns,
            between: found.between.iter().copied().map(bit).collect(),
        }
    }

    fn to_move(&self, position: &Position, raw: RawMove) -> Move {
        let square = |bit: u8| self.geometry().square(u32::from(bit));
        let (from, to) = (square(raw.from), square(raw.to));
        let was_king = position.kings.contains(from);
        let crowned = raw.king || self.geometry().is_crowning_square(to, position.turn);
        Move {
            from,
            to,
            captured: self.geometry().squares_of(raw.captured),
            between: raw.between.into_iter().map(square).collect(),
            crowns: !was_king && crowned,
        }
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It cannot be read.
    Fen(FenError),
    /// It can, but is no position.
    Refused(Refusals),
}

impl PositionError {
    /// The reasons as a set of words.
    #[must_use]
    pub fn refusals(&self) -> Refusals {
        match self {
            PositionError::Fen(error) => [error.refusal()].into_iter().collect(),
            PositionError::Refused(refusals) => *refusals,
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => error.fmt(f),
            PositionError::Refused(refusals) => {
                for (i, refusal) in refusals.iter().enumerate() {
                    let meaning = Refusal::WORDS[refusal as usize].meaning.trim();
                    write!(f, "{}{meaning}", if i > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for PositionError {}
