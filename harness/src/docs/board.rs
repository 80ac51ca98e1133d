//! Boards drawn as text for code blocks.

use super::labels::Words;
use damero_engine::notation::diagram::{self, Style};
use damero_engine::rules::SquareNames;
use damero_engine::{Arbiter, Color, Position};

/// How the squares of a drawn board are named at its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edges {
    /// By the numbers of the first and last square of each row.
    Numbers,
    /// By letters and numbers.
    Letters,
}

impl Edges {
    /// As texts about the position name squares: some write letters where the game has numbers.
    pub(super) fn of<'a>(arbiter: &Arbiter, mut texts: impl Iterator<Item = &'a str>) -> Edges {
        let numbers = arbiter.rules().square_names == SquareNames::Numeric;
        let is_letter = |c: char| c.is_ascii_lowercase() && c != 'x';
        let letters = texts.any(|text| text != "start" && text.contains(is_letter));
        if numbers && !letters { Edges::Numbers } else { Edges::Letters }
    }
}

/// A board in text: `w b` men, `W B` kings, `.` an empty square, White below.
///
/// Unicode has signs for the pieces, but few fonts make them as wide as their other letters, and rows would not align.
pub(super) fn draw(arbiter: &Arbiter, position: &Position, edges: Edges) -> String {
    let drawn = diagram::draw(arbiter.geometry(), position, Style::Ascii, edges == Edges::Numbers);
    // The last line says in English who is to move; the page says it in its own language.
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    lines[..lines.len().saturating_sub(1)].join("\n")
}

/// Who is to move.
pub(super) fn to_move(words: Words, position: &Position) -> String {
    match position.turn() {
        Color::White => words.phrase("to-move-white"),
        Color::Black => words.phrase("to-move-black"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_engine::variants;

    #[test]
    fn edges_follow_the_texts() {
        let arbiter = Arbiter::new(variants::ENGLISH).expect("playable");
        let of = |texts: &[&str]| Edges::of(&arbiter, texts.iter().copied());
        assert_eq!(of(&["start", "11x18"]), Edges::Numbers);
        assert_eq!(of(&["W:WK18:B4"]), Edges::Numbers);
        assert_eq!(of(&["start", "c3xe5"]), Edges::Letters);
        let russian = Arbiter::new(variants::RUSSIAN).expect("playable");
        assert_eq!(Edges::of(&russian, ["start"].into_iter()), Edges::Letters);
    }

    #[test]
    fn the_board_ends_without_words() {
        let arbiter = Arbiter::new(variants::ENGLISH).expect("playable");
        let drawn = draw(&arbiter, &arbiter.start(), Edges::Numbers);
        assert_eq!(drawn.lines().count(), 8);
        assert!(drawn.ends_with("32"), "{drawn}");
        let drawn = draw(&arbiter, &arbiter.start(), Edges::Letters);
        assert!(drawn.ends_with("a b c d e f g h"), "{drawn}");
    }
}
