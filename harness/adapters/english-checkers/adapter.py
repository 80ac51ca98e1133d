"""english-checkers: whole moves as routes over rows and columns, row 0 and column 0 in the top left."""

import sys
from copy import deepcopy
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, format_fen, parse_fen, serve

from checkers.board import Cell
from checkers.game import Color, Game, GameState

SIZE = 8
MEN = {"W": (Cell.WHITE, Cell.WHITE_QUEEN), "B": (Cell.BLACK, Cell.BLACK_QUEEN)}
RESULTS = {
    GameState.TIE: {"result": "draw", "reason": "no-progress"},  # its only tie: plies in a row without a capture
    GameState.BLACK_WON: {"result": "black-wins"},
    GameState.WHITE_WON: {"result": "white-wins"},
    GameState.UNFINISHED: {"result": "ongoing"},
}


def cell(square):
    row, place = divmod(int(square) - 1, SIZE // 2)
    return row, 2 * place + (1 - row % 2)


def number(place):
    return place[0] * (SIZE // 2) + place[1] // 2 + 1


def pieces(game, side):
    """The squares of one side, each with whether a king stands there."""
    cells = ((square, game.board.get_cell(*cell(square))) for square in range(1, SIZE * SIZE // 2 + 1))
    return [(square, found is MEN[side][1]) for square, found in cells if found in MEN[side]]


class EnglishCheckers(Adapter):
    name, version = "english-checkers", version("english-checkers")
    rules, answers = ["english"], ["moves", "status", "apply"]
    squares, levels = "variant", ["moves", "games"]
    identity = "by-path"

    def position(self, variant, fen):
        game = Game(SIZE)
        if fen is None:
            return game
        asked = parse_fen(fen)
        for square in range(1, SIZE * SIZE // 2 + 1):
            game.board.set_cell(*cell(square), Cell.EMPTY)
        for side, squares in (("W", asked.white), ("B", asked.black)):
            for square, king in squares.items():
                game.board.set_cell(*cell(square), MEN[side][king])
        game.white_count, game.black_count = len(asked.white), len(asked.black)
        game.turn = Color.BLACK if asked.turn == "B" else Color.WHITE
        game._update_state()  # otherwise only a move makes it look
        return game

    def moves(self, game):
        return [self._move(game, move) for move in game.get_all_moves()]

    @staticmethod
    def _move(game, move):
        # A route does not say what it takes; playing it does.
        enemy = "W" if game.turn is Color.BLACK else "B"
        after = deepcopy(game)
        after.make_move(deepcopy(move))
        left = {square for square, _ in pieces(after, enemy)}
        captured = [square for square, _ in pieces(game, enemy) if square not in left]
        path = [number(step) for step in move.steps]
        return Move(number(move.start), path[-1], captured, path, own=move)

    def play(self, game, move):
        game.make_move(move.own)
        return game

    def status(self, game):
        return RESULTS[game.state]

    def fen(self, game):
        return format_fen("B" if game.turn is Color.BLACK else "W", pieces(game, "W"), pieces(game, "B"))


serve(EnglishCheckers())
