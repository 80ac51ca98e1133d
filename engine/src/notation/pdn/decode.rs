//! Bytes to characters: UTF-8, and where that fails Windows-1252 or Windows-1251, byte by byte.
//!
//! The two agree in the quotes, dashes and blanks of word processors. Which one a text is in shows in its letters: three
//! in a row that are not ASCII are Cyrillic, as is a letter that looks like one of `a` to `h` right before a digit.

use encoding_rs::{Encoding, WINDOWS_1251, WINDOWS_1252};
use smallvec::SmallVec;

/// Characters that one byte completes: mostly one, a few where bytes that looked like UTF-8 turn out not to be.
pub(super) type Chars = SmallVec<[char; 8]>;

/// Letters in a row that are not ASCII, of which no Western language has so many.
const CYRILLIC_RUN: usize = 3;
/// The bytes of Windows-1251 for the letters that look like columns of the board: а с е А В С Е Н.
const COLUMNS: [u8; 8] = [0xe0, 0xf1, 0xe5, 0xc0, 0xc2, 0xd1, 0xc5, 0xcd];

/// Decodes a stream of bytes without looking ahead further than a few bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Decoder {
    /// The beginning of a character whose end has not come yet.
    pending: SmallVec<[u8; 4]>,
    /// Letters that are not UTF-8, until it is known in which alphabet.
    letters: SmallVec<[u8; 4]>,
    cyrillic: bool,
}

impl Decoder {
    /// Whether the next byte begins a character.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_empty() && self.letters.is_empty()
    }

    /// Takes a byte and gives the characters that are now complete.
    pub(super) fn push(&mut self, byte: u8) -> Chars {
        self.pending.push(byte);
        let mut chars = Chars::new();
        while !self.pending.is_empty() {
            match std::str::from_utf8(&self.pending) {
                Ok(text) => {
                    let text: Chars = text.chars().collect();
                    self.pending.clear();
                    self.settle(text.first().copied(), &mut chars);
                    chars.extend(text);
                }
                // A character may still come of it.
                Err(error) if error.error_len().is_none() && error.valid_up_to() == 0 => break,
                Err(_) => {
                    let byte = self.pending.remove(0);
                    self.single(byte, &mut chars);
                }
            }
        }
        chars
    }

    /// Takes a byte that is a character by itself.
    fn single(&mut self, byte: u8, chars: &mut Chars) {
        // The signs of multiplication and division of Windows-1252 are no letters.
        if byte >= 0xc0 && byte != 0xd7 && byte != 0xf7 {
            self.letters.push(byte);
            if self.letters.len() >= CYRILLIC_RUN {
                self.cyrillic = true;
                self.settle(None, chars);
            }
        } else {
            self.settle(None, chars);
            chars.push(self.decoded(byte));
        }
    }

    /// Gives the letters that were held back, before a character that is known.
    fn settle(&mut self, next: Option<char>, chars: &mut Chars) {
        if let [byte] = self.letters[..] {
            self.cyrillic |= COLUMNS.contains(&byte) && next.is_some_and(|c| c.is_ascii_digit());
        }
        let letters = std::mem::take(&mut self.letters);
        chars.extend(letters.into_iter().map(|byte| self.decoded(byte)));
    }

    fn decoded(&self, byte: u8) -> char {
        let encoding: &Encoding = if self.cyrillic { WINDOWS_1251 } else { WINDOWS_1252 };
        let (text, _) = encoding.decode_without_bom_handling(std::slice::from_ref(&byte));
        text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// What is left when no byte comes any more.
    pub(super) fn finish(&mut self) -> Chars {
        let mut chars = Chars::new();
        for byte in std::mem::take(&mut self.pending) {
            self.single(byte, &mut chars);
        }
        self.settle(None, &mut chars);
        chars
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> String {
        let mut decoder = Decoder::default();
        let mut text: String = bytes.iter().flat_map(|byte| decoder.push(*byte)).collect();
        text.extend(decoder.finish());
        text
    }

    #[test]
    fn utf8_and_single_bytes_may_be_mixed() {
        assert_eq!(decoded("32×28 Сийбранд 𝄞".as_bytes()), "32×28 Сийбранд 𝄞");
        assert_eq!(decoded(b"32\xd728 Andr\xe9 \xe9"), "32×28 André é");
        assert_eq!(decoded(b"\x93M\xfc\xdfig\x94 11\x9615\xa0\xbd"), "“Müßig” 11–15\u{a0}½");
        // The beginning of a long character, cut short by another one.
        assert_eq!(decoded(b"\xf0\x9d\x84\xc3\xa9"), "\u{f0}\u{9d}„é");
        assert_eq!(decoded(b"\xff\xfe\x80"), "ÿþ€");
    }

    #[test]
    fn cyrillic_letters_are_known_by_their_company() {
        assert_eq!(decoded(b"{\xe1\xfc\xb8\xf2}"), "{áü¸ò}", "two letters in a row tell nothing yet");
        assert_eq!(decoded(b"\xc8\xe2\xe0\xed\xee\xe2: \xe1\xfc\xb8\xf2"), "Иванов: бьёт");
        assert_eq!(decoded(b"1. \xf13-d4"), "1. с3-d4");
        assert_eq!(decoded(b"1. d4-\xf15"), "1. d4-с5");
        assert_eq!(decoded(b"\xe9t\xe9 3"), "été 3");
    }
}
