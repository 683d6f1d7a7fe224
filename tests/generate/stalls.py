# SPDX-License-Identifier: MIT
"""stalls.py LIBRARY - no fast path waits for its own stores.

A load that is wider than a store which has just written a part of it waits until that
store has reached the cache, which costs more than the rest of a fast path. A compiler
makes such a load if it merges the tests of two members of a struct. This program reads
the fast paths of an x86-64 library with objdump, and lists each load from the stack
that is wider than a store to the same bytes above it.
"""

import re
import shutil
import subprocess
import sys

FAST = re.compile(r"^(guidon_new|guidon_next|new_single|\w*next_(fast|thread)\w*)$")
BIG = "rax rbx rcx rdx rsi rdi rbp r8 r9 r10 r11 r12 r13 r14 r15".split()
STACK = re.compile(r"(-?(?:0x[0-9a-f]+)?)\(%rsp\)")
READS = re.compile(r"mov[sz](b|w|l)")  # a load that widens what it reads


def width(name, operands):
    """The bytes that an instruction moves from or to memory."""
    if widens := READS.match(name):
        return {"b": 1, "w": 2, "l": 4}[widens[1]]
    for register in re.findall(r"%(\w+)", STACK.sub("", operands)):
        if register[:3] in ("xmm", "ymm", "zmm"):
            return 8 if name.endswith(("q", "sd", "lps", "hps")) else 16
        if register in BIG:
            return 8
        if register[0] == "e" or register.endswith("d"):
            return 4
        return 1 if register.endswith(("l", "h", "b")) else 2
    return {"b": 1, "w": 2, "l": 4}.get(name[-1], 8)


def stalls(instructions):
    """The pairs of a store and a wider load of its bytes."""
    stores = []
    for text in instructions:
        name, _, operands = text.partition(" ")
        operands = operands.partition("#")[0].strip()
        at = STACK.search(operands)
        if not at or name.startswith(("lea", "push", "call", "jmp")):
            continue
        begin, size = int(at[1] or "0", 16), width(name, operands)
        if name.startswith(("mov", "set", "vmov")) and operands.endswith(at[0]):
            stores = [s for s in stores if not begin <= s[0] < begin + size]
            stores.append((begin, size, text))
            continue
        for other, stored, store in stores:
            if stored < size and other < begin + size and begin < other + stored:
                yield store, text


def functions(listing):
    """The instructions of each function that objdump lists."""
    name, found = None, {}
    for line in listing.splitlines():
        if head := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            name = head[1]
            found[name] = []
        elif name and (body := re.match(r"^ +[0-9a-f]+:\t(.*)$", line)):
            found[name].append(" ".join(body[1].split()))
    return found


def main():
    if not shutil.which("objdump"):
        print("no objdump here")
        sys.exit(77)
    command = ["objdump", "-d", "--no-show-raw-insn", sys.argv[1]]
    listing = subprocess.run(command, check=True, capture_output=True, text=True)
    found = {n: i for n, i in functions(listing.stdout).items() if FAST.match(n)}
    wrong = [f"{name}: '{load}' waits for '{store}'"
             for name, body in found.items() for store, load in stalls(body)]
    print("\n".join(wrong))
    if len(found) < 8:
        sys.exit(f"only {len(found)} fast paths found")
    sys.exit(1 if wrong else 0)


main()
