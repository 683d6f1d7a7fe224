# SPDX-License-Identifier: MIT
"""The extension in DuckDB, by the LOAD that its README shows."""

import platform
import sys
import zipfile

from trial import ROOT, Kind, Failed, expect

sys.path.insert(0, str(ROOT / "tests/support"))
from python_tests import environment

PROGRAM = """
import sys
import duckdb

database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
database.execute(f"LOAD '{sys.argv[1]}'")
print(duckdb.__version__, database.execute(
    "SELECT guidon_version_of(guidon_v7()), count(DISTINCT guidon_v7()) FROM range(1000) "
    "GROUP BY 1").fetchall())
"""
SYSTEMS = {"x86_64": "linux_amd64", "aarch64": "linux_arm64"}


def attempt(place):
    place.files("the extension for DuckDB", r"guidon-duckdb-.*\.zip")
    archive = place.file("the extension for DuckDB of this processor",
                         rf"guidon-duckdb-.*-{SYSTEMS[platform.machine()]}\.zip")  # fmt: skip
    with zipfile.ZipFile(archive) as files:
        files.extractall(place.folder("duckdb"))
    (extension,) = place.folder("duckdb").rglob("*.duckdb_extension")
    program, versions = place.scratch / "load.py", []
    program.write_text(PROGRAM)
    for needs in sorted((ROOT / "extensions/duckdb/test").glob("requirements-*.txt")):
        home = ROOT / "build/duckdb" / needs.stem.replace("requirements", "python")
        said = place.run(environment(home, needs), program, extension)
        expect("[(7, 1000)]" in said, said)
        versions.append(said.split()[0])
    if not versions:
        raise Failed("no version of DuckDB is here")
    return f"DuckDB {' and '.join(versions)} load the extension"


KIND = Kind("duckdb", ("duckdb",), attempt)
