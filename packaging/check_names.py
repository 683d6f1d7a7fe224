#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_names.py: ask PyPI and npm whether somebody else has taken a name of
packaging/names.txt. It asks by pip and npm, and it needs a network. The status is 0 if
every name is as the file says, 1 if one is not, and 2 if a registry did not answer."""

import collections
import datetime
import pathlib
import re
import subprocess
import sys

LIST = "packaging/names.txt"
FREE, OURS, TAKEN = "free", "ours", "taken by somebody else"
UNKNOWN = "not looked up"
STATES = (FREE, OURS, TAKEN, UNKNOWN)
REGISTRIES = {"PyPI", "npm", "Debian", "PGXN", "DuckDB", "Maven", "Conan", "vcpkg", "Meson"}

Row = collections.namedtuple("Row", "line registry name imports state looked_up use")


class NoAnswer(Exception):
    """A client did not say whether the registry has a name."""


def rows(text):
    """The rows of names.txt, and the faults of the file."""
    found, faults, seen = [], [], set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("|")]
        where = f"{LIST}:{number}"
        if len(cells) != 6 or not all(cells):
            faults.append(f"{where}: a row has 6 columns, and none is empty")
            continue
        row = Row(number, *cells)
        if row.registry not in REGISTRIES:
            faults.append(
                f'{where}: registry "{row.registry}" is not one of {", ".join(sorted(REGISTRIES))}'
            )
        if row.state not in STATES:
            faults.append(f'{where}: state "{row.state}" is not one of {", ".join(STATES)}')
        if (row.looked_up == "-") != (row.state == UNKNOWN):
            faults.append(
                f"{where}: a state needs the day when it was looked up, and "
                f'"{UNKNOWN}" has "-" instead'
            )
        elif row.looked_up != "-":
            try:
                datetime.date.fromisoformat(row.looked_up)
            except ValueError:
                faults.append(f'{where}: "{row.looked_up}" is not a date such as 2026-11-24')
        if (row.registry, row.name) in seen:
            faults.append(f"{where}: {row.registry} {row.name} stands twice")
        seen.add((row.registry, row.name))
        found.append(row)
    return found, faults


def run(command):
    """Run a client: (status, everything that it printed)."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
    except FileNotFoundError as error:
        raise NoAnswer(f"{command[0]} is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise NoAnswer(f"{' '.join(command)}: no answer in 120 s") from error
    return done.returncode, done.stdout


# For each registry: the command before the name, what it prints for an unknown name, and
# a name that is always there. Without a network, pip says the same as for an unknown
# name, so the known name is asked for first.
CLIENTS = {
    "PyPI": (
        [sys.executable, "-m", "pip", "index", "versions"],
        r"No matching distribution found",
        "pip",
    ),
    "npm": (["npm", "view"], r"\bE404\b", "npm"),
}


def has(registry, name, client):
    """Does the registry have the name?"""
    command, unknown, _ = CLIENTS[registry]
    status, text = client([*command, name])
    if status == 0:
        return True
    if re.search(unknown, text) and not re.search(r"Retrying|ConnectionError", text):
        return False
    raise NoAnswer(f"{' '.join([*command, name])}: {text.strip()[-300:]}")


def row_fault(row, there):
    """What is wrong with a name, or None."""
    where = f"{LIST}:{row.line}: {row.registry} {row.name}"
    if row.state == FREE and there:
        return (
            f"{where}: somebody has published this name. Choose another name, or "
            'write "ours" if it was you'
        )
    if row.state == OURS and not there:
        return f'{where}: the file says "ours", but the registry lacks it'
    return None


def check(text, client, say=print):
    """Check the rows of names.txt by a client. Return the status."""
    found, faults = rows(text)
    silent = []
    for registry, (_, _, known) in CLIENTS.items():
        mine = [row for row in found if row.registry == registry]
        try:
            if not has(registry, known, client):
                raise NoAnswer(f'{registry} says that it lacks "{known}"')
            for row in mine:
                there = has(registry, row.name, client)
                say(f"{registry} {row.name}: {'published' if there else 'free'}")
                faults += filter(None, [row_fault(row, there)])
        except NoAnswer as error:
            silent.append(f"{registry} did not answer: {error}")
    for registry in sorted({row.registry for row in found} - set(CLIENTS)):
        say(f"{registry}: not asked; look up its names by hand")
    for line in [*faults, *silent]:
        say(line)
    return 1 if faults else 2 if silent else 0


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parents[1]
    sys.exit(check((root / LIST).read_text(encoding="utf-8"), run))
