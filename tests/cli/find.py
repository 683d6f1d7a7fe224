#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""find.py TOOL [IDS [TEXTS [PLAIN]]]: guidon short and find on ids of one generator. No short
text is ambiguous, and each finds its id. Garbled texts find their ids, and no other; garbled
texts of other ids find none. An index gives the answers of a search without one; PLAIN of the
TEXTS (all) are searched in both ways."""
import pathlib
import random
import sys
import tempfile
import uuid

import tool

IDS = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
TEXTS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
PLAIN = int(sys.argv[4]) if len(sys.argv) > 4 else TEXTS
LOOK_ALIKE = {"0": "O", "1": "l", "5": "S", "8": "B", "b": "6", "2": "Z"}


def run(*args, text):
    return tool.run(*args, input=text, text=True)


def garbled(rng, text):
    """One or two characters lost, doubled, swapped or replaced, or the other case."""
    for _ in range(rng.choice([1, 2])):
        at, kind = rng.randrange(len(text) - 1), rng.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + 1:]
        elif kind == 1:
            text = text[:at + 1] + text[at:]
        elif kind == 2:
            text = text[:at] + text[at + 1] + text[at] + text[at + 2:]
        elif kind == 3:
            text = text[:at] + LOOK_ALIKE.get(text[at], rng.choice("0123456789abcdef")
                                              ) + text[at + 1:]
        else:
            text = text.upper()
    return text


def check_short(rng, ids, text):
    done = run("short", text=text)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    if [row[1] for row in rows] != ids:
        sys.exit("short leaves the order of the input")
    ends = [one.replace("-", "")[::-1] for one in ids]
    order = sorted(range(len(ids)), key=ends.__getitem__)

    def shared(i, j):
        return next((n for n in range(32) if ends[i][n] != ends[j][n]), 32)

    for place, i in enumerate(order):
        near = [order[k] for k in (place - 1, place + 1) if 0 <= k < len(order)]
        if len(rows[i][0]) != 1 + max(shared(i, j) for j in near):
            sys.exit(f"{rows[i]} is not the shortest end")
        if not rows[i][1].replace("-", "").endswith(rows[i][0]):
            sys.exit(f"{rows[i]} is not an end")
    for short, one in rng.sample(rows, PLAIN):
        if run("find", short, text=text).stdout != one + "\n":
            sys.exit(f"find {short} does not give {one}")


def check_near(rng, ids, text, index):
    missed = 0
    for n in range(TEXTS):
        one = rng.choice(ids)
        wrong = garbled(rng, one)
        found = run("find", "--near", wrong, *index, text="").stdout
        if found not in ("", one + "\n"):
            sys.exit(f"find --near {wrong} with an index: {found}, not {one}")
        missed += not found
        other = garbled(rng, str(uuid.UUID(int=rng.getrandbits(128), version=4)))
        none = run("find", "--near", other, *index, text="")
        if (none.returncode, none.stdout) != (1, ""):
            sys.exit(f"find --near {other} with an index gives {none.stdout}")
        if n < PLAIN:
            plain = run("find", "--near", wrong, text=text).stdout
            if plain != found:
                sys.exit(f"find --near {wrong}: {plain}, and with an index {found}")
            none = run("find", "--near", other, text=text)
            if (none.returncode, none.stdout) != (1, ""):
                sys.exit(f"find --near {other} gives {none.stdout}")
    if missed > TEXTS / 1000:
        sys.exit(f"{missed} of {TEXTS} garbled texts found nothing")


def swapped(text, places):
    for at in places:
        text = text[:at] + text[at + 1] + text[at] + text[at + 2:]
    return text


def check_swaps(rng, folder):
    """A text at distance 2 from one id and at distance 3, by three swaps at any places,
    from another: with an index as without, neither is certain."""
    pairs, ids = [], []
    # the index of such ids divides them behind these digits
    for places in [(5, 18, 24)] * 9 + [rng.sample(range(0, 31, 2), 3) for _ in range(30)]:
        one = other = "0" * 32
        while any(other[at] == other[at + 1] for at in places):
            one = uuid.UUID(int=rng.getrandbits(128), version=4).hex
            wrong = list(one)
            for at in rng.sample([8, 10, 14, 16, 21, 27, 29], 2):
                wrong[at] = f"{int(wrong[at], 16) ^ 1:x}"
            wrong = "".join(wrong)
            other = swapped(wrong, places)
        pairs.append((wrong, one, other))
        ids += [one, other]
    ids += [uuid.UUID(int=rng.getrandbits(128), version=4).hex for _ in range(1000)]
    file = pathlib.Path(folder, "pairs")
    file.write_text("".join(one + "\n" for one in ids))
    for wrong, one, other in pairs:
        plain = run("find", "--near", wrong, file, text="")
        again = run("find", "--near", wrong, "--index", f"{file}.idx", file, text="")
        if plain.stdout or plain.stderr != f"guidon find: '{wrong}' may be 2 ids, so " \
                "none is given\n":
            sys.exit(f"find --near {wrong}: {plain.stdout}{plain.stderr}")
        if (again.stdout, again.stderr) != (plain.stdout, plain.stderr):
            sys.exit(f"find --near {wrong} with an index: {again.stdout}{again.stderr}, "
                     f"though {one} and {other} are near")


def main():
    rng = random.Random(6)
    text = run("new", "v7", "-n", str(IDS), "--seed", "5", "--at", "2026-01-01T00:00:00Z",
               text="").stdout
    ids = text.split()
    check_short(rng, ids, text)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "ids")
        file.write_text(text)
        check_near(rng, ids, text, ["--index", f"{file}.idx", file])
        check_swaps(rng, folder)


main()
