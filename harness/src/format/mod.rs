//! How the data under `fixtures/` is read, checked, and described.
//!
//! [`yaml`] turns text into a tree that remembers where everything stood, [`shape`] says what a tree may look like and
//! finds what does not fit, [`model`] declares the maps of our files and reads them, [`schema`] tells editors the same, and [`diagnostic`] draws what is wrong.

pub mod diagnostic;
pub mod model;
pub mod schema;
pub mod shape;
pub mod yaml;

pub use diagnostic::Diagnostic;
pub use shape::{Field, Shape};
pub use yaml::Node;

use std::ops::Range;

/// A value with the bytes of the file it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Range<usize>,
}

impl<T> Located<T> {
    /// A value at a place.
    pub fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }
}

/// A text with its place.
pub type Text = Located<String>;

/// A text in both languages of the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bilingual {
    /// In English.
    pub en: String,
    /// In Spanish.
    pub es: String,
}
