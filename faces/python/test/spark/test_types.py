# SPDX-License-Identifier: MIT
"""The types of guidon.spark, by mypy in its strict mode."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def mypy(tmp_path, *words):
    """mypy is in a folder with other versions of the packages, and reads those of
    this interpreter."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", "import os, sys\n"
         f"sys.path.insert(0, {os.environ['GUIDON_FRAMEWORKS']!r})\n"
         "from mypy.__main__ import console_entry\nconsole_entry()", "--strict",
         "--python-executable", sys.executable, "--cache-dir", str(tmp_path),
         *words],
        cwd=tmp_path, text=True, check=False, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout


def test_a_program_with_types_passes_mypy(tmp_path):
    """Each error that is ignored there must be one."""
    mypy(tmp_path, str(HERE / "typed_program.py"))


def test_the_module_itself_passes_mypy(tmp_path):
    """pyarrow and pandas have no types."""
    mypy(tmp_path, "--disable-error-code=import-untyped", "-p", "guidon.spark", "-m",
         "guidon._columns")
