# SPDX-License-Identifier: MIT
"""The Python package, and with --packages the installation by CMake."""

import pathlib
import re
import subprocess
import sys

import apsw
import pytest

import build
from conftest import one

PACKAGE = build.ROOT / "extensions/sqlite/python"


def version_in(path, pattern):
    return re.search(pattern, (build.ROOT / path).read_text())[1]


def test_the_package_has_the_version_of_the_library():
    version = version_in("include/guidon/version.h", r'GUIDON_VERSION +"(.*)"')
    for name, pattern in [("pyproject.toml", r'\nversion = "(.*)"'),
                          ("src/sqlite_guidon/__init__.py", r'__version__ = "(.*)"')]:
        assert version_in(PACKAGE / name, pattern) == version


@pytest.fixture
def package(monkeypatch, tmp_path):
    """The package as a wheel would hold it, with the extension of these tests."""
    home = tmp_path / "sqlite_guidon"
    home.mkdir()
    (home / "__init__.py").write_text(
        (PACKAGE / "src/sqlite_guidon/__init__.py").read_text())
    (home / "guidon_sqlite.so").write_bytes(build.extension().read_bytes())
    monkeypatch.syspath_prepend(str(tmp_path))
    import sqlite_guidon  # pylint: disable=import-outside-toplevel
    yield sqlite_guidon
    del sys.modules["sqlite_guidon"]


def test_load(package):
    session = apsw.Connection(":memory:")
    package.load(session)
    assert one(session, "SELECT guidon_version_of(guidon_v7())") == 7
    with pytest.raises(apsw.SQLError, match="not authorized"):
        session.execute("SELECT load_extension('x')").fetchall()
    session.close()


def test_load_says_when_python_cannot(package):
    with pytest.raises(NotImplementedError, match="enable_load_extension"):
        package.load(object())


def test_load_passes_on_the_error_of_sqlite(package):
    pathlib.Path(package.loadable_path() + ".so").unlink()
    session = apsw.Connection(":memory:")
    with pytest.raises(apsw.ExtensionLoadingError):
        package.load(session)
    with pytest.raises(apsw.SQLError, match="not authorized"):
        session.execute("SELECT load_extension('x')").fetchall()
    session.close()


def test_the_installation_by_cmake(request, tmp_path):
    if not request.config.getoption("packages"):
        pytest.skip("builds the library again: --packages")
    folder = build.HOME / "cmake"
    subprocess.run(["cmake", "-S", build.ROOT, "-B", folder, "-G", "Ninja",
                    "-DGUIDON_SQLITE=ON", "-DGUIDON_TESTS=OFF", "-DGUIDON_TOOL=OFF",
                    "-DCMAKE_INSTALL_LIBDIR=lib"], check=True)
    subprocess.run(["cmake", "--build", folder], check=True)
    subprocess.run(["cmake", "--install", folder, "--prefix", tmp_path], check=True)
    path = tmp_path / "lib/sqlite3/guidon_sqlite.so"
    listed = subprocess.run(["nm", "-D", "--defined-only", path], text=True, check=True,
                            capture_output=True).stdout
    assert {line.split()[2] for line in listed.splitlines()} == {
        "sqlite3_extension_init", "sqlite3_guidonsqlite_init"}
    done = subprocess.run(["sqlite3", "-batch"], text=True, check=True,
                          capture_output=True,
                          input=f".load {path}\nSELECT guidon_version_of(guidon_v7());\n")
    assert done.stdout == "7\n"
