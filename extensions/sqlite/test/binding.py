# SPDX-License-Identifier: MIT
"""The extension, as the shared tests of tests/support/vector_tests.py call it."""

import datetime
import json
import math
import sys
import uuid

import build
from conftest import one

sys.path.insert(0, str(build.ROOT / "tests/support"))
from vector_tests import Database, octets


def text_of(micros):
    """The ISO 8601 text of microseconds since 1970."""
    at = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micros)
    return at.isoformat(" ", "microseconds")


class Sqlite(Database):
    """An id is a BLOB here, and a function with a twin in _blob gives its text."""

    NAME = "sqlite"
    FIELDS = ("version", "variant", "ms")
    BOUNDS = {"v7": ("v7_floor", "v7_ceil"), "ulid": ("ulid_floor", "ulid_ceil")}
    UNITS = ("ms", "us")
    AUDIT_HEAD = ("rows", "nulls", "malformed")

    def __init__(self, session):
        self.session = session
        self.functions = {name for (name,) in session.execute(
            "SELECT name FROM pragma_function_list")}

    def one(self, query, *parameters):
        return one(self.session, query, *parameters)

    def mark(self, value):
        return "?", value.bytes if isinstance(value, uuid.UUID) else value

    def call(self, function, *values):
        found = super().call(function, *values)
        if f"guidon_{function}_blob" in self.functions:
            text, found = found, super().call(f"{function}_blob", *values)
            assert self.one("SELECT guidon_parse(?)", text) == found, text
        is_id = isinstance(found, bytes) and len(found) == 16
        return uuid.UUID(bytes=found) if is_id else found

    def parse(self, text, *form):
        found = super().parse(text, *form)
        assert self.call("valid", text, *form) == (found is not None), text
        return found

    def reason(self, text, *forms, lenient=False):
        said = super().reason(text, *forms, lenient=lenient)
        if self.call("typeid_prefix_of", text) is None:
            return said
        assert not said  # guidon_parse reads TypeIDs too
        return None

    def times(self, time):
        """A REAL of milliseconds far from 1970 cannot hold every microsecond."""
        if time.unit == "ms":
            return [time.count]
        texts = [text_of(time.count)] if time.count < 253402300800 * 10**6 else []
        return texts + [time.count / 1000] * (math.floor(time.count / 1000) == time.count // 1000)

    def data(self, row):
        kinds = {"integer": int, "bytes": octets, "text": str}
        return [kinds[row["type"]](row["value"])]

    def names(self, value):
        return True

    def prefixed_time_is(self, id_, bits, ns):
        """The text of a time ends with the year 9999."""
        found = self.call("prefixed_time_of", id_, bits)
        ms = ns // 10**6
        return found == (text_of(ms * 1000)[:-3] if ms < 253402300800000 else None)

    def in_range(self, id_, low, high):
        return self.one("SELECT ?1 >= guidon_floor_blob(ceil(?2)) AND "
                        "?1 < guidon_floor_blob(ceil(?3))", id_.bytes, low, high)

    def audit(self, ids, ulid=False, distinct=None):
        return self.one("SELECT guidon_audit(unhex(value), ?, ?) FROM json_each(?)",
                        "ulid" if ulid else "uuid", distinct, json.dumps(ids))

    def made(self, way, n):
        query = f"""WITH RECURSIVE rows(i) AS
            (SELECT 1 UNION ALL SELECT i + 1 FROM rows LIMIT ?) SELECT {way} FROM rows"""
        ids = [value.hex() if isinstance(value, bytes) else value.replace("-", "")
               for (value,) in self.session.execute(query, (n,))]
        return [int(digits, 16) for digits in ids]
