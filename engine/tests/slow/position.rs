//! A board with the side to move and the kings that have used up their quiet moves.

use super::board::{Board, Content, Place};
use super::legal::Move;
use damero_engine::rules::Rules;
use damero_engine::{Color, Piece, Square};

/// What the next move depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) mover: Color,
    /// The king each side, White first, has moved quietly in its last turns, and how often in a row; only where rules
    /// limit that.
    runs: [Option<(Place, u32)>; 2],
}

impl Position {
    /// The position that the engine holds.
    pub(crate) fn of(rules: &Rules, geometry: &damero_engine::Geometry, engine: &damero_engine::Position) -> Position {
        let mut board = Board::empty(rules);
        for side in [Color::White, Color::Black] {
            for square in engine.pieces(side).iter() {
                let king = engine.kings(side).contains(square);
                board.put(place(geometry, square), Content::Piece(Piece { color: side, king }));
            }
        }
        let run = |side| {
            let run = engine.king_run(side);
            (run.moves > 0).then(|| (place(geometry, Square::new(run.square).expect("a square")), u32::from(run.moves)))
        };
        Position { board, mover: engine.turn(), runs: [run(Color::White), run(Color::Black)] }
    }

    /// The king of a side that may not move quietly now.
    ///
    /// A king is allowed so many quiet moves in a row while its side has men. A side without men has no such limit.
    pub(crate) fn barred_king(&self, rules: &Rules, side: Color) -> Option<Place> {
        let has_men = self.board.pieces(side).iter().any(|(_, piece)| !piece.king);
        let limit = u32::from(rules.king_move_limit);
        match self.runs[side.index()] {
            Some((place, moves)) if limit > 0 && has_men && moves >= limit => Some(place),
            _ => None,
        }
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, rules: &Rules, played: &Move) -> Position {
        let Content::Piece(mut piece) = self.board.at(played.from) else {
            panic!("nothing stands on {:?}", played.from);
        };
        let mut next = self.clone();
        let moved_king = piece.king;
        piece.king |= played.crowns;
        next.board.put(played.from, Content::Nothing);
        for place in &played.captured {
            next.board.put(*place, Content::Nothing);
        }
        next.board.put(played.to, Content::Piece(piece));
        next.mover = self.mover.opponent();

        // A capture, or a move of any other piece, lets the king begin anew.
        let quiet_king_move = moved_king && played.captured.is_empty();
        next.runs[self.mover.index()] = match self.runs[self.mover.index()] {
            _ if rules.king_move_limit == 0 || !quiet_king_move => None,
            Some((place, moves)) if place == played.from => Some((played.to, moves + 1)),
            _ => Some((played.to, 1)),
        };
        // A king that has been taken leaves no count behind.
        let opponent = self.mover.opponent().index();
        next.runs[opponent] = next.runs[opponent].filter(|(place, _)| !played.captured.contains(place));
        next
    }
}

/// The place of a square.
pub(crate) fn place(geometry: &damero_engine::Geometry, square: Square) -> Place {
    let (column, row) = geometry.column_row(square);
    Place { column: i32::from(column), row: i32::from(row) }
}

/// The square of a place.
pub(crate) fn square(geometry: &damero_engine::Geometry, place: Place) -> Square {
    let (column, row) = (u8::try_from(place.column), u8::try_from(place.row));
    let square = column.ok().zip(row.ok()).and_then(|(column, row)| geometry.square_at(column, row));
    square.unwrap_or_else(|| panic!("the engine does not play on {place:?}"))
}
