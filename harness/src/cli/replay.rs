use super::{Failure, SuiteArgs, draw, find_rules, load_rules, print};
use crate::report::plural;
use clap::Args;
use damero_engine::notation::pdn::{Game, PdnError, Problem, ProblemKind, Reader, Replay, replay};
use damero_engine::{Arbiter, Winner};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  damero replay games.pdn                     by the rules that each GameType tag names
  damero replay games.pdn -r english/wcdf     by these rules, whatever the tags say
  zcat games.pdn.gz | damero replay -         from a pipe
  damero replay games.pdn --quiet             only the summary

Exits with 1 where a game has a problem.";

/// Play recorded games: the first illegal move of each, explained, and the result judged
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ReplayArgs {
    /// PDN file; `-` for standard input
    file: PathBuf,
    /// Variant, rulebook, or a rulebook file of your own; by default what the GameType tags say
    #[arg(short, long, value_name = "RULES")]
    rules: Option<String>,
    /// Only the summary
    #[arg(short, long)]
    quiet: bool,
    /// Show every problem, not the first twenty
    #[arg(long)]
    all: bool,
    /// Draw boards with letters
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    suite: SuiteArgs,
}

/// Problems shown unless all are asked for.
const SHOWN: usize = 20;
/// Games read before they are played, side by side.
const BATCH: usize = 256;

pub(super) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let given = match &args.rules {
        None => None,
        Some(name) => {
            let (suite, name) = load_rules(&args.suite, name)?;
            Some(find_rules(&suite, &name)?.arbiter.clone())
        }
    };
    let name = args.file.display().to_string();
    let failed = |error: std::io::Error| Failure::Usage(format!("{name}: {error}"));
    let (input, length): (Box<dyn Read>, u64) = if args.file.as_os_str() == "-" {
        (Box::new(std::io::stdin().lock()), 0)
    } else {
        let file = File::open(&args.file).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(Failure::Usage(format!("{name}: is a folder, expected a PDN file")));
        }
        let length = metadata.len();
        (Box::new(file), length)
    };
    let bar = super::check::progress(length);
    let mut session = Session { args, name, given, by_type: HashMap::new(), summary: Summary::default(), bar };
    session.read(input)?;
    session.bar.finish_and_clear();
    let hidden = if args.quiet || args.all { 0 } else { session.summary.problems.saturating_sub(SHOWN) };
    if hidden > 0 {
        print(&format!("… and {}; --all shows them\n\n", plural(hidden, "more problem")))?;
    }
    print(&session.summary.text())?;
    match session.summary {
        Summary { games: 0, problems: 0, .. } => Err(Failure::Nothing("no game in it: nothing was played".to_string())),
        Summary { problems: 0, .. } => Ok(()),
        Summary { .. } => Err(Failure::Mismatch),
    }
}

/// What became of the games.
#[derive(Debug, Default)]
struct Summary {
    games: usize,
    plies: usize,
    problems: usize,
    /// Results that the board decides: White, Black, drawn.
    decided: [usize; 3],
    /// Games in which some position was an automatic draw, the first and the last one included.
    drawn: usize,
}

impl Summary {
    fn add(&mut self, replay: &Replay) {
        self.games += 1;
        self.plies += replay.plies.len();
        self.problems += replay.problems.len();
        self.drawn += usize::from(replay.draw.is_some());
        if let Some(outcome) = replay.outcome {
            self.decided[match outcome.winner {
                Winner::White => 0,
                Winner::Black => 1,
                Winner::Nobody => 2,
            }] += 1;
        }
    }

    fn text(&self) -> String {
        let [white, black, drawn] = self.decided;
        format!(
            "{}, {}, {}\nthe rules decide {}: White wins {white}, Black wins {black}, drawn {drawn}\n\
             {} reached an automatic draw\n",
            plural(self.games, "game"),
            plural(self.plies, "ply"),
            plural(self.problems, "problem"),
            plural(white + black + drawn, "game"),
            plural(self.drawn, "game"),
        )
    }
}

struct Session<'a> {
    args: &'a ReplayArgs,
    name: String,
    given: Option<Arbiter>,
    /// Rules by the text of the tag; `None` where it names none that are known.
    by_type: HashMap<String, Option<Arbiter>>,
    summary: Summary,
    bar: ProgressBar,
}

impl Session<'_> {
    /// Reads the text in pieces and plays the games in batches: the memory used does not grow with the file.
    fn read(&mut self, mut input: impl Read) -> Result<(), Failure> {
        let mut reader = Reader::new();
        let mut buffer = vec![0; 1 << 16];
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let read = match input.read(&mut buffer) {
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Usage(format!("{}: {error}", self.name))),
            };
            let mut piece = &buffer[..read];
            while let Some(next) = if read == 0 { reader.finish() } else { reader.read(&mut piece) } {
                batch.push(next);
                if batch.len() == BATCH {
                    self.play(std::mem::take(&mut batch))?;
                }
            }
            self.bar.inc(read as u64);
            if read == 0 {
                return self.play(batch);
            }
        }
    }

    fn play(&mut self, batch: Vec<Result<Game, PdnError>>) -> Result<(), Failure> {
        for game in batch.iter().flatten() {
            self.know(game);
        }
        let played: Vec<Option<(Replay, Arbiter)>> = batch
            .par_iter()
            .map(|game| {
                let game = game.as_ref().ok()?;
                let arbiter = self.arbiter(game)?;
                Some((replay(arbiter, game), arbiter.clone()))
            })
            .collect();
        for (game, played) in batch.into_iter().zip(played) {
            match (game, played) {
                (Err(error), _) => {
                    self.summary.problems += 1;
                    self.show(&format!("{}: {error}\n", self.name))?;
                }
                (Ok(game), None) => {
                    self.summary.games += 1;
                    self.summary.problems += 1;
                    let tag = game.tag("GameType").map_or("no GameType tag".to_string(), |tag| {
                        format!("no rules for the GameType \"{}\"", crate::format::yaml::shortened(tag))
                    });
                    self.show(&format!("{}: {}: {tag}; name the rules with `-r`\n", self.name, game.place))?;
                }
                (Ok(_), Some((replay, arbiter))) => {
                    for problem in &replay.problems {
                        self.summary.problems += 1;
                        let text = self.describe(&replay, problem, &arbiter);
                        self.show(&text)?;
                    }
                    let problems = self.summary.problems;
                    self.summary.add(&replay);
                    self.summary.problems = problems;
                }
            }
        }
        Ok(())
    }

    fn show(&self, text: &str) -> Result<(), Failure> {
        if self.args.quiet || (!self.args.all && self.summary.problems > SHOWN) {
            return Ok(());
        }
        self.bar.suspend(|| print(text))
    }

    fn describe(&self, replay: &Replay, problem: &Problem, arbiter: &Arbiter) -> String {
        let mut text = format!("{}: {problem}\n", self.name);
        let on_the_board = matches!(
            problem.kind,
            ProblemKind::NotLegal { .. } | ProblemKind::Ambiguous { .. } | ProblemKind::Contradiction { .. }
        );
        if let (true, 0, Some(position)) = (on_the_board, problem.depth, &replay.position) {
            for line in draw(arbiter, position, self.args.ascii).lines() {
                text += &format!("  {line}\n");
            }
            text += &format!("  {}\n\n", arbiter.fen(position));
        }
        text
    }

    /// Makes the rules of a game's tag ready, once for each text of a tag.
    fn know(&mut self, game: &Game) {
        if self.given.is_some() {
            return;
        }
        let Some(tag) = game.tag("GameType") else { return };
        if !self.by_type.contains_key(tag) {
            let arbiter = match game.game_type() {
                Some(Ok(game_type)) => game_type
                    .variant()
                    .and_then(|variant| game_type.adapt(&variant.rules).ok())
                    .and_then(|rules| Arbiter::new(rules).ok()),
                _ => None,
            };
            self.by_type.insert(tag.to_string(), arbiter);
        }
    }

    fn arbiter(&self, game: &Game) -> Option<&Arbiter> {
        match &self.given {
            Some(arbiter) => Some(arbiter),
            None => self.by_type.get(game.tag("GameType")?)?.as_ref(),
        }
    }
}
