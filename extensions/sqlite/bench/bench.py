# SPDX-License-Identifier: MIT
"""Measures the extension beside sqlean, sqlite-ulid, uuid.c and SQLite's own functions:

    bench.py [--rows N] [--rounds N]
    bench.py --sizes [--rows N]

All rows of a table come from one run, in which the functions take turns. "Row" is the
time of a row of `SELECT count(CALL) FROM t`, and "adds" is how much longer it is than
with the floor: a function of floor.c that gives a constant of the same type and length.
A turn is a query of --rows rows, in time of the processor. The figures are medians of
--rounds turns, and each turn is compared with the floor in the same turn and in the
same SQLite."""

import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import apsw

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test"))
import build  # noqa: E402
import uuid_c  # noqa: E402

HOME = build.HOME / "peers"
FILL = ("CREATE TEMP TABLE t (i INTEGER PRIMARY KEY)",
        "WITH RECURSIVE g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < ?) "
        "INSERT INTO t SELECT i FROM g")
GUIDON = ["guidon_v7()", "guidon_v7_blob()", "guidon_v4()", "guidon_v4_blob()",
          "guidon_ulid()", "guidon_ulid_blob()"]
FLOORS = {"uuid": "floor_uuid()", "ulid": "floor_ulid()", "blob": "floor_blob()"}


def peers():
    """Install the other extensions below build/sqlite: name to (file, entry, calls)."""
    needs = HERE / "requirements.txt"
    done = HOME / "requirements.txt"
    if not done.exists() or done.read_bytes() != needs.read_bytes():
        subprocess.run([sys.executable, "-m", "pip", "install", "--require-hashes",
                        "--quiet", "--no-deps", "--target", HOME, "-r", needs],
                       check=True)
        done.write_bytes(needs.read_bytes())
    ulid = next(HOME.glob("sqlite_ulid/ulid0*"), None)
    return {"sqlite-ulid": (ulid, "sqlite3_ulid_init", ["ulid()", "ulid_bytes()"])}


def sqlean():
    """sqlean's Python package contains a SQLite with its functions inside."""
    sys.path.insert(0, str(HOME))
    import sqlean as package  # pylint: disable=import-outside-toplevel
    package.extensions.enable("uuid")
    return package.connect(":memory:")


def loaded(extension, entry=None, path=":memory:"):
    database = apsw.Connection(str(path))
    database.enable_load_extension(True)
    database.load_extension(str(extension), entry)
    return database


def nanoseconds(database, call):
    start = time.thread_time_ns()
    database.execute(f"SELECT count({call}) FROM t").fetchall()
    return time.thread_time_ns() - start


def connections():
    """(name of the maker, connection, calls)."""
    found = [("SQLite", apsw.Connection(":memory:"), ["randomblob(16)"]),
             ("Guidon", loaded(build.extension()), GUIDON)]
    for name, (path, entry, calls) in peers().items():
        if path:
            found.append((name, loaded(path, entry), calls))
    found.append(("sqlean", sqlean(), ["uuid7()", "uuid4()"]))
    try:
        found.append(("uuid.c", loaded(uuid_c.extension(), uuid_c.ENTRY), ["uuid()"]))
    except uuid_c.Unavailable as error:
        print(f"left out: uuid.c ({error})")
    return found


def prepare(name, database, rows):
    """Add the floors and a table. A copy of SQLite needs a file of its own, because
    an extension calls SQLite through one table of functions."""
    target = build.HOME / "floor.so"
    build.run("gcc", "-O2", "-shared", "-fPIC", HERE / "floor.c", "-o", target)
    if name == "sqlean":
        target = shutil.copy(target, build.HOME / "floor_sqlean.so")
    database.enable_load_extension(True)
    database.load_extension(str(target))
    database.execute(FILL[0])
    database.execute(FILL[1], [rows])


def floor_of(database, call):
    """The floor with the type and length of a call's result."""
    ((kind, length),) = database.execute(
        f"SELECT typeof(x), length(x) FROM (SELECT {call} AS x)").fetchall()
    return FLOORS[{("text", 36): "uuid", ("text", 26): "ulid", ("blob", 16): "blob"}[
        kind, length]]


def turn(database, calls):
    """The time of one query with each call."""
    return {call: nanoseconds(database, call) for call in calls}


def measure(rows, rounds):
    found = connections()
    for name, database, calls in found:
        prepare(name, database, rows)
        calls[:] = [*calls, "floor_clock()"] if name == "Guidon" else calls
    times = {name: [] for name, _, _ in found}
    for _ in range(rounds):
        for name, database, calls in found:
            times[name].append(turn(database, [*FLOORS.values(), *calls]))
    print("| maker | call | row, ns | floor, ns | adds, ns |\n|---|---|--:|--:|--:|")
    for name, database, calls in found:
        for call in calls:
            floor = floor_of(database, call)
            row, least, adds = (
                statistics.median(map(part, times[name])) / rows for part in (
                    lambda one: one[call], lambda one: one[floor],
                    lambda one: one[call] - one[floor]))
            print(f"| {name} | `{call}` | {row:.1f} | {least:.1f} | {adds:.1f} |")


def insert(database, maker, rows):
    """One transaction with new ids, in the order in which they were made."""
    database.execute("BEGIN")
    database.execute(f"INSERT INTO t (id) SELECT value FROM guidon_series('{maker}', {rows})")
    database.execute("COMMIT")


def size(maker, key, rows, folder):
    """Bytes a row of a table with its index, and the pages that a transaction of 1,000
    further rows writes."""
    path = pathlib.Path(folder) / f"{maker}-{len(key)}.db"
    database = loaded(build.extension(), path=path)
    database.execute("PRAGMA journal_mode = wal").fetchall()
    database.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
    database.execute(f"CREATE TABLE t (id {key}")
    insert(database, maker, rows)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    total = path.stat().st_size / rows
    insert(database, maker, 1000)
    written = path.with_name(path.name + "-wal").stat().st_size // (4096 + 24)
    database.close()
    return total, written


def sizes(rows):
    with tempfile.TemporaryDirectory() as folder:
        for key, name in [("PRIMARY KEY) WITHOUT ROWID", "`WITHOUT ROWID`"),
                          ("PRIMARY KEY, body TEXT)", "rowid table with an index")]:
            for maker in ["guidon_v4", "guidon_v7", "guidon_ulid", "guidon_v4_blob",
                          "guidon_v7_blob", "guidon_ulid_blob"]:
                storage = "BLOB" if "blob" in maker else "TEXT"
                total, written = size(maker, f"{storage} {key}", rows, folder)
                print(f"| {name} | {storage} | `{maker}()` | {total:.1f} | {written:,} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--sizes", action="store_true")
    options = parser.parse_args()
    if options.sizes:
        sizes(options.rows)
    else:
        measure(options.rows, options.rounds)
