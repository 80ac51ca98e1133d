//! What is wrong with a file, with the place, what was found, what was expected, and the likely fix.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, renderer::DecorStyle};
use std::fmt::Write as _;
use std::ops::Range;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The bytes it is about.
    pub span: Range<usize>,
    /// What is wrong: one line, lower case, no full stop.
    pub message: String,
    /// What was expected instead.
    pub expected: Option<String>,
    /// The likely fix.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Something wrong at a place.
    pub fn error(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), expected: None, help: None }
    }

    /// Says what was expected.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Says how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Line and column, both from 1; the column counts characters.
#[must_use]
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let mut column = before[line_start..].chars().count() + 1;
    if line_start == 0 && before.starts_with('\u{feff}') {
        column -= 1;
    }
    (line, column)
}

/// Longer lines are not drawn, only named.
const LONGEST_DRAWN_LINE: usize = 1000;

/// Draws a diagnostic with the lines of the file it is about.
#[must_use]
pub fn render(path: &str, text: &str, diagnostic: &Diagnostic, color: bool) -> String {
    // A span that ends in the next line is cut to its first line: block texts would fill the screen.
    let start = diagnostic.span.start.min(text.len());
    let end = diagnostic.span.end.clamp(start, text.len());
    let line_end = text[start..].find('\n').map_or(text.len(), |n| start + n);
    let span = start..end.min(line_end.max(start));
    // A line of a million characters is not read, and drawing it takes as long as it is.
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    if line_end - line_start > LONGEST_DRAWN_LINE {
        return format!("error: {}\n", one_line(path, text, diagnostic));
    }
    // The drawer looks through all that it is given, for every fault again: it is given the one line.
    let (line, _) = line_column(text, start);
    let drawn = text[line_start..line_end].trim_start_matches('\u{feff}');
    let cut = line_end - drawn.len();
    let span = span.start.max(cut) - cut..span.end.max(cut) - cut;
    let label = diagnostic.expected.as_ref().map(|expected| format!("expected {expected}"));
    let mut annotation = AnnotationKind::Primary.span(span);
    if let Some(label) = &label {
        annotation = annotation.label(label.as_str());
    }
    let group = Level::ERROR
        .primary_title(diagnostic.message.as_str())
        .element(Snippet::source(drawn).line_start(line).path(path).annotation(annotation));
    let mut groups = vec![group];
    if let Some(help) = &diagnostic.help {
        let last = groups.remove(0).element(Level::HELP.message(help.as_str()));
        groups.push(last);
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut out = renderer.decor_style(DecorStyle::Ascii).render(&groups);
    out.push('\n');
    out
}

/// One line for machines and editors: `path:line:column: message; expected …; help: …`.
#[must_use]
pub fn one_line(path: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let (line, column) = line_column(text, diagnostic.span.start);
    let mut out = format!("{path}:{line}:{column}: {}", diagnostic.message);
    if let Some(expected) = &diagnostic.expected {
        let _ = write!(out, "; expected {expected}");
    }
    if let Some(help) = &diagnostic.help {
        let _ = write!(out, "; help: {help}");
    }
    out
}
