# SPDX-License-Identifier: MIT
"""Runs the tests of the PostgreSQL extension on every server, or another program with
the same Python packages:

    run.py [--on MAJOR,MAJOR...] [--long] [--sanitize] [PYTEST ARGUMENT...]
    run.py --program FILE [ARGUMENT...]
    run.py --fetch

Chosen tests (-k, or a path) run on the newest server, but with --on or --long. --on 13
gets PostgreSQL 13 of Debian 11 too.
--long runs the tests of the newest server on all, and stops moves of keys after every
statement, where the other runs stop them after one statement of each kind.
--sanitize runs the tests of the functions, vectors and sessions with a module that has
AddressSanitizer and UndefinedBehaviorSanitizer.
The Python packages go into an environment of their own below build/postgresql. --fetch
gets them and the servers, and runs nothing."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import servers  # noqa: E402
from python_tests import chosen_tests, command, environment  # noqa: E402

# The other tests look at files, packages and memory, or start servers by pg_upgrade.
SANITIZED_TESTS = ["test_regress.py", "test_vectors.py", "test_types.py", "test_catalogue.py",
                   "test_sessions.py", "test_lookalikes.py", "test_hostile.py"]

if __name__ == "__main__":
    python = environment(ROOT / "build/postgresql/python", HERE / "requirements.txt")
    words = sys.argv[1:]
    if words == ["--fetch"]:
        servers.find(servers.FOLDER)
        sys.exit()
    if chosen_tests(words) and not {"--on", "--long", "--program"} & set(words):
        print("   on the newest server alone; --on 15,18 chooses others", flush=True)
        words = ["--on", "newest", *words]
    if "--sanitize" in words:
        words += [str(HERE / name) for name in SANITIZED_TESTS]
    os.execv(python, command(python, HERE, words))
