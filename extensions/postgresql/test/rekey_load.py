# SPDX-License-Identifier: MIT
"""Clients that insert, change, delete and read rows of the schema of rekey.py while its
keys move, without a pause or a number of transactions at a time. Each knows what every row
must refer to, because the row itself says so."""

import random
import threading
import time

import psycopg

import rekey

# Transactions by the names of rows; {n} is a number of the client's own, {r}, {q} and {s}
# are those of random rows. FOR KEY SHARE keeps a row that was read until it is referred to.
TRANSACTIONS = [
    (3, ["""INSERT INTO customer (name, created, parent, parent_name) SELECT 'n{n}', now(), id,
         name FROM customer WHERE name = 'c{r}' FOR KEY SHARE""",
         """INSERT INTO orders (name, customer_id, customer_name) SELECT 'o{n}', id, name
         FROM customer WHERE name IN ('n{n}', 'c{q}') FOR KEY SHARE"""]),
    (3, ["""UPDATE orders SET customer_id = c.id, customer_name = c.name FROM (SELECT id, name
         FROM customer WHERE name = 'c{q}' FOR KEY SHARE) c WHERE orders.name = 'o{r}'""",
         "UPDATE customer SET created = created WHERE name = 'c{r}'"]),
    (1, ["""UPDATE customer SET parent = p.id, parent_name = p.name FROM (SELECT id, name FROM
         customer WHERE name = 'c{q}' FOR KEY SHARE) p WHERE customer.name = 'c{r}'"""]),
    (1, ["DELETE FROM customer WHERE name = 'n{s}'"]),
    (1, ["""INSERT INTO note (region, customer, number, name, customer_name)
         SELECT region, id, {n}, 'note{n}', name FROM customer
         WHERE name = 'c{q}' FOR KEY SHARE"""]),
    (1, ["""INSERT INTO orders (name, customer_id, customer_name, friend, friend_name) SELECT
         'f{n}', c.id, c.name, p.id, p.name FROM (SELECT * FROM customer WHERE name = 'c{q}'
         FOR KEY SHARE) c, (SELECT * FROM customer WHERE name = 'c{r}' FOR KEY SHARE) p"""]),
]
# What a client reads of a row must be what the row says.
CHECK = """SELECT o.name, c.name, o.customer_name FROM orders o JOIN customer c
    ON c.id = o.customer_id WHERE c.name IN ('c{r}', 'n{s}') AND c.name <> o.customer_name"""


class Client(threading.Thread):
    """Runs transactions until it is told to stop; if it is paced, one for each turn that
    it was given. Keeps the longest time of a statement, in seconds, and everything that
    went wrong."""

    def __init__(self, connect, number, count, paced):
        super().__init__(daemon=True)
        self.session = connect()
        self.random, self.count, self.number = random.Random(number), count, number * 10**7
        self.stopped, self.done, self.times, self.wrong = threading.Event(), 0, [], []
        self.turns = threading.Semaphore(0) if paced else None

    def execute(self, text, words):
        began = time.monotonic()
        found = self.session.execute(text.format(**words), prepare=False)
        self.times.append((time.time(), time.monotonic() - began))
        return found

    def transaction(self):
        self.number += 1
        words = {"n": self.number, "s": self.number - self.random.randint(1, 20),
                 **{name: self.random.randint(1, self.count) for name in "rq"}}
        (statements,) = self.random.choices([texts for _, texts in TRANSACTIONS],
                                            [weight for weight, _ in TRANSACTIONS])
        self.execute("BEGIN", words)
        for text in statements:
            self.execute(text, words)
        self.execute("COMMIT", words)
        self.wrong += self.execute(CHECK, words).fetchall()
        self.done += 1

    def run(self):
        while not self.stopped.is_set():
            if self.turns:
                self.turns.acquire()
            try:
                self.transaction()
            except psycopg.errors.DeadlockDetected:
                self.session.execute("ROLLBACK")  # two clients changed the same two rows
                self.give(1)
            except psycopg.Error as error:
                self.wrong.append(str(error))
                return

    def give(self, turns):
        if self.turns:
            self.turns.release(turns)

    def stop(self):
        self.stopped.set()
        self.give(1)
        self.join(120)
        self.session.close()


def clients(connect, number, count, paced=False):
    """Start clients. `count` is the number of the first rows of each table."""
    made = [Client(connect, n + 1, count, paced) for n in range(number)]
    for one in made:
        one.start()
    return made


def wait(started, transactions):
    """Return when each client has done some more transactions."""
    aims = [(one, one.done + transactions) for one in started]
    for one in started:
        one.give(transactions)
    while any(one.done < aim and one.is_alive() for one, aim in aims):
        time.sleep(0.01)


def move(session, started, transactions, mode="swap"):
    """Move the keys, with some transactions of all clients between the statements. Return
    (phase, seconds) of each statement."""
    statements = rekey.left(session, mode)
    return run(session, started, transactions,
               [*statements, "CALL guidon_rekey_swap('customer')"])


def run(session, started, transactions, statements):
    took = []
    for statement in statements:
        for one in started:
            one.give(transactions)  # beside the statement
        began = time.monotonic()
        session.execute(statement)
        took.append((statement, time.monotonic() - began))
        wait(started, transactions)
    return took
