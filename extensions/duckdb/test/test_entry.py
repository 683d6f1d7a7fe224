# SPDX-License-Identifier: MIT
"""What the entry point does with a DuckDB that it cannot use."""

import ctypes
import pathlib
import sys

from conftest import EXTENSION, connect, one

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests/support"))
import functions_page

SetError = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
GetDatabase = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
GetApi = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


class Access(ctypes.Structure):
    """What DuckDB hands to the entry point."""

    _fields_ = [("set_error", SetError), ("get_database", GetDatabase),
                ("get_api", GetApi)]


def load(api, extension=EXTENSION):
    """Call the entry point as a DuckDB with the table `api` does: its result, the
    errors that it sets and the versions that it asks for."""
    errors, versions = [], []

    def get_api(_, version):
        versions.append(version)
        return api

    database = ctypes.c_void_p(None)
    access = Access(SetError(lambda _, message: errors.append(message.decode())),
                    GetDatabase(lambda _: ctypes.addressof(database)), GetApi(get_api))
    entry = ctypes.CDLL(extension).guidon_init_c_api
    entry.restype = ctypes.c_bool
    return entry(None, ctypes.byref(access)), errors, versions


def test_a_second_copy_of_duckdb_gets_an_error(database):
    other = (ctypes.c_void_p * 1000)()
    done, errors, _ = load(ctypes.addressof(other))
    assert not done and "another copy of DuckDB" in errors[0] and len(errors) == 1
    assert one(database, "SELECT guidon_version_of(guidon_v7())") == 7


def test_a_duckdb_without_this_api_is_left_alone():
    """DuckDB sets the error itself when it has no such version."""
    session = connect()
    assert load(None) == (False, [], [b"v1.2.0"])
    session.close()


def test_databases_of_one_process_load_the_file():
    sessions = [connect() for _ in range(3)]
    made = {one(session, "SELECT guidon_v7()::VARCHAR") for session in sessions * 2}
    assert len(made) == 6
    for session in sessions:
        session.close()


def test_names_are_those_of_the_page():
    """docs/functions.md has every function, and all begin with guidon_."""
    session = connect()
    before = "SELECT DISTINCT function_name FROM duckdb_functions()"
    names = {name for (name,) in session.execute(before).fetchall()}
    session.close()
    ours = {name for name in names if name.startswith("guidon_")}
    assert functions_page.differences("DuckDB", ours) == []
