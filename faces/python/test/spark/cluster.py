# SPDX-License-Identifier: MIT
"""Tasks that a test holds and kills.

Tasks and the test tell each other by files in a folder how far they are; nothing
depends on how long something takes. Every wait has a deadline.
"""

import os
import pathlib
import re
import signal
import subprocess
import time

import pyspark
from pyspark import TaskContext

DEADLINE = 900


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


def is_first(context):
    return context.attemptNumber() == 0 and context.stageAttemptNumber() == 0


class Overtaken(Watched):
    """As Watched, but the first attempt of the held partition waits whatever other
    attempts there are. Only another attempt can end the task."""

    def is_held(self):
        context = TaskContext.get()
        return context.partitionId() == self.held and is_first(context)


class Standalone:
    """A master of Spark, and workers with a core each, on addresses of their own: a
    worker counts as a host."""

    def __init__(self, folder, hosts):
        self.folder, self.hosts, self.processes = pathlib.Path(folder), hosts, []

    def __enter__(self):
        try:
            log = self.start("master.Master", "127.0.0.1", "--port", "0")
            address = re.compile(r"Starting Spark master at (spark://[\w.:]+)")
            self.url = wait(lambda: address.search(log.read_text(encoding="utf-8")),
                            "the address of the master").group(1)
            for host in self.hosts:
                self.start("worker.Worker", host, "--cores", "1", "--memory", "1g",
                           "--work-dir", self.folder / f"work-{host}", self.url)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, name, host, *words):
        """Start a process, and return the file that it logs to."""
        log = self.folder / f"{name}-{host}.log"
        home = pathlib.Path(pyspark.__file__).parent
        with log.open("w") as file:
            self.processes.append(subprocess.Popen(
                [home / "bin/spark-class", f"org.apache.spark.deploy.{name}", "--host",
                 host, "--webui-port", "0", *words], stdin=subprocess.DEVNULL,
                stdout=file, stderr=file, cwd=self.folder,
                env={**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": host,
                     "SPARK_DAEMON_MEMORY": "256m"}))
        return log

    def __exit__(self, *_):
        """End the workers first; each ends its executors."""
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(DEADLINE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
