"""Claims to answer, and says at the bad request that it cannot: unanswered."""

from good import serve

serve(lambda good: {"id": good["id"], "unsupported": "no kings yet"})
