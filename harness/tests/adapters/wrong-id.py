"""Answers the bad request under an id that nobody asked with: violation."""

from good import serve

serve(lambda good: {**good, "id": "nobody asked"})
