//! Bytes to characters: UTF-8, and where that fails Latin-1, byte by byte.

use smallvec::SmallVec;

/// Characters that one byte completes: mostly one, up to four where bytes that looked like UTF-8 turn out not to be.
pub(super) type Chars = SmallVec<[char; 4]>;

/// Decodes a stream of bytes without looking ahead.
#[derive(Clone, Debug, Default)]
pub(super) struct Decoder {
    /// The beginning of a character whose end has not come yet.
    pending: SmallVec<[u8; 4]>,
}

impl Decoder {
    /// Whether the next byte begins a character.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_empty()
    }

    /// Takes a byte and gives the characters that are now complete.
    pub(super) fn push(&mut self, byte: u8) -> Chars {
        self.pending.push(byte);
        let mut chars = Chars::new();
        while !self.pending.is_empty() {
            match std::str::from_utf8(&self.pending) {
                Ok(text) => {
                    chars.extend(text.chars());
                    self.pending.clear();
                }
                // A character may still come of it.
                Err(error) if error.error_len().is_none() && error.valid_up_to() == 0 => break,
                Err(_) => chars.push(char::from(self.pending.remove(0))),
            }
        }
        chars
    }

    /// What is left when no byte comes any more.
    pub(super) fn finish(&mut self) -> Chars {
        self.pending.drain(..).map(char::from).collect()
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
    fn utf8_and_latin_1_may_be_mixed() {
        assert_eq!(decoded("32×28 Сийбранд 𝄞".as_bytes()), "32×28 Сийбранд 𝄞");
        assert_eq!(decoded(b"32\xd728 Andr\xe9 \xe9"), "32×28 André é");
        // The beginning of a long character, cut short by another one.
        assert_eq!(decoded(b"\xf0\x9d\x84\xc3\xa9"), "\u{f0}\u{9d}\u{84}é");
        assert_eq!(decoded(b"\xff\xfe\xc0\x80"), "\u{ff}\u{fe}\u{c0}\u{80}");
    }
}
