//! Rule documents and their clauses.

use crate::format::shape::{bilingual, list, words};
use crate::format::{Bilingual, Field, Node, Shape, Text};
use damero_engine::rules::{Criterion, LAWS};
use damero_engine::value::Word;
use damero_engine::{PARAMETERS, variants};

/// From what a clause can be decided.
const DECIDED_BY: &[Word] = &[
    Word { word: "position", meaning: "a position" },
    Word { word: "move", meaning: "a position and one move" },
    Word { word: "history", meaning: "the moves of a game" },
    Word { word: "event", meaning: "something outside the board" },
];

/// Of which pieces a clause speaks.
const RANKS: &[Word] =
    &[Word { word: "man", meaning: "of men alone" }, Word { word: "king", meaning: "of kings alone" }];

/// A rule document, or a body's rules.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its id, the first part of its clauses' ids.
    pub id: Text,
    /// What it is called.
    pub title: Bilingual,
    /// What it is and what it defines.
    pub about: Bilingual,
    /// Its language.
    pub language: String,
    /// Which edition was read.
    pub edition: Bilingual,
    /// Its normative statements.
    pub clauses: Vec<Clause>,
    /// Index of its file in the suite.
    pub file: usize,
}

/// One normative statement of a source, in our words.
#[derive(Clone, Debug)]
pub struct Clause {
    /// `source/clause`.
    pub id: Text,
    /// The variants it speaks of.
    pub games: Vec<Text>,
    /// The parameters and laws it fixes.
    pub fixes: Vec<Text>,
    /// The criteria between captures that it states; none where it states that the choice is free, `None` where it
    /// speaks of the choice as a whole.
    pub criteria: Option<Vec<Text>>,
    /// `man` or `king` where it speaks of these alone, although what it fixes holds for both.
    pub rank: Option<Text>,
    /// Whether it fixes nothing.
    pub remark: bool,
    /// From what it can be decided.
    pub decided_by: String,
    /// What it says.
    pub says: Bilingual,
    /// Ambiguities and contradictions.
    pub note: Option<Bilingual>,
}

impl Clause {
    /// Whether it states a criterion between captures: by itself, or speaking of the choice as a whole.
    #[must_use]
    pub fn states(&self, criterion: &str) -> bool {
        self.criteria.as_ref().is_none_or(|criteria| criteria.iter().any(|stated| stated.value == criterion))
    }
}

/// The shape of a source file.
#[must_use]
pub fn shape() -> Shape {
    let games = variants::ALL.iter().map(|v| Word { word: v.name, meaning: "" }).collect();
    let fixes =
        PARAMETERS.iter().map(|p| Word { word: p.name, meaning: p.meaning }).chain(LAWS.iter().copied()).collect();
    let clause = Shape::Map(vec![
        Field::required(
            "id",
            Shape::Form("an id like `teg/quality-law`", CLAUSE_PATTERN, is_clause_id),
            "the clause's permanent id",
        ),
        Field::required("games", list(Shape::Word(games)), "the variants it speaks of"),
        Field::required("fixes", list(Shape::Word(fixes)), "the parameters and laws it fixes"),
        Field::optional(
            "criteria",
            list(Shape::Word(Criterion::WORDS.to_vec())),
            "the criteria between captures it states, where it fixes `capture-priority`; an empty list where it leaves \
             the choice free; left out where it speaks of the choice as a whole",
        ),
        Field::optional("rank", words(RANKS), "the pieces it speaks of, where what it fixes holds for others too"),
        Field::optional("remark", Shape::Bool, "true where it fixes nothing"),
        Field::required("decided-by", words(DECIDED_BY), "what decides it"),
        Field::required("en", Shape::Text, "what it says, in our words, in English"),
        Field::required("es", Shape::Text, "the same in Spanish"),
        Field::optional("note", bilingual(), "where it is ambiguous, silent, or contradicts another"),
    ]);
    Shape::Map(vec![
        Field::required(
            "source",
            Shape::Form("a short name like `teg`", "^[a-z0-9-]+$", is_slug),
            "the id of the source",
        ),
        Field::required("title", bilingual(), "what it is called"),
        Field::required("language", Shape::Text, "the language it is written in"),
        Field::required("edition", bilingual(), "which edition was read, and how"),
        Field::required("about", bilingual(), "what it is and what it defines"),
        Field::required("clauses", list(clause), "its normative statements"),
    ])
}

/// What a clause id looks like.
pub const CLAUSE_PATTERN: &str = "^[a-z0-9-]+/[a-z0-9-]+$";

/// Whether a text is one lower-case name.
#[must_use]
pub fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Whether a text is two names with a slash between.
#[must_use]
pub fn is_clause_id(text: &str) -> bool {
    text.split_once('/').is_some_and(|(source, clause)| is_slug(source) && is_slug(clause))
}

/// Reads a source that has its shape.
#[must_use]
pub fn read(node: &Node, file: usize) -> Source {
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_string();
    let texts = |node: &Node, key: &str| {
        node.get(key).map(|list| list.items().iter().map(Text::of).collect()).unwrap_or_default()
    };
    let both =
        |key: &str| node.get(key).map(Bilingual::of).unwrap_or(Bilingual { en: String::new(), es: String::new() });
    let clauses = node.get("clauses").map(|clauses| {
        clauses
            .items()
            .iter()
            .map(|clause| Clause {
                id: clause.get("id").map_or_else(|| Text::new(String::new(), clause.span.clone()), Text::of),
                games: texts(clause, "games"),
                fixes: texts(clause, "fixes"),
                criteria: clause.get("criteria").map(|list| list.items().iter().map(Text::of).collect()),
                rank: clause.get("rank").map(Text::of),
                remark: matches!(
                    clause.get("remark").map(|n| &n.content),
                    Some(crate::format::yaml::Content::Bool(true))
                ),
                decided_by: text(clause, "decided-by"),
                says: Bilingual::of(clause),
                note: clause.get("note").map(Bilingual::of),
            })
            .collect()
    });
    Source {
        id: node.get("source").map_or_else(|| Text::new(String::new(), 0..0), Text::of),
        title: both("title"),
        about: both("about"),
        language: text(node, "language"),
        edition: both("edition"),
        clauses: clauses.unwrap_or_default(),
        file,
    }
}
