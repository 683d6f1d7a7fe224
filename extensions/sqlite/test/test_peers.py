# SPDX-License-Identifier: MIT
"""The names of sqlean and sqlite-ulid give what they give there, where that is right."""

import platform
import sys

import apsw
import pytest

import build
from conftest import one

sys.path.insert(0, str(build.ROOT / "extensions/sqlite/bench"))
import bench

V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
OCTETS = bytes.fromhex("01563e3ab5d3d6764c61efb99302bd5b")
UUIDS = [V7, V7.upper(), "{" + V7 + "}", V7.replace("-", ""), OCTETS, V7[:-1], "junk", "",
         b"", b"x", None, 5, 1.5, "919108f7-52d1-4320-9bac-f847db4148a8"]

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64",
                                reason="the other extensions are wheels for x86_64")


@pytest.fixture(scope="module")
def sqlite_ulid():
    path, entry, _ = bench.peers()["sqlite-ulid"]
    session = bench.loaded(path, entry)
    yield session
    session.close()


@pytest.fixture(scope="module")
def sqlean():
    bench.peers()
    session = bench.sqlean()
    yield session
    session.close()


@pytest.mark.parametrize("call", ["uuid_str(?)", "uuid_blob(?)", "uuid7_timestamp_ms(?)"])
def test_sqlean(database, sqlean, call):
    for value in UUIDS:
        ((there,),) = sqlean.execute(f"SELECT {call}", [value]).fetchall()
        assert one(database, f"SELECT {call}", value) == there, value


@pytest.mark.parametrize("call, values", [
    ("lower(ulid(?))", [OCTETS, bytes(16), b"\xff" * 16]),
    ("ulid_bytes(?)", [ULID, ULID.lower()]),
    ("ulid_datetime(?)", [ULID, ULID.lower(), OCTETS]),
    ("lower(substr(ulid_with_datetime(?), 1, 10))", ["2016-07-30 23:54:10.259"]),
    ("substr(ulid_with_prefix(?), 1, 5)", ["user", "a_b"]),
    ("length(ulid_with_prefix(?))", ["", "user"])])
def test_sqlite_ulid(database, sqlite_ulid, call, values):
    for value in values:
        assert one(database, f"SELECT {call}", value) == \
            one(sqlite_ulid, f"SELECT {call}", value), value


@pytest.mark.parametrize("value", [b"", "junk", b"x", None, ULID[:-1], "8" + ULID[1:]])
def test_what_sqlite_ulid_refuses_is_null(database, sqlite_ulid, value):
    for call in ("ulid_bytes(?)", "ulid_datetime(?)"):
        assert one(database, f"SELECT {call}", value) is None
        # A ULID above the largest is one there, with the first bits lost.
        if value != "8" + ULID[1:]:
            with pytest.raises(apsw.SQLError):
                one(sqlite_ulid, f"SELECT {call}", value)
