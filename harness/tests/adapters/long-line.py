"""Answers the bad request rightly, on a line of over 1 MiB: violation."""

from good import serve

serve(lambda good: {**good, "note": "x" * (1 << 20)})
