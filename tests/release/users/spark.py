# SPDX-License-Identifier: MIT
"""The package for Spark, and the jar of functions, in a local Spark of PyPI. pyspark itself
comes from bindings/spark/test, as for its own tests."""

import os
import shutil
import sys

from trial import ROOT, Kind, NotTried, expect

PROGRAM = """
import os
import guidon_spark
from pyspark.sql import SparkSession

spark = (SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
         .config("spark.jars", os.environ["JARS"])
         .config("spark.sql.extensions", os.environ["EXTENSIONS"]).getOrCreate())
orders = spark.sql("SELECT 17 AS id, timestamp'2024-05-06 07:08:09Z' AS placed")
orders = guidon_spark.derive_v7(orders, time="placed", key=bytes(range(32)), from_="id", to="key")
key = orders.collect()[0]["key"]
read = spark.sql(f"SELECT guidon_version_of('{key}')").collect()[0][0]
print("read", read, key[14])
"""


def attempt(place):
    wheel = place.file("the wheel of guidon-spark", r"guidon_spark-.*\.whl")
    place.files("the sources of guidon-spark", r"guidon_spark-.*\.tar\.gz")
    place.files("the wheel of guidon-ids", r"guidon_ids-.*manylinux.*\.whl")
    jars = [place.file("the jar", r"guidon-[\d.]+\.jar"),
            place.file("the jar for Spark", r"guidon-spark-[\d.]+\.jar")]  # fmt: skip
    if not shutil.which("java"):
        raise NotTried("there is no java here")
    tests = str(ROOT / "bindings/spark/test")
    source = f"import sys; sys.path.insert(0, {tests!r}); import run"
    spark, others = place.run(
        sys.executable, "-B", "-c", f"{source}; print(run.pyspark()); print(run.packages())"
    ).splitlines()[-2:]
    python = place.scratch / "venv/bin/python"
    place.run(sys.executable, "-m", "venv", place.scratch / "venv")
    place.run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
              "--find-links", place.release, "guidon-ids", wheel)  # fmt: skip
    program = place.scratch / "orders.py"
    program.write_text(PROGRAM)
    said = place.run(
        python, program, PYTHONPATH=os.pathsep.join([spark, others]),
        SPARK_HOME=f"{spark}/deps", SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=python,
        JARS=",".join(map(str, jars)),
        EXTENSIONS="io.github.owner.guidon.spark.GuidonExtensions",
    )  # fmt: skip
    expect("read 7 7" in said, "\n".join(said.splitlines()[-5:]))
    return "a local Spark derives ids with the wheels and reads them with the jar"


KIND = Kind("spark", ("python-spark", "python", "java"), attempt)
