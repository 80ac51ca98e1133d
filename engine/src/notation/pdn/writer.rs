//! Games to text.

use super::game::{End, GameRecord, Item, ItemKind, Tag};
use super::game_type::GameType;
use super::score::Score;
use crate::arbiter::Arbiter;
use crate::game::Outcome;
use crate::moves::Move;
use crate::notation::fen;
use crate::position::Position;

/// Columns of a line of moves. Comments and moves that are longer stand on a line of their own.
const WIDTH: usize = 80;

/// Writes a game: tags, an empty line, moves in lines of at most eighty columns, the result.
///
/// What a [`Reader`](super::Reader) has read comes out the same when it reads what this writes. A game without a result
/// is written without one, so that between two such games something has to separate them: a `*`, or tags.
#[must_use]
pub fn write(game: &GameRecord) -> String {
    let mut text = String::new();
    for tag in &game.tags {
        let value = tag.value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{} \"{value}\"]\n", tag.name);
    }
    let mut lines = Lines { text: String::new(), column: 0, width: WIDTH, opening: String::new() };
    lines.items(&game.items);
    if let Some(end) = game.end {
        lines.word(&end.to_string());
    }
    if !lines.text.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    text += &lines.text;
    if lines.column > 0 {
        text.push('\n');
    }
    text
}

/// Words in lines.
struct Lines {
    text: String,
    column: usize,
    /// Columns that words may fill; open variations keep some for their ends.
    width: usize,
    /// Parentheses that stand right before the next word.
    opening: String,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opening) + word;
        let first = word.split('\n').next().unwrap_or(&word);
        let wide = first.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + wide <= self.width;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text += &word;
        match word.rsplit_once('\n') {
            None => self.column += wide,
            Some((_, last)) => self.column = last.chars().count(),
        }
    }

    fn items(&mut self, items: &[Item]) {
        let mut items = items.iter().map(|item| &item.kind).peekable();
        while let Some(item) = items.next() {
            match item {
                ItemKind::Number { number, half } => {
                    let dots = if *half { "..." } else { "." };
                    // A number stays on the line of its move.
                    match items.peek().and_then(|next| played(next)) {
                        Some(next) => {
                            self.word(&format!("{number}{dots} {next}"));
                            items.next();
                        }
                        None => self.word(&format!("{number}{dots}")),
                    }
                }
                ItemKind::Move { .. } | ItemKind::Missing => self.word(&played(item).unwrap_or_default()),
                // A brace inside cannot be written between braces.
                ItemKind::Comment(comment) if comment.contains('}') => {
                    self.word(&format!(";{}\n", comment.replace('\n', " ")));
                }
                ItemKind::Comment(comment) => self.word(&format!("{{{comment}}}")),
                ItemKind::Nag(nag) => self.word(&format!("${nag}")),
                ItemKind::Setup(fen) => self.word(&format!("/FEN \"{fen}\"/")),
                ItemKind::Variation(inner) => {
                    let width = self.width;
                    self.width = width.saturating_sub(1);
                    self.opening.push('(');
                    self.items(inner);
                    if self.opening.is_empty() {
                        self.text.push(')');
                        self.column += 1;
                    } else {
                        self.word(")");
                    }
                    self.width = width;
                }
            }
        }
    }
}

/// The text of a move or of one that is missing.
fn played(item: &ItemKind) -> Option<String> {
    match item {
        ItemKind::Move { text, strength } => Some(format!("{text}{}", strength.as_deref().unwrap_or(""))),
        ItemKind::Missing => Some("...".to_string()),
        _ => None,
    }
}

/// A move in a list that is not legal where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move at ply {} is not legal there", .ply + 1)]
pub struct NotLegalAt {
    /// Its index, in plies from the start.
    pub ply: usize,
}

/// A game of moves played, ready to be written: its tags `GameType`, `FEN` where it does not begin as usual, and
/// `Result`; its moves in the notation of the variant, short where that is enough; and its result in the form of its
/// type.
///
/// # Errors
///
/// Returns an error at the first move that is not legal.
pub fn record(
    arbiter: &Arbiter,
    start: &Position,
    moves: &[Move],
    outcome: Option<Outcome>,
) -> Result<GameRecord, NotLegalAt> {
    let rules = arbiter.rules();
    let game_type = GameType::of(rules);
    let two_points = game_type.is_some_and(|game_type| game_type.counts_two_points());
    let score = Score::of(outcome, rules.starting_side, two_points);
    let mut tags = Vec::new();
    tags.extend(game_type.map(|game_type| Tag::new("GameType", game_type.to_string())));
    if *start != arbiter.start() {
        tags.push(Tag::new("FEN", fen::write_extended(arbiter.geometry(), &start.to_setup())));
    }
    tags.push(Tag::new("Result", score.word()));

    let mut items = Vec::new();
    let mut position = *start;
    let mut number = 1;
    for (ply, played) in moves.iter().enumerate() {
        let legal = arbiter.moves(&position).unwrap_or_default();
        let Some(played) = legal.iter().find(|m| *m == played) else {
            return Err(NotLegalAt { ply });
        };
        let first = position.turn() == rules.starting_side;
        if first || ply == 0 {
            items.push(Item::new(ItemKind::Number { number, half: !first }));
        }
        number += u32::from(!first);
        items.push(Item::new(ItemKind::Move { text: arbiter.text(played, &legal), strength: None }));
        position = arbiter.play_unchecked(&position, played);
    }
    Ok(GameRecord { tags, items, end: Some(End::new(score)), ..GameRecord::default() })
}
