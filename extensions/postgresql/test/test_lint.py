# SPDX-License-Identifier: MIT
"""guidon_lint: each row of PLANTED is a table with one fault, which must be found alone; where
the remedy mends it, the remedy runs as printed and the finding is gone."""

import json
import re

import psycopg
import pytest

import build
from cluster import rows, value as one

V4 = "guidon_v4()"
V7 = "guidon_v7()"
# A version 7 of a time, a version 1 with the address of a network card, and one of 1998.
AT = "guidon_v7_at({})"
CARD = "('c232ab00-9414-11ec-b3c8-02{}'::text || lpad(to_hex(n), 10, '0'))::uuid"
OLD = "('c232ab00-9414-11d1-b3c8-01' || lpad(to_hex(n), 10, '0'))::uuid"


def keys(id_type="uuid", default="", made=V4, n=300):
    """A table `t` with `n` ids as its key."""
    return (f"CREATE TABLE t (id {id_type} PRIMARY KEY {default}); "
            f"INSERT INTO t SELECT {made} FROM generate_series(1, {n}) n")


CARD_ID = "('c232ab00-9414-11ec-b3c8-00' || lpad(to_hex(n), 10, '0'))::uuid"
HEX = "replace(guidon_v7()::text, '-', '')"
ULID = "guidon_format(guidon_ulid()::uuid, 'ulid')"
MIXED = "CASE n % 2 WHEN 0 THEN guidon_v7() ELSE {} END"
PARTED = ("CREATE TABLE t (id {0}, at timestamptz NOT NULL, PRIMARY KEY (id, at)) PARTITION BY "
          "RANGE (at); CREATE TABLE t1 PARTITION OF t FOR VALUES FROM ('2026-01-01Z') TO "
          "('2026-02-01Z'); CREATE TABLE t2 PARTITION OF t FOR VALUES FROM ('2026-02-01Z') TO "
          "('2026-03-01Z'); INSERT INTO t SELECT {1}, a FROM (SELECT timestamptz '2026-01-01Z' "
          "+ n * interval '1 hour' AS a FROM generate_series(1, 1000) n) s")
LOOSE = ("CREATE TABLE t (id {0} PRIMARY KEY, more int) WITH (autovacuum_enabled = off); INSERT "
         "INTO t SELECT {1}, n FROM generate_series(1, 30000) n; DELETE FROM t WHERE more % 2 = 0")

# What makes the fault, the finding, and its column or index. A fourth word: "shows" is a remedy
# that shows rows and mends nothing; "vacuum" is a table that is vacuumed and analysed before.
PLANTED = {
    "v4 by PostgreSQL": (keys(default="DEFAULT gen_random_uuid()"), "random-keys", "t.id"),
    "v4 by the extension": (keys(default="DEFAULT guidon_v4()"), "random-keys", "t.id"),
    "v4 by the application": (keys(), "random-keys", "t.id"),
    "v4 by default without rows": (keys(default="DEFAULT gen_random_uuid()", n=0), "random-keys",
                                   "t.id"),
    "v4 as ulid": (keys("ulid", made="guidon_v4()::ulid"), "random-keys", "t.id"),
    "v4 in partitions": ("CREATE TABLE t (id uuid PRIMARY KEY) PARTITION BY HASH (id); CREATE "
                         "TABLE t1 PARTITION OF t FOR VALUES WITH (MODULUS 1, REMAINDER 0); "
                         "INSERT INTO t SELECT guidon_v4() FROM generate_series(1, 300)",
                         "random-keys", "t.id"),
    "v4 in a plain index": ("CREATE TABLE t (n bigint PRIMARY KEY, token uuid); CREATE INDEX ON t "
                            "(token); INSERT INTO t SELECT n, guidon_v4() FROM "
                            "generate_series(1, 300) n", "random-keys", "t.token"),
    "v7 by default over v4": (keys() + "; ALTER TABLE t ALTER id SET DEFAULT guidon_v7()",
                              "v7-after-v4", "t.id"),
    "v7 by a peer over v4": (keys() + "; CREATE FUNCTION uuid_generate_v7() RETURNS uuid LANGUAGE "
                             "sql AS 'SELECT guidon_v7()'; ALTER TABLE t ALTER id SET DEFAULT "
                             "uuid_generate_v7()", "v7-after-v4", "t.id"),
    "v7 in rows over v4": (keys(made=MIXED.format(V4)), "v7-after-v4", "t.id"),
    "v7 of a cluster over v4": (keys() + "; ALTER TABLE t ALTER id SET DEFAULT "
                                "guidon_v7_cluster()", "v7-after-v4", "t.id"),
    "text": (keys("text", made=f"{V7}::text"), "id-as-text", "t.id"),
    "varchar": (keys("varchar(40)", made=f"{V7}::text"), "id-as-text", "t.id"),
    "char(36)": (keys("char(36)", made=f"{V7}::text"), "id-as-text", "t.id"),
    "char(36) without rows": (keys("char(36)", n=0), "id-as-text", "t.id"),
    "varchar(36) without rows": ("CREATE TABLE t (uuid varchar(36) PRIMARY KEY)", "id-as-text",
                                 "t.uuid"),
    "varchar(32) without rows": ("CREATE TABLE t (run_uuid varchar(32) PRIMARY KEY)", "id-as-text",
                                 "t.run_uuid"),
    "char(32) without rows": (keys("char(32)", n=0), "id-as-text", "t.id"),
    "char(26) without rows": (keys("char(26)", n=0), "id-as-text", "t.id"),
    "hexadecimal text": (keys("text", made=HEX), "id-as-text", "t.id"),
    "upper-case text": (keys("text", made=f"upper({V7}::text)"), "id-as-text", "t.id"),
    "text with a default": (keys("text", "DEFAULT gen_random_uuid()::text", f"{V7}::text"),
                            "id-as-text", "t.id"),
    "ULID text": (keys("text", made=ULID), "id-as-text", "t.id"),
    "TypeID text": (keys("text", made="guidon_typeid('user')::text"), "id-as-text", "t.id"),
    "text in an index": ("CREATE TABLE t (n bigint PRIMARY KEY, token text); CREATE INDEX ON t "
                         f"(token); INSERT INTO t SELECT n, {V7}::text FROM generate_series(1, "
                         "300) n", "id-as-text", "t.token"),
    "bytes": (keys("bytea", made=f"uuid_send({V7})"), "id-as-bytes", "t.id"),
    "text that refers to text": (
        keys("text", made=f"{V7}::text") + "; CREATE TABLE u (n int, t_id text REFERENCES t); "
        "INSERT INTO u SELECT 1, id FROM t", "id-as-text", "t.id u.t_id"),
    "integer to bigint": ("CREATE TABLE t (id bigint PRIMARY KEY); CREATE TABLE u (t_id integer "
                          "REFERENCES t)", "key-types-differ", "u.t_id"),
    "uuid to ulid": (keys("ulid", made="guidon_ulid()") + "; CREATE TABLE u (t_id uuid REFERENCES "
                     "t)", "key-types-differ", "u.t_id"),
    "two columns": ("CREATE TABLE t (a bigint, b int, PRIMARY KEY (a, b)); CREATE TABLE u (a int, "
                    "b int, FOREIGN KEY (a, b) REFERENCES t)", "key-types-differ", "u.a"),
    "network card": (keys(made=CARD_ID), "hardware-address", "t.id", "shows"),
    "network card of ossp": (keys(made=CARD_ID) + "; CREATE FUNCTION uuid_generate_v1() RETURNS "
                             "uuid LANGUAGE sql AS 'SELECT guidon_v1()'; ALTER TABLE t ALTER id "
                             "SET DEFAULT uuid_generate_v1()", "hardware-address", "t.id", "shows"),
    "tomorrow": (keys(made=AT.format("now() + interval '3 days'")), "time-in-future", "t.id",
                 "shows"),
    "tomorrow as ulid": (keys("ulid", made="guidon_v7_at(now() + interval '3 days')::ulid"),
                         "time-in-future", "t.id", "shows"),
    "tomorrow in a TypeID": (keys("typeid", made="guidon_typeid('user', guidon_v7_at(now() + "
                                  "interval '3 days'))"), "time-in-future", "t.id", "shows"),
    "1970": (keys(made=AT.format("timestamptz '1970-01-05Z'")), "time-too-early", "t.id", "shows"),
    "1998": (keys(made=OLD), "time-too-early", "t.id", "shows"),
    "Nil": (keys(made=V7) + "; INSERT INTO t VALUES ('00000000-0000-0000-0000-000000000000')",
            "nil-or-max", "t.id", "shows"),
    "Max": (keys(made=V7) + "; INSERT INTO t VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff')",
            "nil-or-max", "t.id", "shows"),
    "Nil that may be NULL": ("CREATE TABLE t (n int, r uuid); INSERT INTO t SELECT n, guidon_v7() "
                             "FROM generate_series(1, 300) n; INSERT INTO t VALUES (0, "
                             "'00000000-0000-0000-0000-000000000000')", "nil-or-max", "t.r"),
    "Nil by default": ("CREATE TABLE t (n int, r uuid DEFAULT "
                       "'00000000-0000-0000-0000-000000000000')", "nil-or-max", "t.r"),
    "v6 and v7": (keys(made=MIXED.format("guidon_v6()")), "orders-mixed", "t.id", "shows"),
    "v1 and v7": (keys(made=MIXED.format("guidon_v1()")), "orders-mixed", "t.id", "shows"),
    "ULIDs in two cases": ("CREATE TABLE t (code text); CREATE INDEX ON t (code); INSERT INTO t "
                           f"SELECT CASE n % 2 WHEN 0 THEN {ULID} ELSE lower({ULID}) END FROM "
                           "generate_series(1, 300) n", "ulid-case id-as-text", "t.code"),
    "half of an index": (LOOSE.format("uuid", V7), "loose-index", "t_pkey", "vacuum"),
    "half of an index of ulids": (LOOSE.format("ulid", "guidon_ulid()"), "loose-index", "t_pkey",
                                  "vacuum"),
    "partitions by time": (PARTED.format("uuid", "guidon_v7_at(a)"), "no-time-bounds", "t.id"),
    "partitions of ulids": (PARTED.format("ulid", "guidon_v7_at(a)::ulid"), "no-time-bounds",
                            "t.id"),
}


@pytest.fixture(scope="module")
def lint_name(cluster):
    """A database whose schemas p0, p1 ... have one fault each."""
    with cluster.connect() as session:
        session.execute("CREATE DATABASE lint")
    with cluster.connect("lint") as session:
        session.execute("CREATE EXTENSION guidon")
        for number, planted in enumerate(PLANTED.values()):
            session.execute(f"CREATE SCHEMA p{number}; SET search_path = p{number}, public; "
                            + planted[0])
            if planted[3:] == ("vacuum",):
                session.execute("VACUUM ANALYZE t")
        session.execute("CREATE SCHEMA calm; SET search_path = calm, public; " + CALM)
        session.execute("VACUUM ANALYZE j")
    yield "lint"
    with cluster.connect() as session:
        session.execute("DROP DATABASE lint")


# Tables in which there is nothing to find.
CALM = """
CREATE TABLE a (id uuid PRIMARY KEY DEFAULT guidon_v7(), name text UNIQUE, code char(36));
INSERT INTO a SELECT guidon_v7(), 'name ' || n, 'x' FROM generate_series(1, 300) n;
CREATE TABLE b (id bigint PRIMARY KEY, a_id uuid REFERENCES a, hash bytea UNIQUE);
INSERT INTO b SELECT n, (SELECT id FROM a LIMIT 1), sha256(n::text::bytea)
    FROM generate_series(1, 300) n;
CREATE TABLE c (id uuid PRIMARY KEY DEFAULT guidon_v8_append());
INSERT INTO c SELECT guidon_v4() FROM generate_series(1, 300) n;
CREATE TABLE d (id varchar(36) PRIMARY KEY);
INSERT INTO d SELECT 'not an id ' || n FROM generate_series(1, 300) n;
CREATE TABLE e (id ulid PRIMARY KEY DEFAULT guidon_ulid());
INSERT INTO e SELECT guidon_ulid() FROM generate_series(1, 300) n;
CREATE TABLE f (id uuid PRIMARY KEY);
INSERT INTO f SELECT ('c232ab00-9414-11ec-b3c8-01' || lpad(to_hex(n), 10, '0'))::uuid
    FROM generate_series(1, 300) n;
CREATE TABLE g (id uuid PRIMARY KEY);
CREATE TABLE i (id ulid PRIMARY KEY); -- whose bits look like version 1 with a card, and like 4
INSERT INTO i SELECT ('01997da8-0000-' || v || '000-8000-00' || lpad(to_hex(n), 10, '0'))::uuid
    FROM generate_series(1, 300) n, unnest(ARRAY[1, 4]) v;
CREATE TABLE l (id varchar(36) PRIMARY KEY); -- perhaps 'run-' and 32 hexadecimal digits
CREATE TABLE m (id varchar(32) PRIMARY KEY);
CREATE DOMAIN user_id AS typeid CHECK (guidon_typeid_prefix_of(VALUE) = 'user');
CREATE TABLE h (id user_id PRIMARY KEY);
INSERT INTO h SELECT guidon_typeid('user') FROM generate_series(1, 300) n;
-- Half of an index of names, which are no ids.
CREATE TABLE j (name text PRIMARY KEY, more int) WITH (autovacuum_enabled = off);
INSERT INTO j SELECT 'name ' || lpad(n::text, 8, '0'), n FROM generate_series(1, 30000) n;
DELETE FROM j WHERE more % 2 = 0;
CREATE TABLE k (a_id uuid); -- which refers to a table, without a foreign key
CREATE INDEX ON k (a_id);
INSERT INTO k SELECT guidon_v4() FROM generate_series(1, 300);
INSERT INTO k TABLE k;
"""


@pytest.fixture
def planted(cluster, lint_name):
    with cluster.connect(lint_name) as session:
        yield session


def found(session, schema, at_least=0, exact=False):
    return rows(session, "SELECT severity, object, finding, why, remedy FROM public.guidon_lint("
                "ARRAY[%s], %s, %s)", schema, exact, at_least)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_alone_and_mended(planted, name):
    number = list(PLANTED).index(name)
    _, finding, objects, *how = PLANTED[name]
    schema = f"p{number}"
    seen = found(planted, schema)
    assert sorted((row[1], row[2]) for row in seen) == sorted(
        (f"{schema}.{thing}", kind) for thing in objects.split() for kind in finding.split())
    for _, _, _, why, remedy in seen:
        assert why and not re.search(r"%|NULL", why.replace(" % full", "")), why
        assert remedy
    remedy = seen[0][4]
    for statement in remedy.split(";\n"):
        planted.execute(statement)
    if how == ["vacuum"]:
        planted.execute(f"VACUUM ANALYZE {schema}.t")
    left = found(planted, schema)
    if how == ["shows"] and remedy.startswith("SELECT"):
        assert left == seen
        assert rows(planted, remedy)
    elif how != ["shows"]:
        assert finding.split()[0] not in {row[2] for row in left}


@pytest.mark.parametrize("table, remedy", [
    (keys(default="DEFAULT guidon_v4()", n=0), "guidon_v7()"),
    (keys("ulid", "DEFAULT guidon_v4()::ulid", n=0), "guidon_ulid()"),
    ("CREATE TABLE t (id uuid PRIMARY KEY DEFAULT guidon_v4()) PARTITION BY HASH (id); CREATE TABLE "
     "t1 PARTITION OF t FOR VALUES WITH (MODULUS 1, REMAINDER 0)", "guidon_v7()"),
    (keys(default="DEFAULT guidon_v4()", n=1), "guidon_v8_append(20)"),
    (keys("ulid", "DEFAULT guidon_v4()::ulid", "guidon_v4()::ulid", 1),
     "guidon_v8_append(20)::public.ulid")])
def test_an_empty_table_needs_no_prefix(database, table, remedy):
    """Keys of version 7 land among random keys, and an empty table has none."""
    database.execute(table)
    assert [(row[2], row[4].rsplit(" public.", 1)[1]) for row in found(database, "public")] == [
        ("random-keys", remedy)]


def test_calm_tables_have_no_finding(planted):
    assert found(planted, "calm") == []


def test_sizes_below_the_least_are_no_finding(planted):
    assert found(planted, "p0", 1 << 20) == []
    number = list(PLANTED).index("text")
    assert [row[2] for row in found(planted, f"p{number}", 1 << 20)] in (["id-as-text"], [])


def test_a_comment_silences_a_finding(database):
    database.execute(keys() + "; COMMENT ON COLUMN t.id IS E'the key\n"
                     "guidon-lint: ignore random-keys the table is small'")
    seen = found(database, "public")
    assert [(row[0], row[2]) for row in seen] == [("silenced", "random-keys")]
    assert seen[0][3].endswith("(silenced: the table is small)")
    database.execute("COMMENT ON COLUMN t.id IS 'guidon-lint: ignore random'")
    assert [row[0] for row in found(database, "public")] == ["warning"]
    database.execute("COMMENT ON TABLE t IS 'guidon-lint: ignore random-keys'")
    assert [row[0] for row in found(database, "public")] == ["silenced"]
    assert one(database, "SELECT guidon_lint_fail('note', at_least => 0)") == ""


def test_reports(database):
    database.execute(keys() + "; INSERT INTO t VALUES ('00000000-0000-0000-0000-000000000000')")
    report = one(database, "SELECT guidon_lint_json(at_least => 0)")
    assert [(f["severity"], f["finding"]) for f in report["findings"]] == [
        ("error", "nil-or-max"), ("warning", "random-keys")]
    sarif = one(database, "SELECT guidon_lint_sarif(at_least => 0)")
    run = sarif["runs"][0]
    assert sarif["version"] == "2.1.0" and run["tool"]["driver"]["name"] == "guidon_lint"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["nil-or-max", "random-keys"]
    assert [(r["ruleId"], r["level"], r["suppressions"]) for r in run["results"]] == [
        ("nil-or-max", "error", []), ("random-keys", "warning", [])]
    assert run["results"][0]["locations"][0]["logicalLocations"][0][
        "fullyQualifiedName"] == "public.t.id"
    empty = one(database, "SELECT guidon_lint_sarif(ARRAY['nowhere'])")
    assert empty["runs"][0]["results"] == [] and json.dumps(empty)


def test_a_pipeline_fails_by_severity(database):
    database.execute(keys())
    one(database, "SELECT guidon_lint_fail('error', at_least => 0)")
    with pytest.raises(psycopg.errors.DataException) as error:
        database.execute("SELECT guidon_lint_fail(at_least => 0)")
    assert error.value.diag.message_primary == "guidon_lint found 1 of severity warning or worse"
    assert error.value.diag.message_detail == "public.t.id: random-keys"
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        database.execute("SELECT guidon_lint_fail('fatal')")


def test_an_ordinary_role_reads_what_it_may_and_runs_nothing_of_others(database):
    database.execute(
        keys() + "; ALTER TABLE t RENAME TO closed; " + keys(default="DEFAULT gen_random_uuid()")
        + "; ALTER TABLE t RENAME TO judged; " + keys() + "; ALTER TABLE t RENAME TO guarded; "
        "CREATE FUNCTION trap() RETURNS bool LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''run''; "
        "END'; ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON guarded USING "
        "(trap()); " + keys() + "; ALTER TABLE t RENAME TO open; CREATE ROLE lint_reader; "
        "GRANT SELECT ON open, guarded TO lint_reader; SET ROLE lint_reader")
    try:
        assert [(row[1], row[2]) for row in found(database, "public")] == [
            ("public.judged.id", "random-keys"), ("public.open.id", "random-keys")]
    finally:
        database.execute("RESET ROLE; DROP OWNED BY lint_reader; DROP ROLE lint_reader")


def test_a_name_ends_no_comment_of_a_remedy(database):
    database.execute(keys("text", made=f"{V7}::text") +
                     '; CREATE VIEW "v\nDROP TABLE t; --" AS SELECT id FROM t')
    [remedy] = [row[4] for row in found(database, "public")]
    assert [line[:2] for line in remedy.splitlines()[:2]] == ["--", "BE"]


def test_it_takes_no_lock_above_access_share_and_writes_nothing(planted):
    with planted.transaction():
        planted.execute("SET TRANSACTION READ ONLY")
        for schema in ("p0", "calm", f"p{list(PLANTED).index('half of an index')}"):
            found(planted, schema)
        modes = {mode for (mode,) in rows(planted, "SELECT DISTINCT mode FROM pg_locks WHERE pid "
                                          "= pg_backend_pid() AND locktype = 'relation'")}
        assert modes == {"AccessShareLock"}


NIL = "'00000000-0000-0000-0000-000000000000'"
REFERENCE = (f"CREATE SCHEMA app; CREATE TABLE k (id uuid PRIMARY KEY); INSERT INTO k VALUES ({NIL}"
             "); CREATE TABLE app.t (r uuid REFERENCES k); INSERT INTO app.t SELECT id FROM k, "
             "generate_series(1, 5000)")
BOTH = ["app", "public"]


@pytest.mark.parametrize("tables, schemas, at_least, objects", [
    # The column that it refers to has the same values, and stands for it.
    (REFERENCE, BOTH, 0, ["public.k.id"]),
    # That column is not read.
    (REFERENCE, ["app"], 0, ["app.t.r"]),
    (REFERENCE, BOTH, 100_000, ["app.t.r"]),
    (REFERENCE + "; CREATE ROLE lint_reader; GRANT USAGE ON SCHEMA app TO lint_reader; GRANT "
     "SELECT ON app.t TO lint_reader; SET ROLE lint_reader", BOTH, 0, ["app.t.r"]),
    # Nor are columns that refer to each other, or that refer to one that refers.
    (f"CREATE TABLE a (id uuid PRIMARY KEY); INSERT INTO a VALUES ({NIL}); CREATE TABLE b (id uuid "
     "PRIMARY KEY REFERENCES a); INSERT INTO b TABLE a; ALTER TABLE a ADD FOREIGN KEY (id) "
     "REFERENCES b", BOTH, 0, ["public.a.id", "public.b.id"]),
    # It does not have the same values.
    (REFERENCE + f"; DELETE FROM app.t; ALTER TABLE app.t DROP CONSTRAINT t_r_fkey; INSERT INTO "
     f"app.t VALUES ({NIL}); DELETE FROM k; INSERT INTO k SELECT guidon_v7(); ALTER TABLE app.t "
     "ADD FOREIGN KEY (r) REFERENCES k NOT VALID", BOTH, 0, ["app.t.r"]),
    ("CREATE TABLE k (x uuid, y int, PRIMARY KEY (x, y)); INSERT INTO k VALUES (guidon_v7(), 1); "
     "CREATE TABLE t (x uuid, y int, FOREIGN KEY (x, y) REFERENCES k); INSERT INTO t VALUES "
     f"({NIL}, NULL)", BOTH, 0, ["public.t.x"])])
def test_a_reference_is_judged_unless_another_column_stands_for_it(database, tables, schemas,
                                                                   at_least, objects):
    database.execute(tables)
    try:
        assert rows(database, "SELECT object, finding FROM guidon_lint(%s, at_least => %s)",
                    schemas, at_least) == [(name, "nil-or-max") for name in objects]
    finally:
        if "lint_reader" in tables:
            database.execute("RESET ROLE; DROP OWNED BY lint_reader; DROP ROLE lint_reader")


def test_a_table_of_dead_rows_is_not_read_whole(database):
    """Two samples of about 100 pages at most, from 2,000, and no scan."""
    database.execute(
        "CREATE TABLE t (id uuid PRIMARY KEY, more text) WITH (autovacuum_enabled = off); INSERT "
        "INTO t SELECT guidon_v7(), repeat('x', 1000) FROM generate_series(1, 14000); DELETE FROM "
        "t WHERE ctid > '(0,1)'")
    database.execute("ANALYZE t")
    read = ("SELECT pg_stat_get_xact_blocks_fetched(oid), pg_stat_get_xact_numscans(oid), "
            "pg_relation_size(oid) / 8192 FROM pg_class WHERE oid = 't'::regclass")
    with database.transaction():
        before = rows(database, read)[0]
        found(database, "public")
        after = rows(database, read)[0]
    assert before[2] == 2000
    assert 0 < after[0] - before[0] < 300 and after[1] == before[1]


def test_a_sample_without_values_is_taken_once_more(database):
    """The second page of 23 alone has values, and the first sample has a few others."""
    database.execute(f"CREATE TABLE t (n int, r uuid); INSERT INTO t SELECT n, CASE WHEN n BETWEEN "
                     f"300 AND 350 THEN {NIL}::uuid END FROM generate_series(1, 5000) n")
    database.execute("ANALYZE t")
    assert [row[1:3] for row in found(database, "public")] == [("public.t.r", "nil-or-max")]


# Tables with a row each, and two columns of which a sample reads the values.
MANY = """
DO $$ BEGIN FOR n IN {} .. {} LOOP
    EXECUTE format('CREATE TABLE t%s (id uuid PRIMARY KEY DEFAULT guidon_v4(), code text UNIQUE); '
        'INSERT INTO t%1$s (code) VALUES (guidon_v7()::text)', n);
END LOOP; END $$"""


@pytest.mark.newest
def test_a_thousand_tables_are_read_under_access_share_alone(database):
    for first in range(0, 1000, 100):
        database.execute(MANY.format(first, first + 99))
    with database.transaction():
        seen = found(database, "public")
        locked = rows(database, """
            SELECT c.relname LIKE 't%' AND c.relkind = 'r' AND c.relnamespace =
                'public'::regnamespace, l.mode, count(*) FROM pg_locks l
            LEFT JOIN pg_class c ON c.oid = l.relation
            WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' GROUP BY 1, 2""")
    assert len(seen) == 2000 and {row[2] for row in seen} == {"random-keys", "id-as-text"}
    assert {mode for _, mode, _ in locked} == {"AccessShareLock"}
    assert (True, "AccessShareLock", 1000) in locked


def test_exact_asks_pgstattuple(planted):
    if not one(planted, "SELECT count(*) FROM pg_available_extensions WHERE name = "
               "'pgstattuple'"):
        pytest.skip("the server has no pgstattuple")
    planted.execute("CREATE EXTENSION IF NOT EXISTS pgstattuple")
    planted.execute("CREATE SCHEMA exact; SET search_path = exact, public; " +
                    LOOSE.format("uuid", V7))
    planted.execute("VACUUM t")
    for exact in (False, True):
        seen = found(planted, "exact", exact=exact)
        assert [(row[1], row[2]) for row in seen] == [("exact.t_pkey", "loose-index")]
        assert ("as the statistics say" in seen[0][3]) != exact


def test_bounds_let_a_query_skip_partitions(planted):
    number = list(PLANTED).index("partitions by time")
    for row in found(planted, f"p{number}"):  # unless the test above has mended it
        planted.execute(row[4])
    plan = "\n".join(row[0] for row in rows(planted, f"EXPLAIN SELECT * FROM p{number}.t WHERE id "
                                            "= public.guidon_v7_floor('2026-02-10Z')"))
    assert "t2" in plan and "t1" not in plan


# Ways to fill an index: what a row is, in which order, and which rows go.
FILLED = [(kind, made, gone) for kind, made in (
    ("uuid", "guidon_v4()"), ("uuid", "guidon_v7()"), ("text", "guidon_v4()::text"),
    ("bigint", "n"), ("ulid", "guidon_ulid()")) for gone in (
    "false", "n % 2 = 0", "n % 3 = 0", "n % 10 <> 0", "n < 8000")]


def test_the_estimate_of_density_is_near_the_truth(database):
    if not one(database, "SELECT count(*) FROM pg_available_extensions WHERE name = "
               "'pgstattuple'"):
        pytest.skip("the server has no pgstattuple")
    database.execute("CREATE EXTENSION pgstattuple")
    for number, (kind, made, gone) in enumerate(FILLED):
        for column, index in (("id", f"one{number}"), ("id, n", f"two{number}")):
            database.execute(f"CREATE TABLE {index} (id {kind}, n int); CREATE INDEX {index}_i ON "
                             f"{index} ({column}); INSERT INTO {index} SELECT {made}, n FROM "
                             f"generate_series(1, 10000) n; DELETE FROM {index} WHERE {gone}")
            database.execute(f"VACUUM ANALYZE {index}")
            guess, truth = rows(database, f"SELECT guidon_lint_density('{index}_i'::regclass), "
                                "avg_leaf_density / 100 * leaf_pages / (leaf_pages + empty_pages + "
                                f"deleted_pages) FROM pgstatindex('{index}_i')")[0]
            assert guess is None or abs(guess - truth) <= 0.1, (kind, made, gone, column, guess,
                                                                truth)
    assert len(FILLED) * 2 == 50


GUIDE = "docs/guides/lint.md"


def test_the_guide(database):
    text = (build.ROOT / GUIDE).read_text()
    blocks = re.findall(r"^```(sql)?\n(.*?)^```$", text, re.S | re.M)
    first, choose, silence, fail = (body for kind, body in blocks if kind)
    table, remedy = (body for kind, body in blocks if not kind)
    make, ask = first.rstrip().rsplit("\n\n", 1)
    database.execute(make)
    printed = [tuple(cell.strip() for cell in line.split("|"))
               for line in table.splitlines()[2:]]
    assert rows(database, ask) == printed
    assert rows(database, "SELECT remedy FROM guidon_lint()")[0][0] == remedy.strip()
    assert len(rows(database, choose)) == 1  # the type of a key that has no rows
    one(database, fail)
    database.execute(silence)
    assert [row[0] for row in rows(database, "SELECT severity FROM guidon_lint()")] == [
        "warning", "silenced"]
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.M))
    assert listed == {kind for row in PLANTED.values() for kind in row[1].split()}
