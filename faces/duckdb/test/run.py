# SPDX-License-Identifier: MIT
"""Runs the tests of the extension for DuckDB on each version of DuckDB, or another
program on the newest version:

    run.py [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

Each version goes into an environment of its own below build/duckdb."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HOME = ROOT / "build/duckdb"
sys.path[:0] = [str(HERE.parent), str(ROOT / "tests/support")]
import build  # noqa: E402
from python_tests import command, environment  # noqa: E402


def main(words):
    os.environ["GUIDON_DUCKDB_EXTENSION"] = str(build.build(ROOT, HOME))
    pythons = [environment(HOME / needs.stem.replace("requirements", "python"), needs)
               for needs in sorted(HERE.glob("requirements-*.txt"))]
    if words[:1] == ["--program"]:
        pythons = pythons[-1:]
    return max(subprocess.run(command(python, HERE, words), check=False).returncode
               for python in pythons)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
