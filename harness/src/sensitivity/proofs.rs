//! Which changes the declared proofs are about.

use super::Change;
use crate::equivalent::Equivalent;
use crate::format::Text;
use crate::suite::RuleSet;

impl Equivalent {
    /// Whether a change of these rules is one of its own.
    #[must_use]
    pub fn covers(&self, rules: &RuleSet, change: &Change) -> bool {
        let of_rules = |name: &Text| name.value == rules.name || name.value == rules.variant;
        let name = change.name();
        (self.rules.is_empty() || self.rules.iter().any(of_rules))
            && self.when.iter().all(|(parameter, value)| (parameter.get)(rules.arbiter.rules()) == *value)
            && self.changes.iter().any(|pattern| matches(&pattern.value, &name))
    }
}

/// Whether a text fits a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, rest)) => text.strip_prefix(before).is_some_and(|text| {
            (0..=text.len()).filter(|at| text.is_char_boundary(*at)).any(|at| matches(rest, &text[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;
    use rstest::rstest;

    #[rstest]
    #[case("reversal: *", "reversal: allowed → forbidden", true)]
    #[case("reversal: *", "removal: at-once → after-the-move", false)]
    #[case("draw-clauses[*].of: *", "draw-clauses[3].of: plies → each-side", true)]
    #[case("draw-clauses[*].of: *", "draw-clauses[3].moves: 4 → 5", false)]
    #[case("removal: at-once", "removal: at-once", true)]
    #[case("removal", "removal: at-once", false)]
    #[case("*→*", "a → b", true)]
    fn a_pattern_fits(#[case] pattern: &str, #[case] text: &str, #[case] fits: bool) {
        assert_eq!(matches(pattern, text), fits);
    }
}
