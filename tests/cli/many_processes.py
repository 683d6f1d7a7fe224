#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""many_processes.py TOOL COUNT: no id of COUNT processes comes twice.

For each kind and scope, COUNT processes start one after another, 16 at a time, and make 20
ids each. Of the processes in scope HOST, every second runs in namespaces of its own for
processes, mounts, names of hosts and calls between processes, as in a container, if the
kernel makes them. A process that starts after another has ended has greater ids, for the
kinds that promise an order within the host."""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

from tool import TOOL

COUNT = int(sys.argv[2])
EACH = 20
KINDS = ["v1", "v4", "v6", "v7", "ulid"]
HOST_KINDS = ["v1", "v6", "v7", "ulid"]
RISING = ["v6", "v7", "ulid"]
BOXES = [["unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--uts", "--ipc"],
         ["unshare", "--pid", "--fork", "--mount-proc", "--uts", "--ipc"], []]


def box_that_works():
    """A command that makes namespaces here, or none."""
    for box in BOXES:
        if not box or (shutil.which(box[0]) and subprocess.run(
                [*box, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0):
            return box
    return []


def ids_of(box, arguments):
    done = subprocess.run([*box, TOOL, "new", *arguments, "-n", str(EACH)],
                          stdout=subprocess.PIPE, check=True)
    ids = done.stdout.split()
    assert len(ids) == EACH, ids
    return ids


def campaign(arguments, boxes):
    """The ids of COUNT processes, a list for each."""
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        return list(pool.map(lambda n: ids_of(boxes[n % len(boxes)], arguments),
                             range(COUNT)))


def check(what, lists):
    distinct = {one for ids in lists for one in ids}
    if len(distinct) != COUNT * EACH:
        sys.exit(f"{what}: {COUNT * EACH - len(distinct)} ids came twice")
    print(f"{what}: {len(distinct)} ids", flush=True)


def main():
    box = box_that_works()
    print(f"namespaces: {' '.join(box) or 'none'}", flush=True)
    for kind in KINDS:
        check(kind, campaign([kind], [[]]))
    with tempfile.TemporaryDirectory() as folder:
        for kind in HOST_KINDS:
            state = os.path.join(folder, kind)
            arguments = [kind, "--scope", "host", "--state", state]
            check(f"{kind}, scope host", campaign(arguments, [[], box]))
            if kind in RISING:
                in_order = [ids_of([[], box][n % 2], arguments) for n in range(COUNT // 10)]
                flat = [one for ids in in_order for one in ids]
                if flat != sorted(flat):
                    sys.exit(f"{kind}: processes one after another are out of order")


main()
