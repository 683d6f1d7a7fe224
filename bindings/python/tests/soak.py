# SPDX-License-Identifier: MIT
"""Makes very many ids in threads of forked processes, and looks for one that repeats.

    soak.py [--ids N] [--folder DIR] [--plant]

Processes follow one another by fork: a process makes ids in four threads, forks while
they run, and the child goes on the same way. Four such lines run at once. Of each id
the files keep a sum of 64 bits (its halves, one multiplied by an odd number), because
10^8 ids then take 800 MB. Different ids have the same sum with a chance of 2^-64 a
pair, which is 0.0003 over 10^8 ids. The sums are sorted in parts, so that the memory
stays below 200 MB. `--plant` repeats one id, to show that the soak finds it.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile
import threading

import numpy

import guidon
from processes import collect, forked

MAKERS = [
    guidon.uuid7_bytes,
    guidon.uuid4_bytes,
    guidon.uuid6_bytes,
    guidon.uuid1_bytes,
    guidon.ulid_bytes,
]
ORDERED = [guidon.uuid7_bytes, guidon.uuid6_bytes]
BATCH = 5000
THREADS = 4
LINES = 4
FACTOR = numpy.uint64(0x9E3779B97F4A7C15)
PARTS = 16


def sums(data):
    """The sum of each id in these bytes."""
    halves = numpy.frombuffer(data, "<u8").reshape(-1, 2)
    return halves[:, 0] * FACTOR + halves[:, 1]


def make(path, batches, faults):
    """Write the sums of some batches. Note a batch that is out of order."""
    with open(path, "ab") as file:
        for number in range(batches):
            maker = MAKERS[number % len(MAKERS)]
            made = [maker() for _ in range(BATCH)]
            if maker in ORDERED and made != sorted(made):
                faults.append(maker.__name__)
            file.write(sums(b"".join(made)).tobytes())


def line(folder, number, steps, batches):
    """One line of processes: each forks the next while its threads make ids."""
    faults = []
    threads = [
        threading.Thread(target=make, args=(folder / f"{number}-{steps}-{one}", batches, faults))
        for one in range(THREADS)
    ]
    for one in threads:
        one.start()
    after = b""
    if steps > 1:
        after = collect(*forked(lambda: line(folder, number, steps - 1, batches)))
    for one in threads:
        one.join()
    return after + " ".join(faults).encode()


def repeats(folder):
    """The number of ids, and how many of them were there before."""
    files = [numpy.memmap(path, "<u8", "r") for path in folder.iterdir()]
    again = 0
    for part in range(PARTS):
        some = numpy.concatenate([file[file >> numpy.uint64(60) == part] for file in files])
        some.sort()
        again += int((some[1:] == some[:-1]).sum())
    return sum(map(len, files)), again


def soak(folder, ids, plant):
    """Make the ids, compare them, and print what was found."""
    steps = max(1, round(ids / (LINES * THREADS * BATCH * len(MAKERS) * 10)))
    batches = -(-ids // (LINES * THREADS * steps * BATCH))
    children = [
        forked(lambda number=number: line(folder, number, steps, batches))
        for number in range(LINES)
    ]
    disorder = b"".join([collect(*one) for one in children]).decode()
    if plant:
        first = next(folder.iterdir())
        (folder / "planted").write_bytes(first.read_bytes()[:8])
    count, again = repeats(folder)
    print(
        f"{count} ids of {len(MAKERS)} kinds, {LINES * steps} processes of "
        f"{THREADS} threads: {again} repeated; out of order: {disorder or 'none'}"
    )
    return again == 0 and not disorder


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ids", type=int, default=10**8)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--plant", action="store_true")
    found = parser.parse_args()
    if found.folder:
        found.folder.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(dir=found.folder))
    try:
        return 0 if soak(folder, found.ids, found.plant) else 1
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
