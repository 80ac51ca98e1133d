//! Rules to compare under, beyond those of the variants: rules with one or two parameters changed at random.

use super::random::Random;
use damero_engine::rules::{KingLanding, KingRange};
use damero_engine::value::{Shape, Value};
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
    loop {
        let variant = random.pick(variants::ALL);
        let mut rules = variant.rules;
        let mut changes = vec![variant.name.to_string()];
        for _ in 0..1 + random.below(2) {
            let parameter = random.pick(&parameters);
            let value = value(random, &(parameter.shape)());
            parameter.set(&mut rules, &value).unwrap_or_else(|e| panic!("{}: {e}", parameter.name));
            changes.push(format!("{}: {value}", parameter.name));
        }
        if rules.king_range == KingRange::OneStep && rules.king_landing != KingLanding::Adjacent {
            rules.king_landing = KingLanding::Adjacent;
            changes.push("king-landing: adjacent".to_string());
        }
        if rules.validate().is_ok() {
            return (changes.join(", "), rules);
        }
    }
}

/// A random value of a shape that a parameter of movement can have.
fn value(random: &mut Random, shape: &Shape) -> Value {
    // Boards have up to 14 columns, and few king moves show a limit as well as many.
    const LARGEST_NUMBER: usize = 14;
    match shape {
        Shape::Word(words) => Value::Word(random.pick(words).word.to_string()),
        Shape::Number(_, _) => Value::Number(random.below(LARGEST_NUMBER + 1) as u64),
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
