# SPDX-License-Identifier: MIT
"""The blocks of README.md and of docs/guides/postgresql.md run as they are, and the plans
of the guide are those of the newest server."""

import contextlib
import pathlib
import re
import subprocess

import pytest

import build
import catalogue
from cluster import rows

README, GUIDE = "extensions/postgresql/README.md", "docs/guides/postgresql.md"
GEXEC = r"\gexec"

# What pg_upgrade from PostgreSQL 13 leaves of the extension.
WITHOUT_CLASSES_OF_14 = """
    ALTER EXTENSION guidon DROP OPERATOR CLASS ulid_minmax_multi_ops USING brin;
    ALTER EXTENSION guidon DROP OPERATOR FAMILY ulid_minmax_multi_ops USING brin;
    ALTER EXTENSION guidon DROP OPERATOR CLASS ulid_bloom_ops USING brin;
    ALTER EXTENSION guidon DROP OPERATOR FAMILY ulid_bloom_ops USING brin;
    ALTER EXTENSION guidon DROP FUNCTION ulid_minmax_multi_distance(internal, internal);
    DROP OPERATOR FAMILY ulid_minmax_multi_ops USING brin CASCADE;
    DROP OPERATOR FAMILY ulid_bloom_ops USING brin CASCADE;
    DROP FUNCTION ulid_minmax_multi_distance(internal, internal)"""

# What a reader has before a block, by the beginning of the block.
BEFORE = {
    README: {
        "SELECT item.*": "CREATE TABLE item (id uuid PRIMARY KEY)",
        "SELECT count(*) FROM event": "CREATE TABLE event (id uuid, body text)",
        "guidon_key": """
            DROP TABLE event;
            CREATE TABLE customer (id uuid PRIMARY KEY, created timestamptz);
            INSERT INTO customer SELECT id, now() FROM guidon_v7_series(9) id""",
        "CREATE FUNCTION ulid_minmax_multi_distance": WITHOUT_CLASSES_OF_14,
        "ALTER OPERATOR FAMILY":
            "ALTER OPERATOR FAMILY ulid_ops USING btree DROP FUNCTION 6 (ulid, ulid)",
        "CREATE SCHEMA guidon": """
            DROP EXTENSION guidon CASCADE;
            DROP TABLE event;
            CREATE EXTENSION ulid;
            CREATE TABLE event (id ulid DEFAULT '01ARZ3NDEKTSV4RRFFQ69G5FAV');
            INSERT INTO event VALUES (DEFAULT)""",
        "ALTER TABLE event ALTER id": """
            DROP TABLE event;
            CREATE EXTENSION pg_uuidv7;
            CREATE TABLE event (id uuid DEFAULT uuid_generate_v7())""",
    },
    GUIDE: {
        "SELECT * FROM archive": """
            CREATE TABLE archive AS SELECT id::uuid, body FROM message;
            ALTER TABLE archive ADD PRIMARY KEY (id);
            VACUUM ANALYZE archive""",
        "SELECT jsonb_pretty": "CREATE TABLE customer (id uuid)",
    },
}
# Rows that make the planner choose as it does in a real table.
FILL = {
    "event": "INSERT INTO event SELECT guidon_v7_at(time), 'x' FROM generate_series("
             "timestamptz '2026-01-01', '2026-06-01', '10 minutes') time",
    "message": "INSERT INTO message SELECT guidon_v7_at(time)::ulid, 'x' FROM "
               "generate_series(timestamptz '2026-01-01', '2026-06-01', '10 minutes') time",
}
# Extensions of others that a reader moves from: a name and a function of the same kind.
OTHERS = {
    "ulid": "CREATE DOMAIN ulid AS text;",
    "pg_uuidv7": "CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE sql AS "
                 "'SELECT gen_random_uuid()';",
}


def blocks(document, language=r"\w*"):
    """The fenced blocks of a document: (language, text)."""
    return re.findall(rf"^```({language})\n(.*?)^```", (build.ROOT / document).read_text(),
                      re.M | re.S)


def statements(text):
    """The statements of a block, without comments, and whether each ends with \\gexec."""
    text = re.sub(r"--.*$", "", text, flags=re.M)
    for part in re.findall(r".+?(?:;|\\gexec)", text, re.S):
        yield part.removesuffix(";").removesuffix(GEXEC).strip(), part.endswith(GEXEC)


def execute(session, text, fill=False):
    """Run a block as psql would. Return the rows of the last statement as lines. With
    `fill`, a new table gets the rows that a reader's table has."""
    found = []
    for statement, generates in statements(text):
        found = rows(session, statement)
        for table in FILL if fill and "PARTITION" not in statement else []:
            if statement.startswith(f"CREATE TABLE {table} ("):
                session.execute(FILL[table])
                session.execute(f"VACUUM ANALYZE {table}")
        for (made,) in found if generates else []:
            if made is not None:
                session.execute(made)
    return "".join("|".join(map(str, row)) + "\n" for row in found)


def before(document, text):
    for beginning, code in BEFORE[document].items():
        if beginning in text:
            return code
    return ""


@contextlib.contextmanager
def others(server):
    """Install the extensions of others."""
    folder = pathlib.Path(server.ask("--sharedir")) / "extension"
    made = []
    try:
        for name, code in OTHERS.items():
            for file, content in [(f"{name}.control", "default_version = '1'\n"),
                                  (f"{name}--1.sql", code)]:
                assert not (folder / file).exists(), file
                (folder / file).write_text(content)
                made.append(folder / file)
        yield
    finally:
        for path in made:
            path.unlink()


def test_the_sql_of_the_readme_runs(database, server):
    """Each block runs after the blocks before it."""
    run = 0
    database.execute("DROP EXTENSION guidon")
    with others(server):
        for _, text in blocks(README, "sql"):
            if "uuid_skipsupport" in text and server.major < 18:
                continue
            if "ulid_bloom_ops" in text and server.major < 14:
                continue
            database.execute(before(README, text))
            execute(database, text)
            run += 1
    assert run == 10 + (server.major >= 14) + (server.major >= 18)
    assert rows(database, "SELECT octet_length(key) FROM guidon_key") == [(32,)]


def test_the_statements_after_pg_upgrade_add_what_is_missing(database, server):
    """The extension has the objects of a new database again. The comments of the objects
    are the only difference."""
    if server.major < 14:
        pytest.skip("PostgreSQL 13 has no such operator classes")

    def described():
        objects, *others = catalogue.description(database)
        return [row[:-1] for row in objects], *others

    fresh = described()
    database.execute(WITHOUT_CLASSES_OF_14)
    assert described() != fresh
    (_, text), = [block for block in blocks(README, "sql") if "ulid_bloom_ops" in block[1]]
    execute(database, text)
    assert described() == fresh


def fits(plan, printed):
    """Is the plan the printed one? `...` in the page stands for any text."""
    pattern = ".*".join(re.escape(" ".join(part.split()))
                        for part in printed.split("..."))
    return re.fullmatch(pattern, " ".join(plan.split()).replace("(... ", "("))


def test_the_sql_of_the_guide_runs(database, server):
    """A block without a language is what the block before it gives."""
    run, last = 0, ""
    database.execute("SET max_parallel_workers_per_gather = 0")
    for language, text in blocks(GUIDE):
        if language == "sql":
            for one in filter(str.strip, before(GUIDE, text).split(";")):
                database.execute(one)
            if "PARTITION BY" in text:
                database.execute("DROP TABLE IF EXISTS event")
            last = execute(database, text, fill=True)
            run += 1
        elif server.major >= 18:
            assert fits(last, text), f"the plan is\n{last}and not\n{text}"
    assert run >= 9


MONTHS = [f"2026-{month:02}-01 00:00:00+00" for month in range(1, 8)]


BOUNDS = """
    SELECT c.relname, uuid7_time_decoder(bound[1])::text, uuid7_time_decoder(bound[2])::text
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
           regexp_match(pg_get_expr(c.relpartbound, c.oid), $$'(.*)'.*'(.*)'$$) bound
     WHERE i.inhparent = 'event'::regclass ORDER BY 1"""


def test_the_months_of_the_guide_are_those_of_utc(database):
    """Each partition begins where the one before ends, in every zone of a session."""
    text, = [text for language, text in blocks(GUIDE) if "PARTITION BY" in text]
    for zone in "America/New_York", "Europe/Berlin", "Australia/Lord_Howe":
        database.execute(f"SET timezone = '{zone}'")
        execute(database, text)
        database.execute("SET timezone = 'UTC'")
        assert rows(database, BOUNDS) == [
            (f"event_{first[:7].replace('-', '_')}", first, last)
            for first, last in zip(MONTHS, MONTHS[1:])], zone
        database.execute("DROP TABLE event")


def test_the_commands_of_the_readme(sources, server):
    """The first two lines of `make`; test_regress.py runs `make installcheck`."""
    (_, text), = [block for block in blocks(README, "sh") if block[1].startswith("make")]
    lines = text.replace("/path/to/pg_config", str(server.program("pg_config")))
    make, install, check = lines.splitlines()
    assert "installcheck" in check
    for line in [make, install]:
        done = subprocess.run(["sh", "-euc", line], cwd=sources, check=False,
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_the_fallback_of_the_readme(new_cluster, fallback):
    """`psql --single-transaction -f FILE`: all of the file in one transaction."""
    assert ("sh", "psql --single-transaction -f fallback.sql\n") in blocks(README, "sh")
    with new_cluster().start() as cluster, cluster.connect() as session:
        with session.transaction():
            session.execute(fallback)
        assert rows(session, "SELECT guidon_version_of(guidon_v7())") == [(7,)]
