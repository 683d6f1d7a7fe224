# SPDX-License-Identifier: MIT
"""The audit of a column: each count against ids that were made for it."""

import datetime
import random
import uuid

import pytest

import guidon
import guidon_spark as gs

RANDOM = random.Random(7)


def column(spark, values, type_="string", partitions=3):
    rows = [(value,) for value in values]
    return spark.createDataFrame(rows, f"id {type_}").coalesce(partitions)


def version4(n):
    return [uuid.UUID(int=RANDOM.getrandbits(128), version=4) for _ in range(n)]


def test_kinds_nulls_and_values_that_are_no_ids(spark):
    ids = [
        guidon.NIL,
        guidon.MAX,
        *version4(40),
        guidon.uuid1(),
        guidon.uuid6(),
        guidon.uuid7(),
        uuid.UUID(int=1 << 64 | 1),
        uuid.UUID(int=0xC << 60),
        uuid.UUID(int=0xE << 60),
    ]
    texts = [*map(str, ids), None, "nonsense", None]
    found = gs.audit(column(spark, texts), "id")
    assert (found.rows, found.nulls, found.bad) == (len(texts), 2, 1)
    assert "nonsense" in found.bad_example
    assert found.kinds == {
        "nil": 1,
        "max": 1,
        "v4": 40,
        "v1": 1,
        "v6": 1,
        "v7": 1,
        "ncs": 1,
        "microsoft": 1,
        "future": 1,
    }
    assert "no ids        1  " in str(found) and "v4            40" in str(found)


def test_ulids_are_known_by_their_texts_or_by_the_argument(spark):
    ulids = [guidon.ulid() for _ in range(9)] + [guidon.ULID.floor(1)]
    texts = [*map(str, ulids[:8]), str(guidon.uuid4()), None, "no id"]
    found = gs.audit(column(spark, texts), "id")
    assert found.kinds == {"v4": 1, "ulid": 8} and found.bad == 1
    octets = [one.bytes for one in ulids]
    found = gs.audit(column(spark, [*octets, b"no id"], "binary"), "id", ulid=True)
    assert found.kinds == {"ulid": 10} and found.bad == 1
    assert (found.earliest, found.latest) == (ulids[9].datetime, ulids[8].datetime)
    found = gs.audit(column(spark, [str(one.uuid) for one in ulids]), "id", ulid=True)
    assert found.kinds == {"ulid": 10}


def test_counts_are_those_of_the_library(spark):
    ids = [*version4(300), *(guidon.uuid7() for _ in range(50)), guidon.NIL]
    whole = guidon.Audit(distinct=0)
    whole.add_many(ids)
    for type_, values in [("string", map(str, ids)), ("binary", [x.bytes for x in ids])]:
        found = gs.audit(column(spark, values, type_, partitions=1), "id")
        assert found.counts == whole


@pytest.mark.parametrize("floor", ["v1", "v6", "v7"])
def test_the_earliest_and_the_latest_time(spark, floor):
    times = [datetime.datetime(2020, 1, day, tzinfo=datetime.timezone.utc) for day in (9, 2, 17)]
    ids = [guidon.floor(floor, time) for time in times]
    found = gs.audit(column(spark, [one.bytes for one in ids], "binary"), "id")
    assert (found.earliest, found.latest) == (min(times), max(times))


def test_a_time_after_9999_is_the_end_of_9999(spark):
    last = guidon.ceil("v7", 2**48 - 1)
    found = gs.audit(column(spark, [str(last)]), "id")
    assert found.latest.year == 9999


def test_order_is_that_of_each_partition(spark):
    """Also across the batches of a partition, which have 7 rows."""
    ids = sorted(map(str, version4(40)))
    df = column(spark, ids, partitions=1)
    assert gs.audit(df, "id").out_of_order == 0
    for at in (3, 7, 20):
        moved = [*ids[:at], *ids[at + 1 :], ids[at]]
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


@pytest.mark.parametrize(
    "version, mask, weak",
    [
        (4, 1 << 127, {"v4": {0: 0.0}}),
        (4, 1, {"v4": {127: 0.0}}),
        (4, 1 << 32, {"v4": {95: 0.0}}),
        (7, 1 << 31, {"v7": {96: 0.0}}),
        (7, 1 << 32, {}),
        (4, 0, {}),
    ],
)
def test_weak_bits(spark, version, mask, weak):
    ids = [uuid.UUID(int=one.int & ~mask & ~(15 << 76) | version << 76) for one in version4(200)]
    found = gs.audit(column(spark, [one.bytes for one in ids], "binary"), "id")
    assert found.kinds == {f"v{version}": 200}
    assert found.weak_bits == weak
    shown = ", ".join(f"{kind}: {bit}" for kind, bits in weak.items() for bit in bits)
    assert str(found).endswith(f"weak bits     {shown or 'none'}")


def test_an_empty_column(spark):
    found = gs.audit(column(spark, []), "id")
    assert found == gs.Audit() and found.weak_bits == {}
    empty = column(spark, ["nonsense"] * 0).repartition(4)
    assert gs.audit(empty, "id").rows == 0


def test_audits_are_merged(spark):
    ids = [*version4(100), *(guidon.uuid7() for _ in range(50))]
    a, b = (
        gs.audit(column(spark, map(str, part), partitions=1), "id") for part in (ids[:70], ids[70:])
    )
    whole = gs.audit(column(spark, map(str, ids), partitions=1), "id")
    order = a.out_of_order + b.out_of_order
    a.merge(b)
    assert (a.out_of_order, a.counts.parts, whole.counts.parts) == (order, 2, 1)
    assert whole.out_of_order - order in (0, 1)  # between the two parts
    for name in (
        "rows",
        "nulls",
        "bad",
        "duplicates",
        "duplicated",
        "kinds",
        "earliest",
        "latest",
        "weak_bits",
    ):
        assert getattr(a, name) == getattr(whole, name), name


def test_a_column_of_another_type_is_refused(spark):
    with pytest.raises(TypeError, match="bigint, expected string, or binary"):
        gs.audit(spark.range(1), "id")


def test_the_dataframe_is_read_once(spark):
    """Spark's default settings, with stages that adapt, are in test_cluster.py."""
    read = spark.sparkContext.accumulator(0)

    def counted(batches):
        for batch in batches:
            read.add(batch.num_rows)
            yield batch

    df = column(spark, map(str, version4(100))).repartition(3)
    assert gs.audit(df.mapInArrow(counted, df.schema), "id").rows == 100
    assert read.value == 100
