# SPDX-License-Identifier: MIT
"""Measures a move of keys while clients write and read: `./dev bench rekey`.

The clients do as many transactions as they can. "rows a second" counts the rows that the
backfill fills. "swap" is the time of the call, with the waits for its locks. "longest" is
the longest time of a statement of a client, and the part of all statements that took less
than 200 ms is beside it. "heap" is the size of the tables without indexes: before the move,
after the backfill, and after VACUUM."""

import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test"))

import build
import cluster as clusters
import rekey
import rekey_load
import servers
from cluster import rows, value

SETTINGS = {"shared_buffers": "512MB", "max_wal_size": "8GB", "fsync": "on", "autovacuum": "on"}
HEAP = """SELECT sum(pg_table_size(oid)) / 1048576.0 FROM pg_class
    WHERE relnamespace = 'shop'::regnamespace AND relkind = 'r'"""
HEAD = """| server | rows | clients | rows a second | all statements | swap | longest | \
below 200 ms | heap before, filled, vacuumed |
|---|--:|--:|--:|--:|--:|--:|--:|--:|"""


def measure(one, count, number):
    """A row of the table: the move of `count` customers with four times as many references."""
    def connect():
        session = one.connect()
        session.execute("SET ROLE shop_owner")
        session.execute("SET search_path = shop, public")
        return session

    with one.connect() as session:
        session.execute("CREATE EXTENSION guidon")
        rekey.make(session, count)
        session.execute("CREATE INDEX ON orders (name)")
        session.execute("VACUUM ANALYZE customer, orders, login")
        filled = value(session, "SELECT (SELECT count(*) FROM customer) + (SELECT count(*) FROM "
                       "orders) + (SELECT count(*) FROM login)")
        heap = [value(session, HEAP)]
        started = rekey_load.clients(connect, number, count)
        took = {}
        began = time.monotonic()
        try:
            rekey_load.wait(started, 50)
            for statement in [*rekey.left(session), "CALL guidon_rekey_swap('customer')"]:
                first = time.monotonic()
                session.execute(statement)
                took[statement] = time.monotonic() - first
                if "backfill" in statement:
                    heap.append(value(session, HEAP))
            whole = time.monotonic() - began
            rekey_load.wait(started, 50)
        finally:
            for client in started:
                client.stop()
        wrong = [text for client in started for text in client.wrong]
        assert wrong == [] and rows(session, rekey.WRONG) == [], wrong[:5]
        session.execute("VACUUM customer, orders, login")
        heap.append(value(session, HEAP))
    times = sorted(each for client in started for _, each in client.times) or [0]
    backfill = next(each for text, each in took.items() if "backfill" in text)
    swap = took["CALL guidon_rekey_swap('customer')"]
    below = sum(each < 0.2 for each in times) / len(times)
    sizes = ", ".join(f"{size:.0f}" for size in heap)
    return (f"| {filled:,} | {number} | {filled / backfill:,.0f} | {whole:.1f} s | "
            f"{swap * 1000:.0f} ms | {times[-1] * 1000:.0f} ms | {below:.3%} of {len(times):,} | "
            f"{sizes} MB |")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench rekey", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--customers", type=int, default=250_000, help="rows of the table of the "
                        "key; there are about 3.1 times as many rows that refer to it")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--on", metavar="MAJOR", type=int, help="the server; all without it")
    options = parser.parse_args()
    print(HEAD)
    for server in servers.find(servers.FOLDER)[0]:
        if options.on not in (None, server.major):
            continue
        build.install(server, build.ROOT / "build/postgresql" / repr(server))
        folder = clusters.temporary()
        clusters.initdb(server, folder / "data")
        with clusters.Cluster(server, folder) as one:
            one.start(**SETTINGS)
            print(f"| {server.version} {measure(one, options.customers, options.clients)}",
                  flush=True)


main()
