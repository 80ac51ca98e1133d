//! A second process that outlives this one by a moment: when this one is gone, however it went, it kills the adapters
//! that still run.
//!
//! An adapter that waits for its input ends by itself when that closes. One that hangs does not, and whoever kills a
//! run cannot be asked to clean up. So the ids of adapters' process groups are sent to a guard over a pipe, which
//! closes when this process ends.
//!
//! A process that an adapter starts can leave the group (`setsid`). It still has the environment it was started with,
//! so each adapter gets a variable with a value of its own, and on Linux whatever has it is killed too.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The name of the hidden command that runs a guard.
pub const COMMAND: &str = "guard-adapters";

/// A running guard.
#[derive(Debug)]
pub struct Guard {
    child: Mutex<Child>,
    pipe: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// Starts a guard: `program` is the `damero` program.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be started.
    pub fn start(program: &Path) -> std::io::Result<Guard> {
        let mut command = Command::new(program);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What stops this process from a terminal must not stop the guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipe = child.stdin.take();
        Ok(Guard { child: Mutex::new(child), pipe: Mutex::new(pipe) })
    }

    /// Tells it of a process group, and of the mark that its processes have.
    pub fn watch(&self, group: u32, mark: &str) {
        self.tell(&format!("+{group} {mark}"));
    }

    /// Tells it that a process group has ended, with all that had its mark.
    pub fn forget(&self, group: u32, mark: &str) {
        self.tell(&format!("-{group} {mark}"));
    }

    fn tell(&self, line: &str) {
        if let Ok(mut pipe) = self.pipe.lock()
            && let Some(pipe) = pipe.as_mut()
        {
            let _ = writeln!(pipe, "{line}");
        }
    }
}

/// The variable that marks the processes of an adapter.
pub const MARK: &str = "DAMERO_ADAPTER";

/// A mark that no other adapter has: this process, and a number.
#[must_use]
pub fn new_mark() -> String {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    format!("{}-{}", std::process::id(), STARTED.fetch_add(1, Ordering::Relaxed))
}

/// Kills every process that has a mark in its environment, and those it starts meanwhile. Elsewhere than on Linux
/// nothing tells which these are.
pub fn kill_marked(mark: &str) {
    /// A process that forks faster than that is not caught.
    const ROUNDS: usize = 20;
    if cfg!(target_os = "linux") {
        for _ in 0..ROUNDS {
            let marked = marked(mark);
            if marked.is_empty() {
                return;
            }
            marked.into_iter().for_each(kill_one);
        }
    }
}

/// The processes with a mark.
fn marked(mark: &str) -> Vec<i32> {
    let variable = format!("{MARK}={mark}");
    let own = std::process::id();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has_mark = |id: u32| {
        // What has ended, or is another user's, cannot be read.
        let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|one| one == variable.as_bytes())
    };
    ids.filter(|id| *id != own && has_mark(*id)).filter_map(|id| i32::try_from(id).ok()).collect()
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Ok(mut pipe) = self.pipe.lock() {
            *pipe = None;
        }
        if let Ok(mut child) = self.child.lock() {
            let _ = child.wait();
        }
    }
}

/// What a guard does: reads groups until its input ends, then kills those that were not taken back.
pub fn run(input: impl std::io::Read) {
    let mut groups: Vec<(i32, String)> = Vec::new();
    for line in BufReader::new(input).lines().map_while(Result::ok) {
        let said = line.get(1..).and_then(|said| said.split_once(' '));
        let group = said.and_then(|(group, mark)| Some((group.parse().ok()?, mark.to_string())));
        match (line.as_bytes().first(), group.filter(|(group, _)| *group > 1)) {
            (Some(b'+'), Some(group)) => groups.push(group),
            (Some(b'-'), Some(group)) => groups.retain(|other| *other != group),
            _ => {}
        }
    }
    for (group, mark) in groups {
        kill(group);
        kill_marked(&mark);
    }
}

#[cfg(unix)]
fn kill_one(process: i32) {
    use nix::sys::signal::{Signal, kill};
    let _ = kill(nix::unistd::Pid::from_raw(process), Signal::SIGKILL);
}

#[cfg(not(unix))]
fn kill_one(_: i32) {}

#[cfg(unix)]
fn kill(group: i32) {
    use nix::sys::signal::{Signal, killpg};
    let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
}

/// Elsewhere a job object ends its processes with its owner.
#[cfg(not(unix))]
fn kill(_: i32) {}
