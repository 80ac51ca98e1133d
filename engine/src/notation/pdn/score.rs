//! Results of games, in the two forms in use.

use crate::color::Color;
use crate::game::{Outcome, Winner};
use crate::words::words;

words! {
    /// The result of a game as PDN writes it. The first number is that of the side that moves first in the game.
    ///
    /// The standard does not say whose number comes first. Where White moves first nobody needs to ask; collections of
    /// English draughts put Black's first, without exception where the board itself decides.
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
    }
}

impl Score {
    /// Reads a result of either form; `½-½` is a draw too.
    #[must_use]
    pub fn parse(text: &str) -> Option<Score> {
        match text.trim() {
            "½-½" => Some(Score::Draw),
            other => Score::from_word(other),
        }
    }

    /// Who won, where that is known, in a game in which this side moves first; `None` also for a game lost by both.
    #[must_use]
    pub const fn winner(self, first: Color) -> Option<Winner> {
        match self {
            Score::FirstWins | Score::FirstWinsTwo => Some(Winner::of(first)),
            Score::SecondWins | Score::SecondWinsTwo => Some(Winner::of(first.opponent())),
            Score::Draw | Score::DrawTwo => Some(Winner::Nobody),
            Score::BothLose | Score::Unknown => None,
        }
    }

    /// The result of a game in which this side moves first and that ended so, or has not ended; with two points for a
    /// win where the type of game has it, see [`GameType::counts_two_points`](super::GameType::counts_two_points).
    #[must_use]
    pub const fn of(outcome: Option<Outcome>, first: Color, two_points: bool) -> Score {
        let Some(outcome) = outcome else { return Score::Unknown };
        let first_wins = match outcome.winner {
            Winner::Nobody if two_points => return Score::DrawTwo,
            Winner::Nobody => return Score::Draw,
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
