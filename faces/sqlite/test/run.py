# SPDX-License-Identifier: MIT
"""Runs the tests of the extension for SQLite, or another program with the same Python
packages:

    run.py [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]

The packages of Python and npm go below build/sqlite."""

import os
import pathlib
import platform
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parents[2] / "build/sqlite"


def same(a, b):
    return b.exists() and a.read_bytes() == b.read_bytes()


def environment():
    """The Python of the environment, with the packages of requirements.txt."""
    needs, home = HERE / "requirements.txt", HOME / "python"
    python = home / "bin/python"
    if not same(needs, home / "requirements.txt"):
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "--require-hashes", "--quiet",
                        "--only-binary=:all:", "-r", needs], check=True)
        shutil.copy(needs, home)
    return python


def node():
    """Install the node of package.json, whose SQLite loads extensions."""
    home = HOME / "node"
    lock = HERE / "package-lock.json"
    if platform.machine() != "x86_64" or not shutil.which("npm") or \
            same(lock, home / "package-lock.json"):
        return
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, home)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund",
                    "--silent"], cwd=home, check=True)


def command(words):
    """The command after the name of Python: another program, or pytest."""
    if words[:1] == ["--program"]:
        return ["-B", *words[1:]]
    places = [] if any(map(os.path.exists, words)) else [HERE]
    return ["-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", HERE,
            "-c", os.devnull, "-q", "-rs", "--durations=8", *words, *places]


if __name__ == "__main__":
    HOME.mkdir(parents=True, exist_ok=True)
    python = str(environment())
    node()
    os.execv(python, [python, *command(sys.argv[1:])])
