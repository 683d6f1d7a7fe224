# SPDX-License-Identifier: MIT
"""Measures whole runs of the command-line tool, of other tools that make ids, and of
tools that only read or count lines."""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import time

from . import adapters, catalogue, table

LINE = 37  # bytes of a UUID and its newline
ALL_FORMS = 1600  # bytes of one id in all files of few ids
START = "start, and one id"
UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
PLAIN = {**os.environ, "LC_ALL": "C"}  # the fastest order and classes of peers

READING = """\
ms: median of whole runs, from start to exit. ns: for one id, or one line. x: against
the first line of the group. A pipe ends in cat, which throws away what it reads.
Every line of LOG has 142 bytes and one id. In AGAIN each id stands in 100 lines, and
ALIASED has the aliases of ids.map in their place. Each id of TWICE is there two times.
UUID is a regular expression for one. All commands run with LC_ALL=C."""


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
        shown = [_shown(word) for word in self.words]
        source = f" < {_shown(self.stdin)}" if self.stdin else ""
        return " ".join(shown) + source + {
            "/dev/null": "", "file": " > FILE", "pipe": " | cat"}[self.to]


def _shown(word):
    """A word of a command in the table. Input files have names such as LOG."""
    path = pathlib.PurePath(word)
    if word == UUID:
        return "UUID"
    if path.suffix == ".txt":
        return "FILE" if path.stem == "lines" else path.stem.upper()
    return path.name if path.is_absolute() else word


class Files:
    """The files that the commands read, made by Guidon."""

    def __init__(self, home, guidon, count, few):
        self.home, self.guidon, self.count, self.few = home, guidon, count, few
        self.lines = self._path("lines")
        self.many = self._path("few")
        self.crlf = self._path("crlf")
        self.twice = self._path("twice")
        self.log = self._path("log")
        self.again = self._path("again")
        self.aliased = self._path("aliased")
        self.map = str(home / "ids.map")
        self.forms = {form: self._path(form) for form in catalogue.FORMS}
        self.all = [self.lines, self.many, self.crlf, self.twice, self.log,
                    self.again, self.aliased, self.map, *self.forms.values()]

    def _path(self, name):
        return str(self.home / f"{name}.txt")

    def make(self):
        self._new(self.lines, self.count)
        self._new(self.many, self.few)
        ids = pathlib.Path(self.many).read_bytes()
        self._write(self.crlf, ids.replace(b"\n", b"\r\n"))
        half = ids[:len(ids) // 2 // LINE * LINE]
        self._write(self.twice, half + half)
        # 142 bytes a line
        before = b"2026-11-22T10:15:00.000Z INFO  request handled by worker 7, id "
        after = b" status=200 duration=12ms path=/v1/orders/"
        ids = ids.splitlines()
        for path, every in (self.log, 1), (self.again, 100):
            some = ids[::every]
            self._write(path, b"".join(
                before + some[i % len(some)] + after + b"\n" for i in range(len(ids))))
        with open(self.aliased, "wb") as file:  # a new map knows all ids of the log
            subprocess.run([self.guidon, "alias", "--map", self.map, self.again],
                           stdout=file, check=True)
        for form, path in self.forms.items():
            with open(path, "wb") as file:
                subprocess.run([self.guidon, "convert", "-f", form, self.many],
                               stdout=file, check=True)

    def _new(self, path, count):
        with open(path, "wb") as file:
            subprocess.run([self.guidon, "new", "-n", str(count), "v4"],
                           stdout=file, check=True)

    def _write(self, path, content):
        pathlib.Path(path).write_bytes(content)

    def remove(self):
        for path in self.all:
            if os.path.exists(path):
                os.remove(path)


def _making(guidon, many, quick):
    few = 10**5 if quick else 10**6
    group = f"make {many:,} ids".replace(",", " ")
    found = [Command(group, (guidon, "new", "-n", str(many), version), many, to)
             for version in ("v7", "v4") for to in ("/dev/null", "file", "pipe")]
    return found + [Command(group, ("uuidgen", "-C", str(few)), few),
                    Command(group, ("uuid", "-v4", "-n", str(few)), few)]


def _reading(guidon, files):
    lines, few, count = files.lines, files.few, files.count
    check, convert = "check lines", "convert lines"
    found = [Command(check, (guidon, "check", lines), count),
             Command(check, (guidon, "check"), count, stdin=lines),
             Command(check, ("wc", "-l", lines), count),
             Command(check, ("cat", lines), count, "pipe"),
             Command(check, (guidon, "check", files.crlf), few),
             Command(check, ("rg", "-xc", UUID, files.many), few)]
    for form in ("ulid", "uuid-upper"):
        found += [Command(convert, (guidon, "convert", "-f", form, lines), count,
                          to) for to in ("/dev/null", "pipe")]
    return found + [Command(convert, (guidon, "convert", files.crlf), few),
                    Command(convert, (guidon, "stat", files.many), few),
                    Command(convert, (guidon, "audit", files.many), few),
                    Command(convert, ("wc", "-l", lines), count)]


def _of_forms(guidon, files):
    """One group for writing each form from canonical lines, and one for reading."""
    few = files.few
    write, read = "convert canonical lines to", "convert to canonical lines"
    wc = ("wc", "-l", files.many)
    return ([Command(write, wc, few)] +
            [Command(write, (guidon, "convert", "-f", form, files.many), few)
             for form in catalogue.FORMS] + [Command(read, wc, few)] +
            [Command(read, (guidon, "convert", "--from", form, path), few)
             for form, path in files.forms.items()])


def _finding(guidon, files):
    """Sorting, duplicates and searching, on one group of files each."""
    few, sort, equal, scan, once, names = (
        files.few, "sort lines", "find equal lines", "find ids in a log",
        "names for ids that are there once", "names for ids of 100 lines each")
    return [Command(sort, (guidon, "sort", files.many), few),
            Command(sort, ("sort", files.many), few),
            Command(equal, (guidon, "dedupe", files.many), few),
            Command(equal, (guidon, "dedupe", files.twice), few),
            Command(equal, (guidon, "check", "--unique", files.many), few),
            Command(equal, ("sort", "-u", files.many), few),
            Command(equal, ("sort", "-u", files.twice), few),
            Command(equal, ("awk", "!seen[$0]++", files.twice), few),
            Command(scan, (guidon, "scan", files.log), few),
            Command(scan, (guidon, "scan", "-o", files.log), few),
            Command(scan, ("rg", "-no", "--column", UUID, files.log), few),
            Command(scan, ("rg", "-o", UUID, files.log), few),
            Command(scan, ("grep", "-oE", UUID, files.log), few, "pipe"),
            Command(scan, ("wc", "-l", files.log), few),
            Command(once, (guidon, "scan", files.log), few),
            Command(once, (guidon, "alias", "--no-restore", files.log), few),
            Command(names, (guidon, "scan", files.again), few),
            Command(names, (guidon, "alias", "--no-restore", files.again), few),
            Command(names, (guidon, "alias", "--map", files.map, files.again), few),
            Command(names, (guidon, "alias", "--restore", "--map", files.map,
                            files.aliased), few)]


def commands(guidon, files, many, quick):
    """The commands. Guidon makes `many` ids; slower tools make fewer."""
    return (_making(guidon, many, quick) + _reading(guidon, files) +
            _of_forms(guidon, files) + _finding(guidon, files) +
            [Command(START, words, 1) for words in
             ((guidon, "new", "v4"), (guidon, "--version"), ("uuidgen",),
              ("uuid", "-v4"), ("true",))])


def _run(command, scratch):
    """Seconds that a command takes. It must succeed."""
    with open(command.stdin or os.devnull, "rb") as source, \
            open(scratch if command.to == "file" else os.devnull,
                 "wb") as sink:
        begun = time.perf_counter()
        if command.to == "pipe":
            one = subprocess.Popen(command.words, stdin=source,
                                   stdout=subprocess.PIPE, env=PLAIN)
            cat = subprocess.Popen(["cat"], stdin=one.stdout, stdout=sink)
            one.stdout.close()
            failed = one.wait() | cat.wait()
        else:
            failed = subprocess.run(command.words, stdin=source, stdout=sink,
                                    env=PLAIN).returncode
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


def _prove(guidon, files):
    """Check that the tool makes the requested number of ids, that `check` reads
    every line (it must find a wrong one at the end of the file), and that the
    commands on other files give what common tools give."""
    lines = files.lines
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
    _prove_same(files)


def _digest(words, **more):
    """The digest of a command's output."""
    with tempfile.TemporaryFile() as out:
        subprocess.run(words, stdout=out, check=True, **more)
        out.seek(0)
        return hashlib.file_digest(out, "sha256").digest()


def _prove_same(files):
    """Commands whose outputs must be the same bytes."""
    guidon, few = files.guidon, files.many
    same = [((guidon, "convert", "--from", form, path), ("cat", few))
            for form, path in files.forms.items()]
    same += [((guidon, "convert", files.crlf), ("cat", few)),
             ((guidon, "sort", few), ("sort", few)),
             ((guidon, "dedupe", files.twice),
              ("awk", "!seen[$0]++", files.twice)),
             ((guidon, "scan", "-o", files.log), ("grep", "-oE", UUID, files.log)),
             ((guidon, "alias", "--restore", "--map", files.map, files.aliased),
              ("cat", files.again)),
             ((guidon, "alias", "--no-restore", files.again), ("cat", files.aliased))]
    for ours, theirs in same:
        if _digest(ours) != _digest(theirs, env=PLAIN):
            words = " ".join(map(_shown, ours))
            raise adapters.Unavailable(f"{words} gives a wrong output")


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
    many, count, few = ((10**7, 10**6, 10**5) if quick else
                        (10**8, 27 * 10**6, 3 * 10**6))
    guidon, scratch = str(places.out / "cli/guidon"), places.out / "made.txt"
    files = Files(places.out, guidon, count, few)
    _check_space(places.out, LINE * (many + count) + ALL_FORMS * few)
    try:
        files.make()
        _prove(guidon, files)
        found = Tool(*_peers(commands(guidon, files, many, quick)))
        for i in range(rounds):
            say(f"repetition {i + 1} of {rounds}")
            for one in found.commands:
                once = 20 if one.group == START else 1
                one.seconds += [_run(one, scratch) for _ in range(once)]
    finally:
        files.remove()
        if os.path.exists(scratch):
            os.remove(scratch)
    return found
