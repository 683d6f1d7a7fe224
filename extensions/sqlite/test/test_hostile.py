# SPDX-License-Identifier: MIT
"""Callbacks of the program that do anything while a statement with functions of the
extension runs: hostile.c has the list of callbacks and of what they do."""

import collections
import subprocess

import build

# How often each callback is at least called in the statements of a pair.
CALLBACKS = {"a function": 80, "an aggregate": 10, "a collation": 19,
             "a progress handler": 20, "an authorizer": 50, "a trace": 30,
             "a commit hook": 3, "a rollback hook": 1, "an update hook": 20,
             "a busy handler": 1, "a destructor": 1}
ACTS = {"goes on", "fails", "interrupts", "signals", "uses another connection",
        "starts a thread", "forks", "frees", "switches stacks"}
# What a function and an aggregate do with the connection that runs.
OWN = {"uses this connection", "loads again", "removes everything", "closes"}
# These end the statements of a pair early.
SHORT = {"fails", "interrupts", "signals", "removes everything", "closes"}


def test_callbacks_may_do_anything(tmp_path):
    done = subprocess.run([build.program("hostile", True), tmp_path / "file.db"], text=True,
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    lines = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        kind, text = line.split(" ", 1)
        lines[kind].append(text)
    assert set(lines) == {"pair", "id"}, lines["wrong:"]
    ids = [id.lower() for id in lines["id"]]
    assert len(ids) > 1000 and len(set(ids)) == len(ids)
    called = {}
    for pair in lines["pair"]:
        (callback, act), calls = pair.rsplit(": ", 1)[0].split(", "), pair.split(": ")[1]
        called[callback, act] = int(calls.split()[0])
    assert set(called) == {(callback, act) for callback in CALLBACKS for act in ACTS} | {
        (callback, act) for callback in ("a function", "an aggregate") for act in OWN}
    for (callback, act), calls in called.items():
        least = CALLBACKS[callback]
        assert calls >= (min(least, 1) if act in SHORT else least), (callback, act)
