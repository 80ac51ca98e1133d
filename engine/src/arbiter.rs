//! Rules ready to judge positions: which moves are legal, what a move does, whether a board is a position.

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, Square, SquareSet};
use crate::movegen::perft::{self, CountError, CountFn, Node, Request, Tables};
use crate::movegen::{CompiledRules, Sides, Wanted};
use crate::moves::{Move, MovesError, OtherBoard, PlayError, TooManyCaptures};
use crate::notation::fen::{self, FenError};
use crate::position::Position;
use crate::rules::{Rules, RulesError};
use crate::setup::{KingRun, Refusal, Refusals, Setup};
use crate::words::words;
use std::fmt;
use std::sync::Arc;

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

/// A set of rules ready to judge positions by. Cloning it is cheap: clones share the rules.
///
/// What is legal: [`moves`](Self::moves), [`play`](Self::play), [`is_legal`](Self::is_legal). What texts mean:
/// [`read`](Self::read), [`fen`](Self::fen), [`read_move`](Self::read_move), [`find`](Self::find), [`text`](Self::text).
/// Why: [`explain`](Self::explain). How many: [`perft`](Self::perft).
///
/// ```
/// use damero_engine::{Arbiter, variants};
///
/// let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
/// let position = arbiter.read("W:WK46:B23")?;
/// let moves = arbiter.moves(&position)?;
/// let texts = arbiter.texts(&moves);
/// assert_eq!(texts, ["46x5", "46x10", "46x14", "46x19"]);
/// let next = arbiter.play(&position, &moves[0])?;
/// assert_eq!(next.to_string(), "B:WK5:B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter {
    compiled: Arc<CompiledRules>,
    board: &'static Geometry,
    /// The generator compiled for these rules, which perft uses.
    counter: Option<CountFn>,
}

/// Most positions have no more moves.
const USUAL_MOVES: usize = 16;

impl Arbiter {
    /// Makes rules ready.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter has an impossible value.
    pub fn new(rules: Rules) -> Result<Arbiter, RulesError> {
        rules.validate()?;
        let compiled = Arc::new(CompiledRules::new(rules));
        Ok(Arbiter { compiled, board: Geometry::shared(&rules), counter: perft::compiled::for_rules(&rules) })
    }

    /// The same rules, counted by the generator that reads every rule at run time, whether or not a faster one fits.
    ///
    /// Slower, with the same answers; tests compare the two.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn without_fast_path(rules: Rules) -> Result<Arbiter, RulesError> {
        Ok(Arbiter { counter: None, ..Self::new(rules)? })
    }

    /// Whether [`perft`](Self::perft) uses a generator compiled for exactly these rules of movement.
    #[must_use]
    pub fn has_fast_path(&self) -> bool {
        self.counter.is_some()
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.compiled.rules
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        self.board
    }

    /// The position every game starts from.
    #[must_use]
    pub fn start(&self) -> Position {
        let men = [Color::White, Color::Black].map(|color| self.board.start(self.rules(), color));
        Position::new(self.board, men, SquareSet::EMPTY, self.rules().starting_side, [KingRun::default(); 2])
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
        // A run that no rule limits is none.
        let limited = self.rules().king_move_limit > 0;
        let runs = setup.king_runs.map(|run| run.filter(|_| limited).unwrap_or_default());
        let position = Position::new(self.board, sides, kings, turn, runs);
        self.check_captures(&position)?;
        Ok(position)
    }

    /// Reads a position: `start`, or a FEN.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read, or what it says is not a position.
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
        fen::write(self.geometry(), &position.to_setup())
    }

    /// Whether the captures of a position can be listed.
    ///
    /// Those of a position that [`position`](Self::position) or [`read`](Self::read) made can, and so can those of every
    /// position of a [`Game`](crate::Game). Playing on with [`play`](Self::play) may lead to others.
    pub(crate) fn check_captures(&self, position: &Position) -> Result<(), TooManyCaptures> {
        if self.can_capture(position, position.turn()) == Ok(false) {
            return Ok(());
        }
        match self.leaves(position, 1, MoveIdentity::ByResult, None) {
            Ok(moves) if moves <= TooManyCaptures::LISTED as u64 => Ok(()),
            _ => Err(TooManyCaptures),
        }
    }

    /// The legal moves, each once, ordered by origin, destination, and captured pieces.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many captures to be listed, or the position is of another board.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, MovesError> {
        let mut moves = self.collect(position, Wanted::Results)?;
        // Quiet moves come in order, and nothing but captures comes before them.
        if moves.len() > 1 && moves[0].is_capture() {
            // The sort is stable: of several paths the generator's first stays.
            moves.sort_by_key(Move::identity);
            moves.dedup();
        }
        Ok(moves)
    }

    /// The legal moves with every path: captures that differ in nothing else come as several.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many paths to be listed, or the position is of another board.
    pub fn paths(&self, position: &Position) -> Result<Vec<Move>, MovesError> {
        self.collect(position, Wanted::Paths)
    }

    pub(crate) fn collect(&self, position: &Position, wanted: Wanted<'_>) -> Result<Vec<Move>, MovesError> {
        self.check_board(position)?;
        let color = position.turn();
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        let complete = self.compiled.moves(self.sides(position, color), color, wanted, &mut moves);
        if complete { Ok(moves) } else { Err(MovesError::TooManyCaptures) }
    }

    /// Whether a move is legal in a position.
    ///
    /// # Errors
    ///
    /// As [`moves`](Self::moves).
    pub fn is_legal(&self, position: &Position, played: &Move) -> Result<bool, MovesError> {
        Ok(self.legal(position, played)?.is_some())
    }

    /// The legal move that is the same as this one, which may have been made in another position.
    pub(crate) fn legal(&self, position: &Position, played: &Move) -> Result<Option<Move>, MovesError> {
        self.check_board(position)?;
        let color = position.turn();
        let on_board = |square: Square| square.0 < self.board.squares();
        if !on_board(played.from) || !on_board(played.to) {
            return Ok(None);
        }
        if !played.is_capture() {
            let (from, to) = (self.board.bit(played.from), self.board.bit(played.to));
            let crowns = self.compiled.quiet_move(self.sides(position, color), color, from, to);
            return Ok(crowns.map(|crowns| Move { crowns, ..played.clone() }));
        }
        Ok(self.collect(position, Wanted::Results)?.into_iter().find(|legal| legal == played))
    }

    /// The position after a move.
    ///
    /// To take a move back, keep the position before it.
    ///
    /// # Errors
    ///
    /// Returns an error if the move is not legal in this position, or as [`moves`](Self::moves).
    pub fn play(&self, position: &Position, played: &Move) -> Result<Position, PlayError> {
        match self.legal(position, played)? {
            Some(legal) => Ok(self.play_unchecked(position, &legal)),
            None => Err(PlayError::NotLegal),
        }
    }

    /// The position after a move that [`moves`](Self::moves), [`paths`](Self::paths), or [`find`](Self::find) gave for
    /// this one.
    ///
    /// Any other move leads to a position that means nothing.
    ///
    /// # Panics
    ///
    /// Panics if the move goes to squares that are not on the board.
    #[must_use]
    #[inline]
    pub fn play_unchecked(&self, position: &Position, played: &Move) -> Position {
        let limits_runs = self.rules().king_move_limit > 0;
        position.after(played.from, played.to, played.captured, played.crowns, limits_runs)
    }

    /// Whether the side to move has a legal move.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is of another board.
    pub fn has_move(&self, position: &Position) -> Result<bool, OtherBoard> {
        self.check_board(position)?;
        Ok(self.compiled.has_move(self.sides(position, position.turn()), position.turn()))
    }

    /// Whether a side could capture if it were to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is of another board.
    pub fn can_capture(&self, position: &Position, color: Color) -> Result<bool, OtherBoard> {
        self.check_board(position)?;
        Ok(self.compiled.can_capture(self.sides(position, color), color))
    }

    /// Leaves of the tree of legal moves at a depth in plies. Draws end nothing here.
    ///
    /// A [`Counter`](crate::perft::Counter) counts with a table.
    ///
    /// # Errors
    ///
    /// Returns an error if anywhere in the tree there are too many captures to be listed, or the position is of another
    /// board.
    pub fn perft(&self, position: &Position, depth: u32, identity: MoveIdentity) -> Result<u64, CountError> {
        self.leaves(position, depth, identity, None)
    }

    /// Counts with a table that [`tables`](Self::tables) made, or without.
    pub(crate) fn leaves(
        &self,
        position: &Position,
        depth: u32,
        identity: MoveIdentity,
        tables: Option<&Tables>,
    ) -> Result<u64, CountError> {
        self.check_board(position)?;
        let color = position.turn();
        let request = Request { depth, by_path: identity == MoveIdentity::ByPath, tables, compiled: self.counter };
        let node = Node {
            sides: self.sides(position, color),
            own_run: position.run_bits(color),
            opponent_run: position.run_bits(color.opponent()),
        };
        perft::count(&self.compiled, node, color, request)
    }

    /// An empty table for counts by these rules; `None` if there is no room for so many bytes.
    pub(crate) fn tables(&self, bytes: usize) -> Option<Tables> {
        perft::tables(&self.compiled, bytes)
    }

    pub(crate) fn check_board(&self, position: &Position) -> Result<(), OtherBoard> {
        if position.geometry().has_bits_of(self.board) { Ok(()) } else { Err(OtherBoard) }
    }

    fn sides(&self, position: &Position, mover: Color) -> Sides<u128> {
        position.sides(mover, self.rules().king_move_limit)
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
