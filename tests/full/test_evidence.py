# SPDX-License-Identifier: MIT
"""test_evidence.py SOURCE_DIR: the table of campaigns has the form that evidence.py reads, and
a row whose files changed after its run is shown as such."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import evidence
import full

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
# What a release needs evidence of, by the names of its rows.
RUNS = [
    "fuzz", "soak", "virtual machine", "coverage", "prove contracts", "prove bits",
    "prove models", "statistics", "differential", "differential sources", "python",
    "gate, Debian 12", "gate, Debian 13", "release", "release, tried", "reproducible", "site",
    "bench",
]  # fmt: skip
SYSTEMS = ["aarch64", "riscv64", "s390x", "i686", "musl", "mingw"]
PAGE = """# Evidence

{head}
|---|---|---|---|---|---|---|
| fuzz | `./dev fuzz` | `src` `fuzz/a.c` | not run on this tree | - | - | - |
| soak | `./dev soak` | `src/x` | 3 ids | 2026-11-21 | 0123abcd* | - |

The end.
"""
# why, a cell of the row of fuzz, what takes its place, part of the report
BAD = [
    ("another program", "`./dev fuzz`", "`fuzz.py`", "is no command"),
    ("no such command", "`./dev fuzz`", "`./dev fuss`", "is no command"),
    ("no files", "`src` `fuzz/a.c`", "all", "names no files"),
    ("a missing file", "`fuzz/a.c`", "`fuzz/b.c`", "there is no fuzz/b.c"),
    ("a date and no run", "| - | - | - |", "| 2026-11-21 | - | - |", "was not run"),
    ("a date in words", "| - | - | - |", "| today | - | - |", "is no date"),
    ("a short commit", "| - | - | - |", "| - | 0123 | - |", "is no commit"),
    ("a short hash", "| - | - | - |", "| - | - | 0123 |", "is no hash"),
    ("a hash of no commit", "| - | - | - |", "| - | - | 0123456789ab |", "a hash is that of"),
    ("a hash of a later commit", "not run on this tree | - | - | - |",
     "ok | 2026-11-21 | 0123abcd* | 0123456789ab |", "a hash is that of"),
    ("nothing found", "not run on this tree", "", "does not say"),
    ("a name twice", "| soak |", "| fuzz |", "two rows"),
]  # fmt: skip


class Evidence(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.page = PAGE.format(head=evidence.HEAD)
        for name, text in [("src/x/a.c", "1"), ("fuzz/a.c", "2"), (evidence.PAGE, self.page)]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        done = subprocess.run(
            ["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@a.test", *words],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a")
        return self.git("rev-parse", "HEAD")

    def faults(self, text):
        return "\n".join(evidence.faults(self.root, text, {"fuzz", "soak"}))

    def states(self):
        rows = evidence.read((self.root / evidence.PAGE).read_text())
        return {row.run: evidence.state(self.root, row) for row in rows}

    def test_the_form(self):
        self.assertEqual(self.faults(self.page), "")
        for why, old, new, said in BAD:
            with self.subTest(why):
                self.assertIn(said, self.faults(self.page.replace(old, new, 1)))
        with self.assertRaisesRegex(ValueError, "expected 7 cells"):
            evidence.read(self.page.replace("| not run on this tree", ""))

    def test_a_run_is_recorded_and_becomes_old(self):
        self.assertEqual(self.states(), {"fuzz": "not run", "soak": "no hash on record"})
        evidence.record(self.root, "fuzz", "5 inputs, no fault")
        self.commit()
        text = (self.root / evidence.PAGE).read_text()
        self.assertIn(f"| 5 inputs, no fault | {evidence.datetime.date.today()} | ", text)
        self.assertEqual(self.faults(text), "")
        self.assertEqual(self.states()["fuzz"], "current")
        (self.root / "other").write_text("3")
        self.commit()
        self.assertEqual(self.states()["fuzz"], "current")
        (self.root / "src/x/b.c").write_text("4")
        self.commit()
        self.assertEqual(self.states()["fuzz"], "older than its files")
        # The hash must be that of the commit which the row names.
        other = text.replace(evidence.read(text)[0].hash, "0123456789ab")
        self.assertIn("have another hash", self.faults(other))

    def test_the_page_itself_makes_no_run_old(self):
        page = self.root / evidence.PAGE
        page.write_text(self.page.replace("`src` `fuzz/a.c`", "`.`"))
        self.commit()
        evidence.record(self.root, "fuzz", "all is well")
        self.commit()
        self.assertEqual(self.states()["fuzz"], "current")

    def test_what_is_not_recorded(self):
        with self.assertRaisesRegex(SystemExit, 'no run "els"'):
            evidence.record(self.root, "els", "a")
        for found in ["", "a | b", "a\nb"]:
            with self.assertRaisesRegex(SystemExit, "one line"):
                evidence.record(self.root, "fuzz", found)
        (self.root / "src/x/a.c").write_text("changed")
        with self.assertRaisesRegex(SystemExit, "not those of the last commit:\n M src/x/a.c"):
            evidence.record(self.root, "fuzz", "a")


class Page(unittest.TestCase):
    """The page of this repository."""

    def setUp(self):
        self.text = (ROOT / evidence.PAGE).read_text()

    def test_the_form(self):
        commands = full.commands_of(ROOT / "tools/dev")
        if subprocess.run(["git", "-C", ROOT, "rev-parse"], capture_output=True).returncode:
            self.skipTest("an archive has no commits")
        self.assertEqual(list(evidence.faults(ROOT, self.text, commands)), [])

    def test_every_campaign_has_a_row(self):
        modules = [path.name for path in (ROOT / "src").iterdir() if path.is_dir()]
        wanted = {*RUNS, *(f"mutate {name}" for name in modules),
                  *(f"cross {name}" for name in SYSTEMS)}  # fmt: skip
        self.assertEqual(wanted - {row.run for row in evidence.read(self.text)}, set())


if __name__ == "__main__":
    unittest.main()
