# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The wheel of the extension for SQLite.
set -eu
python3 -m venv /tmp/venv-sqlite
/tmp/venv-sqlite/bin/pip install --no-index --only-binary :all: --find-links /release sqlite-guidon
/tmp/venv-sqlite/bin/python <<'END'
import sqlite3
import sqlite_guidon

database = sqlite3.connect(":memory:")
sqlite_guidon.load(database)
(text,) = database.execute("SELECT guidon_format(guidon_v7_blob())").fetchone()
assert text[14] == "7", text
END
