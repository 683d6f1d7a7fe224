# SPDX-License-Identifier: MIT
"""Guidon beside its peers, in one run on this machine."""

import argparse
import os
import pathlib
import sys
import time

from driver import (adapters, catalogue, chart, machine, proof, results,
                    scale, table, tool)
from driver.adapters import Unavailable

ROOT = pathlib.Path(__file__).resolve().parent.parent


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def options(words):
    parser = argparse.ArgumentParser(
        prog="./dev bench", description=__doc__,
        epilog="Results go to build/bench/results/: JSON, Markdown, a chart.")
    parser.add_argument("--quick", action="store_true",
                        help="fewer and shorter repetitions: about two minutes")
    parser.add_argument("--only", default="", metavar="WORDS",
                        help="languages, groups or operations, between commas: "
                        "rust,text (Guidon is always measured)")
    parser.add_argument("--scale", action="store_true",
                        help="how Guidon's cost grows instead: 1 to 10^8 ids, "
                        "two threads, names of 1 to 10 000 bytes")
    parser.add_argument("--tool", action="store_true",
                        help="the command-line tool instead, beside uuidgen, "
                        "uuid, wc and cat")
    parser.add_argument("--publish", action="store_true",
                        help="write to bench/results/ too, for others to read")
    parser.add_argument("--list", action="store_true",
                        help="list languages, libraries and operations")
    found = parser.parse_args(words)
    try:
        found.wanted = catalogue.wanted(found.only)
    except ValueError as error:
        parser.error(f'no language, group or operation "{error}"; see --list')
    if found.publish and found.only:
        parser.error("a part is not published: leave out --only")
    return found


class Bench:
    """One run: what is built, what was proved, what was measured."""

    def __init__(self, wanted, rounds, ms):
        self.places = adapters.Places(ROOT)
        self.ids = self.places.out / "ids.tsv"
        self.wanted, self.rounds, self.ms = wanted, rounds, ms
        self.results = results.Results()
        self.commands = []  # (adapter, command)
        self.notes = {}  # of a case, by its key
        self.faulty = set()  # cases that did not pass
        self.wrong = False  # was any of them a surprise?

    def skip(self, adapter, why):
        self.results.missing.append((adapter.language, adapter.what, why))
        say(f"{adapter.language}: {adapter.what}: not measured: {why}")

    def build(self):
        """Guidon, then what can be built of the rest."""
        no_boost = adapters.build_native(self.places)
        first = adapters.Adapter("C", "Guidon", adapters.guidon)
        command = first.build(self.places)
        adapters.talk(self.places, command, "ids", self.ids)
        self.reference = proof.Reference(self.ids.read_text())
        faults = self.reference.faults()
        if faults:
            sys.exit(f"bench: {faults[0]}")
        self.commands.append((first, command))
        for adapter in adapters.adapters(no_boost):
            if adapter.language in self.wanted.languages:
                self.build_one(adapter)

    def build_one(self, adapter):
        try:
            self.commands.append((adapter, adapter.build(self.places)))
        except (Unavailable, OSError) as error:
            self.skip(adapter, str(error))

    def prove(self):
        """Leave in only what gives the ids that it should."""
        for adapter, command in list(self.commands):
            try:
                self.prove_one(adapter, command)
            except Unavailable as error:
                self.commands.remove((adapter, command))
                self.wrong = True
                self.skip(adapter, str(error))

    def prove_one(self, adapter, command):
        begun = time.time()
        lines = adapters.talk(self.places, command, "prove", self.ids)
        ended = time.time()
        for line in lines:
            faults = proof.case_faults(line, self.reference, begun, ended)
            if adapter.what == "Guidon" and line.get("accepts"):
                faults.append("takes wrong texts")
            self.judge(line, faults)
            self.notes[results.key_of(line)] = proof.leniency(line,
                                                              self.reference)

    def judge(self, line, faults):
        """A case with a fault is not timed, nor are others like it."""
        why, unforeseen = proof.verdict(line, faults)
        if not why:
            return
        self.faulty.add(results.case_of(line))
        self.wrong |= unforeseen
        what = f"{line['library']}, {line['operation']}"
        self.results.missing.append((line["language"], what, why))
        say(f"{line['language']}: {what}: not measured: {why}")

    def measure(self):
        """One repetition of everything, then the next: when the machine
        drifts, it does so for all alike."""
        names = ",".join(self.wanted.names())
        for i in range(self.rounds):
            say(f"repetition {i + 1} of {self.rounds}")
            turn = i % len(self.commands)
            for adapter, command in (self.commands[turn:] +
                                     self.commands[:turn]):
                try:
                    lines = adapters.talk(self.places, command, "run", self.ids,
                                          self.ms, names)
                except Unavailable as error:
                    self.commands.remove((adapter, command))
                    self.skip(adapter, f"{error}, in repetition {i + 1}")
                    continue
                for line in lines:
                    if results.case_of(line) not in self.faulty:
                        self.results.add(line)
        for key, note in self.notes.items():
            self.results.annotate(key, note)


def files_of(found):
    """What is written of a comparison, by name."""
    return {"results.json": found.to_json(),
            "results.md": table.markdown(found, "results.svg"),
            "results.svg": chart.svg(found)}


def show(found):
    bold = ((lambda text: f"\x1b[1m{text}\x1b[0m")
            if sys.stdout.isatty() and not os.environ.get("NO_COLOR")
            else lambda text: text)
    print(table.terminal(found, bold))
    print("\n".join(table.about_lines(found)))


def about(places, words, rounds, ms, languages):
    return {"run": machine.run(ROOT, rounds, ms, words),
            "machine": machine.machine(),
            "tools": machine.tools(places.out / "CMakeCache.txt", languages)}


def compare(chosen, words):
    """Guidon and its peers. Gives the files, and whether all went right."""
    rounds, ms = (3, 10) if chosen.quick else (9, 50)
    bench = Bench(chosen.wanted, rounds, ms)
    bench.build()
    bench.results.about = about(bench.places, words, rounds, ms,
                                chosen.wanted.languages)
    bench.prove()
    bench.measure()
    show(bench.results)
    return files_of(bench.results), not bench.wrong


def grow(chosen, words):
    """Guidon alone, over more and more ids. Gives what compare does."""
    places = adapters.Places(ROOT)
    rounds, ms, most = (1, 10, 10**6) if chosen.quick else (5, 50, 10**8)
    adapters.build_native(places)
    told = about(places, words, rounds, ms, ())
    found = scale.run(places, rounds, ms, most, say)
    print(found.text())
    return {"scale.json": found.to_json(told), "scale.txt": found.text()}, True


def whole(chosen, words):
    """The tool, from its start to its end. Gives what compare does."""
    places = adapters.Places(ROOT)
    rounds = 3 if chosen.quick else 7
    adapters.build_native(places, tool=True)
    told = about(places, words, rounds, 0, ())
    told["run"]["repetitions"] = f"{rounds} of each command, in turn"
    found = tool.run(places, chosen.quick, rounds, say)
    print(found.text())
    return {"tool.json": found.to_json(told), "tool.txt": found.text()}, True


def write(files, place):
    place.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (place / name).write_text(text)
    say(f"written to {place.relative_to(ROOT)}/")


def main(words):
    chosen = options(words)
    if chosen.list:
        print(catalogue.listing())
        return 0
    (ROOT / "build/bench").mkdir(parents=True, exist_ok=True)
    try:
        measure = (grow if chosen.scale else whole if chosen.tool else compare)
        files, right = measure(chosen, words)
    except Unavailable as error:
        sys.exit(f"bench: Guidon: {error}")
    write(files, ROOT / "build/bench/results")
    if chosen.publish and right:
        write(files, ROOT / "bench/results")
    if not right:
        say("a library gave what it should not: see WRONG above")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
