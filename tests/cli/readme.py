#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""readme.py TOOL ROOT PAGE...: run the `guidon` commands in the console blocks of the
pages below ROOT. Their output, stderr included, must be as shown. For `guidon new` any
hex digits match. Other commands are not run."""
import os
import pathlib
import re
import subprocess
import sys

TOOL, ROOT = map(pathlib.Path, sys.argv[1:3])


def shape(command, text):
    return re.sub("[0-9a-f]", "x", text) if "guidon new" in command else text


def check(page):
    path = f"{TOOL.parent}:{os.environ['PATH']}"
    text = (ROOT / page).read_text()
    blocks = "".join(re.findall(r"```console\n(.*?)```", text, re.S))
    steps = [(command, shown) for command, shown in
             re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", blocks, re.M)
             if re.search(r"(^|\| )guidon ", command)]
    if len(steps) < 3:
        sys.exit(f"{page}: the console blocks have too few commands")
    for command, shown in steps:
        printed = subprocess.run(
            ["bash", "-c", command], cwd=ROOT, text=True,
            env=dict(os.environ, PATH=path, LC_ALL="C.UTF-8", TZ="UTC0"),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            check=False).stdout
        if shape(command, printed) != shape(command, shown):
            sys.exit(f"{page}: $ {command}\nprinted:\n{printed}shown:\n{shown}")


for name in sys.argv[3:]:
    check(name)
