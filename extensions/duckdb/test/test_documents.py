# SPDX-License-Identifier: MIT
"""The SQL of the README and of the guide runs, and gives what the guide prints."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import audit_of

ROOT = pathlib.Path(__file__).resolve().parents[3]
README, GUIDE = "extensions/duckdb/README.md", "docs/guides/duckdb.md"


def blocks(document):
    """The fenced blocks of a document: (language, text)."""
    return re.findall(r"^```(\w*)\n(.*?)^```", (ROOT / document).read_text(),
                      re.M | re.S)


def rows_of(database, statement):
    """The rows as text: a TIMESTAMPTZ in Python would need another package. Audits are
    those that the README gives for this version of DuckDB."""
    statement = statement.replace("guidon_audit(id)", audit_of("id"))
    if statement.split()[0] == "SELECT":
        statement = f"SELECT COLUMNS(*)::VARCHAR FROM ({statement})"
    return database.execute(statement).fetchall()


def printed(rows):
    return "".join("|".join(row) + "\n" for row in rows)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files of the guide are written here."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("document, statements", [(README, 4), (GUIDE, 18)])
def test_the_sql_runs(database, folder, document, statements):
    """Each block runs after the blocks before it. A block without a language is what the
    statement before it gives."""
    run, rows = 0, None
    for language, text in blocks(document):
        if language == "sql":
            for statement in filter(str.strip, text.split(";")):
                rows = rows_of(database, statement)
                run += 1
        elif not language:
            assert text == printed(rows)
    assert run == statements


def test_the_program_of_the_readme_runs(tmp_path):
    """With the file that `./dev duckdb DIR` writes; build.py is that command."""
    (code,) = [text for language, text in blocks(README) if language == "python"]
    assert ("sh", "./dev duckdb DIR        # writes DIR/guidon.duckdb_extension\n") in (
        blocks(README)) and "LOAD 'DIR/guidon.duckdb_extension'" in code
    (tmp_path / "DIR").mkdir()
    shutil.copy(os.environ["GUIDON_DUCKDB_EXTENSION"], tmp_path / "DIR")
    printed = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True,
                             capture_output=True, text=True).stdout
    assert re.fullmatch(r"\[\(UUID\('[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}'\),\)\]\n",
                        printed), printed


def test_every_function_is_in_the_guide_or_the_readme(database):
    """A new function belongs into one of them."""
    listed = {name for (name,) in database.execute(
        "SELECT function_name FROM duckdb_functions() WHERE function_name LIKE 'guidon%'"
    ).fetchall()}
    text = "".join((ROOT / document).read_text() for document in (README, GUIDE))
    assert {name for name in listed if f"`{name}(" not in text} == set()
