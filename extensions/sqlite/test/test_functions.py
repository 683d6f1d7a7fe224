# SPDX-License-Identifier: MIT
"""What each function returns: its flags, results, NULLs and errors."""

import json
import math
import re
import sys
import time

import apsw
import pytest

import build
import catalogue
from conftest import error, numbers, one

sys.path.insert(0, str(build.ROOT / "tests/support"))
import functions_page

V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
V7_MS = 1645557742000
V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
ULID_MS = 1469922850259
LAST_MS = 2**48 - 1


def blob(text):
    return bytes.fromhex(text.replace("-", ""))


# ------------------------------------------------------------------------ flags


PEER_NAMES = {"uuid", "uuid4", "uuid7", "gen_random_uuid", "uuid_str", "uuid_blob",
              "uuid7_timestamp_ms", "ulid", "ulid_bytes", "ulid_datetime", "ulid_with_datetime",
              "ulid_with_prefix"}


def test_names_are_those_of_the_page(database):
    """docs/functions.md has every function. All begin with guidon_, except the names of other
    projects. SQLite lists the table guidon_series as a module."""
    names = {name for name, _ in catalogue.functions(database)}
    tables = {name for (name,) in database.execute("SELECT name FROM pragma_module_list")}
    ours = {name for name in names | tables if name.startswith("guidon_")}
    assert functions_page.differences("SQLite", ours) == []
    assert names - ours == PEER_NAMES


def test_makers_are_volatile_and_all_else_is_deterministic(database):
    found = catalogue.functions(database)
    assert {name for name, _ in found} >= catalogue.NEW
    for key, (_, flags) in found.items():
        assert flags & catalogue.INNOCUOUS, key
        assert bool(flags & catalogue.DETERMINISTIC) != catalogue.makes_new(key), key


def test_null_gives_null(database):
    for name, args in catalogue.functions(database):
        if args > 0 and name != "guidon_audit":
            nulls = ", ".join(["NULL"] * args)
            assert one(database, f"SELECT {name}({nulls})") is None, name


# ---------------------------------------------------------------------- new ids


@pytest.mark.parametrize("name, kind, length", [
    ("guidon_v1", "v1", 36), ("guidon_v4", "v4", 36), ("guidon_v6", "v6", 36),
    ("guidon_v7", "v7", 36), ("guidon_ulid", "ulid", 26), ("uuid", "v4", 36),
    ("uuid4", "v4", 36), ("uuid7", "v7", 36), ("gen_random_uuid", "v4", 36),
    ("ulid", "ulid", 26)])
def test_new_ids(database, name, kind, length):
    text = one(database, f"SELECT {name}()")
    assert len(text) == length and one(database, "SELECT guidon_kind_of(?)", text) == kind
    many = [value for (value,) in database.execute(
        f"SELECT {name}() FROM {numbers(1, 1000)}")]
    assert len(set(many)) == 1000
    if kind in {"v6", "v7", "ulid"}:
        assert many == sorted(many)


@pytest.mark.parametrize("name", ["v1", "v4", "v6", "v7", "ulid"])
def test_new_blobs(database, name):
    value = one(database, f"SELECT guidon_{name}_blob()")
    assert isinstance(value, bytes) and len(value) == 16
    if name != "ulid":
        assert one(database, "SELECT guidon_kind_of(?)", value) == name


def test_new_ids_have_the_time_of_now(database):
    before = time.time_ns() // 10**6
    for name in ("guidon_v1()", "guidon_v6()", "guidon_v7()", "guidon_v7_blob()",
                 "guidon_ulid()", "guidon_typeid('a')"):
        ms = one(database, f"SELECT guidon_ms_of({name})")
        # The clock may be adjusted, and ids run ahead by at most a second.
        assert before - 10_000 <= ms <= time.time_ns() // 10**6 + 10_000, name


@pytest.mark.parametrize("name, kind", [
    ("guidon_v7_at", "uuid"), ("guidon_v7_at_blob", "uuid"), ("guidon_ulid_at", "ulid"),
    ("guidon_ulid_at_blob", "ulid")])
def test_new_ids_of_a_time(database, name, kind):
    for at, ms in [(0, 0), (LAST_MS, LAST_MS), (V7_MS, V7_MS), (1.75, 1), (V7_MS + .5, V7_MS),
                   ("2022-02-22T19:22:22Z", V7_MS), ("1970-01-01", 0)]:
        assert one(database, f"SELECT guidon_ms_of({name}(?), ?)", at, kind) == ms, at
        assert one(database, f"SELECT {name}(?) <> {name}(?)", at, at) == 1
    for at in (-1, LAST_MS + 1, "1969-12-31T23:59:59.999Z", -0.5, 1e300, -2**63):
        assert "out of range" in error(database, f"SELECT {name}(?)", at), at
    for at in ("junk", "now", "", b"2022-02-22"):
        assert one(database, f"SELECT {name}(?)", at) is None, at


def test_the_error_names_function_time_and_range(database):
    assert error(database, "SELECT guidon_v7_at(-1)") == (
        "guidon_v7_at: the time -1 ms is out of range (expected 0 to 281474976710655, the "
        "years 1970 to 10889)")
    for at, shown in [(1e300, "1.0e+300 ms"), (-1e300, "-1.0e+300 ms"),
                      (math.inf, "Inf ms"), (-math.inf, "-Inf ms"), (-0.5, "-0.5 ms"),
                      (2**63 - 1, "9223372036854775807 ms"), (LAST_MS + 1, f"{LAST_MS + 1} ms"),
                      ("1969-12-31 23:59+00:00", "1969-12-31 23:59+00:00"),
                      ("1969-12-31 23:59:59." + "9" * 99, "1969-12-31 23:59:59." + "9" * 20)]:
        for call in ("guidon_v7_at(?)", "guidon_ulid_at_blob(?)",
                     "guidon_derive(?, zeroblob(32), 'a')"):
            name = call.partition("(")[0]
            assert error(database, f"SELECT {call}", at) == (
                f"{name}: the time {shown} is out of range (expected 0 to {LAST_MS}, the "
                "years 1970 to 10889)")


def test_namespaces(database):
    for ns, name, want in [
            ("dns", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"),
            ("6BA7B810-9DAD-11D1-80B4-00C04FD430C8", b"www.example.com",
             "2ed6657d-e927-568b-95e1-2665a8aea6a2")]:
        assert one(database, "SELECT guidon_v5(?, ?)", ns, name) == want
        assert one(database, "SELECT guidon_v5_blob(?, ?)", ns, name) == blob(want)
    assert one(database, "SELECT guidon_v5('url', 42) = guidon_v5('url', x'000000000000002a')") == 1
    assert one(database, "SELECT guidon_v5('url', 42) = guidon_v5('url', '42')") == 0
    assert "a REAL is not hashed" in error(database, "SELECT guidon_v5('url', 4.5)")
    assert one(database, "SELECT guidon_v5('DNS', 'a')") is None
    # The empty name is a name.
    assert one(database, "SELECT guidon_v3('dns', '') = guidon_v3('dns', x'')") == 1


def test_names_of_kinds_and_namespaces_end_where_the_text_ends(database):
    assert one(database, "SELECT guidon_v5(?, 'a')", "dns\0") is None
    assert "'uuid' or 'ulid'" in error(database, "SELECT guidon_ms_of(?, ?)", V7, "ulid\0x")
    assert "'uuid' or 'ulid'" in error(database, "SELECT guidon_audit(?, ?)", V7, "uuid\0")


def test_errors_quote_whole_characters(database):
    text = "ab" + "\u20ac" * 70
    for call in ("guidon_format(?1, ?2)", "guidon_ms_of(?1, ?2)", "guidon_typeid(?2)",
                 "value FROM guidon_series(?2, 1) WHERE ?1 > 0"):
        message = error(database, f"SELECT {call}", V7, text)
        assert "ab\u20ac" in message and "\ufffd" not in message, call


# ------------------------------------------------------------------------ times


@pytest.mark.parametrize("text, ms", [
    ("1970-01-01", 0), ("1970-01-01T00:00", 0), ("1970-01-01 00:00:00.0019999", 1),
    ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T01:00+01:00", 0),
    ("1969-12-31T23:00:00-01:00", 0), ("2000-02-29", 951782400000),
    ("2024-12-31T23:59:59.999Z", 1735689599999), ("9999-12-31T23:59:59.999", 253402300799999),
    ("1970-01-01T00:00:00.001-00:01", 60001), ("1970-01-01 01:00:00+01", 0),
    ("1969-12-31 13:30:00.5-1030", 500), ("0000-01-01T00:00:00", None),
    ("1970-01-01Z", 0), ("+1970-01-01", 0), ("1970-01-02+23:59", 60000)])
def test_times(database, text, ms):
    floor = one(database, "SELECT guidon_floor_blob(?)", text)
    want = bytes(16) if ms is None else ms.to_bytes(6, "big") + bytes(10)
    assert floor == want


@pytest.mark.parametrize("text", [
    "1970-1-1", "1970-01-32", "1970-13-01", "1900-02-29", "2023-02-29", "2023-04-31",
    "1970-01-01T", "1970-01-01T00", "1970-01-01T24:00", "1970-01-01T00:60",
    "1970-01-01T00:00:60", "1970-01-01T00:00:00.", "1970-01-01T00:00:00,5",
    "1970-01-01T00:00Zjunk", "1970-01-01T00:00+1:00", "1970-01-01T00:00+010",
    "1970-01-01T00:00+01:", "1970-01-01T00:00+01:0", "1970-01-01T00:00+0160",
    "1970-01-01T00:00+01:00:00", "1970-01-01T00:00+", "1970-01-01T00:00+24:00",
    "1970-01-01T00:00 Z", " 1970-01-01", "1970-01-01 ", "-1970-01-01", "10000-01-01",
    "19700101", "now", "2460000.5", "1970-01-01\0", "1970-01-01T00:00:00.5\0", "00:00"])
def test_texts_that_are_no_time(database, text):
    assert one(database, "SELECT guidon_floor_blob(?)", text) is None


def test_every_day_of_the_calendar(database):
    """Each day of 800 years begins where SQLite says, and prints as SQLite does."""
    assert one(database, f"""
        SELECT count(*) FROM (
          SELECT date(0, 'unixepoch', value || ' days') AS d FROM {numbers(0, 292193)})
        WHERE guidon_floor_blob(d) IS NOT guidon_floor_blob(unixepoch(d) * 1000)
           OR guidon_time_of(guidon_floor_blob(d), 'ulid') IS NOT d || ' 00:00:00.000'""") == 0


def test_datetime(database):
    assert one(database, "SELECT guidon_time_of(?)", V7) == "2022-02-22 19:22:22.000"
    assert one(database, "SELECT guidon_time_of(?)", ULID) == "2016-07-30 23:54:10.259"
    assert one(database, "SELECT datetime(guidon_time_of(?))", ULID) == "2016-07-30 23:54:10"
    # Version 6 begins in 1582. Above the year 9999 SQLite reads no dates.
    assert one(database, "SELECT guidon_time_of('00000000-0000-6000-8000-000000000000')") \
        == "1582-10-15 00:00:00.000"
    assert one(database, "SELECT guidon_time_of(guidon_v7_at(?))", 253402300799999) == \
        "9999-12-31 23:59:59.999"
    assert one(database, "SELECT guidon_time_of(guidon_v7_at(?))", 253402300800000) is None


def test_a_ulid_in_a_blob_needs_its_kind(database):
    octets = one(database, "SELECT guidon_parse(?)", ULID)
    assert one(database, "SELECT guidon_ms_of(?, 'ulid')", octets) == ULID_MS
    assert one(database, "SELECT guidon_ms_of(?)", octets) is None
    assert one(database, "SELECT guidon_ms_of(?, 'uuid')", ULID) is None
    assert one(database, "SELECT guidon_time_of(?, 'ulid')", octets) == \
        "2016-07-30 23:54:10.259"
    assert "'uuid' or 'ulid'" in error(database, "SELECT guidon_ms_of(?, 'v7')", octets)


# --------------------------------------------------------------- fields and text


def test_fields(database):
    assert one(database, "SELECT guidon_ms_of(?)", V7) == V7_MS
    assert one(database, "SELECT guidon_ms_of(?)", V4) is None
    assert one(database, "SELECT guidon_version_of(?)", V4) == 4
    assert one(database, "SELECT guidon_version_of(?)", bytes(16)) is None
    assert one(database, "SELECT guidon_variant_of(?)", V4) == "rfc"
    for value, kind in [(bytes(16), "nil"), (b"\xff" * 16, "max"), (ULID, "ulid"),
                        (ULID.lower(), "ulid"), (blob(V4), "v4"),
                        (b"\1" + bytes(15), "ncs"), (b"\xc0" * 16, "microsoft"),
                        (b"\xe0" * 16, "future"),
                        ("user_01h455vb4pex5vsknk084sn02q", "typeid")]:
        assert one(database, "SELECT guidon_kind_of(?)", value) == kind


def test_text_and_blob(database):
    assert one(database, "SELECT guidon_format(?)", blob(V7)) == V7
    assert one(database, "SELECT guidon_format(?, 'urn')", blob(V7)) == "urn:uuid:" + V7
    assert one(database, "SELECT guidon_format(?, 'ncs')", V7) is None
    assert one(database, "SELECT guidon_parse(?)", "{" + V7.upper() + "}") == blob(V7)
    assert one(database, "SELECT guidon_parse(guidon_format(?, 'base62'), 'base62')", V7) == blob(V7)
    assert one(database, "SELECT guidon_parse(?, 'ulid')", V7) is None
    assert one(database, "SELECT guidon_valid(?, 'hex')", V7) == 0
    assert 'name "nope"' in error(database, "SELECT guidon_format(?, 'nope')", V7)
    assert "no form" in error(database, "SELECT guidon_valid(?, ?)", V7, "uuid\0")


@pytest.mark.parametrize("value", [
    "", "junk", V7[:-1], V7 + "0", V7 + "\0", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", b"", b"junk",
    bytes(15), bytes(17), 5, 1.5, "_01h455vb4pex5vsknk084sn02q",
    "User_01h455vb4pex5vsknk084sn02q"])
def test_malformed_is_null(database, value):
    for call in ("guidon_format(?1)", "guidon_parse(?1)", "guidon_kind_of(?1)", "guidon_ms_of(?1)",
                 "guidon_time_of(?1)", "guidon_version_of(?1)", "guidon_variant_of(?1)",
                 "guidon_v1_to_v6(?1)", "guidon_mask(?1, zeroblob(16))", "uuid_str(?1)",
                 "guidon_encrypt(?1, zeroblob(32))", "guidon_typeid('a', ?1)"):
        assert one(database, f"SELECT {call}", value) is None, call
    assert one(database, "SELECT guidon_valid(?)", value) == 0


def test_typeid(database):
    text = "user_01h455vb4pex5vsknk084sn02q"
    octets = one(database, "SELECT guidon_parse(?)", text)
    assert one(database, "SELECT guidon_typeid('user', ?)", octets) == text
    assert one(database, "SELECT guidon_typeid_prefix_of(?)", text) == "user"
    assert one(database, "SELECT guidon_typeid_prefix_of(?)", text[5:]) == ""
    assert re.fullmatch("ab_c_[0-9a-z]{26}", one(database, "SELECT guidon_typeid('ab_c')"))
    for prefix in ("User", "_a", "a" * 64, "a b", "a\0"):
        assert "no prefix" in error(database, "SELECT guidon_typeid(?)", prefix)


# ----------------------------------------------------------------------- bounds


def test_bounds(database):
    for name in ("floor", "ceil", "v7_floor", "v7_ceil", "ulid_floor", "ulid_ceil"):
        assert one(database, f"SELECT guidon_{name}_blob(?1) = guidon_parse("
                   f"guidon_{name}(?1))", V7_MS) == 1, name
    assert one(database, "SELECT guidon_floor(?)", V7_MS) == \
        "017f22e2-79b0-0000-0000-000000000000"
    assert one(database, "SELECT guidon_floor_blob(?)", V7_MS).hex() == "017f22e279b0" + "0" * 20
    assert one(database, "SELECT guidon_ceil_blob(?)", V7_MS).hex() == "017f22e279b0" + "f" * 20
    assert one(database, "SELECT guidon_v7_floor(?)", V7_MS) == \
        "017f22e2-79b0-7000-8000-000000000000"
    assert one(database, "SELECT guidon_v7_ceil(?)", V7_MS) == \
        "017f22e2-79b0-7fff-bfff-ffffffffffff"
    assert one(database, "SELECT guidon_ulid_floor(?)", ULID_MS) == "01ARZ3NDEK" + "0" * 16
    assert one(database, "SELECT guidon_ulid_ceil(?)", ULID_MS) == "01ARZ3NDEK" + "Z" * 16


@pytest.mark.parametrize("at", [-1, -2**63, "0000-01-01", -9e999, "1969-12-31T23:59:59.999"])
def test_bounds_before_1970_are_nil(database, at):
    assert one(database, "SELECT guidon_floor_blob(?)", at) == bytes(16)
    assert one(database, "SELECT guidon_ceil_blob(?)", at) == bytes(16)
    assert one(database, "SELECT guidon_v7_ceil(?)", at) == "00000000-0000-0000-0000-000000000000"


@pytest.mark.parametrize("at", [LAST_MS + 1, 2**63 - 1, 9e999, 1e300])
def test_bounds_after_10889_are_max(database, at):
    assert one(database, "SELECT guidon_floor_blob(?)", at) == b"\xff" * 16
    assert one(database, "SELECT guidon_ulid_floor(?)", at) == "7" + "Z" * 25


def test_half_open_ranges_equal_the_model(database):
    """100,000 pairs of an id, first or last of its millisecond, and a range of times in
    quarters of a millisecond, which a REAL holds exactly. The README has the condition."""
    assert database.execute(f"""
        SELECT count(*), sum(guidon_ms_of(id) >= a AND guidon_ms_of(id) < b),
            sum((id >= guidon_floor_blob(ceil(a)) AND id < guidon_floor_blob(ceil(b)))
                IS NOT (guidon_ms_of(id) >= a AND guidon_ms_of(id) < b))
        FROM (SELECT guidon_parse(CASE value % 2 WHEN 0 THEN guidon_v7_floor({V7_MS} + value / 2 % 10)
                             ELSE guidon_v7_ceil({V7_MS} + value / 2 % 10) END) AS id,
                     {V7_MS} + value / 20 % 50 / 4.0 - 1 AS a,
                     {V7_MS} + value / 1000 % 100 / 8.0 AS b
              FROM {numbers(0, 99_999)})""").fetchall() == [(100_000, 23_700, 0)]


# --------------------------------------------------- conversions, keys, collation


def test_conversions_keep_text_and_blob(database):
    v1 = "c232ab00-9414-11ec-b3c8-9f6bdeced846"
    v6 = "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
    assert one(database, "SELECT guidon_v1_to_v6(?)", v1.upper()) == v6
    assert one(database, "SELECT guidon_v6_to_v1(?)", blob(v6)) == blob(v1)
    assert "not of version 1" in error(database, "SELECT guidon_v1_to_v6(?)", V4)
    assert "not of version 6" in error(database, "SELECT guidon_v6_to_v1(?)", v1)


def test_keys_are_checked(database):
    for call, size in [("guidon_mask(?1, ?2)", 16), ("guidon_unmask(?1, ?2)", 16),
                       ("guidon_encrypt(?1, ?2)", 32), ("guidon_decrypt(?1, ?2)", 32),
                       ("guidon_derive(?1, ?2, '')", 32),
                       ("guidon_derive_blob(?1, ?2, '')", 32)]:
        for key in (b"", bytes(size - 1), bytes(size + 1), "a" * size, 5):
            assert f"{size} bytes" in error(database, f"SELECT {call}", V7, key), call
    key = bytes(range(16))
    assert one(database, "SELECT guidon_unmask(guidon_mask(?1, ?2), ?2)", V7, key) == V7
    assert "not of version 7" in error(database, "SELECT guidon_mask(?, ?)", V4, key)
    assert "not of version 8" in error(database, "SELECT guidon_decrypt(?, ?)", V4, key * 2)
    assert "out of range" in error(database, "SELECT guidon_derive(-1, ?, 'a')", key * 2)


def test_collation(database):
    database.execute("CREATE TABLE t (id TEXT COLLATE guidon UNIQUE)")
    database.execute("INSERT INTO t VALUES (?)", [ULID])
    with pytest.raises(apsw.ConstraintError):
        database.execute("INSERT INTO t VALUES ('{01563E3A-B5D3-D676-4C61-EFB99302BD5B}')")
    texts = ["00000000-0000-0000-0000-000000000001", "{00000000-0000-0000-0000-00000000000A}",
             "0000000000000000000000000B", "", "2", "a", "a\0", "ab", "b"]
    database.execute("CREATE TABLE o (id TEXT COLLATE guidon)")
    database.executemany("INSERT INTO o VALUES (?)", [[text] for text in reversed(texts)])
    assert [text for (text,) in database.execute("SELECT id FROM o ORDER BY id")] == texts


# ------------------------------------------------------------ series and audit


@pytest.mark.parametrize("kind, storage", [
    ("uuid1", "text"), ("v4", "text"), ("v6_blob", "blob"), ("uuid6_blob", "blob"),
    ("uuid7", "text"), ("v7_blob", "blob"), ("ulid", "text"), ("ulid_blob", "blob"),
    ("ulid-monotonic", "text")])
@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 1000])
def test_series(database, kind, storage, n):
    rows = database.execute("SELECT value, typeof(value) FROM guidon_series(?, ?)",
                            [kind, n]).fetchall()
    values = [value for value, _ in rows]
    assert len(set(values)) == n and all(kind == storage for _, kind in rows)
    if kind not in {"uuid1", "v4"}:
        assert values == sorted(values)


def test_series_of_times(database):
    rows = database.execute("SELECT guidon_ms_of(value, 'ulid'), rowid FROM "
                            "guidon_series('ulid_blob', 600, '2024-01-01')").fetchall()
    assert rows == [(1704067200000 + i, i) for i in range(600)]
    assert one(database, "SELECT guidon_ms_of(value) FROM guidon_series('v7', 1, ?)", LAST_MS) \
        == LAST_MS
    assert database.execute("SELECT * FROM guidon_series('v7', 5, 'junk')").fetchall() == []


@pytest.mark.parametrize("call, reason", [
    ("'v7', 2, 281474976710655", "out of range"), ("'v7', 1, -1", "out of range"),
    ("'uuid7', 9223372036854775807, 0", "out of range"),
    ("'uuid4', 1, 0", "'v4' takes no time"), ("'uuid5', 1", "no kind has the name"),
    ("'uuid7'", "needs a kind and a number"), ("", "needs a kind and a number")])
def test_series_errors(database, call, reason):
    assert reason in error(database, f"SELECT * FROM guidon_series({call})")


def test_series_whose_columns_have_several_conditions(database):
    """One known value is enough; SQLite checks the other conditions."""
    database.execute("CREATE TABLE k (name, n); INSERT INTO k VALUES ('a', 3), ('b', 4); "
                     "CREATE TABLE m (m); INSERT INTO m VALUES (3)")
    for join, want in [("LEFT JOIN k ON k.n = s.n", [("a", 3)] * 3),
                       ("JOIN k ON k.n = s.n", [("a", 3)] * 3),
                       ("CROSS JOIN k ON k.n = s.n", [("a", 3)] * 3),
                       ("LEFT JOIN k ON k.n = s.n + 5", [(None, 3)] * 3)]:
        assert database.execute("SELECT k.name, s.n FROM m CROSS JOIN guidon_series('v7', m) "
                                "AS s " + join).fetchall() == want, join
    # Neither series can wait for the other.
    assert one(database, "SELECT count(*) FROM guidon_series('v7', ?1) AS a JOIN "
               "guidon_series('v4', ?1) AS b ON a.n = b.n", 3) == 9
    assert one(database, "SELECT count(*) FROM guidon_series('v7', 3) WHERE n = 4") == 0


def test_series_with_a_condition_of_alternatives(database):
    """SQLite looks for a plan of each term of an OR, without the arguments."""
    for condition, want in [("value > '8' OR value <= '8'", 10), ("rowid = 1 OR rowid >= 8", 3),
                            ("value = 'a' OR value = 'b'", 0), ("rowid = 2 OR n = 10", 10)]:
        assert one(database, "SELECT count(*) FROM guidon_series('v4', 10) WHERE "
                   + condition) == want, condition
    assert one(database, "WITH t(i) AS (VALUES (3), (4)) SELECT count(*) FROM t, "
               "guidon_series('v4', t.i) AS s WHERE s.rowid = 0 OR s.rowid = t.i - 1") == 4
    for condition in ("value > '8' OR value <= '8'", "kind = 'uuid4' OR n = 10"):
        assert "needs a kind and a number" in error(
            database, f"SELECT count(*) FROM guidon_series WHERE {condition}")
    assert "needs a kind and a number" in error(
        database, "SELECT count(*) FROM guidon_series('v4') WHERE rowid = 1 OR rowid = 2")
    assert database.execute("SELECT kind, count(*) FROM guidon_series WHERE kind IN "
                            "('v4', 'ulid') AND n IN (2, 3) GROUP BY 1").fetchall() == \
        [("ulid", 5), ("v4", 5)]
    # An argument may be repeated as a condition, in whatever form it was given.
    for series, condition, want in [
            ("'v7', 2", "kind = 'v7'", 2), ("'v7', 2", "kind = 'ulid'", 0),
            ("'v7', '2'", "n = '2'", 2), ("'uuid7', 2.5", "n = 2.5", 2),
            ("'uuid7', 5, 0", "start_ms = 0", 5), ("'uuid7', 5, 0", "start_ms = 1", 0),
            ("'uuid7', 5, '1970-01-01'", "start_ms = '1970-01-01'", 5),
            ("'uuid7', 5", "start_ms IS NULL", 5), ("'uuid7', 5, 0", "start_ms IS NULL", 0)]:
        found = one(database, f"SELECT count(*) FROM guidon_series({series}) "
                    f"WHERE {condition}")
        assert found == want, (series, condition)


def test_series_that_take_arguments_from_each_other(database):
    """A condition that is not known yet is checked later, if another one is known."""
    for sql, want in [
            ("guidon_series('ulid', 2) a, guidon_series b WHERE b.kind = a.kind AND b.n = 3", 6),
            ("guidon_series b, guidon_series('ulid', 2) a WHERE b.kind = a.kind AND b.n = 3", 6),
            ("guidon_series('v7', 2) a JOIN guidon_series('v7', 2) b ON b.kind = a.kind "
             "AND b.n = a.n", 4),
            ("guidon_series('v7', 2) a JOIN guidon_series('v4', 2) b ON b.kind = a.kind", 0),
            ("guidon_series('v7', 2, 5) a JOIN guidon_series b ON b.kind = 'ulid' AND "
             "b.n = a.n AND b.start_ms = a.start_ms", 4)]:
        assert one(database, f"SELECT count(*) FROM {sql}") == want, sql
    # Each waits for the other.
    assert "no query solution" in error(
        database, "SELECT * FROM guidon_series a, guidon_series b WHERE a.kind = b.kind "
        "AND a.n = b.n")
    assert len(database.execute("SELECT * FROM guidon_series('v7', 9223372036854775807) "
                                "LIMIT 3 OFFSET 254").fetchall()) == 3


def test_series_without_rows(database):
    for call in ("NULL, 5", "'uuid7', NULL", "'uuid7', -1"):
        assert database.execute(f"SELECT * FROM guidon_series({call})").fetchall() == []


def test_series_in_a_join(database):
    database.execute("CREATE TABLE k (kind, n); "
                     "INSERT INTO k VALUES ('uuid7', 3), ('ulid', 300)")
    assert database.execute("SELECT k.kind, count(*), max(length(value)) FROM k, "
                            "guidon_series(k.kind, k.n) GROUP BY 1 ORDER BY 1").fetchall() \
        == [("ulid", 300, 26), ("uuid7", 3, 36)]
    # Hidden columns give back the arguments; LIMIT ends the series early.
    assert database.execute("SELECT kind, n, start_ms FROM guidon_series('v7', 9, 7) "
                            "LIMIT 1").fetchall() == [("v7", 9, 7)]


def audit(database, sql, *args):
    return json.loads(one(database, sql, *args))


def test_audit(database):
    rows = [V7, V7.upper(), V4, None, "junk", 5, ULID, bytes(16), "user_" + ULID.lower()]
    database.execute("CREATE TABLE t (id)")
    database.executemany("INSERT INTO t VALUES (?)", [[row] for row in rows])
    assert audit(database, "SELECT guidon_audit(id) FROM t") == {
        "rows": 9, "nulls": 1, "malformed": 2,
        "ids": 6, "kinds": {"v4": 1, "v7": 2, "nil": 1, "ncs": 1, "ulid": 1},
        "earliest": "2016-07-30T23:54:10.259000Z", "latest": "2022-02-22T19:22:22.000000Z",
        "out_of_order": 2, "parts": 1, "duplicates": 2, "duplicates_seen": 2,
        "duplicates_at_most": 2, "sampled_1_in": 1, "duplicates_note":
        "The number of duplicates is exact: every id was compared with all others.",
        "weak_bits": []}


def test_audit_of_nothing_and_of_groups(database):
    empty = audit(database, "SELECT guidon_audit(value) FROM guidon_series('v7', 0)")
    assert (empty["rows"], empty["earliest"], empty["kinds"]) == (0, None, {})
    rows = database.execute("SELECT n, guidon_audit(value) FROM guidon_series('v4', 50) "
                            "GROUP BY value").fetchall()
    assert all(json.loads(text)["rows"] == 1 for _, text in rows) and len(rows) == 50


def test_audit_reads_blobs_as_ulids_if_asked(database):
    found = audit(database, "SELECT guidon_audit(value, 'ulid') FROM "
                  "guidon_series('ulid_blob', 500, 1469922850259)")
    assert found["kinds"] == {"ulid": 500} and found["out_of_order"] == 0
    assert found["latest"] == "2016-07-30T23:54:10.758000Z"
    assert "'uuid' or 'ulid'" in error(database, "SELECT guidon_audit(guidon_v4(), 'x')")
    for call in ("guidon_v4(), NULL", "NULL, NULL", "guidon_v4(), NULL, 10"):
        assert "not NULL" in error(database, f"SELECT guidon_audit({call})")


def test_audit_finds_weak_bits(database):
    weak = audit(database, "SELECT guidon_audit(unhex(substr(hex(guidon_v4_blob()), 1, 30) "
                 "|| '00')) FROM " + numbers(1, 1000))
    assert [bit["bit"] for bit in weak["weak_bits"]] == list(range(120, 128))
    many = audit(database, "SELECT guidon_audit(value) FROM guidon_series('v4_blob', 50000)")
    assert many["weak_bits"] == []


def test_audit_compares_as_many_ids_as_the_third_argument_says(database):
    call = "SELECT guidon_audit(guidon_floor_blob(value % 300), ?, ?) FROM " + numbers(1, 1000)
    for distinct in (None, 300, 10**6, 50_331_648):
        found = audit(database, call, "uuid", distinct)
        assert (found["duplicates"], found["sampled_1_in"]) == (700, 1), distinct
    none = audit(database, call, "ulid", 0)
    assert none["kinds"] == {"ulid": 1000}
    for member in ("duplicates", "duplicates_seen", "duplicates_at_most", "sampled_1_in"):
        assert none[member] is None, member
    assert none["duplicates_note"] == "Duplicates were not counted."
    for distinct in (-1, 50_331_649, 2**63 - 1, "6", 6.0, b"6"):
        assert error(database, call, "uuid", distinct) == (
            "guidon_audit: the third argument says how many different ids to hold "
            "(expected an integer of 0 to 50331648)"), distinct


# ------------------------------------------------------------------- peer names


def test_peer_names(database):
    assert one(database, "SELECT uuid_str(?)", blob(V7)) == V7
    assert one(database, "SELECT uuid_blob(?)", "{" + V7 + "}") == blob(V7)
    assert one(database, "SELECT uuid7_timestamp_ms(?)", V7) == V7_MS
    assert one(database, "SELECT uuid7_timestamp_ms(?)", V4) is None
    assert one(database, "SELECT uuid7_timestamp_ms(guidon_v6())") is None
    octets = one(database, "SELECT ulid_bytes(?)", ULID)
    assert octets == bytes.fromhex("01563e3ab5d3d6764c61efb99302bd5b")
    assert one(database, "SELECT ulid(?)", octets) == ULID
    for value in (ULID, 0, "2024-01-01", b"x", None):
        assert one(database, "SELECT ulid(?)", value) is None
    with pytest.raises(apsw.SQLError, match="wrong number of arguments"):
        one(database, "SELECT uuid7(0)")
    assert one(database, "SELECT ulid_datetime(?)", octets) == "2016-07-30 23:54:10.259"
    assert len(one(database, "SELECT ulid_bytes()")) == 16
    assert one(database, "SELECT guidon_ms_of(ulid_with_datetime(?))", "2016-07-30 23:54:10.259") \
        == ULID_MS
    assert "out of range" in error(database, "SELECT ulid_with_datetime('1960-01-01')")
    assert re.fullmatch("a b_[0-9a-hjkmnp-tv-z]{26}",
                        one(database, "SELECT ulid_with_prefix('a b')"))
    assert len(one(database, "SELECT ulid_with_prefix(?)", "a\0b")) == 30
    for prefix in ("x'75736572'", "x'ff00'", "x''", "zeroblob(9)"):
        assert "ulid_with_prefix: the prefix is a BLOB; CAST it AS TEXT" in \
            error(database, f"SELECT ulid_with_prefix({prefix})")
    assert one(database, "SELECT ulid_with_prefix(CAST(x'75736572' AS TEXT))").startswith("user_")
    assert one(database, "SELECT ulid_with_prefix(5)").startswith("5_")
    assert one(database, "SELECT ulid_with_prefix(NULL)") is None
