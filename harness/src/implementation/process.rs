//! One adapter process: its pipes read and written by threads of their own, its lines bounded, its end explained, its
//! whole process group killed.
//!
//! Whoever talks to a process here can be stopped by nothing it does: a process that reads nothing blocks the writing
//! thread, one that floods blocks the reading thread, and both end when it is killed.

use super::guard::{Guard, MARK, kill_marked, new_mark};
use crate::protocol::LONGEST_LINE;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Batches of lines that wait to be looked at; with [`READ`] and [`LONGEST_LINE`] this bounds the memory of a flood.
const BATCHES: usize = 16;
/// Bytes read at once.
const READ: usize = 1 << 16;
/// Bytes kept of what a process writes to standard error: the last ones.
const TAIL: usize = 8 << 10;
/// How long to wait before looking whether a silent process still runs.
const POLL: Duration = Duration::from_millis(200);
/// How long a process whose output has ended may take to say how it ended.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// How long a process may take to end once its input has.
const LEAVE: Duration = Duration::from_secs(2);

/// How a program is started. There is no shell: an argument vector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// Variables of its environment, beside those of this process.
    pub environment: Vec<(String, String)>,
    /// Where it is started; where this process runs if not given.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// A command line split as a shell would, without anything else a shell does.
    ///
    /// # Errors
    ///
    /// Returns an error if a quote is not closed, or nothing is there.
    pub fn parse(line: &str) -> Result<Program, String> {
        match shell_words::split(line) {
            Ok(argv) if argv.is_empty() => Err("an empty command".to_string()),
            Ok(argv) => Ok(Program { argv, ..Program::default() }),
            Err(_) => Err(format!("a quote is not closed in `{}`", crate::format::yaml::shortened(line))),
        }
    }
}

/// Why no line came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The time is over.
    Timeout,
    /// Its output has ended; how, in words.
    Ended(String),
    /// A line was longer than [`LONGEST_LINE`].
    TooLong,
}

enum Event {
    Lines(Vec<Vec<u8>>),
    TooLong,
    /// Whether the last line was not ended.
    End {
        partial: bool,
    },
}

/// A running adapter. Dropping it kills it with everything it has started.
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Event>,
    ready: VecDeque<Vec<u8>>,
    /// Set once nothing more can come.
    ended: Option<ReadError>,
    errors: Arc<Mutex<Tail>>,
    errors_ended: Receiver<()>,
    guard: Option<Arc<Guard>>,
    /// What its environment has, and that of every process it starts.
    mark: String,
    gone: bool,
}

impl Process {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be started, in words.
    pub fn start(program: &Program, guard: Option<Arc<Guard>>) -> Result<Process, String> {
        let name = program.argv.first().ok_or("an empty command")?;
        let mut command = std::process::Command::new(name);
        command.args(&program.argv[1..]).envs(program.environment.iter().cloned());
        let mark = new_mark();
        command.env(MARK, &mark);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command.spawn().map_err(|error| {
            let hint = match error.kind() {
                std::io::ErrorKind::NotFound => "; is it installed, and is the path right from here?",
                std::io::ErrorKind::PermissionDenied => "; is it executable?",
                _ => "",
            };
            format!("`{name}` cannot be started: {error}{hint}")
        })?;
        if let Some(guard) = &guard {
            guard.watch(child.id(), &mark);
        }
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin().take(), child.stdout().take(), child.stderr().take())
        else {
            let _ = child.start_kill();
            return Err(format!("`{name}` was started without pipes"));
        };

        let (input, to_write) = channel();
        std::thread::spawn(move || write_all(&to_write, stdin));
        let (lines, output) = sync_channel(BATCHES);
        std::thread::spawn(move || read_lines(stdout, &lines));
        let errors = Arc::new(Mutex::new(Tail::default()));
        let (errors_end, errors_ended) = channel();
        let tail = errors.clone();
        std::thread::spawn(move || {
            keep_tail(stderr, &tail);
            let _ = errors_end.send(());
        });
        Ok(Process {
            child,
            input: Some(input),
            output,
            ready: VecDeque::new(),
            ended: None,
            errors,
            errors_ended,
            guard,
            mark,
            gone: false,
        })
    }

    /// Sends bytes, without waiting for them to be read.
    pub fn send(&mut self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // A process that has closed its input will be found to have ended, or to be silent.
            let _ = input.send(bytes);
        }
    }

    /// Ends its input: an adapter then ends too.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, without its end.
    ///
    /// # Errors
    ///
    /// Returns an error if none comes before the deadline, or none can come any more.
    pub fn line(&mut self, deadline: Instant) -> Result<Vec<u8>, ReadError> {
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Ok(line);
            }
            if let Some(ended) = &self.ended {
                return Err(ended.clone());
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(wait.min(POLL)) {
                Ok(Event::Lines(lines)) => self.ready.extend(lines),
                Ok(Event::TooLong) => self.ended = Some(ReadError::TooLong),
                Ok(Event::End { partial }) => self.ended = Some(ReadError::Ended(self.how_it_ended(partial))),
                Err(RecvTimeoutError::Timeout) if wait <= POLL => return Err(ReadError::Timeout),
                // The pipe of a process that has ended may be held open by another that it started.
                Err(RecvTimeoutError::Timeout) => {
                    if matches!(self.child.try_wait(), Ok(Some(_))) && self.output_is_still() {
                        self.ended = Some(ReadError::Ended(self.how_it_ended(false)));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.ended = Some(ReadError::Ended(self.how_it_ended(false)));
                }
            }
        }
    }

    /// Whether nothing more comes, in the moment that what was written before the end may need; lines are kept.
    fn output_is_still(&mut self) -> bool {
        match self.output.recv_timeout(POLL) {
            Ok(Event::Lines(lines)) => {
                self.ready.extend(lines);
                false
            }
            Ok(_) | Err(_) => true,
        }
    }

    fn how_it_ended(&mut self, partial: bool) -> String {
        let until = Instant::now() + EXIT_GRACE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(2)),
                _ => break None,
            }
        };
        let how = status.map_or("it closed its output, though it runs on".to_string(), describe);
        if partial { format!("{how}, in the middle of a line") } else { how }
    }

    /// The end of what it has written to standard error.
    #[must_use]
    pub fn errors(&mut self) -> String {
        if self.ended.is_some() || self.gone {
            // It has ended: wait for its last words a moment, as a grandchild may hold the pipe for ever.
            let _ = self.errors_ended.recv_timeout(EXIT_GRACE);
        }
        self.errors.lock().map_or_else(|_| String::new(), |tail| tail.text())
    }

    /// Ends its input and waits for it to go by itself; kills it where it stays, and whatever it leaves behind.
    /// Says whether it went.
    pub fn leave(&mut self) -> bool {
        self.close_input();
        let until = Instant::now() + LEAVE;
        let mut went = false;
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                went = true;
                break;
            }
            // What it still writes must not keep it from going.
            while self.output.try_recv().is_ok() {}
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill();
        went
    }

    /// Kills it, everything in its process group, and on Linux whatever has left the group.
    pub fn kill(&mut self) {
        if !self.gone {
            self.input = None;
            let _ = self.child.start_kill();
            let _ = self.child.wait();
            kill_marked(&self.mark);
            self.gone = true;
            if let Some(guard) = &self.guard {
                guard.forget(self.child.id(), &self.mark);
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Process").field("id", &self.child.id()).finish_non_exhaustive()
    }
}

/// How a process ended, in words.
fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(0) => "it ended by itself (exit code 0)".to_string(),
        Some(code) => format!("it ended with exit code {code}"),
        None => "it ended".to_string(),
    }
}

fn write_all(from: &Receiver<Vec<u8>>, mut to: impl Write) {
    for bytes in from {
        if to.write_all(&bytes).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Sends whole lines, as many at once as have come; blocks while they are not read, and so does the process then.
fn read_lines(from: impl Read, to: &SyncSender<Event>) {
    let mut from = BufReader::with_capacity(READ, from);
    let mut line: Vec<u8> = Vec::new();
    loop {
        let chunk = match from.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if chunk.is_empty() {
            let _ = to.send(Event::End { partial: !line.is_empty() });
            return;
        }
        let length = chunk.len();
        let mut lines = Vec::new();
        let mut rest = chunk;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            if line.len() > LONGEST_LINE {
                break;
            }
            let whole = std::mem::take(&mut line);
            if !whole.trim_ascii().is_empty() {
                lines.push(whole);
            }
        }
        line.extend_from_slice(rest);
        from.consume(length);
        if !lines.is_empty() && to.send(Event::Lines(lines)).is_err() {
            return;
        }
        if line.len() > LONGEST_LINE {
            let _ = to.send(Event::TooLong);
            return;
        }
    }
}

/// The last bytes of a stream.
#[derive(Default)]
struct Tail {
    bytes: VecDeque<u8>,
    cut: bool,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(TAIL)..];
        let over = (self.bytes.len() + bytes.len()).saturating_sub(TAIL);
        self.cut |= over > 0;
        self.bytes.drain(..over);
        self.bytes.extend(bytes);
    }

    fn text(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end();
        // The first line is half a line where something was cut.
        match text.split_once('\n') {
            Some((_, whole)) if self.cut => whole.to_string(),
            _ => text.to_string(),
        }
    }
}

fn keep_tail(mut from: impl Read, tail: &Mutex<Tail>) {
    let mut buffer = vec![0; READ];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(length) => {
                if let Ok(mut tail) = tail.lock() {
                    tail.add(&buffer[..length]);
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_keeps_the_end() {
        let mut tail = Tail::default();
        tail.add(b"first\n");
        assert_eq!(tail.text(), "first");
        for number in 0..2000 {
            tail.add(format!("line {number}\n").as_bytes());
        }
        assert!(tail.bytes.len() <= TAIL);
        assert!(tail.text().starts_with("line "), "no half line at the start");
        assert!(tail.text().ends_with("line 1999"));
    }

    #[test]
    fn command_lines_are_split_without_a_shell() {
        let argv = |line: &str| Program::parse(line).map(|program| program.argv);
        assert_eq!(
            argv("python3 'my adapter.py' --x"),
            Ok(vec!["python3".into(), "my adapter.py".into(), "--x".into()])
        );
        assert_eq!(argv("a; rm b"), Ok(vec!["a;".into(), "rm".into(), "b".into()]));
        assert!(argv("'open").is_err());
        assert!(argv("  ").is_err());
    }

    #[test]
    fn lines_are_bounded_and_split() {
        let events = |bytes: &[u8]| {
            let (to, from) = sync_channel(1000);
            read_lines(bytes, &to);
            drop(to);
            from.into_iter().collect::<Vec<_>>()
        };
        let text = [b"one\n\n two \nthr".as_slice()].concat();
        match events(&text).as_slice() {
            [Event::Lines(lines), Event::End { partial: true }] => {
                assert_eq!(lines, &[b"one".to_vec(), b" two ".to_vec()]);
            }
            _ => panic!("two lines and an open one"),
        }
        let long = vec![b'x'; LONGEST_LINE + 2];
        assert!(matches!(events(&long).as_slice(), [Event::TooLong]));
        let just = [vec![b'x'; LONGEST_LINE], vec![b'\n']].concat();
        assert!(matches!(events(&just).as_slice(), [Event::Lines(_), Event::End { partial: false }]));
    }
}
