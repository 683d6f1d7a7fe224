# SPDX-License-Identifier: MIT
"""Runs parts of the gate side by side and says what each cost.

    gate.py PART...

One scheduler starts the parts as soon as the part that they follow has passed. The part
with the most work before the end of the gate starts first: its own budget, and that of
the parts that wait for it. A part is the command `./dev test PART`; its output goes to
build/gate/PART.log. Before the first part starts, `./dev test PART --fetch` gets what the
parts download.

The table at the end compares the CPU seconds of each part with tools/gate-budget.txt.
They are divided by those of a fixed loop (loop.c), because processors differ. The loop
runs first, and again and again beside the parts, because a loaded machine takes more CPU
seconds for the same work. In CI, more than 115 % of the sum is a failure. What could not
run is listed as not run."""

import dataclasses
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time

import parts as tables

ROOT = tables.ROOT
HERE = tables.HERE
LIMIT = 1.15  # of the sum of the budget, in CI
QUIET = 15  # seconds between lines of progress
SHOWN = 80  # lines of the output of a part that failed
SHARES = 4  # one run of loop.c is a quarter of the loop
BETWEEN = 10  # seconds between its runs

NOT_RUN = re.compile(r"^ *(?:not run|left out): (.*)", re.M)


class Loop:
    """The fixed loop, and the CPU seconds that each of its runs took."""

    def __init__(self, folder):
        self.program, self.spent, self.process = folder / "loop", [], None
        subprocess.run(["cc", "-O1", HERE / "loop.c", "-o", self.program], check=True)
        self.run()
        self.first = self.spent.pop()

    def start(self):
        self.process = subprocess.Popen([self.program], stdout=subprocess.DEVNULL)
        self.began = time.monotonic()

    def collect(self, options=os.WNOHANG):
        """Note what the run cost if it has ended, or wait for its end."""
        number, status, used = os.wait4(self.process.pid, options)
        if number:
            if status == 0:
                self.spent.append((used.ru_utime + used.ru_stime) * SHARES)
            self.process.returncode = os.waitstatus_to_exitcode(status)
            self.process = None

    def run(self):
        self.start()
        self.collect(0)

    def watch(self):
        """Called often while parts run: let a run end, and start the next in time."""
        if self.process:
            self.collect()
        elif time.monotonic() - self.began > BETWEEN:
            self.start()

    def seconds(self):
        """The CPU seconds of the whole loop beside the parts."""
        if self.process:
            self.collect(0)
        return statistics.fmean(self.spent or [self.first])


class Run:
    """A part at work, or done."""

    def __init__(self, part, folder, command):
        self.part, self.began = part, time.monotonic()
        folder.mkdir(exist_ok=True)
        self.log, self.sums = folder / f"{part.name}.log", folder / f"{part.name}.json"
        self.sums.unlink(missing_ok=True)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-B", HERE / "watch.py", self.sums, *command(part)],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True)
        self.status = self.cpu = self.seconds = None

    def age(self):
        return time.monotonic() - self.began

    def ended(self):
        """Has the part ended? If so, keep what it cost."""
        if self.status is None and self.process.poll() is not None:
            self.seconds = self.age()
            self.status = self.process.returncode
            found = json.loads(self.sums.read_text()) if self.sums.exists() else {}
            self.cpu = found.get("cpu", 0.0)
            self.left = found.get("left", [])
        return self.status is not None

    def text(self):
        return self.log.read_text(errors="replace")

    def not_run(self):
        """What the part did not run: its lines that say so."""
        found = list(dict.fromkeys(NOT_RUN.findall(self.text())))
        return (found or ["no reason given"]) if self.status == 77 else found

    def result(self):
        return {0: "passed", 77: "not run"}.get(self.status, "FAILED")

    def stop(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass


def say(text):
    print(text, flush=True)


def work(part, wanted):
    """The budget of a part and of those that wait for it, one after another."""
    return part.budget + max((work(one, wanted) for one in wanted
                              if one.after == part.name), default=0)


def ready(waiting, done, names):
    """The parts that may start now, in their order."""
    for part in waiting:
        before = done.get(part.after)
        if part.after not in names or (before and before.status == 0):
            yield part


def blocked(waiting, done, lost):
    """The parts that cannot start any more, because the part before them did not pass."""
    return [part for part in waiting if part.after in lost or
            (part.after in done and done[part.after].status != 0)]


def report_end(run):
    allowed = f"{run.cpu:.0f} CPU seconds"
    say(f"== {run.part.name}: {run.result()} after {run.seconds:.0f} s, {allowed}")
    if run.result() == "FAILED":
        lines = run.text().splitlines()
        say("\n".join(lines[-SHOWN:]))
        say(f"   the whole output is in {run.log}")
    if run.left:
        say(f"   {run.part.name} left processes behind, which are ended now: "
            f"{', '.join(run.left)}")


def schedule(wanted, folder, slots, command, beside=lambda: None):
    """Run the parts. Return the runs by name; parts that could not start are missing.
    The function `beside` is called often meanwhile."""
    names = {part.name for part in wanted}
    waiting = sorted(wanted, key=lambda part: -work(part, wanted))
    running, done, lost, spoke = [], {}, set(), time.monotonic()
    try:
        while waiting or running:
            for part in list(ready(waiting, done, names))[:slots - len(running)]:
                waiting.remove(part)
                say(f"== {part.name}: {part.shows}")
                running.append(Run(part, folder, command))
                spoke = time.monotonic()
            for part in blocked(waiting, done, lost):
                waiting.remove(part)
                lost.add(part.name)
                say(f"== {part.name}: not started, because {part.after} did not pass")
            time.sleep(0.05)
            beside()
            for run in [run for run in running if run.ended()]:
                running.remove(run)
                done[run.part.name] = run
                report_end(run)
                spoke = time.monotonic()
            if running and time.monotonic() - spoke > QUIET:
                spoke = time.monotonic()
                say("   at work: " + ", ".join(f"{run.part.name} {run.age():.0f} s"
                                               for run in running) +
                    (f"; {len(waiting)} parts to come" if waiting else ""))
    except BaseException:
        for run in running:
            run.stop()
        raise
    return done


def table(wanted, done, loop):
    """The closing table."""
    lines = ["", f"{'part':12} {'result':8} {'used':>7} {'allowed':>8} {'CPU s':>7} "
             f"{'seconds':>8}"]
    used = allowed = cpu = 0
    for part in wanted:
        run = done.get(part.name)
        if not run:
            lines.append(f"{part.name:12} not started")
            continue
        lines.append(f"{part.name:12} {run.result():8} {run.cpu / loop:7.0f} "
                     f"{part.budget:8.0f} {run.cpu:7.0f} {run.seconds:8.0f}")
        used, allowed, cpu = used + run.cpu / loop, allowed + part.budget, cpu + run.cpu
    lines += [f"{'sum':12} {'':8} {used:7.0f} {allowed:8.0f} {cpu:7.0f}",
              f"used and allowed: CPU seconds, divided by {loop:.2f} s of the fixed loop"]
    return lines, used, allowed


def verdict(wanted, done, loop, began):
    """Print the end. Return the exit status."""
    lines, used, allowed = table(wanted, done, loop)
    say("\n".join(lines))
    for part in wanted:
        run = done.get(part.name)
        for line in run.not_run() if run else []:
            say(f"not run: {part.name}: {line}")
    passed = sum(run.status == 0 for run in done.values())
    skipped = sum(run.status == 77 for run in done.values())
    failed = len(wanted) - passed - skipped
    over = used > LIMIT * allowed
    if over:
        say(f"the parts used {used / allowed:.0%} of their budget (tools/gate-budget.txt); "
            f"{'the' if os.environ.get('CI') else 'in CI the'} limit is {LIMIT:.0%}")
    say(f"{time.monotonic() - began:.0f} seconds in all; the output of each part is in "
        f"build/gate/")
    say(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed or (over and os.environ.get("CI")) else 0


def command(part):
    return [str(ROOT / "dev"), "test", part.name]


def fetch(wanted, folder, slots):
    """Get what the parts download. A part that still lacks something says so itself."""
    began = time.monotonic()
    rows = [dataclasses.replace(part, shows="get what its test downloads")
            for part in wanted if part.fetches]
    done = schedule(rows, folder / "fetch", slots,
                    lambda part: [*command(part), "--fetch"])
    say(f"   downloads took {time.monotonic() - began:.0f} s, "
        f"{sum(run.cpu for run in done.values()):.0f} CPU seconds")


def main(names):
    known = tables.parts()
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"gate: no part {', '.join(unknown)}; there are: {' '.join(known)}")
    wanted = [part for part in known.values() if part.name in names]
    folder = ROOT / "build/gate"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (
        os.cpu_count() or 1)
    os.environ["GUIDON_GATE"] = "1"  # ./dev has installed the packages of all parts
    os.environ["GUIDON_JOBS"] = "1"  # one core for each part
    slots = cores + 1  # one more, because parts wait
    fetch(wanted, folder, slots)
    loop, began = Loop(folder), time.monotonic()
    done = schedule(wanted, folder, slots, command, loop.watch)
    say(f"   the fixed loop took {loop.first:.2f} CPU seconds alone, and "
        f"{loop.seconds():.2f} beside the parts (mean of {len(loop.spent)} runs)")
    return verdict(wanted, done, loop.seconds(), began)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1:]))
