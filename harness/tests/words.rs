//! The words of sources, help, and guides, and the commands that the guides show.

use std::path::{Path, PathBuf};

/// Coined or old-fashioned words, each with what says it better.
const INSTEAD: [(&str, &str); 8] = [
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("told", "said, known, or distinguished"),
    ("untold", "not compared"),
    ("nobody", "no one, or say it of the thing"),
    ("whom", "who, or say it of the thing"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the checkout")
}

/// Files of these endings, with their path in the checkout and their text.
fn texts(places: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let files = places.iter().flat_map(|place| walkdir::WalkDir::new(root().join(place)).sort_by_file_name());
    files
        .map(|entry| entry.expect("readable").into_path())
        .filter(|path| endings.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("text");
            (path.strip_prefix(root()).expect("inside").display().to_string(), text)
        })
        .collect()
}

#[test]
fn plain_modern_english() {
    let places = ["engine", "harness/src", "harness/adapters/README.md", "docs/guide", "README.md", "CONTRIBUTING.md"];
    let texts = texts(&places, &["rs", "j2", "yaml", "md"]);
    assert!(texts.len() > 60, "the sources were not found");
    let mut found = Vec::new();
    for (path, text) in &texts {
        for (number, line) in text.lines().enumerate() {
            let mut say = |word: &str, instead: &str| {
                found.push(format!("{path}:{}: `{word}`, better {instead}", number + 1));
            };
            // The old name of a field.
            let line = line.replace("alias = \"untold\"", "").to_lowercase();
            for word in line.split(|c: char| !c.is_alphabetic()) {
                if let Some((word, instead)) = INSTEAD.iter().find(|(old, _)| *old == word) {
                    say(word, instead);
                }
            }
            if line.contains("for one,") {
                say("for one", "for example");
            }
            if path.ends_with(".rs") && line.contains("next_help_heading") && !line.contains("\"selection\"") {
                let known = ["\"implementation under test\"", "\"output\""];
                if !known.iter().any(|heading| line.contains(heading)) {
                    say(line.trim(), "Selection, Implementation under test, or Output");
                }
            }
        }
        let lines: Vec<&str> = text.lines().map(|line| line.trim().trim_start_matches('/')).map(str::trim).collect();
        for (number, three) in lines.windows(3).enumerate() {
            if (three[0] == "# Errors" || three[0] == "# Panics") && three[2].starts_with("Where ") {
                found.push(format!("{path}:{}: `Where …`, better `Returns an error if …`, `Panics if …`", number + 3));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The command lines of a Markdown text: whole lines of a block, and what stands between backquotes.
fn commands(text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let mut pieces: Vec<&str> = Vec::new();
    for line in text.lines() {
        let block = line.strip_prefix("    ").map(|line| line.trim().trim_start_matches("$ "));
        pieces.extend(block.into_iter().flat_map(|line| line.split(" | ")));
    }
    pieces.extend(text.split('`').skip(1).step_by(2));
    pieces
        .into_iter()
        .filter_map(|piece| piece.strip_prefix("damero ").or_else(|| piece.strip_prefix("cargo run --release -- ")))
        // Remarks stand behind `#` or a gap, and the shell takes what follows `>`.
        .map(|line| {
            ["  ", " #", " > "].iter().fold(line, |line, end| line.split(end).next().unwrap_or(line)).to_string()
        })
        .collect()
}

#[test]
fn every_command_shown_can_be_typed() {
    let mut seen = 0;
    let mut wrong = Vec::new();
    for (path, text) in
        texts(&["README.md", "CONTRIBUTING.md", "docs", "harness/adapters/README.md", "harness/templates"], &["md"])
    {
        for line in commands(&text) {
            seen += 1;
            let words = shell_words::split(&line).unwrap_or_else(|error| panic!("{path}: {line}: {error}"));
            let command = damero::cli::command();
            // In running text a command is called by its name alone.
            if let [name] = words.as_slice()
                && command.find_subcommand(name).is_some()
            {
                continue;
            }
            let typed = std::iter::once("damero".to_string()).chain(words);
            if let Err(error) = command.try_get_matches_from(typed)
                && error.use_stderr()
            {
                wrong.push(format!("{path}: damero {line}\n{error}"));
            }
        }
    }
    assert!(seen > 60, "only {seen} commands were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
