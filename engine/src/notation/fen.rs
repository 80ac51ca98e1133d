//! FEN as PDN 3.0 has it: `W:W31-50:B1-20`.
//!
//! The reader takes either order of the sides, ranges, `K` before a square or a range, an empty side, spaces, a final
//! dot, and numeric or algebraic names whatever the variant writes; `?` stands for an unknown side to move. It also takes
//! small letters, commas left over at the end of a list (`W:W31,:B1,`), leading zeros, characters that look like others
//! (see [`lookalike`]), and a whole tag, `[FEN "W:W31-50:B1-20"]`. On boards with a column k, `k3` is the square k3, and
//! a king on square 3 is `K3`. The writer uses the variant's own names, lists every square, and writes neither spaces nor
//! a dot.
//!
//! The site lidraughts adds parts that PDN does not have, and the reader takes them too:
//!
//! | part | meaning |
//! |---|---|
//! | `:H12` | plies counted towards a draw |
//! | `:F40` | number of the move about to be made |
//! | `:+1+3` | quiet moves in a row with one king, Black's and then White's; the king's square may follow: `:+107+346` |
//!
//! Its `G23` and `P23`, pieces captured in a move that is not over yet, are refused: a position stands between moves.
//!
//! ```
//! use damero_engine::notation::fen;
//! use damero_engine::{Geometry, variants};
//!
//! let board = Geometry::new(&variants::INTERNATIONAL);
//! let setup = fen::parse(&board, "w : b1-3, : Wk45.")?;
//! assert_eq!(fen::write(&board, &setup), "W:WK45:B1,2,3");
//! let error = fen::parse(&board, "W:W51:B1").expect_err("no square");
//! assert!(error.to_string().contains("51"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::color::{Color, Piece};
use crate::geometry::{Geometry, NameProblem, Square};
use crate::notation::lookalike;
use crate::setup::{KingRun, Refusal, Setup};
use std::fmt::Write as _;

/// No board needs a longer FEN, by far.
const LONGEST: usize = 4096;

/// Why a text is not a FEN, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {}: found {found}, expected {expected}", .at + 1)]
pub struct FenError {
    /// Byte at which the offending part begins.
    pub at: usize,
    /// Its length in bytes; 0 at the end of the text.
    pub length: usize,
    /// What was found there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
    off_board: bool,
}

impl FenError {
    /// The reason as a word.
    #[must_use]
    pub const fn refusal(&self) -> Refusal {
        if self.off_board { Refusal::OffBoard } else { Refusal::NotAPosition }
    }
}

/// A part of the text with its place.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Part { at: self.at + self.text.len() - text.len(), text: text.trim_end() }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Part { at, text };
            at += text.len() + separator.len_utf8();
            part.trimmed()
        })
    }

    fn skip(self, bytes: usize) -> Part<'a> {
        Part { at: self.at + bytes, text: &self.text[bytes..] }.trimmed()
    }

    /// The first character, as it is read.
    fn first(self) -> Option<char> {
        self.text.chars().next().map(lookalike::plain)
    }

    /// What stands behind the first character.
    fn behind_first(self) -> Part<'a> {
        self.skip(self.text.chars().next().map_or(0, char::len_utf8))
    }

    /// What stands before the first hyphen, and behind it.
    fn split_at_hyphen(self) -> Option<(Part<'a>, Part<'a>)> {
        let (at, hyphen) = self.text.char_indices().find(|(_, c)| lookalike::plain(*c) == '-')?;
        Some((Part { text: &self.text[..at], ..self }.trimmed(), self.skip(at + hyphen.len_utf8())))
    }

    /// The value of a tag that is pasted whole, `[FEN "..."]`; any other text as it is.
    fn value_of_tag(self) -> Part<'a> {
        let value = || {
            let body = self.text.strip_prefix('[')?.strip_suffix(']')?;
            let name = body.trim_start().get(..3).filter(|name| name.eq_ignore_ascii_case("FEN"))?;
            let value = body.trim_start().strip_prefix(name)?.trim();
            let is_quote = |c: char| lookalike::plain(c) == '"';
            let value = value.strip_prefix(is_quote)?.strip_suffix(is_quote)?;
            Some(Part { at: self.at + self.text.rfind(value)?, text: value }.trimmed())
        };
        value().unwrap_or(self)
    }

    fn wrong(self, expected: impl Into<String>) -> FenError {
        let found = if self.text.is_empty() {
            "nothing".to_string()
        } else {
            format!("`{}`", crate::value::shortened(self.text))
        };
        FenError { at: self.at, length: self.text.len(), found, expected: expected.into(), off_board: false }
    }
}

/// Reads a FEN.
///
/// # Errors
///
/// Returns an error at the first part that cannot be read or names a square that is not on the board.
pub fn parse(geometry: &Geometry, text: &str) -> Result<Setup, FenError> {
    const SIDES: &str = "the side to move and both sides' squares, like `W:W31-50:B1-20`";
    if text.len() > LONGEST {
        return Err(FenError {
            at: 0,
            length: text.len(),
            found: format!("{} characters", text.chars().count()),
            expected: format!("a position, at most {LONGEST} characters"),
            off_board: false,
        });
    }
    let whole = Part { at: 0, text }.trimmed().value_of_tag();
    let body = Part { text: whole.text.strip_suffix('.').unwrap_or(whole.text), ..whole };
    let mut parts = body.split(':');
    let first = parts.next().unwrap_or(body);
    let turn = match &*lookalike::plain_text(first.text) {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        "?" => None,
        _ if body.text.contains(':') => return Err(first.wrong("the side to move: `W`, `B` or `?`")),
        _ => return Err(whole.wrong(SIDES)),
    };
    let mut setup = Setup { turn, ..Setup::default() };
    let mut seen = [false; 2];
    let mut runs = None;
    for part in parts {
        let color = match part.first() {
            Some('W' | 'w') => Color::White,
            Some('B' | 'b') => Color::Black,
            Some('H') => {
                read_counter(part, &mut setup.halfmove)?;
                continue;
            }
            Some('F') => {
                read_counter(part, &mut setup.fullmove)?;
                continue;
            }
            Some('+') if runs.is_none() => {
                runs = Some(part);
                continue;
            }
            Some('+') => return Err(part.wrong("the moves of the kings once")),
            _ => return Err(part.wrong("`W` or `B` and that side's squares")),
        };
        if std::mem::replace(&mut seen[color.index()], true) {
            return Err(part.wrong(format!("each side once; {color} has been listed already")));
        }
        let list = part.behind_first();
        let listed = list.text.trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        if listed.is_empty() {
            continue;
        }
        for item in (Part { text: listed, ..list }).split(',') {
            read_item(geometry, item, color, &mut setup)?;
        }
    }
    if seen == [false; 2] {
        return Err(whole.wrong(SIDES));
    }
    if let Some(part) = runs {
        // Only now the kings are known, whichever part came first.
        read_king_runs(geometry, part, &mut setup)?;
    }
    Ok(setup)
}

/// Reads `H12` or `F40`.
fn read_counter(part: Part<'_>, counter: &mut Option<u32>) -> Result<(), FenError> {
    let letter = part.first().unwrap_or_default();
    let digits = part.behind_first().text;
    let number = (!digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.parse().ok())
        .flatten();
    match (number, *counter) {
        (Some(_), None) => *counter = number,
        (Some(_), Some(_)) => return Err(part.wrong(format!("`{letter}` once"))),
        (None, _) => return Err(part.wrong(format!("`{letter}` and a number of at most six digits"))),
    }
    Ok(())
}

/// Reads `+1+3`, Black's quiet king moves and then White's: one digit, and the square of the king if it is given.
fn read_king_runs(geometry: &Geometry, part: Part<'_>, setup: &mut Setup) -> Result<(), FenError> {
    const RUNS: &str = "the king moves of Black and of White, like `+0+2` or `+0+246`";
    let mut runs = part.skip(1).split('+');
    let (Some(black), Some(white), None) = (runs.next(), runs.next(), runs.next()) else {
        return Err(part.wrong(RUNS));
    };
    for (color, run) in [(Color::Black, black), (Color::White, white)] {
        let moves = match run.text.as_bytes().first() {
            Some(digit @ b'0'..=b'9') => digit - b'0',
            _ => return Err(run.wrong(RUNS)),
        };
        if moves == 0 {
            continue;
        }
        let mut kings =
            setup.pieces.iter().filter(|(_, piece)| *piece == Piece::king(color)).map(|(square, _)| *square);
        let square = run.skip(1);
        let king = if square.text.is_empty() {
            match (kings.next(), kings.next()) {
                (Some(only), None) => only,
                _ => return Err(run.wrong(format!("the square of the king too, unless {color} has just one"))),
            }
        } else {
            let named = geometry.square_named(square.text).ok();
            match named.and_then(|named| kings.find(|king| *king == named)) {
                Some(king) => king,
                None => return Err(square.wrong(format!("the square of a king of {color}"))),
            }
        };
        setup.king_runs[color.index()] = Some(KingRun { square: king.0, moves });
    }
    Ok(())
}

fn read_item(geometry: &Geometry, item: Part<'_>, color: Color, setup: &mut Setup) -> Result<(), FenError> {
    const ITEM: &str = "a square, a range, or either with `K` before it";
    // Where squares have numbers, `G7` is no way to write the square g7.
    let numeric = geometry.name(Square(0)).starts_with(|c: char| c.is_ascii_digit());
    let unfinished = item.text.len() > 1 && item.text.starts_with(['G', 'P']);
    if unfinished && (numeric || geometry.square_named(item.text).is_err()) {
        return Err(item.wrong(
            "a piece that stands on the board: `G` and `P` mark pieces captured in an unfinished move, and a position \
             stands between moves",
        ));
    }
    // Where the board has a column k, `k9` is a man on it; a king there is `Kk9`, and one on square 9 is `K9`.
    let is_of_column_k = |name: &str| {
        let named = geometry.square_named(name);
        !matches!(named, Err(error) if matches!(error.problem, NameProblem::NotAName | NameProblem::OffBoard { .. }))
    };
    let on_column_k = item.text.starts_with('k') && is_of_column_k(item.text);
    let king = matches!(item.first(), Some('K' | 'k')) && !on_column_k;
    let squares = if king { item.behind_first() } else { item };
    if squares.text.is_empty() {
        return Err(item.wrong(ITEM));
    }
    let piece = Piece { color, king };
    let named = |part: Part<'_>| -> Result<Square, FenError> {
        geometry.square_named(part.text).map_err(|error| match error.problem {
            NameProblem::NotAName => part.wrong(ITEM),
            NameProblem::OffBoard { ref last } if part.text.bytes().all(|b| b == b'0') => {
                FenError { off_board: true, ..part.wrong(format!("a square on the board: squares are 1 to {last}")) }
            }
            NameProblem::OffBoard { ref last } => {
                FenError { off_board: true, ..part.wrong(format!("a square on the board, which ends at {last}")) }
            }
            NameProblem::NotPlayedOn => FenError { off_board: true, ..part.wrong("a square that is played on") },
        })
    };
    match squares.split_at_hyphen() {
        None => setup.pieces.push((named(squares)?, piece)),
        Some((first, last)) => {
            let numeric = |part: Part<'_>| part.text.bytes().all(|b| b.is_ascii_digit());
            if !numeric(first) || !numeric(last) {
                return Err(squares.wrong("a range of numbers, like `31-50`"));
            }
            let (low, high) = (geometry.number(named(first)?), geometry.number(named(last)?));
            if low > high {
                return Err(squares.wrong(format!("the lower number first: `{high}-{low}`")));
            }
            setup.pieces.extend((low..=high).filter_map(|n| geometry.square_numbered(n)).map(|s| (s, piece)));
        }
    }
    Ok(())
}

/// Writes a board with the parts that lidraughts adds, as far as the setup has them: `:H12`, `:F40`, and the king moves,
/// with squares, where either side has made any.
///
/// Readers of plain PDN refuse such a text. More than nine moves of a king are written as nine: under rules that let it
/// make more than that, the text says too little.
#[must_use]
pub fn write_extended(geometry: &Geometry, setup: &Setup) -> String {
    let mut text = write(geometry, setup);
    for (letter, counter) in [("H", setup.halfmove), ("F", setup.fullmove)] {
        if let Some(counter) = counter {
            let _ = write!(text, ":{letter}{counter}");
        }
    }
    if setup.king_runs.iter().flatten().any(|run| run.moves > 0) {
        text.push(':');
        for color in [Color::Black, Color::White] {
            // One digit is all the notation has room for. Where a king is barred after nine moves or fewer, nine and
            // more bar it alike, and what is read back plays the same.
            match setup.king_runs[color.index()].filter(|run| run.moves > 0) {
                Some(run) => {
                    let _ = write!(text, "+{}{:0>2}", run.moves.min(9), geometry.name(Square(run.square)));
                }
                None => text.push_str("+0"),
            }
        }
    }
    text
}

/// Writes a board: White's squares, then Black's, each in the order of the board's own names.
#[must_use]
pub fn write(geometry: &Geometry, setup: &Setup) -> String {
    let mut text = String::from(setup.turn.map_or("?", letter));
    for color in [Color::White, Color::Black] {
        let _ = write!(text, ":{}", letter(color));
        let mut pieces: Vec<(Square, Piece)> =
            setup.pieces.iter().copied().filter(|(_, piece)| piece.color == color).collect();
        pieces.sort_by_key(|(square, _)| geometry.number(*square));
        for (i, (square, piece)) in pieces.into_iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let king = if piece.king { "K" } else { "" };
            let _ = write!(text, "{comma}{king}{}", geometry.name(square));
        }
    }
    text
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arbiter;
    use crate::rules::{FirstSquare, Rules, SquareNames};
    use crate::variants::{CANADIAN, FRISIAN, INTERNATIONAL, RUSSIAN};

    fn frisian() -> Arbiter {
        Arbiter::new(FRISIAN).expect("playable rules")
    }

    #[test]
    fn a_column_k_is_no_king() {
        let rules = Rules { square_names: SquareNames::Algebraic, first_square: FirstSquare::BottomLeft, ..CANADIAN };
        let arbiter = Arbiter::new(rules).expect("playable rules");
        for text in ["W:Wk3,Kk5:Bk9,l10", "B:Wa1:BKk11"] {
            let position = arbiter.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(arbiter.fen(&position), text);
        }
        let start = arbiter.fen(&arbiter.start());
        assert_eq!(arbiter.read(&start), Ok(arbiter.start()), "{start}");
        // Elsewhere a small k still means a king.
        assert_eq!(frisian().read("W:Wk46:B5"), frisian().read("W:WK46:B5"));
        // Numbers as names change nothing: k3 is a square of twelve by twelve, square 60.
        let canadian = Arbiter::new(CANADIAN).expect("playable rules");
        assert_eq!(canadian.read("W:Wk3,i3:Bc11"), canadian.read("W:W60,59:B8"));
        assert_eq!(canadian.read("W:WKk3,K3:Bc11"), canadian.read("W:WK60,K3:B8"));
        assert_eq!(canadian.read("W:Wk40:Bc11"), canadian.read("W:WK40:B8"), "there is no row 40");
        assert!(canadian.read("W:Wk4:B8").is_err(), "k4 is not played on, and a king on 4 is K4");
    }

    #[test]
    fn what_programs_and_people_leave_over_is_read() {
        let arbiter = Arbiter::new(INTERNATIONAL).expect("playable rules");
        let expected = arbiter.read("W:W31,K46:B1-5");
        assert!(expected.is_ok());
        for text in [
            "W:W31,K46,:B1-5,",
            "W:W31,K46, :B1-5 , .",
            "w:w31,k46:b1-5",
            "W : W 31 , K 46 : B 1 - 5",
            "W:W031,K046:B01-05",
            "[FEN \"W:W31,K46:B1-5\"]",
            " [ FEN  \"W:W31,K46:B1-5.\" ] ",
            "[FEN \u{201c}W:W31,K46:B1-5\u{201d}]",
            "W:W31,\u{41a}46:\u{412}1\u{2013}5",
            "W:W31,K46:B1-5:H0:F1",
        ] {
            assert_eq!(arbiter.read(text), expected, "{text}");
        }
        assert!(arbiter.read("W:W31,,K46:B1-5").is_err(), "something is missing in the middle");
        assert!(arbiter.read("W:W,31:B1-5").is_err(), "or at the beginning");
        assert_eq!(arbiter.read("W:W31:B,"), arbiter.read("W:W31:B"));
        let error = parse(arbiter.geometry(), "[FEN \"W:W31,99:B1\"]").expect_err("no square 99");
        assert_eq!((error.at, error.length), (12, 2));
        let zero = parse(arbiter.geometry(), "W:W0:B1").expect_err("no square 0").to_string();
        assert_eq!(zero, "at character 4: found `0`, expected a square on the board: squares are 1 to 50");
    }

    #[test]
    fn counters_of_lidraughts_are_read_and_written() {
        let board = Geometry::new(&FRISIAN);
        for text in ["W:W31,K46:B1,K5:H12:F40:+205+146", "B:WK46:BK5:H0:F1", "W:W31,K46:B1:F3:+0+346", "?:W31:B1:H7"] {
            let setup = parse(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(write_extended(&board, &setup), text);
        }
        let setup = parse(&board, "B:+0+1:F2:H3:BK5,9:WK46").expect("parts in any order");
        assert_eq!((setup.halfmove, setup.fullmove), (Some(3), Some(2)));
        assert_eq!(write_extended(&board, &setup), "B:WK46:BK5,9:H3:F2:+0+146");
    }

    #[test]
    fn a_king_that_has_used_up_its_moves_is_barred() {
        let arbiter = frisian();
        let quiet = |fen: &str| {
            let position = arbiter.read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            arbiter
                .moves(&position)
                .expect("few captures")
                .iter()
                .filter(|m| arbiter.geometry().number(m.from()) == 46)
                .count()
        };
        assert_eq!(quiet("W:WK46,6:B1"), 9);
        assert_eq!(quiet("W:WK46,6:B1:H0:F1:+0+2"), 9);
        assert_eq!(quiet("W:WK46,6:B1:H0:F1:+0+3"), 0);
        assert_eq!(quiet("W:WK46,K47,6:B1:H0:F1:+0+347"), 9);
        assert_eq!(quiet("W:WK46:B1:H0:F1:+0+3"), 9, "no man, no limit");
    }

    #[test]
    fn king_moves_survive_writing_and_mean_nothing_where_no_rule_limits_them() {
        let arbiter = frisian();
        let position = arbiter.read("W:WK46,6:BK5,9:+1+3").expect("a position");
        let text = write_extended(arbiter.geometry(), &position.to_setup());
        assert_eq!(text, "W:W6,K46:BK5,9:+105+346");
        assert_eq!(arbiter.read(&text), Ok(position));
        let unlimited = Arbiter::new(INTERNATIONAL).expect("playable rules");
        assert_eq!(unlimited.read(&text), unlimited.read("W:W6,K46:BK5,9"));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let numeric = Geometry::new(&INTERNATIONAL);
        let algebraic = Geometry::new(&RUSSIAN);
        let says = |board: &Geometry, text: &str| parse(board, text).expect_err(text).to_string();
        let unfinished = "expected a piece that stands on the board: `G` and `P` mark pieces captured in an unfinished \
                          move, and a position stands between moves";
        assert_eq!(says(&numeric, "W:W31:B1,G7"), format!("at character 10: found `G7`, {unfinished}"));
        assert_eq!(says(&numeric, "W:WP31:B1"), format!("at character 4: found `P31`, {unfinished}"));
        assert_eq!(says(&algebraic, "W:Wa1:BGb4"), format!("at character 8: found `Gb4`, {unfinished}"));
        assert!(parse(&algebraic, "W:WG7:Ba7").is_ok(), "the square g7");
        for (text, found, expected) in [
            ("W:W31:B1:Hx", "`Hx`", "`H` and a number of at most six digits"),
            ("W:W31:B1:F", "`F`", "`F` and a number of at most six digits"),
            ("W:W31:B1:F1234567", "`F1234567`", "`F` and a number of at most six digits"),
            ("W:W31:B1:H1:H2", "`H2`", "`H` once"),
            ("W:W31:B1:+0", "`+0`", "the king moves of Black and of White, like `+0+2` or `+0+246`"),
            ("W:W31:B1:+0+", "nothing", "the king moves of Black and of White, like `+0+2` or `+0+246`"),
            ("W:W31:B1:+0+0+0", "`+0+0+0`", "the king moves of Black and of White, like `+0+2` or `+0+246`"),
            ("W:W31:B1:+0+0:+0+0", "`+0+0`", "the moves of the kings once"),
            ("W:W31:B1:+0+1", "`1`", "the square of the king too, unless white has just one"),
            ("W:WK31,K32:B1:+0+1", "`1`", "the square of the king too, unless white has just one"),
            ("W:WK31,K32:B1:+0+133", "`33`", "the square of a king of white"),
            ("W:WK31,K32:B1:+0+1é", "`é`", "the square of a king of white"),
        ] {
            let error = parse(&numeric, text).expect_err(text);
            assert_eq!((error.found.as_str(), error.expected.as_str()), (found, expected), "{text}");
        }
    }
}
