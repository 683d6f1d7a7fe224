# SPDX-License-Identifier: MIT
"""Reads the blocks of code of a page of docs/recipes."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

Block = collections.namedtuple("Block", "language code line")


def blocks(name):
    """The blocks of docs/recipes/NAME, in order."""
    text = (ROOT / "docs/recipes" / name).read_text()
    return [Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)
            for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)]


def statements(name):
    """Each block of SQL with its statements, and the result that the page shows for
    them: the block `text` after it, or None."""
    found = blocks(name)
    for block, after in zip(found, [*found[1:], Block("", "", 0)]):
        if block.language == "sql":
            result = after.code if after.language == "text" else None
            yield block.line, split(block.code), result


def split(code):
    """The statements of a block. Each ends with a semicolon at the end of a line."""
    return [part.strip() for part in re.split(r";\s*$", code, flags=re.M)
            if part.strip()]
