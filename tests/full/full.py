# SPDX-License-Identifier: MIT
"""Runs every test of the project and writes build/full/table.md.

    full.py SOURCE_DIR [ROW...]

A row of the table is one command of ./dev; build/full/ROW.log has its output.
Without ROW it runs all rows. The table keeps the last result of the others."""

import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import time

# The lines with which commands report how many tests passed or failed.
CTEST = re.compile(r"(\d+) tests failed out of (\d+)")
SUMS = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
CROSS = re.compile(r"^(\S+): (\d+) tests are right$", re.M)
CROSS_WRONG = re.compile(r"^\S+: \S+: status \d+$", re.M)
SKIPPED = re.compile(r"\*\*\*(?:Skipped|Not Run)")


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    shows: str
    command: tuple
    needs: str = ""  # skip the row if ./dev lacks this command


def preset(name, shows):
    return Row(name, shows, ("test", name))


def cross(name, shows):
    return Row(name, shows, ("test", "cross", name))


ROWS = (
    Row("all", "the gate", ("test", "all")),
    Row("bare-12", "the gate on an empty Debian 12", ("test", "bare", "12", "--all")),
    Row("bare-13", "the gate on an empty Debian 13", ("test", "bare", "13", "--all")),
    Row("warnings", "every gcc and clang that is here, at each level",
        ("test", "warnings", "--all")),
    preset("debug", "gcc, `-O0`"),
    preset("o2", "gcc, `-O2 -g`, as distributions build"),
    preset("asan", "gcc, ASan and UBSan"),
    cross("clang", "clang, `-O3`"),
    cross("native", "gcc, `-O3 -march=native`"),
    cross("lto", "gcc, `-O3 -flto`"),
    cross("msan", "clang, MSan"),
    cross("tsan", "gcc, TSan"),
    cross("valgrind", "gcc, under Valgrind's memcheck"),
    cross("i686", "i386: 32 bits"),
    cross("aarch64", "AArch64 under qemu-user"),
    cross("riscv64", "riscv64 under qemu-user"),
    cross("s390x", "s390x, big-endian, under qemu-user"),
    cross("musl", "musl"),
    cross("mingw", "mingw-w64 under Wine"),
    Row(
        "cpp",
        "the C++ header with gcc 12 to 14, clang 14 to the newest, both C++ libraries",
        ("test", "cpp", "--all"),
    ),
    Row("clients", "the recipes of packaging/ by Conan and Meson", ("test", "clients")),
    Row("users", "each file of a draft of a release, where a user would use it",
        ("test", "release", "--draft")),
    Row("moved", "slow tests that the gate leaves out (tests/slow.txt)",
        ("test", "release", "-L", "^full$")),
    Row("long", "the long form of each test that has one, each kernel",
        ("test", "long")),
    Row("python", "the Python package on every interpreter, long forms",
        ("test", "python", "--all")),
    Row("python-references", "the Python package, references counted by a debug build",
        ("test", "python", "--references")),
    Row("python-asan", "the Python package, ASan and UBSan",
        ("test", "python", "--sanitize")),
    Row("java_long", "the library for Java on 17, 21 and 25; 10^8 ids, 10^9 calls",
        ("test", "java", "--long")),
    Row("java_sanitized", "every native method of Java under the sanitizers",
        ("test", "java", "--sanitize")),
    Row("java_arm", "every native method of Java on emulated AArch64",
        ("test", "java", "--arm")),
    Row("npm", "the npm package in Next.js and wrangler too", ("test", "npm", "--long")),
    Row("sqlite", "the extension for SQLite, with its packages and audits of 10^7 ids",
        ("test", "sqlite", "--packages", "--ids", "10000000")),
    Row("sqlite-asan", "the extension for SQLite, ASan and UBSan",
        ("test", "sqlite", "--sanitize")),
    Row("postgresql", "the extension for PostgreSQL, audits of 10^7 ids, with workers",
        ("test", "postgresql", "--ids", "10000000", "-k", "duplicates")),
    Row("postgresql-rekey", "moves of keys stopped after every statement, on each server",
        ("test", "postgresql", "--long", "-k", "rekey")),
    Row("postgresql-13", "the extension for PostgreSQL, on 13 of Debian 11",
        ("test", "postgresql", "--on", "13")),
    Row("postgresql-asan", "the extension for PostgreSQL, ASan and UBSan, each server",
        ("test", "postgresql", "--sanitize")),
    Row("duckdb", "the extension for DuckDB, audits of 10^7 ids, with threads",
        ("test", "duckdb", "--ids", "10000000", "-k", "duplicates")),
    Row("duckdb-asan", "the extension for DuckDB, ASan and UBSan",
        ("test", "duckdb", "--sanitize")),
    Row("scale", "node numbers from etcd, Spark and the recipes, long forms",
        ("test", "scale", "--long")),
    Row("spark-java", "Spark on Java 21 and 25 of an empty Debian 13",
        ("test", "spark", "--java")),
    Row("soak", "10^9 ids of threads, forks and killed processes while clocks step",
        ("soak", "--ids", "1000000000")),
    Row("statistics", "random bits of 10^7 ids of each kind, by each cipher",
        ("test", "statistics", "10000000")),
    Row("fuzz", "fuzzing, a minute for each target", ("fuzz", "--minutes", "10")),
    Row("differential", "peers in other languages",
        ("differential", "--scale", "100000"), "differential"),
    Row("sources", "ids in texts that others wrote, found by a second search",
        ("differential", "--sources"), "differential"),
    Row("prove", "proofs", ("prove",), "prove"),
    Row("mutate", "mutants, a sample", ("mutate", "--sample", "200"), "mutate"),
)


def outcome(status, text):
    """The numbers of passed, failed and skipped tests. `right` is None if the
    output has no numbers. A row that fails without a failed test counts as one."""
    right, wrong, counted = 0, 0, False
    for failed, total in CTEST.findall(text):
        right += int(total) - int(failed)
        wrong += int(failed)
        counted = True
    skipped = len(SKIPPED.findall(text))
    right -= skipped
    for passed, failed, left_out in SUMS.findall(text):
        right += int(passed)
        wrong += int(failed)
        skipped += int(left_out or 0)
        counted = True
    for _, n in CROSS.findall(text):
        right += int(n)
        counted = True
    wrong += len(CROSS_WRONG.findall(text))
    if status != 0 and wrong == 0:
        wrong = 1
    return {"right": right if counted else None, "wrong": wrong,
            "skipped": skipped}


def table(done):
    lines = ["| row | what it shows | passed | failed | skipped | time |",
             "|---|---|---|---|---|---|"]
    for row in ROWS:
        if row.name not in done:
            lines.append(f"| `{row.name}` | {row.shows} | not run | | | |")
            continue
        one = done[row.name]
        right = one["right"]
        if right is None:
            right = "yes" if one["wrong"] == 0 else "no"
        lines.append(f"| `{row.name}` | {row.shows} | {right} | {one['wrong']} "
                     f"| {one['skipped']} | {one['seconds']} s |")
    return "\n".join(lines) + "\n"


def commands_of(folder):
    """The commands that ./dev has: the functions cmd_NAME in the files of a folder."""
    return {name for path in folder.glob("*.sh")
            for name in re.findall(r"^cmd_(\w+)\(\)", path.read_text(), re.M)}


def run(root, out, row):
    begun = time.monotonic()
    with (out / f"{row.name}.log").open("w") as log:
        status = subprocess.run([root / "dev", *row.command], stdout=log,
                                stderr=subprocess.STDOUT, check=False).returncode
    text = (out / f"{row.name}.log").read_text(errors="replace")
    return {**outcome(status, text), "seconds": round(time.monotonic() - begun)}


def main(root, names):
    known = {row.name for row in ROWS}
    if unknown := set(names) - known:
        sys.exit(f"full: unknown row: {' '.join(sorted(unknown))}; expected: "
                 f"{' '.join(row.name for row in ROWS)}")
    out = root / "build/full"
    out.mkdir(parents=True, exist_ok=True)
    results = out / "results.json"
    done = json.loads(results.read_text()) if results.exists() else {}
    there = commands_of(root / "tools/dev")
    for row in ROWS:
        if (names and row.name not in names) or (row.needs and
                                                 row.needs not in there):
            continue
        print(f"== {row.name}: ./dev {' '.join(row.command)}", flush=True)
        done[row.name] = run(root, out, row)
        results.write_text(json.dumps(done, indent=1))
        (out / "table.md").write_text(table(done))
    print(table(done), end="")
    return any(done[name]["wrong"] for name in (names or done))


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))
