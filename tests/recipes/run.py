# SPDX-License-Identifier: MIT
"""Runs the tests of docs/recipes, or another program with the same Python packages:

    run.py [--long] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

The tests execute the blocks of code of the pages, on a ClickHouse and on a MariaDB that
go below build/recipes, and with the tool in build/release. --long tests with more
rows and connections, and runs the Java of the pages with a broker of Kafka and a cluster of
Flink, for which it needs a JDK and Maven. --fetch gets both servers and runs nothing."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOME = ROOT / "build/recipes"
TOOL = ROOT / "build/release/cli/guidon"
sys.path.insert(0, str(ROOT / "tests/support"))
from python_tests import command, environment  # noqa: E402


def main(words):
    HOME.mkdir(parents=True, exist_ok=True)
    if "--long" in words:
        os.environ["GUIDON_LONG"] = "1"
        words = [word for word in words if word != "--long"]
    # chdb does without the pandas and pyarrow that it asks for.
    python = environment(HOME / "python", HERE / "requirements.txt", "--no-deps")
    if words == ["--fetch"]:
        os.chdir(HERE)
        os.execv(python, [python, "-B", "-c", "import mariadb; mariadb.unpack()"])
    if not TOOL.exists():
        sys.exit(f"run.py: there is no {TOOL}; ./dev test scale recipes builds it")
    os.environ["GUIDON_TOOL"] = str(TOOL)
    os.execv(python, command(python, HERE, words))


if __name__ == "__main__":
    main(sys.argv[1:])
