"""Starts a program of another session that holds its pipes for 30 seconds, then ends at the bad request: crash.

Nobody can be asked to find and kill that program, but nobody may wait for it either.
"""

import subprocess
import sys

from good import serve


def spoil(good):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"], start_new_session=True)
    sys.exit(3)


serve(spoil)
