//! Commands inside comments, clock times among them: `[%clk 1:55:21]`.

use crate::color::Color;

/// A command embedded in a comment: `[%NAME VALUE]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// What stands behind the percent sign: `clk`, `mct`, `egt`, `emt`, `clock`, or anything else.
    pub name: &'a str,
    /// The rest, trimmed.
    pub value: &'a str,
}

/// A clock time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Whose clock it is, where that is said.
    pub side: Option<Color>,
    /// Whether it is running: that is how `W0:10:00` differs from `w0:10:00`.
    pub running: bool,
    /// The time in seconds.
    pub seconds: u32,
}

/// The commands of a comment in order.
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    let mut rest = comment;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once("[%")?;
        let (body, after) = after.split_once(']')?;
        rest = after;
        let (name, value) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        Some(Command { name, value: value.trim() })
    })
}

impl Command<'_> {
    /// The clock times of a `clk`, `mct`, `egt`, `emt` or `clock` command; nothing for other commands and for values
    /// that are none.
    #[must_use]
    pub fn clocks(&self) -> Vec<Clock> {
        if !matches!(self.name, "clk" | "mct" | "egt" | "emt" | "clock") {
            return Vec::new();
        }
        self.value.split_whitespace().map_while(clock).take(2).collect()
    }
}

/// Reads `1:55:21`, `w0:10:00` or `B0:09:58`.
fn clock(text: &str) -> Option<Clock> {
    let (side, time) = match text.chars().next()? {
        letter @ ('w' | 'W') => (Some((Color::White, letter == 'W')), &text[1..]),
        letter @ ('b' | 'B') => (Some((Color::Black, letter == 'B')), &text[1..]),
        _ => (None, text),
    };
    let mut parts = time.split(':');
    let (hours, minutes, seconds, None) = (parts.next()?, parts.next()?, parts.next()?, parts.next()) else {
        return None;
    };
    let number = |part: &str, longest: usize| {
        let digits = !part.is_empty() && part.len() <= longest && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse::<u32>().ok()).flatten()
    };
    let sixtieths = |part: &str| number(part, 2).filter(|n| part.len() == 2 && *n < 60);
    let seconds = number(hours, 3)? * 3600 + sixtieths(minutes)? * 60 + sixtieths(seconds)?;
    Some(Clock { side: side.map(|(color, _)| color), running: side.is_some_and(|(_, running)| running), seconds })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_times_are_found_in_comments() {
        let comment = "Optional [%clk 1:55:21] words [%clock w0:10:00 B0:09:58] and [%eval 0.3] [%clk soon] [%clk";
        let found: Vec<(&str, Vec<Clock>)> = commands(comment).map(|c| (c.name, c.clocks())).collect();
        let white = Clock { side: Some(Color::White), running: false, seconds: 600 };
        let black = Clock { side: Some(Color::Black), running: true, seconds: 598 };
        let plain = Clock { side: None, running: false, seconds: 6921 };
        let expected = [("clk", vec![plain]), ("clock", vec![white, black]), ("eval", Vec::new()), ("clk", Vec::new())];
        assert_eq!(found, expected);
        for bad in ["", "1:2:03", "1:02:60", "x1:02:03", "1:02", "1:02:03:04", "é:00:00", "9999999999:00:00"] {
            assert_eq!(clock(bad), None, "{bad}");
        }
    }
}
