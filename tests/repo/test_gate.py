# SPDX-License-Identifier: MIT
"""Tests of the gate in tools/gate: its tables, its scheduler, and how it counts."""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/gate"))
import changed  # noqa: E402
import ctests  # noqa: E402
import gate  # noqa: E402
import parts  # noqa: E402

import tree  # noqa: E402


def part(name, after="", budget=1.0, fetches=False):
    return parts.Part(name, "base", after, fetches, f"shows {name}", budget)


class Tables(unittest.TestCase):
    def setUp(self):
        self.table = list(parts.rows(parts.HERE / "changed.txt"))

    def test_every_file_has_a_row(self):
        names = [str(path) for path in tree.files(ROOT)]
        self.assertGreater(len(names), 1000)
        self.assertEqual(changed.parts_of(names, self.table)[1], [])

    def test_a_file_without_a_row_is_found(self):
        self.assertEqual(changed.parts_of(["new-folder/x.c"], self.table)[1],
                         ["new-folder/x.c"])

    def test_rows_name_parts_that_exist(self):
        known = set(parts.parts()) | {"-"}
        self.assertEqual({name for _, names in self.table for name in names.split()}
                         - known, set())

    def test_the_first_row_that_fits_counts(self):
        table = [("a/b/*.c", "one"), ("a/", "two"), ("*.md", "three")]
        for name, found in [("a/b/x.c", "one"), ("a/b/c/x.c", "two"), ("a/x", "two"),
                            ("x.md", "three"), ("d/x.md", None), ("ab/x", None)]:
            with self.subTest(name):
                self.assertEqual(parts.parts_of_file(name, table),
                                 found and [found])

    def test_each_part_has_a_budget_a_test_and_packages(self):
        known = parts.parts()
        self.assertEqual(set(parts.budget()), set(known))
        tests = (ROOT / "tools/dev/test.sh").read_text()
        fetched = set(re.findall(r"^fetch_(\w+)\(\)", tests, re.M))
        self.assertEqual({one.name for one in known.values() if one.fetches}, fetched)
        packages = (ROOT / "tools/packages.txt").read_text()
        for one in known.values():
            with self.subTest(one.name):
                self.assertIn(f"\ntest_{one.name}() ", tests)
                self.assertIn(f"\n{one.packages} | ", packages)
                self.assertIn(one.after, ["", *known])

    def test_the_budget_keeps_to_its_limit(self):
        self.assertLessEqual(sum(parts.budget().values()), 2900)


class Changed(unittest.TestCase):
    """In a clone of its own."""

    def run_in(self, folder, *words):
        return subprocess.run(words, cwd=folder, text=True, capture_output=True,
                              check=False)

    def test_what_differs(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            git = ["git", "-c", "user.name=n", "-c", "user.email=e"]
            (folder / "tools").mkdir()
            (folder / "tools/gate").symlink_to(parts.HERE)
            # The module is read through the link, so it looks at this folder.
            script = ("import sys; sys.path.insert(0, 'tools/gate'); import parts, changed;"
                      "import pathlib; parts.ROOT = pathlib.Path('.'); changed.main()")
            run = [sys.executable, "-B", "-c", script]
            for path in ["src/x.c", "README.md", ".gitignore"]:
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text("old")
            self.run_in(folder, "git", "init", "-q", "-b", "main")
            self.run_in(folder, *git, "add", "src", "README.md", ".gitignore")
            self.run_in(folder, *git, "commit", "-qm", "first")
            done = self.run_in(folder, *run)
            self.assertIn("name a commit", done.stderr)
            self.assertEqual(done.returncode, 1)
            (folder / ".gitignore").write_text("tools\n")
            done = self.run_in(folder, *run, "--since", "HEAD")
            self.assertEqual((done.returncode, done.stdout.strip()), (0, ""))
            (folder / "src/y.c").write_text("untracked")
            done = self.run_in(folder, *run, "--since", "HEAD")
            self.assertIn("core", done.stdout.split())
            self.assertIn("sanitizers", done.stdout.split())
            (folder / "other.c").write_text("no row")
            done = self.run_in(folder, *run, "--since", "HEAD")
            self.assertEqual(done.returncode, 2)
            self.assertIn("no row for other.c", done.stderr)


# A process that works for 0.2 CPU seconds after its own first thread has ended, as a JVM
# does that gives its memory back. Its parent ends before that.
OUTLIVED = """
import ctypes, os, threading, time
def work():
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass
    os._exit(0)
threading.Thread(target=work).start()
ctypes.CDLL(None).pthread_exit(None)
"""


class Schedule(unittest.TestCase):
    """With parts of the test's own, each a line of shell."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = pathlib.Path(held.name)
        self.ci = os.environ.pop("CI", None)
        self.addCleanup(lambda: self.ci is None or os.environ.update(CI=self.ci))

    def gate(self, rows, slots=2, loop=1.0):
        """Run parts: name, what to run, after, budget. The status, what was printed, and
        the runs."""
        wanted = [part(name, after, budget) for name, _, after, budget in rows]
        lines = {name: line for name, line, _, _ in rows}
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            done = gate.schedule(wanted, self.folder, slots,
                                 lambda one: ["sh", "-c", lines[one.name]])
            status = gate.verdict(wanted, done, loop, time.monotonic())
        return status, out.getvalue(), done

    def test_all_pass(self):
        status, text, _ = self.gate([("a", ":", "", 1), ("b", ":", "", 1)])
        self.assertEqual(status, 0)
        self.assertIn("\n2 passed, 0 failed, 0 skipped\n", text)

    def test_a_failure_shows_its_output_and_fails_the_gate(self):
        status, text, _ = self.gate([("a", "echo the reason; exit 3", "", 1),
                                     ("b", ":", "", 1)])
        self.assertEqual(status, 1)
        self.assertIn("the reason", text)
        self.assertIn("\n1 passed, 1 failed, 0 skipped\n", text)

    def test_a_signal_is_a_failure(self):
        self.assertEqual(self.gate([("a", "kill -9 $$", "", 1)])[0], 1)

    def test_a_part_waits_for_the_one_before(self):
        mark = self.folder / "mark"
        status, _, _ = self.gate([("late", f"test -e {mark}", "early", 9),
                                  ("early", f"sleep 0.3; touch {mark}", "", 1)])
        self.assertEqual(status, 0)

    def test_a_part_is_not_started_after_a_failure(self):
        status, text, done = self.gate([("late", ":", "early", 1),
                                        ("later", ":", "late", 1),
                                        ("early", "false", "", 1)])
        self.assertEqual((status, set(done)), (1, {"early"}))
        self.assertIn("late: not started", text)
        self.assertIn("\n0 passed, 3 failed, 0 skipped\n", text)

    def test_what_did_not_run_is_named_and_is_no_success(self):
        status, text, _ = self.gate([
            ("a", "echo 'not run: the browser (./dev setup page)'; exit 77", "", 1),
            ("b", "echo '   left out: fish (package fish: not installed)'", "", 1)])
        self.assertEqual(status, 0)
        self.assertIn("not run: a: the browser", text)
        self.assertIn("not run: b: fish", text)
        self.assertIn("\n1 passed, 0 failed, 1 skipped\n", text)
        self.assertEqual(self.gate([("a", "exit 77", "", 1)])[0], 1)

    def test_the_largest_budget_starts_first(self):
        _, text, _ = self.gate([("small", ":", "", 1), ("large", ":", "", 5)], slots=1)
        self.assertLess(text.index("== large:"), text.index("== small:"))

    def test_what_others_wait_for_starts_before_a_larger_part(self):
        _, text, _ = self.gate([("large", ":", "", 5), ("last", ":", "middle", 3),
                                ("middle", ":", "early", 2), ("early", ":", "", 1)],
                               slots=1)
        order = [text.index(f"== {name}: shows")
                 for name in ("early", "large", "middle", "last")]
        self.assertEqual(order, sorted(order))

    def test_above_the_budget_ci_alone_fails(self):
        rows = [("a", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", "", 1e-3)]
        self.assertEqual(self.gate(rows)[0], 0)
        os.environ["CI"] = "true"
        self.addCleanup(os.environ.pop, "CI", None)
        status, text, _ = self.gate(rows)
        self.assertEqual(status, 1)
        self.assertIn("of their budget", text)
        # A loop that is slower by as much allows as much more.
        self.assertEqual(self.gate(rows, loop=1e6)[0], 0)

    def test_what_is_left_behind_is_ended_and_counted(self):
        _, text, done = self.gate([
            ("a", "(i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; exec sleep 999) &",
             "", 1)])
        if sys.platform == "linux":
            self.assertIn(done["a"].left, (["sleep"], ["sh"]))
        self.assertGreater(done["a"].cpu, 0.05)
        self.assertIn("left processes behind", text)

    @unittest.skipUnless(sys.platform == "linux", "others do not hand orphans on")
    def test_a_process_whose_first_thread_has_ended_counts(self):
        _, _, done = self.gate([("a", f"{sys.executable} -c '{OUTLIVED}' & true", "", 1)])
        self.assertGreater(done["a"].cpu, 0.05)


class Loop(unittest.TestCase):
    """The fixed loop, with a short program in the place of loop.c."""

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.loop = gate.Loop.__new__(gate.Loop)
        self.loop.program = pathlib.Path(held.name) / "loop"
        self.loop.spent, self.loop.process, self.loop.first = [], None, 7.0
        self.write(":")

    def write(self, line):
        self.loop.program.write_text(f"#!/bin/sh\n{line}\n")
        self.loop.program.chmod(0o755)

    def test_without_a_run_beside_the_parts_the_first_one_counts(self):
        self.assertEqual(self.loop.seconds(), 7.0)

    def test_the_mean_of_all_runs_counts(self):
        self.loop.spent = [1.0, 3.0]
        self.assertEqual(self.loop.seconds(), 2.0)

    def test_a_run_costs_the_cpu_seconds_of_all_shares(self):
        self.write("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done")
        before = os.times()
        self.loop.run()
        after = os.times()
        spent = (after.children_user - before.children_user +
                 after.children_system - before.children_system)
        self.assertAlmostEqual(self.loop.spent[0], gate.SHARES * spent, delta=0.2)
        self.assertGreater(self.loop.spent[0], 0.01)

    def test_runs_follow_each_other_at_intervals(self):
        clock = [100.0]
        saved, gate.time.monotonic = gate.time.monotonic, lambda: clock[0]
        self.addCleanup(setattr, gate.time, "monotonic", saved)
        self.loop.run()
        self.loop.watch()
        self.assertIsNone(self.loop.process)
        clock[0] += gate.BETWEEN + 1
        self.loop.watch()
        self.assertIsNotNone(self.loop.process)
        self.loop.seconds()
        self.assertEqual(len(self.loop.spent), 2)

    def test_a_run_that_fails_does_not_count(self):
        self.write("exit 1")
        self.loop.run()
        self.assertEqual(self.loop.spent, [])


class Programs(unittest.TestCase):
    """What a ctest test needs built."""

    def test_paths(self):
        build = pathlib.Path("/b/release")
        words = ["/b/release/tests/test_v7", "PATH=path_list_prepend:/b/release/cli",
                 "/b/released/x", "A=/b/release/a:/b/release/c", "/b/release"]
        self.assertEqual(ctests.paths_in(words, build),
                         {"/b/release/tests/test_v7", "/b/release/cli", "/b/release/a",
                          "/b/release/c", "/b/release"})

    def test_commands_of_all_configurations(self):
        with tempfile.TemporaryDirectory() as name:
            build = pathlib.Path(name)
            (build / "CTestTestfile.cmake").write_text(
                'add_test([=[one]=] "/b/tool")\n'
                'if(CTEST_CONFIGURATION_TYPE MATCHES "^([Ll][Oo][Nn][Gg])$")\n'
                '  add_test([=[one_long]=] "/b/tool" "1000")\nendif()\n')
            self.assertEqual(ctests.commands(build),
                             {"one": ["/b/tool"], "one_long": ["/b/tool", "1000"]})

    def test_results_of_ctest(self):
        for line, found in [
                ("  1/9 Test #24: v7 ....   Passed    0.61 sec\n", ("v7", "Passed", "0.61")),
                ("10/10 Test #3: a_b ...***Failed    2.00 sec\n", ("a_b", "Failed", "2.00")),
                ("10/10 Test #3: a ...***Exception: SegFault  0.10 sec\n",
                 ("a", "Exception: SegFault", "0.10")),
                ("1/1 Test #3: a ...***Not Run (Disabled)   0.00 sec\n",
                 ("a", "Not Run (Disabled)", "0.00"))]:
            with self.subTest(line):
                self.assertEqual(ctests.RESULT.match(line).groups(), found)


class Help(unittest.TestCase):
    """`./dev COMMAND --help` of every command, and of the parts with a help of their own."""

    def test_every_command_answers(self):
        text = subprocess.run([ROOT / "dev", "--help"], capture_output=True, text=True,
                              check=True).stdout
        commands = re.findall(r"^  ([a-z]+)\b", text, re.M)
        self.assertIn("reproducible", commands)
        asked = [[name] for name in commands if name != "help"]
        asked += [["test", name] for name in ("bare", "python", "changed", "core")]
        for words in asked:
            with self.subTest(words=words):
                run = subprocess.run([ROOT / "dev", *words, "--help"], text=True,
                                     capture_output=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertIn(words[-1], run.stdout)


if __name__ == "__main__":
    unittest.main()
