# SPDX-License-Identifier: MIT
"""Columns of ids in DataFrames: derived, converted, read; and what is refused."""

import datetime
import functools
import json
import pathlib
import re
import struct
import uuid

import pyarrow as pa
import pytest
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import guidon
import guidon_spark as gs

ROOT = pathlib.Path(__file__).resolve().parents[3]
KEY = bytes(range(32))
ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
UTC = datetime.timezone.utc


def vectors(name):
    text = (ROOT / "tests/vectors" / f"{name}.json").read_text(encoding="utf-8")
    return json.loads(text)


def rows_of(df, *columns):
    return [tuple(row) for row in df.select(*columns).collect()]


def numbered(spark, n=50, partitions=3):
    """Rows with a number in each type, and a time with microseconds."""
    return spark.range(0, n, 1, partitions).selectExpr(
        "id",
        "cast(id as int) i",
        "cast(id as smallint) s",
        "cast(id as tinyint) t",
        "cast(id as string) text",
        "cast(cast(id as string) as binary) data",
        "timestamp_micros(1645557742000999 + id * 400) at",
    )


def fails(df, *patterns):
    """The error of a DataFrame that is computed."""
    with pytest.raises(Exception) as caught:
        df.collect()
    for pattern in patterns:
        assert re.search(pattern, str(caught.value)), str(caught.value)[-3000:]


# ------------------------------------------------------------------------- derive


@pytest.mark.parametrize(
    "type_, column", [("integer", "bigint"), ("text", "string"), ("bytes", "binary")]
)
def test_vectors_of_what_is_hashed(spark, type_, column):
    rows = [row for row in vectors("hashed")["hashed"] if row["type"] == type_]
    read = {"integer": int, "text": str, "bytes": bytes.fromhex}[type_]
    df = spark.createDataFrame(
        [(row["unix_ms"], read(row["value"]), row["derived"]) for row in rows],
        f"ms bigint, value {column}, derived string",
    ).withColumn("at", F.timestamp_millis("ms"))
    made = gs.derive_v7(
        df, time="at", key=bytes.fromhex(rows[0]["key"]), from_="value", to="id", as_="hex"
    )
    assert {row["key"] for row in rows} == {rows[0]["key"]}
    assert len(rows) > 4 and made.where("id <> derived OR id IS NULL").count() == 0


@pytest.mark.parametrize("value", ["258.0D", "258.0", "true", "date '2026-01-01'", "array(1)"])
def test_other_types_are_not_hashed(spark, value):
    df = spark.sql(f"SELECT timestamp '2026-01-01' at, {value} value")
    with pytest.raises(TypeError, match="expected an integer, string or binary"):
        gs.derive_v7(df, time="at", key=KEY, from_="value", to="id")


def test_a_string_that_is_not_utf8_is_not_hashed(spark):
    df = spark.sql("SELECT timestamp '2026-01-01' at, cast(x'61ff' AS string) value")
    fails(
        gs.derive_v7(df, time="at", key=KEY, from_="value", to="id"),
        "the string is not UTF-8 at byte 1",
    )


def test_vectors_of_derived_ids(spark):
    rows = vectors("keys")["derive"]
    assert len(rows) > 5
    last = 253402300799999  # the last millisecond that a timestamp of Spark holds
    made = []
    for key in sorted({row["key"] for row in rows}):
        own = [row for row in rows if row["key"] == key and row["unix_ms"] <= last]
        df = spark.createDataFrame(
            [(row["unix_ms"], bytes.fromhex(row["data"]), row["id"]) for row in own],
            "ms bigint, data binary, id string",
        ).selectExpr("timestamp_millis(ms) at", "data", "id")
        made.append(
            gs.derive_v7(df, time="at", key=bytes.fromhex(key), from_="data", to="made", as_="hex")
        )
    found = rows_of(functools.reduce(DataFrame.unionAll, made), "id", "made")
    assert len(found) > 5 and all(a == b for a, b in found)


def test_ids_are_those_of_guidon_derive(spark):
    made = gs.derive_v7(numbered(spark), time="at", key=KEY, from_="id", to="new")
    assert made.columns[-1] == "new" and made.count() == 50
    for number, new in rows_of(made, "id", "new"):
        ms = (1645557742000999 + number * 400) // 1000
        assert new == str(guidon.derive(ms, key=KEY, data=struct.pack(">q", number)))


def test_integers_of_every_type_give_the_same_bytes(spark):
    df = numbered(spark)
    for column in ["id", "i", "s", "t"]:
        df = gs.derive_v7(df, time="at", key=KEY, from_=column, to=f"new_{column}")
    for row in rows_of(df, "new_id", "new_i", "new_s", "new_t"):
        assert len(set(row)) == 1


def test_a_negative_number_is_in_twos_complement(spark):
    df = spark.sql("SELECT -2 AS id, timestamp_millis(5) AS at")
    (made,) = rows_of(gs.derive_v7(df, time="at", key=KEY, from_="id", to="new"), "new")
    assert made[0] == str(guidon.derive(5, key=KEY, data=struct.pack(">q", -2)))


def test_strings_and_binaries_of_any_length(spark):
    values = ["", "é", "x" * 3000, "a\0b", "z", None, "longer"] * 5
    rows = [(value,) for value in values]
    df = spark.createDataFrame(rows, "text string").selectExpr(
        "text", "cast(text as binary) data", "timestamp_millis(7) at"
    )
    df = gs.derive_v7(df, time="at", key=KEY, from_="text", to="a")
    df = gs.derive_v7(df, time="at", key=KEY, from_="data", to="b")
    for text, a, b in rows_of(df, "text", "a", "b"):
        wanted = None if text is None else str(guidon.derive(7, key=KEY, data=text.encode()))
        assert a == b == wanted


def test_a_name_stands_in_front_with_a_zero_byte(spark):
    df = gs.derive_v7(numbered(spark, 3), time="at", key=KEY, from_="id", to="new", name="orders")
    first = rows_of(df, "new")[0][0]
    assert first == str(guidon.derive(1645557742000, key=KEY, data=b"orders\0" + bytes(8)))


def test_every_form_of_a_result(spark):
    df = numbered(spark, 20)
    for as_ in ["text", "binary", "ulid", "base58", "uuid"]:
        df = gs.derive_v7(df, time="at", key=KEY, from_="id", to=as_, as_=as_)
    for text, data, ulid, base58, again in rows_of(df, "text", "binary", "ulid", "base58", "uuid"):
        one = uuid.UUID(text)
        assert bytes(data) == one.bytes and again == text
        assert ulid == guidon.format(one, "ulid")
        assert base58 == guidon.format(one, "base58")


def test_times_are_rounded_down_in_every_time_zone(spark):
    df = spark.sql("SELECT 1 AS id, timestamp_micros(1999) AS at")
    for zone in ["UTC", "Asia/Kathmandu"]:
        spark.conf.set("spark.sql.session.timeZone", zone)
        made = gs.derive_v7(df, time="at", key=KEY, from_="id", to="new")
        (made,) = rows_of(made, "new")
        assert guidon.ms_of(made[0]) == 1
    spark.conf.set("spark.sql.session.timeZone", "America/New_York")


def test_a_null_value_has_no_id_and_a_null_time_is_an_error(spark):
    df = spark.sql(
        "SELECT * FROM VALUES (1, timestamp_millis(1)), "
        "(null, timestamp_millis(2)), (null, null) AS rows(id, at)"
    )
    made = gs.derive_v7(df, time="at", key=KEY, from_="id", to="new")
    assert [new is None for _, new in rows_of(made, "id", "new")] == [False, True, True]
    df = spark.range(0, 40, 1, 2).selectExpr("id", "if(id = 29, null, timestamp_millis(id)) at")
    fails(
        gs.derive_v7(df, time="at", key=KEY, from_="id", to="new"),
        "column 'at', partition 1, row 9 of the partition: the time is null",
    )


@pytest.mark.parametrize(
    "micros, shown",
    [
        (-1, "1969-12-31 23:59:59.999999.00:00"),
        (1000 << 48, "the time 281474976710656000 microseconds from 1970"),
        (-(10**17), "the time -100000000000000000 microseconds from 1970"),
    ],
)
def test_a_time_that_version_7_cannot_hold_is_an_error(spark, micros, shown):
    df = spark.sql(f"SELECT 1 AS id, timestamp_micros({micros}) AS at")
    fails(
        gs.derive_v7(df, time="at", key=KEY, from_="id", to="new"),
        f"column 'at', partition 0, row 0 of the partition: {shown} is outside",
    )


def test_the_last_time_of_version_7(spark):
    df = spark.sql(f"SELECT 1 AS id, timestamp_micros({(1000 << 48) - 1}) AS at")
    made = gs.derive_v7(df, time="at", key=KEY, from_="id", to="new")
    assert guidon.ms_of(rows_of(made, "new")[0][0]) == 2**48 - 1


def test_columns_of_any_name_keep_their_values(spark):
    """A name with a dot is no field of a struct, and two columns may share a name."""
    df = spark.sql(
        f"SELECT named_struct('b', 'wrong') a, '{ID}' `a.b`, 7 `x y`, "
        "8 twice, 9 twice, timestamp_millis(5) `t.at`"
    )
    rest = [("wrong",), str(ID), 7, 8, 9]
    made = gs.derive_v7(df, time="t.at", key=KEY, from_="a.b", to="n.ew")
    assert made.columns == [*df.columns, "n.ew"]
    (row,) = made.collect()
    assert [*row][:5] == rest
    assert row[6] == str(guidon.derive(5, key=KEY, data=str(ID).encode()))
    assert [*gs.convert(df, "a.b", "hex").collect()[0]][:5] == [("wrong",), ID.hex, 7, 8, 9]
    (row,) = gs.parse(df, "a.b", on_error="null", to="id").collect()
    assert [*row][:5] == rest and bytes(row["id"]) == ID.bytes
    (row,) = gs.fresh_v7(df, to="id", retries_change_ids=True).collect()
    assert [*row][:5] == rest
    assert gs.audit(df, "a.b").kinds == {f"v{ID.version}": 1}
    assert gs.digest(df) != gs.digest(
        df.toDF("a", "c", "d", "e", "e", "f").withColumn("c", F.lit("wrong"))
    )


def test_case_counts_if_it_counts_in_the_session(spark):
    df = spark.range(1).selectExpr("id", f"'{ID}' UUID", "timestamp_millis(1) at")

    def names(made):
        return [field.name for field in made.schema]

    arguments = {"time": "at", "key": KEY, "from_": "id", "to": "uuid"}
    assert names(gs.derive_v7(df, **arguments)) == ["id", "UUID", "at"]
    spark.conf.set("spark.sql.caseSensitive", True)
    try:
        made = gs.derive_v7(df, **arguments)
        assert names(made) == ["id", "UUID", "at", "uuid"]
        assert made.first()["UUID"] == str(ID)
        assert names(gs.convert(df, "uuid", "hex")) == ["id", "UUID", "at"]
    finally:
        spark.conf.set("spark.sql.caseSensitive", False)
    both = spark.range(1).selectExpr(f"'{ID}' ID", f"'{ID}' id")
    assert tuple(gs.convert(both, "id", "hex").first()) == (str(ID), ID.hex)


def test_other_columns_stay_as_they_are(spark):
    df = spark.sql(
        "SELECT 1 AS id, timestamp_millis(1) AS at, map('a', array(1)) m, "
        "named_struct('x', 1.5D) st, cast(2.50 as decimal(9, 2)) d, "
        "date'2024-02-29' day, cast(null as string) n, timestamp_ntz"
        "'2024-03-10 02:30:00' ntz, true b"
    )
    made = gs.derive_v7(df, time="at", key=KEY, from_="id", to="new")
    assert made.drop("new").collect() == df.collect()
    assert made.drop("new").schema == df.schema


def test_a_column_of_the_same_name_is_replaced(spark):
    made = gs.derive_v7(numbered(spark), time="at", key=KEY, from_="id", to="ID")
    assert made.columns == numbered(spark).columns
    assert made.schema["id"].dataType.simpleString() == "string"


def test_a_key_may_be_a_function_of_the_executors(spark, tmp_path):
    path = tmp_path / "key"
    path.write_bytes(KEY)
    df = numbered(spark)
    a, b = (
        rows_of(gs.derive_v7(df, time="at", key=key, from_="id", to="new"), "new")
        for key in (KEY, lambda: path.read_bytes())
    )
    assert a == b
    for wrong in (32, list(KEY)):
        fails(
            gs.derive_v7(df, time="at", key=lambda value=wrong: value, from_="id", to="new"),
            "key: expected 32 bytes, or a function",
        )
    path.write_bytes(KEY[1:])
    fails(
        gs.derive_v7(df, time="at", key=lambda: path.read_bytes(), from_="id", to="new"),
        "the key has 32 bytes, not 31",
    )


def test_a_plan_does_not_show_the_key(spark, capsys):
    made = gs.derive_v7(numbered(spark), time="at", key=b"secret" * 5 + b"!!", from_="id", to="new")
    made.explain(True)
    assert "derive_v7" in (shown := capsys.readouterr().out)
    assert "secret" not in shown


@pytest.mark.parametrize(
    "change, error",
    [
        ({"key": bytes(31)}, "key"),
        ({"key": "x" * 32}, "key: expected 32 bytes"),
        ({"from_": "nothing"}, "from_: there is no column 'nothing'.* id, i, s"),
        ({"from_": "at"}, "from_: the column 'at' has the type timestamp"),
        ({"time": "id"}, "time: the column 'id' has the type bigint, expected timestamp"),
        ({"time": "ntz"}, "timestamp_ntz, which is no instant"),
        ({"as_": "no-form"}, "no-form"),
        ({"as_": "int"}, "several lengths"),
        ({"name": "a\0"}, "zero"),
    ],
)
def test_bad_arguments_are_refused_before_a_job_runs(spark, change, error):
    df = numbered(spark).selectExpr("*", "timestamp_ntz'2024-01-01' ntz")
    good = {"time": "at", "key": KEY, "from_": "id", "to": "new"}
    with pytest.raises((ValueError, TypeError), match=error):
        gs.derive_v7(df, **{**good, **change})


def test_a_column_with_the_exact_name_is_preferred(spark):
    spark.conf.set("spark.sql.caseSensitive", True)
    try:
        df = spark.sql("SELECT 1 AS ID, 2 AS id, timestamp_millis(5) AS at")
        for column, number in (("ID", 1), ("id", 2)):
            made = gs.derive_v7(df, time="AT", key=KEY, from_=column, to="new")
            assert rows_of(made, "new") == [
                (str(guidon.derive(5, key=KEY, data=struct.pack(">q", number))),)
            ]
        with pytest.raises(ValueError, match="from_: there are 2 columns 'Id'"):
            gs.derive_v7(df, time="at", key=KEY, from_="Id", to="new")
    finally:
        spark.conf.unset("spark.sql.caseSensitive")
    with pytest.raises(ValueError, match="to: there are 2 columns 'Id'"):
        gs.derive_v7(df, time="at", key=KEY, from_="id", to="Id")


# -------------------------------------------------------------------------- fresh


def test_fresh_ids_are_refused_with_the_reason(spark):
    with pytest.raises(ValueError, match="lost executor.*derive_v7.*retries_change"):
        gs.fresh_v7(numbered(spark), to="new")


def test_fresh_ids_that_are_asked_for_by_name(spark):
    made = gs.fresh_v7(numbered(spark), to="new", retries_change_ids=True)
    first, second = ({row[0] for row in rows_of(made, "new")} for _ in range(2))
    assert len(first) == 50 and not first & second


# ------------------------------------------------------------- convert and parse


def test_texts_are_written_and_read_back(spark):
    ids = guidon.uuids_of(guidon.new_many(20, "v4"))
    df = spark.createDataFrame([(str(one), one.bytes) for one in ids], "text string, data binary")
    forms = ["ulid", "base58", "hex"]
    for form in forms:
        df = gs.convert(df, "data", form, to=form)
        df = gs.convert(df, form, "text", from_form=form, to=f"from_{form}")
    for row in df.collect():
        assert [row[form] for form in forms] == [guidon.format(row["text"], form) for form in forms]
        assert {row[f"from_{form}"] for form in forms} == {row["text"]}


def test_nulls_stay_null_and_binaries_are_checked(spark):
    df = spark.createDataFrame([(str(ID), ID.bytes), (None, None)], "a string, b binary")
    made = gs.convert(gs.convert(df, "a", "binary"), "b", "ulid", to="c")
    assert rows_of(made, "a", "c") == [(ID.bytes, guidon.format(ID, "ulid")), (None, None)]
    short = spark.createDataFrame([(ID.bytes,), (b"short",)], "b binary").coalesce(1)
    fails(
        gs.convert(short, "b", "text"),
        "column 'b', partition 0, row 1 of the partition: b'short' has 5 bytes",
    )


def test_texts_in_any_form_are_read(spark):
    texts = [str(ID), guidon.format(ID, "ulid"), f"urn:uuid:{ID}", ID.hex, None]
    df = spark.createDataFrame([(text,) for text in texts], "id string")
    read = [row[0] for row in rows_of(gs.parse(df, "id"), "id")]
    assert read == [ID.bytes] * 4 + [None]


def test_a_wrong_text_is_an_error_with_its_place(spark):
    rows = [(str(ID),)] * 20 + [("017f22e2-79b0-7cc3-98c4-dc0c0c07398g",)]
    df = spark.createDataFrame(rows, "id string").coalesce(1)
    for form in ["any", "uuid"]:
        fails(
            gs.parse(df, "id", form=form),
            "guidon_spark.parse: column 'id', partition 0, row 20 of the partition: ",
            "'g' at offset 35 is not a hexadecimal digit",
        )


def test_wrong_texts_become_null_with_a_reason(spark):
    texts = [str(ID), "nonsense", None, ID.hex, "017f22e2-79b0-7cc3-98c4-dc0c0c07398g"]
    df = spark.createDataFrame([(text,) for text in texts], "id string")
    made = gs.parse(df, "id", to="new", on_error="null", reason="why")
    assert [bool(row[0]) for row in rows_of(made, "new")] == [1, 0, 0, 1, 0]
    assert [bool(row[0]) for row in rows_of(made, "why")] == [0, 1, 0, 0, 1]
    assert made.columns == ["id", "new", "why"]
    assert gs.parse(df, "id", on_error="null").columns == ["id"]


@pytest.mark.parametrize(
    "options, error",
    [
        ({"on_error": "skip"}, "on_error"),
        ({"reason": "why"}, "needs on_error"),
        ({"form": "none"}, "no form 'none'"),
        ({"on_error": "null", "reason": "text"}, "'text' already"),
    ],
)
def test_bad_options_of_parse(spark, options, error):
    with pytest.raises(ValueError, match=error):
        gs.parse(numbered(spark), "text", **options)


def test_columns_of_arrow_uuid_come_and_go(spark):
    ids = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([ID.bytes, None], pa.binary(16)))
    df = gs.from_arrow(spark, pa.table({"id": ids, "n": [1, 2]}))
    assert df.schema.simpleString() == "struct<id:binary,n:bigint>"
    assert rows_of(gs.convert(df, "id", "text"), "id") == [(str(ID),), (None,)]
    back = gs.to_arrow(df, "id")
    assert back.column("id").type == pa.uuid()
    assert back.column("id").to_pylist() == [ID, None]
    made = gs.derive_v7(
        df.selectExpr("*", "timestamp_millis(3) at"), time="at", key=KEY, from_="id", to="new"
    )
    assert rows_of(made, "new")[0][0] == str(guidon.derive(3, key=KEY, data=ID.bytes))


def test_arrow_uuid_within_lists_and_structs_comes(spark):
    ids = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([ID.bytes, None], pa.binary(16)))
    table = pa.table(
        {
            "ids": pa.ListArray.from_arrays([0, 2], ids),
            "one": pa.StructArray.from_arrays([ids[:1]], ["id"]),
        }
    )
    df = gs.from_arrow(spark, table)
    assert df.schema.simpleString() == "struct<ids:array<binary>,one:struct<id:binary>>"
    assert rows_of(df.selectExpr("ids[0] first", "one.id"), "first", "id") == [(ID.bytes, ID.bytes)]


def test_a_wrong_text_of_to_arrow_has_its_row(spark):
    df = spark.createDataFrame([(str(ID),)] * 20 + [("x",)], "a string").coalesce(1)
    with pytest.raises(ValueError, match="to_arrow: column 'a', row 20: .* 'x'"):
        gs.to_arrow(df, "a")


# ------------------------------------------------------------------------ digests


def test_a_digest_is_of_the_rows_and_not_of_their_order(spark):
    df = numbered(spark)
    assert gs.digest(df) == gs.digest(df.repartition(7).orderBy(F.desc("id")))
    assert gs.digest(df).startswith("50 rows, ")
    assert gs.digest(spark.range(0)) == "0 rows, " + 32 * "0"
    different = [
        df,
        df.where("id != 3"),
        df.unionAll(df),
        df.select("id"),
        df.withColumn("text", F.when(F.col("id") != 4, F.col("text"))),
        df.unionAll(df.limit(1)).unionAll(df.limit(1)),
    ]
    assert len({gs.digest(one) for one in different}) == len(different)
    nulls = spark.sql("SELECT null a, 1 b"), spark.sql("SELECT 1 a, null b")
    assert gs.digest(nulls[0]) != gs.digest(nulls[1])
    named = spark.sql("SELECT 1 AS `a.b`, 2 AS `c``d`")
    assert gs.digest(named, "a.b", "c`d") == gs.digest(named)
    assert gs.digest(named, "c`d", "a.b") != gs.digest(named)


def test_a_digest_tells_nested_values_and_types_apart(spark):
    values = [
        "named_struct('a', 1, 'b', null)",
        "named_struct('a', null, 'b', 1)",
        "cast(null as struct<a: int, b: int>)",
        "array(1, null)",
        "array(null, 1)",
        "array(1)",
        "array(1L)",
        "array(array(1), array(2))",
        "array(array(1, 2))",
        "array(array(1, 2), array())",
        "map('a', 1)",
        "map('a', cast(null as int))",
        "map('a', 1, 'b', 2)",
        "cast(null as map<string, int>)",
        "true",
        "1Y",
        "1S",
        "1",
        "1L",
        "date'1970-01-02'",
        "'abc'",
        "X'616263'",
    ]
    digests = [gs.digest(spark.sql(f"SELECT {value} AS v")) for value in values]
    assert len(set(digests)) == len(values)
    again = [gs.digest(spark.sql(f"SELECT {value} AS v")) for value in values]
    assert again == digests


def test_a_digest_refuses_a_variant(spark):
    """Also in an array, a map or a struct; and a field of this name is no variant."""
    variant = "parse_json('{\"a\": 1}')"
    for value in [
        variant,
        f"array({variant})",
        f"map('k', {variant})",
        f"named_struct('a', array({variant}))",
    ]:
        df = spark.sql(f"SELECT 1 AS n, {value} AS v")
        with pytest.raises(TypeError, match="the column 'v' has the type .*variant.*to_json"):
            gs.digest(df)
        assert gs.digest(df, "n") == gs.digest(df.select("n"))
    assert gs.digest(spark.sql("SELECT named_struct('variant', 1) AS v")).startswith("1 rows")
    assert gs.digest(spark.sql(f"SELECT to_json({variant}) AS v")).startswith("1 rows")
