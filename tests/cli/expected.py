# SPDX-License-Identifier: MIT
"""Compares the output of a test with the .expected file beside it."""
import difflib
import os
import pathlib
import sys

from forms import hidden


def compare(text, script, what):
    """End the program if `text` differs from the script's .expected file. With
    UPDATE=1 write the file instead. `what` names the text in the difference."""
    text = hidden(text)
    path = pathlib.Path(script).with_suffix(".expected")
    if os.environ.get("UPDATE") == "1":
        path.write_text(text)
    elif text != path.read_text():
        sys.exit("".join(difflib.unified_diff(
            path.read_text().splitlines(True), text.splitlines(True),
            path.name, what)))
