//! The neighbours of a set of rules: the same rules with one value changed a little.

use super::same::say_the_same;
use damero_engine::rules::{DrawClause, KingLanding, KingRange};
use damero_engine::value::{Field, ParameterValue, Range, Shape, Value};
use damero_engine::{PARAMETERS, Parameter, Rules};
use std::collections::HashSet;

/// One change of one parameter of a set of rules.
#[derive(Clone, Debug)]
pub struct Change {
    /// The parameter.
    pub parameter: &'static Parameter,
    /// The place inside its value, as in `[1].while.stronger.kings`; empty if the value is a plain one.
    pub place: String,
    /// What stands there, and what is put in its place.
    pub text: String,
    /// The value of the whole parameter afterwards.
    pub value: Value,
    /// Whether a rulebook declares it as the other reading of its document.
    pub other: bool,
    /// The rules that come of it.
    pub rules: Rules,
}

impl Change {
    /// The parameter, the place in it, and the change, as in `king-range: flying → one-step`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}{}: {}", self.parameter.name, self.place, self.text)
    }
}

/// Every change of one value of these rules that leaves them playable, those of `parameters` alone, each result once.
///
/// `others` are the readings that a rulebook declares beside its own; they come first.
#[must_use]
pub fn neighbours(
    rules: &Rules,
    parameters: &[&'static Parameter],
    others: &[(&'static Parameter, Value)],
) -> Vec<Change> {
    let mut seen = HashSet::from([*rules]);
    let mut changes = Vec::new();
    let mut add = |parameter: &'static Parameter, place: String, text: String, value: &Value, other| {
        for (addition, value) in playable(parameter, value) {
            let mut changed = *rules;
            let set = parameter.set(&mut changed, &value).is_ok();
            if changed.king_range == KingRange::OneStep {
                // It has nowhere else to land.
                changed.king_landing = KingLanding::Adjacent;
            }
            let playable = set && changed.validate().is_ok();
            if playable && !say_the_same(rules, &changed) && seen.insert(changed) {
                let (place, text) = (place.clone(), format!("{text}{addition}"));
                changes.push(Change { parameter, place, text, value, other, rules: changed });
            }
        }
    };
    for (parameter, value) in others {
        add(parameter, String::new(), format!("{} → {value}", (parameter.get)(rules)), value, true);
    }
    for parameter in PARAMETERS.iter().filter(|one| parameters.iter().any(|wanted| wanted.name == one.name)) {
        let mut found = Vec::new();
        let value = (parameter.get)(rules);
        near(&value, &(parameter.shape)(), &mut found);
        if let (Value::Number(number), "width" | "height") = (&value, parameter.name) {
            // Boards have an even number of columns and of rows.
            let others = [number.saturating_sub(2), number + 2];
            found.extend(others.map(|other| Near::new(number, other, Value::Number(other))));
        }
        for Near { place, text, value } in found {
            add(parameter, place, text, &value, false);
        }
    }
    changes
}

/// A value near another one.
struct Near {
    place: String,
    text: String,
    value: Value,
}

impl Near {
    fn new(from: impl ToString, to: impl ToString, value: Value) -> Near {
        Near { place: String::new(), text: format!("{} → {}", from.to_string(), to.to_string()), value }
    }

    /// The same inside something larger.
    fn inside(self, step: &str, whole: impl FnOnce(Value) -> Value) -> Near {
        Near { place: format!("{step}{}", self.place), text: self.text, value: whole(self.value) }
    }
}

/// Adds the values near `value`: each other word, numbers and ends of ranges up and down by one, list entries changed,
/// dropped, swapped, and added, and parts of maps changed, dropped, and added.
fn near(value: &Value, shape: &Shape, found: &mut Vec<Near>) {
    match (shape, value) {
        (Shape::Word(words), Value::Word(word)) => {
            for other in words.iter().filter(|other| other.word != word) {
                found.push(Near::new(word, other.word, Value::Word(other.word.to_string())));
            }
        }
        (Shape::Number(least, most), Value::Number(number)) => {
            for other in [number.checked_sub(1), number.checked_add(1)].into_iter().flatten() {
                if (*least..=*most).contains(&other) {
                    found.push(Near::new(number, other, Value::Number(other)));
                }
            }
        }
        (Shape::Range, _) => near_ranges(value, found),
        (Shape::List(item, most), Value::List(items)) => near_lists(items, item, *most, found),
        (Shape::Map(fields), Value::Map(entries)) => near_maps(entries, fields, found),
        (Shape::WordOr(words, inner), _) => {
            if let Value::Word(word) = value {
                if let Some(simplest) = simplest(inner) {
                    found.push(Near::new(word, &simplest, simplest.clone()));
                }
            } else {
                found.extend(words.iter().map(|word| Near::new(value, word.word, Value::Word(word.word.to_string()))));
                near(value, inner, found);
            }
        }
        // A value always has its shape.
        _ => {}
    }
}

fn near_ranges(value: &Value, found: &mut Vec<Near>) {
    let Ok(range) = Range::from_value(value) else { return };
    let Range { min, max } = range;
    let open = max == u8::MAX;
    let down = |n: u8| n.checked_sub(1);
    let up = |n: u8| n.checked_add(1).filter(|n| *n < u8::MAX);
    let mut ranges = Vec::new();
    if min == max {
        ranges.extend([down(min), up(min)].into_iter().flatten().map(Range::exactly));
    }
    ranges.extend([down(min), up(min)].into_iter().flatten().map(|min| Range { min, max }));
    if !open {
        ranges.extend([down(max), up(max)].into_iter().flatten().map(|max| Range { min, max }));
        ranges.push(Range::at_least(min));
    }
    for other in ranges.into_iter().filter(|other| other.min <= other.max && *other != range) {
        let other = other.to_value();
        found.push(Near::new(value, &other, other.clone()));
    }
}

fn near_lists(items: &[Value], item: &Shape, most: usize, found: &mut Vec<Near>) {
    let with = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut changed = items.to_vec();
        change(&mut changed);
        Value::List(changed)
    };
    for index in 0..items.len() {
        let mut inside = Vec::new();
        near(&items[index], item, &mut inside);
        let step = format!("[{index}]");
        found
            .extend(inside.into_iter().map(|one| one.inside(&step, |value| with(&|list| list[index] = value.clone()))));
        let value = with(&|list| drop(list.remove(index)));
        found.push(Near { place: step, text: format!("{} dropped", short(&items[index])), value });
    }
    // The order of draw clauses is no rule.
    let Shape::Word(words) = item else { return };
    for index in 1..items.len() {
        let value = with(&|list| list.swap(index - 1, index));
        found.push(Near { place: format!("[{}]", index - 1), text: format!("swapped with [{index}]"), value });
    }
    if items.len() < most {
        for word in words.iter().map(|word| Value::Word(word.word.to_string())).filter(|word| !items.contains(word)) {
            for index in 0..=items.len() {
                let value = with(&|list| list.insert(index, word.clone()));
                found.push(Near { place: format!("[{index}]"), text: format!("{word} added"), value });
            }
        }
    }
}

fn near_maps(entries: &[(String, Value)], fields: &[Field], found: &mut Vec<Near>) {
    for field in fields {
        let step = format!(".{}", field.name);
        let Some(index) = entries.iter().position(|(key, _)| key == field.name) else {
            for value in additions(&field.shape) {
                let text = format!("{value} added");
                let mut changed = entries.to_vec();
                changed.push((field.name.to_string(), value));
                found.push(Near { place: step.clone(), text, value: Value::Map(changed) });
            }
            continue;
        };
        let value = &entries[index].1;
        let with = |value: Value| {
            let mut changed = entries.to_vec();
            changed[index].1 = value;
            Value::Map(changed)
        };
        let mut inside = Vec::new();
        near(value, &field.shape, &mut inside);
        found.extend(inside.into_iter().map(|one| one.inside(&step, with)));
        if field.optional {
            let mut changed = entries.to_vec();
            changed.remove(index);
            found.push(Near { place: step, text: format!("{} dropped", short(value)), value: Value::Map(changed) });
        }
    }
}

/// What a part that is not there may be added as: a word, or a list of one.
fn additions(shape: &Shape) -> Vec<Value> {
    let words = |shape: &Shape| match shape {
        Shape::Word(words) => words.iter().map(|word| Value::Word(word.word.to_string())).collect(),
        _ => Vec::new(),
    };
    match shape {
        Shape::List(item, _) => words(item).into_iter().map(|word| Value::List(vec![word])).collect(),
        _ => words(shape),
    }
}

/// The simplest value of a shape: the first words, the least numbers, the parts that must be there.
fn simplest(shape: &Shape) -> Option<Value> {
    Some(match shape {
        Shape::Word(words) | Shape::WordOr(words, _) => Value::Word(words.first()?.word.to_string()),
        Shape::Number(least, _) => Value::Number(*least),
        Shape::Range => Range::ANY.to_value(),
        Shape::List(..) => Value::List(Vec::new()),
        Shape::Map(fields) => {
            let required = fields.iter().filter(|field| !field.optional);
            let entries = required.map(|field| Some((field.name.to_string(), simplest(&field.shape)?)));
            Value::Map(entries.collect::<Option<_>>()?)
        }
    })
}

/// A value short enough for a table.
fn short(value: &Value) -> String {
    match value {
        Value::Map(entries) => match entries.first() {
            Some((key, value)) => format!("{{{key}: {value}, …}}"),
            None => "{}".to_string(),
        },
        other => other.to_string(),
    }
}

/// The forms of a changed value that its parameter accepts, each with what had to be added. A draw clause must say whose
/// moves it counts between equal sides exactly where that matters, which a change of another part can bring about or end.
fn playable(parameter: &Parameter, value: &Value) -> Vec<(String, Value)> {
    const WHEN_EQUAL: &str = "when-equal";
    let as_it_is = || vec![(String::new(), value.clone())];
    let Value::List(clauses) = value else { return as_it_is() };
    if parameter.name != "draw-clauses" {
        return as_it_is();
    }
    let mut whole = vec![(String::new(), Vec::new())];
    for clause in clauses {
        let Value::Map(entries) = clause else { return Vec::new() };
        let mut forms = vec![(String::new(), clause.clone())];
        if DrawClause::from_value(clause).is_err() {
            let without: Vec<_> = entries.iter().filter(|(key, _)| key != WHEN_EQUAL).cloned().collect();
            let with = |word: &str| {
                let mut entries = without.clone();
                entries.push((WHEN_EQUAL.to_string(), Value::Word(word.to_string())));
                (format!(", {WHEN_EQUAL}: {word}"), Value::Map(entries))
            };
            forms = vec![with("each-side"), with("first-to-move"), (String::new(), Value::Map(without.clone()))];
            forms.retain(|(_, form)| DrawClause::from_value(form).is_ok());
        }
        whole = forms
            .iter()
            .flat_map(|(addition, form)| {
                whole.iter().map(move |(before, list)| {
                    (format!("{before}{addition}"), list.iter().cloned().chain([form.clone()]).collect())
                })
            })
            .collect();
    }
    whole.into_iter().map(|(addition, list)| (addition, Value::List(list))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use damero_engine::variants;

    fn names(rules: &Rules, parameter: &str) -> Vec<String> {
        let parameter = Parameter::named(parameter).expect("a parameter");
        neighbours(rules, &[parameter], &[]).iter().map(Change::name).collect()
    }

    #[test]
    fn words_numbers_and_lists_have_neighbours() {
        assert_eq!(names(&variants::RUSSIAN, "king-range"), ["king-range: flying → one-step"]);
        assert_eq!(names(&variants::ENGLISH, "king-landing"), Vec::<String>::new(), "a king of one step lands beside");
        assert_eq!(names(&variants::RUSSIAN, "removal"), ["removal: after-the-move → at-once"]);
        assert_eq!(names(&variants::RUSSIAN, "width"), ["width: 8 → 6", "width: 8 → 10"]);
        assert_eq!(names(&variants::RUSSIAN, "start-rows"), ["start-rows: 3 → 2", "start-rows: 3 → 4"]);
        assert_eq!(
            names(&variants::RUSSIAN, "man-moves"),
            [
                "man-moves[0]: forward-diagonal → backward-diagonal",
                "man-moves[0]: forward-diagonal → forward",
                "man-moves[0]: forward-diagonal → backward",
                "man-moves[0]: forward-diagonal → sideways",
                "man-moves[0]: backward-diagonal added",
                "man-moves[0]: forward added",
                "man-moves[0]: backward added",
                "man-moves[0]: sideways added",
            ]
        );
        let priority = names(&variants::SPANISH, "capture-priority");
        assert!(priority.contains(&"capture-priority[0]: swapped with [1]".to_string()), "{priority:?}");
        assert!(priority.contains(&"capture-priority[1]: most-kings dropped".to_string()), "{priority:?}");
        assert!(priority.contains(&"capture-priority[1]: with-king added".to_string()), "{priority:?}");
    }

    #[test]
    fn every_part_of_a_draw_clause_has_neighbours() {
        let all = names(&variants::RUSSIAN, "draw-clauses");
        for part in [".moves: ", ".of: ", ".draw: ", ".while", ".creating-move", ".reset-by", " dropped"] {
            assert!(all.iter().any(|name| name.contains(part)), "{part}: {all:#?}");
        }
        let repetition = names(&variants::RUSSIAN, "repetition");
        assert!(repetition.iter().any(|name| name.ends_with("→ none")), "{repetition:?}");
    }

    #[test]
    fn no_neighbour_is_the_rules_themselves_and_none_comes_twice() {
        let all: Vec<&Parameter> = PARAMETERS.iter().collect();
        for variant in variants::ALL {
            let changes = neighbours(&variant.rules, &all, &[]);
            let different: HashSet<Rules> = changes.iter().map(|change| change.rules).collect();
            assert_eq!(different.len(), changes.len(), "{}", variant.name);
            assert!(!different.contains(&variant.rules), "{}", variant.name);
        }
    }

    #[test]
    fn the_declared_other_reading_comes_first() {
        let removal = Parameter::named("removal").expect("a parameter");
        let chain = Parameter::named("chain-duty").expect("a parameter");
        let others = [(removal, Value::Word("at-once".to_string()))];
        let changes = neighbours(&variants::RUSSIAN, &[chain, removal], &others);
        assert!(changes[0].other && changes[0].parameter.name == "removal");
        assert_eq!(changes.iter().filter(|change| change.parameter.name == "removal").count(), 1);
    }
}
