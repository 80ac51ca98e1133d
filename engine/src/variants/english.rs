use super::names::Names;
use crate::color::Color;
use crate::rules::*;
use crate::value::List;

/// English draughts, also American checkers: men and kings step and jump one square, any capture may be chosen.
///
/// Sources: WCDF rules 1.4, 1.13 to 1.20, 1.32; PDN 3.0 type 21. Draws are those of WCDF: claimed, third occurrence and
/// forty moves each.
pub const ENGLISH: Rules = Stated {
    width: 8,
    height: 8,
    playing_squares: PlayingSquares::NearLeft,
    starting_side: Color::Black,
    start_rows: 3,
    start_offset: 0,
    man_moves: Directions::FORWARD_DIAGONAL,
    man_captures: Directions::FORWARD_DIAGONAL,
    man_may_capture: ManMayCapture::MenAndKings,
    king_moves: Directions::DIAGONAL,
    king_captures: Directions::DIAGONAL,
    king_range: KingRange::OneStep,
    king_landing: KingLanding::Adjacent,
    capture_duty: CaptureDuty::Compulsory,
    chain_duty: ChainDuty::Complete,
    capture_priority: List::EMPTY,
    removal: Removal::AfterTheMove,
    reversal: Reversal::Allowed,
    crowning_in_capture: CrowningInCapture::Stops,
    no_move: NoMove::Loses,
    same_ply: SamePly::WinFirst,
    repetition: Repetition::of_position(3, DrawMode::ClaimedBeforeMove),
    draw_clauses: List::of(&[DrawClause::quiet(40, Unit::EachSide, DrawMode::Claimed)]),
    agreement: Agreement::Draw,
    resignation: Forfeit::Loses,
    time_out: Forfeit::Loses,
    leaving: Forfeit::Loses,
    square_names: SquareNames::Numeric,
    first_square: FirstSquare::TopLeft,
    capture_separator: CaptureSeparator::Cross,
    game_type: 21,
}
.rules();

pub(super) const NAMES: Names = Names {
    english: "English draughts",
    english_short: "English",
    spanish: "Damas inglesas",
    spanish_short: "Inglesas",
};

#[cfg(test)]
pub(super) const BOARD: super::tests::Board =
    super::tests::Board { game_type: 21, first: Color::Black, men: 12, corners: ["29", "", "", "4"] };
