"""Answers the bad request rightly, but after SECONDS (environment, 20 by default): timeout where that is too late."""

import os
import time

from good import serve


def spoil(good):
    time.sleep(float(os.environ.get("SECONDS", "20")))
    return good


serve(spoil)
