"""Greets with a version of the protocol that nobody speaks: cannot be run."""

import good

good.HELLO["protocol"] = 99
good.serve(lambda answer: answer)
