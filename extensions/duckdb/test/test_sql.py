# SPDX-License-Identifier: MIT
"""The sqllogictests of sql/. This file reads the part of the format that they use."""

import pathlib
import re

import duckdb
import pytest

FILES = sorted(pathlib.Path(__file__).with_name("sql").glob("*.test"))


def records(text):
    """(head, statement, expected) of each record."""
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    for block in re.split(r"\n\n+", text.strip("\n")):
        body, _, expected = block.partition("\n----\n")
        head, _, statement = body.partition("\n")
        yield head, statement, expected


def cell(value):
    return "NULL" if value is None else str(value).lower() if value is True or \
        value is False else str(value)


def printed(rows):
    return "\n".join("\t".join(map(cell, row)) for row in rows)


def run(database, text):
    """How many records ran. AssertionError if a result differs."""
    ran = 0
    for head, statement, expected in records(text):
        if head == "require guidon":
            continue
        if head == "statement error":
            with pytest.raises(duckdb.Error, match=re.escape(expected)):
                database.execute(statement)
        elif head == "statement ok":
            database.execute(statement)
        elif head.startswith("query "):
            rows = database.execute(statement).fetchall()
            assert all(len(row) == len(head.split()[1]) for row in rows), statement
            assert printed(rows) == expected, statement
        else:
            raise AssertionError(f"no such record: {head}")
        ran += 1
    return ran


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file(database, path):
    assert run(database, path.read_text(encoding="utf-8")) > 0


@pytest.mark.parametrize("text", [
    "query I\nSELECT 1\n----\n2", "query II\nSELECT 1\n----\n1", "statement error\nSELECT 1\n----\nwrong",
    "query T\nSELECT NULL\n----\n", "statement maybe\nSELECT 1"])
def test_a_wrong_record_is_found(database, text):
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        run(database, text)
