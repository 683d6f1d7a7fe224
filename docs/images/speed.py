#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""speed.py: draw docs/images/speed.svg from the published benchmark run,
bench/results/results.json. Run it again when a new run is published."""

import json
import math
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from svg import FAINT, GUIDON, INK, PEER, document, line, text  # noqa: E402

RESULTS = HERE.parent.parent / "bench/results/results.json"

# An operation, its title, and its libraries; all of them single calls.
PANELS = [
    ("v7", "Make a version 7 UUID",
     ["Guidon", "Boost.UUID", "uuid (Rust)", "google/uuid", "uuid-creator"]),
    ("v4", "Make a version 4 UUID",
     ["Guidon", "uuid (Rust)", "Boost.UUID", "google/uuid", "java.util.UUID",
      "libuuid"]),
    ("uuid_parse", "Read a UUID from text",
     ["Guidon", "uuid (Rust)", "google/uuid", "java.util.UUID", "Boost.UUID",
      "libuuid"]),
    ("ulid", "Make a ULID",
     ["Guidon", "ulid (Rust)", "oklog/ulid", "ulid-creator", "python-ulid"]),
]
SHOWN_AS = {"uuid-creator": "uuid-creator (Java)",
            "google/uuid": "google/uuid (Go)", "Boost.UUID": "Boost.UUID (C++)",
            "oklog/ulid": "oklog/ulid (Go)", "libuuid": "libuuid (C)",
            "python-ulid": "python-ulid (Python)",
            "ulid-creator": "ulid-creator (Java)"}
WIDTH, PANEL, LABEL, VALUE = 880, 420, 140, 50
TOP, HEAD, ROW, BAR, FOOT = 52, 26, 20, 13, 30
LOW, HIGH = 1, 10000  # nanoseconds at the ends of the scale


def read():
    return json.loads(RESULTS.read_text())


def medians(results):
    """{(operation, library): nanoseconds} of the single calls."""
    times = {}
    for case in results["results"]:
        if case["mode"] == "one":
            library = case["library"]
            median = statistics.median(case["ns"])
            times[case["operation"], library] = median
            language = f"{library} ({case['language']})"
            times[case["operation"], language] = median
    return times


def width_of(ns):
    return (math.log(ns / LOW) / math.log(HIGH / LOW)
            * (PANEL - LABEL - VALUE))


def number(ns):
    """The time in nanoseconds, in three digits."""
    digits = 1 if ns < 100 else 0
    ns = round(ns, -1) if ns >= 1000 else ns
    return f"{ns:,.{digits}f}".replace(",", " ")


def scale(x, top, bottom):
    parts = []
    for power in range(round(math.log10(HIGH)) + 1):
        at = x + LABEL + width_of(10 ** power)
        words = f"{10 ** power} ns" if power < 3 else f"{10 ** (power - 3)} µs"
        parts.append(line(at, top, bottom))
        parts.append(text(at, bottom + 13, words, 10, FAINT, "middle"))
    return parts


def bar(x, y, library, ns):
    own = library == "Guidon"
    weight = "bold" if own else "normal"
    end = x + LABEL + width_of(ns)
    return [
        text(x + LABEL - 8, y + BAR - 2, SHOWN_AS.get(library, library), 12, INK,
             "end", weight),
        f'<rect x="{x + LABEL}" y="{y}" width="{width_of(ns):.1f}" '
        f'height="{BAR}" fill="{GUIDON if own else PEER}"/>',
        text(end + 6, y + BAR - 2, number(ns), 12, INK, "start", weight)]


def panel(times, x, y, operation, title, libraries):
    parts = [text(x, y + 14, title, 14, INK, "start", "bold")]
    parts += scale(x, y + HEAD, y + HEAD + ROW * len(libraries))
    for place, library in enumerate(libraries):
        parts += bar(x, y + HEAD + ROW * place + (ROW - BAR) / 2, library,
                     times[operation, library])
    return parts


def draw(results):
    times, run = medians(results), results["about"]["run"]
    parts = [
        text(0, 18, "Nanoseconds for one id, median of one call at a time",
             16, INK, "start", "bold"),
        text(0, 38, f"logarithmic scale, shorter is faster · run of {run['date']}"
             f" at commit {run['commit']} · "
             f"{results['about']['machine']['processor']}", 12, FAINT)]
    y = TOP
    for row in range(0, len(PANELS), 2):
        pair = PANELS[row:row + 2]
        for column, one in enumerate(pair):
            parts += panel(times, column * (WIDTH - PANEL), y, *one)
        y += HEAD + FOOT + ROW * max(len(one[2]) for one in pair)
    return document(WIDTH, y, parts)


if __name__ == "__main__":
    (HERE / "speed.svg").write_text(draw(read()))
