#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""typeids.py TOOL: lines of TypeIDs that the tool reads and writes many at once.

Files as in run_forms.py, of suffixes alone, of one prefix, and of many prefixes. Among
the bad lines are suffixes with a letter in upper case and, for --prefix, other prefixes
of the same length. Random ids go both ways, and TypeIDs are as the specification's table of letters
says. This script writes and reads TypeIDs itself.
"""
import random
import re
import tempfile
from pathlib import Path

import run_forms
from run_forms import Lines, check, check_counts, check_form, places
from tool import CROCKFORD, expect, run, ulid

LETTERS = CROCKFORD.lower()
RNG = random.Random(20261122)


def suffix(u):
    return ulid(u.int).lower()


def with_prefix(prefix):
    return lambda u: (prefix and prefix + "_") + suffix(u)


def random_prefix(longest=63):
    n = RNG.randrange(longest + 1)
    inner = "".join(RNG.choice("abcdefghijklmnopqrstuvwxyz_") for _ in range(n))
    return inner.strip("_")


def guidon_with(prefix):
    """The function of run_forms that runs the tool, with --prefix where it may stand."""
    def guidon(lines, *args, path=None):
        reads = lines.form == "typeid"
        options = ["--from", "typeid"] * reads + ["-0"] * (lines.mark == b"\0")
        if prefix is not None and (args[0] == "check" or args[0] == "convert"
                                   and (reads or "typeid" in args)):
            options += ["--prefix", prefix]
        return run(*args, *options, *([path] if path else []),
                   input=None if path else lines.bytes())
    return guidon


def check_one_prefix(prefix, path):
    run_forms.WRITE["typeid"] = with_prefix(prefix)
    run_forms.guidon = guidon_with(prefix)
    for end in (b"\n", b"\r\n", b"\0"):
        check_form("typeid", end, path)


def check_many_prefixes(path):
    """Stretches of 1 to 20 lines of one prefix; some follow others of its length."""
    run_forms.WRITE["typeid"] = suffix
    run_forms.guidon = guidon_with(None)
    for ends in ([b"\n"], [b"\n", b"\r\n"], [b"\0"]):
        lines = Lines("typeid", ends[0])
        at, bad = 0, []
        while at < len(lines.ids):
            prefix, end = RNG.choice(["", "a", "b", "user", "team", random_prefix()]), \
                RNG.choice(ends)
            begin = at
            for at in range(begin, min(begin + RNG.choice([1, 1, 2, 7, 8, 9, 20]),
                                       len(lines.ids))):
                lines.texts[at] = with_prefix(prefix)(lines.ids[at]).encode()
                lines.ends[at] = end
                bad += [at + 1] * (prefix != "user")
            at += 1
        check(lines, f"prefixes {ends}", path)
        path.write_bytes(lines.bytes())
        for level in ("rfc", "exact"):
            done = guidon_with("user")(lines, "check", "--all", "--level", level, path=path)
            expect(f"prefixes {ends}: --prefix, {level}", places(done.stdout), bad)
        done = guidon_with(None)(lines, "check", "--level", "exact", path=path)
        expect(f"prefixes {ends}: exact", done.stdout, b"")
        lines.spoil(3)
        lines.ends[-1] = b""
        check(lines, f"prefixes {ends}, bad lines", path)
        check_counts(lines, f"prefixes {ends}, bad lines", path)


def check_new():
    """New TypeIDs are of version 7, rise, and are read back."""
    for prefix in ("", "a", "user", "my__type", "z" * 63):
        made = run("new", "typeid", "--prefix", prefix, "-n", "5000", text=True).stdout
        lines = made.split()
        form = re.compile(f"{prefix}{'_' * bool(prefix)}[0-7][{LETTERS}]{{25}}")
        expect(f"new {prefix}", [line for line in lines if not form.fullmatch(line)], [])
        expect(f"new {prefix}: order", lines, sorted(set(lines)))
        read = run("check", "--prefix", prefix, "--kind", "v7", "--sorted", "--unique",
                   input=made, text=True)
        expect(f"new {prefix}: check", [read.returncode, read.stdout], [0, ""])


def main():
    run_forms.SOLE = (*run_forms.SOLE, "typeid")
    run_forms.FAULTS += [
        lambda t: t[:-1] + b"A",
        lambda t: t[:-26] + b"8" + t[-25:],
        lambda t: t[:-27] + b"-" + t[-26:] if t[-27:-26] == b"_" else b"_" + t,
        lambda t: t[:-26] + b"_" + t[-26:],
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        for prefix in ("", "user", "my__type", "z" * 63):
            check_one_prefix(prefix, path)
        check_many_prefixes(path)
    check_new()


if __name__ == "__main__":
    main()
