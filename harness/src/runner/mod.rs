//! Cases × an implementation → verdicts.
//!
//! A check is first planned (`plan`): what has to be asked to decide it, in the implementation's own names of squares,
//! or why it cannot be asked. The same is asked again with the board turned and the colours swapped (`twin`). Checks that
//! ask the same are asked together, once. When the replies are there, each check is judged by itself (`judge`), and its
//! twin where the check passes; nothing that was expected ever leaves this module.

mod claimed;
mod judge;
mod plan;
mod twin;

use crate::checks::Check;
use crate::format::diagnostic::line_column;
use crate::implementation::{Implementation, Job, Reply};
use crate::protocol::Hello;
use crate::record::{Difference, Record, Word};
use crate::sensitivity::{Grounding, Status};
use crate::suite::Suite;
use plan::{Question, SquareNaming};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;
use twin::Twin;

/// What became of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All as expected.
    Pass,
    /// Something differs.
    Fail(Vec<Difference>),
    /// Something differs in a way that is not held against an implementation, in words; our own engine fails by it.
    Differs(String, Vec<Difference>),
    /// A position is refused that the suite takes for possible.
    Refused(String),
    /// The implementation does not claim to answer it.
    Unsupported(String),
    /// It claims to answer it, and does not.
    Unanswered(String),
    /// The implementation says it failed.
    Error(String),
    /// It died.
    Crash(String),
    /// It did not answer in time.
    Timeout(String),
    /// What it wrote is not the protocol.
    Violation(String),
}

/// A check with its verdict.
#[derive(Clone, Debug)]
pub struct Outcome<'s> {
    /// The check.
    pub check: Check<'s>,
    /// Its verdict.
    pub verdict: Verdict,
    /// What the implementation could not tell apart.
    pub not_compared: Option<String>,
    /// The turned position, where the verdict is that on the board turned by 180 degrees with the colours swapped: as
    /// the fixture has it, all is as expected.
    pub turned: Option<String>,
    /// Moves that it lists more than once.
    pub duplicates: Vec<String>,
    /// How long the answers took; nothing where nothing was asked.
    pub took: Duration,
}

/// What came of a run.
#[derive(Debug)]
pub struct RunReport<'s> {
    /// Every check with its verdict, in the order given.
    pub outcomes: Vec<Outcome<'s>>,
    /// What concerns the whole.
    pub notices: Vec<String>,
    /// What makes the whole a failure, whatever the verdicts.
    pub faults: Vec<String>,
}

/// A verdict, with what there is to remark beside it.
#[derive(Clone)]
struct Judged {
    verdict: Verdict,
    /// What the implementation could not tell apart.
    not_compared: Option<String>,
    /// Moves that it lists more than once.
    duplicates: Vec<String>,
}

impl From<Verdict> for Judged {
    fn from(verdict: Verdict) -> Judged {
        Judged { verdict, not_compared: None, duplicates: Vec::new() }
    }
}

/// What became of a check: the verdict, the turned position where it is about that one, and how long the answers took.
type Decided = (Judged, Option<String>, Duration);

/// What is asked for a check, in this order.
struct Planned {
    /// As the fixture has it.
    plain: Vec<Question>,
    /// With the board turned.
    twin: Option<(Twin, Vec<Question>)>,
}

impl Planned {
    fn of(
        suite: &Suite,
        check: &Check<'_>,
        hello: &Hello,
        naming: &SquareNaming<'_>,
    ) -> Result<(Planned, Job), Verdict> {
        let (plain, mut job) = plan::plan(suite, check, hello, naming)?;
        let twin = Twin::of(check, hello).and_then(|twin| {
            let (questions, turned) = plan::plan(suite, &twin.check(check), hello, naming).ok()?;
            job.requests.extend(turned.requests);
            Some((twin, questions))
        });
        Ok((Planned { plain, twin }, job))
    }

    /// The verdict, and the turned position where it is about that one.
    fn judge(
        &self,
        check: &Check<'_>,
        hello: &Hello,
        naming: &SquareNaming<'_>,
        replies: &[Reply],
    ) -> (Judged, Option<String>) {
        let (plain, turned) = replies.split_at(self.plain.len().min(replies.len()));
        let judged = judge::judge(check, hello, naming, &self.plain, plain);
        if let (Verdict::Pass, Some((twin, questions))) = (&judged.verdict, &self.twin) {
            let of_twin = judge::judge(&twin.check(check), hello, naming, questions, turned);
            if of_twin.verdict != Verdict::Pass {
                return (of_twin, Some(twin.fen().to_string()));
            }
        }
        (judged, None)
    }
}

/// Puts checks to an implementation.
///
/// With a seed they are asked in an order of their own, always the same one; the verdicts come in the order of the
/// checks all the same.
pub fn run<'s>(
    suite: &Suite,
    checks: Vec<Check<'s>>,
    implementation: &dyn Implementation,
    seed: Option<u64>,
    progress: &(dyn Fn() + Sync),
) -> RunReport<'s> {
    run_and_report(suite, checks, implementation, seed, progress, &|_| {})
}

/// As [`run`]; `report` is given each outcome as soon as it and all before it are there, so in the order of the checks.
///
/// An outcome may still change after that, where an implementation answers a second time: what is returned counts.
pub fn run_and_report<'s>(
    suite: &Suite,
    checks: Vec<Check<'s>>,
    implementation: &dyn Implementation,
    seed: Option<u64>,
    progress: &(dyn Fn() + Sync),
    report: &(dyn Fn(&Outcome<'s>) + Sync),
) -> RunReport<'s> {
    let hello = implementation.hello();
    let namings = SquareNaming::all(&checks, hello.squares);
    let naming = |check: &Check<'s>| &namings[check.rules.name.as_str()];
    let plans: Vec<Result<(Planned, Job), Verdict>> =
        checks.par_iter().map(|check| Planned::of(suite, check, hello, naming(check))).collect();

    // What several checks ask alike is asked once: a job, with the checks it decides.
    let mut jobs: Vec<(Job, Vec<usize>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut asked: Vec<Result<Planned, Verdict>> = Vec::with_capacity(plans.len());
    for (index, plan) in plans.into_iter().enumerate() {
        asked.push(plan.map(|(plan, job)| {
            let key = serde_json::to_string(&job.requests).unwrap_or_default();
            let place = *known.entry(key).or_insert_with(|| {
                jobs.push((job, Vec::new()));
                jobs.len() - 1
            });
            jobs[place].1.push(index);
            plan
        }));
        if asked[index].is_err() {
            progress();
        }
    }
    if let Some(seed) = seed {
        fastrand::Rng::with_seed(seed).shuffle(&mut jobs);
    }
    let (jobs, checks_of): (Vec<Job>, Vec<Vec<usize>>) = jobs.into_iter().unzip();

    // What cannot be asked has its verdict already.
    let slots: Vec<Mutex<Option<Decided>>> = asked
        .iter()
        .map(|plan| Mutex::new(plan.as_ref().err().map(|verdict| (verdict.clone().into(), None, Duration::ZERO))))
        .collect();
    let outcome = |index: usize, (judged, turned, took): Decided| Outcome {
        check: checks[index].clone(),
        verdict: judged.verdict,
        not_compared: judged.not_compared,
        duplicates: judged.duplicates,
        turned,
        took,
    };
    let reported = Mutex::new(0);
    let report_on = || {
        let Ok(mut next) = reported.lock() else { return };
        while let Some(judged) = slots.get(*next).and_then(|slot| slot.lock().ok().and_then(|slot| slot.clone())) {
            report(&outcome(*next, judged));
            *next += 1;
        }
    };
    report_on();
    let done = |job: usize, replies: Vec<Reply>, took: Duration| {
        for &index in &checks_of[job] {
            let check = &checks[index];
            let Ok(plan) = &asked[index] else { continue };
            let (judged, turned) = plan.judge(check, hello, naming(check), &replies);
            if let Ok(mut slot) = slots[index].lock() {
                // A second call for the same job is a correction, and no further step.
                if slot.replace((judged, turned, took)).is_none() {
                    progress();
                }
            }
        }
        report_on();
    };
    let notices = implementation.answer(&jobs, &done);

    let judged = slots.iter().map(|slot| slot.lock().ok().and_then(|slot| slot.clone()));
    let never = || (Verdict::Crash("it was never answered".to_string()).into(), None, Duration::ZERO);
    let outcomes = judged.enumerate().map(|(index, judged)| outcome(index, judged.unwrap_or_else(never))).collect();
    RunReport { outcomes, notices, faults: implementation.faults() }
}

/// What becomes of one check, asked by itself.
#[must_use]
pub fn judge<'s>(suite: &Suite, check: &Check<'s>, implementation: &dyn Implementation) -> Outcome<'s> {
    let ran = run(suite, vec![check.clone()], implementation, None, &|| {});
    ran.outcomes.into_iter().next().expect("every check has an outcome")
}

impl Outcome<'_> {
    /// The outcome as it is kept. `own` says that it is our own engine's, which answers for what no document says too.
    ///
    /// What an answer rests on is looked for only if there is something to say about it.
    #[must_use]
    pub fn record(&self, grounding: &Grounding<'_>, own: bool) -> Record {
        let suite = grounding.suite();
        let check = &self.check;
        let case = check.case;
        let file = &suite.files[check.fixture.file];
        let (line, column) = line_column(&file.text, case.id.span.start);
        let (verdict, message, differences) = match &self.verdict {
            Verdict::Pass => (Word::Pass, None, Vec::new()),
            Verdict::Fail(differences) => (Word::Fail, None, differences.clone()),
            Verdict::Differs(_, differences) if own => (Word::Fail, None, differences.clone()),
            Verdict::Differs(why, differences) => (Word::Differs, Some(why), differences.clone()),
            Verdict::Refused(why) => (Word::Refused, Some(why), Vec::new()),
            Verdict::Unsupported(why) => (Word::Unsupported, Some(why), Vec::new()),
            Verdict::Unanswered(why) => (Word::Unanswered, Some(why), Vec::new()),
            Verdict::Error(why) => (Word::Error, Some(why), Vec::new()),
            Verdict::Crash(why) => (Word::Crash, Some(why), Vec::new()),
            Verdict::Timeout(why) => (Word::Timeout, Some(why), Vec::new()),
            Verdict::Violation(why) => (Word::Violation, Some(why), Vec::new()),
        };
        // Where documents do not say what is right, or not for sure, no answer is wrong, nor is having none.
        let tells = !matches!(verdict, Word::Pass | Word::Unsupported);
        let grounds = tells.then(|| grounding.of(check));
        let normative = grounds.as_ref().is_none_or(|grounds| grounds.status == Status::Normative);
        let excused = matches!(verdict, Word::Fail | Word::Refused | Word::Unanswered | Word::Error);
        let verdict = if excused && !normative && !own { Word::Differs } else { verdict };
        Record {
            case: case.id.value.clone(),
            rules: check.rules.name.clone(),
            variant: check.rules.variant.to_string(),
            topic: check.fixture.topic.clone(),
            level: check.level,
            status: grounds.as_ref().map(|grounds| grounds.status.word().to_string()).unwrap_or_default(),
            clauses: grounds.map_or_else(|| cited(case), |grounds| grounds.clauses),
            composed: case.composed,
            file: file.path.clone(),
            line,
            column,
            verdict,
            baseline: None,
            why: tells.then(|| case.why.value.trim().to_string()),
            position: tells.then(|| self.turned.as_ref().unwrap_or(&check.fen).clone()),
            turned: self.turned.is_some(),
            differences,
            message: message.cloned(),
            not_compared: self.not_compared.clone(),
            duplicates: self.duplicates.clone(),
        }
    }
}

/// The clauses that a case cites.
fn cited(case: &crate::fixture::Case) -> Vec<String> {
    case.clauses.iter().map(|clause| clause.value.clone()).collect()
}

/// What an implementation says of itself, as it is kept with results.
#[must_use]
pub fn identity(hello: &Hello, homepage: Option<String>) -> crate::record::Implementation {
    crate::record::Implementation {
        name: hello.name.clone(),
        version: hello.version.clone(),
        language: hello.language.clone(),
        homepage,
        rules: hello.rules.clone(),
        answers: hello.answers.clone(),
        levels: hello.levels.clone(),
        squares: hello.squares,
        moves_as: hello.moves_as,
        positions: hello.positions,
        identity: hello.identity,
    }
}
