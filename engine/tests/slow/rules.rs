//! Rules to compare under, beyond those of the variants.

use super::random::Random;
use damero_engine::rules::{Criterion, KingLanding, KingRange};
use damero_engine::value::{List, Shape, Value};
use damero_engine::{PARAMETERS, Parameter, Rules, variants};

/// The headings whose parameters say how pieces move.
const GROUPS_OF_MOVEMENT: [&str; 5] = ["board", "man", "king", "capture", "promotion"];

/// The parameters that can be changed here.
pub(crate) fn of_movement() -> Vec<&'static Parameter> {
    PARAMETERS.iter().filter(|p| GROUPS_OF_MOVEMENT.contains(&p.group)).collect()
}

/// A variant's rules with one or two parameters changed, and what has been changed, for messages.
pub(crate) fn changed(random: &mut Random) -> (String, Rules) {
    let parameters = of_movement();
    let variant = random.pick(variants::ALL);
    let mut rules = variant.rules;
    let mut changes = vec![variant.name.to_string()];
    for _ in 0..1 + random.below(2) {
        let parameter = random.pick(&parameters);
        let (value, changed) = loop {
            let value = value(random, &(parameter.shape)());
            let mut changed = rules;
            parameter.set(&mut changed, &value).unwrap_or_else(|e| panic!("{}: {e}", parameter.name));
            // A king of one step has no choice, whatever has been asked for.
            if changed.king_range == KingRange::OneStep {
                changed.king_landing = KingLanding::Adjacent;
            }
            if changed.validate().is_ok() {
                break (value, changed);
            }
        };
        rules = changed;
        changes.push(format!("{}: {value}", parameter.name));
    }
    (changes.join(", "), rules)
}

/// A variant's rules with other criteria between captures, one at least, and which.
pub(crate) fn ranked(random: &mut Random) -> (String, Rules) {
    let variant = random.pick(variants::ALL);
    let mut left = Criterion::ALL.to_vec();
    let mut criteria = Vec::new();
    for _ in 0..1 + random.below(3) {
        criteria.push(left.swap_remove(random.below(left.len())));
    }
    let rules = Rules { capture_priority: List::of(&criteria), ..variant.rules };
    (format!("{}, capture-priority: {criteria:?}", variant.name), rules)
}

/// A random value of a shape that a parameter of movement can have.
fn value(random: &mut Random, shape: &Shape) -> Value {
    // Boards have up to 14 columns; elsewhere small numbers tell more.
    const LARGEST_NUMBERS: [usize; 2] = [2, 14];
    match shape {
        Shape::Word(words) => Value::Word(random.pick(words).word.to_string()),
        Shape::Number(_, _) => {
            let largest = *random.pick(&LARGEST_NUMBERS);
            Value::Number(random.below(largest + 1) as u64)
        }
        Shape::List(item, most) => {
            let mut items = Vec::new();
            for _ in 0..random.below(most + 1) {
                let item = value(random, item);
                if !items.contains(&item) {
                    items.push(item);
                }
            }
            Value::List(items)
        }
        Shape::Range | Shape::Map(_) | Shape::WordOr(_, _) => {
            panic!("no parameter of movement has the shape {shape:?}")
        }
    }
}
