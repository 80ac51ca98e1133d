// jcheckers: a board that is touched square by square. Whole moves are found by touching: a piece, then every square,
// as long as the library answers that the piece must go on.
import { formatFen, parseFen, require, serve, versionOf } from "../common/damero.mjs";

const { Match } = require("@mrlhumphreys/jcheckers").default;

const BLACK = 1; // player 1 has squares 1 to 12
const WHITE = 2;

function newMatch(turn, white, black) {
  const on = new Map();
  for (const [player, side] of [[BLACK, black], [WHITE, white]]) {
    for (const [square, king] of side) {
      if (square > 32) throw new Error(`the board has no square ${square}`);
      on.set(square, { id: square, player_number: player, king });
    }
  }
  const squares = [...Array(32).keys()].map((index) => {
    const y = Math.floor(index / 4);
    return { id: index + 1, x: 2 * (index % 4) + (1 - (y % 2)), y, piece: on.get(index + 1) ?? null };
  });
  const players = [BLACK, WHITE].map((player) => ({ player_number: player, name: String(player) }));
  return new Match({ id: 1, game_state: { current_player_number: turn === "B" ? BLACK : WHITE, squares }, players });
}

const range = (first, last) => [...Array(last - first + 1).keys()].map((index) => [first + index, false]);
const copy = (match) => new Match(JSON.parse(JSON.stringify(match.asJson)));
const turnOf = (match) => match.gameState.currentPlayerNumber;
const pieces = (match, player) =>
  match.gameState.squares.squares
    .filter(({ piece }) => piece?.playerNumber === player)
    .map(({ id, piece }) => [id, piece.king]);

function touch(match, touches, player) {
  const after = copy(match);
  for (const square of touches) after.touchSquare(square, player);
  return after;
}

// All chains of touches that the library completes: each route is one.
function chains(match, player, touches) {
  // It lets a king jump one piece to and fro, for ever where a third way stays open.
  const most = pieces(match, 3 - player).length;
  const jumps = touches.length - 1;
  if (jumps > most) throw new Error(`endless capture: \`${touches.join("x")}\` has ${jumps} jumps over ${most} pieces`);
  const found = [];
  for (let square = 1; square <= 32; square++) {
    const after = touch(match, [...touches, square], player);
    if (turnOf(after) !== player) {
      const left = new Set(pieces(after, 3 - player).map(([id]) => id));
      const captured = pieces(match, 3 - player).map(([id]) => id).filter((id) => !left.has(id));
      found.push({ from: touches[0], to: square, captured, path: [...touches.slice(1), square] });
    } else if (after.currentMoveToIds.length === touches.length) {
      found.push(...chains(match, player, [...touches, square]));
    }
  }
  return found;
}

serve({
  name: "jcheckers",
  version: versionOf("@mrlhumphreys/jcheckers"),
  rules: ["english"],
  answers: ["moves", "status", "apply"],
  squares: "variant",
  moves_as: "full",
  identity: "by-path",
  levels: ["moves", "games"],

  position(fen) {
    if (fen === null) return newMatch("B", range(21, 32), range(1, 12));
    const { turn, white, black } = parseFen(fen);
    return newMatch(turn, white, black);
  },

  moves(match) {
    const player = turnOf(match);
    return pieces(match, player)
      .map(([id]) => id)
      .filter((id) => touch(match, [id], player).currentMoveFromId === id)
      .flatMap((id) => chains(match, player, [id]));
  },

  play: (match, { from, path }) => touch(match, [from, ...path], turnOf(match)),

  playQuiet(match, from, to) {
    const after = touch(match, [from, to].map(Number), turnOf(match));
    if (turnOf(after) === turnOf(match)) throw new Error(`illegal move: \`${from}-${to}\`: ${after.notification}`);
    return after;
  },

  status(match) {
    if (match.winner === null || match.winner === undefined) return { result: "ongoing" };
    return { result: match.winner === BLACK ? "black-wins" : "white-wins" };
  },

  fen: (match) => formatFen(turnOf(match) === BLACK ? "B" : "W", pieces(match, WHITE), pieces(match, BLACK)),
});
