//! Replies → a verdict.

use super::claimed::first_claimable;
use super::plan::{Question, SquareNaming};
use super::{Judged, Verdict};
use crate::checks::Check;
use crate::fixture::Expectation;
use crate::format::Text;
use crate::format::yaml::shortened;
use crate::implementation::{AdapterFailure, Reply};
use crate::numbers::{after, plural};
use crate::protocol::{Ability, Ask, Hello, MoveMessage, MoveParts, MovesAs, Response};
use crate::record::Difference;
use damero_engine::explain::Explanation;
use damero_engine::notation::moves::FindError;
use damero_engine::{Arbiter, Game, Illegality, Move, MoveIdentity, Position, Square, SquareSet, Winner};
use std::collections::BTreeMap;

/// Moves shown of an answer that has far too many.
const MOST_MOVES: usize = 200;
/// Squares shown of a path that has far too many.
const MOST_SQUARES: usize = 50;
/// Reasons given for moves that are not legal.
const MOST_NOTES: usize = 12;

/// The verdict on a check, from the replies to what its plan asked.
pub(super) fn judge(
    check: &Check<'_>,
    hello: &Hello,
    naming: &SquareNaming<'_>,
    plan: &[Question],
    replies: &[Reply],
) -> Judged {
    let mut judge = Judge {
        check,
        hello,
        naming,
        plan,
        replies,
        differences: Vec::new(),
        apart: Vec::new(),
        claims_not_compared: false,
        not_compared: Vec::new(),
        duplicates: Vec::new(),
    };
    let verdict = match judge.all() {
        Err(verdict) => verdict,
        Ok(()) if judge.differences.is_empty() && judge.claims_not_compared => {
            Verdict::Unsupported(format!("does not claim to answer `{}`", Ability::Claims.word()))
        }
        Ok(()) if judge.differences.is_empty() => Verdict::Pass,
        Ok(()) if judge.differences.len() == judge.apart.len() => {
            judge.apart.dedup();
            Verdict::Differs(judge.apart.join("; "), judge.differences)
        }
        Ok(()) => Verdict::Fail(judge.differences),
    };
    judge.not_compared.dedup();
    let not_compared = (!judge.not_compared.is_empty()).then(|| judge.not_compared.join("; "));
    Judged { verdict, not_compared, duplicates: judge.duplicates }
}

/// A move in an answer, its squares resolved.
struct AnsweredMove {
    from: Square,
    to: Square,
    /// What it captures, if the answer says it or it follows from what the answer says.
    captured: Option<SquareSet>,
    /// Where its path ends, where it tells one: the destination, if nothing is wrong.
    path_end: Option<Square>,
    /// Whether it crowns a man, if the answer says it.
    crowns: Option<bool>,
    /// The move in the implementation's own words, where an answer has them beside its parts.
    written: Option<String>,
    /// The squares between, if the answer has them.
    between: Option<Vec<Square>>,
    /// The move in the suite's own words.
    text: String,
}

struct Judge<'a> {
    check: &'a Check<'a>,
    hello: &'a Hello,
    naming: &'a SquareNaming<'a>,
    plan: &'a [Question],
    replies: &'a [Reply],
    differences: Vec<Difference>,
    /// Why some of the differences are judged apart: one text for each of these.
    apart: Vec<&'static str>,
    /// Whether some draw may be claimed, and the implementation does not say which.
    claims_not_compared: bool,
    not_compared: Vec<String>,
    duplicates: Vec<String>,
}

impl Judge<'_> {
    fn arbiter(&self) -> &Arbiter {
        self.naming.ours
    }

    /// The answer to a question; a verdict where there is none.
    fn response(&self, ask: Ask, ply: usize, about: Option<&str>) -> Result<&Response, Verdict> {
        let asked =
            |question: &Question| question.ask == ask && question.ply == ply && question.about.as_deref() == about;
        let reply = self.plan.iter().position(asked).and_then(|index| self.replies.get(index));
        match reply {
            None => Err(Verdict::Crash("the question was never asked".to_string())),
            Some(Err(AdapterFailure::Crash(how))) => Err(Verdict::Crash(how.clone())),
            Some(Err(AdapterFailure::Timeout(how))) => Err(Verdict::Timeout(how.clone())),
            Some(Err(AdapterFailure::Violation(how))) => Err(Verdict::Violation(how.clone())),
            Some(Ok(response)) => match (&response.unsupported, &response.illegal_played, &response.error) {
                (Some(why), _, _) => Err(Verdict::Unanswered(format!("it claims to answer this, and says: {why}"))),
                (None, Some(illegal), _) => Err(Verdict::Error(format!("it cannot play a legal move: {illegal}"))),
                (None, None, Some(error)) if response.refused.is_none() => Err(Verdict::Error(error.clone())),
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
            Some(reasons) if reasons.is_empty() => {
                self.not_compared.push("why the position is refused".to_string());
                return Ok(());
            }
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

    fn game(&self, ply: usize) -> Result<Game, Verdict> {
        self.check.game_at(ply).ok_or_else(|| Verdict::Error("the fixture cannot be set up".to_string()))
    }

    fn moves(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let position = *self.game(ply)?.position();
        let messages = match &self.answer(Ask::Moves, ply, None)?.moves {
            Some(messages) => messages,
            None => return Err(Verdict::Violation("no `moves` in the answer to `moves`".to_string())),
        };
        let legal = self.arbiter().moves(&position).expect("the captures of a position can be listed");
        let mut answered = Vec::with_capacity(messages.len());
        for message in messages {
            answered.push(self.answered(&position, &legal, message).map_err(Verdict::Violation)?);
        }
        if self.hello.identity == MoveIdentity::ByPath {
            self.routes(ply, &position, &legal, &answered);
        } else {
            let room = MOST_MOVES.saturating_sub(self.duplicates.len());
            self.duplicates.extend(repeated(&answered).into_iter().take(room).map(|one| one + &after(ply)));
        }
        self.note_not_compared(&legal, &answered);
        self.contradictions(ply, &position, &legal, &answered);

        if let Some(list) = &expected.moves {
            let mut missing = Vec::new();
            let mut matched = vec![false; answered.len()];
            for text in &list.value {
                let fits = self.fitting(&position, text, &answered);
                if fits.is_empty() {
                    missing.push(text.value.clone());
                }
                fits.into_iter().for_each(|index| matched[index] = true);
            }
            let mut extra: Vec<&str> =
                answered.iter().zip(&matched).filter(|(_, m)| !**m).map(|(t, _)| t.text.as_str()).collect();
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
            if self.fitting(&position, text, &answered).is_empty() {
                self.compare("includes", ply, vec![text.value.clone()], Vec::new(), Vec::new());
            }
        }
        for text in &expected.excludes {
            if self.has(&position, text, &answered) {
                let notes = self.note(&position, &text.value).into_iter().collect();
                self.compare("excludes", ply, Vec::new(), vec![text.value.clone()], notes);
            }
        }
        if let Some(count) = &expected.count {
            let distinct = distinct(&answered) as u64;
            // What ends alone cannot tell apart may hide some moves.
            let hidden = legal.len() - distinct_ends(&legal);
            let enough = distinct == count.value
                || (self.hello.moves_as != MovesAs::Full && distinct + hidden as u64 == count.value);
            if !enough {
                let shown: Vec<&str> =
                    answered.iter().take(MOST_MOVES).map(|answered| answered.text.as_str()).collect();
                let notes = vec![format!("the moves: {}", shown.join(", "))];
                self.compare("count", ply, vec![count.value.to_string()], vec![distinct.to_string()], notes);
            }
        }
        if let Some(captures) = &expected.captures {
            let wrong: Vec<String> = answered
                .iter()
                .filter(|answered| answered.captured.is_some_and(|set| u64::from(set.len()) != captures.value))
                .map(|answered| format!("{} takes {}", answered.text, answered.captured.map_or(0, SquareSet::len)))
                .take(MOST_MOVES)
                .collect();
            if !wrong.is_empty() {
                self.compare("captures", ply, vec![format!("each move takes {}", captures.value)], wrong, Vec::new());
            }
        }
        for (text, reason) in &expected.illegal {
            self.illegal(ply, &position, text, reason.value, &answered)?;
        }
        Ok(())
    }

    fn illegal(
        &mut self,
        ply: usize,
        position: &Position,
        text: &Text,
        reason: Illegality,
        answered: &[AnsweredMove],
    ) -> Result<(), Verdict> {
        let expected = format!("{} refused: {reason}", text.value);
        let legal = format!("{} legal", text.value);
        // The end of a game makes every move illegal, though the board has some: the list of moves does not tell.
        if reason != Illegality::GameOver && self.has(position, text, answered) {
            self.compare("illegal", ply, vec![expected], vec![legal], Vec::new());
            return Ok(());
        }
        if !self.hello.answers.contains(&Ability::Explain) {
            self.not_compared.push(format!("why {} is not legal", text.value));
            if reason == Illegality::GameOver && self.hello.answers.contains(&Ability::Status) {
                let result = self.answer(Ask::Status, ply, None)?.result.as_deref();
                if result == Some(Winner::ONGOING.word) {
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
            (Some(false), None) => {
                self.not_compared.push(format!("why {} is not legal", text.value));
                return Ok(());
            }
            (None, None) => return Err(Verdict::Violation("no `legal` in the answer to `explain`".to_string())),
        };
        self.compare("illegal", ply, vec![expected], vec![actual], Vec::new());
        Ok(())
    }

    fn status(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let response = self.answer(Ask::Status, ply, None)?.clone();
        let winner = expected.result.as_ref().and_then(|result| result.value);
        if winner != Some(Winner::Neither)
            && response.result.as_deref() == Some(Winner::Neither.word())
            && let Some(why) = self.draw_apart(ply, winner)
        {
            let wanted = Winner::word_of(winner).to_string();
            self.compare("result", ply, vec![wanted], vec![Winner::Neither.word().to_string()], Vec::new());
            self.apart.push(why);
            return Ok(());
        }
        if let Some(result) = &expected.result {
            let word = Winner::word_of(result.value);
            let actual = response
                .result
                .ok_or_else(|| Verdict::Violation("no `result` in the answer to `status`".to_string()))?;
            let (mut wanted, mut got) = (word.to_string(), actual);
            // Whoever gives no reason is not compared on it.
            if expected.reason.is_some() && response.reason.is_none() && wanted == got {
                self.not_compared.push("the reason of the result".to_string());
            }
            if let (Some(reason), Some(answered)) = (&expected.reason, &response.reason) {
                wanted = format!("{wanted}: {}", reason.value);
                got = format!("{got}: {answered}");
            } else if wanted != got
                && let Some(answered) = &response.reason
            {
                got = format!("{got}: {answered}");
            }
            self.compare("result", ply, vec![wanted], vec![got], Vec::new());
        }
        // Who says nothing about claims is not compared on them; the result it gives still is.
        let says = self.hello.answers.contains(&Ability::Claims) || !response.claim.is_empty();
        self.claims_not_compared |= !says && expected.claim.as_ref().is_some_and(|claim| !claim.value.is_empty());
        if let Some(claim) = expected.claim.as_ref().filter(|_| says) {
            let mut wanted: Vec<String> = claim.value.iter().map(|reason| reason.word().to_string()).collect();
            let mut got = response.claim;
            wanted.sort();
            got.sort();
            self.compare("claim", ply, wanted, got, Vec::new());
        }
        Ok(())
    }

    /// Why a draw that should not be there is judged apart; nothing where it is simply wrong.
    fn draw_apart(&self, ply: usize, winner: Option<Winner>) -> Option<&'static str> {
        if self.draws_when_claimable(ply) {
            return Some("it declares the draw as soon as it may be claimed; these rules leave that to the players");
        }
        // Draws are claimed with a rulebook, by its name: who does not may have others. A lost game is no draw, though.
        let claims_draws = self.hello.rules.contains(&self.check.rules.name);
        (winner.is_none() && !claims_draws)
            .then_some("it has draws of its own; it does not claim those of this rulebook")
    }

    /// Whether a draw at a ply has stood since the moment at which it could be claimed, and not before.
    fn draws_when_claimable(&self, ply: usize) -> bool {
        let is_draw = |ply| {
            let answered = self.answer(Ask::Status, ply, None).ok().and_then(|answer| answer.result.as_deref());
            answered.map(|result| result == Winner::Neither.word())
        };
        let first = first_claimable(self.check, ply);
        first.is_some_and(|first| is_draw(first) == Some(true) && is_draw(first - 1) == Some(false))
    }

    fn after(&mut self, ply: usize, after: &Text) -> Result<(), Verdict> {
        let response = self.answer(Ask::Apply, ply, None)?;
        let Some(fen) = &response.position else {
            return Err(Verdict::Violation("no `position` in the answer to `apply`".to_string()));
        };
        let ours = self.arbiter();
        let normal = |arbiter: &Arbiter, text: &str| arbiter.read(text).map(|position| ours.fen(&position));
        let wanted = normal(ours, &after.value).unwrap_or_else(|_| after.value.clone());
        let (got, notes) = match normal(self.naming.theirs(), fen) {
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

    /// The answers that an expected move can mean; what they leave out is not held against them.
    fn fitting(&self, position: &Position, text: &Text, answered: &[AnsweredMove]) -> Vec<usize> {
        let arbiter = self.arbiter();
        let Ok(written) = arbiter.read_move(&text.value) else { return Vec::new() };
        // The engine knows what a text captures where it is legal; where it is not, path and ends must do.
        let (captured, between) = match arbiter.find(position, &written) {
            Ok(found) => (Some(found.captured()), &[] as &[Square]),
            Err(_) => (written.captured, written.between()),
        };
        answered
            .iter()
            .enumerate()
            .filter(|(_, answered)| {
                answered.from == written.from()
                    && answered.to == written.to()
                    && match (captured, answered.captured) {
                        (Some(wanted), Some(got)) => wanted == got,
                        _ => true,
                    }
                    && (between.is_empty() || answered.between.as_deref().is_none_or(|answered| answered == between))
            })
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether a move that should not be there is. What an answer leaves out cannot make it that move: where the
    /// ends fit and the rest is left out, that is noted.
    fn has(&mut self, position: &Position, text: &Text, answered: &[AnsweredMove]) -> bool {
        let arbiter = self.arbiter();
        let Ok(written) = arbiter.read_move(&text.value) else { return false };
        let mut in_doubt = false;
        let found = answered
            .iter()
            .filter(|answered| answered.from == written.from() && answered.to == written.to())
            .any(|answered| {
                let captures = written.captured.is_none_or(|wanted| answered.captured == Some(wanted));
                let path = written.between().is_empty() || answered.between.as_deref() == Some(written.between());
                in_doubt |= (written.captured.is_some() && answered.captured.is_none())
                    || (!written.between().is_empty() && answered.between.is_none());
                // Another capture with the same ends may be legal, and is then not the one that should be missing.
                let other = || match arbiter.find(position, &written) {
                    Ok(found) => answered.captured.is_some_and(|captured| captured != found.captured()),
                    Err(_) => false,
                };
                captures && path && !other()
            });
        if !found && in_doubt && self.hello.moves_as == MovesAs::FromTo {
            self.not_compared.push(format!("whether {} is among the moves", text.value));
        }
        found
    }

    fn answered(&self, position: &Position, legal: &[Move], message: &MoveMessage) -> Result<AnsweredMove, String> {
        let theirs = self.naming.theirs();
        let square = |name: &str| theirs.geometry().square_named(name).map_err(|error| format!("a move: {error}"));
        let squares = |list: &[String]| list.iter().map(|name| square(name)).collect::<Result<Vec<_>, _>>();
        let (from, to, between, captured, path_end) = match message {
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
                (written.from(), written.to(), whole.then_some(between), captured, None)
            }
            MoveMessage::Parts(MoveParts { from, to, captured, path, text, .. }) => {
                let (from, to) = (square(from)?, square(to)?);
                let captured = captured.as_deref().map(squares).transpose()?;
                let mut path = path.as_deref().map(squares).transpose()?;
                let path_end = path.as_mut().and_then(Vec::pop);
                let captured = captured.map(|list| list.into_iter().collect::<SquareSet>());
                // A path tells what it takes: the enemy pieces it passes over. So does a text.
                let captured = captured
                    .or_else(|| Some(passed_over(self.arbiter(), position, from, path.as_deref()?, to)))
                    .or_else(|| {
                        let written = theirs.read_move(text.as_deref()?).ok()?;
                        let found = theirs.find(position, &written).ok().map(|found| found.captured());
                        found.or(written.captured)
                    });
                let captured = match (captured, self.hello.moves_as) {
                    (None, MovesAs::Full | MovesAs::Path) => self.unnamed_capture(from, to, legal)?,
                    (captured, _) => captured,
                };
                (from, to, path, captured, path_end)
            }
        };
        let captured = captured.filter(|_| self.hello.moves_as != MovesAs::FromTo);
        let (crowns, written) = match message {
            MoveMessage::Text(_) => (None, None),
            MoveMessage::Parts(parts) => (parts.crowns, parts.text.clone()),
        };
        let mut answered = AnsweredMove { from, to, captured, path_end, crowns, written, between, text: String::new() };
        answered.text = self.text_of(&answered, legal);
        Ok(answered)
    }

    /// A move as the suite would write it; one that is not legal with its captured squares, which nothing else tells.
    fn text_of(&self, answered: &AnsweredMove, legal: &[Move]) -> String {
        let arbiter = self.arbiter();
        let same = |m: &&Move| {
            m.from() == answered.from
                && m.to() == answered.to
                && answered.captured.is_none_or(|captured| captured == m.captured())
        };
        let mut fits = legal.iter().filter(same);
        if let (Some(found), None) = (fits.next(), fits.next()) {
            return arbiter.text(found, legal);
        }
        let name = |square| arbiter.geometry().name(square);
        let mut text = self.route_text(answered);
        if let Some(captured) = answered.captured.filter(|set| !set.is_empty()) {
            let names: Vec<String> = captured.iter().map(name).collect();
            text += &format!(" <{}>", names.join(","));
        }
        text
    }

    /// Compares the routes of the legal moves that are listed: each is an entry of its own, once.
    fn routes(&mut self, ply: usize, position: &Position, legal: &[Move], answered: &[AnsweredMove]) {
        let arbiter = self.naming.ours;
        let Ok(paths) = arbiter.paths(position) else {
            self.not_compared.push("the routes of captures, of which there are too many".to_string());
            return;
        };
        let (mut missing, mut extra) = (Vec::new(), Vec::new());
        for one in legal {
            let is_it = |answered: &&AnsweredMove| {
                answered.from == one.from() && answered.to == one.to() && answered.captured == Some(one.captured())
            };
            let listed: Vec<&AnsweredMove> = answered.iter().filter(is_it).collect();
            // One that is not there at all is a missing move, not a missing route.
            if listed.is_empty() {
                continue;
            }
            let routes: Vec<&Move> = paths.iter().filter(|path| path.identity() == one.identity()).collect();
            if listed.iter().any(|answered| answered.between.is_none()) {
                // Without its squares an entry can be any of the routes: only their number can be compared.
                if routes.len() > 1 {
                    self.not_compared.push("the routes of one capture cannot be distinguished".to_string());
                }
                if routes.len() != listed.len() {
                    let entries = |count: usize| format!("{}, {}", arbiter.full_text(one), plural(count, "route"));
                    missing.push(entries(routes.len()));
                    extra.push(entries(listed.len()));
                }
                continue;
            }
            let track = |between: &[Square]| track(arbiter, one.from(), between, one.to());
            let between = |answered: &AnsweredMove| answered.between.clone().unwrap_or_default();
            let wanted: Vec<_> = routes.iter().map(|route| track(route.between())).collect();
            let got: Vec<_> = listed.iter().map(|answered| track(&between(answered))).collect();
            let lacks = routes.iter().zip(&wanted).filter(|(_, track)| !got.contains(track));
            missing.extend(lacks.map(|(route, _)| arbiter.full_text(route)));
            for (index, answered) in listed.iter().enumerate() {
                let again = listed[..index].iter().any(|other| other.between == answered.between);
                if again || !wanted.contains(&got[index]) {
                    extra.push(self.route_text(answered));
                }
            }
        }
        missing.truncate(MOST_MOVES);
        extra.truncate(MOST_MOVES);
        let notes = vec![format!("with `identity: {}` each route is listed, once", MoveIdentity::ByPath)];
        self.compare("routes", ply, missing, extra, notes);
    }

    /// The squares that a move passes, as the answer has them.
    fn route_text(&self, answered: &AnsweredMove) -> String {
        let arbiter = self.arbiter();
        let takes = answered.captured.is_some_and(|set| !set.is_empty());
        let between = answered.between.as_deref().unwrap_or_default();
        let sign = if takes || !between.is_empty() { arbiter.rules().capture_separator.word() } else { "-" };
        let squares = std::iter::once(&answered.from).chain(between.iter().take(MOST_SQUARES)).chain([&answered.to]);
        squares.map(|square| arbiter.geometry().name(*square)).collect::<Vec<_>>().join(sign)
    }

    /// What a move captures of which an answer tells the ends alone: nothing, where a quiet move has these ends.
    ///
    /// # Errors
    ///
    /// Returns an error if only captures have them: `moves_as` promises to tell what is taken.
    fn unnamed_capture(&self, from: Square, to: Square, legal: &[Move]) -> Result<Option<SquareSet>, String> {
        let mut like = legal.iter().filter(|m| m.from() == from && m.to() == to).peekable();
        if like.peek().is_none() || like.any(|m| m.captured().is_empty()) {
            return Ok(Some(SquareSet::default()));
        }
        let theirs = self.naming.theirs().geometry();
        let ends = format!("{}x{}", theirs.name(from), theirs.name(to));
        let (promised, needed) = match self.hello.moves_as {
            MovesAs::Path => ("path", "`path`"),
            _ => ("full", "`captured`"),
        };
        Err(format!(
            "a move: {ends} is a capture and comes without {needed}, though `moves_as` is `{promised}`: tell what it \
             takes, or say `\"moves_as\":\"from-to\"` in the greeting"
        ))
    }

    /// Says where legal moves differ in their captures alone and the implementation tells no captures.
    fn note_not_compared(&mut self, legal: &[Move], answered: &[AnsweredMove]) {
        let ends = |m: &Move| (m.from(), m.to());
        let several = |one: &AnsweredMove| legal.iter().filter(|m| ends(m) == (one.from, one.to)).count() > 1;
        let not_compared = match self.hello.moves_as {
            MovesAs::FromTo => distinct_ends(legal) < legal.len(),
            _ => answered.iter().any(|one| one.captured.is_none() && several(one)),
        };
        if not_compared {
            self.not_compared.push("captures with the same ends cannot be distinguished".to_string());
        }
    }

    /// Compares what an answer tells beyond what decides which move it is: its path, whether it crowns, and its text.
    fn contradictions(&mut self, ply: usize, position: &Position, legal: &[Move], answered: &[AnsweredMove]) {
        let mut wrong: BTreeMap<&'static str, (Vec<String>, Vec<String>)> = BTreeMap::new();
        let mut add = |what, expected: String, actual: String| {
            let lists = wrong.entry(what).or_default();
            if lists.0.len() < MOST_MOVES {
                lists.0.push(expected);
                lists.1.push(actual);
            }
        };
        for one in answered {
            if let Some(problem) = self.wrong_path(position, one) {
                add("path", format!("{}: a path to it", one.text), format!("{}: {problem}", one.text));
            }
            let same = |m: &&Move| {
                m.from() == one.from && m.to() == one.to && one.captured.is_none_or(|captured| captured == m.captured())
            };
            // One that is not legal is a difference already.
            let mut like = legal.iter().filter(same);
            let (Some(found), None) = (like.next(), like.next()) else { continue };
            if let Some(crowns) = one.crowns
                && crowns != found.crowns()
            {
                let word = |crowns| if crowns { "crowns" } else { "does not crown" };
                let say = |crowns| format!("{} {}", one.text, word(crowns));
                add("crowns", say(!crowns), say(crowns));
            }
            if let Some(text) = &one.written
                && !self.means(position, text, found)
            {
                add("text", one.text.clone(), format!("`{}` for {}", shortened(text), one.text));
            }
        }
        for (what, (expected, actual)) in wrong {
            self.compare(what, ply, expected, actual, Vec::new());
        }
    }

    /// What is wrong with a path that an answer tells, beside what else it tells of the move.
    fn wrong_path(&self, position: &Position, answered: &AnsweredMove) -> Option<String> {
        let between = answered.between.as_deref()?;
        let end = answered.path_end?;
        let name = |square| self.arbiter().geometry().name(square);
        if end != answered.to {
            return Some(format!("its `path` ends at {}", name(end)));
        }
        let captured = answered.captured?;
        let passed = passed_over(self.arbiter(), position, answered.from, between, answered.to);
        let names = |set: SquareSet| set.iter().map(name).collect::<Vec<_>>().join(", ");
        if captured != passed {
            let taken = if passed.is_empty() { "nothing".to_string() } else { names(passed) };
            return Some(format!("its `path` takes {taken}"));
        }
        // A piece lands behind what it takes, and nowhere else.
        let mut here = answered.from;
        let idle = between.iter().find(|&&next| {
            let from = std::mem::replace(&mut here, next);
            passed_over(self.arbiter(), position, from, &[], next).is_empty()
        });
        idle.map(|square| format!("its `path` goes to {}, which takes nothing", name(*square)))
    }

    /// Whether a text in an answer means a move.
    fn means(&self, position: &Position, text: &str, wanted: &Move) -> bool {
        let theirs = self.naming.theirs();
        let Ok(written) = theirs.read_move(text) else { return false };
        let ends = written.from() == wanted.from() && written.to() == wanted.to();
        ends && match theirs.find(position, &written) {
            Ok(found) => found.captured() == wanted.captured(),
            // A text that could mean several moves with these ends means each of them.
            Err(FindError::Ambiguous(several)) => several.iter().any(|m| m.captured() == wanted.captured()),
            Err(_) => false,
        }
    }

    /// Why a move that was answered is not legal, by the engine.
    fn note(&self, position: &Position, text: &str) -> Option<String> {
        let arbiter = self.arbiter();
        let written = arbiter.read_move(text).ok()?;
        let explanation = arbiter.explain(position, &written).ok()?;
        matches!(explanation, Explanation::Illegal { .. })
            .then(|| format!("{text} is not legal: {}", arbiter.why_not(position, &written, &explanation)))
    }
}

/// Moves listed again although an equal one was listed before.
fn repeated(answered: &[AnsweredMove]) -> Vec<String> {
    let mut seen: BTreeMap<_, (usize, &str)> = BTreeMap::new();
    for one in answered.iter().filter(|one| one.captured.is_some()) {
        seen.entry((one.from, one.to, one.captured)).or_insert((0, &one.text)).0 += 1;
    }
    let repeated = seen.into_values().filter(|(times, _)| *times > 1);
    repeated.map(|(times, text)| format!("{text} listed {times} times")).collect()
}

/// The enemy pieces that a path passes over.
fn passed_over(arbiter: &Arbiter, position: &Position, from: Square, between: &[Square], to: Square) -> SquareSet {
    let enemy = |square: &Square| position.piece_at(*square).is_some_and(|piece| piece.color != position.turn());
    let legs = legs(from, between, to);
    legs.flat_map(|(a, b)| squares_between(arbiter, a, b)).filter(enemy).collect()
}

/// Every square that a piece goes over or lands on. Where it pauses between two pieces on one line makes no difference.
fn track(arbiter: &Arbiter, from: Square, between: &[Square], to: Square) -> Vec<Square> {
    let leg = |(a, b)| squares_between(arbiter, a, b).chain([b]).collect::<Vec<_>>();
    legs(from, between, to).flat_map(leg).collect()
}

/// The squares of a path, each with the next.
fn legs(from: Square, between: &[Square], to: Square) -> impl Iterator<Item = (Square, Square)> {
    let starts = std::iter::once(from).chain(between.iter().copied());
    starts.zip(between.iter().copied().chain([to]))
}

/// The squares between two on a row, a column, or a diagonal; none between any others.
fn squares_between(arbiter: &Arbiter, a: Square, b: Square) -> impl Iterator<Item = Square> {
    let geometry = arbiter.geometry();
    let (a, b) = (geometry.column_row(a), geometry.column_row(b));
    let (dx, dy) = (i32::from(b.0) - i32::from(a.0), i32::from(b.1) - i32::from(a.1));
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let steps = if straight { dx.abs().max(dy.abs()) } else { 0 };
    (1..steps).filter_map(move |step| {
        let column = u8::try_from(i32::from(a.0) + dx.signum() * step).ok()?;
        let row = u8::try_from(i32::from(a.1) + dy.signum() * step).ok()?;
        geometry.square_at(column, row)
    })
}

fn distinct(answered: &[AnsweredMove]) -> usize {
    let mut keys: Vec<_> = answered.iter().map(|t| (t.from, t.to, t.captured)).collect();
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
