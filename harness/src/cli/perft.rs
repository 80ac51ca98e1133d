use super::common::{Failure, SuiteArgs, find_rules, load_rules, read_position};
use super::output::{print, print_error};
use crate::format::shape::one_of;
use crate::perft::{divide, published};
use clap::Args;
use damero_engine::perft::{CountError, Counter};
use damero_engine::{Move, MoveIdentity};
use serde_json::json;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  damero perft -r international -d 9
  damero perft -r turkish -d 6 --divide
  damero perft -r italian 'B:W17,20,21,22,30,K6:B1,3,5,9,25,28' -d 8 --by by-path
  damero perft -r english -d 11 --threads 1 --json
  damero perft -r international -d 12 --hash 256

Exits with 1 where a published count is known and differs.";

/// Count the leaves of the tree of moves
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PerftArgs {
    /// Variant, rulebook, or a rulebook file of your own
    #[arg(short, long, value_name = "RULES")]
    rules: String,
    /// The position: `start` or a FEN
    #[arg(default_value = "start")]
    position: String,
    /// Depth in plies
    #[arg(short, long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=40))]
    depth: u32,
    /// The count below each move
    #[arg(long)]
    divide: bool,
    /// Threads; by default one per core
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Remember counts in a table of so many MiB, for positions reached along several ways
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=i64::from(Counter::MOST_MEBIBYTES)))]
    hash: Option<u32>,
    /// What makes two captures different: their result, or their path too
    #[arg(long, value_name = "IDENTITY", default_value = MoveIdentity::default().word(), value_parser = identity)]
    by: MoveIdentity,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

/// The identity of `by-result` or `by-path`; `result` and `path` are how both were once written.
fn identity(text: &str) -> Result<MoveIdentity, String> {
    let whole = |text: &str| MoveIdentity::from_word(text);
    whole(text)
        .or_else(|| whole(&format!("by-{text}")))
        .ok_or_else(|| format!("expected {}", one_of(MoveIdentity::WORDS.iter().map(|word| word.word))))
}

fn uncountable(error: CountError) -> Failure {
    Failure::Usage(format!("this tree cannot be counted: {error}"))
}

pub(super) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let (suite, name) = load_rules(&args.suite, &args.rules)?;
    let rules = find_rules(&suite, &name)?;
    let arbiter = &rules.arbiter;
    let position = read_position(rules, &args.position)?;
    let identity = args.by;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::Usage(error.to_string()))?;

    let begun = Instant::now();
    let counter = match args.hash {
        Some(mebibytes) => {
            Counter::with_table(arbiter, mebibytes).map_err(|error| Failure::Usage(error.to_string()))?
        }
        None => Counter::new(arbiter),
    };

    const STEPS: u64 = 1000;
    let bar = super::common::progress(STEPS);
    let split = if args.depth == 0 {
        Vec::new()
    } else {
        pool.install(|| {
            divide(&counter, &position, args.depth, identity, &|share| {
                bar.set_position((share * STEPS as f64) as u64);
            })
        })
        .map_err(uncountable)?
    };
    let seconds = begun.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let nodes = if args.depth == 0 {
        1
    } else {
        let sum = split.iter().try_fold(0u64, |sum, (_, nodes)| sum.checked_add(*nodes));
        sum.ok_or_else(|| uncountable(CountError::TooManyLeaves))?
    };
    let known = published(&suite.perft, rules.variant, arbiter, &position, args.depth, identity);
    let differs = known.is_some_and(|(published, _)| published != nodes);
    let divided: Vec<Move> = split.iter().map(|(played, _)| played.clone()).collect();
    let divided = || arbiter.texts(&divided).into_iter().zip(split.iter().map(|(_, nodes)| *nodes));
    if args.json {
        let mut value = json!({
            "rules": rules.name,
            "position": arbiter.fen(&position),
            "depth": args.depth,
            "identity": identity.word(),
            "nodes": nodes,
            "published": known.map(|(nodes, table)| json!({"nodes": nodes, "table": table.id.value, "source": table.source})),
        });
        if args.divide {
            value["divide"] = divided().map(|(text, nodes)| json!({"move": text, "nodes": nodes})).collect();
        }
        print(&format!("{value:#}\n"))?;
    } else {
        let mut text = String::new();
        if args.divide {
            for (played, nodes) in divided() {
                text += &format!("{played:<16} {nodes}\n");
            }
        }
        text += &format!(
            "{nodes} {} at depth {} {}",
            if nodes == 1 { "node" } else { "nodes" },
            args.depth,
            identity.word()
        );
        match known {
            Some((published, table)) if differs => {
                text += &format!(": published are {published} ({}, {})", table.id.value, table.source);
            }
            Some((_, table)) => text += &format!(", as published ({})", table.id.value),
            None => {}
        }
        text.push('\n');
        print(&text)?;
        print_error(format_args!(
            "{seconds:.2} s, {:.1} million nodes a second",
            nodes as f64 / seconds.max(1e-9) / 1e6
        ));
    }
    if differs { Err(Failure::Mismatch) } else { Ok(()) }
}
