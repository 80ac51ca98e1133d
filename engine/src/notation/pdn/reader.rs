//! Tokens to games, one after the other, and the way back to the next game after an error.

use super::decode::Decoder;
use super::game::{End, GameRecord, Item, ItemKind, LookalikeAt, Place, Tag};
use super::lexer::{AMONG_MOVES, LexError, Lexer, Limits, TagLine, Token, Tokens, Unclosed};
use super::score::{Points, Score};
use crate::notation::lookalike::{self, Lookalike};
use crate::notation::shown;
use std::collections::VecDeque;
use std::mem;

const A_MOVE: &str = "a move like `32-28`, `18x4` or `c3-b4`";

/// Why a text is not PDN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place} (game {game}): found {found}, expected {expected}")]
pub struct PdnError {
    /// Which game of the text, from 1.
    pub game: u64,
    /// Where.
    pub place: Place,
    /// What was found there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

/// Reads games from bytes that come in pieces.
///
/// It holds the game at hand and nothing else; [`Limits`] bound that.
///
/// ```
/// use damero_engine::notation::pdn::{PdnError, Reader};
///
/// let mut reader = Reader::new();
/// let mut moves = 0;
/// for piece in ["1. 32-2", "8 19-23 *\n[Event \"A", "\"] 1. 31-27"] {
///     let mut bytes = piece.as_bytes();
///     while let Some(game) = reader.read(&mut bytes) {
///         moves += game?.items.len();
///     }
/// }
/// while let Some(game) = reader.finish() {
///     moves += game?.items.len();
/// }
/// assert_eq!(moves, 5, "two games, their move numbers among the items");
/// # Ok::<(), PdnError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    limits: Limits,
    decoder: Decoder,
    lexer: Lexer,
    /// Bytes seen of a possible byte order mark: their number and the first.
    mark: (u8, u8),
    /// Whether the character before was a carriage return.
    carriage_return: bool,
    /// The game being read.
    game: Draft,
    /// The game before it: complete, but a comment behind its result may still come.
    before: Option<(GameRecord, Load)>,
    skip: Option<Skip>,
    queue: VecDeque<Result<GameRecord, PdnError>>,
    /// Games begun so far.
    count: u64,
    /// Whether the text is not one of characters.
    refused: bool,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader at the beginning of a text.
    #[must_use]
    pub fn new() -> Reader {
        Reader::with_limits(Limits::default())
    }

    /// A reader that holds less, or more.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Reader {
        Reader {
            limits,
            decoder: Decoder::default(),
            lexer: Lexer::new(limits),
            mark: (0, 0),
            carriage_return: false,
            game: Draft::default(),
            before: None,
            skip: None,
            queue: VecDeque::new(),
            count: 1,
            refused: false,
        }
    }

    /// Reads until a game is complete or wrong, and moves `bytes` behind what it has read; `None` where it needs more.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<Result<GameRecord, PdnError>> {
        loop {
            if let Some(next) = self.queue.pop_front() {
                return Some(next);
            }
            let (&byte, rest) = bytes.split_first()?;
            *bytes = rest;
            if self.mark.0 < 2 {
                self.look_for_mark(byte);
            }
            if self.refused {
                continue;
            }
            if byte.is_ascii() && self.decoder.is_idle() {
                self.character(char::from(byte));
            } else {
                for c in self.decoder.push(byte) {
                    self.character(c);
                }
            }
        }
    }

    /// What is left when the text has ended; to be called until `None`. The reader is then at the beginning of another
    /// text.
    pub fn finish(&mut self) -> Option<Result<GameRecord, PdnError>> {
        if self.queue.is_empty() {
            for c in self.decoder.finish() {
                self.character(c);
            }
            self.end();
        }
        let next = self.queue.pop_front();
        if next.is_none() {
            *self = Reader::with_limits(self.limits);
        }
        next
    }

    /// Two bytes that begin a text in UTF-16: nothing in it could be read.
    fn look_for_mark(&mut self, byte: u8) {
        let first = self.mark.1;
        self.mark = (self.mark.0 + 1, byte);
        if self.mark.0 == 2 && matches!((first, byte), (0xff, 0xfe) | (0xfe, 0xff)) {
            self.refused = true;
            self.decoder = Decoder::default();
            self.lexer.reset();
            self.error(Place::START, "a text in UTF-16".to_string(), "one in UTF-8");
        }
    }

    /// Takes a character of the text; every line end becomes one `\n`.
    fn character(&mut self, c: char) {
        let after_return = mem::replace(&mut self.carriage_return, c == '\r');
        match c {
            '\n' if after_return => {}
            '\r' => self.step('\n'),
            '\u{feff}' if self.lexer.place == Place::START => {}
            _ => self.step(c),
        }
    }

    /// Takes a character after line ends have been settled.
    fn step(&mut self, c: char) {
        if let Some(skip) = &mut self.skip {
            let resume = skip.step(c, self.lexer.place);
            self.lexer.pass(c);
            match resume {
                None => {}
                Some(Resume::Here) => self.skip = None,
                Some(Resume::At(place, text)) => {
                    self.skip = None;
                    self.again(place, &text);
                }
            }
            return;
        }
        let mut tokens = Tokens::new();
        let lexed = self.lexer.push(c, &mut tokens);
        // Most characters complete nothing, and the list is dear to move.
        if !tokens.is_empty() && !self.tokens(tokens, c) {
            return;
        }
        if !self.lexer.alike.is_empty() {
            for (place, alike) in mem::take(&mut self.lexer.alike) {
                self.game.note(place, alike);
            }
        }
        match lexed {
            Ok(()) => self.lexer.pass(c),
            Err(error) => self.lexical(error, Some(c)),
        }
    }

    /// Takes the tokens that a character completes; false where one of them is wrong, and the character passed over.
    fn tokens(&mut self, tokens: Tokens, c: char) -> bool {
        for (place, token) in tokens {
            let header = matches!(token, Token::Tag { .. });
            if let Err(Wrong { place, found, expected }) = self.token(place, token) {
                self.error(place, found, expected);
                self.skip_from(header, false, c);
                return false;
            }
        }
        true
    }

    /// Deals with a token that there is not, because of the character given or the end of the text.
    fn lexical(&mut self, error: LexError, c: Option<char>) {
        let LexError { place, found, expected, tag, unclosed } = error;
        let in_comment = self.lexer.in_comment();
        let whole = self.game.has_play && self.game.outer.is_empty() && self.game.pending.is_none();
        if whole && tag.is_some_and(|tag| tag.column == 1) {
            // The tag is the first one of the next game.
            self.complete(None);
        }
        self.error(place, found, expected);
        if let Some(Unclosed { games: Some((place, text)) }) = unclosed {
            // The comment has swallowed games: they are read once more, and from now on no comment swallows any.
            self.lexer.suspicious = true;
            self.lexer.reset();
            self.again(place, &text);
            if let Some(c) = c {
                self.step(c);
            }
        } else if let Some(c) = c {
            self.skip_from(tag.is_some(), in_comment, c);
        } else {
            self.lexer.reset();
        }
    }

    /// Goes on with a text that has been passed before.
    fn again(&mut self, place: Place, text: &str) {
        self.lexer.place = place;
        for c in text.chars() {
            self.step(c);
        }
    }

    /// Passes over the rest of a wrong game, beginning with a character.
    fn skip_from(&mut self, header: bool, comment: bool, c: char) {
        self.lexer.reset();
        self.skip = Some(Skip::new(header, comment, self.lexer.place));
        self.step(c);
    }

    /// Reports an error and drops the game it is in.
    fn error(&mut self, place: Place, found: String, expected: impl Into<String>) {
        self.release();
        self.queue.push_back(Err(PdnError { game: self.count, place, found, expected: expected.into() }));
        self.count += 1;
        self.game = Draft::default();
    }

    /// Lets the game before the one at hand go.
    fn release(&mut self) {
        if let Some((game, _)) = self.before.take() {
            self.queue.push_back(Ok(game));
        }
    }

    /// Completes the game at hand.
    fn complete(&mut self, end: Option<End>) {
        self.release();
        let Draft { place, tags, mut items, load, lookalikes, .. } = mem::take(&mut self.game);
        // Points of another kind, `4-6`, look like a move. Where the tag names the same ones they are none.
        let mut end = end;
        if end.is_none()
            && let Some(Item { kind: ItemKind::Move { text, strength: None }, place }) = items.last()
            && tags.iter().any(|tag| tag.name == "Result" && tag.value == *text)
            && let Some(points) = Points::whole(text)
        {
            end = Some(End { place: *place, score: Score::Other, points: Some(points) });
            items.pop();
        }
        self.before = Some((GameRecord { place: place.unwrap_or_default(), tags, items, end, lookalikes }, load));
        self.count += 1;
    }

    /// Ends the text.
    fn end(&mut self) {
        // A last line that does not end would leave its last word open.
        self.step('\n');
        while self.skip.take().is_none()
            && let Err(error) = self.lexer.finish()
        {
            self.lexical(error, None);
        }
        self.lexer.reset();
        if let Some(Wrong { place, found, expected }) = self.game.unfinished() {
            let expected = expected + &self.hidden_by_semicolon(place);
            self.error(place, found, expected);
        }
        if !self.game.is_empty() && !self.give_comments_back() {
            self.complete(None);
        }
        self.release();
    }

    /// Gives comments that stand alone behind a game to it; false where there are no such, or no game before them.
    fn give_comments_back(&mut self) -> bool {
        match &mut self.before {
            Some((before, _)) if self.game.is_comments() => {
                before.items.append(&mut self.game.items);
                self.game = Draft::default();
                true
            }
            _ => false,
        }
    }

    /// Takes a token.
    fn token(&mut self, place: Place, token: Token) -> Result<(), Wrong> {
        if let Token::Word(word) = token {
            return self.word(place, word);
        }
        if let (Token::Dots(1), Some((_, text))) = (&token, &self.game.pending)
            && let Ok(number) = text.parse()
        {
            // `12 . 32-28`
            let place = self.game.pending.take().map_or(place, |(place, _)| place);
            return self.item(place, ItemKind::Number { number, half: false }, 0);
        }
        match self.game.settle() {
            // A tag begins the next game, so nothing needs to be passed over.
            Err(Wrong { place, found, expected }) if matches!(token, Token::Tag { .. }) => {
                self.error(place, found, expected);
            }
            settled => settled?,
        }
        match token {
            Token::Tag { name, value } => self.tag(place, name, value),
            Token::Number { number, half } => self.item(place, ItemKind::Number { number, half }, 0),
            Token::Dots(1) => Err(Wrong::new(place, "`.`", AMONG_MOVES)),
            Token::Dots(_) => self.item(place, ItemKind::Missing, 0),
            Token::Strength(strength) => self.strength(place, &strength),
            Token::Star { attached: true } if self.game.ends_with_move() => self.item(place, FORCED, 0),
            Token::Star { .. } => {
                self.score(place, Score::Unknown, None);
                Ok(())
            }
            Token::Nag(nag) => self.item(place, ItemKind::Nag(nag), 0),
            Token::Comment(text) => self.comment(place, text),
            Token::Setup(text) => self.setup(place, &text),
            Token::Angle(squares) => self.captured(place, &squares),
            Token::Open => {
                if self.game.outer.len() >= self.limits.depth {
                    let found = format!("a variation {} deep", self.game.outer.len() + 1);
                    return Err(Wrong::new(place, found, format!("at most {} inside each other", self.limits.depth)));
                }
                self.charge(place, 0)?;
                self.begin(place);
                let outer = mem::take(&mut self.game.items);
                self.game.outer.push((place, outer));
                Ok(())
            }
            Token::Close => {
                let Some((open, outer)) = self.game.outer.pop() else {
                    return Err(Wrong::new(place, "`)`", AMONG_MOVES));
                };
                let inner = mem::replace(&mut self.game.items, outer);
                self.game.items.push(Item { place: open, kind: ItemKind::Variation(inner) });
                Ok(())
            }
            // Dealt with above.
            Token::Word(_) => Ok(()),
        }
    }

    /// Takes a word: a move or a part of one, or a result.
    fn word(&mut self, place: Place, word: String) -> Result<(), Wrong> {
        let written = (place, word);
        let mut word = lookalike::plain_text(&written.1).into_owned();
        if word.strip_suffix(',').is_some_and(is_move) {
            // `10-15, 23-19`
            word.pop();
        }
        let (place, word) = match self.game.pending.take() {
            None => self.with_number(place, word),
            Some((place, part)) if part.ends_with(is_separator) || word.starts_with(is_separator) => {
                (place, part + &word)
            }
            // `1 1/2 - 1/2`
            Some((place, part)) if is_whole(&part) && (word == "1/2" || word.starts_with("1/2-")) => {
                (place, part + " " + &word)
            }
            Some((place, part)) if part == "1/2-1" && word == "1/2" => (place, part + " " + &word),
            Some((place, part)) => return Err(Wrong::new(place, shown(&part), A_MOVE)),
        };
        if word.len() > self.limits.word {
            let expected = format!("a move of at most {} bytes", self.limits.word);
            return Err(Wrong::new(place, format!("more than {} bytes", self.limits.word), expected));
        }
        if let Some(score) = Score::parse(&word) {
            self.score(place, score, Points::parse(&word).filter(|_| score == Score::Other));
        } else if word == "--" {
            // Some files write `- -` for an unknown move.
            self.item(place, ItemKind::Missing, 0)?;
        } else if is_move(&word) {
            let length = word.len();
            self.item(place, ItemKind::Move { text: word, strength: None }, length)?;
        } else if is_part(&word) {
            self.game.pending = Some((place, word));
        } else {
            let found = if word.contains(written.1.as_str()) { word } else { written.1 };
            let nested = matches!(self.game.items.last(), Some(Item { kind: ItemKind::Comment(text), .. })
                if text.contains('{'));
            let hint =
                if nested { "; the comment before it has ended at its first `}`: comments do not nest" } else { "" };
            return Err(Wrong::new(place, shown(&found), format!("{AMONG_MOVES}{hint}")));
        }
        let (place, word) = written;
        // Behind a result that is the game before.
        let complete = self.game.is_empty();
        for alike in word.chars().filter_map(lookalike::of) {
            match &mut self.before {
                Some((before, _)) if complete => note(&mut before.lookalikes, place, alike),
                _ => self.game.note(place, alike),
            }
        }
        Ok(())
    }

    /// A word with the number right before it, where the two are one result: `0.98-1.02` looks like move 0 and `98-1.02`.
    fn with_number(&mut self, place: Place, word: String) -> (Place, String) {
        if word.ends_with(|c: char| c.is_ascii_digit())
            && word.contains('-')
            && let Some(Item { place: before, kind: ItemKind::Number { number, half: false } }) = self.game.items.last()
        {
            let (before, text) = (*before, format!("{number}.{word}"));
            let adjacent = before.line == place.line
                && usize::try_from(place.column - before.column) == Ok(text.len() - word.len());
            // `1.02-0` could be both; only what has points on both sides is none of a game's first moves.
            let points = word.contains('.') || *number == 0;
            if adjacent && points && Points::parse(&text).is_some() {
                self.game.items.pop();
                return (before, text);
            }
        }
        (place, word)
    }

    /// Takes a result that stands alone, or a `*`.
    fn score(&mut self, place: Place, score: Score, points: Option<Points>) {
        let end = End { place, score, points };
        if let Some((open, _)) = self.game.outer.last() {
            let open = *open;
            let expected = format!("`)` to end the variation that begins at {open}{}", self.hidden_by_semicolon(open));
            self.error(place, format!("the result `{end}`"), expected);
        } else if !self.game.is_empty() && !self.give_comments_back() {
            // Two results in a row have no game between them.
            self.complete(Some(end));
        }
    }

    /// What to say of a `;` behind a place, where a `)` is missing: it may have hidden one.
    fn hidden_by_semicolon(&self, open: Place) -> String {
        let semicolon = self.lexer.semicolon.filter(|semicolon| *semicolon > open);
        semicolon.map_or(String::new(), |semicolon| {
            format!("; the `;` at {semicolon} begins a comment that reaches to the end of its line")
        })
    }

    fn tag(&mut self, place: Place, name: String, value: String) -> Result<(), Wrong> {
        let twice = self.game.tags.iter().any(|tag| tag.name == name);
        let after_blank = place.line > self.game.tag_line.saturating_add(1);
        if let Some((open, _)) = self.game.outer.last() {
            let open = *open;
            let expected = format!("`)` to end the variation that begins at {open}{}", self.hidden_by_semicolon(open));
            self.error(place, format!("the tag `{name}`"), expected);
        } else if self.game.has_play || twice && after_blank {
            self.complete(None);
        }
        if self.game.tags.len() >= self.limits.tags {
            let expected = format!("at most {} tags", self.limits.tags);
            return Err(Wrong::new(place, format!("the tag `{name}`"), expected));
        }
        self.charge(place, name.len() + value.len())?;
        if self.game.tags.is_empty() {
            self.release();
        }
        self.game.place.get_or_insert(place);
        self.game.tag_line = place.line;
        self.game.tags.push(Tag { place, name, value });
        Ok(())
    }

    fn comment(&mut self, place: Place, text: String) -> Result<(), Wrong> {
        let length = text.len();
        let item = Item { place, kind: ItemKind::Comment(text) };
        let empty = self.game.is_empty();
        if let Some((before, load)) = &mut self.before
            && empty
            && before.end.is_some_and(|end| end.place.line == place.line)
        {
            load.add(length, place, &self.limits)?;
            before.items.push(item);
            return Ok(());
        }
        self.charge(place, length)?;
        self.game.place.get_or_insert(place);
        self.game.items.push(item);
        Ok(())
    }

    fn setup(&mut self, place: Place, text: &str) -> Result<(), Wrong> {
        let fen = text.trim().strip_prefix("FEN").map(str::trim_start);
        let fen = fen.and_then(|fen| fen.strip_prefix('"')).and_then(|fen| fen.trim_end().strip_suffix('"'));
        match fen {
            Some(fen) => self.item(place, ItemKind::Setup(fen.to_string()), fen.len()),
            None => Err(Wrong::new(place, shown(&format!("/{text}/")), "a setup: `/FEN \"W:W31-50:B1-20\"/`")),
        }
    }

    /// Adds captured squares to the move before them.
    fn captured(&mut self, place: Place, squares: &str) -> Result<(), Wrong> {
        self.charge(place, squares.len())?;
        match self.game.items.last_mut().map(|item| &mut item.kind) {
            Some(ItemKind::Move { text, .. }) if !text.contains('<') => {
                text.push_str(" <");
                text.extend(squares.chars().filter(|c| *c != ' '));
                text.push('>');
                Ok(())
            }
            _ => Err(Wrong::new(place, shown(&format!("<{squares}>")), AMONG_MOVES)),
        }
    }

    fn strength(&mut self, place: Place, found: &str) -> Result<(), Wrong> {
        let limit = self.limits.strength;
        // Not far: an endless row of glyphs would be searched again and again.
        let mut before = self.game.items.iter_mut().rev().take(8).map(|item| &mut item.kind);
        let last = before.find(|kind| !matches!(kind, ItemKind::Comment(_) | ItemKind::Nag(_)));
        let Some(ItemKind::Move { strength, .. }) = last else {
            return Err(Wrong::new(place, shown(found), AMONG_MOVES));
        };
        let signs: String = found.chars().filter(|c| *c != '*').collect();
        if signs != "()" {
            let all = strength.take().unwrap_or_default() + &signs;
            if all.len() > limit {
                let expected = format!("the strength of a move, at most {limit} bytes");
                return Err(Wrong::new(place, shown(&all), expected));
            }
            *strength = Some(all);
        }
        if found.contains('*') {
            return self.item(place, FORCED, 0);
        }
        Ok(())
    }

    /// Adds something that is no comment.
    fn item(&mut self, place: Place, kind: ItemKind, bytes: usize) -> Result<(), Wrong> {
        self.charge(place, bytes)?;
        self.begin(place);
        self.game.items.push(Item { place, kind });
        Ok(())
    }

    /// Notes that the game at hand has begun.
    fn begin(&mut self, place: Place) {
        self.release();
        self.game.place.get_or_insert(place);
        self.game.has_play = true;
    }

    fn charge(&mut self, place: Place, bytes: usize) -> Result<(), Wrong> {
        self.game.load.add(bytes, place, &self.limits)
    }
}

/// What a `*` right behind a move says.
const FORCED: ItemKind = ItemKind::Nag(7);

/// Why a token does not fit.
#[derive(Debug)]
struct Wrong {
    place: Place,
    found: String,
    expected: String,
}

impl Wrong {
    fn new(place: Place, found: impl Into<String>, expected: impl Into<String>) -> Wrong {
        Wrong { place, found: found.into(), expected: expected.into() }
    }
}

/// How much a game holds.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    items: usize,
    bytes: usize,
}

impl Load {
    fn add(&mut self, bytes: usize, place: Place, limits: &Limits) -> Result<(), Wrong> {
        self.items += 1;
        self.bytes += bytes;
        if self.items > limits.items {
            let expected = format!("a game of at most {} tags and items", limits.items);
            return Err(Wrong::new(place, "another one", expected));
        }
        if self.bytes > limits.game {
            let expected = format!("a game whose texts have at most {} bytes", limits.game);
            return Err(Wrong::new(place, format!("{} bytes", self.bytes), expected));
        }
        Ok(())
    }
}

/// A game while it is read.
#[derive(Debug, Default)]
struct Draft {
    place: Option<Place>,
    tags: Vec<Tag>,
    /// The items of the innermost variation.
    items: Vec<Item>,
    /// Where each open variation begins, and the items around it.
    outer: Vec<(Place, Vec<Item>)>,
    /// A part of a move, its rest behind a space.
    pending: Option<(Place, String)>,
    /// Whether there is anything but tags and comments.
    has_play: bool,
    /// The line of the last tag.
    tag_line: u32,
    load: Load,
    lookalikes: Vec<LookalikeAt>,
}

/// Counts a character that was read as another one.
fn note(noted: &mut Vec<LookalikeAt>, place: Place, alike: &'static Lookalike) {
    match noted.iter_mut().find(|noted| noted.alike == alike) {
        Some(noted) => noted.count = noted.count.saturating_add(1),
        None => noted.push(LookalikeAt { place, alike, count: 1 }),
    }
}

impl Draft {
    fn note(&mut self, place: Place, alike: &'static Lookalike) {
        note(&mut self.lookalikes, place, alike);
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.items.is_empty() && self.outer.is_empty()
    }

    /// Whether there is nothing but comments.
    fn is_comments(&self) -> bool {
        self.tags.is_empty() && !self.has_play
    }

    /// Whether a star right behind could be its strength.
    fn ends_with_move(&self) -> bool {
        matches!(self.items.last(), Some(Item { kind: ItemKind::Move { .. } | ItemKind::Nag(7), .. }))
    }

    /// Refuses a part of a move whose rest has not come.
    fn settle(&mut self) -> Result<(), Wrong> {
        match self.pending.take() {
            None => Ok(()),
            Some((place, part)) => Err(Wrong::new(place, shown(&part), A_MOVE)),
        }
    }

    /// What is missing at the end of the text.
    fn unfinished(&mut self) -> Option<Wrong> {
        if let Err(wrong) = self.settle() {
            return Some(wrong);
        }
        let (place, _) = self.outer.last()?;
        Some(Wrong::new(*place, "the end of the text", "`)` to end the variation that begins here"))
    }
}

/// The way through the rest of a wrong game to the next one.
#[derive(Debug)]
struct Skip {
    /// Whether the wrong game may have more tags.
    header: bool,
    /// Whether a comment is open.
    comment: bool,
    line: LineKind,
    /// Whether this line may begin a game: its beginning, as far as it looks like a tag, and its place.
    tag: TagLine,
    begun: String,
    place: Place,
    word: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// Nothing but blanks so far.
    Blank,
    /// A tag of the wrong game, to its end.
    Tag,
    /// Anything else.
    Other,
}

/// Where reading goes on.
enum Resume {
    /// At the next character.
    Here,
    /// At the beginning of this line, of which this much has been passed.
    At(Place, String),
}

impl Skip {
    /// No line of a tag is longer before its value begins.
    const LONGEST: usize = 512;

    /// From this place on.
    fn new(header: bool, comment: bool, place: Place) -> Skip {
        let (line, tag) = match (header, place.column) {
            (true, _) => (LineKind::Tag, TagLine::No),
            (false, 1) => (LineKind::Blank, TagLine::default()),
            (false, _) => (LineKind::Other, TagLine::No),
        };
        Skip { header, comment, line, tag, begun: String::new(), place, word: String::new() }
    }

    fn step(&mut self, c: char, place: Place) -> Option<Resume> {
        if self.line != LineKind::Tag && self.ends_game(c) {
            return Some(Resume::Here);
        }
        if c == '\n' {
            // A line that is empty, or no tag, ends the tags of the wrong game.
            self.header &= self.line == LineKind::Tag;
            self.line = LineKind::Blank;
            self.tag = TagLine::default();
            self.begun.clear();
            return None;
        }
        if self.tag != TagLine::No {
            if self.begun.is_empty() {
                self.place = place;
            }
            self.begun.push(c);
            if self.tag.push(c) == Some(true) {
                if !self.header {
                    return Some(Resume::At(self.place, std::mem::take(&mut self.begun)));
                }
                self.line = LineKind::Tag;
                self.tag = TagLine::No;
            } else if self.begun.len() > Self::LONGEST {
                self.tag = TagLine::No;
            }
        }
        if self.line == LineKind::Blank && !c.is_whitespace() {
            self.line = LineKind::Other;
        }
        if self.line != LineKind::Tag {
            match c {
                '{' => self.comment = true,
                '}' => self.comment = false,
                _ => {}
            }
        }
        None
    }

    /// Whether a result that stands alone ends here.
    fn ends_game(&mut self, c: char) -> bool {
        if c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')') {
            let word = std::mem::take(&mut self.word);
            return !self.comment && Score::parse(&word).is_some();
        }
        if self.word.len() <= "1/2-1/2".len() {
            self.word.push(c);
        }
        false
    }
}

/// Whether a character can stand between the squares of a move.
fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | ':' | '×')
}

/// Whether a text looks like a square: a number, or a letter with one.
fn is_square(text: &str) -> bool {
    let (letter, digits) = match text.as_bytes() {
        [b'a'..=b'n' | b'A'..=b'N', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let most = if letter { 2 } else { 3 };
    (1..=most).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a text looks like a move: squares with a sign between them, or squares side by side.
fn is_move(text: &str) -> bool {
    if text.contains(is_separator) {
        return text.split(is_separator).all(is_square);
    }
    match text.as_bytes() {
        [b'0'..=b'9', ..] => text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()),
        _ => {
            let bounds = text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
            let starts: Vec<usize> = bounds.chain([text.len()]).collect();
            starts.len() > 2 && starts[0] == 0 && starts.windows(2).all(|ends| is_square(&text[ends[0]..ends[1]]))
        }
    }
}

/// Whether a text is a number of points.
fn is_whole(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text can be the beginning of a move or of a result, the end of one, or the sign in the middle.
fn is_part(text: &str) -> bool {
    let of_points = text.strip_suffix('-').unwrap_or(text);
    let of_points = of_points.strip_suffix(['+', '-']).or(of_points.strip_suffix("1/2").map(str::trim_end));
    matches!(text, "1/2" | "1/2-" | "1/2-1")
        || of_points.is_some_and(is_whole)
        || text.split(is_separator).all(|square| square.is_empty() || is_square(square))
}

/// Every game of a text, and every error in it.
pub fn games(text: &[u8]) -> Games<'_> {
    Games { reader: Reader::new(), rest: text }
}

/// The games of a text, see [`games`].
#[derive(Debug)]
pub struct Games<'a> {
    reader: Reader,
    rest: &'a [u8],
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.read(&mut self.rest).or_else(|| self.reader.finish())
    }
}
