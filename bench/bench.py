# SPDX-License-Identifier: MIT
"""Compares the speed of Guidon and other libraries on this machine."""

import argparse
import os
import pathlib
import sys
import time

from driver import (adapters, catalogue, chart, machine, proof, results,
                    scale, table, together, tool)
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
                        help="only these languages, groups or operations, for "
                        "example rust,text (Guidon is always measured)")
    parser.add_argument("--scale", action="store_true",
                        help="measure instead how Guidon's cost grows: 1 to 10^8 "
                        "ids, two threads, names of 1 to 10 000 bytes")
    parser.add_argument("--tool", action="store_true",
                        help="measure instead the command-line tool, and the "
                        "common tools that make, sort, count and find ids")
    parser.add_argument("--together", action="store_true",
                        help="measure instead Guidon, Boost.UUID, uuid-simd and "
                        "uuid in one process, in turn")
    parser.add_argument("--publish", action="store_true",
                        help="also write to bench/results/, the published results")
    parser.add_argument("--list", action="store_true",
                        help="list languages, libraries and operations")
    found = parser.parse_args(words)
    try:
        found.wanted = catalogue.wanted(found.only)
    except ValueError as error:
        parser.error(f'"{error}" is not a language, group or operation; see '
                     "--list")
    if found.publish and found.only:
        parser.error("only a whole run can be published: leave out --only")
    return found


class Bench:
    """One run: builds the programs, checks their ids, measures them."""

    def __init__(self, wanted, rounds, ms):
        self.places = adapters.Places(ROOT)
        self.ids = self.places.out / "ids.tsv"
        self.wanted, self.rounds, self.ms = wanted, rounds, ms
        self.results = results.Results()
        self.commands = []  # (adapter, command)
        self.notes = {}  # by the key of a case
        self.faulty = set()  # keys of cases that failed their check
        self.wrong = False  # did any fail without a known fault?

    def skip(self, adapter, why):
        self.results.missing.append((adapter.language, adapter.what, why))
        say(f"{adapter.language}: {adapter.what}: not measured: {why}")

    def build(self):
        """Build Guidon, then every other program that this machine can build."""
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
        """Keep only the cases whose ids and texts are right."""
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
                faults.append("accepts wrong texts")
            self.judge(line, faults)
            self.notes[results.key_of(line)] = proof.leniency(line,
                                                              self.reference)

    def judge(self, line, faults):
        """Exclude a case with a fault, and its other modes, from the timing."""
        why, unforeseen = proof.verdict(line, faults)
        if not why:
            return
        self.faulty.add(results.case_of(line))
        self.wrong |= unforeseen
        what = f"{line['library']}, {line['operation']}"
        self.results.missing.append((line["language"], what, why))
        say(f"{line['language']}: {what}: not measured: {why}")

    def measure(self):
        """Measure all cases once, then again, so that a change of the machine's
        speed affects all of them alike."""
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
    """The result files of a comparison: {name: text}."""
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
    """Compare Guidon with the others: the result files, and whether all passed."""
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
    """Measure how Guidon's cost grows. Returns the same as compare()."""
    places = adapters.Places(ROOT)
    rounds, ms, most = (1, 10, 10**6) if chosen.quick else (5, 50, 10**8)
    adapters.build_native(places)
    context = about(places, words, rounds, ms, ())
    found = scale.run(places, rounds, ms, most, say)
    print(found.text())
    return {"scale.json": found.to_json(context), "scale.txt": found.text()}, True


def whole(chosen, words):
    """Measure whole runs of the tool. Returns the same as compare()."""
    places = adapters.Places(ROOT)
    rounds = 3 if chosen.quick else 7
    adapters.build_native(places, tool=True)
    context = about(places, words, rounds, 0, ())
    context["run"]["repetitions"] = f"{rounds} of each command, in turn"
    found = tool.run(places, chosen.quick, rounds, say)
    print(found.text())
    return {"tool.json": found.to_json(context), "tool.txt": found.text()}, True


def side_by_side(chosen, words):
    """Measure libraries in one process. Returns the same as compare()."""
    places = adapters.Places(ROOT)
    rounds, ms = (50, 1) if chosen.quick else (400, 1)
    adapters.build_native(places)
    context = about(places, words, rounds, ms, ("C", "C++", "Rust"))
    context["run"]["repetitions"] = (f"{rounds} of {ms} ms for each case, in "
                                     "turn, in one process")

    def faults_of(lines, ids):
        reference = proof.Reference(ids.read_text())
        now = time.time()
        return [fault for line in lines for fault in
                proof.case_faults(line, reference, now - 60, now)]

    found = together.run(places, rounds, ms, faults_of, say)
    print(found.text())
    return {"together.json": found.to_json(context),
            "together.txt": found.text()}, True


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
        measure = (grow if chosen.scale else whole if chosen.tool else
                   side_by_side if chosen.together else compare)
        files, right = measure(chosen, words)
    except Unavailable as error:
        sys.exit(f"bench: Guidon: {error}")
    write(files, ROOT / "build/bench/results")
    if chosen.publish and right:
        write(files, ROOT / "bench/results")
    if not right:
        say("a library gave a wrong result: see WRONG above")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
