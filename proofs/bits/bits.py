# SPDX-License-Identifier: MIT
"""Runs `./dev prove bits`: bits.py SHIPPED, a shared object.

It proves two things of the compiled code, for all ids and all texts: a form is read
as its grammar says, and it is written as the text that is read back. Then it puts
faults into copies of the sources, and must find each of them."""

import itertools
import pathlib
import subprocess
import sys
import tempfile
import time

import claims
import replay
from claims import (BAD_AT, ID, OUT_LEN, TEXT, Broken, ManyReading,
                    ManyWriting, Reading, Writing, WritingWithRoom)
from controls import CONTROLS, changed
from grammar import FORMS, STATUS
from machine import Fault, Machine, Trespass

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DIRECTORIES = ["text", "cpu", "core"]
COMPILE = ["gcc", "-std=c11", "-O2", "-fPIC", "-shared"]
# A text of the right length or of any other; with bad_at, or with NULL for it.
READINGS = list(itertools.product((True, False), repeat=2))
# The forms with kernels of their own: their functions, and the dispatch tables.
KERNELS = {"UUID": "hex", "ULID": "base32"}
TABLES = [*KERNELS.values(), "hex_layout"]
BY_FORM = "by form"
# With which kernels; the first is the one of the short notation.
BY_FORM_KERNELS = ("scalar", "sse41", "avx2")
# The number of texts for a batch function. The largest kernel takes eight in a
# block, so nine are one block and one more.
MANY = {("UUID", "avx2"): 9}
# VEX, angr's intermediate language, has no EVEX instructions.
NOT_READ = {"avx512vbmi"}


class Library:
    """A shared object: its kernels, and proofs about calls of each."""

    def __init__(self, path):
        self.path, self.machine = path, Machine(path)
        self.forms = numbers_of(FORMS)

    def rows(self, table):
        """The kernels of a dispatch table: name and address."""
        at = self.machine.address
        first = at(f"gdn_{table}_kernels")
        count = self.machine.pointer(at(f"gdn_n_{table}_kernels"))
        size = self.machine.size(f"gdn_{table}_kernels") // count
        return {self.machine.text(self.machine.pointer(row)): row
                for row in range(first, first + size * count, size)}

    def picked(self, table, kernel):
        return (self.machine.address(f"gdn_{table}_pick"),
                self.rows(table)[kernel])

    def ways(self, what, function, arguments, sets):
        """Prove the claim for all paths of the function, and count the paths."""
        what.call = (function, arguments, sets)
        memory = {at + i: byte for at, terms in what.memory.items()
                  for i, byte in enumerate(terms)}
        leaves = self.machine.run(function, arguments, memory, what.readable,
                                  what.writable, sets, what.given)
        return claims.hold(what, leaves)

    def proof(self, name, calls):
        """Prove the calls of a form: for each, whether it reads, and its number of
        paths. `calls` names guidon_format and guidon_parse_as, or a kernel's
        functions for one id or for many."""
        kernel, _, many = calls.partition(" ")
        if calls.startswith(BY_FORM):
            return self.by_form(FORMS[name], self.forms[name],
                                calls[len(BY_FORM) + 1:] or BY_FORM_KERNELS[0])
        if many:
            return self.many_by_kernel(FORMS[name], kernel)
        return self.by_kernel(FORMS[name], kernel)

    def by_kernel(self, form, kernel):
        """guidon_uuid_format and its like, with one kernel."""
        sets = [self.picked(KERNELS[form.name], kernel)]
        stem = f"guidon_{form.name.lower()}"
        yield False, self.ways(Writing(form), f"{stem}_format", (TEXT, ID), sets)
        for has_len, tells in READINGS:
            what = Reading(form, has_len, tells)
            yield True, self.ways(what, f"{stem}_parse", (
                ID, TEXT, what.len, BAD_AT if tells else 0), sets)

    def many_by_kernel(self, form, kernel):
        """A kernel's batch functions, which the public ones call."""
        n = MANY.get((form.name, kernel), 2)
        row = self.rows(KERNELS[form.name])[kernel]
        write, read, write_lines, read_lines = \
            [self.machine.pointer(row + 8 * i) for i in range(4, 8)]
        stride = form.len + 1
        yield False, self.ways(ManyWriting(form, n, stride, False), write,
                               (TEXT, stride, ID, n), [])
        yield False, self.ways(ManyWriting(form, n, stride, True), write_lines,
                               (TEXT, ID, n), [])
        yield True, self.ways(ManyReading(form, n, stride, False), read,
                              (ID, TEXT, stride, n), [])
        yield True, self.ways(ManyReading(form, n, stride, True), read_lines,
                              (ID, TEXT, n), [])

    def by_form(self, form, number, kernel):
        """guidon_format and guidon_parse_as, with one kernel of each table."""
        sets = [self.picked(table, kernel) for table in TABLES]
        what = WritingWithRoom(form)
        yield False, self.ways(what, "guidon_format", (
            TEXT, what.cap, OUT_LEN, ID, number), sets)
        for has_len, tells in READINGS:
            if form.reads_more and not has_len:
                continue
            what = Reading(form, has_len, tells)
            yield True, self.ways(what, "guidon_parse_as", (
                ID, TEXT, what.len, number, BAD_AT if tells else 0), sets)


def numbers_of(forms):
    """The numbers of the forms in the header. Compiling also checks that the
    header's status values are those of the grammar."""
    lines = ["#include <guidon.h>", "#include <stdio.h>"]
    lines += [f'_Static_assert(GUIDON_{status} == {i}, "a status");'
              for i, status in enumerate(STATUS)]
    lines += ["int main(void) {"]
    lines += [f'printf("{form} %d\\n", GUIDON_FORM_{form});' for form in forms]
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "numbers"
        subprocess.run(["gcc", "-I", ROOT / "include", "-x", "c", "-", "-o",
                        program], input="\n".join(lines + ["}"]), text=True,
                       check=True)
        said = subprocess.run([program], capture_output=True, text=True,
                              check=True).stdout
    return {name: int(number) for name, number in
            (line.split() for line in said.splitlines())}


def compiled(folder, name, sources=ROOT / "src"):
    """Compile the text forms and their helpers with the flags of distributions."""
    path = pathlib.Path(folder) / f"{name}.so"
    files = [file for directory in DIRECTORIES
             for file in sorted((sources / directory).glob("*.c"))]
    subprocess.run([*COMPILE, "-I", ROOT / "include", "-o", path, *files],
                   check=True)
    return path


def faulty(folder, i, file, old, new):
    """Compile the sources with a fault in one file."""
    copy = pathlib.Path(folder) / f"src{i}"
    for directory in DIRECTORIES:
        (copy / directory).mkdir(parents=True)
        for source in (ROOT / "src" / directory).glob("*.[ch]"):
            (copy / directory / source.name).write_bytes(source.read_bytes())
    (copy / file).write_text(changed(file, old, new), encoding="utf-8")
    return compiled(folder, f"fault{i}", copy)


def show(library, name, form, calls):
    """Print one row: the paths of writing and reading, or the counterexample."""
    start = time.monotonic()
    wrong, ways = None, [0, 0]
    try:
        for is_reading, n in library.proof(form, calls):
            ways[is_reading] += n
    except (Broken, Trespass, Fault) as error:
        wrong = error
    counts = "".join(f"{n:>9}" for n in ways) if not wrong else f"{'BROKEN':>18}"
    print(f"{name:<9}{form:<12}{calls:<16}{counts}"
          f"{time.monotonic() - start:>7.0f}", flush=True)
    if wrong:
        print(f"  {wrong}", flush=True)
    return wrong is not None


def show_library(library, name, many):
    failed = False
    for form in KERNELS:
        for kernel in reversed(library.rows(KERNELS[form])):
            if kernel in NOT_READ:
                print(f"{name:<9}{form:<12}{kernel:<16}{'not analysed':>18}")
                continue
            failed |= show(library, name, form, kernel)
            if many:
                failed |= show(library, name, form, f"{kernel} many")
    for form in FORMS:
        for kernel in BY_FORM_KERNELS if many else BY_FORM_KERNELS[:1]:
            failed |= show(library, name, form, f"{BY_FORM} {kernel}")
    return failed


def find(library, form, calls):
    """The counterexample in a faulty library, and whether the processor confirms
    it."""
    try:
        list(library.proof(form, calls))
    except Broken as broken:
        if not replay.can_run(calls.split()[0]):
            return str(broken), True
        same = replay.does_the_same(library, broken)
        return f"{broken}{'' if same else ' NOT ON THIS PROCESSOR'}", same
    except Trespass as trespass:
        return str(trespass), True
    except Fault as fault:
        return f"NOT READ: {fault}", False
    return "NOTHING IS FOUND", False


def show_controls(folder):
    """Print each fault and its counterexample, which the processor must confirm."""
    failed = False
    for i, (what, file, old, new, form, calls) in enumerate(CONTROLS):
        library = Library(faulty(folder, i, file, old, new))
        found, is_there = find(library, form, calls)
        print(f"{file}: {what}\n  {found}", flush=True)
        failed |= not is_there
    return failed


def main():
    failed = False
    for form in FORMS.values():
        claims.agree(form)
    print(f"{len(FORMS)} grammars: reading is the inverse of writing\n")
    print(f"{'code':<9}{'form':<12}{'calls':<16}{'writing':>9}{'reading':>9}"
          f"{'s':>7}  (ways)", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        failed |= show_library(Library(sys.argv[1]), "shipped", True)
        failed |= show_library(Library(compiled(folder, "o2")), "-O2", False)
        print("\ndeliberate fault, and the counterexample")
        failed |= show_controls(folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
