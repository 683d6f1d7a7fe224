# SPDX-License-Identifier: MIT
"""Shows that the tests find faults: mutants of the whole product, drawn by a fixed seed,
and planted faults, one for each part of ./dev test all.

    sample.py --list [-n 50] [--seed 1]         print the mutants that are drawn
    sample.py --run [NUMBER...] [--from FILE]   put each into a copy of the tree, and run
                                                tests until one fails
    sample.py --plant [PART...] [--changed]     plant a fault for each part, and check
                                                that the part fails
    sample.py --check                           check that every planted fault fits

--run needs a copy of the tree: --commit makes one below build/mutation, and --tree names
one. The tests that run are those of that tree, so the same mutants can be tried on the
tests of two commits. A mutant of library, headers, tool or libuuid runs the tests of
ctest, the likely ones first; --preset asan runs those with sanitizers. A mutant of a
binding or extension runs `./dev test PART`. With --from, the mutants come from a file
that --list wrote, and the results go into it.

Run this with Debian's own Python, which has libclang:
/usr/bin/python3 -B tests/mutation/sample.py
"""

import argparse
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import draw
import plants
from draw import ROOT

sys.path.insert(0, str(ROOT / "tools/gate"))
import ctests

DATA_MAX = 12 << 30  # bytes of memory of a process, without sanitizers
WALL_MAX = 3600      # seconds for the tests of one command
TEST_MAX = 300       # seconds for one test of ctest
CHEAP = 1            # second: tests of the file's own name that take less come first
BUILD = "the build"
# Warnings are errors in some builds. A mutant is not killed by these.
WARNINGS = ("pragmas", "all", "extra", "unused", "unused-parameter", "unused-variable",
            "unused-but-set-variable", "unused-but-set-parameter", "unused-function",
            "unused-value", "unused-const-variable", "parentheses", "type-limits",
            "conversion", "sign-conversion", "sign-compare", "empty-body",
            "return-type", "implicit-fallthrough", "logical-op", "maybe-uninitialized",
            "array-bounds", "overflow", "shift-count-overflow", "div-by-zero")

# The commands of a binding or extension, by place: `./dev test` and these words.
PLACES = {
    "postgresql": ["postgresql -x"], "sql": ["postgresql -x"],
    "sqlite": ["sqlite -x"], "duckdb": ["duckdb -x"],
    "python (C)": ["python --on 3.{} -x", "python -x"],
    "python": ["python --on 3.{} -x", "python -x", "spark -x"],
    "npm": ["npm"], "wasm": ["npm", "page"], "page": ["page"], "etcd": ["etcd -x"],
}
# Which tests are likely to see a fault in a folder, besides those of its own name.
FAMILIES = {
    "cli": r"^cli_|scanner|json", "cli/page": r"^page_", "include": r"cpp|inline",
    "cli/table": r"manual|help|completions", "cli/audit": r"audit", "cli/term": r"progress",
    "cli/sort": r"sort|dedupe|unique|radix|id_set|duplicates", "cli/stats": r"stat|audit",
    "bindings/libuuid": r"libuuid", "src/hash": r"hash|name|keys", "src/host": r"host|none",
    "src/random": r"stream|cipher|entropy",
}
# How the tests name what failed, in the order of the patterns.
FAILED = [r"^\s*\d+ - (\S+) \(", r"^_{3,} (?:ERROR at \w+ of )?(.+?) _{3,}$", r"^failed: (.+)",
          r"^\s*(?:not ok \d+ - |✖ )(?!failing tests)(.+?)(?: \([\d.]+ms\))?$",
          r"^(.*\b[Ee]rror\b.*)$"]


class Result:
    """What became of a command: its status, its output, and its CPU seconds."""

    def __init__(self, command, folder, limits=False):
        def limit():
            os.nice(19)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if limits:
                resource.setrlimit(resource.RLIMIT_DATA, (DATA_MAX, DATA_MAX))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        # A file takes the output, because a process that a test leaves behind could keep
        # a pipe open.
        with tempfile.TemporaryFile("w+", errors="replace") as out, \
                subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                 stdout=out, stderr=subprocess.STDOUT,
                                 start_new_session=True, preexec_fn=limit) as child:
            late = False
            try:
                child.wait(WALL_MAX)
            except subprocess.TimeoutExpired:
                late = True
            try:
                os.killpg(child.pid, signal.SIGKILL)  # and what it left running
            except ProcessLookupError:
                pass
            child.wait()
            out.seek(0)
            self.text = f"ERROR over {WALL_MAX} s" if late else out.read()
        self.passed = not late and child.returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu = (after.ru_utime + after.ru_stime -
                    before.ru_utime - before.ru_stime)

    def failed(self):
        """The first test that failed."""
        for pattern in FAILED:
            found = re.search(pattern, self.text, re.M)
            if found:
                return found[1].strip()[:100]
        return (self.text.strip().splitlines() or ["no output"])[-1][:100]


class Tests:
    """The tests of ctest in one build of a tree."""

    def __init__(self, tree, preset):
        self.tree, self.preset, self.build = tree, preset, tree / "build" / preset
        if not (self.build / "build.ninja").exists():
            self.must("cmake", "--preset", preset)
        if not (self.build / "Testing/Temporary/CTestCostData.txt").exists():
            print(f"   building {self.build}", file=sys.stderr, flush=True)
            self.must("ninja", "-C", str(self.build), "-j2")
        self.needs = {test.name: test.needs
                      for test in ctests.chosen(self.build, ["-LE", "^full$"])}
        self.costs = self.known_costs()

    def must(self, *command):
        done = subprocess.run(command, cwd=self.tree, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(f"sample: {' '.join(command)}: {done.stdout[-2000:]}")
        return done.stdout

    def known_costs(self):
        path = self.build / "Testing/Temporary/CTestCostData.txt"
        rows = [line.split() for line in path.read_text().splitlines()] \
            if path.exists() else []
        return {row[0]: float(row[2]) for row in rows if len(row) == 3}

    def groups(self, path):
        """The tests in groups, the most likely to fail on this file first."""
        name = pathlib.PurePath(path)
        stem = re.sub(r"_(scalar|x86|many|avx2|avx512\w*|sse41|neon|lanes)$", "", name.stem)
        folder = str(name.parent)
        family = next((FAMILIES[one] for one in (folder, folder.split("/")[0])
                       if one in FAMILIES), None)
        listed = ROOT / f"tests/{name.parent.name}/{name.parent.name}.cmake"
        own = set(re.findall(r"guidon_\w*test\((\w+)", listed.read_text())) \
            if listed.exists() else set()
        order = []
        for test in self.needs:
            near = test in own or family and re.search(family, test)
            cost = self.costs.get(test, 1)
            order.append((0 if stem in test and cost < CHEAP else 1 if near else 2,
                          cost, test))
        order.sort()
        near = [test for rank, _, test in order if rank < 2]
        rest = [test for rank, _, test in order if rank == 2]
        return [near[at:at + 8] for at in range(0, len(near), 8)] + \
            [rest[at:at + 40] for at in range(0, len(rest), 40)]

    def built(self, names):
        done = Result(["ninja", "-C", str(self.build), "-j1", *sorted(names)], self.tree)
        return done.passed, done

    def ran(self, tests):
        wanted = "|".join(map(re.escape, tests))
        return Result(["ctest", "--test-dir", str(self.build), "-j1",
                       "--stop-on-failure", "--timeout", str(TEST_MAX), "-R",
                       f"^({wanted})$"], self.tree, limits=self.preset == "release")

    def fate(self, path):
        """What kills the mutant that is in the tree: (killer or None, CPU seconds)."""
        spent, groups = 0, self.groups(path)
        for group in groups:
            names = set().union(*[self.needs[test] for test in group])
            if group and group is groups[-1]:
                names = {"all"}
            passed, done = self.built(names) if names else (True, None)
            spent += done.cpu if done else 0
            if not passed:
                return BUILD, spent
            done = self.ran(group) if group else None
            spent += done.cpu if done else 0
            if done and not done.passed:
                return done.failed(), spent
        return None, spent

    def passes(self, test):
        """Does this test pass in the tree as it is?"""
        return self.built(self.needs.get(test, set()))[0] and self.ran([test]).passed


class Copy:
    """A copy of the tree, in which the mutants are tried."""

    def __init__(self, tree):
        self.tree = tree
        self.tests, self.good = {}, set()

    def dev(self, words):
        """`./dev test WORDS`. Before the gate had parts, etcd and Spark were parts of
        `scale`."""
        words = words.format(sys.version_info[1]).split()
        if not (self.tree / "tools/gate").exists() and words[0] in ("etcd", "spark"):
            words = ["scale", *words]
        return Result([str(self.tree / "dev"), "test", *words], self.tree)

    def build(self, presets):
        """Build the tests of ctest without a fault."""
        for preset in presets:
            if preset not in self.tests:
                self.tests[preset] = Tests(self.tree, preset)

    def in_tests(self, preset, drawn):
        return self.tests[preset].fate(drawn.path)

    def try_face(self, drawn):
        spent = 0
        for words in PLACES[drawn.place]:
            if words.startswith("spark") and "/spark/" not in drawn.path:
                continue
            done = self.dev(words)
            spent += done.cpu
            if not done.passed:
                return f"./dev test {words.split()[0]}: {done.failed()}", spent
        return None, spent

    def try_one(self, drawn, presets):
        """Put a mutant into the copy and run tests: the result in words."""
        path = self.tree / drawn.path
        source = path.read_text()
        text = drawn.put(source)
        if text is None:
            return f"not run: {drawn.path} has no such lines"
        part = drawn.place in PLACES
        for words in PLACES[drawn.place] if part else []:
            if words not in self.good and (
                    "spark" not in words or "/spark/" in drawn.path):
                done = self.dev(words)
                if not done.passed:
                    return f"not run: ./dev test {words} fails without the fault: " \
                           f"{done.failed()}"
                self.good.add(words)
        if not part:
            self.build(presets)
        is_c = path.suffix in (".c", ".h")
        path.write_text(without_warnings(text) if part and is_c else text)
        try:
            if part:
                killer, spent = self.try_face(drawn)
            else:
                killer, spent = None, 0
                for preset in presets:
                    killer, more = self.in_tests(preset, drawn)
                    spent += more
                    if killer == BUILD:
                        path.write_text(without_warnings(text))
                        killer, more = self.in_tests(preset, drawn)
                        spent += more
                    if killer:
                        break
        finally:
            path.write_text(source)
        if killer == BUILD:
            return "invalid: the compiler refuses it"
        if killer in (self.tests[preset].needs if not part else ()) and \
                not self.tests[preset].passes(killer):
            return f"not run: {killer} fails without the fault"
        what = f"killed by {killer}" if killer else "survived"
        return f"{what}, {spent:.0f} s"


def without_warnings(text):
    """A text of C or C++ for which the compiler prints no warning."""
    return "".join(f'#pragma GCC diagnostic ignored "-W{name}"\n'
                   for name in WARNINGS) + text


def copy_of(commit):
    """A work tree of a commit below build/mutation."""
    name = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", commit], text=True,
                          stdout=subprocess.PIPE, check=False).stdout.strip()
    if not name:
        sys.exit(f"sample: no commit \"{commit}\" in this clone")
    tree = ROOT / "build/mutation" / name
    if not tree.exists():
        tree.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", "--quiet",
                        str(tree), commit], check=True)
    return tree


def run(options, copy):
    drawn = draw.read(options.source) if options.source else \
        draw.draw(options.count, options.seed)
    known, alive = {one.number: one for one in drawn}, 0
    wrong = [str(number) for number in options.numbers if number not in known]
    if wrong:
        sys.exit(f"sample: no mutant {', '.join(wrong)}; there are 1 to {len(drawn)}")
    for number in options.numbers or known:
        one, began = known[number], time.monotonic()
        one.result = copy.try_one(one, options.preset.split(","))
        alive += not one.result.startswith(("killed", "invalid"))
        print(f"{one.text()}({time.monotonic() - began:.0f} s)", flush=True)
        if options.source:
            options.source.write_text("\n".join(each.text() for each in drawn))
    return 1 if alive else 0


def try_plant(plant, copy, options):
    """Plant a fault in the copy: what went wrong, or an empty text."""
    path = copy.tree / plant.path
    source = path.read_text()
    if source.count(plant.before) != 1:
        return f"{plant.path} has the text not once"
    path.write_text(source.replace(plant.before, plant.after))
    try:
        picked = subprocess.run(
            [sys.executable, "-B", "tools/gate/changed.py", "--since", "HEAD"],
            cwd=copy.tree, text=True, stdout=subprocess.PIPE, check=False).stdout
        if plant.part not in picked.split():
            return f"./dev test changed does not run {plant.part}: {picked.strip()}"
        if options.picked:
            return ""
        done = copy.dev("changed --since HEAD" if options.changed else plant.part)
        log = copy.tree / f"build/plant-{plant.part}.log"
        log.write_text(done.text)
        if done.passed:
            return "no test fails"
        # The status alone does not say that a test found the fault, and which part did.
        if not re.search(plant.sign, done.text):
            return f"it fails, but {log} does not show \"{plant.sign}\""
    finally:
        path.write_text(source)
    return ""


def plant_all(options, copy):
    unknown = set(options.parts) - {plant.part for plant in plants.PLANTS}
    if unknown:
        sys.exit(f"sample: no planted fault for {', '.join(sorted(unknown))}; there are: "
                 f"{' '.join(plant.part for plant in plants.PLANTS)}")
    good = "the part would run" if options.picked else "found"
    bad = 0
    for plant in plants.PLANTS:
        if options.parts and plant.part not in options.parts:
            continue
        wrong = try_plant(plant, copy, options)
        bad += bool(wrong)
        print(f"{plant.part:<12} {plant.path}: {wrong or good}", flush=True)
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--list", action="store_true")
    what.add_argument("--run", dest="numbers", nargs="*", type=int, metavar="NUMBER")
    what.add_argument("--plant", dest="parts", nargs="*", metavar="PART")
    what.add_argument("--check", action="store_true")
    parser.add_argument("-n", dest="count", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="source", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--commit", default="HEAD",
                        help="the commit whose tests run (default: HEAD)")
    parser.add_argument("--tree", type=pathlib.Path,
                        help="a copy that is there; files in it are changed")
    parser.add_argument("--preset", default="release", metavar="PRESET,...",
                        help="builds whose tests run one after another")
    parser.add_argument("--changed", action="store_true",
                        help="run ./dev test changed instead of ./dev test PART")
    parser.add_argument("--picked", action="store_true",
                        help="only check that ./dev test changed would run the part")
    options = parser.parse_args()
    if options.check:
        wrong = list(plants.misfits(ROOT))
        print("\n".join(wrong), end="\n" if wrong else "")
        return 1 if wrong else 0
    if options.list:
        print("\n".join(one.text() for one in draw.draw(options.count, options.seed)),
              end="")
        return 0
    # A fault never stays in the copy.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    tree = (options.tree or copy_of(options.commit)).resolve()
    if tree == ROOT:
        sys.exit("sample: --tree must be a copy, because its files are changed")
    copy = Copy(tree)
    return run(options, copy) if options.numbers is not None else \
        plant_all(options, copy)


if __name__ == "__main__":
    sys.exit(main())
