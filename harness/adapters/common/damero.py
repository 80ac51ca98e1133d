"""The adapter protocol (version 1) for Python adapters.

An adapter subclasses `Adapter`, answers what its library can answer, and calls `serve`. Reading, writing, the handshake
and the choice of a played move among the library's own are done here, so that no adapter has a reason to touch an
answer of its library.
"""

import json
import re
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple

PROTOCOL = 1
LARGEST_BOARD = 144


class Unsupported(Exception):
    """The library has no way to answer this."""


class Refused(Exception):
    """The library does not accept this position."""


class Pieces(NamedTuple):
    """A position: the side to move (`W` or `B`), and each side's squares with whether a king stands there."""

    turn: str
    white: dict[str, bool]
    black: dict[str, bool]


class Move(NamedTuple):
    """A move of the library: squares by their names, what the library does not tell is `None`.

    `path` are the squares the piece lands on, the destination included. `own` is the library's own value for it.
    """

    origin: Any
    to: Any
    captured: list | None = None
    path: list | None = None
    crowns: bool | None = None
    text: str | None = None
    own: Any = None

    def answer(self) -> dict:
        """The move as the protocol writes it."""
        told = {"from": str(self.origin), "to": str(self.to)}
        if self.captured is not None:
            told["captured"] = [str(square) for square in self.captured]
        if self.path is not None:
            told["path"] = [str(square) for square in self.path]
        if self.crowns is not None:
            told["crowns"] = self.crowns
        if self.text is not None:
            told["text"] = self.text
        return told


class Adapter:
    """What an adapter tells of its library. Squares are named as `squares` says, in both directions."""

    name: str
    version: str
    rules: list[str]
    answers: list[str]
    squares: str
    moves_as = "full"
    levels: list[str]
    positions = "any"
    identity = "by-result"

    def position(self, variant: str, fen: str | None) -> Any:
        """The library's position; its own start where `fen` is `None`. Raises `Refused` where the library does."""
        raise NotImplementedError

    def moves(self, state: Any) -> list[Move]:
        """The library's legal moves, all of them and as often as it lists them."""
        raise NotImplementedError

    def find(self, state: Any, played: "Played") -> Move:
        """The one of the library's legal moves that a request means."""
        return played.choose(self.moves(state))

    def play(self, state: Any, move: Move) -> Any:
        """The position after one of its own moves, through the library's own function."""
        raise NotImplementedError

    def play_quiet(self, state: Any, origin: str, to: str) -> Any:
        """The same for a move written as quiet, for slow libraries whose own function refuses what is illegal.

        `None` where that function is no use: then the move is looked for among `moves`.
        """
        return None

    def status(self, state: Any) -> dict:
        """`result`, and `reason` where the library tells one."""
        raise Unsupported("no end of the game")

    def fen(self, state: Any) -> str:
        """The position as the library has it."""
        raise Unsupported("no positions")

    def perft(self, state: Any, depth: int) -> dict:
        """`nodes`, and the `identity` of the moves counted."""
        raise Unsupported("no perft")


def parse_fen(text: str) -> Pieces:
    """Reads a FEN for libraries that read none: either order of the sides, ranges of numbers, `K` before a square."""
    fields = [field.strip() for field in text.strip().rstrip(".").split(":")]
    if fields[0] not in ("W", "B"):
        raise ValueError(f"no side to move in `{text}`")
    sides: dict[str, dict[str, bool]] = {"W": {}, "B": {}}
    for field in fields[1:]:
        if field[:1] not in sides:
            raise ValueError(f"`{field}` is neither White's nor Black's squares, in `{text}`")
        side = sides[field[0]]
        for item in filter(None, (item.strip() for item in field[1:].split(","))):
            king, names = item[0] == "K", item.lstrip("K")
            first, _, last = names.partition("-")
            if last and int(last) - int(first) >= LARGEST_BOARD:
                raise ValueError(f"`{item}` has more squares than any board")
            numbers = map(str, range(int(first), int(last) + 1)) if last else [first]
            side.update((name, king) for name in numbers)
    return Pieces(fields[0], sides["W"], sides["B"])


def format_fen(turn: str, white: Iterable[tuple[Any, bool]], black: Iterable[tuple[Any, bool]]) -> str:
    """Writes a FEN for libraries that write none."""

    def side(pieces):
        return ",".join(f"{'K' if king else ''}{square}" for square, king in pieces)

    return f"{turn}:W{side(white)}:B{side(black)}"


class Played(NamedTuple):
    """A move as a request writes it: the squares from origin to destination, and the captured ones where it says so."""

    squares: list[str]
    captured: frozenset | None
    text: str

    @property
    def is_quiet(self) -> bool:
        """Whether it is written as a move that takes nothing."""
        return re.fullmatch(r"\s*\w+\s*-\s*\w+\s*", self.text) is not None

    @classmethod
    def parse(cls, written: Any) -> "Played":
        """Reads `11-15`, `18x4`, `18x11x4`, `c3:e5`, `47x36 <14,29>`, or an object."""
        if isinstance(written, dict):
            squares = [str(written["from"]), *map(str, written.get("path") or [written["to"]])]
            captured = written.get("captured")
            return cls(squares, None if captured is None else frozenset(map(str, captured)), json.dumps(written))
        fit = re.fullmatch(r"\s*(\w+(?:\s*[-x:]\s*\w+)+)\s*(?:<([^>]*)>)?\s*", written)
        if not fit:
            raise ValueError(f"`{written}` is not a move")
        squares = re.split(r"\s*[-x:]\s*", fit[1])
        captured = None if fit[2] is None else frozenset(re.findall(r"\w+", fit[2]))
        return cls(squares, captured, written)

    def choose(self, moves: list[Move]) -> Move:
        """The one of the library's legal moves that is meant."""
        fits = [move for move in moves if self._fits(move)]
        # What it takes tells a capture from another; its route only where that leaves a choice.
        if len(_results(fits)) > 1:
            exact = [move for move in fits if move.path and list(map(str, move.path)) == self.squares[1:]]
            fits = exact or fits
        if not fits:
            raise ValueError(f"illegal move: `{self.text}` is none of the library's {len(moves)} moves")
        if len(_results(fits)) > 1:
            raise ValueError(f"ambiguous move: `{self.text}` fits {len(fits)} of the library's moves")
        return fits[0]

    def _fits(self, move: Move) -> bool:
        if str(move.origin) != self.squares[0] or str(move.to) != self.squares[-1]:
            return False
        if move.captured is None:
            return True
        if self.captured is not None:
            return frozenset(map(str, move.captured)) == self.captured
        return len(self.squares) == 2 or len(move.captured) >= len(self.squares) - 1  # each jump takes something


def _results(moves: list[Move]) -> set:
    return {None if move.captured is None else frozenset(map(str, move.captured)) for move in moves}


def serve(adapter: Adapter) -> None:
    """Answers requests until standard input ends. Nothing that a library does to one request ends the loop."""
    out = sys.stdout
    sys.stdout = sys.stderr  # standard output carries answers and nothing else, whatever the library prints
    for raw in sys.stdin.buffer:
        line = raw.decode("utf-8", "replace")
        if line.strip():
            out.write(json.dumps(_answer(adapter, line)) + "\n")
            out.flush()


def _answer(adapter: Adapter, line: str) -> dict:
    request: Any = None
    try:
        request = json.loads(line)
        answer = _handle(adapter, request)
    except Unsupported as reason:
        answer = {"unsupported": str(reason)}
    except Refused as reason:
        # The library's words are its own; the protocol's reasons would be our guess.
        answer = {"refused": [], "detail": str(reason)}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a library may raise anything, SystemExit included
        answer = {"error": f"{type(error).__name__}: {error}"}
    return {"id": request.get("id") if isinstance(request, dict) else None, **answer}


def _play(adapter: Adapter, state: Any, played: Played) -> Any:
    after = adapter.play_quiet(state, *played.squares) if played.is_quiet else None
    return adapter.play(state, adapter.find(state, played)) if after is None else after


def _handle(adapter: Adapter, request: dict) -> dict:
    what = request["do"]
    if what == "hello":
        if PROTOCOL not in request.get("protocol", [PROTOCOL]):
            return {"error": f"speaks protocol {PROTOCOL}, not {request['protocol']}"}
        hello = {"protocol": PROTOCOL, "name": adapter.name, "version": adapter.version, "language": "python"}
        told = ("rules", "answers", "squares", "moves_as", "levels", "positions", "identity")
        return hello | {key: getattr(adapter, key) for key in told}
    if what not in adapter.answers:
        raise Unsupported(f"no answer to `{what}`")
    if request.get("event"):
        raise Unsupported("nothing that happens outside the board")
    variant = request["rules"].partition("/")[0]
    if variant not in adapter.rules:
        raise Unsupported(f"no rules `{variant}`")
    fen = request["position"]
    state = adapter.position(variant, None if fen == "start" else fen)
    for written in request.get("played") or []:
        state = _play(adapter, state, Played.parse(written))
    if what == "moves":
        return {"moves": [move.answer() for move in adapter.moves(state)]}
    if what == "status":
        return adapter.status(state)
    if what == "apply":
        return {"position": adapter.fen(state)}
    return adapter.perft(state, int(request["depth"]))
