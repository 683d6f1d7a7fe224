# SPDX-License-Identifier: MIT
"""Functions of the user, in Python, that do anything while a query with functions of the
extension runs. PLACES are where DuckDB calls `hook`, and ACTS what it then does."""

import concurrent.futures
import os
import signal

import duckdb
import pytest

from conftest import EXTENSION, audit_of, connect, one

ROWS = 300
# Queries whose value is true, if they end. `hook` gives back its argument.
PLACES = {
    "an argument": "SELECT count(DISTINCT guidon_derive(make_timestamptz(hook(i)), "
                   f"repeat('k', 32)::BLOB, i)) = {ROWS} FROM range({ROWS}) t(i)",
    "a text": "SELECT bool_and(guidon_parse(guidon_format(guidon_v7(), CASE hook(i) % 2 WHEN 0 "
              f"THEN 'ulid' ELSE 'hex' END)) IS NOT NULL) FROM range({ROWS}) t(i)",
    "beside a maker": f"SELECT count(DISTINCT id) = {ROWS} AND max(n) = {ROWS - 1} FROM "
                      f"(SELECT hook(i) AS n, guidon_v7() AS id FROM range({ROWS}) t(i))",
    "a result": "SELECT bool_and(guidon_version_of(id) = 7) FROM (SELECT guidon_v7_floor("
                f"make_timestamptz(hook(i))) AS id FROM range({ROWS}) t(i))",
    "an audit": f"SELECT ({audit_of('guidon_floor(make_timestamptz(hook(i) * 1000))')}::JSON "
                f"->> '$.rows')::INT = {ROWS} FROM range({ROWS}) t(i)",
    "an audit's number": f"SELECT ({audit_of('guidon_v4()', 'hook(i)')}::JSON ->> '$.rows')"
                         f"::INT = {ROWS} FROM range({ROWS}) t(i)",
    "groups of an audit": f"SELECT count(a) = 100 FROM (SELECT {audit_of('guidon_v4()')} AS a "
                          f"FROM range({ROWS}) t(i) GROUP BY hook(i) % 100)",
    "an order": "SELECT count(id) = 9 FROM (SELECT guidon_v6() AS id FROM "
                f"range({ROWS}) t(i) ORDER BY hook(i) LIMIT 9)",
}


def fails(_):
    raise ValueError("a function fails")


def interrupts(session):
    session.interrupt()


def interrupts_by_signal(_):
    signal.raise_signal(signal.SIGINT)


def use(session):
    """Calls of every kind, as a query that runs at the same time makes them."""
    assert one(session, "SELECT count(DISTINCT guidon_v7()) FROM range(3000)") == 3000
    assert one(session, f"SELECT {audit_of('guidon_v4()')} FROM range(3000)")


def uses_the_database(session):
    with session.cursor() as other:
        use(other)


def uses_another_database(_):
    with connect() as other:
        use(other)


def starts_a_thread(_):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(uses_another_database, None).result(120)


def forks(_):
    child = os.fork()
    if child == 0:
        signal.alarm(120)
        uses_another_database(None)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def loads_again(session):
    with session.cursor() as other:
        other.execute(f"LOAD '{EXTENSION}'")


# What the function does, and the errors with which the query may end.
ACTS = {
    "goes on": (lambda _: None, ()),
    "fails": (fails, (duckdb.InvalidInputException,)),
    "interrupts": (interrupts, (duckdb.InterruptException,)),
    "signals": (interrupts_by_signal, (duckdb.Error, KeyboardInterrupt)),
    "uses the database": (uses_the_database, ()),
    "uses another database": (uses_another_database, ()),
    "starts a thread": (starts_a_thread, ()),
    "forks": (forks, ()),
    "loads again": (loads_again, ()),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_function_of_the_user_may_do_anything(database, act):
    run, allowed = ACTS[act]
    state = {"calls": 0, "acts": False}

    def hook(n):
        """Act at the first call, and once in 256 calls."""
        state["calls"] += 1
        if state["acts"] and state["calls"] % 256 == 1:
            state["acts"] = False
            try:
                run(database)
            finally:
                state["acts"] = True
        return n

    database.create_function("hook", hook, ["BIGINT"], "BIGINT", side_effects=True)
    for place, query in PLACES.items():
        state.update(calls=0, acts=True)
        try:
            assert one(database, query) is True, place
        except allowed:
            pass
        state["acts"] = False
        assert state["calls"] > 0, place
        use(database)
