use super::international::INTERNATIONAL;
use super::names::Names;
use crate::rules::*;
use crate::value::{List, Range};

/// The draw counters that the 64-square section of the world federation uses for its games: FMJD-64/IDF 7.2.4 to 7.2.8.
///
/// 7.2.4, 7.2.7 and 7.2.8 count the stronger side's own moves; 7.2.5 and 7.2.6 say only "moves" and are read as moves
/// of each side.
pub(super) const DRAWS_OF_64_SQUARES: List<DrawClause, 8> = {
    const KINGS_AGAINST_ONE: Condition = Condition::material(
        Material { pieces: Range::ANY, kings: Range::at_least(3), men: Range::exactly(0) },
        Material::LONE_KING,
    );
    const THREE_ON_THE_ROAD: Condition = Condition {
        long_diagonal: Some(LongDiagonal::WeakerThroughout),
        ..Condition::material(Material::with_king(Range::exactly(3)), Material::LONE_KING)
    };
    const TWO_AGAINST_ONE: Condition =
        Condition::material(Material::with_king(Range::between(1, 2)), Material::LONE_KING);
    const fn both_with_kings(total: Range) -> Condition {
        let crowned = Material { kings: Range::at_least(1), ..Material::ANY };
        Condition { total, ..Condition::material(crowned, crowned) }
    }
    const fn balance(moves: u16, total: Range) -> DrawClause {
        DrawClause {
            reset_by: List::of(&[Reset::Capture, Reset::Crowning]),
            ..DrawClause::endgame(moves, Unit::EachSide, both_with_kings(total))
        }
    }
    List::of(&[
        DrawClause::quiet(15, Unit::EachSide, DrawMode::Automatic),
        DrawClause::endgame(15, Unit::StrongerSide, KINGS_AGAINST_ONE),
        balance(30, Range::between(4, 5)),
        balance(60, Range::between(6, 7)),
        DrawClause::endgame(5, Unit::StrongerSide, THREE_ON_THE_ROAD),
        DrawClause::endgame(5, Unit::StrongerSide, TWO_AGAINST_ONE),
    ])
};

/// Russian draughts: any capture may be chosen, and a man crowned in mid-capture goes on as a king.
///
/// Sources: Russian federation code of 2004, 1.5.3 and 1.5.15; FMJD-64/IDF 4.6 and 7.2.3 to 7.2.8; PDN 3.0 type 25.
pub const RUSSIAN: Rules = Rules {
    width: 8,
    height: 8,
    start_rows: 3,
    capture_priority: List::EMPTY,
    crowning_in_capture: CrowningInCapture::ContinuesAsKing,
    draw_clauses: DRAWS_OF_64_SQUARES,
    square_names: SquareNames::Algebraic,
    first_square: FirstSquare::BottomLeft,
    capture_separator: CaptureSeparator::Colon,
    game_type: 25,
    ..INTERNATIONAL
};

pub(super) const NAMES: Names = Names {
    english: "Russian draughts",
    english_short: "Russian",
    spanish: "Damas rusas",
    spanish_short: "Rusas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 25, first: crate::color::Color::White, men: 12, corners: ["a1", "", "", "h8"] };
