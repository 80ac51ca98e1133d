//! The adapter protocol (version 1) for the crate `kish`: Turkish draughts, whole moves with routes, algebraic names.

#![forbid(unsafe_code)]

use kish::{Action, ActionPath, Board, Game, GameStatus, Square, Team};
use serde_json::{Map, Value, json};
use std::any::Any;
use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

const PROTOCOL: u64 = 1;
const ANSWERS: [&str; 4] = ["moves", "status", "apply", "perft"];
/// The lock file knows which kish this was built with.
const LOCK: &str = include_str!("../Cargo.lock");

/// Anything but an answer: the protocol's key for it, and the text.
struct Failure(&'static str, String);

type Answer<T = Value> = Result<T, Failure>;

fn error<T>(text: impl Into<String>) -> Answer<T> {
    Err(Failure("error", text.into()))
}

fn unsupported<T>(text: impl Into<String>) -> Answer<T> {
    Err(Failure("unsupported", text.into()))
}

fn main() -> std::io::Result<()> {
    // A panic of the library is an answer, not an end; its message goes there instead of standard error.
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if !line.trim().is_empty() {
            writeln!(out, "{}", respond(&line))?;
            out.flush()?;
        }
    }
    Ok(())
}

fn respond(line: &str) -> Value {
    let request: Value = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(problem) => return json!({"id": null, "error": format!("not a request: {problem}")}),
    };
    let answer = catch_unwind(AssertUnwindSafe(|| handle(&request)))
        .unwrap_or_else(|panic| error(format!("panic: {}", message(&*panic))));
    let mut told = match answer {
        Ok(Value::Object(told)) => told,
        Ok(other) => Map::from_iter([("answer".to_string(), other)]),
        Err(Failure(key, text)) => Map::from_iter([(key.to_string(), Value::String(text))]),
    };
    told.insert("id".to_string(), request.get("id").cloned().unwrap_or(Value::Null));
    Value::Object(told)
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

fn handle(request: &Value) -> Answer {
    let text = |key: &str| request.get(key).and_then(Value::as_str).unwrap_or_default();
    let what = text("do");
    if what == "hello" {
        return hello(request);
    }
    if !ANSWERS.contains(&what) {
        return unsupported(format!("no answer to `{what}`"));
    }
    if request.get("event").is_some() {
        return unsupported("nothing that happens outside the board");
    }
    let variant = text("rules").split('/').next().unwrap_or_default();
    if variant != "turkish" {
        return unsupported(format!("no rules `{variant}`"));
    }
    let mut game = match text("position") {
        "start" => Game::new(),
        fen => Game::from_board(read_fen(fen)?),
    };
    for written in request.get("played").and_then(Value::as_array).into_iter().flatten() {
        let action = Played::read(written)?.choose(&game)?;
        game.make_move(&action);
    }
    match what {
        "moves" => {
            let moves: Answer<Vec<Value>> =
                game.actions().iter().map(|action| write_move(game.board(), action)).collect();
            Ok(json!({ "moves": moves? }))
        }
        "status" => Ok(status(&game)),
        "apply" => Ok(json!({ "position": write_fen(game.board()) })),
        _ => {
            let depth = request.get("depth").and_then(Value::as_u64).unwrap_or_default();
            // It lists every route, and counts a game that is over before the depth as one leaf.
            Ok(json!({"nodes": game.board().perft(depth), "identity": "by-path"}))
        }
    }
}

fn hello(request: &Value) -> Answer {
    let spoken = request.get("protocol").and_then(Value::as_array);
    if spoken.is_some_and(|spoken| !spoken.contains(&json!(PROTOCOL))) {
        return error(format!("speaks protocol {PROTOCOL} only"));
    }
    let version = LOCK.split("name = \"kish\"\nversion = \"").nth(1).and_then(|rest| rest.split('"').next());
    Ok(json!({
        "protocol": PROTOCOL,
        "name": "kish",
        "version": version,
        "language": "rust",
        "rules": ["turkish", "turkish/tudaf"],
        "answers": ANSWERS,
        "squares": "algebraic",
        "moves_as": "full",
        "levels": ["moves", "games", "draws"],
    }))
}

/// The library's words for the end of the game. It says `Draw` without a reason, but each of its three draw rules can be
/// asked for, in the order in which it asks them itself.
fn status(game: &Game) -> Value {
    match game.status() {
        GameStatus::InProgress => json!({"result": "ongoing"}),
        GameStatus::Won(Team::White) => json!({"result": "white-wins"}),
        GameStatus::Won(Team::Black) => json!({"result": "black-wins"}),
        GameStatus::Draw if game.board().status() == GameStatus::Draw => json!({"result": "draw", "reason": "endgame"}),
        GameStatus::Draw if game.is_threefold_repetition() => json!({"result": "draw", "reason": "repetition"}),
        GameStatus::Draw => json!({"result": "draw", "reason": "no-progress"}),
    }
}

fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + square.column()), square.row() + 1)
}

fn named(name: &str) -> Answer<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
        return error(format!("`{name}` is no square"));
    };
    Square::try_from_u8((rank - b'1') * 8 + file - b'a').map_or_else(|| error(format!("`{name}` is no square")), Ok)
}

fn squares(mask: u64) -> impl Iterator<Item = Square> {
    (0..64).filter(move |bit| mask >> bit & 1 == 1).filter_map(Square::try_from_u8)
}

fn read_fen(fen: &str) -> Answer<Board> {
    let mut fields = fen.trim().trim_end_matches('.').split(':').map(str::trim);
    let turn = match fields.next() {
        Some("W") => Team::White,
        Some("B") => Team::Black,
        _ => return error(format!("no side to move in `{fen}`")),
    };
    let (mut white, mut black, mut kings) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields {
        let (side, items) = match field.split_at_checked(1) {
            Some(("W", items)) => (&mut white, items),
            Some(("B", items)) => (&mut black, items),
            _ => return error(format!("`{field}` is neither White's nor Black's squares, in `{fen}`")),
        };
        for item in items.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let square = named(item.trim_start_matches('K'))?;
            side.push(square);
            if item.starts_with('K') {
                kings.push(square);
            }
        }
    }
    Ok(Board::from_squares(turn, &white, &black, &kings))
}

fn write_fen(board: &Board) -> String {
    let side = |team: Team| {
        let pieces = squares(board.state.pieces[team.to_usize()]);
        let king = |square: &Square| if board.state.kings & square.to_mask() == 0 { "" } else { "K" };
        pieces.map(|square| format!("{}{}", king(&square), name(square))).collect::<Vec<_>>().join(",")
    };
    let turn = if board.turn == Team::White { "W" } else { "B" };
    format!("{turn}:W{}:B{}", side(Team::White), side(Team::Black))
}

fn captured(board: &Board, action: &Action) -> BTreeSet<String> {
    squares(action.captured_pieces(board.turn)).map(name).collect()
}

/// The route of an action. An action is a difference of two positions, so one that ends where it began has no squares
/// of its own, and the library would name some that are not on the board.
fn route(board: &Board, action: &Action) -> Option<ActionPath> {
    let moved = action.delta.pieces[board.turn.to_usize()] != 0;
    moved.then(|| action.to_detailed(board.turn, &board.state))
}

fn write_move(board: &Board, action: &Action) -> Answer {
    let Some(detailed) = route(board, action) else {
        let taken = Vec::from_iter(captured(board, action)).join(",");
        return error(format!("a capture of {taken} that ends where it began: the library cannot name its squares"));
    };
    let path: Vec<String> = detailed.path()[1..].iter().copied().map(name).collect();
    Ok(json!({
        "from": name(detailed.source()),
        "to": name(detailed.destination()),
        "captured": captured(board, action),
        "path": path,
        "crowns": detailed.is_promotion(),
        // The library ends a crowning with `=K`. PDN has no such ending, and `crowns` says it already.
        "text": detailed.to_notation().trim_end_matches("=K"),
    }))
}

/// A move as a request writes it.
struct Played {
    text: String,
    squares: Vec<String>,
    captured: Option<BTreeSet<String>>,
}

impl Played {
    /// Reads `a3-a4`, `d4xd6xf6`, `d4xd6 <d5>`, or an object.
    fn read(written: &Value) -> Answer<Self> {
        let text = written.as_str().map_or_else(|| written.to_string(), str::to_string);
        let names = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect()
        };
        if written.is_object() {
            let one = |key: &str| written.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
            let route = written.get("path").map_or_else(|| vec![one("to")], names);
            let squares = std::iter::once(one("from")).chain(route).collect();
            let captured = written.get("captured").map(|value| names(value).into_iter().collect());
            return Ok(Self { text, squares, captured });
        }
        let (route, taken) = text.split_once('<').map_or((text.as_str(), None), |(route, taken)| (route, Some(taken)));
        let squares: Vec<String> = route.split(['-', 'x', ':']).map(|name| name.trim().to_string()).collect();
        let captured = taken.map(|taken| {
            taken.trim_end().trim_end_matches('>').split(',').map(|name| name.trim().to_string()).collect()
        });
        if squares.len() < 2 { error(format!("`{text}` is not a move")) } else { Ok(Self { text, squares, captured }) }
    }

    /// The one of the library's legal moves that is meant.
    fn choose(&self, game: &Game) -> Answer<Action> {
        let board = game.board();
        let legal = game.actions();
        let (origin, to) = (&self.squares[0], &self.squares[self.squares.len() - 1]);
        let mut fits: Vec<_> = legal
            .iter()
            .map(|action| (action, route(board, action), captured(board, action)))
            .filter(|(_, route, captured)| {
                let ends = match route {
                    Some(route) => name(route.source()) == *origin && name(route.destination()) == *to,
                    None => origin == to,
                };
                // Each jump takes something.
                let jumps = self.squares.len() == 2 || captured.len() >= self.squares.len() - 1;
                ends && self.captured.as_ref().map_or(jumps, |asked| asked == captured)
            })
            .collect();
        // What it takes tells a capture from another; its route only where that leaves a choice.
        if fits.iter().any(|fit| fit.2 != fits[0].2) {
            let asked = |route: &Option<ActionPath>| {
                route.is_some_and(|route| route.path().iter().copied().map(name).eq(self.squares.iter().cloned()))
            };
            if fits.iter().any(|fit| asked(&fit.1)) {
                fits.retain(|fit| asked(&fit.1));
            }
        }
        let text = &self.text;
        match fits.first() {
            None => error(format!("illegal move: `{text}` is none of the library's {} moves", legal.len())),
            Some(first) if fits.iter().any(|fit| fit.2 != first.2) => {
                error(format!("ambiguous move: `{text}` fits {} of the library's moves", fits.len()))
            }
            Some(first) => Ok(*first.0),
        }
    }
}
