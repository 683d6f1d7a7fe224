# SPDX-License-Identifier: MIT
"""Fixtures: connections with the extension, by apsw, which has a SQLite of its own."""

import apsw
import pytest

import build


def pytest_addoption(parser):
    parser.addoption("--packages", action="store_true", help="also test the "
                     "installation by CMake, which builds the library again")
    parser.addoption("--scripts", type=int, default=25, help="scripts of random "
                     "calls, each with every function")
    parser.addoption("--ids", type=int, default=100_000, help="different ids of the "
                     "largest audits")


def connect(name=":memory:", path=None):
    """A connection with the extension loaded."""
    database = apsw.Connection(str(name))
    database.enable_load_extension(True)
    database.load_extension(str(path or build.extension()))
    return database


def one(database, sql, *args):
    """The only value of a query."""
    ((value,),) = database.execute(sql, args).fetchall()
    return value


def error(database, sql, *args):
    """The message of the error that ends a statement."""
    with pytest.raises(apsw.SQLError) as raised:
        database.execute(sql, args).fetchall()
    return str(raised.value)


def numbers(first, last):
    """A table for FROM: the column value counts from first to last."""
    return (f"(WITH RECURSIVE g(value) AS (SELECT {first} UNION ALL SELECT value + 1 "
            f"FROM g WHERE value < {last}) SELECT value FROM g)")


@pytest.fixture
def database():
    session = connect()
    yield session
    session.close()
