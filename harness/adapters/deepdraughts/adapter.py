"""deepdraughts: single hops of Russian draughts, joined here into whole moves until the library passes the turn."""

import pickle
import re
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, serve

stdout, sys.stdout = sys.stdout, sys.stderr  # importing it prints its settings
from deepdraughts.env import Game, WHITE, game_is_drawn, game_is_over, game_winner
from deepdraughts.env.py_env.env_utils import to_readable_pos

sys.stdout = stdout


def square(place):
    return to_readable_pos(place).lower()


class DeepDraughts(Adapter):
    name, version = "deepdraughts", version("deepdraughts")
    rules, answers = ["russian"], ["moves", "status", "apply"]
    squares, levels = "algebraic", ["moves", "games"]
    identity = "by-path"

    def position(self, variant, fen):
        return Game() if fen is None else Game.load_fen(fen.upper())

    def moves(self, game):
        return self._chains(game, game.current_player, [])

    def _chains(self, game, player, hops):
        offered = game.get_all_available_moves()
        if hops and (game.current_player != player or not offered):
            captured = [square(hop.taken_pos) for hop in hops if hop.take_piece]
            path = [square(hop.pos[-1]) for hop in hops]
            return [Move(square(hops[0].pos[0]), path[-1], captured, path, own=hops)]
        chains = []
        for hop in offered:
            after = pickle.loads(pickle.dumps(game, -1))
            after.do_move(hop)
            chains += self._chains(after, player, [*hops, hop])
        return chains

    def play(self, game, move):
        for hop in move.own:
            game.do_move(hop)
        return game

    def status(self, game):
        status = game.query_game_status()
        if not game_is_over(status):
            return {"result": "ongoing"}
        if game_is_drawn(status):  # its only draw: plies in a row by kings
            return {"result": "draw", "reason": "no-progress"}
        return {"result": "white-wins" if game_winner(status) == WHITE else "black-wins"}

    def fen(self, game):
        return re.sub("[A-H][1-8]", lambda name: name[0].lower(), game.to_fen().rstrip("."))


serve(DeepDraughts())
