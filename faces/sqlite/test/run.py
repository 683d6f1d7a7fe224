# SPDX-License-Identifier: MIT
"""Runs the tests of the extension for SQLite, or another program with the same Python
packages:

    run.py [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

The packages of Python and npm go below build/sqlite. --fetch gets them and runs nothing."""

import os
import pathlib
import platform
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HOME = ROOT / "build/sqlite"
sys.path.insert(0, str(ROOT / "tests/support"))
from python_tests import command, environment  # noqa: E402


def node():
    """Install the node of package.json, whose SQLite loads extensions."""
    home = HOME / "node"
    lock, done = HERE / "package-lock.json", home / "package-lock.json"
    if platform.machine() != "x86_64" or not shutil.which("npm") or \
            done.exists() and lock.read_bytes() == done.read_bytes():
        return
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, home)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund",
                    "--silent"], cwd=home, check=True)


if __name__ == "__main__":
    HOME.mkdir(parents=True, exist_ok=True)
    python = environment(HOME / "python", HERE / "requirements.txt")
    node()
    if sys.argv[1:] == ["--fetch"]:
        sys.exit()
    os.execv(python, command(python, HERE, sys.argv[1:]))
