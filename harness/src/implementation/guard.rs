//! A second process that outlives this one by a moment: when this one is gone, however it went, it kills the adapters
//! that still run.
//!
//! An adapter that waits for its input ends by itself when that closes. One that hangs does not, and whoever kills a
//! run cannot be asked to clean up. So the ids of adapters' process groups are told to a guard over a pipe, which
//! closes when this process ends.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;

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
    /// Where it cannot be started.
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

    /// Tells it of a process group.
    pub fn watch(&self, group: u32) {
        self.tell('+', group);
    }

    /// Tells it that a process group has ended.
    pub fn forget(&self, group: u32) {
        self.tell('-', group);
    }

    fn tell(&self, sign: char, group: u32) {
        if let Ok(mut pipe) = self.pipe.lock()
            && let Some(pipe) = pipe.as_mut()
        {
            let _ = writeln!(pipe, "{sign}{group}");
        }
    }
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
    let mut groups: Vec<i32> = Vec::new();
    for line in BufReader::new(input).lines().map_while(Result::ok) {
        let group = line.get(1..).and_then(|number| number.parse().ok()).filter(|group| *group > 1);
        match (line.as_bytes().first(), group) {
            (Some(b'+'), Some(group)) => groups.push(group),
            (Some(b'-'), Some(group)) => groups.retain(|other| *other != group),
            _ => {}
        }
    }
    for group in groups {
        kill(group);
    }
}

#[cfg(unix)]
fn kill(group: i32) {
    use nix::sys::signal::{Signal, killpg};
    let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
}

/// Elsewhere a job object ends its processes with its owner.
#[cfg(not(unix))]
fn kill(_: i32) {}
