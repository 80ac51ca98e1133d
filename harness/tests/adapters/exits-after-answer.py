"""Answers the bad request rightly and ends with exit code 0: its answer counts, and it is started again for the rest."""

import sys

from good import line, serve, write


def spoil(good):
    write(line(good))
    sys.exit(0)


serve(spoil)
