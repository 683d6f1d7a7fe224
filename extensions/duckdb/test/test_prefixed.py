# SPDX-License-Identifier: MIT
"""Ids of version 8 with a prefix: the shared vectors, new ids, bounds and spans of shards."""

import re

import duckdb
import pytest

from binding import DuckDB
from conftest import connect, one
from vector_tests import (  # noqa: F401
    test_bounds_of_the_vectors, test_ids_of_the_vectors_read_back, test_shards_of_the_vectors)


@pytest.fixture
def binding(database):
    return DuckDB(database)


@pytest.mark.parametrize("call, prefix, bits", [
    ("guidon_v8_append()", 2**20 - 1, 20), ("guidon_v8_append(28)", 2**28 - 1, 28),
    ("guidon_v8_append(0)", 0, 0), ("guidon_v8_sharded(9, 4)", 9, 4),
    ("guidon_v8_sharded(1023, 10)", 1023, 10)])
def test_new_ids_have_the_prefix_and_rise(database, call, prefix, bits):
    database.execute(f"CREATE TABLE t AS SELECT i, {call} AS id FROM range(10000) r(i)")
    assert database.execute(f"""
        SELECT count(DISTINCT id), count(*) FILTER (WHERE id <= before),
               min(guidon_v8_prefix_of(id, {bits})), max(guidon_v8_prefix_of(id, {bits})),
               min(guidon_version_of(id)), max(guidon_version_of(id))
        FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before FROM t)""").fetchone() == \
        (10000, 0, prefix, prefix, 8, 8)


def test_threads_make_different_ids():
    session = connect(threads=4)
    session.execute("CREATE TABLE t AS SELECT guidon_v8_append() AS id FROM range(300000)")
    assert one(session, "SELECT count(DISTINCT id) FROM t") == 300_000
    session.close()


def test_ids_of_a_given_time(database):
    for call, prefix, bits in [("guidon_v8_append_at(t)", 2**20 - 1, 20),
                               ("guidon_v8_append_at(t, 24)", 2**24 - 1, 24),
                               ("guidon_v8_sharded_at(t, 9, 4)", 9, 4)]:
        assert one(database, f"""
            SELECT count(*) FROM (SELECT t, {call} AS id FROM
              (SELECT make_timestamptz(1582934400000000 + i * 1000003) AS t FROM range(1000) r(i)))
            WHERE guidon_v8_prefix_of(id, {bits}) = {prefix}
              AND guidon_prefixed_time_of(id, {bits}) = t
              AND id BETWEEN guidon_v8_floor(t, {prefix}, {bits})
                         AND guidon_v8_ceil(t, {prefix}, {bits})""") == 1000


@pytest.mark.parametrize("query, message", [
    ("guidon_v8_append(29)", "from 0 to 28"), ("guidon_v8_append(-1)", "from 0 to 28"),
    ("guidon_v8_sharded(16, 4)", "the prefix is out of range (expected an integer from 0 to 15)"),
    ("guidon_v8_sharded(0, 11)", "from 0 to 10"), ("guidon_shard_of('a', 11)", "from 0 to 10"),
    ("guidon_v8_append_at('1969-12-31'::TIMESTAMPTZ)", "expected the years 1970 to 2527"),
    ("guidon_v8_floor(now(), 1, 0)", "from 0 to 0"),
    ("guidon_v8_prefix_of(guidon_v4(), 29)", "from 0 to 28")])
def test_what_is_out_of_range_is_an_error(database, query, message):
    with pytest.raises(duckdb.Error) as raised:
        database.execute(f"SELECT {query}").fetchall()
    assert message in str(raised.value)


def test_bounds_saturate_within_their_prefix(database):
    low, high = "90000000-0000-8000-a000-000000000000", "9fffffff-ffff-8fff-bfff-ffffffffffff"
    for time, floor, ceil in [("-infinity", low, low), ("1969-12-31", low, low),
                              ("2528-01-01", high, high), ("infinity", high, high)]:
        assert database.execute(f"""
            SELECT guidon_v8_floor(t, 9, 4)::VARCHAR, guidon_v8_ceil(t, 9, 4)::VARCHAR
            FROM (SELECT '{time}'::TIMESTAMPTZ AS t)""").fetchone() == (floor, ceil), time


@pytest.mark.parametrize("random_keys", [0, 1_000_000])
def test_the_union_of_shards_has_exactly_the_rows_of_a_span(database, random_keys):
    database.execute(f"""
        CREATE TABLE item AS SELECT t, guidon_v8_sharded_at(t, guidon_shard_of(i::VARCHAR, 4), 4)
        AS id FROM (SELECT i, make_timestamptz(1767225600000000 + i * 60000000) AS t
                    FROM range(20000) r(i));
        INSERT INTO item SELECT NULL, guidon_v4() FROM range({random_keys})""")
    span = """SELECT id FROM range(16) r(shard) JOIN item
        ON id BETWEEN guidon_v8_floor('2026-01-03'::TIMESTAMPTZ, shard, 4)
                  AND guidon_v8_ceil('2026-01-03 11:59:59.999999'::TIMESTAMPTZ, shard, 4)"""
    version = " WHERE guidon_version_of(id) = 8"
    rows = """SELECT id FROM item WHERE t >= '2026-01-03'::TIMESTAMPTZ
              AND t < '2026-01-03 12:00'::TIMESTAMPTZ"""
    same = f"""SELECT count(*), count(s.id), count(DISTINCT i.id)
        FROM ({span}{version}) s FULL JOIN ({rows}) i ON s.id = i.id"""
    assert database.execute(same).fetchone() == (720, 720, 720)
    # DuckDB has no index for a join by ranges: it reads the table once for all shards.
    plan = "\n".join(row[1] for row in database.execute(f"EXPLAIN {span}{version}").fetchall())
    assert len(re.findall(r"Table: (?:\w+\.)*item\b", plan)) == 1, plan
    assert not re.search(r"(?i)cross[ _]product", plan), plan
    # Keys of another version between the bounds do not count.
    database.execute("""INSERT INTO item SELECT NULL, ((id::VARCHAR)[1:14] || '4' ||
        (id::VARCHAR)[16:])::UUID FROM item WHERE guidon_version_of(id) = 8""")
    assert one(database, f"SELECT count(*) FROM ({span})") > 720
    assert database.execute(same).fetchone() == (720, 720, 720)
