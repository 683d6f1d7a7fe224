# SPDX-License-Identifier: MIT
"""Sessions of Spark for the tests."""

import os
import pathlib

import pytest
from pyspark import SparkConf, SparkContext
from pyspark.sql import SparkSession

import cluster

OWN = {"test_jar.py": 1, "test_cluster.py": 2, "test_large.py": 3}


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests marked long")
    parser.addoption("--rows", type=int, default=10**8, help="the rows of test_large.py")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes; needs --long")


def pytest_collection_modifyitems(config, items):
    # Tests with a session of their own come last, because a process has one at a time.
    items.sort(key=lambda item: OWN.get(item.path.name, 0))
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long; see --long"))


# Keys of the tests, as they stand in settings.
SECRET = bytes(range(32)).hex()
MASK = bytes(range(16)).hex()
# A session with the functions of the jar. Strings lie off the heap.
JAR = {
    "spark.sql.extensions": "io.github.owner.guidon.spark.GuidonExtensions",
    "spark.sql.catalog.guidon": "io.github.owner.guidon.spark.GuidonCatalog",
    "spark.guidon.secret.customers": SECRET,
    "spark.guidon.secret.mask": MASK,
    "spark.memory.offHeap.enabled": True,
    "spark.memory.offHeap.size": "64m",
}

# A JVM that runs for a minute starts faster with these.
JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
# What saves time for jobs of a few rows. The tests on a cluster run with code generation
# and stages that adapt.
SMALL = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": 7,
    "spark.sql.shuffle.partitions": 2,
    "spark.sql.adaptive.enabled": False,
    "spark.sql.codegen.wholeStage": False,
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.python.daemon.module": "daemon",
}


def start_jvm():
    """Start the JVM of this process, if it has none. A process has one, and what starts it
    decides which jars the driver can load, whatever later sessions say."""
    SparkContext._ensure_initialized(
        conf=SparkConf()
        .set("spark.driver.extraJavaOptions", JVM)
        .set("spark.jars", os.environ["GUIDON_SPARK_JARS"])
    )


def session(master, **settings):
    """A session in this process, in a time zone with daylight saving."""
    start_jvm()
    builder = SparkSession.builder.master(master)
    for name, value in {
        "spark.ui.enabled": False,
        "spark.ui.showConsoleProgress": False,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.extraJavaOptions": JVM,
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
        "spark.jars": os.environ["GUIDON_SPARK_JARS"],
        "spark.sql.session.timeZone": "America/New_York",
        # Its codec otherwise, Snappy, takes a system with musl-tools for one of musl.
        "spark.sql.parquet.compression.codec": "zstd",
        "spark.sql.warehouse.dir": pathlib.Path.cwd() / "warehouse",
        **settings,
    }.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


@pytest.fixture(scope="session")
def spark():
    """Two threads of this machine, and batches of few rows."""
    made = session("local[2]", **SMALL)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """A master and two workers, for sessions on executors that are processes."""
    active = SparkSession.getActiveSession()
    if active is not None:
        active.stop()
    start_jvm()
    made = cluster.Standalone(tmp_path_factory.mktemp("work"), ["127.0.0.1", "127.0.0.2"])
    yield made
    made.stop()
