#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""find_rows.py TOOL VECTORS: the rows of find.json, which the bindings read too, are what
short and find answer. UPDATE=1 writes the answers. The lengths are of no command alone."""

import json
import os
import pathlib
import sys
import tempfile
import uuid

from tool import run

PATH = pathlib.Path(sys.argv[2])


def lines(ids):
    return "".join(f"{uuid.UUID(one)}\n" for one in ids).encode()


def answers(command, text, ids, *options):
    with tempfile.NamedTemporaryFile() as file:
        file.write(lines(ids))
        file.flush()
        done = run(command, *options, text, file.name)
    assert done.returncode in (0, 1), done
    return [uuid.UUID(line).hex for line in done.stdout.decode().split()]


def answer(part, row):
    if part == "short":
        done = run("short", "--min", str(row["least"]), input=lines(row["ids"]))
        return [line.split("\t")[0] for line in done.stdout.decode().splitlines()]
    if part == "near":
        return answers("find", row["text"], row["ids"], "--near")
    return answers("find", row["text"], row["ids"], *(["--all"] if row["all"] else []))


def main():
    file = json.loads(PATH.read_text(encoding="utf-8"))
    parts = [part for part, rows in file.items() if isinstance(rows, list)]
    for part in ("short", "find", "near"):
        for row in file[part]:
            got = answer(part, row)
            if os.environ.get("UPDATE") == "1":
                row["found"] = got
            assert row["found"] == got, (part, row, got)
    if os.environ.get("UPDATE") == "1":
        texts = [f'"{name}": {json.dumps(file[name])}' for name in ("about", "source")]
        texts += [
            f'"{part}": [\n' + ",\n".join("  " + json.dumps(row) for row in file[part]) + "\n]"
            for part in parts
        ]
        PATH.write_text("{\n" + ",\n".join(texts) + "\n}\n", encoding="utf-8")


main()
