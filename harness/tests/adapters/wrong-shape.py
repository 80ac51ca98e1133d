"""Answers every field of the bad answer with a number: violation."""

from good import serve

serve(lambda good: {key: good["id"] if key == "id" else 5 for key in good})
