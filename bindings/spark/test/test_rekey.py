# SPDX-License-Identifier: MIT
"""Primary keys and the foreign keys that refer to them."""

import struct

import pytest
from pyspark.sql import functions as F

import guidon
import guidon_spark as gs

KEY = bytes(range(32))
MAPPING = {
    "customers": {"primary": "id", "time": "created"},
    "orders": {
        "primary": "id",
        "time": "placed",
        "foreign": {"customer": "customers", "replaces": "orders"},
    },
    "notes": {"foreign": {"order": "orders"}},
}


@pytest.fixture
def tables(spark):
    """Serial keys of bigint, and foreign keys of int. Times of two tables are equal."""
    return {
        "customers": spark.range(1, 41, 1, 3).selectExpr(
            "id", "concat('c', id) as name", "timestamp_millis(1000 * id) created"
        ),
        "orders": spark.range(1, 101, 1, 3).selectExpr(
            "id",
            "cast(id % 40 + 1 as int) customer",
            "cast(if(id % 10 = 0, id - 1, null) as int) replaces",
            "timestamp_millis(1000 * id) placed",
        ),
        "notes": spark.range(1, 31, 1, 2).selectExpr(
            "cast(id as smallint) `order`", "concat('n', id) text"
        ),
    }


def wanted(name, number):
    return str(
        guidon.derive(
            1000 * number, key=KEY, data=name.encode() + b"\0" + struct.pack(">q", number)
        )
    )


def joined(tables):
    """Which names belong together, without a key."""
    c, o, n = tables["customers"], tables["orders"], tables["notes"]
    made = n.join(o, n.order == o.id).join(c, o.customer == c.id)
    return sorted(map(tuple, made.select("text", "placed", "name").collect()))


def test_every_join_gives_the_same_rows_after(tables):
    new = gs.rekey(tables, MAPPING, KEY)
    assert list(new) == list(tables)
    assert joined(new) == joined(tables) and len(joined(new)) == 30
    for name, df in new.items():
        assert df.columns == tables[name].columns
        assert df.count() == tables[name].count()


def test_the_new_keys_depend_on_table_key_and_time(tables):
    new = gs.rekey(tables, MAPPING, KEY, keep="old_")
    assert new["orders"].columns == [
        *tables["orders"].columns,
        "old_id",
        "old_customer",
        "old_replaces",
    ]
    for row in new["orders"].collect():
        assert row["id"] == wanted("orders", row["old_id"])
        assert row["customer"] == wanted("customers", row["old_customer"])
        replaced = row["old_replaces"]
        assert row["replaces"] == (replaced and wanted("orders", replaced))
    # Rows of two tables with one number and one time have different keys.
    assert wanted("orders", 7) != wanted("customers", 7)


def test_each_table_can_be_computed_alone_and_again(tables):
    new = gs.rekey(tables, MAPPING, KEY, as_="binary")
    alone = gs.derive_v7(
        tables["customers"],
        time="created",
        key=KEY,
        from_="id",
        to="id",
        name="customers",
        as_="binary",
    )
    assert gs.digest(new["customers"]) == gs.digest(alone)
    moved = {**tables, "orders": tables["orders"].repartition(5)}
    again = gs.rekey(moved, MAPPING, KEY, as_="binary", check=False)
    for name in tables:
        assert gs.digest(new[name]) == gs.digest(again[name])


def test_the_old_keys_come_back(tables):
    old, new = tables["orders"], gs.rekey(tables, MAPPING, KEY, keep="old_")["orders"]
    for column in ("id", "customer", "replaces"):
        new = new.drop(column).withColumnRenamed(f"old_{column}", column)
    assert gs.digest(new.select(old.columns)) == gs.digest(old)


def test_orphans_are_an_error_with_count_and_example(tables):
    tables["customers"] = tables["customers"].where("id != 5")
    with pytest.raises(
        ValueError,
        match="^rekey: 3 rows of orders have a customer that is no customers.id, such as 5$",
    ):
        gs.rekey(tables, MAPPING, KEY)
    late = gs.rekey(tables, MAPPING, KEY, check=False)["orders"]
    with pytest.raises(Exception, match="orders.customer refers to no row: 5"):
        late.collect()


def test_orphans_become_null_if_asked(tables):
    tables["customers"] = tables["customers"].where("id != 5")
    new = gs.rekey(tables, MAPPING, KEY, orphans="null")["orders"]
    assert new.count() == 100 and new.where("customer IS NULL").count() == 3


@pytest.mark.parametrize(
    "extra, faults",
    [
        (
            "(null, timestamp_millis(1)), (99L, null), (98L, timestamp_millis(-1)), "
            "(2L, timestamp_millis(1))",
            [
                "1 row of customers has no id",
                "1 row of customers has no created: that with id = 99",
                "1 row of customers has a created that version 7 cannot hold (1970 to 10889): "
                "that with id = 98",
                "1 value of customers.id occurs more than once: 2",
                "1 row of notes has a customer that is no customers.id: 0",
            ],
        ),
        (
            "(null, timestamp_millis(1)), (null, timestamp_millis(1)), (96L, null), "
            "(97L, null), (98L, timestamp_millis(-1)), (99L, timestamp_millis(-1)), "
            "(1L, timestamp_millis(1)), (2L, timestamp_millis(1))",
            [
                "2 rows of customers have no id",
                "2 rows of customers have no created, such as that with id = 96",
                "2 rows of customers have a created that version 7 cannot hold (1970 to 10889), "
                "such as that with id = 98",
                "2 values of customers.id occur more than once, such as 1",
                "2 rows of notes have a customer that is no customers.id, such as -1",
            ],
        ),
    ],
)
def test_faults_are_counted_and_shown_by_an_example(tables, extra, faults):
    """In the words for one row or for several."""
    spark, several = tables["customers"].sparkSession, faults[0].startswith("2")
    customers = spark.sql(f"SELECT * FROM VALUES {extra} AS x(id, created)").unionAll(
        tables["customers"].select("id", "created")
    )
    notes = spark.range(-1 if several else 0, 1).selectExpr("id customer")
    with pytest.raises(ValueError) as caught:
        gs.rekey(
            {"customers": customers, "notes": notes},
            {"customers": MAPPING["customers"], "notes": {"foreign": {"customer": "customers"}}},
            KEY,
        )
    assert str(caught.value) == "rekey: " + "; ".join(faults)


def test_a_row_without_a_key_is_an_error_without_the_check_too(tables):
    tables["orders"] = tables["orders"].selectExpr(
        "nullif(id, 7) id", "customer", "replaces", "placed"
    )
    late = gs.rekey(tables, MAPPING, KEY, check=False)["orders"]
    with pytest.raises(Exception, match="a row of orders has no id"):
        late.collect()


def test_keys_of_text_and_binary(spark):
    for type_ in ("string", "binary"):
        a = spark.range(5).selectExpr(
            f"cast(concat('k', id) as {type_}) id", "timestamp_millis(id) at"
        )
        b = spark.range(5).selectExpr(f"cast(concat('k', id) as {type_}) a")
        new = gs.rekey(
            {"a": a, "b": b},
            {"a": {"primary": "id", "time": "at"}, "b": {"foreign": {"a": "a"}}},
            KEY,
        )
        assert new["b"].join(new["a"], new["b"].a == new["a"].id).count() == 5


@pytest.mark.parametrize(
    "table, change, error",
    [
        ("orders", {"primary": "nothing"}, "table 'orders': primary: there is no column"),
        ("orders", {"time": "id"}, "expected timestamp"),
        ("orders", {"foreign": {"customer": "clients"}}, "'clients', which is none of"),
        ("orders", {"foreign": {"placed": "orders"}}, "orders.id has bigint"),
        ("orders", {"foreign": {"customer": "notes"}}, "has no primary key"),
        ("orders", {"foreign": {"ID": "customers"}}, "'id' is the primary key too"),
        ("orders", {"foreign": {"nothing": "customers"}}, "foreign: there is no column"),
        ("customers", {"primary": "created"}, "expected an integer, string or binary"),
        ("notes", {"foreign": {}}, "neither a primary nor a foreign key"),
        ("notes", {"foregin": {}}, "unknown foregin"),
        ("notes", {"primary": "order"}, "has a primary key and no time"),
    ],
)
def test_a_bad_mapping_is_refused(tables, table, change, error):
    mapping = {**MAPPING, table: {**MAPPING[table], **change}}
    with pytest.raises((ValueError, TypeError), match=error):
        gs.rekey(tables, mapping, KEY)


def test_times_that_version_7_cannot_hold_are_counted(tables):
    extra = (
        "SELECT * FROM VALUES (98L, 'a', timestamp_micros(-1)), "
        f"(99L, 'b', timestamp_micros({1000 << 48})), "
        f"(97L, 'c', timestamp_micros({(1000 << 48) - 1})) AS x(id, name, created)"
    )
    spark = tables["customers"].sparkSession
    tables["customers"] = tables["customers"].unionAll(spark.sql(extra))
    with pytest.raises(
        ValueError,
        match=r"^rekey: 2 rows of customers have a created "
        r"that version 7 cannot hold \(1970 to 10889\), such as that "
        "with id = 98$",
    ):
        gs.rekey(tables, MAPPING, KEY)


def test_names_of_the_job_are_refused(tables):
    tables["notes"] = tables["notes"].withColumn("__Guidon_id", F.lit(1))
    with pytest.raises(
        ValueError,
        match="'notes': rekey uses names that begin with "
        "__guidon_; rename the column '__Guidon_id'",
    ):
        gs.rekey(tables, MAPPING, KEY)


def test_names_with_dots_and_in_any_case(tables):
    renamed = {
        "customers": tables["customers"].withColumnsRenamed({"id": "the.id"}),
        "orders": tables["orders"].withColumnsRenamed({"customer": "of.whom"}),
        "notes": tables["notes"],
    }
    mapping = {
        "customers": {"primary": "the.ID", "time": "CREATED"},
        "orders": {
            "primary": "id",
            "time": "placed",
            "foreign": {"OF.whom": "customers", "Replaces": "orders"},
        },
        "notes": MAPPING["notes"],
    }
    due = gs.rekey(tables, MAPPING, KEY)
    spark = tables["notes"].sparkSession
    for sensitive in (False, True):
        spark.conf.set("spark.sql.caseSensitive", sensitive)
        try:
            new = gs.rekey(renamed, mapping, KEY)
            for name, df in new.items():
                assert df.columns == renamed[name].columns
                assert gs.digest(df) == gs.digest(due[name])
        finally:
            spark.conf.set("spark.sql.caseSensitive", False)


def test_other_bad_arguments(tables):
    with pytest.raises(ValueError, match="mapping: has the tables"):
        gs.rekey(tables, {}, KEY)
    with pytest.raises(ValueError, match="orphans"):
        gs.rekey(tables, MAPPING, KEY, orphans="drop")
    with pytest.raises(ValueError, match="no-form"):
        gs.rekey(tables, MAPPING, KEY, as_="no-form")
    for column in ("id", "customer"):
        changed = tables["orders"].selectExpr("*", f"1 AS OLD_{column}")
        with pytest.raises(ValueError, match=f"'orders' has a column old_{column}"):
            gs.rekey({**tables, "orders": changed}, MAPPING, KEY, keep="old_")
