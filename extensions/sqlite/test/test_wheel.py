# SPDX-License-Identifier: MIT
"""The Python package as users get it: the sdist of this checkout, the wheel that the
sdist alone gives, and that wheel in an empty environment."""

import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import apsw
import pytest

import build

sys.path.insert(0, str(build.ROOT / "tests/support"))
import wheels

PACKAGE = build.ROOT / "extensions/sqlite/python"
PLACE = build.HOME / "wheel"

# What README.md of the package shows, with the connection of a module.
PROGRAM = """
import {module}
import sqlite_guidon

database = {connect}
sqlite_guidon.load(database)
database.execute(\"\"\"
    CREATE TABLE IF NOT EXISTS event (
      id BLOB PRIMARY KEY DEFAULT (guidon_v7_blob()), body TEXT) WITHOUT ROWID\"\"\")
database.execute("INSERT INTO event (body) VALUES ('a')")
((text, body),) = database.execute("SELECT guidon_format(id), body FROM event").fetchall()
assert (len(text), text[14], body) == (36, "7", "a"), text
print("loaded", sqlite_guidon.loadable_path())
"""


def version():
    text = (build.ROOT / "include/guidon/version.h").read_text()
    return text.split('GUIDON_VERSION ', 1)[1].split('"')[1]


@pytest.fixture(scope="module")
def sdist():
    PLACE.mkdir(parents=True, exist_ok=True)
    return PLACE / wheels.backend(sys.executable, PACKAGE, f"build_sdist({str(PLACE)!r})")


@pytest.fixture(scope="module")
def wheel(sdist):
    """The wheel, of a folder where CMake does not find the files of this checkout. The
    folder is the same each time, for ccache."""
    folder = PLACE / "sources"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)
    (source,) = folder.iterdir()
    return PLACE / wheels.backend(sys.executable, source, f"build_wheel({str(PLACE)!r})")


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The Python of an environment with nothing but the wheel."""
    return wheels.empty_venv(sys.executable, tmp_path_factory.mktemp("venv"), wheel)


def test_the_sdist_has_the_library_and_its_licence(sdist):
    top = f"sqlite_guidon-{version()}"
    with tarfile.open(sdist) as archive:
        names = set(archive.getnames())
    assert names == {f"{top}/{name}" for name in [
        "CMakeLists.txt", "PKG-INFO", "README.md", "core/LICENSE", "core/guidon.c",
        "core/guidon.h", "core/guidon_sqlite.c", "pyproject.toml",
        "src/sqlite_guidon/__init__.py", "src/sqlite_guidon/py.typed"]}


def test_the_wheel_serves_every_python(wheel):
    assert wheel.name.startswith(f"sqlite_guidon-{version()}-py3-none-")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        (licence,) = [name for name in archive.namelist() if name.endswith("LICENSE")]
        assert archive.read(licence) == (build.ROOT / "LICENSE").read_bytes()
    assert names == {f"sqlite_guidon/{name}" for name in [
        "__init__.py", "guidon_sqlite.so", "py.typed"]}


def run(python, module, connect, *folders):
    program = PROGRAM.format(module=module, connect=connect)
    return subprocess.run([python, "-B", "-c", program], text=True, check=False,
                          capture_output=True, env=wheels.environment(*folders))


def test_the_installed_wheel_loads_by_apsw(python):
    done = run(python, "apsw", 'apsw.Connection(":memory:")',
               pathlib.Path(apsw.__file__).parents[1])
    assert done.stdout.startswith(f"loaded {python.parents[1]}"), done.stderr


def programs():
    """Interpreters of this machine whose own module can load extensions."""
    code = "import sqlite3; sqlite3.Connection.enable_load_extension"
    return [path for path in [sys.executable, "/usr/bin/python3"]
            if pathlib.Path(path).exists() and subprocess.run(
                [path, "-c", code], capture_output=True, check=False).returncode == 0]


def test_the_installed_wheel_loads_by_sqlite3(wheel, tmp_path):
    found = programs()
    if not found:
        pytest.skip("no Python of this machine loads extensions for SQLite")
    readme = (build.ROOT / "extensions/sqlite/python/README.md").read_text()
    program_of_readme, = re.findall(r"^```python\n(.*?)^```", readme, re.M | re.S)
    for i, program in enumerate(found):
        python = wheels.empty_venv(program, tmp_path / str(i), wheel)
        done = run(python, "sqlite3", 'sqlite3.connect(":memory:")')
        assert done.stdout.startswith(f"loaded {tmp_path}"), done.stderr
        printed = subprocess.run([python, "-c", program_of_readme], cwd=tmp_path / str(i),
                                 check=True, capture_output=True, text=True).stdout
        assert re.fullmatch(r"\[\('[0-9a-f-]{36}', '20[^']*'\)\]\n", printed), printed
