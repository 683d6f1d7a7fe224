# SPDX-License-Identifier: MIT
"""Sessions of Spark for the tests."""

import os
import pathlib

import pytest
from pyspark.sql import SparkSession


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests marked long")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes; needs --long")


def pytest_collection_modifyitems(config, items):
    # The tests on clusters come last, because a process has one session at a time.
    items.sort(key=lambda item: "cluster" in item.path.name)
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long; see --long"))


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


def session(master, **settings):
    """A session in this process, in a time zone with daylight saving."""
    builder = SparkSession.builder.master(master)
    for name, value in {
        "spark.ui.enabled": False,
        "spark.ui.showConsoleProgress": False,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.extraJavaOptions": JVM,
        "spark.executor.extraJavaOptions": JVM,
        "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
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
