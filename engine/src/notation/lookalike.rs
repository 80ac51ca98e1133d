//! Characters that people write in the place of others: quotes and dashes of word processors, blanks that do not break,
//! and Cyrillic letters that look like Latin ones.
//!
//! Readers of moves, games and positions take these for what they stand for. What is read so can be shown by name: the
//! letter `с` of a Cyrillic keyboard looks exactly like a `c`.
//!
//! ```
//! use damero_engine::notation::lookalike;
//!
//! assert_eq!(lookalike::plain_text("32\u{2013}28"), "32-28");
//! assert_eq!(lookalike::in_text("32\u{2013}28")[0].name, "EN DASH");
//! ```

use std::borrow::Cow;
use std::fmt;

/// A character, what it is read as, and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookalike {
    /// The character as written.
    pub written: char,
    /// The ASCII character it is read as.
    pub read_as: char,
    /// Its name in Unicode.
    pub name: &'static str,
}

impl fmt::Display for Lookalike {
    /// The name, and what it is read as.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (U+{:04X}) is read as ", self.name, u32::from(self.written))?;
        if self.read_as == ' ' { f.write_str("a blank") } else { write!(f, "`{}`", self.read_as) }
    }
}

const fn alike(written: char, read_as: char, name: &'static str) -> Lookalike {
    Lookalike { written, read_as, name }
}

/// Every character that is read as another one.
pub const ALL: &[Lookalike] = &[
    alike('\u{a0}', ' ', "NO-BREAK SPACE"),
    alike('\u{2007}', ' ', "FIGURE SPACE"),
    alike('\u{2009}', ' ', "THIN SPACE"),
    alike('\u{200b}', ' ', "ZERO WIDTH SPACE"),
    alike('\u{202f}', ' ', "NARROW NO-BREAK SPACE"),
    alike('\u{ab}', '"', "LEFT-POINTING DOUBLE ANGLE QUOTATION MARK"),
    alike('\u{bb}', '"', "RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK"),
    alike('\u{201c}', '"', "LEFT DOUBLE QUOTATION MARK"),
    alike('\u{201d}', '"', "RIGHT DOUBLE QUOTATION MARK"),
    alike('\u{201e}', '"', "DOUBLE LOW-9 QUOTATION MARK"),
    alike('\u{201f}', '"', "DOUBLE HIGH-REVERSED-9 QUOTATION MARK"),
    alike('\u{2033}', '"', "DOUBLE PRIME"),
    alike('\u{ad}', '-', "SOFT HYPHEN"),
    alike('\u{2010}', '-', "HYPHEN"),
    alike('\u{2011}', '-', "NON-BREAKING HYPHEN"),
    alike('\u{2012}', '-', "FIGURE DASH"),
    alike('\u{2013}', '-', "EN DASH"),
    alike('\u{2014}', '-', "EM DASH"),
    alike('\u{2015}', '-', "HORIZONTAL BAR"),
    alike('\u{2212}', '-', "MINUS SIGN"),
    alike('\u{410}', 'A', "CYRILLIC CAPITAL LETTER A"),
    alike('\u{412}', 'B', "CYRILLIC CAPITAL LETTER VE"),
    alike('\u{415}', 'E', "CYRILLIC CAPITAL LETTER IE"),
    alike('\u{41a}', 'K', "CYRILLIC CAPITAL LETTER KA"),
    alike('\u{41d}', 'H', "CYRILLIC CAPITAL LETTER EN"),
    alike('\u{421}', 'C', "CYRILLIC CAPITAL LETTER ES"),
    alike('\u{425}', 'X', "CYRILLIC CAPITAL LETTER HA"),
    alike('\u{430}', 'a', "CYRILLIC SMALL LETTER A"),
    alike('\u{435}', 'e', "CYRILLIC SMALL LETTER IE"),
    alike('\u{441}', 'c', "CYRILLIC SMALL LETTER ES"),
    alike('\u{445}', 'x', "CYRILLIC SMALL LETTER HA"),
];

/// What a character is read as, where that is another one.
#[must_use]
pub fn of(c: char) -> Option<&'static Lookalike> {
    if c.is_ascii() { None } else { ALL.iter().find(|alike| alike.written == c) }
}

/// The character that a character is read as: mostly itself.
#[must_use]
pub fn plain(c: char) -> char {
    of(c).map_or(c, |alike| alike.read_as)
}

/// A text with every such character replaced by what it is read as.
#[must_use]
pub fn plain_text(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| of(c).is_some()) {
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The characters of a text that are read as others, each once.
#[must_use]
pub fn in_text(text: &str) -> Vec<&'static Lookalike> {
    let mut found: Vec<&'static Lookalike> = Vec::new();
    for alike in text.chars().filter_map(of) {
        if !found.contains(&alike) {
            found.push(alike);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_for_an_ascii_character_once() {
        for (index, alike) in ALL.iter().enumerate() {
            assert!(!alike.written.is_ascii() && alike.read_as.is_ascii(), "{alike:?}");
            assert!(ALL[..index].iter().all(|other| other.written != alike.written), "{alike:?}");
        }
        assert_eq!(plain_text("с3\u{2013}d4"), "c3-d4");
        assert_eq!(
            in_text("с3\u{2013}с5").iter().map(|alike| alike.name).collect::<Vec<_>>(),
            ["CYRILLIC SMALL LETTER ES", "EN DASH"]
        );
    }
}
