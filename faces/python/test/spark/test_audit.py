# SPDX-License-Identifier: MIT
"""The audit of a column: each count against ids that were made for it."""

import datetime
import random
import uuid

import pytest

import guidon
import guidon.spark as gs

RANDOM = random.Random(7)


def column(spark, values, type_="string", partitions=3):
    rows = [(value,) for value in values]
    return spark.createDataFrame(rows, f"id {type_}").coalesce(partitions)


def version4(n):
    return [uuid.UUID(int=RANDOM.getrandbits(128), version=4) for _ in range(n)]


def test_kinds_nulls_and_values_that_are_no_ids(spark):
    ids = [guidon.NIL, guidon.MAX, *version4(40), guidon.uuid1(), guidon.uuid6(),
           guidon.uuid7(), uuid.UUID(int=1 << 64 | 1), uuid.UUID(int=0xC << 60),
           uuid.UUID(int=0xE << 60)]
    texts = [*map(str, ids), None, "nonsense", None]
    found = gs.audit(column(spark, texts), "id")
    assert (found.rows, found.nulls, found.bad) == (len(texts), 2, 1)
    assert "nonsense" in found.bad_example
    assert found.kinds == {"nil": 1, "max": 1, "version 4": 40, "version 1": 1,
                           "version 6": 1, "version 7": 1, "ncs": 1, "microsoft": 1,
                           "future": 1}
    assert "no ids        1  " in str(found) and "version 4     40" in str(found)


@pytest.mark.parametrize("floor", ["uuid1", "uuid6", "uuid7"])
def test_the_earliest_and_the_latest_time(spark, floor):
    times = [datetime.datetime(2020, 1, day, tzinfo=datetime.timezone.utc)
             for day in (9, 2, 17)]
    ids = [guidon.floor(floor, time) for time in times]
    found = gs.audit(column(spark, [one.bytes for one in ids], "binary"), "id")
    assert (found.earliest, found.latest) == (min(times), max(times))


def test_a_time_after_9999_is_the_end_of_9999(spark):
    last = guidon.ceil("uuid7", 2**48 - 1)
    found = gs.audit(column(spark, [str(last)]), "id")
    assert found.latest.year == 9999


def test_order_is_that_of_each_partition(spark):
    """Also across the batches of a partition, which have 7 rows."""
    ids = sorted(map(str, version4(40)))
    df = column(spark, ids, partitions=1)
    assert gs.audit(df, "id").out_of_order == 0
    for at in (3, 7, 20):
        moved = [*ids[:at], *ids[at + 1:], ids[at]]
        assert gs.audit(column(spark, moved, partitions=1), "id").out_of_order == 1
    backwards = column(spark, ids[::-1], partitions=1)
    assert gs.audit(backwards, "id").out_of_order == 39
    apart = df.orderBy("id", ascending=False).repartitionByRange(40, "id")
    assert gs.audit(apart, "id").out_of_order == 0


def test_duplicates_are_counted_over_partitions_and_forms(spark):
    ids = version4(30)
    texts = [*map(str, ids), ids[3].hex, guidon.format(ids[3], "ulid"), str(ids[9])]
    found = gs.audit(column(spark, texts).repartition(5), "id")
    assert (found.duplicates, found.duplicated) == (3, 2)
    assert found.duplicate_example == min(ids[3], ids[9])
    assert gs.audit(column(spark, map(str, ids)), "id").duplicates == 0


@pytest.mark.parametrize("version, mask, weak", [
    (4, 1 << 127, [(4, 0)]), (4, 1, [(4, 127)]), (4, 1 << 32, [(4, 95)]),
    (7, 1 << 31, [(7, 96)]), (7, 1 << 32, []), (4, 0, []),
])
def test_weak_bits(spark, version, mask, weak):
    ids = [uuid.UUID(int=one.int & ~mask & ~(15 << 76) | version << 76)
           for one in version4(200)]
    found = gs.audit(column(spark, [one.bytes for one in ids], "binary"), "id")
    assert found.kinds == {f"version {version}": 200}
    assert found.weak_bits == weak


def test_an_empty_column(spark):
    found = gs.audit(column(spark, []), "id")
    assert found == gs.Audit() and found.weak_bits == []
    empty = column(spark, ["nonsense"] * 0).repartition(4)
    assert gs.audit(empty, "id").rows == 0


def test_audits_are_merged(spark):
    ids = [*version4(100), *(guidon.uuid7() for _ in range(50))]
    a, b = (gs.audit(column(spark, map(str, part), partitions=1), "id")
            for part in (ids[:70], ids[70:]))
    whole = gs.audit(column(spark, map(str, ids), partitions=1), "id")
    a.merge(b)
    whole.out_of_order = a.out_of_order  # one more or less between the two parts
    assert a == whole


def test_a_column_of_another_type_is_refused(spark):
    with pytest.raises(TypeError, match="bigint, expected string, or binary"):
        gs.audit(spark.range(1), "id")
