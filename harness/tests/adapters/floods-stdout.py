"""Writes answers to requests that nobody made, without end, instead of the bad answer: violation."""

import itertools

from good import line, serve, write


def spoil(good):
    for number in itertools.count(1_000_000):
        write(line({**good, "id": number}))


serve(spoil)
