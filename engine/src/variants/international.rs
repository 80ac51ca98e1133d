use super::english::ENGLISH;
use super::names::Names;
use crate::color::Color;
use crate::rules::*;
use crate::value::{List, Range};

const LONE_KING_AGAINST_THREE: Condition =
    Condition::material(Material::with_king(Range::exactly(3)), Material::LONE_KING);
const LONE_KING_AGAINST_TWO: Condition =
    Condition::material(Material::with_king(Range::between(1, 2)), Material::LONE_KING);

/// International draughts: ten by ten, men capture both ways, flying kings, the capture of most pieces.
///
/// Sources: FMJD Annex 1 (2015) 2.4, 3.4 to 4.15, 6.1 to 6.4; PDN 3.0 type 20.
pub const INTERNATIONAL: Rules = Rules {
    width: 10,
    height: 10,
    starting_side: Color::White,
    start_rows: 4,
    man_captures: Directions::DIAGONAL,
    king_range: KingRange::Flying,
    king_landing: KingLanding::Any,
    capture_priority: List::of(&[Criterion::MostPieces]),
    crowning_in_capture: CrowningInCapture::Passes,
    repetition: Repetition::of_position(3, DrawMode::Automatic),
    draw_clauses: List::of(&[
        DrawClause::quiet(25, Unit::EachSide, DrawMode::Automatic),
        DrawClause::endgame(16, Unit::EachSide, LONE_KING_AGAINST_THREE),
        DrawClause::endgame(5, Unit::EachSide, LONE_KING_AGAINST_TWO),
    ]),
    game_type: 20,
    ..ENGLISH
};

pub(super) const NAMES: Names = Names {
    english: "International draughts",
    english_short: "International",
    spanish: "Damas internacionales",
    spanish_short: "Internacionales",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 20, first: Color::White, men: 20, corners: ["46", "", "", "5"] };
