"""Answers well, and keeps all of it in a buffer until its input ends: cannot be run, as the greeting stays unanswered."""

import sys

from good import line, read, write

buffer = []
for raw in sys.stdin.buffer:
    buffer.append(line(read(raw)[1]))
write(b"".join(buffer))
