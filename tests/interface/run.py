# SPDX-License-Identifier: MIT
"""Holds the public headers to the rules of docs/reference/rules.md.

    run.py [HEADER_DIR]
    run.py --fetch

libclang comes from PyPI and goes below build/interface. check.py says which rules there
are. --fetch gets libclang and checks nothing. The status is 77 without python3-venv."""

import importlib.util
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))
from python_tests import environment  # noqa: E402


def main(words):
    if not importlib.util.find_spec("ensurepip"):
        print("run.py: python3-venv is not installed")
        return 77
    home = ROOT / "build/interface"
    home.mkdir(parents=True, exist_ok=True)
    python = environment(home / "python", HERE / "requirements.txt")
    if words != ["--fetch"]:
        os.execv(python, [python, "-B", str(HERE / "check.py"), *words])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
