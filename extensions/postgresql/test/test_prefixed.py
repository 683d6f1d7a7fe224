# SPDX-License-Identifier: MIT
"""Ids of version 8 with a prefix: the shared vectors, new ids, bounds, ranges and plans."""

import re
import textwrap

import psycopg
import pytest

import build
from binding import PostgreSQL
from cluster import rows, value as one
from vector_tests import (  # noqa: F401
    test_bounds_of_the_vectors, test_ids_of_the_vectors_read_back, test_shards_of_the_vectors)


@pytest.fixture
def binding(shared):
    return PostgreSQL(shared)


def refused(shared, query, sqlstate, message):
    with pytest.raises(psycopg.Error) as error:
        shared.execute(query)
    assert error.value.sqlstate == sqlstate
    assert message in error.value.diag.message_primary


# ------------------------------------------------------------------ new ids

@pytest.mark.parametrize("call, prefix, bits", [
    ("guidon_v8_append()", 2**20 - 1, 20), ("guidon_v8_append(28)", 2**28 - 1, 28),
    ("guidon_v8_append(0)", 0, 0), ("guidon_v8_sharded(9, 4)", 9, 4),
    ("guidon_v8_sharded(1023, 10)", 1023, 10), ("guidon_v8_sharded(0, 0)", 0, 0)])
def test_new_ids_have_the_prefix_and_rise(shared, call, prefix, bits):
    made = rows(shared, f"""
        SELECT id, guidon_version_of(id), guidon_v8_prefix_of(id, {bits}),
               guidon_prefixed_time_of(id, {bits}) BETWEEN now() - interval '1 day' AND
                   clock_timestamp() + interval '1 second'
        FROM (SELECT {call} AS id FROM generate_series(1, 3000)) v""")
    ids = [row[0] for row in made]
    assert ids == sorted(set(ids))
    assert {row[1:] for row in made} == {(8, prefix, True)}


def test_shards_share_one_clock(shared):
    made = rows(shared, "SELECT guidon_v8_sharded(n & 15, 4) FROM generate_series(1, 1000) n")
    keys = [id.int << 4 & 2**128 - 1 for (id,) in made]
    assert keys == sorted(keys)


def test_ids_of_a_given_time(shared):
    for call, prefix, bits in [("guidon_v8_append_at(t)", 2**20 - 1, 20),
                               ("guidon_v8_append_at(t, 24)", 2**24 - 1, 24),
                               ("guidon_v8_sharded_at(t, 9, 4)", 9, 4)]:
        assert rows(shared, f"""
            SELECT count(*), count(DISTINCT id),
                   count(*) FILTER (WHERE guidon_v8_prefix_of(id, {bits}) = {prefix}
                       AND guidon_prefixed_time_of(id, {bits}) = t
                       AND id BETWEEN guidon_v8_floor(t, {prefix}, {bits})
                                  AND guidon_v8_ceil(t, {prefix}, {bits}))
            FROM (SELECT {call} AS id, t FROM (
                SELECT timestamptz '2020-02-29' + n * interval '1.000003 s' AS t
                FROM generate_series(1, 1000) n) u) v""") == [(1000, 1000, 1000)]


@pytest.mark.parametrize("query, message", [
    ("guidon_v8_append(29)", "prefix_bits 29 is out of range"),
    ("guidon_v8_append(-1)", "prefix_bits -1 is out of range"),
    ("guidon_v8_sharded(16, 4)", "shard 16 is out of range"),
    ("guidon_v8_sharded(-1, 4)", "shard -1 is out of range"),
    ("guidon_v8_sharded(0, 11)", "shard_bits 11 is out of range"),
    ("guidon_v8_append_at('infinity')", "an id cannot hold an infinite time"),
    ("guidon_v8_append_at('1969-12-31 23:59:59Z')", "timestamp out of range"),
    ("guidon_v8_sharded_at('2528-01-01Z', 1, 1)", "timestamp out of range"),
    ("guidon_v8_floor(now(), 1, 0)", "prefix 1 is out of range"),
    ("guidon_v8_ceil(now(), 2, 1)", "prefix 2 is out of range"),
    ("guidon_v8_append_floor(now(), 29)", "prefix_bits 29 is out of range"),
    ("guidon_v8_prefix_of(guidon_v4(), 29)", "prefix_bits 29 is out of range"),
    ("guidon_prefixed_time_of(guidon_v4(), -1)", "prefix_bits -1 is out of range"),
    ("guidon_shard_of('a', 11)", "shard_bits 11 is out of range"),
    ("guidon_v8_ranges(now(), now(), 11)", "shard_bits 11 is out of range")])
def test_what_is_out_of_range_is_refused(shared, query, message):
    refused(shared, f"SELECT {query}", "22003", message)


def test_ids_of_another_layout_have_no_prefix(shared):
    assert rows(shared, """
        SELECT guidon_v8_prefix_of(id, 20), guidon_prefixed_time_of(id, 20)
        FROM (VALUES (guidon_v4()), (guidon_v7())) v(id)""") == 2 * [(None, None)]


# ------------------------------------------------------------------- bounds

def test_bounds_saturate_within_their_prefix(shared):
    low, high = ("90000000000080002000000000000000", "9fffffffffff8fffbfffffffffffffff")
    low = low[:16] + "a" + low[17:]
    for time, floor, ceil in [("-infinity", low, low), ("1969-12-31 23:59:59.999999Z", low, low),
                              ("2528-01-01Z", high, high), ("infinity", high, high)]:
        got = rows(shared, f"""SELECT guidon_v8_floor('{time}', 9, 4),
                                        guidon_v8_ceil('{time}', 9, 4)""")[0]
        assert [id.hex for id in got] == [floor, ceil], time
    assert one(shared, "SELECT guidon_v8_append_floor('-infinity')").hex == \
        "fffff000000080" + "00a0" + "00000000000000"
    assert one(shared, """SELECT guidon_v8_append_floor(t) = guidon_v8_floor(t, 1048575, 20)
                            FROM (SELECT now() AS t) v""")


def test_microseconds_leave_no_id_out(shared):
    """The ceil of a microsecond and the floor of the next are neighbours in time."""
    assert one(shared, """
        SELECT count(*) FROM (
            SELECT guidon_v8_ceil(t, 5, 3) AS a, guidon_v8_floor(t + interval '1 us', 5, 3) AS b
            FROM (SELECT timestamptz '2022-02-22' + n * interval '1 us' AS t
                  FROM generate_series(0, 2100) n) u) v
        WHERE a >= b OR guidon_prefixed_time_of(b, 3) - guidon_prefixed_time_of(a, 3)
                        <> interval '1 us'""") == 0


# ------------------------------------------------------------------- ranges

def test_ranges_are_the_bounds_of_each_shard(shared):
    for bits in (0, 1, 4, 10):
        assert one(shared, f"""
            SELECT count(*) FROM guidon_v8_ranges('2026-03-01', '2026-03-02', {bits}) r
            WHERE low = guidon_v8_floor('2026-03-01', shard, {bits})
              AND high = guidon_v8_ceil('2026-03-02', shard, {bits})""") == 2**bits
    assert [shard for (shard,) in rows(
        shared, "SELECT shard FROM guidon_v8_ranges(now(), now(), 3)")] == list(range(8))


@pytest.fixture
def table(shared):
    """16 shards, with and without as many keys of version 4 between them."""
    shared.execute("""
        CREATE TABLE item (id uuid PRIMARY KEY, at timestamptz);
        INSERT INTO item
        SELECT guidon_v8_sharded_at(t, guidon_shard_of(n::text, 4), 4), t
        FROM (SELECT n, timestamptz '2026-01-01' + n * interval '1 min' AS t
              FROM generate_series(1, 20000) n) v;
        ANALYZE item""")
    return shared


SPAN = """SELECT {} FROM guidon_v8_ranges('2026-01-03', '2026-01-03 11:59:59.999999', 4) r
          JOIN item ON id BETWEEN low AND high {}"""


def test_the_union_of_ranges_has_exactly_the_rows(table):
    found = "at >= '2026-01-03' AND at < '2026-01-03 12:00'"
    want = one(table, f"SELECT count(*) FROM item WHERE {found}")
    assert want == 720
    assert one(table, SPAN.format("count(*)", "")) == want
    table.execute("INSERT INTO item SELECT guidon_v4() FROM generate_series(1, 300000)")
    # Keys of another version between the bounds, which few random keys hit by chance.
    table.execute(f"""INSERT INTO item SELECT overlay(id::text PLACING '4' FROM 15)::uuid
                      FROM item WHERE {found}""")
    assert one(table, SPAN.format("count(*)", "")) > want
    version = "AND guidon_version_of(id) = 8"
    assert one(table, SPAN.format("count(*)", version)) == want
    assert one(table, SPAN.format(f"count(*) FILTER (WHERE {found})", version)) == want


def nodes(plan):
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def test_ranges_are_joined_by_index_scans(table):
    plan = one(table, "EXPLAIN (FORMAT JSON) " + SPAN.format("*", ""))[0]["Plan"]
    scans = [node for node in nodes(plan) if node.get("Relation Name") == "item"]
    assert [node["Node Type"] in ("Index Scan", "Index Only Scan", "Bitmap Heap Scan")
            for node in scans] == [True], plan
    conditions = [node.get("Index Cond", "") for node in nodes(plan)]
    assert any("low" in text and "high" in text for text in conditions), conditions


def test_a_bound_is_an_index_condition_and_prunes_partitions(shared):
    shared.execute("CREATE TABLE part (id uuid PRIMARY KEY) PARTITION BY RANGE (id)")
    february, march = (one(shared, f"SELECT guidon_v8_append_floor('2026-0{month}-01')")
                       for month in (2, 3))
    for name, low, high in [("old", "MINVALUE", f"'{february}'"),
                            ("feb", f"'{february}'", f"'{march}'"),
                            ("mar", f"'{march}'", "MAXVALUE")]:
        shared.execute(f"CREATE TABLE {name} PARTITION OF part FOR VALUES FROM ({low}) "
                       f"TO ({high})")
    plan = one(shared, """EXPLAIN (FORMAT JSON) SELECT * FROM part
        WHERE id >= guidon_v8_append_floor('2026-02-10') AND
              id < guidon_v8_append_floor('2026-02-20')""")[0]["Plan"]
    assert {node["Relation Name"] for node in nodes(plan) if "Relation Name" in node} == {"feb"}


def test_append_sorts_after_random_keys(shared):
    """Of 300,000 random keys, at most a few are above a prefix of 20 ones."""
    assert one(shared, """
        SELECT count(*) <= 8 FROM generate_series(1, 300000), guidon_v4() id
        WHERE id >= guidon_v8_append_floor('-infinity')""")


def test_the_sql_of_the_guide_runs(shared):
    """Its steps, in order, on a table of random keys. The new default then makes ids."""
    text = (build.ROOT / "docs/guides/prefixed.md").read_text()
    blocks = [textwrap.dedent(block) for block in
              re.findall(r"^ *```sql\n(.*?)^ *```", text, re.M | re.S)]
    assert len(blocks) == 5
    shared.execute("""
        CREATE TABLE item (id uuid PRIMARY KEY DEFAULT guidon_v4(), n int);
        INSERT INTO item (n) SELECT generate_series(1, 5000)""")
    results = [rows(shared, block) for block in blocks]
    assert results[1] == [(0,)]  # 24 bits: no random key is above
    shared.execute("INSERT INTO item (n) SELECT generate_series(1, 100)")
    assert one(shared, """SELECT count(*) FROM item
        WHERE id >= guidon_v8_append_floor('-infinity', 24)""") == 100
    assert one(shared, "SELECT col_description('item'::regclass, 1)") == \
        "new ids: guidon_v8_append(24)"
