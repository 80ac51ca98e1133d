"""Is killed by a signal at the bad request, as by a system that is out of memory: crash."""

import os
import signal

from good import serve

serve(lambda good: os.kill(os.getpid(), signal.SIGKILL))
