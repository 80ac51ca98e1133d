//! What an explanation says, reason by reason and variant by variant.
//!
//! The sentences in `explain.tsv` are written from the rules of each variant, not from what the engine says. A reason
//! that a variant knows must be among them; one that it cannot give is declared below, with why.

use damero_engine::explain::Explanation;
use damero_engine::rules::{
    Criterion, CrowningInCapture, KingLanding, KingRange, ManMayCapture, Removal, Reversal, Rules,
};
use damero_engine::{Arbiter, Game, Illegality, Variant, variants};
use std::collections::BTreeSet;

/// A reason, the rules under which no move is refused for it, and why not.
type Impossible = (Illegality, fn(&Rules) -> bool, &'static str);

/// Whether a criterion is among those that choose between captures.
fn ranks_by(rules: &Rules, wanted: &[Criterion]) -> bool {
    rules.capture_priority.iter().any(|criterion| wanted.contains(&criterion))
}

const IMPOSSIBLE: &[Impossible] = &[
    (
        Illegality::MustStop,
        |rules| rules.crowning_in_capture == CrowningInCapture::ContinuesAsKing,
        "a man that is crowned in a capture goes on as a king",
    ),
    (
        Illegality::WrongLanding,
        |rules| rules.king_range == KingRange::OneStep,
        "a king that takes the piece next to it has one square to land on",
    ),
    (
        Illegality::WrongLanding,
        |rules| {
            rules.king_landing == KingLanding::Any
                && matches!(rules.capture_priority.get(0), Some(Criterion::MostPieces | Criterion::FrisianValue))
        },
        "a king may land anywhere behind the piece, and where another square lets it take more, that is the reason",
    ),
    (
        Illegality::QuantityLaw,
        |rules| !ranks_by(rules, &[Criterion::MostPieces]),
        "the number of pieces does not count",
    ),
    (
        Illegality::QualityLaw,
        |rules| {
            let by_kings =
                [Criterion::MostKings, Criterion::EarliestKings, Criterion::FirstKing, Criterion::FirstPieceKing];
            !ranks_by(rules, &by_kings)
        },
        "the kings taken do not count",
    ),
    (Illegality::KingFirst, |rules| !ranks_by(rules, &[Criterion::WithKing]), "it does not count which piece captures"),
    (Illegality::ValueLaw, |rules| !ranks_by(rules, &[Criterion::FrisianValue]), "captures have no Frisian value"),
    (Illegality::ManCannotTakeKing, |rules| rules.man_may_capture == ManMayCapture::MenAndKings, "men take kings"),
    (
        Illegality::Reversal,
        |rules| rules.reversal == Reversal::Allowed || rules.removal == Removal::AfterTheMove,
        "turning back is allowed, or the piece just taken is in the way",
    ),
    (Illegality::KingMoveLimit, |rules| rules.king_move_limit == 0, "the quiet moves of a king are not limited"),
];

fn is_impossible(variant: &Variant, reason: Illegality) -> bool {
    IMPOSSIBLE.iter().any(|(impossible, under, _)| *impossible == reason && under(&variant.rules))
}

#[test]
fn every_reason_has_its_sentence_in_every_variant() {
    let table = include_str!("explain.tsv");
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for row in table.lines().skip(1) {
        let [name, fen, text, reason, sentence] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns expected: {row}");
        };
        let variant = Variant::named(name).unwrap_or_else(|| panic!("no such variant: {row}"));
        let expected = Illegality::from_word(reason).unwrap_or_else(|| panic!("no such reason: {row}"));
        assert!(!is_impossible(variant, expected), "declared impossible: {row}");
        seen.insert((variant.name, expected));
        let arbiter = Arbiter::new(variant.rules).expect("playable rules");
        let position = arbiter.read(fen).unwrap_or_else(|error| panic!("{error}: {row}"));
        let written = arbiter.read_move(text).unwrap_or_else(|error| panic!("{error}: {row}"));
        let explanation =
            Game::new(&arbiter, position).expect("the same board").explain(&written).expect("few captures");
        let said = match explanation {
            Explanation::Illegal { reason, .. } => {
                format!("{reason}\t{}", arbiter.sentence(&position, &written, &explanation))
            }
            Explanation::Legal(_) | Explanation::Ambiguous(_) => "legal".to_string(),
        };
        if said != format!("{reason}\t{sentence}") {
            wrong.push(format!("{row}\n    found: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    let missing: Vec<String> = variants::ALL
        .iter()
        .flat_map(|variant| Illegality::ALL.iter().map(move |reason| (variant, *reason)))
        .filter(|(variant, reason)| !is_impossible(variant, *reason) && !seen.contains(&(variant.name, *reason)))
        .map(|(variant, reason)| format!("{} {reason}", variant.name))
        .collect();
    assert!(missing.is_empty(), "neither shown in explain.tsv nor declared impossible: {}", missing.join(", "));
}
