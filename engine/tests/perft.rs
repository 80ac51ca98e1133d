//! Published node counts from the start, the first sign of a wrong rule.
//!
//! Sources: the tables of dctl's tests (shashki.com, damforum.nl, aartbik.com) and of the crate kish for Turkish. Deeper
//! and midgame tables are data of the harness, under `fixtures/perft/`.

use damero_engine::MoveIdentity::{ByPath, ByResult};
use damero_engine::{Arbiter, MoveIdentity, Variant};
use rstest::rstest;

#[rstest]
#[case::international("international", ByResult, &[9, 81, 658, 4265, 27117, 167140, 1049442])]
#[case::english("english", ByResult, &[7, 49, 302, 1469, 7361, 36768, 179740, 845931])]
#[case::russian("russian", ByResult, &[7, 49, 302, 1469, 7482, 37986, 190146, 929899])]
#[case::russian_by_path("russian", ByPath, &[7, 49, 302, 1469, 7482, 37986, 190146, 929905])]
#[case::brazilian("brazilian", ByResult, &[7, 49, 302, 1469, 7473, 37628, 187302, 907830])]
#[case::brazilian_by_path("brazilian", ByPath, &[7, 49, 302, 1469, 7473, 37628, 187302, 907836])]
#[case::spanish("spanish", ByResult, &[7, 49, 302, 1469, 7361, 36473, 177532, 828783])]
#[case::turkish("turkish", ByResult, &[8, 64, 708, 7538, 85090])]
fn counts_from_the_start(#[case] variant: &str, #[case] identity: MoveIdentity, #[case] published: &[u64]) {
    let rules = Variant::named(variant).expect("a variant").rules;
    let arbiter = Arbiter::new(rules).expect("playable rules");
    assert!(arbiter.has_fast_path(), "{variant} must be compiled");
    let slow_path = Arbiter::without_fast_path(rules).expect("playable rules");
    for (depth, &nodes) in (1..).zip(published) {
        assert_eq!(arbiter.perft(&arbiter.start(), depth, identity), nodes, "{variant} at depth {depth}");
        if depth <= 6 {
            let loaded = slow_path.perft(&slow_path.start(), depth, identity);
            assert_eq!(loaded, nodes, "{variant} at depth {depth}, rules loaded at run time");
        }
    }
}
