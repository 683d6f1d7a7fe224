# SPDX-License-Identifier: MIT
"""Reads the ids, checks and times the cases, prints JSON lines."""

import dataclasses
import json
import sys
import time

BATCH = 256


@dataclasses.dataclass
class Case:
    """One operation on every id of a batch; it returns the list of results."""
    operation: str
    library: tuple  # name and version
    run: object
    parse: object = None  # for parsers: the function that reads one text
    ordered: bool = False
    note: str = ""

    def head(self):
        name, version = self.library
        return {"operation": self.operation, "library": name,
                "version": version, "language": "Python", "mode": "one",
                "note": self.note}


class Batch:
    def __init__(self, rows):
        self.ids = [bytes.fromhex(row[1]) for row in rows]
        self.uuids = [row[2] for row in rows]
        self.ulids = [row[3] for row in rows]
        self.names = [row[4] for row in rows]


def read(path):
    """The batches of the file of ids, and {kind: wrong texts}."""
    with open(path) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    ids = [row for row in rows if row[0] == "id"]
    wrongs = {kind: [row[2] for row in rows if row[:2] == ["wrong", kind]]
              for kind in ("uuid", "ulid")}
    return [Batch(ids[at:at + BATCH])
            for at in range(0, len(ids), BATCH)], wrongs


def shown(item):
    return item if isinstance(item, str) else f"{int(item):032x}"


def accepts(parse, text):
    try:
        parse(text)
        return True
    except Exception:
        return False


def prove(case, batches, wrongs):
    line = case.head() | {"ordered": case.ordered}
    line["out"] = [shown(item) for batch in batches for item in case.run(batch)]
    if case.parse:
        line["accepts"] = [number for number, text
                           in enumerate(wrongs[case.operation[:4]])
                           if accepts(case.parse, text)]
    return line


def repeat(case, batch, times):
    begun = time.perf_counter_ns()
    for _ in range(times):
        case.run(batch)
    return time.perf_counter_ns() - begun


def timed(case, batch, ms):
    times = 1
    while (taken := repeat(case, batch, times)) * 10 < ms * 1e6:
        times *= 2
    times = max(1, round(times * ms * 1e6 / taken))
    return case.head() | {"ns": [repeat(case, batch, times) / times / BATCH]}


def main(cases, prepare):
    """prove IDS, or run IDS MS OPERATIONS. `prepare` prepares a batch."""
    verb, path, *words = sys.argv[1:]
    batches, wrongs = read(path)
    for batch in batches:
        prepare(batch)
    for case in cases:
        if verb == "prove":
            print(json.dumps(prove(case, batches, wrongs)))
        elif case.operation in words[1].split(","):
            print(json.dumps(timed(case, batches[0], float(words[0]))))
