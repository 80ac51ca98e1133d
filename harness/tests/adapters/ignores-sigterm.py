"""Hangs at the bad request and does not end when it is asked to: timeout, and it is killed."""

import signal
import time

from good import serve

signal.signal(signal.SIGTERM, signal.SIG_IGN)
serve(lambda good: time.sleep(600))
