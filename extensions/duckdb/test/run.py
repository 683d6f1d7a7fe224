# SPDX-License-Identifier: MIT
"""Runs the tests of the extension for DuckDB on each version of DuckDB, or another
program on the newest version:

    run.py [--on VERSION] [--sanitize] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

Chosen tests (-k, or a path) run on the newest version, unless --on names another. With
--sanitize, the extension has AddressSanitizer and UndefinedBehaviorSanitizer. Each
version goes into an environment of its own below build/duckdb. --fetch gets the versions
and DuckDB's own header, and runs nothing."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
HOME = ROOT / "build/duckdb"
sys.path[:0] = [str(HERE.parent), str(HERE), str(ROOT / "tests/support")]
import build  # noqa: E402
import official_header  # noqa: E402
import sanitized  # noqa: E402
from python_tests import chosen_tests, command, environment  # noqa: E402


def versions(words):
    """The requirement files of the versions to test on, and the words for pytest."""
    found = {path.stem.removeprefix("requirements-"): path
             for path in sorted(HERE.glob("requirements-*.txt"))}
    if words[:1] == ["--on"]:
        if words[1] not in found:
            sys.exit(f"no DuckDB {words[1]} here; there are {', '.join(found)}")
        return [found[words[1]]], words[2:]
    if words[:1] == ["--program"] or chosen_tests(words):
        newest = list(found)[-1]
        print(f"   on DuckDB {newest} alone; --on chooses another", flush=True)
        return [found[newest]], words
    return list(found.values()), words


def main(words):
    sanitize = "--sanitize" in words
    needed, words = versions([word for word in words if word != "--sanitize"])
    pythons = [environment(HOME / needs.stem.replace("requirements", "python"), needs)
               for needs in needed]
    if words == ["--fetch"]:
        official_header.fetch(HOME)
        return 0
    if sanitize:
        variables = sanitized.environment(sanitized.extension())
    else:
        variables = {**os.environ, "GUIDON_DUCKDB_EXTENSION": str(build.build(ROOT, HOME))}
    return max(subprocess.run(command(python, HERE, words), check=False,
                              env=variables).returncode for python in pythons)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
