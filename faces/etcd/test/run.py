# SPDX-License-Identifier: MIT
"""Runs the tests of guidon-node on clusters of etcd on this machine:

    run.py [--long] [PYTEST ARGUMENT...]

The Python packages, the build and the data of the clusters go below build/etcd. With
--long, the storm has 64 slots and 1,000 claims. Four processes share the tests, because
most of these wait; the option "-n 0" runs them in one."""

import os
import pathlib
import shutil
import subprocess
import sys

import build

HERE = pathlib.Path(__file__).resolve().parent


def environment():
    """The Python of the environment, with the packages of requirements.txt."""
    needs, home = HERE / "requirements.txt", build.HOME / "python"
    python, done = home / "bin/python", home / "requirements.txt"
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "--require-hashes", "--quiet",
                        "--only-binary=:all:", "-r", needs], check=True)
        shutil.copy(needs, home)
    return str(python)


if __name__ == "__main__":
    build.HOME.mkdir(parents=True, exist_ok=True)
    build.make_programs()
    words = sys.argv[1:]
    named = any(os.path.exists(word.split("::")[0]) for word in words)
    places = [] if named else [str(HERE)]
    command = [environment(), "-B", "-m", "pytest", "-p", "no:cacheprovider",
               "--rootdir", str(HERE), "-c", os.devnull, "-q", "-rs", "--durations=8",
               "-n", "4", "--dist", "worksteal", *words, *places]
    os.execv(command[0], command)
