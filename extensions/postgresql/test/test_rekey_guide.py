# SPDX-License-Identifier: MIT
"""The session of docs/guides/rekey.md runs as it is, in psql."""

import os
import subprocess

import pytest

from cluster import value
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
