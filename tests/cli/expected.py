# SPDX-License-Identifier: MIT
"""What a test found out, held to the file that lies beside it."""
import difflib
import os
import pathlib
import sys

from forms import hidden


def hold(text, script, what):
    """End the program where `text` is not what script.expected says; with
    UPDATE=1 write that instead. `what` names the text in the difference."""
    text = hidden(text)
    path = pathlib.Path(script).with_suffix(".expected")
    if os.environ.get("UPDATE") == "1":
        path.write_text(text)
    elif text != path.read_text():
        sys.exit("".join(difflib.unified_diff(
            path.read_text().splitlines(True), text.splitlines(True),
            path.name, what)))
