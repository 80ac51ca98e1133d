//! How fast cases go through an adapter: one worker, one trivial Python process, requests made, sent, answered, read,
//! and judged.
//!
//!     cargo bench -p damero --bench transport
//!
//! The number to look at is items per second: cases.

use damero::files::{Origin, SuiteFile};
use damero::fixture::resolve::checks;
use damero::implementation::adapter::{Adapter, Options};
use damero::implementation::process::Program;
use damero::runner::run;
use damero::suite::{Load, Suite};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::path::Path;

const CASES: usize = 20_000;

fn main() {
    divan::main();
}

/// So many cases, each a position of its own, so that none is asked together with another.
fn suite() -> Suite {
    let mut text = "topic: Transport\nclauses: [kondavo/board]\ncases:\n".to_string();
    for number in 0..CASES {
        // Three black kings on squares that tell the number, in base 29, and a white one.
        let (a, b, c) = (number % 29, number / 29 % 29, number / 841 % 29);
        let squares = [1 + a, 1 + (a + 1 + b) % 31, 1 + (a + 2 + b + c) % 31];
        text += &format!(
            "  - {{id: english.transport.case-{number}, variant: english/kondavo, why: None., position: \"B:W32:BK{},K{},\
             K{}\", excludes: [\"32-{}\"]}}\n",
            squares[0],
            squares[1],
            squares[2],
            27 + number % 2
        );
    }
    let file = SuiteFile { path: "transport.yaml".to_string(), text };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let load = Load { cases: Some(vec![file]), rulebooks: Vec::new() };
    Suite::load(&Origin::Folder(fixtures), load).expect("readable")
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn cases_through_a_trivial_adapter(bencher: Bencher) {
    let suite = suite();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/trivial.py");
    let argv = vec!["python3".to_string(), script.display().to_string()];
    bencher
        .counter(ItemsCount::new(CASES))
        .with_inputs(|| {
            let program = Program { argv: argv.clone(), ..Program::default() };
            let adapter = Adapter::start(program, Options::default()).expect("python3 runs the trivial adapter");
            (adapter, checks(&suite))
        })
        .bench_values(|(adapter, checks)| {
            let ran = run(&suite, checks, &adapter, None, &|| {});
            assert_eq!(ran.outcomes.len(), CASES);
            ran
        });
}
