//! Every public module shows how it is used, and the name of a type means one thing.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files of the public modules of a module, and of theirs.
fn public_modules(file: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    let text = std::fs::read_to_string(file).expect("a source file");
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            let inner = folder.join(name);
            let own = [inner.with_extension("rs"), inner.join("mod.rs")].into_iter().find(|path| path.exists());
            let own = own.unwrap_or_else(|| panic!("no file of the module {name}"));
            public_modules(&own, &inner, found);
            found.push(own);
        }
    }
}

/// Whether the docs of a file have a block of code that is compiled and run, and asserts something.
fn has_example(text: &str) -> bool {
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//!").or_else(|| line.strip_prefix("///"))
    });
    let mut block = None;
    for line in docs.map(str::trim) {
        match (line.strip_prefix("```"), &block) {
            (Some(kind), None) => block = Some(kind.to_string()),
            (Some(_), Some(_)) => block = None,
            (None, Some(kind)) if kind.is_empty() && line.starts_with("assert") => return true,
            _ => {}
        }
    }
    false
}

#[test]
fn every_public_module_has_an_example() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = Vec::new();
    public_modules(&source.join("lib.rs"), &source, &mut modules);
    assert!(modules.len() > 15, "the modules were not found");
    let without: Vec<_> = modules
        .iter()
        .filter(|path| !has_example(&std::fs::read_to_string(path).expect("a source file")))
        .map(|path| path.strip_prefix(&source).expect("inside").display().to_string())
        .collect();
    assert!(without.is_empty(), "without an example that asserts something: {}", without.join(", "));
}

/// The types that a file declares outside its tests: not those of an impl, which are indented.
fn types(text: &str) -> impl Iterator<Item = &str> {
    let own = text.split("#[cfg(test)]\nmod tests {").next().expect("a beginning");
    own.lines().filter_map(|line| {
        let (indented, line) = (line.starts_with(' '), line.trim_start());
        let line = match line.split_once(' ') {
            Some((visibility, rest)) if visibility.starts_with("pub") => rest,
            _ => line,
        };
        let kinds: &[&str] = if indented { &["enum "] } else { &["struct ", "enum ", "trait ", "type "] };
        let name = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        name.split(|c: char| !c.is_alphanumeric()).next().filter(|name| !name.is_empty())
    })
}

#[test]
fn the_name_of_a_type_means_one_thing() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source];
    let mut seen: HashMap<String, PathBuf> = HashMap::new();
    let mut twice = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            for name in types(&std::fs::read_to_string(&path).expect("a source file")) {
                if let Some(other) = seen.insert(name.to_string(), path.clone()) {
                    twice.push(format!("{name}: {} and {}", other.display(), path.display()));
                }
            }
        }
    }
    assert!(seen.len() > 100, "the types were not found");
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}
