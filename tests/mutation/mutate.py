# SPDX-License-Identifier: MIT
"""Puts small faults (mutants) into the library, one at a time, and runs the tests.

    ./dev mutate [FILE|DIRECTORY...] [--sample N] [--seed S] [--jobs N]
                 [--trust] [--quick S] [--only FILE] [--preset asan]

A mutant survives if no test fails. survivors.md explains the survivors that are
expected; the program lists all others and exits with status 1. The columns:

  killed    a test failed
  by time   a test needed four times its processor time, or slept too long; this
            counts as killed
  same      the object code at -O2 equals that of the file or of an earlier
            mutant; this does not count

A survivor runs every test, which takes most of the time. Two steps take less:
first --quick 1, then --only with the list that it printed. --preset asan runs the
tests under ASan and UBSan, which detect more than tests of the shipped build.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import sys
import tempfile
import threading
import time

import survivors
import tryout
from tryout import ROOT

DIRECTORIES = tuple(sorted(path.name for path in (ROOT / "src").iterdir() if path.is_dir()))
# Left out: tests compare each kernel for one processor with the scalar kernel, and the
# kernels of AES with another library.
LEFT_OUT = re.compile(r"_(avx2|avx512|avx512vbmi|vaes512|aesni|shani|neon|arm|sse41|x86|lanes)"
                      r"\.[ch]$|^lanes\w*\.h$")
FATES = ("invalid", "same", "twice", "failed", "late", "explained", "survived")


def directory_of(path):
    return path.relative_to(ROOT / "src").parts[0]


def files(names):
    """The sources that the arguments name."""
    found = []
    for name in names or DIRECTORIES:
        path = (ROOT / name).resolve()
        if name in DIRECTORIES:
            found += [p for p in sorted((ROOT / "src" / name).glob("*.[ch]"))
                      if not LEFT_OUT.search(p.name)]
        elif path.is_file() and path.is_relative_to(ROOT / "src"):
            found.append(path)
        else:
            sys.exit(f'mutate: "{name}" is neither a directory nor a file of src/')
    return found


def listed(path, text, mutant, functions):
    """A mutant as the program lists it: file, function, the number of the line
    among equal lines of the function, and the line without and with the fault."""
    start = text.rfind(b"\n", 0, mutant.start) + 1
    end = text.find(b"\n", mutant.end)
    lines = (text[start:end],
             text[start:mutant.start] + mutant.put + text[mutant.end:end])
    before, after = (survivors.one_line(line.decode()) for line in lines)
    where, begin = next(((name, a) for a, b, name in functions
                         if a <= mutant.start < b), ("-", 0))
    nth = text.count(b"\n" + text[start:end] + b"\n", begin, start)
    if nth:
        where += f"#{nth + 1}"
    return str(path.relative_to(ROOT)), where, before, after or ";"


class Campaign:
    """All mutants of some files, tried by several workers."""

    def __init__(self, build, workspaces, explained, trust, only):
        self.build, self.explained = build, explained
        self.trust, self.only = trust, only
        self.workspaces, self.lock = workspaces, threading.Lock()
        self.fates = collections.defaultdict(collections.Counter)
        self.survivors, self.expected = [], set()
        self.sound = {}  # (file, test): is a failure of the test a fault of the file?

    def measure(self, most):
        """Measure each test, and keep the times beside the build for the next
        run. Leave out tests that take `most` seconds or more."""
        kept = tryout.BUILD / "mutation.json"
        known = json.loads(kept.read_text()) if kept.exists() else {}
        fit = []
        for test in self.build.tests:
            if test.measure(known, most):
                fit.append(test)
            else:
                print(f"left out: {test.name}: {test.answer}, "
                      f"{test.cpu:.1f} s", file=sys.stderr)
            kept.write_text(json.dumps(known))
        self.build.tests = fit

    def directory_tests(self, directory):
        listed = ROOT / f"tests/{directory}/{directory}.cmake"
        return set(re.findall(r"guidon_\w*test\((\w+)", listed.read_text()))

    def is_sound(self, workspace, path, test):
        """Does the test pass with the objects of the file without a fault? If it does not,
        or does not even link, its failure says nothing about a mutant."""
        if (path, test) not in self.sound:
            fault = workspace.text(path)
            workspace.put(path, path.read_bytes())
            program = workspace.program(test, path, workspace.objects(path)[0])
            self.sound[path, test] = \
                program is not None and test.fate(program) == "passed"
            workspace.put(path, fault)
            workspace.objects(path)
        return self.sound[path, test]

    def fate(self, workspace, path, order, seen, trusted):
        """Try the mutant in the directory: killed, by time, same, or survived. A
        trusted survivor runs no test; its object code must only be new."""
        made = workspace.objects(path)
        if made is None:
            return "invalid"
        objects, digest = made
        with self.lock:
            if digest in seen:
                return seen[digest]
            seen[digest] = "twice"
        for test in () if trusted else order:
            program = workspace.program(test, path, objects)
            answer = "failed" if program is None else test.fate(program)
            if answer != "passed" and not self.is_sound(workspace, path, test):
                order.leave(test)
            elif answer != "passed":
                order.found(test)
                return answer
        return "survived"

    def attempt(self, path, text, order, seen, mutant, functions):
        listed_so = listed(path, text, mutant, functions)
        if self.only is not None and listed_so not in self.only:
            return
        with self.lock:
            workspace = self.workspaces.pop()
        try:
            workspace.put(path, text[:mutant.start] + mutant.put
                      + text[mutant.end:])
            fate = self.fate(workspace, path, order, seen,
                             self.trust and listed_so in self.explained)
        finally:
            with self.lock:
                self.workspaces.append(workspace)
        if fate == "survived" and listed_so in self.explained:
            fate = "explained"
        with self.lock:
            self.fates[path][fate] += 1
            if fate == "survived":
                self.survivors.append(listed_so)
                print(survivors.LISTED.format(*listed_so), flush=True)
            elif fate == "explained":
                self.expected.add(listed_so)

    def run(self, path, chosen, functions):
        text = path.read_bytes()
        workspace = self.workspaces[0]
        unbroken = workspace.objects(path)
        seen = {unbroken[1]: "same"}
        order = tryout.Order(self.build, workspace, path,
                             self.directory_tests(directory_of(path)))
        with concurrent.futures.ThreadPoolExecutor(len(self.workspaces)) as pool:
            for done in [pool.submit(self.attempt, path, text, order, seen, m,
                                     functions) for m in chosen]:
                done.result()
        for workspace in self.workspaces:
            workspace.put(path, text)


def row(name, fates):
    killed = fates["failed"] + fates["late"]
    counted = killed + fates["explained"] + fates["survived"]
    return "{:26} {:7} {:7} {:7} {:7} {:9} {:8} {:7}".format(
        name, counted, killed, fates["late"], fates["same"] + fates["twice"],
        fates["explained"], fates["survived"],
        f"{100 * killed / counted:.1f} %" if counted else "-")


def report(campaign):
    print("\n{:26} {:>7} {:>7} {:>7} {:>7} {:>9} {:>8} {:>7}".format(
        "", "mutants", "killed", "by time", "same", "explained", "survived",
        "killed"))
    directories = collections.defaultdict(collections.Counter)
    for path, fates in campaign.fates.items():
        directories[directory_of(path)] += fates
        print(row(str(path.relative_to(ROOT)), fates))
    print()
    for directory, fates in directories.items():
        print(row(directory, fates))


def choose(paths, build, sample, seed):
    """The mutants of each file, or N of each directory, and each file's functions."""
    import mutants  # it needs libclang, which --help does not

    chosen, functions = {}, {}
    for path in paths:
        if build.of_library(path):
            chosen[path], functions[path] = mutants.of_file(
                path, build.arguments(path))
    if sample:
        pick = random.Random(seed)
        for directory in DIRECTORIES:
            every = [(p, m) for p, ms in chosen.items()
                     if directory_of(p) == directory for m in ms]
            taken = set(pick.sample(every, min(sample, len(every))))
            for path in [p for p in chosen if directory_of(p) == directory]:
                chosen[path] = [m for m in chosen[path] if (path, m) in taken]
    return {p: (ms, functions[p]) for p, ms in chosen.items() if ms}


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate", description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="FILE|DIRECTORY",
                        help="one of " + ", ".join(DIRECTORIES) + " (default: all)")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="try only N random mutants of each directory")
    parser.add_argument("--seed", type=int, default=1, metavar="S",
                        help="seed of the sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N",
                        help="mutants tried at a time (default: 2)")
    parser.add_argument("--trust", action="store_true",
                        help="run no tests for the mutants of survivors.md")
    parser.add_argument("--quick", type=float, metavar="S",
                        default=tryout.TEST_MAX,
                        help="only tests that take less of the processor's time "
                        f"({tryout.TEST_MAX} s)")
    parser.add_argument("--only", type=pathlib.Path, metavar="FILE",
                        help="try only the mutants in FILE, one a line as printed")
    parser.add_argument("--preset", choices=("release", "asan"),
                        default="release",
                        help="build whose tests run (default: release)")
    options = parser.parse_args()
    tryout.use(options.preset)
    only = options.only and set(survivors.read(options.only))
    build = tryout.Build()
    chosen = choose(files(options.names), build, options.sample, options.seed)
    explained = set(survivors.read())
    with tempfile.TemporaryDirectory(prefix="guidon-mutate-") as folder:
        workspaces = []
        for i in range(options.jobs):
            (pathlib.Path(folder) / str(i)).mkdir()
            workspaces.append(tryout.Workspace(build, pathlib.Path(folder) / str(i)))
        campaign = Campaign(build, workspaces, explained, options.trust, only)
        campaign.measure(options.quick)
        for path, (some, functions) in chosen.items():
            began = time.monotonic()
            campaign.run(path, some, functions)
            print(f"{row(str(path.relative_to(ROOT)), campaign.fates[path])}"
                  f"  {time.monotonic() - began:.0f} s", file=sys.stderr,
                  flush=True)
    report(campaign)
    if not (options.sample or options.only or options.trust) and \
            options.preset == "release":
        names = {str(p.relative_to(ROOT)) for p in chosen}
        for gone in sorted(explained - campaign.expected):
            if gone[0] in names:
                print("explained, but killed or gone:",
                      survivors.LISTED.format(*gone))
    return 1 if campaign.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
