//! The whole suite put to the engine as other programs would speak: with squares named another way, with paths or texts
//! or ends in place of captured squares, with answers that are subtly wrong.

use damero::files::Origin;
use damero::fixture::Status;
use damero::fixture::resolve::{Check, checks};
use damero::implementation::engine::EngineImplementation;
use damero::implementation::{Done, Implementation, Job};
use damero::protocol::{
    Ability, Ask, Hello, Level, MoveMessage, MoveParts, MovesAs, Positions, Request, Response, Squares,
};
use damero::record::{Record, Tally, Word};
use damero::runner::run;
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
        Suite::load(&Origin::Folder(fixtures), Load::default()).expect("the suite")
    })
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
        run(suite(), wanted, self, None, &|| {}).outcomes.iter().map(|o| o.record(suite(), false)).collect()
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
    let untold: Vec<&Record> = records.iter().filter(|record| record.untold.is_some()).collect();
    assert!(untold.len() > 10 && untold.len() < records.len() / 4, "{} of {}", untold.len(), records.len());
    assert!(
        untold.iter().any(
            |record| record.case == "international.capture.same-ends-two-sets" || record.case.contains("same-ends")
        )
    );
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
    let mut game = Game::new(arbiter, arbiter.read(&request.position).expect("a position"));
    for text in &request.played {
        let found = arbiter.find(game.position(), &arbiter.read_move(text).expect("a move")).expect("legal");
        game.play(&found).expect("legal");
    }
    let name = |square| arbiter.geometry().name(square);
    let routes = arbiter.paths(game.position());
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
    assert!(records.iter().all(|record| record.duplicates.is_empty() && record.untold.is_none()));

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
    let untold = Speaker::new(by_path, |request, response| {
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
    let records = untold.records(rings);
    nothing_bad(&records);
    assert!(records.iter().any(|record| record.untold.is_some()));
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
    assert!(all < answered, "{all} questions for {answered} checks");
}

/// Where no document says what is right, or not for sure, nobody is wrong but ourselves.
#[rstest]
#[case::silent(Status::Silent)]
#[case::disputed(Status::Disputed)]
fn doubt_is_not_held_against_anybody(#[case] status: Status) {
    let fail = |_: &Request, response: &mut Response| {
        *response = Response { id: response.id.clone(), error: Some("no".to_string()), ..Response::default() };
    };
    let in_doubt = |check: &Check<'_>| check.case.status == status;
    let speaker = Speaker::new(|_| {}, fail);
    let records = speaker.records(in_doubt);
    assert!(records.iter().all(|record| record.verdict == Word::Differs && !record.is_bad()));
    let ran = run(suite(), checks(suite()).into_iter().filter(in_doubt).collect(), &speaker, None, &|| {});
    assert!(ran.outcomes.iter().all(|outcome| outcome.record(suite(), true).is_bad()));
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
        check.case.id.value == "english.wcdf-claims.forty-moves-each" && check.rules.name == "english/wcdf"
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
    assert!(ran.outcomes.iter().all(|outcome| outcome.record(suite(), true).is_bad()));
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
