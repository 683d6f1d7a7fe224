#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""causes.py TOOL VECTORS: audit names the cause of the ids of each faulty program, alone and
20 of them among a million good ids, names no cause of good ids, and repair undoes it."""
import json
import pathlib
import sys

from tool import run

ROWS = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))["causes"]
NOW = f"@{max(row['now'] for row in ROWS)}"
# An id of each millisecond, up to a time before that.
BEFORE = f"@{int(NOW[1:]) - 1000}"
# One id of another version is no proof that its bytes were swapped.
OF_SETS = {"byte-swapped-v4"}


def made(cause):
    return [row for row in ROWS if row["cause"] == cause]


def lines(rows, member="octets"):
    texts = (row[member] for row in rows)
    return "".join(f"{t[:8]}-{t[8:12]}-{t[12:16]}-{t[16:20]}-{t[20:]}\n" for t in texts).encode()


def named(data):
    """The causes that audit names, with their counts."""
    done = run("audit", "--json", "--now", NOW, input=data)
    assert done.returncode in (0, 1) and not done.stderr, done
    found = [json.loads(line) for line in done.stdout.splitlines() if b'"cause"' in line]
    assert all(row["sure"] == ("likely" if row["p"] < 1e-12 else "possible") for row in found)
    return {row["cause"]: row["count"] for row in found if row["sure"] == "likely"}


def good_ids():
    kinds = {"v1": (100_000, ["--at", BEFORE]), "v4": (400_000, []),
             "v6": (100_000, ["--at", BEFORE]), "v7": (400_000, ["--at", BEFORE])}
    return b"".join(run("new", kind, "-n", str(n), *at, "--seed", "7").stdout
                    for kind, (n, at) in kinds.items())


def check_cause(cause, good):
    rows = made(cause)
    assert len(rows) == 20, cause
    assert named(lines(rows)) == {cause: 20}, (cause, named(lines(rows)))
    if cause not in OF_SETS:
        assert named(good + lines(rows)) == {cause: 20}, cause


def check_repair(cause):
    rows = [row for row in made(cause) if "repaired" in row]
    if rows:
        done = run("repair", "--cause", cause, "--now", NOW, input=lines(rows))
        assert done.stdout == lines(rows, "repaired"), cause
        assert named(done.stdout) == {}, cause


def main():
    good = good_ids()
    assert good.count(b"\n") == 1_000_000
    assert named(good) == {}
    for cause in sorted({row["cause"] for row in ROWS}):
        check_cause(cause, good)
        check_repair(cause)


main()
