use super::english::ENGLISH;
use super::names::Names;
use crate::color::Color;
use crate::rules::*;
use crate::value::List;

/// Italian draughts: men may not take kings, and four criteria decide between captures.
///
/// Sources: FID, *Regolamento ufficiale di gioco della dama italiana*, 2.3, 2.4 (board, numbers), 3.4 (White moves
/// first), 3.5 and 5.7 (removal after the capture), 4.7, 5.3 (what a man may take), 6.6 to 6.10 (the criteria), 9.3
/// (fourth occurrence), 10.4 (forty moves); PDN 3.0 type 22.
///
/// The wording of 6.9, 9.3, and 10.4 could not be read. That 6.9 compares the whole order of the kings taken, and not
/// the first alone, follows the federation's own summary, a position made for the article, and a count published
/// by the author of Kingsrow Italian (six kings, depth 7), which fits no other reading. The other two are [`Criterion::FirstKing`] and
/// [`Criterion::FirstPieceKing`]. Others write three occurrences. Forty moves of each side without capture or man move
/// rests on programs that apply 10.4; whether a player must ask for either draw is open.
pub const ITALIAN: Rules = Rules {
    playing_squares: PlayingSquares::NearRight,
    starting_side: Color::White,
    man_may_capture: ManMayCapture::MenOnly,
    capture_priority: List::of(&[
        Criterion::MostPieces,
        Criterion::WithKing,
        Criterion::MostKings,
        Criterion::EarliestKings,
    ]),
    repetition: Repetition::of_position(4, DrawMode::Automatic),
    draw_clauses: List::of(&[DrawClause::quiet(40, Unit::EachSide, DrawMode::Automatic)]),
    game_type: 22,
    ..ENGLISH
};

pub(super) const NAMES: Names = Names {
    english: "Italian draughts",
    english_short: "Italian",
    spanish: "Damas italianas",
    spanish_short: "Italianas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 22, first: Color::White, men: 12, corners: ["", "32", "1", ""] };
