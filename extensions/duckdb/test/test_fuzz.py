# SPDX-License-Identifier: MIT
"""Random rows for every function, in vectors of every shape, under AddressSanitizer."""

import functools
import pathlib
import subprocess
import sys

import duckdb
import pytest

import sanitized
from conftest import EXTENSION, IS_SANITIZED

HERE = pathlib.Path(__file__).resolve().parent


@functools.cache
def extension():
    """The one that this process has loaded already, or a new one."""
    return EXTENSION if IS_SANITIZED else sanitized.extension()


# The sanitizer watches the extension, which is the same file on every version of DuckDB.
NEWEST = sorted(HERE.glob("requirements-*.txt"))[-1].stem.removeprefix("requirements-")


@pytest.mark.skipif(not IS_SANITIZED and duckdb.__version__ != NEWEST,
                    reason="runs on the newest DuckDB")
def test_random_rows_under_address_sanitizer():
    done = subprocess.run(
        [sys.executable, "-B", HERE / "random_rows.py"], text=True, check=False,
        capture_output=True, env=sanitized.environment(extension()))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split()[-1] == "done"


def test_the_sanitizer_is_at_work():
    listed = subprocess.run(["nm", "-D", "--undefined-only", extension()], text=True,
                            capture_output=True, check=True).stdout
    assert "__asan_report_load8" in listed and "__ubsan_handle" in listed
