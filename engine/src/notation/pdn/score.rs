//! Results of games: the two forms in use, and points of other kinds.

use crate::color::Color;
use crate::game::{Outcome, Winner};
use crate::notation::lookalike;
use crate::words::words;
use std::fmt;

words! {
    /// The result of a game as PDN writes it. The first number is that of the side that moves first in the game.
    ///
    /// The standard does not say whose number comes first. If White moves first there is no question. If Black does,
    /// the large collections of English draughts put Black's first; some programs write `1-0` for a win of White all the
    /// same, which [`replay`](super::replay()) reports where the board itself decides.
    pub enum Score {
        /// the first side has won
        FirstWins = "1-0",
        /// the second side has won
        SecondWins = "0-1",
        /// drawn
        Draw = "1/2-1/2",
        /// the first side has won, two points for a win
        FirstWinsTwo = "2-0",
        /// the second side has won, two points for a win
        SecondWinsTwo = "0-2",
        /// drawn, two points for a win
        DrawTwo = "1-1",
        /// lost by both
        BothLose = "0-0",
        /// unfinished, or not known
        Unknown = "*",
        /// points of another kind, like `1.02-0.98`
        Other = "other",
    }
}

impl Score {
    /// Reads a result of either form; `½-½` is a draw too. Spaces and typographic dashes change nothing, and points of
    /// other kinds, see [`Points`], are [`Score::Other`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Score> {
        let text = text.trim();
        let usual_of = |text: &str| Score::from_word(text).filter(|score| *score != Score::Other);
        let usual = usual_of(text);
        let special = |c: char| !c.is_ascii() || c.is_whitespace() || matches!(c, '+' | '.' | ',' | '/');
        if usual.is_some() || !(text.contains(special) || text.ends_with('-')) {
            return usual;
        }
        let plain = lookalike::plain_text(text);
        let dense: String = plain.chars().filter(|c| !c.is_whitespace()).collect();
        match dense.as_str() {
            "½-½" => Some(Score::Draw),
            dense => usual_of(dense).or_else(|| Points::parse(&plain).map(|_| Score::Other)),
        }
    }

    /// Who won, where that is known, in a game in which this side moves first; `None` also for a game lost by both, and for
    /// points of another kind: a draw with an advantage counts more than a draw.
    #[must_use]
    pub const fn winner(self, first: Color) -> Option<Winner> {
        match self {
            Score::FirstWins | Score::FirstWinsTwo => Some(Winner::of(first)),
            Score::SecondWins | Score::SecondWinsTwo => Some(Winner::of(first.opponent())),
            Score::Draw | Score::DrawTwo => Some(Winner::Neither),
            Score::BothLose | Score::Unknown | Score::Other => None,
        }
    }

    /// The result of a game in which this side moves first and that ended so, or has not ended; with two points for a
    /// win where the type of game has it, see [`GameType::counts_two_points`](super::GameType::counts_two_points).
    #[must_use]
    pub const fn of(outcome: Option<Outcome>, first: Color, two_points: bool) -> Score {
        let Some(outcome) = outcome else { return Score::Unknown };
        let first_wins = match outcome.winner {
            Winner::Neither if two_points => return Score::DrawTwo,
            Winner::Neither => return Score::Draw,
            Winner::White => matches!(first, Color::White),
            Winner::Black => matches!(first, Color::Black),
        };
        match (first_wins, two_points) {
            (true, false) => Score::FirstWins,
            (false, false) => Score::SecondWins,
            (true, true) => Score::FirstWinsTwo,
            (false, true) => Score::SecondWinsTwo,
        }
    }
}

/// Points that are neither of the two usual forms: `1+ - 1-`, `1 1/2 - 1/2`, `0.98-1.02`. PDN 3.0 has them for events with
/// a `ResultFormat` tag of their own.
///
/// ```
/// use damero_engine::notation::pdn::Points;
///
/// assert_eq!(Points::parse("1+-1-").map(|points| points.to_string()).as_deref(), Some("1+ - 1-"));
/// assert_eq!(Points::parse("-0.98-1.02").map(|points| points.to_string()).as_deref(), Some("-0.98-1.02"));
/// assert_eq!(Points::parse("32-28"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points {
    first: SidePoints,
    second: SidePoints,
}

/// The points of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SidePoints {
    negative: bool,
    whole: u8,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Whole,
    /// A draw with an advantage.
    Plus,
    /// A draw with a disadvantage.
    Minus,
    /// One half more.
    Half,
    /// One digit behind the point, or two.
    Tenths(u8),
    Hundredths(u8),
}

impl Points {
    /// Reads points, with spaces or without. Two whole numbers alone are none: they look like a move.
    #[must_use]
    pub fn parse(text: &str) -> Option<Points> {
        let text = text.trim();
        // The hyphen between the sides is the one with points on both.
        text.match_indices('-')
            .find_map(|(at, _)| {
                Some(Points { first: SidePoints::parse(&text[..at])?, second: SidePoints::parse(&text[at + 1..])? })
            })
            .filter(|points| points.are_of_one_kind())
    }

    /// Whether both sides' points are of the same kind, and not whole numbers. A text that breaks off behind half a result
    /// has two kinds.
    const fn are_of_one_kind(&self) -> bool {
        matches!(
            (self.first.form, self.second.form),
            (Form::Plus, Form::Minus)
                | (Form::Minus, Form::Plus)
                | (Form::Half, Form::Half)
                | (Form::Tenths(_) | Form::Hundredths(_), Form::Tenths(_) | Form::Hundredths(_))
        )
    }

    /// Points that are whole numbers, `4-6`, where something else says that this is no move.
    pub(super) fn whole(text: &str) -> Option<Points> {
        let (first, second) = text.split_once('-')?;
        Some(Points { first: SidePoints::parse(first)?, second: SidePoints::parse(second)? })
    }
}

impl SidePoints {
    fn parse(text: &str) -> Option<SidePoints> {
        let text = text.trim();
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (whole, rest) = text.split_at(digits);
        let number = |digits: &str| (digits.len() <= 2).then(|| digits.parse().ok()).flatten();
        let decimals = rest.strip_prefix(['.', ',']).filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
        let (whole, form) = match (whole, rest.trim_start(), decimals) {
            ("1", "/2", _) | ("", "½", _) => (0, Form::Half),
            ("", ..) => return None,
            (_, "", _) => (number(whole)?, Form::Whole),
            (_, "+", _) => (number(whole)?, Form::Plus),
            (_, "-", _) => (number(whole)?, Form::Minus),
            (_, "1/2" | "½", _) if rest.len() > rest.trim_start().len() || rest == "½" => {
                (number(whole)?, Form::Half)
            }
            (_, _, Some(tenths)) if tenths.len() == 1 => (number(whole)?, Form::Tenths(number(tenths)?)),
            (_, _, Some(hundredths)) => (number(whole)?, Form::Hundredths(number(hundredths)?)),
            _ => return None,
        };
        // Only what is counted in parts of a point can be less than nothing.
        let can_be_negative = matches!(form, Form::Tenths(_) | Form::Hundredths(_));
        (can_be_negative || !negative).then_some(SidePoints { negative, whole, form })
    }
}

impl fmt::Display for SidePoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SidePoints { negative, whole, form } = self;
        f.write_str(if *negative { "-" } else { "" })?;
        match form {
            Form::Whole => write!(f, "{whole}"),
            Form::Plus => write!(f, "{whole}+"),
            Form::Minus => write!(f, "{whole}-"),
            Form::Half if *whole == 0 => f.write_str("1/2"),
            Form::Half => write!(f, "{whole} 1/2"),
            Form::Tenths(tenths) => write!(f, "{whole}.{tenths}"),
            Form::Hundredths(hundredths) => write!(f, "{whole}.{hundredths:02}"),
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spaced = [self.first, self.second].iter().any(|p| matches!(p.form, Form::Plus | Form::Minus | Form::Half));
        write!(f, "{}{}{}", self.first, if spaced { " - " } else { "-" }, self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_of_the_standard_is_read_and_written() {
        for text in ["1+ - 1-", "1- - 1+", "1 1/2 - 1/2", "1/2 - 1 1/2", "0.98-1.02", "-0.98-1.02", "1.01-0.99"] {
            assert_eq!(Score::parse(text), Some(Score::Other), "{text}");
            for written in [text.to_string(), text.replace(" - ", "-")] {
                let points = Points::parse(&written).unwrap_or_else(|| panic!("{written}"));
                assert_eq!(points.to_string(), text);
            }
        }
        for (text, written) in [("1\u{bd}-\u{bd}", "1 1/2 - 1/2"), ("1,5-0,5", "1.5-0.5")] {
            assert_eq!(Points::parse(text).map(|points| points.to_string()).as_deref(), Some(written));
        }
        for none in [
            "",
            "-",
            "1-",
            "32-28",
            "1-18",
            "4-6",
            "1+",
            "1.5",
            "1.555-1",
            "111+ - 1-",
            "a-b",
            "11/2-1/2",
            "1/2-1",
            "2-0.5",
            "3-3-",
        ] {
            assert_eq!(Points::parse(none), None, "{none}");
        }
        assert_eq!(Score::parse("1 \u{2013} 0"), Some(Score::FirstWins));
        assert_eq!(Score::parse("other"), None);
        assert_eq!(Score::parse("1/2-1/2"), Some(Score::Draw));
    }
}
