"""Starts a program that sleeps in a session of its own, then hangs at the bad request: timeout, and both are killed.

It writes the process ids of both, one a line, to the file that PIDS (environment) names.
"""

import os
import subprocess
import sys
import time

from good import serve


def spoil(good):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    with open(os.environ["PIDS"], "w") as file:
        file.write(f"{os.getpid()}\n{child.pid}\n")
    time.sleep(600)


serve(spoil)
