//! How fast cases go through an adapter: one worker, one trivial Python process, requests made, sent, answered, read,
//! and judged.
//!
//!     cargo bench -p damero --bench transport
//!
//! The number to look at is items per second: cases.

use damero::checks::checks;
use damero::files::{Origin, SuiteFile};
use damero::implementation::adapter::{Adapter, Options};
use damero::implementation::process::Program;
use damero::lint;
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
    let fours = (1..=28).flat_map(|a: u32| {
        (a + 1..=28).flat_map(move |b| (b + 1..=28).flat_map(move |c| (c + 1..=28).map(move |d| [a, b, c, d])))
    });
    let case = |(number, [a, b, c, d]): (usize, [u32; 4])| {
        format!(
            "  - {{id: english.transport.case-{number}, variant: english/kondavo, why: None., position: \
             \"B:WK32:BK{a},K{b},K{c},K{d}\", excludes: [\"32-27\"]}}\n"
        )
    };
    let cases: Vec<String> = fours.take(CASES).enumerate().map(case).collect();
    let files = cases.chunks(1000).enumerate().map(|(number, cases)| {
        let text = format!("topic: Transport\nclauses: [kondavo/board]\ncases:\n{}", cases.concat());
        SuiteFile::new(format!("transport-{number}.yaml"), text)
    });
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let load = Load { cases: Some(files.collect()), rulebooks: Vec::new() };
    let suite = lint::load(&Origin::Folder(fixtures), load).expect("readable");
    assert!(suite.problems.is_empty(), "{:?}", suite.problems[0].diagnostic);
    suite
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
