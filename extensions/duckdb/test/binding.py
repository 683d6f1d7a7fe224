# SPDX-License-Identifier: MIT
"""The extension, as the shared tests of tests/support/vector_tests.py call it."""

import pathlib
import sys
import uuid

from conftest import audit_of, one

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests/support"))
from vector_tests import Database, Sql

INTEGERS = {"TINYINT": (8, 1), "SMALLINT": (16, 1), "INTEGER": (32, 1), "BIGINT": (64, 1),
            "HUGEINT": (128, 1), "UTINYINT": (8, 0), "USMALLINT": (16, 0),
            "UINTEGER": (32, 0), "UBIGINT": (64, 0), "UHUGEINT": (128, 0)}
# The ways to give a time of each unit; nanoseconds as the README does.
WAYS = {"us": ["make_timestamp({}::BIGINT)", "make_timestamptz({}::BIGINT)"],
        "ms": ["make_timestamptz({}::BIGINT * 1000)"],
        "ns": ["make_timestamp(epoch_ns(make_timestamp_ns({}::BIGINT)) // 1000)"]}
# As the README writes a half-open range.
UP = "date_trunc('milliseconds', {} + INTERVAL 999 MICROSECONDS)"
RANGE = f"id >= guidon_floor({UP.format('a')}) AND id < guidon_floor({UP.format('b')})"


def types_of(number):
    """The types of DuckDB that hold a number."""
    return [name for name, (bits, sign) in INTEGERS.items()
            if -sign * 2**(bits - 1) <= number < 2**(bits - sign)]


class DuckDB(Database):
    NAME = "duckdb"
    FIELDS = ("version", "us")
    BOUNDS = {"v7": ("v7_floor", "v7_ceil"), "ulid": ("floor", "ceil")}
    UNITS = ("us", "ms", "ns")
    AUDIT_HEAD = ("rows", "nulls")
    LACKS = ("typeid", "audit of ULIDs")

    def __init__(self, session):
        self.session = session

    def one(self, query, *parameters):
        return one(self.session, query, *parameters)

    def mark(self, value):
        return {uuid.UUID: "?::UUID", bytes: "?::BLOB"}.get(type(value), "?"), value

    def field(self, name, id_):
        if name == "us":
            return self.one("SELECT epoch_us(guidon_time_of(?::UUID))", id_)
        return super().field(name, id_)

    def times(self, time):
        return [Sql(way.format(f"'{time.count}'")) for way in WAYS[time.unit]]

    def data(self, row):
        """A value of hashed.json in each type that has it."""
        if row["type"] == "integer":
            return [Sql(f"CAST('{row['value']}' AS {name})") for name in types_of(int(row["value"]))]
        if row["type"] == "text":
            return [row["value"]]
        return [uuid.UUID(row["value"])] if len(row["value"]) == 32 else []

    def names(self, value):
        return False  # DuckDB makes version 5 by uuidv5

    def prefixed_time_is(self, id_, bits, ns):
        return self.one("SELECT epoch_us(guidon_prefixed_time_of(?::UUID, ?))", id_,
                        bits) == ns // 1000

    def in_range(self, id_, low, high):
        return self.one(f"SELECT {RANGE} FROM (SELECT ?::UUID AS id, {low} AS a, {high} AS b)", id_)

    def audit(self, ids, ulid=False, distinct=None):
        number, given = ("?", [distinct]) if distinct is not None else (None, [])
        return self.one(f"SELECT {audit_of('id::UUID', number)} FROM "
                        "(SELECT unnest(?::VARCHAR[]) AS id)", *given, ids)

    def made(self, way, n):
        made = self.session.execute(f"SELECT {way} FROM range(?)", [n]).fetchall()
        return [value.int for (value,) in made]
