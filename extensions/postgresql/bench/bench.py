# SPDX-License-Identifier: MIT
"""Measures the extension beside what users of PostgreSQL would use instead:
`./dev bench postgresql`.

Every figure is the median of rounds in which all makers take turns, with the smallest and
the largest beside it. "call" is the time of one call above a loop that calls
nothing. "insert" is the time of a statement that inserts the rows into a table with
the id as primary key, for each row. "fill" is the part of the index pages that entries
take."""

import argparse
import pathlib
import re
import shutil
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test"))

import build
import cluster as clusters
import servers
from cluster import rows, value

FOLDER = build.ROOT / "build/postgresql"
OURS = ["guidon_v7()", "guidon_ulid()", "guidon_v7_cluster()"]
SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "16GB"}
# An entry of 16 bytes takes 8 more for its header and 4 for its line pointer. A page
# has 8192 bytes, and 24 and 16 of these for its own headers.
ENTRY, PAGE = 28, 8152


def milliseconds(session, statement):
    plan = rows(session, f"EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) {statement}")
    return float(re.search(r"Execution Time: ([\d.]+)", str(plan))[1])


def peers(session, major):
    """The makers to compare with, the first being the measure of inserts."""
    found = ["gen_random_uuid()"]
    if major >= 18:
        found.append("pg_catalog.uuidv7()")
    if rows(session, "SELECT 1 FROM pg_proc WHERE proname = 'uuid_generate_v7'"):
        found.append("uuid_generate_v7()")
    return found


def shown(figures, unit):
    middle = statistics.median(figures)
    return f"{middle:8.0f} {unit} ({min(figures):.0f} to {max(figures):.0f})"


def measure_calls(session, makers, count, rounds):
    """Nanoseconds of a call, for each maker, and of a row of the series."""
    times = {maker: [] for maker in [*makers, "guidon_v7_series(n)"]}
    for _ in range(rounds):
        loop = milliseconds(session, f"SELECT FROM generate_series(1, {count}) "
                                     f"OFFSET {count}")
        for maker in makers:
            whole = milliseconds(session, f"SELECT {maker} FROM generate_series(1, "
                                          f"{count}) OFFSET {count}")
            times[maker].append((whole - loop) * 1e6 / count)
        whole = milliseconds(session, f"SELECT guidon_v7_series({count}) "
                                      f"OFFSET {count}")
        times["guidon_v7_series(n)"].append(whole * 1e6 / count)
    for maker, figures in times.items():
        print(f"  {maker:24} call   {shown(figures, 'ns')}")
    return times


def insert(session, maker, count):
    kind = "ulid" if "ulid" in maker else "uuid"
    session.execute(f"DROP TABLE IF EXISTS b; CREATE TABLE b (id {kind} PRIMARY KEY, "
                    "n int); CHECKPOINT")
    took = milliseconds(session, f"INSERT INTO b SELECT {maker}, n "
                                 f"FROM generate_series(1, {count}) n")
    return took * 1e6 / count, value(session, "SELECT pg_relation_size('b_pkey')")


def measure_inserts(session, makers, count, rounds):
    times, sizes = {maker: [] for maker in makers}, {}
    for _ in range(rounds):
        for maker in makers:
            took, sizes[maker] = insert(session, maker, count)
            times[maker].append(took)
    first = statistics.median(times[makers[0]])
    for maker, figures in times.items():
        fill = 100 * count * ENTRY / (sizes[maker] / 8192 * PAGE)
        print(f"  {maker:24} insert {shown(figures, 'ns')}, "
              f"{statistics.median(figures) / first:.2f} of {makers[0]}; index "
              f"{sizes[maker] / 1e6:.1f} MB, fill {fill:.0f} %")


def measure(server, options):
    """Build into a copy of the server, so that the tests' server stays as it is."""
    folder = clusters.temporary()
    folder.chmod(0o755)
    try:
        shutil.copytree(server.home, folder / "server", symlinks=True)
        server = servers.Server(folder / "server", folder / "server" /
                                server.programs.relative_to(server.home))
        build.install(server, FOLDER / f"bench{server.major}")
        if options.pg_uuidv7:
            variables = build.make_variables(server, "")[:1]
            build.checked("make", "-C", options.pg_uuidv7, "with_llvm=no", "clean",
                          "install", *variables)
        clusters.initdb(server, folder / "data")
        with clusters.Cluster(server, folder).start(**SETTINGS) as cluster:
            with cluster.connect() as session:
                session.execute("CREATE EXTENSION guidon")
                if options.pg_uuidv7:
                    session.execute("CREATE EXTENSION pg_uuidv7")
                session.execute("SET max_parallel_workers_per_gather = 0")
                makers = peers(session, server.major) + OURS
                print(f"PostgreSQL {server.version}")
                measure_calls(session, makers, options.calls, options.rounds)
                measure_inserts(session, makers, options.rows, options.rounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench postgresql",
                                     description=__doc__)
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", type=int, metavar="MAJOR",
                        help="only the server of this major version")
    parser.add_argument("--pg-uuidv7", type=pathlib.Path, metavar="FOLDER",
                        help="the sources of pg_uuidv7, to measure it as well; no "
                        "package registry has it")
    options = parser.parse_args()
    found, left_out = servers.find(FOLDER / "servers")
    for server in found:
        if options.only in (None, server.major):
            measure(server, options)
    for what in left_out:
        print(f"left out: {what}")


if __name__ == "__main__":
    main()
