"""Lists a move twice: a remark."""

import good

good.START = [*good.START, "11-16"]
good.serve(lambda answer: answer)
