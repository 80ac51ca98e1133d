//! Whether what a check expects is right under other rules than its own.

use super::Change;
use crate::checks::Check;
use crate::fixture::Expectation;
use crate::format::Text;
use damero_engine::explain::Explanation;
use damero_engine::{Arbiter, Color, Game, Move};

/// A check that is put to many rules.
pub(super) struct Asked<'c, 's> {
    check: &'c Check<'s>,
    /// The moves played, by the rules of the check.
    played: Vec<Move>,
    /// Whether something is expected that draws, ends, and events decide.
    about_the_end: bool,
}

impl<'c, 's> Asked<'c, 's> {
    pub(super) fn new(check: &'c Check<'s>) -> Asked<'c, 's> {
        let plies = check.points.iter().map(|(ply, _)| *ply).max().unwrap_or(0);
        let game = if check.rejects.is_none() { check.game_at(plies) } else { None };
        let played = game.iter().flat_map(|game| game.moves().map(|(_, played)| played.clone())).collect();
        let about_the_end = check
            .points
            .iter()
            .any(|(_, expected)| expected.result.is_some() || expected.claim.is_some() || !expected.illegal.is_empty());
        Asked { check, played, about_the_end }
    }

    /// Whether a change of the rules, made in an arbiter, makes the expected answer wrong.
    pub(super) fn notices(&self, change: &Change, arbiter: &Arbiter) -> bool {
        let (concerned, moves_alike) = match change.parameter.group {
            "draws" | "end" => (self.about_the_end, true),
            "events" => (self.check.case.event.is_some(), true),
            _ => (true, false),
        };
        concerned && !self.holds(arbiter, moves_alike)
    }

    /// Whether the expected answers are the right ones under other rules. With `moves_alike` the other rules have the
    /// same legal moves as those of the check.
    pub(super) fn holds(&self, arbiter: &Arbiter, moves_alike: bool) -> bool {
        self.try_holds(arbiter, moves_alike).unwrap_or(false)
    }

    /// `None` if the case cannot be set up or played.
    fn try_holds(&self, arbiter: &Arbiter, moves_alike: bool) -> Option<bool> {
        let read = arbiter.read(&self.check.fen);
        if let Some(expected) = self.check.rejects {
            let refusals = read.err()?.refusals();
            return Some(
                refusals.iter().count() == expected.len() && expected.iter().all(|one| refusals.contains(*one)),
            );
        }
        let mut game = Game::new(arbiter, read.ok()?).ok()?;
        let last = self.check.points.iter().map(|(ply, _)| *ply).max()?;
        for ply in 0..=last {
            for (_, expected) in self.check.points.iter().filter(|(at, _)| *at == ply) {
                if !self.point(&game, expected, ply)? {
                    return Some(false);
                }
            }
            if ply == last {
                break;
            }
            let found;
            let played = if moves_alike && let Some(played) = self.played.get(ply) {
                played
            } else {
                let written = arbiter.read_move(&self.check.case.play[ply].value).ok()?;
                found = arbiter.find_meant(game.position(), &written).ok()?.played;
                &found
            };
            game.play_on(played).ok()?;
        }
        Some(true)
    }

    fn point(&self, game: &Game, expected: &Expectation, ply: usize) -> Option<bool> {
        let arbiter = game.arbiter();
        let find = |text: &Text| arbiter.find(game.position(), &arbiter.read_move(&text.value).ok()?).ok();
        let legal = if expected.moves.is_some() || expected.count.is_some() || expected.captures.is_some() {
            arbiter.moves(game.position()).ok()?
        } else {
            Vec::new()
        };
        if let Some(moves) = &expected.moves {
            let mut found = Vec::with_capacity(moves.value.len());
            for text in &moves.value {
                found.push(find(text)?);
            }
            if found.len() != legal.len() || !legal.iter().all(|one| found.contains(one)) {
                return Some(false);
            }
        }
        let right = expected.includes.iter().all(|text| find(text).is_some())
            && expected.excludes.iter().all(|text| find(text).is_none())
            && expected.count.as_ref().is_none_or(|count| count.value == legal.len() as u64)
            && expected
                .captures
                .as_ref()
                .is_none_or(|captures| legal.iter().all(|one| u64::from(one.captured().len()) == captures.value));
        if !right {
            return Some(false);
        }
        for (text, wanted) in &expected.illegal {
            let explained = game.explain(&arbiter.read_move(&text.value).ok()?).ok()?;
            if !matches!(explained, Explanation::Illegal { reason, .. } if reason == wanted.value) {
                return Some(false);
            }
        }
        if let Some(after) = &expected.after
            && arbiter.read(&after.value).ok()? != *game.position()
        {
            return Some(false);
        }
        if expected.result.is_some() || expected.claim.is_some() {
            let event = self.check.case.event.as_ref().filter(|_| ply == self.check.case.play.len());
            let mut ended;
            let game = match event {
                None => game,
                Some(happened) => {
                    ended = game.clone();
                    let by: Color = happened.by.unwrap_or(game.position().turn());
                    // An event that the rules do not speak of changes nothing.
                    let _ = ended.end_by(happened.event, by);
                    &ended
                }
            };
            let outcome = game.outcome();
            if let Some(result) = &expected.result
                && (outcome.map(|outcome| outcome.winner) != result.value
                    || expected.reason.as_ref().is_some_and(|reason| outcome.map(|o| o.reason) != Some(reason.value)))
            {
                return Some(false);
            }
            if let Some(claim) = &expected.claim {
                let claims = game.claims();
                let wanted: Vec<_> = claim.value.iter().collect();
                if claims.len() != wanted.len() || !wanted.iter().all(|one| claims.contains(one)) {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}
