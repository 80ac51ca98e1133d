//! Rule documents and their clauses.

use crate::format::model::{self, ClauseId, Kind, List, OneOf, SourceId, VariantName, Written, model};
use crate::format::{Bilingual, Diagnostic, Node, Shape};
use damero_engine::PARAMETERS;
use damero_engine::rules::{Criterion, LAWS};
use damero_engine::value::Word;

damero_engine::words! {
    /// From what a clause can be decided.
    pub enum DecidedBy {
        /// a position
        Position = "position",
        /// a position and one move
        Move = "move",
        /// the moves of a game
        History = "history",
        /// something outside the board
        Event = "event",
    }
}

damero_engine::words! {
    /// Of which pieces a clause speaks.
    pub enum Rank {
        /// of men alone
        Man = "man",
        /// of kings alone
        King = "king",
    }
}

model! {
    /// A rule document, or a body's rules.
    pub struct Source {
        /// the id of the source
        id: required SourceId = "source",
        /// what it is called
        title: required Bilingual = "title",
        /// the language it is written in
        language: required String = "language",
        /// which edition was read, and how
        edition: required Bilingual = "edition",
        /// what it is and what it defines
        about: required Bilingual = "about",
        /// its normative statements
        clauses: required List<Clause> = "clauses",
    }
    beside {
        /// Index of its file in the suite.
        file: usize,
    }
}

model! {
    /// One normative statement of a source, in our words.
    pub struct Clause {
        /// the clause's permanent id
        id: required ClauseId = "id",
        /// the variants it speaks of
        games: required List<Written<VariantName>> = "games",
        /// the parameters and laws it fixes
        fixes: required List<Fixed> = "fixes",
        /// the criteria between captures it states, where it fixes `capture-priority`; an empty list where it leaves
        /// the choice free; left out where it speaks of the choice as a whole
        criteria: optional List<OneOf<Criterion>> = "criteria",
        /// the pieces it speaks of, where what it fixes holds for others too
        rank: optional OneOf<Rank> = "rank",
        /// true where it fixes nothing
        remark: default bool = "remark",
        /// what decides it
        decided_by: required OneOf<DecidedBy> = "decided-by",
        /// what it says
        says: flat Says,
        /// where it is ambiguous, silent, or contradicts another
        note: optional Bilingual = "note",
    }
}

model::texts! {
    /// A parameter or a law.
    Fixed = {
        let parameters = PARAMETERS.iter().map(|p| Word { word: p.name, meaning: p.meaning });
        Shape::Word(parameters.chain(LAWS.iter().copied()).collect())
    };
}

/// What a clause says, among its other keys.
#[derive(Clone, Copy, Debug)]
pub enum Says {}

impl Kind for Says {
    type Value = Bilingual;

    fn shape() -> Shape {
        model::bilingual("what it says, in our words, in English", "the same in Spanish")
    }

    fn read(node: &Node) -> Option<Bilingual> {
        Bilingual::read(node)
    }
}

impl Clause {
    /// Whether it states a criterion between captures: by itself, or speaking of the choice as a whole.
    #[must_use]
    pub fn states(&self, criterion: &str) -> bool {
        self.criteria.as_ref().is_none_or(|criteria| criteria.iter().any(|stated| stated.word() == criterion))
    }
}

/// The shape of a source file.
#[must_use]
pub fn shape() -> Shape {
    Source::shape()
}

/// Reads a source that has its shape.
pub fn read(node: &Node, file: usize, found: &mut Vec<Diagnostic>) -> Option<Source> {
    Some(Source { file, ..model::read::<Source>(node, found)? })
}
