# SPDX-License-Identifier: MIT
"""Builds a mutant of a file and runs the tests that see it.

A copy of the sources holds the mutant; what includes the file is compiled at
-O2, put into a copy of the static library, and each test is linked with that by
the command of the release build.
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
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "release"
# The same tests of another build, or of what these directories are no part of.
OTHERS = re.compile(r"one_file_|cpp_|libuuid|statistics|hash_|"
                    r"(?!v7).*_without_(?!all|tsc)")
COPIED = ("src", "include", "tests", "cli", "fuzz")
LIBRARY = "src/libguidon.a"
TEST_MAX = 8       # seconds of the processor; longer tests are left out
LOOK_EVERY = 0.1   # seconds
REST_MAX = 5       # seconds, beside those that the unbroken test rests
WALL_MAX = 1800    # seconds, whatever else the machine is busy with
MEMORY_MAX = 16 << 30
FILE_MAX = 2 << 40  # a test makes one of a TiB, of holes


def use(preset):
    """Take the tests of another build, made before."""
    global BUILD
    BUILD = ROOT / "build" / preset


def output(*command):
    return subprocess.run(command, cwd=BUILD, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def children_cpu():
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return now.ru_utime + now.ru_stime


def tasks(session):
    """The threads of a session's processes: `stat` from its third field on."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            about = (process / "stat").read_text().rpartition(") ")[2].split()
            if int(about[3]) == session:
                yield from (task.read_text().rpartition(") ")[2]
                            for task in process.glob("task/*/stat"))
        except (OSError, IndexError):
            pass  # it has just ended


def rests(session):
    """Does all of it sleep? What waits for a processor or a device does not."""
    return all(task[0] in "SZXt" for task in tasks(session))


def wait(child, rest_max):
    """Its status, None where it rests for too long, and how long it rested.
    Looks are counted, not time: a busy machine makes no mutant late."""
    rest, end = 0, time.monotonic() + WALL_MAX
    while rest < rest_max and time.monotonic() < end:
        try:
            return child.wait(LOOK_EVERY), rest
        except subprocess.TimeoutExpired:
            rest += LOOK_EVERY if rests(child.pid) else 0
    return None, rest


class Build:
    """What the release build knows: compile commands, headers, tests."""

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
        """What libclang needs to read the file as the compiler does."""
        thing = next((o for o in self.of_library(path)), None)
        words = shlex.split(self.commands[thing])
        return [w for w in words if re.match(r"-[IDs]", w)] + ["-xc"]

    def of_library(self, path):
        """The library's objects that the file is part of."""
        return [o for o in self.users.get(path, [])
                if "guidon_objects.dir" in o]

    def _tests(self):
        shown = json.loads(output("ctest", "--show-only=json-v1"))
        links = {}
        tests = []
        for test in shown["tests"]:
            properties = {p["name"]: p["value"]
                          for p in test.get("properties", [])}
            command = test.get("command", ["?"])  # none where it is not built
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
        """Does it pass, within seconds of the processor's time and of rest? And
        how long it rested."""
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
            if BUILD.name != "asan":  # which takes any room for its shadow
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_MAX, FILE_MAX))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        # An empty pipe at 0: a mutant may give what is there other rights, and
        # /dev/null is everybody's.
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
                # What it left running goes with it.
                try:
                    os.killpg(child.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        late = status in (None, -signal.SIGXCPU, -signal.SIGKILL)
        return ("passed" if status in (0, 77) else "late" if late else "failed",
                rested)

    def measure(self, known, most):
        """Take its time unbroken, if that is not known; False where it fails or
        takes that many seconds or more."""
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
        """Of a program with a fault, what becomes."""
        return self.run(program, int(1 + 4 * self.cpu),
                        REST_MAX + 5 * self.rest)[0]


class Place:
    """A copy of the sources where one worker tries one mutant at a time."""

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

    def objects(self, path):
        """The library's objects with the file as it is now, and their hash;
        None where it is not C any more."""
        made, digest = [], hashlib.sha256()
        for thing in self.build.of_library(path):
            out = self._compile(thing)
            if out is None:
                return None
            made.append(out)
            digest.update(out.read_bytes())
        return made, digest.digest()

    def program(self, test, path, objects):
        """The test with these objects in the library's place, and with the file
        as it is where its own sources include that; None where that fails."""
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
    """The tests that see a file, those first that find most in least time."""

    def __init__(self, build, place, path, room_tests):
        defined = set()
        for thing in build.of_library(path):
            names = output("nm", "--defined-only", "--extern-only",
                           "--format=posix", thing)
            defined |= {line.split(" ")[0] for line in names.splitlines()}
        own = re.sub(r"_scalar$", "", path.stem)
        seen = [t for t in build.tests
                if t.symbols & defined or self._has(build, t, path)]
        self.kills = {t: 50 if t.name == own else 5 if t.name in room_tests
                      else 1 for t in seen}
        self.lock = threading.Lock()

    @staticmethod
    def _has(build, test, path):
        return any(f" {o} " in test.link for o in build.users.get(path, []))

    def __iter__(self):
        with self.lock:
            return iter(sorted(self.kills, key=lambda t:
                               (t.cpu + 0.05) / self.kills[t]))

    def found(self, test):
        with self.lock:
            self.kills[test] += 1
