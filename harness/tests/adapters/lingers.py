"""Answers well and does not end when its input ends: passes, and it is killed in the end."""

import time

from good import serve

serve(lambda good: good)
time.sleep(600)
