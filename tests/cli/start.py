#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""start.py TOOL READELF: what makes each start of the tool slow is absent. No buffer
lies in the file, where it would be read and copied, and a command that writes ASCII
reads no locale."""
import os
import re
import subprocess
import sys
import tempfile

from tool import LINE, TOOL, run

READELF = sys.argv[2]
DATA_MAX = 16 * 1024  # bytes


def test_data():
    """A buffer in a struct with an initializer goes into .data, not into .bss."""
    sections = subprocess.run([READELF, "-SW", TOOL], capture_output=True, text=True,
                              check=True).stdout
    size = re.search(r" \.data +PROGBITS +\w+ +\w+ +(\w+)", sections)
    if not size:
        sys.exit("no size of .data in:\n" + sections)
    if int(size[1], 16) > DATA_MAX:
        sys.exit(f".data has {int(size[1], 16)} bytes (expected at most {DATA_MAX})")


def test_locale():
    """The only locale is a FIFO without a writer, which blocks who opens it."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "xx_XX"))
        os.mkfifo(os.path.join(folder, "xx_XX", "LC_CTYPE"))
        env = {"LOCPATH": folder, "LC_ALL": "xx_XX"}
        for args in (["new"], ["convert", "-f", "ulid"], ["check"], ["sort"],
                     ["scan"], ["annotate"], ["alias", "--no-restore"]):
            try:
                run(*args, env=env, input=LINE, timeout=60).check_returncode()
            except subprocess.TimeoutExpired:
                sys.exit(f"{args} reads the locale")


test_data()
test_locale()
