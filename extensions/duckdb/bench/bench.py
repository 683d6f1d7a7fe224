# SPDX-License-Identifier: MIT
"""Measures the extension beside DuckDB's own functions, in one run and in turns:

    bench.py [--rows N] [--rounds N]

The time of a maker is that of a query on one thread above the same query without the
function. The time of a reader is that of a row of the whole query, because the query
without the function compares values of another type. An aggregate stands in the place of
max()."""

import argparse
import os
import statistics
import time

import duckdb

MAKERS = ["guidon_v7()", "uuidv7()", "guidon_v4()", "uuid()", "guidon_ulid()"]
READERS = ["guidon_time_of(id)", "uuid_extract_timestamp(id)", "guidon_parse(text)",
           "TRY_CAST(text AS UUID)", "guidon_format(id, 'uuid')", "id::VARCHAR",
           "guidon_audit(id)", "id"]
AGGREGATES = {"guidon_audit(id)"}


def query(call, source):
    outer = call if call in AGGREGATES else f"max({call})"
    return f"SELECT {outer}::VARCHAR FROM {source}"


def seconds(session, sql):
    start = time.perf_counter()
    session.execute(sql).fetchall()
    return time.perf_counter() - start


def known(session, call, source):
    """Some of DuckDB's functions are newer than the oldest version here."""
    try:
        session.execute(query(call, source)).fetchall()
        return True
    except duckdb.CatalogException:
        return False


def measure(rows, rounds):
    session = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    session.execute(f"LOAD '{os.environ['GUIDON_DUCKDB_EXTENSION']}'")
    session.execute("SET threads = 1")
    session.execute("CREATE TEMP TABLE t AS SELECT id, id::VARCHAR AS text FROM "
                    f"(SELECT guidon_v7() AS id FROM range({rows}))")
    cases = [(call, "range", f"range({rows}) r") for call in MAKERS] + \
            [(call, None, "t") for call in READERS]
    cases = [case for case in cases if known(session, case[0], case[2])]
    times = {}
    for _ in range(rounds):
        for call, empty, source in cases:
            taken = seconds(session, query(call, source))
            if empty:
                taken -= seconds(session, query(empty, source))
            times.setdefault(call, []).append(taken)
    print(f"DuckDB {duckdb.__version__}")
    for call, all_times in times.items():
        print(f"| `{call}` | {statistics.median(all_times) / rows * 1e9:.1f} ns |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    measure(options.rows, options.rounds)
