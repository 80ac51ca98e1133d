"""Starts a program of another session that holds its pipes for 30 seconds, then ends at the bad request: crash.

Where the system does not tell which program that is, nothing kills it, but nothing waits for it either.
"""

import subprocess
import sys

from good import serve


def spoil(good):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"], start_new_session=True)
    sys.exit(3)


serve(spoil)
