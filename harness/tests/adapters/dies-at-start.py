"""Ends with a traceback before it reads anything: cannot be run."""

raise RuntimeError("no rules are installed")
