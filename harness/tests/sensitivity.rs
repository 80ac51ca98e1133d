//! What checks hang on: the table of checks and changes of rules, and the command that shows it.

#[path = "common/program.rs"]
mod program;

use damero::checks::checks;
use damero::files::Origin;
use damero::lint;
use damero::sensitivity::{self, Sensitivity};
use damero::suite::{Load, Suite};
use program::{damero, root, shown};

fn suite() -> Suite {
    lint::load(&Origin::Folder(root().join("fixtures")), Load::default()).expect("the suite")
}

/// The evaluation that asks checks under changed rules agrees with the expectations under their own rules.
#[test]
fn every_check_holds_under_its_own_rules() {
    let suite = suite();
    let checks = checks(&suite);
    assert!(checks.len() > 5000);
    let broken = sensitivity::broken(&checks);
    let names: Vec<String> = broken.iter().map(|index| checks[*index].name()).collect();
    assert_eq!(names, Vec::<String>::new());
}

/// What notices a change is what it is about.
#[test]
fn checks_notice_the_rules_they_are_about() {
    let suite = suite();
    let checks = checks(&suite);
    let rules = suite.rules("spanish/teg").expect("a rulebook");
    let table: Sensitivity<'_> = sensitivity::of_rules(&suite, rules, &checks);
    let noticed_by = |change: &str| -> Vec<&str> {
        let index = table.changes.iter().position(|one| one.name() == change);
        let index = index.unwrap_or_else(|| panic!("no change is called {change}"));
        table.noticed_by[index].iter().map(|check| checks[*check].case.id.value.as_str()).collect()
    };
    assert!(noticed_by("reversal: allowed → forbidden").is_empty(), "the jumped piece still stands");
    let optional = noticed_by("capture-duty: compulsory → optional");
    assert!(!optional.is_empty());
    for start in ["spanish.start", "cross.start"] {
        assert!(!optional.iter().any(|id| id.starts_with(start)), "nothing can be taken at the start: {optional:?}");
    }
    let counted = noticed_by("draw-clauses[0].moves: 20 → 19");
    let played = |id: &&str| checks.iter().any(|check| check.case.id.value == **id && check.case.play.len() >= 19);
    assert!(!counted.is_empty() && counted.iter().all(played), "{counted:?}");
}

#[test]
fn mutate_lists_what_no_check_notices() {
    let output = damero(&["mutate", "spanish/teg", "--all"]);
    let text = shown(&output);
    assert!(text.contains("capture-duty: compulsory → optional: "), "{text}");
    assert!(text.contains("reversal: allowed → forbidden (declared reading): cannot be observed: "), "{text}");
}

#[test]
fn mutate_knows_its_rules() {
    let text = shown(&damero(&["mutate", "spanish/tec"]));
    assert!(text.contains("did you mean `spanish/teg`?"), "{text}");
}

/// Whatever value of whatever rulebook is changed, some check notices, or it is proved that nothing can; and no proof is
/// about what a check does notice.
#[test]
fn no_change_goes_unnoticed() {
    let output = damero(&["mutate"]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
}

#[test]
fn every_clause_is_shown_or_it_is_said_why_not() {
    let output = damero(&["coverage", "--strict"]);
    assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
}

/// Two rulebooks of a game with different rules are distinguished by a case of each.
#[test]
fn every_pair_of_rulebooks_is_distinguished() {
    let suite = suite();
    let checks = checks(&suite);
    let mut pairs = 0;
    for one in &suite.rulebooks {
        let rules = suite.rules(&one.name.value).expect("its rules");
        for other in suite.rulebooks.iter().filter(|other| other.variant == one.variant) {
            if one.arbiter.rules() != other.arbiter.rules() {
                pairs += 1;
                let cases = sensitivity::distinguished_by(&checks, rules, &other.arbiter);
                assert!(!cases.is_empty(), "{} and {}", one.name.value, other.name.value);
            }
        }
    }
    assert!(pairs > 50, "{pairs}");
}

/// What is left unnoticed is found: the tests above can fail.
#[test]
fn a_change_that_goes_unnoticed_is_found() {
    let folder = root().join("target/tmp/without-proofs");
    let _ = std::fs::remove_dir_all(&folder);
    for part in ["sources", "rulebooks", "perft", "cases"] {
        copy(&root().join("fixtures").join(part), &folder.join(part));
    }
    let folder = folder.to_string_lossy().into_owned();
    let output = damero(&["mutate", "spanish/teg", "--fixtures", &folder]);
    let text = shown(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("reversal: allowed → forbidden (declared reading): no check notices it"), "{text}");
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let there = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &there);
        } else {
            std::fs::copy(&path, &there).expect("a copy");
        }
    }
}
