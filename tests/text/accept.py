#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accept.py INCLUDE COMPILER...: check that the right calls of accept.c compile without a
warning in every standard, and that no wrong one compiles, even without warnings."""

import pathlib
import re
import shutil
import subprocess
import sys

INCLUDE, *COMPILERS = sys.argv[1:]
SOURCE = pathlib.Path(__file__).with_name("accept.c")
STANDARDS = {
    "c": ("c11", "c17", "c2x"),
    "c++": ("c++17", "c++20", "c++2b"),
}
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wno-unused-const-variable", "-Werror")
WRONG = [int(n) for n in re.findall(r"WRONG == (\d+)", SOURCE.read_text()) if n != "0"]
MISTAKE = re.compile(
    r"incompatible type|no viable conversion|no known conversion|could not convert|cannot convert"
    r"|invalid operands|no match for|no matching function|too few arguments"
)


def errors(compiler, language, standard, wrong, *warnings):
    """The errors of the compiler, "" if it takes the file."""
    words = [compiler, "-x", language, f"-std={standard}", f"-DWRONG={wrong}", f"-I{INCLUDE}"]
    done = subprocess.run(
        [*words, *warnings, "-fsyntax-only", SOURCE], capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else done.stderr or "the compiler says nothing"


def faults(compiler, language, standard):
    name = f"{compiler} -std={standard}"
    report = errors(compiler, language, standard, 0, *STRICT)
    if report:
        yield f"{name}: the right calls are refused:\n{report}"
    for wrong in WRONG:
        report = errors(compiler, language, standard, wrong)
        if not MISTAKE.search(report):
            yield f"{name}: WRONG={wrong}: expected an error of types, not:\n{report or 'none'}"


def main():
    found = [
        fault
        for compiler in COMPILERS
        for language, standards in STANDARDS.items()
        for standard in standards
        for fault in faults(compiler, language, standard)
    ]
    if not any(shutil.which(compiler) for compiler in COMPILERS) or len(WRONG) < 8:
        found.append("no compiler, or too few wrong calls")
    print("\n".join(found))
    return 1 if found else 0


sys.exit(main())
