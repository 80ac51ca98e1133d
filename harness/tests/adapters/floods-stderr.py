"""Writes 100 MB to standard error at the bad request, then answers it: passes, and nobody keeps the 100 MB."""

import sys

from good import serve


def spoil(good):
    for _ in range(1000):
        sys.stderr.write("a warning that nobody reads\n" * 3572)
    return good


serve(spoil)
