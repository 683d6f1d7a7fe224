# SPDX-License-Identifier: MIT
"""Sessions of Spark for the tests."""

import os
import pathlib

import pyspark
import pytest
from pyspark.sql import SparkSession


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true",
                     help="also run the tests marked long")


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes; needs --long")


def pytest_collection_modifyitems(config, items):
    # The tests on clusters come last, because a process has one session at a time.
    items.sort(key=lambda item: "cluster" in item.path.name)
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="long; see --long"))


def session(master, **settings):
    """A session in this process, in a time zone with daylight saving."""
    builder = SparkSession.builder.master(master)
    for name, value in {
            "spark.ui.enabled": False,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
            "spark.executorEnv.PYTHONDONTWRITEBYTECODE": 1,
            "spark.sql.session.timeZone": "America/New_York",
            "spark.sql.shuffle.partitions": 4,
            "spark.sql.warehouse.dir": pathlib.Path.cwd() / "warehouse",
            **settings}.items():
        builder = builder.config(name, value)
    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


@pytest.fixture(scope="session")
def spark():
    """Two threads of this machine, and batches of few rows."""
    made = session("local[2]", **{"spark.sql.execution.arrow.maxRecordsPerBatch": 7})
    yield made
    made.stop()
