"""Ends with exit code 1 when a request comes while another waits: crash, but passes where it is asked one by one."""

import os
import select
import sys

from good import line, read, write

rest = b""
while chunk := os.read(0, 65536):
    *lines, rest = (rest + chunk).split(b"\n")
    if len(lines) > 1 or select.select([0], [], [], 0.02)[0] and lines and os.read(0, 1):
        sys.exit("two requests at once")
    for raw in lines:
        write(line(read(raw)[1]))
