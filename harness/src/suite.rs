//! The whole suite: sources, rulebooks, fixtures, and everything that is wrong with them.

use crate::equivalent::{self, Equivalent};
use crate::files::{FilesError, Origin, SuiteFile};
use crate::fixture::{self, Fixture};
use crate::format::shape::{check, nearest, one_of};
use crate::format::{Diagnostic, Node, Shape, diagnostic, yaml};
use crate::perft::{self, PerftTable};
use crate::rulebook::{self, Rulebook, Setting};
use crate::source::{self, Clause, Source};
use damero_engine::{Arbiter, Variant, variants};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Something wrong in a file of the suite.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Index of the file.
    pub file: usize,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// A variant or a rulebook, ready to play by.
#[derive(Clone, Debug)]
pub struct RuleSet {
    /// `spanish` or `spanish/teg`.
    pub name: String,
    /// The variant.
    pub variant: &'static str,
    /// The rules.
    pub arbiter: Arbiter,
}

/// The suite.
#[derive(Debug)]
pub struct Suite {
    /// Where it comes from.
    pub origin: String,
    /// Every file read.
    pub files: Vec<SuiteFile>,
    /// The documents.
    pub sources: Vec<Source>,
    /// The rulebooks, ordered by variant and name.
    pub rulebooks: Vec<Rulebook>,
    /// The fixtures.
    pub fixtures: Vec<Fixture>,
    /// Published node counts.
    pub perft: Vec<PerftTable>,
    /// Changes of rules that nothing can show.
    pub equivalents: Vec<Equivalent>,
    /// What is wrong, in the order of files and places.
    pub problems: Vec<Problem>,
    rule_sets: Vec<RuleSet>,
    by_name: HashMap<String, usize>,
}

/// Which kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Source,
    Rulebook,
    PrivateRulebook,
    Fixture,
    Perft,
    Equivalents,
}

impl Kind {
    fn shape(self) -> Shape {
        match self {
            Kind::Source => source::shape(),
            Kind::Rulebook | Kind::PrivateRulebook => rulebook::file_shape(),
            Kind::Fixture => fixture::shape(),
            Kind::Perft => perft::shape(),
            Kind::Equivalents => equivalent::shape(),
        }
    }

    /// What kind a file is, by its first keys.
    fn guess(node: &Node) -> Kind {
        if node.get("source").is_some() {
            Kind::Source
        } else if node.get("rulebook").is_some() {
            Kind::PrivateRulebook
        } else {
            Kind::Fixture
        }
    }
}

/// What to load.
#[derive(Debug, Default)]
pub struct Load {
    /// Files or folders with cases in place of the suite's own.
    pub cases: Option<Vec<SuiteFile>>,
    /// Private rulebooks beside those of the suite.
    pub rulebooks: Vec<SuiteFile>,
}

impl Suite {
    /// Loads sources, rulebooks, and cases.
    ///
    /// Whatever is wrong inside a file becomes a [`Problem`]; the rest is loaded all the same.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read at all.
    pub fn load(origin: &Origin, load: Load) -> Result<Suite, FilesError> {
        let mut files = Vec::new();
        let mut kinds = Vec::new();
        let mut add = |list: Vec<SuiteFile>, kind: Kind| {
            kinds.extend(std::iter::repeat_n(kind, list.len()));
            files.extend(list);
        };
        add(origin.files("sources")?, Kind::Source);
        add(origin.files("rulebooks")?, Kind::Rulebook);
        add(load.rulebooks, Kind::PrivateRulebook);
        add(origin.files("perft")?, Kind::Perft);
        add(origin.files("equivalents")?, Kind::Equivalents);
        match load.cases {
            Some(cases) => add(cases, Kind::Fixture),
            None => add(origin.files("cases")?, Kind::Fixture),
        }

        let trees: Vec<(Option<Node>, Vec<Diagnostic>)> =
            files.par_iter().zip(&kinds).map(|(file, kind)| read_tree(file, *kind)).collect();

        let mut suite = Suite {
            origin: origin.describe(),
            files,
            sources: Vec::new(),
            rulebooks: Vec::new(),
            fixtures: Vec::new(),
            perft: Vec::new(),
            equivalents: Vec::new(),
            problems: Vec::new(),
            rule_sets: Vec::new(),
            by_name: HashMap::new(),
        };
        for (file, ((tree, mut found), kind)) in trees.into_iter().zip(kinds).enumerate() {
            // What has not its shape is not read: half-read files would breed wrong messages.
            if let (Some(node), true) = (tree, found.is_empty()) {
                match kind {
                    Kind::Source => suite.sources.extend(source::read(&node, file, &mut found)),
                    Kind::Rulebook | Kind::PrivateRulebook => {
                        let complete = kind == Kind::Rulebook;
                        suite.rulebooks.extend(rulebook::read(&node, file, complete, &mut found));
                    }
                    Kind::Fixture => suite.fixtures.extend(fixture::read(&node, file, &mut found)),
                    Kind::Perft => suite.perft.extend(perft::read(&node, &mut found)),
                    Kind::Equivalents => suite.equivalents.extend(equivalent::read(&node, file, &mut found)),
                }
            }
            suite.problems.extend(found.into_iter().map(|diagnostic| Problem { file, diagnostic }));
        }
        suite.index_rules();
        suite.check_references();
        suite.add_problems(Vec::new());
        Ok(suite)
    }

    /// Adds what else is wrong, in its place.
    pub fn add_problems(&mut self, problems: Vec<Problem>) {
        self.problems.extend(problems);
        self.problems.sort_by_key(|problem| (problem.file, problem.diagnostic.span.start));
    }

    /// The rules of a name: a rulebook or a variant.
    #[must_use]
    pub fn rules(&self, name: &str) -> Option<&RuleSet> {
        self.by_name.get(name).map(|&index| &self.rule_sets[index])
    }

    /// Every variant and every rulebook, each variant before its rulebooks.
    #[must_use]
    pub fn rule_sets(&self) -> &[RuleSet] {
        &self.rule_sets
    }

    /// The rules a case means by a name: a rulebook stands for itself, a variant for all its rulebooks, or for itself
    /// where it has none.
    #[must_use]
    pub fn rules_meant_by(&self, name: &str) -> Vec<&RuleSet> {
        if Variant::named(name).is_some() {
            let books: Vec<&RuleSet> =
                self.rule_sets.iter().filter(|set| set.variant == name && set.name != name).collect();
            if !books.is_empty() {
                return books;
            }
        }
        self.rules(name).into_iter().collect()
    }

    /// The name nearest to one that is not known.
    #[must_use]
    pub fn nearest_rules(&self, name: &str) -> Option<&str> {
        let names = self.rule_sets.iter().map(|set| set.name.as_str());
        nearest(name, names).or_else(|| {
            // `teg` alone, or `espanol/teg`: the part behind the slash decides.
            let last = name.rsplit('/').next().unwrap_or(name);
            self.rule_sets.iter().map(|set| set.name.as_str()).find(|set| set.rsplit('/').next() == Some(last))
        })
    }

    /// The clause of an id, with its source.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<(&Source, &Clause)> {
        self.sources
            .iter()
            .find_map(|source| source.clauses.iter().find(|c| c.id.value == id).map(|clause| (source, clause)))
    }

    /// A place in a file as `path:line:column`.
    #[must_use]
    pub fn place(&self, file: usize, offset: usize) -> String {
        let (line, column) = diagnostic::line_column(&self.files[file].text, offset);
        format!("{}:{line}:{column}", self.files[file].path)
    }

    fn index_rules(&mut self) {
        self.rulebooks.sort_by(|a, b| {
            let order = |book: &Rulebook| variants::ALL.iter().position(|v| v.name == book.variant);
            order(a).cmp(&order(b)).then_with(|| a.name.value.cmp(&b.name.value))
        });
        for variant in variants::ALL {
            let arbiter = Arbiter::new(variant.rules).expect("the named variants are playable, their test says so");
            self.rule_sets.push(RuleSet { name: variant.name.to_string(), variant: variant.name, arbiter });
            for book in self.rulebooks.iter().filter(|book| book.variant == variant.name) {
                self.rule_sets.push(RuleSet {
                    name: book.name.value.clone(),
                    variant: variant.name,
                    arbiter: book.arbiter.clone(),
                });
            }
        }
        for (index, set) in self.rule_sets.iter().enumerate() {
            self.by_name.entry(set.name.clone()).or_insert(index);
        }
    }

    /// What one file alone cannot tell: names used twice, and names that lead nowhere.
    fn check_references(&mut self) {
        let mut found = Vec::new();
        let mut unique = Unique { suite: self, seen: HashMap::new(), found: &mut found };
        for source in &self.sources {
            unique.note("source", &source.id, source.file);
            for clause in &source.clauses {
                unique.note("clause", &clause.id, source.file);
            }
        }
        for book in &self.rulebooks {
            unique.note("rulebook", &book.name, book.file);
        }
        for fixture in &self.fixtures {
            for case in &fixture.cases {
                unique.note("case", &case.id, fixture.file);
            }
        }
        for source in &self.sources {
            for clause in &source.clauses {
                if clause.id.value.split('/').next() != Some(source.id.value.as_str()) {
                    found.push(Problem {
                        file: source.file,
                        diagnostic: Diagnostic::error(clause.id.span.clone(), format!("found `{}`", clause.id.value))
                            .expected(format!("an id that begins with `{}/`", source.id.value)),
                    });
                }
                let of_captures = clause.fixes.iter().any(|fixes| fixes.value == "capture-priority");
                if clause.criteria.is_some() && !of_captures {
                    found.push(Problem {
                        file: source.file,
                        diagnostic: Diagnostic::error(
                            clause.id.span.clone(),
                            "the clause has `criteria` but does not fix `capture-priority`",
                        )
                        .help("take `criteria` out, or add `capture-priority` to `fixes`"),
                    });
                }
                if clause.fixes.is_empty() != clause.remark {
                    let message = if clause.remark {
                        "a remark fixes nothing, but this clause lists parameters"
                    } else {
                        "the clause fixes nothing"
                    };
                    found.push(Problem {
                        file: source.file,
                        diagnostic: Diagnostic::error(clause.id.span.clone(), message)
                            .help("list what it fixes, or mark it `remark: true`"),
                    });
                }
            }
        }
        for book in &self.rulebooks {
            for wanted in &book.sources {
                if !self.sources.iter().any(|source| source.id.value == wanted.value) {
                    found.push(self.unknown("source", wanted, book.file, self.sources.iter().map(|s| &*s.id.value)));
                }
            }
            for setting in &book.settings {
                found.extend(self.criterion_without_clause(book, setting));
                for clause in &setting.clauses {
                    match self.clause(&clause.value) {
                        None => found.push(self.unknown_clause(clause, book.file)),
                        Some((_, known)) => {
                            if !known.fixes.iter().any(|fixes| fixes.value == setting.parameter.name) {
                                found.push(Problem {
                                    file: book.file,
                                    diagnostic: Diagnostic::error(
                                        clause.span.clone(),
                                        format!("`{}` does not fix `{}`", clause.value, setting.parameter.name),
                                    )
                                    .expected(format!(
                                        "a clause that fixes it; this one fixes {}",
                                        one_of(known.fixes.iter().map(|f| f.value.as_str()))
                                    )),
                                });
                            }
                        }
                    }
                }
            }
        }
        let mut unknown = HashSet::new();
        for fixture in &self.fixtures {
            for case in &fixture.cases {
                if case.clauses.is_empty() {
                    found.push(Problem {
                        file: fixture.file,
                        diagnostic: Diagnostic::error(case.id.span.clone(), "the case cites no clause")
                            .help("add `clauses:` to the case or to the file"),
                    });
                }
                for clause in &case.clauses {
                    // Clauses of the file's head are cited by every case: one message is enough.
                    if self.clause(&clause.value).is_none() && unknown.insert((fixture.file, clause.span.start)) {
                        found.push(self.unknown_clause(clause, fixture.file));
                    }
                }
            }
        }
        found.sort_by_key(|p| (p.file, p.diagnostic.span.start));
        self.problems.extend(found);
    }

    /// A criterion of a rulebook that none of the clauses cited for it states.
    fn criterion_without_clause(&self, book: &Rulebook, setting: &Setting) -> Option<Problem> {
        let cited: Vec<&Clause> = setting.clauses.iter().filter_map(|id| Some(self.clause(&id.value)?.1)).collect();
        if setting.parameter.name != "capture-priority" || cited.is_empty() {
            return None;
        }
        let criteria = book.arbiter.rules().capture_priority;
        let unstated = criteria.iter().find(|criterion| !cited.iter().any(|clause| clause.states(criterion.word())))?;
        let diagnostic = Diagnostic::error(
            setting.key.span.clone(),
            format!("no clause cited here states the criterion `{unstated}`"),
        )
        .help(format!("cite the clause that states it, with `{unstated}` among its `criteria` in the source"));
        Some(Problem { file: book.file, diagnostic })
    }

    fn unknown_clause(&self, clause: &crate::format::Text, file: usize) -> Problem {
        let all = self.sources.iter().flat_map(|s| s.clauses.iter().map(|c| c.id.value.as_str()));
        self.unknown("clause", clause, file, all)
    }

    fn unknown<'a>(
        &self,
        what: &str,
        name: &crate::format::Text,
        file: usize,
        known: impl Iterator<Item = &'a str>,
    ) -> Problem {
        let diagnostic = Diagnostic::error(name.span.clone(), format!("no {what} is called `{}`", name.value));
        let diagnostic = match nearest(&name.value, known) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help(format!("the {what}s are listed under fixtures/sources/ of the repository")),
        };
        Problem { file, diagnostic }
    }
}

/// Finds names used twice.
struct Unique<'a> {
    suite: &'a Suite,
    seen: HashMap<(&'static str, &'a str), (usize, usize)>,
    found: &'a mut Vec<Problem>,
}

impl<'a> Unique<'a> {
    fn note(&mut self, what: &'static str, name: &'a crate::format::Text, file: usize) {
        match self.seen.get(&(what, name.value.as_str())) {
            None => {
                self.seen.insert((what, name.value.as_str()), (file, name.span.start));
            }
            Some(&(first, at)) => self.found.push(Problem {
                file,
                diagnostic: Diagnostic::error(
                    name.span.clone(),
                    format!("another {what} is called `{}` already", name.value),
                )
                .expected("a name of its own")
                .help(format!("the other one is at {}", self.suite.place(first, at))),
            }),
        }
    }
}

/// Reads a file and finds what has not its shape.
fn read_tree(file: &SuiteFile, kind: Kind) -> (Option<Node>, Vec<Diagnostic>) {
    if let Some(at) = file.not_text {
        let diagnostic = Diagnostic::error(at..at, format!("byte {at} is not UTF-8"))
            .expected("text in UTF-8")
            .help("save the file as UTF-8");
        return (None, vec![diagnostic]);
    }
    let text = &file.text;
    match yaml::read(text) {
        Err(diagnostic) => (None, vec![diagnostic]),
        Ok(node) => {
            let mut found = Vec::new();
            check(text, &node, &kind.shape(), &mut found);
            if kind == Kind::Fixture && !found.is_empty() && Kind::guess(&node) != Kind::Fixture {
                found.truncate(1);
                found[0] = Diagnostic::error(0..0, "this is no fixture: it looks like a source or a rulebook")
                    .help("name fixture files or folders here; sources and rulebooks are read with the suite");
            }
            (Some(node), found)
        }
    }
}
