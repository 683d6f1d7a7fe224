# SPDX-License-Identifier: MIT
"""Tests how full.py reads the output of a row: it must never miss a failure."""

import pathlib
import tempfile
import unittest

import full

CTEST = ("12/15 Test #96: repo_man3 ......***Failed    0.75 sec\n"
         "13/15 Test #97: hex_arm .........***Skipped   0.01 sec\n"
         "87% tests passed, 2 tests failed out of 15\n")
CROSS = "i686: hex: status 139\nwhat it said\ni686: 40 tests are right\n"

# why, status, output, right, wrong, skipped
OUTCOMES = [
    ("ctest: two failed and one skipped", 8, CTEST, 12, 2, 1),
    ("ctest: all passed", 0, "100% tests passed, 0 tests failed out of 7\n",
     7, 0, 0),
    ("several runs of ctest", 0,
     "100% tests passed, 0 tests failed out of 7\n" * 2, 14, 0, 0),
    ("the sums of ./dev test", 1, "   3 of 3  FAILED x\n5 passed, 1 failed, 2 skipped\n",
     5, 1, 2),
    ("the sums of two builds", 0, "5 passed, 0 failed\n7 passed, 0 failed, 0 skipped\n",
     12, 0, 0),
    ("another system's tests", 1, CROSS, 40, 1, 0),
    ("the build fails before the first test", 1, "error: no such file\n", None, 1, 0),
    ("the command fails after its tests passed", 2,
     "s390x: 40 tests are right\n", 40, 1, 0),
    ("the command counts nothing", 0, "proved\n", None, 0, 0),
]


class Full(unittest.TestCase):
    def test_outcomes(self):
        for why, status, text, right, wrong, skipped in OUTCOMES:
            with self.subTest(why):
                self.assertEqual(full.outcome(status, text),
                                 {"right": right, "wrong": wrong,
                                  "skipped": skipped})

    def test_the_table_tells_what_was_not_run(self):
        done = {"all": {"right": 7, "wrong": 1, "skipped": 2, "seconds": 3}}
        lines = full.table(done).splitlines()
        self.assertEqual(len(lines), 2 + len(full.ROWS))
        self.assertIn("| 7 | 1 | 2 | 3 s |", lines[2])
        self.assertIn("not run", lines[3])

    def test_the_scale_of_several_machines_is_a_row(self):
        """In the long form, for every name that ./dev test scale knows."""
        rows = [row for row in full.ROWS if row.command[:2] == ("test", "scale")]
        self.assertEqual([row.command[2:] for row in rows], [("--long",)])
        tests = pathlib.Path(full.__file__).parents[2] / "tools/dev/test.sh"
        self.assertIn("\ntest_scale() {", tests.read_text())

    def test_a_row_runs_and_is_judged(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tools/dev").mkdir(parents=True)
            (root / "tools/dev/test.sh").write_text("cmd_test() { :; }\n")
            (root / "dev").write_text("#!/bin/sh\n"
                                      f"echo 'i686: {len(folder)} tests are "
                                      "right'\necho i686: v7: status 1; exit 1\n")
            (root / "dev").chmod(0o700)
            self.assertTrue(full.main(root, ["i686"]))
            table = (root / "build/full/table.md").read_text()
            self.assertIn(f"| {len(folder)} | 1 | 0 |", table)
            self.assertEqual(full.commands_of(root / "tools/dev"), {"test"})


if __name__ == "__main__":
    unittest.main()
