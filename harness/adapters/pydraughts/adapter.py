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
# Whose draws it plays by, as the comments in its code have them; those of its other games are in none of the suite's
# rulebooks.
RULEBOOKS = ["international/fmjd", "english/grandpas", "frysk/lidraughts", "breakthrough/lidraughts"]
RESULTS = {draughts.WHITE: "white-wins", draughts.BLACK: "black-wins", 0: "draw", None: "ongoing"}


def namer(variant):
    """In these three games the library names squares by letter in its FEN, by number in its moves: 1 is a1."""
    if variant == "turkish":
        return lambda number: f"{'abcdefgh'[(number - 1) % 8]}{(number - 1) // 8 + 1}"
    if variant in ("russian", "brazilian"):
        return lambda number: f"{'abcdefgh'[(number - 1) % 4 * 2 + (number - 1) // 4 % 2]}{(number - 1) // 4 + 1}"
    return str


class Pydraughts(Adapter):
    name, version = "pydraughts", version("pydraughts")
    rules, answers = [*VARIANTS, *RULEBOOKS], ["moves", "status", "apply"]
    squares, levels = "variant", ["moves", "games", "draws"]
    identity = "by-path"

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

    def play_quiet(self, board, origin, to):
        if board.variant in ("frisian", "frysk!"):
            return None  # playing a move does not look at how often a king has moved; listing them does
        numbers = {namer(board.variant)(number): number for number in range(1, 65)}
        turn = board.turn
        board.push(draughts.Move(steps_move=[numbers[origin], numbers[to]]))
        if board.turn == turn:
            raise ValueError(f"illegal move: `{origin}-{to}` is the first jump of a longer capture")
        return board

    def status(self, board):
        return {"result": RESULTS[board.winner()]}

    def fen(self, board):
        return board.fen


serve(Pydraughts())
