//! Imports run one way: each part of a crate uses only the parts listed before it.

use regex::Regex;
use rstest::rstest;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The parts of the engine, from the ground up: files and folders of `engine/src`. A folder stands for the files in it
/// that are not listed themselves; parts on one line do not use each other.
const ENGINE: &[&[&str]] = &[
    &["value"],
    &["words", "notation"],
    &["color", "notation/lookalike"],
    &["rules"],
    &["geometry"],
    &["moves"],
    &["variants/names"],
    &["variants"],
    &["movegen/bitboard"],
    &["movegen/sides"],
    &["movegen/visited"],
    &["movegen/compiled"],
    &["movegen/sink", "movegen/rays"],
    &["movegen/chain", "movegen/quiet"],
    &["movegen"],
    &["movegen/perft/error", "movegen/perft/node"],
    &["movegen/perft"],
    &["setup"],
    &["notation/fen"],
    &["position"],
    &["arbiter"],
    &["notation/moves"],
    &["notation/diagram", "notation/hub"],
    &["explain"],
    &["perft"],
    &["game"],
    &["notation/pdn"],
];

/// The parts of the harness, from the ground up.
const HARNESS: &[&[&str]] = &[
    &["format", "numbers", "template"],
    &["files"],
    &["source", "rulebook", "perft", "fixture", "equivalent"],
    &["suite"],
    &["protocol"],
    &["play", "record"],
    &["checks"],
    &["lint", "sensitivity"],
    &["implementation"],
    &["runner", "baseline"],
    &["schemas"],
    &["report", "docs"],
    &["cli/failure"],
    &["cli/output"],
    &["cli/common"],
    &["cli"],
];

/// A file of a crate as a module: `movegen/chain`, or `movegen` for the face of a folder.
struct Module {
    path: PathBuf,
    name: String,
    text: String,
}

fn modules(root: &Path) -> Vec<Module> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(root).expect("below").with_extension("");
                let name = name.to_string_lossy().replace('\\', "/");
                let name = name.strip_suffix("/mod").unwrap_or(&name).to_string();
                let text = std::fs::read_to_string(&path).expect("a text");
                found.push(Module { path, name, text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// The lines of code with their numbers: without comments, and without the tests at the end.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let lines = text[..end].lines().enumerate();
    lines.map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default()))
}

/// The modules that a line names, by `crate::` or `super::`.
fn named(line: &str, of: &str, known: &BTreeSet<&str>, paths: &Regex) -> Vec<String> {
    let mut found = Vec::new();
    for path in paths.captures_iter(line) {
        let mut base: Vec<&str> = match &path[1] {
            "crate" => Vec::new(),
            supers => {
                let mut base: Vec<&str> = of.split('/').collect();
                let up = supers.matches("super").count();
                base.truncate(base.len().saturating_sub(up));
                base
            }
        };
        let rest = &path[2];
        let (straight, group) = rest.split_once('{').unwrap_or((rest, ""));
        base.extend(straight.split("::").filter(|part| !part.is_empty()));
        let ends: BTreeSet<&str> =
            group.trim_end_matches('}').split(',').map(|one| one.trim().split("::").next().unwrap_or("")).collect();
        for end in ends {
            let mut whole = base.clone();
            whole.push(end);
            // The longest beginning that is a module is the one that is meant.
            let module = (1..=whole.len()).rev().map(|length| whole[..length].join("/"));
            found
                .extend(module.map(|name| name.trim_end_matches('/').to_string()).find(|name| known.contains(&**name)));
        }
    }
    found
}

/// The listed part that a module belongs to, with its place.
fn part<'l>(layers: &'l [&[&str]], module: &str) -> Option<(usize, &'l str)> {
    let all = layers.iter().enumerate().flat_map(|(level, parts)| parts.iter().map(move |part| (level, *part)));
    all.filter(|(_, part)| module == *part || module.starts_with(&format!("{part}/")))
        .max_by_key(|(_, part)| part.len())
}

/// Every arrow of a crate that runs up, or sideways.
fn wrong_arrows(root: &Path, layers: &[&[&str]]) -> Vec<String> {
    let modules = modules(root);
    assert!(modules.len() > 20, "{}: too few files were read", root.display());
    let known: BTreeSet<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    let paths = Regex::new(r"\b(crate|(?:super::)*super)::((?:\w+::)*(?:\w+|\{[^}]*\}?)?)").expect("a pattern");
    let mut wrong = Vec::new();
    let mut arrows = 0;
    for module in
        modules.iter().filter(|module| !matches!(&*module.name, "lib" | "main") && !module.name.ends_with("tests"))
    {
        let Some((level, own)) = part(layers, &module.name) else {
            wrong.push(format!("{}: no layer has `{}`", module.path.display(), module.name));
            continue;
        };
        for (line, text) in code(&module.text) {
            for target in named(text, &module.name, &known, &paths) {
                let Some((to, of)) = part(layers, &target) else { continue };
                arrows += 1;
                let commands = own == "cli" && of == "cli" && module.name != "cli" && target != "cli";
                let siblings = commands && module.name.split('/').nth(1) != target.split('/').nth(1);
                if (of != own && to >= level) || siblings {
                    wrong.push(format!("{}:{line}: `{}` uses `{target}`", module.path.display(), module.name));
                }
            }
        }
    }
    assert!(arrows > 50, "{}: too few imports were read", root.display());
    wrong
}

#[rstest]
#[case::engine("../engine/src", ENGINE)]
#[case::harness("src", HARNESS)]
fn imports_run_one_way(#[case] root: &str, #[case] layers: &[&[&str]]) {
    let wrong = wrong_arrows(&Path::new(env!("CARGO_MANIFEST_DIR")).join(root), layers);
    assert!(wrong.is_empty(), "arrows that run up:\n{}", wrong.join("\n"));
}

#[test]
fn arrows_are_read() {
    let known = BTreeSet::from(["a", "a/b", "c", "c/d"]);
    let paths = Regex::new(r"\b(crate|(?:super::)*super)::((?:\w+::)*(?:\w+|\{[^}]*\}?)?)").expect("a pattern");
    let of = |line: &str, module: &str| named(line, module, &known, &paths);
    assert_eq!(of("use crate::c::d::Thing;", "a"), ["c/d"]);
    assert_eq!(of("let x = crate::c::value();", "a"), ["c"]);
    assert_eq!(of("use super::{b, Thing};", "a/x"), ["a", "a/b"]);
    assert_eq!(of("use super::super::c::d;", "a/b"), ["c/d"]);
    assert_eq!(of("use std::fmt;", "a"), Vec::<String>::new());
}
