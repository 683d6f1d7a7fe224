#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sorting.py TOOL COUNT [MODULE]: sort and dedupe give the same results as Python, with
enough memory for all ids and with so little that they merge runs several times. A
signal leaves neither an unfinished file nor a temporary one."""
import collections
import contextlib
import itertools
import os
import random
import signal
import sys
import tempfile

from tool import canonical, expect, faulty, fed, module, run, ulid

COUNT = int(sys.argv[2])
# Memory for all ids. A sanitizer marks all of it at each start, so few ids take less.
ENOUGH = "256M" if COUNT > 10_000 else "16M"
MODULE = module(3)
UNIX_EPOCH = 0x01B21DD213814000  # in ticks of 100 ns since 1582-10-15
# An id is a pair: (value, whether it is written as a ULID).


def text(id_):
    value, is_ulid = id_
    return ulid(value) if is_ulid else canonical(value)


def lines(ids):
    return "".join(text(id_) + "\n" for id_ in ids).encode()


def time_of(id_):
    value, is_ulid = id_
    version = value >> 76 & 15 if value >> 62 & 3 == 2 else 0
    if is_ulid or version == 7:
        return (value >> 80) * 10000 + UNIX_EPOCH
    if version == 1:
        return (value >> 96 | (value >> 80 & 0xffff) << 32
                | (value >> 64 & 0xfff) << 48)
    if version == 6:
        return value >> 80 << 12 | value >> 64 & 0xfff
    return None


def sqlserver(value):
    """The octets of the stored image in the order in which SqlGuid compares them
    (G1, G5)."""
    wire = value.to_bytes(16, "big")
    image = wire[3::-1] + wire[5:3:-1] + wire[7:5:-1] + wire[8:]
    return image[10:] + image[8:10] + image[6:8] + image[4:6] + image[:4]


def mariadb(value):
    """The bytes that MariaDB stores; an id that it rejects is rearranged too."""
    wire = value.to_bytes(16, "big")
    if any(1 <= wire[a] <= 0x5f and wire[b] >= 0x80 for a, b in ((6, 8), (8, 6))):
        return wire[10:] + wire[8:10] + wire[6:8] + wire[4:6] + wire[:4]
    return wire


def java(value):
    return [int.from_bytes(half, "big", signed=True) for half in
            (value.to_bytes(16, "big")[:8], value.to_bytes(16, "big")[8:])]


KEYS = {"bytes": int, "sqlserver": sqlserver, "mariadb": mariadb, "java": java}


def firsts(ids):
    """Each value once, in its first form."""
    first = {}
    for id_ in ids:
        first.setdefault(id_[0], id_)
    return list(first.values())


def by_time(ids, reverse, unique):
    def key(id_):
        time = time_of(id_)
        return (time is None, 0 if time is None else -time if reverse else time)
    return sorted(firsts(ids) if unique else ids, key=key)


def by_value(ids, reverse, unique, key):
    ids = sorted(ids, key=lambda id_: id_[1])  # UUIDs before ULIDs
    ids.sort(key=lambda id_: key(id_[0]), reverse=reverse)
    return firsts(ids) if unique else ids


def wanted(ids, by, reverse, unique):
    if by == "time":
        return by_time(ids, reverse, unique)
    return by_value(ids, reverse, unique, KEYS[by])


# ------------------------------------------------------------------ what to sort

def near(rng, i, n):
    """Ids of all kinds within some milliseconds; many are equal."""
    return (0x017f22e279b0 + rng.getrandbits(3) << 80
            | rng.choice((1, 4, 6, 7)) << 76 | 2 << 62
            | rng.getrandbits(2) << 96 | rng.getrandbits(5))


VALUES = {
    "random": lambda rng, i, n: rng.getrandbits(128),
    "near in time": near,
    "few values": lambda rng, i, n: (rng.getrandbits(9) << 120
                                     | rng.getrandbits(3)) & (1 << 128) - 1,
    "last byte": lambda rng, i, n: 0x017f22e2 << 96 | rng.getrandbits(8),
    "sorted": lambda rng, i, n: i << 100,
    "reversed": lambda rng, i, n: n - i << 60,
    "equal": lambda rng, i, n: 5,
    "ends of the range": lambda rng, i, n: rng.choice((0, (1 << 128) - 1)),
}


def inputs():
    for name, value in VALUES.items():
        many = COUNT if value in (near, VALUES["random"]) else COUNT // 8
        for n in (0, 1, 2, 33, many):
            rng = random.Random(n)
            yield f"{n} {name}", [
                (value(rng, i, n), rng.random() < 0.3) for i in range(n)]


# ------------------------------------------------------------------------- tests

def tool(*args, stdin):
    done = run(*args, input=stdin)
    if done.returncode or done.stderr:
        sys.exit(f"{args}: status {done.returncode}, {done.stderr.decode()}")
    return done.stdout


def expect_output(what, args, stdin, want):
    expect(f"{what}: guidon {' '.join(args)}", tool(*args, stdin=stdin), want)


def test_sort(what, ids):
    data = lines(ids)
    for by, reverse, unique, memory in itertools.product(
            ("time", *KEYS), (False, True), (False, True),
            ("64K", ENOUGH)):
        order = ["--by", by, *["-r"] * reverse, *["-u"] * unique]
        want = lines(wanted(ids, by, reverse, unique))
        expect_output(what, ["sort", "--memory", memory, *order], data, want)
        if memory == "64K" and (by != "time" or not unique):
            tool("sort", "--check", *order, stdin=want)
    want = b"".join(value.to_bytes(16, "big") for value, _ in
                    sorted(ids))
    expect_output(what, ["sort", "--memory", "64K", "-f", "bytes"], data, want)


def test_dedupe(what, ids):
    data = lines(ids)
    often = collections.Counter(value for value, _ in ids)
    first = firsts(ids)
    for memory in ("64K", ENOUGH):
        args = ["dedupe", "--memory", memory]
        expect_output(what, args, data, lines(first))
        expect_output(what, [*args, "-d"], data,
               lines(id_ for id_ in first if often[id_[0]] > 1))
        expect_output(what, [*args, "--count"], data, "".join(
            f"{often[id_[0]]}\t{text(id_)}\n" for id_ in first).encode())


def has_nameless(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
        return True
    except OSError:
        return False


@contextlib.contextmanager
def begun(command, folder, env, memory="64K", ids=((7, False),) * 60_000, **more):
    """Start the tool and write more than a pipe holds, so that the tool has started
    its output and its temporary files."""
    path = os.path.join(folder, "out")
    with open(path, "w", encoding="ascii") as file:
        file.write("as it was\n")
    with fed(command, "--memory", memory, "--threads", "3", "--temporary", folder, "-o",
             path, data=lines(ids), env=env, **more) as process:
        yield process


def test_signal(command, number, env, **more):
    """A signal leaves the old output file unchanged, and no other file."""
    with tempfile.TemporaryDirectory() as folder:
        named = bool(env) or not has_nameless(folder)
        if named and number == signal.SIGKILL:
            return  # nothing can delete a named file after SIGKILL
        with begun(command, folder, env, **more) as process:
            there = len(os.listdir(folder))
            process.send_signal(number)
            if process.wait(timeout=60) != -number:
                sys.exit(f"{command}: status {process.returncode}")
        with open(os.path.join(folder, "out"), encoding="ascii") as file:
            kept = file.read()
        if (there, os.listdir(folder), kept) != (1 + named, ["out"],
                                                 "as it was\n"):
            sys.exit(f"{command}: signal {number} left {os.listdir(folder)}, "
                     f"{there} files before")


def test_ignored_signal(env):
    """A signal that was ignored at the start, as with nohup, stays ignored."""
    with tempfile.TemporaryDirectory() as folder:
        with begun("sort", folder, env,
                   preexec_fn=lambda: signal.signal(
                       signal.SIGHUP, signal.SIG_IGN)) as process:
            process.send_signal(signal.SIGHUP)
            process.stdin.close()
            if process.wait(timeout=60) != 0 or os.listdir(folder) != ["out"]:
                sys.exit(f"an ignored signal: {process.returncode}")


def main():
    for what, ids in inputs():
        test_sort(what, ids)
        test_dedupe(what, ids)
    # with the module, also without support for unnamed files
    for env in ({}, faulty(MODULE, "nameless")) if MODULE else ({},):
        for command, number in itertools.product(
                ("sort", "dedupe"), (signal.SIGINT, signal.SIGTERM,
                                     signal.SIGHUP, signal.SIGKILL)):
            test_signal(command, number, env)
        test_ignored_signal(env)
    # So many ids that threads have sorted some of them.
    some = tuple((i * 0x9e3779b97f4a7c15 << 40 & (1 << 128) - 1, False)
                 for i in range(300_000))
    test_signal("sort", signal.SIGINT, {}, memory="8M", ids=some)
    test_signal("sort", signal.SIGTERM, {}, memory="8M", ids=some)


main()
