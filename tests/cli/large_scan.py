#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""large_scan.py TOOL BYTES: guidon scan finds each id of a log of BYTES bytes, and no more.

The log has lines of a service with an id in one of five forms, and it is read from
a pipe. A line is made of ids that the tool writes in a form, and the output must be these
ids in their order, by a hash of both."""
import hashlib
import itertools
import subprocess
import sys
import threading

from tool import TOOL, run

BYTES = int(sys.argv[2])
FORMS = ["uuid", "uuid-upper", "hex", "braces", "urn"]
LINES = [b"2026-02-22T19:22:22.%03dZ INFO request id=%s served in %d ms\n",
         b'{"level":"warn","parent":"%s","retry":true}\n',
         b"GET /orders/%s?page=2 HTTP/1.1 200 5120\r\n",
         b"\x1b[31merror\x1b[0m %s: caf\xc3\xa9 not found, \x00 after it\n"]
FEW = 10_000
# What scan prints of a form: the id without what encloses it.
PREFIX = {"braces": b"{", "urn": b"urn:uuid:"}
LENGTH = {"hex": 32}


def ids_of_form(form):
    """The same FEW ids, as lines of a form."""
    return run("convert", "-f", form, input=b"\n".join(IDS) + b"\n").stdout.split()


IDS = run("new", "v4", "-n", str(FEW)).stdout.split()


def blocks():
    """Blocks of lines, and beside each the lines that scan prints for it."""
    texts = {form: ids_of_form(form) for form in FORMS}
    numbers = itertools.count()
    for _ in range(8):
        log, found = [], []
        for i in range(FEW):
            n = next(numbers)
            form = FORMS[n % len(FORMS)]
            text = texts[form][i]
            line = LINES[n // 3 % len(LINES)]
            log.append(line % ((n % 1000, text, n % 77) if line is LINES[0] else text))
            found.append(text[len(PREFIX.get(form, b"")):][:LENGTH.get(form, 36)])
        yield b"".join(log), b"\n".join(found) + b"\n"


def main():
    made = list(blocks())
    want, written, ids = hashlib.sha256(), 0, 0
    plan = []
    while written < BYTES:
        log, found = made[len(plan) % len(made)]
        plan.append(log)
        want.update(found)
        written += len(log)
        ids += FEW
    with subprocess.Popen([TOOL, "scan", "-o", "--hex"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        def feed():
            for log in plan:
                process.stdin.write(log)
            process.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        got = hashlib.sha256()
        while block := process.stdout.read(1 << 20):
            got.update(block)
        feeder.join()
    print(f"{ids} ids in {written} bytes", flush=True)
    if process.returncode or got.digest() != want.digest():
        sys.exit(f"scan: status {process.returncode}, other ids than the log has")


main()
