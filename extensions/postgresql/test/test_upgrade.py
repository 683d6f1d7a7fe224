# SPDX-License-Identifier: MIT
"""Data and catalogues that outlive a server or a version of the extension."""

import catalogue
import cluster as clusters
import pytest

from cluster import rows, value

# Columns of each type that the extension has, with a key that makes its own ids.
TYPES = """SELECT typname FROM pg_type WHERE typname IN ('ulid', 'typeid')
           AND typnamespace = 'public'::regnamespace"""
SUMS = "SELECT count(*), md5(string_agg(k::text, ',' ORDER BY k)) FROM {}"


@pytest.fixture
def two_databases(cluster):
    """The names of two empty databases."""
    names = ["t_first", "t_second"]
    with cluster.connect() as session:
        for name in names:
            session.execute(f"DROP DATABASE IF EXISTS {name}")
            session.execute(f"CREATE DATABASE {name}")
    yield names
    with cluster.connect() as session:
        for name in names:
            session.execute(f"DROP DATABASE {name}")


def fill(session):
    """Tables with a primary key of every type. Return their names."""
    session.execute("CREATE TABLE ids_uuid (k uuid PRIMARY KEY DEFAULT guidon_v7())")
    session.execute("CREATE INDEX ON ids_uuid USING brin (k)")
    session.execute("INSERT INTO ids_uuid SELECT FROM generate_series(1, 20000)")
    types = [name for (name,) in rows(session, TYPES)]
    if "ulid" in types:
        session.execute("CREATE TABLE ids_ulid (k ulid PRIMARY KEY DEFAULT guidon_ulid())")
        session.execute("INSERT INTO ids_ulid SELECT FROM generate_series(1, 20000)")
        session.execute("CREATE INDEX ON ids_ulid USING hash (k)")
        session.execute("CREATE INDEX ON ids_ulid USING brin (k)")
    if "typeid" in types:
        session.execute("CREATE TABLE ids_typeid (k typeid PRIMARY KEY)")
        session.execute("INSERT INTO ids_typeid SELECT guidon_typeid('user', guidon_v7()) "
                        "FROM generate_series(1, 20000)")
        session.execute("CREATE INDEX ON ids_typeid USING hash (k)")
    return ["ids_uuid", *(f"ids_{name}" for name in types)]


def sums(session, tables):
    return {table: rows(session, SUMS.format(table)) for table in tables}


def check_indexes(session, tables):
    """A scan by each index finds every row that the table has."""
    session.execute("SET enable_seqscan = off; SET enable_bitmapscan = off")
    by_index = sums(session, tables)
    session.execute("SET enable_seqscan = on; SET enable_indexscan = off; "
                    "SET enable_indexonlyscan = off")
    assert by_index == sums(session, tables)
    session.execute("RESET ALL; SET enable_seqscan = off")
    for table in tables:
        one = value(session, f"SELECT k::text FROM {table} LIMIT 1")
        assert value(session, f"SELECT count(*) FROM {table} WHERE k = '{one}'") == 1
        session.execute(f"REINDEX TABLE {table}")
    session.execute("RESET ALL")


def dump(cluster, name):
    """The lines of a dump, without the random word that guards it."""
    return [line for line in cluster.run("pg_dump", name).splitlines()
            if not line.startswith(("\\restrict", "\\unrestrict"))]


def test_dump_and_restore_are_equal(cluster, two_databases):
    first, second = two_databases
    with cluster.connect(first) as session:
        session.execute("CREATE EXTENSION guidon")
        tables = fill(session)
        before = sums(session, tables)
        described = catalogue.description(session)
    archive = cluster.folder / "archive"
    cluster.run("pg_dump", "-Fc", "-f", str(archive), first)
    cluster.run("pg_restore", "-d", second, str(archive))
    with cluster.connect(second) as session:
        assert sums(session, tables) == before
        assert catalogue.description(session) == described
    texts = [dump(cluster, name) for name in two_databases]
    assert texts[0] == texts[1]


VERSIONS = """SELECT version FROM pg_available_extension_versions
              WHERE name = 'guidon' ORDER BY version"""


def test_first_version_to_current_equals_fresh(cluster, two_databases):
    """Every installable version, updated to the current one, has the objects that a
    new installation has; and so has every path of upgrade scripts."""
    first, second = two_databases
    with cluster.connect(first) as session:
        session.execute("CREATE EXTENSION guidon")
        fresh = catalogue.description(session)
        current = value(session, "SELECT extversion FROM pg_extension "
                        "WHERE extname = 'guidon'")
        versions = [version for (version,) in rows(session, VERSIONS)]
    assert current in versions and len(fresh[0]) > 0
    for version in versions:
        with cluster.connect(second) as session:
            session.execute(f"CREATE EXTENSION guidon VERSION '{version}'")
            session.execute("ALTER EXTENSION guidon UPDATE")
            assert catalogue.description(session) == fresh, version
            session.execute("DROP EXTENSION guidon")


def test_upgrade_scripts_lead_to_the_current_version(cluster):
    """No upgrade script is left behind: each leads to the current version."""
    assert cluster.rows("""
        SELECT source, target FROM pg_extension_update_paths('guidon')
        WHERE path IS NULL AND target = (SELECT default_version
            FROM pg_available_extensions WHERE name = 'guidon')""") == []


# -------------------------------------------------------------------- pg_upgrade


def pair(found):
    """The oldest and the newest of the servers whose programs have one build, so that
    the new server's pg_upgrade accepts the locale and the settings of the old one."""
    majors = {server.major: server for server in found}
    if not {16, 18} <= majors.keys():
        pytest.skip("pg_upgrade needs PostgreSQL 16 and 18 of the Python package")
    return majors[16], majors[18]


def test_pg_upgrade_from_16_to_18(request, places):
    old_server, new_server = pair(request.config.found)
    for server in (old_server, new_server):
        places.builds[server.major].result()
    from conftest import make_cluster
    old = make_cluster(old_server, places)
    new = make_cluster(new_server, places)
    with old, new:
        old.start()
        with old.connect() as session:
            session.execute("CREATE EXTENSION guidon")
            tables = fill(session)
            before = sums(session, tables)
            last = value(session, "SELECT guidon_v7_cluster()::text")
        old.stop()
        clusters.run(new_server, "pg_upgrade", "-b", str(old_server.programs),
                     "-B", str(new_server.programs), "-d", str(old.data),
                     "-D", str(new.data), "-U", "postgres", "-j", "2", "--no-sync",
                     cwd=new.folder)
        new.start()
        with new.connect() as session:
            assert sums(session, tables) == before
            check_indexes(session, tables)
            session.execute("ALTER EXTENSION guidon UPDATE")
            assert value(session, "SELECT guidon_v7_cluster()::text") > last
