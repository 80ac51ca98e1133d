// draughts (npm): whole moves with captured squares, in PDN numbers.
import { Refused, require, serve, versionOf } from "../common/damero.mjs";

const { Draughts } = require("draughts");

serve({
  name: "draughts",
  version: versionOf("draughts"),
  rules: ["international"],
  answers: ["moves", "status", "apply", "perft"],
  squares: "variant",
  moves_as: "full",
  identity: "by-path",
  levels: ["moves", "games"],

  position(fen) {
    if (fen === null) return new Draughts();
    const game = new Draughts();
    // A position it cannot read leaves the start position in place; its own check tells why.
    if (!game.load(fen)) throw new Refused(game.validate_fen(fen).error.message);
    return game;
  },

  // `takes` are the captured squares; its `captures` repeat the route.
  moves: (game) =>
    game.moves().map((move) => ({
      from: move.from,
      to: move.to,
      captured: move.takes,
      path: move.takes.length ? move.jumps.slice(1) : [move.to],
    })),

  // It plays the first of its moves with these ends, whatever that takes.
  play(game, { from, to }) {
    if (!game.move({ from, to })) throw new Error(`illegal move: ${from} to ${to}`);
    return game;
  },

  // It says that a game is over, never who won: over means that the side to move has no piece or no move.
  status(game) {
    if (game.inDraw()) return { result: "draw" };
    if (!game.gameOver()) return { result: "ongoing" };
    return { result: game.turn() === "w" ? "black-wins" : "white-wins" };
  },

  fen: (game) => game.fen(),

  perft: (game, depth) => ({ nodes: game.perft(depth), identity: "by-path" }),
});
