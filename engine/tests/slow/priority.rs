//! Which captures are beaten by others.

use super::capture::Capture;
use damero_engine::rules::{Criterion, Rules};
use std::cmp::Ordering;

/// The captures that none other beats.
pub(crate) fn unbeaten(rules: &Rules, captures: Vec<Capture>) -> Vec<Capture> {
    let Some(best) = captures.iter().max_by(|a, b| compare(rules, a, b)).cloned() else {
        return Vec::new();
    };
    captures.into_iter().filter(|capture| compare(rules, capture, &best) == Ordering::Equal).collect()
}

/// Which of two captures comes first: the strongest criterion that tells them apart decides.
fn compare(rules: &Rules, a: &Capture, b: &Capture) -> Ordering {
    for criterion in rules.capture_priority.iter() {
        let ordering = compare_by(criterion, a, b);
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
    Ordering::Equal
}

/// `Greater` where the first capture beats the second by one criterion alone.
fn compare_by(criterion: Criterion, a: &Capture, b: &Capture) -> Ordering {
    match criterion {
        Criterion::MostPieces => a.taken.len().cmp(&b.taken.len()),
        Criterion::FrisianValue => frisian_value(a).cmp(&frisian_value(b)),
        Criterion::WithKing => a.with_king.cmp(&b.with_king),
        Criterion::MostKings => kings(a).cmp(&kings(b)),
        Criterion::EarliestKings => compare_order_of_kings(a, b),
        // An earlier place comes first, and any place before none.
        Criterion::FirstKing => match (first_king(a), first_king(b)) {
            (Some(a), Some(b)) => b.cmp(&a),
            (a, b) => a.is_some().cmp(&b.is_some()),
        },
        Criterion::FirstPieceKing => takes_king(a, 0).cmp(&takes_king(b, 0)),
    }
}

fn kings(capture: &Capture) -> usize {
    capture.taken.iter().filter(|(_, piece)| piece.king).count()
}

/// Whether the piece taken at this place of the order, from 0, is a king; beyond the end there is none.
fn takes_king(capture: &Capture, place: usize) -> bool {
    capture.taken.get(place).is_some_and(|(_, piece)| piece.king)
}

fn first_king(capture: &Capture) -> Option<usize> {
    capture.taken.iter().position(|(_, piece)| piece.king)
}

/// At the first place where one capture takes a king and the other does not, the one that does comes first.
fn compare_order_of_kings(a: &Capture, b: &Capture) -> Ordering {
    for place in 0..a.taken.len().max(b.taken.len()) {
        let ordering = takes_king(a, place).cmp(&takes_king(b, place));
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
    Ordering::Equal
}

/// A king is worth so little less than two men that even a board full of kings lacks less than one man.
fn frisian_value(capture: &Capture) -> usize {
    const MAN: usize = 1000;
    const KING: usize = 2 * MAN - 1;
    capture.taken.iter().map(|(_, piece)| if piece.king { KING } else { MAN }).sum()
}
