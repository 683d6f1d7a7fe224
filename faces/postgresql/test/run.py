# SPDX-License-Identifier: MIT
"""Runs the tests of the PostgreSQL extension on every server, or another program with
the same Python packages:

    run.py [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

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


def command(words):
    """The command after the name of Python: another program, or pytest."""
    if words[:1] == ["--program"]:
        return ["-B", *words[1:]]
    places = [] if any(map(os.path.exists, words)) else [HERE]
    return ["-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", HERE,
            "-c", os.devnull, "-q", "-rs", "--durations=8", *words, *places]


if __name__ == "__main__":
    python = str(environment())
    os.execv(python, [python, *command(sys.argv[1:])])
