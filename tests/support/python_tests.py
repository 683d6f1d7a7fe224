# SPDX-License-Identifier: MIT
"""Runs tests, or other programs, in an environment with the Python packages of a
requirements file. The environment goes below build/, so nothing is installed."""

import os
import pathlib
import shutil
import subprocess
import sys


def environment(home, needs, *options):
    """The Python of the environment in the folder `home` with the packages of the file
    `needs`, and no others. `options` are for pip. An environment that an earlier run
    has made of the same file is used again."""
    python, done = home / "bin/python", home / needs.name
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "--require-hashes", "--quiet",
                        "--only-binary=:all:", *options, "-r", needs], check=True)
        shutil.copy(needs, home)
    return str(python)


def chosen_tests(words):
    """Do the words for pytest choose some tests, by -k, -m or a path?"""
    return any(word in ("-k", "-m") or word.startswith(("-k=", "-m=")) or
               pathlib.Path(word.split("::")[0]).exists() for word in words)


def command(python, folder, words, *options):
    """The command that runs a program if the words begin with --program and its path;
    else the command that runs pytest with the words. Without a path among the words,
    pytest runs the tests of the folder."""
    if words[:1] == ["--program"]:
        return [python, "-B", *words[1:]]
    named = any(os.path.exists(word.split("::")[0]) for word in words)
    return [python, "-B", "-m", "pytest", "-p", "no:cacheprovider", "--rootdir",
            str(folder), "-c", os.devnull, "-q", "-rs", "--durations=8", *options,
            *words, *([] if named else [str(folder)])]
