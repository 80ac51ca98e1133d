use super::common::{Failure, SuiteArgs, print_problems, shown_problems};
use super::output::{print, print_error};
use crate::checks::checks;
use crate::files::{Origin, SuiteFile, read_tree};
use crate::format::{diagnostic, yaml};
use crate::lint;
use crate::report::plural;
use crate::report::show::harmless;
use crate::sensitivity::unshown_clauses;
use crate::suite::Load;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  damero lint                               the whole suite
  damero lint my-case.yaml                  one file, before you send it
  damero lint --portable                    also: do other YAML readers read the same?
  damero lint --format short my-case.yaml   one line per problem, for editors";

/// Check fixtures, rulebooks and sources without running them
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LintArgs {
    /// Files or folders with fixtures; by default those of the suite
    paths: Vec<PathBuf>,
    /// Read every file with a second YAML reader too, and fail where the two differ
    #[arg(long)]
    portable: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Full)]
    format: Format,
    #[command(flatten)]
    suite: SuiteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the lines of the file
    Full,
    /// `path:line:column: message`
    Short,
}

pub(super) fn run(args: &LintArgs) -> Result<(), Failure> {
    let mut cases: Option<Vec<SuiteFile>> = None;
    for path in &args.paths {
        cases.get_or_insert_with(Vec::new).extend(read_tree(path)?);
    }
    let mut suite = lint::load(&Origin::find(args.suite.fixtures.as_deref()), Load { cases, rulebooks: Vec::new() })?;
    let checks = checks(&suite);
    let bar = super::common::progress(checks.len() as u64);
    let unshown = unshown_clauses(&suite, &checks, &|| bar.inc(1));
    bar.finish_and_clear();
    drop(checks);
    suite.problems.extend(unshown);
    suite.problems.sort_by_key(|problem| (problem.file, problem.diagnostic.span.start));
    let count: usize = suite.fixtures.iter().map(|fixture| fixture.cases.len()).sum();
    let broken = match args.format {
        Format::Full => print_problems(&suite),
        Format::Short => {
            let short =
                |file: &SuiteFile, one: &_| harmless(&diagnostic::one_line(&file.path, &file.text, one)).into_owned();
            for line in shown_problems(&suite, short) {
                print(&format!("{line}\n"))?;
            }
            !suite.problems.is_empty()
        }
    };
    let mut differing = 0;
    if args.portable {
        for file in &suite.files {
            // What our own reader refuses has been said already.
            let Ok(node) = yaml::read(&file.text) else { continue };
            let (at, what) = match yaml::read_elsewhere(&file.text) {
                Err(error) => (0, format!("other YAML readers refuse the file: {error}")),
                Ok(other) => match yaml::first_difference(&node, &other) {
                    None => continue,
                    Some(difference) => (difference.at, format!("other YAML readers read {difference}")),
                },
            };
            let (line, column) = diagnostic::line_column(&file.text, at);
            print_error(format_args!("{}:{line}:{column}: {what}", file.path));
            differing += 1;
        }
    }
    if broken || differing > 0 {
        return Err(Failure::Broken);
    }
    if count == 0 {
        return Err(Failure::Nothing("no cases found: nothing was checked".to_string()));
    }
    print(&format!("{} and {}: no problems found\n", plural(suite.files.len(), "file"), plural(count, "case")))
}
