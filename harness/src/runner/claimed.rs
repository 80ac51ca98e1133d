//! Draws that players may claim, and programs that declare them without being asked.

use crate::checks::Check;
use crate::play::play;
use damero_engine::rules::{DrawClause, DrawMode, Repetition};
use damero_engine::{Arbiter, Game, Rules, Winner};

/// The ply at which the first draw that may be claimed stands on the board, in the first `last` plies of a check; the
/// game would end there if its rules drew by themselves. `None` where there is none.
pub(super) fn first_claimable(check: &Check<'_>, last: usize) -> Option<usize> {
    let rules = check.rules.arbiter.rules();
    let claimed = rules.repetition.draw != DrawMode::Automatic
        || rules.draw_clauses.iter().any(|clause| clause.draw != DrawMode::Automatic);
    if !claimed {
        return None;
    }
    let clauses: Vec<DrawClause> =
        rules.draw_clauses.iter().map(|clause| DrawClause { draw: DrawMode::Automatic, ..clause }).collect();
    let automatic = Rules {
        repetition: Repetition { draw: DrawMode::Automatic, ..rules.repetition },
        draw_clauses: damero_engine::value::List::of(&clauses),
        ..*rules
    };
    let arbiter = Arbiter::new(automatic).ok()?;
    let mut game = Game::new(&arbiter, arbiter.read(&check.fen).ok()?).ok()?;
    for (ply, text) in (1..=last).zip(&check.case.play) {
        play(&mut game, &text.value).ok()?;
        if let Some(outcome) = game.outcome() {
            return (outcome.winner == Winner::Neither).then_some(ply);
        }
    }
    None
}
