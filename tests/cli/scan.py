#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scan.py TOOL: guidon scan finds the same ids at the same positions as a regular
expression over the whole text, for text of every sort, from a file and in pieces.
Python also writes each line of the output and of guidon annotate a second time. A
signal ends the tool."""
import datetime
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import uuid

from tool import CROCKFORD, LINE, TOOL, canonical, fed, run, terminal, ulid

UUID = LINE.strip()
ULID = b"01FWHE4YDGFK1SHH6W1G60EECF"
HEX = b"2ed6657de927468b95e12665a8aea6a2"
PARTS = [
    UUID, UUID.upper(), ULID, ULID.lower(), HEX, b"0x" + HEX, UUID, ULID, UUID[:20], HEX[:7],
    b" ", b"\n", b"\n", b"\r\n", b"-", b"_", b"=", b"x", b"7", b"%2F", b"\\n",
    b"\\u003c", b"\x1b[1m", b"\x1b[38;5;12m", b"\0", b"\xc3\xa9", b"----", b", ",
    b"the quick brown fox jumps over the lazy dog ", b"2026-02-22T10:00:00.000Z ",
]

BEFORE = (rb"(?:(?<![0-9A-Za-z])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})"
          rb"|(?<=\\u[0-9A-Fa-f]{4})|(?<=\x1b\[1m)|(?<=\x1b\[38;5;12m))")
IDS = re.compile(
    BEFORE + rb"(?:"
    rb"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    rb"|[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-7][0-9a-hjkmnp-tv-z]{25}"
    rb"|(?:0[xX])?[0-9a-fA-F]{12}[1-8][0-9a-fA-F]{3}[89abAB][0-9a-fA-F]{15})"
    rb"(?![0-9A-Za-z])")


def wanted(text):
    found = []
    line, counted = 1, 0
    for match in IDS.finditer(text):
        at = match.start()
        line += text.count(b"\n", counted, at)
        counted = at
        found.append({
            "line": line,
            "column": at - text.rfind(b"\n", 0, at),
            "offset": at,
            "input": match.group().decode(),
            "form": {36: "uuid", 26: "ulid", 32: "hex", 34: "hex-0x"}[len(match.group())],
        })
    return found


def expect(what, text, got):
    got = [json.loads(line) for line in got.splitlines()]
    for found in got:
        for key in ("file", "kind", "time"):
            found.pop(key, None)
    want = wanted(text)
    if got != want:
        at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b),
                  min(len(got), len(want)))
        sys.exit(f"{what}: {len(got)} found, {len(want)} wanted; first "
                 f"different: {got[at:at + 1]} {want[at:at + 1]}")


ARGS = ["scan", "--json", "--all", "--lower", "--hex"]


def test_text(what, text, path):
    with open(path, "wb") as file:
        file.write(text)
    expect(what, text, run(*ARGS, path).stdout)


def kind_and_time(text):
    """The facts that scan prints of a UUID of version 1, 4 or 7 or of a ULID."""
    if len(text) == 26:
        ms = 0
        for letter in text[:10]:
            ms = ms * 32 + CROCKFORD.index(letter)
        kind, ticks = "ulid", ms * 10000
    else:
        value = uuid.UUID(text)
        kind = f"v{value.version}"
        ticks = {1: value.time - 0x01b21dd213814000, 4: None,
                 7: (value.int >> 80) * 10000}[value.version]
    if ticks is None:
        return kind, "-"
    second = datetime.datetime(1970, 1, 1) + datetime.timedelta(
        seconds=ticks // 10**7)
    digits = f"{ticks % 10**7:07}"[:7 if kind == "v1" else 3]
    return kind, f"{second:%Y-%m-%dT%H:%M:%S}.{digits}Z"


def random_id(rng):
    """An id whose second is often that of the id before, but seldom its fraction."""
    ms = 1645557742000 + rng.choice((0, 0, 0, 1000, 86400000)) + rng.randrange(1000)
    rest = rng.getrandbits(62)
    kind = rng.randrange(4)
    if kind == 0:
        return str(uuid.UUID(int=rng.getrandbits(128), version=4))
    if kind == 1:
        ticks = ms * 10000 + rng.randrange(10000) + 0x01b21dd213814000
        return str(uuid.UUID(fields=(ticks & 0xffffffff, ticks >> 32 & 0xffff,
                                     0x1000 | ticks >> 48, 0x80, 1, rest >> 14)))
    value = ms << 80 | 7 << 76 | 1 << 63 | rest
    return canonical(value) if kind == 2 else ulid(value)


def expect_lines(what, want, args):
    got = run(*args).stdout
    if got != want:
        pairs = zip(got.splitlines() + [b""], want.splitlines() + [b""])
        sys.exit(f"{what}: {next(pair for pair in pairs if pair[0] != pair[1])}")


def expect_text(what, text, paths):
    """Every line of the output for files that all hold `text`."""
    want, notes = [], []
    at = 0
    for match in wanted(text):
        kind, time = kind_and_time(match["input"])
        want.append(f"{match['line']}:{match['column']}: {kind} {time} "
                    f"{match['input']}\n".encode())
        end = match["offset"] + len(match["input"])
        notes.append(text[at:end] + (b"" if time == "-" else f" [{time}]".encode()))
        at = end
    for path in paths:
        with open(path, "wb") as file:
            file.write(text)
    expect_lines(f"{what} without names", b"".join(want) * len(paths),
                 ["scan", "-I", *paths])
    expect_lines(what, b"".join(os.fsencode(path) + b":" + line
                                for path in paths for line in want),
                 ["scan", *paths])
    expect_lines(f"{what}, annotated", b"".join([*notes, text[at:]]),
                 ["annotate", paths[0]])
    coloured = run("scan", "--color", "always", *paths).stdout
    at = 0
    for path in paths:
        for place, rest in (line.split(b": ") for line in want):
            head = (b"\x1b[35m" + os.fsencode(path) + b"\x1b[0m:\x1b[32m" + place
                    + b"\x1b[0m: " + rest.rsplit(b" ", 1)[0] + b"\n    ")
            at = coloured.find(head, at) + 1
            if at == 0:
                sys.exit(f"{what}, coloured: {head} is missing")


def test_positions(rng, folder):
    """Every line of the output, at the places where the numbers and the buffers
    change their lengths."""
    def path(name):
        return os.path.join(folder, name)

    def ids(n, *between):
        return b"".join(random_id(rng).encode() + rng.choice(between)
                        for _ in range(n))

    feeds = [b"\n" * n for n in range(1, 12)]
    expect_text("a line each", ids(3000, b"\n"), [path("a"), path("b")])
    expect_text("CR LF and NUL", ids(500, b"\r\n", b"\0", b" "), [path("a")])
    expect_text("many on a line", ids(300, b" ") + b"\n" + ids(20, b","),
                [path("a")])
    expect_text("empty lines between", ids(3000, *feeds, b" "), [path("a")])
    expect_text("long lines", ids(40, b"." * 3000, b"." * 30000 + b"\n",
                                  b"\n" * 3000 + b" "), [path("a")])
    expect_text("columns of each length",
                b"".join(b" " * n + ids(1, b" ") for n in
                         (1, 8, 62, 862, 9000, 90000, 900000)), [path("a")])
    expect_text("lines of each length",
                b"".join(b"\n" * n + ids(1, b" ") for n in
                         (8, 1, 89, 1, 899, 8999, 89999, 900001)) + b"end",
                [path("a")])
    expect_text("short lines, then a line of blocks without an id",
                b"\n" * 9 + b"." * 900000 + b" " + ids(3, b"\n") + b"end",
                [path("a")])
    expect_text("names", ids(50, b"\n"),
                [path("a b"), path("n\n"), path("e\x1b[1m"), path("\udcff")])
    deep = folder
    for _ in range(17): # a path that is longer than most
        deep = os.path.join(deep, "d" * 230)
        os.mkdir(deep)
    expect_text("a long name", ids(200, b"\n"), [os.path.join(deep, "n" * 50)])


def test_pieces(rng, text):
    """Write the text in pieces. The tool prints the ids of its input before it
    waits for more."""
    with subprocess.Popen([TOOL, *ARGS, "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        at = 0
        while at < len(text):
            n = rng.choice((1, 7, 31, 36, 64, 200))
            os.write(process.stdin.fileno(), text[at:at + n])
            at += n
        expect("in pieces", text, process.communicate()[0])


def test_rows(text, path):
    """With --line the ids have the same positions, although lines are buffered."""
    with open(path, "wb") as file:
        file.write(text)
    args = ["scan", "-I", "--all", path]
    plain, rows = run(*args).stdout, run(*args, "--line")
    facts = [b" ".join(line.split(b" ")[:3]) for line in plain.splitlines()]
    if rows.stdout.splitlines()[::2] != facts:
        sys.exit("--line changes the positions")
    for line, row in zip(plain.splitlines(), rows.stdout.splitlines()[1::2]):
        if line.split(b" ")[-1] not in row:
            sys.exit(f"{line} is not in the line shown: {row}")


def test_narrow():
    """On a terminal of three columns the tool prints only the id."""
    ours, theirs = terminal(3)
    with subprocess.Popen([TOOL, "scan", "--color", "never"], stdout=theirs,
                          stdin=subprocess.PIPE) as process:
        process.communicate(b"before " + UUID + b" behind\n")
    os.close(theirs)
    shown = os.read(ours, 4096)
    os.close(ours)
    if UUID not in shown or b"before" in shown or b"behind" in shown:
        sys.exit(f"three columns: {shown}")


def test_signal():
    with fed("scan", data=LINE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        if process.wait(timeout=60) != -signal.SIGINT:
            sys.exit(f"SIGINT: status {process.returncode}")


def main():
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "text")
        for i in range(30):
            text = b"".join(rng.choices(PARTS, k=rng.choice((5, 50, 20000))))
            test_text(f"text {i}", text, path)
        # Ids at every position in the blocks of input, without and with line feeds.
        for gap in (b"." * 41, b"-" * 30, b" " * 500 + b"\n", b"7" * 61 + b"."):
            text = b"".join(UUID[:36] + gap[:i % len(gap) + 1] + ULID + b" "
                            for i in range(6000))
            test_text(f"blocks {gap[:3]}", text, path)
            test_rows(text, path)
        test_positions(rng, folder)
    test_pieces(rng, b"".join(rng.choices(PARTS, k=3000)))
    test_narrow()
    test_signal()


main()
