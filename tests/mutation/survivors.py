# SPDX-License-Identifier: MIT
"""Reads survivors.md. Run as a program, it lists the rows that are out of date:
their file, function or line is gone from the sources."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXPLAINED = pathlib.Path(__file__).with_name("survivors.md")
ROW = re.compile(r"^- `(\S+)` `(\S+)` `([^`]+)` -> `([^`]+)`$", re.M)
LISTED = "- `{}` `{}` `{}` -> `{}`"


def read(path=EXPLAINED):
    """The rows as mutate.py lists them: file, function, line, line with the fault."""
    return ROW.findall(path.read_text())


def one_line(text):
    """A line with its spaces as in the list, for comparisons with the sources."""
    return " ".join(text.replace("`", "'").split())


def gone(root, rows):
    """The rows whose file lacks the line or the function."""
    for row in rows:
        path, function, line, _ = row
        source = root / path
        text = one_line(source.read_text()) if source.is_file() else ""
        name = function.partition("#")[0]
        # A template names its functions NAME(x), and libclang reads KERNEL_x.
        own = re.escape(name)
        defined = re.search(rf"\b{own}\(|\bNAME\({own.removeprefix('KERNEL_')}\)\(", text)
        if line not in text or (name != "-" and not defined):
            yield row


def main():
    rows = read()
    wrong = [f"gone: {LISTED.format(*row)}" for row in gone(ROOT, rows)]
    wrong += [f"twice: {LISTED.format(*row)}"
              for row in sorted(set(rows)) if rows.count(row) > 1]
    listed = EXPLAINED.read_text().count("\n- ")
    if listed != len(rows):
        wrong.append(f"{listed} items, of which {len(rows)} are rows")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
