# SPDX-License-Identifier: MIT
"""Rows a second of guidon_spark and of the jar beside what Spark has, and beside Python's uuid:

    ./dev bench spark [--rows N] [--rounds N] [--grow N]

Each case reads the same cached rows and adds up the lengths of the column that it
makes. The cases run in turn, round after round, in one session of two threads, so that
a change of the machine's speed meets all of them. Each figure is the median; the noise
is half of the distance between the quartiles. `--grow` prints the time of derive_v7
and rekey for more and more rows instead, each once.
"""

import argparse
import os
import statistics
import time
import uuid

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import guidon_spark as gs

KEY = bytes(range(32))


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--grow",
        type=int,
        metavar="ROWS",
        help="from 10^5 rows on, ten times more each, up to ROWS",
    )
    return parser.parse_args()


def session():
    made = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", False)
        .config("spark.ui.showConsoleProgress", False)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.memory", "6g")
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.jars", os.environ["GUIDON_SPARK_JARS"])
        .config("spark.sql.extensions", "io.github.owner.guidon.spark.GuidonExtensions")
        .config("spark.guidon.secret.bench", KEY.hex())
        .getOrCreate()
    )
    made.sparkContext.setLogLevel("OFF")
    return made


def rows(spark, n):
    return spark.range(0, n, 1, 4).selectExpr("id", "timestamp_millis(1600000000000 + id) at")


def python_v5(number):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, str(number)))


def python_hex(text):
    return uuid.UUID(text).hex


def python_bytes(text):
    return uuid.UUID(text).bytes


def passed(batches):
    return batches


def cases(df):
    """{name: the DataFrame whose column `new` is made}."""
    v5, hex_of = F.udf(python_v5, "string"), F.udf(python_hex, "string")
    bytes_of = F.udf(python_bytes, "binary")
    return {
        "to Python and back": df.withColumn("new", F.col("text")).mapInArrow(
            passed, "id long, at timestamp, text string, new string"
        ),
        "Spark uuid()": df.withColumn("new", F.expr("uuid()")),
        "guidon_v7() of the jar": df.withColumn("new", F.expr("guidon_v7()")),
        "guidon_derive of the jar": df.withColumn("new", F.expr("guidon_derive(at, 'bench', id)")),
        "derive_v7, text": gs.derive_v7(df, time="at", key=KEY, from_="id", to="new"),
        "derive_v7, binary": gs.derive_v7(
            df, time="at", key=KEY, from_="id", to="new", as_="binary"
        ),
        "UDF uuid.uuid5": df.withColumn("new", v5("id")),
        "convert text to hex": gs.convert(df.select("text"), "text", "hex", to="new"),
        "UDF uuid.UUID(text).hex": df.select("text").withColumn("new", hex_of("text")),
        "parse text": gs.parse(df.select("text"), "text", form="uuid", to="new"),
        "UDF uuid.UUID(text).bytes": df.select("text").withColumn("new", bytes_of("text")),
    }


def seconds(df):
    began = time.perf_counter()
    df.agg(F.sum(F.length("new"))).collect()
    return time.perf_counter() - began


def compare(spark, n, rounds):
    df = gs.derive_v7(rows(spark, n), time="at", key=KEY, from_="id", to="text").cache()
    df.count()
    found = {name: [] for name in cases(df)}
    for number in range(rounds + 1):
        for name, case in cases(df).items():
            taken = seconds(case)
            if number > 0:  # the first round warms up
                found[name].append(taken)
    print(f"| {n} rows | rows a second | noise |\n|---|--:|--:|")
    for name, taken in found.items():
        middle = statistics.median(taken)
        low, _, high = statistics.quantiles(taken, n=4)
        print(f"| {name} | {n / middle:,.0f} | {50 * (high - low) / middle:.0f} % |")


def rekeyed(spark, n):
    """Rows with a new primary key and a new foreign key: a join with a tenth of the
    rows."""
    tables = {
        "orders": rows(spark, n).withColumn("customer", F.col("id") % (n // 10)),
        "customers": rows(spark, n // 10),
    }
    mapping = {
        "customers": {"primary": "id", "time": "at"},
        "orders": {"primary": "id", "time": "at", "foreign": {"customer": "customers"}},
    }
    return gs.rekey(tables, mapping, KEY, check=False)["orders"].select(
        F.concat("id", "customer").alias("new")
    )


def derived(spark, n):
    return gs.derive_v7(rows(spark, n), time="at", key=KEY, from_="id", to="new")


def grow(spark, most):
    for warm in (derived, rekeyed):
        seconds(warm(spark, 1000))
    print("| rows | derive_v7, s | µs a row | rekey, s | µs a row |\n|--:|--:|--:|--:|--:|")
    n = 100_000
    while n <= most:
        taken = [seconds(made(spark, n)) for made in (derived, rekeyed)]
        print(
            f"| {n:,} | " + " | ".join(f"{one:.2f} | {one / n * 1e6:.2f}" for one in taken) + " |",
            flush=True,
        )
        n *= 10


def main():
    wanted = options()
    spark = session()
    if wanted.grow:
        grow(spark, wanted.grow)
    else:
        compare(spark, wanted.rows, wanted.rounds)
    spark.stop()


main()
