"""Says that the bad position is none: refused."""

from good import serve

serve(lambda good: {"id": good["id"], "refused": ["too-many-pieces"], "detail": "13 black pieces"})
