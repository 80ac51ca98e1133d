"""Ends at every request but the greeting: crash, and after a few restarts the runner gives up on the rest."""

import good

good.SPOILT = "*"
good.serve(lambda answer: exit(1))
