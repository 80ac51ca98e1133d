//! Every snapshot file belongs to a test that is still there. Those of the fixtures' answers look after themselves in
//! `fixtures.rs`.

use std::collections::HashSet;
use std::path::Path;

/// A snapshot is called by a literal of its test file, or by a row of it behind the fixed beginning of a `format!`, as
/// the tests spell names: everything but letters and digits becomes `_`.
#[test]
fn no_snapshot_is_left_behind() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut orphans = Vec::new();
    let mut seen = 0;
    for (folder, module) in
        [("snapshots", None), ("report_snapshots", Some("report")), ("docs_snapshots", Some("docs"))]
    {
        for entry in std::fs::read_dir(tests.join(folder)).expect("a folder of snapshots") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                continue;
            }
            seen += 1;
            let file = path.file_name().expect("a file").to_string_lossy().into_owned();
            let name = file.strip_suffix(".snap").unwrap_or_default();
            let (module, name) =
                module.map_or_else(|| name.split_once("__").unwrap_or_default(), |module| (module, name));
            // A snapshot of a glob has the name of the file it is about behind it.
            let (name, about) = name.split_once('@').map_or((name, None), |(name, about)| (name, Some(about)));
            let source = std::fs::read_to_string(tests.join(module).with_extension("rs")).unwrap_or_default();
            if !names(&source).contains(&plain(name))
                || about.is_some_and(|about| !tests.join("bad").join(about).exists())
            {
                orphans.push(format!("{folder}/{file}"));
            }
        }
    }
    assert!(seen > 100, "the snapshots were not found");
    orphans.sort();
    assert!(orphans.is_empty(), "no test has these snapshots; delete them: {orphans:#?}");
}

fn plain(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

/// All names that a test file can give.
fn names(source: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut beginnings = vec![String::new()];
    for line in source.lines() {
        let literals: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        beginnings
            .extend(literals.iter().filter_map(|text| text.split_once('{')).map(|(beginning, _)| plain(beginning)));
        let function = line.trim().strip_prefix("fn ").and_then(|rest| rest.split('(').next());
        names.extend(literals.iter().copied().chain(function).map(plain));
        // The arguments of a command line, in one row.
        names.insert(plain(&literals.join(" ")));
    }
    beginnings.iter().flat_map(|beginning| names.iter().map(move |name| format!("{beginning}{name}"))).collect()
}
