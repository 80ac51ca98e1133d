//! An adapter: somebody's program, asked over its standard input and output.
//!
//! Each worker keeps one process and a window of requests that wait for their answers. When the process dies, is
//! silent for too long, or writes what is no answer, it is killed and the jobs whose answers were still missing are
//! asked again, one request at a time, by a new one: the job that crashes it alone is blamed, and the others get
//! their answers. Where none does, the fault lay in asking several at once, or came but once: that is said, and the worker
//! goes on one request at a time. Starts are bounded; when they are used up, what was not asked is a crash.

use super::guard::Guard;
use super::process::{Process, Program, ReadError};
use super::{AdapterFailure, Done, Implementation, Job, Reply};
use crate::format::yaml::shortened;
use crate::protocol::{Ask, Hello, Request, Response, Squares, VERSION};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Starts in a row that may fail before no more are tried.
const FAILED_STARTS: usize = 3;
/// Breakdowns in a run that no check is blamed for and that are excused all the same: what comes once may be chance,
/// what comes again is the adapter.
const EXCUSED: usize = 1;

/// How an adapter is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long an answer may take, counted from the answer before it.
    pub timeout: Duration,
    /// How long the answer to the first request may take: a program has to start.
    pub start_timeout: Duration,
    /// Requests that may wait for their answers at once.
    pub window: usize,
    /// Processes side by side.
    pub workers: usize,
    /// New starts after a process has died or was killed, in all.
    pub restarts: usize,
    /// The program that guards against processes left behind: `damero` itself.
    pub guard: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            timeout: Duration::from_secs(10),
            start_timeout: Duration::from_secs(60),
            window: 32,
            workers: 1,
            restarts: 100,
            guard: None,
        }
    }
}

/// Why an adapter cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError {
    /// What is wrong.
    pub message: String,
    /// The end of what it wrote to standard error.
    pub errors: String,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.errors.is_empty() {
            write!(f, "\n  its standard error ends with:")?;
            for line in self.errors.lines() {
                write!(f, "\n    {line}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for StartError {}

/// A program that speaks the protocol.
#[derive(Debug)]
pub struct Adapter {
    program: Program,
    options: Options,
    hello: Hello,
    guard: Option<Arc<Guard>>,
    /// The process that said hello, for the first worker.
    first: Mutex<Option<Process>>,
    /// What makes a run a failure as a whole.
    faults: Mutex<Vec<String>>,
}

impl Adapter {
    /// Starts an adapter and shakes hands.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be started or does not say who it is.
    pub fn start(program: Program, options: Options) -> Result<Adapter, StartError> {
        let guard = match &options.guard {
            None => None,
            Some(path) => Some(Arc::new(Guard::start(path).map_err(|error| StartError {
                message: format!("`{}` cannot be started as a guard: {error}", path.display()),
                errors: String::new(),
            })?)),
        };
        let (process, hello) = start(&program, &options, guard.as_ref())?;
        let (first, faults) = (Mutex::new(Some(process)), Mutex::default());
        Ok(Adapter { program, options, hello, guard, first, faults })
    }

    fn restart(&self) -> Result<Process, StartError> {
        let (process, hello) = start(&self.program, &self.options, self.guard.as_ref())?;
        if hello == self.hello {
            Ok(process)
        } else {
            Err(StartError { message: "it says something else of itself than before".into(), errors: String::new() })
        }
    }
}

fn start(program: &Program, options: &Options, guard: Option<&Arc<Guard>>) -> Result<(Process, Hello), StartError> {
    let plain = |message: String| StartError { message, errors: String::new() };
    let mut process = Process::start(program, guard.cloned()).map_err(plain)?;
    let request = Request::hello();
    process.send(line_of(&request));
    let answer = process.line(Instant::now() + options.start_timeout);
    let wrong = match answer {
        Ok(line) => match read_hello(&line) {
            Ok(hello) => return Ok((process, hello)),
            Err(wrong) => wrong,
        },
        Err(ReadError::Timeout) => {
            format!("no answer to `hello` within {} s", options.start_timeout.as_secs_f32())
        }
        Err(ReadError::TooLong) => "the answer to `hello` is a line without end".to_string(),
        Err(ReadError::Ended(how)) => format!("no answer to `hello`: {how}"),
    };
    process.kill();
    Err(StartError { message: format!("the adapter cannot be run: {wrong}"), errors: process.errors() })
}

/// Reads the answer to `hello`.
///
/// # Errors
///
/// What is wrong with it, in words.
pub fn read_hello(line: &[u8]) -> Result<Hello, String> {
    let shown = shortened(&String::from_utf8_lossy(line));
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| format!("the answer to `hello` is not JSON: {error}: `{shown}`"))?;
    if let Some(error) = value.get("error").or_else(|| value.get("unsupported")) {
        return Err(format!("it answers `hello` with {error}"));
    }
    if value.get("id") != Some(&Value::from(0)) {
        return Err(format!("the answer to `hello` does not repeat its `id`, 0: `{shown}`"));
    }
    let hello: Hello = serde_json::from_value(value)
        .map_err(|error| format!("the answer to `hello` is not as the protocol has it: {error}: `{shown}`"))?;
    if hello.protocol != VERSION {
        return Err(format!("it speaks version {} of the protocol, this is version {VERSION}", hello.protocol));
    }
    Ok(hello)
}

/// A request as it is sent.
fn line_of(request: &Request) -> Vec<u8> {
    let mut line = serde_json::to_vec(request).unwrap_or_default();
    line.push(b'\n');
    line
}

impl Implementation for Adapter {
    fn hello(&self) -> &Hello {
        &self.hello
    }

    fn answer(&self, jobs: &[Job], done: Done<'_>) -> Vec<String> {
        let shared = Shared {
            adapter: self,
            jobs,
            done,
            next: AtomicUsize::new(0),
            restarts: AtomicUsize::new(self.options.restarts),
            gave_up: AtomicBool::new(false),
            notices: Mutex::new(Vec::new()),
            breakdowns: Mutex::new((0, String::new())),
        };
        let workers = self.options.workers.clamp(1, jobs.len().max(1));
        std::thread::scope(|scope| {
            for number in 0..workers {
                let shared = &shared;
                let process =
                    if number == 0 { self.first.lock().ok().and_then(|mut first| first.take()) } else { None };
                scope.spawn(move || Worker::new(shared, process).run());
            }
        });
        let (times, last) = shared.breakdowns.into_inner().unwrap_or_default();
        match times {
            0 => {}
            1..=EXCUSED => {
                let text = format!("the adapter failed once ({last}), and not when it was asked again");
                if let Ok(mut notices) = shared.notices.lock() {
                    notices.push(text);
                }
            }
            _ => {
                if let Ok(mut faults) = self.faults.lock() {
                    faults.push(format!(
                        "the adapter failed {times} times, and not when it was asked the same again; the last time: \
                         {last}"
                    ));
                }
            }
        }
        shared.notices.into_inner().unwrap_or_default()
    }

    fn faults(&self) -> Vec<String> {
        self.faults.lock().map_or_else(|_| Vec::new(), |faults| faults.clone())
    }
}

/// What the workers of one run share.
struct Shared<'a> {
    adapter: &'a Adapter,
    jobs: &'a [Job],
    done: Done<'a>,
    next: AtomicUsize,
    restarts: AtomicUsize,
    gave_up: AtomicBool,
    notices: Mutex<Vec<String>>,
    /// How often it failed without a check to blame, though only one request was waiting; and how, the last time.
    breakdowns: Mutex<(usize, String)>,
}

impl Shared<'_> {
    fn take_job(&self) -> Option<usize> {
        if self.gave_up.load(Ordering::Relaxed) {
            return None;
        }
        let job = self.next.fetch_add(1, Ordering::Relaxed);
        (job < self.jobs.len()).then_some(job)
    }

    fn notice(&self, text: String) {
        if let Ok(mut notices) = self.notices.lock()
            && !notices.contains(&text)
        {
            notices.push(text);
        }
    }
}

/// A job some of whose requests have been sent.
struct Open {
    replies: Vec<Option<Reply>>,
    sent: usize,
    began: Instant,
    took: Duration,
}

/// A request that waits for its answer.
#[derive(Clone, Copy)]
struct Waiting {
    job: usize,
    request: usize,
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    process: Option<Process>,
    window: usize,
    open: HashMap<usize, Open>,
    /// Jobs with requests not sent yet, in the order they were taken.
    to_send: VecDeque<usize>,
    waiting: HashMap<u64, Waiting>,
    /// Requests that have been answered, to know a second answer.
    answered: HashMap<u64, usize>,
    next_id: u64,
    /// The first start of a worker is no restart.
    first_start: bool,
    last_answer: Instant,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, process: Option<Process>) -> Self {
        Worker {
            shared,
            first_start: process.is_none(),
            process,
            window: shared.adapter.options.window.max(1),
            open: HashMap::new(),
            to_send: VecDeque::new(),
            waiting: HashMap::new(),
            answered: HashMap::new(),
            next_id: 1,
            last_answer: Instant::now(),
        }
    }

    fn run(mut self) {
        loop {
            match self.until_failure(None) {
                None => break,
                Some(trouble) => {
                    let suspects = self.suspects();
                    if !self.ask_again(&suspects, &trouble) {
                        break;
                    }
                }
            }
        }
        self.end();
    }

    /// The jobs with answers missing, in order.
    fn suspects(&mut self) -> Vec<usize> {
        let mut suspects: Vec<usize> = self.open.keys().copied().collect();
        suspects.sort_unstable();
        self.open.clear();
        self.to_send.clear();
        self.waiting.clear();
        suspects
    }

    /// Asks suspects one request at a time; says whether to go on.
    fn ask_again(&mut self, suspects: &[usize], trouble: &AdapterFailure) -> bool {
        let mut blamed = 0;
        let window = std::mem::replace(&mut self.window, 1);
        for (index, &job) in suspects.iter().enumerate() {
            if !self.ready() {
                self.give_up(&suspects[index..]);
                return false;
            }
            self.take(job);
            let mut answered = 0;
            while let Some(trouble) = self.until_failure(Some(job)) {
                let before = std::mem::replace(&mut answered, self.resume(job));
                // Who ends after an answer has given it: only what is not answered yet is asked of a new process.
                if matches!(trouble, AdapterFailure::Crash(_)) && answered > before {
                    continue;
                }
                blamed += 1;
                self.finish_with(job, &trouble);
                break;
            }
        }
        if blamed == 0 && !suspects.is_empty() {
            // A worker that asks one at a time already has no other way left to ask.
            if window > 1 && (suspects.len() > 1 || self.shared.jobs[suspects[0]].requests.len() > 1) {
                self.shared.notice(format!(
                    "with several requests waiting, the adapter failed ({}); asked one at a time it answered all of \
                     them, and was asked so from then on",
                    trouble.text()
                ));
                return true;
            }
            if let Ok(mut breakdowns) = self.shared.breakdowns.lock() {
                *breakdowns = (breakdowns.0 + 1, trouble.text().to_string());
            }
        }
        self.window = window;
        true
    }

    /// Sees to it that what a job has no answer to is sent again, one request at a time; says how many it has.
    fn resume(&mut self, job: usize) -> usize {
        self.waiting.clear();
        let Some(open) = self.open.get_mut(&job) else { return 0 };
        open.sent = open.replies.iter().take_while(|reply| reply.is_some()).count();
        if !self.to_send.contains(&job) {
            self.to_send.push_back(job);
        }
        open.sent
    }

    /// Works until nothing is left to do, or until the process is down; with `only`, on that job alone.
    fn until_failure(&mut self, only: Option<usize>) -> Option<AdapterFailure> {
        let timeout = self.shared.adapter.options.timeout;
        let mut deadline = Instant::now() + timeout;
        loop {
            if !self.ready() {
                let mut rest: Vec<usize> = self.suspects();
                rest.extend(only.filter(|job| !rest.contains(job)));
                self.give_up(&rest);
                return None;
            }
            if self.waiting.is_empty() {
                deadline = Instant::now() + timeout;
            }
            self.fill(only.is_none());
            if self.waiting.is_empty() {
                return None;
            }
            // Answers come in batches: look at all that are there before asking again.
            let mut until = deadline;
            for _ in 0..self.window {
                let Some(process) = &mut self.process else { break };
                let heard = match process.line(until) {
                    Ok(line) => self.on_line(&line),
                    Err(ReadError::Timeout) if until != deadline => break,
                    Err(error) => return Some(self.on_exit(&error)),
                };
                match heard {
                    Ok(true) => {
                        deadline = Instant::now() + timeout;
                        until = Instant::now();
                    }
                    // A line that answers nothing does not move the deadline.
                    Ok(false) if Instant::now() >= deadline => return Some(self.on_exit(&ReadError::Timeout)),
                    Ok(false) => {}
                    Err(trouble) => {
                        self.kill();
                        return Some(trouble);
                    }
                }
                if self.waiting.is_empty() {
                    break;
                }
            }
        }
    }

    fn on_exit(&mut self, error: &ReadError) -> AdapterFailure {
        let Some(mut process) = self.process.take() else {
            return AdapterFailure::Crash("it is not running".to_string());
        };
        let with_errors = |process: &mut Process, text: String| {
            let errors = process.errors();
            if errors.is_empty() { text } else { format!("{text}\nits standard error ends with:\n{errors}") }
        };
        match error {
            ReadError::Ended(how) => {
                let how = with_errors(&mut process, how.clone());
                process.kill();
                AdapterFailure::Crash(how)
            }
            ReadError::Timeout => {
                process.kill();
                let seconds = self.shared.adapter.options.timeout.as_secs_f32();
                AdapterFailure::Timeout(with_errors(
                    &mut process,
                    format!("no answer within {seconds} s: it was killed"),
                ))
            }
            ReadError::TooLong => {
                process.kill();
                let longest = crate::protocol::LONGEST_LINE;
                AdapterFailure::Violation(format!("a line longer than {longest} bytes"))
            }
        }
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
    }

    /// Sees to it that a process runs.
    fn ready(&mut self) -> bool {
        let mut failed = 0;
        while self.process.is_none() {
            if self.shared.gave_up.load(Ordering::Relaxed) || failed == FAILED_STARTS {
                return false;
            }
            let left = &self.shared.restarts;
            let free = std::mem::take(&mut self.first_start);
            if !free && left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err() {
                return false;
            }
            match self.shared.adapter.restart() {
                Ok(process) => self.process = Some(process),
                Err(error) => {
                    failed += 1;
                    self.shared.notice(format!("it could not be started again: {error}"));
                }
            }
        }
        true
    }

    /// What is left when no process can be had any more.
    fn give_up(&mut self, rest: &[usize]) {
        let used = self.shared.adapter.options.restarts - self.shared.restarts.load(Ordering::Relaxed);
        if !self.shared.gave_up.swap(true, Ordering::Relaxed) {
            self.shared.notice(format!("the adapter was started again {used} times and then given up"));
        }
        let trouble = AdapterFailure::Crash("not asked: the adapter had died too often and was given up".to_string());
        for &job in rest {
            self.finish_with(job, &trouble);
        }
        loop {
            let job = self.shared.next.fetch_add(1, Ordering::Relaxed);
            if job >= self.shared.jobs.len() {
                return;
            }
            self.finish_with(job, &trouble);
        }
    }

    /// Gives a job the same reply to everything not answered.
    fn finish_with(&mut self, job: usize, trouble: &AdapterFailure) {
        let open = self.open.remove(&job);
        self.waiting.retain(|_, waiting| waiting.job != job);
        self.to_send.retain(|other| *other != job);
        let requests = self.shared.jobs[job].requests.len();
        let (replies, took) = match open {
            Some(open) => (open.replies, open.took + self.since(open.began)),
            None => (vec![None; requests], Duration::ZERO),
        };
        let replies = replies.into_iter().map(|reply| reply.unwrap_or_else(|| Err(trouble.clone()))).collect();
        (self.shared.done)(job, replies, took);
    }

    fn take(&mut self, job: usize) {
        let requests = self.shared.jobs[job].requests.len();
        if requests == 0 {
            (self.shared.done)(job, Vec::new(), Duration::ZERO);
            return;
        }
        self.open
            .insert(job, Open { replies: vec![None; requests], sent: 0, began: Instant::now(), took: Duration::ZERO });
        self.to_send.push_back(job);
    }

    /// Sends requests until the window is full.
    fn fill(&mut self, take_more: bool) {
        let mut bytes = Vec::new();
        while self.waiting.len() < self.window {
            let Some(&job) = self.to_send.front() else {
                match take_more.then(|| self.shared.take_job()).flatten() {
                    Some(job) => self.take(job),
                    None => break,
                }
                continue;
            };
            let Some(open) = self.open.get_mut(&job) else {
                self.to_send.pop_front();
                continue;
            };
            let request = open.sent;
            open.sent += 1;
            if open.sent == open.replies.len() {
                self.to_send.pop_front();
            }
            let id = self.next_id;
            self.next_id += 1;
            self.waiting.insert(id, Waiting { job, request });
            let mut message = self.shared.jobs[job].requests[request].clone();
            message.id = Value::from(id);
            bytes.extend(line_of(&message));
        }
        if let (Some(process), false) = (&mut self.process, bytes.is_empty()) {
            process.send(bytes);
        }
    }

    /// Takes in a line; says whether it answered a request, or what makes it impossible to go on.
    fn on_line(&mut self, line: &[u8]) -> Result<bool, AdapterFailure> {
        let shown = || shortened(&String::from_utf8_lossy(line));
        let Ok(line) = std::str::from_utf8(line) else {
            return Err(AdapterFailure::Violation(format!("a line that is not UTF-8: `{}`", shown())));
        };
        let (id, reply) = match serde_json::from_str::<Response>(line) {
            Ok(response) => (response.id.clone(), Ok(Box::new(response.cut()))),
            Err(error) => {
                let value: Value = serde_json::from_str(line).map_err(|error| {
                    AdapterFailure::Violation(format!("a line that is not JSON ({error}): `{}`", shown()))
                })?;
                if !value.is_object() {
                    return Err(AdapterFailure::Violation(format!("a line that is no JSON object: `{}`", shown())));
                }
                let id = value.get("id").cloned().unwrap_or(Value::Null);
                let how = format!("the answer is not as the protocol has it: {error}: `{}`", shown());
                (id, Err(AdapterFailure::Violation(how)))
            }
        };
        let Some(number) = id.as_u64() else {
            return Err(AdapterFailure::Violation(format!(
                "an answer without the id of its request, found {id}: `{}`",
                shown()
            )));
        };
        if let Some(waiting) = self.waiting.remove(&number) {
            self.answered.insert(number, waiting.job);
            self.note(waiting, reply);
            return Ok(true);
        }
        match self.answered.get(&number) {
            Some(&job) => {
                self.answered_twice(job, number, &shown());
                Ok(false)
            }
            None => Err(AdapterFailure::Violation(format!(
                "an answer to request {number}, which was never asked: `{}`",
                shown()
            ))),
        }
    }

    fn note(&mut self, waiting: Waiting, reply: Reply) {
        // While requests wait in line, an answer has taken the time since the one before it.
        let took = self.open.get(&waiting.job).map_or(Duration::ZERO, |open| self.since(open.began));
        self.last_answer = Instant::now();
        let Some(open) = self.open.get_mut(&waiting.job) else { return };
        open.took += took;
        open.replies[waiting.request] = Some(reply);
        if open.replies.iter().all(Option::is_some)
            && let Some(open) = self.open.remove(&waiting.job)
        {
            (self.shared.done)(waiting.job, open.replies.into_iter().flatten().collect(), open.took);
        }
    }

    /// The time since a moment or the last answer, whichever was later.
    fn since(&self, moment: Instant) -> Duration {
        moment.max(self.last_answer).elapsed()
    }

    fn answered_twice(&mut self, job: usize, number: u64, shown: &str) {
        let violation: Reply =
            Err(AdapterFailure::Violation(format!("a second answer to request {number}: `{shown}`")));
        match self.open.get_mut(&job) {
            Some(open) => open.replies.iter_mut().for_each(|reply| {
                if reply.is_some() {
                    *reply = Some(violation.clone());
                }
            }),
            None => {
                let replies = vec![violation; self.shared.jobs[job].requests.len()];
                (self.shared.done)(job, replies, Duration::ZERO);
            }
        }
    }

    /// Lets the process go, hearing what it may still have to say.
    fn end(mut self) {
        let Some(mut process) = self.process.take() else { return };
        process.close_input();
        let until = Instant::now() + Duration::from_secs(2);
        let mut heard = 0;
        // More than the window cannot be answers to anything.
        while heard < self.window * 2 {
            match process.line(until) {
                Ok(line) => {
                    heard += 1;
                    if let Err(trouble) = self.on_line(&line) {
                        self.shared.notice(format!("after the last answer: {}", trouble.text()));
                        break;
                    }
                }
                Err(_) => break,
            }
        }
        if !process.leave() {
            self.shared.notice("the adapter did not end when its input did: it was killed".to_string());
        }
    }
}

impl Request {
    /// The request that begins every conversation.
    #[must_use]
    pub fn hello() -> Request {
        Request {
            id: Value::from(0),
            ask: Ask::Hello,
            protocol: vec![VERSION],
            harness: Some(concat!("damero ", env!("CARGO_PKG_VERSION")).to_string()),
            rules: String::new(),
            parameters: None,
            position: String::new(),
            played: Vec::new(),
            squares: Squares::Variant,
            event: None,
            asked_move: None,
            depth: None,
            identity: None,
        }
    }
}
