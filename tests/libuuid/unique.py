# SPDX-License-Identifier: MIT
"""unique.py LIBRARY MANY [long]: no id by time is made twice by children of
fork, threads, or processes started apart, and 1000 threads leave no descriptor
open. For long: 50 runs of 20,000 ids each, and what the system's libuuid does
with the same."""

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
    """Sums over runs: how many ids repeat, and how many were not safe; and in
    how many runs any did."""
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
        print(f"{how}: {repeats} repeat, {unsafe} not safe in {times} runs")
        if repeats or unsafe:
            faults.append(how)
    left = int(ask("ends", 1))
    print(f"1000 threads leave {left} descriptors")
    if left:
        faults.append("descriptors")
    return faults


def show_theirs(many):
    """By whoever runs this: it calls no id safe where it cannot write to
    /var/lib/libuuid."""
    library = system_library()
    if not library:
        print("no libuuid of the system to compare with")
        return

    def ask(*words):
        command = [many, library, *map(str, words)]
        return subprocess.run(command, capture_output=True, check=True,
                              text=True).stdout

    for how, times in ("fork", 50), ("threads", 5), ("processes", 5):
        repeats, unsafe, bad = runs(ask, how, 20000, times)
        print(f"the system's, {how}: {repeats} repeat in {bad} of {times} runs, "
              f"{unsafe} not safe")
    left = ask("ends", 1).strip()
    print(f"the system's: 1000 threads leave {left} descriptors")


def without_state(place, many, library):
    """Where there is no state of the host, it is said; and nothing repeats."""
    environment = place.environment(XDG_RUNTIME_DIR=None)
    line = place.plainly(many, library, "processes", 100, env=environment)
    return [] if line == "0 800\n" else [f"no state: {line}"]


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
    """The state of root is in /run; here, one of its own."""
    if os.geteuid() != 0:
        return []
    command = ["unshare", "-m", "sh", "-c", ROOT, "sh", many, library]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        print(f"not tried as root: {done.stderr}")
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
