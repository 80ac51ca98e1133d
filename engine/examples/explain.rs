//! Says why a move is legal or not, and what the legal moves are.
//!
//! ```text
//! cargo run -p damero-engine --example explain -- international W:W28,32:B23,19 32-27
//! ```

use damero_engine::explain::Explanation;
use damero_engine::notation::diagram::Style;
use damero_engine::{Arbiter, Variant};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [variant, fen, text] = match given.as_slice() {
        [variant, fen, text] => [variant.as_str(), fen.as_str(), text.as_str()],
        _ => ["international", "W:W28,32:B23,19", "32-27"],
    };
    let variant = Variant::named(variant).ok_or_else(|| format!("no variant is named `{variant}`"))?;
    let arbiter = Arbiter::new(variant.rules)?;
    let position = arbiter.read(fen)?;
    let written = arbiter.read_move(text)?;
    let explanation = arbiter.explain(&position, &written)?;

    println!("{}", arbiter.draw(&position, Style::Unicode));
    match &explanation {
        Explanation::Legal(played) => println!("{} is legal.", arbiter.full_text(played)),
        Explanation::Ambiguous(moves) => println!("{text} could be any of {} moves.", moves.len()),
        Explanation::Illegal { .. } => {
            println!("{text} is not legal: {}", arbiter.why_not(&position, &written, &explanation));
        }
    }
    println!("Legal: {}", arbiter.texts(&arbiter.moves(&position)?).join(" "));
    Ok(())
}
