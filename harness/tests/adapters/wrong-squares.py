"""Plays Spanish draughts, counts squares from the top left, and does not say so: fail at every move it tells."""

import good

good.HELLO["rules"] = ["spanish"]
good.START = ["21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"]
good.AFTER = {}
good.serve(lambda answer: answer)
