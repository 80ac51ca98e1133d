//! Markdown, made so that no text of the suite can break a page.

use serde::Serialize;

/// Text that is Markdown already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Markdown(String);

impl Markdown {
    /// Text that was written as Markdown: a label.
    pub(super) fn trusted(text: impl Into<String>) -> Markdown {
        Markdown(text.into())
    }

    /// Plain text; what stands in backticks becomes code, words that `link` knows become links, and the letters that
    /// say how sure a statement is lead to `confidence`.
    pub(super) fn prose(text: &str, link: impl Fn(&str) -> Option<String>, confidence: &str) -> Markdown {
        let mut out = String::new();
        let mut rest = text.trim();
        while let Some(next) = rest.chars().next() {
            let end = rest.find(|c: char| !is_id_sign(c)).unwrap_or(rest.len());
            if let Some((inside, after)) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
                out += Markdown::code(inside).as_str();
                rest = after;
                continue;
            }
            if end == 0 {
                escape_into(&mut out, next);
                rest = &rest[next.len_utf8()..];
                continue;
            }
            let (word, after) = rest.split_at(end);
            rest = after;
            if is_confidence(word, after) {
                out += Markdown(word.to_string()).linked(confidence).as_str();
                continue;
            }
            // A full stop, a hyphen, or a slash at the end belongs to the sentence.
            let id = word.trim_end_matches(['.', '-', '/']);
            match link(id) {
                Some(target) => {
                    out += Markdown::code(id).linked(&target).as_str();
                    out += &word[id.len()..];
                }
                None => out += word,
            }
        }
        Markdown(out)
    }

    /// Text shown as it is, in the type of a computer.
    pub(super) fn code(text: &str) -> Markdown {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if text.trim().is_empty() {
            return Markdown("`\"\"`".to_string());
        }
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
        Markdown(format!("{fence}{space}{text}{space}{fence}"))
    }

    /// This text as a link.
    pub(super) fn linked(self, target: &str) -> Markdown {
        Markdown(format!("[{}]({target})", self.0))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// What ids of clauses and words of prose are made of, none of it special in Markdown.
fn is_id_sign(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '/' | '.')
}

/// Whether a word, before the rest of its text, is a letter that says how sure a statement is, as in `(B)` or
/// `confidence B;`, and no article.
fn is_confidence(word: &str, after: &str) -> bool {
    matches!(word, "A" | "B" | "C" | "D") && [")", ",", ";", ": "].iter().any(|sign| after.starts_with(sign))
}

fn escape_into(out: &mut String, c: char) {
    match c {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' => {
            out.push('\\');
            out.push(c);
        }
        c if c.is_whitespace() => out.push(' '),
        c => out.push(c),
    }
}

/// A text with its first letter a capital.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// One empty line at most between paragraphs, none at the ends, no spaces at the ends of lines, one final newline.
/// Code blocks stay as they are.
pub(super) fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_code = false;
    let mut gap = false;
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        let line = if in_code { line } else { line.trim_end() };
        if line.is_empty() && !in_code {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push('\n');
        }
        gap = false;
        out += line;
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(text: &str) -> String {
        Markdown::prose(text, |word| (word == "teg/chain").then(|| "teg.md#chain".to_string()), "#sure").0
    }

    #[test]
    fn prose_cannot_become_markup() {
        assert_eq!(prose("a *b* <i>|`c[d](e)"), "a \\*b\\* \\<i\\>\\|\\`c\\[d\\](e)");
        assert_eq!(prose("so `a<b>` would"), "so `a<b>` would");
        assert_eq!(prose("  one\n two "), "one  two");
    }

    #[test]
    fn known_ids_become_links_and_keep_their_full_stop() {
        assert_eq!(prose("see teg/chain."), "see [`teg/chain`](teg.md#chain).");
        assert_eq!(prose("(teg/chain)"), "([`teg/chain`](teg.md#chain))");
        assert_eq!(prose("teg/chained and/or teg/"), "teg/chained and/or teg/");
    }

    #[test]
    fn letters_lead_to_what_they_mean() {
        assert_eq!(
            prose("so (B). Or not (confidence C, or D)"),
            "so ([B](#sure)). Or not (confidence [C](#sure), or [D](#sure))"
        );
        for none in ["A man, by A. Author (E)", "begins at B:W21-32:B1-12"] {
            assert_eq!(prose(none), none);
        }
    }

    #[test]
    fn code_shows_anything() {
        assert_eq!(Markdown::code("18x4").0, "`18x4`");
        assert_eq!(Markdown::code("47x36 <14,29>").0, "`47x36 <14,29>`");
        assert_eq!(Markdown::code("a`b``").0, "``` a`b`` ```");
        assert_eq!(Markdown::code("a|b\nc").0, "`a|b c`");
        assert_eq!(Markdown::code("").0, "`\"\"`");
    }

    #[test]
    fn pages_are_tidied_but_boards_are_not() {
        assert_eq!(tidy("\n\na  \n\n\n\nb\n```\n x \n\n\n```\n\n"), "a\n\nb\n```\n x \n\n\n```\n");
    }
}
