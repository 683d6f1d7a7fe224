#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""unique.py TOOL: dedupe and check --unique find the same duplicates as a dictionary of
Python. The ids fit into memory, nearly fit, or do not fit, so that the change from the
set of ids to the sorter comes at many different ids."""
import os
import random
import sys
import tempfile

import tool
from tool import canonical as as_uuid, ulid as as_ulid

# glibc then fills new memory, which is not zero in a larger process either.
ENVIRONMENT = {"MALLOC_PERTURB_": "85"}
MAX = (1 << 128) - 1


# How a line may look; the second entry says what dedupe writes for it.
LOOKS = [
    (as_uuid, as_uuid),
    (lambda value: as_uuid(value).upper(), as_uuid),
    (lambda value: f"{{{as_uuid(value)}}}", as_uuid),
    (lambda value: f"{value:032x}", as_uuid),
    (lambda value: f"urn:uuid:{as_uuid(value)}", as_uuid),
    (as_ulid, as_ulid),
    (lambda value: as_ulid(value).lower(), as_ulid),
]


def run(*args, stdin=b""):
    done = tool.run(*args, input=stdin, env=ENVIRONMENT)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def expect(what, want, *args, stdin=b""):
    tool.expect(f"{what}: guidon {' '.join(args)}", run(*args, stdin=stdin), want)


# ------------------------------------------------------------------- the lines

def distinct(rng, n):
    return [rng.getrandbits(128) for _ in range(n)]


def half(rng, n):
    few = distinct(rng, n // 2 + 1)
    return [rng.choice(few) for _ in range(n)]


def same_then_new(rng, n):
    return [5] * (n // 2) + distinct(rng, n - n // 2)


def new_then_same(rng, n):
    new = distinct(rng, n // 2)
    return new + new[::-1] + [0] * (n % 2)


def equal(rng, n):
    return [rng.getrandbits(128)] * n


def ends(rng, n):
    """Nil, max, and ids that differ from them in one bit."""
    return [rng.choice((0, MAX)) ^ (rng.random() < 0.5) << rng.randrange(128)
            for _ in range(n)]


def one_word(rng, n):
    """Ids that differ in few bits of one half."""
    return [i << rng.choice((0, 64, 96)) for i in range(n)]


KINDS = [distinct, half, same_then_new, new_then_same, equal, ends, one_word]


def looks(rng, values, most):
    """Give each value a look, which up to `most` lines in a row share. 0: all lines
    look the same."""
    lines = []
    while len(lines) < len(values):
        n = rng.randint(1, most) if most else len(values)
        look = rng.choice(LOOKS) if most else LOOKS[0]
        lines += [(value, look) for value in values[len(lines):len(lines) + n]]
    return lines


def text(lines):
    return "".join(look[0](value) + "\n" for value, look in lines).encode()


# ------------------------------------------------------------------ the oracle

def deduped(lines, count=False, only_duplicates=False):
    first, often = {}, {}
    for value, look in lines:
        first.setdefault(value, look[1])
        often[value] = often.get(value, 0) + 1
    return 0, "".join(
        (f"{often[value]}\t" if count else "") + write(value) + "\n"
        for value, write in first.items()
        if often[value] > 1 or not only_duplicates), ""


def checked(lines, name="stdin"):
    first, out = {}, []
    for number, (value, _) in enumerate(lines, 1):
        if first.setdefault(value, number) != number:
            out.append(f"{name}:{number}:1: the same id as on line "
                       f"{first[value]}\n")
    if not out:
        return 0, "", ""
    verb = "repeats" if len(out) == 1 else "repeat"
    return 1, "".join(out), (f"guidon check: {len(out)} of {len(lines)} lines "
                             f"{verb} an earlier id\n")


# ------------------------------------------------------------------------ tests

def test_lines(what, lines, memory):
    data = text(lines)
    size = ["--memory", f"{memory}K"]
    expect(what, deduped(lines), "dedupe", *size, stdin=data)
    expect(what, deduped(lines, True), "dedupe", "--count", *size, stdin=data)
    expect(what, deduped(lines, False, True), "dedupe", "-d", *size,
           stdin=data)
    expect(what, checked(lines), "check", "--level", "shape", "--unique",
           "--all", *size, stdin=data)


def test_kinds():
    for kind in KINDS:
        for most in (0, 1, 150):
            for n in (0, 1, 2, 64, 1500, 5000):
                rng = random.Random(n)
                lines = looks(rng, kind(rng, n), most)
                for memory in (64, 1024):
                    test_lines(f"{n} {kind.__name__}, {most} alike", lines,
                               memory)


def test_each_moment():
    """In steps of memory and of lines, the set is full at every id of a block."""
    rng = random.Random(1)
    lines = looks(rng, distinct(rng, 2000), 0)
    lines += lines[500:900]
    for memory in range(64, 128, 3):
        test_lines(f"{memory}K of memory", lines, memory)
    for n in range(1000, 1560, 9):
        test_lines(f"{n} lines", lines[:n] + lines[:50], 64)


def test_rows():
    """Rows of one form that end where words of 64 marks and blocks of output end."""
    rng = random.Random(3)
    for rows in ((32, 1056, 500), (1024, 1024), (64, 64, 1), (63, 1, 2048)):
        values = iter(distinct(rng, sum(rows)))
        lines = [(next(values), LOOKS[0 if row % 2 else 5])
                 for row, n in enumerate(rows, 1) for _ in range(n)]
        test_lines(f"rows of {rows}", lines, 1024)


def test_files(folder):
    """Several files, stdin among them, and an output that is an input."""
    rng = random.Random(2)
    lines = looks(rng, half(rng, 6000), 1)
    names = [os.path.join(folder, name) for name in ("a", "b")]
    for n, memory in ((1000, 64), (1000, 1024), (6000, 64), (6000, 1024)):
        some = lines[:n]
        for name, part in zip(names, (some[:n // 3], some[n // 3:n // 2])):
            with open(name, "wb") as file:
                file.write(text(part))
        size = ["--memory", f"{memory}K"]
        rest = text(some[n // 2:])
        expect("files", deduped(some), "dedupe", *size, *names, "-",
               stdin=rest)
        expect("onto an input", (0, "", ""), "dedupe", *size, "-o", names[1],
               *names, "-", stdin=rest)
        with open(names[1], encoding="ascii") as file:
            if file.read() != deduped(some)[1]:
                sys.exit("dedupe -o: the file differs from the result in Python")
        # A line that is not an id ends the command without output.
        before = text(some[:n // 3]).decode()
        if run("dedupe", *size, "-o", names[0], names[0], "-",
               stdin=rest + b"x\n")[0] != 1:
            sys.exit("dedupe: a bad line did not end it with status 1")
        with open(names[0], encoding="ascii") as file:
            if file.read() != before:
                sys.exit("dedupe: a bad line changed the output")


def main():
    test_kinds()
    test_each_moment()
    test_rows()
    with tempfile.TemporaryDirectory() as folder:
        test_files(folder)


main()
