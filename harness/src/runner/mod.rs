//! Cases × an implementation → verdicts.
//!
//! A check is first planned (`plan`): what has to be asked to decide it, in the implementation's own names of squares,
//! or why it cannot be asked. Checks that ask the same are asked together, once. When the replies are there, each check
//! is judged by itself (`judge`); nothing that was expected ever leaves this module.

mod claimed;
mod judge;
mod plan;

use crate::fixture::Status;
use crate::fixture::resolve::Check;
use crate::format::diagnostic::line_column;
use crate::implementation::{Implementation, Job, Reply};
use crate::protocol::Hello;
use crate::record::{Difference, Record, Word};
use crate::suite::Suite;
use plan::{Question, Tongue};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

/// What became of a check.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// All as expected.
    Pass,
    /// Something differs.
    Fail(Vec<Difference>),
    /// Something differs in a way that is nobody's failure, in words; our own engine's it is all the same.
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
    pub untold: Option<String>,
    /// Moves that it lists more than once.
    pub duplicates: Vec<String>,
    /// How long the answers took; nothing where nothing was asked.
    pub took: Duration,
}

/// What came of a run.
#[derive(Debug)]
pub struct Ran<'s> {
    /// Every check with its verdict, in the order given.
    pub outcomes: Vec<Outcome<'s>>,
    /// What concerns the whole.
    pub notices: Vec<String>,
}

/// A verdict, with what there is to remark beside it.
struct Judged {
    verdict: Verdict,
    /// What the implementation could not tell apart.
    untold: Option<String>,
    /// Moves that it lists more than once.
    duplicates: Vec<String>,
}

impl From<Verdict> for Judged {
    fn from(verdict: Verdict) -> Judged {
        Judged { verdict, untold: None, duplicates: Vec::new() }
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
) -> Ran<'s> {
    let hello = implementation.hello();
    let tongues = Tongue::all(&checks, hello.squares);
    let plans: Vec<Result<(Vec<Question>, Job), Verdict>> =
        checks.par_iter().map(|check| plan::plan(suite, check, hello, &tongues[check.rules.name.as_str()])).collect();

    // What several checks ask alike is asked once: a job, with the checks it decides.
    let mut jobs: Vec<(Job, Vec<usize>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut asked: Vec<Result<Vec<Question>, Verdict>> = Vec::with_capacity(plans.len());
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

    let slots: Vec<Mutex<Option<(Judged, Duration)>>> = checks.iter().map(|_| Mutex::new(None)).collect();
    let done = |job: usize, replies: Vec<Reply>, took: Duration| {
        for &index in &checks_of[job] {
            let check = &checks[index];
            let Ok(plan) = &asked[index] else { continue };
            let judged = judge::judge(check, hello, &tongues[check.rules.name.as_str()], plan, &replies);
            if let Ok(mut slot) = slots[index].lock() {
                // A second call for the same job is a correction, and no further step.
                if slot.replace((judged, took)).is_none() {
                    progress();
                }
            }
        }
    };
    let notices = implementation.answer(&jobs, &done);

    let judged = slots.into_iter().map(|slot| slot.into_inner().ok().flatten());
    let outcomes = checks.iter().zip(judged).zip(&asked);
    let outcomes = outcomes
        .map(|((check, judged), plan)| {
            let (judged, took) = match (judged, plan) {
                (Some(judged), _) => judged,
                (None, Err(verdict)) => (verdict.clone().into(), Duration::ZERO),
                (None, Ok(_)) => (Verdict::Crash("it was never answered".to_string()).into(), Duration::ZERO),
            };
            let Judged { verdict, untold, duplicates } = judged;
            Outcome { check: check.clone(), verdict, untold, duplicates, took }
        })
        .collect();
    Ran { outcomes, notices }
}

/// The verdict on one check, asked by itself.
#[must_use]
pub fn judge(suite: &Suite, check: &Check<'_>, implementation: &dyn Implementation) -> Verdict {
    let ran = run(suite, vec![check.clone()], implementation, None, &|| {});
    ran.outcomes.into_iter().next().map_or(Verdict::Pass, |outcome| outcome.verdict)
}

impl Outcome<'_> {
    /// The outcome as it is kept. `own` says that it is our own engine's, which answers for what no document says too.
    #[must_use]
    pub fn record(&self, suite: &Suite, own: bool) -> Record {
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
        let excused = matches!(verdict, Word::Fail | Word::Refused | Word::Unanswered | Word::Error);
        let verdict = if excused && case.status != Status::Normative && !own { Word::Differs } else { verdict };
        let tells = !matches!(verdict, Word::Pass | Word::Unsupported);
        Record {
            case: case.id.value.clone(),
            rules: check.rules.name.clone(),
            variant: check.rules.variant.to_string(),
            topic: check.fixture.topic.clone(),
            level: check.level,
            clauses: case.clauses.iter().map(|clause| clause.value.clone()).collect(),
            status: case.status.word().to_string(),
            composed: case.composed,
            file: file.path.clone(),
            line,
            column,
            verdict,
            baseline: None,
            why: tells.then(|| case.why.value.trim().to_string()),
            position: tells.then(|| check.fen.clone()),
            differences,
            message: message.cloned(),
            untold: self.untold.clone(),
            duplicates: self.duplicates.clone(),
        }
    }
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
