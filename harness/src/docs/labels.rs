//! What everything is called, in English and Spanish: `labels.yaml`, read once.

use crate::fixture::Fault;
use crate::format::Bilingual;
use crate::sensitivity::Status;
use crate::source::DecidedBy;
use damero_engine::rules::LAWS;
use damero_engine::value::{Shape, Word};
use damero_engine::variants::Names;
use damero_engine::{Event, Illegality, PARAMETERS, Reason, Refusal, Variant, Winner};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A language of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Spanish,
}

impl Language {
    pub(super) const ALL: [Language; 2] = [Language::English, Language::Spanish];

    /// Its ISO 639 code, which is also its folder.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es",
        }
    }

    pub(super) const fn other(self) -> Language {
        match self {
            Language::English => Language::Spanish,
            Language::Spanish => Language::English,
        }
    }

    pub(super) fn pick(self, text: &Bilingual) -> &str {
        match self {
            Language::English => &text.en,
            Language::Spanish => &text.es,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    /// Left out if it is the meaning that the engine and the files have for the word.
    #[serde(default)]
    en: String,
    es: String,
}

type Section = BTreeMap<String, Label>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Labels {
    languages: Section,
    files: Section,
    groups: Section,
    parameters: Section,
    values: BTreeMap<String, Section>,
    laws: Section,
    results: Section,
    reasons: Section,
    events: Section,
    illegalities: Section,
    refusals: Section,
    faults: Section,
    statuses: Section,
    decided_by: Section,
    phrases: Section,
    texts: Section,
}

const LABELS_YAML: &str = include_str!("labels.yaml");

static LABELS: LazyLock<Labels> = LazyLock::new(|| {
    let mut labels = written();
    labels.for_each_meaning(|_, label, meaning| {
        if label.en.is_empty() {
            label.en = meaning.to_string();
        }
    });
    labels
});

/// The labels as they are written.
fn written() -> Labels {
    serde_yaml::from_str(LABELS_YAML).expect("labels.yaml is well-formed, every test reads it")
}

impl Labels {
    /// Every label of a word that has a meaning in the engine or in the files.
    fn for_each_meaning(&mut self, mut with: impl FnMut(&str, &mut Label, &str)) {
        let parameters: Vec<Word> =
            PARAMETERS.iter().map(|parameter| Word { word: parameter.name, meaning: parameter.meaning }).collect();
        let results: Vec<Word> = Winner::WORDS.iter().copied().chain([Winner::ONGOING]).collect();
        let sections: [(&mut Section, &[Word]); 10] = [
            (&mut self.parameters, &parameters),
            (&mut self.laws, LAWS),
            (&mut self.results, &results),
            (&mut self.reasons, Reason::WORDS),
            (&mut self.events, Event::WORDS),
            (&mut self.illegalities, Illegality::WORDS),
            (&mut self.refusals, Refusal::WORDS),
            (&mut self.faults, Fault::WORDS),
            (&mut self.statuses, Status::WORDS),
            (&mut self.decided_by, DecidedBy::WORDS),
        ];
        let of_values = self.values.iter_mut().filter_map(|(place, section)| {
            let list = WORD_LISTS.iter().find(|(listed, _)| listed == place);
            list.map(|(_, words)| (section, *words))
        });
        for (section, words) in sections.into_iter().chain(of_values) {
            for word in words {
                if let Some(label) = section.get_mut(word.word) {
                    with(word.word, label, word.meaning);
                }
            }
        }
    }
}

/// The labels in one language.
///
/// A word without a label stands for itself, set as code; a test finds such words before a reader does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(Language);

macro_rules! lookups {
    ($( $(#[doc = $doc:literal])+ $name:ident in $section:ident; )+) => {
        impl Words {
            $( $(#[doc = $doc])+ pub(super) fn $name(self, word: &str) -> String {
                self.find(&LABELS.$section, word).map_or_else(|| format!("`{word}`"), str::to_string)
            } )+
        }
    };
}

lookups! {
    /// A language, by its code.
    language_of in languages;
    /// The name of a file or folder.
    file in files;
    /// A heading of parameters.
    group in groups;
    /// A parameter.
    parameter in parameters;
    /// A law of every game.
    law in laws;
    /// How a game stands.
    result in results;
    /// Why it does.
    reason in reasons;
    /// Something that happens outside the board.
    event in events;
    /// Why a move is refused.
    illegality in illegalities;
    /// Why a position is refused.
    refusal in refusals;
    /// A kind of fault.
    fault in faults;
    /// Whether documents agree on a case.
    status in statuses;
    /// From what a clause can be decided.
    decided_by in decided_by;
    /// A part of a sentence.
    phrase in phrases;
}

impl Words {
    pub(super) const fn new(language: Language) -> Words {
        Words(language)
    }

    pub(super) const fn language(self) -> Language {
        self.0
    }

    /// A variant.
    pub(super) fn game(self, name: &str) -> String {
        self.named(name, |names| (names.english, names.spanish))
    }

    /// A variant in a table of games.
    pub(super) fn short_game(self, name: &str) -> String {
        self.named(name, |names| (names.english_short, names.spanish_short))
    }

    fn named(self, name: &str, of: fn(&Names) -> (&'static str, &'static str)) -> String {
        Variant::named(name).map_or_else(
            || format!("`{name}`"),
            |variant| {
                let (english, spanish) = of(&variant.names);
                match self.0 {
                    Language::English => english.to_string(),
                    Language::Spanish => spanish.to_string(),
                }
            },
        )
    }

    /// What this language calls a language.
    pub(super) fn language_name(self, language: Language) -> String {
        self.language_of(language.code())
    }

    /// A value of a parameter by its place among the labels, where it has one.
    pub(super) fn value_at(self, place: &str, word: &str) -> Option<&'static str> {
        LABELS.values.get(place).and_then(|section| self.find(section, word))
    }

    /// The sentences of the templates.
    pub(super) fn texts(self) -> BTreeMap<&'static str, &'static str> {
        LABELS.texts.iter().map(|(key, label)| (key.as_str(), self.pick(label))).collect()
    }

    /// A sentence of the templates.
    pub(super) fn text(self, key: &str) -> String {
        self.find(&LABELS.texts, key).map_or_else(|| format!("`{key}`"), str::to_string)
    }

    fn find(self, section: &'static Section, word: &str) -> Option<&'static str> {
        section.get(word).map(|label| self.pick(label))
    }

    fn pick(self, label: &'static Label) -> &'static str {
        match self.0 {
            Language::English => &label.en,
            Language::Spanish => &label.es,
        }
    }
}

/// Fills in a label: `{name}` by its value, `{one|many}` by a number.
pub(super) fn fill(label: &str, number: u64, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = label;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, after)) = after.split_once('}') else { break };
        out += before;
        match (values.iter().find(|(name, _)| *name == inside), inside.split_once('|')) {
            (Some((_, value)), _) => out += value,
            (None, Some((one, many))) => out += if number == 1 { one } else { many },
            (None, None) => {
                out.push('{');
                out += inside;
                out.push('}');
            }
        }
        rest = after;
    }
    out + rest
}

/// Where the labels of a list of words stand: under the first parameter that has it.
pub(super) fn place_of(words: &[Word]) -> &'static str {
    WORD_LISTS.iter().find(|(_, list)| *list == words).map_or("", |(place, _)| place)
}

/// Every list of words in the shapes of the parameters, each with the first place it stands at.
static WORD_LISTS: LazyLock<Vec<(String, &'static [Word])>> = LazyLock::new(|| {
    let mut lists = Vec::new();
    for parameter in PARAMETERS {
        collect(parameter.name, &(parameter.shape)(), &mut lists);
    }
    lists
});

fn collect(place: &str, shape: &Shape, lists: &mut Vec<(String, &'static [Word])>) {
    let mut note = |words: &'static [Word]| {
        if !lists.iter().any(|(_, list)| *list == words) {
            lists.push((place.to_string(), words));
        }
    };
    match shape {
        Shape::Word(words) => note(words),
        Shape::Number(..) | Shape::Range => {}
        Shape::List(item, _) => collect(place, item, lists),
        Shape::Map(fields) => {
            for field in fields {
                collect(&format!("{place}.{}", field.name), &field.shape, lists);
            }
        }
        Shape::WordOr(words, other) => {
            note(words);
            collect(place, other, lists);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::format::shape::Shape as FileShape;
    use damero_engine::variants;
    use std::collections::BTreeSet;

    /// The words at the fields of this name, however deep in a shape.
    fn words_of_field(shape: &FileShape, name: &str) -> BTreeSet<String> {
        fn words(shape: &FileShape) -> BTreeSet<String> {
            match shape {
                FileShape::Word(words) => words.iter().map(|w| w.word.to_string()).collect(),
                FileShape::List(item) => words(item),
                _ => BTreeSet::new(),
            }
        }
        let mut found = BTreeSet::new();
        match shape {
            FileShape::Map(fields) => {
                for field in fields {
                    if field.name == name {
                        found.extend(words(&field.shape));
                    }
                    found.extend(words_of_field(&field.shape, name));
                }
            }
            FileShape::List(inner)
            | FileShape::Filled(inner)
            | FileShape::MapOf(_, inner)
            | FileShape::NumberMap(inner) => {
                found.extend(words_of_field(inner, name));
            }
            FileShape::Either(a, b) => {
                found.extend(words_of_field(a, name));
                found.extend(words_of_field(b, name));
            }
            _ => {}
        }
        found
    }

    fn set(words: &[Word]) -> BTreeSet<String> {
        words.iter().map(|w| w.word.to_string()).collect()
    }

    fn keys(section: &Section) -> BTreeSet<String> {
        section.keys().cloned().collect()
    }

    #[test]
    fn closed_lists_have_exactly_their_labels() {
        let fixture = fixture::shape();
        let pairs = [
            ("groups", &LABELS.groups, PARAMETERS.iter().map(|p| p.group.to_string()).collect()),
            ("parameters", &LABELS.parameters, PARAMETERS.iter().map(|p| p.name.to_string()).collect()),
            ("laws", &LABELS.laws, set(LAWS)),
            ("reasons", &LABELS.reasons, set(Reason::WORDS)),
            ("events", &LABELS.events, set(Event::WORDS)),
            ("illegalities", &LABELS.illegalities, set(Illegality::WORDS)),
            ("refusals", &LABELS.refusals, set(Refusal::WORDS)),
            ("faults", &LABELS.faults, set(Fault::WORDS)),
            ("results", &LABELS.results, words_of_field(&fixture, "result")),
            ("statuses", &LABELS.statuses, set(Status::WORDS)),
            ("decided-by", &LABELS.decided_by, set(DecidedBy::WORDS)),
            ("languages", &LABELS.languages, Language::ALL.iter().map(|l| l.code().to_string()).collect()),
        ];
        for (name, labels, words) in pairs {
            assert!(words.len() > 1, "{name}: no words found to compare with");
            assert_eq!(keys(labels), words, "{name}: left the labels, right the words");
        }
    }

    #[test]
    fn values_have_exactly_their_labels() {
        let mut places: BTreeSet<String> = WORD_LISTS.iter().map(|(place, _)| place.clone()).collect();
        for (place, words) in WORD_LISTS.iter() {
            let labels = LABELS.values.get(place).unwrap_or_else(|| panic!("no labels for the values of {place}"));
            for word in *words {
                assert!(labels.contains_key(word.word), "{place}: no label for `{}`", word.word);
            }
        }
        for parameter in PARAMETERS {
            let shape = (parameter.shape)();
            if let Shape::List(item, _) = &shape {
                let place = match item.as_ref() {
                    Shape::Word(words) => place_of(words),
                    _ => parameter.name,
                };
                assert!(LABELS.values[place].contains_key("empty"), "{place}: no label for the empty list");
            }
            if matches!(shape, Shape::Number(..)) {
                places.insert(parameter.name.to_string());
            }
            if matches!(shape, Shape::List(..)) {
                places.insert(parameter.name.to_string());
            }
        }
        for (place, labels) in &LABELS.values {
            assert!(places.contains(place), "{place}: nothing has its values");
            let words = WORD_LISTS.iter().find(|(p, _)| p == place).map_or(&[] as &[Word], |(_, words)| words);
            let shape = damero_engine::Parameter::named(place).map(|p| (p.shape)());
            for key in labels.keys() {
                let is_word = |key: &str| words.iter().any(|w| w.word == key);
                let known = match &shape {
                    Some(Shape::Number(min, max)) => {
                        key == "n" || key.parse().is_ok_and(|n: u64| (*min..=*max).contains(&n))
                    }
                    Some(Shape::List(..)) => key == "empty" || key.split('+').all(is_word),
                    _ => is_word(key),
                };
                assert!(known, "{place}: `{key}` is no value");
            }
        }
    }

    #[test]
    fn lists_with_a_label_of_their_own_are_in_use() {
        let used: BTreeSet<String> = variants::ALL
            .iter()
            .flat_map(|variant| PARAMETERS.iter().map(|p| (p.get)(&variant.rules)))
            .filter_map(|value| match value {
                damero_engine::value::Value::List(items) => {
                    Some(items.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"))
                }
                _ => None,
            })
            .collect();
        for (place, labels) in &LABELS.values {
            for key in labels.keys().filter(|key| key.contains('+')) {
                assert!(used.contains(key), "{place}: no variant has `{key}`");
            }
        }
    }

    /// Everything that may ask for a phrase or a text.
    const CODE: &[&str] = &[
        include_str!("mod.rs"),
        include_str!("board.rs"),
        include_str!("cases.rs"),
        include_str!("disagreements.rs"),
        include_str!("glance.rs"),
        include_str!("sources.rs"),
        include_str!("values.rs"),
    ];

    /// The keys that code asks for with a method, written `.method("key"`.
    fn asked_in_code(method: &str) -> BTreeSet<String> {
        let opening = format!(".{method}(\"");
        CODE.iter()
            .flat_map(|code| code.split(&opening).skip(1))
            .filter_map(|rest| rest.split_once('"').map(|(key, _)| key.to_string()))
            .collect()
    }

    #[test]
    fn phrases_files_and_texts_are_all_used_and_all_there() {
        assert_eq!(keys(&LABELS.phrases), asked_in_code("phrase"), "left the phrases, right what the code asks for");
        assert_eq!(keys(&LABELS.files), asked_in_code("file"), "left the files, right what the code asks for");
        let mut texts = asked_in_code("text");
        for (_, template) in super::super::TEMPLATES {
            for rest in template.split("text.").skip(1) {
                let key: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                texts.insert(key);
            }
        }
        assert_eq!(keys(&LABELS.texts), texts, "left the texts, right what the templates ask for");
    }

    #[test]
    fn every_label_says_something_in_both_languages_and_no_key_stands_twice() {
        // serde keeps the last of two equal keys; our own reader refuses them.
        let tree = crate::format::yaml::read(LABELS_YAML).expect("labels.yaml is in the style of our files");
        fn walk(node: &crate::format::Node, path: &str) {
            for (key, child) in node.entries() {
                let path = format!("{path}/{}", key.name);
                if child.entries().is_empty() {
                    assert!(child.text().is_some_and(|text| !text.trim().is_empty()), "{path} is empty");
                }
                walk(child, &path);
            }
        }
        walk(&tree, "");
    }

    #[test]
    fn english_is_written_where_it_says_something_else_than_the_meaning() {
        let mut meant = 0;
        written().for_each_meaning(|word, label, meaning| {
            assert_ne!(label.en, meaning, "{word}: leave `en` out, it is what the word means");
            meant += usize::from(label.en.is_empty());
        });
        assert!(meant > 0, "no label was looked at");
        let sections = [
            &LABELS.languages,
            &LABELS.files,
            &LABELS.groups,
            &LABELS.parameters,
            &LABELS.laws,
            &LABELS.results,
            &LABELS.reasons,
            &LABELS.events,
            &LABELS.illegalities,
            &LABELS.refusals,
            &LABELS.faults,
            &LABELS.statuses,
            &LABELS.decided_by,
            &LABELS.phrases,
            &LABELS.texts,
        ];
        for (word, label) in sections.into_iter().chain(LABELS.values.values()).flatten() {
            assert!(!label.en.is_empty(), "{word}: no English, and no meaning that could stand for it");
        }
    }

    #[test]
    fn both_languages_have_the_same_blanks() {
        fn blanks(label: &str) -> BTreeSet<String> {
            let inside = label.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
            inside.filter(|name| !name.contains('|')).map(str::to_string).collect()
        }
        let nested = LABELS.values.values();
        let sections = [&LABELS.phrases, &LABELS.events, &LABELS.texts, &LABELS.reasons].into_iter().chain(nested);
        for (key, label) in sections.flatten() {
            assert_eq!(blanks(&label.en), blanks(&label.es), "{key}");
        }
    }

    #[test]
    fn labels_are_filled_in() {
        assert_eq!(fill("{n} {ply|plies}", 1, &[("n", "1")]), "1 ply");
        assert_eq!(fill("{n} {ply|plies} {x}", 0, &[("n", "0")]), "0 plies {x}");
        assert_eq!(fill("open {n", 1, &[]), "open {n");
    }
}
