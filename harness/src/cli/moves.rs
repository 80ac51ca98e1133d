use super::common::{Failure, SuiteArgs, draw, find_rules, game_from, load_rules, over_soon};
use super::output::print;
use crate::report::plural;
use clap::Args;
use damero_engine::{Move, Winner};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  damero moves -r spanish/teg start
  damero moves -r international 'W:WK46:B23'
  damero moves -r english/kondavo start --played 11-15 22-18
  damero moves -r turkish 'W:Wd6:Bd7,Ke8,f3' --json
  damero moves -r house-rules.yaml start";

/// List the legal moves of a position
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MovesArgs {
    /// Variant, rulebook, or a rulebook file of your own
    #[arg(short, long, value_name = "RULES")]
    rules: String,
    /// The position: `start` or a FEN
    #[arg(default_value = "start")]
    position: String,
    /// Moves played from there; they may go past a draw, as recorded games do
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    played: Vec<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &MovesArgs) -> Result<(), Failure> {
    let (suite, name) = load_rules(&args.suite, &args.rules)?;
    let rules = find_rules(&suite, &name)?;
    let arbiter = &rules.arbiter;
    let (game, notes) = game_from(rules, &args.position, &args.played)?;
    let position = game.position();
    let moves = arbiter.moves(position).expect("the captures of a position can be listed");
    let texts = arbiter.texts(&moves);
    if args.json {
        let list: Vec<_> = moves
            .iter()
            .zip(&texts)
            .map(|(played, text)| {
                let name = |square| arbiter.geometry().name(square);
                json!({
                    "from": name(played.from()),
                    "to": name(played.to()),
                    "captures": played.captured().iter().map(name).collect::<Vec<_>>(),
                    "path": played.path().map(name).collect::<Vec<_>>(),
                    "crowns": played.crowns(),
                    "text": text,
                })
            })
            .collect();
        let value = json!({
            "rules": rules.name,
            "position": arbiter.fen(position),
            "turn": position.turn().word(),
            "result": Winner::word_of(game.outcome().map(|outcome| outcome.winner)),
            "reason": game.outcome().map(|outcome| outcome.reason.word()),
            "ply": game.ended_at(),
            "moves": list,
        });
        return print(&format!("{value:#}\n"));
    }
    let mut text = draw(arbiter, position, args.ascii);
    text += &format!("\n{} under {}\n", arbiter.fen(position), rules.name);
    if let Some((outcome, ply)) = game.outcome().zip(game.ended_at()) {
        text += &match ply {
            ply if ply == game.plies() => format!("The game is over: {outcome}\n"),
            0 => format!("The game was over before the first move: {outcome}\n"),
            ply => format!("The game was over after {}: {outcome}\n", plural(ply as usize, "ply")),
        };
        if !moves.is_empty() {
            text += "What follows is what the pieces could still do on the board\n";
        }
    } else if let Some(soon) = over_soon(&game) {
        text += &format!("{soon}\n");
    }
    text += &match moves.len() {
        0 => "No legal move\n".to_string(),
        1 => "1 legal move\n".to_string(),
        n => format!("{n} legal moves\n"),
    };
    for (played, written) in moves.iter().zip(&texts) {
        text += &describe(arbiter, played, written);
    }
    text += &notes;
    print(&text)
}

fn describe(arbiter: &damero_engine::Arbiter, played: &Move, written: &str) -> String {
    let mut line = format!("  {written:<12}");
    if played.is_capture() {
        let taken: Vec<String> = played.captured().iter().map(|square| arbiter.geometry().name(square)).collect();
        line += &format!(" takes {}", taken.join(", "));
        if !played.between().is_empty() {
            let path: Vec<String> = played.path().map(|square| arbiter.geometry().name(square)).collect();
            line += &format!(" by {}", path.join(" "));
        }
    }
    if played.crowns() {
        line += " and is crowned";
    }
    format!("{}\n", line.trim_end())
}
