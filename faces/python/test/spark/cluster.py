# SPDX-License-Identifier: MIT
"""Tasks that a test holds and kills.

Tasks and the test tell each other by files in a folder how far they are; nothing
depends on how long something takes. Every wait has a deadline.
"""

import os
import pathlib
import signal
import time

from pyspark import TaskContext

DEADLINE = 240


def wait(condition, what):
    """Wait until a condition holds, and return its value."""
    end = time.monotonic() + DEADLINE
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)
    return value


def parent(pid):
    text = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    return int(text.rpartition(")")[2].split()[1])


def executor():
    """The process of the executor that runs the task which calls this."""
    pid = os.getpid()
    while pid > 1:
        pid = parent(pid)
        line = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"CoarseGrainedExecutorBackend" in line:
            return pid
    raise RuntimeError("no executor above this process")


class Watched:
    """A step of a job that passes rows on, and notes each attempt of a task in a
    folder. The first attempt of one partition waits until a condition holds."""

    __name__ = "watched"

    def __init__(self, folder, held=None, until=None):
        self.folder, self.held, self.until = str(folder), held, until

    def note(self, kind):
        context = TaskContext.get()
        name = f"{kind}-{context.partitionId()}-{context.taskAttemptId()}"
        path = pathlib.Path(self.folder, name)
        path.with_suffix(".new").write_text(str(executor()), encoding="utf-8")
        path.with_suffix(".new").rename(path)

    def __call__(self, batches):
        self.note("began")
        for i, batch in enumerate(batches):
            if i == 1 and self.is_held():
                wait(lambda: self.until(self.folder), "the held task")
            yield batch
        self.note("ended")

    def is_held(self):
        """Is this the first attempt of the partition that is held?"""
        return (TaskContext.get().partitionId() == self.held and
                len(noted(self.folder, "began", self.held)) == 1)


def noted(folder, kind, partition="*"):
    """{(partition, attempt): process of the executor} of the notes of a kind."""
    found = {}
    for path in pathlib.Path(folder).glob(f"{kind}-{partition}-*"):
        if path.suffix != ".new":
            _, at, attempt = path.name.split("-")
            found[int(at), int(attempt)] = int(path.read_text(encoding="utf-8"))
    return found


def is_gone(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return True
    return state.rpartition(")")[2].split()[0] == "Z"


def kill(pid):
    os.kill(pid, signal.SIGKILL)
    wait(lambda: is_gone(pid), f"the end of process {pid}")
