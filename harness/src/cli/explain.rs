use super::{Failure, SuiteArgs, draw, find_rules, load_rules, print, read_position};
use clap::Args;
use damero_engine::explain::Explanation;

const EXAMPLES: &str = "\
Examples:
  damero explain -r spanish/teg 'W:W14:B18,K19' 14x21
  damero explain -r english/kondavo start 11-20

Exits with 0 where the move is legal and with 1 where it is not.";

/// Say why a move is legal or not
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArgs {
    /// Variant, rulebook, or a rulebook file of your own
    #[arg(short, long, value_name = "RULES")]
    rules: String,
    /// The position: `start` or a FEN
    position: String,
    /// The move
    #[arg(value_name = "MOVE")]
    asked: String,
    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let (suite, name) = load_rules(&args.suite, &args.rules)?;
    let rules = find_rules(&suite, &name)?;
    let arbiter = &rules.arbiter;
    let position = read_position(rules, &args.position)?;
    let written = arbiter.read_move(&args.asked).map_err(|error| Failure::Usage(error.to_string()))?;
    let notes = super::note_lookalikes(&args.position) + &super::note_lookalikes(&args.asked);
    let board = draw(arbiter, &position, args.ascii);
    if let Ok(meant) = arbiter.find_meant(&position, &written)
        && meant.wrong_sign
    {
        let text = arbiter.text(&meant.played, &arbiter.moves(&position));
        let note = crate::implementation::engine::wrong_sign(&args.asked, &meant.played);
        return print(&format!("{board}\n{text} is legal under {}\nNote: {note}\n{notes}", rules.name));
    }
    match arbiter.explain(&position, &written) {
        Explanation::Legal(played) => {
            let moves = arbiter.moves(&position);
            print(&format!("{board}\n{} is legal under {}\n{notes}", arbiter.text(&played, &moves), rules.name))
        }
        Explanation::Ambiguous(moves) => {
            let texts: Vec<String> = moves.iter().map(|m| arbiter.full_text(m)).collect();
            print(&format!("{board}\n{} is ambiguous: it could be {}\n", args.asked, texts.join(" or ")))?;
            Err(Failure::Mismatch)
        }
        Explanation::Illegal { reason, instead } => {
            let mut text = format!(
                "{board}\n{} is not legal under {}: {}\n",
                args.asked,
                rules.name,
                crate::implementation::engine::meaning(reason)
            );
            if let Some(instead) = instead {
                text += &format!("  legal is, for one, {}\n", arbiter.text(&instead, &arbiter.moves(&position)));
            }
            for parameter in parameters_behind(reason) {
                let setting = suite
                    .rulebooks
                    .iter()
                    .filter(|book| book.name.value == rules.name)
                    .flat_map(|book| &book.settings)
                    .find(|setting| setting.parameter.name == *parameter);
                let Some(setting) = setting else { continue };
                for clause in &setting.clauses {
                    if let Some((_, known)) = suite.clause(&clause.value) {
                        text += &format!("  {}: {}\n", clause.value, known.says.en);
                    }
                }
                if let (true, Some(why)) = (setting.clauses.is_empty(), &setting.why) {
                    text += &format!("  the document is silent on {parameter}: {}\n", why.en);
                }
            }
            print(&text)?;
            Err(Failure::Mismatch)
        }
    }
}

/// The parameters that a reason follows from.
fn parameters_behind(reason: damero_engine::Illegality) -> &'static [&'static str] {
    use damero_engine::Illegality;
    match reason {
        Illegality::CaptureIsCompulsory => &["capture-duty"],
        Illegality::MustContinue => &["chain-duty"],
        Illegality::MustStop => &["crowning-in-capture"],
        Illegality::WrongLanding => &["king-landing", "chain-duty"],
        Illegality::QuantityLaw | Illegality::QualityLaw | Illegality::KingFirst | Illegality::ValueLaw => {
            &["capture-priority"]
        }
        Illegality::WrongWay => &["man-moves", "man-captures"],
        Illegality::TooFar => &["king-range"],
        Illegality::ManCannotTakeKing => &["man-may-capture"],
        Illegality::Reversal => &["reversal"],
        Illegality::DoubleJump => &["removal"],
        Illegality::KingMoveLimit => &["king-move-limit"],
        _ => &[],
    }
}
