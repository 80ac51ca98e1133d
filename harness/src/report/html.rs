//! The page: a scoreboard, and behind every cell that is not as expected its failures, each as a board with what was
//! expected beside what came. One file, without anything from elsewhere, readable without scripts.

use super::scoreboard::{self, Score, Scoreboard};
use super::show::{self, Compared, Moment};
use super::svg::{Arrow, Boards, Names, squares_of, to_move};
use crate::protocol::Level;
use crate::record::{Difference, Record, Results, Run};
use crate::suite::Suite;
use damero_engine::{Arbiter, Square};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::ValueKind;
use minijinja::{AutoEscape, Environment, Output, UndefinedBehavior, Value, context};
use serde_json::json;
use std::collections::HashSet;
use std::fmt::Write as _;

const PAGE: &str = include_str!("templates/page.html.j2");
const STYLE: &str = include_str!("templates/page.css");
const SCRIPT: &str = include_str!("templates/page.js");

/// About how many bytes all drawn failures of a page may take: more would make it too large for a phone.
const ALL_DRAWN: usize = 3_300_000;
/// Most failures of a cell that are drawn, the first with which all of them take less than [`ALL_DRAWN`].
const MOST_DRAWN_OF_A_CELL: [usize; 7] = [20, 12, 8, 5, 3, 2, 1];
/// Most failures of a cell that are listed without a board.
const MOST_LISTED_OF_A_CELL: usize = 300;
/// Most lines of an answer in the page.
const MOST_LINES: usize = 40;

/// The page about some runs.
#[must_use]
pub fn write(suite: &Suite, all: &[Results]) -> String {
    write_board(suite, all, &Scoreboard::of(all))
}

/// The page about some runs, with their scoreboard.
#[must_use]
pub fn write_board(suite: &Suite, all: &[Results], board: &Scoreboard) -> String {
    let mut boards = Boards::default();
    let cells = Cells::of(all, board);
    let sections: Vec<Value> =
        (0..all.len()).map(|index| section(suite, all, board, &cells, index, &mut boards)).collect();
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual signs are a syntax"));
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, _, value| write_escaped(out, value));
    environment.add_template("page", PAGE).expect("the template is well-formed, every test renders it");
    let template = environment.get_template("page").expect("just added");
    let checks = all.iter().map(|results| results.records.len()).max().unwrap_or(0);
    let page = template.render(context! {
        style => Value::from_safe_string(STYLE.to_string()),
        script => Value::from_safe_string(SCRIPT.to_string()),
        definitions => Value::from_safe_string(boards.definitions()),
        damero => all.first().map_or("", |results| &results.run.damero),
        suite => all.first().map_or("", |results| &results.run.suite),
        implementations => all.len(),
        checks => show::thousands(checks),
        mixed => if board.mixed { scoreboard::MIXED } else { "" },
        missing => board.missing_line().unwrap_or_default(),
        columns => columns(board, all),
        head => head_rows(board),
        rows => rows(board),
        sections => sections,
    });
    page.expect("a view has what its template asks for, every test renders it")
}

/// Writes a value with what HTML needs escaped, and nothing else: paths and links are full of slashes, which would take
/// six signs each.
fn write_escaped(out: &mut Output<'_>, value: &Value) -> Result<(), minijinja::Error> {
    let written = match value.as_str() {
        Some(text) if value.is_safe() => out.write_str(text),
        Some(text) => text.chars().try_for_each(|sign| match sign {
            '&' => out.write_str("&amp;"),
            '<' => out.write_str("&lt;"),
            '>' => out.write_str("&gt;"),
            '"' => out.write_str("&quot;"),
            '\'' => out.write_str("&#39;"),
            // HTML has no place for them.
            sign if sign.is_control() && !matches!(sign, '\n' | '\t') => out.write_char('\u{fffd}'),
            other => out.write_char(other),
        }),
        None => match value.kind() {
            ValueKind::Number | ValueKind::Bool => write!(out, "{value}"),
            // Nothing else is ever written as it is.
            _ => Ok(()),
        },
    };
    written.map_err(|error| minijinja::Error::new(minijinja::ErrorKind::WriteFailure, error.to_string()))
}

/// Views are built as JSON, which knows numbers, texts, lists, and maps; pictures are put in by name.
fn value(json: &serde_json::Value) -> Value {
    crate::template::template_value(json)
}

fn columns(board: &Scoreboard, all: &[Results]) -> Value {
    let columns: Vec<_> = board
        .columns
        .iter()
        .zip(all)
        .map(|(column, results)| {
            json!({
                "id": column.id,
                "name": column.name,
                "version": column.version,
                "language": results.run.implementation.language,
            })
        })
        .collect();
    value(&json!(columns))
}

/// A score as a cell shows it. `to` is where its failures are.
fn cell(score: Score, to: &str, what: &str) -> serde_json::Value {
    let total = score.total().max(1);
    let green = score.passed * 100 / total;
    // Always show a sliver of red if anything failed, and none if nothing did.
    let red = if score.failed > 0 { ((score.passed + score.failed) * 100 / total).max(green + 2) } else { green };
    json!({
        "claimed": score.is_claimed(),
        "run": score.total() > 0,
        "bad": score.failed > 0,
        "passed": score.passed,
        "of": score.claimed(),
        "failed": score.failed,
        "excused": score.excused,
        "duplicates": score.duplicates,
        "unsupported": score.unsupported,
        "not_claimed": if score.is_claimed() { score.percent_unsupported() } else { 0 },
        "green": green,
        "red": red,
        "to": to,
        "what": what,
    })
}

/// All checks, and those of each level.
fn head_rows(board: &Scoreboard) -> Value {
    let row = |title: &str, of: &dyn Fn(&scoreboard::Column) -> Score| {
        let cells: Vec<_> = board
            .columns
            .iter()
            .map(|column| cell(of(column), &column.id, &format!("{}, {title}", column.name)))
            .collect();
        json!({ "title": title, "cells": cells })
    };
    let mut rows = vec![row("All rules", &|column| column.all)];
    for (index, level) in Level::ALL.iter().enumerate() {
        if board.columns.iter().any(|column| column.levels[index].is_claimed()) {
            rows.push(row(&show::title(level.word()), &|column| column.levels[index]));
        }
    }
    value(&json!(rows))
}

fn rows(board: &Scoreboard) -> Value {
    let rows: Vec<_> = board
        .rows
        .iter()
        .map(|row| {
            let title = show::title(&row.variant);
            let cells = |scores: &[Score], part: &str, what: &str| -> Vec<_> {
                scores
                    .iter()
                    .zip(&board.columns)
                    .map(|(score, column)| {
                        cell(
                            *score,
                            &format!("{}/{}{part}", column.id, row.variant),
                            &format!("{}, {what}", column.name),
                        )
                    })
                    .collect()
            };
            let topics: Vec<_> = row
                .topics
                .iter()
                .map(|topic| {
                    let what = format!("{title}, {}", topic.name);
                    json!({ "title": topic.name, "cells": cells(&topic.scores, &format!("/{}", topic.id), &what) })
                })
                .collect();
            json!({ "title": title, "variant": row.variant, "cells": cells(&row.scores, "", &title), "topics": topics })
        })
        .collect();
    value(&json!(rows))
}

/// Failures that say the same: one case under several rulebooks with the same answer.
struct Group<'r> {
    records: Vec<&'r Record>,
}

impl<'r> Group<'r> {
    fn first(&self) -> &'r Record {
        self.records[0]
    }

    fn takes(&self, record: &Record) -> bool {
        self.first().says_the_same(record)
    }

    /// About how many bytes it takes to show.
    fn size(&self) -> usize {
        let record = self.first();
        let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        // A piece is two or three letters of a FEN and forty of a picture; the start has pieces without letters.
        let board = |position: &Option<String>| match position.as_deref() {
            Some("start") => 2_000,
            Some(position) => 300 + position.len() * 13,
            None => 0,
        };
        let lines = |lines: &[String]| lines.iter().take(MOST_LINES).map(|line| line.len() + 60).sum::<usize>();
        let mut size = 900 + text(&record.why) + text(&record.message) + record.clauses.len() * 150;
        size += self.records.len() * (record.case.len() + 80);
        let mut ply = None;
        for difference in &record.differences {
            if ply != Some(difference.ply) {
                size += board(&difference.position);
                ply = Some(difference.ply);
            }
            size += 300 + lines(&difference.expected) + lines(&difference.actual) + lines(&difference.notes);
        }
        if record.differences.is_empty() { size + board(&record.position) } else { size }
    }
}

/// The failures of a topic of a variant.
struct Cell<'r> {
    topic: String,
    id: String,
    failed: usize,
    groups: Vec<Group<'r>>,
}

/// All failures of a page, by implementation, variant, and topic.
struct Cells<'r> {
    /// For each implementation, its variants with failures.
    all: Vec<Vec<(String, Vec<Cell<'r>>)>>,
    /// How many of a cell are drawn.
    drawn: usize,
}

impl<'r> Cells<'r> {
    fn of(all: &'r [Results], board: &Scoreboard) -> Cells<'r> {
        let mut cells = Vec::new();
        for (index, results) in all.iter().enumerate() {
            let mut variants = Vec::new();
            for row in board.rows.iter().filter(|row| row.scores[index].failed > 0) {
                let mut of_variant: Vec<Cell<'r>> = row
                    .topics
                    .iter()
                    .map(|topic| Cell {
                        topic: topic.name.clone(),
                        id: topic.id.clone(),
                        failed: topic.scores[index].failed,
                        groups: Vec::new(),
                    })
                    .collect();
                let bad = results.records.iter().filter(|record| record.variant == row.variant && record.is_bad());
                for record in bad {
                    let topic = show::one_line(&record.topic);
                    let Some(cell) = of_variant.iter_mut().find(|cell| cell.topic == topic) else { continue };
                    match cell.groups.last_mut() {
                        Some(group) if group.takes(record) => group.records.push(record),
                        _ => cell.groups.push(Group { records: vec![record] }),
                    }
                }
                of_variant.retain(|cell| !cell.groups.is_empty());
                variants.push((row.variant.clone(), of_variant));
            }
            cells.push(variants);
        }
        let sizes: Vec<Vec<usize>> = cells
            .iter()
            .flatten()
            .flat_map(|(_, cells)| cells.iter().map(|cell| cell.groups.iter().map(Group::size).collect()))
            .collect();
        let size = |most: usize| sizes.iter().map(|cell| cell.iter().take(most).sum::<usize>()).sum::<usize>();
        let drawn = MOST_DRAWN_OF_A_CELL.into_iter().find(|most| size(*most) <= ALL_DRAWN).unwrap_or(1);
        Cells { all: cells, drawn }
    }
}

/// An implementation: what it claims, and its failures.
fn section(
    suite: &Suite,
    all: &[Results],
    board: &Scoreboard,
    cells: &Cells<'_>,
    index: usize,
    boards: &mut Boards,
) -> Value {
    let results = &all[index];
    let run = &results.run;
    let column = &board.columns[index];
    let mut variants = Vec::new();
    // Where even one of each cell is too much, the last of an implementation are only listed.
    let mut left = ALL_DRAWN / all.len().max(1);
    for (variant, of_variant) in &cells.all[index] {
        let mut topics = Vec::new();
        for cell in of_variant {
            let mut drawn = Vec::new();
            let mut rest = Vec::new();
            let mut messages = HashSet::new();
            for group in &cell.groups {
                let first = group.first();
                // What has no differences says nothing new when it says the same again.
                let again = first.differences.is_empty() && !messages.insert((first.verdict, &first.message));
                let fits = cells.drawn > 1 || left > group.size();
                if drawn.len() < cells.drawn && fits && !again {
                    left = left.saturating_sub(group.size());
                    drawn.push(case(suite, run, &column.id, group, boards));
                } else {
                    rest.push(group);
                }
            }
            let unlisted = rest.len().saturating_sub(MOST_LISTED_OF_A_CELL);
            let listed: Vec<Value> =
                rest.iter().take(MOST_LISTED_OF_A_CELL).map(|group| listed(&column.id, group)).collect();
            topics.push(context! {
                id => format!("{}/{variant}/{}", column.id, cell.id),
                title => cell.topic.as_str(),
                failed => cell.failed,
                drawn,
                rest => rest.len(),
                listed,
                unlisted,
            });
        }
        let failed: usize = of_variant.iter().map(|cell| cell.failed).sum();
        variants
            .push(context! { id => format!("{}/{variant}", column.id), title => show::title(variant), failed, topics });
    }
    let implementation = &run.implementation;
    // Only what leads to a page becomes a link: results files come from anywhere.
    let homepage =
        implementation.homepage.as_deref().filter(|to| to.starts_with("https://") || to.starts_with("http://"));
    let words = |list: Vec<&str>| if list.is_empty() { "nothing".to_string() } else { list.join(", ") };
    context! {
        id => column.id.as_str(),
        name => column.name.as_str(),
        version => column.version.as_str(),
        language => implementation.language.as_str(),
        homepage => homepage.unwrap_or_default(),
        summary => scoreboard::summary(column.all),
        rules => words(implementation.rules.iter().map(String::as_str).collect()),
        levels => words(implementation.levels.iter().map(|level| level.word()).collect()),
        answers => words(implementation.answers.iter().map(|ability| ability.word()).collect()),
        positions => implementation.positions.word(),
        command => run.command.as_str(),
        selected => show::thousands(results.records.len()),
        faults => results.summary.faults.iter().map(|fault| show::one_line(fault)).collect::<Vec<_>>(),
        notices => show::notices(results),
        failed => column.all.failed,
        variants,
    }
}

/// The permanent name of a failure.
fn case_id(implementation: &str, record: &Record) -> String {
    format!("{implementation}/{}/{}", record.case, record.rules)
}

fn ids(implementation: &str, group: &Group<'_>) -> Vec<serde_json::Value> {
    let ids =
        group.records.iter().map(|record| json!({ "id": case_id(implementation, record), "rules": record.rules }));
    ids.collect()
}

/// A failure as a line.
fn listed(implementation: &str, group: &Group<'_>) -> Value {
    let record = group.first();
    value(&json!({ "case": record.case, "rules": ids(implementation, group), "line": show::headline(record) }))
}

/// A failure in full.
fn case(suite: &Suite, run: &Run, implementation: &str, group: &Group<'_>, boards: &mut Boards) -> Value {
    let record = group.first();
    let arbiter = super::arbiter(suite, record);
    let lines = record.differences.iter().flat_map(|difference| &difference.expected);
    let texts = [&record.why, &record.position].into_iter().flatten().chain(lines).map(String::as_str);
    let game = arbiter.as_deref().map(|arbiter| (arbiter, Names::of(arbiter, texts)));
    let moments: Vec<Value> = show::moments(record).iter().map(|moment| moment_view(game, moment, boards)).collect();
    let clauses: Vec<Value> = show::clauses(suite, record)
        .into_iter()
        .map(|(id, says)| context! { id, says => says.map(show::one_line).unwrap_or_default() })
        .collect();
    context! {
        case => record.case.as_str(),
        rules => value(&json!(ids(implementation, group))),
        verdict => record.verdict.word(),
        meaning => show::meaning(record),
        baseline => show::baseline(record).unwrap_or_default(),
        status => record.doubt().unwrap_or_default(),
        composed => record.composed,
        why => record.why.as_deref().unwrap_or_default().trim(),
        turned => show::turned(record).unwrap_or_default(),
        message => record.message.as_deref().map(|text| show::clipped(text.trim())).unwrap_or_default(),
        not_compared => record.not_compared.as_deref().map(show::one_line).unwrap_or_default(),
        duplicates => show::duplicates_of(record).unwrap_or_default(),
        rerun => super::rerun(run, record),
        moments,
        clauses,
    }
}

/// The arrows of some differences: the moves that are missing, and those too many.
fn arrows(arbiter: &Arbiter, moment: &Moment<'_>) -> Vec<(Arrow, Vec<Square>)> {
    let position = moment.position.and_then(|position| arbiter.read(position).ok());
    let mut arrows = Vec::new();
    for difference in &moment.differences {
        let compared = Compared::of(difference);
        if !show::is_list_of_moves(difference) && !["captures", "illegal"].contains(&difference.what.as_str()) {
            continue;
        }
        let extra = compared.extra.iter().map(|text| (Arrow::Extra, *text));
        // What must be refused is written where other moves are missing: only its answer is a move too many.
        let missing =
            compared.missing.iter().filter(|_| difference.what != "illegal").map(|text| (Arrow::Missing, *text));
        for (arrow, text) in missing.chain(extra) {
            if let Some(squares) = squares_of(arbiter, position.as_ref(), text) {
                add(&mut arrows, arrow, squares);
            }
        }
    }
    arrows
}

/// Adds an arrow, unless it is there already: the same move may be written with its whole path, and with its ends alone.
fn add(arrows: &mut Vec<(Arrow, Vec<Square>)>, arrow: Arrow, squares: Vec<Square>) {
    let same_ends = |drawn: &[Square]| drawn.first() == squares.first() && drawn.last() == squares.last();
    match arrows.iter_mut().find(|(kind, drawn)| *kind == arrow && same_ends(drawn)) {
        Some((_, drawn)) if drawn.len() == 2 => *drawn = squares,
        Some((_, drawn)) if squares.len() == 2 || *drawn == squares => {}
        _ => arrows.push((arrow, squares)),
    }
}

fn moment_view(game: Option<(&Arbiter, Names)>, moment: &Moment<'_>, boards: &mut Boards) -> Value {
    let arbiter = game.map(|(arbiter, _)| arbiter);
    let mut draw = |position: &str, arrows: &[(Arrow, Vec<Square>)]| {
        game.and_then(|(arbiter, names)| boards.draw(arbiter, names, position, arrows)).unwrap_or_default()
    };
    let arrows = arbiter.map(|arbiter| arrows(arbiter, moment)).unwrap_or_default();
    let picture = moment.position.map(|position| draw(position, &arrows)).unwrap_or_default();
    let mut differences = Vec::new();
    for difference in &moment.differences {
        // A position reached is best seen beside the one that should have been.
        let positions = if difference.what == "after" {
            let mut one = |list: &[String]| list.first().map(|position| draw(position, &[])).unwrap_or_default();
            (one(&difference.expected), one(&difference.actual))
        } else {
            (String::new(), String::new())
        };
        differences.push(difference_view(difference, positions));
    }
    context! {
        board => Value::from_safe_string(picture),
        when => caption(arbiter, moment),
        position => moment.position.unwrap_or_default(),
        differences,
    }
}

/// What is said below a board.
fn caption(arbiter: Option<&Arbiter>, moment: &Moment<'_>) -> String {
    let turn = arbiter.zip(moment.position).and_then(|(arbiter, position)| to_move(arbiter, position));
    let after = show::title(show::after(moment.ply).trim_start());
    match turn {
        Some(turn) if after.is_empty() => format!("{turn} to move"),
        Some(turn) => format!("{after}, {turn} to move"),
        None => after,
    }
}

fn difference_view(difference: &Difference, (wanted, got): (String, String)) -> Value {
    let compared = Compared::of(difference);
    let (missing_word, extra_word) = if show::is_list_of_moves(difference) { ("missing", "extra") } else { ("", "") };
    let side = |marked: &[&str], mark: &str, word: &str| -> Vec<serde_json::Value> {
        let marked = marked.iter().map(|text| json!({ "mark": mark, "word": word, "text": show::one_line(text) }));
        let common = compared.common.iter().map(|text| json!({ "mark": "", "word": "", "text": show::one_line(text) }));
        marked.chain(common).take(MOST_LINES).collect()
    };
    let expected = side(&compared.missing, "−", missing_word);
    let actual = side(&compared.extra, "+", extra_word);
    let more = |shown: &[serde_json::Value], of: &[String]| of.len().saturating_sub(shown.len());
    let notes: Vec<String> = difference.notes.iter().take(MOST_LINES).map(|note| show::one_line(note)).collect();
    context! {
        what => title_of(&difference.what),
        more_expected => more(&expected, &difference.expected),
        more_actual => more(&actual, &difference.actual),
        expected => value(&json!(expected)),
        actual => value(&json!(actual)),
        wanted => Value::from_safe_string(wanted),
        got => Value::from_safe_string(got),
        notes,
    }
}

/// What was asked for, as a heading.
fn title_of(what: &str) -> String {
    match what {
        "moves" => "Legal moves".to_string(),
        "routes" => "Routes of the moves".to_string(),
        "includes" => "Moves that must be there".to_string(),
        "excludes" => "Moves that must not be there".to_string(),
        "count" => "How many moves".to_string(),
        "captures" => "How many pieces each move takes".to_string(),
        "illegal" => "Why a move is refused".to_string(),
        "result" => "Result".to_string(),
        "claim" => "Draws that may be claimed".to_string(),
        "after" => "Position reached".to_string(),
        "rejects" => "Why the position is refused".to_string(),
        other => show::title(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_written_twice_is_one_arrow() {
        let way = |squares: &[u8]| squares.iter().filter_map(|square| Square::new(*square)).collect::<Vec<_>>();
        let mut arrows = Vec::new();
        add(&mut arrows, Arrow::Extra, way(&[1, 9]));
        add(&mut arrows, Arrow::Extra, way(&[1, 5, 9]));
        add(&mut arrows, Arrow::Extra, way(&[1, 9]));
        assert_eq!(arrows, [(Arrow::Extra, way(&[1, 5, 9]))]);
        add(&mut arrows, Arrow::Extra, way(&[1, 6, 9]));
        add(&mut arrows, Arrow::Missing, way(&[1, 9]));
        assert_eq!(arrows.len(), 3, "other ways and other meanings are others");
    }

    #[test]
    fn only_what_html_needs_is_escaped() {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(|out, _, value| write_escaped(out, value));
        let template = "{{ text }}|{{ safe }}|{{ number }}|{{ list }}|{{ '<' ~ safe }}";
        let written = environment.render_str(
            template,
            context! { text => "a/b <i> \"x\" 'y' &\u{7}", safe => Value::from_safe_string("<i>".to_string()), number => 7, list => vec![1] },
        );
        let expected = "a/b &lt;i&gt; &quot;x&quot; &#39;y&#39; &amp;\u{fffd}|<i>|7||&lt;<i>";
        assert_eq!(written.expect("written"), expected);
    }
}
