"""Ends with exit code 3 and a traceback on standard error at the bad request: crash."""

import sys
import traceback

from good import serve


def spoil(good):
    try:
        raise IndexError("square 33 of 32")
    except IndexError:
        traceback.print_exc()
        sys.exit(3)


serve(spoil)
