# SPDX-License-Identifier: MIT
"""test_slow.py SOURCE_DIR TESTS: hold the table tests/slow.txt to the tests that there
are. TESTS is a file with one test a line, "NAME LABEL...", of this configuration. A row
may also name a test that this machine cannot run, if a file of CMake adds it."""

import pathlib
import re
import sys
import tempfile
import unittest

RUN_BY = {"test": set(), "all": {"all"}, "full": {"full"}}


def rows_of(text):
    """The columns of each row."""
    return [[word.strip() for word in line.split("|")] for line in text.splitlines()
            if line and not line.startswith("#")]


def added(root):
    """Patterns of the tests that files of CMake add, with a name that begins fixed."""
    names = [name for path in [*root.glob("tests/*/*.cmake"), root / "fuzz/CMakeLists.txt"]
             for name in re.findall(r"(?:add_test\(NAME|_test\()\s*([\w+-][^\s)]*)",
                                    path.read_text())]
    return [re.sub(r"\\\$\\\{\w+\\\}", "[^_]+", re.escape(name)) for name in names]


def faults(text, tests, patterns=()):
    """What is wrong with the table, for these tests and their labels."""
    found, seen = [], set()
    for row in rows_of(text):
        name = row[0]
        if len(row) != 4 or row[2] not in RUN_BY or not row[1].isdigit() or not row[3]:
            found.append(f"{name}: not \"test | seconds | test, all or full | reason\"")
            continue
        if name in seen:
            found.append(f"{name}: a second row")
        seen.add(name)
        fits = [one for one in tests if re.fullmatch(
            re.escape(name).replace(r"\*", ".*"), one)]
        if not fits and not any(re.fullmatch(pattern, name) for pattern in patterns):
            found.append(f"{name}: no test has this name")
        for one in fits:
            if not RUN_BY[row[2]] <= tests[one]:
                found.append(f"{one}: lacks the label {row[2]}")
            if row[2] == "full" and not one.endswith("_long"):
                found.append(f"{one}: only tests of CONFIGURATIONS long, which end in "
                             "_long, can be full")
    found += [f"{one}: no row runs this test in full" for one, labels in tests.items()
              if one.endswith("_long") and "full" not in labels]
    return found


class Slow(unittest.TestCase):
    def test_the_table_has_no_fault(self):
        tests = {words[0]: set(words[1:]) for words in map(str.split, LISTED)}
        self.assertGreater(len(tests), 100)
        self.assertEqual(faults((ROOT / "tests/slow.txt").read_text(), tests,
                                added(ROOT)), [])

    def test_each_fault_is_found(self):
        tests = {"a": {"all"}, "b": set(), "c_long": {"full"}}
        good = "a | 5 | all | slow\nb | 4 | test | first\n*_long | 9 | full | long\n"
        self.assertEqual(faults(good, tests), [])
        for bad in ("d | 5 | all | slow", "b | 5 | all | slow", "b | 5 | full | slow",
                    "a | 5 | all |", "a | 5 | all", "a | x | all | slow",
                    "a | 5 | gate | slow", "a | 5 | all | again\na | 5 | all | again"):
            with self.subTest(bad):
                self.assertNotEqual(faults(bad + "\n", tests), [])
        self.assertNotEqual(faults(good, {**tests, "d_long": set()}), [])

    def test_a_row_may_name_a_test_of_another_machine(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            (root / "tests/x").mkdir(parents=True)
            (root / "fuzz").mkdir()
            (root / "fuzz/CMakeLists.txt").write_text("")
            (root / "tests/x/x.cmake").write_text("add_test(NAME by_${compiler}\n  COMMAND x)")
            self.assertEqual(faults("by_cc | 5 | all | slow", {}, added(root)), [])
            self.assertNotEqual(faults("by | 5 | all | slow", {}, added(root)), [])


if __name__ == "__main__":
    ROOT = pathlib.Path(sys.argv.pop(1))
    LISTED = pathlib.Path(sys.argv.pop(1)).read_text().splitlines()
    unittest.main()
