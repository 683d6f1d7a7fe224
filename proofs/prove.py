# SPDX-License-Identifier: MIT
"""Runs the proofs for `./dev prove`: Frama-C on the sources, angr on the compiled
code of the text forms, Spin on the models.

It prints one line for each function and model. It fails if a goal stays open, Eva
raises an unexpected alarm, or a model breaks its property. It also fails if the
proof of a source, code or model with a deliberate fault succeeds."""

import collections
import concurrent.futures
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import words

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent / "build"

# Deductive proof (WP): the functions whose code is proved to meet its contract.
CONTRACTS = [
    ("clock.c", ["as_clock_error", "gdn_timestamp_of", "gdn_clock_ticks_of",
                 "gdn_clock_ms_of", "gdn_time_is_sound", "gdn_ticks_to_time",
                 "guidon_ticks_to_time", "guidon_time_to_ticks",
                 "gdn_unix_ms_to_time", "gdn_time_to_unix_ms"]),
    ("plan.c", ["gdn_add_saturated", "gdn_at_most", "gdn_clock_relation", "gdn_limit",
                "gdn_by_timestamp_plan", "gdn_by_timestamp_plan_precise",
                "gdn_reservation_ended", "gdn_by_timestamp_plan_reserving"]),
    ("plan_counter.c", ["gdn_load_be32", "gdn_load_be64", "v7_plan_counter",
                        "v7_seed_counter", "v7_extra_step", "v7_add_steps",
                        "step_counter"]),
    ("state_ticks.c", ["gregorian_seq", "gregorian_ahead", "gregorian_has_seq",
                       "gregorian_block", "gregorian_first_block",
                       "gregorian_next_seq", "gregorian_hi", "gregorian_with_seq",
                       "gregorian_without_seq", "gregorian_other_seq",
                       "gdn_load_be16", "gregorian_seed"]),
    ("plan_ticks.c", ["gregorian_plan"]),
    ("state_ulid.c", ["ulid_ms", "ulid_room", "ulid_is_near_end", "ulid_raise",
                      "ulid_skip", "ulid_step_max", "ulid_steps_within",
                      "ulid_ids_within", "ulid_last_key"]),
    ("plan_ulid.c", ["ulid_plan_monotonic", "ulid_seed_monotonic",
                     "ulid_extra_step", "ulid_add_steps", "step_monotonic"]),
    ("state_v2.c", ["v2_has_seq", "v2_used", "v2_next_seq", "v2_hi"]),
    ("plan_v2.c", ["v2_plan"]),
    ("seed_v2.c", ["v2_seed"]),
    ("validate.c", ["validate_sum"]),
]
# A fault in a source, and the property whose proof must then fail: program,
# function, property, file, the text that stands there once, its replacement.
FAULTS = [
    ("plan.c", "gdn_by_timestamp_plan", "above", "by_timestamp.h",
     "plan->first.lo = last->lo + 1;", "plan->first.lo = last->lo;"),
    ("plan.c", "gdn_by_timestamp_plan", "batch", "by_timestamp.h",
     "limit - plan->first.lo) + 1;", "limit) + 1;"),
    ("plan.c", "gdn_by_timestamp_plan_reserving", "above", "by_timestamp.h",
     "gdn_reservation_ended(*last);\n\n    return gdn_by_timestamp_plan_precise",
     "*last;\n\n    return gdn_by_timestamp_plan_precise"),
    ("plan_counter.c", "v7_plan_counter", "counted", "v7.c",
     "plan->first.lo += 1;", "plan->first.lo += 0;"),
    ("plan_counter.c", "v7_plan_counter", "count", "v7.c",
     "room < step_max", "room < 1"),
    ("plan_counter.c", "v7_plan_counter", "on", "v7.c",
     "room / step_max", "room"),
    ("plan_counter.c", "v7_seed_counter", "begins", "v7.c",
     "gdn_load_be64(random) & V7_SEED_MASK",
     "gdn_load_be64(random) & V7_FRACTION_MASK"),
    ("state_ticks.c", "gregorian_hi", "ahead", "gregorian.c",
     "ahead << GREGORIAN_AHEAD_SHIFT", "ahead << 13"),
    ("state_ticks.c", "gregorian_without_seq", "time", "gregorian.c",
     "&= ~GREGORIAN_HAS_SEQ;", "= 0;"),
    ("state_ticks.c", "gregorian_other_seq", "other", "gregorian.c",
     "seq == avoided ? (seq + 1)", "seq == avoided ? seq"),
    ("plan_ticks.c", "gregorian_plan", "above", "gregorian.c",
     "plan->first.lo = last->lo + 1;", "plan->first.lo = last->lo;"),
    ("plan_ticks.c", "gregorian_plan", "sound", "gregorian.c",
     "limit = limit < GDN_TICKS_MAX ? limit : GDN_TICKS_MAX;", ""),
    ("plan_ticks.c", "gregorian_plan", "restart", "gregorian.c",
     "*seq = (*seq + 1) & GDN_CLOCK_SEQ_MAX;", ""),
    ("state_ulid.c", "ulid_raise", "value", "ulid.c",
     "key.hi += key.lo < by;", ""),
    ("state_ulid.c", "ulid_is_near_end", "value", "ulid.c",
     "(key->hi & 0xffff) >= 0xfffe", "(key->hi & 0xffff) >= 0xffff"),
    ("plan_ulid.c", "ulid_plan_monotonic", "room", "ulid.c",
     "ulid_room(last) < plan->n * step_max", "ulid_room(last) < plan->n"),
    ("plan_ulid.c", "ulid_plan_monotonic", "skip", "ulid.c",
     " ||\n        (plan->random_skip && ulid_is_near_end(last))", ""),
    ("plan_ulid.c", "ulid_seed_monotonic", "on", "ulid.c",
     "ulid_raise(plan->first, gdn_load_be64(random))",
     "(struct gdn_u128){0, 0}"),
    ("plan_ulid.c", "ulid_seed_monotonic", "room", "ulid.c",
     "ulid_ids_within(plan->n, ulid_step_max(rules)",
     "ulid_ids_within(plan->n, 1"),
    ("plan_ulid.c", "ulid_add_steps", "above", "ulid.c",
     "plan->n - 1 + ulid_extra_steps", "ulid_extra_steps"),
    ("plan_counter.c", "v7_add_steps", "above", "v7.c",
     "(plan->n - 1) + v7_extra_steps", "v7_extra_steps"),
    ("plan_v2.c", "v2_plan", "order", "v2.c", "step = last->lo;", ""),
    ("plan_v2.c", "v2_plan", "on", "v2.c",
     "!has_seq || step > last->lo", "!has_seq || step >= last->lo"),
]

# Abstract interpretation (Eva): every run of main, with any input.
RUNS = ["hex.c", "base32.c", "value.c"]
# Alarms that intervals cannot rule out: program, function, kind, and the property
# that Eva cannot show. Eva must raise each of them once, and no other.
SETTLED = {
    # WP proves above that `validate_sum` has no overflow.
    ("value.c", "validate_sum", "signed_overflow",
     "now.seconds + carry ≤ 9223372036854775807"),
    ("value.c", "validate_sum", "signed_overflow",
     "(int64_t)(now.seconds + carry) + slack.seconds ≤ 9223372036854775807"),
}
SHOWN = {"Valid", "Considered valid", "Dead", "Unreachable"}

# Model, options, whether the model must hold.
HOST = ["-DLATEST=5", "-DCALLS=1"]
CUT = HOST + ["-DN=2", "-DCUTS=1", "-DKILLS=1", "-DFAILS=0", "-DFIXED"]
COPY = HOST + ["-DN=2", "-DORIGINALS=1", "-DCUTS=0", "-DKILLS=1", "-DFAILS=0"]
RESERVATION = ["-DN=2", "-DCALLS=2", "-DTICKS=0", "-DSWAPS=1", "-DLATEST=6"]
JOIN = ["-DN=2", "-DCALLS=2", "-DTICKS=0"]
REBOOT = ["-DN=1", "-DCALLS=2", "-DBOOTS=1"]
MODELS = [
    ("host", HOST + ["-DN=1", "-DCUTS=2", "-DKILLS=0", "-DFAILS=0"], True),
    ("host", HOST + ["-DN=2", "-DCUTS=0", "-DKILLS=1", "-DFAILS=1"], True),
    ("host", HOST + ["-DN=2", "-DCUTS=1", "-DKILLS=0", "-DFAILS=0"], True),
    ("host", COPY, True),
    ("host", COPY + ["-DFIXED"], True),
    ("host", COPY + ["-DFIXED", "-DNO_LOST_TIME"], False),
    ("host", COPY + ["-DFIXED", "-DHEAD_FIRST"], False),
    ("host", COPY + ["-DKEEP_NODE", "-DNO_LOST_TIME"], False),
    ("host", HOST + ["-DN=2", "-DCUTS=0", "-DKILLS=0", "-DFAILS=0", "-DNO_LOCK"],
     False),
    ("host", CUT + ["-DNO_LOST_TIME"], False),
    ("host", CUT + ["-DNO_COMPARE"], False),
    ("host", CUT + ["-DDURABLE_LIMIT_FIRST"], False),
    ("host", CUT + ["-DNO_WRITE_THROUGH"], False),
    ("host", CUT + ["-DCOMMIT_FIRST"], False),
    ("host", CUT + ["-DKEEP_SEQ"], False),
    ("reservation", ["-DN=2", "-DCALLS=1"], True),
    ("reservation", RESERVATION, True),
    ("reservation", ["-DN=2", "-DCALLS=2", "-DNO_STATE_CHECK"], False),
    ("reservation", RESERVATION + ["-DNO_SEQUENCE_LOCK"], False),
    ("reservation", RESERVATION + ["-DBEGIN_BELOW"], False),
    ("reservation", ["-DN=2", "-DCALLS=2", "-DEARLY_COUNTER"], False),
    ("host_reservation", ["-DN=2", "-DCALLS=1"], True),
    ("host_reservation", JOIN + ["-DLATEST=3"], True),
    ("host_reservation", REBOOT, True),
    ("host_reservation", REBOOT + ["-DNO_WIPE"], False),
    ("host_reservation", JOIN + ["-DLATEST=4", "-DNO_OWNER_CHECK"], False),
    ("host_reservation", JOIN + ["-DLATEST=4", "-DONE_LOOK"], False),
    ("host_reservation", JOIN + ["-DLATEST=4", "-DPLAIN_PUBLISH"], False),
    ("host_reservation", ["-DN=2", "-DCALLS=1", "-DPLAIN_SWAP"], False),
    *(("rekey", ["-DWITHOUT_" + one], True) for one in ["EARLY", "INSERT", "MOVE"]),
    *(("rekey", ["-DWITHOUT_EARLY", "-D" + fault], False) for fault in [
        "REMAKE", "KEEP_REFERENCE", "NO_TRIGGER", "NO_PART_TRIGGER", "NO_ROW_LOCK",
        "NO_TABLE_LOCK", "ONE_PART_LOCK", "NO_LAST_LOOK"]),
    ("rekey", ["-DWITHOUT_INSERT", "-DNO_DEFERRED"], False),
]

GOAL = re.compile(r"^\[wp\] \[([^\]]+)\] Goal typed_(\w+?)(?: : (Valid).*)?$",
                  re.M)


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def provers(folder):
    """Write a list of provers here, so that the user's Why3 settings stay."""
    path = folder / "why3.conf"
    made = run("why3", "config", "detect", "-C", path)
    if made.returncode:
        sys.exit(f"prove: why3 finds no prover:\n{made.stderr}")
    os.environ["WHY3CONFIG"] = str(path)


def frama_c(*options, here=HERE):
    # Frama-C takes its working directory from PWD.
    return run("frama-c", "-c11", f"-cpp-extra-args=-I{here}/../include", *options,
               cwd=here, env={**os.environ, "PWD": str(here)}).stdout


def prover(seconds):
    return ["-wp", "-wp-prover", "cvc4,z3", "-wp-par", "1",
            "-wp-timeout", str(seconds)]


def two_at_once(function, rows):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda row: function(*row), rows)


def function_of(goal, functions):
    return max((name for name in functions if goal.startswith(name + "_")),
               key=len, default=goal)


def prove(source, functions):
    """The goals of each function, proved and open, and whether any is wrong."""
    text = frama_c(*prover(60), "-wp-rte", "-wp-fct", ",".join(functions), source)
    proved, unproved = collections.Counter(), collections.Counter()
    for _, goal, valid in GOAL.findall(text):
        name = function_of(goal, functions)
        (proved if valid else unproved)[name] += 1
    rows = [(name, proved[name], unproved[name]) for name in functions]
    total = re.search(r"Proved goals:\s+(\d+) / (\d+)", text)
    if not total or total[1] != total[2] or \
            sum(proved.values()) != int(total[2]):
        rows.append((f"{source}: {total[0] if total else text[-2000:]}", 0, 1))
    return rows


def refute(folder, source, function, promise, file, old, new):
    """Try to prove one property of a source with a fault."""
    work = pathlib.Path(tempfile.mkdtemp(dir=folder))
    for name in ["include", "src", "proofs"]:
        shutil.copytree(HERE.parent / name, work / name)
    path = work / "src" / "generate" / file
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        sys.exit(f"prove: this text must stand exactly once in {file}: {old}")
    path.write_text(text.replace(old, new), encoding="utf-8")
    text = frama_c(*prover(5), "-wp-fct", function, "-wp-prop", promise, source,
                   here=work / "proofs")
    goals = [bool(valid) for how, goal, valid in GOAL.findall(text)
             if goal.startswith(f"{function}_ensures_{promise}")]
    return source, function, promise, sum(goals), len(goals) - sum(goals)


def left_open(source, report):
    """Count Eva's alarms that SETTLED expects, and those that are wrong: alarms
    that SETTLED does not have, and rows of SETTLED without an alarm. Print the
    wrong ones."""
    with report.open(newline="", encoding="utf-8") as rows:
        unshown = [(source, row["function"], row["property kind"],
                    row["property"])
                   for row in csv.DictReader(rows, delimiter="\t",
                                             quoting=csv.QUOTE_NONE)
                   if row["status"] not in SHOWN]
    settled = {alarm for alarm in SETTLED if alarm[0] == source}
    wrong = [alarm for alarm in unshown if alarm not in settled]
    wrong += [alarm for alarm in settled if unshown.count(alarm) != 1]
    for alarm in wrong:
        print(f"{'unexpected or missing:':<26}{' '.join(alarm)}")
    return len(unshown), len(settled), len(wrong)


def interpret(source, folder):
    """Functions, statements, checks, expected and wrong alarms of one program."""
    report = folder / "report.csv"
    text = frama_c("-eva", "-eva-precision", "3", "-eva-slevel", "2000",
                   "-eva-split-return", "full", source,
                   "-then", "-report-csv", str(report))
    functions = re.search(r"(\d+) functions analyzed", text)
    statements = re.search(r"(\d+) statements reached", text)
    counted = re.search(r"(\d+) alarms? generated", text)
    checks = re.search(r"Assertions +(\d+) valid +(\d+) unknown +(\d+) invalid",
                       text)
    if not (functions and statements and counted and checks):
        sys.exit(f"prove: {source}:\n{text[-2000:]}")
    unshown, settled, wrong = left_open(source, report)
    unseen = int(counted[1]) + int(checks[2]) + int(checks[3]) - unshown
    return (functions[1], statements[1], checks[1], settled,
            wrong + max(unseen, 0))


def search(folder, model, options):
    """Spin's verdict on a model, and the size of its search."""
    work = pathlib.Path(tempfile.mkdtemp(dir=folder))
    made = run("spin", *options, "-a", HERE / f"{model}.pml", cwd=work)
    if made.returncode:
        sys.exit(f"prove: {model}: {made.stdout}")
    # Processes of host.pml, and boots, can end others, so this search covers all
    # orders of steps, without partial-order reduction.
    whole_order = model == "host" or "-DBOOTS=1" in options
    reduction = ["-DNOREDUCE"] if whole_order else []
    subprocess.run(["gcc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=8000", *reduction,
                    "-o", "pan", "pan.c"], cwd=work, check=True)
    text = run("./pan", "-m1000000", "-E", "-w22", cwd=work).stdout
    errors = re.search(r"errors: (\d+)", text)
    whole = "Search not completed" not in text and "max search depth" not in text
    broken = re.search(r"pan:1: ([^\n]*) \(at depth", text)
    return (errors and int(errors[1]), whole,
            re.search(r"(\d+) states, stored", text)[1],
            re.search(r"depth reached (\d+)", text)[1],
            re.search(r"([\d.]+)\s+total actual memory", text)[1],
            broken and broken[1])


def show_contracts(folder):
    provers(folder)
    failed = False
    print(f"{'contract of':<24}{'proved':>8}{'open':>6}")
    for rows in two_at_once(prove, CONTRACTS):
        for function, proved, unproved in rows:
            print(f"{function:<24}{proved:>8}{unproved:>6}", flush=True)
            failed |= unproved > 0 or proved == 0
    for header in sorted((HERE / "contracts").glob("*.h")):
        facts = [holds for name, holds in words.facts(header)]
        if facts:
            wrong = facts.count(False)
            print(f"{'words of ' + header.name:<24}{len(facts) - wrong:>8}"
                  f"{wrong:>6}", flush=True)
            failed |= wrong > 0
    print(f"{'with a fault':<24}{'proved':>8}{'open':>6}")
    faults = [(folder, *fault) for fault in FAULTS]
    for _, function, promise, proved, unproved in two_at_once(refute, faults):
        right = "" if unproved else "  WRONG"
        print(f"{function + ' ' + promise:<24}{proved:>8}{unproved:>6}{right}",
              flush=True)
        failed |= not unproved
    return failed


def show_runs(folder):
    failed = False
    print(f"{'any input':<12}{'functions':>10}{'statements':>12}{'checks':>8}"
          f"{'settled':>9}{'open':>6}")
    for source in RUNS:
        functions, statements, checks, settled, unproved = interpret(source, folder)
        print(f"{source:<12}{functions:>10}{statements:>12}{checks:>8}"
              f"{settled:>9}{unproved:>6}", flush=True)
        failed |= unproved > 0
    return failed


def library():
    """Build the library as it ships, but without IFUNC: angr cannot call the
    resolvers. test_text_ifunc checks these."""
    folder = BUILD / "prove/library"
    subprocess.run(["cmake", "--preset", "release", "-B", folder,
                    "-DGUIDON_IFUNC=OFF", "-DGUIDON_TESTS=OFF"], cwd=HERE.parent,
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "guidon_shared"],
                   check=True, stdout=subprocess.DEVNULL)
    return folder / "src/libguidon.so"


def show_bits(_folder):
    """Run bits.py with a Python of its own, because Debian has no angr."""
    python = BUILD / "prove/python/bin/python3"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", BUILD / "prove/python"],
                       check=True)
    install = [python, "-m", "pip", "install", "--require-hashes", "--quiet",
               "--disable-pip-version-check", "--no-build-isolation", "-r"]
    for pins in "build.txt", "requirements.txt":
        subprocess.run([*install, HERE / "bits" / pins], check=True)
    return subprocess.run([python, "-B", HERE / "bits/bits.py",
                           library()]).returncode != 0


def show_models(folder):
    failed = False
    print(f"{'model':<11}{'states':>10}{'depth':>7}{'MB':>9}  what")
    for model, options, holds in MODELS:
        errors, whole, states, depth, memory, broken = search(folder, model,
                                                              options)
        right = errors == 0 and whole if holds else bool(errors)
        words = " ".join(option[2:] for option in options)
        said = "holds" if errors == 0 and whole else broken or "not searched"
        print(f"{model:<11}{states:>10}{depth:>7}{memory:>9}  {said}: {words}"
              f"{'' if right else '  WRONG'}", flush=True)
        failed |= not right
    return failed


PARTS = {"contracts": show_contracts, "runs": show_runs, "bits": show_bits,
         "models": show_models}


def main():
    names = sys.argv[1:] or list(PARTS)
    if not set(names) <= set(PARTS):
        sys.exit(f"usage: ./dev prove [{'|'.join(PARTS)}]...")
    with tempfile.TemporaryDirectory() as folder:
        failed = [PARTS[name](pathlib.Path(folder)) for name in names]
    sys.exit(1 if any(failed) else 0)


if __name__ == "__main__":
    main()
