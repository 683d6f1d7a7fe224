# SPDX-License-Identifier: MIT
"""Measures a move of keys while clients write and read: `./dev bench rekey`.

"rows a second" counts the rows that the backfill fills, and "whole" is the time of all
statements of the move. "swap" is the time of the call, with its tries. The next two columns are
the longest time that a client waited for the lock of a table, and for that of a row, looked at
every 10 ms. "longest" is the longest statement of a client, and the part of all statements
that took less than 200 ms stands beside it. "heap" is the size of the tables without indexes:
before the move, after the backfill, and after VACUUM.

Each figure goes into the file as soon as it is known, so that a run that is ended early leaves
what it has measured."""

import argparse
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test"))

import build
import cluster as clusters
import rekey
import rekey_load
import servers
from cluster import rows, value

SETTINGS = {"shared_buffers": "1GB", "maintenance_work_mem": "512MB", "max_wal_size": "8GB",
            "fsync": "on", "autovacuum": "on"}
TABLES = "customer, orders, login, note, event"
HEAP = """SELECT sum(pg_table_size(oid)) / 1048576.0 FROM pg_class
    WHERE relnamespace = 'shop'::regnamespace AND relkind = 'r'"""
HEAD = """| server | rows | clients, transactions a second | rows a second | whole | swap | \
table lock | row lock | longest | below 200 ms | heap before, filled, vacuumed |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""
# What an application has beside the tables of rekey.py: a view over keys, a trigger on every
# update, row security, partitions, and a reference with a name that needs quotes.
MORE = """
    CREATE INDEX ON orders (name);
    CREATE VIEW placed AS SELECT c.id, c.name, o.name AS placed FROM customer c
        JOIN orders o ON o.customer_id = c.id;
    GRANT SELECT ON placed TO PUBLIC;
    ALTER TABLE customer ADD changed int NOT NULL DEFAULT 0;
    CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.changed := OLD.changed + 1; RETURN NEW; END';
    CREATE TRIGGER changed BEFORE UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION changed();
    ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
    CREATE POLICY readers ON orders FOR SELECT USING (name <> '');
    CREATE TABLE event (at timestamptz NOT NULL, customer bigint REFERENCES customer ON DELETE CASCADE)
        PARTITION BY RANGE (at);
    CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (MINVALUE) TO ('2027-01-01');
    CREATE TABLE event_2 PARTITION OF event FOR VALUES FROM ('2027-01-01') TO (MAXVALUE);
    CREATE INDEX ON event (customer);
    CREATE TABLE "Größe der Bestellung" ("Kunde" bigint REFERENCES customer ON DELETE CASCADE);
    CREATE INDEX ON "Größe der Bestellung" ("Kunde")"""
ALLOWED = "{views,row-triggers}"
WAITS = """SELECT locktype IN ('relation', 'extend'), extract(epoch FROM
        max(clock_timestamp() - waitstart)) FROM pg_locks
    WHERE NOT granted AND pid <> %s GROUP BY 1"""


class Watcher(threading.Thread):
    """Looks how long the clients wait for locks, but for the session that moves."""

    def __init__(self, session, mover):
        super().__init__(daemon=True)
        self.session, self.mover = session, mover
        self.stopped, self.longest = threading.Event(), {True: 0.0, False: 0.0}

    def run(self):
        while not self.stopped.wait(0.01):
            for of_table, waited in rows(self.session, WAITS, self.mover):
                self.longest[of_table] = max(self.longest[of_table], float(waited or 0))

    def stop(self):
        self.stopped.set()
        self.join()


class Pacer(threading.Thread):
    """Gives the clients so many turns a second in all."""

    def __init__(self, clients, rate):
        super().__init__(daemon=True)
        self.clients, self.rate, self.stopped = clients, rate, threading.Event()

    def run(self):
        began, given = time.monotonic(), 0
        while not self.stopped.wait(0.02):
            while given < (time.monotonic() - began) * self.rate:
                self.clients[given % len(self.clients)].give(1)
                given += 1

    def stop(self):
        self.stopped.set()
        self.join()


def statements(session):
    return [text for (text,) in rows(
        session, "SELECT statement FROM guidon_rekey_steps('customer'::regclass, 'v7', 'created', "
        "'swap', NULL, %s::text[])", ALLOWED)]


def measure(one, options, tell):
    """A row of the table."""
    count, number = options.customers, options.clients

    def connect():
        session = one.connect()
        session.execute("SET ROLE shop_owner")
        session.execute("SET search_path = shop, public")
        return session

    began = time.monotonic()
    with one.connect() as session, one.connect() as other:
        # The rows are right by themselves, so that nobody needs to look up each reference.
        session.execute("CREATE EXTENSION guidon; SET session_replication_role = replica")
        rekey.make(session, count)
        session.execute(MORE)
        session.execute('INSERT INTO "Größe der Bestellung" SELECT id FROM customer WHERE id % 9 = 0')
        session.execute("INSERT INTO event SELECT created, id FROM customer WHERE id % 4 = 0")
        session.execute("RESET ROLE; RESET session_replication_role; SET ROLE shop_owner")
        session.execute("VACUUM ANALYZE " + TABLES)
        filled = sum(value(session, f"SELECT count(*) FROM {table}")
                     for table in [*TABLES.split(", "), '"Größe der Bestellung"'])
        heap = [value(session, HEAP)]
        tell(f"{filled:,} rows made in {time.monotonic() - began:.0f} s; heap {heap[0]:,.0f} MB")
        started = rekey_load.clients(connect, number, count, paced=options.rate > 0)
        watcher = Watcher(other, session.info.backend_pid)
        pacer = Pacer(started, options.rate)
        took = {}
        try:
            watcher.start()
            if options.rate:
                pacer.start()
            time.sleep(5)
            began = time.monotonic()
            for statement in [*statements(session), "CALL guidon_rekey_swap('customer')"]:
                first = time.monotonic()
                session.execute(statement)
                took[statement] = time.monotonic() - first
                if "guidon_rekey_backfill" in statement:
                    heap.append(value(session, HEAP))
                tell(f"{took[statement]:9.2f} s  table lock {watcher.longest[True] * 1000:.0f} ms"
                     f"  row lock {watcher.longest[False] * 1000:.0f} ms  "
                     + " ".join(statement.split())[:99])
            whole = time.monotonic() - began
            time.sleep(5)
        finally:
            pacer.stopped.set()
            watcher.stop()
            for client in started:
                client.stop()
        wrong = [text for client in started for text in client.wrong]
        assert wrong == [] and rows(session, rekey.WRONG) == [], wrong[:5]
        began = time.monotonic()
        session.execute("VACUUM " + TABLES)
        heap.append(value(session, HEAP))
        tell(f"{time.monotonic() - began:9.2f} s  VACUUM; no reference is wrong")
    times = sorted(each for client in started for _, each in client.times) or [0]
    done = sum(client.done for client in started)
    backfill = next(each for text, each in took.items() if "guidon_rekey_backfill" in text)
    swap = took["CALL guidon_rekey_swap('customer')"]
    below = sum(each < 0.2 for each in times) / len(times)
    sizes = ", ".join(f"{size:,.0f}" for size in heap)
    return (f"| {one.server.version} | {filled:,} | {number}, {done / (whole + 10):,.0f} | "
            f"{filled / backfill:,.0f} | {whole:,.0f} s | {swap * 1000:,.0f} ms | "
            f"{watcher.longest[True] * 1000:.0f} ms | {watcher.longest[False] * 1000:.0f} ms | "
            f"{times[-1] * 1000:.0f} ms | {below:.3%} of {len(times):,} | {sizes} MB |")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench rekey", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--customers", type=int, default=250_000, help="rows of the table of the "
                        "key; there are about 3.9 times as many rows that refer to it")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rate", type=int, default=300, help="transactions a second of all "
                        "clients (300); 0 for as many as they can")
    parser.add_argument("--to", type=pathlib.Path, metavar="FILE", help="the file of the figures "
                        "(build/postgresql/rekey-ROWS.txt)")
    parser.add_argument("--on", metavar="MAJOR", type=int, help="the server; all without it")
    options = parser.parse_args()
    place = options.to or build.ROOT / f"build/postgresql/rekey-{options.customers}.txt"
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("a") as file:
        def tell(text):
            print(text, flush=True)
            print(time.strftime("%H:%M:%S"), text, file=file, flush=True)

        for server in servers.find(servers.FOLDER)[0]:
            if options.on not in (None, server.major):
                continue
            build.install(server, build.ROOT / "build/postgresql" / repr(server))
            folder = clusters.temporary()
            clusters.initdb(server, folder / "data")
            with clusters.Cluster(server, folder) as one:
                one.start(**SETTINGS)
                tell(f"PostgreSQL {server.version}")
                row = measure(one, options, tell)
                tell(HEAD)
                tell(row)
    print(f"the figures are in {place}")


main()
