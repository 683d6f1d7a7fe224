#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pages.py: draw docs/images/pages.svg from extensions/postgresql/bench/pages.json, and print
the tables of docs/guides/prefixed.md. Run it again after `./dev bench pages`."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from svg import GUIDON, FAINT, HOT, INK, PEER, document, line, rectangle, text  # noqa: E402

RESULTS = HERE.parent.parent / "extensions/postgresql/bench/pages.json"
PAGE = HERE.parent / "guides/prefixed.md"
SHOWN_AS = {"guidon_v4()": "version 4", "guidon_v7()": "version 7",
            "guidon_v8_append()": "append", "guidon_v8_sharded(n & 15, 4)": "sharded by 16"}
WIDTH, LABEL, VALUE, TOP, ROW, BAR, GAP = 880, 110, 120, 56, 17, 12, 12
STEP = 500


def read():
    return json.loads(RESULTS.read_text())


def figures_of(results):
    """{(major version, ids, writers, are there rows before): figure}, and the versions."""
    found, versions = {}, {}
    for one in results["figures"]:
        major = one["server"].split(".")[0]
        versions[major] = one["server"]
        found[major, one["ids"], one["writers"], one["before"] > 0] = one
    return found, versions


def table(results, writers, key, shown):
    found, versions = figures_of(results)
    head = "".join(f" {major}: empty | after v4 |" for major in versions)
    lines = [f"| new ids, {'one writer' if writers == 1 else f'{writers} writers'} |{head}",
             "|---|" + "--:|--:|" * len(versions)]
    for ids in SHOWN_AS:
        cells = "".join(f" {shown(found[major, ids, writers, after][key])} |"
                        for major in versions for after in (False, True))
        lines.append(f"| `{ids}` |{cells}")
    return "\n".join(lines)


def tables(results):
    """The tables of PAGE."""
    pages = [table(results, writers, "pages", "{:,}".format) for writers in (1, 8)]
    return [*pages, table(results, 1, "wal", lambda wal: f"{wal / 1e6:.1f} MB")]


def draw(results):
    found, versions = figures_of(results)
    newest = list(versions)[-1]
    most = max(one["pages"] for one in results["figures"])
    ends = -(-most // STEP) * STEP

    def width_of(pages):
        return pages / ends * (WIDTH - LABEL - VALUE)

    bottom = TOP + len(SHOWN_AS) * (2 * ROW + GAP)
    parts = [text(0, 18, f"Index pages that {results['rows']:,} new keys add", 16, INK, "start",
                  "bold"),
             text(0, 38, f"PostgreSQL {versions[newest]}, one writer, pages of 8 KiB; shorter is "
                  "better", 12, FAINT)]
    for pages in range(0, ends + 1, STEP):
        parts.append(line(LABEL + width_of(pages), TOP, bottom))
        parts.append(text(LABEL + width_of(pages), bottom + 13, f"{pages:,}", 10, FAINT, "middle"))
    for place, (ids, name) in enumerate(SHOWN_AS.items()):
        y = TOP + GAP / 2 + place * (2 * ROW + GAP)
        own = name == "append"
        parts.append(text(LABEL - 8, y + ROW + 3, name, 12, INK, "end",
                          "bold" if own else "normal"))
        for after in (False, True):
            pages = found[newest, ids, 1, after]["pages"]
            where = "after v4" if after else "empty table"
            fill = PEER if not after else GUIDON if own else HOT
            parts.append(rectangle(LABEL, y, width_of(pages), BAR, fill))
            parts.append(text(LABEL + width_of(pages) + 6, y + BAR - 2, f"{pages:,} {where}", 11))
            y += ROW
    return document(WIDTH, bottom + 24, parts)


if __name__ == "__main__":
    (HERE / "pages.svg").write_text(draw(read()))
    print("\n\n".join(tables(read())))
