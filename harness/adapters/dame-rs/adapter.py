"""dame-rs: whole moves with captured squares, no route."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, Refused, serve

import dame

# The library's one word for a won game, NO_MOVES, also stands for a side without pieces: no reason is told then.
REASONS = {
    dame.Termination.REPETITION: "repetition",
    dame.Termination.TWENTY_FIVE_MOVES: "no-progress",
    dame.Termination.SIXTEEN_MOVES: "endgame",
    dame.Termination.FIVE_MOVES: "endgame",
}
RESULTS = {dame.WHITE: "white-wins", dame.BLACK: "black-wins", None: "draw"}


class DameRs(Adapter):
    name, version = "dame-rs", version("dame-rs")
    rules, answers = ["international", "international/fmjd"], ["moves", "status", "apply", "perft"]
    squares, levels = "variant", ["moves", "games", "draws"]

    def position(self, variant, fen):
        try:
            return dame.Board(fen)
        except ValueError as error:
            raise Refused(error) from None

    def moves(self, board):
        return [self._move(move) for move in board.legal_moves]

    @staticmethod
    def _move(move):
        return Move(move.from_square, move.to_square, move.captured, text=str(move), own=move)

    def find(self, board, played):
        if len(played.squares) > 2:  # its moves have no route, but it reads one
            return self._move(board.parse_move("x".join(played.squares)))
        return super().find(board, played)

    def play(self, board, move):
        board.push(move.own)
        return board

    def status(self, board):
        outcome = board.outcome()
        if outcome is None:
            return {"result": "ongoing"}
        reason = REASONS.get(outcome.termination)
        return {"result": RESULTS[outcome.winner]} | ({"reason": reason} if reason else {})

    def fen(self, board):
        return board.fen()

    def perft(self, board, depth):
        return {"nodes": dame.perft(board, depth), "identity": "by-result"}


serve(DameRs())
