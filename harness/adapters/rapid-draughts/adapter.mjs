// rapid-draughts: whole moves with captured squares; positions 0 to 31 from the top left, dark pieces at the top.
import { formatFen, parseFen, require, serve, versionOf } from "../common/damero.mjs";

const { DraughtsPlayer, DraughtsStatus } = require("rapid-draughts");
const { EnglishDraughts, EnglishDraughtsBitSquare } = require("rapid-draughts/english");

// Its default history is one array shared by all games, which grows for ever; each game gets its own.
const setup = (data) => EnglishDraughts.setup(data, { moves: [], boards: [] });

// The library does not export which bit is which square, so it is asked: one piece is laid on every bit in turn.
const bits = [];
for (const light of Object.values(EnglishDraughtsBitSquare)) {
  const { board } = setup({ board: { light, dark: 0, king: 0 } });
  bits[board.find((square) => square.piece).position] = light;
}
const bit = (square) => {
  if (bits[square - 1] === undefined) throw new Error(`the library has no square ${square}`);
  return bits[square - 1];
};

// The square between two that are a jump apart.
const between = (from, to) => {
  const [[row, column], [other, beside]] = [from, to].map((square) => {
    const row = Math.floor((square - 1) / 4);
    return [row, 2 * ((square - 1) % 4) + (1 - (row % 2))];
  });
  return ((row + other) / 2) * 4 + Math.floor((column + beside) / 4) + 1;
};

const mask = (squares) => squares.reduce((mask, [square]) => (mask | bit(square)) >>> 0, 0);

const RESULTS = {
  [DraughtsStatus.PLAYING]: { result: "ongoing" },
  [DraughtsStatus.DRAW]: { result: "draw", reason: "no-progress" }, // its only draw: moves without a capture
  [DraughtsStatus.LIGHT_WON]: { result: "white-wins" },
  [DraughtsStatus.DARK_WON]: { result: "black-wins" },
};

serve({
  name: "rapid-draughts",
  version: versionOf("rapid-draughts"),
  rules: ["english", "english/wcdf"], // its README: the rules of the WCDF
  answers: ["moves", "status", "apply"],
  squares: "variant",
  moves_as: "full",
  levels: ["moves", "games", "draws"],

  position(fen) {
    if (fen === null) return setup();
    const { turn, white, black } = parseFen(fen);
    const kings = [...white, ...black].filter(([, king]) => king);
    return setup({
      player: turn === "W" ? DraughtsPlayer.LIGHT : DraughtsPlayer.DARK,
      board: { light: mask(white), dark: mask(black), king: mask(kings) },
      stats: { sinceCapture: 0, sinceNonKingAdvance: 0 },
    });
  },

  moves: (game) =>
    game.moves.map((move) => ({
      from: move.origin + 1,
      to: move.destination + 1,
      captured: move.captures.map((square) => square + 1),
      own: move,
    })),

  // Its moves have no route, but a route that is asked for says what it takes.
  jumped: (squares) => squares.slice(1).map((to, index) => between(squares[index], to)),

  play(game, { own }) {
    game.move(own);
    return game;
  },

  status: (game) => RESULTS[game.status],

  fen(game) {
    const side = (player) =>
      game.board
        .filter(({ piece }) => piece?.player === player)
        .map(({ piece, position }) => [position + 1, piece.king]);
    const turn = game.player === DraughtsPlayer.LIGHT ? "W" : "B";
    return formatFen(turn, side(DraughtsPlayer.LIGHT), side(DraughtsPlayer.DARK));
  },
});
