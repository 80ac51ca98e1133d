use super::common::{Failure, SuiteArgs, draw, find_rules, print_problems, read_position};
use super::output::print;
use crate::files::Origin;
use crate::lint;
use crate::report::plural;
use crate::sensitivity::rulebook_of;
use crate::suite::{Load, RuleSet, Suite};
use clap::{Args, ValueEnum};
use damero_engine::{Arbiter, Game, Move, PARAMETERS, Parameter, Setup};
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  damero compare W:Wd6:Be7,g7,e3                       under every rulebook of that board
  damero compare W:W14:B18,K19 -r spanish -r english   read in the names of the first
  damero compare W:Wd6:Be7,g7,e3 --format markdown

The pieces stand on the same squares under all rules, whatever their numbers, and moves are written with letters. Rules
that answer alike stand together. Below each group: the values that part it from the first, with the clauses of its
rulebook that fix them.";

/// Ask what is legal in one position under many rulebooks, grouped by equal answers
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CompareArgs {
    /// The position: a FEN, or `start`
    position: String,
    /// Variants or rulebooks (repeatable); the position is read in the names of the first. By default all that are played
    /// on the same board, and the names of the first that can read it
    #[arg(short, long, value_name = "RULES")]
    rules: Vec<String>,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// Draw the board with letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For a terminal
    Text,
    /// As Markdown
    Markdown,
    /// As JSON
    Json,
}

/// What is right in a position: the legal moves, or how the game stands if it is over.
type Answer = (Vec<String>, Option<String>);

/// Rules with the same answer.
struct Group<'s> {
    answer: Answer,
    rules: Vec<&'s RuleSet>,
}

fn answer(arbiter: &Arbiter, setup: &Setup) -> Option<Answer> {
    let position = arbiter.position(setup).ok()?;
    let game = Game::new(arbiter, position).ok()?;
    let board = arbiter.geometry();
    let text = |one: &Move| {
        let path: Vec<String> = one.path().map(|square| board.algebraic(square)).collect();
        path.join(if one.is_capture() { "x" } else { "-" })
    };
    let mut moves: Vec<String> = arbiter.moves(&position).ok()?.iter().map(text).collect();
    moves.sort();
    Some((moves, game.outcome().map(|outcome| outcome.to_string())))
}

/// Whether two boards have the same squares in the same places.
fn same_board(one: &RuleSet, other: &RuleSet) -> bool {
    let of = |rules: &RuleSet| {
        let rules = *rules.arbiter.rules();
        (rules.width, rules.height, rules.playing_squares)
    };
    of(one) == of(other)
}

pub(super) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let load = Load { cases: Some(Vec::new()), ..Load::default() };
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), load)?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let mut wanted: Vec<&RuleSet> = Vec::new();
    for name in &args.rules {
        find_rules(&suite, name)?;
        wanted.extend(suite.rules_meant_by(name));
    }
    let mut left_out = Vec::new();
    if args.rules.is_empty() {
        let is_bare =
            |rules: &&RuleSet| suite.rules_meant_by(&rules.name).first().is_some_and(|one| one.name == rules.name);
        wanted = suite.rule_sets().iter().filter(is_bare).collect();
    }
    let named = if args.rules.is_empty() {
        wanted.iter().copied().find(|rules| rules.arbiter.read(&args.position).is_ok()).unwrap_or(wanted[0])
    } else {
        wanted[0]
    };
    let setup = read_position(named, &args.position)?.to_setup();
    let mut groups: Vec<Group<'_>> = Vec::new();
    for rules in wanted {
        let answer = if same_board(rules, named) { answer(&rules.arbiter, &setup) } else { None };
        let Some(answer) = answer else {
            left_out.push(rules.name.as_str());
            continue;
        };
        match groups.iter_mut().find(|group| group.answer == answer) {
            Some(group) => group.rules.push(rules),
            None => groups.push(Group { answer, rules: vec![rules] }),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.rules.len()));
    match args.format {
        Form::Json => print(&format!("{:#}\n", as_json(&suite, &groups, &left_out, &setup))),
        form => print(&as_text(&suite, &groups, &left_out, &setup, args.ascii, form == Form::Markdown)),
    }
}

/// The values of one set of rules that part its answer from another's: each by itself gives the other's answer, or, if
/// none does, changes the answer at all.
fn deciding(from: &RuleSet, to: &RuleSet, setup: &Setup) -> Vec<&'static Parameter> {
    let own = answer(&from.arbiter, setup);
    let other = answer(&to.arbiter, setup);
    let with = |parameter: &'static Parameter| {
        let mut rules = *from.arbiter.rules();
        let value = (parameter.get)(to.arbiter.rules());
        if value == (parameter.get)(&rules) || parameter.is_notation() || parameter.set(&mut rules, &value).is_err() {
            return None;
        }
        Some((parameter, answer(&Arbiter::new(rules).ok()?, setup)))
    };
    let changed: Vec<_> = PARAMETERS.iter().filter_map(with).collect();
    let alone = changed.iter().filter(|(_, answer)| *answer == other);
    let alone: Vec<&'static Parameter> = alone.map(|(parameter, _)| *parameter).collect();
    if alone.is_empty() {
        changed.into_iter().filter(|(_, answer)| *answer != own).map(|(parameter, _)| parameter).collect()
    } else {
        alone
    }
}

fn clauses(suite: &Suite, rules: &RuleSet, parameter: &Parameter) -> Vec<String> {
    let settings = rulebook_of(suite, rules).into_iter().flat_map(|book| &book.settings);
    let of_it = settings.filter(|setting| setting.parameter.name == parameter.name);
    of_it.flat_map(|setting| setting.clauses.iter().map(|clause| clause.value.clone())).collect()
}

fn names(group: &Group<'_>) -> String {
    group.rules.iter().map(|rules| rules.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn as_text(
    suite: &Suite,
    groups: &[Group<'_>],
    left_out: &[&str],
    setup: &Setup,
    ascii: bool,
    markdown: bool,
) -> String {
    let first = &groups[0];
    let mut text = String::new();
    if let Ok(position) = first.rules[0].arbiter.position(setup) {
        let board = draw(&first.rules[0].arbiter, &position, ascii);
        text += &if markdown { format!("```text\n{}\n```\n\n", board.trim_end()) } else { format!("{board}\n") };
    }
    for (index, group) in groups.iter().enumerate() {
        let (moves, over) = &group.answer;
        let head = format!("{}: {}", plural(group.rules.len(), "rulebook"), names(group));
        text += &if markdown { format!("**{head}**\n\n") } else { format!("{head}\n") };
        let said = over.clone().unwrap_or_else(|| plural(moves.len(), "move"));
        let marked = moves.iter().map(|one| match index > 0 && !first.answer.0.contains(one) {
            true => format!("+{one}"),
            false => one.clone(),
        });
        let missing =
            first.answer.0.iter().filter(|one| index > 0 && !moves.contains(one)).map(|one| format!("-{one}"));
        let list: Vec<String> = marked.chain(missing).collect();
        let bullet = if markdown { "- " } else { "  " };
        text += &format!("{bullet}{said}: {}\n", list.join(" "));
        if index > 0 {
            for parameter in deciding(group.rules[0], first.rules[0], setup) {
                let value = (parameter.get)(group.rules[0].arbiter.rules());
                let there = (parameter.get)(first.rules[0].arbiter.rules());
                let clauses = clauses(suite, group.rules[0], parameter);
                let cited = if clauses.is_empty() { "no clause says so".to_string() } else { clauses.join(", ") };
                text += &format!("{bullet}{}: {value}, not {there} ({cited})\n", parameter.name);
            }
        }
        text.push('\n');
    }
    if !left_out.is_empty() {
        text += &format!("On other boards, or no position there: {}.\n", left_out.join(", "));
    }
    text
}

fn as_json(suite: &Suite, groups: &[Group<'_>], left_out: &[&str], setup: &Setup) -> Value {
    let first = &groups[0];
    let of = |group: &Group<'_>| {
        let decided: Vec<Value> = deciding(group.rules[0], first.rules[0], setup)
            .into_iter()
            .map(|parameter| {
                json!({
                    "parameter": parameter.name,
                    "value": (parameter.get)(group.rules[0].arbiter.rules()).to_string(),
                    "instead_of": (parameter.get)(first.rules[0].arbiter.rules()).to_string(),
                    "clauses": clauses(suite, group.rules[0], parameter),
                })
            })
            .collect();
        json!({
            "rules": group.rules.iter().map(|rules| rules.name.clone()).collect::<Vec<_>>(),
            "moves": group.answer.0,
            "over": group.answer.1,
            "decided_by": decided,
        })
    };
    let position = first.rules[0].arbiter.position(setup).map(|position| position.to_string()).ok();
    json!({"position": position, "groups": groups.iter().map(of).collect::<Vec<_>>(), "left_out": left_out})
}
