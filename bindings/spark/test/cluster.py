# SPDX-License-Identifier: MIT
"""Tasks that a test holds and kills.

Tasks and the test tell each other by files in a folder how far they are; nothing
depends on how long something takes. Every wait has a deadline.
"""

import contextlib
import os
import pathlib
import signal
import threading
import time

from pyspark import SparkContext, TaskContext

DEADLINE = 900


def wait(condition, what):
    """Wait until a condition holds, and return its value."""
    end = time.monotonic() + DEADLINE
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)
    return value


class Job(threading.Thread):
    """A call that runs while the test does something else."""

    def __init__(self, function, *arguments):
        super().__init__(daemon=True)
        self.function, self.arguments = function, arguments
        self.value, self.error = None, None
        self.start()

    def run(self):
        try:
            self.value = self.function(*self.arguments)
        except Exception as error:
            self.error = error

    def wait(self, condition, what):
        """Wait for a condition, and return its value, or for an error of the job."""
        value = wait(lambda: self.error or condition(), what)
        if self.error:
            raise self.error
        return value

    def result(self):
        self.join(DEADLINE)
        assert not self.is_alive(), "the job did not end"
        if self.error:
            raise self.error
        return self.value


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


def is_there(folder, name):
    return pathlib.Path(folder, name).exists()


class Watched:
    """A step of a job that passes rows on, and notes each attempt of a task in a
    folder. Attempts of one partition wait until the folder has a file."""

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
            if i == 1 and self.is_held(TaskContext.get()):
                wait(lambda: is_there(self.folder, self.until), "the held task")
            yield batch
        self.note("ended")

    def is_held(self, context):
        return context.partitionId() == self.held


class Overtaken(Watched):
    """As Watched, but only the first attempt waits: another one can end the task."""

    def is_held(self, context):
        return super().is_held(context) and context.attemptNumber() == 0


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


def executors(application):
    """{number: process} of the executors of an application on this machine."""
    found = {}
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (place / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if "--executor-id" in words and application in words:
                found[words[words.index("--executor-id") + 1]] = int(place.name)
    return found


class Standalone:
    """A master of Spark, and workers with a core each on addresses of their own: a
    worker counts as a host. They are threads of this process's JVM, as those of
    local-cluster are; their executors are processes. The JVM has started."""

    def __init__(self, folder, hosts):
        jvm, gateway = SparkContext._jvm, SparkContext._gateway
        deploy = jvm.org.apache.spark.deploy
        conf = jvm.org.apache.spark.SparkConf().set("spark.master.rest.enabled", "false")
        some, none = jvm.scala.Option.apply, jvm.scala.Option.empty
        master = deploy.master.Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)
        self.servers = [master._1()]
        self.url = f"spark://127.0.0.1:{master._1().address().port()}"
        urls = gateway.new_array(jvm.java.lang.String, 1)
        urls[0] = self.url
        for number, host in enumerate(hosts):
            # A core, 1024 MB, and a folder for the executors.
            self.servers.append(
                deploy.worker.Worker.startRpcEnvAndEndpoint(
                    host, 0, 0, 1, 1024, urls, str(folder), some(number), conf, none()
                )
            )

    def stop(self):
        for server in reversed(self.servers):
            server.shutdown()
            server.awaitTermination()
