# SPDX-License-Identifier: MIT
"""Counts the index pages and the WAL that new keys cost in an empty table and in one that
holds random keys: `./dev bench pages`.

The figures are counts, not times, so a busy machine does not change them. Each writer
inserts its part of the rows in statements of 1,000. "empty" is a table that has no other
keys, "after v4" one that holds as many keys of version 4. The figures go into pages.json
beside this file, of which docs/images/pages.py draws the chart and the tables of
docs/guides/prefixed.md. A test compares these with the file."""

import argparse
import json
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
RESULTS = pathlib.Path(__file__).with_suffix(".json")
# No checkpoint may begin by itself, because the first change of a page after one writes the
# whole page.
SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "16GB", "checkpoint_timeout": "1d"}
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
        # Reading the rows sets their hint bits, which writes pages where pages have checksums.
        session.execute("SELECT count(*) FROM t; CHECKPOINT")
        pages = value(session, "SELECT pg_relation_size('t_pkey') / 8192")
        wal = value(session, "SELECT pg_current_wal_insert_lsn()")
        insert(cluster, maker, rows, writers)
        added = (value(session, "SELECT pg_relation_size('t_pkey') / 8192") - pages,
                 int(value(session, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), "
                                    "%s)", wal)))
        assert value(session, "SELECT count(*) FROM t") == before + rows
        return added


def measure(server, options):
    """The figures of a server: one for each maker, number of writers, and rows before. Build
    into a copy of the server, so that the tests' server stays as it is."""
    figures = []
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
            print(f"PostgreSQL {server.version}, {options.rows} rows")
            for writers in options.writers:
                for maker in MAKERS:
                    for before in (0, options.rows):
                        pages, wal = cost(cluster, maker, options.rows, writers, before)
                        figures.append({"server": server.version, "ids": maker,
                                        "writers": writers, "before": before, "pages": pages,
                                        "wal": wal})
                        print(f"  {maker:26} writers {writers}, {before:7,} rows before: "
                              f"{pages:6,} pages, WAL {wal / 1e6:.1f} MB", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return figures


def main():
    parser = argparse.ArgumentParser(prog="./dev bench pages", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--only", type=int, metavar="MAJOR",
                        help="only the server of this major version")
    parser.add_argument("--out", type=pathlib.Path, default=RESULTS,
                        help="the file for the figures")
    options = parser.parse_args()
    found, left_out = servers.find(FOLDER / "servers")
    figures = []
    for server in found:
        if options.only in (None, server.major):
            figures += measure(server, options)
    for what in left_out:
        print(f"left out: {what}")
    lines = ",\n".join(f"    {json.dumps(figure)}" for figure in figures)
    options.out.write_text(f'{{\n  "rows": {options.rows},\n  "figures": [\n{lines}\n  ]\n}}\n')


if __name__ == "__main__":
    main()
