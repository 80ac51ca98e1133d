"""pydraughts: whole moves with captured squares, in the variant's own square names."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, serve

import draughts

# The suite's names for the library's variants.
VARIANTS = {
    "international": "standard",
    "english": "english",
    "italian": "italian",
    "russian": "russian",
    "brazilian": "brazilian",
    "turkish": "turkish",
    "frisian": "frisian",
    "frysk": "frysk!",
    "antidraughts": "antidraughts",
    "breakthrough": "breakthrough",
}
RESULTS = {draughts.WHITE: "white-wins", draughts.BLACK: "black-wins", 0: "draw", None: "ongoing"}


def namer(variant):
    """The library's FEN names squares of these three by letter and its moves by number, 1 at a1; here both by letter."""
    if variant == "turkish":
        return lambda number: f"{'abcdefgh'[(number - 1) % 8]}{(number - 1) // 8 + 1}"
    if variant in ("russian", "brazilian"):
        return lambda number: f"{'abcdefgh'[(number - 1) % 4 * 2 + (number - 1) // 4 % 2]}{(number - 1) // 4 + 1}"
    return str


class Pydraughts(Adapter):
    name, version = "pydraughts", version("pydraughts")
    rules, answers = list(VARIANTS), ["moves", "status", "apply"]
    squares, levels = "variant", ["moves", "games", "draws"]

    def position(self, variant, fen):
        return draughts.Board(VARIANTS[variant], fen or "startpos")

    def moves(self, board):
        name = namer(board.variant)
        return [
            Move(
                name(move.board_move[0][0]),
                name(move.board_move[-1][1]),
                [name(square) for square in move.captures],
                [name(hop[1]) for hop in move.board_move],
                own=move,
            )
            for move in board.legal_moves()
        ]

    def play(self, board, move):
        return board.push(move.own)

    def status(self, board):
        return {"result": RESULTS[board.winner()]}

    def fen(self, board):
        return board.fen


serve(Pydraughts())
