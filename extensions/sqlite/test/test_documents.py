# SPDX-License-Identifier: MIT
"""The SQL of the README and of the guide runs, and gives what they print."""

import re

import pytest

import build
from conftest import one

README, GUIDE = "extensions/sqlite/README.md", "docs/guides/sqlite.md"


def blocks(document):
    """The fenced blocks of a document: (language, text)."""
    return re.findall(r"^```(\w*)\n(.*?)^```", (build.ROOT / document).read_text(),
                      re.M | re.S)


def statements(text):
    return [part for part in text.split(";") if part.strip()]


@pytest.mark.parametrize("document", [README, GUIDE])
def test_the_sql_runs(database, document):
    """Each block runs after the blocks before it, and no block fails."""
    run = [database.execute(statement).fetchall() for language, text in blocks(document)
           if language == "sql" for statement in statements(text)]
    assert len(run) >= 6


def test_the_plans_of_the_guide(database):
    found, plan = [], None
    for language, text in blocks(GUIDE):
        for statement in statements(text) if language == "sql" else []:
            plan = database.execute(statement).fetchall()
        if not language:
            found.append((text, "".join(f"`--{row[3]}\n" for row in plan)))
    assert len(found) == 2 and all(printed == plan for printed, plan in found), found


def test_the_counts_of_the_guide(database):
    for language, text in blocks(GUIDE):
        for statement in statements(text) if language == "sql" else []:
            database.execute(statement).fetchall()
    assert one(database, "SELECT count(DISTINCT id COLLATE guidon) FROM old") == 2
    assert one(database, "SELECT guidon_audit(id) ->> 'malformed' FROM old") == 1
