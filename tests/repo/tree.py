# SPDX-License-Identifier: MIT
"""Shared by the repository checks: the files of the tree, and the report of faults."""

import pathlib
import subprocess
import sys

# The folders of what stands on the library for other languages, databases and systems.
PLACES = ("bindings", "extensions", "services", "page")
CODE = {".c", ".h", ".cc", ".cpp", ".hpp", ".inc"}


def files(root):
    """Every file that git tracks or does not ignore, relative to root.

    In an unpacked archive these are all files except Python's caches and build
    folders, which contain a CMakeCache.txt.
    """
    try:
        git = subprocess.run(
            ["git", "-C", root, "ls-files", "-z", "--cached", "--others",
             "--exclude-standard"], capture_output=True, check=True)
        names = [name for name in git.stdout.decode().split("\0") if name]
    except (FileNotFoundError, subprocess.CalledProcessError):
        builds = {path.parent for path in root.rglob("CMakeCache.txt")} - {root}
        names = [path.relative_to(root) for path in root.rglob("*")
                 if not builds & set(path.parents)]
        names = [path for path in names
                 if not {".git", "__pycache__"} & set(path.parts)]
    found = sorted({pathlib.Path(name) for name in names})
    return [path for path in found if (root / path).is_file()]


def main(check):
    """Run check(root) on the tree named on the command line."""
    faults = check(pathlib.Path(sys.argv[1]).resolve())
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)
