//! What one count shares from its first position to its last.

use super::error::CountError;
use super::table::Table;
use std::cell::Cell;

/// What a count is about, and how it fares.
#[derive(Debug)]
pub(super) struct Context<'a, W> {
    pub(super) by_path: bool,
    /// Captures of fewer pieces are all different moves.
    pub(super) merge_from: u32,
    /// Counts made before.
    pub(super) table: Option<&'a Table<W>>,
    /// Why the count has been given up; what is counted then means nothing.
    pub(super) error: Cell<Option<CountError>>,
    /// With a table: the leaves below the moves played so far of the position being looked at.
    pub(super) subtotal: Cell<u128>,
}

impl<W> Context<'_, W> {
    pub(super) fn has_failed(&self) -> bool {
        self.error.get().is_some()
    }

    #[cold]
    pub(super) fn fail(&self, error: CountError) {
        self.error.set(Some(error));
    }
}
