#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bits.py ROOT: the numbers of random bits that pages and headers promise are those of
tests/vectors/bits.json, whose rows the tests of the bits count in real ids."""
import json
import pathlib
import re
import sys

COUNTER, INCREMENT = "v7 counter", "v7 increment"
FIRST = ", the first id of a millisecond"
COARSE = "v7 precise, the first id in a tick of a clock of milliseconds"
STEPS = "ULID monotonic, random steps"

# File, the text around a number, the rows that have it. A text ends the page's line
# where it likes: each blank stands for any white space and comment marks.
PHRASES = [
    ("include/guidon/generate.h", "GUIDON_ULID = 0x100, /* {} new random bits in each id", ["ULID"]),
    ("include/guidon/generate.h", "fraction of the millisecond, {} random bits",
     ["v7 precise"]),
    ("include/guidon/generate.h", "a 20-bit counter and {} random bits", [COUNTER]),
    ("include/guidon/generate.h", "starts at {} random bits below a clear top bit",
     [INCREMENT + FIRST]),
    ("include/guidon/generate.h", "UNORDERED, /* {} new random bits in each id",
     ["v7 unordered"]),
    ("include/guidon/generate.h", "batch: {} bits that do not follow", [STEPS]),
    ("include/guidon/generate.h", "with a clock of milliseconds, {} bits", [COARSE]),
    ("docs/threat-model.md", "| v4 | {} |", ["v4"]),
    ("docs/threat-model.md", "| ULID | {} |", ["ULID"]),
    ("docs/threat-model.md", "| v7 unordered | {} |", ["v7 unordered"]),
    ("docs/threat-model.md", "| v7 increment | {} |", [INCREMENT]),
    ("docs/threat-model.md", "| v7 precise, counter | {} |", ["v7 precise", COUNTER]),
    ("docs/threat-model.md", "| ULID monotonic, random step | {},", [STEPS]),
    ("docs/threat-model.md", "scopes THREAD and PROCESS | {}: new bits", ["v6"]),
    ("docs/guides/choosing.md", "fraction of the millisecond, {} random bits",
     ["v7 precise"]),
    ("docs/guides/choosing.md", "a 20-bit counter, {} random bits", [COUNTER]),
    ("docs/guides/choosing.md", "a start of {} random bits", [INCREMENT + FIRST]),
    ("docs/guides/choosing.md", "UNORDERED` | {} random bits in each id",
     ["v7 unordered"]),
    ("docs/man/guidon-new.md", "fraction of the millisecond and {} random bits",
     ["v7 precise"]),
    ("docs/man/guidon-new.md", "start at {} random bits in each millisecond",
     [INCREMENT + FIRST]),
    ("docs/man/guidon-new.md", "`unordered`: {} new random bits", ["v7 unordered"]),
    ("bindings/javascript/README.md", "The first `v7` id of a millisecond has {} random bits",
     [COARSE]),
    ("bindings/javascript/README.md", "and have {} new random bits each", ["v7 precise"]),
    ("bindings/javascript/src/index.d.ts", "begins with {} random bits", [INCREMENT + FIRST]),
    ("bindings/python/README.md", "a millisecond of 20 bits, and {} random bits",
     ["v7 precise"]),
    ("bindings/python/src/guidon/_core.pyi", "a fraction of 20 bits and {} random bits",
     ["v7 precise"]),
]
BLANK = r"[\s*/]+"


def numbers_in(text, phrase):
    words = re.escape(phrase).replace(r"\{\}", r"(\d+)").split(r"\ ")
    return [int(number) for number in re.findall(BLANK.join(
        word for word in words if word not in ("/*", r"/\*")), text)]


def table_in(page):
    return re.findall(r"^\| (.+) \| (\d+) \|$", page.split("| ids | bits |")[1]
                      .split("\n\n")[0], re.M)


def check(root):
    rows = json.loads((root / "tests/vectors/bits.json")
                      .read_text(encoding="utf-8"))["regimes"]
    bits = {row["why"]: row["bits"] for row in rows}
    faults = []
    for file, phrase, whys in PHRASES:
        found = numbers_in((root / file).read_text(encoding="utf-8"), phrase)
        if len(found) != 1:
            faults.append(f"{file}: '{phrase}' stands there {len(found)} times")
        faults += [f"{file}: '{phrase.format(found[0])}', but '{why}' has {bits[why]}"
                   for why in whys if found and found[0] != bits[why]]
    page = (root / "docs/statistics.md").read_text(encoding="utf-8")
    if table_in(page) != [(row["why"], str(row["bits"])) for row in rows]:
        faults.append("docs/statistics.md: the table of bits is not that of the vectors")
    return faults


if __name__ == "__main__":
    wrong = check(pathlib.Path(sys.argv[1]))
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
