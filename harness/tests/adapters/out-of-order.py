"""Waits until nothing more is asked and then answers the last request first: passes."""

import os
import select

from good import line, read, write

rest, waiting, chunk = b"", [], b"more"
while chunk:
    chunk = os.read(0, 65536)
    *lines, rest = (rest + chunk).split(b"\n")
    waiting += lines
    if not chunk or not select.select([0], [], [], 0.02)[0]:
        for raw in reversed(waiting):
            write(line(read(raw)[1]))
        waiting = []
