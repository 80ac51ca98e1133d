"""Answers the bad request with 100,000 brackets inside each other: violation, and no overflow of anybody's stack."""

from good import line, serve, write

serve(lambda good: write(line({**good, "moves": "?"}).replace(b'"?"', b"[" * 100_000 + b"]" * 100_000)))
