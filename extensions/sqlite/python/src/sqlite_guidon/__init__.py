# SPDX-License-Identifier: MIT
"""Ids inside SQLite: the loadable extension of Guidon for connections of Python.

In a program:

    import sqlite3
    import sqlite_guidon

    database = sqlite3.connect("app.db")
    sqlite_guidon.load(database)
    database.execute("SELECT guidon_v7()")
"""

import pathlib
import sys
from typing import Any

__all__ = ["load", "loadable_path"]
__version__ = "1.0.0"


def loadable_path() -> str:
    """The file of the extension without its suffix, which SQLite adds."""
    return str(pathlib.Path(__file__).resolve().parent / "guidon_sqlite")


def load(connection: Any) -> None:
    """Load the extension into one connection.

    connection: a sqlite3.Connection, or one of apsw or another package with the
    methods enable_load_extension and load_extension. Loading extensions is off
    afterwards.

    Raises NotImplementedError if this Python was built without extensions for SQLite,
    and the error of the connection if SQLite refuses the file.
    """
    if not hasattr(connection, "enable_load_extension"):
        raise NotImplementedError(
            f"{sys.executable} was built without sqlite3.Connection."
            "enable_load_extension; use another Python, or the package apsw"
        )
    connection.enable_load_extension(True)
    try:
        connection.load_extension(loadable_path())
    finally:
        connection.enable_load_extension(False)
