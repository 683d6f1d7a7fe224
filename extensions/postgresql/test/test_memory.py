# SPDX-License-Identifier: MIT
"""Calls without number take no memory, and the module is clean under a sanitizer."""

import pathlib
import re

import samples
from cluster import value

# A leak of 8 bytes a call shows on the newest server, where the query has a million
# rows, or as many as the option --rows says. The others have a third.
SLACK = 2 << 20


def resident(session):
    """The anonymous memory of the backend, in bytes."""
    status = pathlib.Path(f"/proc/{session.info.backend_pid}/status").read_text()
    return int(re.search(r"^RssAnon:\s*(\d+) kB", status, re.M)[1]) << 10


def contexts(session):
    """What the memory contexts of the backend hold, in bytes, if the server says so."""
    if session.info.server_version < 140000:
        return 0
    return value(session, "SELECT sum(used_bytes)::int8 FROM "
                 "pg_backend_memory_contexts")


def first_valid_call(session, function):
    """A call with samples that gives no error, or None."""
    for call in function.calls():
        session.execute("SAVEPOINT before")
        try:
            session.execute(f"SELECT {call}")
            return call
        except Exception:
            session.execute("ROLLBACK TO before")
    return None


def calls_of_all(session):
    """One valid call of each function that returns one value, but for those that read the
    catalogue, which nobody calls for rows. The planner would compute an IMMUTABLE call of
    literals once, so its first argument varies."""
    with session.transaction():
        for function in samples.callable_functions(session):
            call = (not function.returns_set and function.volatility != "s" and
                    first_valid_call(session, function))
            if call:
                yield function, call


def per_row(function, call):
    """The call with an argument that differs from row to row."""
    if not function.arguments:
        return call
    name, arguments = call.split("(", 1)
    first = arguments[:-1].split(", ")[0] if len(function.arguments) > 1 else (
        arguments[:-1])
    rest = arguments[:-1][len(first):]
    return f"{name}(CASE WHEN a > 0 THEN {first} END{rest})"


def run(session, calls, count):
    counts = ", ".join(f"count({call})" for call in calls)
    session.execute(f"SELECT {counts} FROM generate_series(1, 1000) b, "
                    f"generate_series(1, {count // 1000}) a")


def test_calls_take_no_memory(database, server, request):
    count = request.config.getoption("--rows")
    if server is not request.config.found[-1]:
        count //= 3
    database.execute("SET max_parallel_workers_per_gather = 0; SET work_mem = '64MB'")
    calls = [per_row(function, call) for function, call in calls_of_all(database)]
    assert len(calls) >= 4
    run(database, calls, 10_000)
    before = resident(database), contexts(database)
    run(database, calls, count)
    after = resident(database), contexts(database)
    assert after[0] - before[0] < SLACK
    assert after[1] - before[1] < SLACK
