"""Answers the bad request without telling which it was: violation."""

from good import serve

serve(lambda good: {**good, "id": None})
