"""Asks the reference and ends by itself at the request of that number: `dies-now-and-then.py DAMERO 100`."""

import subprocess
import sys

reference = subprocess.Popen([sys.argv[1], "adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for number, line in enumerate(sys.stdin.buffer, 1):
    if number == int(sys.argv[2]):
        sys.exit(0)
    reference.stdin.write(line)
    reference.stdin.flush()
    sys.stdout.buffer.write(reference.stdout.readline())
    sys.stdout.buffer.flush()
