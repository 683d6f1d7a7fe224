#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""large.py TOOL COUNT MEMORY: sort and dedupe of COUNT ids, as lines of text, are
right and stay below MEMORY (MiB), the peak of each shown.

Half of the ids are made, and given twice. What each is held against does not
pass through what is tested: dedupe has to give the half as it was made; what sort
gives has to rise from line to line, by `check`, and to hold what the half holds,
which the sums of its lines' words tell."""
import array
import os
import subprocess
import sys
import tempfile
import time

TOOL, COUNT, MEMORY = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
HALF = COUNT // 2


def run(what, *args, stdin=None, stdout=None):
    """The tool's peak in MiB, as the kernel tells it."""
    began = time.monotonic()
    process = subprocess.Popen([TOOL, *args], stdin=stdin, stdout=stdout)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{what}: status {process.returncode}")
    peak = usage.ru_maxrss / 1024
    print(f"{what}: peak {peak:.0f} MiB, {time.monotonic() - began:.0f} s",
          flush=True)
    return peak


def bounded(what, *args, **more):
    if run(what, *args, "--memory", f"{MEMORY}M", **more) > MEMORY:
        sys.exit(f"{what}: more than {MEMORY} MiB")


def sums(path):
    """Of the ids of a file, as two words each: their sum and how many."""
    n, low, high = 0, 0, 0
    with subprocess.Popen([TOOL, "convert", "-f", "bytes", path],
                          stdout=subprocess.PIPE) as process:
        while block := process.stdout.read(1 << 22):
            words = array.array("Q", block)
            n += len(words) // 2
            low += sum(words[::2])
            high += sum(words[1::2])
    if process.returncode:
        sys.exit(f"convert: status {process.returncode}")
    return n, low, high


def same(a, b):
    return subprocess.run(["cmp", a, b], check=False).returncode == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        half, out = (os.path.join(folder, name) for name in ("half", "out"))
        run("new", "new", "v4", "-n", str(HALF), stdout=open(half, "wb"))
        both = [half, half, "--temporary", folder, "-o", out]
        bounded(f"dedupe of {2 * HALF} ids", "dedupe", *both)
        if not same(half, out):
            sys.exit("dedupe: not each id once, in its order")
        bounded(f"sort -u of {2 * HALF} ids", "sort", "-u", *both)
        run("check --sorted", "check", "--sorted", out)
        if sums(out) != sums(half):
            sys.exit("sort: not the ids that came in")
        bounded(f"check --unique of {HALF} ids", "check", "--unique", out,
                "--temporary", folder)
        bounded(f"sort by time of {2 * HALF} ids", "sort", "--by", "time",
                *both)


main()
