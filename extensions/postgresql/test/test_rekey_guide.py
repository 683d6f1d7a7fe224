# SPDX-License-Identifier: MIT
"""The session of docs/guides/rekey.md runs as it is, in psql."""

import os
import subprocess

import psycopg
import pytest

from cluster import rows, value
from test_documents import blocks

GUIDE = "docs/guides/rekey.md"


@pytest.mark.newest
def test_the_session_of_the_guide(database, cluster, server):
    text = "".join(text for _, text in blocks(GUIDE, "sql"))
    assert text.count("\\gexec") == 5
    done = subprocess.run(
        [server.program("psql"), "-X", "-q", "-d", database.info.dbname, "-f", "-"],
        input=text, text=True, check=False, capture_output=True, cwd="/",
        env={**os.environ, "PGHOST": str(cluster.folder), "PGUSER": "postgres", "LC_ALL": "C"})
    assert done.returncode == 0 and "ERROR" not in done.stderr, done.stderr
    assert value(database, """
        SELECT count(*) FROM shop.customer c JOIN shop.orders o ON o.customer_id = c.id
        WHERE guidon_new_id('shop.customer', c.id_old::text) = c.id
          AND guidon_version_of(c.id) = 7 AND guidon_time_of(c.id) = c.created""") == 5000
    assert rows(database, """
        SELECT count(*), obj_description(k.oid, 'pg_constraint'), pg_get_constraintdef(k.oid)
        FROM shop.tagged t JOIN shop.tag g ON g.id = t.tag, pg_constraint k
        WHERE guidon_version_of(g.id) = 7 AND guidon_time_us_of(g.id) = g.created
          AND k.conname = 'tagged_tag_fkey' AND pg_get_expr(
            (SELECT adbin FROM pg_attrdef WHERE adrelid = 'shop.tag'::regclass AND adnum = 1),
            'shop.tag'::regclass) = 'guidon_v7()' GROUP BY k.oid""") == [
        (100, "not checked by the application",
         "FOREIGN KEY (tag) REFERENCES shop.tag(id) ON DELETE CASCADE")]


def test_the_transaction_of_the_guide_changes_nothing_after_an_error(database):
    """A row without a time has no new key, and a reference without a row finds none."""
    tables, transaction = [text for _, text in blocks(GUIDE, "sql")][-2:]
    for fault in ("ALTER TABLE tag ALTER created DROP NOT NULL; "
                  "UPDATE tag SET created = NULL WHERE id = 'late'",
                  "ALTER TABLE tagged DROP CONSTRAINT tagged_tag_fkey; DELETE FROM tag WHERE id = "
                  "'late'; ALTER TABLE tagged ADD CONSTRAINT tagged_tag_fkey FOREIGN KEY (tag) "
                  "REFERENCES tag ON DELETE CASCADE NOT VALID"):
        database.execute("CREATE SCHEMA shop; SET search_path = shop, public; CREATE TABLE customer "
                         "(id uuid PRIMARY KEY); INSERT INTO customer SELECT guidon_v7()")
        database.execute(tables)
        database.execute(fault)
        with pytest.raises(psycopg.Error):
            database.execute(transaction)
        database.execute("ROLLBACK")
        assert value(database, "SELECT count(*) FROM tagged WHERE tag = 'late'") == 1
        database.execute("DROP SCHEMA shop CASCADE")
