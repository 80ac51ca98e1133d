use super::common::{
    Failure, NOTHING_RAN, SuiteArgs, described, installed, print_diagnostics, print_problems, program, progress,
    seconds,
};
use super::output::print_error;
use super::output::{self, Output};
use crate::baseline::{self, Baseline};
use crate::checks::{Check, checks};
use crate::files::{FilesError, Origin, SuiteFile, read_file, read_tree};
use crate::format::shape::nearest;
use crate::implementation::Implementation;
use crate::implementation::adapter::{Adapter, Options};
use crate::implementation::description::{self, Description};
use crate::implementation::engine::EngineImplementation;
use crate::lint;
use crate::protocol::Level;
use crate::record::{Results, Run, Shard, Summary, Tally};
use crate::report::forms::{self, FORMS, Form};
use crate::report::{github, jsonl, text};
use crate::runner;
use crate::sensitivity::Grounding;
use crate::suite::{Load, Suite};
use clap::Args;
use glob::Pattern;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  damero check                                      every fixture on the engine
  damero check fixtures/cases/spanish               one folder
  damero check --rulebook spanish/teg               one rulebook
  damero check --id '*.quality-law.*'               cases by id
  damero check --clause teg/quality-law --verbose   what shows a clause
  damero check --adapter 'python3 mine.py'          your implementation
  damero check --adapter harness/adapters/kish      a library, with its known failures
  damero check --format text --format jsonl=results.jsonl --format junit=junit.xml

An adapter speaks the protocol of docs/guide/protocol.md; `damero adapter-new` creates a starter.";

/// Run the fixtures: the main job
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArgs {
    /// Files or folders with fixtures; by default those of the suite
    paths: Vec<PathBuf>,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    adapter: AdapterOptions,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    suite: SuiteArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
struct SelectArgs {
    /// Only cases whose id matches this glob (repeatable)
    #[arg(long, value_name = "GLOB")]
    id: Vec<String>,
    /// Only checks of this variant (repeatable)
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// Only checks of this rulebook (repeatable); a .yaml file adds a private rulebook of its own
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Vec<String>,
    /// Only cases that cite this clause (repeatable)
    #[arg(long, value_name = "CLAUSE")]
    clause: Vec<String>,
    /// Only fixtures whose topic contains this text (repeatable)
    #[arg(long, value_name = "TEXT")]
    topic: Vec<String>,
    /// Only checks of this level: moves, games, draws, notation (repeatable)
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Vec<Level>,
    /// Leave out positions that cannot arise in play
    #[arg(long)]
    no_composed: bool,
    /// Only one part of the checks, by the id of the case: part 2 of 5 is 2/5
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Implementation under test")]
struct AdapterOptions {
    /// The program to ask instead of the engine: a command line, an adapter.yaml, or the folder of one
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    adapter: Option<String>,
    /// Processes side by side [default: one for each processor, at most 4]
    #[arg(long, value_name = "N", requires = "adapter", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Maximum number of requests in flight
    #[arg(long, value_name = "N", requires = "adapter", default_value_t = 32,
        value_parser = clap::value_parser!(u16).range(1..=4096))]
    window: u16,
    /// How long an answer may take
    #[arg(long, value_name = "SECONDS", requires = "adapter", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// How long the adapter may take to start
    #[arg(long, value_name = "SECONDS", requires = "adapter", default_value = "60", value_parser = seconds)]
    start_timeout: Duration,
    /// Maximum number of restarts of the adapter
    #[arg(long, value_name = "N", requires = "adapter", default_value_t = 100)]
    restarts: usize,
    /// Shuffle the requests with this seed
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Known failures: whatever is not listed there, and whatever no longer fails, is a failure
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Leave the baseline of an adapter.yaml aside
    #[arg(long, conflicts_with_all = ["baseline", "update_baseline"])]
    no_baseline: bool,
    /// Bring the baseline up to date with what was found, changing nothing else in it
    #[arg(long)]
    update_baseline: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct ReportArgs {
    /// How to report, and into which file (repeatable, one of them without a file); a file of jsonl grows as the run
    /// goes
    #[arg(long, value_name = "FORMAT[=FILE]", default_value = "text", value_parser = parse_format)]
    format: Vec<(Reported, Option<PathBuf>)>,
    /// Write how long each check took, apart from the results
    #[arg(long, value_name = "FILE")]
    durations: Option<PathBuf>,
    /// Only the last line
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Every check by name, and known failures in full
    #[arg(short, long)]
    verbose: bool,
    /// Draw boards with letters
    #[arg(long)]
    ascii: bool,
}

/// The name of the report for people.
const FOR_PEOPLE: &str = "text";

/// How a run is reported: for people, or in one of the forms that need nothing but its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reported {
    Text,
    As(Form),
}

fn parse_format(text: &str) -> Result<(Reported, Option<PathBuf>), String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
    let known = if name == FOR_PEOPLE { Some(Reported::Text) } else { forms::named(name).map(Reported::As) };
    let format = known.ok_or_else(|| {
        let names = || std::iter::once(FOR_PEOPLE).chain(FORMS.iter().map(|form| form.name));
        let hint = nearest(name, names()).map(|near| format!("; did you mean `{near}`?"));
        format!("formats are {}{}", names().collect::<Vec<_>>().join(", "), hint.unwrap_or_default())
    })?;
    match file {
        Some("") => Err("a file name must follow `=`".to_string()),
        file => Ok((format, file.map(PathBuf::from))),
    }
}

fn level(text: &str) -> Result<Level, String> {
    let words = || Level::ALL.iter().map(|level| level.word());
    Level::ALL.iter().copied().find(|level| level.word() == text).ok_or_else(|| {
        let hint = nearest(text, words()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("levels are {}{hint}", words().collect::<Vec<_>>().join(", "))
    })
}

pub(super) fn run(args: &CheckArgs) -> Result<(), Failure> {
    let targets = Targets::open(args)?;
    let (suite, wanted_rules) = load(args)?;
    let (selected, total) = select(&suite, args, &wanted_rules)?;
    let all_selected = selected.len();
    let selection = fingerprint(selected.iter().map(Check::name));
    let selected: Vec<Check<'_>> = match args.select.shard {
        None => selected,
        Some(shard) => selected.into_iter().filter(|check| in_shard(&check.case.id.value, shard)).collect(),
    };
    if all_selected == 0 {
        return Err(Failure::Nothing(format!("none of {total} checks matches: nothing ran")));
    }

    let described = described(args.adapter.adapter.as_deref())?;
    let baseline = read_baseline(&suite, args, described.as_ref())?;
    let engine;
    let adapter;
    let implementation: &dyn Implementation = match &args.adapter.adapter {
        None => {
            engine = EngineImplementation::new(&suite);
            &engine
        }
        Some(command) => {
            adapter = start(command, described.as_ref(), &args.adapter)?;
            &adapter
        }
    };
    let baseline = match baseline {
        Some(Wanted::There(baseline)) => Some(baseline),
        Some(Wanted::New(path)) => {
            let hello = implementation.hello();
            Some(Baseline::empty(path.display().to_string(), &hello.name, &hello.version))
        }
        None => None,
    };

    let mut notices = Vec::new();
    if let Some(baseline) = &baseline {
        let hello = implementation.hello();
        match baseline.belongs_to(&hello.name, &hello.version) {
            Ok(notice) => notices.extend(notice),
            Err(diagnostic) => {
                print_diagnostics(&baseline.file, &[diagnostic]);
                return Err(Failure::Broken);
            }
        }
        if args.adapter.update_baseline {
            // That it cannot be written is better known before the run than after it.
            Output::at(Path::new(&baseline.file.path))?;
        }
    }

    let own = args.adapter.adapter.is_none();
    let run = Run {
        damero: env!("CARGO_PKG_VERSION").to_string(),
        suite: suite_fingerprint(&suite),
        implementation: runner::identity(implementation.hello(), described.map(|described| described.homepage)),
        selected: all_selected,
        selection,
        shard: args.select.shard,
        command: command_line(args),
    };
    let growing = targets.growing(&run)?;
    let bar = progress(selected.len() as u64);
    let grounding = Grounding::new(&suite);
    let tell = |outcome: &runner::Outcome<'_>| {
        if growing.is_empty() {
            return;
        }
        let mut record = outcome.record(&grounding, own);
        if let Some(baseline) = &baseline {
            baseline.apply(std::slice::from_mut(&mut record));
        }
        let line = jsonl::line(&record);
        // The whole is written once more in the end: what goes wrong is said then.
        growing.iter().for_each(|mut file| drop(file.write_all(line.as_bytes())));
    };
    let ran = runner::run_and_report(&suite, selected, implementation, args.adapter.seed, &|| bar.inc(1), &tell);
    bar.finish_and_clear();
    let mut records: Vec<_> = ran.outcomes.iter().map(|outcome| outcome.record(&grounding, own)).collect();
    let mut broken = false;
    if let Some(baseline) = &baseline {
        let stale = baseline.apply(&mut records);
        if args.adapter.update_baseline {
            update(baseline, &mut records, &suite)?;
        } else if !stale.is_empty() {
            broken = true;
            print_diagnostics(&baseline.file, &stale);
        }
    }
    let tally = Tally::of(&records);
    notices.extend(ran.notices);
    if tally.passed == 0 && tally.known > 0 {
        notices.push("nothing passes: all that was asked is a known failure".to_string());
    }
    let summary = Summary { tally, notices, faults: ran.faults };
    let results = Results { run, summary, records };
    let written = targets.write(&suite, &results, &durations(&ran.outcomes), &args.report);
    // A part in which nothing ran may belong to a whole in which much did.
    let whole = args.select.shard.is_none_or(|shard| shard.of == 1);
    let verdict = if broken {
        Err(Failure::Broken)
    } else if results.summary.has_failed() {
        Err(Failure::Mismatch)
    } else if tally.passed + tally.known == 0 && whole {
        Err(Failure::Nothing(NOTHING_RAN.to_string()))
    } else {
        return written;
    };
    // A report that cannot be written is said, and hides no verdict.
    if let Err(Failure::Usage(message)) = written {
        print_error(format_args!("error: {message}"));
    }
    verdict
}

/// Where the reports of a run go.
struct Targets {
    reports: Vec<(Reported, Output)>,
    durations: Option<Output>,
    /// The summary page of a job in GitHub Actions.
    job_summary: Option<(PathBuf, File)>,
}

impl Targets {
    /// All places, found to be writable before anything runs, and without what an earlier run has left in them.
    fn open(args: &CheckArgs) -> Result<Targets, Failure> {
        let mut named = Vec::new();
        let mut reports = Vec::new();
        for (format, file) in &args.report.format {
            let output = file.as_deref().map_or_else(|| Ok(Output::stdout()), Output::at)?;
            let name = match format {
                Reported::Text => FOR_PEOPLE,
                Reported::As(form) => form.name,
            };
            named.push(format!("`--format {name}`"));
            reports.push((*format, output));
        }
        let durations = args.report.durations.as_deref().map(Output::at).transpose()?;
        let outputs = named.into_iter().zip(reports.iter().map(|(_, output)| output));
        let outputs = outputs.chain(durations.iter().map(|output| ("`--durations`".to_string(), output)));
        let rulebooks = args.select.rulebook.iter().map(Path::new);
        let read = args.paths.iter().chain(&args.adapter.baseline).map(PathBuf::as_path).chain(rulebooks);
        output::apart(outputs, &read.collect::<Vec<_>>())?;

        let is_github = reports.iter().any(|(format, _)| matches!(format, Reported::As(form) if form.name == "github"));
        let page = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| is_github && !path.is_empty());
        let job_summary = page.map(PathBuf::from).map(|path| {
            let file = File::options().append(true).create(true).open(&path);
            file.map(|file| (path.clone(), file)).map_err(|error| job_summary_failed(&path, &error))
        });
        let targets = Targets { job_summary: job_summary.transpose()?, reports, durations };
        for output in targets.reports.iter().map(|(_, output)| output).chain(&targets.durations) {
            output.clear()?;
        }
        Ok(targets)
    }

    /// The results files that grow as the run goes, begun: one that has no summary at its end was cut off.
    fn growing(&self, run: &Run) -> Result<Vec<File>, Failure> {
        let results =
            self.reports.iter().filter(|(format, _)| matches!(format, Reported::As(form) if form.name == "jsonl"));
        let files = results.map(|(_, output)| output.stream()).filter_map(Result::transpose);
        let begin = |mut file: File| file.write_all(jsonl::first_line(run).as_bytes()).map(|()| file);
        files.map(|file| begin(file?).map_err(Failure::from)).collect()
    }

    /// Writes everything, whatever cannot be.
    fn write(self, suite: &Suite, results: &Results, durations: &str, args: &ReportArgs) -> Result<(), Failure> {
        let job_summary = self.job_summary.map_or(Ok(()), |(path, mut file)| {
            file.write_all(github::job_summary(suite, results).as_bytes())
                .map_err(|error| job_summary_failed(&path, &error))
        });
        let reports = self.reports.into_iter().map(|(format, output)| {
            let text = match format {
                Reported::Text => {
                    let options = text::Options { quiet: args.quiet, verbose: args.verbose, ascii: args.ascii };
                    text::write(suite, results, options)
                }
                Reported::As(form) => (form.write)(suite, results),
            };
            (output, text)
        });
        let durations = self.durations.into_iter().map(|output| (output, durations.to_string()));
        output::deliver(durations.chain(reports)).and(job_summary)
    }
}

fn job_summary_failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("GITHUB_STEP_SUMMARY: {}: {error}", path.display()))
}

/// The suite with the paths and private rulebooks of the command line, and the rules it names.
fn load(args: &CheckArgs) -> Result<(Suite, Vec<String>), Failure> {
    let mut cases: Option<Vec<SuiteFile>> = None;
    for path in &args.paths {
        cases.get_or_insert_with(Vec::new).extend(read_tree(path)?);
    }
    if cases.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::Nothing("no .yaml files found: nothing ran".to_string()));
    }
    let mut rulebooks = Vec::new();
    let mut wanted_rules = Vec::new();
    for name in &args.select.rulebook {
        match super::common::private_rulebook(name)? {
            (Some(file), _) => rulebooks.push(file),
            (None, name) => wanted_rules.extend(name),
        }
    }
    let private = !rulebooks.is_empty();
    let suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), Load { cases, rulebooks })?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    if private && wanted_rules.is_empty() {
        let private = suite.rulebooks.iter().filter(|book| !suite.files[book.file].path.contains("rulebooks/"));
        wanted_rules.extend(private.map(|book| book.name.value.clone()));
    }
    known(&suite, &args.select, &wanted_rules)?;
    Ok((suite, wanted_rules))
}

/// The checks that are wanted, and how many there are in all.
fn select<'s>(suite: &'s Suite, args: &CheckArgs, rules: &[String]) -> Result<(Vec<Check<'s>>, usize), Failure> {
    let select = &args.select;
    let ids = globs(&select.id)?;
    let all = checks(suite);
    let total = all.len();
    let any =
        |list: &[String], matches: &dyn Fn(&str) -> bool| list.is_empty() || list.iter().any(|item| matches(item));
    let wanted = |check: &Check<'_>| {
        (ids.is_empty() || ids.iter().any(|id| id.matches(&check.case.id.value)))
            && any(&select.variant, &|variant| check.rules.variant == variant)
            && any(rules, &|name| check.rules.name == name)
            && any(&select.clause, &|clause| check.case.clauses.iter().any(|c| c.value == clause))
            && any(&select.topic, &|topic| check.fixture.topic.to_lowercase().contains(&topic.to_lowercase()))
            && (select.level.is_empty() || select.level.contains(&check.level))
            && !(select.no_composed && check.case.composed)
    };
    Ok((all.into_iter().filter(wanted).collect(), total))
}

fn start(command: &str, described: Option<&Description>, args: &AdapterOptions) -> Result<Adapter, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(4));
    let options = Options {
        timeout: args.timeout,
        start_timeout: args.start_timeout,
        window: args.window.into(),
        workers: args.workers.map_or(cores, usize::from),
        restarts: args.restarts,
        guard: Some(std::env::current_exe()?),
    };
    let program = program(command, described).map_err(|error| Failure::Usage(format!("--adapter: {error}")))?;
    if let Some(described) = described {
        installed(described)?;
    }
    let adapter = Adapter::start(program, options).map_err(|error| Failure::Adapter(error.to_string()))?;
    if let Some(described) = described {
        let differences = described.differences(adapter.hello());
        if !differences.is_empty() {
            return Err(Failure::Adapter(format!(
                "`hello` differs from {}:\n  {}",
                description::FILE,
                differences.join("\n  ")
            )));
        }
    }
    Ok(adapter)
}

/// The baseline a run is held to.
enum Wanted {
    There(Baseline),
    /// It does not exist yet, and is to be written.
    New(PathBuf),
}

fn read_baseline(suite: &Suite, args: &CheckArgs, described: Option<&Description>) -> Result<Option<Wanted>, Failure> {
    let own = described.filter(|_| !args.adapter.no_baseline).and_then(|described| described.baseline.clone());
    let Some(path) = args.adapter.baseline.clone().or(own) else {
        return match args.adapter.update_baseline {
            true => Err(Failure::Usage("--update-baseline: which? name it with `--baseline FILE`".to_string())),
            false => Ok(None),
        };
    };
    let file = match read_file(&path) {
        Ok(file) => file,
        Err(FilesError::Unreadable { error, .. })
            if error.kind() == std::io::ErrorKind::NotFound && args.adapter.update_baseline =>
        {
            return Ok(Some(Wanted::New(path)));
        }
        Err(error) => {
            let hint = if path.exists() { "" } else { "; `--update-baseline` writes one" };
            return Err(Failure::Usage(format!("{error}{hint}")));
        }
    };
    match baseline::read(file, suite) {
        Ok(baseline) => Ok(Some(Wanted::There(baseline))),
        // Entries that name nothing are what an update takes out; but it must not guess at what cannot be read.
        Err((file, found)) => {
            print_diagnostics(&file, &found);
            Err(Failure::Broken)
        }
    }
}

/// Writes the baseline anew, and marks the records by what it then says.
fn update(baseline: &Baseline, records: &mut [crate::record::Record], suite: &Suite) -> Result<(), Failure> {
    let text = baseline.updated(records).map_err(|diagnostic| {
        print_diagnostics(&baseline.file, &[diagnostic]);
        Failure::Broken
    })?;
    let path = Path::new(&baseline.file.path);
    let changed = text != baseline.file.text || !path.exists();
    let file = SuiteFile::new(baseline.file.path.clone(), text);
    let updated = baseline::read(file, suite).map_err(|(file, found)| {
        print_diagnostics(&file, &found);
        Failure::Broken
    })?;
    for record in records.iter_mut() {
        record.baseline = None;
    }
    updated.apply(records);
    if changed {
        output::write_file(path, &updated.file.text)?;
        print_error(format_args!("wrote {}", path.display()));
    } else {
        print_error(format_args!("{} is up to date", path.display()));
    }
    Ok(())
}

/// Milliseconds of each check, one JSON object a line.
fn durations(outcomes: &[runner::Outcome<'_>]) -> String {
    let mut text = String::new();
    for outcome in outcomes.iter().filter(|outcome| !outcome.took.is_zero()) {
        let check = &outcome.check;
        let milliseconds = (outcome.took.as_secs_f64() * 1e6).round() / 1e3;
        let line = serde_json::json!({
            "case": check.case.id.value, "rules": check.rules.name, "milliseconds": milliseconds,
        });
        text += &format!("{line}\n");
    }
    text
}

/// Sixteen hexadecimal digits that tell one list of texts from another.
fn fingerprint(texts: impl Iterator<Item = String>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn suite_fingerprint(suite: &Suite) -> String {
    fingerprint(suite.files.iter().map(|file| file.text.clone()))
}

/// Whether a case belongs to a part: decided by its id alone, so that it stays there whatever else is selected.
fn in_shard(id: &str, shard: Shard) -> bool {
    let hash = Sha256::digest(id);
    let number = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    number % u64::from(shard.of) + 1 == u64::from(shard.number)
}

/// How this run can be had again, up to what selects checks by name.
fn command_line(args: &CheckArgs) -> String {
    let mut words = vec!["damero".to_string(), "check".to_string()];
    words.extend(args.paths.iter().map(|path| match path.display().to_string() {
        // A file of such a name would be taken for an option.
        name if name.starts_with('-') => format!("./{name}"),
        name => name,
    }));
    if let Some(folder) = &args.suite.fixtures {
        words.extend(["--fixtures".to_string(), folder.display().to_string()]);
    }
    for name in args.select.rulebook.iter().filter(|name| name.ends_with(".yaml") || name.ends_with(".yml")) {
        words.extend(["--rulebook".to_string(), name.clone()]);
    }
    if let Some(adapter) = &args.adapter.adapter {
        words.extend(["--adapter".to_string(), adapter.clone()]);
    }
    if args.adapter.no_baseline {
        words.push("--no-baseline".to_string());
    }
    shell_words::join(words)
}

/// The patterns of `--id`, with each choice in braces written out: `glob` knows none.
fn globs(patterns: &[String]) -> Result<Vec<Pattern>, Failure> {
    let pattern = |text: String| {
        Pattern::new(&text)
            .map_err(|error| Failure::Usage(format!("--id `{text}`: {} at byte {}", error.msg, error.pos)))
    };
    patterns.iter().flat_map(|text| without_braces(text)).map(pattern).collect()
}

/// `a.{b,c}` as `a.b` and `a.c`. Names have no folders: `**` is `*`.
fn without_braces(pattern: &str) -> Vec<String> {
    let inner = pattern.rfind('{').and_then(|open| Some((open, open + pattern[open..].find('}')?)));
    match inner {
        None => vec![pattern.replace("**", "*")],
        Some((open, close)) => (pattern[open + 1..close].split(','))
            .flat_map(|one| without_braces(&[&pattern[..open], one, &pattern[close + 1..]].concat()))
            .collect(),
    }
}

/// Refuses filters that name nothing, with the nearest name: a misspelt filter must not look like an empty result.
fn known(suite: &Suite, args: &SelectArgs, rulebooks: &[String]) -> Result<(), Failure> {
    let refuse = |what: &str, name: &str, near: Option<&str>| {
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        Failure::Usage(format!("no {what} is called `{}`{hint}", crate::format::yaml::shortened(name)))
    };
    for name in rulebooks {
        if suite.rules(name).is_none() {
            return Err(refuse("rulebook", name, suite.nearest_rules(name)));
        }
    }
    for name in &args.variant {
        if damero_engine::Variant::named(name).is_none() {
            let names = damero_engine::variants::ALL.iter().map(|variant| variant.name);
            return Err(refuse("variant", name, nearest(name, names)));
        }
    }
    for name in &args.clause {
        if suite.clause(name).is_none() {
            let names = suite.sources.iter().flat_map(|s| s.clauses.iter().map(|clause| clause.id.value.as_str()));
            return Err(refuse("clause", name, nearest(name, names)));
        }
    }
    Ok(())
}
