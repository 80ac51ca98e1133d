//! The whole suite put to the engine as other programs would speak: with squares named another way, with paths or texts
//! or ends in place of captured squares, with answers that are subtly wrong.

use damero::checks::{Check, checks, checks_of};
use damero::files::Origin;
use damero::fixture::{Case, Fixture};
use damero::implementation::engine::EngineImplementation;
use damero::implementation::{Done, Implementation, Job};
use damero::lint;
use damero::protocol::{
    Ability, Ask, Hello, IllegalPlayed, Level, MoveMessage, MoveParts, MovesAs, Positions, Request, Response, Squares,
};
use damero::record::{Record, Tally, Word};
use damero::runner::{Outcome, run, run_and_report};
use damero::sensitivity::{Grounding, Status};
use damero::suite::{Load, Suite};
use damero_engine::{Game, MoveIdentity, Winner};
use rstest::rstest;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

fn suite() -> &'static Suite {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    SUITE.get_or_init(|| {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
        lint::load(&Origin::Folder(fixtures), Load::default()).expect("the suite")
    })
}

fn grounding() -> &'static Grounding<'static> {
    static GROUNDING: OnceLock<Grounding<'static>> = OnceLock::new();
    GROUNDING.get_or_init(|| Grounding::new(suite()))
}

/// The engine, saying something else of itself and changing what it answers.
struct Speaker<F> {
    engine: EngineImplementation,
    hello: Hello,
    change: F,
    asked: Mutex<Vec<Request>>,
}

impl<F: Fn(&Request, &mut Response) + Sync> Speaker<F> {
    fn new(greet: impl FnOnce(&mut Hello), change: F) -> Self {
        let engine = EngineImplementation::new(suite());
        let mut hello = engine.hello().clone();
        greet(&mut hello);
        Speaker { engine, hello, change, asked: Mutex::new(Vec::new()) }
    }

    fn records(&self, wanted: impl Fn(&Check<'_>) -> bool) -> Vec<Record> {
        let wanted: Vec<Check<'_>> = checks(suite()).into_iter().filter(wanted).collect();
        assert!(!wanted.is_empty());
        run(suite(), wanted, self, None, &|| {}).outcomes.iter().map(|o| o.record(grounding(), false)).collect()
    }
}

impl<F: Fn(&Request, &mut Response) + Sync> Implementation for Speaker<F> {
    fn hello(&self) -> &Hello {
        &self.hello
    }

    fn answer(&self, jobs: &[Job], done: Done<'_>) -> Vec<String> {
        for (index, job) in jobs.iter().enumerate() {
            let reply = |request: &Request| {
                let mut response = self.engine.reply(request);
                (self.change)(request, &mut response);
                Ok(Box::new(response))
            };
            done(index, job.requests.iter().map(reply).collect(), Duration::ZERO);
            self.asked.lock().expect("kept").extend(job.requests.iter().cloned());
        }
        Vec::new()
    }
}

fn nothing_bad(records: &[Record]) {
    let bad: Vec<String> = records
        .iter()
        .filter(|record| !matches!(record.verdict, Word::Pass | Word::Unsupported))
        .map(|record| format!("{} [{}] {:?} {:?}", record.case, record.rules, record.message, record.differences))
        .collect();
    assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), records.len(), bad[..bad.len().min(5)].join("\n"));
}

/// Every case holds however squares are named, and whole answers come back in the suite's own names.
#[rstest]
#[case::algebraic(Squares::Algebraic)]
#[case::top_left(Squares::TopLeft)]
fn squares_are_translated(#[case] squares: Squares) {
    let speaker = Speaker::new(|hello| hello.squares = squares, |_, _| {});
    let records = speaker.records(|_| true);
    assert!(records.iter().all(|record| record.verdict != Word::Unsupported));
    nothing_bad(&records);
    let asked = speaker.asked.lock().expect("kept");
    assert!(asked.iter().all(|request| request.squares == squares));
}

fn parts(response: &mut Response, change: impl Fn(MoveMessage) -> MoveMessage) {
    if let Some(moves) = response.moves.take() {
        response.moves = Some(moves.into_iter().map(change).collect());
    }
}

/// A way to tell moves without listing what they take.
#[derive(Clone, Copy)]
enum Way {
    /// The squares passed.
    Path,
    /// As PDN writes them.
    Text,
}

impl Way {
    fn greet(self, hello: &mut Hello) {
        if matches!(self, Way::Path) {
            hello.moves_as = MovesAs::Path;
        }
    }

    fn tell(self, response: &mut Response) {
        parts(response, |message| match (self, message) {
            (Way::Path, MoveMessage::Parts(mut parts)) => {
                (parts.captured, parts.text) = (None, None);
                MoveMessage::Parts(parts)
            }
            (Way::Text, MoveMessage::Parts(parts)) => MoveMessage::Text(parts.text.unwrap_or_default()),
            (_, text) => text,
        });
    }
}

/// Paths and texts tell what they take: every case holds, and two captures with the same ends are told apart.
#[rstest]
#[case::path(Way::Path)]
#[case::text(Way::Text)]
fn what_is_taken_follows_from_the_way(#[case] way: Way) {
    let speaker = Speaker::new(|hello| way.greet(hello), |_, response| way.tell(response));
    nothing_bad(&speaker.records(|_| true));

    // The first of two such captures in place of the second: one is missing, the other there twice.
    let confused = Speaker::new(
        |hello| way.greet(hello),
        |_, response| {
            if let Some(moves) = &mut response.moves {
                for index in 1..moves.len() {
                    let ends = |message: &MoveMessage| match message {
                        MoveMessage::Parts(parts) => (parts.from.clone(), parts.to.clone()),
                        MoveMessage::Text(_) => Default::default(),
                    };
                    if let Some(first) = moves[..index].iter().position(|other| ends(other) == ends(&moves[index])) {
                        moves[index] = moves[first].clone();
                    }
                }
            }
            way.tell(response);
        },
    );
    let records = confused.records(|check| check.case.id.value.ends_with(".same-ends-two-sets"));
    for record in &records {
        let what: Vec<&str> = record.differences.iter().map(|difference| difference.what.as_str()).collect();
        assert!(!record.duplicates.is_empty(), "{} [{}]", record.case, record.rules);
        assert!(what.contains(&"moves") || what.contains(&"count"), "{} [{}]: {what:?}", record.case, record.rules);
    }
}

/// Who tells ends alone is compared on these, and the record says what was not told apart.
#[test]
fn ends_alone_are_compared_as_such() {
    let speaker = Speaker::new(
        |hello| hello.moves_as = MovesAs::FromTo,
        |_, response| {
            parts(response, |message| match message {
                MoveMessage::Parts(mut parts) => {
                    (parts.captured, parts.path, parts.text) = (None, None, None);
                    MoveMessage::Parts(parts)
                }
                text => text,
            });
            // Two moves with the same ends are one to whoever tells no more.
            if let Some(moves) = &mut response.moves {
                let mut seen = Vec::new();
                moves.retain(|message| {
                    let new = !seen.contains(message);
                    seen.push(message.clone());
                    new
                });
            }
        },
    );
    let records = speaker.records(|check| check.level == Level::Moves);
    nothing_bad(&records);
    let not_compared: Vec<&Record> = records.iter().filter(|record| record.not_compared.is_some()).collect();
    assert!(
        not_compared.len() > 10 && not_compared.len() < records.len() / 4,
        "{} of {}",
        not_compared.len(),
        records.len()
    );
    assert!(
        not_compared.iter().any(
            |record| record.case == "international.capture.same-ends-two-sets" || record.case.contains("same-ends")
        )
    );
}

/// Who promises to tell what a capture takes, and does not, has not passed: nothing was compared.
#[rstest]
#[case::full(MovesAs::Full, "captured")]
#[case::path(MovesAs::Path, "path")]
fn what_is_promised_and_not_told_is_no_pass(#[case] moves_as: MovesAs, #[case] needed: &str) {
    let speaker = Speaker::new(
        |hello| hello.moves_as = moves_as,
        |_, response| {
            parts(response, |message| match message {
                MoveMessage::Parts(mut parts) => {
                    (parts.captured, parts.path, parts.text) = (None, None, None);
                    MoveMessage::Parts(parts)
                }
                text => text,
            });
        },
    );
    let captures = speaker.records(|check| check.case.id.value.ends_with(".same-ends-two-sets"));
    for record in &captures {
        assert_eq!(record.verdict, Word::Violation, "{} [{}]", record.case, record.rules);
        let message = record.message.as_deref().unwrap_or_default();
        assert!(message.contains(&format!("is a capture and comes without `{needed}`")), "{message}");
        assert!(message.contains("\"moves_as\":\"from-to\""), "{message}");
    }
    // Quiet moves take nothing, whoever says so or not.
    nothing_bad(&speaker.records(|check| check.fen == "start" && check.case.play.is_empty()));
    assert!(speaker.records(|_| true).iter().filter(|record| record.verdict == Word::Violation).count() > 1000);
}

/// What is told beside what decides which move it is, is compared: a wrong path, text, or crowning is a failure.
#[rstest]
#[case::crowns("crowns", |parts: &mut MoveParts| parts.crowns = parts.crowns.map(|crowns| !crowns))]
#[case::path_elsewhere("path", |parts: &mut MoveParts| parts.path = Some(vec![parts.from.clone()]))]
#[case::path_over_nothing("path", |parts: &mut MoveParts| parts.path = Some(vec!["4".to_string(), parts.to.clone()]))]
#[case::text_of_another("text", |parts: &mut MoveParts| parts.text = Some(format!("{}-{}", parts.to, parts.from)))]
#[case::text_of_none("text", |parts: &mut MoveParts| parts.text = Some("garbage".to_string()))]
fn what_is_told_beside_is_compared(#[case] what: &str, #[case] spoil: fn(&mut MoveParts)) {
    let speaker = Speaker::new(
        |_| {},
        |_, response| {
            parts(response, |message| match message {
                MoveMessage::Parts(mut parts) => {
                    spoil(&mut parts);
                    MoveMessage::Parts(parts)
                }
                text => text,
            });
        },
    );
    let records = speaker.records(|check| check.case.id.value == "english.compulsory.third-ply");
    for record in &records {
        assert_eq!(record.verdict, Word::Fail, "{} [{}]", record.case, record.rules);
        assert!(record.differences.iter().all(|difference| difference.what == what), "{:?}", record.differences);
    }
}

/// However long an answer is, what is kept of it is short.
#[rstest]
#[case::long_path(|parts: &mut MoveParts| parts.path = Some(vec!["1".to_string(); 100_000]))]
#[case::long_path_of_another(|parts: &mut MoveParts| {
    parts.to = parts.from.clone();
    parts.path = Some(vec!["1".to_string(); 100_000]);
})]
#[case::many_captured(|parts: &mut MoveParts| parts.captured = Some(vec!["1".to_string(); 100_000]))]
#[case::long_text(|parts: &mut MoveParts| parts.text = Some("1-".repeat(100_000)))]
#[case::long_square(|parts: &mut MoveParts| parts.to = "1".repeat(100_000))]
fn long_answers_leave_little(#[case] spoil: fn(&mut MoveParts)) {
    for texts in [false, true] {
        let speaker = Speaker::new(
            |_| {},
            |_, response| {
                parts(response, |message| match message {
                    MoveMessage::Parts(mut parts) => {
                        spoil(&mut parts);
                        match texts {
                            false => MoveMessage::Parts(parts),
                            true => MoveMessage::Text(format!("{}-{}", parts.from, "1".repeat(parts.to.len() * 1000))),
                        }
                    }
                    text => text,
                });
            },
        );
        for record in speaker.records(|check| check.case.id.value == "english.compulsory.third-ply") {
            assert_ne!(record.verdict, Word::Pass);
            let kept = serde_json::to_string(&record).expect("JSON").len();
            assert!(kept < 10_000, "{kept} bytes, {texts}");
        }
    }
}

/// Reasons that are never given were not compared, and the records say so.
#[test]
fn reasons_that_are_not_given_are_noted() {
    let speaker = Speaker::new(
        |_| {},
        |_, response| {
            response.reason = None;
            response.refused.iter_mut().for_each(Vec::clear);
        },
    );
    let records = speaker.records(|_| true);
    nothing_bad(&records);
    let noted = |what: &str| {
        let holds =
            |record: &&Record| record.not_compared.as_deref().is_some_and(|not_compared| not_compared.contains(what));
        records.iter().filter(holds).count()
    };
    for what in ["the reason of the result", "is not legal", "why the position is refused"] {
        assert!(noted(what) > 10, "{what}: {}", noted(what));
    }
    let whole = Speaker::new(|_| {}, |_, _| {});
    assert!(whole.records(|_| true).iter().all(|record| record.not_compared.is_none()), "the engine tells all");
    let without = Speaker::new(|hello| hello.answers.retain(|ability| *ability != Ability::Explain), |_, _| {});
    let records = without.records(|check| check.case.id.value == "english.compulsory.third-ply");
    nothing_bad(&records);
}

/// Outcomes are reported as the run goes, each once and in the order of the checks, whatever the order of the answers.
#[test]
fn outcomes_are_reported_in_order_as_the_run_goes() {
    let speaker = Speaker::new(|hello| hello.rules = vec!["english".to_string()], |_, _| {});
    let wanted: Vec<Check<'_>> = checks(suite()).into_iter().filter(|check| check.rules.variant == "english").collect();
    for seed in [None, Some(3)] {
        let told = Mutex::new(Vec::new());
        let mut before_the_end = 0;
        let report = |outcome: &Outcome<'_>| told.lock().expect("kept").push(outcome.record(grounding(), false));
        let last = Mutex::new(&mut before_the_end);
        let progress = || **last.lock().expect("kept") = told.lock().expect("kept").len();
        let ran = run_and_report(suite(), wanted.clone(), &speaker, seed, &progress, &report);
        let whole: Vec<Record> = ran.outcomes.iter().map(|outcome| outcome.record(grounding(), false)).collect();
        assert_eq!(told.into_inner().expect("kept"), whole, "seed {seed:?}");
        if seed.is_none() {
            assert!(before_the_end > whole.len() / 2, "{before_the_end} of {} before the last answer", whole.len());
        }
    }
}

/// A move listed twice is a remark of its own, and no failure.
#[test]
fn a_move_listed_twice_is_a_remark() {
    let speaker = Speaker::new(
        |_| {},
        |_, response| {
            if let Some(moves) = &mut response.moves {
                moves.extend(moves.first().cloned());
            }
        },
    );
    let records = speaker.records(|check| check.rules.name == "english/kondavo" && check.level == Level::Moves);
    nothing_bad(&records);
    let doubled: Vec<&Record> = records.iter().filter(|record| !record.duplicates.is_empty()).collect();
    assert!(doubled.len() > 50, "{}", doubled.len());
    for record in &doubled {
        assert!(record.duplicates[0].contains(" listed 2 times"), "{}: {:?}", record.case, record.duplicates);
    }
    let tally = Tally::of(&records);
    assert_eq!((tally.duplicates, tally.failed), (doubled.len(), 0));
    assert_eq!(tally.total(), records.len(), "duplicates are counted beside the rest");
}

/// The moves of a request with every route as an entry of its own.
fn every_route(request: &Request, response: &mut Response) {
    let Some(moves) = &mut response.moves else { return };
    let arbiter = &suite().rules(&request.rules).expect("known rules").arbiter;
    let mut game = Game::new(arbiter, arbiter.read(&request.position).expect("a position")).expect("the same board");
    for text in &request.played {
        let found = arbiter.find(game.position(), &arbiter.read_move(text).expect("a move")).expect("legal");
        game.play(&found).expect("legal");
    }
    let name = |square| arbiter.geometry().name(square);
    let routes = arbiter.paths(game.position()).expect("the captures of a position can be listed");
    let parts = |route: &damero_engine::Move| MoveParts {
        from: name(route.from()),
        to: name(route.to()),
        captured: Some(route.captured().iter().map(name).collect()),
        path: Some(route.path().skip(1).map(name).collect()),
        ..MoveParts::default()
    };
    *moves = routes.iter().map(|route| MoveMessage::Parts(parts(route))).collect();
}

/// Two entries that differ in their routes alone: a king that goes round a ring one way and the other.
fn is_route_of(one: &MoveMessage, other: &MoveMessage) -> bool {
    let result = |message: &MoveMessage| match message {
        MoveMessage::Parts(parts) => Some((parts.from.clone(), parts.to.clone(), parts.captured.clone()?)),
        MoveMessage::Text(_) => None,
    };
    one != other && result(one) == result(other) && result(one).is_some()
}

/// Who lists routes and says so is held to them: each once, none missing.
#[test]
fn routes_are_compared_as_routes() {
    let by_path = |hello: &mut Hello| hello.identity = MoveIdentity::ByPath;
    let rings =
        |check: &Check<'_>| check.case.id.value == "cross.removal.ring-of-four" && check.rules.variant == "english";

    let right = Speaker::new(by_path, every_route);
    let records = right.records(|check| check.level == Level::Moves);
    nothing_bad(&records);
    assert!(records.iter().all(|record| record.duplicates.is_empty() && record.not_compared.is_none()));

    let what = |records: &[Record]| -> Vec<Vec<String>> {
        let of = |record: &Record| record.differences.iter().map(|difference| difference.what.clone()).collect();
        records.iter().map(of).collect()
    };
    let lacks = Speaker::new(by_path, |request, response| {
        every_route(request, response);
        if let Some(moves) = &mut response.moves {
            let all = moves.clone();
            moves.retain(|one| {
                all.iter()
                    .find(|other| is_route_of(one, other))
                    .is_none_or(|other| format!("{one:?}") < format!("{other:?}"))
            });
        }
    });
    let doubled = Speaker::new(by_path, |request, response| {
        every_route(request, response);
        if let Some(moves) = &mut response.moves {
            moves.extend(moves.first().cloned());
        }
    });
    // As many entries as there are routes, but their squares are not told: their number is compared.
    let not_compared = Speaker::new(by_path, |request, response| {
        every_route(request, response);
        parts(response, |message| match message {
            MoveMessage::Parts(parts) => MoveMessage::Parts(MoveParts { path: None, ..parts }),
            text => text,
        });
    });
    assert!(lacks.records(rings).iter().all(|record| record.verdict == Word::Fail));
    assert!(what(&lacks.records(rings)).iter().all(|what| what == &["routes"]));
    assert!(doubled.records(rings).iter().all(|record| record.verdict == Word::Fail));
    assert!(what(&doubled.records(rings)).iter().all(|what| what == &["routes"]));
    let records = not_compared.records(rings);
    nothing_bad(&records);
    assert!(records.iter().any(|record| record.not_compared.is_some()));
    // The same lists are no failure for who does not say that it lists routes.
    let quiet = Speaker::new(|_| {}, every_route);
    let records = quiet.records(rings);
    nothing_bad(&records);
    assert!(records.iter().any(|record| !record.duplicates.is_empty()));
}

/// A claim covers what it says and no more.
#[rstest]
#[case::variant(&["english"], true, false)]
#[case::rulebook(&["english/wcdf"], false, true)]
#[case::both(&["english", "english/wcdf"], true, true)]
#[case::another(&["russian"], false, false)]
fn claims_decide_what_is_asked(#[case] rules: &[&str], #[case] kondavo: bool, #[case] draws_of_wcdf: bool) {
    let speaker = Speaker::new(|hello| hello.rules = rules.iter().map(|name| (*name).to_string()).collect(), |_, _| {});
    let records = speaker.records(|check| check.rules.variant == "english");
    nothing_bad(&records);
    let asked = |rules: &str, level: Level| {
        records.iter().any(|r| r.rules == rules && r.level == level && r.verdict != Word::Unsupported)
    };
    assert_eq!(asked("english/kondavo", Level::Moves), kondavo, "moves do not differ by rulebook");
    assert!(!asked("english/kondavo", Level::Draws), "the draws of a rulebook that is not claimed");
    assert_eq!(asked("english/wcdf", Level::Draws), draws_of_wcdf);
    let names = speaker.asked.lock().expect("kept");
    assert!(names.iter().all(|request| rules.contains(&request.rules.as_str())), "asked by a name it never claimed");
}

/// Nothing is asked beyond what is claimed: abilities, levels, positions.
#[test]
fn small_programs_are_asked_little() {
    let small = |hello: &mut Hello| {
        hello.answers = vec![Ability::Moves];
        hello.levels = vec![Level::Moves];
    };
    let speaker = Speaker::new(small, |_, _| {});
    let records = speaker.records(|_| true);
    nothing_bad(&records);
    let asked = speaker.asked.lock().expect("kept");
    assert!(asked.iter().all(|request| request.ask == damero::protocol::Ask::Moves && request.played.is_empty()));

    let speaker = Speaker::new(|hello| hello.positions = Positions::Start, |_, _| {});
    nothing_bad(&speaker.records(|_| true));
    let asked = speaker.asked.lock().expect("kept");
    assert!(!asked.is_empty() && asked.iter().all(|request| request.position == "start"));
}

/// The same questions are put once, whatever the number of rulebooks they decide.
#[test]
fn what_is_asked_alike_is_asked_once() {
    let speaker = Speaker::new(|hello| hello.rules = vec!["english".to_string()], |_, _| {});
    let records = speaker.records(|check| check.rules.variant == "english");
    let answered = records.iter().filter(|record| record.verdict != Word::Unsupported).count();
    let asked = speaker.asked.lock().expect("kept");
    let mut distinct: Vec<String> = asked.iter().map(|r| serde_json::to_string(r).expect("JSON")).collect();
    distinct.sort();
    let all = distinct.len();
    distinct.dedup();
    assert!(answered > 3 * distinct.len() / 2, "{answered} checks by {} questions", distinct.len());
    // Nearly every check asks twice, once with the board turned.
    assert!(all < 2 * answered, "{all} questions for {answered} checks");
}

/// Whether a request is about a position with Black to move and nothing played.
fn black_to_move(request: &Request) -> bool {
    request.played.is_empty() && request.position.starts_with('B')
}

/// A program that knows a rule for White only fails the check, on the turned board, and the record says so.
#[test]
fn a_rule_for_one_colour_is_found_on_the_turned_board() {
    let speaker = Speaker::new(
        |_| {},
        |request, response| {
            if black_to_move(request)
                && let Some(moves) = &mut response.moves
            {
                moves.retain(|message| match message {
                    MoveMessage::Parts(parts) => parts.crowns != Some(true),
                    MoveMessage::Text(_) => true,
                });
            }
        },
    );
    let records = speaker.records(|check| check.case.play.is_empty() && check.level == Level::Moves);
    // Where the answer is disputed it differs, and is shown all the same.
    let bad: Vec<&Record> =
        records.iter().filter(|record| matches!(record.verdict, Word::Fail | Word::Differs)).collect();
    assert!(bad.len() > 50, "{}", bad.len());
    for record in &bad {
        // Where White is to move as the case is written, only the turned board shows it.
        let position = record.position.as_deref().expect("a position");
        assert!(position.starts_with('B'), "{position}");
        let (set, case) = (suite().rules(&record.rules).expect("rules"), case_of(&record.case));
        let written = checks_of(suite(), case.0, case.1);
        let written = written.iter().find(|check| check.rules.name == record.rules).expect("the check");
        assert_eq!(record.turned, written.fen.starts_with('W'), "{}", record.case);
        assert!(!record.differences.is_empty());
        for difference in &record.differences {
            let there = set.arbiter.read(difference.position.as_deref().expect("a position")).expect("readable");
            assert_eq!(there, set.arbiter.read(position).expect("readable"), "{}", record.case);
        }
    }
    assert!(bad.iter().any(|record| record.turned) && bad.iter().any(|record| !record.turned));
    let json = serde_json::to_value(bad.iter().find(|record| record.turned).expect("one")).expect("JSON");
    assert_eq!(json["turned"], true);
}

fn case_of(id: &str) -> (&'static Fixture, &'static Case) {
    let all = suite().fixtures.iter().flat_map(|fixture| fixture.cases.iter().map(move |case| (fixture, case)));
    all.into_iter().find(|(_, case)| case.id.value == id).expect("a case")
}

/// What is asked of a case turned: the game, the event, and the move, all of them for the other side.
#[test]
fn a_twin_is_turned_in_all_its_parts() {
    let asked_of = |id: &str, rules: &str| {
        let speaker = Speaker::new(|_| {}, |_, _| {});
        nothing_bad(&speaker.records(|check| check.case.id.value == id && check.rules.name == rules));
        let asked = speaker.asked.into_inner().expect("kept");
        asked.into_iter().map(|request| (request.position.clone(), request)).collect::<Vec<_>>()
    };
    let asked = asked_of("russian.endings.fifth-move-of-black-wins", "russian/idf");
    let (first, twin) = (&asked[0], &asked[asked.len() / 2]);
    assert_eq!((first.0.as_str(), twin.0.as_str()), ("B:WKg5:BKa1,e5", "W:Wd4,Kh8:BKb4"));
    assert_eq!(first.1.played[..3], ["a1-c3", "g5-e7", "c3-e1"]);
    assert_eq!(twin.1.played[..3], ["h8-f6", "b4-d2", "f6-d8"]);

    // The event, and the start position with the other side to move.
    let resigns = checks(suite()).into_iter().find(|check| {
        check.fen == "start"
            && check.rules.name == "russian/guide"
            && check.case.event.as_ref().is_some_and(|event| event.by.is_some())
    });
    if let Some(check) = resigns {
        let asked = asked_of(&check.case.id.value, "russian/guide");
        let by = |request: &Request| request.event.as_ref().and_then(|event| event.by.clone());
        let (first, twin) = (&asked[0].1, &asked[asked.len() / 2].1);
        assert_ne!(by(first), by(twin));
        assert!(twin.position.starts_with("B:W"), "{}", twin.position);
    }
}

/// No check of writing has a twin, and none of a program that knows no position but the start.
#[test]
fn twins_are_asked_where_they_make_sense() {
    let questions = |greet: fn(&mut Hello), level: Level| {
        let speaker = Speaker::new(greet, |_, _| {});
        let records = speaker.records(|check| check.rules.name == "english/kondavo" && check.level == level);
        nothing_bad(&records);
        speaker.asked.into_inner().expect("kept")
    };
    let turned = |asked: &[Request]| asked.iter().filter(|request| request.position.starts_with("W:")).count();
    let moves = questions(|_| {}, Level::Moves);
    assert_eq!(turned(&moves) * 2, moves.len(), "as many with White to move as with Black");
    let notation = checks(suite()).into_iter().filter(|check| {
        check.rules.name == "english/kondavo" && check.level == Level::Notation && check.rejects.is_some()
    });
    let rejected = notation.count();
    let asked = questions(|_| {}, Level::Notation);
    assert!(rejected > 0 && asked.iter().filter(|request| request.played.is_empty()).count() >= rejected);
    let from_start = questions(|hello| hello.positions = Positions::Start, Level::Games);
    assert!(from_start.iter().all(|request| request.position == "start"));
}

/// An adapter may say of a legal game that it cannot play it: that is no answer, and it is told in its words.
#[test]
fn a_legal_game_that_is_not_played_is_an_error() {
    let speaker = Speaker::new(
        |_| {},
        |request, response| {
            if let Some(first) = request.played.first() {
                let illegal = IllegalPlayed { ply: 1, text: first.clone(), reason: None, detail: None };
                *response = Response { id: response.id.clone(), illegal_played: Some(illegal), ..Response::default() };
            }
        },
    );
    let records = speaker.records(|check| check.rules.name == "english/kondavo" && !check.case.play.is_empty());
    for record in records.iter().filter(|record| record.verdict != Word::Differs) {
        assert_eq!(record.verdict, Word::Error, "{}", record.case);
        let message = record.message.as_deref().unwrap_or_default();
        assert!(message.starts_with("it cannot play a legal move: ply 1, `"), "{message}");
    }
}

/// Where no document says what is right, or not for sure, nobody is wrong but ourselves.
#[rstest]
#[case::silent(Status::Silent)]
#[case::disputed(Status::Disputed)]
fn doubt_is_not_held_against_anybody(#[case] status: Status) {
    let fail = |_: &Request, response: &mut Response| {
        *response = Response { id: response.id.clone(), error: Some("no".to_string()), ..Response::default() };
    };
    let in_doubt = |check: &Check<'_>| {
        let rules = ["spanish/kondavo", "english/wcdf", "russian/idf"];
        rules.contains(&check.rules.name.as_str()) && grounding().of(check).status == status
    };
    let speaker = Speaker::new(|_| {}, fail);
    let records = speaker.records(in_doubt);
    assert!(!records.is_empty());
    assert!(records.iter().all(|record| record.verdict == Word::Differs && !record.is_bad()));
    let ran = run(suite(), checks(suite()).into_iter().filter(in_doubt).collect(), &speaker, None, &|| {});
    assert!(ran.outcomes.iter().all(|outcome| outcome.record(grounding(), true).is_bad()));
}

/// Draws at a ply, and at every later one.
fn drawn_from(ply: usize) -> impl Fn(&Request, &mut Response) + Sync {
    move |request, response| {
        response.claim.clear();
        if request.ask == Ask::Status && request.played.len() >= ply {
            response.result = Some("draw".to_string());
        }
    }
}

/// A draw that players may claim: who declares it when it may be claimed is judged apart, who says nothing of claims is
/// not compared on them, and who draws at another time is wrong.
#[test]
fn draws_that_may_be_claimed_are_judged_apart() {
    let silent = |hello: &mut Hello| hello.answers.retain(|ability| *ability != Ability::Claims);
    // Eighty plies without progress: the draw may be claimed from the eightieth.
    let eighty = |check: &Check<'_>| {
        check.case.id.value == "english.both-sides.stronger-moves-first" && check.rules.name == "english/wcdf"
    };
    let verdict = |ply: usize| Speaker::new(silent, drawn_from(ply)).records(eighty)[0].clone();
    let apart = verdict(80);
    assert_eq!(apart.verdict, Word::Differs, "{apart:?}");
    assert!(apart.message.is_some_and(|message| message.contains("as soon as it may be claimed")));
    assert_eq!(verdict(79).verdict, Word::Fail, "a ply too early");
    assert_eq!(verdict(40).verdict, Word::Fail, "half as long");
    let never = verdict(usize::MAX);
    assert_eq!(never.verdict, Word::Unsupported, "{never:?}");
    assert!(never.message.is_some_and(|message| message.contains("`claims`")));

    // Who claims to know claims has to.
    let forgets = Speaker::new(|_| {}, drawn_from(usize::MAX)).records(eighty);
    assert_eq!(forgets[0].verdict, Word::Fail);
    // Our own engine has no excuse.
    let speaker = Speaker::new(|_| {}, drawn_from(80));
    let ran = run(suite(), checks(suite()).into_iter().filter(eighty).collect(), &speaker, None, &|| {});
    assert!(ran.outcomes.iter().all(|outcome| outcome.record(grounding(), true).is_bad()));
}

/// Whoever claims a variant, and no rulebook of it, may have draws of its own; but a lost game is no draw.
#[test]
fn draws_of_ones_own_are_judged_apart() {
    let games = |check: &Check<'_>| {
        let expects = |value: Option<Winner>| {
            check.points.iter().any(|(ply, one)| *ply > 0 && one.result.as_ref().is_some_and(|r| r.value == value))
        };
        check.rules.variant == "english"
            && check.level == Level::Games
            && check.case.event.is_none()
            && (expects(None) || expects(Some(Winner::White)))
    };
    let only = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Speaker::new(|hello| hello.rules = names, drawn_from(1)).records(games)
    };
    let by_variant = only(&["english"]);
    let expected = |record: &Record, result: &str| record.differences.iter().any(|one| one.expected == [result]);
    let own = |record: &&Record| record.message.as_ref().is_some_and(|message| message.contains("draws of its own"));
    let apart: Vec<&Record> = by_variant.iter().filter(own).collect();
    assert!(!apart.is_empty());
    assert!(apart.iter().all(|record| record.verdict == Word::Differs && expected(record, "ongoing")));
    let lost = |record: &&Record| expected(record, "white-wins: no-moves") || expected(record, "white-wins");
    let lost: Vec<&Record> = by_variant.iter().filter(lost).collect();
    assert!(!lost.is_empty() && lost.iter().all(|record| record.verdict == Word::Fail));
    // By the name of the rulebook its draws are claimed.
    let by_name = only(&["english/kondavo"]);
    assert!(by_name.iter().any(|record| record.verdict == Word::Fail && expected(record, "ongoing")));
    assert!(!by_name.iter().any(|record| own(&record)));
}
