// The adapter protocol (version 1) for Node adapters: reading, writing, the handshake, and the choice of a played move
// among the library's own. The same as damero.py, for JavaScript.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROTOCOL = 1;
const LARGEST_BOARD = 144;

// Standard output carries answers and nothing else, whatever the library prints.
console.log = console.info = console.debug = console.error;

// The library has no way to answer this.
export class Unsupported extends Error {}

// The library does not accept this position.
export class Refused extends Error {}

// Loads packages from the environment that `install` made, given as the adapter's first argument.
export const require = createRequire(join(process.argv[2] ?? ".", "package.json"));

// The version of an installed package. Packages may hide their package.json, so it is read from the lock file.
export const versionOf = (name) => require("./package-lock.json").packages[`node_modules/${name}`].version;

// Reads a FEN for libraries that read none: {turn, white: [[square, king]], black: …}.
export function parseFen(text) {
  const [turn, ...fields] = text.trim().replace(/\.$/, "").split(":").map((field) => field.trim());
  if (turn !== "W" && turn !== "B") throw new Error(`no side to move in \`${text}\``);
  const sides = { W: [], B: [] };
  for (const field of fields) {
    const side = sides[field[0]];
    if (!side) throw new Error(`\`${field}\` is neither White's nor Black's squares, in \`${text}\``);
    for (const item of field.slice(1).split(",").map((part) => part.trim()).filter(Boolean)) {
      const king = item[0] === "K";
      const [first, last = first] = item.slice(king ? 1 : 0).split("-").map(Number);
      if (!(first > 0 && last > 0)) throw new Error(`\`${item}\` is no square`);
      if (last - first >= LARGEST_BOARD) throw new Error(`\`${item}\` has more squares than any board`);
      for (let square = first; square <= last; square++) side.push([square, king]);
    }
  }
  return { turn, white: sides.W, black: sides.B };
}

// Writes a FEN for libraries that write none.
export function formatFen(turn, white, black) {
  const side = (pieces) => pieces.map(([square, king]) => (king ? "K" : "") + square).join(",");
  return `${turn}:W${side(white)}:B${side(black)}`;
}

// A move as a request writes it: `11-15`, `18x4`, `18x11x4`, `47x36 <14,29>`, or an object.
function parsePlayed(written) {
  if (typeof written === "object") {
    return {
      squares: [written.from, ...(written.path ?? [written.to])].map(String),
      captured: written.captured && key(written.captured),
      text: JSON.stringify(written),
    };
  }
  const fit = /^\s*(\w+(?:\s*[-x:]\s*\w+)+)\s*(?:<([^>]*)>)?\s*$/.exec(written);
  if (!fit) throw new Error(`\`${written}\` is not a move`);
  return {
    squares: fit[1].split(/\s*[-x:]\s*/),
    captured: fit[2] === undefined ? undefined : key(fit[2].match(/\w+/g) ?? []),
    text: written,
  };
}

// Written as a move that takes nothing.
const isQuiet = (written) => typeof written === "string" && /^\s*\w+\s*-\s*\w+\s*$/.test(written);

const key = (squares) => squares && [...new Set(squares.map(String))].sort().join();

// The one of the library's legal moves that is meant. Where the library tells no route, `jumped` says what one takes.
function choose(played, moves, jumped) {
  const { squares, captured, text } = played;
  let fits = moves.filter((move) => {
    if (String(move.from) !== squares[0] || String(move.to) !== squares.at(-1)) return false;
    if (move.captured === undefined) return true;
    if (captured !== undefined) return key(move.captured) === captured;
    return squares.length === 2 || move.captured.length >= squares.length - 1; // each jump takes something
  });
  const results = () => new Set(fits.map((move) => key(move.captured))).size;
  // What it takes tells a capture from another; its route only where that leaves a choice.
  if (results() > 1) {
    const taken = jumped && key(jumped(squares));
    const exact = fits.filter((move) =>
      move.path ? move.path.map(String).join() === squares.slice(1).join() : taken && key(move.captured) === taken,
    );
    if (exact.length) fits = exact;
  }
  if (!fits.length) throw new Error(`illegal move: \`${text}\` is none of the library's ${moves.length} moves`);
  if (results() > 1) throw new Error(`ambiguous move: \`${text}\` fits ${fits.length} of the library's moves`);
  return fits[0];
}

// A move of the library as the protocol writes it. What the library does not tell is left out.
function answerMove({ from, to, captured, path, crowns }) {
  return {
    from: String(from),
    to: String(to),
    captured: captured?.map(String),
    path: path?.map(String),
    crowns,
  };
}

function handle(adapter, request) {
  const what = request.do;
  if (what === "hello") {
    if (!(request.protocol ?? [PROTOCOL]).includes(PROTOCOL)) {
      return { error: `speaks protocol ${PROTOCOL}, not ${request.protocol}` };
    }
    const { name, version, rules, answers, squares, moves_as, levels } = adapter;
    const { positions = "any", identity = "by-result" } = adapter;
    const hello = { protocol: PROTOCOL, name, version, language: "javascript" };
    return { ...hello, rules, answers, squares, moves_as, levels, positions, identity };
  }
  if (!adapter.answers.includes(what)) throw new Unsupported(`no answer to \`${what}\``);
  if (request.event) throw new Unsupported("nothing that happens outside the board");
  const variant = request.rules.split("/")[0];
  if (!adapter.rules.includes(variant)) throw new Unsupported(`no rules \`${variant}\``);
  let state = adapter.position(request.position === "start" ? null : request.position);
  for (const written of request.played ?? []) {
    const played = parsePlayed(written);
    // For slow libraries whose own function refuses what is illegal, a quiet move need not be looked for in a list.
    const after = isQuiet(written) ? adapter.playQuiet?.(state, ...played.squares) : undefined;
    state = after ?? adapter.play(state, choose(played, adapter.moves(state), adapter.jumped));
  }
  if (what === "moves") return { moves: adapter.moves(state).map(answerMove) };
  if (what === "status") return adapter.status(state);
  if (what === "apply") return { position: adapter.fen(state) };
  return adapter.perft(state, request.depth);
}

function answer(adapter, line) {
  let request;
  let told;
  try {
    request = JSON.parse(line);
    told = handle(adapter, request);
  } catch (error) {
    if (error instanceof Unsupported) told = { unsupported: error.message };
    // The library's words are its own; the protocol's reasons would be our guess.
    else if (error instanceof Refused) told = { refused: [], detail: error.message };
    else told = { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
  return { id: request?.id ?? null, ...told };
}

// Answers requests until standard input ends. Nothing that a library does to one request ends the loop.
export function serve(adapter) {
  createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
    if (line.trim()) process.stdout.write(JSON.stringify(answer(adapter, line)) + "\n");
  });
}
