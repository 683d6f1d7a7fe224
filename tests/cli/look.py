#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""look.py TOOL IDS: compare the output on terminals of 120, 80 and 40 columns with
look.expected. tmux draws the terminals. A tag such as "<36>" marks the start of a
colour.

The test also checks that the text is the same without colour, that it is never wider
than the terminal, and that a pipe gets the same text from every terminal. UPDATE=1
writes look.expected instead."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from expected import compare
from tool import TOOL, installed

IDS = os.path.abspath(sys.argv[2])
HEIGHT = 160
END = "-- end --"
NOW = "--now 2022-02-25T20:00:00Z"
DRAWN = [f"guidon show {NOW} 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
         f"guidon show {NOW} 000003e8-9414-21ec-b300-00a0c91e6bf6",
         f"guidon show {NOW} 01ARZ3NDEKTSV4RRFFQ69G5FAV",
         "guidon stat ids.txt",
         "guidon audit --now 2023-01-01T00:00:00Z ids.txt",
         "guidon new v4 -n 5000 --seed 1 | sed s/....$/0000/ | guidon audit",
         "guidon scan log"]
LOG = ("10:00:00 begun 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"
       "    10:00:01 a line that is wider than a terminal of 80 columns, with "
       "the ids 01FWHE4YDGFK1SHH6W1G60EECF and "
       "919108f7-52d1-4320-9bac-f847db4148a8 in it, and words behind them\n"
       "\udce9\t\u65e5\u672c\u8a9e 2ed6657d-e927-468b-95e1-2665a8aea6a2\n")
TEXT = ["head -n 2 ids.txt | guidon annotate"]


def tmux(*args):
    return subprocess.run(["tmux", "-L", "look", "-u", "-f", os.devnull, *args],
                          check=True, capture_output=True, text=True,
                          timeout=60).stdout


def painted(text):
    """The text with a tag at each change of colour, for any escape sequences."""
    out, now, shown = [], [], []
    for part in re.split(r"(\033\[[0-9;]*m)", text):
        if not part.startswith("\033"):
            for char in part:
                if now != shown and char != "\n":
                    out.append(f"<{';'.join(map(str, now)) or 0}>")
                    shown = list(now)
                out.append(char)
            continue
        for code in map(int, part[2:-1].split(";") if part[2:-1] else ["0"]):
            if code in (0, 22):
                now = [] if code == 0 else [c for c in now if c > 2]
            elif code == 39:
                now = [c for c in now if not 30 <= c <= 37]
            elif code != 49:
                now = sorted({*(c for c in now if c < 30 or code < 30), code})
    return "".join(out)


def screen(columns, command):
    """The screen after the command, with escape sequences; and whether a line
    wrapped at the edge."""
    size = ["-x", str(columns), "-y", str(HEIGHT)]
    tmux("new-session", "-d", "-s", "look", *size,
         f"{command}; printf '%s' '{END}'; cat", ";",
         "set-option", "-t", "look", "status", "off", ";",
         "resize-window", "-t", "look", *size)
    for _ in range(10_000):
        if END in tmux("capture-pane", "-t", "look", "-p"):
            break  # otherwise tmux is still drawing
    shown = tmux("capture-pane", "-t", "look", "-e", "-p").split(END)[0]
    lines, joined = (tmux("capture-pane", "-t", "look", "-p", *how).split(END)[0]
                     for how in ([], ["-J"]))
    tmux("kill-session", "-t", "look")
    return shown, lines.count("\n") != joined.count("\n")


def report():
    for columns in (120, 80, 40):
        for command in DRAWN + (TEXT if columns >= 80 else []):
            shown, wide = screen(columns, command)
            plain, _ = screen(columns, f"export NO_COLOR=1; {command}")
            if wide:
                sys.exit(f"{command}: wider than {columns} columns:\n{shown}")
            if "\033" in plain or plain != re.sub(r"\033\[[0-9;]*m", "", shown):
                sys.exit(f"{command}: different text without colour:\n{plain}")
            yield f"== {columns} columns: {command}\n{painted(shown)}"
    for command in DRAWN:
        shown, _ = screen(80, f"export LC_ALL=C; {command}")
        if not shown.isascii():
            sys.exit(f"{command}: not ASCII in LC_ALL=C:\n{shown}")
        piped = [screen(columns, f"{command} | cat > piped; cat piped")[0]
                 for columns in (120, 160)]
        if "\033" in piped[0] or piped[0] != piped[1]:
            sys.exit(f"{command}: different text in a pipe: {piped}")


def main():
    if not installed("tmux"):
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(IDS, os.path.join(folder, "ids.txt"))
        os.chdir(folder)
        pathlib.Path("log").write_bytes(LOG.encode("utf-8", "surrogateescape"))
        os.environ |= {"LC_ALL": "C.UTF-8", "TZ": "CET-1", "SHELL": "/bin/sh",
                       "TMUX_TMPDIR": folder,
                       "PATH": f"{os.path.dirname(TOOL)}:{os.environ['PATH']}"}
        for name in ("TMUX", "NO_COLOR", "ENV"):
            os.environ.pop(name, None)
        try:
            tmux("new-session", "-d", "-s", "stays", "cat")
            text = "".join(report())
        finally:
            subprocess.run(["tmux", "-L", "look", "kill-server"], check=False)
    compare(text, __file__, "screen")


main()
