"""Lacks a move of the start position, lists another twice, and has one of the other side: fail."""

import good

good.START = ["9-14", "10-14", "10-15", "11-15", "11-16", "11-16", "12-16", "22-18"]
good.serve(lambda answer: answer)
