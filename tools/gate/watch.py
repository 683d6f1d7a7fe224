# SPDX-License-Identifier: MIT
"""watch.py FILE COMMAND...: runs a command, ends the processes that it leaves behind, and
writes what all of them cost to FILE as JSON: `cpu` in seconds, and `left`, the names of
the processes that were left. The exit status is that of the command."""

import ctypes
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
GRACE = 1  # seconds in which a process may still end by itself


def adopt():
    """On Linux, orphans below this process become its children, so they are counted."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children():
    """The children of this process that were not collected: their numbers and names."""
    found = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, tail = path.read_text(errors="replace").rpartition(")")
        except OSError:
            continue  # it has ended
        if int(tail.split()[1]) == os.getpid():
            found[int(path.parent.name)] = head.partition("(")[2]
    return found


def collected(seconds):
    """Collect the children that end within this time. Return whether none is left.

    A process of many threads can be a zombie that cannot be collected yet, because some
    of its threads are still ending. What it used counts when it is collected."""
    until = time.monotonic() + seconds
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        if time.monotonic() > until:
            return False
        time.sleep(0.02)


def end_the_rest():
    """End what the command left behind, and return the names."""
    names = set()
    for end in signal.SIGTERM, signal.SIGKILL:
        if collected(GRACE):
            break
        for number, name in children().items():
            names.add(name)
            os.kill(number, end)
    collected(GRACE)
    return sorted(names)


def main(sums, *command):
    adopt()
    process = subprocess.Popen(command)
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    status = process.wait()
    left = end_the_rest()
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    pathlib.Path(sums).write_text(json.dumps(
        {"cpu": spent.ru_utime + spent.ru_stime, "left": left}))
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
