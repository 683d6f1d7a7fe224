#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""large.py TOOL COUNT MEMORY: sort and dedupe handle COUNT ids correctly in less than
MEMORY MiB. The test prints the peak of each command.

The test makes COUNT / 2 ids and passes them twice. dedupe must return them in their
first order. The output of sort must rise, by `check --sorted`, and have the same ids,
by the sums of their two words."""
import array
import os
import subprocess
import sys
import tempfile
import time

from tool import TOOL, peak_memory

COUNT, MEMORY = map(int, sys.argv[2:])
HALF = COUNT // 2


def run(what, *args, stdin=None, stdout=None):
    """Run the tool. Returns its peak memory in MiB, as the kernel reports it."""
    began = time.monotonic()
    peak = peak_memory(*args, stdin=stdin, stdout=stdout) / (1 << 20)
    print(f"{what}: peak {peak:.0f} MiB, {time.monotonic() - began:.0f} s",
          flush=True)
    return peak


def bounded(what, *args, **more):
    if run(what, *args, "--memory", f"{MEMORY}M", **more) > MEMORY:
        sys.exit(f"{what}: more than {MEMORY} MiB")


def sums(path):
    """The number of ids in a file, and the sums of their low and high words."""
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
            sys.exit("dedupe: the output is not each id once in its first order")
        bounded(f"sort -u of {2 * HALF} ids", "sort", "-u", *both)
        run("check --sorted", "check", "--sorted", out)
        if sums(out) != sums(half):
            sys.exit("sort: the output has other ids than the input")
        bounded(f"check --unique of {HALF} ids", "check", "--unique", out,
                "--temporary", folder)
        bounded(f"sort by time of {2 * HALF} ids", "sort", "--by", "time",
                *both)


main()
