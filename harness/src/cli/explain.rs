use super::common::{Failure, SuiteArgs, draw, find_rules, game_from, load_rules, note_lookalikes, over_soon};
use super::output::print;
use crate::play::wrong_sign;
use crate::rulebook::{Rulebook, Setting};
use crate::source::{Clause, Rank};
use crate::suite::{RuleSet, Suite};
use clap::Args;
use damero_engine::explain::{Explanation, Ground};
use damero_engine::game::{Outcome, Reason};
use damero_engine::value::{Shape, Value};
use damero_engine::{Arbiter, Game, Move, Position, Winner, WrittenMove};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  damero explain -r spanish/teg 'W:W14:B18,K19' 14x21
  damero explain -r english/kondavo start 11-20
  damero explain -r russian/guide 'W:Wd6:Be7,g7,e3' d6xd2
  damero explain -r english/kondavo start 24-20 --played 11-15
  damero explain -r international/fmjd start 31-22 --json

Clauses are cited where RULES is a rulebook; a variant alone follows no document.

Exits with 0 where the move is legal and with 1 where it is not.";

/// Say why a move is legal or not, and which clause of the rulebook decides
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
    /// Moves played from the position before the one asked about
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

pub(super) fn run(args: &ExplainArgs) -> Result<(), Failure> {
    let (suite, name) = load_rules(&args.suite, &args.rules)?;
    let rules = find_rules(&suite, &name)?;
    let (game, mut notes) = game_from(rules, &args.position, &args.played)?;
    let arbiter = &rules.arbiter;
    let mut written = arbiter.read_move(&args.asked).map_err(|error| Failure::Usage(error.to_string()))?;
    notes += &note_lookalikes(&args.asked);
    if let Ok(meant) = arbiter.find_meant(game.position(), &written)
        && meant.wrong_sign
    {
        notes += &format!("Note: {}\n", wrong_sign(&args.asked, &meant.played));
        // What is meant is explained.
        let text = arbiter.full_text(&meant.played);
        written = arbiter.read_move(&text).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    let answer = Answer::new(&suite, rules, &game, &written);
    if args.json {
        print(&format!("{:#}\n", answer.json(&args.asked)))?;
    } else {
        let board = draw(&rules.arbiter, game.position(), args.ascii);
        print(&format!("{board}\n{}{notes}", answer.text(&args.asked)))?;
    }
    if answer.is_legal() { Ok(()) } else { Err(Failure::Mismatch) }
}

/// Everything that can be said about a move.
struct Answer<'a> {
    suite: &'a Suite,
    rules: &'a RuleSet,
    /// What the rules were read from; `None` for a bare variant.
    book: Option<&'a Rulebook>,
    game: &'a Game,
    explanation: Explanation,
    /// What it comes to, one sentence each, without capital and full stop.
    sentences: Vec<String>,
    /// The clauses that decide.
    clauses: Vec<&'a Clause>,
    /// The choices on which the answer rests although no clause fixes them.
    silent_on: Vec<Silence<'a>>,
}

/// A choice that no clause decides.
struct Silence<'a> {
    parameter: &'static str,
    why: &'a str,
}

impl<'a> Answer<'a> {
    fn new(suite: &'a Suite, rules: &'a RuleSet, game: &'a Game, written: &WrittenMove) -> Self {
        let arbiter = &rules.arbiter;
        let position = game.position();
        let explanation = game.explain(written).expect("the captures of a position can be listed");
        let (sentences, grounds) = match (&explanation, game.outcome()) {
            (_, Some(outcome)) => (vec![format!("the game is over: {outcome}")], end_of(outcome)),
            (Explanation::Legal(played), _) => {
                (arbiter.legal_sentences(position, played), arbiter.grounds(position, played))
            }
            (Explanation::Illegal { ground, .. }, _) => {
                let sentence = Some(arbiter.sentence(position, written, &explanation));
                let sentences = sentence.into_iter().chain(arbiter.example(position, written, &explanation)).collect();
                (sentences, ground.iter().copied().collect())
            }
            (Explanation::Ambiguous(_), _) => (vec![arbiter.sentence(position, written, &explanation)], Vec::new()),
        };
        let book = suite.rulebooks.iter().find(|book| book.name.value == rules.name);
        let king = position.kings(position.turn()).contains(written.from());
        let mut clauses: Vec<&Clause> = Vec::new();
        let mut silent_on: Vec<Silence<'_>> = Vec::new();
        for ground in grounds {
            for clause in book.into_iter().flat_map(|book| clauses_of(suite, book, ground, king)) {
                if !clauses.iter().any(|cited| cited.id.value == clause.id.value) {
                    clauses.push(clause);
                }
            }
            silent_on.extend(book.and_then(|book| silence(suite, book, parameter_of(ground)?, king)));
        }
        if let (Some(book), None) = (book, game.outcome()) {
            for setting in &book.settings {
                let known = silent_on.iter().any(|known| known.parameter == setting.parameter.name);
                if setting.clauses.is_empty() && !known && rests_on(book, setting, position, written) {
                    silent_on.push(Silence::of(setting));
                }
            }
        }
        Self { suite, rules, book, game, explanation, sentences, clauses, silent_on }
    }

    fn is_legal(&self) -> bool {
        matches!(self.explanation, Explanation::Legal(_))
    }

    /// The position after a legal move, and how the game then ends if it does.
    fn reached(&self) -> Option<(Position, Option<Outcome>)> {
        let Explanation::Legal(played) = &self.explanation else { return None };
        let mut next = self.game.clone();
        match next.play(played) {
            Ok(()) => Some((*next.position(), next.outcome())),
            Err(_) => None,
        }
    }

    /// What the command line named, where it can name no clause.
    fn names_no_document(&self) -> Option<String> {
        if self.book.is_some() {
            return None;
        }
        let books: Vec<&str> =
            self.suite.rules_meant_by(self.rules.variant).into_iter().map(|set| set.name.as_str()).collect();
        let books: Vec<&str> = books.into_iter().filter(|name| *name != self.rules.name).collect();
        (!books.is_empty()).then(|| {
            let one_of = if books.len() == 1 { "" } else { "one of " };
            format!(
                "`{}` alone follows no document: for the clauses name a rulebook, {one_of}{}",
                self.rules.name,
                books.join(", ")
            )
        })
    }

    fn text(&self, asked: &str) -> String {
        let arbiter = &self.rules.arbiter;
        let name = &self.rules.name;
        let mut text = match &self.explanation {
            Explanation::Legal(played) => {
                format!("{} is legal under {name}\n", arbiter.text(played, &self.moves()))
            }
            Explanation::Ambiguous(_) => format!("{asked} is ambiguous under {name}\n"),
            Explanation::Illegal { reason, .. } => format!("{asked} is not legal under {name}: {reason}\n"),
        };
        for sentence in &self.sentences {
            text += &format!("  {}.\n", capitalised(sentence));
        }
        if let Some((position, outcome)) = self.reached() {
            text += &format!("  The position is then {}\n", arbiter.fen(&position));
            if let Some(outcome) = outcome {
                text += &format!("  The game is then over: {outcome}\n");
            }
        }
        if let (None, Some(soon)) = (self.game.outcome(), over_soon(self.game)) {
            text += &format!("  {soon}\n");
        }
        for clause in &self.clauses {
            text += &format!("  {}: {}\n", clause.id.value, clause.says.en);
        }
        for Silence { parameter, why } in &self.silent_on {
            text += &format!("  the document is silent on {parameter}: {why}\n");
        }
        if let Some(hint) = self.names_no_document() {
            text += &format!("  {hint}\n");
        }
        text
    }

    fn json(&self, asked: &str) -> serde_json::Value {
        let arbiter = &self.rules.arbiter;
        let position = self.game.position();
        let of_move = |played: &Move| {
            let name = |square| arbiter.geometry().name(square);
            let kings = position.kings(position.turn().opponent());
            json!({
                "text": arbiter.full_text(played),
                "takes": played.captured().iter().map(name).collect::<Vec<_>>(),
                "kings": played.captured().iter().filter(|square| kings.contains(*square)).map(name).collect::<Vec<_>>(),
                "crowns": played.crowns(),
            })
        };
        let (reason, instead) = match &self.explanation {
            Explanation::Illegal { reason, instead, .. } => (Some(reason.word()), instead.as_ref()),
            _ => (None, None),
        };
        let (played, compared) = match &self.explanation {
            Explanation::Legal(played) => (Some(played), Vec::new()),
            Explanation::Illegal {
                ground: Some(Ground::Criterion(_)),
                instead: Some(better),
                meant: Some(worse),
                ..
            } => (None, vec![of_move(better), of_move(worse)]),
            _ => (None, Vec::new()),
        };
        let criterion = match &self.explanation {
            Explanation::Illegal { ground: Some(Ground::Criterion(criterion)), .. } => Some(criterion.word()),
            _ => None,
        };
        let could_be: Vec<String> = match &self.explanation {
            Explanation::Ambiguous(moves) => moves.iter().map(|m| arbiter.full_text(m)).collect(),
            _ => Vec::new(),
        };
        let reached = self.reached();
        let outcome = self.game.outcome().or_else(|| reached.as_ref().and_then(|(_, outcome)| *outcome));
        json!({
            "rules": self.rules.name,
            "position": arbiter.fen(position),
            "move": asked,
            "legal": self.is_legal(),
            "reason": reason,
            "sentences": self.sentences,
            "plays": played.map(of_move),
            "could_be": could_be,
            "instead": instead.map(of_move),
            "criterion": criterion,
            "compared": compared,
            "position_after": reached.as_ref().map(|(position, _)| arbiter.fen(position)),
            "result": Winner::word_of(outcome.map(|outcome| outcome.winner)),
            "result_reason": outcome.map(|outcome| outcome.reason.word()),
            "clauses": self.clauses.iter()
                .map(|clause| json!({"id": clause.id.value, "says": clause.says.en}))
                .collect::<Vec<_>>(),
            "silent_on": self.silent_on.iter()
                .map(|Silence { parameter, why }| json!({"parameter": parameter, "why": why}))
                .collect::<Vec<_>>(),
        })
    }

    fn moves(&self) -> Vec<Move> {
        self.rules.arbiter.moves(self.game.position()).expect("the captures of a position can be listed")
    }
}

/// A sentence with its capital.
fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The rules by which a game is over.
fn end_of(outcome: Outcome) -> Vec<Ground> {
    match outcome.reason {
        Reason::NoPieces => vec![Ground::Law("no-pieces-loses"), Ground::Parameter("no-move")],
        Reason::NoMoves => vec![Ground::Parameter("no-move")],
        Reason::Crowning => vec![Ground::Parameter("crowning-result")],
        Reason::Repetition => vec![Ground::Parameter("repetition")],
        Reason::NoProgress | Reason::Endgame => vec![Ground::Parameter("draw-clauses")],
        Reason::Agreement | Reason::Resignation | Reason::TimeOut | Reason::Leaving => Vec::new(),
    }
}

/// The parameter a rule belongs to; laws that every game shares have none.
fn parameter_of(ground: Ground) -> Option<&'static str> {
    match ground {
        Ground::Parameter(name) => Some(name),
        Ground::Criterion(_) | Ground::FreeChoice => Some("capture-priority"),
        Ground::Law(_) => None,
    }
}

/// The clauses of a rulebook that state one rule, for a move of a king or a man.
fn clauses_of<'a>(suite: &'a Suite, book: &'a Rulebook, ground: Ground, king: bool) -> Vec<&'a Clause> {
    let cited = |parameter: &str| {
        let setting = book.settings.iter().find(|setting| setting.parameter.name == parameter);
        let mut clauses = setting.map(|setting| cited_by(suite, setting)).unwrap_or_default();
        clauses.retain(|clause| speaks_of(clause, king));
        clauses
    };
    match ground {
        Ground::Parameter(name) => cited(name),
        Ground::Criterion(criterion) => {
            let mut clauses = cited("capture-priority");
            clauses.retain(|clause| clause.states(criterion.word()));
            clauses
        }
        Ground::FreeChoice => {
            // Those that leave the choice free say it best; else those that speak of the choice as a whole.
            let (whole, stated): (Vec<&Clause>, Vec<&Clause>) =
                cited("capture-priority").into_iter().partition(|clause| clause.criteria.is_none());
            let free: Vec<&Clause> =
                stated.into_iter().filter(|clause| clause.criteria.as_ref().is_some_and(Vec::is_empty)).collect();
            if free.is_empty() { whole } else { free }
        }
        Ground::Law(law) => {
            // The first clause of each document that states the law is the one about it; what touches it comes later.
            let followed = |id: &str| book.sources.iter().any(|source| source.value == id);
            let sources = suite.sources.iter().filter(|source| followed(&source.id.value));
            let fixes = |clause: &Clause, of: &dyn Fn(&str) -> bool| clause.fixes.iter().any(|fixes| of(&fixes.value));
            let (own, other) = if king { ("king-", "man-") } else { ("man-", "king-") };
            let states = |clause: &&Clause| {
                // A clause that fixes what men do, and nothing of kings, states the law for men.
                let of_others =
                    fixes(clause, &|name| name.starts_with(other)) && !fixes(clause, &|name| name.starts_with(own));
                clause.games.iter().any(|game| game.value == book.variant)
                    && fixes(clause, &|name| name == law)
                    && speaks_of(clause, king)
                    && !of_others
            };
            sources.filter_map(|source| source.clauses.iter().find(states)).collect()
        }
    }
}

/// The clauses that a rulebook cites for a parameter.
fn cited_by<'a>(suite: &'a Suite, setting: &Setting) -> Vec<&'a Clause> {
    setting.clauses.iter().filter_map(|id| Some(suite.clause(&id.value)?.1)).collect()
}

/// Whether a clause speaks of kings, or of men, and not of the others alone.
fn speaks_of(clause: &Clause, king: bool) -> bool {
    clause.rank.as_ref().is_none_or(|rank| *rank == if king { Rank::King } else { Rank::Man })
}

/// What a rulebook says of a parameter that no clause of its documents fixes for a king or a man.
fn silence<'a>(suite: &Suite, book: &'a Rulebook, parameter: &str, king: bool) -> Option<Silence<'a>> {
    let setting = book.settings.iter().find(|setting| setting.parameter.name == parameter)?;
    if setting.clauses.is_empty() {
        return Some(Silence::of(setting));
    }
    let of_others = cited_by(suite, setting).iter().all(|clause| !speaks_of(clause, king));
    let why = if king { "what it says is about men alone" } else { "what it says is about kings alone" };
    let why = setting.why.as_ref().map_or(why, |why| &why.en);
    of_others.then_some(Silence { parameter: setting.parameter.name, why })
}

impl<'a> Silence<'a> {
    fn of(setting: &'a Setting) -> Silence<'a> {
        Silence { parameter: setting.parameter.name, why: setting.why.as_ref().map_or("", |why| &why.en) }
    }
}

/// Whether a move would be answered otherwise if a parameter were read otherwise: not legal where it is, legal where it
/// is not, or leading elsewhere.
fn rests_on(book: &Rulebook, setting: &Setting, position: &Position, written: &WrittenMove) -> bool {
    if !["man", "king", "capture", "promotion", "end"].contains(&setting.parameter.group) {
        return false;
    }
    // By rules that let pieces go straight the same squares have other bits, so that the position is set up anew.
    let game = |arbiter: &Arbiter| Game::new(arbiter, arbiter.position(&position.to_setup()).ok()?).ok();
    let answer = |arbiter: &Arbiter| {
        let mut game = game(arbiter)?;
        match arbiter.explain(game.position(), written).ok()? {
            Explanation::Legal(played) => {
                game.play(&played).ok()?;
                Some((game.position().to_string(), game.outcome()))
            }
            Explanation::Ambiguous(_) | Explanation::Illegal { .. } => None,
        }
    };
    let answered = answer(&book.arbiter);
    other_values(setting).iter().any(|value| {
        let mut rules = *book.arbiter.rules();
        if setting.parameter.set(&mut rules, value).is_err() {
            return false;
        }
        let Ok(other) = Arbiter::new(rules) else { return false };
        // Read otherwise, the game may be over before the move: that is another question.
        game(&other).is_some_and(|game| game.outcome().is_none()) && answer(&other) != answered
    })
}

/// The values a parameter could have instead: the other readings where the rulebook names any, else other words, or the
/// same list without one of its items.
fn other_values(setting: &Setting) -> Vec<Value> {
    if !setting.others.is_empty() {
        return setting.others.clone();
    }
    let words = |shape: &Shape| match shape {
        Shape::Word(words) => words.iter().map(|word| Value::Word(word.word.to_string())).collect(),
        _ => Vec::new(),
    };
    match ((setting.parameter.shape)(), &setting.value) {
        (Shape::List(item, _), Value::List(items)) if items.is_empty() => {
            words(&item).into_iter().take(1).map(|first| Value::List(vec![first])).collect()
        }
        (Shape::List(..), Value::List(items)) => {
            let without = |out: usize| {
                items.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, item)| item.clone()).collect()
            };
            (0..items.len()).map(|out| Value::List(without(out))).collect()
        }
        (shape, value) => words(&shape).into_iter().filter(|other| other != value).collect(),
    }
}
