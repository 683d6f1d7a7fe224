# SPDX-License-Identifier: MIT
"""Compares the speed of the package guidon with the packages that its users would
take instead, and with the standard library.

All cases of a group are timed in turn, round after round, so that a change of the
machine's speed meets all of them. Each figure is the median over the rounds, and the
noise is half of the distance between the quartiles, in percent. timeit runs a case in
a loop of its own, so the figures contain the call from Python and the loop. They contain
garbage collections only where ids are kept in a list of a million.
"""

import argparse
import contextlib
import gc
import importlib.metadata
import json
import statistics
import sys
import timeit

import cases
import first
import guidon
import readme

# What a case must at most be of another: (case, other, ratio).
GOALS = [
    ("uuid4", "guidon", "uuid", 0.1),
    ("uuid7", "guidon", "uuid-utils compat", 0.35),
    ("ulid text", "guidon", "python-ulid", 0.05),
    ("batch", "guidon fill", "guidon uuid4()", 0.03),
    ("parse", "guidon", "uuid", 0.2),
    ("UUID(text)", "guidon patched", "uuid", 0.15),
    ("str(id)", "guidon patched", "uuid", 0.4),
    ("uuid7 kept", "guidon", "uuid-utils", 0.6),
]


def options(words):
    parser = argparse.ArgumentParser(prog="./dev bench python", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="fewer and shorter rounds, to see that all cases run"
    )
    parser.add_argument("--only", metavar="WORD", help="only the groups whose names contain a word")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to a file")
    parser.add_argument(
        "--readme", action="store_true", help="also write the figures into the package's README"
    )
    found = parser.parse_args(words)
    if found.readme and (found.quick or found.only):
        parser.error("--readme needs a whole run")
    return found


def loops(timer, seconds):
    """How many calls of a case take about this long."""
    count = 1
    while True:
        taken = timer.timeit(count)
        if taken > seconds / 4:
            return max(1, round(count * seconds / taken))
        count *= 4


class Timer:
    """Times a case, in the conditions that it asks for."""

    def __init__(self, case):
        self.case = case
        setup = "gc.enable()" if case.collects else "pass"
        self.timer = timeit.Timer(case.statement, setup, globals={**case.names, "gc": gc})

    def timeit(self, count):
        with guidon.patched() if self.case.patched else contextlib.nullcontext():
            return self.timer.timeit(count)


def quartiles(times, ids):
    """The median of an id, and the noise in percent."""
    low, middle, high = statistics.quantiles(times, n=4)
    return middle / ids, 50 * (high - low) / middle


def measure(group, rounds, seconds):
    """{case: (nanoseconds an id, noise in percent)} of a group."""
    timers = {case.name: Timer(case) for case in group}
    counts = {name: loops(timer, seconds) for name, timer in timers.items()}
    each = {name: [] for name in timers}
    for _ in range(rounds):
        for name, timer in timers.items():
            each[name].append(timer.timeit(counts[name]) * 1e9 / counts[name])
    return {case.name: quartiles(each[case.name], case.ids) for case in group}


def show(name, figures):
    """Print a group; the ratios are to its first case, Guidon's."""
    first = next(iter(figures.values()))[0]
    print(f"\n{name}\n{'':24}{'ns an id':>10}{'noise':>8}{'ratio':>9}")
    for case, (time, noise) in figures.items():
        print(f"{case:24}{time:10.1f}{noise:7.0f}%{time / first:8.2f}x")


def judge(all_figures):
    """Print whether each goal is reached, among the groups that ran."""
    print("\ngoal" + " " * 52 + "at most    found")
    for group, case, other, most in GOALS:
        figures = all_figures.get(group, {})
        if case in figures and other in figures:
            found = figures[case][0] / figures[other][0]
            words = f"{group}: {case} / {other}"
            verdict = "reached" if found <= most else "missed"
            print(f"{words:56}{most:7.2f}{found:9.3f}  {verdict}")


def versions():
    names = ["guidon-ids", *cases.PEERS]
    return [f"{name} {importlib.metadata.version(name)}" for name in names]


def main(words):
    found = options(words)
    rounds, seconds = (5, 0.01) if found.quick else (25, 0.05)
    print(f"CPython {sys.version.split()[0]}; {', '.join(versions())}")
    print("Figures of a busy machine are hints, and the ratios the better ones.")
    figures = {}
    if found.quick:
        cases.KEPT = 10_000
    for name, group in cases.groups().items():
        if found.only and found.only not in name:
            continue
        figures[name] = measure(group, rounds, seconds)
        show(name, figures[name])
    if not found.only:
        figures["first id"] = {
            name: quartiles(times, 1) for name, times in first.times(rounds).items()
        }
        show("first id", figures["first id"])
    judge(figures)
    if found.readme:
        readme.write(figures, first.sizes())
    if found.json:
        with open(found.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main(sys.argv[1:])
