#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""folders.py ROOT: a folder has a number of entries that a reader can take in, so that
each file is where its subject is."""

import collections
import fnmatch

import tree

MOST = 60
# Folders with a smaller number: of files alone in tests/, whose folders are those of src/.
SMALLER = {"tests": 15, "src/clock": 12}
# Data, and pages that are one list by their nature.
LEFT_OUT = ["fuzz/corpus/*", "tests/vectors*", "docs/decisions", "docs/man"]


def entries(root):
    """The names in each folder of the tree, by the folder."""
    found = collections.defaultdict(set)
    for path in tree.files(root):
        for depth, name in enumerate(path.parts):
            folder = "/".join(path.parts[:depth])
            if folder != "tests" or depth == len(path.parts) - 1:
                found[folder].add(name)
    return found


def check(root):
    faults = []
    for folder, names in sorted(entries(root).items()):
        most = SMALLER.get(folder, MOST)
        if len(names) > most and not any(fnmatch.fnmatch(folder, one) for one in LEFT_OUT):
            faults.append(f"{folder}/: {len(names)} entries, and at most {most} are allowed; "
                          "move those of one subject to a folder of their own")
    return faults


if __name__ == "__main__":
    tree.main(check)
