# SPDX-License-Identifier: MIT
"""Builds a mutant of a file and runs the tests that depend on it.

The mutant goes into a copy of the sources. Every source that includes the file is
compiled at -O2 into a copy of the static library. The link commands of the release
build link each test with that library.
"""

import hashlib
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "release"
# Left out: the same tests of another build, and tests of other parts.
OTHERS = re.compile(r"one_file_|none|cpp_|libuuid|statistics|"
                    r"(?!v7).*_without_(?!all|tsc)")
COPIED = ("src", "include", "tests", "cli", "fuzz")
LIBRARY = "src/libguidon.a"
TEST_MAX = 8       # seconds of processor time; longer tests are left out
LOOK_EVERY = 0.1   # seconds
REST_MAX = 5       # seconds of sleep, beyond the sleep of the test without a fault
WALL_MAX = 1800    # seconds of real time, for a busy machine too
MEMORY_MAX = 16 << 30
FILE_MAX = 2 << 40  # bytes: one test makes a sparse file of a TiB


def use(preset):
    """Use the tests of another build, which must exist."""
    global BUILD
    BUILD = ROOT / "build" / preset


def output(*command):
    return subprocess.run(command, cwd=BUILD, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def children_cpu():
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime


def tasks(session):
    """The threads of a session's processes: the fields of `stat` from the third."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            about = (process / "stat").read_text().rpartition(") ")[2].split()
            if int(about[3]) == session:
                yield from (task.read_text().rpartition(") ")[2]
                            for task in process.glob("task/*/stat"))
        except (OSError, IndexError):
            pass  # the process has just ended


def rests(session):
    """Do all its threads sleep? A thread that waits for a processor or a device
    does not."""
    return all(task[0] in "SZXt" for task in tasks(session))


def wait(child, rest_max):
    """The exit status, or None if the process sleeps too long; and its time asleep.
    The time is the number of looks that find it asleep, so that a busy machine
    makes no mutant late."""
    rest, end = 0, time.monotonic() + WALL_MAX
    while rest < rest_max and time.monotonic() < end:
        try:
            return child.wait(LOOK_EVERY), rest
        except subprocess.TimeoutExpired:
            rest += LOOK_EVERY if rests(child.pid) else 0
    return None, rest


class Build:
    """The commands, headers and tests of a build."""

    def __init__(self):
        entries = json.loads((BUILD / "compile_commands.json").read_text())
        self.commands = {re.search(r" -o (\S+)", e["command"])[1]: e["command"]
                         for e in entries}
        self.users = {}
        deps = output("ninja", "-t", "deps")
        for block in deps.split("\n\n"):
            lines = block.split("\n")
            thing = lines[0].split(":")[0]
            for name in lines[1:]:
                path = (BUILD / name.strip()).resolve()
                self.users.setdefault(path, []).append(thing)
        self.tests = self._tests()

    def arguments(self, path):
        """The arguments with which libclang reads the file as the compiler does."""
        thing = next((o for o in self.of_library(path)), None)
        words = shlex.split(self.commands[thing])
        return [w for w in words if re.match(r"-[IDs]", w)] + ["-xc"]

    def of_library(self, path):
        """The library's objects whose sources include the file."""
        return [o for o in self.users.get(path, [])
                if "guidon_static_objects.dir" in o]

    def _tests(self):
        shown = json.loads(output("ctest", "--show-only=json-v1"))
        links = {}
        tests = []
        for test in shown["tests"]:
            properties = {p["name"]: p["value"]
                          for p in test.get("properties", [])}
            command = test.get("command", ["?"])  # none if it is not built
            program = pathlib.Path(command[0])
            if OTHERS.match(test["name"]) or \
                    not program.is_relative_to(BUILD) or \
                    program.parent.name not in ("tests", "fuzz"):
                continue
            target = str(program.relative_to(BUILD))
            if target not in links:
                last = output("ninja", "-t", "commands", "-s", target)
                links[target] = last.strip().split("\n")[-1]
            if LIBRARY in links[target]:
                tests.append(Test(test["name"], command, target, links[target],
                                  properties))
        return tests


class Test:
    """One test of ctest, and the command that links its program."""

    def __init__(self, name, command, target, link, properties):
        self.name, self.command, self.target = name, command, target
        self.link = link
        self.env = dict(e.split("=", 1)
                        for e in properties.get("ENVIRONMENT", []))
        self.cwd = properties.get("WORKING_DIRECTORY", str(BUILD))
        self.cpu = self.rest = TEST_MAX
        self.answer = self.symbols = None

    def run(self, program, cpu, rest):
        """Run it with limits on processor time and sleep, in seconds: "passed",
        "failed" or "late"; and its time asleep."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
            if BUILD.name != "asan":  # ASan maps terabytes of shadow memory
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MAX, FILE_MAX))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        # Standard input is an empty pipe: a mutant may change the rights of that
        # file, and other programs use /dev/null.
        with subprocess.Popen([str(program), *self.command[1:]], cwd=self.cwd,
                              env={**os.environ, **self.env},
                              stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=limits,
                              start_new_session=True) as child:
            child.stdin.close()
            try:
                status, rested = wait(child, rest)
            finally:
                # End the processes that the test left running.
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        late = status in (None, -signal.SIGXCPU, -signal.SIGKILL)
        return ("passed" if status in (0, 77) else "late" if late else "failed",
                rested)

    def measure(self, known, most):
        """Measure the test without a fault, unless that is known. False if it
        fails or takes `most` seconds or more."""
        stamp = (BUILD / self.target).stat().st_mtime_ns
        if known.get(self.name, [None])[0] != stamp:
            before = children_cpu()
            answer, rested = self.run(BUILD / self.target, 5 * TEST_MAX, 60)
            known[self.name] = [stamp, answer, children_cpu() - before, rested]
        _, self.answer, self.cpu, self.rest = known[self.name]
        names = output("nm", "--defined-only", "--format=posix", self.target)
        self.symbols = {line.split(" ")[0] for line in names.splitlines()}
        return self.answer == "passed" and self.cpu < most

    def fate(self, program):
        """Run a program with a fault: "passed", "failed" or "late"."""
        return self.run(program, int(1 + 4 * self.cpu),
                        REST_MAX + 5 * self.rest)[0]


class Workspace:
    """A copy of the sources, in which one worker tries one mutant at a time."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        for name in COPIED:
            shutil.copytree(ROOT / name, folder / name, symlinks=True,
                            ignore=shutil.ignore_patterns("corpus"))
        (folder / "objects").mkdir()

    def _compile(self, thing):
        out = self.folder / "objects" / thing
        out.parent.mkdir(parents=True, exist_ok=True)
        command = self.build.commands[thing]
        for name in COPIED:
            command = command.replace(f"{ROOT}/{name}", f"{self.folder}/{name}")
        command = command.replace(f"-o {thing}", f"-o {out}")
        done = subprocess.run(shlex.split(command) + ["-O2", "-g0", "-w"],
                              cwd=BUILD, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
        return out if done.returncode == 0 else None

    def put(self, path, text):
        (self.folder / path.relative_to(ROOT)).write_bytes(text)

    def text(self, path):
        return (self.folder / path.relative_to(ROOT)).read_bytes()

    def objects(self, path):
        """Compile the library's objects with the mutated file: objects and their
        hash, or None if the file does not compile."""
        made, digest = [], hashlib.sha256()
        for thing in self.build.of_library(path):
            out = self._compile(thing)
            if out is None:
                return None
            made.append(out)
            digest.update(out.read_bytes())
        return made, digest.digest()

    def program(self, test, path, objects):
        """Link the test with these objects. If the test's own sources include the
        mutated file, compile them too. None if that fails."""
        out = self.folder / pathlib.Path(test.target).name
        command = test.link.replace(f"-o {test.target}", f"-o {out}")
        for thing in self.build.users.get(path, []):
            if f" {thing} " in command:
                own = self._compile(thing)
                if own is None:
                    return None
                command = command.replace(f" {thing} ", f" {own} ")
        given = [o for o in objects if not re.search(
            rf"\.dir/\S*/{o.parent.name}/{o.name} ", command)]
        command = re.sub(rf"(?<=\s){LIBRARY}",
                         " ".join([*map(str, given), LIBRARY]), command)
        done = subprocess.run(command, cwd=BUILD, shell=True, check=False,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
        return out if done.returncode == 0 else None


class Order:
    """The tests of a file, those first that kill most mutants in least time."""

    def __init__(self, build, workspace, path, directory_tests):
        defined = set()
        for thing in build.of_library(path):
            names = output("nm", "--defined-only", "--extern-only",
                           "--format=posix", thing)
            defined |= {line.split(" ")[0] for line in names.splitlines()}
        own = re.sub(r"_scalar$", "", path.stem)
        seen = [t for t in build.tests
                if t.symbols & defined or self._has(build, t, path)]
        self.kills = {t: 50 if t.name == own else 5 if t.name in directory_tests
                      else 1 for t in seen}
        self.lock = threading.Lock()

    @staticmethod
    def _has(build, test, path):
        return any(f" {o} " in test.link for o in build.users.get(path, []))

    def __iter__(self):
        with self.lock:
            return iter(sorted(self.kills, key=lambda t:
                               (t.cpu + 0.05) / self.kills[t]))

    def leave(self, test):
        """Try a test no more, because it fails without a fault too."""
        with self.lock:
            if self.kills.pop(test, None) is not None:
                print(f"left out: {test.name}: it fails with the unchanged file, compiled "
                      "and linked here", file=sys.stderr)

    def found(self, test):
        with self.lock:
            self.kills[test] = self.kills.get(test, 0) + 1
