use super::{Failure, SuiteArgs, draw, find_rules, load_rules, print, read_position};
use clap::Args;
use damero_engine::{Game, Move};
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
    /// Moves played from there
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
    let mut game = Game::new(arbiter, read_position(rules, &args.position)?);
    let mut notes = String::new();
    for (index, text) in args.played.iter().enumerate() {
        let wrong_sign = crate::implementation::engine::play(&mut game, text)
            .map_err(|problem| Failure::Usage(format!("ply {}, `{text}`: {problem}", index + 1)))?;
        if wrong_sign {
            notes += &format!("Note: ply {}, `{text}`: the sign between the squares is the wrong one\n", index + 1);
        }
        notes += &super::note_lookalikes(text);
    }
    let position = game.position();
    let moves = arbiter.moves(position);
    if args.json {
        let list: Vec<_> = moves
            .iter()
            .map(|played| {
                let name = |square| arbiter.geometry().name(square);
                json!({
                    "from": name(played.from()),
                    "to": name(played.to()),
                    "captures": played.captured().iter().map(name).collect::<Vec<_>>(),
                    "path": played.path().map(name).collect::<Vec<_>>(),
                    "crowns": played.crowns(),
                    "text": arbiter.text(played, &moves),
                })
            })
            .collect();
        let value = json!({
            "rules": rules.name,
            "position": arbiter.fen(position),
            "turn": position.turn().word(),
            "result": game.outcome().map_or("ongoing", |outcome| outcome.winner.word()),
            "reason": game.outcome().map(|outcome| outcome.reason.word()),
            "moves": list,
        });
        return print(&format!("{value:#}\n"));
    }
    notes += &super::note_lookalikes(&args.position);
    let mut text = draw(arbiter, position, args.ascii);
    text += &format!("\n{} under {}\n", arbiter.fen(position), rules.name);
    if let Some(outcome) = game.outcome() {
        text += &format!("The game is over: {outcome}\n");
    }
    text += &match moves.len() {
        0 => "No legal move\n".to_string(),
        1 => "1 legal move\n".to_string(),
        n => format!("{n} legal moves\n"),
    };
    for played in &moves {
        text += &describe(arbiter, played, &moves);
    }
    text += &notes;
    print(&text)
}

fn describe(arbiter: &damero_engine::Arbiter, played: &Move, moves: &[Move]) -> String {
    let mut line = format!("  {:<12}", arbiter.text(played, moves));
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
