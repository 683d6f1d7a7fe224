# SPDX-License-Identifier: MIT
"""left_out.py SOURCE_DIR BUILD_DIR CMAKE - compare the tests of a build without
sanitizers with those of the preset asan-clang. A test may be missing there only if
left_out.txt says why. The preset fuzz, whose build has no tests, must configure too."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).with_name("left_out.txt")


def rows(text):
    """The rows of the table: a regular expression and the reason."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        names, bar, why = (part.strip() for part in line.partition(" | "))
        if not bar or not why:
            raise SystemExit(f"left_out.txt:{number}: no reason (expected NAMES | WHY)")
        yield re.compile("|".join(f"(?:{name})" for name in names.split(", "))), names


def names_of(build):
    listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True,
                            stdout=subprocess.PIPE)
    return {test["name"] for test in json.loads(listed.stdout)["tests"]}


def compare(release, sanitized, table):
    """What is wrong, as lines."""
    wrong = [f"{name}: asan-clang does not run it, and left_out.txt does not say why"
             for name in sorted(release - sanitized)
             if not any(row.fullmatch(name) for row, _ in table)]
    wrong += [f"left_out.txt: asan-clang runs {name}, which the row '{names}' leaves out"
              for row, names in table for name in sorted(release & sanitized)
              if row.fullmatch(name)]
    return wrong + [f"{name}: asan-clang runs it, but this build does not"
                    for name in sorted(sanitized - release)]


def test_compare():
    """The comparison reports each kind of difference."""
    table = [(re.compile("a_.*"), "a_.*")]
    assert not compare({"a_1", "b"}, {"b"}, table)
    for release, sanitized in ({"b", "c"}, {"c"}), ({"a_1"}, {"a_1"}), (set(), {"b"}):
        assert len(compare(release, sanitized, table)) == 1, (release, sanitized)


def configure(cmake, source, preset, build):
    done = subprocess.run([cmake, "--preset", preset, "-B", build], cwd=source,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(done.stdout)


def main():
    source, build, cmake = sys.argv[1:]
    test_compare()
    if not shutil.which("clang") or not shutil.which("ninja"):
        print("skipped: the preset asan-clang needs clang and ninja")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        configure(cmake, source, "fuzz", f"{folder}/fuzz")
        folder += "/asan-clang"
        configure(cmake, source, "asan-clang", folder)
        wrong = compare(names_of(build), names_of(folder), list(rows(TABLE.read_text())))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
