//! Games played from moves as they are written.

use crate::protocol::{IllegalPlayed, Over};
use damero_engine::explain::Explanation;
use damero_engine::notation::moves::{FindError, Meant};
use damero_engine::notation::pdn::WarningKind;
use damero_engine::{Arbiter, Game, Illegality, Move, Position, WrittenMove};

/// How a game that is over ended.
pub(crate) fn over(game: &Game) -> Option<Over> {
    game.outcome().map(|outcome| Over {
        result: outcome.winner.word().to_string(),
        reason: Some(outcome.reason.word().to_string()),
        ply: game.ended_at(),
    })
}

/// Plays written moves, past the end of the game too where the board allows them. Gives back the places of those with
/// the sign of a capture that take nothing, or the other way round.
pub(crate) fn play_on(game: &mut Game, played: &[String]) -> Result<Vec<usize>, IllegalPlayed> {
    let mut wrong_signs = Vec::new();
    for (index, text) in played.iter().enumerate() {
        let illegal = |(reason, detail): (Option<Illegality>, String)| IllegalPlayed {
            ply: u32::try_from(index + 1).unwrap_or(u32::MAX),
            text: crate::format::yaml::shortened(text),
            reason: reason.map(|reason| reason.word().to_string()),
            detail: Some(detail),
        };
        let meant = find(game, text).map_err(illegal)?;
        game.play_on(&meant.played).map_err(|error| illegal((None, error.to_string())))?;
        if meant.wrong_sign {
            wrong_signs.push(index);
        }
    }
    Ok(wrong_signs)
}

/// Plays a written move while the game goes on, whatever the sign between its squares; says what is wrong where that
/// fails.
pub(crate) fn play(game: &mut Game, text: &str) -> Result<(), String> {
    let meant = find(game, text).map_err(|(_, detail)| detail)?;
    game.play(&meant.played).map_err(|error| error.to_string())
}

/// The legal move that a text means; else why there is none, as a reason where it is illegal, and in words.
fn find(game: &Game, text: &str) -> Result<Meant, (Option<Illegality>, String)> {
    let arbiter = game.arbiter();
    let written = arbiter.read_move(text).map_err(|error| (None, error.to_string()))?;
    match arbiter.find_meant(game.position(), &written) {
        Ok(meant) => Ok(meant),
        Err(FindError::Ambiguous(moves)) => {
            let texts: Vec<String> = moves.iter().map(|m| arbiter.full_text(m)).collect();
            Err((None, format!("ambiguous: it could be {}", texts.join(" or "))))
        }
        Err(FindError::NotLegal) if game.outcome().is_some() && arbiter.has_move(game.position()) == Ok(false) => {
            let outcome = game.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
            Err((Some(Illegality::GameOver), format!("the game is over: {outcome}")))
        }
        Err(FindError::Moves(error)) => Err((None, error.to_string())),
        Err(FindError::NotLegal) => {
            let explanation = arbiter.explain(game.position(), &written).map_err(|error| (None, error.to_string()))?;
            let why = arbiter.why_not(game.position(), &written, &explanation);
            let reason = match explanation {
                Explanation::Illegal { reason, .. } => Some(reason),
                Explanation::Legal(_) | Explanation::Ambiguous(_) => None,
            };
            Err((reason, format!("not legal: {why}")))
        }
    }
}

/// Why a move is not legal, in one line: `too-far (a man moves one square at a time)`.
pub(crate) fn why_not(arbiter: &Arbiter, position: &Position, written: &WrittenMove) -> String {
    match arbiter.explain(position, written) {
        Ok(explanation) => arbiter.why_not(position, written, &explanation),
        Err(error) => error.to_string(),
    }
}

/// What to say of a legal move that is written with the wrong sign.
pub(crate) fn wrong_sign(text: &str, played: &Move) -> String {
    WarningKind::WrongSign { text: text.to_string(), capture: played.is_capture() }.to_string()
}
