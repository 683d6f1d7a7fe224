#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the blocks of the pages as a reader would, and accounts for all of them.

    run.py [SOURCE_DIR] [PAGE...]

blocks.txt says who runs each block: this program (`here`), a test of another part, or
nobody, with the reason (`marked`). A block without a row and a row without a block are
failures. SOURCE_DIR/build/release must hold the tool and the libraries. The status is 0
if everything passed, and 1 otherwise."""

import pathlib
import re
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import here
import pages


def children():
    """The CPU seconds of the programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def attempt(reader, row, block):
    """Run one block. Return "passed", "failed" or "not run", and why."""
    try:
        printed = here.WAYS[row.who.removeprefix("here ")](reader, block)
    except here.Missing as missing:
        return "not run", str(missing)
    except here.Fault as fault:
        return "failed", str(fault)
    except subprocess.TimeoutExpired as late:
        return "failed", f"no end after {late.timeout:.0f} s"
    if row.prints and not re.fullmatch(row.prints, printed.strip(), re.S):
        return "failed", f"it printed:\n{printed}expected by {row}:\n{row.prints}"
    return "passed", ""


def main(words):
    root = pathlib.Path(words[0] if words else ".").resolve()
    pairs, faults = pages.account(root, here.WAYS)
    known = {block.page for _, block in pairs}
    wanted = words[1:]
    for name in set(wanted) - known:
        faults.append(f"{name}: no such page with blocks")
    for fault in faults:
        print(f"FAILED {fault}", flush=True)
    counts = {"passed": 0, "failed": len(faults), "not run": 0}
    left, elsewhere = [], 0
    before = children()
    with here.Reader(root) as reader:
        for row, block in pairs:
            if wanted and block.page not in wanted:
                continue
            if row.who.startswith("marked:"):
                result, why = "not run", row.who.partition(":")[2].strip()
            elif row.who.startswith("here "):
                result, why = attempt(reader, row, block)
            else:
                elsewhere += not row.who.startswith("with ")
                continue
            counts[result] += 1
            spent, before = children() - before, children()
            if result == "not run":
                left.append(f"not run: {block}: {why}")
            else:
                print(f"{result} ({spent:.1f} CPU s) {block}" +
                      (f"\n{why}" if why else ""), flush=True)
    print("\n".join(left))
    print(f"{elsewhere} blocks are run by the tests of other parts (blocks.txt names them)")
    print(", ".join(f"{number} {result}" for result, number in counts.items()))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
