# SPDX-License-Identifier: MIT
"""Fixtures: connections of DuckDB with the extension loaded."""

import os

import duckdb
import pytest

EXTENSION = os.environ["GUIDON_DUCKDB_EXTENSION"]
# A sanitizer keeps memory that was freed, so figures of memory say nothing.
IS_SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")


def pytest_addoption(parser):
    parser.addoption("--ids", type=int, default=100_000, help="different ids of the "
                     "largest audits")


def connect(threads=1):
    session = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    session.execute(f"LOAD '{EXTENSION}'")
    session.execute(f"SET threads = {threads}")
    session.execute("SET TimeZone = 'UTC'")
    return session


# DuckDB 1 has guidon_audit as a function of a list, instead of an aggregate.
AUDITS_LISTS = int(duckdb.__version__.split(".", maxsplit=1)[0]) < 2


def audit_of(ids, number=None):
    """The call that audits a column, for this version of DuckDB."""
    if AUDITS_LISTS:
        ids, number = f"list({ids})", number and f"first({number})"
    return f"guidon_audit({ids}, {number})" if number else f"guidon_audit({ids})"


def one(session, sql, *args):
    """The only value of a query."""
    ((value,),) = session.execute(sql, list(args)).fetchall()
    return value


@pytest.fixture
def database():
    session = connect()
    yield session
    session.close()


def pytest_report_header():
    return f"DuckDB {duckdb.__version__}"
