"""Answers any one request rightly and ends: what was answered counts; after a few restarts the runner gives up."""

import sys

import good


def spoil(answer):
    good.write(good.line(answer))
    sys.exit(0)


good.SPOILT = "*"
good.serve(spoil)
