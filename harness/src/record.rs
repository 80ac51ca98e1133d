//! Results: what a run found, as it is kept in files and as every report reads it.
//!
//! The canonical form is JSON Lines: one [`Run`] first, then a [`Record`] per check in the order of the suite, and a
//! [`Summary`] last. All other reports are made from these three and from nothing else, whether they come from a run
//! just now or from files of earlier ones. Nothing in them depends on time or machine, so that two runs can be compared
//! line by line; durations are kept apart.

use crate::protocol::{Ability, Level, MovesAs, Positions, Squares, protocol_words};
use damero_engine::MoveIdentity;
use serde::{Deserialize, Serialize};

/// A whole run: all that reports are made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// What was run.
    pub run: Run,
    /// What became of each check, in the order of the suite.
    pub records: Vec<Record>,
    /// What came of it.
    pub summary: Summary,
}

/// A line of a results file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// The first line.
    Run {
        /// What was run.
        run: Box<Run>,
    },
    /// The last line: without it, the file is not whole.
    Summary {
        /// What came of it.
        summary: Summary,
    },
    /// Every line between.
    Check(Box<Record>),
}

/// What was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The version of Damero.
    pub damero: String,
    /// A fingerprint of the suite: files of two runs with the same can be put together.
    pub suite: String,
    /// Who answered.
    pub implementation: Implementation,
    /// How many checks were selected, in all shards together.
    pub selected: usize,
    /// A fingerprint of which they were.
    pub selection: String,
    /// The part of them that was run, as `2/5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// How to run it again, up to the options that select checks: `damero check --adapter 'python3 mine.py'`.
    pub command: String,
}

/// Who answered, and what it claims.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Implementation {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is written in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub language: String,
    /// Where its home is, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub homepage: Option<String>,
    /// Variants and rulebooks it claims.
    pub rules: Vec<String>,
    /// What it answers.
    pub answers: Vec<Ability>,
    /// How much of the rules it claims.
    pub levels: Vec<Level>,
    /// How it names squares.
    pub squares: Squares,
    /// How much of a move it tells.
    pub moves_as: MovesAs,
    /// Which positions it can be asked about.
    pub positions: Positions,
    /// Which moves it lists as one.
    #[serde(default, with = "crate::protocol::identity_word")]
    pub identity: MoveIdentity,
}

/// One part of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// Which part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(k, n)| Some((k.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err(format!("found `{text}`, expected a part and how many there are, from `1/1` on, such as `2/5`")),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// What became of one check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The id of the case.
    pub case: String,
    /// The variant or rulebook it was judged by.
    pub rules: String,
    /// The variant.
    pub variant: String,
    /// What its fixture is about.
    pub topic: String,
    /// How much of the rules it takes to answer it.
    pub level: Level,
    /// The clauses of its rulebook that fix what it shows; with passed and unclaimed checks those that the case cites.
    pub clauses: Vec<String>,
    /// `normative`, `disputed`, or `silent`. With all but passed and unclaimed checks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// Whether its position cannot arise in play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub composed: bool,
    /// The fixture.
    pub file: String,
    /// Line of the case, from 1.
    pub line: usize,
    /// Column of the case, from 1.
    pub column: usize,
    /// The verdict.
    pub verdict: Word,
    /// What the baseline says of it, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Known>,
    /// Why the answer is what the fixture says. With all but passed and unclaimed checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The position as the fixture has it; turned where [`turned`](Self::turned). With all but passed and unclaimed
    /// checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whether the verdict is about the board turned by 180 degrees with the colours swapped, and so are the position and
    /// what differs. As the fixture has it, all is as expected.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
    /// What differs. With `fail`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// What happened, in words. With all verdicts but `pass` and `fail`; with `differs` where that needs words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the implementation could not tell apart, and so was not compared.
    #[serde(default, alias = "untold", skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
    /// Moves that are listed more than once. A remark, and never a failure: what a list must have is each move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub duplicates: Vec<String>,
}

impl Record {
    /// The status of the right answer, if its rulebook's documents do not fix it.
    #[must_use]
    pub fn doubt(&self) -> Option<&str> {
        Some(self.status.as_str()).filter(|status| !matches!(*status, "" | "normative"))
    }
}

protocol_words! {
    /// The verdict on a check.
    #[derive(Default)]
    pub enum Word {
        /// all as expected
        #[default]
        Pass = "pass",
        /// something differs
        Fail = "fail",
        /// it differs where that is no failure: documents are silent or disputed, or a draw is to be claimed
        Differs = "differs",
        /// a position is refused that the suite takes for possible
        Refused = "refused",
        /// not claimed
        Unsupported = "unsupported",
        /// claimed, and yet answered with `unsupported`
        Unanswered = "unanswered",
        /// the implementation says it failed
        Error = "error",
        /// it died
        Crash = "crash",
        /// it did not answer in time
        Timeout = "timeout",
        /// what it wrote is not the protocol
        Violation = "violation",
    }
}

/// What a baseline makes of a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// Whether the verdict is the one the baseline has.
    pub is: KnownAs,
    /// Why it fails, by the baseline. Empty where the baseline does not know it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

protocol_words! {
    /// How a verdict compares with a baseline.
    pub enum KnownAs {
        /// It fails, as the baseline says: no failure of this run.
        KnownFailure = "known-failure",
        /// It passes, and the baseline says it fails: a failure of this run until the baseline is brought up to date.
        UnexpectedPass = "unexpected-pass",
        /// It is bad in another way than the baseline says.
        OtherOutcome = "other-outcome",
    }
}

/// Something that differs from what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What was asked for: `moves`, `routes`, `includes`, `excludes`, `count`, `captures`, `illegal`, `result`,
    /// `claim`, `after`, `rejects`.
    pub what: String,
    /// After so many plies.
    pub ply: usize,
    /// The position at that ply, as a FEN in the variant's own names; none where the position must be refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What was expected, one line each.
    pub expected: Vec<String>,
    /// What came.
    pub actual: Vec<String>,
    /// Why what came is wrong, as far as the rules can tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many of each.
    #[serde(flatten)]
    pub tally: Tally,
    /// What concerns the run rather than one check, such as an adapter that died once and not again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// What makes the run a failure whatever its verdicts, such as an adapter that died again and again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}

impl Summary {
    /// Whether something is not as expected: a check, or the run as a whole.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.tally.failed > 0 || !self.faults.is_empty()
    }
}

/// Verdicts counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// As expected.
    pub passed: usize,
    /// Not as expected, whatever way; with a baseline, only what it does not know.
    pub failed: usize,
    /// Failures the baseline knows.
    pub known: usize,
    /// Different where that is no failure (see [`Word::Differs`]), or refused positions that cannot arise in play.
    pub excused: usize,
    /// Not claimed.
    pub unsupported: usize,
    /// Checks with a move that is listed more than once: a remark beside the counts above, not one of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub duplicates: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Tally {
    /// All of them.
    #[must_use]
    pub fn total(self) -> usize {
        self.passed + self.failed + self.known + self.excused + self.unsupported
    }

    /// Counts one.
    pub fn add(&mut self, record: &Record) {
        self.duplicates += usize::from(!record.duplicates.is_empty());
        match record.counts_as() {
            Counts::Passed => self.passed += 1,
            Counts::Failed => self.failed += 1,
            Counts::Known => self.known += 1,
            Counts::Excused => self.excused += 1,
            Counts::Unsupported => self.unsupported += 1,
        }
    }

    /// All records of a list.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Tally {
        let mut tally = Tally::default();
        records.into_iter().for_each(|record| tally.add(record));
        tally
    }
}

/// What a record counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// As expected.
    Passed,
    /// A failure of this run.
    Failed,
    /// A failure that the baseline knows.
    Known,
    /// Different, but not a fault.
    Excused,
    /// Not claimed.
    Unsupported,
}

impl Record {
    /// What it counts as.
    #[must_use]
    pub fn counts_as(&self) -> Counts {
        match self.baseline.as_ref().map(|known| known.is) {
            Some(KnownAs::KnownFailure) => Counts::Known,
            Some(KnownAs::UnexpectedPass | KnownAs::OtherOutcome) => Counts::Failed,
            None => self.own_count(),
        }
    }

    fn own_count(&self) -> Counts {
        match self.verdict {
            Word::Pass => Counts::Passed,
            Word::Unsupported => Counts::Unsupported,
            Word::Differs => Counts::Excused,
            Word::Refused if self.composed => Counts::Excused,
            _ => Counts::Failed,
        }
    }

    /// Whether two records tell the same of the same case, by the rules of different rulebooks.
    #[must_use]
    pub fn says_the_same(&self, other: &Record) -> bool {
        self.case == other.case
            && self.verdict == other.verdict
            && self.baseline == other.baseline
            && self.position == other.position
            && self.turned == other.turned
            && self.differences == other.differences
            && self.message == other.message
            && self.not_compared == other.not_compared
            && self.duplicates == other.duplicates
    }

    /// Whether it is wrong, whatever a baseline says.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.own_count() == Counts::Failed
    }
}
