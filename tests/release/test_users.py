# SPDX-License-Identifier: MIT
"""How ./dev test release judges a release: what it lacks, what nobody tries, and what fails.
The kinds themselves need a real release, browsers and servers; ./dev test full runs them."""

import hashlib
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "packaging/release"), str(ROOT / "packaging"),
                str(ROOT / "tests/support"), str(ROOT / "tests/release/users")]  # fmt: skip
import bare  # noqa: E402
import parts  # noqa: E402
import run  # noqa: E402
import sums  # noqa: E402
import trial  # noqa: E402

SAYS_WELL = "#!/bin/sh\necho the folder is whole\n"


class Users(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.release = pathlib.Path(folder.name)
        self.lines = []

    def write(self, **files):
        """A release with these files, and its sums."""
        rows = ["# DRAFT"]
        for name, text in files.items():
            name = name.replace("_sh", ".sh").replace("_", "-")
            (self.release / name).write_text(text)
            rows.append(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}")
        (self.release / "SHA256SUMS").write_text("\n".join(rows) + "\n")

    def tried(self, kinds, names=()):
        return run.tried(self.release, names, kinds, self.lines.append)

    def kind(self, name, result):
        def attempt(place):
            place.files(f"the file of {name}", rf"{name}-.*")
            if isinstance(result, Exception):
                raise result
            return result

        return trial.Kind(name, (), attempt)

    def test_every_part_of_a_release_is_used(self):
        used = {part for kind in run.KINDS for part in kind.parts}
        self.assertEqual({part.name for part in parts.TABLE}, used)

    def test_every_kind_has_a_name_of_its_own(self):
        names = [kind.name for kind in run.KINDS]
        self.assertEqual(len(names), len(set(names)))

    def test_every_script_for_an_empty_debian_is_a_kind(self):
        scripts = {path.stem for path in bare.RUN.parent.glob("*.sh")} - {"run"}
        self.assertEqual(scripts, set(bare.SCRIPTS))
        for script in scripts:
            subprocess.run(["sh", "-n", bare.RUN.with_name(f"{script}.sh")], check=True)

    def test_results(self):
        self.write(good_1="a", bad_1="b", other="c")
        counts = self.tried([
            self.kind("good", "it works"), self.kind("bad", trial.Failed("it crashes")),
            self.kind("gone", "unseen"), self.kind("good", trial.NotTried("no browser")),
        ])  # fmt: skip
        self.assertEqual(counts, {"passed": 1, "FAILED": 1, "not tried": 2})
        text = "\n".join(self.lines)
        for said in ["passed    good", "it works", "FAILED    bad", "it crashes",
                     "not tried gone", "the release lacks the file of gone", "no browser",
                     "not tried other: no kind used this file",
                     "1 passed, 1 failed, 2 skipped"]:  # fmt: skip
            self.assertIn(said, text)
        self.assertNotIn("not tried good-1", text)
        self.assertNotIn("not tried bad-1", text)

    def test_some_kinds(self):
        self.write(good_1="a", other="c")
        counts = self.tried([self.kind("good", "it works"), self.kind("bad", "it works")], ["good"])
        self.assertEqual(counts, {"passed": 1, "FAILED": 0, "not tried": 0})
        with self.assertRaisesRegex(SystemExit, 'no kind "els"'):
            self.tried([self.kind("good", "it works")], ["els"])

    def test_a_folder_that_is_no_release(self):
        with self.assertRaisesRegex(SystemExit, "it has no SHA256SUMS"):
            self.tried([])

    def test_the_status_says_whether_all_is_well(self):
        def status(*kinds):
            known, run.KINDS = run.KINDS, kinds
            try:
                return run.main([str(self.release)])
            finally:
                run.KINDS = known

        self.write(good_1="a", bad_1="b")
        good, bad = self.kind("good", "it works"), self.kind("bad", trial.Failed("it crashes"))
        self.assertEqual(status(good), 0)
        self.assertEqual(status(good, bad), 1)
        self.assertEqual(status(self.kind("gone", "unseen")), 1)

    def test_sums(self):
        self.write(verify_release_sh=SAYS_WELL)
        self.assertEqual(self.tried([sums.KIND])["passed"], 1)
        self.assertIn("accepts 1 files, and says: the folder is whole", self.lines[0])
        (self.release / "verify-release.sh").write_text("exit 1\n")
        self.assertEqual(self.tried([sums.KIND])["FAILED"], 1)

    def test_a_damaged_archive_fails_and_ends_nothing(self):
        self.write(bad_1="a", good_1="b")
        kinds = [self.kind("bad", ValueError("no archive")), self.kind("good", "it works")]
        self.assertEqual(self.tried(kinds), {"passed": 1, "FAILED": 1, "not tried": 0})
        self.assertIn("ValueError: no archive", self.lines[0])

    def test_a_program_that_is_missing(self):
        kind = trial.Kind("x", (), lambda place: place.run("guidon-no-such-program"))
        self.write(a="b")
        self.assertEqual(self.tried([kind])["not tried"], 1)


if __name__ == "__main__":
    unittest.main()
