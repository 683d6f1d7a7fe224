#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""memory.py TOOL: the tool works within 2 MiB of data, whatever the input: a
million lines, or one line of 64 MiB. (A peak as the kernel tells it would count
what this process had before the tool took its place.)"""
import resource
import subprocess
import sys

LIMIT = 2 << 20
LINE = b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"

COMMANDS = [
    ["convert", "--on-error", "skip", "-f", "oid"],
    ["convert", "--on-error", "keep"],
    ["check", "--all"],
    ["stat", "--memory", "1M"],
    ["annotate"],
    ["new", "v5", "--namespace", "dns"],
]
# what it is, a piece, how many of them
INPUTS = [
    ("a million lines", LINE * 10_000, 100),
    ("a million bad lines", b"x\n" * 10_000, 100),
    ("one line of 64 MiB", b"x" * (1 << 20), 64),
]


def limit():
    resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT))


def main():
    for command in COMMANDS:
        for what, piece, times in INPUTS:
            tool = subprocess.Popen(
                [sys.argv[1], *command], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                preexec_fn=limit)
            for _ in range(times):
                tool.stdin.write(piece)
            tool.stdin.close()
            if tool.wait() not in (0, 1):
                sys.exit(f"{' '.join(command)}, {what}: status {tool.returncode}")


main()
