#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stat.py TOOL: compare the counts of guidon stat with those of this script, for ids of
random kinds over spans from a few milliseconds to thousands of years, with
duplicates. And both commands with the documents of the shared vectors."""
import datetime
import json
import pathlib
import random
import re
import sys

from tool import canonical as text, run, with_version

VECTORS = pathlib.Path(__file__).resolve().parents[1] / "vectors/audit.json"
TICKS_TO_1970 = 0x01B21DD213814000
FIRST_MS = -12_219_292_800_000  # 1582-10-15


def v7(ms, rng):
    return with_version(ms << 80 | rng.getrandbits(80), 7)


def v6(ms, rng):
    ticks = ms * 10_000 + TICKS_TO_1970
    return with_version(ticks >> 12 << 80 | (ticks & 0xFFF) << 64 | rng.getrandbits(62), 6)


def v4(_, rng):
    return with_version(rng.getrandbits(128), 4)


KINDS = {"v4": v4, "v6": v6, "v7": v7}


def ms_of(start):
    """RFC 3339 to milliseconds. Years past 2000 are reduced by multiples of 400,
    because Python cannot represent years of five digits."""
    year, rest = re.fullmatch(r"\+?(\d+)(-.*)Z", start).groups()
    cycles = max(0, (int(year) - 1600) // 400)
    then = datetime.datetime.fromisoformat(f"{int(year) - 400 * cycles}{rest}")
    ms = (then - datetime.datetime(1970, 1, 1)) // datetime.timedelta(milliseconds=1)
    return ms + cycles * 146097 * 86_400_000


def stat(lines, *args):
    return json.loads(run("stat", "--json", *args, text=True,
                          input="".join(f"{line}\n" for line in lines)).stdout)


def check(what, lines, ids, times, args=(), duplicates=True):
    got = stat(lines, *args)
    want = {
        "records": len(lines), "ids": len(ids), "not_ids": len(lines) - len(ids),
        "out_of_order": sum(a > b for a, b in zip(ids, ids[1:])),
        "duplicates": len(ids) - len(set(ids)) if duplicates else None,
        "with_time": len(times),
    }
    for key, value in want.items():
        if got[key] != value:
            sys.exit(f"{what}: {key} is {got[key]}, expected {value}")
    if not times:
        return
    starts = [ms_of(row["from"]) for row in got["rows"]]
    counts = [sum(a <= ms < b for ms in times)
              for a, b in zip(starts, starts[1:] + [10**18])]
    if len(starts) > 24 or sorted(starts) != starts or \
            counts != [row["count"] for row in got["rows"]] or \
            sum(counts) != len(times) or not (counts[0] and counts[-1]):
        sys.exit(f"{what}: rows {got['rows']}, expected {counts}")
    if ms_of(got["earliest"][:23] + "Z") != min(times) and min(times) < 2**47:
        sys.exit(f"{what}: earliest is {got['earliest']}")


def one(seed):
    rng = random.Random(seed)
    span = 10 ** rng.uniform(0, 14)
    start = rng.randrange(FIRST_MS, 10**13)
    ids, times = [], []
    for _ in range(rng.randrange(1, 3000)):
        ms = int(min(start + rng.random() * span, 2**48 - 1))
        kind = rng.choice(["v4", "v7", "v7", "v6"])
        if kind != "v4" and not 0 <= ms <= 10**14:
            kind = "v7" if ms >= 0 else "v6"
        ids.append(KINDS[kind](ms, rng))
        times.append((kind, ms))
        while rng.random() < 0.05:
            at = rng.randrange(len(ids))
            ids.append(ids[at])
            times.append(times[at])
    if rng.random() < 0.3:
        pairs = sorted(zip(ids, times))
        ids, times = map(list, zip(*pairs))
    lines = [text(n) for n in ids]
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randrange(len(lines)), "x" * rng.randrange(50))
    with_time = [ms for kind, ms in times if kind != "v4"]
    check(f"seed {seed}", lines, ids, with_time)


def extremes():
    """The first and the last possible time: one of them, both, and many times."""
    rng = random.Random(2)
    for times in ([FIRST_MS], [2**48 - 1], [FIRST_MS, 2**48 - 1],
                  [2**48 - 1, FIRST_MS], [0] * 1000,
                  [FIRST_MS, 0, 2**48 - 1] * 400, [-1, 0, 1]):
        ids = [v6(ms, rng) if ms < 0 else v7(ms, rng) for ms in times]
        check(f"{times[:3]}", [text(n) for n in ids], ids,
              times)


def bounded():
    """Duplicates are exact with any memory; --memory 0 counts only adjacent ones."""
    rng = random.Random(1)
    ids = [v4(0, rng) for _ in range(30_000)] * 2
    lines = [text(n) for n in ids]
    for memory in "64K", "1M", "3M":
        check(memory, lines, ids, [], ["--memory", memory])
    check("0", lines, ids, [], ["--memory", "0"], duplicates=False)
    ids.sort()
    lines = [text(n) for n in ids]
    check("0, in order", lines, ids, [], ["--memory", "0"])
    check("64K, in order", lines, ids, [], ["--memory", "64K"])


def documents():
    """The members of guidon_audit_json, as the vectors have them."""
    for row in json.loads(VECTORS.read_text())["documents"]:
        for command in ("stat", "audit"):
            printed = run(command, "--json", text=True,
                          input="".join(f"{id_}\n" for id_ in row["ids"])).stdout
            if row["counted"] and row["json"][1:-1] not in printed:
                sys.exit(f"{command}: {row['why']}: {printed}, expected {row['json']}")


def main():
    for seed in range(150):
        one(seed)
    extremes()
    bounded()
    documents()


main()
