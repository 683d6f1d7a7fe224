# SPDX-License-Identifier: MIT
"""Processes come and go, are killed and stopped, and so are members of etcd. No number
is used by two at a time, and its ids rise from owner to owner."""

import contextlib
import itertools
import os
import random
import signal
import time

import pytest

import build
from cluster import Cluster, descendants, wait_for

WORKER_PAUSE_US = 2000


def read_ids(folder):
    """The ids of every worker: number, before, after, id."""
    holders = []
    for path in sorted(folder.glob("ids-*")):
        rows = []
        for line in path.read_text().splitlines():
            words = line.split()
            if words[0] == "id" and len(words) == 5 and len(words[4]) == 36:
                rows.append((int(words[1]), int(words[2]), int(words[3]), words[4]))
        if rows:
            assert len({row[0] for row in rows}) == 1, path
            holders.append(rows)
    return holders


def faults_of(holders):
    """Overlapping spans of a number, ids that do not rise, and ids that repeat."""
    faults = []
    by_number = {}
    for rows in holders:
        by_number.setdefault(rows[0][0], []).append(rows)
    for number, owners in by_number.items():
        owners.sort(key=lambda rows: rows[0][1])
        for earlier, later in itertools.pairwise(owners):
            # An id exists from some instant of its call on, so it overlaps for
            # certain if the call began after the later owner's first call ended.
            if earlier[-1][1] > later[0][2]:
                faults.append(f"number {number} was used by two at a time")
            if earlier[-1][3] >= later[0][3]:
                faults.append(f"number {number}: {later[0][3]} after {earlier[-1][3]}")
        for rows in owners:
            if any(a[3] >= b[3] for a, b in itertools.pairwise(rows)):
                faults.append(f"number {number}: an owner's ids do not rise")
    ids = [row[3] for rows in holders for row in rows]
    if len(ids) != len(set(ids)):
        faults.append("an id repeats")
    return faults


def row(number, before, after, tail):
    return (number, before, after, f"00000000-0000-8000-8000-{tail:012}")


@pytest.mark.parametrize("holders, faults", [
    ([[row(1, 0, 1, 1), row(1, 4, 5, 2)], [row(1, 6, 7, 3)]], 0),
    ([[row(1, 0, 1, 1), row(1, 8, 9, 2)], [row(1, 6, 7, 3)]], 1),
    ([[row(1, 0, 1, 5)], [row(1, 6, 7, 3)]], 1),
    ([[row(1, 0, 1, 5), row(1, 2, 3, 5)]], 2),
    ([[row(1, 0, 9, 1)], [row(2, 3, 5, 2)]], 0),
])
def test_the_checker_finds_faults(holders, faults):
    assert len(faults_of(holders)) == faults


def send(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):  # it has just ended
            os.kill(pid, number)


class Storm:
    """Starts, ends, kills and stops processes of guidon-node."""

    def __init__(self, cluster, nodes, folder, slots, claims, ttl, seed):
        self.cluster, self.nodes, self.folder = cluster, nodes, folder
        self.slots, self.claims, self.ttl = slots, claims, ttl
        self.random = random.Random(seed)
        self.running = []  # (process, what to do, when)
        self.stopped = []  # (process, it and its worker, when to go on)
        self.started = 0
        self.statuses = {}
        self.member = None  # (member, how it was taken, when it comes back)
        self.members_taken = 0
        self.next_member = time.monotonic() + 3

    def start(self):
        path = self.folder / f"ids-{self.started:05}"
        process = self.nodes.start(
            "--endpoints", ",".join(self.cluster.urls), "--prefix", "/storm",
            "--slots", self.slots, "--ttl", self.ttl, "--wait", "120", "--",
            build.program("guidon_node_worker"), path, WORKER_PAUSE_US,
            stdout=open(os.devnull), stderr=open(self.folder / "messages", "a"))
        self.started += 1
        what = self.random.choice(["term", "term", "kill", "stop"])
        self.running.append([process, what, path, None])

    def act(self, process, what):
        if what == "term":
            process.terminate()
        elif what == "kill":
            process.kill()
        else:
            both = [*descendants(process.pid), process.pid]
            send(both, signal.SIGSTOP)
            self.stopped.append((process, both, time.monotonic() + self.ttl + 2))

    def reap(self, process):
        status = process.returncode
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def step_nodes(self):
        now = time.monotonic()
        for entry in list(self.running):
            process, what, path, when = entry
            if process.poll() is not None:
                self.running.remove(entry)
                self.reap(process)
            elif when is None and path.exists() and path.stat().st_size > 0:
                entry[3] = now + self.random.uniform(0.1, 2.5)
            elif when is not None and now >= when:
                entry[3] = now + 1e9
                self.act(process, what)
        for entry in list(self.stopped):
            process, both, when = entry
            if now >= when:
                self.stopped.remove(entry)
                send(both, signal.SIGCONT)

    def step_members(self):
        now = time.monotonic()
        if self.member and now >= self.member[2]:
            i, how, _ = self.member
            self.cluster.start(i) if how == "kill" else self.cluster.go_on(i)
            self.member, self.next_member = None, now + 4
        elif not self.member and now >= self.next_member and \
                self.started < self.claims:
            i = self.random.choice([self.cluster.leader(), self.random.randrange(3)])
            how = self.random.choice(["kill", "stop"])
            self.cluster.kill(i) if how == "kill" else self.cluster.stop(i)
            self.member = (i, how, now + self.random.uniform(1, 3))
            self.members_taken += 1

    def run(self, seconds):
        end = time.monotonic() + seconds
        while self.started < self.claims or self.running:
            assert time.monotonic() < end, f"{self.started} claims, {self.statuses}"
            if self.started < self.claims and len(self.running) < self.slots + 4:
                self.start()
            self.step_nodes()
            self.step_members()
            time.sleep(0.01)
        if self.member:
            i, how, _ = self.member
            self.cluster.start(i) if how == "kill" else self.cluster.go_on(i)


@pytest.mark.slow(40)
def test_no_two_hold_one_number(nodes, tmp_path, request, record_property):
    long = request.config.getoption("--long")
    slots, claims, ttl, seconds = (64, 1000, 6, 1500) if long else (16, 100, 3, 240)
    cluster = Cluster("storm").wait_until_ready()
    try:
        storm = Storm(cluster, nodes, tmp_path, slots, claims, ttl, seed=33)
        began = time.monotonic()
        storm.run(seconds)
        took = time.monotonic() - began
        holders = read_ids(tmp_path)
        wait_for(lambda: not cluster.ctl("get", "--prefix", "/storm/held/"),
                 what="the return of every number")
    finally:
        cluster.end()
    numbers = {rows[0][0] for rows in holders}
    record_property("storm", f"{claims} claims of {slots} numbers in {took:.0f} s, "
                    f"{len(holders)} holders of {len(numbers)} numbers, "
                    f"{sum(map(len, holders))} ids, {storm.members_taken} members "
                    f"taken, exit statuses {dict(sorted(storm.statuses.items()))}")
    assert faults_of(holders) == []
    assert numbers <= set(range(slots)) and len(numbers) > slots // 2
    assert len(holders) > claims * 3 // 4
    assert storm.members_taken > 0
    # SIGTERM reaches the worker; a stopped program has lost its lease.
    assert set(storm.statuses) <= {143, -signal.SIGKILL, 123, 137, 1}
    assert storm.statuses[143] > 0 and storm.statuses[123] > 0
