//! The conversation: what is sent and what comes back, shown as it happens.

use super::words::Fault;
use crate::cli::common::Failure;
use crate::cli::output::print;
use crate::implementation::guard::Guard;
use crate::implementation::process::{Process, Program, ReadError};
use crate::protocol::LONGEST_LINE;
use crate::report::show::clipped;
use anstyle::{AnsiColor, Style};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// Characters of a line that are shown.
const WIDTH: usize = 100;
/// How long to wait for more once something has come that no answer should be.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long something may still come that was not asked for, such as a second answer.
const QUIET_AFTER_ANSWER: Duration = Duration::from_millis(30);
/// How often an adapter is started again.
const RESTARTS: usize = 3;
/// Unrequested lines after which no more are read.
const STRAYS: usize = 3;

/// What is printed.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) quiet: bool,
    pub(super) faults: usize,
    title: String,
    title_shown: bool,
    /// What has been said of how to fix things: once is enough.
    advice: HashSet<String>,
}

impl Page {
    pub(super) fn new(quiet: bool) -> Page {
        Page { quiet, faults: 0, title: String::new(), title_shown: true, advice: HashSet::new() }
    }

    /// What the next lines are about.
    pub(super) fn title(&mut self, text: impl Into<String>) -> Result<(), Failure> {
        self.title = text.into();
        self.title_shown = false;
        if self.quiet { Ok(()) } else { self.show_title() }
    }

    fn show_title(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.title_shown, true) {
            return Ok(());
        }
        print(&format!("{BOLD}{}{BOLD:#}\n", self.title))
    }

    fn sent(&self, line: &[u8]) -> Result<(), Failure> {
        if self.quiet { Ok(()) } else { print(&format!("  {DIM}→ {}{DIM:#}\n", shortened(line))) }
    }

    fn heard(&self, line: &[u8]) -> Result<(), Failure> {
        if self.quiet { Ok(()) } else { print(&format!("  ← {}\n", shortened(line))) }
    }

    /// Something is as it should be.
    pub(super) fn good(&self, text: &str) -> Result<(), Failure> {
        if self.quiet { Ok(()) } else { print(&format!("  {GREEN}✓{GREEN:#} {}\n", clean(text))) }
    }

    /// Something that is no fault and yet worth knowing.
    pub(super) fn note(&self, text: &str) -> Result<(), Failure> {
        if self.quiet { Ok(()) } else { print(&format!("  {YELLOW}!{YELLOW:#} {}\n", clean(text))) }
    }

    /// Why nothing more is asked.
    pub(super) fn stop(&mut self, text: &str) -> Result<(), Failure> {
        self.show_title()?;
        print(&format!("  {YELLOW}!{YELLOW:#} {}\n", clean(text)))
    }

    /// Something is wrong: what, and how to fix it.
    pub(super) fn bad(&mut self, fault: &Fault) -> Result<(), Failure> {
        self.show_title()?;
        self.faults += 1;
        let say = !fault.fix.is_empty() && self.advice.insert(fault.fix.clone());
        let fix = if say { format!(": {}", fault.fix) } else { String::new() };
        // What an adapter says may be a million characters.
        let mut lines = fault.what.lines().map(clipped);
        let first = lines.next().unwrap_or_default();
        let mut text = format!("  {RED}✗{RED:#} {}{}\n", clean(&first), clean(&fix));
        for line in lines {
            text += &format!("    {DIM}{}{DIM:#}\n", clean(&line));
        }
        print(&text)
    }
}

/// What is sent: a line, and the id of the answer to it.
pub(super) struct Line {
    pub(super) id: Value,
    pub(super) bytes: Vec<u8>,
    /// What it is called in messages: `request 3 (moves)`.
    pub(super) name: String,
}

/// An adapter that is talked to.
pub(super) struct Talk<'a> {
    program: &'a Program,
    guard: Option<Arc<Guard>>,
    process: Option<Process>,
    timeout: Duration,
    next_id: u64,
    answered: HashSet<String>,
    pub(super) exchanges: usize,
    restarts: usize,
}

impl<'a> Talk<'a> {
    pub(super) fn start(program: &'a Program, guard: Option<Arc<Guard>>, timeout: Duration) -> Result<Self, String> {
        let process = Some(Process::start(program, guard.clone())?);
        Ok(Talk { program, guard, process, timeout, next_id: 0, answered: HashSet::new(), exchanges: 0, restarts: 0 })
    }

    /// The next id.
    pub(super) fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Whether it runs.
    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Starts it again, with the same greeting as before; the answer to that has been looked at. Not for ever.
    pub(super) fn restart(&mut self, greeting: &[u8], within: Duration) -> Result<(), Fault> {
        if self.restarts == RESTARTS {
            return Err(Fault::new(format!("it was started again {RESTARTS} times: no more is asked"), ""));
        }
        self.restarts += 1;
        let failed = |why: String| Fault::new(format!("it cannot be started again: {why}"), "");
        let mut process = Process::start(self.program, self.guard.clone()).map_err(failed)?;
        process.send([greeting, b"\n"].concat());
        match process.line(Instant::now() + within) {
            Ok(_) => self.process = Some(process),
            Err(ReadError::Ended(how)) => return Err(failed(how)),
            Err(_) => return Err(failed("no answer to the greeting".to_string())),
        }
        Ok(())
    }

    /// Sends lines at once and waits for their answers, in any order; none where something else came of it, which has
    /// been said.
    pub(super) fn exchange(
        &mut self,
        page: &mut Page,
        lines: &[Line],
        within: Option<Duration>,
    ) -> Result<Vec<Option<Value>>, Failure> {
        let mut answers: Vec<Option<Value>> = vec![None; lines.len()];
        let Some(process) = &mut self.process else { return Ok(answers) };
        let mut bytes = Vec::new();
        for line in lines {
            page.sent(&line.bytes)?;
            bytes.extend_from_slice(&line.bytes);
            bytes.push(b'\n');
        }
        process.send(bytes);
        self.exchanges += lines.len();

        let within = within.unwrap_or(self.timeout);
        let mut deadline = Instant::now() + within;
        let mut strays = 0;
        loop {
            let waiting: Vec<usize> = (0..lines.len()).filter(|&index| answers[index].is_none()).collect();
            // A second answer comes right behind the first, if at all.
            let until = if waiting.is_empty() { Instant::now() + QUIET_AFTER_ANSWER } else { deadline };
            let Some(process) = &mut self.process else { return Ok(answers) };
            let line = match process.line(until) {
                Ok(line) => line,
                Err(ReadError::Timeout) if waiting.is_empty() => return Ok(answers),
                Err(error) => {
                    let names: Vec<&str> = waiting.iter().map(|&index| lines[index].name.as_str()).collect();
                    // What came instead of an answer has been said: that none came is no second fault.
                    let said = strays > 0 && error == ReadError::Timeout;
                    self.on_exit(page, &error, &names, within, said)?;
                    return Ok(answers);
                }
            };
            page.heard(&line)?;
            deadline = Instant::now() + within;
            match place(&line, lines, &waiting, &self.answered) {
                Ok((index, value, faults)) => {
                    for fault in &faults {
                        page.bad(fault)?;
                    }
                    self.answered.insert(lines[index].id.to_string());
                    answers[index] = Some(value);
                }
                Err(fault) => {
                    page.bad(&fault)?;
                    strays += 1;
                    if strays == STRAYS {
                        self.kill();
                        return Ok(answers);
                    }
                    deadline = Instant::now() + PATIENCE.min(within);
                }
            }
        }
    }

    /// Says why no answer can come any more, and kills what is left.
    fn on_exit(
        &mut self,
        page: &mut Page,
        error: &ReadError,
        waiting: &[&str],
        within: Duration,
        said: bool,
    ) -> Result<(), Failure> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        // Of one that writes without end they only say that it was killed.
        let errors = if *error == ReadError::TooLong { String::new() } else { process.errors() };
        process.kill();
        let asked = match waiting {
            [] => "after its answer".to_string(),
            names => format!("no answer to {}", names.join(" and ")),
        };
        let fault = match error {
            ReadError::Timeout => Fault::new(
                format!("{asked} within {} s", within.as_secs_f32()),
                "does it flush after each line? does it wait for more input, or for its end?",
            ),
            ReadError::Ended(how) => {
                Fault::new(format!("{asked}: {how}"), "only the end of its input may end an adapter")
            }
            ReadError::TooLong => Fault::new(
                format!("{asked}: a line of more than {LONGEST_LINE} bytes"),
                "end each answer with a line feed, and keep it under 1 MiB",
            ),
        };
        if said {
            return Ok(());
        }
        page.bad(&with_errors(fault, &errors))
    }

    /// Whether it still answers at all after its input has ended, and ends.
    pub(super) fn end(mut self, page: &mut Page) -> Result<(), Failure> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        process.close_input();
        let until = Instant::now() + Duration::from_secs(2);
        let how = loop {
            match process.line(until) {
                Ok(line) => {
                    page.heard(&line)?;
                    let shown = shortened(&line);
                    page.bad(&Fault::new(
                        format!("a line that answers nothing: `{shown}`"),
                        "one answer to a request",
                    ))?;
                }
                Err(ReadError::Ended(how)) => break Some(how),
                Err(_) => break None,
            }
            if page.faults > 100 {
                break None;
            }
        };
        let errors = process.errors();
        match how {
            Some(how) if process.leave() => {
                if how.contains("exit code 0") {
                    page.good("it ended")
                } else {
                    page.note(&format!("{how}: an adapter ends quietly when its input does"))
                }
            }
            _ => {
                process.kill();
                page.bad(&with_errors(
                    Fault::new("it does not end when its input ends", "stop at the end of standard input"),
                    &errors,
                ))
            }
        }
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
    }
}

fn with_errors(mut fault: Fault, errors: &str) -> Fault {
    let lines: Vec<&str> = errors.lines().collect();
    for line in &lines[lines.len().saturating_sub(8)..] {
        fault.what.push('\n');
        fault.what += line;
    }
    fault
}

/// Which of the lines sent an answer belongs to, with what is wrong about that.
fn place(
    line: &[u8],
    lines: &[Line],
    waiting: &[usize],
    answered: &HashSet<String>,
) -> Result<(usize, Value, Vec<Fault>), Fault> {
    let shown = shortened(line);
    let mut value: Value = serde_json::from_slice(line).map_err(|error| {
        let fix = "standard output is for answers alone, one JSON object on each line; everything else goes to \
                    standard error";
        match std::str::from_utf8(line) {
            Ok(_) => Fault::new(format!("a line that is not JSON (at column {}): `{shown}`", error.column()), fix),
            Err(_) => Fault::new(format!("a line that is not UTF-8: `{shown}`"), "write standard output as UTF-8"),
        }
    })?;
    if !value.is_object() {
        return Err(Fault::new(format!("a line that is no JSON object: `{shown}`"), "an answer is an object, `{…}`"));
    }
    let id = value.get("id").cloned();
    if let Some(id) = &id
        && let Some(&index) = waiting.iter().find(|&&index| lines[index].id == *id)
    {
        return Ok((index, value, Vec::new()));
    }
    let copy = "copy the request's `id` into the answer, unchanged";
    // An answer under no name, or a wrong one, can only be to the one request that waits.
    let only = match waiting {
        [only] => Some(*only),
        _ => None,
    };
    match &id {
        None | Some(Value::Null) => {
            let what = if id.is_none() { "no `id`" } else { "`\"id\":null`" };
            match only {
                Some(index) => {
                    let found = Fault::new(format!("the answer to {} has {what}", lines[index].name), copy);
                    // Said once; what else is wrong with it is still to be seen.
                    value["id"] = lines[index].id.clone();
                    Ok((index, value, vec![found]))
                }
                None => Err(Fault::new(format!("an answer has {what}"), copy)),
            }
        }
        Some(id) if answered.contains(&id.to_string()) => {
            Err(Fault::new(format!("a second answer to request {id}"), "answer each request once"))
        }
        Some(id) => {
            let same = only.filter(|&index| {
                let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
                text(&lines[index].id) == text(id).trim_end_matches(".0")
            });
            match same {
                Some(index) => {
                    let found =
                        format!("the answer to {} has `\"id\":{id}`, expected {}", lines[index].name, lines[index].id);
                    Ok((index, value, vec![Fault::new(found, copy)]))
                }
                None => Err(Fault::new(format!("an answer to request {id}, which was never asked"), copy)),
            }
        }
    }
}

/// A line as it is shown: what is long is cut, what is no text is written out.
fn shortened(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    match text.char_indices().nth(WIDTH) {
        None => clean(&text),
        Some((end, _)) => format!("{}… ({} bytes)", clean(&text[..end]), line.len()),
    }
}

/// A terminal must not obey what an adapter writes.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}
