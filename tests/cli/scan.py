#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scan.py TOOL: guidon scan finds the same ids at the same positions as a regular
expression over the whole text, for text of every sort, from a file and in pieces. A
signal ends the tool."""
import fcntl
import json
import os
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

TOOL = sys.argv[1]
UUID = b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
ULID = b"01FWHE4YDGFK1SHH6W1G60EECF"
HEX = b"2ed6657de927468b95e12665a8aea6a2"
PARTS = [
    UUID, UUID.upper(), ULID, ULID.lower(), HEX, UUID, ULID, UUID[:20], HEX[:7],
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
    rb"|[0-9a-fA-F]{12}[1-8][0-9a-fA-F]{3}[89abAB][0-9a-fA-F]{15})"
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
            "form": {36: "uuid", 26: "ulid", 32: "hex"}[len(match.group())],
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


ARGS = [TOOL, "scan", "--json", "--all", "--lower", "--hex"]


def test_text(what, text, path):
    with open(path, "wb") as file:
        file.write(text)
    done = subprocess.run([*ARGS, path], capture_output=True, check=False)
    expect(what, text, done.stdout)


def test_pieces(rng, text):
    """Write the text in pieces. The tool prints the ids of its input before it
    waits for more."""
    with subprocess.Popen([*ARGS, "-"], stdin=subprocess.PIPE,
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
    args = [TOOL, "scan", "-I", "--all", path]
    plain = subprocess.run(args, capture_output=True, check=False).stdout
    rows = subprocess.run([*args, "--line"], capture_output=True, check=False)
    facts = [b" ".join(line.split(b" ")[:3]) for line in plain.splitlines()]
    if rows.stdout.splitlines()[::2] != facts:
        sys.exit("--line changes the positions")
    for line, row in zip(plain.splitlines(), rows.stdout.splitlines()[1::2]):
        if line.split(b" ")[-1] not in row:
            sys.exit(f"{line} is not in the line shown: {row}")


def test_narrow():
    """On a terminal of three columns the tool prints only the id."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 3, 0, 0))
    with subprocess.Popen([TOOL, "scan", "--color", "never"], stdout=theirs,
                          stdin=subprocess.PIPE) as process:
        process.communicate(b"before " + UUID + b" behind\n")
    os.close(theirs)
    shown = os.read(ours, 4096)
    os.close(ours)
    if UUID not in shown or b"before" in shown or b"behind" in shown:
        sys.exit(f"three columns: {shown}")


def test_signal():
    with subprocess.Popen([TOOL, "scan"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        process.stdin.write(UUID + b"\n")
        process.stdin.flush()
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
    test_pieces(rng, b"".join(rng.choices(PARTS, k=3000)))
    test_narrow()
    test_signal()


main()
