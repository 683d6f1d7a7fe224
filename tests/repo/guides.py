#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""guides.py SOURCE_DIR CC: the guides and the design agree with the public headers.
Every function, constant and option that they name exists, in C or in the extension for
PostgreSQL, SQLite or DuckDB, every link leads to a file, and every C program compiles."""
import os
import pathlib
import re
import subprocess
import sys

ROOT, CC = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
PAGES = [*sorted((ROOT / "docs/guides").glob("*.md")), ROOT / "docs/design.md"]
PROGRAM = """#include <guidon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
%s    return 0;
}
"""


def name_faults(page, text, known):
    for name in sorted(set(re.findall(r"\b(?:guidon|GUIDON)_\w+", text))):
        if name not in known:
            yield f"{page.name}: there is no {name}"
    for name in sorted(set(re.findall(r"`([^`\n]*\bguidon_\w+\([^`\n]*)`",
                                      text))):
        if name.count("(") != name.count(")"):
            yield f"{page.name}: brackets of {name}"


def link_faults(page, text):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if "://" not in target and not (page.parent / target).exists():
            yield f"{page.name}: no {target}"


def snippet_faults(page, text):
    for number, code in enumerate(re.findall(r"```c\n(.*?)```", text, re.S), 1):
        includes = "".join(re.findall(r"^#include .*\n", code, re.M))
        body = re.sub(r"^#include .*\n", "", code, flags=re.M)
        done = subprocess.run(
            [CC, "-std=c11", "-Wall", "-Wextra", "-Wpedantic", *os.environ.get("GUIDON_WERROR", "").split(),
             f"-I{ROOT}/include", "-x", "c", "-fsyntax-only", "-"],
            input=includes + PROGRAM % body, capture_output=True, text=True, check=False)
        if done.returncode:
            yield f"{page.name}: its program {number}:\n{done.stderr}"


def table_faults(page, text, symbols):
    """Each row of a table of calls names a function of Guidon, or says that none is
    needed."""
    for left, ours in re.findall(r"^\| (`[^|]+) \| ([^|]+) \|", text, re.M):
        if page.name.startswith("from-") and not (
                symbols & set(re.findall(r"guidon_\w+", ours)) or
                # The functions of the Python package; its tests check the names.
                re.search(r"guidon\.\w|"
                          r" = |GUIDON_|guidon_id|id\.bytes|_uuid|guidon show|"
                          r"`guidon_options`", ours)):
            yield f"{page.name}: nothing of ours for {left}"


def main():
    known = {"guidon_spark"}  # a module of Python
    for header in (ROOT / "include").rglob("*.h"):
        known |= set(re.findall(r"\b(?:guidon|GUIDON)_\w+", header.read_text()))
    for script in (ROOT / "extensions/postgresql/sql").glob("*/*.sql"):
        known |= set(re.findall(r"CREATE (?:FUNCTION|AGGREGATE|PROCEDURE|VIEW) (guidon_\w+)",
                                script.read_text()))
    for extension in ["sqlite", "duckdb"]:
        for source in (ROOT / "extensions" / extension / "src").glob("*.c"):
            known |= set(re.findall(r'"(guidon_\w+)"', source.read_text()))
    symbols = set((ROOT / "tests/repo/symbols.txt").read_text().split())
    faults = []
    for page in PAGES:
        text = page.read_text()
        faults += [*name_faults(page, text, known), *link_faults(page, text),
                   *snippet_faults(page, text),
                   *table_faults(page, text, symbols)]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
