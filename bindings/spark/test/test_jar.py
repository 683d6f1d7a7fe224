# SPDX-License-Identifier: MIT
"""The functions of the jar give what the shared vectors say, and what Python gives."""

import datetime
import json
import os
import pathlib
import re
import shlex
import subprocess

import pytest
from conftest import JAR, MASK, SECRET, SMALL, session
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import guidon
from audits import duplicates_in, found_in, in_common, known_in

try:
    import guidon_spark as gs
except ImportError:
    gs = None

with_python = pytest.mark.skipif(gs is None, reason="guidon_spark needs pyspark 4.1 or later")

ROOT = pathlib.Path(__file__).resolve().parents[3]
ID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
AT = "timestamp'2022-02-22 19:22:22.000Z'"
AT_MICROS = "timestamp_micros({})"


@pytest.fixture(scope="module")
def spark():
    active = SparkSession.getActiveSession()
    if active is not None:
        active.stop()
    made = session("local[2]", **{**SMALL, **JAR})
    yield made
    made.stop()


def vectors(name, table):
    return json.loads((ROOT / f"tests/vectors/{name}.json").read_text("utf-8"))[table]


def one(spark, text):
    """The only value of an expression."""
    return spark.sql(f"SELECT {text}").first()[0]


def each(spark, texts):
    """The values of expressions, by one query."""
    return list(spark.sql("SELECT " + ", ".join(texts)).first())


def many(spark, rows, schema, *columns):
    """Expressions over rows, by the code that Spark runs for tables."""
    return spark.createDataFrame(rows, schema).selectExpr(*columns).collect()


# ------------------------------------------------------------------------- vectors


@pytest.mark.parametrize("name", ["guidon_derive", "guidon.derive"])
def test_derived_ids_are_those_of_the_vectors(spark, name):
    # No literal of SQL is later than the year 9999.
    rows = [row for row in vectors("keys", "derive") if row["unix_ms"] <= 253402300799999]
    for number, row in enumerate(rows):
        spark.conf.set(f"spark.guidon.secret.v{number}", row["key"])
    found = each(
        spark,
        [
            f"{name}(timestamp_millis({row['unix_ms']}), 'v{number}', X'{row['data']}')"
            for number, row in enumerate(rows)
        ],
    )
    assert [one.replace("-", "") for one in found] == [row["id"] for row in rows]


@pytest.mark.parametrize("name", ["guidon_mask", "guidon.mask"])
def test_masked_ids_are_those_of_the_vectors(spark, name):
    back, rows = name.replace("mask", "unmask"), vectors("keys", "mask")
    for number, row in enumerate(rows):
        spark.conf.set(f"spark.guidon.secret.m{number}", row["key"])
    masks = [f"{name}(X'{row['v7']}', 'm{number}')" for number, row in enumerate(rows)]
    found = each(spark, masks + [f"{back}({mask}, 'm{i}')" for i, mask in enumerate(masks)])
    due = [row["masked"] for row in rows] + [row["v7"] for row in rows]
    assert [one.replace("-", "") for one in found] == due


def test_texts_are_those_of_the_vectors(spark):
    rows = [
        (row["octets"], form, text)
        for row in vectors("text", "texts")
        for form, text in row.items()
        if form not in ("why", "octets") and text is not None
    ]
    found = many(
        spark,
        rows,
        "octets string, form string, due string",
        "guidon_format(unhex(octets), form) made",
        "due",
        "form",
        "lower(hex(guidon_parse(due))) again",
        "octets",
    )
    assert len(found) == len(rows) > 500
    for row in found:
        assert row.made == row.due, row
        try:
            read = guidon.parse(row.due).hex
        except ValueError:
            read = None  # the form must be named
        assert row.again == read, row


def test_fields_are_those_of_the_vectors(spark):
    rows = vectors("kinds", "kinds")
    found = many(
        spark,
        [(row["text"], row["octets"]) for row in rows],
        "id string, octets string",
        "guidon_version_of(id) version",
        "unix_micros(guidon_time_of(id)) time",
        "guidon_version_of(unhex(octets)) bare",
    )
    last = 253402300799999999  # the last microsecond of the year 9999
    for row, got in zip(rows, found):
        time = None if row["ns"] is None else int(row["ns"]) // 1000
        assert got.version == row["version"], row
        assert got.time == (time if time is None or time <= last else None), row
        if row["version"] is not None:
            assert got.bare == row["version"], row


def test_bounds_are_those_of_the_vectors(spark):
    kinds = ("v1", "v6", "v7", "ulid", "ulid-monotonic")
    asked = []
    for row in vectors("bounds", "bounds"):
        micros = int(row["time"]) * (1000 if row["unit"] == "ms" else 1)
        if (
            row["kind"] in kinds
            and row["unit"] in ("us", "ms")
            and abs(micros) <= 253402300799999999
        ):
            asked.append(("floor", row["kind"], micros, row["first"]))
            if row["unit"] == "us":  # the last id of a longer time is another one
                asked.append(("ceil", row["kind"], micros, row["last"]))
    texts = [f"guidon_{name}('{kind}', timestamp_micros({at}))" for name, kind, at, _ in asked]
    found = each(spark, texts)
    assert len(found) > 20
    for (_, kind, _, due), text in zip(asked, found):
        assert guidon.parse(text).hex == due
        assert len(text) == (26 if kind.startswith("ulid") else 36)


# ------------------------------------------------------------------ ids with a prefix


def micros_of(row):
    """The microseconds of a row, and the nanoseconds beyond."""
    return divmod(int(row["seconds"]) * 10**9 + row["nanoseconds"], 1000)


@pytest.mark.parametrize("name", ["guidon_", "guidon."])
def test_ids_with_a_prefix_are_those_of_the_vectors(spark, name):
    rows = vectors("prefixed", "ids") + vectors("prefixed", "fractions")
    texts = [
        f"{name}v8_prefix_of(X'{row['octets']}', {row['prefix_bits']}), "
        f"unix_micros({name}prefixed_time_of(X'{row['octets']}', {row['prefix_bits']}))"
        for row in rows
    ]
    found = each(spark, texts)
    due = [one for row in rows for one in (row["prefix"], micros_of(row)[0])]
    assert found == due


def test_bounds_with_a_prefix_are_those_of_the_vectors(spark):
    asked = []
    for row in vectors("prefixed", "bounds"):
        micros, rest = micros_of(row)
        for side, end in ("floor", 0), ("ceil", 999):
            if rest == end:  # else no microsecond has this bound
                call = f"({AT_MICROS.format(micros)}, {row['prefix']}, {row['prefix_bits']})"
                asked.append((f"guidon_v8_{side}{call}", row[side]))
    assert len(asked) > 5
    found = each(spark, [text for text, _ in asked])
    assert [one.replace("-", "") for one in found] == [due for _, due in asked]


def test_shards_are_those_of_the_vectors(spark):
    asked = []
    for row in vectors("prefixed", "shards"):
        data, bits = bytes.fromhex(row["data"]), row["shard_bits"]
        asked.append((f"guidon_shard_of(X'{row['data']}', {bits})", row["shard"]))
        if data.isascii() and b"\0" not in data:
            asked.append((f"guidon_shard_of({data.decode()!r}, {bits})", row["shard"]))
    assert each(spark, [text for text, _ in asked]) == [due for _, due in asked]


def test_new_ids_with_a_prefix(spark, compiled):
    made = spark.range(0, 500, 1, 1).selectExpr(
        "guidon_v8_append() a",
        "guidon_v8_append(24) b",
        "guidon_v8_sharded(id % 16, 4) c",
        "id % 16 shard",
        f"guidon_v8_append_at({AT}) d",
        f"guidon_v8_sharded_at({AT}, id % 16, 4) e",
    )
    rows = made.collect()
    for column, bits in ("a", 20), ("b", 24):
        ids = [row[column] for row in rows]
        assert ids == sorted(set(ids))
        assert {guidon.v8_prefix_of(one, bits) for one in ids} == {2**bits - 1}
    for row in rows:
        assert guidon.v8_prefix_of(row.c, 4) == guidon.v8_prefix_of(row.e, 4) == row.shard
    assert len({row.d for row in rows} | {row.e for row in rows}) == 1000
    time = datetime.datetime(2022, 2, 22, 19, 22, 22, tzinfo=datetime.timezone.utc)
    assert {guidon.prefixed_time_of(row.d, 20) for row in rows} == {time}
    assert min(row.d for row in rows) > one(spark, f"guidon_v8_append_floor({AT})")


def blocks_of_the_readme():
    text = (ROOT / "bindings/spark/README.md").read_text("utf-8").partition("## Without Python")[2]
    return re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", ["guidon_", "guidon."])
def test_the_union_of_ranges_has_exactly_the_rows_of_a_span(spark, name):
    """With random ids in the table too, as the README joins them."""
    _, _, join, _ = blocks_of_the_readme()
    spark.range(0, 3000, 1, 3).selectExpr(
        "id number", "timestamp'2024-05-05 12:00:00' + make_dt_interval(0, 0, id) placed"
    ).createOrReplaceTempView("placed")
    spark.sql("SELECT *, guidon_v8_sharded_at(placed, number % 16, 4) id FROM placed").unionByName(
        spark.range(1000).selectExpr("-id number", "null placed", "uuid() id")
    ).write.mode("overwrite").saveAsTable("orders")
    try:
        found = spark.sql(join.replace("guidon_", name)).orderBy("number").collect()
    finally:
        spark.sql("DROP TABLE orders")
    due = spark.sql(
        "SELECT number FROM placed WHERE placed BETWEEN timestamp'2024-05-06' "
        "AND timestamp'2024-05-07' ORDER BY number"
    ).collect()
    assert [row.number for row in found] == [row.number for row in due] and len(due) == 1441


def test_null_gives_null_with_a_prefix(spark):
    texts = [
        "v8_append(null)",
        "v8_sharded(null, 4)",
        "v8_append_at(null)",
        f"v8_sharded_at({AT}, null, 4)",
        f"v8_floor({AT}, 0, null)",
        "v8_ceil(null, 0, 0)",
        "v8_append_floor(null, 20)",
        "v8_prefix_of(null, 4)",
        f"v8_prefix_of('{ID}', 4)",
        "prefixed_time_of(uuid(), 4)",
        "prefixed_time_of(cast(null as binary), 4)",
        "shard_of(null, 4)",
        f"v8_ranges({AT}, null, 4)",
    ]
    for prefix in "guidon_", "guidon.":
        found = each(spark, [prefix + text for text in texts])
        assert found == [None] * len(texts)


# ----------------------------------------------------------------------- the audit

AUDITS = pytest.mark.parametrize("name", ["guidon_audit", "guidon.audit"])


def audited(spark, name, groups, parts=1):
    """The reports of groups of ids, which Spark reads in so many parts."""
    rows = [(number, one) for number, ids in enumerate(groups) for one in ids]
    df = spark.createDataFrame(rows, "number int, id string")
    df = df.coalesce(1) if parts == 1 else df.repartition(parts)
    found = {
        row.number: json.loads(row.report)
        for row in df.groupBy("number").agg(F.expr(f"{name}(id) report")).collect()
    }
    empty = one(spark, f"{name}(id) FROM (SELECT 'x' AS id WHERE 1 > 2)")
    return [found.get(number, json.loads(empty)) for number in range(len(groups))]


def as_texts(row, ids):
    return [guidon.format(one, "ulid") for one in ids] if row["ulid"] else ids


@AUDITS
def test_audits_are_those_of_the_vectors(spark, name):
    table = vectors("audit", "audits")
    groups = [as_texts(row, in_common(row)[0]) for row in table]
    for row, whole, parted in zip(
        table, audited(spark, name, groups), audited(spark, name, groups, 3)
    ):
        want = in_common(row)[1]
        assert found_in(whole) == want, row["why"]
        assert found_in({**parted, "out_of_order": want["out_of_order"]}) == want, row["why"]
        assert (whole["earliest"], whole["latest"]) == (parted["earliest"], parted["latest"])


@AUDITS
def test_the_document_is_that_of_the_library(spark, name):
    for row in vectors("audit", "documents"):
        ids = ", ".join(f"X'{one}'" for one in row["ids"])
        rows = f"(SELECT explode(array({ids})) AS id)" if ids else "(SELECT X'' AS id WHERE 1 > 2)"
        distinct = "" if row["counted"] else ", 0"
        head = f'{{"rows":{len(row["ids"])},"nulls":0,"malformed":0,'
        assert one(spark, f"{name}(id{distinct}) FROM {rows}") == head + row["json"][1:]


def test_duplicates_are_those_of_the_vectors(spark):
    for row in vectors("audit", "duplicates"):
        ids, distinct, want = duplicates_in(row)
        df = spark.createDataFrame([(one,) for one in ids], "id string").repartition(3)
        report = df.agg(F.expr(f"guidon_audit(unhex(id), {distinct})")).first()[0]
        assert known_in(json.loads(report)) == want, row["why"]


def test_an_audit_counts_nulls_and_what_is_no_id(spark, compiled):
    """Also with a filter, for distinct ids, after a group, and as a window."""
    df = spark.range(0, 1000, 1, 4).selectExpr(
        "id % 3 part",
        "CASE WHEN id % 10 = 0 THEN null WHEN id % 10 = 1 THEN 'no id' "
        f"ELSE guidon_derive({AT}, 'customers', id % 100) END AS text",
    )
    df.createOrReplaceTempView("audited")
    report = json.loads(one(spark, "guidon_audit(text) FROM audited"))
    assert [report[name] for name in ("rows", "nulls", "malformed", "ids", "duplicates")] == [
        1000, 100, 100, 800, 720,
    ]  # fmt: skip
    report = json.loads(
        one(spark, "guidon_audit(DISTINCT text) FILTER (WHERE text LIKE '01%') FROM audited")
    )
    assert (report["rows"], report["duplicates"], report["kinds"]) == (80, 0, {"v7": 80})
    reports = spark.sql("SELECT guidon_audit(text) FROM audited GROUP BY part").collect()
    assert sum(json.loads(row[0])["ids"] for row in reports) == 800
    window = "guidon_audit(text) OVER (PARTITION BY part ORDER BY text) report FROM audited"
    rows = spark.sql(f"SELECT {window}").collect()
    assert sum(json.loads(row.report)["rows"] == 333 for row in rows) > 0


def test_a_wrong_argument_of_an_audit_is_named(spark):
    for text, reason in [
        ("guidon_audit(7)", "id has the type int, expected string, or binary"),
        ("guidon_audit('a', 'b')", "distinct has the type string, expected an integer"),
        ("guidon_audit('a', -1)", "distinct is -1, and not 0 to 402653184"),
        ("guidon_audit()", "audit(id [, distinct]) has 1 or 2 arguments, and not 0"),
    ]:
        assert reason in refused(spark, text)


# -------------------------------------------------------------------- as in Python


@pytest.fixture(params=[False, True], ids=["interpreted", "compiled"])
def compiled(spark, request):
    """Compiled code calls the functions directly, and interpreted code by reflection."""
    if request.param:
        spark.conf.set("spark.sql.codegen.wholeStage", "true")
        spark.conf.set("spark.sql.codegen.factoryMode", "CODEGEN_ONLY")
    yield
    for name in "spark.sql.codegen.wholeStage", "spark.sql.codegen.factoryMode":
        spark.conf.set(name, SMALL[name])


@with_python
def test_ids_of_rows_are_those_of_python(spark, compiled):
    """Integers of every size, strings and binaries, null and not, before and after a sort
    and a group, which move strings into pages of Spark's memory."""
    df = spark.range(0, 500, 1, 3).selectExpr(
        "timestamp_micros(1600000000000123 + id * 7919) at",
        "cast(id % 100 - 50 as tinyint) tiny",
        "cast(-id as smallint) small",
        "cast(id as int) number",
        "id * -10000000007 big",
        "if(id % 7 = 0, null, concat('order ', id, ' ', repeat('é', id % 40))) text",
        "unhex(hex(id * 257)) bytes",
    )
    columns = ["tiny", "small", "number", "big", "text", "bytes"]
    grouped = df.groupBy(*columns).agg(F.max("at").alias("at"))
    for rows in (df, df.repartition(2).sortWithinPartitions("text"), grouped):
        for column in columns:
            python = gs.derive_v7(rows, time="at", key=bytes.fromhex(SECRET), from_=column, to="id")
            for name in "guidon_derive", "guidon.derive":
                jar = rows.withColumn("id", F.expr(f"{name}(at, 'customers', {column})"))
                assert gs.digest(jar, column, "id") == gs.digest(python, column, "id")


@with_python
def test_a_key_by_its_name_gives_the_same_ids_without_python(spark):
    df = spark.range(0, 200, 1, 3).selectExpr(
        "timestamp_micros(1600000000000123 + id * 7919) `the.time`",
        "cast(id % 100 - 50 as tinyint) tiny",
        "id * -10000000007 big",
        "if(id % 7 = 0, null, concat('é', id)) `a.text`",
        "unhex(hex(id * 257)) bytes",
    )
    for column in ("tiny", "big", "a.text", "bytes"):
        for name, as_ in (("", "text"), ("orders", "binary"), ("", "ulid")):
            options = {"time": "the.time", "from_": column, "to": "Tiny", "name": name, "as_": as_}
            python = gs.derive_v7(df, key=bytes.fromhex(SECRET), **options)
            jar = gs.derive_v7(df, key="customers", **options)
            assert jar.columns == python.columns
            assert gs.digest(jar) == gs.digest(python)
            assert "mapInArrow" not in jar._jdf.queryExecution().toString()
    late = df.selectExpr("cast(null as timestamp) at", "big")
    with pytest.raises(Exception, match="a row has a value and no time"):
        gs.derive_v7(late, time="at", key="customers", from_="big", to="id").collect()
    with pytest.raises(Exception, match="set spark.guidon.secret.nobody"):
        gs.derive_v7(df, time="the.time", key="nobody", from_="big", to="id")


def streamed(df, folder, run):
    """Write each batch of a stream to a folder of its own, until no file is left."""

    def write(batch, number):
        batch.write.mode("overwrite").parquet(f"{folder}/{run}-{number}")

    query = (
        df.writeStream.foreachBatch(write)
        .option("checkpointLocation", f"{folder}/checkpoint")
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()


def test_a_stream_that_starts_again_from_its_checkpoint_gives_the_same_ids(spark, tmp_path):
    """The job ended after a batch was written and before Spark noted that. Then Spark repeats
    the batch: with the same derived ids, and with other new ones."""
    source = tmp_path / "source"
    columns = "id", "guidon_derive(at, 'customers', id) made", "guidon_v7() fresh"
    for number in range(3):
        spark.range(number * 100, number * 100 + 100, 1, 1).selectExpr(
            "id", "timestamp_millis(1600000000000 + id) at"
        ).write.mode("append").parquet(str(source))
    stream = (
        spark.readStream.schema("id bigint, at timestamp")
        .option("maxFilesPerTrigger", 1)
        .parquet(str(source))
        .selectExpr(*columns)
    )
    streamed(stream, tmp_path, "first")
    for path in (tmp_path / "checkpoint/commits").glob("*2*"):
        path.unlink()
    streamed(stream, tmp_path, "again")

    def rows(name):
        found = spark.read.parquet(str(tmp_path / name)).orderBy("id").collect()
        return [(row.id, row.made) for row in found], [row.fresh for row in found]

    assert not (tmp_path / "again-1").exists()
    assert rows("first-2")[0] == rows("again-2")[0]
    assert not set(rows("first-2")[1]) & set(rows("again-2")[1])
    due = spark.read.parquet(str(source)).selectExpr(*columns).orderBy("id").collect()
    written = [pair for name in ("first-0", "first-1", "again-2") for pair in rows(name)[0]]
    assert sorted(written) == [(row.id, row.made) for row in due]


def test_null_gives_null(spark):
    texts = [
        "derive(null, 'customers', 1)",
        f"derive({AT}, 'customers', cast(null as string))",
        f"derive({AT}, 'customers', cast(null as bigint))",
        f"derive({AT}, 'customers', cast(null as binary))",
        f"derive({AT}, null, 'a')",
        "parse(null)",
        "format(null, 'ulid')",
        f"format('{ID}', null)",
        "time_of(null)",
        "version_of(null)",
        "floor('v7', null)",
        "mask(null, 'mask')",
    ]
    for prefix in "guidon_", "guidon.":
        found = each(spark, [prefix + text for text in texts])
        assert found == [None] * len(texts)


def test_new_ids_are_in_order_and_differ(spark):
    assert one(spark, "guidon.v7()") < one(spark, "guidon_v7()")
    made = spark.range(0, 1000, 1, 1).selectExpr("guidon_v7() a", "guidon_v7() b").collect()
    ids = [id for row in made for id in row]
    assert ids == sorted(set(ids)) and guidon.version_of(ids[0]) == 7


@with_python
def test_python_leaves_the_functions_to_the_jar(spark):
    """With the same results: test_functions.py asks for those of Python."""
    gs.register(spark)
    df = spark.range(0, 50).selectExpr("guidon_derive(timestamp_millis(id), 'customers', id) id")
    made = df.selectExpr(
        "guidon_time_of(id) t", "guidon_version_of(id) v", "guidon_format(id, 'hex') f",
        "guidon_parse(id) p",
    )  # fmt: skip
    assert made.where("v != 7 or f != lower(hex(p)) or t is null").count() == 0
    plan = made._jdf.queryExecution().toString()
    assert "ArrowEvalPython" not in plan and "TimeOf.invoke" in plan


# ----------------------------------------------------------------------- bad input


def refused(spark, text):
    with pytest.raises(Exception) as caught:
        one(spark, text)
    return str(caught.value)


@pytest.mark.parametrize("prefix", ["guidon_", "guidon."])
@pytest.mark.parametrize(
    "text, reason",
    [
        ("derive(1, 'customers', 1)", "derive: time has the type int, expected timestamp"),
        (
            "derive(timestamp_ntz'2022-02-22 19:22:22', 'customers', 1)",
            "a timestamp_ntz is no instant",
        ),
        (f"derive({AT}, 'customers', 1.5)", "data has the type decimal(2,1), expected string"),
        (f"derive({AT}, 'customers', true)", "data has the type boolean, expected string"),
        (f"derive({AT}, 'customers')", "derive(time, key, data) has 3 arguments, and not 2"),
        ("derive(timestamp_micros(-1), 'customers', 1)", "does not fit 48 bits"),
        (f"derive({AT}, 'nobody', 1)", "set spark.guidon.secret.nobody to 64 hexadecimal"),
        (f"derive({AT}, 'mask', 1)", "spark.guidon.secret.mask: a key of 32 bytes is written"),
        (f"derive({AT}, 'customers', cast(X'41ff' as string))", "the string is not UTF-8"),
        ("time_of('no id')", "at offset"),
        ("time_of(X'0102')", "a binary of 2 bytes is no id, which has 16"),
        ("version_of(7)", "id has the type int, expected string, or binary with 16 bytes"),
        (f"format('{ID}', 'base99')", 'no form "base99"'),
        (f"floor('v9', {AT})", 'no kind "v9"'),
        (f"floor('v4', {AT})", "the kind v4 has no bounds"),
        (f"mask('{ID}', 'customers')", "secret.customers: a key of 16 bytes is written as 32"),
        ("mask(uuid(), 'mask')", "is not of version 7"),
        ("v8_append(29)", "prefixBits is 29; it must be from 0 to 28"),
        ("v8_append('20')", "prefix_bits has the type string, expected an integer"),
        ("v8_append(20, 4)", "v8_append([prefix_bits]) has 0 or 1 arguments, and not 2"),
        ("v8_sharded(16, 4)", "shard is 16; it must be from 0 to 15"),
        ("v8_sharded(4294967296, 4)", "the number 4294967296 is out of range"),
        ("v8_append_at(timestamp_micros(-1))", "which reach from 1970 to 2527"),
        (f"v8_floor({AT}, 16, 4)", "prefix is 16"),
        (f"v8_ranges({AT}, {AT}, 11)", "shardBits is 11; it must be from 0 to 10"),
        ("v8_prefix_of(guidon_v8_append(), 29)", "prefixBits is 29"),
        ("prefixed_time_of(guidon_v8_append(), 29)", "prefixBits is 29"),
        ("v8_prefix_of(uuid(), 29)", "prefixBits is 29"),
        ("prefixed_time_of(uuid(), -1)", "prefixBits is -1"),
        ("shard_of(7, 4)", "data has the type int, expected string or binary"),
        ("shard_of('acme', 11)", "shardBits is 11"),
    ],
)
def test_a_wrong_argument_is_named(spark, prefix, text, reason):
    assert reason in refused(spark, prefix + text)


@pytest.mark.parametrize("prefix", ["guidon_", "guidon."])
def test_a_key_in_a_query_is_refused_and_not_shown(spark, prefix):
    other = "ab" * 32
    for key in (f"unhex('{other}')", f"X'{other}'"):
        text = refused(spark, f"{prefix}derive({AT}, {key}, 1)")
        assert "a key in a query would be seen" in text and "ab" * 8 not in text.lower()
    text = refused(spark, f"{prefix}derive({AT}, '{other}', 1)")
    assert "the key is unknown: set spark.guidon.secret.NAME" in text and "ab" * 8 not in text
    spark.conf.set("spark.guidon.allowLiteralKeys", "true")
    try:
        query = f"{prefix}derive({AT}, X'{SECRET}', 'a')"
        assert one(spark, query) == one(spark, f"{prefix}derive({AT}, 'customers', 'a')")
        masked = one(spark, f"{prefix}mask('{ID}', X'{MASK}')")
        assert masked == one(spark, f"{prefix}mask('{ID}', 'mask')")
    finally:
        spark.conf.unset("spark.guidon.allowLiteralKeys")


def test_an_unknown_key_is_an_error_before_the_query_runs(spark):
    with pytest.raises(Exception, match="spark.guidon.secret.nobody"):
        spark.range(3).selectExpr(f"guidon_derive({AT}, 'nobody', id)")


def test_a_changed_key_takes_effect_at_the_next_query(spark):
    query = f"guidon_derive({AT}, 'changing', id)"
    found = []
    for key in (SECRET, "11" * 32, SECRET):
        spark.conf.set("spark.guidon.secret.changing", key)
        found.append([row[0] for row in spark.range(0, 20, 1, 4).selectExpr(query).collect()])
    assert found[0] == found[2] and not set(found[0]) & set(found[1])


# ------------------------------------------------------------------- the front doors


def test_the_commands_of_the_readme_work(tmp_path):
    """By spark-sql, in a process of its own, with the key in a file."""
    command, query, _, key = blocks_of_the_readme()
    (tmp_path / "keys.conf").write_text(key, "utf-8")
    jars = re.search(r"--jars (\S+)", command)[1]
    words = shlex.split(command.replace("\\\n", "").replace(jars, os.environ["GUIDON_SPARK_JARS"]))
    words[0] = f"{os.environ['SPARK_HOME']}/bin/spark-sql"
    words += ["--conf", "spark.sql.catalogImplementation=in-memory", "--master", "local[1]"]
    orders = (
        "CREATE TEMPORARY VIEW orders AS SELECT 17 AS id, timestamp'2024-05-06 07:08:09Z' placed"
    )
    done = subprocess.run(
        [*words, "-e", f"{orders}; {query}"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
    )
    moment = datetime.datetime(2024, 5, 6, 7, 8, 9, tzinfo=datetime.timezone.utc)
    assert str(guidon.derive(moment, key=bytes.fromhex(SECRET), data=17)) in done.stdout, (
        done.stderr
    )


# --------------------------------------------------------------------- the catalog


def test_the_catalog_lists_its_functions(spark):
    listed = [
        row[0].rpartition(".")[2] for row in spark.sql("SHOW USER FUNCTIONS IN guidon").collect()
    ]
    # Spark 3.5 lists those of the session too.
    names = sorted(name for name in listed if not name.startswith("guidon_"))
    assert names == [
        "audit", "ceil", "derive", "floor", "format", "mask", "parse", "prefixed_time_of",
        "shard_of", "time_of", "unmask", "v7", "v8_append", "v8_append_at", "v8_append_floor",
        "v8_ceil", "v8_floor", "v8_prefix_of", "v8_ranges", "v8_sharded", "v8_sharded_at",
        "version_of",
    ]  # fmt: skip
    for name in names:
        usage = spark.sql(f"DESCRIBE FUNCTION guidon_{name}").collect()
        assert any(f"guidon_{name}(" in row[0] for row in usage)
