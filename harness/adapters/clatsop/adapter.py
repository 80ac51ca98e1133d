"""clatsop: whole turns as chains of primitive rules on 32-bit masks, bit 0 the square in the top left."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "common"))
from damero import Adapter, Move, Refused, format_fen, parse_fen, serve

from clatsop import Ruleset, Turn

RULES = Ruleset.american()


def squares(mask):
    return [bit + 1 for bit in range(32) if mask >> bit & 1]


def mask(names):
    return sum(1 << int(name) - 1 for name in names)


class Clatsop(Adapter):
    name, version = "clatsop", version("clatsop")
    rules, answers = ["english"], ["moves", "apply"]
    squares, levels = "variant", ["moves", "games"]
    identity = "by-path"

    def position(self, variant, fen):
        if fen is None:
            return Turn.initial()
        pieces = parse_fen(fen)
        kings = [name for side in (pieces.white, pieces.black) for name, king in side.items() if king]
        masks = mask(pieces.black), mask(pieces.white), mask(kings)
        try:
            return Turn.from_masks(*masks, int(pieces.turn == "B"))
        except ValueError as error:
            raise Refused(error) from None

    def moves(self, turn):
        return [self._move(turn, transition) for transition in RULES.legal_transitions(turn)]

    def _move(self, turn, transition):
        steps = [RULES[index] for index in transition.rule_indices]
        path = [squares(step.is_empty)[0] for step in steps]
        taken = [squares(step.is_white if turn.black_to_move else step.is_black) for step in steps]
        captured = [square for step in taken for square in step]
        return Move(squares(steps[0].mover)[0], path[-1], captured, path, bool(steps[-1].promotion), own=transition)

    def play(self, turn, move):
        return move.own.turn

    def fen(self, turn):
        def side(pieces):
            return [(square, bool(turn.kings >> square - 1 & 1)) for square in squares(pieces)]

        return format_fen("B" if turn.black_to_move else "W", side(turn.white), side(turn.black))


serve(Clatsop())
