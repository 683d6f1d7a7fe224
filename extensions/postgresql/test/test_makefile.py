# SPDX-License-Identifier: MIT
"""make without PostgreSQL's development files ends with an error, says what is missing,
and writes nothing."""

import pathlib
import shutil
import subprocess

import pytest

HOME = pathlib.Path(__file__).resolve().parents[1]


def copy_of_sources(folder):
    shutil.copytree(HOME, folder, ignore=shutil.ignore_patterns(
        "test", "bench", "*.o", "*.so", "core", "guidon--*.sql"))
    return folder


def files(folder):
    return sorted(folder.rglob("*"))


@pytest.mark.parametrize("script", [
    None,  # no such program
    "echo 'You need to install postgresql-server-dev-NN' >&2; exit 1",
    "echo /nowhere/pgxs.mk",  # the client's development files alone
])
def test_without_development_files(tmp_path, script):
    folder = copy_of_sources(tmp_path / "guidon")
    pg_config = tmp_path / "pg_config"
    if script:
        pg_config.write_text(f"#!/bin/sh\n{script}\n")
        pg_config.chmod(0o755)
    before = files(folder)
    done = subprocess.run(["make", "-C", folder, f"PG_CONFIG={pg_config}"], text=True,
                          capture_output=True, check=False)
    assert done.returncode == 2
    for word in [str(pg_config), "postgresql-server-dev-all", "make PG_CONFIG="]:
        assert word in done.stderr
    assert files(folder) == before
