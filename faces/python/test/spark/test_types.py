# SPDX-License-Identifier: MIT
"""The types of guidon.spark, by mypy in its strict mode."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def test_a_program_with_types_passes_mypy(tmp_path):
    """Each error that is ignored there must be one. mypy is in a folder with other
    versions of the packages, and reads those of this interpreter."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", "import os, sys\n"
         f"sys.path.insert(0, {os.environ['GUIDON_FRAMEWORKS']!r})\n"
         "from mypy.__main__ import console_entry\nconsole_entry()", "--strict",
         "--python-executable", sys.executable, "--cache-dir", str(tmp_path),
         str(HERE / "typed_program.py")],
        cwd=tmp_path, text=True, check=False, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
