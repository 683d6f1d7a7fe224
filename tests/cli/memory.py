#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""memory.py TOOL: the tool works within 2 MiB of data, or within --memory, for any
input: a million lines, or one line of 64 MiB. The test limits the tool's memory. The
kernel's peak would also count the memory of this process before exec."""
import contextlib
import functools
import resource
import subprocess
import sys

from tool import LINE, TOOL

MIB = 1 << 20

COMMANDS = [
    (2, ["convert", "--on-error", "skip", "-f", "oid"]),
    (2, ["convert", "--on-error", "keep"]),
    (2, ["convert", "--on-error", "skip", "--id-column", "1"]),
    (8, ["convert", "--on-error", "skip", "-f", "oid", "--threads", "3"]),
    (2, ["check", "--all"]),
    (2, ["check", "--sorted", "--unique", "--not-future", "--memory", "64K"]),
    (8, ["check", "--unique", "--memory", "8M"]),
    (2, ["stat", "--memory", "0"]),
    (2, ["stat", "--memory", "1M"]),
    (8, ["stat", "--memory", "8M"]),
    (4, ["audit", "--memory", "64k"]),
    (8, ["audit", "--memory", "8M"]),
    (2, ["annotate"]),
    (4, ["alias", "--no-restore"]),
    (2, ["find", "f6", "--on-error", "skip"]),
    (2, ["scan", "--hex", "--lower"]),
    (2, ["scan", "--line"]),
    (2, ["new", "v5", "--namespace", "dns"]),
    (2, ["sort", "--on-error", "skip", "--memory", "64K"]),
    (8, ["sort", "--on-error", "skip", "--memory", "8M", "--by", "time"]),
    (2, ["dedupe", "--on-error", "skip", "--memory", "64K"]),
    (2, ["dedupe", "--on-error", "skip", "--memory", "64K", "--id-column", "1"]),
    (8, ["dedupe", "--on-error", "skip", "--memory", "8M", "--count"]),
]
# name, piece of input, number of pieces
INPUTS = [
    ("a million lines", LINE * 10_000, 100),
    ("a million bad lines", b"x\n" * 10_000, 100),
    ("one line of 64 MiB", b"x" * (1 << 20), 64),
]


def limit(mib):
    resource.setrlimit(resource.RLIMIT_DATA, (mib * MIB, mib * MIB))


def main():
    for mib, command in COMMANDS:
        for what, piece, times in INPUTS:
            tool = subprocess.Popen(
                [TOOL, *command], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                preexec_fn=functools.partial(limit, mib))
            # A record of CSV that is longer than the memory ends the command.
            with contextlib.suppress(BrokenPipeError):
                for _ in range(times):
                    tool.stdin.write(piece)
            with contextlib.suppress(BrokenPipeError):
                tool.stdin.close()
            if tool.wait() not in (0, 1):
                sys.exit(f"{' '.join(command)}, {what}: status {tool.returncode}")


main()
