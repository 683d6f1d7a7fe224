# SPDX-License-Identifier: MIT
"""Says what a program is doing: a line when a step begins, and one every 15 seconds."""

import contextlib
import threading
import time

QUIET = 15  # seconds
doing = []  # the steps at work: what, and when it began
lock = threading.Lock()


def watch():
    while True:
        time.sleep(QUIET)
        with lock:
            text = ", ".join(f"{what} {time.monotonic() - began:.0f} s"
                             for what, began in doing)
        if text:
            print(f"   at work: {text}", flush=True)


@contextlib.contextmanager
def step(what):
    """Say that a step begins, and until it ends that it is at work."""
    global watcher
    print(f"   {what}", flush=True)
    one = (what, time.monotonic())
    with lock:
        if not watcher:
            watcher = threading.Thread(target=watch, daemon=True)
            watcher.start()
        doing.append(one)
    try:
        yield
    finally:
        with lock:
            doing.remove(one)


watcher = None
