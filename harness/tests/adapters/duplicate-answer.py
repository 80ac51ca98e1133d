"""Answers the bad request twice at once: violation."""

from good import line, serve, write

serve(lambda good: write(line(good) * 2))
