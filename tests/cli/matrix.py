#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""matrix.py TOOL: run every command with every sort of faulty input and output, and
compare the messages with matrix.expected. UPDATE=1 writes matrix.expected instead;
read the difference before you commit it.

Every command of `guidon help` must be in the table. A row is a call of a command.
`reads` says that it reads ids from standard input; `endless` has arguments that make
it write without end. `hidden` omits output that differs between machines, or that
another test compares."""
import dataclasses
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

from expected import compare
from forms import hidden
import tool
from tool import ID as UUID


@dataclasses.dataclass
class Row:
    args: list
    reads: bool = True
    files: bool = True  # operands are input files
    endless: list = None
    output: bool = False  # has the option -o
    hidden: bool = False
    quiet: bool = False  # prints nothing for good input, so the test uses bad input


TABLE = [
    Row(["new"], reads=False, files=False, hidden=True,
        endless=["-n", str(2 ** 64 - 1)]),
    Row(["new", "v5", "--namespace", "dns"], files=False),
    Row(["show", "--json", UUID], reads=False, files=False),
    Row(["convert", "-f", "ulid"]),
    Row(["check"], quiet=True),
    Row(["check", "--sorted", "--unique", "--json", "--memory", "64K"],
        quiet=True),
    Row(["sort", "--memory", "64K"], output=True),
    Row(["dedupe", "--memory", "64K"], output=True),
    Row(["bounds", "2022-02-22"], reads=False, files=False),
    Row(["derive", "--key-file", "KEY"]),
    Row(["odds", "v4", "-n", "1G"], reads=False, files=False),
    Row(["stat"]),
    Row(["scan", "-o"]),
    Row(["audit", "--now", "2030-01-01T00:00:00Z", "--memory", "64K"]),
    Row(["annotate"]),
    Row(["alias", "--to", "pseudonym", "--key-file", "KEY"]),
    Row(["short"]),
    Row(["find", "f6"]),
    Row(["doctor"], reads=False, files=False, hidden=True),
    Row(["completions", "bash"], reads=False, files=False, hidden=True),
    Row(["help"], reads=False, files=False, hidden=True),
]

# These read and write by the code of derive, and take ids of one version or cause alone.
LIKE_DERIVE = {"mask", "unmask", "encrypt", "decrypt", "repair"}

LINES = [UUID, "01ARZ3NDEKTSV4RRFFQ69G5FAV",
         "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]
INPUTS = {
    "good": "\n".join([*LINES, ""]).encode(),
    "bad": "\n".join([LINES[0], UUID[:-1] + "g", LINES[2], ""]).encode(),
    "empty": b"",
    "no final newline": "\n".join(LINES).encode(),
    "CR LF": "\r\n".join([*LINES, ""]).encode(),
    "NUL": "\0".join([*LINES, ""]).encode(),
    "one line of 100 MB": b"x" * 100_000_000,
    "garbage": random.Random(1).randbytes(3000),
}


KEY_FOLDER = tempfile.TemporaryDirectory()
KEY = os.path.join(KEY_FOLDER.name, "key")


def command(row):
    return [KEY if arg == "KEY" else arg for arg in row.args]


def run(row, more=(), stdin=os.devnull, stdout=subprocess.PIPE):
    with open(stdin, "rb") as source:
        done = tool.run(*command(row), *more, stdin=source, stdout=stdout,
                        stderr=subprocess.PIPE, env={"LC_ALL": "C", "TZ": "UTC0"})
    return done.returncode, done.stdout or b"", done.stderr


# -------------------------------------------------------------- what is written

def shown_lines(mark, data):
    text = hidden(data.decode("utf-8", "backslashreplace"))
    lines = text.split("\n")
    lines = [*lines[:-1], lines[-1] + "(no newline)"] if lines[-1] else lines[:-1]
    if len(lines) > 40:
        lines = [*lines[:3], f"({len(lines) - 3} lines more)"]
    for line in lines:
        line = re.sub(r"[^ -~]", lambda c: f"\\x{ord(c[0]):02x}", line)
        if len(line) > 300:
            line = f"{line[:40]}... ({len(line)} characters)"
        yield f"{mark}{line}".rstrip()


def shown(row, what, result):
    status, out, err = result
    yield f"-- {what}: {status}"
    yield from ["| (hidden)"] if row.hidden and out else shown_lines("| ", out)
    yield from shown_lines("2| ", err)


def fail(row, what, result):
    sys.exit(f"guidon {' '.join(row.args)}: {what}: {result}")


# ------------------------------------------------------------------ the columns

def with_inputs(row, folder):
    good = None
    for what in INPUTS:
        more = ["-0"] if what == "NUL" and "--null" in tool.help_of(row.args[0]) else []
        result = run(row, more, stdin=os.path.join(folder, what))
        if result[0] not in (0, 1):
            fail(row, what, result)
        if row.reads:
            yield from shown(row, what, result)
        elif what == "good":
            good = result
            yield from shown(row, "any stdin", result)
        elif not row.hidden and result != good or result[0]:
            fail(row, what, result)


def with_outputs(row, folder):
    stdin = os.path.join(folder, "bad" if row.quiet else "good")
    with open("/dev/full", "wb") as full:
        result = run(row, stdin=stdin, stdout=full)
    if result[0] != 3:
        fail(row, "a full device", result)
    yield from shown(row, "a full device", result)
    reader, writer = os.pipe()
    os.close(reader)
    result = run(row, stdin=stdin, stdout=writer)
    os.close(writer)
    if result != (-signal.SIGPIPE, b"", b""):
        fail(row, "a closed pipe", result)
    yield "-- a closed pipe: SIGPIPE ends the tool, without a message"


def with_files(row, folder):
    for what, path in {"no such file": "missing", "a folder": "."}.items():
        result = run(row, [path])
        if result[0] != 3:
            fail(row, what, result)
        yield from shown(row, what, result)


def interrupted(row, more, folder):
    """Interrupt the tool after it has read more than a pipe holds, or has written
    some output."""
    reads = row.endless is None
    with tool.fed(*command(row), *more, data=INPUTS["good"] * 30_000 * reads, cwd=folder,
                  stdout=subprocess.DEVNULL if reads else subprocess.PIPE,
                  stderr=subprocess.PIPE) as process:
        if not reads:
            process.stdout.read(1 << 16)
        process.send_signal(signal.SIGINT)
        status = process.wait(timeout=60)
        said = process.stderr.read()
    if (status, said, os.listdir(folder)) != (-signal.SIGINT, b"", []):
        fail(row, "SIGINT", (status, said, os.listdir(folder)))


def with_signal(row):
    if not row.reads and row.endless is None:
        return
    ways = [row.endless or []]
    if row.output:
        ways.append(["-o", "out", "--temporary", "."])
    for more in ways:
        with tempfile.TemporaryDirectory() as folder:
            interrupted(row, more, folder)
    yield "-- SIGINT: the signal ends the tool (130 in a shell), and no file remains"


def report(folder):
    for row in TABLE:
        yield f"guidon {' '.join(row.args)}"
        yield from with_inputs(row, folder)
        yield from with_outputs(row, folder)
        if row.files:
            yield from with_files(row, folder)
        yield from with_signal(row)
        yield ""


def main():
    missing = set(tool.commands()) ^ {row.args[0] for row in TABLE} ^ LIKE_DERIVE
    if missing:
        sys.exit(f"only in the table or only in `guidon help`: {missing}")
    pathlib.Path(KEY).touch(mode=0o600)
    pathlib.Path(KEY).write_text("7" * 64)
    with tempfile.TemporaryDirectory() as folder:
        for what, data in INPUTS.items():
            pathlib.Path(folder, what).write_bytes(data)
        text = "".join(line + "\n" for line in report(folder))
    compare(text, __file__, "output")


main()
