use super::{Failure, SuiteArgs, print_problems};
use crate::files::Origin;
use crate::suite::{Load, Suite};
use clap::Args;
use std::path::PathBuf;

/// Write the rule tables under docs/
#[derive(Debug, Args)]
pub(super) struct DocsArgs {
    /// Compare with the files instead of writing them
    #[arg(long)]
    check: bool,
    /// The folder they lie in
    #[arg(long, value_name = "FOLDER", default_value = "docs/reference")]
    folder: PathBuf,
    #[command(flatten)]
    suite: SuiteArgs,
}

pub(super) fn run(args: &DocsArgs) -> Result<(), Failure> {
    let suite = Suite::load(&Origin::find(args.suite.fixtures.as_deref()), Load::default())?;
    if print_problems(&suite) {
        return Err(Failure::Broken);
    }
    let pages = crate::docs::pages(&suite);
    let files = pages.into_iter().map(|page| (args.folder.join(&page.path), page.text)).collect();
    super::schema::write_or_compare(files, args.check, "damero docs")
}
