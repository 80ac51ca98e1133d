//! Embeds the suite and the templates in the binary: writes each list of files as Rust, for `include!`.
//!
//! The compiler follows the files that it includes; Cargo is asked to look for new ones.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by Cargo"));
    // A link to the folder beside the crate, so that a package has the suite inside. Git for Windows may write a link
    // as a file.
    let suite = [here.join("fixtures"), here.join("../fixtures")].into_iter().find(|folder| folder.is_dir());
    embed(&suite.expect("the folder with the suite"), "suite.rs", |name| name.ends_with(".yaml"));
    embed(&here.join("templates/adapter"), "templates.rs", |name| {
        // What trying them out leaves behind.
        let part = |part: &str| name.contains(&format!("/{part}/"));
        !part("target") && !part("__pycache__") && !name.ends_with("Cargo.lock") && !name.ends_with(".class")
    });
}

/// Writes an expression of the type `&[(&str, &str)]`: the names of the files below a folder, in order, and their texts.
fn embed(folder: &Path, output: &str, wanted: impl Fn(&str) -> bool) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    walk(folder, "", &mut files);
    files.retain(|(name, _)| wanted(name));
    files.sort();
    let lines: String = files.iter().map(|(name, path)| format!("({name:?}, include_str!({path:?})),\n")).collect();
    let output = Path::new(&env::var_os("OUT_DIR").expect("set by Cargo")).join(output);
    fs::write(output, format!("&[\n{lines}]")).expect("Cargo's own folder can be written");
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder that can be read") {
        let path = entry.expect("a folder that can be read").path();
        let name = format!("{prefix}{}", path.file_name().expect("an entry has a name").to_string_lossy());
        if path.is_dir() {
            walk(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path));
        }
    }
}
