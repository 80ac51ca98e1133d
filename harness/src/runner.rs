//! Cases × an implementation → verdicts.

use crate::fixture::Expectation;
use crate::fixture::resolve::Check;
use crate::format::Text;
use crate::implementation::{Implementation, Reply};
use crate::protocol::{Ask, EventMessage, Hello, MoveMessage, MovesAs, Request, Response};
use damero_engine::explain::Explanation;
use damero_engine::notation::moves::FindError;
use damero_engine::{Arbiter, Position, Square, SquareSet, WrittenMove};
use rayon::prelude::*;
use serde_json::Value;

/// What became of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All as expected.
    Pass,
    /// Something differs.
    Fail(Vec<Difference>),
    /// The implementation does not claim to answer it.
    Unsupported(String),
    /// The implementation says it failed.
    Error(String),
    /// It died.
    Crash(String),
    /// It did not answer in time.
    Timeout(String),
    /// What it wrote is not the protocol.
    Violation(String),
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail(_) => "fail",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Error(_) => "error",
            Verdict::Crash(_) => "crash",
            Verdict::Timeout(_) => "timeout",
            Verdict::Violation(_) => "protocol-violation",
        }
    }

    /// Whether it counts against the implementation.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        !matches!(self, Verdict::Pass | Verdict::Unsupported(_))
    }
}

/// Something that differs from what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What was asked for: `moves`, `count`, `captures`, `illegal`, `result`, `claim`, `after`, `rejects`.
    pub what: &'static str,
    /// After so many plies.
    pub ply: usize,
    /// What was expected, one line each.
    pub expected: Vec<String>,
    /// What came.
    pub actual: Vec<String>,
    /// Why what came is wrong, as far as the rules can tell.
    pub notes: Vec<String>,
}

/// A check with its verdict.
#[derive(Clone, Debug)]
pub struct Outcome<'s> {
    /// The check.
    pub check: Check<'s>,
    /// Its verdict.
    pub verdict: Verdict,
}

/// Runs checks on an implementation, in parallel; the verdicts come in the order of the checks.
pub fn run<'s>(
    checks: Vec<Check<'s>>,
    implementation: &dyn Implementation,
    progress: &(dyn Fn() + Sync),
) -> Vec<Outcome<'s>> {
    let hello = implementation.hello();
    checks
        .into_par_iter()
        .map(|check| {
            let verdict = judge(&check, implementation, &hello);
            progress();
            Outcome { check, verdict }
        })
        .collect()
}

/// The verdict on one check.
#[must_use]
pub fn judge(check: &Check<'_>, implementation: &dyn Implementation, hello: &Hello) -> Verdict {
    let claimed = hello.rules.iter().any(|name| *name == check.rules.name || *name == check.rules.variant);
    if !claimed {
        return Verdict::Unsupported(format!("does not claim {}", check.rules.name));
    }
    let mut judge = Judge { check, implementation, hello, differences: Vec::new() };
    match judge.all() {
        Err(verdict) => verdict,
        Ok(()) if judge.differences.is_empty() => Verdict::Pass,
        Ok(()) => Verdict::Fail(judge.differences),
    }
}

/// A move in an answer, its squares resolved.
struct Told {
    from: Square,
    to: Square,
    captured: Option<SquareSet>,
    /// The squares between, where they are told.
    between: Option<Vec<Square>>,
    text: String,
}

struct Judge<'a> {
    check: &'a Check<'a>,
    implementation: &'a dyn Implementation,
    hello: &'a Hello,
    differences: Vec<Difference>,
}

impl Judge<'_> {
    fn arbiter(&self) -> &Arbiter {
        &self.check.rules.arbiter
    }

    fn request(&self, ask: Ask, ply: usize) -> Request {
        Request {
            id: Value::Null,
            ask,
            protocol: Vec::new(),
            harness: None,
            rules: self.check.rules.name.clone(),
            parameters: None,
            position: self.check.fen.clone(),
            played: self.check.case.play.iter().take(ply).map(|text| text.value.clone()).collect(),
            squares: self.hello.squares,
            event: None,
            asked_move: None,
            depth: None,
            identity: None,
        }
    }

    /// Asks; anything but an answer is the verdict.
    fn ask(&self, request: &Request) -> Result<Response, Verdict> {
        if !self.hello.answers.contains(&request.ask) {
            return Err(Verdict::Unsupported(format!("does not answer {:?}", request.ask).to_lowercase()));
        }
        match self.implementation.ask(request) {
            Reply::Crash(how) => Err(Verdict::Crash(how)),
            Reply::Timeout(how) => Err(Verdict::Timeout(how)),
            Reply::Violation(how) => Err(Verdict::Violation(how)),
            Reply::Answer(response) => match (&response.unsupported, &response.error) {
                (Some(why), _) => Err(Verdict::Unsupported(why.clone())),
                (None, Some(error)) if response.refused.is_none() => Err(Verdict::Error(error.clone())),
                _ => Ok(*response),
            },
        }
    }

    fn answer(&self, request: &Request) -> Result<Response, Verdict> {
        let response = self.ask(request)?;
        match &response.refused {
            None => Ok(response),
            Some(reasons) => Err(Verdict::Error(format!("refuses the position: {}", reasons.join(", ")))),
        }
    }

    fn all(&mut self) -> Result<(), Verdict> {
        if let Some(expected) = self.check.rejects {
            return self.rejects(expected);
        }
        for (ply, expected) in &self.check.points {
            self.point(*ply, expected)?;
        }
        Ok(())
    }

    fn rejects(&mut self, expected: &[damero_engine::Refusal]) -> Result<(), Verdict> {
        let response = self.ask(&self.request(Ask::Moves, 0))?;
        let mut expected: Vec<String> = expected.iter().map(|refusal| refusal.word().to_string()).collect();
        expected.sort();
        let actual = match response.refused {
            None => vec!["accepted".to_string()],
            // An implementation that gives no reasons has refused all the same.
            Some(reasons) if reasons.is_empty() => return Ok(()),
            Some(mut reasons) => {
                reasons.sort();
                reasons
            }
        };
        self.compare("rejects", 0, expected, actual, Vec::new());
        Ok(())
    }

    fn point(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let wants_moves = expected.moves.is_some()
            || !expected.includes.is_empty()
            || !expected.excludes.is_empty()
            || expected.count.is_some()
            || expected.captures.is_some()
            || !expected.illegal.is_empty();
        if wants_moves {
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

    fn position(&self, ply: usize) -> Result<Position, Verdict> {
        let game = self.check.game_at(ply);
        game.map(|game| *game.position()).ok_or_else(|| Verdict::Error("the fixture cannot be set up".to_string()))
    }

    fn moves(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let position = self.position(ply)?;
        let response = self.answer(&self.request(Ask::Moves, ply))?;
        let messages = response.moves.ok_or_else(|| Verdict::Violation("no `moves` in the answer".to_string()))?;
        let mut told = Vec::with_capacity(messages.len());
        for message in &messages {
            told.push(self.told(message).map_err(Verdict::Violation)?);
        }
        let repeated = self.repeated(&told);
        if !repeated.is_empty() {
            let notes = vec!["each move should be listed once".to_string()];
            self.compare("moves", ply, Vec::new(), repeated, notes);
        }

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
            let extra: Vec<&Told> = told.iter().zip(&matched).filter(|(_, m)| !**m).map(|(t, _)| t).collect();
            if !missing.is_empty() || !extra.is_empty() {
                let doubtful = extra.iter().map(|told| &told.text).chain(&missing);
                let notes = doubtful.filter_map(|text| self.note(&position, text)).collect();
                let mut wanted: Vec<String> = list.value.iter().map(|text| text.value.clone()).collect();
                let common = wanted.iter().filter(|text| !missing.contains(text)).cloned();
                let mut actual: Vec<String> = common.chain(extra.iter().map(|told| told.text.clone())).collect();
                wanted.sort();
                actual.sort();
                self.compare("moves", ply, wanted, actual, notes);
            }
        }
        for text in &expected.includes {
            if self.fitting(&position, text, &told).is_empty() {
                self.compare("includes", ply, vec![text.value.clone()], Vec::new(), Vec::new());
            }
        }
        for text in &expected.excludes {
            if !self.fitting(&position, text, &told).is_empty() {
                let notes = self.note(&position, &text.value).into_iter().collect();
                self.compare("excludes", ply, Vec::new(), vec![text.value.clone()], notes);
            }
        }
        if let Some(count) = &expected.count
            && self.distinct(&told) as u64 != count.value
        {
            let actual = vec![self.distinct(&told).to_string()];
            let notes = vec![format!("the moves: {}", texts(&told).join(", "))];
            self.compare("count", ply, vec![count.value.to_string()], actual, notes);
        }
        if let Some(captures) = &expected.captures {
            let wrong: Vec<String> = told
                .iter()
                .filter(|told| told.captured.is_some_and(|set| u64::from(set.len()) != captures.value))
                .map(|told| format!("{} takes {}", told.text, told.captured.map_or(0, SquareSet::len)))
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
        reason: damero_engine::Illegality,
        told: &[Told],
    ) -> Result<(), Verdict> {
        // The end of a game makes every move illegal, though the board has some: only `explain` can tell.
        if reason != damero_engine::Illegality::GameOver && !self.fitting(position, text, told).is_empty() {
            let expected = vec![format!("{} refused: {reason}", text.value)];
            self.compare("illegal", ply, expected, vec![format!("{} legal", text.value)], Vec::new());
            return Ok(());
        }
        if !self.hello.answers.contains(&Ask::Explain) {
            return Ok(());
        }
        let request = Request { asked_move: Some(text.value.clone()), ..self.request(Ask::Explain, ply) };
        let response = self.answer(&request)?;
        let actual = match (response.legal, response.reason) {
            (Some(true), _) => format!("{} legal", text.value),
            (_, Some(reason)) => format!("{} refused: {reason}", text.value),
            // Refused without a reason is refused.
            (_, None) => return Ok(()),
        };
        let expected = format!("{} refused: {reason}", text.value);
        self.compare("illegal", ply, vec![expected], vec![actual], Vec::new());
        Ok(())
    }

    fn status(&mut self, ply: usize, expected: &Expectation) -> Result<(), Verdict> {
        let mut request = self.request(Ask::Status, ply);
        if ply == self.check.case.play.len()
            && let Some(happened) = &self.check.case.event
        {
            request.event = Some(EventMessage {
                is: happened.event.word().to_string(),
                by: happened.by.map(|color| color.word().to_string()),
            });
        }
        let response = self.answer(&request)?;
        if let Some(result) = &expected.result {
            let word = result.value.map_or("ongoing", |winner| winner.word());
            let actual = response.result.ok_or_else(|| Verdict::Violation("no `result` in the answer".to_string()))?;
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
        let response = self.answer(&self.request(Ask::Apply, ply))?;
        let fen = response.position.ok_or_else(|| Verdict::Violation("no `position` in the answer".to_string()))?;
        let arbiter = self.arbiter();
        let normal = |text: &str| arbiter.read(text).map_or_else(|_| text.to_string(), |p| arbiter.fen(&p));
        let (wanted, got) = (normal(&after.value), normal(&fen));
        self.compare("after", ply, vec![wanted], vec![got], Vec::new());
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
            self.differences.push(Difference { what, ply, expected, actual, notes });
        }
    }

    /// The answers that a written move can mean.
    fn fitting(&self, position: &Position, text: &Text, told: &[Told]) -> Vec<usize> {
        let arbiter = self.arbiter();
        let Ok(written) = arbiter.read_move(&text.value) else { return Vec::new() };
        // The engine knows what a text captures where it is legal; where it is not, path and ends must do.
        let (captured, between) = match arbiter.find(position, &written) {
            Ok(found) => (Some(found.captured()), &[] as &[Square]),
            Err(FindError::NotLegal | FindError::Ambiguous(_)) => {
                (written.captured, &written.squares[1..written.squares.len() - 1])
            }
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
                    && (between.is_empty() || told.between.as_deref() == Some(between))
            })
            .map(|(index, _)| index)
            .collect()
    }

    fn told(&self, message: &MoveMessage) -> Result<Told, String> {
        let arbiter = self.arbiter();
        let square = |name: &str| arbiter.geometry().square_named(name).map_err(|error| error.to_string());
        match message {
            MoveMessage::Text(text) => {
                let written: WrittenMove = arbiter.read_move(text).map_err(|error| error.to_string())?;
                let between = written.squares[1..written.squares.len() - 1].to_vec();
                Ok(Told {
                    from: written.from(),
                    to: written.to(),
                    captured: written.captured,
                    between: Some(between),
                    text: text.clone(),
                })
            }
            MoveMessage::Parts { from, to, captured, path, text, .. } => {
                let captured = match captured {
                    Some(list) if self.hello.moves_as == MovesAs::Full => {
                        Some(list.iter().map(|name| square(name)).collect::<Result<SquareSet, _>>()?)
                    }
                    _ => None,
                };
                let sign = if captured.is_none_or(|set| set.is_empty()) { "-" } else { "x" };
                let text = text.clone().unwrap_or_else(|| format!("{from}{sign}{to}"));
                let between = match path {
                    Some(list) => {
                        let until_last = &list[..list.len().saturating_sub(1)];
                        Some(until_last.iter().map(|name| square(name)).collect::<Result<Vec<_>, _>>()?)
                    }
                    None => None,
                };
                Ok(Told { from: square(from)?, to: square(to)?, captured, between, text })
            }
        }
    }

    fn distinct(&self, told: &[Told]) -> usize {
        let mut keys: Vec<_> = told.iter().map(|t| (t.from, t.to, t.captured)).collect();
        keys.sort();
        keys.dedup();
        keys.len()
    }

    fn repeated(&self, told: &[Told]) -> Vec<String> {
        if self.hello.moves_as != MovesAs::Full {
            return Vec::new();
        }
        let mut repeated = Vec::new();
        for (index, one) in told.iter().enumerate() {
            let key = (one.from, one.to, one.captured);
            if one.captured.is_some() && told[..index].iter().any(|t| (t.from, t.to, t.captured) == key) {
                repeated.push(format!("{} a second time", one.text));
            }
        }
        repeated
    }

    /// Why a move that was answered is not legal, told by the engine.
    fn note(&self, position: &Position, text: &str) -> Option<String> {
        let arbiter = self.arbiter();
        let written = arbiter.read_move(text).ok()?;
        match arbiter.explain(position, &written) {
            Explanation::Illegal { reason, instead } => {
                let instead = instead.map(|m| format!("; {} is", arbiter.text(&m, &arbiter.moves(position))));
                let why = crate::implementation::engine::meaning(reason);
                Some(format!("{text} is not legal: {why}{}", instead.unwrap_or_default()))
            }
            Explanation::Legal(_) | Explanation::Ambiguous(_) => None,
        }
    }
}

fn texts(told: &[Told]) -> Vec<String> {
    told.iter().map(|told| told.text.clone()).collect()
}
