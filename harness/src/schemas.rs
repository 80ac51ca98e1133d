//! The JSON Schemas of every kind of file.

use crate::format::schema::schema;

/// Every schema: its file name and text.
#[must_use]
pub fn all() -> Vec<(&'static str, String)> {
    [
        (
            "adapter.schema.json",
            "A ready adapter: what it adapts, how it is started, what it claims",
            crate::implementation::description::shape(),
        ),
        ("baseline.schema.json", "Known failures of an implementation, by reason", crate::baseline::shape()),
        ("equivalents.schema.json", "Changes of rules that nothing on a board can show", crate::equivalent::shape()),
        ("fixture.schema.json", "A Damero fixture: cases about one topic", crate::fixture::shape()),
        ("perft.schema.json", "Published node counts of a variant", crate::perft::shape()),
        (
            "rulebook.schema.json",
            "A Damero rulebook: one document's version of a variant",
            crate::rulebook::file_shape(),
        ),
        ("source.schema.json", "A Damero source: a rule document and its clauses", crate::source::shape()),
    ]
    .into_iter()
    .map(|(name, title, shape)| (name, format!("{:#}\n", schema(title, &shape))))
    .collect()
}
