//! A check with the board turned by 180 degrees and the colours swapped: its twin.
//!
//! No rule names a colour, so whatever is right on a board is right on the turned one for the other side. A program that
//! knows a rule for one colour only fails one of the two.

use super::plan::rewritten;
use crate::checks::Check;
use crate::fixture::{Case, Expectation, ForRules, HappenedEvent, Point, Start};
use crate::format::{Located, Text};
use crate::protocol::{Hello, Level, Positions};
use damero_engine::notation::fen;
use damero_engine::{Arbiter, Color, Winner};

/// What a twin asks: the case of a check, turned, as it is under the rules of the check.
#[derive(Debug)]
pub(super) struct Twin {
    case: Case,
    fen: String,
}

impl Twin {
    /// The twin of a check.
    ///
    /// There is none where the way of writing is the question, where the position must be refused, and where the
    /// implementation knows no position but the start.
    pub(super) fn of(check: &Check<'_>, hello: &Hello) -> Option<Twin> {
        if check.level == Level::Notation || check.rejects.is_some() || hello.positions == Positions::Start {
            return None;
        }
        let turn = Turn(&check.rules.arbiter);
        let fen = turn.fen(&check.fen)?;
        let point = |(ply, expected): &(usize, &Expectation)| Point {
            ply: Some(Located::new(*ply, 0..0)),
            expected: turn.expectation(expected),
        };
        let points = check.points.iter().map(point).collect();
        let case = Case {
            position: Start::Fen(Text::new(fen.clone(), check.case.position.text().span.clone())),
            play: turn.moves(&check.case.play),
            event: check
                .case
                .event
                .as_ref()
                .map(|event| HappenedEvent { by: event.by.map(Color::opponent), ..event.clone() }),
            expectations: vec![ForRules { rules: Vec::new(), points, rejects: None }],
            ..check.case.clone()
        };
        Some(Twin { case, fen })
    }

    /// The check that asks it, of the same name as the one it is the twin of.
    pub(super) fn check<'t>(&'t self, check: &Check<'t>) -> Check<'t> {
        let points = self.case.expectations.iter().flat_map(|group| &group.points);
        Check {
            case: &self.case,
            points: points.map(|point| (point.ply.as_ref().map_or(0, |ply| ply.value), &point.expected)).collect(),
            fen: self.fen.clone(),
            ..check.clone()
        }
    }

    /// Its position as a FEN in the variant's own names.
    pub(super) fn fen(&self) -> &str {
        &self.fen
    }
}

/// Turns what a case says about the board of some rules. What cannot be read stays as it is.
struct Turn<'a>(&'a Arbiter);

impl Turn<'_> {
    fn fen(&self, text: &str) -> Option<String> {
        let geometry = self.0.geometry();
        let setup = match text.trim() {
            "start" => self.0.start().to_setup(),
            text => fen::parse(geometry, text).ok()?,
        };
        Some(fen::write_extended(geometry, &setup.turned(geometry)))
    }

    /// A move, whatever it is written with: steps, captured squares, algebraic names.
    fn one(&self, text: &Text) -> Text {
        let geometry = self.0.geometry();
        let turned = rewritten(&text.value, geometry, |square| geometry.name(geometry.rotated(square)));
        Text::new(turned, text.span.clone())
    }

    fn moves(&self, texts: &[Text]) -> Vec<Text> {
        texts.iter().map(|text| self.one(text)).collect()
    }

    fn expectation(&self, expected: &Expectation) -> Expectation {
        let result = |winner| match winner {
            Winner::White => Winner::Black,
            Winner::Black => Winner::White,
            Winner::Neither => Winner::Neither,
        };
        let after =
            |text: &Text| Text::new(self.fen(&text.value).unwrap_or_else(|| text.value.clone()), text.span.clone());
        Expectation {
            moves: expected.moves.as_ref().map(|list| Located::new(self.moves(&list.value), list.span.clone())),
            includes: self.moves(&expected.includes),
            excludes: self.moves(&expected.excludes),
            illegal: expected.illegal.iter().map(|(text, reason)| (self.one(text), reason.clone())).collect(),
            result: expected.result.as_ref().map(|said| Located::new(said.value.map(result), said.span.clone())),
            after: expected.after.as_ref().map(after),
            ..expected.clone()
        }
    }
}
