# SPDX-License-Identifier: MIT
"""Counts the index pages and the WAL that new keys cost in an empty table and in one that
holds random keys: `./dev test postgresql --program extensions/postgresql/bench/pages.py`.

The figures are counts, not times, so a busy machine does not change them. Each writer
inserts its part of the rows in statements of 1,000. "empty" is a table that has no other
keys, "after v4" one that holds as many keys of version 4."""

import argparse
import pathlib
import shutil
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test"))

import build
import cluster as clusters
import servers
from cluster import value

FOLDER = build.ROOT / "build/postgresql"
SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "16GB"}
MAKERS = ["guidon_v4()", "guidon_v7()", "guidon_v8_append()",
          "guidon_v8_sharded(n & 15, 4)"]
STATEMENT = 1000


def insert(cluster, maker, rows, writers):
    """Insert rows by so many writers at once."""
    def write(first):
        with cluster.connect() as session:
            for start in range(first, rows, writers * STATEMENT):
                session.execute(f"INSERT INTO t SELECT {maker} FROM generate_series("
                                f"{start}, {min(start + STATEMENT, rows) - 1}) n")

    threads = [threading.Thread(target=write, args=(STATEMENT * who,))
               for who in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def cost(cluster, maker, rows, writers, before):
    """The pages and the bytes of WAL that the rows add to a table with `before` rows."""
    with cluster.connect() as session:
        session.execute("DROP TABLE IF EXISTS t")
        session.execute("CREATE TABLE t (id uuid PRIMARY KEY)")
        session.execute(f"INSERT INTO t SELECT guidon_v4() FROM generate_series(1, {before})")
        session.execute("CHECKPOINT")
        pages = value(session, "SELECT pg_relation_size('t_pkey') / 8192")
        wal = value(session, "SELECT pg_current_wal_insert_lsn()")
        insert(cluster, maker, rows, writers)
        assert value(session, "SELECT count(*) FROM t") == before + rows
        return (value(session, "SELECT pg_relation_size('t_pkey') / 8192") - pages,
                int(value(session, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), "
                                   "%s)", wal)))


def measure(server, options):
    """Build into a copy of the server, so that the tests' server stays as it is."""
    folder = clusters.temporary()
    folder.chmod(0o755)
    try:
        shutil.copytree(server.home, folder / "server", symlinks=True)
        server = servers.Server(folder / "server", folder / "server" /
                                server.programs.relative_to(server.home))
        build.install(server, FOLDER / f"bench{server.major}")
        clusters.initdb(server, folder / "data")
        with clusters.Cluster(server, folder).start(**SETTINGS) as cluster:
            with cluster.connect() as session:
                session.execute("CREATE EXTENSION guidon")
            print(f"\nPostgreSQL {server.version}, {options.rows} rows\n\n"
                  "| new ids | writers | pages, empty | pages, after v4 | WAL, empty | "
                  "WAL, after v4 |\n|---|--:|--:|--:|--:|--:|")
            for writers in options.writers:
                for maker in MAKERS:
                    empty, after = (cost(cluster, maker, options.rows, writers, before)
                                    for before in (0, options.rows))
                    print(f"| `{maker}` | {writers} | {empty[0]:,} | {after[0]:,} | "
                          f"{empty[1] / 1e6:.1f} MB | {after[1] / 1e6:.1f} MB |", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--only", type=int, metavar="MAJOR",
                        help="only the server of this major version")
    options = parser.parse_args()
    found, left_out = servers.find(FOLDER / "servers")
    for server in found:
        if options.only in (None, server.major):
            measure(server, options)
    for what in left_out:
        print(f"left out: {what}")


if __name__ == "__main__":
    main()
