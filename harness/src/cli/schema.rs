use super::common::{Failure, write_or_compare};
use crate::protocol::schema::file as protocol;
use crate::schemas::all;
use clap::Args;
use std::path::PathBuf;

/// Write the JSON Schemas that editors use
#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Compare with the files instead of writing them
    #[arg(long)]
    check: bool,
    /// The folder they lie in
    #[arg(long, value_name = "FOLDER", default_value = "fixtures/schema")]
    folder: PathBuf,
}

pub(super) fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let files = all().into_iter().chain([protocol()]).map(|(name, text)| (args.folder.join(name), text)).collect();
    write_or_compare(files, &[], args.check, "damero schema")
}
