"""OpenSpiel's checkers: single hops from the start position, joined here into whole moves until the turn passes.

Its first player sits at the bottom and is printed `o`; in English draughts the first player has Black and sits at the
top. So `o` is Black here, and the board is turned by 180 degrees.
"""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, Unsupported, format_fen, serve

import pyspiel

GAME = pyspiel.load_game("checkers")
SIDES = "B", "W"  # by the library's number of the player


def square(name):
    """The number of a square that the library names like a chess square, `a1` at its first player's left."""
    row, column = 8 - int(name[1]), "abcdefgh".index(name[0])
    return 33 - (row * 4 + column // 2 + 1)


def board(state):
    """The printed board as square -> `o`, `8` (king), `+`, `*` (king)."""
    rows = [line[1:] for line in str(state).splitlines()[:8]]
    found = {}
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell != ".":
                found[square(f"{'abcdefgh'[column]}{8 - row}")] = cell
    return found


class OpenSpiel(Adapter):
    name, version = "open-spiel", version("open_spiel")
    rules, answers = ["english"], ["moves", "status", "apply"]
    squares, levels, positions = "variant", ["moves", "games"], "start"
    identity = "by-path"

    def position(self, variant, fen):
        if fen is not None:
            raise Unsupported("only games from the start: its Python interface sets up no positions")
        return GAME.new_initial_state()

    def moves(self, state):
        return self._chains(state, state.current_player(), [], [], [])

    def _chains(self, state, player, hops, path, captured):
        if hops and state.current_player() != player:
            return [Move(path[0], path[-1], captured, path[1:], own=hops)]
        chains = []
        for hop in state.legal_actions():
            text = state.action_to_string(hop)
            origin, to = square(text[:2]), square(text[2:4])
            after = state.clone()
            after.apply_action(hop)
            # A hop does not say what it takes; playing it does.
            gone = [place for place in board(state) if place not in board(after) and place != origin]
            chains += self._chains(after, player, [*hops, hop], [*(path or [origin]), to], [*captured, *gone])
        return chains

    def play(self, state, move):
        for hop in move.own:
            state.apply_action(hop)
        return state

    def status(self, state):
        if not state.is_terminal():
            return {"result": "ongoing"}
        first, second = state.returns()
        if first == second:  # its only draw: moves in a row without a capture
            return {"result": "draw", "reason": "no-progress"}
        return {"result": "black-wins" if first > second else "white-wins"}

    def fen(self, state):
        # A finished game has no player to move; it would be the one who did not move last.
        player = 1 - state.full_history()[-1].player if state.is_terminal() else state.current_player()
        sides = {"B": [], "W": []}
        for place, cell in sorted(board(state).items()):
            sides["B" if cell in "o8" else "W"].append((place, cell in "8*"))
        return format_fen(SIDES[player], sides["W"], sides["B"])


serve(OpenSpiel())
