# SPDX-License-Identifier: MIT
"""Reads the tables of docs/functions.md: which names a place has, by the rule or by a cell.

Names are plain here: `v7_floor` for guidon_v7_floor of C and SQL, for v7Floor of npm and Java,
and for uuid7_floor of Python. `plain` gives the plain name of a function of a place. Methods
of Java outside the class Guidon keep theirs, such as Ulid.asV7.
"""

import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/functions.md"
PLACES = ["C", "C++", "PostgreSQL", "SQLite", "DuckDB", "Python", "npm", "Java"]
BY_RULE, MISSING = "✓", "–"

# What ends the name of a function that does the same for many ids, or gives another type.
VARIANTS = {"C": ["_many", "_lines"], "SQLite": ["_blob"],
            "Python": ["_many", "_str", "_bytes"]}


def rows(text):
    """The cells of each row of the tables about functions: (name, cells by place, why)."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == len(PLACES) + 3 and cells[0].startswith("`"):
            yield (cells[0].strip("`"), dict(zip(PLACES, cells[2:-1])), cells[-1])


def alone(text):
    """The names of the table "Of one place alone": (place, name, why)."""
    part = text.partition("\n## Of one place alone\n")[2].partition("\n## ")[0]
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 3 and cells[0] in PLACES:
            for name in re.findall(r"`([^`]+)`", cells[1]):
                yield cells[0], name, cells[2]


def names(place, text=None):
    """The plain names that the page gives a place."""
    text = PAGE.read_text(encoding="utf-8") if text is None else text
    found = {name for where, name, _ in alone(text) if where == place}
    for name, cells, _ in rows(text):
        cell = cells[place]
        if cell != MISSING:
            found.add(name if cell == BY_RULE else cell.strip("`"))
    return found


def plain(place, name, known):
    """The plain name of a function. A variant of a known name is that name."""
    if place in ("C", "PostgreSQL", "SQLite", "DuckDB"):
        name = name.removeprefix("guidon_")
    elif place == "Python":
        name = re.sub(r"^uuid(\d)", r"v\1", name)
        name = name.lower() if name.isupper() and name != "ULID" else name
    elif place in ("npm", "Java") and not name[0].isupper():
        name = re.sub(r"[A-Z]", lambda at: "_" + at.group().lower(), name)
    elif place in ("npm", "Java") and name.isupper():
        name = name.lower()
    for end in VARIANTS.get(place, []):
        if name not in known and name.endswith(end) and name.removesuffix(end) in known:
            return name.removesuffix(end)
    return name


def differences(place, functions, text=None):
    """What differs between the functions of a place and the page, as sentences. A name of
    the page that ends in "*" stands for all that begin so."""
    known = names(place, text)
    families = tuple(name.rstrip("*") for name in known if name.endswith("*"))
    known = {name for name in known if not name.endswith("*")}
    found = {plain(place, name, known): name for name in functions}
    if families:
        found = {name: one for name, one in found.items() if not name.startswith(families)}
    return [f"{found[name]} of {place} is in no row of docs/functions.md"
            for name in sorted(found.keys() - known)] + \
        [f"docs/functions.md gives {place} the name {name}, which it does not have"
         for name in sorted(known - found.keys())]
