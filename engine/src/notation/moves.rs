//! Moves as PDN writes them: `32-28`, `18x4`, and the full path `47x38x24x13x36` where the short form fits several.

use crate::arbiter::Arbiter;
use crate::geometry::{NameError, Square, SquareSet};
use crate::movegen::{MOST_STATES, Pattern, Wanted};
use crate::moves::{Move, MovesError};
use crate::notation::lookalike;
use crate::position::Position;
use crate::rules::{CaptureSeparator, CrowningInCapture, KingLanding, KingRange, Removal, SquareNames};
use std::collections::HashMap;

/// The squares of a written move: two at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSquares(Vec<Square>);

impl WrittenSquares {
    /// Squares in the order written; `None` where they are fewer than two.
    #[must_use]
    pub fn new(squares: Vec<Square>) -> Option<WrittenSquares> {
        (squares.len() >= 2).then_some(WrittenSquares(squares))
    }

    /// Origin and destination alone.
    #[must_use]
    pub fn ends(from: Square, to: Square) -> WrittenSquares {
        WrittenSquares(vec![from, to])
    }
}

impl std::ops::Deref for WrittenSquares {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.0
    }
}

/// A move as written: what the text says, before anybody has asked whether it is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// Origin, squares in between as far as written, destination.
    pub squares: WrittenSquares,
    /// Whether the separator says it is a capture; `None` where it does not tell.
    pub capture: Option<bool>,
    /// The captured squares, where written: `47x36 <14,29>`.
    pub captured: Option<SquareSet>,
}

impl WrittenMove {
    /// Where the piece comes from.
    #[must_use]
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// Where it goes.
    #[must_use]
    pub fn to(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }

    /// The squares in between, as far as they are written.
    #[must_use]
    pub fn between(&self) -> &[Square] {
        &self.squares[1..self.squares.len() - 1]
    }
}

/// What the generator looks for when it looks for a written move.
struct Written<'a> {
    written: &'a WrittenMove,
    origins: Option<SquareSet>,
    among: Among,
    most_states: usize,
}

/// Among which moves a written one is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// The legal ones.
    Legal,
    /// These, and captures that lose to others only by rank.
    Unranked,
    /// These, and captures that stop where they could go on.
    Stopping,
}

impl<'a> Written<'a> {
    /// `None` if the squares, made by hand, are not on this board.
    fn on(arbiter: &Arbiter, written: &'a WrittenMove, among: Among, most_states: usize) -> Option<Written<'a>> {
        let on_board = |square: Square| square.0 < arbiter.geometry().squares();
        if !written.squares.iter().copied().chain(written.captured.unwrap_or_default()).all(on_board) {
            return None;
        }
        let origins = match written.capture {
            Some(false) => Some(SquareSet::EMPTY),
            _ if among != Among::Legal || arbiter.rules().capture_priority.is_empty() => {
                Some([written.from()].into_iter().collect())
            }
            _ => None,
        };
        Some(Written { written, origins, among, most_states })
    }

    /// How many of the squares written are matched by squares landed on.
    fn matched(&self, between: &[Square]) -> usize {
        // One by one as early as possible: if any choice fits in the end, that one does.
        between.iter().fold(0, |n, square| n + usize::from(self.written.between().get(n) == Some(square)))
    }
}

impl Pattern for Written<'_> {
    fn origins(&self) -> Option<SquareSet> {
        self.origins
    }
    fn unranked(&self) -> bool {
        self.among != Among::Legal
    }
    fn may_stop(&self) -> bool {
        self.among == Among::Stopping
    }
    fn most_states(&self) -> usize {
        self.most_states
    }
    fn progress(&self, _: Square, between: &[Square]) -> u8 {
        // No capture is long enough for more.
        self.matched(between).min(255) as u8
    }
    fn fits(&self, found: &Move) -> bool {
        found.from == self.written.from()
            && found.to == self.written.to()
            && self.written.capture.is_none_or(|capture| capture == found.is_capture())
            && self.written.captured.is_none_or(|captured| captured == found.captured)
            && self.matched(&found.between) == self.written.between().len()
    }
    fn is_distinct(&self, found: &Move) -> bool {
        found.between() == self.written.between()
    }
}

/// Looks for all legal moves, and does not lose those among them that a written one can mean.
struct AllWith<'a>(&'a Written<'a>);

impl Pattern for AllWith<'_> {
    fn origins(&self) -> Option<SquareSet> {
        None
    }
    fn unranked(&self) -> bool {
        false
    }
    fn may_stop(&self) -> bool {
        false
    }
    fn progress(&self, from: Square, between: &[Square]) -> u8 {
        self.0.progress(from, between)
    }
    fn fits(&self, _: &Move) -> bool {
        true
    }
    fn is_distinct(&self, found: &Move) -> bool {
        // All paths of one move have equally many squares: where one of them is exactly what is written, no other fits.
        self.0.fits(found)
    }
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// It does not look like one.
    #[error("`{text}` is not a move")]
    NotAMove {
        /// The text, shortened.
        text: String,
    },
    /// One of its squares is none.
    #[error(transparent)]
    Square(NameError),
}

/// Why a written move cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FindError {
    /// It is not legal.
    #[error("the move is not legal")]
    NotLegal,
    /// It fits several legal moves.
    #[error("the text fits {} legal moves", .0.len())]
    Ambiguous(Vec<Move>),
    /// The legal moves cannot be listed.
    #[error(transparent)]
    Moves(#[from] MovesError),
}

/// The legal move that a text means, read as people write.
#[derive(Clone, Debug)]
pub struct Meant {
    /// The move.
    pub played: Move,
    /// Whether it is written with the sign of a capture and takes nothing, or the other way round.
    pub wrong_sign: bool,
}

impl Arbiter {
    /// A legal move as text: short where `among`, the legal moves, hold no other with these ends, else the full path.
    ///
    /// Each call looks at all of `among`; for a whole list [`texts`](Self::texts) looks once.
    #[must_use]
    pub fn text(&self, played: &Move, among: &[Move]) -> String {
        let alone = among.iter().filter(|m| m.from == played.from && m.to == played.to).count() <= 1;
        self.text_if(played, alone)
    }

    /// The legal moves as texts, in their order, each as [`text`](Self::text) writes it among all of them.
    #[must_use]
    pub fn texts(&self, moves: &[Move]) -> Vec<String> {
        let mut ends: HashMap<(Square, Square), usize> = HashMap::with_capacity(moves.len());
        for played in moves {
            *ends.entry((played.from, played.to)).or_default() += 1;
        }
        moves.iter().map(|played| self.text_if(played, ends[&(played.from, played.to)] <= 1)).collect()
    }

    /// A move as text: short where no other has its ends.
    fn text_if(&self, played: &Move, alone: bool) -> String {
        if alone {
            self.join(played.is_capture(), [played.from, played.to].into_iter())
        } else {
            self.full_text(played)
        }
    }

    /// A legal move as text with every square of its path.
    #[must_use]
    pub fn full_text(&self, played: &Move) -> String {
        self.join(played.is_capture(), played.path())
    }

    fn join(&self, capture: bool, squares: impl Iterator<Item = Square>) -> String {
        let separator = if capture { self.rules().capture_separator.word() } else { "-" };
        squares.map(|square| self.geometry().name(square)).collect::<Vec<_>>().join(separator)
    }

    /// Reads a move as written.
    ///
    /// Squares may be numeric or algebraic; the sign between them may be `-`, `x`, `X`, `:`, or missing between two
    /// algebraic or two two-digit names. Captured squares may follow in angle brackets. The number of the move may stand
    /// before it, `1. 11-15`, and characters that look like others are read as those, see [`lookalike`].
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not look like a move or names a square that does not exist.
    pub fn read_move(&self, text: &str) -> Result<WrittenMove, MoveTextError> {
        const LONGEST: usize = 1024;
        let not_a_move = || MoveTextError::NotAMove { text: crate::value::shortened(text) };
        if text.len() > LONGEST {
            return Err(not_a_move());
        }
        let plain = lookalike::plain_text(text);
        let trimmed = without_number(plain.trim());
        if trimmed.is_empty() {
            return Err(not_a_move());
        }
        let square = |name: &str| self.geometry().square_named(name.trim()).map_err(MoveTextError::Square);
        let (body, captured) = match trimmed.split_once('<') {
            None => (trimmed, None),
            Some((body, rest)) => {
                let list = rest.strip_suffix('>').ok_or_else(not_a_move)?;
                let set = list.split(',').map(square).collect::<Result<SquareSet, _>>()?;
                (body.trim_end(), Some(set))
            }
        };
        let is_separator = |c: char| matches!(c, '-' | 'x' | 'X' | ':' | '×');
        let mut capture = None;
        for separator in body.chars().filter(|c| is_separator(*c)) {
            let sign = separator != '-';
            match capture {
                None => capture = Some(sign),
                Some(before) if before != sign => return Err(not_a_move()),
                Some(_) => {}
            }
        }
        let names: Vec<&str> = match capture {
            Some(_) => body.split(is_separator).collect(),
            None => without_separator(body).ok_or_else(not_a_move)?,
        };
        let squares = names.into_iter().map(square).collect::<Result<Vec<_>, _>>()?;
        let squares = WrittenSquares::new(squares).ok_or_else(not_a_move)?;
        if capture == Some(false) && (squares.len() > 2 || self.rules().capture_separator == CaptureSeparator::Hyphen) {
            // A quiet move has two squares; and where captures are written with a hyphen it tells nothing.
            capture = None;
        }
        if captured.is_some_and(|set| !set.is_empty()) {
            capture = Some(true);
        }
        Ok(WrittenMove { squares, capture, captured })
    }

    /// The legal move that a written one means.
    ///
    /// A flying king that takes two pieces on one line may be written on any square where it may stop between them, not
    /// only on the one right behind the first that PDN writes.
    ///
    /// # Errors
    ///
    /// Returns [`FindError::NotLegal`] if none fits, [`FindError::Ambiguous`] if several do, [`FindError::Moves`] if the
    /// moves cannot be listed.
    ///
    /// ```
    /// use damero_engine::{Arbiter, variants};
    ///
    /// let arbiter = Arbiter::new(variants::INTERNATIONAL)?;
    /// let start = arbiter.start();
    /// let found = arbiter.find(&start, &arbiter.read_move("1. 32-28")?)?;
    /// let next = arbiter.play(&start, &found)?;
    /// assert!(arbiter.find(&next, &arbiter.read_move("32-28")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, position: &Position, written: &WrittenMove) -> Result<Move, FindError> {
        self.find_among(position, written, Among::Legal, MOST_STATES)
    }

    /// The move of a kind that a written one means, unless there are too many to look at.
    pub(crate) fn find_among(
        &self,
        position: &Position,
        written: &WrittenMove,
        among: Among,
        most_states: usize,
    ) -> Result<Move, FindError> {
        let look = |written: &WrittenMove| {
            let pattern = Written::on(self, written, among, most_states).ok_or(FindError::NotLegal)?;
            meant(written, self.collect(position, Wanted::Fitting(&pattern))?)
        };
        let found = look(written);
        match self.right_behind(position, written) {
            Some(behind) if !matches!(found, Err(FindError::Moves(_))) => {
                nearer(written, found, &behind, look(&behind))
            }
            _ => found,
        }
    }

    /// As [`find`](Self::find), and all legal moves as [`moves`](Self::moves) lists them, from one search.
    pub(crate) fn find_with_all(
        &self,
        position: &Position,
        written: &WrittenMove,
    ) -> Result<(Result<Move, FindError>, Vec<Move>), MovesError> {
        let Some(pattern) = Written::on(self, written, Among::Legal, MOST_STATES) else {
            return Ok((Err(FindError::NotLegal), self.moves(position)?));
        };
        let mut all = self.collect(position, Wanted::Fitting(&AllWith(&pattern)))?;
        let fitting = all.iter().filter(|found| pattern.fits(found)).cloned().collect();
        all.sort_by_key(Move::identity);
        all.dedup();
        let mut found = meant(written, fitting);
        if let Some(behind) = self.right_behind(position, written) {
            found = nearer(written, found, &behind, self.find(position, &behind));
        }
        Ok((found, all))
    }

    /// The legal move that a written one means, whatever the sign between its squares: people write `10x14` for a quiet
    /// move and `28-19` for a capture. Where the sign is right nothing else is looked at.
    ///
    /// # Errors
    ///
    /// As [`find`](Self::find).
    pub fn find_meant(&self, position: &Position, written: &WrittenMove) -> Result<Meant, FindError> {
        match self.find(position, written) {
            Err(FindError::NotLegal) => {}
            found => return found.map(|played| Meant { played, wrong_sign: false }),
        }
        if written.captured.is_some_and(|captured| !captured.is_empty()) {
            return Err(FindError::NotLegal);
        }
        let wrong = |played| Meant { played, wrong_sign: true };
        if written.capture.is_some() {
            match self.find(position, &WrittenMove { capture: None, ..written.clone() }) {
                Err(FindError::NotLegal) => {}
                found => return found.map(wrong),
            }
        }
        // `a1xf6xh8` for a king that goes from a1 to h8 past f6.
        let along = |leg: &[Square]| self.line(leg[0], leg[1]).map(|(direction, _)| direction);
        let first = along(&written.squares[..2]);
        if !written.between().is_empty() && first.is_some() && written.squares.windows(2).all(|leg| along(leg) == first)
        {
            let squares = WrittenSquares::ends(written.from(), written.to());
            let quiet = WrittenMove { squares, capture: Some(false), captured: None };
            return self.find(position, &quiet).map(wrong);
        }
        Err(FindError::NotLegal)
    }

    /// The same path with the squares on which a flying king may stop before it goes straight on replaced by those that
    /// PDN writes, right behind the piece just taken; `None` where that changes nothing.
    fn right_behind(&self, position: &Position, written: &WrittenMove) -> Option<WrittenMove> {
        let rules = self.rules();
        let on_board = |square: &Square| square.0 < self.geometry().squares();
        if written.between().is_empty()
            || rules.king_range != KingRange::Flying
            || rules.king_landing == KingLanding::Adjacent
            || !written.squares.iter().all(on_board)
        {
            return None;
        }
        let color = position.turn();
        let mut king = position.kings(color).contains(written.from());
        // What stands on the board during the move, but for the piece that moves.
        let mut standing = (position.pieces(color).0 | position.pieces(color.opponent()).0) & !(1 << written.from().0);
        let mut squares = written.squares.to_vec();
        for n in 1..squares.len() - 1 {
            let (before, stop, next) = (squares[n - 1], squares[n], squares[n + 1]);
            let into = self.line(before, stop).map(|(direction, _)| direction);
            if king
                && !SquareSet(standing).contains(stop)
                && let Some((direction, _)) = self.line(stop, next)
                && into.is_none_or(|into| into == direction)
            {
                let back = (1..).map_while(|steps| self.along(stop, (direction + 4) & 7, steps));
                let mut free = back.take_while(|square| *square != before || into.is_none());
                let mut nearest = stop;
                let behind_a_piece = loop {
                    match free.next() {
                        None => break false,
                        Some(square) if SquareSet(standing).contains(square) => break true,
                        Some(square) => nearest = square,
                    }
                };
                if behind_a_piece {
                    squares[n] = nearest;
                }
            }
            king |= rules.crowning_in_capture == CrowningInCapture::ContinuesAsKing
                && self.geometry().is_crowning_square(squares[n], color);
            if rules.removal == Removal::AtOnce {
                standing &= !self.between(before, squares[n]).into_iter().collect::<SquareSet>().0;
            }
        }
        let changed = squares[..] != written.squares[..];
        changed.then(|| WrittenMove { squares: WrittenSquares(squares), ..written.clone() })
    }

    /// Whether the variant writes squares as letter and number.
    #[must_use]
    pub fn writes_algebraic(&self) -> bool {
        self.rules().square_names == SquareNames::Algebraic
    }
}

/// The one move that is meant, if it is one, of those that fit what is written.
fn meant(written: &WrittenMove, mut fitting: Vec<Move>) -> Result<Move, FindError> {
    fitting.sort_by_key(Move::identity);
    // What is exactly the path of one move means that move, a single jump written `d8:h4` too: a longer way between
    // the same squares has to be written out. Otherwise part of a longer path could be meant.
    if let Some(exact) = fitting.iter().find(|m| m.between() == written.between()) {
        return Ok(exact.clone());
    }
    fitting.dedup();
    match fitting.len() {
        0 => Err(FindError::NotLegal),
        1 => Ok(fitting.swap_remove(0)),
        _ => Err(FindError::Ambiguous(fitting)),
    }
}

/// Of what two ways to write one path mean, the one that is exactly a path; else what is legal at all.
fn nearer(
    written: &WrittenMove,
    found: Result<Move, FindError>,
    behind: &WrittenMove,
    also: Result<Move, FindError>,
) -> Result<Move, FindError> {
    let exact = |found: &Result<Move, FindError>, written: &WrittenMove| {
        found.as_ref().is_ok_and(|found| found.between() == written.between())
    };
    let prefers_also = !exact(&found, written) && exact(&also, behind);
    if prefers_also || matches!(found, Err(FindError::NotLegal)) { also } else { found }
}

/// A move without its number before it: `11-15` of `1. 11-15` and of `12... 11-15`.
fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = behind.trim_start();
    let rest = dots.trim_start_matches(['.', '…']);
    if behind.len() < text.len() && rest.len() < dots.len() { rest.trim_start() } else { text }
}

/// The two squares of a move written without a sign: `a3b4`, `3228`.
fn without_separator(text: &str) -> Option<Vec<&str>> {
    if !text.is_ascii() {
        return None;
    }
    let bytes = text.as_bytes();
    if bytes.len() == 4 && bytes.iter().all(u8::is_ascii_digit) {
        return Some(vec![&text[..2], &text[2..]]);
    }
    let second = bytes.iter().skip(1).position(u8::is_ascii_alphabetic)? + 1;
    (second >= 2 && bytes[0].is_ascii_alphabetic()).then(|| vec![&text[..second], &text[second..]])
}
