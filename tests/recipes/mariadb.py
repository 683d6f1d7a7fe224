# SPDX-License-Identifier: MIT
"""Debian's MariaDB with the functions of docs/recipes/mariadb.md. Its packages are
unpacked below build/recipes and not installed, and the server listens on a socket of a
temporary folder only."""

import contextlib
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import pymysql

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from debian_packages import run, unpacked_packages  # noqa: E402

HOME = ROOT / "build/recipes"
PAGE = "mariadb.md"
# Libraries of the server that a small system may lack.
LIBRARIES = re.compile(r"Depends: ((?:libaio|liburing|libnuma|libpmem)\S+)")


def packages():
    """The server, its libraries and its headers."""
    needs = run("apt-cache", "depends", "mariadb-server-core")
    return ["mariadb-server-core", "libmariadb-dev", *LIBRARIES.findall(needs)]


def unpack():
    """The folder of the server, which an earlier run may have filled."""
    return unpacked_packages(HOME / "mariadb", packages)


def install(home, plugins):
    """Do the steps of the page. mariadb_config is a script that names the folders of
    the unpacked server."""
    plugins.mkdir()
    (plugins.parent / "mariadb_config").write_text(
        f"#!/bin/sh\ncase $1 in\n--include) echo -I{home}/usr/include/mariadb ;;\n"
        f"--plugindir) echo {plugins} ;;\nesac\n")
    (plugins.parent / "mariadb_config").chmod(0o755)
    code = "".join(block.code for block in page.blocks(PAGE) if block.language == "sh")
    key = hashlib.sha256(code.encode())
    for source in [ROOT / "examples/mariadb", ROOT / "include", ROOT / "src"]:
        for path in sorted(source.rglob("*.[ch]")):
            key.update(path.read_bytes())
    built = HOME / f"guidon_mariadb-{key.hexdigest()[:16]}.so"
    if not built.exists():
        path = f"{plugins.parent}:{os.environ['PATH']}"
        subprocess.run(["sh", "-euc", code.replace("sudo ", "")], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, env={**os.environ, "PATH": path})
        for old in HOME.glob("guidon_mariadb-*.so"):
            old.unlink()
        shutil.copy(plugins / "guidon_mariadb.so", built)
    shutil.copy(built, plugins / "guidon_mariadb.so")


def functions():
    """The statements of the page that create the functions."""
    return [part for _, parts, _ in page.statements(PAGE) for part in parts
            if part.startswith("CREATE FUNCTION")]


class Server:
    """A server that runs, its socket, and a connection of its own."""

    def __init__(self, process, socket):
        self.process, self.socket = process, str(socket)
        self.own = None

    def connect(self):
        return pymysql.connect(unix_socket=self.socket, user="root", autocommit=True)

    def wait(self):
        """Wait until the server answers, at most 60 seconds."""
        end = time.monotonic() + 60
        while True:
            try:
                self.own = self.connect()
                return
            except pymysql.err.OperationalError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def rows(self, statement, connection=None):
        with (connection or self.own).cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall()

    def ask(self, statement):
        """The rows as the client writes them without a terminal, or the error."""
        try:
            rows = self.rows(statement)
        except pymysql.err.MySQLError as error:
            return f"ERROR {error.args[0]}: {error.args[1]}\n"
        return "".join("\t".join(map(shown, row)) + "\n" for row in rows)


def shown(value):
    if value is None:
        return "NULL"
    return value.decode() if isinstance(value, bytes) else str(value)


def shared_files(home):
    """The folder of messages, character sets and system tables. It and its scripts are
    named after mysql up to MariaDB 10.11, and after mariadb later."""
    for name in ["mariadb", "mysql"]:
        if (home / "usr/share" / name / "charsets").exists():
            return home / "usr/share" / name
    raise FileNotFoundError(f"no charsets in {home}/usr/share/mariadb or .../mysql")


def system_tables(share):
    """The statements that create the system tables."""
    name = "mariadb" if (share / "mariadb_system_tables.sql").exists() else "mysql"
    return "create database mysql;\nuse mysql;\n" + "".join(
        (share / f"{name}_system_tables{part}.sql").read_text() for part in ["", "_data"])


@contextlib.contextmanager
def server(home):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="guidon-mariadb-"))
    data, share = folder / "data", shared_files(home)
    data.mkdir()
    libraries = ":".join(sorted({str(path.parent)
                                 for path in home.rglob("lib*.so*")}))
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "TZ": "UTC"}
    program = [home / "usr/sbin/mariadbd", "--no-defaults", f"--datadir={data}",
               f"--lc-messages-dir={share}", f"--plugin-dir={folder}/plugins",
               f"--character-sets-dir={share}/charsets", "--skip-networking",
               f"--socket={folder}/socket", f"--pid-file={folder}/pid",
               "--innodb-buffer-pool-size=64M", "--default-time-zone=+00:00",
               "--log-bin", "--binlog-format=MIXED",
               *(["--user=root"] if os.geteuid() == 0 else [])]
    process = None
    try:
        install(home, folder / "plugins")
        subprocess.run([*program, "--bootstrap"], input=system_tables(share), text=True,
                       check=True, stderr=subprocess.PIPE, env=environment)
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(program, stderr=log, env=environment)
        running = Server(process, folder / "socket")
        running.wait()
        yield running
    finally:
        if process:
            process.terminate()
            process.wait(60)
        shutil.rmtree(folder)
