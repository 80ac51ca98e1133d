"""Reads the greeting and never answers it: cannot be run."""

import time

time.sleep(600)
