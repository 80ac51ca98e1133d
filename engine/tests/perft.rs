//! Published node counts, the first sign of a wrong rule: from the start, from midgames, and on boards of other sizes.
//!
//! Sources: the tables of dctl's tests (shashki.com, damforum.nl, aartbik.com; those of Italian by Ed Gilbert) and of
//! the crate kish for Turkish; Scan for antidraughts and breakthrough, py-draughts for Frysk!, and a generator written
//! apart from this one for Armenian and Argentinian. All depths are data of the harness, under `fixtures/perft/`. No
//! table of spantsiretti is known: the published one for its board is that of international draughts, see below.

use damero_engine::MoveIdentity::{ByPath, ByResult};
use damero_engine::rules::{Criterion, Reversal, Rules};
use damero_engine::value::List;
use damero_engine::variants::{ENGLISH, INTERNATIONAL, ITALIAN, THAI};
use damero_engine::{Arbiter, MoveIdentity, Variant, variants};
use rstest::rstest;

/// The generator that reads every rule at run time is asked up to so many nodes, the compiled one everywhere.
const MOST_NODES_AT_RUN_TIME: u64 = 1_000_000;

/// Counts from a position to each depth in turn, compiled and with rules loaded at run time.
fn check(what: &str, rules: Rules, position: &str, identity: MoveIdentity, published: &[u64]) {
    let arbiter = Arbiter::new(rules).expect("playable rules");
    let slow_path = Arbiter::without_fast_path(rules).expect("playable rules");
    let position = arbiter.read(position).expect("a position");
    for (depth, &nodes) in (1..).zip(published) {
        assert_eq!(arbiter.perft(&position, depth, identity).expect("few captures"), nodes, "{what} at depth {depth}");
        if nodes <= MOST_NODES_AT_RUN_TIME {
            let loaded = slow_path.perft(&position, depth, identity).expect("few captures");
            assert_eq!(loaded, nodes, "{what} at depth {depth}, rules loaded at run time");
        }
    }
}

fn named(variant: &str) -> Rules {
    Variant::named(variant).expect("a variant").rules
}

#[test]
fn nine_variants_are_compiled() {
    let compiled = |variant: &&Variant| Arbiter::new(variant.rules).expect("playable rules").has_fast_path();
    let names: Vec<&str> = variants::ALL.iter().filter(compiled).map(|variant| variant.name).collect();
    let expected = "english spanish international brazilian russian italian czech pool frisian";
    assert_eq!(names.join(" "), expected);
    assert!(!Arbiter::without_fast_path(ITALIAN).expect("playable rules").has_fast_path());
}

/// The start tells English from Czech, and Spanish from Italian, at depth 9 only; killer, antidraughts, and breakthrough
/// from international, and Argentinian from Spanish, at none that is counted here.
#[rstest]
#[case::international("international", ByResult, &[9, 81, 658, 4265, 27117, 167140, 1049442])]
#[case::english("english", ByResult, &[7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680])]
#[case::russian("russian", ByResult, &[7, 49, 302, 1469, 7482, 37986, 190146, 929899])]
#[case::russian_by_path("russian", ByPath, &[7, 49, 302, 1469, 7482, 37986, 190146, 929905])]
#[case::brazilian("brazilian", ByResult, &[7, 49, 302, 1469, 7473, 37628, 187302, 907830])]
#[case::brazilian_by_path("brazilian", ByPath, &[7, 49, 302, 1469, 7473, 37628, 187302, 907836])]
#[case::spanish("spanish", ByResult, &[7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866])]
#[case::portuguese("portuguese", ByResult, &[7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866])]
#[case::italian("italian", ByResult, &[7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875])]
#[case::italian_by_path("italian", ByPath, &[7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875])]
#[case::argentinian("argentinian", ByResult, &[7, 49, 302, 1469, 7361, 36473, 177532])]
#[case::czech("czech", ByResult, &[7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671])]
#[case::czech_by_path("czech", ByPath, &[7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671])]
#[case::pool("pool", ByResult, &[7, 49, 302, 1469, 7482, 37986, 190146, 929896])]
#[case::pool_by_path("pool", ByPath, &[7, 49, 302, 1469, 7482, 37986, 190146, 929902])]
#[case::jamaican("jamaican", ByResult, &[7, 49, 302, 1469, 7482, 37986, 190146, 929896])]
#[case::jamaican_by_path("jamaican", ByPath, &[7, 49, 302, 1469, 7482, 37986, 190146, 929902])]
#[case::frisian("frisian", ByResult, &[9, 81, 658, 3874, 21265, 102431, 540126])]
#[case::frisian_by_path("frisian", ByPath, &[9, 81, 658, 3880, 21345, 103584, 550314])]
#[case::frysk("frysk", ByPath, &[9, 81, 657, 5329, 41829, 328329])]
#[case::killer("killer", ByResult, &[9, 81, 658, 4265, 27117, 167140, 1049442])]
#[case::killer_by_path("killer", ByPath, &[9, 81, 658, 4265, 27117, 167140, 1049442])]
#[case::antidraughts("antidraughts", ByResult, &[9, 81, 658, 4265, 27117, 167140, 1049442])]
#[case::breakthrough("breakthrough", ByResult, &[9, 81, 658, 4265, 27117, 167140, 1049442])]
#[case::canadian("canadian", ByResult, &[11, 121, 1222, 10053, 79049, 584100])]
#[case::turkish("turkish", ByResult, &[8, 64, 708, 7538, 85090, 931312])]
#[case::armenian("armenian", ByResult, &[22, 484, 12174, 268670])]
#[case::thai("thai", ByPath, &[7, 49, 392, 3136, 26592, 218695])]
fn counts_from_the_start(#[case] variant: &str, #[case] identity: MoveIdentity, #[case] published: &[u64]) {
    check(variant, named(variant), "start", identity, published);
}

const RANDOM_178: &str = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";
const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
const GILBERT_SIX_KINGS: &str = "W:W8,9,17,20,K12,K27,K28:B4,14,21,24,K11,K13,K19";

/// Random 178 tells killer from international at depth 4.
#[rstest]
#[case::random_178("international", RANDOM_178, ByResult, &[14, 55, 1168, 5432, 87195, 629010])]
#[case::woldouby(
    "international", WOLDOUBY, ByResult, &[6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88050, 377436]
)]
#[case::all_kings("international", "W:WK31-50:BK1-20", ByResult, &[17, 79, 352, 1399, 7062, 37589, 217575, 1333217])]
#[case::almost_promotion("international", "W:W6-10:B41-45", ByResult, &[9, 81, 795, 7578, 86351, 936311])]
#[case::front_rows(
    "international", "W:W31-35:B16-20", ByPath, &[9, 81, 534, 2538, 9052, 29999, 98971, 310315, 1008317]
)]
#[case::killer_random_178("killer", RANDOM_178, ByResult, &[14, 55, 1168, 5165, 84326, 573965])]
#[case::killer_woldouby(
    "killer", WOLDOUBY, ByResult, &[6, 12, 30, 73, 215, 590, 1944, 6269, 22369, 88043, 377339]
)]
#[case::gilbert_men(
    "italian",
    "W:W17,18,20,22,23,24,26,27,30:B1,3,5,6,9,11,14,15,16",
    ByPath,
    &[5, 13, 42, 107, 360, 1099, 3736, 12495, 43686, 164177, 628686]
)]
#[case::gilbert_one_king(
    "italian", "B:W17,20,21,22,30,K6:B1,3,5,9,25,28", ByPath, &[6, 47, 271, 1916, 10810, 73137, 389809]
)]
#[case::gilbert_six_kings("italian", GILBERT_SIX_KINGS, ByPath, &[13, 112, 828, 6756, 46241, 368908, 2468110])]
fn counts_from_midgames(
    #[case] variant: &str,
    #[case] position: &str,
    #[case] identity: MoveIdentity,
    #[case] published: &[u64],
) {
    check(&format!("{variant} {position}"), named(variant), position, identity, published);
}

/// Ed Gilbert's count at depth 7 fits only the reading of article 6.9 that compares the whole order of kings.
#[rstest]
#[case::first_king(Criterion::FirstKing)]
#[case::first_piece(Criterion::FirstPieceKing)]
fn an_italian_count_tells_the_readings_of_the_fourth_criterion_apart(#[case] reading: Criterion) {
    let [first, second, third] = [Criterion::MostPieces, Criterion::WithKing, Criterion::MostKings];
    let rules = Rules { capture_priority: List::of(&[first, second, third, reading]), ..ITALIAN };
    let arbiter = Arbiter::new(rules).expect("playable rules");
    let position = arbiter.read(GILBERT_SIX_KINGS).expect("a position");
    assert_ne!(arbiter.perft(&position, 7, ByPath).expect("few captures"), 2_468_110, "{reading}");
}

/// The published tables of Thai draughts start from twelve men a side. A Thai game has eight, and a position may not
/// have more pieces than the start, so the rules themselves get a third row here.
#[test]
fn thai_counts_with_twelve_men() {
    let published = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648];
    let rules = Rules { start_rows: 3, ..THAI };
    for identity in [ByResult, ByPath] {
        check("thai with twelve men", rules, "start", identity, &published);
        let no_reversal = Rules { reversal: Reversal::Forbidden, ..rules };
        check("thai with twelve men, no reversal", no_reversal, "start", identity, &published);
    }
}

#[rstest]
#[case::international_14x14(
    Rules { width: 14, height: 14, start_rows: 6, ..INTERNATIONAL }, ByResult, &[13, 169, 2042, 20513, 195333, 1710812]
)]
#[case::international_10x8(
    Rules { height: 8, start_rows: 3, ..INTERNATIONAL }, ByResult, &[9, 81, 658, 4265, 27117, 167140, 1029319]
)]
#[case::international_6x6(
    Rules { width: 6, height: 6, start_rows: 2, ..INTERNATIONAL },
    ByResult,
    &[5, 25, 106, 369, 1301, 4214, 12912, 39526, 113614, 329982, 933564]
)]
#[case::english_6x6(
    Rules { width: 6, height: 6, start_rows: 2, ..ENGLISH },
    ByPath,
    &[5, 25, 106, 369, 1271, 4104, 12495, 37474, 104013, 290032, 808158]
)]
fn counts_on_other_boards(#[case] rules: Rules, #[case] identity: MoveIdentity, #[case] published: &[u64]) {
    check("this board", rules, "start", identity, published);
}
