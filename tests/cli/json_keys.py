#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_keys.py TOOL DOCUMENT IDS: every command with --json writes exactly the keys
that docs/json.md lists."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tool import TOOL, commands, help_of

DOCUMENT, IDS = map(pathlib.Path, sys.argv[2:])

# For each command, command lines that together write all its keys.
LINES = {
    "show": ["guidon show --json 01ARZ3NDEKTSV4RRFFQ69G5FAV "
             "34dc2346-9000-0000-0d00-007c5f000000 $(grep -v O ids.txt) "
             "000003e8-9414-21ec-b300-00a0c91e6bf6 "
             "user_01h455vb4pex5vsknk084sn02q",
             "guidon show --json --node-bits 10 017f22e2-79b0-8a95-a9c4-dc0c0c07398f",
             "guidon show --json --prefix-bits 4 917f22e2-79b0-8000-a000-00005a5a5a5a"],
    "check": ["guidon check --json --sorted --unique ids.txt",
              "guidon check --json --id-column 1 ids.txt"],
    "bounds": ["guidon bounds --json 2022-02-22 --sql id"],
    "odds": ["guidon odds --json v4 -n 1G",
             "guidon odds --json v7 --rate 1k/s --years 1"],
    "stat": ["guidon stat --json ids.txt"],
    "scan": ["guidon scan --json ids.txt"],
    "short": ["guidon short --json --on-error skip ids.txt"],
    "find": ["guidon find --json 8 --on-error skip ids.txt",
             "guidon find --json --near 017f22e2-79b0-7cc3-98c4-dc0c0c07398e "
             "--on-error skip ids.txt"],
    "repair": ["(echo id; echo 819862edac007cc398c4dc0c0c07398f; echo x) | "
               "guidon repair --cause duckdb-v7 --json --id-column id --on-error keep"],
    "audit": ["guidon audit --json ids.txt",
              "guidon new v4 -n 5000 --seed 1 | sed 's/....$/0000/' | "
              "guidon audit --json"],
    "doctor": ["guidon doctor --json --state state"],
}


def sections():
    """The section of each command."""
    parts = re.split(r"^`guidon ([a-z]+) --json", DOCUMENT.read_text(),
                     flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def keys_of_tables(text):
    cells = re.findall(r"^\| (`.*?) \|", text, re.M)
    return {key for cell in cells for key in re.findall("`([a-z_0-9]+)`", cell)}


def inner_keys(value):
    """The keys of objects inside arrays, at any depth."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield from item
            yield from inner_keys(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from inner_keys(item)


def commands_with_json():
    return {name for name in commands() if " --json " in help_of(name)}


def written(lines):
    for line in lines:
        out = subprocess.run(["bash", "-c", line], capture_output=True,
                             text=True, check=False).stdout
        if not out:
            sys.exit(f"{line}: no output")
        yield from map(json.loads, out.splitlines())


def check(name, texts):
    listed = keys_of_tables(texts[name])
    others = re.findall("as of `([a-z]+)`", texts[name])
    mentioned = set(re.findall("`([a-z_0-9]+)`", "".join(
        texts.get(other, "") for other in [name, *others])))
    seen = set()
    for thing in written(LINES[name]):
        seen |= thing.keys()
        for key in inner_keys(thing):
            if key not in mentioned:
                sys.exit(f"{name}: json.md lacks the inner key {key}")
    if name == "audit":
        seen.discard("what")  # json.md explains it in the text, not in a table
    if seen != listed:
        sys.exit(f"{name}: json.md lacks {sorted(seen - listed)}; "
                 f"not written: {sorted(listed - seen)}")


def main():
    texts = sections()
    if not texts.keys() == commands_with_json() == LINES.keys():
        sys.exit(f"json.md describes {sorted(texts)}, the tool has --json in "
                 f"{sorted(commands_with_json())}, this test runs {sorted(LINES)}")
    os.environ["PATH"] = f"{os.path.dirname(TOOL)}:{os.environ['PATH']}"
    ids = IDS.read_text()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("ids.txt").write_text(ids)
        for name in texts:
            check(name, texts)


main()
