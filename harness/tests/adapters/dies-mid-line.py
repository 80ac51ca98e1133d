"""Writes half of the bad answer and ends: crash."""

import sys

from good import line, serve, write


def spoil(good):
    half = line(good)
    write(half[: len(half) // 2])
    sys.exit(0)


serve(spoil)
