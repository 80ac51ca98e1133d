"""Answers the bad request with an array: violation."""

from good import serve

serve(lambda good: [1, 2])
