use super::common::{Failure, SuiteArgs, draw, find_rules, load_rules};
use super::output::print;
use crate::report::plural;
use clap::Args;
use damero_engine::notation::pdn::{
    GameRecord, GameType, ItemKind, PdnError, Place, Problem, ProblemKind, Reader, Replay, Warning, WarningKind,
    replay_as_read,
};
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
  damero replay games.pdn --strict            what is read with a warning is a problem too

What is written otherwise than the standard has it, and clear all the same, is read with a
warning: the wrong sign between two squares (`10x14` for a quiet move), typographic quotes and
dashes, GameType tags of other years and sites, numbers that run from another corner.

Exits with 1 where a game has a problem, or the file breaks off in the middle of a game.";

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
    /// Count what is read with a warning as a problem
    #[arg(long)]
    strict: bool,
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
    let bar = super::common::progress(length);
    let mut session = Session {
        args,
        name,
        given,
        by_tag: HashMap::new(),
        summary: Summary::default(),
        warnings: Warnings::default(),
        ends: Ends::default(),
        number: 0,
        bar,
    };
    session.read(input)?;
    session.end()?;
    session.bar.finish_and_clear();
    let hidden = if args.quiet || args.all { 0 } else { session.summary.problems.saturating_sub(SHOWN) };
    if hidden > 0 {
        print(&format!("… and {}; --all shows them\n\n", plural(hidden, "more problem")))?;
    }
    print(&session.warnings.text())?;
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
                Winner::Neither => 2,
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

/// What was read with a warning: each kind once, with its number and the first place.
#[derive(Debug, Default)]
struct Warnings {
    kinds: Vec<(Kind, usize, String)>,
}

/// What a warning is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    WrongSign,
    /// A character, and what it is read as.
    Lookalike(String),
    /// What the tail of a GameType tag says otherwise.
    GameType(String),
    /// Where square 1 is, and where it is not.
    Numbering(String),
    NoResult,
    /// Whatever comes when there are too many kinds: no file is worth so many.
    More,
}

impl Kind {
    const MOST: usize = 50;

    fn text(&self, count: usize) -> String {
        let (are, games, have) = if count == 1 { ("is", "game", "has") } else { ("are", "games", "have") };
        match self {
            Kind::WrongSign if count == 1 => "1 move is written with the wrong sign between its squares".to_string(),
            Kind::WrongSign => format!("{count} moves are written with the wrong sign between their squares"),
            Kind::Lookalike(what) => format!("{what}, {count} time{}", if count == 1 { "" } else { "s" }),
            Kind::GameType(what) => {
                format!("{count} {games} {have} a GameType tag that says otherwise than the rules, {what}")
            }
            Kind::Numbering(what) => {
                format!("{count} {games} {are} read with other numbers of squares, else no move fits: {what}")
            }
            Kind::NoResult => format!("{count} {games} {have} a result in the tag and none at the end"),
            Kind::More => format!("{count} warnings of other kinds"),
        }
    }
}

impl Warnings {
    fn add(&mut self, kind: Kind, count: usize, example: impl FnOnce() -> String) {
        if let Some((_, counted, _)) = self.kinds.iter_mut().find(|(known, ..)| *known == kind) {
            *counted += count;
        } else if self.kinds.len() < Kind::MOST || kind == Kind::More {
            self.kinds.push((kind, count, example()));
        } else {
            self.add(Kind::More, count, example);
        }
    }

    fn text(&self) -> String {
        let line = |(kind, count, example): &(Kind, usize, String)| {
            format!("warning: {}, e.g. {example}\n", kind.text(*count))
        };
        self.kinds.iter().map(line).collect()
    }
}

/// What is known of how the games of a file end.
#[derive(Debug, Default)]
struct Ends {
    /// Games that a result or `*` ends.
    ended: usize,
    /// Games before the last that have a result in the tag and none at the end: their number, and the first.
    open: usize,
    first_open: Option<(usize, Place)>,
    /// The last game, where nothing ends it.
    last: Option<Last>,
}

/// A game that no result ends.
#[derive(Debug)]
struct Last {
    game: usize,
    place: Place,
    has_moves: bool,
    has_fen: bool,
    /// The result in the tag, where it is one.
    result: Option<String>,
}

impl Ends {
    /// Takes the next game, or an error in the place of one.
    fn next(&mut self, number: usize, game: Option<&GameRecord>) {
        if let Some(Last { game, place, result: Some(_), .. }) = self.last.take() {
            self.open += 1;
            self.first_open.get_or_insert((game, place));
        }
        let Some(game) = game else { return };
        if game.end.is_some() {
            self.ended += 1;
            return;
        }
        let is_move = |item: &damero_engine::notation::pdn::Item| matches!(item.kind, ItemKind::Move { .. });
        let result = game.tag("Result").map(str::trim).filter(|result| !matches!(*result, "" | "*" | "?" | "-"));
        self.last = Some(Last {
            game: number,
            place: game
                .items
                .last()
                .map(|item| item.place)
                .or(game.tags.last().map(|tag| tag.place))
                .unwrap_or(game.place),
            has_moves: game.items.iter().any(is_move),
            has_fen: game.tag("FEN").is_some(),
            result: result.map(crate::format::yaml::shortened),
        });
    }

    /// What shows that the file breaks off in the middle of its last game. Where games before it end without a result
    /// too, it is the way of the file.
    fn cut_off(&self) -> Option<(Place, String)> {
        let last = self.last.as_ref()?;
        let alone = self.ended == 0 && self.open == 0 && last.game == 1;
        let place = last.place;
        if !last.has_moves && (self.ended > 0 || !last.has_fen) {
            let what = "the file ends behind the tags of this game, without a move and without its result";
            return Some((place, what.to_string()));
        }
        match &last.result {
            Some(result) if alone || self.ended > self.open => {
                Some((place, format!("the game ends here without its result, which is `{result}` in its tag")))
            }
            None if last.has_moves && self.ended > 0 && self.open == 0 => {
                Some((place, "the game ends here without a result, which the games before it have".to_string()))
            }
            _ => None,
        }
    }
}

struct Session<'a> {
    args: &'a ReplayArgs,
    name: String,
    given: Option<Arbiter>,
    /// The ways to name squares, by tags that are about known rules, or about the rules that are given.
    by_tag: HashMap<Option<GameType>, Vec<Arbiter>>,
    summary: Summary,
    warnings: Warnings,
    ends: Ends,
    /// Games so far, and errors in the place of games.
    number: usize,
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

    fn play(&mut self, batch: Vec<Result<GameRecord, PdnError>>) -> Result<(), Failure> {
        for game in batch.iter().flatten() {
            self.know(game);
        }
        let played: Vec<Option<(usize, Replay)>> = batch
            .par_iter()
            .map(|game| {
                let game = game.as_ref().ok()?;
                Some(replay_as_read(self.readings(game)?, game))
            })
            .collect();
        for (game, played) in batch.into_iter().zip(played) {
            self.number += 1;
            self.ends.next(self.number, game.as_ref().ok());
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
                (Ok(game), Some((index, replay))) => {
                    let readings = self.readings(&game).unwrap_or_default();
                    let arbiter = readings[index].clone();
                    let turned = (index > 0).then(|| {
                        let first = |arbiter: &Arbiter| corner(arbiter, 1);
                        format!("square 1 is {}, not {}", first(&arbiter), first(&readings[0]))
                    });
                    for problem in &replay.problems {
                        self.summary.problems += 1;
                        let text = self.describe(&replay, problem, &arbiter);
                        self.show(&text)?;
                    }
                    for warning in &replay.warnings {
                        self.warn(warning)?;
                    }
                    if let Some(turned) = turned {
                        self.warn_of(Kind::Numbering(turned.clone()), 1, game.place, None, &turned)?;
                    }
                    let problems = self.summary.problems;
                    self.summary.add(&replay);
                    self.summary.problems = problems;
                }
            }
        }
        Ok(())
    }

    /// Counts a warning, or shows it as a problem where that is asked for.
    fn warn(&mut self, warning: &Warning) -> Result<(), Failure> {
        let text = warning.kind.to_string();
        let (kind, count, ply) = match &warning.kind {
            WarningKind::WrongSign { .. } => (Kind::WrongSign, 1, Some(warning.ply + 1)),
            WarningKind::Lookalike(at) => (Kind::Lookalike(text.clone()), at.count as usize, None),
            WarningKind::OtherNotation(_) | WarningKind::GameTypeTail(_) => {
                (Kind::GameType(text.trim_start_matches("game type, ").to_string()), 1, None)
            }
        };
        self.warn_of(kind, count, warning.place, ply, &text)
    }

    fn warn_of(
        &mut self,
        kind: Kind,
        count: usize,
        place: Place,
        ply: Option<usize>,
        text: &str,
    ) -> Result<(), Failure> {
        if self.args.strict {
            self.summary.problems += 1;
            return self.show(&format!("{}: {place}: {text}\n", self.name));
        }
        let number = self.number;
        self.warnings.add(kind, count, || {
            let ply_and_text = ply.map(|ply| (format!(", ply {ply}"), format!(": {text}")));
            let (ply, text) = ply_and_text.unwrap_or_default();
            format!("game {number}{ply}, line {}{text}", place.line)
        });
        Ok(())
    }

    /// Looks at how the games have ended, when all are read.
    fn end(&mut self) -> Result<(), Failure> {
        if let Some((place, what)) = self.ends.cut_off() {
            self.summary.problems += 1;
            let game = self.number;
            let cause = "the file is cut off, or the result is missing";
            self.show(&format!("{}: {place} (game {game}): {what}: {cause}\n", self.name))?;
        }
        if let (Some((game, place)), true) = (self.ends.first_open, self.ends.ended > 0) {
            self.number = game;
            let text = "the game has a result in its tag and none at its end";
            self.warn_of(Kind::NoResult, self.ends.open, place, None, text)?;
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

    /// Makes the rules of a game ready, once for each tag that says something else.
    fn know(&mut self, game: &GameRecord) {
        let Some((rules, tag)) = self.rules(game) else { return };
        let given = self.given.is_some();
        self.by_tag.entry(tag).or_insert_with(|| {
            let readings = GameType::readings(&rules, tag, !given);
            readings.into_iter().filter_map(|rules| Arbiter::new(rules).ok()).collect()
        });
    }

    /// The ways to read the squares of a game; `None` where it is not known by which rules to play it.
    fn readings(&self, game: &GameRecord) -> Option<&[Arbiter]> {
        let (_, tag) = self.rules(game)?;
        self.by_tag.get(&tag).map(Vec::as_slice)
    }

    /// The rules of a game, and its tag where that is about them. Of a tag that cannot be read the number decides.
    fn rules(&self, game: &GameRecord) -> Option<(damero_engine::Rules, Option<GameType>)> {
        let tag = game.game_type().and_then(|tag| tag.ok().or_else(|| GameType::by_number(game.tag("GameType")?)));
        let same_board =
            |tag: &GameType, rules: &damero_engine::Rules| (tag.width, tag.height) == (rules.width, rules.height);
        match &self.given {
            Some(given) => Some((*given.rules(), tag.filter(|tag| tag.adapt(given.rules()).is_ok()))),
            None => {
                let tag = tag?;
                let variant = tag.variant().filter(|variant| same_board(&tag, &variant.rules))?;
                Some((variant.rules, Some(tag)))
            }
        }
    }
}

/// The name of a square by letter and number, whichever way the rules name squares.
fn corner(arbiter: &Arbiter, number: u32) -> String {
    let geometry = arbiter.geometry();
    geometry.square_numbered(number).map(|square| geometry.algebraic(square)).unwrap_or_default()
}
