# SPDX-License-Identifier: MIT
"""The stubs: complete, equal to the module, and strict."""

import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")

HERE = pathlib.Path(__file__).resolve().parent


def check(tmp_path, *words):
    """Run a program of mypy and return what it printed; fail if it found faults."""
    done = subprocess.run(
        [sys.executable, "-B", "-m", *words],
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env=dict(os.environ, MYPY_CACHE_DIR=str(tmp_path)),
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_stubs_have_the_names_and_signatures_of_the_module(tmp_path):
    check(tmp_path, "mypy.stubtest", "guidon._core", "--ignore-disjoint-bases")


def test_a_program_with_types_passes(tmp_path):
    """Each error that is ignored there must be one: --strict warns of others."""
    check(tmp_path, "mypy", "--strict", str(HERE / "typed_program.py"))
