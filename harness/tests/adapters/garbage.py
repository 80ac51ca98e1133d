"""Writes a line that is no JSON where the bad answer should be: violation."""

from good import serve, write

serve(lambda good: write(b"thinking...\n"))
