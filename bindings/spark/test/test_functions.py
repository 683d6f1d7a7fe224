# SPDX-License-Identifier: MIT
"""The functions for SQL."""

import datetime
import json
import pathlib
import uuid

import pytest

import guidon
import guidon_spark as gs

ROOT = pathlib.Path(__file__).resolve().parents[3]
ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")


@pytest.fixture
def sql(spark):
    gs.register(spark)
    spark.createDataFrame(
        [(str(ID), ID.bytes), (None, None)], "a string, b binary"
    ).createOrReplaceTempView("ids")

    def first(text):
        rows = [row[0] for row in spark.sql(f"SELECT {text} FROM ids").collect()]
        assert rows[1] is None
        return rows[0]

    return first


def test_functions_of_sql(sql):
    assert sql("guidon_version_of(a)") == sql("guidon_version_of(b)") == 7
    assert sql("guidon_format(b, 'ulid')") == guidon.format(ID, "ulid")
    assert sql("guidon_format(b, 'text')") == str(ID)
    assert bytes(sql("guidon_parse(a)")) == ID.bytes
    assert sql("CAST(unix_millis(guidon_time_of(a)) AS string)") == "1645557742000"


def test_the_text_of_a_ulid_is_a_ulid(spark, sql):
    """Its bytes may look like a UUID of any version, with another time or none."""
    rows = json.loads((ROOT / "tests/vectors/kinds.json").read_text("utf-8"))["kinds"]
    spark.createDataFrame([(row["text"],) for row in rows], "id string").createOrReplaceTempView(
        "kinds"
    )
    found = {
        row["id"]: (row["version"], row["time"])
        for row in spark.sql(
            "SELECT id, guidon_version_of(id) version, unix_micros(guidon_time_of(id)) time "
            "FROM kinds"
        ).collect()
    }
    last = 253402300799999999  # the last microsecond of the year 9999
    for row in rows:
        time = None if row["ns"] is None else int(row["ns"]) // 1000
        assert found[row["text"]] == (
            row["version"],
            time if time is None or time <= last else None,
        ), row


def test_what_has_no_time_or_is_no_id(spark, sql):
    row = spark.sql(
        "SELECT guidon_time_of('00000000-0000-4000-8000-000000000000') a, "
        "guidon_parse('nonsense') b, guidon_version_of(guidon_parse("
        "'00000000-0000-0000-c000-000000000000')) c"
    ).first()
    assert tuple(row) == (None, None, None)
    with pytest.raises(Exception, match="in no known form .*: 'nonsense'"):
        spark.sql("SELECT guidon_version_of('nonsense')").collect()


def test_a_form_of_each_row(spark, sql):
    rows = spark.sql(
        f"SELECT form, guidon_format(unhex('{ID.hex}'), form) FROM VALUES "
        "('ulid'), ('uuid'), (null) AS x(form)"
    ).collect()
    assert [tuple(row) for row in rows] == [
        ("ulid", guidon.format(ID, "ulid")),
        ("uuid", str(ID)),
        (None, None),
    ]


def test_a_form_with_several_lengths_and_one_that_is_none(spark, sql):
    one = uuid.UUID(int=0x4A << 64)
    rows = spark.sql(f"SELECT guidon_format('{one}', 'int') FROM range(9)").collect()
    assert {row[0] for row in rows} == {str(one.int)}
    rows = spark.sql(
        f"SELECT guidon_format('{one}', form) FROM VALUES ('text'), ('hex') AS x(form)"
    ).collect()
    assert [row[0] for row in rows] == [str(one), one.hex]
    for form in ("binary", "nothing"):
        with pytest.raises(Exception, match=form):
            spark.sql(f"SELECT guidon_format('{one}', '{form}')").collect()


def test_times_of_the_whole_range(spark, sql):
    for kind in ("v1", "v6", "v7"):
        time = datetime.datetime(2031, 5, 6, 7, 8, 9, tzinfo=datetime.timezone.utc)
        one = guidon.floor(kind, time)
        found = spark.sql(f"SELECT unix_micros(guidon_time_of('{one}'))")
        assert found.first()[0] == int(time.timestamp()) * 10**6
