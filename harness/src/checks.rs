//! Checks: cases put to the rules they are about, each ready to be asked.

use crate::fixture::{Case, Expectation, Fault, Fixture, Point, Start};
use crate::play::play;
use crate::protocol::Level;
use crate::suite::{RuleSet, Suite};
use damero_engine::notation::diagram;
use damero_engine::{Arbiter, Game, Winner};
use rayon::prelude::*;

/// A case under one set of rules: the unit that passes or fails.
#[derive(Clone, Debug)]
pub struct Check<'s> {
    /// The fixture.
    pub fixture: &'s Fixture,
    /// The case.
    pub case: &'s Case,
    /// The rules.
    pub rules: &'s RuleSet,
    /// Expectations with the ply each is about.
    pub points: Vec<(usize, &'s Expectation)>,
    /// The reasons for which the position must be refused.
    pub rejects: Option<&'s [damero_engine::Refusal]>,
    /// The position as a FEN in the variant's own names, as written where it must be refused.
    pub fen: String,
    /// How much of the rules it takes to answer it.
    pub level: Level,
}

impl Check<'_> {
    /// `id` and rules, unique in the suite.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} [{}]", self.case.id.value, self.rules.name)
    }

    /// The game at a ply, played by the engine.
    #[must_use]
    pub fn game_at(&self, ply: usize) -> Option<Game> {
        let arbiter = &self.rules.arbiter;
        let mut game = Game::new(arbiter, arbiter.read(&self.fen).ok()?).ok()?;
        for text in self.case.play.iter().take(ply) {
            play(&mut game, &text.value).ok()?;
        }
        Some(game)
    }
}

/// Every check of a suite, in the order of files, cases, and rules.
#[must_use]
pub fn checks(suite: &Suite) -> Vec<Check<'_>> {
    let cases: Vec<(&Fixture, &Case)> =
        suite.fixtures.iter().flat_map(|fixture| fixture.cases.iter().map(move |case| (fixture, case))).collect();
    cases.into_par_iter().flat_map_iter(|(fixture, case)| checks_of(suite, fixture, case)).collect()
}

/// The checks of one case, in the order of its rules.
#[must_use]
pub fn checks_of<'s>(suite: &'s Suite, fixture: &'s Fixture, case: &'s Case) -> Vec<Check<'s>> {
    let mut checks = Vec::new();
    for group in &case.expectations {
        for rules in group.rules.iter().flat_map(|name| suite.rules_meant_by(&name.value)) {
            let points = group.points.iter().map(|point| (ply_of(point, case), &point.expected)).collect();
            let mut check = Check {
                fixture,
                case,
                rules,
                points,
                rejects: group.rejects.as_ref().map(|rejects| rejects.value.as_slice()),
                fen: fen_of(case, &rules.arbiter),
                level: Level::Moves,
            };
            check.level = level(suite, &check);
            checks.push(check);
        }
    }
    checks
}

/// How much of the rules it takes to answer a check.
///
/// A result is a matter of draws where it is one or may be claimed, and also where the game goes on by these rules but
/// would be drawn by those of another rulebook of the variant: whoever does not claim to know draws is not asked which.
fn level(suite: &Suite, check: &Check<'_>) -> Level {
    if check.rejects.is_some() || check.case.faults.contains(&Fault::Text) {
        return Level::Notation;
    }
    let mut level = if check.case.play.is_empty() && check.case.event.is_none() { Level::Moves } else { Level::Games };
    for (ply, expected) in &check.points {
        if expected.claim.is_some() || expected.result.as_ref().is_some_and(|r| r.value == Some(Winner::Neither)) {
            return Level::Draws;
        }
        if expected.result.is_some() || expected.after.is_some() {
            level = Level::Games;
        }
        let goes_on = expected.result.as_ref().is_some_and(|result| result.value.is_none());
        let game_over = expected.illegal.iter().any(|(_, reason)| reason.value == damero_engine::Illegality::GameOver);
        if (goes_on || game_over) && is_drawn_elsewhere(suite, check, *ply) {
            return Level::Draws;
        }
    }
    level
}

fn is_drawn_elsewhere(suite: &Suite, check: &Check<'_>, ply: usize) -> bool {
    suite.rule_sets().iter().filter(|set| set.variant == check.rules.variant).any(|set| {
        let there = Check { rules: set, ..check.clone() };
        // Where the other rules end the game before that ply, they end it otherwise.
        there.game_at(ply).is_none_or(|game| {
            game.outcome().is_some_and(|outcome| outcome.winner == Winner::Neither) || !game.claims().is_empty()
        })
    })
}

pub(crate) fn ply_of(point: &Point, case: &Case) -> usize {
    point.ply.as_ref().map_or(case.play.len(), |ply| ply.value)
}

fn fen_of(case: &Case, arbiter: &Arbiter) -> String {
    match &case.position {
        Start::Fen(text) => text.value.clone(),
        Start::Board(drawing, turn) => diagram::parse(arbiter.geometry(), &drawing.value, *turn)
            .ok()
            .and_then(|setup| arbiter.position(&setup).ok())
            .map(|position| arbiter.fen(&position))
            .unwrap_or_default(),
    }
}
