"""Closes its standard output at the bad request and lives on: crash, as no answer can come any more."""

import os
import time

from good import serve


def spoil(good):
    os.close(1)
    time.sleep(600)


serve(spoil)
