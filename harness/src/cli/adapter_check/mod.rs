//! `damero adapter-check`: a first conversation with an adapter, and what is wrong with its side of it.
//!
//! [`talk`] sends and receives, [`words`] says what is wrong with the form of an answer, and here is what is asked and
//! what a good answer to it is.

mod talk;
mod words;

use super::common::{Failure, SuiteArgs, print_problems};
use super::common::{described, installed, program, seconds};
use super::output::print;
use crate::files::Origin;
use crate::format::yaml::shortened;
use crate::implementation::description::Description;
use crate::implementation::engine::EngineImplementation;
use crate::implementation::guard::Guard;
use crate::implementation::renamed;
use crate::lint;
use crate::play::why_not;
use crate::protocol::schema::INSTEAD;
use crate::protocol::{
    Ability, Ask, EventMessage, Hello, MoveMessage, MoveParts, MovesAs, Positions, Request, Response, Squares, VERSION,
};
use crate::report::plural;
use crate::suite::{Load, Suite};
use anstyle::{AnsiColor, Style};
use clap::Args;
use damero_engine::notation::moves::FindError;
use damero_engine::{Arbiter, Move, MoveIdentity, Position};
use serde_json::Value;
use std::collections::{HashSet, VecDeque};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;
use talk::{Line, Page, Talk};
use words::{Fault, Shapes};

/// Faults shown of one answer.
const MOST_FAULTS: usize = 12;
/// Moves named in one fault.
const MOST_NAMED: usize = 12;

const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();

const EXAMPLES: &str = "\
Examples:
  damero adapter-check 'python3 adapter.py'
  damero adapter-check harness/adapters/pydraughts        a folder with an adapter.yaml
  damero adapter-check --quiet 'node adapter.mjs'         only what is wrong

Exit codes: 0 all well, 1 something is wrong, 4 it could not be run.";

/// Check that an adapter speaks the protocol, and explain each fault
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AdapterCheckArgs {
    /// How it is started, as one text; or an adapter.yaml, or the folder of one
    #[arg(value_name = "COMMAND")]
    adapter: String,
    /// Only what is wrong
    #[arg(short, long)]
    quiet: bool,
    /// How long an answer may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// How long the adapter may take to start
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    start_timeout: Duration,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &AdapterCheckArgs) -> Result<(), Failure> {
    let described = described(Some(&args.adapter))?;
    let program = program(&args.adapter, described.as_ref()).map_err(Failure::Usage)?;
    if let Some(described) = &described {
        installed(described)?;
    }
    let load = Load { cases: Some(Vec::new()), rulebooks: Vec::new() };
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), load)?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    // Without a guard an adapter that hangs would outlive an interrupted check; the check itself needs none.
    let guard = std::env::current_exe().and_then(|own| Guard::start(&own)).ok().map(Arc::new);
    let talk = Talk::start(&program, guard, args.timeout).map_err(Failure::Adapter)?;
    let reference = EngineImplementation::new(&suite);
    let page = Page::new(args.quiet);
    let mut check = Check { suite: &suite, reference, shapes: Shapes::new(), talk, page, start: args.start_timeout };

    let Some(hello) = check.greeting(described.as_ref())? else {
        return if check.talk.is_running() { check.verdict(args, None) } else { Err(not_run()) };
    };
    match check.conversation(&hello) {
        // What is wrong has been said; the adapter no longer runs.
        Err(Failure::Mismatch) => return check.verdict(args, None),
        other => other?,
    }
    let Check { talk, mut page, .. } = check;
    page.title("the end of its input")?;
    let exchanges = talk.exchanges;
    talk.end(&mut page)?;
    verdict(&page, args, Some((&hello, exchanges)))
}

fn not_run() -> Failure {
    Failure::Adapter("the adapter could not be run".to_string())
}

/// The last line.
fn verdict(page: &Page, args: &AdapterCheckArgs, heard: Option<(&Hello, usize)>) -> Result<(), Failure> {
    let blank = if args.quiet { "" } else { "\n" };
    if page.faults > 0 {
        let count = match page.faults {
            1 => "1 thing is wrong".to_string(),
            n => format!("{n} things are wrong"),
        };
        print(&format!("{blank}{RED}{count}{RED:#}\n"))?;
        return Err(Failure::Mismatch);
    }
    let Some((hello, exchanges)) = heard else { return Ok(()) };
    let mut text = format!("{blank}{GREEN}all well{GREEN:#}: {exchanges} requests answered\n");
    if !args.quiet {
        let rules = hello.rules.first().map_or("", String::as_str);
        let option = if rules.contains('/') { "--rulebook" } else { "--variant" };
        let command = shell_words::quote(&args.adapter);
        let _ = writeln!(text, "next: damero check --adapter {command} {option} {rules}");
    }
    print(&text)
}

struct Check<'a> {
    suite: &'a Suite,
    reference: EngineImplementation,
    shapes: Shapes,
    talk: Talk<'a>,
    page: Page,
    /// How long the greeting may take.
    start: Duration,
}

impl Check<'_> {
    fn verdict(&self, args: &AdapterCheckArgs, heard: Option<(&Hello, usize)>) -> Result<(), Failure> {
        verdict(&self.page, args, heard)
    }

    /// Who it is and what it claims; nothing where that cannot be understood.
    fn greeting(&mut self, description: Option<&Description>) -> Result<Option<Hello>, Failure> {
        self.page.title("the greeting")?;
        let request = Request::hello();
        let line = self.line(request);
        let Some(value) = self.talk.exchange(&mut self.page, &[line], Some(self.start))?.pop().flatten() else {
            return Ok(None);
        };
        if let Some(why) = value.get("error").or_else(|| value.get("unsupported")).filter(|why| !why.is_null()) {
            let fix = "answer `hello` with what it is and claims, whatever else it cannot do";
            self.page.bad(&Fault::new(format!("it answers the greeting with {}", shortened(&why.to_string())), fix))?;
            return Ok(None);
        }
        let mut faults = self.shapes.hello(&value);
        let version = value.get("protocol").and_then(Value::as_u64);
        if let Some(version) = version.filter(|version| *version != u64::from(VERSION)) {
            faults.push(Fault::new(
                format!("it speaks version {version} of the protocol"),
                format!("say `\"protocol\":{VERSION}`, one of the versions in the request"),
            ));
        }
        let unknown = self.unknown_rules(&value);
        let hello: Option<Hello> = serde_json::from_value(value).ok();
        if let Some(hello) = &hello {
            faults.extend(claims(hello));
            if let Some(description) = description {
                let differences = description.differences(hello).into_iter();
                faults.extend(differences.map(|what| Fault::new(what, "let both say the same")));
            }
        }
        faults.extend(unknown);
        self.say(&faults)?;
        match hello {
            Some(hello) if version == Some(u64::from(VERSION)) => {
                if faults.is_empty() {
                    self.page.good(&said(&hello))?;
                }
                Ok(Some(hello))
            }
            _ => Ok(None),
        }
    }

    /// Rules it claims that do not exist.
    fn unknown_rules(&self, hello: &Value) -> Vec<Fault> {
        let names = hello.get("rules").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let unknown = names.filter(|name| self.suite.rules(name).is_none());
        let fault = |name| {
            let fix = match self.suite.nearest_rules(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`damero moves -r NAME start` lists the names".to_string(),
            };
            Fault::new(format!("`rules`: no rules are called `{}`", shortened(name)), fix)
        };
        unknown.map(fault).collect()
    }

    fn conversation(&mut self, hello: &Hello) -> Result<(), Failure> {
        let mut seen = HashSet::new();
        let known: Vec<&String> = (hello.rules.iter())
            .filter(|name| self.suite.rules(name).is_some() && seen.insert(name.as_str()))
            .collect();
        if hello.answers.contains(&Ability::Moves) {
            for rules in &known {
                self.page.title(format!("the moves of the start position, {rules}"))?;
                self.question(hello, self.request(hello, rules, Ask::Moves))?;
            }
        }
        let Some(rules) = known.first() else { return Ok(()) };
        if hello.answers.contains(&Ability::Moves) {
            self.capture(hello, rules)?;
        }
        for (title, ability, request) in self.simple(hello, rules) {
            if hello.answers.contains(&ability) {
                self.page.title(title)?;
                self.question(hello, request)?;
            }
        }
        self.odd(hello, rules)?;
        self.at_once(hello, rules)
    }

    /// One easy question for each ability but the moves, with a move that is legal.
    fn simple(&self, hello: &Hello, rules: &str) -> Vec<(&'static str, Ability, Request)> {
        let arbiter = self.arbiter(rules, hello.squares);
        let moves = arbiter.moves(&arbiter.start()).expect("the captures of a position can be listed");
        let first = moves.first().map(|first| arbiter.text(first, &moves)).unwrap_or_default();
        let request = |ask| self.request(hello, rules, ask);
        let event = EventMessage { is: "resignation".to_string(), by: Some("black".to_string()) };
        vec![
            ("the status of the start position", Ability::Status, request(Ask::Status)),
            ("a resignation", Ability::Events, Request { event: Some(event), ..request(Ask::Status) }),
            (
                "the position after a move",
                Ability::Apply,
                Request { played: vec![first.clone()], ..request(Ask::Apply) },
            ),
            ("perft to depth 1", Ability::Perft, Request { depth: Some(1), ..request(Ask::Perft) }),
            ("a legal move explained", Ability::Explain, Request { asked_move: Some(first), ..request(Ask::Explain) }),
        ]
    }

    /// Asks something that it claims to answer, and looks at the answer.
    fn question(&mut self, hello: &Hello, request: Request) -> Result<(), Failure> {
        let line = self.line(request.clone());
        let name = line.name.clone();
        let Some(value) = self.ask(vec![line])?.pop().flatten() else { return Ok(()) };
        let mut faults = self.shapes.answer(Some(request.ask), &value);
        let mut good = String::new();
        if let (true, Some(response)) = (faults.is_empty(), words::read(&value)) {
            match self.judge(hello, &request, &response) {
                Ok(text) => good = text,
                Err(found) => faults = found,
            }
        }
        for fault in &mut faults {
            if fault.what.starts_with("it ") || fault.what.starts_with('`') {
                fault.what = format!("the answer to {name}: {}", fault.what);
            }
        }
        self.say(&faults)?;
        if faults.is_empty() { self.page.good(&good) } else { Ok(()) }
    }

    /// Whether an answer is right: what to say of it, or what is wrong.
    fn judge(&self, hello: &Hello, request: &Request, response: &Response) -> Result<String, Vec<Fault>> {
        let one = |what: String, fix: &str| Err(vec![Fault::new(what, fix)]);
        let ability = if request.event.is_some() { "events" } else { request.ask.word() };
        if let Some(why) = &response.unsupported {
            let why = shortened(why);
            let what = format!("`unsupported` ({why}), though the greeting claims `{ability}` and `{}`", request.rules);
            return one(what, "answer it, or leave it out of the greeting: this counts as a failure");
        }
        if let Some(reasons) = &response.refused {
            let why = response.detail.clone().unwrap_or_else(|| reasons.join(", "));
            return one(format!("it refuses the start position: {}", shortened(&why)), "`start` is always a position");
        }
        if let Some(illegal) = &response.illegal_played {
            return one(
                format!("it cannot play {}", shortened(&illegal.to_string())),
                "the moves in `played` are legal: are they played in order?",
            );
        }
        if let Some(error) = &response.error {
            return one(format!("it fails: {}", shortened(error)), "");
        }
        let right = self.reference.reply(request);
        let arbiter = self.arbiter(&request.rules, hello.squares);
        match request.ask {
            Ask::Moves => {
                let start = arbiter.start();
                let messages = response.moves.as_deref().unwrap_or_default();
                let faults = self.moves(hello, &request.rules, &start, messages);
                if !faults.is_empty() {
                    return Err(faults);
                }
                let count = right.moves.map_or(0, |moves| moves.len());
                let (found, _) = understand(&arbiter, &start, messages);
                Ok(match repeated(&arbiter, &found) {
                    Some(texts) => format!("the {count} moves of these rules; a remark: {texts} more than once"),
                    None => format!("the {count} moves of these rules"),
                })
            }
            Ask::Status if response.result != right.result => {
                let wanted = right.result.unwrap_or_default();
                one(format!("it has `{}`, expected `{wanted}`", response.result.as_deref().unwrap_or_default()), "")
            }
            Ask::Status => Ok(response.result.clone().unwrap_or_default()),
            Ask::Apply => {
                let said = response.position.as_deref().unwrap_or_default();
                let wanted = right.position.unwrap_or_default();
                match (arbiter.read(said), arbiter.read(&wanted)) {
                    (Ok(said), Ok(right)) if said == right => Ok("the position of these rules".to_string()),
                    (Err(error), _) => one(
                        format!("`position` is `{}`: {error}", shortened(said)),
                        &format!("a position here looks like `{wanted}`"),
                    ),
                    _ => {
                        one(format!("`position` is `{said}`, expected `{wanted}`"), "whose turn is it, and who moved?")
                    }
                }
            }
            Ask::Perft if response.nodes != right.nodes => one(
                format!("`nodes` is {}, expected {}", number(response.nodes), number(right.nodes)),
                "depth 1 counts the legal moves",
            ),
            Ask::Perft => Ok(format!("{} leaves", number(response.nodes))),
            Ask::Explain if response.legal != right.legal => {
                one(format!("it takes {} for illegal", request.asked_move.as_deref().unwrap_or_default()), "")
            }
            Ask::Explain | Ask::Hello => Ok("legal".to_string()),
        }
    }

    /// Asks for the moves of a position with a capture: no start position shows how an adapter tells one.
    fn capture(&mut self, hello: &Hello, rules: &str) -> Result<(), Failure> {
        let arbiter = self.arbiter(rules, hello.squares);
        let Some((position, played)) = first_capture(&arbiter) else { return Ok(()) };
        self.page.title(format!("a capture, {rules}"))?;
        let request = match hello.positions {
            Positions::Any => Request { position: arbiter.fen(&position), ..self.request(hello, rules, Ask::Moves) },
            Positions::Start => Request { played, ..self.request(hello, rules, Ask::Moves) },
        };
        let line = self.line(request);
        let name = line.name.clone();
        let Some(value) = self.ask(vec![line])?.pop().flatten() else { return Ok(()) };
        let mut faults = self.shapes.answer(Some(Ask::Moves), &value);
        if let (true, Some(response)) = (faults.is_empty(), words::read(&value)) {
            if let Some(why) = no_answer(&response) {
                // An adapter that is only begun may not know it; whoever claims these rules will be asked such things.
                return self.page.note(&format!("not answered: {}; `damero check` counts that", shortened(&why)));
            }
            let moves = response.moves.as_deref().unwrap_or_default();
            faults = self.moves(hello, rules, &position, moves);
            if faults.is_empty() {
                faults = unnamed_captures(hello, &arbiter, &position, moves);
            }
        }
        for fault in &mut faults {
            if fault.what.starts_with('`') {
                fault.what = format!("the answer to {name}: {}", fault.what);
            }
        }
        self.say(&faults)?;
        if faults.is_empty() { self.page.good("the captures of these rules") } else { Ok(()) }
    }

    /// What is wrong with the moves of a position.
    fn moves(&self, hello: &Hello, rules: &str, position: &Position, messages: &[MoveMessage]) -> Vec<Fault> {
        let arbiter = self.arbiter(rules, hello.squares);
        let (found, mut faults) = understand(&arbiter, position, messages);
        let legal = arbiter.moves(position).expect("the captures of a position can be listed");
        let doubled = repeated(&arbiter, &found).filter(|_| hello.identity == MoveIdentity::ByPath).map(|texts| {
            let fix = "with `identity: by-path` each route is listed, once";
            Fault::new(format!("`moves` lists {texts} more than once"), fix)
        });
        let missing: Vec<&Move> = legal.iter().filter(|one| !found.contains(one)).collect();
        if faults.is_empty() && missing.is_empty() {
            return doubled.into_iter().collect();
        }
        // Right moves under other names are one mistake, not many.
        let other = Squares::ALL.iter().copied().filter(|other| *other != hello.squares).find(|other| {
            let arbiter = self.arbiter(rules, *other);
            let (found, faults) = understand(&arbiter, position, messages);
            faults.is_empty()
                && !found.is_empty()
                && arbiter
                    .moves(position)
                    .expect("the captures of a position can be listed")
                    .iter()
                    .all(|one| found.contains(one))
        });
        if let Some(other) = other {
            return vec![Fault::new(
                format!(
                    "these are moves by squares named `{}`, and it declares `{}`",
                    other.word(),
                    hello.squares.word()
                ),
                format!("say `\"squares\":\"{}\"` in the greeting", other.word()),
            )];
        }
        if !missing.is_empty() {
            faults.push(Fault::new(format!("`moves` lacks {}", texts(&arbiter, &missing)), ""));
        }
        faults.extend(doubled);
        faults
    }

    /// Questions that an adapter cannot answer, and has to answer all the same.
    fn odd(&mut self, hello: &Hello, rules: &str) -> Result<(), Failure> {
        let asks = [
            (Ability::Moves, Ask::Moves),
            (Ability::Status, Ask::Status),
            (Ability::Apply, Ask::Apply),
            (Ability::Perft, Ask::Perft),
            (Ability::Explain, Ask::Explain),
        ];
        if let Some((_, ask)) = asks.into_iter().find(|(ability, _)| !hello.answers.contains(ability)) {
            self.page.title(format!("`{}`, which it does not claim", ask.word()))?;
            let request = Request { depth: Some(1), ..self.request(hello, rules, ask) };
            let line = self.line(request);
            if let Some(value) = self.ask(vec![line])?.pop().flatten() {
                let faults = self.shapes.answer(Some(ask), &value);
                self.say(&faults)?;
                if faults.is_empty() {
                    self.page.good("answered")?;
                }
            }
        }

        self.page.title("an unknown request")?;
        let id = self.talk.id();
        let dance = self.raw(id, format!("{{\"id\":{id},\"do\":\"dance\",\"rules\":\"{rules}\"}}"));
        self.must_not_answer(vec![dance], "answer `unsupported` to a `do` that it does not know")?;

        // What it does not claim it may always decline: what is asked in these names is something that it claims.
        let ask = asks.iter().find(|(ability, _)| hello.answers.contains(ability)).map_or(Ask::Moves, |(_, ask)| *ask);
        self.page.title("unknown rules")?;
        let unknown = Request { rules: "no-such-game".to_string(), ..self.request(hello, rules, ask) };
        let line = self.line(unknown);
        self.must_not_answer(vec![line], "answer `unsupported` to rules that it does not play, whatever their name")?;

        self.page.title("a position that is none")?;
        let nonsense = Request { position: "W:Wz99,nonsense".to_string(), ..self.request(hello, rules, ask) };
        let line = self.line(nonsense);
        self.must_not_answer(vec![line], "answer `\"refused\":[]` to what is no position, or `error`")?;

        self.page.title("a line that is no JSON")?;
        let broken = Line {
            id: Value::Null,
            bytes: b"{\"id\": this is no JSON".to_vec(),
            name: "a line that is no JSON".to_string(),
        };
        self.must_not_answer(vec![broken], "answer `{\"id\":null,\"error\":\"…\"}` to a line that cannot be read")
    }

    /// Sends one line that must be answered with something that is no answer.
    fn must_not_answer(&mut self, lines: Vec<Line>, fix: &str) -> Result<(), Failure> {
        let name = lines.first().map(|line| line.name.clone()).unwrap_or_default();
        let Some(value) = self.ask(lines)?.pop().flatten() else { return Ok(()) };
        let mut faults = self.shapes.answer(None, &value);
        let there = |name: &str| value.get(name).is_some_and(|value| !value.is_null());
        if faults.is_empty() && !INSTEAD.iter().any(|name| there(name)) {
            faults.push(Fault::new(format!("{name} is answered as if it meant something"), fix));
        }
        self.say(&faults)?;
        if faults.is_empty() { self.page.good("declined, and it goes on") } else { Ok(()) }
    }

    /// Two requests before the first is answered.
    fn at_once(&mut self, hello: &Hello, rules: &str) -> Result<(), Failure> {
        self.page.title("two requests at once")?;
        let ask = if hello.answers.contains(&Ability::Moves) { Ask::Moves } else { Ask::Status };
        let lines = vec![self.line(self.request(hello, rules, ask)), self.line(self.request(hello, rules, ask))];
        let answers = self.ask(lines)?;
        if answers.iter().all(Option::is_some) { self.page.good("both answered") } else { Ok(()) }
    }

    /// Sends lines; starts an adapter that has ended first.
    fn ask(&mut self, lines: Vec<Line>) -> Result<Vec<Option<Value>>, Failure> {
        if !self.talk.is_running() {
            let greeting = serde_json::to_vec(&Request::hello()).unwrap_or_default();
            if let Err(fault) = self.talk.restart(&greeting, self.start) {
                self.page.stop(&fault.what)?;
                return Err(Failure::Mismatch);
            }
            self.page.note("started again")?;
        }
        self.talk.exchange(&mut self.page, &lines, None)
    }

    fn request(&self, hello: &Hello, rules: &str, ask: Ask) -> Request {
        Request {
            ask,
            protocol: Vec::new(),
            harness: None,
            rules: rules.to_string(),
            position: "start".to_string(),
            squares: hello.squares,
            ..Request::hello()
        }
    }

    /// A request as it is sent, under the next id.
    fn line(&mut self, request: Request) -> Line {
        let id = self.talk.id();
        let name = format!("request {id} ({})", request.ask.word());
        let bytes = serde_json::to_vec(&Request { id: Value::from(id), ..request }).unwrap_or_default();
        Line { id: Value::from(id), bytes, name }
    }

    fn raw(&self, id: u64, text: String) -> Line {
        Line { id: Value::from(id), bytes: text.into_bytes(), name: format!("request {id}") }
    }

    fn arbiter(&self, rules: &str, squares: Squares) -> Arbiter {
        let set = self.suite.rules(rules).expect("only rules of the suite are asked about");
        Arbiter::new(renamed(*set.arbiter.rules(), squares)).expect("other names of squares leave rules playable")
    }

    fn say(&mut self, faults: &[Fault]) -> Result<(), Failure> {
        let (said, more) = faults.split_at(faults.len().min(MOST_FAULTS));
        said.iter().try_for_each(|fault| self.page.bad(fault))?;
        match more.len() {
            0 => Ok(()),
            more => self.page.stop(&format!("and {}", plural(more, "more fault"))),
        }
    }
}

/// What is wrong with what it claims, by itself.
fn claims(hello: &Hello) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (key, value) in [("name", &hello.name), ("version", &hello.version)] {
        if value.trim().is_empty() {
            faults.push(Fault::new(format!("`{key}` is empty"), "reports and baselines name the program by it"));
        }
    }
    let mut seen = HashSet::new();
    if let Some(twice) = hello.rules.iter().find(|name| !seen.insert(name.as_str())) {
        faults.push(Fault::new(format!("`rules` has `{}` more than once", shortened(twice)), "list each name once"));
    }
    if hello.rules.is_empty() {
        faults.push(Fault::new("`rules` is empty", "claim what it plays, or nothing will be asked"));
    }
    if hello.answers.is_empty() {
        faults.push(Fault::new("`answers` is empty", "claim what it can be asked, or nothing will be"));
    }
    if hello.levels.is_empty() {
        faults.push(Fault::new("`levels` is empty", "leave it out to claim all, or nothing will be asked"));
    }
    if hello.answers.contains(&Ability::Events) && !hello.answers.contains(&Ability::Status) {
        faults.push(Fault::new("`answers` has `events` without `status`", "an event is part of a `status` request"));
    }
    if hello.answers.contains(&Ability::Claims) && !hello.answers.contains(&Ability::Status) {
        faults.push(Fault::new("`answers` has `claims` without `status`", "claims are part of the answer to `status`"));
    }
    if hello.identity == MoveIdentity::ByPath && hello.moves_as == MovesAs::FromTo {
        let what =
            format!("`identity` is `{}`, and `moves_as` `{}` tells no path", hello.identity, hello.moves_as.word());
        faults.push(Fault::new(what, "list each move once, or tell its path"));
    }
    faults
}

/// Positions looked at to find a capture.
const MOST_POSITIONS: usize = 5_000;

/// The nearest position to the start in which something can be captured, and the moves that lead to it.
fn first_capture(arbiter: &Arbiter) -> Option<(Position, Vec<String>)> {
    let mut open = VecDeque::from([(arbiter.start(), Vec::new())]);
    for _ in 0..MOST_POSITIONS {
        let (position, played) = open.pop_front()?;
        let moves = arbiter.moves(&position).expect("the captures of a position can be listed");
        if moves.iter().any(|one| !one.captured().is_empty()) {
            return Some((position, played));
        }
        for one in &moves {
            let mut played = played.clone();
            played.push(arbiter.text(one, &moves));
            open.push_back((arbiter.play_unchecked(&position, one), played));
        }
    }
    None
}

/// Why a response answers nothing, in its own words.
fn no_answer(response: &Response) -> Option<String> {
    let refused = || response.refused.as_ref().map(|reasons| response.detail.clone().unwrap_or(reasons.join(", ")));
    response.unsupported.clone().or_else(refused).or_else(|| response.error.clone())
}

/// Where moves that are right do not tell what they take, or tell it wrong.
fn unnamed_captures(hello: &Hello, arbiter: &Arbiter, position: &Position, messages: &[MoveMessage]) -> Vec<Fault> {
    let needed = match hello.moves_as {
        MovesAs::Full => "captured",
        MovesAs::Path => "path",
        MovesAs::FromTo => return Vec::new(),
    };
    let legal = arbiter.moves(position).expect("the captures of a position can be listed");
    let mut faults = Vec::new();
    for message in messages {
        let MoveMessage::Parts(parts) = message else { continue };
        let written = arbiter.read_move(&ends(arbiter, position, parts)).ok();
        let Some(found) = written.and_then(|written| arbiter.find(position, &written).ok()) else { continue };
        let text = arbiter.text(&found, &legal);
        let names: Vec<String> = found.captured().iter().map(|square| arbiter.geometry().name(square)).collect();
        match &parts.captured {
            None if !names.is_empty() && parts.path.is_none() && parts.text.is_none() => faults.push(Fault::new(
                format!(
                    "`moves` has the capture {text} without `{needed}`, though `moves_as` is `{}`",
                    hello.moves_as.word()
                ),
                "tell what it takes, or say `\"moves_as\":\"from-to\"` in the greeting: then captures are not compared",
            )),
            Some(said) if !(said.len() == names.len() && names.iter().all(|name| said.contains(name))) => {
                faults.push(Fault::new(
                    format!(
                        "`moves` has {text} with `captured` {}, expected {}",
                        shortened(&said.join(", ")),
                        names.join(", ")
                    ),
                    "`captured` are the squares of the pieces taken",
                ));
            }
            _ => {}
        }
    }
    faults
}

/// The moves that are found more than once, as texts.
fn repeated(arbiter: &Arbiter, found: &[Move]) -> Option<String> {
    let (mut seen, mut said) = (HashSet::new(), HashSet::new());
    let again = found.iter().filter(|one| !seen.insert(one.identity()) && said.insert(one.identity()));
    let again: Vec<&Move> = again.collect();
    (!again.is_empty()).then(|| texts(arbiter, &again))
}

/// Moves of a position as the engine knows them, and what is no such move.
fn understand(arbiter: &Arbiter, position: &Position, messages: &[MoveMessage]) -> (Vec<Move>, Vec<Fault>) {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for message in messages {
        let text = match message {
            MoveMessage::Text(text) => text.clone(),
            MoveMessage::Parts(parts) => ends(arbiter, position, parts),
        };
        let shown = shortened(&text);
        match arbiter.read_move(&text) {
            Err(error) => {
                let like = legal_start(arbiter).first().map(|first| arbiter.text(first, &[])).unwrap_or_default();
                faults.push(Fault::new(
                    format!("`moves` has `{shown}`: {error}"),
                    format!("a move here looks like `{like}`"),
                ));
            }
            Ok(written) => match arbiter.find(position, &written) {
                Ok(one) => found.push(one),
                // Two moves with the same ends are no fault of the form.
                Err(FindError::Ambiguous(several)) => found.extend(several.into_iter().take(1)),
                Err(FindError::NotLegal | FindError::Moves(_)) => {
                    let why = why_not(arbiter, position, &written);
                    faults.push(Fault::new(format!("`moves` has `{shown}`, which is not legal: {why}"), ""));
                }
            },
        }
    }
    (found, faults)
}

/// A move by its ends: a capture where one has them, for not all tell what they take.
fn ends(arbiter: &Arbiter, position: &Position, parts: &MoveParts) -> String {
    let text = |sign: char| format!("{}{sign}{}", parts.from, parts.to);
    let is_legal = |text: &String| {
        let written = arbiter.read_move(text);
        written.is_ok_and(|written| !matches!(arbiter.find(position, &written), Err(FindError::NotLegal)))
    };
    Some(text('x')).filter(is_legal).unwrap_or_else(|| text('-'))
}

fn legal_start(arbiter: &Arbiter) -> Vec<Move> {
    arbiter.moves(&arbiter.start()).expect("the captures of a position can be listed")
}

fn texts(arbiter: &Arbiter, moves: &[&Move]) -> String {
    let mut texts: Vec<String> = moves.iter().take(MOST_NAMED).map(|one| arbiter.text(one, &[])).collect();
    if moves.len() > MOST_NAMED {
        texts.push(format!("and {} more", moves.len() - MOST_NAMED));
    }
    texts.join(", ")
}

fn number(value: Option<u64>) -> String {
    value.map_or_else(|| "nothing".to_string(), |value| value.to_string())
}

/// Who it is and what it claims, in a line.
fn said(hello: &Hello) -> String {
    let answers: Vec<&str> = hello.answers.iter().map(|ability| ability.word()).collect();
    let rules = match hello.rules.as_slice() {
        few if few.len() <= 6 => few.join(", "),
        many => format!("{}, and {} more", many[..5].join(", "), many.len() - 5),
    };
    format!("{} {} plays {rules}; it answers {}", hello.name, hello.version, answers.join(", "))
}
