# SPDX-License-Identifier: MIT
"""The archive of PGXN: make, make install and CREATE EXTENSION on PostgreSQL 15 and 18."""

import pathlib
import sys

from trial import ROOT, Kind

PROGRAM = pathlib.Path(__file__).with_name("on_servers.py")


def attempt(place):
    archive = place.file("the archive of PGXN", r"guidon-pgxn-.*\.zip")
    said = place.run(
        sys.executable, "-B", ROOT / "extensions/postgresql/test/run.py", "--program", PROGRAM,
        archive, place.folder("pgxn"),
    )  # fmt: skip
    return said.strip().splitlines()[-1]


KIND = Kind("pgxn", ("pgxn",), attempt)
