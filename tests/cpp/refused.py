#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""refused.py COMPILER INCLUDE STANDARD...: check that the compiler rejects every line
of refused.cpp with a comment, with the words of the comment, and no other line. A C++
standard that is too old gives one clear message."""
import pathlib
import re
import subprocess
import sys

COMPILER, INCLUDE, *STANDARDS = sys.argv[1:]
SOURCE = pathlib.Path(__file__).with_name("refused.cpp")
ALL_ERRORS = {"g++": "-fmax-errors=0", "clang++": "-ferror-limit=0"}


def compiled(standard):
    limit = ALL_ERRORS["clang++" if "clang" in COMPILER else "g++"]
    return subprocess.run(
        [COMPILER, f"-std=c++{standard}", "-Wall", "-Wextra", "-Wpedantic",
         "-Werror", "-Wno-unused-variable", limit, f"-I{INCLUDE}",
         "-fsyntax-only", SOURCE],
        capture_output=True, text=True, check=False).stderr


def faults(standard):
    report = compiled(standard)
    rows = [(number, line, line.partition("// ")[2])
            for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
            if re.search(r"; +// ", line)]
    if len(rows) < 18:
        yield "refused.cpp: too few lines with a comment"
    named = {int(found)
             for found in re.findall(r"refused\.cpp:(\d+):\d", report)}
    for number in named - {row[0] for row in rows}:
        yield f"c++{standard}: the compiler rejects line {number}, which is right\n{report}"
    for number, line, want in rows:
        words, _, offset = want.partition(" ...")
        if f"refused.cpp:{number}:" not in report:
            yield f"c++{standard}: taken: {line}"
        elif words != "refused" and words not in report:
            yield f"c++{standard}: the message lacks: {words}\n{report}"
        elif offset and not re.search(rf"literal_check<\w+, {offset}\w*>",
                                      report):
            yield f"c++{standard}: the message lacks the offset {offset}\n{report}"


def main():
    found = [fault for standard in STANDARDS for fault in faults(standard)]
    if not STANDARDS:
        found.append("no standard is named, so no line was compiled")
    old = [line for line in compiled(14).splitlines() if "error:" in line]
    if not old or "needs C++17" not in old[0] or any("/include/" in line for line in old[1:]):
        found.append("C++14 gets another error of the headers than that C++17 is needed:\n"
                     + "\n".join(old[:3]))
    print("\n".join(found))
    sys.exit(1 if found else 0)


main()
