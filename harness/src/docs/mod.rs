//! Rule tables and pages under `docs/reference/`, generated from rulebooks, clauses, and cases alone.
//!
//! A page is a view, plain data in one language, put through a template. `labels` holds what things are called in
//! English and Spanish, `values` puts parameter values into words, and each page has a module that builds its view:
//! `glance`, `disagreements`, `sources`. The templates know no language and the views no Markdown but their own
//! words, so that both languages say the same.

mod board;
mod cases;
mod disagreements;
mod glance;
mod labels;
mod markdown;
mod sources;
mod values;

use crate::rulebook::Rulebook;
use crate::suite::Suite;
use labels::{Language, Words};
use markdown::Markdown;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, context};
use serde::Serialize;

/// A generated page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path below the folder of the pages.
    pub path: String,
    /// Its Markdown.
    pub text: String,
}

/// Every page, in a fixed order: the entrance, then each language's.
#[must_use]
pub fn pages(suite: &Suite) -> Vec<Page> {
    let templates = Templates::new();
    let mut pages = vec![templates.entrance()];
    for language in Language::ALL {
        let at = Writer::new(suite, language, Kind::Index);
        pages.push(templates.page("index", &at, &()));
        let at = Writer::new(suite, language, Kind::Glance);
        pages.push(templates.page("glance", &at, &glance::view(&at)));
        let at = Writer::new(suite, language, Kind::Disagreements);
        pages.push(templates.page("disagreements", &at, &disagreements::list(&at)));
        for variant in disagreements::with_rulebooks(suite) {
            let at = Writer::new(suite, language, Kind::Disagreement(variant));
            pages.push(templates.page("disagreement", &at, &disagreements::view(&at, variant)));
        }
        let at = Writer::new(suite, language, Kind::Sources);
        pages.push(templates.page("sources", &at, &sources::list(&at)));
        for source in &suite.sources {
            let at = Writer::new(suite, language, Kind::Source(&source.id.value));
            pages.push(templates.page("source", &at, &sources::view(&at, source)));
        }
    }
    pages
}

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'a> {
    Index,
    Glance,
    Disagreements,
    Disagreement(&'a str),
    Sources,
    Source(&'a str),
}

impl Kind<'_> {
    /// Its path in a language, below the folder of the pages.
    fn path(self, language: Language) -> String {
        let words = Words::new(language);
        let folder = language.code();
        match self {
            Kind::Index => format!("{folder}/README.md"),
            Kind::Glance => format!("{folder}/{}.md", words.file("glance")),
            Kind::Disagreements => format!("{folder}/{}.md", words.file("disagreements")),
            Kind::Disagreement(variant) => format!("{folder}/{}/{variant}.md", words.file("disagreements")),
            Kind::Sources => format!("{folder}/{}.md", words.file("sources")),
            Kind::Source(id) => format!("{folder}/{}/{id}.md", words.file("sources")),
        }
    }
}

/// What every page is written with: the suite, a language, and the page's own place, from which links lead.
struct Writer<'s> {
    suite: &'s Suite,
    words: Words,
    path: String,
    kind: Kind<'s>,
}

impl<'s> Writer<'s> {
    fn new(suite: &'s Suite, language: Language, kind: Kind<'s>) -> Self {
        Self { suite, words: Words::new(language), path: kind.path(language), kind }
    }

    fn language(&self) -> Language {
        self.words.language()
    }

    /// The link from this page to another in the same language.
    fn to(&self, kind: Kind<'_>) -> String {
        relative(&self.path, &kind.path(self.language()))
    }

    /// The link to a clause; `None` where there is no such clause.
    fn to_clause(&self, id: &str) -> Option<String> {
        let (source, _) = self.suite.clause(id)?;
        let anchor = clause_anchor(id);
        Some(if self.kind == Kind::Source(&source.id.value) {
            format!("#{anchor}")
        } else {
            format!("{}#{anchor}", self.to(Kind::Source(&source.id.value)))
        })
    }

    /// A clause's id, as a link where it leads somewhere.
    fn clause(&self, id: &str) -> Markdown {
        match self.to_clause(id) {
            Some(target) => Markdown::code(id).linked(&target),
            None => Markdown::code(id),
        }
    }

    /// A text of the suite in this page's language, its clause ids made links.
    fn prose(&self, text: &str) -> Markdown {
        Markdown::prose(text, |word| self.to_clause(word))
    }
}

/// The second half of a clause's id: the heading of the clause on its source's page, so its anchor everywhere.
fn clause_anchor(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, clause)| clause)
}

/// The part of a rulebook's name that tells it from the others of its variant.
fn short(book: &Rulebook) -> Markdown {
    let name = &book.name.value;
    Markdown::code(name.split_once('/').map_or(name, |(_, short)| short))
}

/// The way from one page to another, both below the folder of the pages.
fn relative(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let folders = &folders[..folders.len() - 1];
    let target: Vec<&str> = to.split('/').collect();
    let common = folders.iter().zip(&target[..target.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", folders.len() - common);
    up.chain(target[common..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// The templates, all of them part of the binary.
const TEMPLATES: &[(&str, &str)] = &[
    ("entrance", include_str!("templates/entrance.md.j2")),
    ("index", include_str!("templates/index.md.j2")),
    ("glance", include_str!("templates/glance.md.j2")),
    ("disagreements", include_str!("templates/disagreements.md.j2")),
    ("disagreement", include_str!("templates/disagreement.md.j2")),
    ("sources", include_str!("templates/sources.md.j2")),
    ("source", include_str!("templates/source.md.j2")),
    ("case", include_str!("templates/case.md.j2")),
];

struct Templates {
    environment: Environment<'static>,
}

impl Templates {
    fn new() -> Self {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.expect("the usual signs are a syntax"));
        // Views hold Markdown already: what needs escaping was escaped where it was read.
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.add_filter("sentence", |text: String| markdown::capitalised(&text));
        for (name, source) in TEMPLATES {
            environment.add_template(name, source).expect("the templates are well-formed, every test renders them");
        }
        Self { environment }
    }

    fn entrance(&self) -> Page {
        let links: Vec<_> = Language::ALL
            .into_iter()
            .map(|language| {
                context! {
                    path => Kind::Index.path(language),
                    name => Words::new(language).language_name(language),
                    text => Words::new(language).texts(),
                }
            })
            .collect();
        Page { path: "README.md".to_string(), text: self.render("entrance", context! { languages => links }) }
    }

    fn page(&self, template: &str, at: &Writer<'_>, view: &impl Serialize) -> Page {
        let other = at.language().other();
        let values = context! {
            text => at.words.texts(),
            view => template_value(&serde_json::to_value(view).expect("views have names for keys")),
            links => context! {
                index => at.to(Kind::Index),
                glance => at.to(Kind::Glance),
                disagreements => at.to(Kind::Disagreements),
                sources => at.to(Kind::Sources),
                other => relative(&at.path, &at.kind.path(other)),
            },
            other => Words::new(other).language_name(other),
        };
        Page { path: at.path.clone(), text: self.render(template, values) }
    }

    fn render(&self, template: &str, values: minijinja::Value) -> String {
        let template = self.environment.get_template(template).expect("only listed templates are asked for");
        let body = template.render(values).expect("a view has what its template asks for, every test renders it");
        markdown::tidy(&format!("<!-- generated by `damero docs`; do not edit -->\n\n{body}"))
    }
}

/// A view as the templates read it.
pub(crate) fn template_value(json: &serde_json::Value) -> minijinja::Value {
    match json {
        serde_json::Value::Null => minijinja::Value::from(()),
        serde_json::Value::Bool(truth) => minijinja::Value::from(*truth),
        serde_json::Value::Number(number) => minijinja::Value::from(number.as_u64().unwrap_or_default()),
        serde_json::Value::String(text) => minijinja::Value::from(text.as_str()),
        serde_json::Value::Array(items) => items.iter().map(template_value).collect(),
        serde_json::Value::Object(fields) => {
            minijinja::Value::from_pairs(fields.iter().map(|(name, value)| (name.as_str(), template_value(value))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_page_to_page() {
        assert_eq!(relative("en/a.md", "en/b.md"), "b.md");
        assert_eq!(relative("en/a.md", "en/sources/b.md"), "sources/b.md");
        assert_eq!(relative("en/sources/b.md", "en/a.md"), "../a.md");
        assert_eq!(relative("en/sources/b.md", "es/fuentes/b.md"), "../../es/fuentes/b.md");
        assert_eq!(relative("README.md", "en/README.md"), "en/README.md");
        assert_eq!(relative("en/s/b.md", "../../fixtures/cases/x.yaml"), "../../../../fixtures/cases/x.yaml");
    }
}
