# SPDX-License-Identifier: MIT
"""The tables of the gate: parts.txt, ../gate-budget.txt and changed.txt."""

import dataclasses
import fnmatch
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    packages: str  # a part of tools/packages.txt
    after: str  # the part that must have passed, or ""
    fetches: bool  # does `./dev test NAME --fetch` get what the test downloads?
    shows: str
    budget: float  # CPU seconds, in runs of the fixed loop


def rows(path):
    """The columns of each row of a table."""
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield [word.strip() for word in line.split("|")]


def budget(path=HERE.parent / "gate-budget.txt"):
    return {name: float(seconds) for name, seconds in rows(path)}


def parts(path=HERE / "parts.txt", allowed=None):
    """All parts, by name."""
    allowed = budget() if allowed is None else allowed
    return {name: Part(name, packages, after, fetches == "fetch", shows, allowed[name])
            for name, packages, after, fetches, shows in rows(path)}


def covers(pattern, name):
    """Does a pattern of changed.txt fit a file? `*` does not cross a slash, a slash at
    the end means everything in that folder."""
    if pattern.endswith("/"):
        return name.startswith(pattern)
    folder, _, last = name.rpartition("/")
    wanted, _, end = pattern.rpartition("/")
    return fnmatch.fnmatchcase(folder, wanted) and fnmatch.fnmatchcase(last, end)


def parts_of_file(name, table):
    """The parts that the first fitting row of changed.txt names, or None."""
    for pattern, names in table:
        if covers(pattern, name):
            return names.split()
    return None
