# SPDX-License-Identifier: MIT
"""Threads, connections, forks, unloading, and two copies of SQLite in one process."""

import concurrent.futures
import ctypes
import ctypes.util
import os
import shutil

import apsw
import pytest

import build
from conftest import connect, one


def ids(session, n, kind="v7"):
    return [value for (value,) in session.execute(
        "SELECT value FROM guidon_series(?, ?)", [kind, n])]


@pytest.mark.parametrize("kind", ["v4", "v7", "v1", "ulid"])
def test_threads_and_connections_make_different_ids(kind):
    def work(_):
        session = connect()
        made = []
        for _ in range(20):
            made += ids(session, 500, kind)
            made.append(one(session, f"SELECT guidon_{kind}()"))
        session.close()
        return made

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(work, range(4)))
    assert len({id for run in runs for id in run}) == 4 * 20 * 501
    if kind in {"v7", "ulid"}:
        assert all(run == sorted(run) for run in runs)


def test_one_connection_used_by_two_threads():
    session = connect()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: one(session, "SELECT guidon_v7()"), range(2000)))
    assert len(set(made)) == 2000
    session.close()


def test_order_across_the_connections_of_a_thread():
    a, b = connect(), connect()
    made = [one(session, "SELECT guidon_v7()") for _ in range(500) for session in (a, b)]
    assert made == sorted(made) and len(set(made)) == 1000
    a.close()
    b.close()


def forked(session, n):
    """The ids that a forked child makes, by a pipe."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writable, "w") as out:
            out.write("\n".join(ids(session, n) + [one(session, "SELECT guidon_ulid()")]))
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable) as source:
        text = source.read()
    assert os.waitpid(child, 0)[1] == 0
    return text.split("\n")


def test_forked_children_make_different_ids():
    session = connect()
    made = ids(session, 10)
    for _ in range(20):
        made += forked(session, 50)
    made += ids(session, 10)
    assert len(set(made)) == len(made) == 20 + 20 * 51
    session.close()


def test_connections_load_and_close_again_and_again():
    seen = set()
    for _ in range(200):
        session = connect()
        session.load_extension(str(build.extension()))  # a second time
        seen.add(one(session, "SELECT guidon_v7()"))
        session.close()
    assert len(seen) == 200


def other_sqlite():
    """The system's SQLite, which is not the one of apsw."""
    name = ctypes.util.find_library("sqlite3")
    if not name:
        pytest.skip("no libsqlite3 here")
    return ctypes.CDLL(name)


def load_by(library, path):
    """Load the extension by another copy of SQLite: its status and its message."""
    handle, message = ctypes.c_void_p(), ctypes.c_char_p()
    assert library.sqlite3_open(b":memory:", ctypes.byref(handle)) == 0
    library.sqlite3_enable_load_extension(handle, 1)
    status = library.sqlite3_load_extension(handle, str(path).encode(), None,
                                            ctypes.byref(message))
    text = (message.value or b"").decode()
    library.sqlite3_close(handle)
    return status, text


def test_a_second_copy_of_sqlite_gets_an_error_and_no_crash(tmp_path):
    # A file of its own, because the other tests use the extension at any time.
    path = tmp_path / "guidon_sqlite.so"
    shutil.copy(build.extension(), path)
    session = connect(path=path)
    status, message = load_by(other_sqlite(), path)
    assert status != 0 and "another copy of SQLite" in message
    assert one(session, "SELECT guidon_version_of(guidon_v7())") == 7
    session.close()
    # No connection has the file now.
    assert load_by(other_sqlite(), path) == (0, "")
    session = connect(path=path)
    assert one(session, "SELECT guidon_version_of(guidon_v7())") == 7
    session.close()


def without_its_table(session, path):
    session.load_extension(str(path))
    session.drop_modules(None)


def half_loaded(session, path):
    """The functions that the extension registers first, because a statement runs and
    SQLite replaces none of its functions then."""
    session.create_scalar_function("ulid_with_prefix", lambda text: text, 1)
    rows = session.execute("VALUES (1), (2)")
    next(rows)
    with pytest.raises(apsw.ExtensionLoadingError):
        session.load_extension(str(path))
    assert rows.fetchall() == [(2,)]


@pytest.mark.parametrize("load", [without_its_table, half_loaded])
def test_a_connection_with_some_functions_keeps_a_second_copy_out(tmp_path, load):
    path = tmp_path / "guidon_sqlite.so"
    shutil.copy(build.extension(), path)
    session = apsw.Connection(":memory:")
    session.enable_load_extension(True)
    load(session, path)
    assert "another copy of SQLite" in load_by(other_sqlite(), path)[1]
    assert one(session, "SELECT guidon_version_of(guidon_v7())") == 7
    session.close()
    assert load_by(other_sqlite(), path) == (0, "")


def test_a_missing_argument_count_is_an_error():
    session = connect()
    for call in ("guidon_v7_at(1, 2)", "guidon_format()", "guidon_derive(1, 2)", "guidon_audit()"):
        with pytest.raises(apsw.SQLError, match="wrong number of arguments"):
            session.execute(f"SELECT {call}")
    session.close()
