# SPDX-License-Identifier: MIT
"""hardened.py READELF STATIC FILE...: check that the built files have the hardening of
src/harden.cmake. Each FILE is a shared library or a program. The environment variable
CONFIG is the build type, because only optimised builds are fortified."""

import os
import re
import subprocess
import sys

# property, its pattern in readelf -lW (segments) or -dW (dynamic section)
SEGMENTS = [
    ("no RELRO", r"^ *GNU_RELRO "),
    ("an executable stack, or no word on it", r"^ *GNU_STACK .* RW +0x"),
]
DYNAMIC = [
    ("not bound at the start (BIND_NOW)",
     r"\(BIND_NOW\)|\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*\bNOW\b"),
]
NEVER = [
    ("text relocations", r"\(TEXTREL\)|\(FLAGS\).*TEXTREL"),
    ("a search path of its own", r"\((RPATH|RUNPATH)\)"),
]
# The processors with branch protection, and the property notes of each object.
BRANCHES = {
    "X86-64": r"x86 feature: IBT, SHSTK",
    "80386": r"x86 feature: IBT, SHSTK",
    "AArch64": r"AArch64 feature: BTI, PAC",
}


def file_faults(header, segments, dynamic):
    """The properties that a file lacks, from three outputs of readelf."""
    faults = [why for why, good in SEGMENTS
              if not re.search(good, segments, re.M)]
    faults += [why for why, good in DYNAMIC if not re.search(good, dynamic)]
    faults += [why for why, bad in NEVER if re.search(bad, dynamic)]
    if not re.search(r"Type: +DYN", header):
        faults.append("no code for any place in memory (PIE)")
    if re.search(r"^ *LOAD .* RWE +0x", segments, re.M):
        faults.append("memory that may be written and run")
    return faults


def call_faults(symbols, fortified):
    """The calls that the compiler adds; `symbols` is the output of readelf -sDW."""
    faults = []
    if not re.search(r"__stack_chk_fail", symbols):
        faults.append("no stack protector")
    if fortified and not re.search(r"\b__\w+_chk\b", symbols):
        faults.append("no fortified function")
    return faults


def mark_faults(header, notes):
    """The objects of an archive without a property note."""
    machine = re.search(r"Machine: .*?(X86-64|80386|AArch64)", header)
    if not machine:
        return []
    objects = re.split(r"^File: ", notes, flags=re.M)[1:]
    if not objects:
        return ["no object"]
    return [f"{text.split(')')[0]}): no marks for branches" for text in objects
            if not re.search(BRANCHES[machine[1]], text)]


def ask(readelf, option, path):
    return subprocess.run([readelf, option, path], capture_output=True,
                          check=True, text=True).stdout


def check(readelf, static, files, fortified):
    faults = []
    for path in files:
        name = os.path.basename(path)
        # The library has hardly any copies whose size is unknown at compile time.
        fortify = fortified and name == "guidon"
        found = file_faults(ask(readelf, "-hW", path), ask(readelf, "-lW", path),
                            ask(readelf, "-dW", path))
        found += call_faults(ask(readelf, "-sDW", path), fortify)
        faults += [f"{name}: {fault}" for fault in found]
    marks = mark_faults(ask(readelf, "-hW", static), ask(readelf, "-nW", static))
    return faults + [f"static library: {fault}" for fault in marks]


if __name__ == "__main__":
    FORTIFIED = os.environ.get("CONFIG") in ("Release", "RelWithDebInfo",
                                             "MinSizeRel")
    FAULTS = check(sys.argv[1], sys.argv[2], sys.argv[3:], FORTIFIED)
    print("\n".join(FAULTS))
    sys.exit(1 if FAULTS else 0)
