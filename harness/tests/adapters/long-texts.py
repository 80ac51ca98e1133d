"""Says at the bad request that it failed, in a megabyte, as far as a line holds: error, of which little is kept."""

from good import serve

serve(lambda good: {"id": good["id"], "error": "é" * 160_000})
