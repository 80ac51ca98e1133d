//! Draw clauses that say the same in other words.
//!
//! A clause has parts that mean nothing beside others: what restarts a count that cannot go on after it, or the first ply
//! of a count that always runs. Here is what follows from the numbers of pieces alone; what takes an argument about the
//! board is written down as an [`equivalent`](crate::equivalent).

use damero_engine::Rules;
use damero_engine::rules::{Condition, CreatingMove, DrawClause, Material, Reset, Unit, WhenEqual};
use damero_engine::value::{List, Range};

/// Most pieces of one side that are looked at: beyond the numbers that a condition names nothing changes any more.
const MOST: u32 = 12;

/// Men and kings of one side.
type Side = (u32, u32);

/// Whether two sets of rules that may differ in their draw clauses are the same rules.
pub(super) fn say_the_same(one: &Rules, other: &Rules) -> bool {
    let (ours, theirs) = (one.draw_clauses, other.draw_clauses);
    ours.len() == theirs.len()
        && Rules { draw_clauses: theirs, ..*one } == *other
        && ours.iter().zip(theirs.iter()).all(|(ours, theirs)| {
            ours == theirs
                || (without_material(plain(ours)) == without_material(plain(theirs))
                    && sides().all(|a| sides().all(|b| fits(&ours.condition, a, b) == fits(&theirs.condition, a, b))))
        })
}

/// Every material of a side that has pieces: without any the game is over.
fn sides() -> impl Iterator<Item = Side> {
    (1..=MOST).flat_map(|pieces| (0..=pieces).map(move |kings| (pieces - kings, kings)))
}

/// Whether two sides have the material for a clause, whichever is the stronger one.
fn fits(condition: &Condition, a: Side, b: Side) -> bool {
    let of = |(men, kings): Side| (men + kings, kings);
    condition.has_material(of(a).max(of(b)), of(a).min(of(b)))
}

fn without_material(clause: DrawClause) -> DrawClause {
    let condition = Condition { total: Range::ANY, stronger: Material::ANY, weaker: Material::ANY, ..clause.condition };
    DrawClause { condition, ..clause }
}

/// A clause without the parts that mean nothing in it.
fn plain(clause: DrawClause) -> DrawClause {
    if clause.moves == 0 {
        // A count that is full at once counts nothing.
        return DrawClause {
            of: Unit::Plies,
            when_equal: WhenEqual::EachSide,
            reset_by: List::EMPTY,
            creating_move: CreatingMove::NotCounted,
            ..clause
        };
    }
    let always = clause.condition == Condition::ALWAYS;
    // No ply brings about what always holds.
    let creating_move = if always { CreatingMove::NotCounted } else { clause.creating_move };
    // A count that begins at nothing may as well be restarted by the ply with which it begins.
    let counts_first = creating_move == CreatingMove::Counted;
    let has = |reset: Reset| clause.reset_by.iter().any(|one| one == reset);
    let matters = |reset: &Reset| {
        has(*reset)
            && (always || counts_first || can_come(&clause.condition, *reset))
            // Whoever is crowned was a man that moved.
            && !(*reset == Reset::Crowning && has(Reset::ManMove))
    };
    let resets: Vec<Reset> = Reset::ALL.iter().copied().filter(matters).collect();
    DrawClause { creating_move, reset_by: List::of(&resets), ..clause }
}

/// Whether something that restarts counts can happen between two positions with the material of a condition.
fn can_come(condition: &Condition, reset: Reset) -> bool {
    let fitting = || sides().flat_map(|a| sides().map(move |b| (a, b))).filter(|(a, b)| fits(condition, *a, *b));
    // Of the side that moves only a crowning changes anything.
    let crowned = |(men, kings): Side| (men > 0).then(|| (men - 1, kings + 1));
    match reset {
        Reset::ManMove => fitting().any(|((men, _), _)| men > 0),
        Reset::Crowning => fitting().any(|(a, b)| crowned(a).is_some_and(|a| fits(condition, a, b))),
        Reset::Capture => fitting().any(|(a, (men, kings))| {
            let left = (0..=men).flat_map(|men| (0..=kings).map(move |kings| (men, kings)));
            left.filter(|left| *left != (men, kings) && *left != (0, 0))
                .any(|left| fits(condition, a, left) || crowned(a).is_some_and(|a| fits(condition, a, left)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_engine::rules::DrawMode;
    use damero_engine::variants;
    use rstest::rstest;

    fn clause(stronger: Material, weaker: Material, resets: &[Reset], creating_move: CreatingMove) -> DrawClause {
        let condition = Condition::material(stronger, weaker);
        DrawClause { reset_by: List::of(resets), creating_move, ..DrawClause::endgame(5, Unit::EachSide, condition) }
    }

    fn same(one: DrawClause, other: DrawClause) -> bool {
        let with = |clause: DrawClause| Rules { draw_clauses: List::of(&[clause]), ..variants::RUSSIAN };
        say_the_same(&with(one), &with(other))
    }

    const THREE: Material = Material { pieces: Range::exactly(3), ..Material::ANY };
    const UP_TO_THREE: Material = Material { pieces: Range::between(1, 3), ..Material::ANY };
    const ONE: Material = Material { pieces: Range::exactly(1), ..Material::ANY };
    const TWO_KINGS: Material = Material { pieces: Range::exactly(2), kings: Range::exactly(2), men: Range::ANY };
    const NOT: CreatingMove = CreatingMove::NotCounted;

    #[rstest]
    #[case::three_against_one_end_with_a_capture(THREE, ONE, Reset::Capture, NOT, true)]
    #[case::two_of_three_are_still_up_to_three(UP_TO_THREE, ONE, Reset::Capture, NOT, false)]
    #[case::the_first_ply_may_be_a_capture(THREE, ONE, Reset::Capture, CreatingMove::Counted, false)]
    #[case::a_man_of_three_pieces_moves(THREE, ONE, Reset::ManMove, NOT, false)]
    #[case::kings_are_no_men(TWO_KINGS, Material::LONE_KING, Reset::ManMove, NOT, true)]
    #[case::a_man_of_three_pieces_is_crowned(THREE, ONE, Reset::Crowning, NOT, false)]
    #[case::a_crowning_would_make_three_kings(TWO_KINGS, Material::LONE_KING, Reset::Crowning, NOT, true)]
    fn a_restart_that_cannot_come_says_nothing(
        #[case] stronger: Material,
        #[case] weaker: Material,
        #[case] reset: Reset,
        #[case] creating: CreatingMove,
        #[case] expected: bool,
    ) {
        let of = |resets: &[Reset]| clause(stronger, weaker, resets, creating);
        assert_eq!(same(of(&[]), of(&[reset])), expected);
    }

    #[test]
    fn the_same_material_in_other_words_is_the_same() {
        let of = |kings| clause(THREE, Material { pieces: Range::exactly(1), kings, men: Range::ANY }, &[], NOT);
        assert!(same(of(Range::exactly(1)), of(Range::at_least(1))));
        assert!(!same(of(Range::exactly(1)), of(Range::ANY)));
        assert!(!same(of(Range::exactly(1)), DrawClause { moves: 6, ..of(Range::exactly(1)) }));
    }

    #[test]
    fn what_always_holds_is_brought_about_by_nothing_and_a_full_count_counts_nothing() {
        let quiet = DrawClause::quiet(25, Unit::EachSide, DrawMode::Automatic);
        let counted = |clause| DrawClause { creating_move: CreatingMove::Counted, ..clause };
        assert!(same(quiet, counted(quiet)));
        assert!(same(quiet, DrawClause { reset_by: List::of(Reset::ALL), ..quiet }), "whoever is crowned was a man");
        assert!(!same(quiet, DrawClause { reset_by: List::of(&[Reset::Capture, Reset::Crowning]), ..quiet }));
        let endgame = clause(THREE, ONE, &[], NOT);
        assert!(!same(endgame, counted(endgame)));
        assert!(!same(endgame, DrawClause { of: Unit::Plies, ..endgame }));
        let at_once = DrawClause { moves: 0, ..endgame };
        assert!(same(at_once, DrawClause { of: Unit::Plies, ..counted(at_once) }));
    }
}
