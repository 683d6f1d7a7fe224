# SPDX-License-Identifier: MIT
"""What a package costs before its second id: the import and the first id, and its size."""

import importlib.metadata
import subprocess
import sys

# The distribution of a package, and what a program does for its first id.
PROGRAMS = {
    "guidon": ("guidon-ids", "import guidon; guidon.uuid7()"),
    "uuid": (None, "import uuid; uuid.uuid4()"),
    "uuid-utils compat": ("uuid-utils", "import uuid_utils.compat as m; m.uuid7()"),
    "uuid-utils": ("uuid-utils", "import uuid_utils; uuid_utils.uuid7()"),
    "fastuuid": ("fastuuid", "import fastuuid; fastuuid.uuid7()"),
    "python-ulid": ("python-ulid", "import ulid; ulid.ULID()"),
}
TIMED = "from time import perf_counter_ns as now; a = now(); {}; print(now() - a)"


def times(rounds):
    """{package: nanoseconds in each round}, each in a new process."""
    found = {name: [] for name in PROGRAMS}
    for _ in range(rounds):
        for name, (_, program) in PROGRAMS.items():
            words = [sys.executable, "-B", "-c", TIMED.format(program)]
            found[name].append(int(subprocess.check_output(words)))
    return found


def sizes():
    """{package: bytes of its installed files}, without compiled bytecode."""
    found = {}
    for name, (distribution, _) in PROGRAMS.items():
        files = importlib.metadata.files(distribution) if distribution else None
        paths = [one.locate() for one in files or [] if one.suffix != ".pyc"]
        found[name] = sum(path.stat().st_size for path in paths if path.exists())
    return found
