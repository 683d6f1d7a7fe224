# SPDX-License-Identifier: MIT
"""How Guidon's cost grows with the number of ids, with two threads, and with the
length of a name."""

import json
import statistics

from . import adapters, table

READING = """\
ns: median time for one id (for names: one name). 2 threads: time for one id of one
thread; each thread has half of the ids. x: ratio to the limit, which is memcpy of
as many bytes as are written; for names, libcrypto's digest of the same bytes."""


class Scale:
    def __init__(self):
        self.samples = {}  # (operation, n, library, threads): ns
        self.skipped = {}  # n: why

    def add(self, line):
        if "skipped" in line:
            self.skipped[line["n"]] = line["skipped"]
            return
        key = tuple(line[name] for name in
                    ("operation", "n", "library", "threads"))
        self.samples.setdefault(key, []).extend(line["ns"])

    def median(self, *key):
        found = self.samples.get(key)
        return statistics.median(found) if found else None

    def rows(self):
        """(operation, n, one thread, two, the limit)"""
        seen = dict.fromkeys(key[:2] for key in self.samples)
        limits = {key[2] for key in self.samples} - {"Guidon"}
        for operation, n in sorted(seen):
            limit = next((ns for name in sorted(limits) if
                          (ns := self.median(operation, n, name, 1))), None)
            yield (operation, n, self.median(operation, n, "Guidon", 1),
                   self.median(operation, n, "Guidon", 2), limit)

    def text(self):
        out, last = [], None
        for operation, n, one, two, limit in self.rows():
            if operation != last:
                out += ["", f"{operation:<26}{'n':>12}{'ns':>10}"
                            f"{'2 threads':>12}{'limit':>10}{'x':>8}"]
                last = operation
            count = f"{n:,}".replace(",", " ")
            out.append(f"{'':<22}{count:>16}{table.number(one):>10}"
                       f"{table.number(two) or '-':>12}"
                       f"{table.number(limit):>10}{table.ratio(one, limit):>8}")
        out += [""] + [f"n = {n}: not measured: {why}"
                       for n, why in self.skipped.items()]
        return "\n".join(out).lstrip("\n") + "\n" + READING + "\n"

    def to_json(self, about):
        rows = [dict(zip(("operation", "n", "library", "threads", "ns"),
                         (*key, ns))) for key, ns in self.samples.items()]
        return json.dumps({"about": about, "results": rows,
                           "skipped": self.skipped}, indent=1) + "\n"


def run(places, rounds, ms, most, say):
    found = Scale()
    program = [places.out / "bench/guidon_scale"]
    for i in range(rounds):
        say(f"repetition {i + 1} of {rounds}")
        for line in adapters.talk(places, program, ms, most):
            found.add(line)
    return found
