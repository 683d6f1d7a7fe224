#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""alias_rows.py TOOL VECTORS: the rows of alias.json, which the bindings read too, are what
alias gives. UPDATE=1 writes the answers."""

import json
import os
import pathlib
import re
import sys
import tempfile

from tool import run

PATH = pathlib.Path(sys.argv[2])
LEFT = re.compile(r"guidon alias: stdin:(\d+):(\d+): '(.*)' stays: (.*)")


def options(row):
    words = [f"--{name}" for name in row["flags"]]
    if row["kinds"]:
        words += ["--kind", ",".join(row["kinds"])]
    if row.get("kind"):
        words += ["--to", row["kind"]]
    if row.get("prefix"):
        words += ["--prefix", row["prefix"]]
    return words


def left_of(done):
    found = (LEFT.fullmatch(line) for line in done.stderr.decode().splitlines())
    return [[int(one[1]), int(one[2]), one[3], one[4]] for one in found if one]


def aliased(row, path, *words):
    path.unlink(missing_ok=True)
    out, left = [], []
    for text in row["inputs"]:
        done = run("alias", "--map", path, *words, *options(row), input=bytes.fromhex(text))
        assert done.returncode == bool(left_of(done)), done
        out.append(done.stdout.hex())
        left.append(left_of(done))
    return {"outputs": out, "left": left, "map": path.read_bytes().hex()}


def of_texts(row, folder):
    path = folder / "ids.map"
    got = aliased(row, path)
    for text, was in zip(got["outputs"], row["inputs"]):
        done = run("alias", "--restore", "--map", path, input=bytes.fromhex(text))
        assert done.stdout.hex() == was, (row["why"], done)
    return got


def of_unrestored(row, folder):
    return aliased(row, folder / "ids.map", "--no-restore")


def of_restored(row, folder):
    path = folder / "ids.map"
    path.write_bytes(bytes.fromhex(row["map"]))
    done = run("alias", "--restore", "--map", path, input=bytes.fromhex(row["input"]))
    return {"output": done.stdout.hex(), "left": left_of(done)}


def of_pseudonyms(row, folder):
    key = folder / "key"
    key.write_text(row["key"])
    words = ["alias", "--to", "pseudonym", "--key-file", key]
    words += ["--reversible"] * row["reversible"]
    done = run(*words, *options(row), input=bytes.fromhex(row["input"]))
    if row["reversible"]:
        back = run(*words, "--restore", input=done.stdout)
        assert back.stdout.hex() == row["input"], (row["why"], back)
    return {"output": done.stdout.hex(), "left": left_of(done)}


def of_maps(row, folder):
    """Nothing is written to a map that is refused."""
    path = folder / "ids.map"
    path.write_bytes(bytes.fromhex(row["map"]))
    done = run("alias", "--map", path, input=b"")
    error = done.stderr.decode().strip().removeprefix("guidon alias: ").replace(str(path), "FILE")
    if done.returncode == 0:
        return {"error": "", "then": path.read_bytes().hex()}
    assert done.returncode == 3 and path.read_bytes().hex() == row["map"], done
    return {"error": error, "then": row["map"]}


PARTS = {
    "texts": of_texts,
    "unrestored": of_unrestored,
    "restored": of_restored,
    "pseudonyms": of_pseudonyms,
    "maps": of_maps,
}


def main():
    file = json.loads(PATH.read_text(encoding="utf-8"))
    update = os.environ.get("UPDATE") == "1"
    with tempfile.TemporaryDirectory() as folder:
        for part, answer in PARTS.items():
            for row in file[part]:
                got = answer(row, pathlib.Path(folder))
                if update:
                    row.update(got)
                assert {name: row[name] for name in got} == got, (part, row["why"], got)
    if update:
        texts = [f'"{name}": {json.dumps(file[name])}' for name in ("about", "source")]
        texts += [
            f'"{part}": [\n' + ",\n".join("  " + json.dumps(row) for row in file[part]) + "\n]"
            for part in PARTS
        ]
        PATH.write_text("{\n" + ",\n".join(texts) + "\n}\n", encoding="utf-8")


main()
