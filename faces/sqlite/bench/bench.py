# SPDX-License-Identifier: MIT
"""Measures the extension beside sqlean, sqlite-ulid and SQLite's own functions:

    bench.py [--rows N] [--rounds N] [--uuid-c FILE]
    bench.py --sizes [--rows N]

All rows of a table come from one run, in which the functions take turns. The time of a
call is that of a query that calls the function once a row, above the same query without
the call. --uuid-c names ext/misc/uuid.c of SQLite's sources, to measure it as well."""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import apsw

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test"))
import build  # noqa: E402

HOME = build.HOME / "peers"
LOOP = ("WITH RECURSIVE g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < {rows}) "
        "SELECT sum(length({call})) FROM g")
GUIDON = ["uuid7()", "uuid7_blob()", "uuid4()", "uuid4_blob()", "ulid()", "ulid_blob()"]


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


def compiled(source, folder):
    target = pathlib.Path(folder) / "uuid.so"
    build.run("gcc", "-O2", "-shared", "-fPIC", source, "-o", target)
    return target


def loaded(extension, entry=None, path=":memory:"):
    database = apsw.Connection(str(path))
    database.enable_load_extension(True)
    database.load_extension(str(extension), entry)
    return database


def seconds(database, call, rows):
    start = time.perf_counter()
    database.execute(LOOP.format(rows=rows, call=call)).fetchall()
    return time.perf_counter() - start


def connections(uuid_c, folder):
    """(name of the maker, connection, calls), each with a loop of its own SQLite."""
    plain = apsw.Connection(":memory:")
    found = [("SQLite", plain, ["randomblob(16)"]),
             ("Guidon", loaded(build.extension()), GUIDON)]
    for name, (path, entry, calls) in peers().items():
        if path:
            found.append((name, loaded(path, entry), calls))
    found.append(("sqlean", sqlean(), ["uuid7()", "uuid4()"]))
    if uuid_c:
        found.append(("uuid.c", loaded(compiled(uuid_c, folder), "sqlite3_uuid_init"),
                      ["uuid()"]))
    return found


def measure(rows, rounds, uuid_c):
    with tempfile.TemporaryDirectory() as folder:
        found = connections(uuid_c, folder)
        times = {}
        for _ in range(rounds):
            for name, database, calls in found:
                empty = seconds(database, "i", rows)
                for call in calls:
                    times.setdefault((name, call), []).append(
                        seconds(database, call, rows) - empty)
        for (name, call), all_times in times.items():
            print(f"| {name} | `{call}` | "
                  f"{statistics.median(all_times) / rows * 1e9:.0f} ns |")


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
            for maker in ["uuid4", "uuid7", "ulid", "uuid4_blob", "uuid7_blob",
                          "ulid_blob"]:
                storage = "BLOB" if "blob" in maker else "TEXT"
                total, written = size(maker, f"{storage} {key}", rows, folder)
                print(f"| {name} | {storage} | `{maker}()` | {total:.1f} | {written:,} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--uuid-c", type=pathlib.Path)
    parser.add_argument("--sizes", action="store_true")
    options = parser.parse_args()
    if options.sizes:
        sizes(options.rows)
    else:
        measure(options.rows, options.rounds, options.uuid_c)
