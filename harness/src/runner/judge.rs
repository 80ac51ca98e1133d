//! Replies → a verdict.

use super::plan::{Question, Tongue};
use super::{Judged, Verdict};
use crate::fixture::Expectation;
use crate::fixture::resolve::Check;
use crate::format::Text;
use crate::implementation::{Reply, Trouble};
use crate::protocol::{Ability, Ask, Hello, MoveMessage, MoveParts, MovesAs, Response};
use crate::record::Difference;
use damero_engine::explain::Explanation;
use damero_engine::notation::moves::FindError;
use damero_engine::{Arbiter, Game, Illegality, Move, Position, Square, SquareSet};
use std::collections::BTreeMap;

/// Moves shown of an answer that has far too many.
const MOST_MOVES: usize = 200;
/// Reasons given for moves that are not legal.
const MOST_NOTES: usize = 12;

/// The verdict on a check, from the replies to what its plan asked.
pub(super) fn judge(
    check: &Check<'_>,
    hello: &Hello,
    tongue: &Tongue<'_>,
    plan: &[Question],
    replies: &[Reply],
) -> Judged {
    let mut judge = Judge { check, hello, tongue, plan, replies, differences: Vec::new(), untold: Vec::new() };
    let verdict = match judge.all() {
        Err(verdict) => verdict,
        Ok(()) if judge.differences.is_empty() => Verdict::Pass,
        Ok(()) => Verdict::Fail(judge.differences),
    };
    judge.untold.dedup();
    let untold = (!judge.untold.is_empty()).then(|| judge.untold.join("; "));
    (verdict, untold)
}

/// A move in an answer, its squares resolved.
struct Told {
    from: Square,
    to: Square,
    /// What it captures, where that is told or follows from what is told.
    captured: Option<SquareSet>,
    /// The squares between, where they are told.
    between: Option<Vec<Square>>,
    /// The move in the suite's own words.
    text: String,
}

struct Judge<'a> {
    check: &'a Check<'a>,
    hello: &'a Hello,
    tongue: &'a Tongue<'a>,
    plan: &'a [Question],
    replies: &'a [Reply],
    differences: Vec<Difference>,
    untold: Vec<String>,
}

impl Judge<'_> {
    fn arbiter(&self) -> &Arbiter {
        self.tongue.ours
    }

    /// The answer to a question; a verdict where there is none.
    fn response(&self, ask: Ask, ply: usize, about: Option<&str>) -> Result<&Response, Verdict> {
        let asked =
            |question: &Question| question.ask == ask && question.ply == ply && question.about.as_deref() == about;
        let reply = self.plan.iter().position(asked).and_then(|index| self.replies.get(index));
        match reply {
            None => Err(Verdict::Crash("the question was never asked".to_string())),
            Some(Err(Trouble::Crash(how))) => Err(Verdict::Crash(how.clone())),
            Some(Err(Trouble::Timeout(how))) => Err(Verdict::Timeout(how.clone())),
            Some(Err(Trouble::Violation(how))) => Err(Verdict::Violation(how.clone())),
            Some(Ok(response)) => match (&response.unsupported, &response.error) {
                (Some(why), _) => Err(Verdict::Unanswered(format!("it claims to answer this, and says: {why}"))),
                (None, Some(error)) if response.refused.is_none() => Err(Verdict::Error(error.clone())),
                _ => Ok(response),
            },
        }
    }

    /// The answer to a question about a position that is none to be refused.
    fn answer(&self, ask: Ask, ply: usize, about: Option<&str>) -> Result<&Response, Verdict> {
        let response = self.response(ask, ply, about)?;
        match &response.refused {
            None => Ok(response),
            Some(reasons) => {
                let words: Vec<&str> = reasons.iter().map(String::as_str).chain(response.detail.as_deref()).collect();
                let why = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
                Err(Verdict::Refused(format!("it refuses the position{why}")))
            }
        }
    }

    fn all(&mut self) -> Result<(), Verdict> {
        if let Some(expected) = self.check.rejects {
            return self.rejects(expected);
        }
        let check = self.check;
        for (ply, expected) in &check.points {
            self.point(*ply, expected)?;
        }
        Ok(())
    }

    fn rejects(&mut self, expected: &[damero_engine::Refusal]) -> Result<(), Verdict> {
        let response = self.response(Ask::Moves, 0, None)?;
        let mut expected: Vec<String> = expected.iter().map(|refusal| refusal.word().to_string()).collect();
        expected.sort();
        let actual = match &response.refused {
            None => vec!["accepted".to_string()],
            // An implementation that gives no reasons has refused all the same.
            Some(reasons) if reasons.is_empty() => return Ok(()),
            Some(reasons) => {
                let mut reasons = reasons.clone();
                reasons.sort();
                reasons
            }
        };
        self.compare("rejects", 0, expected, actual, Vec::new());
        Ok(())
    }

    fn point(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        if expected.asks_for_moves() {
            self.moves(ply, expected)?;
        }
        if expected.result.is_some() || expected.claim.is_some() {
            self.status(ply, expected)?;
        }
        if let Some(after) = &expected.after {
            self.after(ply, after)?;
        }
        Ok(())
    }

    fn game(&self, ply: usize) -> Result<Game<'_>, Verdict> {
        self.check.game_at(ply).ok_or_else(|| Verdict::Error("the fixture cannot be set up".to_string()))
    }

    fn moves(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let position = *self.game(ply)?.position();
        let messages = match &self.answer(Ask::Moves, ply, None)?.moves {
            Some(messages) => messages,
            None => return Err(Verdict::Violation("no `moves` in the answer to `moves`".to_string())),
        };
        let legal = self.arbiter().moves(&position);
        let mut told = Vec::with_capacity(messages.len());
        for message in messages {
            told.push(self.told(&position, &legal, message).map_err(Verdict::Violation)?);
        }
        let mut repeated = self.repeated(&told);
        repeated.truncate(MOST_MOVES);
        if !repeated.is_empty() {
            let notes = vec!["each move should be listed once, whatever its path".to_string()];
            self.compare("duplicates", ply, Vec::new(), repeated, notes);
        }
        self.note_untold(&legal);

        if let Some(list) = &expected.moves {
            let mut missing = Vec::new();
            let mut matched = vec![false; told.len()];
            for text in &list.value {
                let fits = self.fitting(&position, text, &told);
                if fits.is_empty() {
                    missing.push(text.value.clone());
                }
                fits.into_iter().for_each(|index| matched[index] = true);
            }
            let mut extra: Vec<&str> =
                told.iter().zip(&matched).filter(|(_, m)| !**m).map(|(t, _)| t.text.as_str()).collect();
            extra.sort_unstable();
            extra.dedup();
            if !missing.is_empty() || !extra.is_empty() {
                let doubtful = extra.iter().copied().chain(missing.iter().map(String::as_str));
                let notes = doubtful.filter_map(|text| self.note(&position, text)).take(MOST_NOTES).collect();
                let left_out = extra.len().saturating_sub(MOST_MOVES);
                extra.truncate(MOST_MOVES);
                let mut wanted: Vec<String> = list.value.iter().map(|text| text.value.clone()).collect();
                let common = wanted.iter().filter(|text| !missing.contains(text)).cloned();
                let mut actual: Vec<String> = common.chain(extra.iter().map(|text| (*text).to_string())).collect();
                wanted.sort();
                actual.sort();
                if left_out > 0 {
                    actual.push(format!("and {left_out} more"));
                }
                self.compare("moves", ply, wanted, actual, notes);
            }
        }
        for text in &expected.includes {
            if self.fitting(&position, text, &told).is_empty() {
                self.compare("includes", ply, vec![text.value.clone()], Vec::new(), Vec::new());
            }
        }
        for text in &expected.excludes {
            if self.has(&position, text, &told) {
                let notes = self.note(&position, &text.value).into_iter().collect();
                self.compare("excludes", ply, Vec::new(), vec![text.value.clone()], notes);
            }
        }
        if let Some(count) = &expected.count {
            let distinct = distinct(&told) as u64;
            // What ends alone cannot tell apart may hide some moves.
            let hidden = legal.len() - distinct_ends(&legal);
            let enough = distinct == count.value
                || (self.hello.moves_as != MovesAs::Full && distinct + hidden as u64 == count.value);
            if !enough {
                let shown: Vec<&str> = told.iter().take(MOST_MOVES).map(|told| told.text.as_str()).collect();
                let notes = vec![format!("the moves: {}", shown.join(", "))];
                self.compare("count", ply, vec![count.value.to_string()], vec![distinct.to_string()], notes);
            }
        }
        if let Some(captures) = &expected.captures {
            let wrong: Vec<String> = told
                .iter()
                .filter(|told| told.captured.is_some_and(|set| u64::from(set.len()) != captures.value))
                .map(|told| format!("{} takes {}", told.text, told.captured.map_or(0, SquareSet::len)))
                .take(MOST_MOVES)
                .collect();
            if !wrong.is_empty() {
                self.compare("captures", ply, vec![format!("each move takes {}", captures.value)], wrong, Vec::new());
            }
        }
        for (text, reason) in &expected.illegal {
            self.illegal(ply, &position, text, reason.value, &told)?;
        }
        Ok(())
    }

    fn illegal(
        &mut self,
        ply: usize,
        position: &Position,
        text: &Text,
        reason: Illegality,
        told: &[Told],
    ) -> Result<(), Verdict> {
        let expected = format!("{} refused: {reason}", text.value);
        let legal = format!("{} legal", text.value);
        // The end of a game makes every move illegal, though the board has some: the list of moves does not tell.
        if reason != Illegality::GameOver && self.has(position, text, told) {
            self.compare("illegal", ply, vec![expected], vec![legal], Vec::new());
            return Ok(());
        }
        if !self.hello.answers.contains(&Ability::Explain) {
            if reason == Illegality::GameOver && self.hello.answers.contains(&Ability::Status) {
                let result = self.answer(Ask::Status, ply, None)?.result.as_deref();
                if result == Some("ongoing") {
                    self.compare("illegal", ply, vec![expected], vec!["the game goes on".to_string()], Vec::new());
                }
            }
            return Ok(());
        }
        let response = self.answer(Ask::Explain, ply, Some(&text.value))?;
        let actual = match (response.legal, &response.reason) {
            (Some(true), _) => legal,
            (_, Some(reason)) => format!("{} refused: {reason}", text.value),
            // Refused without a reason is refused.
            (Some(false), None) => return Ok(()),
            (None, None) => return Err(Verdict::Violation("no `legal` in the answer to `explain`".to_string())),
        };
        self.compare("illegal", ply, vec![expected], vec![actual], Vec::new());
        Ok(())
    }

    fn status(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let response = self.answer(Ask::Status, ply, None)?.clone();
        if let Some(result) = &expected.result {
            let word = result.value.map_or("ongoing", |winner| winner.word());
            let actual = response
                .result
                .ok_or_else(|| Verdict::Violation("no `result` in the answer to `status`".to_string()))?;
            let (mut wanted, mut got) = (word.to_string(), actual);
            // Whoever gives no reason is not compared on it.
            if let (Some(reason), Some(told)) = (&expected.reason, &response.reason) {
                wanted = format!("{wanted}: {}", reason.value);
                got = format!("{got}: {told}");
            } else if wanted != got
                && let Some(told) = &response.reason
            {
                got = format!("{got}: {told}");
            }
            self.compare("result", ply, vec![wanted], vec![got], Vec::new());
        }
        if let Some(claim) = &expected.claim {
            let mut wanted: Vec<String> = claim.value.iter().map(|reason| reason.word().to_string()).collect();
            let mut got = response.claim;
            wanted.sort();
            got.sort();
            self.compare("claim", ply, wanted, got, Vec::new());
        }
        Ok(())
    }

    fn after(&mut self, ply: usize, after: &Text) -> Result<(), Verdict> {
        let response = self.answer(Ask::Apply, ply, None)?;
        let Some(fen) = &response.position else {
            return Err(Verdict::Violation("no `position` in the answer to `apply`".to_string()));
        };
        let ours = self.arbiter();
        let normal = |arbiter: &Arbiter, text: &str| arbiter.read(text).map(|position| ours.fen(&position));
        let wanted = normal(ours, &after.value).unwrap_or_else(|_| after.value.clone());
        let (got, notes) = match normal(self.tongue.theirs(), fen) {
            Ok(got) => (got, Vec::new()),
            Err(error) => (fen.clone(), vec![format!("the answer is no position: {error}")]),
        };
        self.compare("after", ply, vec![wanted], vec![got], notes);
        Ok(())
    }

    fn compare(
        &mut self,
        what: &'static str,
        ply: usize,
        expected: Vec<String>,
        actual: Vec<String>,
        notes: Vec<String>,
    ) {
        if expected != actual {
            let position = self.game(ply).ok().map(|game| self.arbiter().fen(game.position()));
            self.differences.push(Difference { what: what.to_string(), ply, position, expected, actual, notes });
        }
    }

    /// The answers that an expected move can mean; what is not told of them is not held against them.
    fn fitting(&self, position: &Position, text: &Text, told: &[Told]) -> Vec<usize> {
        let arbiter = self.arbiter();
        let Ok(written) = arbiter.read_move(&text.value) else { return Vec::new() };
        // The engine knows what a text captures where it is legal; where it is not, path and ends must do.
        let (captured, between) = match arbiter.find(position, &written) {
            Ok(found) => (Some(found.captured()), &[] as &[Square]),
            Err(FindError::NotLegal | FindError::Ambiguous(_)) => (written.captured, written.between()),
        };
        told.iter()
            .enumerate()
            .filter(|(_, told)| {
                told.from == written.from()
                    && told.to == written.to()
                    && match (captured, told.captured) {
                        (Some(wanted), Some(got)) => wanted == got,
                        _ => true,
                    }
                    && (between.is_empty() || told.between.as_deref().is_none_or(|told| told == between))
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether a move that should not be there is. What is not told of an answer cannot make it that move: where the
    /// ends fit and the rest is not told, that is noted.
    fn has(&mut self, position: &Position, text: &Text, told: &[Told]) -> bool {
        let arbiter = self.arbiter();
        let Ok(written) = arbiter.read_move(&text.value) else { return false };
        let mut in_doubt = false;
        let found = told.iter().filter(|told| told.from == written.from() && told.to == written.to()).any(|told| {
            let captures = written.captured.is_none_or(|wanted| told.captured == Some(wanted));
            let path = written.between().is_empty() || told.between.as_deref() == Some(written.between());
            in_doubt |= (written.captured.is_some() && told.captured.is_none())
                || (!written.between().is_empty() && told.between.is_none());
            // Another capture with the same ends may be legal, and is then not the one that should be missing.
            let other = || match arbiter.find(position, &written) {
                Ok(found) => told.captured.is_some_and(|captured| captured != found.captured()),
                Err(_) => false,
            };
            captures && path && !other()
        });
        if !found && in_doubt && self.hello.moves_as == MovesAs::FromTo {
            self.untold.push(format!("whether {} is among the moves", text.value));
        }
        found
    }

    fn told(&self, position: &Position, legal: &[Move], message: &MoveMessage) -> Result<Told, String> {
        let theirs = self.tongue.theirs();
        let square = |name: &str| theirs.geometry().square_named(name).map_err(|error| format!("a move: {error}"));
        let squares = |list: &[String]| list.iter().map(|name| square(name)).collect::<Result<Vec<_>, _>>();
        let (from, to, between, captured) = match message {
            MoveMessage::Text(text) => {
                let written = theirs.read_move(text).map_err(|error| format!("a move: {error}"))?;
                let between = written.between().to_vec();
                // A text that takes something and has two squares may have left out the rest of its path.
                let whole = !between.is_empty() || self.hello.moves_as == MovesAs::Path;
                // What a text takes is what the legal move takes that it means; else what its squares pass over.
                let captured = written.captured.or_else(|| match theirs.find(position, &written) {
                    Ok(found) => Some(found.captured()),
                    Err(_) if whole => {
                        Some(passed_over(self.arbiter(), position, written.from(), &between, written.to()))
                    }
                    Err(_) => None,
                });
                (written.from(), written.to(), whole.then_some(between), captured)
            }
            MoveMessage::Parts(MoveParts { from, to, captured, path, .. }) => {
                let captured = captured.as_deref().map(squares).transpose()?;
                let path = path.as_deref().map(squares).transpose()?;
                let between = path.map(|mut path| {
                    path.pop();
                    path
                });
                (square(from)?, square(to)?, between, captured.map(|list| list.into_iter().collect::<SquareSet>()))
            }
        };
        let captured = match self.hello.moves_as {
            MovesAs::FromTo => None,
            // A path tells what it takes: the enemy pieces it passes over.
            MovesAs::Path => captured.or_else(|| {
                let between = between.as_deref()?;
                Some(passed_over(self.arbiter(), position, from, between, to))
            }),
            MovesAs::Full => captured,
        };
        let mut told = Told { from, to, captured, between, text: String::new() };
        told.text = self.text_of(&told, legal);
        Ok(told)
    }

    /// A move as the suite would write it; one that is not legal with its captured squares, which nothing else tells.
    fn text_of(&self, told: &Told, legal: &[Move]) -> String {
        let arbiter = self.arbiter();
        let same = |m: &&Move| {
            m.from() == told.from && m.to() == told.to && told.captured.is_none_or(|captured| captured == m.captured())
        };
        let mut fits = legal.iter().filter(same);
        if let (Some(found), None) = (fits.next(), fits.next()) {
            return arbiter.text(found, legal);
        }
        let name = |square| arbiter.geometry().name(square);
        let mut squares = vec![told.from];
        squares.extend(told.between.as_deref().unwrap_or_default());
        squares.push(told.to);
        let takes = told.captured.is_some_and(|set| !set.is_empty());
        let sign = if takes || squares.len() > 2 { arbiter.rules().capture_separator.word() } else { "-" };
        let mut text = squares.into_iter().map(name).collect::<Vec<_>>().join(sign);
        if let Some(captured) = told.captured.filter(|set| !set.is_empty()) {
            let names: Vec<String> = captured.iter().map(name).collect();
            text += &format!(" <{}>", names.join(","));
        }
        text
    }

    /// Moves listed again although an equal one was listed before.
    fn repeated(&self, told: &[Told]) -> Vec<String> {
        let mut seen: BTreeMap<_, (usize, &str)> = BTreeMap::new();
        for one in told.iter().filter(|one| one.captured.is_some()) {
            seen.entry((one.from, one.to, one.captured)).or_insert((0, &one.text)).0 += 1;
        }
        seen.values()
            .filter(|(times, _)| *times > 1)
            .map(|(times, text)| format!("{text} listed {times} times"))
            .collect()
    }

    /// Says where legal moves differ in their captures alone and the implementation tells no captures.
    fn note_untold(&mut self, legal: &[Move]) {
        if self.hello.moves_as == MovesAs::FromTo && distinct_ends(legal) < legal.len() {
            self.untold.push("captures with the same ends were not told apart".to_string());
        }
    }

    /// Why a move that was answered is not legal, told by the engine.
    fn note(&self, position: &Position, text: &str) -> Option<String> {
        let arbiter = self.arbiter();
        let written = arbiter.read_move(text).ok()?;
        let explanation = arbiter.explain(position, &written);
        matches!(explanation, Explanation::Illegal { .. })
            .then(|| format!("{text} is not legal: {}", arbiter.why_not(position, &written, &explanation)))
    }
}

/// The enemy pieces that a path passes over.
fn passed_over(arbiter: &Arbiter, position: &Position, from: Square, between: &[Square], to: Square) -> SquareSet {
    let geometry = arbiter.geometry();
    let enemy = |square: Square| position.piece_at(square).is_some_and(|piece| piece.color != position.turn());
    let mut taken = Vec::new();
    let mut here = from;
    for &next in between.iter().chain([&to]) {
        let (a, b) = (geometry.column_row(here), geometry.column_row(next));
        let (dx, dy) = (i32::from(b.0) - i32::from(a.0), i32::from(b.1) - i32::from(a.1));
        // Straight along a row, a column, or a diagonal; anything else passes over nothing.
        if dx == 0 || dy == 0 || dx.abs() == dy.abs() {
            for step in 1..dx.abs().max(dy.abs()) {
                let column = i32::from(a.0) + dx.signum() * step;
                let row = i32::from(a.1) + dy.signum() * step;
                if let (Ok(column), Ok(row)) = (u8::try_from(column), u8::try_from(row)) {
                    taken.extend(geometry.square_at(column, row).filter(|square| enemy(*square)));
                }
            }
        }
        here = next;
    }
    taken.into_iter().collect()
}

fn distinct(told: &[Told]) -> usize {
    let mut keys: Vec<_> = told.iter().map(|t| (t.from, t.to, t.captured)).collect();
    keys.sort();
    keys.dedup();
    keys.len()
}

fn distinct_ends(legal: &[Move]) -> usize {
    let mut ends: Vec<_> = legal.iter().map(|m| (m.from(), m.to())).collect();
    ends.sort();
    ends.dedup();
    ends.len()
}
