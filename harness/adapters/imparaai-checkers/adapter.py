"""imparaai-checkers: single hops, joined here into whole moves until the library passes the turn."""

import sys
from copy import deepcopy
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, format_fen, parse_fen, serve

from checkers.game import Game
from checkers.piece import Piece

BLACK, WHITE = 1, 2  # player 1 has squares 1 to 12 and begins


class Imparaai(Adapter):
    name, version = "imparaai-checkers", version("imparaai-checkers")
    rules, answers = ["english"], ["moves", "status", "apply"]
    squares, levels = "variant", ["moves", "games"]
    identity = "by-path"

    def position(self, variant, fen):
        game = Game()
        if fen is None:
            return game
        pieces = parse_fen(fen)
        game.board.player_turn = BLACK if pieces.turn == "B" else WHITE
        # There is no way to set up a position but to lay the pieces; assigning the list makes the board index them.
        game.board.pieces = [
            self._piece(game.board, player, int(square), king)
            for player, side in ((BLACK, pieces.black), (WHITE, pieces.white))
            for square, king in side.items()
        ]
        return game

    @staticmethod
    def _piece(board, player, square, king):
        piece = Piece()
        piece.board, piece.player, piece.position, piece.king = board, player, square, king
        return piece

    def moves(self, game):
        return self._chains(game, game.whose_turn(), [])

    def _chains(self, game, turn, hops):
        if hops and (game.whose_turn() != turn or not game.get_possible_moves()):
            captured = [taken for _, taken in hops if taken is not None]
            path = [hop[1] for hop, _ in hops]
            return [Move(hops[0][0][0], path[-1], captured, path, own=[hop for hop, _ in hops])]
        chains = []
        jumps = game.board.get_possible_capture_moves()
        for hop in game.get_possible_moves():
            piece = game.board.searcher.get_piece_by_position(hop[0])
            taken = piece.capture_move_enemies[hop[1]].position if hop in jumps else None
            chains += self._chains(deepcopy(game).move(hop), turn, [*hops, (hop, taken)])
        return chains

    def play(self, game, move):
        for hop in move.own:
            game.move(hop)
        return game

    def play_quiet(self, game, origin, to):
        turn = game.whose_turn()
        game.move([int(origin), int(to)])
        if game.whose_turn() == turn:
            raise ValueError(f"illegal move: `{origin}-{to}` is the first jump of a longer capture")
        return game

    def status(self, game):
        if not game.is_over():
            return {"result": "ongoing"}
        winner = game.get_winner()
        if winner is None:  # over without a winner: the library's only draw is its move limit
            return {"result": "draw", "reason": "no-progress"}
        return {"result": "black-wins" if winner == BLACK else "white-wins"}

    def fen(self, game):
        def side(player):
            pieces = game.board.searcher.get_pieces_by_player(player)
            return sorted((piece.position, piece.king) for piece in pieces)

        return format_fen("B" if game.whose_turn() == BLACK else "W", side(WHITE), side(BLACK))


serve(Imparaai())
