# SPDX-License-Identifier: MIT
"""The shared vectors of tests/vectors, which every language reads."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "vectors"


def rows(name, part):
    """The rows of one part of a file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))[part]


def parts_of(name):
    """The names of the parts of a file that hold rows."""
    whole = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return [part for part, value in whole.items() if isinstance(value, list)]
