//! Results of games, in the two forms in use.

use crate::game::{Outcome, Winner};
use crate::words::words;

words! {
    /// The result of a game as PDN writes it.
    pub enum Score {
        /// White has won
        WhiteWins = "1-0",
        /// Black has won
        BlackWins = "0-1",
        /// drawn
        Draw = "1/2-1/2",
        /// White has won, two points for a win
        WhiteWinsTwo = "2-0",
        /// Black has won, two points for a win
        BlackWinsTwo = "0-2",
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

    /// Who won, where that is known; `None` also for a game lost by both.
    #[must_use]
    pub const fn winner(self) -> Option<Winner> {
        match self {
            Score::WhiteWins | Score::WhiteWinsTwo => Some(Winner::White),
            Score::BlackWins | Score::BlackWinsTwo => Some(Winner::Black),
            Score::Draw | Score::DrawTwo => Some(Winner::Nobody),
            Score::BothLose | Score::Unknown => None,
        }
    }

    /// The result of a game that ended so, or has not ended; with two points for a win where the type of game has it, see
    /// [`GameType::counts_two_points`](super::GameType::counts_two_points).
    #[must_use]
    pub const fn of(outcome: Option<Outcome>, two_points: bool) -> Score {
        let Some(outcome) = outcome else { return Score::Unknown };
        match (outcome.winner, two_points) {
            (Winner::White, false) => Score::WhiteWins,
            (Winner::Black, false) => Score::BlackWins,
            (Winner::Nobody, false) => Score::Draw,
            (Winner::White, true) => Score::WhiteWinsTwo,
            (Winner::Black, true) => Score::BlackWinsTwo,
            (Winner::Nobody, true) => Score::DrawTwo,
        }
    }
}
