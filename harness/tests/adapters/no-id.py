"""Answers the bad request without an id: violation."""

from good import serve

serve(lambda good: {key: value for key, value in good.items() if key != "id"})
