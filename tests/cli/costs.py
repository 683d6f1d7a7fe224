#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""costs.py TOOL VALGRIND: check finds the reason only for the lines that it shows. A bad
line that is only counted costs about as many instructions as in stat, which shows three
bad lines. Lines that end in CR LF cost about as much as lines that end in LF, whether
the lines have one length or not. TypeIDs cost at most a few times what ULIDs cost, and
little more than lines of two forms if their prefixes change. An alias that the map knows
costs as much with a large map as with a small one. Callgrind counts the
instructions, so the test measures no time."""
import pathlib
import re
import subprocess
import sys
import tempfile

from tool import ID, TOOL

VALGRIND = sys.argv[2]
NUMBER = "2.25.1919183420393892911374832738483940"
FEW, MANY = 1000, 5000

# why, the line, the options of check, the most that it may cost as a multiple of stat
ROWS = [
    ("a wrong character", ID[:-1] + "O", [], 2),
    ("a wrong length", ID + "f", [], 2),
    ("no known form", "hello world, this is no id", [], 2),
    ("a version that is not assigned", ID[:14] + "0" + ID[15:], [], 1.25),
    ("an unwanted kind", ID, ["--kind", "v4"], 1.25),
    ("not canonical", ID.upper(), ["--level", "exact"], 1.25),
    ("another form", ID.replace("-", ""), ["--level", "exact"], 1.25),
    ("a time in the future", ID,
     ["--not-future", "--now", "1990-01-01T00:00:00Z"], 0.5),
]


ULID = "01fwhe4ydgfk1shh6w1g60eecf"
FROM = ["--from", "typeid"]
# lines of TypeIDs, a command, other lines, the command for these, the most that the
# TypeIDs may cost as a multiple
TYPEIDS = [
    (f"user_{ULID}", ["convert", *FROM], ULID, ["convert"], 2.5),
    (f"user_{ULID}\r", ["convert", *FROM], f"{ULID}\r", ["convert"], 2.5),
    (ID, ["convert", "-f", "typeid", "--prefix", "user"], ID, ["convert", "-f", "ulid"], 2.5),
    (f"user_{ULID}", ["check", "--prefix", "user", "--level", "exact"], ULID, ["check"], 2.5),
    (f"user_{ULID}\nbig_team_{ULID}", ["check", *FROM, "--level", "exact"],
     f"{ULID}\n{ID}", ["check"], 2),
]


def instructions(path, n, line, *args):
    path.write_text((line + "\n") * n)
    done = subprocess.run(
        [VALGRIND, "--tool=callgrind", f"--callgrind-out-file={path}.calls", TOOL,
         *args, path], capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if not found or done.returncode > 1:
        sys.exit(f"{args}: status {done.returncode}, {done.stderr}")
    return int(found[1])


def cost(path, line, *args):
    """Instructions for each line, without those of the start and of shown lines."""
    return (instructions(path, MANY, line, *args)
            - instructions(path, FEW, line, *args)) / (MANY - FEW)


def cost_of_alias(path, rows):
    """To restore an alias whose word is that of the last row alone."""
    aliases = path.with_name(f"{rows}.map")
    aliases.write_text("# guidon alias map 1\ttypeid\tid\n" + "".join(
        f"id-{i}\t{ID[:-6]}{i:06x}\n" for i in range(1, rows)) + f"user-{rows}\tuser_{ULID}\n")
    return cost(path, f"user-{rows}", "alias", "--restore", "--map", aliases)


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "lines"
        for why, line, options, most in ROWS:
            check = cost(path, line, "check", *options)
            stat = cost(path, line, "stat", "--memory", "0")
            print(f"{why}: {check:.0f} instructions a line, stat {stat:.0f}")
            failed |= check > most * stat
        for text, *args in ([ID, "check", "--level", "exact"], [ID, "convert"],
                            [ID, "sort"], [NUMBER, "convert"],
                            [f"user_{ULID}", "convert", *FROM]):
            lf, crlf = cost(path, text, *args), cost(path, text + "\r", *args)
            print(f"{args}: {lf:.0f} instructions a line, CR LF {crlf:.0f}")
            failed |= crlf > 1.5 * lf
        for typeid, args, other, other_args, most in TYPEIDS:
            got, ulid = cost(path, typeid, *args), cost(path, other, *other_args)
            print(f"{args}: {got:.0f} instructions a line, {other_args} {ulid:.0f}")
            failed |= got > most * ulid
        small, large = cost_of_alias(path, 1000), cost_of_alias(path, 9000)
        print(f"alias: {small:.0f} instructions a line, with more rows {large:.0f}")
        failed |= large > 1.5 * small
    sys.exit(failed)


main()
