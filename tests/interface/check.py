# SPDX-License-Identifier: MIT
"""Holds every public function of C to the rules of docs/reference/rules.md.

    check.py [HEADER_DIR]

functions.txt has a row for each function, names.txt one for each name of an argument, and
exceptions.txt the functions that break a rule, with the reason. A fault says where it is,
which rule is broken, and what would be right. planted.py has a fault for each rule."""

import pathlib
import sys

import declared
import planted
import rules

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def rows(name, cells):
    """The rows of a table of this folder."""
    for number, line in enumerate((HERE / name).read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            found = [cell.strip() for cell in line.split("|")]
            if not cells[0] <= len(found) <= cells[1]:
                raise SystemExit(f"{name}:{number}: expected {cells[0]} cells between |")
            yield found


def tables():
    """The rows of functions.txt by the function's name, and the names of arguments."""
    functions = {}
    for name, classes, source in rows("functions.txt", (3, 3)):
        if name in functions:
            raise SystemExit(f"functions.txt: {name} has two rows")
        functions[name] = rules.Row(tuple(classes.replace("-", "").split()), source == "source")
    names = [rules.Name(name, class_, kind) for name, class_, kind, *_ in rows("names.txt", (3, 4))]
    return functions, names


def without_exceptions(faults):
    """The faults that no row of exceptions.txt allows, and the rows that allow nothing."""
    allowed = {(name, rule) for name, rule, _ in rows("exceptions.txt", (3, 3))}
    used = {(fault.name, fault.rule) for fault in faults} & allowed
    left = [str(fault) for fault in faults if (fault.name, fault.rule) not in used]
    return left + [
        f'exceptions.txt: {name} keeps the rule "{rule}"; remove the row'
        for name, rule in sorted(allowed - used)
    ]


def main(words):
    include = pathlib.Path(words[0] if words else ROOT / "include")
    functions, names = tables()
    found = declared.functions(include)
    faults = without_exceptions(list(rules.faults(found, functions, names)))
    faults += planted.faults()
    print("\n".join(faults), end="\n" if faults else "")
    print(f"{len(found)} functions, {len(faults)} faults")
    return 1 if faults or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
