//! `adapter.yaml`: how a ready adapter is started, what it adapts, and what it claims.

use super::process::Program;
use crate::files::{FilesError, SuiteFile, read_file};
use crate::format::model::{self, Keys, Kind, List, MapOf, OneOf, Placed, Quoted, model};
use crate::format::{Diagnostic, Shape, shape, yaml};
use crate::protocol::{Ability, Hello, Level, MovesAs, Positions, Squares};
use damero_engine::MoveIdentity;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE: &str = "adapter.yaml";

/// A ready adapter.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name, that of its folder.
    pub name: String,
    /// Where the library lives.
    pub homepage: String,
    /// How it is started.
    pub program: Program,
    /// Its baseline, where it has one.
    pub baseline: Option<PathBuf>,
    /// The environment it is started from, which `install` makes; `None` where it needs none.
    pub environment_folder: Option<PathBuf>,
    /// All it says.
    pub written: Written,
}

damero_engine::words! {
    /// Where packages come from.
    pub enum Registry {
        /// the Python package index
        Pypi = "pypi",
        /// the registry of npm
        Npm = "npm",
        /// the registry of cargo
        CratesIo = "crates.io",
    }
}

model! {
    /// The file, as written.
    pub struct Written {
        /// the name of the adapter, that of its folder
        name: required AdapterName = "name",
        /// one line about the library
        about: required String = "about",
        /// the package that is adapted
        library: required String = "library",
        /// where the package comes from
        registry: required OneOf<Registry> = "registry",
        /// the version of the package
        version: required Quoted = "version",
        /// where the library lives
        homepage: required String = "homepage",
        /// what the adapter is written in
        language: required String = "language",
        /// the oldest Python that its packages run on, where that is not 3.10
        python: optional Quoted = "python",
        /// how it is started; {dir} is this folder, {env} the environment that `install` makes
        argv: required Placed<List<Quoted>> = "argv",
        /// variables it needs
        environment: default MapOf<Variables, String> = "environment",
        /// what it must answer: `unsupported` counts as a failure there
        claims: required Claims = "claims",
        /// how it names squares
        squares: required OneOf<Squares> = "squares",
        /// how much of a move it tells
        moves_as: required OneOf<MovesAs> = "moves_as",
        /// how much of the rules it claims
        levels: required List<OneOf<Level>> = "levels",
        /// which positions it can be asked about
        positions: default OneOf<Positions> = "positions",
        /// which moves it lists as one
        identity: default OneOf<MoveIdentity> = "identity",
        /// its known failures: a file in this folder
        baseline: optional String = "baseline",
    }
}

model! {
    /// What an adapter must answer.
    pub struct Claims {
        /// variants and rulebooks it plays
        rules: required List<String> = "rules",
        /// what it answers
        answers: required List<OneOf<Ability>> = "answers",
    }
}

model::texts! {
    /// The name of an adapter.
    AdapterName = Shape::Form("a short name like `my-library`", "^[a-z0-9-]+$", model::is_slug);
}

/// Keys that are variables.
#[derive(Clone, Copy, Debug)]
pub enum Variables {}

impl Keys for Variables {
    const WHAT: &'static str = "variables";
}

/// The shape of the file.
#[must_use]
pub fn shape() -> Shape {
    Written::shape()
}

/// Why a description cannot be had.
#[derive(Debug)]
pub enum DescriptionError {
    /// The file cannot be read.
    File(FilesError),
    /// It is not as it should be.
    Wrong(Box<SuiteFile>, Vec<Diagnostic>),
}

/// Finds the description that a name on the command line means: the file, or a folder that holds one.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    if is_yaml {
        return Some(path.to_path_buf());
    }
    let inside = path.join(FILE);
    (path.is_dir() && inside.is_file()).then_some(inside)
}

/// Reads a description.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not as it should be.
pub fn read(path: &Path) -> Result<Description, DescriptionError> {
    let file = read_file(path).map_err(DescriptionError::File)?;
    let mut found = Vec::new();
    let node = match yaml::read(&file.text) {
        Ok(node) => node,
        Err(diagnostic) => return Err(DescriptionError::Wrong(Box::new(file), vec![diagnostic])),
    };
    shape::check(&file.text, &node, &shape(), &mut found);
    let written = if found.is_empty() { model::read::<Written>(&node, &mut found) } else { None };
    if let Some(written) = &written
        && written.argv.value.is_empty()
    {
        let empty = Diagnostic::error(written.argv.span.clone(), "found an empty list");
        found.push(empty.expected("a program and its arguments"));
    }
    let Some(written) = written.filter(|_| found.is_empty()) else {
        return Err(DescriptionError::Wrong(Box::new(file), found));
    };

    // Programs are started from anywhere, so that the folder has to be whole; one that is not there is found out soon.
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let environment_folder = folder.parent().unwrap_or(&folder).join(".env").join(&written.name.value);
    let places = [("{dir}", folder.display().to_string()), ("{env}", environment_folder.display().to_string())];
    let placed = |text: &str| places.iter().fold(text.to_string(), |text, (place, path)| text.replace(place, path));
    let needs_environment = written.argv.value.iter().any(|part| part.value.contains("{env}"));
    Ok(Description {
        name: written.name.value.clone(),
        homepage: written.homepage.clone(),
        program: Program {
            argv: written.argv.value.iter().map(|part| placed(&part.value)).collect(),
            environment: written.environment.iter().map(|(key, value)| (key.value.clone(), placed(value))).collect(),
            folder: None,
        },
        // Shown in messages, so as it was named rather than whole.
        baseline: written.baseline.as_ref().map(|name| path.with_file_name(name)),
        environment_folder: needs_environment.then_some(environment_folder),
        written,
    })
}

impl Description {
    /// Where the adapter says something else of itself than its description.
    #[must_use]
    pub fn differences(&self, hello: &Hello) -> Vec<String> {
        fn words<T: Copy>(list: &[T], word: impl Fn(T) -> &'static str) -> String {
            list.iter().map(|item| word(*item)).collect::<Vec<_>>().join(", ")
        }
        let here = &self.written;
        let pairs = [
            ("name", here.name.value.clone(), hello.name.clone()),
            ("version", here.version.value.clone(), hello.version.clone()),
            ("language", here.language.clone(), hello.language.clone()),
            ("rules", here.claims.rules.join(", "), hello.rules.join(", ")),
            ("answers", words(&here.claims.answers, Ability::word), words(&hello.answers, Ability::word)),
            ("squares", here.squares.to_string(), hello.squares.to_string()),
            ("moves_as", here.moves_as.to_string(), hello.moves_as.to_string()),
            ("levels", words(&here.levels, Level::word), words(&hello.levels, Level::word)),
            ("positions", here.positions.to_string(), hello.positions.to_string()),
            ("identity", here.identity.to_string(), hello.identity.to_string()),
        ];
        let differing = pairs.into_iter().filter(|(_, here, there)| here != there);
        differing
            .map(|(key, here, there)| format!("`{key}`: {FILE} has `{here}`, the adapter says `{there}`"))
            .collect()
    }
}
