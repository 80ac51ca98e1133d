//! Characters to tokens, one character at a time, holding no more than the token at hand.

use super::game::Place;
use crate::notation::lookalike::{self, Lookalike};
use crate::notation::shown;
use smallvec::SmallVec;

pub(super) const AMONG_MOVES: &str = "a move, its number, a comment, a variation, or a result";

/// How much of a text a reader is willing to hold. What is longer is an error, so that no text fills the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a move.
    pub word: usize,
    /// Bytes of the strength of a move.
    pub strength: usize,
    /// Bytes of a comment.
    pub comment: usize,
    /// Bytes of the name of a tag.
    pub name: usize,
    /// Bytes of the value of a tag, or of a setup.
    pub tag: usize,
    /// Tags of a game.
    pub tags: usize,
    /// Variations inside each other.
    pub depth: usize,
    /// Tags and items of a game together, with those of its variations.
    pub items: usize,
    /// Bytes of all texts of a game.
    pub game: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            word: 1 << 10,
            strength: 8,
            comment: 1 << 18,
            name: 1 << 8,
            tag: 1 << 14,
            tags: 1 << 9,
            depth: 100,
            items: 1 << 18,
            game: 1 << 23,
        }
    }
}

/// A piece of PDN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag {
        name: String,
        value: String,
    },
    /// A number and the dots behind it.
    Number {
        number: u32,
        half: bool,
    },
    /// Dots without a number: how many.
    Dots(u32),
    /// A move, a part of one, or a result; and whatever else is made of such characters.
    Word(String),
    /// `!?`, `(?)`
    Strength(String),
    /// `*`, and whether it stands right behind something.
    Star {
        attached: bool,
    },
    Nag(u32),
    Comment(String),
    Setup(String),
    /// What stands between angle brackets.
    Angle(String),
    Open,
    Close,
}

/// Tokens that one character completes.
pub(super) type Tokens = SmallVec<[(Place, Token); 2]>;

/// Why there is no token.
#[derive(Clone, Debug)]
pub(super) struct LexError {
    pub(super) place: Place,
    pub(super) found: String,
    pub(super) expected: String,
    /// Where the tag begins that it happened in.
    pub(super) tag: Option<Place>,
    /// A comment that does not end.
    pub(super) unclosed: Option<Unclosed>,
}

/// A comment that does not end before its limit, the end of the text, or, once one such has been seen, the next tag.
#[derive(Clone, Debug)]
pub(super) struct Unclosed {
    /// The text from its first line on that looks like a tag, with its place: games may have been swallowed.
    pub(super) games: Option<(Place, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LexerState {
    Ground,
    Word,
    Dots {
        number: Option<u32>,
        count: u32,
    },
    Strength,
    /// Behind a parenthesis: of a variation, or of a strength?
    Paren,
    ParenStrength,
    Nag,
    Comment {
        tag_line: Option<(usize, Place)>,
        line: (usize, Place),
    },
    LineComment,
    SemicolonComment,
    Setup,
    Angle,
    TagName,
    TagGap,
    TagValue {
        escaped: bool,
    },
    /// Behind a quote that may end the value.
    TagEnd {
        quote: usize,
        with: char,
    },
}

/// The tokeniser.
#[derive(Clone, Debug)]
pub(super) struct Lexer {
    limits: Limits,
    /// Where the next character stands.
    pub(super) place: Place,
    state: LexerState,
    start: Place,
    text: String,
    name: String,
    /// Whether the character before belongs to a token that a star can stand right behind.
    adjacent: bool,
    /// Whether a comment has been found that does not end: from then on a line in one that looks like a tag is one.
    pub(super) suspicious: bool,
    /// The quote that opened the value of the tag at hand.
    opened: char,
    /// Where the last `;` comment begins that has a parenthesis in it.
    pub(super) semicolon: Option<Place>,
    /// Characters that were read as others in the token just completed, and blanks; the reader takes them away.
    pub(super) alike: SmallVec<[(Place, &'static Lookalike); 2]>,
}

impl Lexer {
    pub(super) fn new(limits: Limits) -> Lexer {
        Lexer {
            limits,
            place: Place::START,
            state: LexerState::Ground,
            start: Place::START,
            text: String::new(),
            name: String::new(),
            adjacent: false,
            suspicious: false,
            opened: '"',
            semicolon: None,
            alike: SmallVec::new(),
        }
    }

    fn note(&mut self, place: Place, c: char) {
        self.alike.extend(lookalike::of(c).map(|alike| (place, alike)));
    }

    /// Forgets the token at hand.
    pub(super) fn reset(&mut self) {
        self.state = LexerState::Ground;
        self.text = String::new();
        self.name = String::new();
        self.adjacent = false;
        self.alike.clear();
    }

    /// Counts a character that somebody else has dealt with.
    pub(super) fn pass(&mut self, c: char) {
        if c == '\n' {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
    }

    /// Whether a comment is open.
    pub(super) fn in_comment(&self) -> bool {
        matches!(self.state, LexerState::Comment { .. })
    }

    /// Takes a character; tokens it completes go to `out`. The place is that of the character still.
    pub(super) fn push(&mut self, c: char, out: &mut Tokens) -> Result<(), LexError> {
        // A character that ends a token may begin the next one.
        while !self.take(c, out)? {}
        Ok(())
    }

    /// What is wrong when the text ends here, after a last line end.
    pub(super) fn finish(&mut self) -> Result<(), LexError> {
        let open = |what: &str| (what.to_string(), "the end of the text".to_string());
        let (expected, found) = match self.state {
            LexerState::Ground | LexerState::LineComment => return Ok(()),
            LexerState::Comment { .. } => return Err(self.unclosed("the end of the text")),
            LexerState::Setup => open("`/` to end the setup"),
            LexerState::Angle => open("`>` to end the captured squares"),
            LexerState::ParenStrength => open("`)`"),
            LexerState::TagName | LexerState::TagGap | LexerState::TagValue { .. } | LexerState::TagEnd { .. } => {
                open("`\"]` to end the tag")
            }
            // A line end completes these.
            LexerState::Word
            | LexerState::Dots { .. }
            | LexerState::Strength
            | LexerState::Paren
            | LexerState::Nag
            | LexerState::SemicolonComment => return Ok(()),
        };
        Err(self.wrong(self.place, found, expected))
    }

    fn wrong(&self, place: Place, found: String, expected: impl Into<String>) -> LexError {
        let in_tag = matches!(
            self.state,
            LexerState::TagName | LexerState::TagGap | LexerState::TagValue { .. } | LexerState::TagEnd { .. }
        );
        let tag = in_tag.then_some(self.start);
        LexError { place, found, expected: expected.into(), tag, unclosed: None }
    }

    fn unexpected(&self, c: char, expected: &str) -> LexError {
        let found = if c == '\n' { "the end of the line".to_string() } else { shown(c.encode_utf8(&mut [0; 4])) };
        self.wrong(self.place, found, expected)
    }

    fn begin(&mut self, state: LexerState) {
        self.state = state;
        self.start = self.place;
        self.text.clear();
    }

    /// Appends to the token at hand.
    fn keep(&mut self, c: char, limit: usize, what: &str) -> Result<(), LexError> {
        self.insert(self.text.len(), c, limit, what)
    }

    fn insert(&mut self, at: usize, c: char, limit: usize, what: &str) -> Result<(), LexError> {
        if self.text.len() + c.len_utf8() > limit {
            let found = format!("more than {limit} bytes");
            return Err(self.wrong(self.start, found, format!("{what} of at most {limit} bytes")));
        }
        self.text.insert(at, c);
        Ok(())
    }

    fn complete(&mut self, token: Token, out: &mut Tokens) {
        out.push((self.start, token));
        self.state = LexerState::Ground;
    }

    /// Takes a character; false where it only ended a token and is to be taken again.
    fn take(&mut self, c: char, out: &mut Tokens) -> Result<bool, LexError> {
        match self.state {
            LexerState::Ground => return self.begin_token(c, out).map(|()| true),
            LexerState::Word => {
                if c == '.' && self.text.len() <= 6 && self.text.bytes().all(|b| b.is_ascii_digit()) {
                    let number = self.text.parse().ok();
                    self.state = LexerState::Dots { number, count: 1 };
                } else if c == '.' && may_be_points(&self.text) {
                    self.keep(c, self.limits.word, "a result")?;
                } else if continues_word(&self.text, c) {
                    self.keep(c, self.limits.word, "a move")?;
                } else {
                    let word = std::mem::take(&mut self.text);
                    self.complete(Token::Word(word), out);
                    self.adjacent = true;
                    return Ok(false);
                }
            }
            LexerState::Dots { number, count } => {
                if c == '.' && count < 9 {
                    self.state = LexerState::Dots { number, count: count + 1 };
                    return Ok(true);
                }
                let token = match (number, count) {
                    (Some(number), 1) => Token::Number { number, half: false },
                    (Some(number), 2 | 3) => Token::Number { number, half: true },
                    (None, _) if count <= 3 => Token::Dots(count),
                    _ => {
                        let found = format!("{count} dots");
                        return Err(self.wrong(self.start, found, "one or three dots"));
                    }
                };
                self.complete(token, out);
                return Ok(false);
            }
            LexerState::Strength => {
                if matches!(c, '!' | '?') {
                    self.keep(c, self.limits.strength, "the strength of a move")?;
                } else {
                    let strength = std::mem::take(&mut self.text);
                    self.complete(Token::Strength(strength), out);
                    self.adjacent = true;
                    return Ok(false);
                }
            }
            LexerState::Paren => {
                if matches!(c, '!' | '?' | '*') {
                    self.state = LexerState::ParenStrength;
                    self.text.push('(');
                    self.text.push(c);
                } else {
                    self.complete(Token::Open, out);
                    return Ok(false);
                }
            }
            LexerState::ParenStrength => match c {
                '!' | '?' | '*' => self.keep(c, self.limits.strength, "the strength of a move")?,
                ')' => {
                    self.text.push(c);
                    let strength = std::mem::take(&mut self.text);
                    self.complete(Token::Strength(strength), out);
                }
                _ => return Err(self.unexpected(c, "`)` behind the strength of a move")),
            },
            LexerState::Nag => {
                if c.is_ascii_digit() && self.text.len() < 6 {
                    self.text.push(c);
                } else {
                    let Ok(nag) = self.text.parse() else {
                        return Err(self.unexpected(c, "a number behind `$`"));
                    };
                    self.complete(Token::Nag(nag), out);
                    return Ok(false);
                }
            }
            LexerState::Comment { tag_line, line } => match c {
                '}' => {
                    let comment = std::mem::take(&mut self.text);
                    self.complete(Token::Comment(comment), out);
                }
                _ if self.text.len() + c.len_utf8() > self.limits.comment => {
                    return Err(self.unclosed(&format!("a comment of more than {} bytes", self.limits.comment)));
                }
                '\n' => {
                    let seen = tag_line.or_else(|| self.is_tag_line(line).then_some(line));
                    if self.suspicious && seen.is_some() {
                        return Err(self.unclosed("a tag in the comment"));
                    }
                    self.text.push(c);
                    let next = Place { line: self.place.line.saturating_add(1), column: 1 };
                    self.state = LexerState::Comment { tag_line: seen, line: (self.text.len(), next) };
                }
                _ => self.text.push(c),
            },
            LexerState::LineComment => {
                if c == '\n' {
                    self.state = LexerState::Ground;
                }
            }
            LexerState::SemicolonComment => {
                if c == '\n' {
                    let comment = std::mem::take(&mut self.text);
                    if comment.contains(')') {
                        self.semicolon = Some(self.start);
                    }
                    self.complete(Token::Comment(comment), out);
                } else {
                    self.keep(c, self.limits.comment, "a comment")?;
                }
            }
            LexerState::Setup => match c {
                '/' => {
                    let setup = std::mem::take(&mut self.text);
                    self.complete(Token::Setup(setup), out);
                }
                // No position has these; the slash that would end the setup is missing.
                '[' | '{' => return Err(self.unexpected(c, "`/` to end the setup")),
                _ => self.keep(c, self.limits.tag, "a setup between slashes")?,
            },
            LexerState::Angle => match c {
                '>' => {
                    let squares = std::mem::take(&mut self.text);
                    self.complete(Token::Angle(squares), out);
                    self.adjacent = true;
                }
                '0'..='9' | 'a'..='n' | 'A'..='N' | ',' | ' ' => self.keep(c, self.limits.word, "captured squares")?,
                _ => return Err(self.unexpected(c, "captured squares like `<14,29>`")),
            },
            LexerState::TagName => match c {
                'A'..='Z' | 'a'..='z' | '0'..='9' | '_' => self.keep(c, self.limits.name, "the name of a tag")?,
                _ if self.text.is_empty() => {
                    if c == '\n' || !c.is_whitespace() {
                        return Err(self.unexpected(c, "the name of a tag"));
                    }
                }
                _ => {
                    self.name = std::mem::take(&mut self.text);
                    self.state = LexerState::TagGap;
                    return Ok(false);
                }
            },
            LexerState::TagGap => match c {
                _ if lookalike::plain(c) == '"' => {
                    self.opened = c;
                    self.state = LexerState::TagValue { escaped: false };
                }
                _ if c.is_whitespace() && c != '\n' => {}
                _ => return Err(self.unexpected(c, "`\"` and the value of the tag")),
            },
            LexerState::TagValue { escaped } => {
                if c == '\n' {
                    return Err(self.unexpected(c, "`\"]` to end the tag"));
                }
                if escaped && !matches!(c, '"' | '\\') {
                    // A backslash that escapes nothing stands for itself.
                    self.keep('\\', self.limits.tag, "the value of a tag")?;
                }
                match c {
                    '\\' if !escaped => self.state = LexerState::TagValue { escaped: true },
                    // Typographic quotes belong to a value that begins with a plain one.
                    _ if !escaped && (c == '"' || self.opened != '"' && lookalike::plain(c) == '"') => {
                        self.state = LexerState::TagEnd { quote: self.text.len(), with: c };
                    }
                    _ => {
                        self.keep(c, self.limits.tag, "the value of a tag")?;
                        self.state = LexerState::TagValue { escaped: false };
                    }
                }
            }
            LexerState::TagEnd { quote, with } => {
                if c == ']' {
                    self.text.truncate(quote);
                    self.note(self.start, self.opened);
                    self.note(self.start, with);
                    let token =
                        Token::Tag { name: std::mem::take(&mut self.name), value: std::mem::take(&mut self.text) };
                    self.complete(token, out);
                } else if c == '\n' {
                    return Err(self.unexpected(c, "`]` to end the tag"));
                } else if c.is_whitespace() {
                    self.keep(c, self.limits.tag, "the value of a tag")?;
                } else {
                    // Names in quotes inside a value: it ends only where the bracket does.
                    self.insert(quote, with, self.limits.tag, "the value of a tag")?;
                    self.state = LexerState::TagValue { escaped: false };
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn begin_token(&mut self, c: char, out: &mut Tokens) -> Result<(), LexError> {
        let attached = std::mem::replace(&mut self.adjacent, false);
        if is_blank(c) {
            self.note(self.place, c);
            return Ok(());
        }
        match c {
            '[' => self.begin(LexerState::TagName),
            '{' => {
                let next = Place { line: self.place.line, column: self.place.column.saturating_add(1) };
                self.begin(LexerState::Comment { tag_line: None, line: (0, next) });
            }
            '(' => self.begin(LexerState::Paren),
            ')' => {
                self.begin(LexerState::Ground);
                self.complete(Token::Close, out);
            }
            ';' => self.begin(LexerState::SemicolonComment),
            '%' => self.begin(LexerState::LineComment),
            '$' => self.begin(LexerState::Nag),
            '/' => self.begin(LexerState::Setup),
            '<' => self.begin(LexerState::Angle),
            '!' | '?' => {
                self.begin(LexerState::Strength);
                self.text.push(c);
            }
            '*' => {
                self.begin(LexerState::Ground);
                self.complete(Token::Star { attached }, out);
                self.adjacent = attached;
            }
            '.' => self.begin(LexerState::Dots { number: None, count: 1 }),
            '…' => {
                self.begin(LexerState::Ground);
                self.complete(Token::Dots(3), out);
            }
            ']' | '}' | '>' | '"' => return Err(self.unexpected(c, AMONG_MOVES)),
            _ => {
                self.begin(LexerState::Word);
                self.text.push(c);
            }
        }
        Ok(())
    }

    /// The error for the open comment, with what of it may be games.
    fn unclosed(&mut self, found: &str) -> LexError {
        let LexerState::Comment { tag_line, line } = self.state else {
            return self.wrong(self.start, found.to_string(), "`}` to end the comment");
        };
        let seen = tag_line.or_else(|| self.is_tag_line(line).then_some(line));
        let games = seen.map(|(at, place)| (place, self.text.split_off(at)));
        LexError {
            unclosed: Some(Unclosed { games }),
            ..self.wrong(self.start, found.to_string(), "`}` to end the comment that begins here")
        }
    }

    /// Whether the last line of a comment, which begins there, looks like a tag: `[Name "`. What stands right behind the
    /// brace is no line.
    fn is_tag_line(&self, (at, _): (usize, Place)) -> bool {
        let mut progress = TagLine::default();
        at > 0 && self.text[at..].chars().any(|c| progress.push(c) == Some(true))
    }
}

/// Whether a character goes on with a word.
fn continues_word(word: &str, c: char) -> bool {
    match c {
        '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>' | ';' | '!' | '?' | '*' | '$' | '%' | '"' | '.' | '…' => false,
        // Elsewhere a slash begins a setup.
        '/' => word.ends_with('1') && matches!(&*lookalike::plain_text(word), "1" | "1/2-1"),
        _ => !is_blank(c),
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || lookalike::plain(c) == ' '
}

/// Whether a point behind a word may be that of a result, as in `0.98-1.02`: behind two numbers of which the second is
/// one digit. The number before the first point has been taken for that of a move.
fn may_be_points(word: &str) -> bool {
    let plain = lookalike::plain_text(word);
    plain.len() <= 8
        && plain.rsplit_once('-').is_some_and(|(first, second)| {
            let of_points = first.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'-'));
            of_points && matches!(second.as_bytes(), [b'0'..=b'9'])
        })
}

/// Recognises the beginning of a line that looks like a tag, the name with a capital as the standard asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TagLine {
    #[default]
    Indent,
    Bracket,
    Name,
    Gap,
    No,
}

impl TagLine {
    /// Takes a character of the line: true with the quote that makes it a tag, false where it is none.
    pub(super) fn push(&mut self, c: char) -> Option<bool> {
        let blank = c != '\n' && c.is_whitespace();
        *self = match (*self, c) {
            (TagLine::Indent, _) if blank => TagLine::Indent,
            (TagLine::Indent, '[') => TagLine::Bracket,
            (TagLine::Bracket, _) if blank => TagLine::Bracket,
            (TagLine::Bracket, 'A'..='Z') => TagLine::Name,
            (TagLine::Name, 'A'..='Z' | 'a'..='z' | '0'..='9' | '_') => TagLine::Name,
            (TagLine::Name | TagLine::Gap, _) if blank => TagLine::Gap,
            (TagLine::Name | TagLine::Gap, _) if lookalike::plain(c) == '"' => return Some(true),
            _ => TagLine::No,
        };
        (*self == TagLine::No).then_some(false)
    }
}
