"""Says at the bad request that it failed: error."""

from good import serve

serve(lambda good: {"id": good["id"], "error": "IndexError: square 33 of 32"})
