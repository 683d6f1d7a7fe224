# SPDX-License-Identifier: MIT
"""Runs the tests of the PostgreSQL extension on every server, or another program with
the same Python packages:

    run.py [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

The Python packages go into an environment of their own below build/postgresql."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from python_tests import command, environment  # noqa: E402

if __name__ == "__main__":
    python = environment(ROOT / "build/postgresql/python", HERE / "requirements.txt")
    os.execv(python, command(python, HERE, sys.argv[1:]))
