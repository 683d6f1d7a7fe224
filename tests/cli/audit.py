#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""audit.py TOOL: test guidon audit. It must find each fault in a file of good ids and
no other fault. It must find nothing in good ids of any order. Its statistics of random
bits must equal those that this script computes."""
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile

from tool import LINE, canonical as text, fed, run, ulid, with_version

NOW = 1_700_000_000_000  # 2023-11-14, milliseconds since 1970
YEAR = 31_556_952_000
TICKS_TO_1970 = 0x01B21DD213814000


# ------------------------------------------------------------------ making ids

def v4(rng):
    return with_version(rng.getrandbits(128), 4)


def v5(rng):
    return with_version(rng.getrandbits(128), 5)


def v7(rng, ms=None):
    ms = ms if ms is not None else NOW - rng.randrange(5 * YEAR)
    return with_version(ms << 80 | rng.getrandbits(80), 7)


def ticks_of(ms):
    return ms * 10_000 + TICKS_TO_1970


def v1(rng, ms=None, node=None):
    ticks = ticks_of(ms if ms is not None else NOW - rng.randrange(5 * YEAR))
    node = node if node is not None else rng.getrandbits(48) | 1 << 40
    return with_version((ticks & 0xFFFFFFFF) << 96 | (ticks >> 32 & 0xFFFF) << 80
                 | ticks >> 48 << 64 | rng.getrandbits(14) << 48 | node, 1)


def v6(rng, ms=None, node=None):
    ticks = ticks_of(ms if ms is not None else NOW - rng.randrange(5 * YEAR))
    node = node if node is not None else rng.getrandbits(48) | 1 << 40
    return with_version(ticks >> 12 << 80 | (ticks & 0xFFF) << 64
                 | rng.getrandbits(14) << 48 | node, 6)


def raw_ulid(rng, ms=None):
    ms = ms if ms is not None else NOW - rng.randrange(5 * YEAR)
    return ms << 80 | rng.getrandbits(80)


def swap(n):
    b = n.to_bytes(16, "big")
    return int.from_bytes(b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:], "big")


def many(make, n, seed, *args):
    rng = random.Random(seed)
    return [text(make(rng, *args)) for _ in range(n)]


# --------------------------------------------------------------------- running

def audit(lines, *args):
    done = run("audit", "--json", "--now", f"@{NOW}ms", *args, text=True,
               input="".join(f"{line}\n" for line in lines))
    if done.stderr:
        sys.exit(f"audit {args}: {done.stderr}")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    n = sum(one["what"] == "finding" for one in found)
    if done.returncode != (n > 0) or found[-1]["what"] != "summary" or \
            found[-1]["findings"] != n:
        sys.exit(f"audit {args}: {n} findings, status {done.returncode}")
    return found


def findings(found):
    return {one["finding"]: one for one in found if one["what"] == "finding"}


def tests(found):
    return {(one["kind"], one["test"]): one for one in found
            if one["what"] == "test"}


def expect(what, lines, want, *args):
    """Check that audit has exactly these findings and counts; None: any count."""
    got = findings(audit(lines, *args))
    if set(got) != set(want) or any(count not in (None, got[name]["count"])
                                    for name, count in want.items()):
        sys.exit(f"{what}: {[(k, v['count']) for k, v in got.items()]}, "
                 f"expected {want}")
    for one in got.values():
        for example in one.get("examples", []):
            record = lines[example["record"] - 1]
            if "id" in example and record != example["id"]:
                sys.exit(f"{what}: record {example['record']} is {record}, "
                         f"not {example['id']}")
    return got


def planted(what, bad, want, base=(), *args, sure=None, times=None):
    """Mix bad ids into good ones at random, and check the findings."""
    lines = list(base)
    rng = random.Random(what)
    for line in bad:
        lines.insert(rng.randrange(len(lines) + 1), line)
    got = expect(what, lines, want, *args)
    for one in got.values():
        if sure and one["sure"] != sure:
            sys.exit(f"{what}: {one['finding']} is {one['sure']}")
        for example in one["examples"] if times else ():
            if example["time"][:len(times)] != times:
                sys.exit(f"{what}: {example}")
    return got


# ------------------------------------------------------------------ good input

def good():
    rng = random.Random(0)
    sets = {
        "v4": many(v4, 20_000, 1), "v5": many(v5, 5000, 2),
        "v7": many(v7, 5000, 3), "v1": many(v1, 500, 4),
        "v6": many(v6, 500, 5),
        "ulid": [ulid(raw_ulid(rng)) for _ in range(5000)],
    }
    # ids of one millisecond: counters, or tails with small steps
    sets["v7 counter"], sets["ulid monotonic"] = [], []
    for ms in range(NOW - 300, NOW):
        seed, tail = rng.getrandbits(41), rng.getrandbits(79)
        for i in range(100):
            high, low = divmod(seed + i, 1 << 30)
            sets["v7 counter"].append(text(with_version(
                ms << 80 | high << 64 | low << 32 | rng.getrandbits(32), 7)))
            sets["ulid monotonic"].append(ulid(ms << 80 | tail + i))
    sets["mixed"] = [line for lines in sets.values() for line in lines]
    for name, lines in sets.items():
        expect(name, lines, {})
        results = []
        for order in (sorted(lines), sorted(lines, reverse=True),
                      sorted(lines, key=lambda line: line[-12:]),
                      rng.sample(lines, len(lines))):
            found = audit(order)
            if findings(found):
                sys.exit(f"{name}, in another order: {findings(found)}")
            results.append({k: v for k, v in tests(found).items()
                            if k[1] != "steps"})
        if any(result != results[0] for result in results):
            sys.exit(f"{name}: the order of lines changes the statistics")
    expect("nothing", [], {})
    expect("one", sets["v4"][:1], {})


def seeds():
    """The p-values are uniform, and none is small enough for a finding."""
    values = {name: [] for name in ("bits", "bytes", "steps")}
    for seed in range(120):
        make = (v4, v7)[seed % 2]
        found = audit(many(make, 4500, f"seed {seed}"))
        if findings(found):
            sys.exit(f"seed {seed}: {findings(found)}")
        for (_, test), one in tests(found).items():
            if test in values:
                values[test].append(one["p"])
    for name, ps in values.items():
        for bound in (0.05, 0.2, 0.5):
            n, due = sum(p < bound for p in ps), bound * len(ps)
            # Bonferroni's p-values, and those of discrete counts, are slightly too large.
            if not due * 0.6 - 4 * due**0.5 < n < due + 4 * due**0.5:
                sys.exit(f"{name}: {n} of {len(ps)} p-values below {bound}")


# ---------------------------------------------------------------------- faults

def duplicates():
    base = many(v4, 1000, 10)
    lines = base + [base[5].upper(), base[5], base[900]]
    got = expect("duplicates", [*base, base[5], base[900], base[5]],
                 {"duplicates": 3})["duplicates"]
    first = {(e["record"], e["first_record"]) for e in got["examples"]}
    if first != {(1001, 6), (1003, 6), (1002, 901)} or got["different"] != 2 \
            or got["sure"] != "certain":
        sys.exit(f"duplicates: {got}")
    if findings(audit(lines))["duplicates"]["count"] != 3:
        sys.exit("duplicates in two cases of letters")
    # those of one kind say nothing of the steps of another
    found = tests(audit(base + ["00000000-0000-0000-0000-000000000000"] * 500
                        + [text(v1(random.Random(8)))] * 500))
    if found["v4", "steps"]["p"] is None:
        sys.exit(f"duplicates of other kinds: {found['v4', 'steps']}")
    found = tests(audit(base + base[:20]))
    if found["v4", "steps"].get("reason") != \
            "not judged: too many duplicates of this kind":
        sys.exit(f"duplicates of the kind: {found['v4', 'steps']}")
    # duplicates of an id must not count as evidence for another finding
    rng = random.Random(9)
    for make in (v4, v5, v7):
        for _ in range(15):
            expect("the same", [text(make(rng))] * 1000, {"duplicates": 999})
    expect("the same node", [text(v1(rng, None, 5))] * 20,
           {"duplicates": 19, "mac": 1})
    odd = text(with_version(rng.getrandbits(128), 12))
    if findings(audit([odd] * 100)) != {
            k: {**v, "count": 99 if k == "duplicates" else 1}
            for k, v in findings(audit([odd] * 100)).items()}:
        sys.exit("an odd id a hundred times")
    # more ids than fit in memory, in sorted runs in files
    base = many(v4, 20_000, 11)
    expect("duplicates, 64k", base + base[::100], {"duplicates": 200},
           "--memory", "64k")


def not_ids():
    base = many(v4, 100, 12)
    got = findings(audit([*base, "x", "", text(0), "f" * 32]))
    if {k: v["count"] for k, v in got.items()} != \
            {"not-ids": 2, "nil": 1, "max": 1}:
        sys.exit(f"not ids: {got}")
    planted("variants", [text(with_version(random.Random(i).getrandbits(128), 4)
                              & ~(3 << 62) | 3 << 62) for i in range(5)],
            {"not-rfc": 5}, base, sure="certain")


def times():
    rng = random.Random(13)
    base = many(v7, 200, 14)
    planted("future", [text(v7(rng, NOW + 61_000)), text(v1(rng, NOW + YEAR)),
                       text(v6(rng, NOW + YEAR)), ulid(raw_ulid(rng, NOW + YEAR))],
            {"future": 4}, base, sure="certain")
    planted("a minute", [text(v7(rng, NOW + 60_000))], {}, base)
    planted("before 1990", [text(v7(rng, 631151999999)), text(v1(rng, 0)),
                            text(v6(rng, -10 * YEAR))],
            {"before-1990": 3}, base, sure="certain")
    planted("1990", [text(v7(rng, 631152000000))], {}, base)


def swapped():
    rng = random.Random(15)
    base = many(v7, 200, 16)
    sure = []
    for make in (v7, v1, v6):
        sure += [text(swap(make(rng, NOW - i * YEAR // 7))) for i in range(9)]
    # some read as another version, which has no time
    plain = [line for line in sure if line[14] in "0167 9abcdef"]
    planted("swapped", plain, {"byte-swapped": len(plain)}, base, sure="likely",
            times="20")
    planted("one swapped", plain[:1], {"byte-swapped": 1}, base, sure="likely")
    # one in sixteen reads as version 4 by chance
    hidden = [text(swap(n)) for n in (v7(rng) for _ in range(1000))
              if swap(n) >> 76 & 15 == 4]
    planted("hidden", hidden, {"byte-swapped-hidden": len(hidden)},
            [line for line in many(v4, 500, 17)
             if swap(int(line.replace("-", ""), 16)) >> 76 & 15 not in (1, 6, 7)],
            times="20")
    # a version that no standard defines
    odd = [line for line in (text(swap(v4(rng))) for _ in range(400))
           if line[14] in "09abcdef"]
    planted("swapped v4", odd, {"byte-swapped-v4": len(odd)}, base,
            sure="likely")
    # no finding if chance explains the ids
    odd = [text(with_version(rng.getrandbits(128), 12)) for _ in range(400)]
    by_chance = [line for line in odd
                 if swap(int(line.replace("-", ""), 16)) >> 76 & 15
                 not in (1, 4, 6, 7) and not 0 < int(line[:8] + line[9:13], 16) < NOW]
    chance = [line for line in odd
              if swap(int(line.replace("-", ""), 16)) >> 76 & 15 == 4][:2]
    planted("chance", by_chance, {"not-rfc": None}, base)
    planted("chance and two", by_chance + chance, {"not-rfc": None}, base)


def layouts():
    rng = random.Random(18)
    base = many(v4, 300, 19)
    months = [NOW - i * YEAR // 12 for i in range(24)]
    drafts = [(ms // 1000 << 12 | rng.getrandbits(12)) << 80 | rng.getrandbits(80)
              for ms in months]
    planted("draft v7", [text(with_version(n, 7)) for n in drafts],
            {"draft-v7": 24}, base, sure="likely", times="202")
    planted("seconds", [text(v7(rng, ms // 1000)) for ms in months] +
            [ulid(raw_ulid(rng, ms // 1000)) for ms in months],
            {"seconds": 48}, base, sure="likely", times="202")
    planted("reordered", [text(with_version(v1(rng, ms), 6)) for ms in months[:4]] +
            [text(with_version(v6(rng, ms), 1)) for ms in months[:4]],
            {"reordered": 8}, base, times="202")
    odd = [n for n in (raw_ulid(rng, ms) for ms in months * 9)
           if n >> 62 & 3 != 2 and n >> 76 & 15 != 4]
    planted("ULID", [text(n) for n in odd], {"ulid-as-uuid": len(odd)}, base,
            sure="likely", times="202")
    planted("one ULID", [text(odd[0])], {"ulid-as-uuid": 1}, base,
            sure="likely")


def combs():
    rng = random.Random(20)
    base = many(v4, 30, 21)

    def first(n):
        return text(n << 80 | v4(rng) & (1 << 80) - 1)

    def last(n):
        return text(v4(rng) >> 48 << 48 | n)

    at = [NOW - rng.randrange(12 * YEAR) for _ in range(150)]
    for name, bad in (
            ("comb-ms-first", [first(ms) for ms in at]),
            ("comb-ms-last", [last(ms) for ms in at]),
            ("comb-10us-first", [first(ms * 100 + 7) for ms in at]),
            ("comb-days-last", [last((ms // 86_400_000 + 25567) << 32
                                     | ms % 86_400_000 * 3 // 10)
                                for ms in at])):
        got = findings(audit(base + bad))
        if name not in got or not 150 <= got[name]["count"] <= 170:
            sys.exit(f"{name}: {got}")
    # ten-microsecond steps at the end also look like days and a time of day
    got = findings(audit([last(ms * 100 + 7) for ms in at]))
    if got["comb-10us-last"]["sure"] != "possible" or \
            got["comb-days-last"]["sure"] != "possible":
        sys.exit(f"comb-10us-last: {got}")
    # .NET ticks, lowest octet first, even if they change the variant
    ticks = [(ms * 10_000 + 621355968000000000 + rng.randrange(10_000))
             for ms in at]
    bad = [text(v4(rng) >> 64 << 64 | (t & 0xFFFF) << 48 | t >> 16)
           for t in ticks]
    got = expect("comb-ticks-last", many(v4, 100, 22) + bad,
                 {"comb-ticks-last": 150})
    if not all(e["time"][:2] == "20"
               for e in got["comb-ticks-last"]["examples"]):
        sys.exit(f"comb-ticks-last: {got}")
    planted("made up", ["00000000-0000-4000-8000-000000000001",
                        "11111111-1111-4111-9111-111111111111",
                        "12341234-1234-4123-a123-123412341234"],
            {"made-up": 3}, base, sure="likely")


def nodes():
    rng = random.Random(23)
    base = many(v1, 100, 24)
    bad = [text(v1(rng, None, 0x001B213C4D5E)) for _ in range(5)] + \
        [text(v6(rng, None, 0x0242AC110002)) for _ in range(3)] + \
        ["000003e8-cbb9-21ea-b201-00045a86c8a1"]
    got = planted("mac", bad, {"mac": 9}, base, sure="likely")["mac"]
    if got["different"] != 3 or got["nodes"] != [
            {"node": "00:1b:21:3c:4d:5e", "count": 5, "local": False},
            {"node": "02:42:ac:11:00:02", "count": 3, "local": True},
            {"node": "00:04:5a:86:c8:a1", "count": 1, "local": False}]:
        sys.exit(f"mac: {got}")
    bad = [text(v1(rng, None, rng.getrandbits(48) & ~(1 << 40) | 1))
           for _ in range(1500)]
    got = planted("node bit", bad, {"node-bit": 1500}, base, sure="possible")
    if got["node-bit"]["different"] != 1024:
        sys.exit(f"node bit: {got}")
    planted("node zero", [text(v1(rng, None, 0))], {}, base)


# ----------------------------------------------------------------- random bits

def random_bits():
    rng = random.Random(25)

    def bad(make, n, change):
        return [text(change(make(rng), i)) for i in range(n)]

    fixed = bad(v4, 64, lambda n, _: n & ~(1 << 5))
    got = expect("a stuck bit", fixed, {"bits": 64})["bits"]
    if got["bit"] != 122 or got["kind"] != "v4" or got["z"] > -7:
        sys.exit(f"a stuck bit: {got}")
    found = audit(fixed[:63])
    if findings(found) or tests(found)["v4", "bits"]["p"] is not None:
        sys.exit("63 ids are too few for a p-value")
    expect("a bit that is one in 0.6", bad(
        v4, 4000, lambda n, _: n | (rng.random() < 0.2) << 100), {"bits": 4000})
    expect("v7, a stuck octet", bad(v7, 500, lambda n, _: n & ~(0xFF << 8)),
           {"bits": 500})
    expect("v7, a counter", bad(v7, 500, lambda n, _: n & ~(0xFF << 40)), {})
    expect("v5", bad(v5, 500, lambda n, _: n & ~1), {"bits": 500})
    expect("ulid", [ulid(raw_ulid(rng) & ~(1 << 70)) for _ in range(500)],
           {"bits": 500})

    def avoid(n, _):  # replaces 0x41 to 0x44, and keeps the bits unbiased
        octet = n >> 24 & 0xFF
        return n ^ (0x80 << 24 if octet & 0x7F in (0x41, 0x3E) and
                    octet >> 7 == octet & 1 else 0)
    expect("values avoided", bad(v4, 60_000, avoid), {"bytes": 60_000})
    two = bad(v4, 4096, lambda n, _: n & ~0xFF | rng.choice((0, 0xFF)))
    expect("two values of an octet", two, {"bytes": 4096})
    found = audit(two[:4095])
    if findings(found) or tests(found)["v4", "bytes"]["p"] is not None:
        sys.exit("octets of 4095 ids are too few for a p-value")
    # a counter that wraps: bits and octets are too even
    expect("a counter of 16 bits", bad(
        v4, 4096 * 16, lambda n, i: n & ~(0xFFFF << 16) | (i & 0xFFFF) << 16),
        {"bytes": 4096 * 16, "steps": None})
    # each bit is unbiased, but differs from the previous id
    expect("alternating", bad(
        v4, 4000, lambda n, i: n & ~(1 << 90) | (i & 1) << 90), {"steps": None})
    start = v4(rng) >> 64
    got = expect("sequential", [text(start << 64 | v4(rng) & (1 << 64) - 1)
                                for i in range(8)] + many(v4, 3000, 26),
                 {"sequential": 7})
    pool = [rng.getrandbits(62) for _ in range(500)]
    lines = [text(v7(rng) >> 62 << 62 | pool[i % 500]) for i in range(1000)]
    expect("tails that come again", lines, {"repeated": 500})
    lines = [text(v4(rng) >> 62 << 62 | rng.getrandbits(62))
             for i in range(60_000)]
    again = [text(v4(rng) >> 64 << 64
                  | int(line.replace("-", ""), 16) & (1 << 64) - 1)
             for line in lines[:4000]]
    got = expect("tails among more than are held", lines + again,
                 {"repeated": None})["repeated"]
    if not 300 < got["count"] < 700:  # audit keeps a sample of one in eight
        sys.exit(f"tails: {got}")


def gamma_q(a, x):
    """The upper tail of the gamma distribution, from the series of the lower one."""
    term = total = math.exp(-x + a * math.log(x) - math.lgamma(a + 1))
    i = 1
    while term > total * 1e-17:
        term *= x / (a + i)
        total += term
        i += 1
    return 1 - total


def measures():
    lines = many(v4, 5000, 27)
    octets = [bytes.fromhex(line.replace("-", "")) for line in lines]
    found = audit(lines)
    ones = [sum(o[bit // 8] >> 7 - bit % 8 & 1 for o in octets)
            for bit in range(128)]
    if next(f for f in found if f["what"] == "bits")["ones"] != ones:
        sys.exit("ones")
    drawn = [bit for bit in range(128) if bit not in (48, 49, 50, 51, 64, 65)]
    z = {bit: (abs(2 * ones[bit] - 5000) - 1) / 5000**0.5 for bit in drawn}
    worst = max(z, key=z.get)
    got = tests(found)["v4", "bits"]
    p = min(1, 122 * math.erfc(z[worst] / 2**0.5))
    if got["bit"] != worst or abs(abs(got["z"]) - z[worst]) > 1e-9 or \
            abs(got["p"] / p - 1) > 1e-9:
        sys.exit(f"bits: {got}, expected {worst}, {z[worst]}, {p}")
    best = (2, None, None)
    for i in range(16):
        mask = {6: 0x0F, 8: 0x3F}.get(i, 0xFF)
        due = 5000 / (mask + 1)
        counts = [0] * (mask + 1)
        for o in octets:
            counts[o[i] & mask] += 1
        chi = sum((c - due)**2 / due for c in counts)
        q = gamma_q(mask / 2, chi / 2)
        best = min(best, (2 * min(q, 1 - q), i, chi))
    got = tests(found)["v4", "bytes"]
    if got["octet"] != best[1] or abs(got["chi_square"] - best[2]) > 1e-6 or \
            abs(got["p"] - min(1, 16 * best[0])) > 1e-9:
        sys.exit(f"bytes: {got}, expected {best}")


def interrupted():
    """SIGINT ends the tool while it reads, and leaves no temporary file."""
    with tempfile.TemporaryDirectory() as folder:
        with fed("audit", "--memory", "64K", "--temporary", folder, data=LINE * 100_000,
                 stdout=subprocess.PIPE,
                 preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as tool:
            tool.send_signal(signal.SIGINT)
            out = tool.stdout.read()
        if tool.returncode != -signal.SIGINT or out or os.listdir(folder):
            sys.exit(f"interrupted: {tool.returncode}, {out[:99]}")


def main():
    for part in (interrupted, good, duplicates, not_ids, times, swapped, layouts, combs,
                 nodes, random_bits, measures, seeds):
        part()


main()
