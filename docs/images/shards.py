#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shards.py: draw docs/images/shards.svg from the table of docs/scale.md, which a test compares
with the simulation. Run it again when the table changes."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from svg import FAINT, GUIDON, HOT, INK, document, line, rectangle, text  # noqa: E402

PAGE = HERE.parent / "scale.md"
WIDTH, LABEL, VALUE, TOP, ROW, BAR = 880, 310, 50, 56, 20, 13


def read():
    """The names of the ids, and the share of the busiest shard in each second."""
    table = PAGE.read_text().partition("| busiest shard, each second |")[2].partition("\n\n")[0]
    return [(name.replace("`", ""), int(share)) for name, share in
            re.findall(r"^\| ([^|]+) \| (\d+) % \|", table, re.M)]


def draw(shares):
    bottom = TOP + ROW * len(shares)
    scale = (WIDTH - LABEL - VALUE) / 100
    parts = [text(0, 18, "Share of the busiest of 16 shards in each second", 16, INK, "start",
                  "bold"),
             text(0, 38, "simulated store that splits ranges of keys; an even share is 6 %; moving "
                  "leases by load changes no bar", 12, FAINT)]
    for percent in range(0, 101, 25):
        parts.append(line(LABEL + percent * scale, TOP, bottom))
        parts.append(text(LABEL + percent * scale, bottom + 13, f"{percent} %", 10, FAINT, "middle"))
    for place, (name, share) in enumerate(shares):
        y = TOP + ROW * place + 3
        parts.append(text(LABEL - 8, y + BAR - 2, name, 12, INK, "end"))
        parts.append(rectangle(LABEL, y, share * scale, BAR, HOT if share > 50 else GUIDON))
        parts.append(text(LABEL + share * scale + 6, y + BAR - 2, f"{share} %"))
    return document(WIDTH, bottom + 24, parts)


if __name__ == "__main__":
    (HERE / "shards.svg").write_text(draw(read()))
