# SPDX-License-Identifier: MIT
"""Builds the programs of chosen ctest tests, and runs each test as soon as its programs
are linked.

    ctests.py BUILD_DIR [--jobs N] [-- CTEST OPTION...]

The options choose the tests as ctest does: -R, -E, -L, -LE, -C. The build folder is
configured already. Only the files that the chosen tests name are built: the paths of the
command, of ENVIRONMENT and of REQUIRED_FILES that lie in the build folder. While ninja
builds the next group of programs, ctest runs the tests of the group before.

Every test gets one line. A test that fails also shows its output. The last line is
"N passed, N failed, N skipped"; the exit status is 1 if a test or a build failed."""

import argparse
import collections
import dataclasses
import json
import pathlib
import queue
import re
import subprocess
import sys
import threading
import time

# How many tests the groups have. The first is small, so that a result comes early.
FIRST, NEXT = 8, 50

ADD_TEST = re.compile(r'^ *add_test\(\[=\[(.*?)\]=\] (.*)\)$', re.M)
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
RESULT = re.compile(r"^ *\d+/\d+ Test +#\d+: (\S+) \.*(?:[\w ]*\*\*\*|  +)(.*?) +([\d.]+) sec",
                    re.S)
MISSING = "missing:"  # the label of a test that lacks a Debian package


@dataclasses.dataclass
class Test:
    name: str
    labels: list
    needs: set  # paths to build, relative to the build folder
    missing: list  # Debian packages that this test lacks


def ctest(build, options):
    """The chosen tests, as `ctest --show-only` lists them."""
    done = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *options],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)["tests"]


def commands(build):
    """The command of each test. ctest lists only commands whose program exists."""
    found = {}
    for path in build.rglob("CTestTestfile.cmake"):
        for name, words in ADD_TEST.findall(path.read_text()):
            found.setdefault(name, QUOTED.findall(words))
    return found


def outputs(build):
    """Every file that ninja can build, relative to the build folder."""
    done = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"],
                          stdout=subprocess.PIPE, text=True, check=True)
    lines = [line.rpartition(": ") for line in done.stdout.splitlines()]
    return {name: rule for name, _, rule in lines}


def paths_in(words, build):
    """The paths below the build folder that some words hold."""
    pattern = re.compile(rf"{re.escape(str(build))}(?:/[^\s:;\"']*)?(?=[\s:;\"']|$)")
    return {found.group() for word in words for found in pattern.finditer(word)}


def flat(value):
    """The strings of a property's value."""
    if isinstance(value, str):
        return [value]
    return [word for one in value for word in flat(one)] if isinstance(value, list) else []


def targets_of(path, build, made, folders):
    """What to build for a path: the file itself, or the products in a folder. For the
    build folder itself it is everything."""
    inside = str(pathlib.PurePath(path).relative_to(build))
    if inside == ".":
        return {"all"}
    if inside in made:
        return {inside}
    return {name for name in folders[inside]
            if "CMakeFiles" not in name and not made[name].startswith("CUSTOM_COMMAND")
            } or set(folders[inside] & {f"{inside}/all"})


def chosen(build, options):
    """The tests to run, with what each needs."""
    made, known = outputs(build), commands(build)
    folders = collections.defaultdict(set)
    for name in made:
        folders[str(pathlib.PurePath(name).parent)].add(name)
    tests = []
    for one in ctest(build, options):
        properties = {row["name"]: row["value"] for row in one["properties"]}
        labels = properties.get("LABELS", [])
        words = known.get(one["name"], []) + [
            word for name in ("ENVIRONMENT", "ENVIRONMENT_MODIFICATION", "REQUIRED_FILES")
            for word in flat(properties.get(name, []))]
        needs = set().union(*[targets_of(path, build, made, folders)
                              for path in paths_in(words, build)])
        tests.append(Test(one["name"], labels, needs,
                          [word[len(MISSING):] for word in labels
                           if word.startswith(MISSING)]))
    return tests


def groups(tests):
    """The tests in the order of their build: first some of one small program, then those
    of the programs that most tests share, then the rest."""
    uses = collections.Counter(need for test in tests for need in test.needs)
    alone = [test for test in tests if len(test.needs) == 1 and
             uses[min(test.needs)] == 1]
    first = alone[:FIRST]
    rest = sorted((test for test in tests if test not in first),
                  key=lambda test: ("all" in test.needs,
                                    -max((uses[need] for need in test.needs), default=0)))
    parts = [first] if first else []
    parts += [rest[at:at + NEXT] for at in range(0, len(rest), NEXT)]
    return parts


class Report:
    """What is printed: a line for each test, and the sums."""

    def __init__(self, total):
        self.total, self.began = total, time.monotonic()
        self.passed, self.failed, self.not_run, self.lock = 0, [], [], threading.Lock()
        self.spoke = self.began

    def say(self, text):
        with self.lock:
            self.spoke = time.monotonic()
            print(text, flush=True)

    def result(self, name, outcome, seconds, output):
        passed = outcome == "Passed"
        skipped = outcome.startswith(("Skipped", "Not Run"))
        if passed:
            self.passed += 1
        elif skipped:
            self.not_run.append((name, output.strip() or outcome))
        else:
            self.failed.append(name)
        done = self.passed + len(self.failed) + len(self.not_run)
        words = "passed" if passed else "not run" if skipped else f"FAILED ({outcome})"
        self.say(f"   {done:4d} of {self.total}  {words:8s} {name}  {float(seconds):.1f} s")
        if not passed and not skipped:
            self.say(output)

    def end(self):
        for name, why in self.not_run:
            self.say(f"not run: {name}: {why.splitlines()[0]}")
        for name in self.failed:
            self.say(f"failed: {name}")
        self.say(f"   done in {time.monotonic() - self.began:.0f} s")
        self.say(f"{self.passed} passed, {len(self.failed)} failed, "
                 f"{len(self.not_run)} skipped")


def run_tests(build, tests, jobs, report):
    """Run some tests whose programs are there."""
    numbers = "|".join(re.escape(test.name) for test in tests)
    process = subprocess.Popen(
        ["ctest", "--test-dir", build, "-j", str(jobs), "--output-on-failure",
         "-C", "long", "-R", f"^({numbers})$"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        stdin=subprocess.DEVNULL)
    seen, last, lines = set(), None, []

    def flush():
        if last:
            report.result(*last, "".join(lines))
            seen.add(last[0])

    for line in process.stdout:
        found = RESULT.match(line)
        if found:
            flush()
            last, lines = found.groups(), []
        elif re.match(r"^ *Start +\d+: |^ *\d+/\d+ Test +#|^\d+% tests passed", line):
            flush()
            last, lines = None, []
        else:
            lines.append(line)
    flush()
    process.wait()
    for test in tests:
        if test.name not in seen:
            report.result(test.name, "no result from ctest", 0, "".join(lines))


def build_files(build, names, jobs, report):
    """Build some files. Return whether all were built; if not, show what failed."""
    process = subprocess.Popen(["ninja", "-C", build, "-k", "0", "-j", str(jobs), *names],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace")
    other, shown = [], time.monotonic()
    for line in process.stdout:
        found = re.match(r"\[(\d+)/(\d+)\] (.*)", line)
        if found and time.monotonic() - max(shown, report.spoke) > 10:
            shown = time.monotonic()
            report.say(f"   built {found[1]} of {found[2]} files")
        if not found:
            other.append(line)
        elif "FAILED" in line:
            other.append(line)
    if process.wait() != 0:
        report.say("".join(other))
    elif any("warning:" in line for line in other):
        report.say("".join(other))
    return process.returncode == 0


def builder(build, parts, jobs, report, ready):
    """Build each group and pass it on."""
    done = set()
    for part in parts:
        names = sorted(set().union(*[test.needs for test in part]) - done)
        if names and not build_files(build, names, jobs, report):
            report.failed.append(f"the build of {' '.join(names[:6])} ...")
        done.update(names)
        ready.put(part)
    ready.put(None)


def keep_talking(report, stop):
    """A line whenever nothing was printed for 15 seconds."""
    while not stop.wait(1):
        if time.monotonic() - report.spoke > 15:
            done = report.passed + len(report.failed) + len(report.not_run)
            report.say(f"   {done:4d} of {report.total}  still at work "
                       f"({time.monotonic() - report.began:.0f} s)")


def run(build, tests, jobs):
    report = Report(len(tests))
    ready, stop = queue.Queue(), threading.Event()
    threading.Thread(target=keep_talking, args=(report, stop), daemon=True).start()
    threading.Thread(target=builder, daemon=True,
                     args=(build, groups(tests), jobs, report, ready)).start()
    ended = False
    while not ended:
        part = []
        while not part or not ready.empty():  # everything that is ready by now
            one = ready.get()
            ended = one is None
            if ended:
                break
            part += one
        if part:
            run_tests(build, part, jobs, report)
    stop.set()
    report.end()
    return 1 if report.failed or not (report.passed or report.not_run) else 0


def main(words):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--missing", action="store_true",
                        help="print the packages that the chosen tests lack, and end")
    at = words.index("--") if "--" in words else len(words)
    found, options = parser.parse_args(words[:at]), words[at + 1:]
    build = found.build.resolve()
    tests = chosen(build, options)
    if found.missing:
        print("\n".join(sorted({name for test in tests for name in test.missing})))
        return 0
    if not tests:
        print(f"no test fits {' '.join(options)}", file=sys.stderr)
        return 1
    return run(build, tests, found.jobs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
