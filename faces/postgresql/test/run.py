# SPDX-License-Identifier: MIT
"""Runs the tests of the PostgreSQL extension on every server: run.py [PYTEST ARGUMENT...]

The Python packages go into an environment of their own below build/postgresql."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parents[2] / "build/postgresql/python"
NEEDS = HERE / "requirements.txt"


def environment():
    """The Python of the environment, with the packages of requirements.txt."""
    python = HOME / "bin/python"
    done = HOME / "requirements.txt"
    if not done.exists() or done.read_bytes() != NEEDS.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", HOME], check=True)
        subprocess.run([python, "-m", "pip", "install", "--require-hashes", "--quiet",
                        "--only-binary=:all:", "-r", NEEDS], check=True)
        done.write_bytes(NEEDS.read_bytes())
    return python


if __name__ == "__main__":
    python = str(environment())
    os.execv(python, [python, "-B", "-m", "pytest", "-p", "no:cacheprovider",
                             "--rootdir", HERE, "-c", os.devnull, "-q", "-rs",
                             "--durations=8", *sys.argv[1:],
                             *([] if any(map(os.path.exists, sys.argv[1:]))
                               else [HERE])])
