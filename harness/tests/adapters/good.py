"""A well-behaved adapter that knows two positions, for the bad ones beside it to spoil.

    python3 good.py                   answers every request, and nothing is wrong with it
    python3 dies.py 'W:W18:B15'       does what `dies.py` does when asked about that position, else the same as good.py
    python3 dies.py '*'               does so at every request but the greeting
"""

import json
import re
import sys

HELLO = {
    "protocol": 1,
    "name": "good",
    "version": "1",
    "language": "python",
    "rules": ["english"],
    "answers": ["moves", "status", "apply"],
}
START = ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
CAPTURE = "B:W17,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13"  # after 9-13 22-17
CAPTURES = ["13x22"]
AFTER = {"start": "B:W21-32:B1-12", "start 9-13": "W:W21-32:B1-8,10-13"}
SPOILT = sys.argv[1] if len(sys.argv) > 1 else None


def answer(request):
    """What a good adapter answers: the moves of two positions, and of every other that it has none."""
    what, position, played = request["do"], request.get("position", ""), request.get("played", [])
    if what == "hello":
        body = HELLO
    elif what not in HELLO["answers"]:
        body = {"unsupported": f"no answer to `{what}`"}
    elif request.get("event"):
        body = {"unsupported": "no events"}
    elif request["rules"] not in HELLO["rules"]:
        body = {"unsupported": f"no rules `{request['rules']}`"}
    elif position != "start" and not re.fullmatch(r"[WB](:[WB][\dK,-]*){2}", position):
        body = {"refused": [], "detail": f"no position: `{position}`"}
    elif what == "moves":
        moves = {"start": START, CAPTURE: CAPTURES}
        body = {"moves": [] if played else moves.get(position, [])}
    elif what == "status":
        body = {"result": "ongoing"}
    else:
        body = {"position": AFTER.get(" ".join([position, *played]), "W:W32:B1")}
    return {"id": request["id"], **body}


def write(data):
    """Writes bytes as they are."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def line(message):
    """A message as a line of the protocol."""
    return json.dumps(message).encode() + b"\n"


def read(raw):
    """The request on a line and the good answer to it: an error where the line is no request."""
    request = {}
    try:
        request = dict(json.loads(raw))
        return request, answer(request)
    except (ValueError, TypeError, KeyError) as error:
        return request, {"id": request.get("id"), "error": f"not a request: {error}"}


def is_bad(request):
    """Whether this is the request to go wrong at."""
    return request.get("do") not in ("hello", None) and SPOILT in ("*", request.get("position"))


def serve(spoil):
    """Answers every line; at the bad request sends what `spoil` makes of the good answer, or nothing for None."""
    for raw in sys.stdin.buffer:
        request, good = read(raw)
        told = spoil(good) if is_bad(request) else good
        if told is not None:
            write(line(told))


if __name__ == "__main__":
    serve(lambda good: good)
