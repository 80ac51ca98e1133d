"""Ends its lines the way Windows does: passes."""

import sys

from good import line, read, write

for raw in sys.stdin.buffer:
    write(line(read(raw)[1]).replace(b"\n", b"\r\n"))
