# SPDX-License-Identifier: MIT
"""Forks many times and writes the ids of all processes to standard output. A program
of its own forks faster than pytest, which has more memory to copy.

    forking.py one-by-one COUNT     make ids, fork, make ids in the child
    forking.py under-threads COUNT  the same while eight threads make ids
"""

import itertools
import sys
import threading

import guidon
from processes import collect, forked

MAKERS = [guidon.uuid1_bytes, guidon.uuid4_bytes, guidon.uuid6_bytes, guidon.uuid7_bytes]


def some(count):
    """A function that returns so many ids of each maker."""
    return lambda: b"".join(maker() for _ in range(count) for maker in MAKERS)


def one_by_one(count):
    """The parent makes ids before each fork, so a child that kept the parent's random
    bytes or timestamps would make ids of the parent or of another child."""
    for _ in range(count):
        yield some(2)()
        yield collect(*forked(some(4)))


def keep_making(made, ready, done):
    """Make ids until `done`, and say when the first are made."""
    for number in itertools.count():
        made.append(some(1)())
        if number == 10:
            ready.release()
        if done.is_set() and number > 10:
            return


def under_threads(count):
    """Children start while other threads are inside the makers. A child has the
    thread that forked alone, and must not wait for a lock of another."""
    made, ready, done = [], threading.Semaphore(0), threading.Event()
    threads = [threading.Thread(target=keep_making, args=(made, ready, done)) for _ in range(8)]
    sys.setswitchinterval(1e-4)  # or each fork waits for the lock of Python
    for one in threads:
        one.start()
    for _ in threads:
        ready.acquire()
    try:
        for _ in range(count):
            yield collect(*forked(some(4)))
    finally:
        done.set()
        for one in threads:
            one.join()
    yield b"".join(made)


if __name__ == "__main__":
    run = {"one-by-one": one_by_one, "under-threads": under_threads}[sys.argv[1]]
    sys.stdout.buffer.write(b"".join(run(int(sys.argv[2]))))
