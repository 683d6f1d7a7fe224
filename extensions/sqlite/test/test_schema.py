# SPDX-License-Identifier: MIT
"""The functions inside schemas, plans and stored data."""

import apsw
import pytest

from conftest import connect, numbers, one


@pytest.fixture
def events(database):
    database.execute("""
        CREATE TABLE event (
          id BLOB PRIMARY KEY DEFAULT (guidon_v7_blob()) CHECK (guidon_version_of(id) IS 7),
          ms INT GENERATED ALWAYS AS (guidon_ms_of(id)) STORED,
          n  INT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_ms ON event (guidon_ms_of(id))""")
    database.execute(f"INSERT INTO event (n) SELECT value FROM {numbers(1, 2000)}")
    return database


def plan(database, sql):
    return " ".join(row[3] for row in database.execute("EXPLAIN QUERY PLAN " + sql))


def test_default_ids_are_in_the_order_of_the_inserts(events):
    assert one(events, "SELECT sum(n = rank) FROM (SELECT n, row_number() "
               "OVER (ORDER BY id) AS rank FROM event)") == 2000
    assert one(events, "SELECT count(*) FROM event WHERE ms IS NOT guidon_ms_of(id)") == 0


@pytest.mark.parametrize("value", ["guidon_v4_blob()", "x'00'", "NULL", "guidon_v7()"])
def test_checks_refuse(events, value):
    with pytest.raises(apsw.ConstraintError):
        events.execute(f"INSERT INTO event (id) VALUES ({value})")


def test_schema_works_with_untrusted_schemas(events):
    events.execute("PRAGMA trusted_schema = 0")
    events.execute("INSERT INTO event (n) VALUES (2001)")
    events.execute("CREATE VIEW v AS SELECT * FROM guidon_series('v7', 3)")
    assert len(events.execute("SELECT * FROM v").fetchall()) == 3
    assert one(events, "SELECT count(*) FROM event") == 2001


def test_a_trigger_makes_ids(database):
    database.execute("""
        PRAGMA trusted_schema = 0;
        CREATE TABLE t (n INT, id TEXT);
        CREATE TRIGGER fill AFTER INSERT ON t BEGIN
          UPDATE t SET id = guidon_ulid() WHERE rowid = new.rowid;
        END;
        INSERT INTO t (n) VALUES (1), (2), (3)""")
    assert one(database, "SELECT count(DISTINCT id) FROM t WHERE guidon_kind_of(id) = 'ulid'") == 3


@pytest.mark.parametrize("where", [
    "id >= guidon_floor_blob('2024-01-01') AND id < guidon_ceil_blob('2025-01-01')",
    "id >= guidon_floor_blob(1700000000000) AND id < guidon_floor_blob(1800000000000)",
    "id BETWEEN guidon_floor_blob('2024-01-01') AND guidon_ceil_blob(1800000000000)"])
def test_a_range_of_times_searches_the_key(events, where):
    assert plan(events, f"SELECT * FROM event WHERE {where}") == \
        "SEARCH event USING PRIMARY KEY (id>? AND id<?)"


def test_a_range_selects_its_times(events):
    low, high = events.execute("SELECT min(ms), max(ms) FROM event").fetchall()[0]
    ranged = "SELECT count(*) FROM event WHERE id >= guidon_floor_blob(?) AND id < guidon_floor_blob(?)"
    assert one(events, ranged, low, high + 1) == 2000
    assert one(events, ranged, low + 1, high + 1) == one(
        events, "SELECT count(*) FROM event WHERE ms > ?", low)
    assert one(events, ranged, -2**63, 9e999) == 2000


def test_an_expression_index_is_used(events):
    assert "USING INDEX event_ms" in plan(events, "SELECT * FROM event WHERE guidon_ms_of(id) = 5")


def test_pure_functions_are_evaluated_once(database):
    # SQLite factors a deterministic call with constants out of the loop.
    program = database.execute("EXPLAIN SELECT guidon_floor_blob(5) FROM " + numbers(1, 9)).fetchall()
    init = [row[2] for row in program if row[1] == "Init"][0]
    assert [row[0] for row in program if row[1] == "Function"][0] >= init


def test_makers_are_evaluated_for_each_row(database):
    rows = [id for (id,) in database.execute(
        f"SELECT guidon_v7() FROM {numbers(1, 100)} ORDER BY 1")]
    assert len(set(rows)) == 100
    for sql in ("CREATE TABLE t (x, y AS (guidon_v4()))", "CREATE TABLE t (x, y AS (guidon_ulid()))",
                "CREATE TABLE t (x); CREATE INDEX i ON t (guidon_v7())",
                "CREATE TABLE t (x CHECK (guidon_typeid('a')))"):
        if "CHECK" not in sql:
            with pytest.raises(apsw.SQLError, match="non-deterministic"):
                database.execute(sql)


def test_a_utf16_database():
    database = connect()
    database.execute("PRAGMA encoding = 'UTF-16le'")
    database.execute("CREATE TABLE t (id TEXT COLLATE GUIDON PRIMARY KEY DEFAULT (guidon_ulid()), n)")
    database.execute(f"INSERT INTO t (n) SELECT value FROM {numbers(1, 100)}")
    assert one(database, "SELECT sum(guidon_kind_of(id) = 'ulid') FROM t") == 100
    assert one(database, "SELECT sum(n = rank) FROM (SELECT n, row_number() OVER "
               "(ORDER BY id) AS rank FROM t)") == 100
    assert one(database, "SELECT min(guidon_ms_of(guidon_format(id, 'uuid-upper'), 'ulid') = "
               "guidon_ms_of(id)) FROM t") == 1
    database.close()


def test_half_of_a_surrogate_pair_in_utf16():
    """SQLite reads it together with the code unit after it, as the README says. Two texts
    that SQLite calls different have one id then, and nothing else is read or written."""
    database = connect()
    database.execute("PRAGMA encoding = 'UTF-16le'")
    database.execute("CREATE TABLE t (x TEXT)")
    half, whole = "CAST(x'00d84100' AS TEXT)", f"char({0x10041})"
    database.execute(f"INSERT INTO t VALUES ({half}), ({whole})")
    assert one(database, "SELECT count(DISTINCT x) FROM t") == 2
    for call in ("guidon_v5('dns', x)", "guidon_derive(5, zeroblob(32), x)"):
        assert one(database, f"SELECT count(DISTINCT {call}) FROM t") == 1
        assert one(database, f"SELECT count(DISTINCT {call.replace('x)', 'CAST(x AS BLOB))')}) "
                   "FROM t") == 2
        for units in ("410000d8", "00dc"):
            text = f"CAST(x'{units}' AS TEXT)"
            with pytest.raises(apsw.SQLError, match="the TEXT is not UTF-8 at byte"):
                database.execute(f"SELECT {call.replace('x)', text + ')')}").fetchall()
    assert one(database, f"SELECT guidon_valid({half})") == 0
    database.close()


def test_updates_convert_a_column(database):
    database.execute("CREATE TABLE t (id BLOB); "
                     "INSERT INTO t SELECT value FROM guidon_series('v1_blob', 500)")
    database.execute("UPDATE t SET id = guidon_v1_to_v6(id)")
    assert one(database, "SELECT count(*) FROM t WHERE guidon_version_of(id) = 6 "
               "AND typeof(id) = 'blob'") == 500
    with pytest.raises(apsw.SQLError):
        database.execute("INSERT INTO t VALUES (guidon_v4_blob()); "
                         "UPDATE t SET id = guidon_v6_to_v1(id)")
    # The statement failed as a whole.
    assert one(database, "SELECT sum(guidon_version_of(id) = 6) FROM t") == 500


def test_ids_stay_in_a_file(tmp_path):
    database = connect(tmp_path / "ids.db")
    database.execute("CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (guidon_v7_blob()), n INT)")
    database.execute(f"INSERT INTO t (n) SELECT value FROM {numbers(1, 100)}")
    database.close()
    plain = apsw.Connection(str(tmp_path / "ids.db"))
    # The ids are plain BLOBs, which SQLite reads without the extension.
    assert one(plain, "SELECT count(*) FROM t WHERE length(id) = 16") == 100
    with pytest.raises(apsw.SQLError):
        plain.execute("INSERT INTO t (n) VALUES (1)")
    plain.close()
