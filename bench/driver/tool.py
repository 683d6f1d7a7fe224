# SPDX-License-Identifier: MIT
"""Measures whole runs of the command-line tool, of other tools that make ids, and of
tools that only read or count lines."""

import dataclasses
import json
import os
import re
import shutil
import statistics
import subprocess
import time

from . import adapters, table

LINE = 37  # bytes of a UUID and its newline
START = "start, and one id"

READING = """\
ms: median of whole runs, from start to exit. ns: for one id. x: against the
first line of the group. A pipe ends in cat, which throws away what it reads."""


@dataclasses.dataclass
class Command:
    group: str
    words: tuple
    ids: int
    to: str = "/dev/null"  # or file, or pipe
    stdin: str = ""
    seconds: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        shown = ["FILE" if word.endswith(".txt") else os.path.basename(word)
                 for word in self.words]
        source = " < FILE" if self.stdin else ""
        return " ".join(shown) + source + {
            "/dev/null": "", "file": " > FILE", "pipe": " | cat"}[self.to]


def commands(guidon, lines, many, quick):
    """The commands. Guidon makes `many` ids; slower tools make fewer."""
    few = 10**5 if quick else 10**6
    count = os.path.getsize(lines) // LINE
    making, checking = f"make {many:,} ids".replace(",", " "), "check lines"
    found = [Command(making, (guidon, "new", "-n", str(many), version),
                     many, to)
             for version in ("v7", "v4") for to in ("/dev/null", "file", "pipe")]
    found += [Command(making, ("uuidgen", "-C", str(few)), few),
              Command(making, ("uuid", "-v4", "-n", str(few)), few)]
    found += [Command(checking, (guidon, "check", lines), count),
              Command(checking, (guidon, "check"), count, stdin=lines),
              Command(checking, ("wc", "-l", lines), count),
              Command(checking, ("cat", lines), count, "pipe")]
    for form in ("ulid", "uuid-upper"):
        found += [Command("convert lines", (guidon, "convert", "-f", form,
                                            lines), count, to)
                  for to in ("/dev/null", "pipe")]
    found += [Command(START, words, 1) for words in
              ((guidon, "new", "v4"), ("uuidgen",), ("uuid", "-v4"), ("true",))]
    return found


def _run(command, scratch):
    """Seconds that a command takes. It must succeed."""
    with open(command.stdin or os.devnull, "rb") as source, \
            open(scratch if command.to == "file" else os.devnull,
                 "wb") as sink:
        begun = time.perf_counter()
        if command.to == "pipe":
            one = subprocess.Popen(command.words, stdin=source,
                                   stdout=subprocess.PIPE)
            cat = subprocess.Popen(["cat"], stdin=one.stdout, stdout=sink)
            one.stdout.close()
            failed = one.wait() | cat.wait()
        else:
            failed = subprocess.run(command.words, stdin=source,
                                    stdout=sink).returncode
        taken = time.perf_counter() - begun
    if failed:
        raise adapters.Unavailable(f"{command.name} failed")
    return taken


def _makes(words):
    """Does this command print 1000 different ids?"""
    shape = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-"
                       rb"[89ab][0-9a-f]{3}-[0-9a-f]{12}")
    made = subprocess.run(words, capture_output=True).stdout.split()
    return len(set(made)) == 1000 and all(map(shape.fullmatch, made))


def _peers(found):
    """The commands that can run, and {command: reason} for the others."""
    good, missing = [], {}
    for one in found:
        words = [word if word != str(one.ids) else "1000" for word in one.words]
        if not shutil.which(words[0]):
            missing[words[0]] = "not installed"
        elif words[0] in ("uuidgen", "uuid") and one.ids > 1 and \
                not _makes(words):
            missing[" ".join(words)] = "this version does not print 1000 ids"
        else:
            good.append(one)
    return good, missing


def _prove(guidon, lines):
    """Check that the tool makes the requested number of ids, and that `check`
    reads every line: it must find a wrong one at the end of the file."""
    for version in ("v7", "v4"):
        if not _makes((guidon, "new", "-n", "1000", version)):
            raise adapters.Unavailable("guidon new does not give 1000 ids")
    if subprocess.run([guidon, "check", lines]).returncode:
        raise adapters.Unavailable("guidon check rejects Guidon's own ids")
    with open(lines, "r+b") as file:
        file.seek(-2, os.SEEK_END)
        last = file.read(1)
        file.seek(-2, os.SEEK_END)
        file.write(b"x")
    wrong = subprocess.run([guidon, "check", lines], capture_output=True)
    with open(lines, "r+b") as file:
        file.seek(-2, os.SEEK_END)
        file.write(last)
    if wrong.returncode != 1:
        raise adapters.Unavailable("guidon check accepts a wrong line")


class Tool:
    """The commands with their times, and the reasons for missing ones."""

    def __init__(self, found, missing):
        self.commands, self.missing = found, missing

    def text(self):
        out, group, first = [], None, None
        for one in self.commands:
            taken = statistics.median(one.seconds)
            if one.group != group:
                group, first = one.group, taken / one.ids
                out += ["", f"{group:<44}{'ms':>10}{'spread':>8}{'ns':>12}"
                            f"{'M ids/s':>9}{'x':>7}"]
            ns = 1e9 * taken / one.ids
            rate = "" if group == START else table.number(1e3 / ns)
            out.append(f"  {one.name:<42}{table.number(1e3 * taken):>10}"
                       f"{table.percent(_spread(one.seconds)):>8}"
                       f"{table.number(ns):>12}{rate:>9}"
                       f"{table.number(taken / one.ids / first):>7}")
        out += [""] + [f"{name}: not measured: {why}"
                       for name, why in self.missing.items()]
        return "\n".join(out).lstrip("\n") + "\n" + READING + "\n"

    def to_json(self, about):
        rows = [{"group": one.group, "command": one.name, "ids": one.ids,
                 "seconds": one.seconds} for one in self.commands]
        return json.dumps({"about": about, "results": rows,
                           "not_measured": self.missing}, indent=1) + "\n"


def _spread(seconds):
    if len(seconds) < 3:
        return None
    low, middle, high = statistics.quantiles(seconds, method="inclusive")
    return (high - low) / middle


def _check_space(place, wanted):
    free = shutil.disk_usage(place).free
    if free < 1.2 * wanted:
        raise adapters.Unavailable(f"the files need {wanted / 1e9:.1f} GB, "
                                   f"{free / 1e9:.1f} GB are free")


def run(places, quick, rounds, say):
    """Run all commands once, then again, so that a change of the machine's speed
    affects all of them alike."""
    many, count = (10**7, 10**6) if quick else (10**8, 27 * 10**6)
    guidon = str(places.out / "cli/guidon")
    lines, scratch = str(places.out / "lines.txt"), places.out / "made.txt"
    _check_space(places.out, LINE * (many + count))
    with open(lines, "wb") as file:
        subprocess.run([guidon, "new", "-n", str(count), "v4"], stdout=file,
                       check=True)
    try:
        _prove(guidon, lines)
        found = Tool(*_peers(commands(guidon, lines, many, quick)))
        for i in range(rounds):
            say(f"repetition {i + 1} of {rounds}")
            for one in found.commands:
                once = 20 if one.group == START else 1
                one.seconds += [_run(one, scratch) for _ in range(once)]
    finally:
        for path in (lines, scratch):
            if os.path.exists(path):
                os.remove(path)
    return found
