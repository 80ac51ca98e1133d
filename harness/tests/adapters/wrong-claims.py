"""Claims in words that nobody knows: cannot be run."""

import good

good.HELLO.update(rules=["englsh", "klingon"], answers=["moves", "pertf"], squares="algebra", version=2)
good.serve(lambda answer: answer)
