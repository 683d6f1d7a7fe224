# SPDX-License-Identifier: MIT
"""guidon_migration_plan and publications that name a key. test/sql/plan.sql has the rest,
for every server; publications name columns from PostgreSQL 15 on."""

import psycopg
import pytest

from cluster import rows

TABLES = """
    CREATE TABLE kind (id serial PRIMARY KEY, name text, at date);
    CREATE TABLE thing (n int, kind int REFERENCES kind) PARTITION BY RANGE (n);
    CREATE TABLE "Thing 1" PARTITION OF thing FOR VALUES FROM (0) TO (100)"""


@pytest.fixture
def plan(server, database):
    """The function that plans the move of the table kind."""
    if server.major < 15:
        pytest.skip("publications name columns from PostgreSQL 15 on")
    database.execute(TABLES)
    return lambda: [line for (line,) in rows(
        database, "SELECT guidon_migration_plan('kind', 'at')")]


@pytest.mark.parametrize("named, column, table", [
    ("kind (id)", "id", "public.kind"),
    ("kind WHERE (id > 7)", "id", "public.kind"),
    ("thing (n, kind)", "kind", "public.thing"),
    ('"Thing 1" WHERE (kind = 1)', "kind", 'public."Thing 1"')])
def test_a_publication_that_names_a_key_is_refused(database, plan, named, column, table):
    database.execute(f'CREATE PUBLICATION "Of us" FOR TABLE {named} WITH '
                     '(publish_via_partition_root)')
    with pytest.raises(psycopg.errors.FeatureNotSupported) as refused:
        plan()
    assert refused.value.diag.message_primary == (
        f'publication "Of us" names column "{column}" of table {table} in its column list '
        "or WHERE")
    # The hint is right: after its statement, the script runs.
    statement = refused.value.diag.message_hint.split("Run ")[1].split(", run")[0]
    database.execute(statement)
    database.execute("SET guidon.key = '\\x" + "0b" * 32 + "'")
    for line in plan():
        database.execute(line)


@pytest.mark.parametrize("named", ["TABLE kind, thing", "TABLE kind (name, at)",
                                   "TABLE kind WHERE (name > 'm')", "ALL TABLES"])
def test_other_publications_stay(database, plan, named):
    database.execute(f"CREATE PUBLICATION others FOR {named} WITH (publish = 'insert')")
    database.execute("SET guidon.key = '\\x" + "0b" * 32 + "'")
    published = "SELECT tablename, attnames, rowfilter FROM pg_publication_tables ORDER BY 1"
    before = rows(database, published)
    for line in plan():
        database.execute(line)
    assert rows(database, published) == before
