//! Boards as pictures: SVG for pages, small enough for thousands of them.
//!
//! A page has one [`Boards`]: it draws each kind of board once, with the names of its squares, and the pieces once; a
//! board then only says what stands where. White is always below. A square is ten units wide.

use damero_engine::notation::fen;
use damero_engine::{Arbiter, Color, Geometry, Piece, Position, Setup, Square};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

/// Most arrows of a board: more would hide it.
const MOST_ARROWS: usize = 12;

/// What an arrow says of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// It was expected, and did not come.
    Missing,
    /// It came, and was not expected.
    Extra,
}

/// How the squares of a board are named on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Names {
    /// Letters and numbers at the edges.
    Letters,
    /// Numbers on the squares.
    Numbers,
    /// Both: the game has numbers, and a text about the position has letters.
    Both,
}

impl Names {
    /// The names that a game has, and those that some texts use.
    pub(super) fn of<'a>(arbiter: &Arbiter, mut texts: impl Iterator<Item = &'a str>) -> Names {
        if arbiter.writes_algebraic() {
            Names::Letters
        } else if texts.any(names_letters) {
            Names::Both
        } else {
            Names::Numbers
        }
    }
}

/// Whether a text has the name of a square such as `c3`, alone or in a move.
fn names_letters(text: &str) -> bool {
    let is_name = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|letter| ('a'..='n').contains(&letter))
            && matches!(
                letters.as_str(),
                "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14"
            )
    };
    text.split(|sign: char| !sign.is_ascii_alphanumeric() || matches!(sign, 'x' | 'K')).any(is_name)
}

/// The boards of a page.
#[derive(Debug, Default)]
pub(super) struct Boards {
    /// The drawing of each kind of empty board, and its number.
    kinds: HashMap<String, usize>,
}

impl Boards {
    /// A position with arrows on it, described in words for those who do not see it; nothing where it cannot be drawn.
    pub(super) fn draw(
        &mut self,
        arbiter: &Arbiter,
        names: Names,
        position: &str,
        arrows: &[(Arrow, Vec<Square>)],
    ) -> Option<String> {
        let geometry = arbiter.geometry();
        let setup = setup(arbiter, position)?;
        let letters = names != Names::Numbers;
        let empty = empty(geometry, names);
        let next = self.kinds.len();
        let kind = *self.kinds.entry(empty).or_insert(next);

        let mut label = describe(geometry, &setup, letters);
        let mut body = format!("<use href=\"#k{kind}\"/>");
        let mut taken = HashSet::new();
        for (square, piece) in &setup.pieces {
            // Of two pieces on one square, as a text may have them, the first is seen.
            if taken.insert(*square) {
                let (x, y) = corner(geometry, *square);
                let _ = write!(body, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", symbol(*piece));
            }
        }
        for (arrow, squares) in arrows.iter().take(MOST_ARROWS) {
            let class = match arrow {
                Arrow::Missing => "am",
                Arrow::Extra => "ae",
            };
            let _ = write!(body, "<path class=\"{class}\" d=\"{}\"/>", path(geometry, squares));
        }
        for (arrow, word) in [(Arrow::Missing, "Missing"), (Arrow::Extra, "Extra")] {
            let of: Vec<String> = arrows
                .iter()
                .take(MOST_ARROWS)
                .filter(|(kind, _)| *kind == arrow)
                .map(|(_, squares)| {
                    squares.iter().map(|square| name(geometry, *square, letters)).collect::<Vec<_>>().join(" to ")
                })
                .collect();
            if !of.is_empty() {
                let _ = write!(label, " {word}: {}.", of.join(", "));
            }
        }
        let (left, below) = if letters { (5, 5) } else { (1, 1) };
        let (width, height) = (u32::from(geometry.width()) * 10, u32::from(geometry.height()) * 10);
        Some(format!(
            "<svg class=\"board\" role=\"img\" viewBox=\"-{left} -1 {} {}\" aria-label=\"{label}\">{body}</svg>",
            width + left + 1,
            height + 1 + below,
        ))
    }

    /// What the boards refer to: once in a page, before the first of them.
    pub(super) fn definitions(&self) -> String {
        let mut out =
            "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs>".to_string();
        let crown = "<path d=\"M2.7 6.7L2.3 3.6L3.9 4.8L5 2.9L6.1 4.8L7.7 3.6L7.3 6.7Z\"/>";
        for (color, class) in [(Color::White, "w"), (Color::Black, "b")] {
            for (king, sign) in [(false, "<circle class=\"rim\" cx=\"5\" cy=\"5\" r=\"2.3\"/>"), (true, crown)] {
                let id = symbol(Piece { color, king });
                let _ = write!(out, "<g id=\"{id}\" class=\"{class}\"><circle cx=\"5\" cy=\"5\" r=\"3.5\"/>{sign}</g>");
            }
        }
        for class in ["am", "ae"] {
            let _ = write!(
                out,
                "<marker id=\"{class}h\" class=\"{class}h\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" \
                 markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0L10 5L0 10Z\"/></marker>"
            );
        }
        let mut kinds: Vec<(&String, &usize)> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, number)| **number);
        for (empty, number) in kinds {
            let _ = write!(out, "<g id=\"k{number}\" class=\"k\">{empty}</g>");
        }
        out.push_str("</defs></svg>");
        out
    }
}

/// The squares that a written move passes: all of them where it is legal in the position, else as far as it says; none
/// where it is no move.
pub(super) fn squares_of(arbiter: &Arbiter, position: Option<&Position>, text: &str) -> Option<Vec<Square>> {
    // `9x18 a second time` begins with the move, `47x36 <14,29>` is one.
    let first = text.split_whitespace().next()?;
    let written = arbiter.read_move(text).or_else(|_| arbiter.read_move(first)).ok()?;
    let found = position.and_then(|position| arbiter.find(position, &written).ok());
    Some(found.map_or_else(|| written.squares.to_vec(), |found| found.path().collect()))
}

/// Whose turn it is in a position.
pub(super) fn to_move(arbiter: &Arbiter, position: &str) -> Option<&'static str> {
    setup(arbiter, position)?.turn.map(Color::name)
}

/// The pieces of a position, even of one that must be refused.
fn setup(arbiter: &Arbiter, position: &str) -> Option<Setup> {
    match arbiter.read(position) {
        Ok(position) => Some(position.to_setup()),
        Err(_) => fen::parse(arbiter.geometry(), position).ok(),
    }
}

const fn symbol(piece: Piece) -> &'static str {
    match (piece.color, piece.king) {
        (Color::White, false) => "wm",
        (Color::White, true) => "wk",
        (Color::Black, false) => "bm",
        (Color::Black, true) => "bk",
    }
}

fn name(geometry: &Geometry, square: Square, letters: bool) -> String {
    if letters { geometry.algebraic(square) } else { geometry.number(square).to_string() }
}

/// The top left corner of a square.
fn corner(geometry: &Geometry, square: Square) -> (u32, u32) {
    let (column, row) = geometry.column_row(square);
    (u32::from(column) * 10, u32::from(geometry.height() - 1 - row) * 10)
}

/// An empty board with the names of its squares: numbers on the squares, letters at the edges.
fn empty(geometry: &Geometry, names: Names) -> String {
    let (width, height) = (u32::from(geometry.width()) * 10, u32::from(geometry.height()) * 10);
    let all = geometry.squares() == geometry.width() * geometry.height();
    let mut out = format!("<rect class=\"l\" width=\"{width}\" height=\"{height}\"/>");
    if all {
        // Where every square is played on, lines part them.
        let mut lines = String::new();
        for column in 1..u32::from(geometry.width()) {
            let _ = write!(lines, "M{} 0v{height}", column * 10);
        }
        for row in 1..u32::from(geometry.height()) {
            let _ = write!(lines, "M0 {}h{width}", row * 10);
        }
        let _ = write!(out, "<path class=\"g\" d=\"{lines}\"/>");
    } else {
        let mut dark = String::new();
        for square in geometry.all_squares() {
            let (x, y) = corner(geometry, square);
            let _ = write!(dark, "M{x} {y}h10v10h-10z");
        }
        let _ = write!(out, "<path class=\"d\" d=\"{dark}\"/>");
    }
    let _ = write!(out, "<rect class=\"e\" width=\"{width}\" height=\"{height}\"/>");
    if names != Names::Numbers {
        for column in 0..geometry.width() {
            let (x, letter) = (u32::from(column) * 10 + 5, char::from(b'a' + column));
            let _ = write!(out, "<text class=\"c\" x=\"{x}\" y=\"{}\">{letter}</text>", height + 4);
        }
        for row in 0..geometry.height() {
            let y = u32::from(geometry.height() - 1 - row) * 10 + 6;
            let _ = write!(out, "<text class=\"c\" x=\"-2.4\" y=\"{y}\">{}</text>", row + 1);
        }
    }
    if names != Names::Letters {
        for square in geometry.all_squares() {
            let (x, y) = corner(geometry, square);
            let (x, y) = (f64::from(x) + 0.4, f64::from(y) + 2.1);
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", geometry.number(square));
        }
    }
    out
}

/// A line through the middles of some squares, from the rim of the piece that moves; its head is drawn at its end.
fn path(geometry: &Geometry, squares: &[Square]) -> String {
    let middle = |square: &Square| {
        let (x, y) = corner(geometry, *square);
        (f64::from(x) + 5.0, f64::from(y) + 5.0)
    };
    let mut out = String::new();
    for (index, square) in squares.iter().enumerate() {
        let (mut x, mut y) = middle(square);
        if let (0, Some(next)) = (index, squares.get(1)) {
            let (dx, dy) = (middle(next).0 - x, middle(next).1 - y);
            let length = dx.hypot(dy).max(1.0);
            x += dx / length * 3.2;
            y += dy / length * 3.2;
        }
        let _ = write!(out, "{}{} {}", if index == 0 { 'M' } else { 'L' }, rounded(x), rounded(y));
    }
    out
}

/// A number with at most one digit behind the point.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// A position in words.
fn describe(geometry: &Geometry, setup: &Setup, letters: bool) -> String {
    let mut out = "Board".to_string();
    if let Some(turn) = setup.turn {
        let _ = write!(out, ", {} to move", turn.name());
    }
    out.push('.');
    for color in [Color::White, Color::Black] {
        let of = |king: bool| -> Vec<String> {
            setup
                .pieces
                .iter()
                .filter(|(_, piece)| piece.color == color && piece.king == king)
                .map(|(square, _)| name(geometry, *square, letters))
                .collect()
        };
        let mut parts = Vec::new();
        for (king, one, many) in [(false, "man", "men"), (true, "king", "kings")] {
            let squares = of(king);
            if !squares.is_empty() {
                parts.push(format!("{} {}", if squares.len() == 1 { one } else { many }, squares.join(" ")));
            }
        }
        if !parts.is_empty() {
            let _ = write!(out, " {}: {}.", color.name(), parts.join(", "));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_engine::variants;

    #[test]
    fn names_follow_the_texts() {
        let english = Arbiter::new(variants::ENGLISH).expect("playable");
        let of = |arbiter: &Arbiter, texts: &[&str]| Names::of(arbiter, texts.iter().copied());
        assert_eq!(of(&english, &["start", "11x18", "a man in 5 moves"]), Names::Numbers);
        assert_eq!(of(&english, &["c3xe5"]), Names::Both);
        assert_eq!(of(&english, &["W:WKd4:Bb6"]), Names::Both);
        assert_eq!(of(&english, &["The king, on d4, stays."]), Names::Both);
        let russian = Arbiter::new(variants::RUSSIAN).expect("playable");
        assert_eq!(of(&russian, &[]), Names::Letters);
    }

    #[test]
    fn arrows_follow_the_way_of_a_legal_move() {
        let russian = Arbiter::new(variants::RUSSIAN).expect("playable");
        let position = russian.read("W:Wa1:Bb2,d4").expect("a position");
        let named = |text: &str| -> Vec<String> {
            let squares = squares_of(&russian, Some(&position), text).expect("a move");
            squares.iter().map(|square| russian.geometry().name(*square)).collect()
        };
        assert_eq!(named("a1xe5"), ["a1", "c3", "e5"]);
        assert_eq!(named("a1xh8 a second time"), ["a1", "h8"]);
        assert_eq!(squares_of(&russian, Some(&position), "nothing"), None);
    }

    #[test]
    fn what_must_be_refused_is_drawn_all_the_same() {
        let english = Arbiter::new(variants::ENGLISH).expect("playable");
        let mut boards = Boards::default();
        let drawn = boards.draw(&english, Names::Numbers, "W:W1,1:B5", &[]).expect("a board");
        assert_eq!(drawn.matches("<use href=\"#wm\"").count(), 1, "{drawn}");
        assert_eq!(boards.draw(&english, Names::Numbers, "W:W99:B5", &[]), None);
    }
}
