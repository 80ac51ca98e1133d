"""Tells the ends of a capture and not what it takes, though it does not say so in its greeting: violation."""

import good

good.CAPTURES = [{"from": "13", "to": "22"}]
good.serve(lambda answer: answer)
