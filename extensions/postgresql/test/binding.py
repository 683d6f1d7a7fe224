# SPDX-License-Identifier: MIT
"""The extension, as the shared tests of tests/support/vector_tests.py call it."""

import sys
import uuid

import psycopg

import build
from cluster import rows, value as one

sys.path.insert(0, str(build.ROOT / "tests/support"))
from vector_tests import Database, Sql


def bytea(digits):
    return f"'\\x{digits}'::bytea"


def instant(micros):
    """The timestamptz of microseconds since 1970. It has two parts, because an interval
    times a number is a float."""
    return (f"('1970-01-01 00:00+00'::timestamptz + {micros // 3600000000} * interval '1 hour' "
            f"+ {micros % 3600000000} * interval '1 microsecond')")


class PostgreSQL(Database):
    NAME = "postgresql"
    FIELDS = ("version", "variant", "clock_seq", "node", "us")
    BOUNDS = {"v6": ("v6_floor", "v6_ceil"), "v7": ("v7_floor", "v7_ceil"),
              "ulid": ("ulid_floor", "ulid_ceil")}
    UNITS = ("us",)
    AUDIT_HEAD = ("rows", "nulls")
    LACKS = ("audit of ULIDs",)
    MARKS = {uuid.UUID: "%s::uuid", bytes: "%s::bytea", str: "%s::text", int: "%s::int"}

    def __init__(self, session):
        self.session = session

    def one(self, query, *parameters):
        return one(self.session, query, *parameters)

    def mark(self, value):
        return self.MARKS[type(value)], value

    def call(self, function, *values):
        found = super().call(function, *values)
        if function.startswith("ulid_"):  # of the type ulid, which psycopg does not know
            return self.one("SELECT %s::ulid::uuid", found)
        return found

    def parse(self, text, *form):
        try:
            return super().parse(text, *form)
        except psycopg.errors.InvalidTextRepresentation:
            return None

    def describe(self, text, *forms, lenient=False):
        return None if forms or lenient else \
            self.one("SELECT guidon_describe(%s)::text", text)

    def field(self, name, id_):
        """psycopg's times end in 9999, so that a time is a number here."""
        if name == "us":
            return self.one("""
                SELECT extract(epoch FROM date_trunc('second', t))::bigint * 1000000 +
                       extract(microseconds FROM t)::bigint %% 1000000
                FROM guidon_time_of(%s::uuid) t""", id_)
        found = super().field(name, id_)
        return int(found.replace(":", ""), 16) if found and name == "node" else found

    def times(self, time):
        return [Sql(instant(time.ns() // 1000))]

    def data(self, row):
        """A value of hashed.json in each type that has it. A text of PostgreSQL has no
        U+0000."""
        if row["type"] == "integer":
            return [Sql(f"({row['value']}::numeric)::{name}") for name, bits in
                    (("smallint", 15), ("integer", 31), ("bigint", 63))
                    if -2**bits <= int(row["value"]) < 2**bits]
        if row["type"] == "text":
            return [row["value"]] * ("\0" not in row["value"])
        return [uuid.UUID(row["value"])] if len(row["value"]) == 32 else []

    def names(self, value):
        return type(value) in (str, bytes)

    def prefixed_time_is(self, id_, bits, ns):
        return self.one(f"SELECT guidon_prefixed_time_of(%s::uuid, %s) = {instant(ns // 1000)}",
                        id_, bits)

    def audit(self, ids, ulid=False, distinct=None):
        if distinct is None:
            return self.one("SELECT guidon_audit(id) FROM unnest(%s::uuid[]) id", ids)
        return self.one("SELECT guidon_audit(id, %s) FROM unnest(%s::uuid[]) id", distinct, ids)

    def made(self, way, n):
        return [value.int for (value,) in
                rows(self.session, f"SELECT {way} FROM generate_series(1, %s)", n)]
