# SPDX-License-Identifier: MIT
"""Runs the tests of the extension for SQLite, or another program with the same Python
packages:

    run.py [--sanitize] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

--sanitize runs the tests of the functions, vectors and schemas with an extension that has
AddressSanitizer and UndefinedBehaviorSanitizer, which random calls have anyway.

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


SANITIZED_TESTS = ["test_functions.py", "test_vectors.py", "test_schema.py"]


def sanitize():
    """Let the extension have the sanitizers, whose libraries must load first. Python
    keeps memory until it ends."""
    paths = [subprocess.run(["gcc", f"-print-file-name={name}"], text=True, check=True,
                            capture_output=True).stdout.strip()
             for name in ("libasan.so", "libubsan.so")]
    os.environ.update(GUIDON_SANITIZE="1", LD_PRELOAD=" ".join(paths),
                      ASAN_OPTIONS="detect_leaks=0")


if __name__ == "__main__":
    HOME.mkdir(parents=True, exist_ok=True)
    python = environment(HOME / "python", HERE / "requirements.txt")
    node()
    if sys.argv[1:] == ["--fetch"]:
        sys.exit()
    words = sys.argv[1:]
    if "--sanitize" in words:
        words.remove("--sanitize")
        words += [str(HERE / name) for name in SANITIZED_TESTS]
        sanitize()
    os.execv(python, command(python, HERE, words))
