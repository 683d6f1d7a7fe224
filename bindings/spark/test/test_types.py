# SPDX-License-Identifier: MIT
"""The types of guidon_spark, by mypy in its strict mode."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def test_the_module_and_a_program_with_types_pass_mypy(tmp_path):
    """Each error that the program ignores must be one. pyarrow and pandas have no
    types."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(tmp_path),
            "--disable-error-code=import-untyped",
            "-p",
            "guidon_spark",
            "-m",
            "typed_program",
        ],
        cwd=tmp_path,
        text=True,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "MYPYPATH": str(HERE)},
    )
    assert done.returncode == 0, done.stdout
