"""Answers well, and keeps all of it in a buffer until its input ends: cannot be run, as the greeting stays unanswered."""

import sys

from good import line, read

for raw in sys.stdin.buffer:
    sys.stdout.buffer.write(line(read(raw)[1]))
