#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""readme.py TOOL README: what the README's console block shows is what is
printed, stderr included. Where ids are fresh, their hex digits stand for any."""
import os
import pathlib
import re
import subprocess
import sys

TOOL, README = map(pathlib.Path, sys.argv[1:])


def shape(command, text):
    return re.sub("[0-9a-f]", "x", text) if "guidon new" in command else text


def main():
    path = f"{TOOL.parent}:{os.environ['PATH']}"
    block = re.search(r"```console\n(.*?)```", README.read_text(), re.S)[1]
    steps = re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", block, re.M)
    if len(steps) < 3:
        sys.exit("README.md: its console block has lost its commands")
    for command, shown in steps:
        printed = subprocess.run(
            ["bash", "-c", command], cwd=README.parent, text=True,
            env=dict(os.environ, PATH=path), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False).stdout
        if shape(command, printed) != shape(command, shown):
            sys.exit(f"$ {command}\nprinted:\n{printed}shown:\n{shown}")


main()
