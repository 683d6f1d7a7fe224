# SPDX-License-Identifier: MIT
"""Forks, loads in threads at once, and memory over many rounds."""

import concurrent.futures
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading

import duckdb
import pytest

from conftest import AUDITS_LISTS, EXTENSION, IS_SANITIZED, audit_of, connect
from test_entry import load

MAKERS = ["guidon_v4", "guidon_v6", "guidon_v7", "guidon_ulid"]
THREADS = 8


def ids(session, maker, n):
    return [str(id) for (id,) in session.execute(
        f"SELECT {maker}() FROM range({n})").fetchall()]


def forked(session, maker, n):
    """The ids that a forked child makes, by a pipe. A child that hangs ends by a
    signal."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(120)
        with os.fdopen(writable, "w") as out:
            out.write("\n".join(ids(session, maker, n)))
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable) as source:
        text = source.read()
    assert os.waitpid(child, 0)[1] == 0
    return text.split("\n")


@pytest.mark.parametrize("maker", MAKERS)
def test_forked_children_make_different_ids(database, maker):
    """The parent has ids in store before each fork."""
    made = ids(database, maker, 10)
    for _ in range(3):
        made += forked(database, maker, 300)
        made += ids(database, maker, 300)
    assert len(made) == 10 + 3 * 600 and len(set(made)) == len(made)


# ------------------------------------------------------------- loads in threads


def together(work):
    """The results of work(i) in threads that start it at once."""
    gate = threading.Barrier(THREADS)

    def run(i):
        gate.wait(60)
        return work(i)

    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def copied(folder):
    """A copy of the file, which no database of this process has loaded."""
    folder.mkdir()
    return pathlib.Path(shutil.copy(EXTENSION, folder))


def load_and_make(extension):
    with duckdb.connect(config={"allow_unsigned_extensions": "true"}) as session:
        session.execute(f"LOAD '{extension}'")
        return ids(session, "guidon_v7", 1000)


def test_threads_load_the_file_at_once(tmp_path):
    for round_ in range(5):
        extension = copied(tmp_path / str(round_))
        runs = together(lambda _, extension=extension: load_and_make(extension))
        assert len({id for run in runs for id in run}) == THREADS * 1000


def test_only_one_of_several_tables_is_kept(tmp_path):
    """Threads call the entry point with a table each. The first one's is kept, whose
    connect fails here; the others are of another copy of DuckDB."""
    connect_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    connects = [connect_type(lambda *_: 1) for _ in range(THREADS)]
    tables = [(ctypes.c_void_p * 1000)() for _ in connects]
    for table, function in zip(tables, connects):
        table[3] = ctypes.cast(function, ctypes.c_void_p)
    for round_ in range(10):
        extension = str(copied(tmp_path / str(round_)))
        found = together(lambda i, extension=extension: load(
            ctypes.addressof(tables[i]), extension))
        errors = sorted(error for done, (error,), _ in found if not done)
        assert len(errors) == THREADS
        assert errors[-1] == "guidon: no connection to the database"
        assert all("another copy of DuckDB" in error for error in errors[:-1])


# -------------------------------------------------------------------- memory

WINDOWS = ("SELECT guidon_audit(list(id) OVER (ORDER BY i ROWS 9 PRECEDING)) FROM t WHERE i < 500"
           if AUDITS_LISTS else
           "SELECT guidon_audit(id) OVER (ORDER BY i ROWS 9 PRECEDING) FROM t WHERE i < 500")
# The counts of 500 groups have about 2 MB, and texts of 100,000 rows 3.6 MB.
QUERIES = [
    f"SELECT {audit_of('id')} FROM t GROUP BY i % 500",
    f"SELECT {audit_of('id')} FROM t GROUP BY i % 5000",
    WINDOWS,
    "SELECT max(guidon_format(id, 'uuid')), max(guidon_format(id, 'int')) FROM t",
    "SELECT max(guidon_parse(guidon_format(id, 'ulid'))), max(epoch_us(guidon_time_of(id))) FROM t",
]
BAD = ["SELECT guidon_format(id, 'no form') FROM t", "SELECT guidon_v1_to_v6(id) FROM t"]


def one_round():
    session = connect()
    session.execute("CREATE TABLE t AS SELECT i, guidon_v7() AS id FROM range(100000) r(i)")
    for query in QUERIES:
        session.execute(query).fetchall()
    for query in BAD:
        with pytest.raises(duckdb.Error):
            session.execute(query).fetchall()
    session.close()


def resident():
    """The bytes of memory of this process."""
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def grow(rounds):
    """Print by how many bytes the process grows in so many rounds."""
    for _ in range(10):
        one_round()
    before = resident()
    for _ in range(rounds):
        one_round()
    print(resident() - before)


@pytest.mark.skipif(IS_SANITIZED or not os.path.exists("/proc/self/statm"),
                    reason="needs Linux, and memory without a sanitizer")
def test_rounds_of_loads_and_queries_keep_no_memory():
    """A process that keeps the counts of the groups alone grows by 2 MB in a round."""
    done = subprocess.run([sys.executable, "-B", __file__], text=True, check=True,
                          capture_output=True, cwd=pathlib.Path(__file__).parent)
    assert int(done.stdout) < 32 * 2**20


if __name__ == "__main__":
    grow(40)
