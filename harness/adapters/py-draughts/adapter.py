"""py-draughts: whole moves with captured squares; every board numbered from its top left."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, Refused, serve

import draughts

BOARDS = {
    "international": draughts.StandardBoard,
    "english": draughts.AmericanBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
    "frisian": draughts.FrisianBoard,
    "frysk": draughts.FryskBoard,
    "antidraughts": draughts.AntidraughtsBoard,
    "breakthrough": draughts.BreakthroughBoard,
}
# Whose draws it plays by, as its docstrings have them; those of its other games are in none of the suite's rulebooks.
RULEBOOKS = ["international/fmjd", "frysk/lidraughts"]
RESULTS = {"1-0": "white-wins", "0-1": "black-wins", "1/2-1/2": "draw", "-": "ongoing"}
# The library's draw rules by the names it gives them; which of them a board has differs.
DRAWS = {
    "is_threefold_repetition": "repetition",
    "is_25_moves_rule": "no-progress",
    "is_15_moves_rule": "no-progress",
    "is_16_moves_rule": "endgame",
    "is_5_moves_rule": "endgame",
    "is_3_kings_vs_1_rule": "endgame",
}


class PyDraughts(Adapter):
    name, version = "py-draughts", version("py-draughts")
    rules, answers = [*BOARDS, *RULEBOOKS], ["moves", "status", "apply"]
    squares, levels = "top-left", ["moves", "games", "draws"]

    def position(self, variant, fen):
        board = BOARDS[variant]
        if fen is None:
            return board()
        try:
            return board.from_fen(fen)
        except ValueError as error:
            raise Refused(error) from None

    def moves(self, board):
        return [
            Move(
                move.square_list[0] + 1,
                move.square_list[-1] + 1,
                [square + 1 for square in move.captured_list],
                [square + 1 for square in move.square_list[1:]],
                own=move,
            )
            for move in board.legal_moves
        ]

    def play(self, board, move):
        board.push(move.own)
        return board

    def status(self, board):
        told = {"result": RESULTS[board.result]}
        if told["result"] == "draw":
            # Some boards draw by more than they have names for: then there is no reason.
            reasons = [reason for rule, reason in DRAWS.items() if getattr(board, rule, False)]
            told |= {"reason": reasons[0]} if reasons else {}
        return told

    def fen(self, board):
        return board.fen.removeprefix('[FEN "').removesuffix('"]')


serve(PyDraughts())
