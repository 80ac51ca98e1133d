"""Begins the bad answer and never ends its line: violation, with no more than a line's worth of memory."""

from good import serve, write


def spoil(good):
    write(b'{"id":')
    while True:
        write(b"1" * 65536)


serve(spoil)
