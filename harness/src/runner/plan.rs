//! What has to be asked to decide a check, and whether an implementation claims to answer that.

use super::Verdict;
use super::claimed::first_claimable;
use crate::checks::Check;
use crate::implementation::{Job, renamed};
use crate::protocol::{Ability, Ask, EventMessage, Hello, Level, Positions, Request, Squares};
use crate::suite::Suite;
use damero_engine::notation::fen;
use damero_engine::{Arbiter, Geometry, Illegality, PARAMETERS, Square, Variant};
use serde_json::Value;
use std::collections::HashMap;

/// What a check asks; all that it does stands in the order of the requests of its job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) ask: Ask,
    pub(super) ply: usize,
    /// The move that is asked about, as the fixture writes it.
    pub(super) about: Option<String>,
}

/// The same rules in two ways of naming squares: the suite's and the implementation's.
#[derive(Debug)]
pub(super) struct SquareNaming<'s> {
    pub(super) ours: &'s Arbiter,
    theirs: Option<Arbiter>,
}

impl<'s> SquareNaming<'s> {
    /// One for each set of rules that some checks are about.
    pub(super) fn all(checks: &[Check<'s>], squares: Squares) -> HashMap<&'s str, SquareNaming<'s>> {
        let mut namings = HashMap::new();
        for check in checks {
            namings.entry(check.rules.name.as_str()).or_insert_with(|| {
                let ours = &check.rules.arbiter;
                let theirs = match squares {
                    Squares::Variant => None,
                    other => Arbiter::new(renamed(*ours.rules(), other)).ok(),
                };
                SquareNaming { ours, theirs }
            });
        }
        namings
    }

    /// The rules with the squares the implementation names.
    pub(super) fn theirs(&self) -> &Arbiter {
        self.theirs.as_ref().unwrap_or(self.ours)
    }

    /// A position in the implementation's names, whatever names the fixture uses.
    ///
    /// What cannot be read has no squares to translate; and where the writing itself is the question (`as_written`),
    /// whoever names squares the variant's way gets what is written.
    fn fen(&self, text: &str, as_written: bool) -> String {
        if text == "start" || (as_written && self.theirs.is_none()) {
            return text.to_string();
        }
        match fen::parse(self.ours.geometry(), text) {
            Ok(setup) => fen::write_extended(self.theirs().geometry(), &setup),
            Err(_) => text.to_string(),
        }
    }

    /// A move in the implementation's names.
    fn move_text(&self, text: &str, as_written: bool) -> String {
        if as_written && self.theirs.is_none() {
            return text.to_string();
        }
        let theirs = self.theirs().geometry();
        rewritten(text, self.ours.geometry(), |square| theirs.name(square))
    }
}

/// A move with every square replaced by what `name` says of it; signs stay as they are, and so does what is no square.
pub(super) fn rewritten(text: &str, board: &Geometry, name: impl Fn(Square) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // A letter that begins a square is followed by a digit, and is no `x`.
        let letter = usize::from(bytes[at].is_ascii_lowercase() && bytes[at] < b'x');
        let digits = bytes[at + letter..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + letter + digits;
        match (digits > 0).then(|| board.square_named(&text[at..end])) {
            Some(Ok(square)) => {
                out += &name(square);
                at = end;
            }
            Some(Err(_)) => {
                out += &text[at..end];
                at = end;
            }
            None => {
                let next = text[at..].chars().next().map_or(1, char::len_utf8);
                out += &text[at..at + next];
                at += next;
            }
        }
    }
    out
}

/// Plans a check; the verdict `unsupported` where the implementation does not claim to answer it.
pub(super) fn plan(
    suite: &Suite,
    check: &Check<'_>,
    hello: &Hello,
    naming: &SquareNaming<'_>,
) -> Result<(Vec<Question>, Job), Verdict> {
    let unsupported = |why: String| Err(Verdict::Unsupported(why));
    let Some(rules) = claimed(suite, check, hello) else {
        return unsupported(format!("does not claim {}", check.rules.name));
    };
    if !hello.levels.contains(&check.level) {
        return unsupported(format!("does not claim the level {}", check.level.word()));
    }
    if hello.positions == Positions::Start && check.fen != "start" {
        return unsupported("knows no position but the start".to_string());
    }
    if check.case.event.is_some() && !hello.answers.contains(&Ability::Events) {
        return unsupported("does not claim to know what happens outside the board".to_string());
    }
    let questions = questions(check, hello);
    for question in &questions {
        if !ability(question.ask).is_some_and(|ability| hello.answers.contains(&ability)) {
            let word = ability(question.ask).map_or("hello", Ability::word);
            return unsupported(format!("does not claim to answer `{word}`"));
        }
    }
    let requests = questions.iter().map(|question| request(check, question, rules, hello, naming)).collect();
    Ok((questions, Job { requests }))
}

const fn ability(ask: Ask) -> Option<Ability> {
    match ask {
        Ask::Hello => None,
        Ask::Moves => Some(Ability::Moves),
        Ask::Status => Some(Ability::Status),
        Ask::Apply => Some(Ability::Apply),
        Ask::Perft => Some(Ability::Perft),
        Ask::Explain => Some(Ability::Explain),
    }
}

/// The name under which an implementation claims the rules of a check.
///
/// A variant claimed by its own name stands for its rulebooks too, as far as these do not depart from it in what the
/// check is about. The draws of a rulebook have to be claimed with it: a variant has none that everybody plays by.
fn claimed<'a>(suite: &'a Suite, check: &Check<'a>, hello: &Hello) -> Option<&'a str> {
    let claims = |name: &str| hello.rules.iter().any(|claimed| claimed == name);
    if claims(&check.rules.name) {
        return Some(&check.rules.name);
    }
    let variant = Variant::named(check.rules.variant)?;
    if !claims(variant.name) || check.level == Level::Draws {
        return None;
    }
    let matters = |group: &str| match group {
        "draws" => false,
        "end" => check.level == Level::Games,
        "events" => check.case.event.is_some(),
        _ => true,
    };
    let ours = check.rules.arbiter.rules();
    let same = |p: &damero_engine::Parameter| !matters(p.group) || (p.get)(ours) == (p.get)(&variant.rules);
    PARAMETERS.iter().all(same).then(|| suite.rules(variant.name).map(|set| set.name.as_str())).flatten()
}

fn questions(check: &Check<'_>, hello: &Hello) -> Vec<Question> {
    let question = |ask, ply, about| Question { ask, ply, about };
    if check.rejects.is_some() {
        return vec![question(Ask::Moves, 0, None)];
    }
    let mut questions = Vec::new();
    for (ply, expected) in &check.points {
        let ply = *ply;
        let over = |reason: Illegality| reason == Illegality::GameOver;
        if expected.asks_for_moves() {
            questions.push(question(Ask::Moves, ply, None));
        }
        for (text, reason) in &expected.illegal {
            // Whoever explains is asked why; others are held to their list of moves, which does not know that the game
            // is over.
            if hello.answers.contains(&Ability::Explain) {
                questions.push(question(Ask::Explain, ply, Some(text.value.clone())));
            } else if over(reason.value) && hello.answers.contains(&Ability::Status) {
                questions.push(question(Ask::Status, ply, None));
            }
        }
        if expected.result.is_some() || expected.claim.is_some() {
            questions.push(question(Ask::Status, ply, None));
            // Whether a draw that comes unclaimed comes when it may be claimed, and no sooner.
            if let Some(first) = first_claimable(check, ply) {
                questions.push(question(Ask::Status, first - 1, None));
                questions.push(question(Ask::Status, first, None));
            }
        }
        if expected.after.is_some() {
            questions.push(question(Ask::Apply, ply, None));
        }
    }
    let mut seen: Vec<Question> = Vec::new();
    questions.retain(|question| {
        let new = !seen.contains(question);
        if new {
            seen.push(question.clone());
        }
        new
    });
    questions
}

fn request(check: &Check<'_>, question: &Question, rules: &str, hello: &Hello, naming: &SquareNaming<'_>) -> Request {
    let at_the_end = question.ply == check.case.play.len();
    let as_written = check.level == Level::Notation;
    let event = check.case.event.as_ref().filter(|_| question.ask == Ask::Status && at_the_end);
    Request {
        id: Value::Null,
        ask: question.ask,
        protocol: Vec::new(),
        harness: None,
        rules: rules.to_string(),
        parameters: None,
        position: naming.fen(&check.fen, as_written),
        played: (check.case.play.iter().take(question.ply))
            .map(|text| naming.move_text(&text.value, as_written))
            .collect(),
        squares: hello.squares,
        event: event.map(|happened| EventMessage {
            is: happened.event.word().to_string(),
            by: happened.by.map(|color| color.word().to_string()),
        }),
        asked_move: question.about.as_deref().map(|text| naming.move_text(text, as_written)),
        depth: None,
        identity: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_engine::variants;

    #[test]
    fn moves_are_named_another_way() {
        let ours = Arbiter::new(variants::INTERNATIONAL).expect("playable");
        let theirs = Arbiter::new(renamed(variants::INTERNATIONAL, Squares::Algebraic)).expect("playable");
        let (ours, theirs) = (ours.geometry(), theirs.geometry());
        let there = |text: &str| rewritten(text, ours, |square| theirs.name(square));
        assert_eq!(there("32-28"), "d4-e5");
        assert_eq!(there("47x38x24 <42,29>"), "c1xe3xh6 <d2,g5>");
        assert_eq!(there("32 x 28"), "d4 x e5");
        assert_eq!(there("99-1"), "99-b10", "what is no square stays");
        for text in ["46x5", "47x36 <14,29>", "50:6"] {
            assert_eq!(rewritten(&there(text), theirs, |square| ours.name(square)), text);
        }
    }
}
