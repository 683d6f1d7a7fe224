# SPDX-License-Identifier: MIT
"""unique.py LIBRARY MANY [long]: forked children, threads and separate processes make
no duplicate time-based ids, and 1000 threads leave no descriptor open. `long` makes
50 runs of 20,000 ids each, and shows the same for the system's libuuid."""

import ctypes
import os
import pathlib
import subprocess
import sys

from place import Place


def system_library():
    try:
        ctypes.CDLL("libuuid.so.1")
    except OSError:
        return None
    with open("/proc/self/maps", encoding="ascii") as maps:
        return next(line.split()[-1] for line in maps if "libuuid.so" in line)


def runs(ask, how, n, times):
    """Totals of several runs: duplicate ids, ids that are not safe, and runs with
    duplicates."""
    repeats = unsafe = bad = 0
    for _ in range(times):
        line = ask(how, n)
        repeats += int(line.split()[0])
        unsafe += int(line.split()[1])
        bad += line.split()[0] != "0"
    return repeats, unsafe, bad


def check(ask, long):
    n, times = (20000, 50) if long else (2000, 5)
    faults = []
    for how in ("fork", "threads", "processes"):
        repeats, unsafe, _ = runs(ask, how, n, times)
        print(f"{how}: {repeats} duplicates, {unsafe} ids not safe in {times} runs")
        if repeats or unsafe:
            faults.append(how)
    left = int(ask("ends", 1))
    print(f"1000 threads leave {left} descriptors open")
    if left:
        faults.append("descriptors")
    return faults


def show_theirs(many):
    """Show the figures of the system's libuuid for the current user. That library
    calls no id safe if it cannot write to /var/lib/libuuid."""
    library = system_library()
    if not library:
        print("the system has no libuuid to compare with")
        return

    def ask(*words):
        command = [many, library, *map(str, words)]
        return subprocess.run(command, capture_output=True, check=True,
                              text=True).stdout

    for how, times in ("fork", 50), ("threads", 5), ("processes", 5):
        repeats, unsafe, bad = runs(ask, how, 20000, times)
        print(f"the system's libuuid, {how}: {repeats} duplicates in {bad} of {times} runs, "
              f"{unsafe} ids not safe")
    left = ask("ends", 1).strip()
    print(f"the system's libuuid: 1000 threads leave {left} descriptors open")


def without_state(place, many, library):
    """Without a state file no id is called safe, and none is a duplicate."""
    environment = place.environment(XDG_RUNTIME_DIR=None)
    line = place.plainly(many, library, "processes", 100, env=environment)
    return [] if line == "0 800\n" else [f"without a state file: {line}"]


ROOT = """
set -eu
mount -t tmpfs none /run
"$1" "$2" processes 100
test -f /run/guidon/state
umount /run
mount -t tmpfs -o ro none /run
"$1" "$2" processes 100
"""


def as_root(many, library):
    """Root's state file is in /run. Use a private /run for this test."""
    if os.geteuid() != 0:
        return []
    command = ["unshare", "-m", "sh", "-c", ROOT, "sh", many, library]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        print(f"skipped as root: {done.stderr}")
        return []
    return [] if done.stdout == "0 0\n0 800\n" else [
        f"root: {done.stdout} {done.stderr}"]


def main():
    long = "long" in sys.argv[3:]
    with Place(*sys.argv[1:3]) as place:
        many = place.folder / pathlib.Path(sys.argv[2]).name
        def ask(*words, many=many, place=place):
            return place.plainly(many, place.library, *words)

        faults = check(ask, long)
        faults += without_state(place, many, place.library)
        faults += as_root(many, place.library)
        if long:
            show_theirs(many)
    sys.exit(", ".join(faults) or 0)


main()
