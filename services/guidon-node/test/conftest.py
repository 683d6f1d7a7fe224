# SPDX-License-Identifier: MIT
"""Fixtures: clusters, and processes of guidon-node that end with their test."""

import os
import re
import signal
import subprocess

import pytest

import build
import cluster as clusters


# How many processes of pytest-xdist run tests.
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="64 slots and 1,000 claims "
                     "in the storm, instead of 16 and 100")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow(seconds): a test that begins early, "
                            "because it takes so long")


def pytest_collection_modifyitems(items):
    """Each process gets an equal part of the list at first, and later some of the last
    tests of another. So the longest tests stand at the beginning of the parts."""
    def seconds(item):
        mark = item.get_closest_marker("slow")
        return mark.args[0] if mark else 0

    slow = sorted(filter(seconds, items), key=seconds, reverse=True)
    others = [item for item in items if not seconds(item)]
    parts = []
    for i in range(WORKERS):
        longest = slow[i::WORKERS]
        n = max(0, (len(items) + i) // WORKERS - len(longest))
        parts += longest + others[:n]
        del others[:n]
    items[:] = parts + others


def pytest_sessionfinish():
    """A cluster that never got ready, or whose test failed early, ends here."""
    for cluster in list(clusters.Cluster.alive):
        cluster.end()


@pytest.fixture(scope="session")
def three():
    """A cluster of three members, all of which run between tests."""
    cluster = clusters.Cluster("three").wait_until_ready()
    yield cluster
    cluster.end()


def heed_signals():
    """The tests may run in the background, where shells ignore these signals."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


class Nodes:
    """Starts processes of guidon-node."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []

    def start(self, *words, program="guidon-node", **options):
        command = [build.program(program), *map(str, words)]
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("preexec_fn", heed_signals)
        process = subprocess.Popen(command, text=True, **options)
        self.processes.append(process)
        return process

    def run(self, *words, seconds=60, **options):
        """The exit status, the output and the messages."""
        process = self.start(*words, **options)
        output, messages = process.communicate(timeout=seconds)
        return process.returncode, output, messages

    def end(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def nodes(tmp_path):
    started = Nodes(tmp_path)
    yield started
    started.end()


@pytest.fixture
def prefix(request):
    """A prefix of the test's own."""
    return "/test/" + re.sub(r"\W+", "-", request.node.name)[:150]


@pytest.fixture(autouse=True)
def runtime_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("ASAN_OPTIONS", "exitcode=99")
    monkeypatch.setenv("UBSAN_OPTIONS", "exitcode=99")
    os.umask(0o022)


def pytest_terminal_summary(terminalreporter):
    """The figures that tests have recorded."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")
