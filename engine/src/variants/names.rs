//! The names of a game.

/// What people call a game: a whole name, and a short one for tables that say games are meant.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// In English.
    pub english: &'static str,
    /// In English, short.
    pub english_short: &'static str,
    /// In Spanish.
    pub spanish: &'static str,
    /// In Spanish, short.
    pub spanish_short: &'static str,
}
