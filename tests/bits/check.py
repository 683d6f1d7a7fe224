#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py VECTORS PLACE PROGRAM: the random bits of the ids that a place makes are
those of the table tests/vectors/bits.json.

PLACE is `library`, whose PROGRAM prints a row's ids for the row's number and a way of
making them, or `tool`, whose PROGRAM is guidon. For another place, PROGRAM is "-": the
standard input has a line `WAY ID` for each id, with the id in hex. Tests in Python
import `judge` and `regimes`.

A count is wrong if it is more than eight standard deviations from its mean. A right
generator has such a count with a probability of 1.3e-15. All places together make
fewer than 10^5 counts, so a right generator fails once in 10^9 runs at most."""
import json
import subprocess
import sys

DEVIATIONS = 8
count_ones = getattr(int, "bit_count", lambda number: bin(number).count("1"))
LEAST = 400  # fewer bits than this are not counted
WIDTH = 128


def regimes(vectors, place):
    """The rows of the table that a place has, each with one way of making its ids."""
    with open(vectors, encoding="utf-8") as file:
        rows = json.load(file)["regimes"]
    return [(row, way) for row in rows for way in row.get(place, [])]


def positions(mask):
    return [bit for bit in range(WIDTH) if mask >> bit & 1]


def uneven(values, bits):
    """The bits that are not a one in half of the values."""
    if len(values) < LEAST:
        return []
    most = DEVIATIONS * len(values) ** 0.5 / 2
    # All values side by side in one number, and a one at the lowest bit of each.
    whole = int.from_bytes(b"".join(value.to_bytes(WIDTH // 8, "big")
                                    for value in values), "big")
    lowest = int.from_bytes((b"\0" * (WIDTH // 8 - 1) + b"\1") * len(values), "big")
    counts = {bit: count_ones(whole >> bit & lowest) for bit in bits}
    return [bit for bit in bits if abs(counts[bit] - len(values) / 2) > most]


def bits_that_follow(values, mask):
    """Bits of the mask that do not look random: alone, beside the bit above, and beside
    the same bit of the value before."""
    bits = positions(mask)
    pairs = [bit for bit in bits if mask >> bit + 1 & 1]
    beside = [value ^ value >> 1 for value in values]
    before = [one ^ two for one, two in zip(values, values[1:])]
    return sorted({*uneven(values, bits), *uneven(beside, pairs),
                   *uneven(before, bits)})


def gathered(values, mask):
    """The bits of each value at the positions of a mask, as a number."""
    runs, place = [], 0
    for bit in positions(mask):
        if runs and runs[-1][0] + runs[-1][1] == bit:
            runs[-1][1] += 1
        else:
            runs.append([bit, 1, place])
        place += 1
    return [sum((value >> bit & (1 << width) - 1) << place
                for bit, width, place in runs) for value in values]


def ranges(bits):
    """Such as "0-7, 12"."""
    starts = [bit for bit in bits if bit - 1 not in bits]
    ends = [bit for bit in bits if bit + 1 not in bits]
    return ", ".join(f"{a}-{b}" if a < b else str(a) for a, b in zip(starts, ends))


def number_of_ids(row):
    return row.get("n", 10_000)


def judge_steps(row, ids, time):
    width = row["step_bits"]
    numbers = gathered(ids, int(row["counter"], 16))
    steps = [two - one - 1 for one, two, at, then
             in zip(numbers, numbers[1:], ids, ids[1:]) if at & time == then & time]
    if not steps:
        return ["no two ids have one time"]
    if min(steps) < 0 or max(steps) >> width:
        return [f"a step is not 1 plus {width} random bits"]
    bits = bits_that_follow(steps, (1 << width) - 1)
    return [f"not random: bits {ranges(bits)} of the step"] if bits else []


def judge(row, ids):
    """What is wrong with the ids of a row, integers in the order in which they were
    made: a list of sentences."""
    random, time = int(row["random"], 16), int(row.get("time", "0"), 16)
    counter = int(row.get("counter", "0"), 16)
    fixed = (1 << WIDTH) - 1 & ~(random | time | counter)
    if len(ids) != number_of_ids(row):
        return [f"{len(ids)} ids instead of {number_of_ids(row)}"]
    bits = bits_that_follow(ids, random)
    wrong = [f"not random: bits {ranges(bits)}"] if bits else []
    if len(set(ids)) != len(ids):
        wrong.append(f"{len(ids) - len(set(ids))} ids come again")
    if any(value & fixed != ids[0] & fixed for value in ids):
        wrong.append("a bit differs that the table has as fixed")
    if "counter" in row:
        wrong += judge_steps(row, ids, time)
    n_random = count_ones(random) + row.get("step_bits", 0)
    if n_random != row["bits"]:
        wrong.append(f"{row['bits']} bits promised, {n_random} marked")
    return wrong


def made_by(vectors, place, program, number, row, way):
    if place == "library":
        command = [program, vectors, str(number), *way.split()]
    else:
        kind, *rest = way.replace("--at T", "--at 2022-02-22T19:22:22Z").split()
        command = [program, "new", kind, *rest, "-n", str(number_of_ids(row)), "-f",
                   "hex"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return [int(line, 16) for line in done.stdout.split()]


def read_ids():
    """The ids of the standard input, by the way in which they were made."""
    ids = {}
    for line in sys.stdin:
        way, _, digits = line.rstrip("\n").rpartition(" ")
        ids.setdefault(way, []).append(int(digits, 16))
    return ids


def main(vectors, place, program):
    failed = False
    given = read_ids() if program == "-" else {}
    with open(vectors, encoding="utf-8") as file:
        whys = [row["why"] for row in json.load(file)["regimes"]]
    for row, way in regimes(vectors, place):
        if program == "-":
            ids = given.get(way, [])
        else:
            ids = made_by(vectors, place, program, whys.index(row["why"]), row, way)
        wrong = judge(row, ids)
        for fault in wrong:
            print(f"{row['why']}, {place} {way}: {fault}")
        failed |= wrong != []
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
