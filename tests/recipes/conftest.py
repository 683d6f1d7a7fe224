# SPDX-License-Identifier: MIT
"""One ClickHouse and one MariaDB for all tests."""

import os

import pytest

import clickhouse
import mariadb
from debian_packages import Unavailable


@pytest.fixture(scope="session")
def long():
    return "GUIDON_LONG" in os.environ


@pytest.fixture(scope="session")
def ch():
    with clickhouse.server() as session:
        yield session


@pytest.fixture(scope="session")
def server():
    try:
        home = mariadb.unpack()
    except Unavailable as error:
        pytest.skip(f"no MariaDB: {error}")
    with mariadb.server(home) as running:
        yield running
