//! `adapter.yaml`: how a ready adapter is started, what it adapts, and what it claims.

use super::process::Program;
use crate::files::{FilesError, SuiteFile, read_file};
use crate::format::shape::{list, words};
use crate::format::{Diagnostic, Field, Node, Shape, shape, yaml};
use crate::protocol::{Ability, Hello, Level, MovesAs, Positions, Squares};
use damero_engine::MoveIdentity;
use damero_engine::value::Word;
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
    says: Vec<(&'static str, String)>,
}

const REGISTRIES: &[Word] = &[
    Word { word: "pypi", meaning: "the Python package index" },
    Word { word: "npm", meaning: "the registry of npm" },
    Word { word: "crates.io", meaning: "the registry of cargo" },
];

/// The shape of the file.
#[must_use]
pub fn shape() -> Shape {
    let slug = || Shape::Form("a short name like `my-library`", "^[a-z0-9-]+$", crate::source::is_slug);
    Shape::Map(vec![
        Field::required("name", slug(), "the name of the adapter, that of its folder"),
        Field::required("about", Shape::Text, "one line about the library"),
        Field::required("library", Shape::Text, "the package that is adapted"),
        Field::required("registry", words(REGISTRIES), "where the package comes from"),
        Field::required("version", Shape::Quoted, "the version of the package"),
        Field::required("homepage", Shape::Text, "where the library lives"),
        Field::required("language", Shape::Text, "what the adapter is written in"),
        Field::optional("python", Shape::Quoted, "the oldest Python that its packages run on, where that is not 3.10"),
        Field::required(
            "argv",
            list(Shape::Quoted),
            "how it is started; {dir} is this folder, {env} the environment that `install` makes",
        ),
        Field::optional("environment", Shape::MapOf("variables", Box::new(Shape::Text)), "variables it needs"),
        Field::required(
            "claims",
            Shape::Map(vec![
                Field::required("rules", list(Shape::Text), "variants and rulebooks it plays"),
                Field::required("answers", list(words(Ability::WORDS)), "what it answers"),
            ]),
            "what it must answer: `unsupported` counts as a failure there",
        ),
        Field::required("squares", words(Squares::WORDS), "how it names squares"),
        Field::required("moves_as", words(MovesAs::WORDS), "how much of a move it tells"),
        Field::required("levels", list(words(Level::WORDS)), "how much of the rules it claims"),
        Field::optional("positions", words(Positions::WORDS), "which positions it can be asked about"),
        Field::optional("identity", words(MoveIdentity::WORDS), "which moves it lists as one"),
        Field::optional("baseline", Shape::Text, "its known failures: a file in this folder"),
    ])
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
    let argv = texts(node.get("argv"));
    if found.is_empty() && argv.is_empty() {
        let span = node.get("argv").map_or(0..0, |argv| argv.span.clone());
        found.push(Diagnostic::error(span, "found an empty list").expected("a program and its arguments"));
    }
    if !found.is_empty() {
        return Err(DescriptionError::Wrong(Box::new(file), found));
    }

    let text = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_string();
    // Programs are started from anywhere, so that the folder has to be whole; one that is not there is found out soon.
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let environment_folder = folder.parent().unwrap_or(&folder).join(".env").join(text("name"));
    let places = [("{dir}", folder.display().to_string()), ("{env}", environment_folder.display().to_string())];
    let placed = |text: &str| places.iter().fold(text.to_string(), |text, (place, path)| text.replace(place, path));
    let variables = node.get("environment").map_or(&[] as &[_], Node::entries);
    let claims = node.get("claims");
    let both = |key: &str| texts(claims.and_then(|claims| claims.get(key))).join(", ");
    let mut says = vec![
        ("name", text("name")),
        ("version", text("version")),
        ("language", text("language")),
        ("rules", both("rules")),
        ("answers", both("answers")),
        ("squares", text("squares")),
        ("moves_as", text("moves_as")),
        ("levels", texts(node.get("levels")).join(", ")),
    ];
    let optional = |key: &str, default: &str| node.get(key).and_then(Node::text).unwrap_or(default).to_string();
    says.push(("positions", optional("positions", Positions::Any.word())));
    says.push(("identity", optional("identity", MoveIdentity::default().word())));
    let needs_environment = argv.iter().any(|part| part.contains("{env}"));
    Ok(Description {
        name: text("name"),
        homepage: text("homepage"),
        program: Program {
            argv: argv.iter().map(|part| placed(part)).collect(),
            environment: variables
                .iter()
                .map(|(key, value)| (key.name.clone(), placed(value.text().unwrap_or_default())))
                .collect(),
            folder: None,
        },
        baseline: node.get("baseline").and_then(Node::text).map(|name| {
            // Shown in messages, so as it was named rather than whole.
            path.with_file_name(name)
        }),
        environment_folder: needs_environment.then_some(environment_folder),
        says,
    })
}

fn texts(node: Option<&Node>) -> Vec<String> {
    node.map_or(&[] as &[Node], Node::items).iter().filter_map(Node::text).map(str::to_string).collect()
}

impl Description {
    /// Where the adapter says something else of itself than its description.
    #[must_use]
    pub fn differences(&self, hello: &Hello) -> Vec<String> {
        fn words<T: Copy>(list: &[T], word: impl Fn(T) -> &'static str) -> String {
            list.iter().map(|item| word(*item)).collect::<Vec<_>>().join(", ")
        }
        let said = [
            hello.name.clone(),
            hello.version.clone(),
            hello.language.clone(),
            hello.rules.join(", "),
            words(&hello.answers, Ability::word),
            hello.squares.word().to_string(),
            hello.moves_as.word().to_string(),
            words(&hello.levels, Level::word),
            hello.positions.word().to_string(),
            hello.identity.word().to_string(),
        ];
        let pairs = self.says.iter().zip(said).filter(|((_, here), there)| here != there);
        pairs.map(|((key, here), there)| format!("`{key}`: {FILE} has `{here}`, the adapter says `{there}`")).collect()
    }
}
