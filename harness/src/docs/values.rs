//! Values of parameters in words.

use super::labels::{Words, fill, place_of};
use super::markdown::Markdown;
use damero_engine::Parameter;
use damero_engine::rules::{Condition, CreatingMove, DrawClause, DrawMode, Material, Repetition};
use damero_engine::value::{List, ParameterValue, Range, Shape, Value};

impl Words {
    /// A value in one line.
    pub(super) fn value(self, parameter: &Parameter, value: &Value) -> Markdown {
        let lines: Vec<String> = self.value_lines(parameter, value);
        Markdown::trusted(lines.join(&self.phrase("semicolon")))
    }

    /// A value in one or more lines, for a cell of a table.
    pub(super) fn cell(self, parameter: &Parameter, value: &Value) -> Markdown {
        let lines: Vec<String> = self.value_lines(parameter, value).iter().map(|line| unsqueezed(line)).collect();
        Markdown::trusted(match lines.as_slice() {
            [one] => one.clone(),
            several => several.iter().map(|line| format!("•\u{a0}{line}")).collect::<Vec<_>>().join("<br>"),
        })
    }

    /// A value in one or more lines, for a list.
    pub(super) fn lines(self, parameter: &Parameter, value: &Value) -> Vec<Markdown> {
        self.value_lines(parameter, value).into_iter().map(Markdown::trusted).collect()
    }

    /// A value in words: one line, or one for each draw clause.
    fn value_lines(self, parameter: &Parameter, value: &Value) -> Vec<String> {
        let shape = (parameter.shape)();
        let said = match (&shape, value) {
            (Shape::Word(words), Value::Word(word)) => {
                self.value_at(place_of(words), word).map(|label| vec![label.to_string()])
            }
            (Shape::Number(..), Value::Number(number)) => Some(vec![self.number(parameter.name, *number)]),
            (Shape::List(item, _), Value::List(items)) => match item.as_ref() {
                Shape::Word(words) => self.word_list(place_of(words), items).map(|text| vec![text]),
                _ => self.draw_clauses(parameter, value),
            },
            _ => self.repetition(parameter, value).map(|text| vec![text]),
        };
        // Only a parameter of a new kind comes here; its value is then shown as it is written.
        said.unwrap_or_else(|| vec![Markdown::code(&value.to_string()).as_str().to_string()])
    }

    fn number(self, place: &str, number: u64) -> String {
        let digits = number.to_string();
        match (self.value_at(place, &digits), self.value_at(place, "n")) {
            (Some(special), _) => special.to_string(),
            (None, Some(label)) => fill(label, number, &[("n", &digits)]),
            (None, None) => digits,
        }
    }

    fn word_list(self, place: &str, items: &[Value]) -> Option<String> {
        let words: Vec<String> = items.iter().map(ToString::to_string).collect();
        let key = if words.is_empty() { "empty".to_string() } else { words.join("+") };
        if let Some(label) = self.value_at(place, &key) {
            return Some(label.to_string());
        }
        let labels: Option<Vec<&str>> = words.iter().map(|word| self.value_at(place, word)).collect();
        Some(labels?.join(&self.phrase("then")))
    }

    fn repetition(self, parameter: &Parameter, value: &Value) -> Option<String> {
        let repetition = Repetition::from_value(value).ok()?;
        if repetition == Repetition::NONE {
            return self.value_at(parameter.name, "none").map(str::to_string);
        }
        let field = |name: &str, word: &str| self.value_at(&format!("repetition.{name}"), word).unwrap_or_default();
        let values = [
            ("n", &*repetition.occurrences.to_string()),
            ("side-to-move", field("side-to-move", repetition.side_to_move.word())),
            ("draw", field("draw", repetition.draw.word())),
        ];
        Some(fill(&self.phrase("repetition"), u64::from(repetition.occurrences), &values))
    }

    fn draw_clauses(self, parameter: &Parameter, value: &Value) -> Option<Vec<String>> {
        let clauses = List::<DrawClause, 8>::from_value(value).ok()?;
        if clauses.is_empty() {
            return self.value_at(parameter.name, "empty").map(|label| vec![label.to_string()]);
        }
        Some(clauses.iter().map(|clause| self.draw_clause(&clause)).collect())
    }

    /// A draw clause as a sentence: "25 moves each without a capture or a man's move".
    pub(super) fn draw_clause(self, clause: &DrawClause) -> String {
        let field = |name: &str, word: &str| self.value_at(&format!("draw-clauses.{name}"), word).unwrap_or_default();
        let mut text = if clause.moves == 0 {
            self.phrase("at-once")
        } else {
            let label = field("of", clause.of.word());
            fill(label, u64::from(clause.moves), &[("n", &clause.moves.to_string())])
        };
        let resets: Vec<String> = clause.reset_by.iter().map(|r| field("reset-by", r.word()).to_string()).collect();
        if !resets.is_empty() {
            text += &fill(&self.phrase("without"), 0, &[("list", &self.series(&resets, &self.phrase("nor")))]);
        }
        let material = self.condition(&clause.condition);
        if !material.is_empty() {
            text += &fill(&self.phrase("with"), 0, &[("list", &self.series(&material, &self.phrase("and")))]);
        }
        let comma = self.phrase("comma");
        if let Some(diagonal) = clause.condition.long_diagonal {
            text += &comma;
            text += field("while.long-diagonal", diagonal.word());
        }
        if let Some(unless) = clause.condition.unless {
            text += &comma;
            text += field("while.unless", unless.word());
        }
        if clause.needs_when_equal() {
            text += &comma;
            text += field("when-equal", clause.when_equal.word());
        }
        // That it is not counted is the rule, said once for the whole table.
        if clause.creating_move == CreatingMove::Counted {
            text += &comma;
            text += field("creating-move", clause.creating_move.word());
        }
        if clause.draw != DrawMode::Automatic {
            let mode = self.value_at("repetition.draw", clause.draw.word()).unwrap_or_default();
            text += &fill(&self.phrase("not-automatic"), 0, &[("mode", mode)]);
        }
        text
    }

    /// What a condition asks of the material.
    fn condition(self, condition: &Condition) -> Vec<String> {
        let mut parts = Vec::new();
        if condition.total != Range::ANY {
            parts.push(fill(&self.phrase("total"), 0, &[("n", &self.range(condition.total))]));
        }
        let (stronger, weaker) = (condition.stronger, condition.weaker);
        if stronger == weaker {
            if stronger != Material::ANY {
                parts.push(fill(&self.phrase("on-each-side"), 0, &[("material", &self.material(stronger))]));
            }
        } else {
            let values = [("stronger", &*self.material(stronger)), ("weaker", &*self.material(weaker))];
            parts.push(fill(&self.phrase("against"), 0, &values));
        }
        parts
    }

    /// The material of one side: "3 pieces (at least 1 king)".
    fn material(self, material: Material) -> String {
        let Material { pieces, kings, men } = material;
        if material == Material::ANY {
            return self.phrase("any-material");
        }
        if pieces == Range::exactly(1) && kings == pieces {
            return self.phrase("lone-king");
        }
        // Kings alone need no other word for the pieces.
        if men == Range::exactly(0) && kings != Range::ANY && (pieces == Range::ANY || pieces == kings) {
            return self.counted(&self.phrase("kings"), kings);
        }
        let mut details = Vec::new();
        if kings != Range::ANY {
            // As many kings as there are pieces at most: the upper end says nothing.
            let open = kings.max >= pieces.max;
            let kings = if open { Range::at_least(kings.min) } else { kings };
            details.push(self.counted(&self.phrase("kings"), kings));
        }
        if men != Range::ANY {
            details.push(self.counted(&self.phrase("men"), men));
        }
        let comma = self.phrase("comma");
        if pieces == Range::ANY {
            return details.join(&comma);
        }
        let pieces = self.counted(&self.phrase("pieces"), pieces);
        if details.is_empty() { pieces } else { format!("{pieces} ({})", details.join(&comma)) }
    }

    /// So many of something.
    fn counted(self, label: &str, range: Range) -> String {
        // "At least 1 king", "1 king", but "0 to 1 kings".
        let number = if range.min == range.max || range.max == u8::MAX { range.min } else { range.max.max(2) };
        fill(label, u64::from(number), &[("n", &self.range(range))])
    }

    fn range(self, range: Range) -> String {
        let values = [("min", &*range.min.to_string()), ("max", &*range.max.to_string())];
        if range.min == range.max {
            range.min.to_string()
        } else if range.max == u8::MAX {
            fill(&self.phrase("range-from"), 0, &values)
        } else if range.max == range.min + 1 {
            fill(&self.phrase("range-either"), 0, &values)
        } else {
            fill(&self.phrase("range-between"), 0, &values)
        }
    }

    /// `a`, `a or b`, `a, b or c`.
    pub(super) fn series(self, items: &[String], last: &str) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [head @ .., tail] => format!("{}{last}{tail}", head.join(&self.phrase("comma"))),
        }
    }
}

/// A text for a column of a table, its first words held together: so a narrow screen lets the reader scroll sideways and
/// does not squeeze the column to the width of a word.
pub(super) fn unsqueezed(text: &str) -> String {
    const AT_LEAST: usize = 18;
    let mut out = String::with_capacity(text.len());
    for (count, c) in text.chars().enumerate() {
        out.push(if c == ' ' && count < AT_LEAST { '\u{a0}' } else { c });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::labels::Language;
    use super::*;
    use damero_engine::rules::{ClauseReason, LongDiagonal, Reset, Unit, Unless};
    use damero_engine::{PARAMETERS, variants};

    const EN: Words = Words::new(Language::English);
    const ES: Words = Words::new(Language::Spanish);

    fn both(clause: &DrawClause) -> (String, String) {
        (EN.draw_clause(clause), ES.draw_clause(clause))
    }

    fn pair(en: &str, es: &str) -> (String, String) {
        (en.to_string(), es.to_string())
    }

    #[test]
    fn draw_clauses_are_sentences() {
        let quiet = DrawClause::quiet(25, Unit::EachSide, DrawMode::Automatic);
        assert_eq!(
            both(&quiet),
            pair(
                "25 moves each without a capture or a man's move",
                "25 jugadas de cada bando sin captura ni movimiento de peón"
            )
        );
        let claimed = DrawClause { draw: DrawMode::Claimed, of: Unit::Plies, moves: 1, ..quiet };
        assert_eq!(
            both(&claimed),
            pair(
                "1 ply without a capture or a man's move (on claim)",
                "1 jugada en total sin captura ni movimiento de peón (si se reclaman)"
            )
        );
        let road = Condition {
            long_diagonal: Some(LongDiagonal::WeakerThroughout),
            ..Condition::material(Material::with_king(Range::between(1, 3)), Material::LONE_KING)
        };
        assert_eq!(
            both(&DrawClause::endgame(5, Unit::StrongerSide, road)),
            pair(
                "5 moves of the stronger side with 1 to 3 pieces (at least 1 king) against a lone king, the weaker side's \
                 king on the long diagonal all the while, of each side where neither is the stronger",
                "5 jugadas del bando más fuerte con 1 a 3 piezas (al menos 1 dama) contra una dama sola, con una dama \
                 del bando débil en la diagonal larga todo el tiempo, de cada bando si ninguno es más fuerte"
            )
        );
        let bare = Condition {
            unless: Some(Unless::Capture),
            ..Condition::material(Material::LONE_KING, Material::LONE_KING)
        };
        assert_eq!(
            both(&DrawClause::endgame(0, Unit::Plies, bare)),
            pair(
                "at once with a lone king on each side, unless a piece can be taken now, or will be on the next ply whatever is played",
                "en el acto con una dama sola en cada bando, salvo que se pueda comer ahora, o en la jugada siguiente, se juegue lo que se juegue"
            )
        );
        let crowned = Material { kings: Range::at_least(1), ..Material::ANY };
        let balance = DrawClause {
            reset_by: List::of(&[Reset::Capture, Reset::ManMove, Reset::Crowning]),
            reason: ClauseReason::Endgame,
            creating_move: CreatingMove::Counted,
            condition: Condition { total: Range::between(4, 5), ..Condition::material(crowned, crowned) },
            ..quiet
        };
        assert_eq!(
            both(&balance),
            pair(
                "25 moves each without a capture, a man's move or a crowning with 4 or 5 pieces on the board and at \
                 least 1 king on each side, the ply that brings the material about is counted",
                "25 jugadas de cada bando sin captura, movimiento de peón ni coronación con 4 o 5 piezas en el tablero y al \
                 menos 1 dama en cada bando, la jugada que produce el material cuenta"
            )
        );
    }

    #[test]
    fn material_is_said_as_short_as_it_can_be() {
        let kings = |kings, men| Material { kings, men, ..Material::ANY };
        let none = Range::exactly(0);
        assert_eq!(EN.material(Material::ANY), "anything");
        assert_eq!(EN.material(Material::ONE_PIECE), "1 piece");
        assert_eq!(EN.material(kings(Range::exactly(2), none)), "2 kings");
        assert_eq!(EN.material(kings(Range::at_least(3), none)), "at least 3 kings");
        assert_eq!(EN.material(kings(Range::ANY, Range::exactly(1))), "1 man");
        assert_eq!(EN.material(Material::with_king(Range::exactly(3))), "3 pieces (at least 1 king)");
        let mixed = Material { men: Range::at_least(1), ..Material::with_king(Range::between(2, 4)) };
        assert_eq!(EN.material(mixed), "2 to 4 pieces (at least 1 king, at least 1 man)");
        let few = Material { kings: Range::between(0, 1), pieces: Range::exactly(4), ..Material::ANY };
        assert_eq!(ES.material(few), "4 piezas (0 o 1 damas)");
    }

    #[test]
    fn every_value_of_every_variant_has_words() {
        for variant in variants::ALL {
            for parameter in PARAMETERS {
                let value = (parameter.get)(&variant.rules);
                for words in [EN, ES] {
                    let said = words.value(parameter, &value);
                    let as_written = Markdown::code(&value.to_string());
                    // The sign of a capture is the one value that stands for itself.
                    assert!(
                        said != as_written || parameter.name == "capture-separator",
                        "{} of {}: no words for {value}",
                        parameter.name,
                        variant.name
                    );
                    assert!(!said.as_str().is_empty() && !said.as_str().contains('{'), "{}", parameter.name);
                }
            }
        }
    }

    #[test]
    fn what_differs_is_said_differently() {
        for parameter in PARAMETERS {
            let values: Vec<Value> = variants::ALL.iter().map(|variant| (parameter.get)(&variant.rules)).collect();
            for a in &values {
                for b in values.iter().filter(|b| *b != a) {
                    for words in [EN, ES] {
                        let said = words.value(parameter, a);
                        assert_ne!(said, words.value(parameter, b), "{}: {a} and {b}", parameter.name);
                    }
                }
            }
        }
        let quiet = |draw| EN.draw_clause(&DrawClause::quiet(40, Unit::EachSide, draw));
        let modes: std::collections::BTreeSet<String> = DrawMode::ALL.iter().map(|mode| quiet(*mode)).collect();
        assert_eq!(modes.len(), DrawMode::ALL.len());
    }

    #[test]
    fn columns_keep_words_together() {
        assert_eq!(unsqueezed("most pieces"), "most\u{a0}pieces");
        assert_eq!(
            unsqueezed("as many words as it takes to break"),
            "as\u{a0}many\u{a0}words\u{a0}as\u{a0}it takes to break"
        );
        assert_eq!(unsqueezed(""), "");
    }

    #[test]
    fn lists_and_repetition_read_well() {
        let priority = Parameter::named("capture-priority").expect("a parameter");
        let list = Value::List(["most-pieces", "with-king"].map(|w| Value::Word(w.to_string())).to_vec());
        assert_eq!(EN.value(priority, &list).as_str(), "most pieces, then made by a king");
        let repetition = Parameter::named("repetition").expect("a parameter");
        let third = Repetition::of_position(3, DrawMode::Claimed).to_value();
        assert_eq!(EN.value(repetition, &third).as_str(), "3 occurrences with the same side to move; on claim");
        assert_eq!(ES.value(repetition, &third).as_str(), "3 apariciones con el mismo turno; si se reclaman");
    }
}
