"""Answers the bad request with bytes that are no UTF-8: violation."""

from good import line, serve, write

serve(lambda good: write(line({**good, "note": "?"}).replace(b"?", b"\xff\xfe")))
