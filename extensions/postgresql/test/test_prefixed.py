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


@pytest.fixture(params=["a table", "partitions by shard"])
def make(shared, request):
    """A function that fills 16 shards with 20,000 keys, a minute apart, among random keys. The
    index is made afterwards, because that takes less time."""
    def made(random_keys):
        shared.execute("CREATE TABLE item (id uuid, at timestamptz)" + (
            " PARTITION BY RANGE (id)" if request.param != "a table" else ""))
        bounds = ["MINVALUE", *(f"'{id}'" for (id,) in rows(
            shared, "SELECT guidon_v8_floor('-infinity', n, 4) FROM generate_series(1, 15) n")),
            "MAXVALUE"]
        for shard in range(16 if request.param != "a table" else 0):
            shared.execute(f"CREATE TABLE item_{shard} PARTITION OF item FOR VALUES FROM "
                           f"({bounds[shard]}) TO ({bounds[shard + 1]})")
        shared.execute(f"""
            INSERT INTO item
            SELECT guidon_v8_sharded_at(t, guidon_shard_of(n::text, 4), 4), t
            FROM (SELECT n, timestamptz '2026-01-01' + n * interval '1 min' AS t
                  FROM generate_series(1, 20000) n) v;
            INSERT INTO item SELECT guidon_v4() FROM generate_series(1, {random_keys});
            ALTER TABLE item ADD PRIMARY KEY (id);
            ANALYZE item""")
        return shared

    return made


SPAN = """SELECT {} FROM guidon_v8_ranges('2026-01-03', '2026-01-03 11:59:59.999999', 4) r
          JOIN item ON id BETWEEN low AND high"""
# The form of the guide. In the join, PostgreSQL would read the table for the few ids of version 8.
OF_VERSION = """SELECT {} FROM guidon_v8_ranges('2026-01-03', '2026-01-03 11:59:59.999999', 4) r
          CROSS JOIN LATERAL (SELECT * FROM item WHERE id BETWEEN low AND high OFFSET 0) item
          WHERE guidon_version_of(id) = 8"""
FOUND = "at >= '2026-01-03' AND at < '2026-01-03 12:00'"


def nodes(plan):
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def spans_have_the_rows(table, query):
    """The ranges of the shards give the rows of the time, and are joined by index scans."""
    assert one(table, f"SELECT count(*) FROM item WHERE {FOUND}") == 720
    assert rows(table, f"""
        SELECT count(*), count(DISTINCT s.id), count(i.id)
        FROM ({query.format("id")}) s
        FULL JOIN (SELECT id FROM item WHERE {FOUND}) i USING (id)""") == [(720, 720, 720)]
    plan = one(table, "EXPLAIN (FORMAT JSON) " + query.format("*"))[0]["Plan"]
    scans = [node for node in nodes(plan) if node.get("Relation Name", "").startswith("item")]
    assert {node["Node Type"] for node in scans} <= {
        "Index Scan", "Index Only Scan", "Bitmap Heap Scan"} and scans, plan
    conditions = [node["Index Cond"] for node in nodes(plan) if "Index Cond" in node]
    assert len(conditions) == len(scans)
    assert all("low" in text and "high" in text for text in conditions), conditions


def test_the_union_of_ranges_has_exactly_the_rows(make):
    table = make(random_keys=0)
    spans_have_the_rows(table, SPAN)
    # Keys of another version between the bounds, which few random keys hit by chance.
    table.execute(f"""INSERT INTO item SELECT overlay(id::text PLACING '4' FROM 15)::uuid
                      FROM item WHERE {FOUND}""")
    assert one(table, SPAN.format("count(*)")) > 720
    spans_have_the_rows(table, OF_VERSION)


@pytest.mark.newest
def test_the_union_of_ranges_has_exactly_the_rows_among_a_million_random_keys(make):
    spans_have_the_rows(make(random_keys=1_000_000), OF_VERSION)


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
    assert len(blocks) == 6
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
