# SPDX-License-Identifier: MIT
"""Random rows for every function, in vectors of every shape, under AddressSanitizer."""

import functools
import os
import pathlib
import subprocess
import sys

import duckdb
import pytest

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parents[2] / "build/duckdb/asan"
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


@functools.cache
def sanitized():
    """The extension with AddressSanitizer, and the libraries that must load first."""
    sys.path.insert(0, str(HERE.parent))
    import build  # pylint: disable=import-outside-toplevel
    names = ["libasan.so", "libubsan.so", "libstdc++.so"]
    paths = [subprocess.run(["gcc", f"-print-file-name={name}"], text=True, check=True,
                            capture_output=True).stdout.strip() for name in names]
    return build.build(HERE.parents[2], HOME, SANITIZERS), paths


# The sanitizer watches the extension, which is the same file on every version of DuckDB.
NEWEST = sorted(HERE.glob("requirements-*.txt"))[-1].stem.removeprefix("requirements-")


@pytest.mark.skipif(duckdb.__version__ != NEWEST, reason="runs on the newest DuckDB")
def test_random_rows_under_address_sanitizer():
    extension, preloaded = sanitized()
    done = subprocess.run(
        [sys.executable, "-B", HERE / "random_rows.py"], text=True, check=False,
        capture_output=True, env={
            **os.environ, "GUIDON_DUCKDB_EXTENSION": str(extension),
            "LD_PRELOAD": " ".join(preloaded),
            # DuckDB keeps memory until the process ends.
            "ASAN_OPTIONS": "detect_leaks=0:alloc_dealloc_mismatch=0"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split()[-1] == "done"


def test_the_sanitizer_is_at_work():
    extension, _ = sanitized()
    listed = subprocess.run(["nm", "-D", "--undefined-only", extension], text=True,
                            capture_output=True, check=True).stdout
    assert "__asan_report_load8" in listed and "__ubsan_handle" in listed
