# SPDX-License-Identifier: MIT
"""Ids of version 8 with a prefix: the shared vectors, new ids, bounds and spans of shards."""

import threading

import pytest

from binding import Sqlite
from conftest import connect, error, one
from vector_tests import (  # noqa: F401
    test_bounds_of_the_vectors, test_ids_of_the_vectors_read_back, test_shards_of_the_vectors)


@pytest.fixture
def binding(database):
    return Sqlite(database)


@pytest.mark.parametrize("call, prefix, bits", [
    ("guidon_v8_append_blob()", 2**20 - 1, 20), ("guidon_v8_append(28)", 2**28 - 1, 28),
    ("guidon_v8_append_blob(0)", 0, 0), ("guidon_v8_sharded(9, 4)", 9, 4),
    ("guidon_v8_sharded_blob(1023, 10)", 1023, 10)])
def test_new_ids_have_the_prefix_and_rise(database, call, prefix, bits):
    made = database.execute(f"""
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2000),
             v(id) AS MATERIALIZED (SELECT {call} FROM n)
        SELECT id, guidon_version_of(id), guidon_v8_prefix_of(id, {bits}) FROM v""").fetchall()
    ids = [row[0] for row in made]
    assert ids == sorted(set(ids))
    assert {row[1:] for row in made} == {(8, prefix)}


def test_threads_share_one_order():
    """Connections of several threads make no id twice, and each sees its own rise."""
    made = [[] for _ in range(4)]

    def work(into):
        session = connect()
        into.extend(one(session, "SELECT guidon_v8_append_blob()") for _ in range(2000))
        session.close()

    threads = [threading.Thread(target=work, args=(into,)) for into in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for ids in made:
        assert ids == sorted(ids)
    assert len({id for ids in made for id in ids}) == 8000


def test_ids_of_a_given_time(database):
    for call, prefix, bits in [("guidon_v8_append_at(?)", 2**20 - 1, 20),
                               ("guidon_v8_append_at(?, 24)", 2**24 - 1, 24),
                               ("guidon_v8_sharded_at(?, 9, 4)", 9, 4)]:
        id = one(database, f"SELECT {call}", 1645557742123)
        assert one(database, "SELECT guidon_v8_prefix_of(?, ?)", id, bits) == prefix
        assert one(database, "SELECT guidon_prefixed_time_of(?, ?)", id, bits) == \
            "2022-02-22 19:22:22.123"
        assert one(database, "SELECT ? BETWEEN guidon_v8_floor(?, ?, ?) AND "
                   "guidon_v8_ceil(?, ?, ?)", id, *2 * (1645557742123, prefix, bits)) == 1
        assert one(database, f"SELECT {call}", "no time") is None


@pytest.mark.parametrize("query, message", [
    ("guidon_v8_append(29)", "guidon_v8_append: prefix_bits is out of range (expected an "
     "integer from 0 to 28)"),
    ("guidon_v8_append(-1)", "from 0 to 28"), ("guidon_v8_append('x')", "from 0 to 28"),
    ("guidon_v8_sharded(16, 4)", "the shard is out of range (expected an integer from 0 to 15)"),
    ("guidon_v8_sharded(0, 11)", "from 0 to 10"),
    ("guidon_v8_append_at(-1)", "the time is out of range (expected 1970 to 2527)"),
    ("guidon_v8_sharded_at('2528-01-01', 1, 1)", "the time is out of range"),
    ("guidon_v8_floor(1, 1, 0)", "from 0 to 0"), ("guidon_v8_ceil(1, 2, 1)", "from 0 to 1"),
    ("guidon_v8_prefix_of(guidon_v4(), 29)", "from 0 to 28"),
    ("guidon_shard_of('a', 11)", "from 0 to 10")])
def test_what_is_out_of_range_is_an_error(database, query, message):
    assert message in error(database, f"SELECT {query}")


def test_null_and_other_ids_give_null(database):
    for query in ["guidon_v8_append(NULL)", "guidon_v8_sharded(NULL, 4)",
                  "guidon_v8_sharded(1, NULL)", "guidon_v8_floor(NULL, 1, 1)",
                  "guidon_v8_prefix_of(guidon_v4(), 20)", "guidon_shard_of(NULL, 4)",
                  "guidon_prefixed_time_of(guidon_v7(), 20)", "guidon_v8_prefix_of(7, 20)"]:
        assert one(database, f"SELECT {query}") is None, query


def test_bounds_saturate_within_their_prefix(database):
    low, high = "90000000-0000-8000-a000-000000000000", "9fffffff-ffff-8fff-bfff-ffffffffffff"
    for time, floor, ceil in [(-1, low, low), (2**44, high, high)]:
        assert one(database, "SELECT guidon_v8_floor(?, 9, 4)", time) == floor
        assert one(database, "SELECT guidon_v8_ceil(?, 9, 4)", time) == ceil


@pytest.mark.parametrize("random_keys", [0, 1_000_000])
def test_the_union_of_shards_has_exactly_the_rows_of_a_span(database, random_keys):
    database.execute("CREATE TABLE item (id BLOB PRIMARY KEY, ms INTEGER) WITHOUT ROWID")
    # In the order of the keys, because the table keeps it.
    database.execute("""
        INSERT INTO item WITH RECURSIVE n(n) AS (
            SELECT 1 WHERE ?1 > 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
        SELECT guidon_v4_blob() AS id, NULL FROM n ORDER BY id""", (random_keys,))
    database.executemany(
        "INSERT INTO item VALUES (guidon_v8_sharded_at_blob(?1, guidon_shard_of(?2, 4), 4), ?1)",
        [(1767225600000 + n * 60000, n) for n in range(5000)])
    first, last = 1767225600000 + 1000 * 60000, 1767225600000 + 2000 * 60000 - 1
    span = """
        WITH RECURSIVE shard(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM shard WHERE n < 15)
        SELECT id FROM shard JOIN item ON id BETWEEN guidon_v8_floor_blob(?1, n, 4)
                                              AND guidon_v8_ceil_blob(?2, n, 4)
        WHERE guidon_version_of(id) = 8"""
    rows = [id for (id,) in database.execute(
        "SELECT id FROM item WHERE ms BETWEEN ? AND ?", (first, last))]
    assert len(rows) == 1000
    assert sorted(id for (id,) in database.execute(span, (first, last))) == sorted(rows)
    plan = " ".join(row[3] for row in database.execute("EXPLAIN QUERY PLAN " + span,
                                                       (first, last)))
    assert "SEARCH item USING PRIMARY KEY (id>? AND id<?)" in plan
    # Keys of another version between the bounds do not count.
    database.executemany("INSERT INTO item VALUES (?, 0)",
                         [(id[:6] + b"\x4f" + id[7:],) for id in rows])
    assert sorted(id for (id,) in database.execute(span, (first, last))) == sorted(rows)
