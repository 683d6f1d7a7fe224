# SPDX-License-Identifier: MIT
"""Rows a second of guidon.spark beside what Spark has, and beside Python's uuid:

    python3 faces/python/test/spark/run.py --program faces/python/bench/spark.py

Each case reads the same cached rows and adds up the lengths of the column that it
makes. The cases run in turn, round after round, in one session of two threads, so that
a change of the machine's speed meets all of them. Each figure is the median; the noise
is half of the distance between the quartiles. `--grow` prints the time of derive_v7
for more and more rows instead.
"""

import argparse
import statistics
import time
import uuid

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import guidon.spark as gs

KEY = bytes(range(32))


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--grow", type=int, metavar="ROWS",
                        help="from 10^5 rows on, ten times more each, up to ROWS")
    return parser.parse_args()


def session():
    made = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.memory", "6g")
            .config("spark.sql.shuffle.partitions", 2).getOrCreate())
    made.sparkContext.setLogLevel("OFF")
    return made


def rows(spark, n):
    return spark.range(0, n, 1, 4).selectExpr(
        "id", "timestamp_millis(1600000000000 + id) at")


@F.udf("string")
def python_v5(number):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, str(number)))


@F.udf("string")
def python_hex(text):
    return uuid.UUID(text).hex


@F.udf("binary")
def python_bytes(text):
    return uuid.UUID(text).bytes


def cases(df):
    """{name: the DataFrame whose column `new` is made}."""
    return {
        "nothing (range and time)": df.withColumn("new", F.col("at").cast("string")),
        "Spark uuid()": df.withColumn("new", F.expr("uuid()")),
        "derive_v7, text": gs.derive_v7(df, time="at", key=KEY, from_="id", to="new"),
        "derive_v7, binary": gs.derive_v7(df, time="at", key=KEY, from_="id", to="new",
                                          as_="binary"),
        "UDF uuid.uuid5": df.withColumn("new", python_v5("id")),
        "convert text to hex": gs.convert(df.select("text"), "text", "hex", to="new"),
        "UDF uuid.UUID(text).hex": df.select("text").withColumn("new",
                                                                python_hex("text")),
        "parse text": gs.parse(df.select("text"), "text", form="uuid", to="new"),
        "UDF uuid.UUID(text).bytes": df.select("text").withColumn("new",
                                                                  python_bytes("text")),
    }


def seconds(df):
    began = time.perf_counter()
    df.agg(F.sum(F.length("new"))).collect()
    return time.perf_counter() - began


def compare(spark, n, rounds):
    df = gs.derive_v7(rows(spark, n), time="at", key=KEY, from_="id",
                      to="text").cache()
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


def grow(spark, most):
    seconds(gs.derive_v7(rows(spark, 1000), time="at", key=KEY, from_="id", to="new"))
    print("| rows | seconds | µs a row |\n|--:|--:|--:|")
    n = 100_000
    while n <= most:
        taken = seconds(gs.derive_v7(rows(spark, n), time="at", key=KEY, from_="id",
                                     to="new"))
        print(f"| {n:,} | {taken:.2f} | {taken / n * 1e6:.2f} |", flush=True)
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
