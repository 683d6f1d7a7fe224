# SPDX-License-Identifier: MIT
"""Writes the figures of a run into the table of the package's README."""

import pathlib
import platform
import re

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
COLUMNS = ["guidon", "uuid", "uuid-utils compat", "uuid-utils", "fastuuid", "python-ulid"]
# The name of a row, and the group of its figures.
ROWS = {
    "`uuid4()`": "uuid4",
    "`uuid7()`": "uuid7",
    "`uuid7()`, a million in a list": "uuid7 kept",
    "`uuid1()`": "uuid1",
    "`uuid5(ns, name)`": "uuid5",
    "version 4 as text": "uuid4 text",
    "version 7 as text": "uuid7 text",
    "ULID as text": "ulid text",
    "text of a ULID to bytes": "ULID text to bytes",
    "text to UUID": "parse",
    "text to UUID, a million in a list": "parse kept",
    "`UUID(text)` after `patch()`": "UUID(text)",
    "`str(id)` after `patch()`": "str(id)",
    "`id == id` after `patch()`": "id == id",
    "`fill(buffer)`, an id": "batch",
}
# What Guidon's column is called in a group, if it is not "guidon".
OWN = {"batch": "guidon fill"}


def cell(figure):
    if figure is None:
        return ""
    return f"{figure:,.0f}" if figure >= 10 else f"{figure:.1f}"


def row(name, values):
    return f"| {name} | {' | '.join(cell(values.get(one)) for one in COLUMNS)} |"


def own(group, names):
    """The name of Guidon's case in a group."""
    return next(one for one in [OWN.get(group), "guidon patched", "guidon"] if one in names)


def rows(figures, sizes):
    for name, group in ROWS.items():
        values = {case: middle for case, (middle, _) in figures[group].items()}
        if group == "batch":
            yield row(name, {"guidon": values[own(group, values)]})
        else:
            yield row(name, {**values, "guidon": values[own(group, values)]})
    first = {case: middle / 1e6 for case, (middle, _) in figures["first id"].items()}
    yield row("import and first id, ms", first)
    yield row("installed size, kB", {name: size / 1e3 or None for name, size in sizes.items()})


def processor():
    found = re.search("model name.*: (.*)", pathlib.Path("/proc/cpuinfo").read_text("ascii"))
    return found[1] if found else platform.machine()


def intro(figures):
    noises = sorted(noise for group in figures.values() for _, noise in group.values())
    return (
        "Speed, in nanoseconds an id: medians of one run of `./dev bench python --readme`\n"
        f"(CPython {platform.python_version()}, {processor()}). The columns uuid-utils and fastuuid\n"
        "return classes of their own. The column uuid is the standard library without `patch()`.\n"
        f"Half of the distance between the quartiles is {noises[len(noises) // 2]:.0f} % of the\n"
        f"median in a usual cell, and at most {noises[-1]:.0f} %. Empty: there is no such function.\n"
    )


def write(figures, sizes):
    """Replace the table and the paragraph before it."""
    text = README.read_text("utf-8")
    begin = text.index("Speed, in nanoseconds an id:")
    head = text.index("| | guidon | uuid |", begin)
    end = text.index("\n\n", head)
    lines = text[head:end].splitlines()[:2]
    table = "\n".join([*lines, *rows(figures, sizes)])
    README.write_text(f"{text[:begin]}{intro(figures)}\n{table}{text[end:]}", "utf-8")
