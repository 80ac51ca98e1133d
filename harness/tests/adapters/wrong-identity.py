"""Says that its moves are routes, tells no path, and lists a move twice; claims `claims` without `status`."""

import good

good.START = [*good.START, "11-16"]
good.HELLO.update(identity="by-path", moves_as="from-to", answers=["moves", "claims"])
good.serve(lambda answer: answer)
