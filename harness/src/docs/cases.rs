//! A case as a reader sees it: a board, what was played, what is expected, and why.

use super::board::{self, Edges};
use super::labels::fill;
use super::markdown::Markdown;
use super::{Language, Writer};
use crate::checks::Check;
use crate::fixture::{Case, Expectation, ForRules, HappenedEvent, Start};
use crate::format::Text;
use damero_engine::{Color, PARAMETERS, Variant, Winner};
use serde::Serialize;

/// Longest list of moves shown, in plies after repetitions are folded.
const LONGEST_PLAY: usize = 40;

/// A case in words.
#[derive(Serialize)]
pub(super) struct CaseView {
    id: Markdown,
    anchor: String,
    rules: Vec<String>,
    /// What is to be said of it where no clause fixes the answer.
    status: Option<String>,
    composed: bool,
    /// The board, line by line; none where the text is no position.
    board: Option<String>,
    to_move: Option<String>,
    /// The position as written.
    fen: Markdown,
    /// Plies played before the board that is shown, and after it.
    before: Option<Played>,
    after: Option<Played>,
    event: Option<String>,
    groups: Vec<Group>,
    why: Markdown,
    faults: Vec<String>,
}

/// Moves played.
#[derive(Serialize)]
struct Played {
    moves: Markdown,
    plies: String,
}

/// Expectations under the same rules.
#[derive(Serialize)]
struct Group {
    /// Whose rules, where the case expects different things of different rules.
    rules: Vec<String>,
    points: Vec<PointView>,
    rejects: Option<Vec<String>>,
}

#[derive(Serialize)]
struct PointView {
    /// After which plies, where that is not plain.
    when: Option<String>,
    facts: Facts,
}

#[derive(PartialEq, Eq, Serialize)]
struct Facts {
    moves: Option<Vec<Markdown>>,
    includes: Vec<Markdown>,
    excludes: Vec<Markdown>,
    count: Option<u64>,
    captures: Option<u64>,
    illegal: Vec<Refused>,
    result: Option<String>,
    reason: Option<String>,
    claim: Option<Vec<String>>,
    position: Option<Markdown>,
}

#[derive(PartialEq, Eq, Serialize)]
struct Refused {
    moves: Vec<Markdown>,
    reason: String,
}

/// Puts a case into words, its board drawn by the rules of a check; `None` for a case that expects nothing.
pub(super) fn view(at: &Writer<'_>, case: &Case, check: &Check<'_>) -> Option<CaseView> {
    if case.expectations.is_empty() {
        return None;
    }
    let arbiter = &check.rules.arbiter;
    // Where everything is asked at one moment, that moment is worth a board; else the beginning is.
    let shown = asked_at(case);
    let game = check.game_at(shown);
    let position = game.as_ref().map(damero_engine::Game::position);
    let texts = std::iter::once(check.fen.as_str()).chain(case.play.iter().map(|text| text.value.as_str()));
    let texts = texts.chain(case.expectations.iter().flat_map(|group| {
        group
            .points
            .iter()
            .flat_map(|point| point.expected.moves.iter().flat_map(|moves| &moves.value))
            .map(|text| &*text.value)
    }));
    let edges = Edges::of(arbiter, texts);
    let several = case.expectations.len() > 1;
    let why = match (at.language(), &case.why_es) {
        (Language::Spanish, Some(spanish)) => spanish,
        _ => &case.why,
    };
    Some(CaseView {
        id: Markdown::code(&case.id.value),
        anchor: case.id.value.clone(),
        rules: case.expectations.iter().flat_map(|group| rules(at, group)).collect(),
        status: at.statuses.doubt(check).map(|status| at.words.status(status.word())),
        composed: case.composed,
        board: position.map(|position| board::draw(arbiter, position, edges)),
        to_move: position.map(|position| board::to_move(at.words, position)),
        fen: Markdown::code(match &case.position {
            Start::Fen(text) => text.value.trim(),
            Start::Board(..) => &check.fen,
        }),
        before: played(at, &case.play[..shown]),
        after: played(at, &case.play[shown..]),
        event: case.event.as_ref().map(|event| self::event(at, event)),
        groups: case.expectations.iter().map(|group| self::group(at, case, group, several, shown)).collect(),
        why: at.prose(&why.value),
        faults: case.faults.iter().map(|fault| at.words.fault(fault.word())).collect(),
    })
}

/// After how many plies the board is shown.
fn asked_at(case: &Case) -> usize {
    let plies = case.play.len();
    let points: Vec<_> = case.expectations.iter().flat_map(|group| &group.points).collect();
    let at_end = |point: &&crate::fixture::Point| point.ply.as_ref().is_none_or(|ply| ply.value == plies);
    let about_moves = |expected: &Expectation| {
        expected.moves.is_some()
            || !expected.includes.is_empty()
            || !expected.excludes.is_empty()
            || !expected.illegal.is_empty()
            || expected.count.is_some()
            || expected.captures.is_some()
    };
    let all_at_end = points.iter().all(at_end);
    if all_at_end && points.iter().any(|point| about_moves(&point.expected)) { plies } else { 0 }
}

/// The names of the rules of a group: a rulebook by its name, a variant for all its rulebooks.
fn rules(at: &Writer<'_>, group: &ForRules) -> Vec<String> {
    group
        .rules
        .iter()
        .map(|name| {
            if Variant::named(&name.value).is_some() {
                let game = at.words.game(&name.value);
                fill(&at.words.phrase("every-rulebook"), 0, &[("game", &game)])
            } else {
                Markdown::code(&name.value).as_str().to_string()
            }
        })
        .collect()
}

fn group(at: &Writer<'_>, case: &Case, group: &ForRules, several: bool, shown: usize) -> Group {
    let mut points: Vec<(usize, Facts)> = group
        .points
        .iter()
        .map(|point| {
            let ply = point.ply.as_ref().map_or(case.play.len(), |ply| ply.value);
            (ply, facts(at, &point.expected))
        })
        .collect();
    points.sort_by_key(|(ply, _)| *ply);
    let plain = points.len() == 1 && points[0].0 == shown;
    // What holds at several plies in a row is said once.
    let mut merged: Vec<(Vec<usize>, Facts)> = Vec::new();
    for (ply, facts) in points {
        match merged.last_mut() {
            Some((plies, same)) if *same == facts => plies.push(ply),
            _ => merged.push((vec![ply], facts)),
        }
    }
    Group {
        rules: if several { rules(at, group) } else { Vec::new() },
        points: merged
            .into_iter()
            .map(|(plies, facts)| PointView { when: (!plain).then(|| after_plies(at, &plies)), facts })
            .collect(),
        rejects: group
            .rejects
            .as_ref()
            .map(|reasons| reasons.value.iter().map(|reason| at.words.refusal(reason.word())).collect()),
    }
}

fn after_plies(at: &Writer<'_>, plies: &[usize]) -> String {
    let list: Vec<String> = plies.iter().map(ToString::to_string).collect();
    let list = at.words.series(&list, &at.words.phrase("and"));
    fill(&at.words.phrase("after-plies"), plies.len() as u64, &[("list", &list)])
}

fn facts(at: &Writer<'_>, expected: &Expectation) -> Facts {
    let codes = |texts: &[Text]| texts.iter().map(|text| Markdown::code(&text.value)).collect::<Vec<_>>();
    Facts {
        moves: expected.moves.as_ref().map(|moves| codes(&moves.value)),
        includes: codes(&expected.includes),
        excludes: codes(&expected.excludes),
        count: expected.count.as_ref().map(|count| count.value),
        captures: expected.captures.as_ref().map(|captures| captures.value),
        illegal: refused(at, expected),
        result: expected.result.as_ref().map(|result| at.words.result(Winner::word_of(result.value))),
        reason: expected.reason.as_ref().map(|reason| at.words.reason(reason.value.word())),
        claim: expected
            .claim
            .as_ref()
            .map(|claim| claim.value.iter().map(|reason| at.words.reason(reason.word())).collect()),
        position: expected.after.as_ref().map(|after| Markdown::code(&after.value)),
    }
}

/// Moves that are refused, those with one reason together.
fn refused(at: &Writer<'_>, expected: &Expectation) -> Vec<Refused> {
    let mut all: Vec<Refused> = Vec::new();
    for (text, reason) in &expected.illegal {
        let text = Markdown::code(&text.value);
        let reason = at.words.illegality(reason.value.word());
        match all.iter_mut().find(|refused| refused.reason == reason) {
            Some(refused) => refused.moves.push(text),
            None => all.push(Refused { moves: vec![text], reason }),
        }
    }
    all
}

fn event(at: &Writer<'_>, happened: &HappenedEvent) -> String {
    let side = match happened.by {
        None => String::new(),
        Some(color) => side(at, color),
    };
    fill(&at.words.event(happened.event.word()), 0, &[("side", &side)])
}

/// A side as the values of `starting-side` call it.
fn side(at: &Writer<'_>, color: Color) -> String {
    let parameter = PARAMETERS.iter().find(|p| p.name == "starting-side").map_or("", |p| p.name);
    at.words.value_at(parameter, color.word()).unwrap_or(color.word()).to_string()
}

/// Moves as a list, repetitions folded, the middle left out where it is long.
fn played(at: &Writer<'_>, play: &[Text]) -> Option<Played> {
    if play.is_empty() {
        return None;
    }
    let moves: Vec<&str> = play.iter().map(|text| text.value.as_str()).collect();
    let mut parts = Vec::new();
    let mut length = 0;
    let mut rest = moves.as_slice();
    while !rest.is_empty() {
        let (period, times) = repeated(rest);
        let (here, after) = rest.split_at(period * times);
        rest = after;
        length += period;
        if length > LONGEST_PLAY {
            parts.push("…".to_string());
            break;
        }
        let text = here[..period].join(" ");
        if times > 1 {
            let values = [("n", &*times.to_string()), ("moves", &*text)];
            parts.push(fill(&at.words.phrase("times"), 0, &values));
        } else {
            parts.push(text);
        }
    }
    let plies = fill(&at.words.phrase("plies"), moves.len() as u64, &[("n", &moves.len().to_string())]);
    Some(Played { moves: Markdown::code(&parts.join(" ")), plies })
}

/// The shortest run of moves at the front that comes again at once, with how often it stands there; a single move
/// where there is none worth folding.
fn repeated(moves: &[&str]) -> (usize, usize) {
    for period in 2..=(moves.len() / 2).min(LONGEST_PLAY) {
        let run = &moves[..period];
        let times = moves.chunks_exact(period).take_while(|chunk| *chunk == run).count();
        if times > 1 {
            return (period, times);
        }
    }
    (1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_found() {
        assert_eq!(repeated(&["a", "b", "a", "b", "a", "b", "c"]), (2, 3));
        assert_eq!(repeated(&["a", "b", "c", "a", "b", "c", "a"]), (3, 2));
        assert_eq!(repeated(&["a", "b", "c"]), (1, 1));
        assert_eq!(repeated(&["a"]), (1, 1));
    }
}
