"""Prints a line about itself before it answers the greeting: cannot be run."""

from good import serve, write

write(b"Checkers engine 1.0, ready\n")
serve(lambda good: good)
