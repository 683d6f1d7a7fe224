# SPDX-License-Identifier: MIT
"""Runs the fuzz targets: ./dev fuzz [TARGET...] --minutes N. build/fuzzing keeps
the corpora that the fuzzers find, the crashes, and a log of all executions."""

import argparse
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "build/fuzzing"
LOG = KEPT / "log.tsv"

# The targets, and the longest input of each in bytes. Longer ones find no more.
TARGETS = {"uuid": 64, "ulid": 64, "typeid": 100, "parse": 200, "format": 40,
           "der": 48, "time_text": 48, "many": 100, "forms": 120, "keys": 120,
           "order": 40, "audit": 120, "input": 300, "scanner": 300,
           "alias": 120, "key_ring": 160,
           "state": 120, "lease": 80, "node_state": 130, "generator": 160}


def program(engine, target):
    return ROOT / "build" / engine / "fuzz" / f"fuzz_{target}"


def folder(*parts):
    path = KEPT.joinpath(*parts)
    path.mkdir(parents=True, exist_ok=True)
    return path


def run_libfuzzer(engine, target, seconds):
    """Run one target: (executions, edges seen, crashing input or None)."""
    found = folder("corpus", target)
    crashes = folder("crashes", target)
    before = set(crashes.iterdir())
    output = subprocess.run(
        [program(engine, target), f"-max_total_time={seconds}",
         f"-max_len={TARGETS[target]}", "-print_final_stats=1",
         "-timeout=60", "-report_slow_units=60",
         f"-artifact_prefix={crashes}/", found, ROOT / "fuzz/corpus" / target],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
    ).stderr.decode(errors="replace")
    (crashes.parent / f"{target}.log").write_text(output)
    runs = re.search(r"number_of_executed_units:\s*(\d+)", output)
    edges = re.findall(r"\bcov: (\d+)", output)
    new = sorted(set(crashes.iterdir()) - before)
    return (int(runs[1]) if runs else 0, int(edges[-1]) if edges else 0,
            new[0] if new else None)


def run_afl(engine, target, seconds):
    """Do the same with AFL++. Every run begins with the seeds."""
    shutil.rmtree(KEPT / "afl" / target, ignore_errors=True)
    kept = folder("afl", target)
    environment = dict(os.environ, AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1",
                       AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1",
                       AFL_NO_AFFINITY="1")
    done = subprocess.run(
        ["afl-fuzz", "-V", str(seconds), "-i", ROOT / "fuzz/corpus" / target,
         "-o", kept, "-G", str(TARGETS[target]), "--",
         program(engine, target)],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False)
    (KEPT / f"afl-{target}.log").write_bytes(done.stdout)
    stats = kept / "default/fuzzer_stats"
    if done.returncode != 0 or not stats.exists():
        sys.exit(f"fuzz: afl-fuzz failed; see {KEPT / f'afl-{target}.log'}")
    values = dict(re.findall(r"^(\w+)\s*: (.*)$", stats.read_text(), re.M))
    crashes = sorted((kept / "default/crashes").glob("id:*"))
    return (int(values["execs_done"]), int(values["edges_found"]),
            crashes[0] if crashes else None)


def minimise(target, crash):
    """The smallest failing input that libFuzzer finds in half a minute, or `crash`."""
    smaller = crash.with_name(crash.name + ".min")
    subprocess.run(
        [program("fuzz", target), "-minimize_crash=1", "-max_total_time=30",
         f"-exact_artifact_path={smaller}", crash],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return smaller if smaller.exists() else crash


def executed(log=LOG):
    """The executions of each target: the sums of the log."""
    sums = dict.fromkeys(TARGETS, 0)
    if log.exists():
        for line in log.read_text().splitlines():
            _, _, target, runs, *_ = line.split("\t")
            sums[target] = sums.get(target, 0) + int(runs)
    return sums


def write_log(engine, target, runs, edges, seconds):
    now = datetime.datetime.now(datetime.timezone.utc)
    with LOG.open("a") as log:
        log.write(f"{now:%Y-%m-%dT%H:%M:%SZ}\t{engine}\t{target}\t{runs}\t"
                  f"{edges}\t{seconds}\n")


def package(programs, out):
    """Put each program into a folder, with its seeds and its longest input beside it, where
    OSS-Fuzz looks for them."""
    for target, longest in TARGETS.items():
        name = f"fuzz_{target}"
        shutil.copy(programs / name, out / name)
        shutil.make_archive(str(out / f"{name}_seed_corpus"), "zip", ROOT / "fuzz/corpus" / target)
        (out / f"{name}.options").write_text(f"[libfuzzer]\nmax_len = {longest}\n")


def fuzz(engine, targets, seconds):
    """Run the targets in turn. True if none of them failed."""
    run = run_afl if engine == "fuzz-afl" else run_libfuzzer
    passed = True
    print(f"{'target':<10} {'executions':>12} {'per second':>10} {'edges':>6}")
    for target in targets:
        runs, edges, crash = run(engine, target, seconds)
        write_log(engine, target, runs, edges, seconds)
        print(f"{target:<10} {runs:>12,} {runs // seconds:>10,} {edges:>6}",
              flush=True)
        if crash:
            passed = False
            print(f"  fails on {minimise(target, crash)}", flush=True)
    return passed


def main():
    parser = argparse.ArgumentParser(prog="./dev fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET",
                        help=", ".join(TARGETS) + " (default: all)")
    parser.add_argument("--minutes", type=float, default=10,
                        help="minutes for all targets together (default: 10)")
    parser.add_argument("--asan", action="store_true",
                        help="use AddressSanitizer: slower, and finds more faults")
    parser.add_argument("--afl", action="store_true",
                        help="use AFL++ instead of libFuzzer")
    parser.add_argument("--counts", action="store_true",
                        help="run nothing; print the executions so far")
    # For fuzz/oss-fuzz/build.sh.
    parser.add_argument("--programs", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--package", nargs=2, type=pathlib.Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.programs:
        print(*(f"fuzz_{target}" for target in TARGETS))
        return None
    if args.package:
        package(*args.package)
        return None
    unknown = set(args.targets) - set(TARGETS)
    if unknown:
        parser.error(f"unknown target: {', '.join(sorted(unknown))} "
                     f"(expected {', '.join(TARGETS)})")
    KEPT.mkdir(parents=True, exist_ok=True)
    targets = args.targets or list(TARGETS)
    engine = ("fuzz-afl" if args.afl else
              "fuzz-asan" if args.asan else "fuzz")
    passed = True
    if not args.counts:
        seconds = max(1, int(args.minutes * 60 / len(targets)))
        passed = fuzz(engine, targets, seconds)
    sums = executed()
    print("executions so far: " +
          ", ".join(f"{name} {n:,}" for name, n in sums.items() if n) +
          f"; total {sum(sums.values()):,}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
