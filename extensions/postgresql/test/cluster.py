# SPDX-License-Identifier: MIT
"""Starts and stops PostgreSQL clusters for the tests.

A cluster has a temporary folder, listens only on a Unix socket there, and runs as an
ordinary user: as this one, or as `nobody` if this one is root. The kernel stops the
server if the process that started it dies (PR_SET_PDEATHSIG).
"""

import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import threading

import psycopg

import sanitized

READY = ("ready to accept connections", "ready to accept read-only connections",
         "ready to accept read only connections")
END = "(end of the log)"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "jit": "off",
    "shared_buffers": "32MB",
    "max_connections": "250",
    "max_wal_senders": "4",
    "max_wal_size": "4GB",
    "lc_messages": "C",
    "log_destination": "stderr",
    "autovacuum": "off",
    "timezone": "UTC",
}


def owner():
    """The user that runs the servers: PostgreSQL refuses root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def as_owner(*options):
    """The beginning of a command that shall run as this user."""
    if os.geteuid() == 0:
        user = owner()
        options = (f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}",
                   "--clear-groups", *options)
    return ["setpriv", *options] if options else []


def give(path):
    """Let the servers' user own a file or a folder with its contents."""
    if os.geteuid() != 0:
        return
    user = owner()
    for folder, _, files in os.walk(path):
        for name in [folder, *(os.path.join(folder, file) for file in files)]:
            os.chown(name, user.pw_uid, user.pw_gid, follow_symlinks=False)


def temporary():
    """A new folder of the servers' user, with a name short enough for a socket."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="guidon-pg-"))
    give(folder)
    return folder


def merged(*environments):
    """Variables of all; the libraries that the linker loads first are those of each."""
    first = [each["LD_PRELOAD"] for each in environments if "LD_PRELOAD" in each]
    every = {name: text for each in environments for name, text in each.items()}
    return {**every, "LD_PRELOAD": " ".join(first)} if first else every


def run(server, program, *arguments, **options):
    """Run a program of a server as the servers' user; return what it prints. That user
    may not enter every folder in which these tests are started."""
    environment = {**os.environ, "LC_ALL": "C", "PGUSER": "postgres"}
    options.setdefault("cwd", "/")
    done = subprocess.run([*as_owner(), server.program(program), *arguments],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, **options)
    if done.returncode != 0:
        raise AssertionError(f"{program} fails:\n{done.stdout}")
    return done.stdout


def initdb(server, folder, *options):
    run(server, "initdb", "-D", folder, "-U", "postgres", "-A", "trust", "-N",
        "-E", "UTF8", "--locale=C", *options)


class Cluster:
    """One data folder and, while it runs, its server."""

    def __init__(self, server, folder, environment=None):
        self.server = server
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.environment = environment or {}
        self.process = self.reader = None
        self.log = []
        self.reported = []  # the lines of the log that begin a sanitizer's report
        self.logged = threading.Condition()

    # ------------------------------------------------------------ start and stop

    def start(self, **settings):
        """Start the server, and return when it accepts connections."""
        words = [f"--{name}={value}" for name, value in
                 {**SETTINGS, "unix_socket_directories": self.folder,
                  **settings}.items()]
        self.process = subprocess.Popen(
            [*as_owner("--pdeathsig", "QUIT"), self.server.program("postgres"),
             "-D", self.data, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace", cwd="/",
            env=merged({**os.environ, "LC_ALL": "C"}, self.server.environment,
                       self.environment))
        self.log.clear()
        self.reader = threading.Thread(target=self.drain, daemon=True)
        self.reader.start()
        self.wait_until_ready()
        return self

    def drain(self):
        """Keep the log, line by line, until the server closes it."""
        for line in self.process.stderr:
            with self.logged:
                self.log.append(line)
                self.logged.notify_all()
            if sanitized.is_report(line):
                self.reported.append(line)
        with self.logged:
            self.log.append(END)
            self.logged.notify_all()

    def wait_until_ready(self):
        """Return when a line of the log, of those not seen yet, says so."""
        def seen():
            return any(message in line for line in self.log
                       for message in [*READY, END])

        with self.logged:
            found = self.logged.wait_for(seen, 120)
            if not found or END in self.log:
                raise AssertionError("the server is not ready:\n" +
                                     "".join(self.log[-40:]))
            self.log.clear()

    def signal(self, name):
        if self.process and self.process.poll() is None:
            self.process.send_signal(name)
            self.process.wait(60)
            self.reader.join(60)

    def stop(self):
        """Stop the server as `pg_ctl stop -m fast` does."""
        self.signal(subprocess.signal.SIGINT)

    def destroy(self):
        if self.process and self.process.poll() is None:
            self.signal(subprocess.signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()

    # ------------------------------------------------------------------- clients

    @property
    def address(self):
        return {"host": str(self.folder), "user": "postgres"}

    def connect(self, name="postgres", **options):
        return psycopg.connect(dbname=name, autocommit=True, **self.address,
                               **options)

    def run(self, program, *arguments, **options):
        """Run a client program of this server on this cluster."""
        return run(self.server, program, "-h", str(self.folder), *arguments,
                   **options)

    def rows(self, statement, *values, name="postgres"):
        with self.connect(name) as session:
            return rows(session, statement, *values)

    def value(self, statement, *values, name="postgres"):
        return self.rows(statement, *values, name=name)[0][0]


def rows(session, statement, *values):
    """The rows of a statement; none if the statement returns none."""
    cursor = session.execute(statement, values or None)
    return cursor.fetchall() if cursor.description else []


def value(session, statement, *values):
    return rows(session, statement, *values)[0][0]


def binary_result(session, call):
    """The bytes of a result, or the error. Text would show the session's zone."""
    try:
        with session.cursor() as cursor, cursor.copy(
                f"COPY (SELECT {call}) TO STDOUT (FORMAT binary)") as copy:
            return b"".join(bytes(block) for block in copy)
    except psycopg.Error as error:
        return error.sqlstate


def plan(session, statement):
    """The plan of a statement as text."""
    return "\n".join(row[0] for row in
                     session.execute("EXPLAIN (COSTS OFF) " + statement))
