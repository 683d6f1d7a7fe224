#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""threads.py TOOL [MODULE]: convert on several threads writes the same bytes and the same
messages, and ends with the same status, as convert on one thread. With MODULE (faults.c)
this script also tests when threads start, and what happens if they cannot."""
import functools
import os
import random
import signal
import subprocess
import sys
import tempfile
import uuid

import tool
from run_forms import WRITE, new_id
from tool import TOOL, expect, faulty, module

MODULE = module(2)
RNG = random.Random(20261122)
PART = 1 << 16        # PART_SIZE of cli/text/parts.h
RUN = 1024            # records that convert reads before it looks for more
RECORD_MAX = 1 << 18  # INPUT_RECORD_MAX of cli/text/input.h
COUNT = 60_000        # more than a block, for every form
IDS = [new_id("uuid") for _ in range(COUNT)]


@functools.cache
def all_texts(form):
    return [WRITE[form](u).encode() for u in IDS]


def texts(form):
    """The ids in a form, in a list that the caller may change."""
    return list(all_texts(form))


def run(threads, args, path, fault="", **more):
    return tool.run("convert", "--threads", str(threads), *args, path,
                    env=faulty(MODULE, fault), **more)


def compare(what, path, content, args):
    """The results on several threads are those on one thread. Returns its output."""
    with open(path, "wb") as file:
        file.write(content)
    one = run(1, args, path)
    for threads in (2, 3, 7):
        some = run(threads, args, path)
        expect(f"{what}, {threads} threads: status", some.returncode, one.returncode)
        expect(f"{what}, {threads} threads: output", some.stdout, one.stdout)
        expect(f"{what}, {threads} threads: messages", some.stderr, one.stderr)
    return one


def edges(lines, end):
    """The first record of each part of the first block, if no record is bad."""
    at, found, least = 0, [], RUN * (len(lines[0]) + len(end))
    for n, line in enumerate(lines):
        if at >= least:
            found.append(n)
            least = at + PART
        at += len(line) + len(end)
    return found


def spoil(lines, places):
    for n in places:
        lines[n] = lines[n][:3] + b"!" + lines[n][4:]


def test_good(path):
    """Python wrote the ids and knows what the output must be."""
    for form in ("base58", "int", "oid"):
        lines = texts(form)
        for end, options in ((b"\n", []), (b"\r\n", []), (b"\0", ["-0"])):
            mark = end[-1:]
            for cut in (0, len(end)):  # the last record with and without its end
                content = end.join(lines) + end[cut:]
                done = compare(f"{form} {end}", path, content, ["--from", form, *options])
                expect(f"{form} {end}: the ids",
                       done.stdout == mark.join(texts("uuid")) + mark, True)
    content = b"".join(t + b"\n" for t in texts("uuid"))
    for form in ("base62", "base64url", "urn-oid", "c", "bytes"):
        compare(f"to {form}", path, content, ["-f", form])
    raw = b"".join(u.bytes for u in IDS)
    for extra in (b"", b"x"):
        compare("from bytes", path, raw + extra, ["--from", "bytes", "-f", "base58"])
    compare("an empty file", path, b"", ["-f", "base58"])


def test_bad(path):
    """Bad lines at the edges of parts, anywhere, and in whole parts."""
    for form, end in (("base58", b"\n"), ("int", b"\r\n")):
        at = edges(texts(form), end)
        if len(at) < 12:
            sys.exit(f"{form}: the file has {len(at)} parts")
        for places in ([at[0]], [at[3] - 1], [at[3]], at, [n + i for n in at for i in (-2, -1, 0, 1)],
                       RNG.sample(range(COUNT), 300), range(at[2], at[4]),
                       [COUNT - 1]):
            lines = texts(form)
            spoil(lines, places)
            for action in ("keep", "stop"):
                done = compare(f"{form}, {len(places)} bad lines, {action}", path,
                               end.join(lines), ["--from", form, "--on-error", action])
                bad = sorted(places)[:1] if action == "stop" else sorted(places)
                expect(f"{form}, {len(places)} bad lines, {action}: places",
                       [int(line.split(b":")[2]) - 1
                        for line in done.stderr.splitlines()] == bad, True)


def test_lengths(path):
    """Bad lines that move all later edges, and lines about as long as the buffer."""
    for length in (0, 1000, RECORD_MAX - 2, RECORD_MAX - 1, RECORD_MAX, RECORD_MAX + 1,
                   3 * RECORD_MAX, 5 * RECORD_MAX):
        for places in ([RUN], [5000, 5001, 9000], [COUNT - 1]):
            lines = texts("base58")
            for n in places:
                lines[n] = b"x" * length
            compare(f"lines {places} of {length} bytes", path, b"\n".join(lines),
                    ["--from", "base58", "--on-error", "keep"])
    for length in (RECORD_MAX - 1, RECORD_MAX):  # ULIDs with that many hyphens and digits
        lines = texts("ulid")
        lines[5000] = lines[5000][:9] + b"-" * (length - 26) + lines[5000][9:]
        done = compare(f"a ULID of {length} bytes", path, b"\n".join(lines),
                       ["-f", "base58", "--lenient", "--on-error", "skip"])
        expect(f"a ULID of {length} bytes: is it read?", not done.stderr,
               length < RECORD_MAX)


def test_mixed(path):
    """Uneven runs, other changes than that of the form, and little or no space."""
    forms = ("uuid", "braces", "oid", "urn", "ulid", "hex")
    lines = [WRITE[forms[n // 5 % len(forms)]](u).encode() for n, u in enumerate(IDS)]
    content = b"".join(line + RNG.choice([b"\n", b"\r\n"]) for line in lines)
    compare("mixed forms", path, content, ["-f", "base58"])
    compare("--as-v7", path, content, ["-f", "int", "--as-v7", "--on-error", "skip"])
    content = b"".join(str(uuid.UUID(int=u.int, version=1 if n % 9 else 4)).encode() + b"\n"
                       for n, u in enumerate(IDS))
    compare("--to v6", path, content, ["-f", "oid", "--to", "v6", "--on-error", "keep"])
    content = b"".join(b"%d\n" % n for n in range(400_000))
    for form in ("uuid", "c", "int", "bytes"):  # outputs far larger than the parts
        compare(f"short numbers to {form}", path, content, ["--from", "int", "-f", form])
    lines = [b"abcdefgh"[:n % 7 % 4] + b"_" * (n % 7 % 4 > 0) +
             WRITE["ulid-lower"](u).encode() for n, u in enumerate(IDS)]
    spoil(lines, [0, 5000, 30_000])
    compare("TypeIDs", path, b"\n".join(lines),
            ["--from", "typeid", "-f", "typeid", "--prefix", "abc", "--on-error", "keep"])
    compare("TypeIDs to base58", path, b"\n".join(lines),
            ["--from", "typeid", "-f", "base58", "--on-error", "skip"])
    ncs = [new_id("uuid" if n % 7000 == 0 else "ncs") for n in range(COUNT)]
    compare("-f ncs", path, b"".join(str(u).encode() + b"\n" for u in ncs),
            ["-f", "ncs", "--on-error", "skip"])


def test_files(path):
    """Several files, of which one cannot be read."""
    with open(path, "wb") as file:
        file.write(b"\n".join(texts("int")) + b"\n")
    for action in ("skip", "stop"):
        done = [run(threads, ["--from", "int", "--on-error", action, path, path + ".none"],
                    path) for threads in (1, 3)]
        expect(f"files, {action}", done[0].stdout == done[1].stdout, True)
        expect(f"files, {action}: messages", done[0].stderr, done[1].stderr)
        expect(f"files, {action}: status", done[1].returncode, 3)


def test_output(path):
    """A full device, and a reader that goes away."""
    with open(path, "wb") as file:
        file.write(b"\n".join(texts("int")) + b"\n")
    for threads in (1, 3):
        with open("/dev/full", "wb") as full:
            done = run(threads, ["--from", "int"], path, stdout=full,
                       stderr=subprocess.PIPE)
        expect(f"a full device, {threads} threads", (done.returncode, done.stderr), (
            3, b"guidon convert: cannot write the output: No space left on device\n"))
        with subprocess.Popen([TOOL, "convert", "--from", "int", "--threads", str(threads),
                               path], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            process.stdout.close()
            expect(f"a closed pipe, {threads} threads",
                   (process.stderr.read(), process.wait()), (b"", -signal.SIGPIPE))


def test_pipe():
    """The writer of a pipe gets each answer before it writes more, also after threads
    have started. A signal then ends the tool."""
    lines = texts("base58")
    with subprocess.Popen([TOOL, "convert", "--from", "base58", "--threads", "3"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for first, last in ((0, 1), (1, 3), (3, 40_000), (40_000, 40_001), (40_001, 60_000)):
            if os.fork() == 0:  # a second process writes, because the pipes are short
                process.stdin.write(b"".join(t + b"\n" for t in lines[first:last]))
                process.stdin.flush()
                os._exit(0)
            for n in range(first, last):
                if process.stdout.readline() != str(IDS[n]).encode() + b"\n":
                    sys.exit(f"a pipe: line {n}")
            os.wait()
        process.send_signal(signal.SIGINT)
        expect("a signal", process.wait(), -signal.SIGINT)


def test_starts(path):
    """Only many records of slow forms start threads."""
    int_lines = b"".join(t + b"\n" for t in texts("int"))
    uuid_lines = b"".join(str(u).encode() + b"\n" for u in IDS)
    many = 7 * PART + RUN * 40
    for what, content, args, starts in (
            ("many numbers", int_lines[:many], ["--from", "int"], True),
            ("many to base58", uuid_lines[:many], ["-f", "base58"], True),
            ("few numbers", int_lines[:5 * PART], ["--from", "int"], False),
            ("few to base58", uuid_lines[:5 * PART], ["-f", "base58"], False),
            ("to hex", uuid_lines, ["-f", "hex"], False),
            ("to bytes", uuid_lines, ["-f", "bytes"], False),
            ("to ULIDs", uuid_lines, ["-f", "ulid"], False)):
        with open(path, "wb") as file:
            file.write(content)
        done = run(3, args, path, "thread-ends")
        expect(f"{what}: does a thread start?", done.returncode == 99, starts)
        if not starts:
            expect(f"{what}: status", done.returncode in (0, 1), True)
        expect(f"{what}: one thread", run(1, args, path, "thread-ends").returncode
               in (0, 1), True)


def test_faults(path):
    """No thread can start, no memory is there, or the input cannot be read on."""
    lines = texts("int")
    spoil(lines, [10, 2000, 2001, 5000, 30_000])
    with open(path, "wb") as file:
        file.write(b"\n".join(lines) + b"\n")
    args = ["--from", "int", "--on-error", "skip"]
    for name in ("no-threads", "read", "read 1", "write"):
        one, three = (run(n, args, path, name) for n in (1, 3))
        expect(f"{name}: status", three.returncode, one.returncode)
        expect(f"{name}: messages", three.stderr, one.stderr)
        if name != "write":
            expect(f"{name}: output", three.stdout == one.stdout, True)
    whole = run(1, args, path)
    for n in range(1, 40):  # all allocations of a run, of which there are fewer
        done = run(3, args, path, str(n))
        if done.returncode == 0:
            expect(f"allocation {n}: output", done.stdout == whole.stdout, True)
            expect(f"allocation {n}: messages", done.stderr, whole.stderr)
        else:
            expect(f"allocation {n}: status", done.returncode in (2, 3), True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines")
        for test in (test_good, test_bad, test_lengths, test_mixed, test_files,
                     test_output):
            test(path)
        test_pipe()
        if MODULE:
            test_starts(path)
            test_faults(path)


main()
