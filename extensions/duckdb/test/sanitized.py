# SPDX-License-Identifier: MIT
"""The extension with AddressSanitizer and UndefinedBehaviorSanitizer, and the environment
of a process that loads it."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def extension():
    sys.path.insert(0, str(HERE.parent))
    import build  # pylint: disable=import-outside-toplevel
    return build.build(ROOT, ROOT / "build/duckdb/asan", SANITIZERS)


def environment(path):
    """The libraries of the sanitizers must load first. DuckDB keeps memory until the
    process ends."""
    names = ["libasan.so", "libubsan.so", "libstdc++.so"]
    paths = [subprocess.run(["gcc", f"-print-file-name={name}"], text=True, check=True,
                            capture_output=True).stdout.strip() for name in names]
    return {**os.environ, "GUIDON_DUCKDB_EXTENSION": str(path),
            "LD_PRELOAD": " ".join(paths),
            "ASAN_OPTIONS": "detect_leaks=0:alloc_dealloc_mismatch=0"}
