# SPDX-License-Identifier: MIT
"""What a move of keys refuses, or asks for, before anything is touched. Each row of REFUSED
makes one table wrong; where the remedy is a statement, the plan accepts the table after it."""

import pathlib
import re

import psycopg
import pytest

import rekey
from cluster import rows

PARTED = ("CREATE TABLE parts (c bigint REFERENCES customer, n int) PARTITION BY RANGE (n); CREATE "
          "TABLE part PARTITION OF parts FOR VALUES FROM (1) TO (9)")
# Statements, words of the finding, and modes that meet it. The owner of the tables runs the
# statements, or, if they begin with RESET, a superuser.
REFUSED = {
    "materialized view": ("CREATE MATERIALIZED VIEW lately AS SELECT id FROM customer",
                          "and is materialized or of another owner", "swap"),
    "view of a view": ("CREATE VIEW lately AS SELECT id FROM customer; CREATE VIEW later AS "
                       "SELECT id FROM lately", "or others depend on it", "swap"),
    "type of a view": ("CREATE VIEW lately AS SELECT id FROM customer; CREATE FUNCTION of_view() "
                       "RETURNS SETOF lately LANGUAGE sql AS 'SELECT NULL::bigint'",
                       "or others depend on it", "swap"),
    "view with a trigger": ("CREATE VIEW lately AS SELECT id FROM customer; CREATE FUNCTION t() "
                            "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE "
                            "TRIGGER t INSTEAD OF INSERT ON lately FOR EACH ROW EXECUTE FUNCTION "
                            "t()", "has rules, triggers, defaults", "swap"),
    "view of another": ("RESET ROLE; CREATE VIEW shop.lately AS SELECT id FROM shop.customer",
                        "of another owner", "swap"),
    "view with a column's rights": ("CREATE VIEW lately AS SELECT id FROM customer; GRANT SELECT "
                                    "(id) ON lately TO PUBLIC", "a single column has given",
                                    "swap"),
    "half a reference": ("CREATE TABLE pair (a int, b bigint, FOREIGN KEY (a, b) REFERENCES "
                         "customer (region, id))", 'holds for no row without "a"', "add swap"),
    "two of the move": ("ALTER TABLE customer ADD UNIQUE (id, parent); CREATE TABLE pair (a bigint "
                        "NOT NULL, b bigint NOT NULL, FOREIGN KEY (a, b) REFERENCES customer (id, "
                        "parent))", "has two columns that move", "add swap"),
    "deferrable unique": ("ALTER TABLE customer ADD UNIQUE (name, id) DEFERRABLE",
                          "is EXCLUDE, or DEFERRABLE", "add swap"),
    "generated": ("ALTER TABLE customer ADD link text GENERATED ALWAYS AS (id::text) STORED",
                  "a default or generated column that uses", "swap"),
    "expression": ("CREATE INDEX ON orders ((customer_id % 2))", "has expressions, a condition "
                   "or INCLUDE", "add swap"),
    "partial": ("CREATE INDEX ON orders (name) WHERE customer_id > 5", "has expressions, a "
                "condition or INCLUDE", "add swap"),
    "include": ("CREATE INDEX ON orders (name) INCLUDE (customer_id)", "has expressions, a "
                "condition or INCLUDE", "add swap"),
    "brin": ("CREATE INDEX ON orders USING brin (customer_id)", "uses brin", "add swap"),
    "class": ("CREATE INDEX ON orders (customer_id, name text_pattern_ops)", "an operator class "
              "or collation of its own", "add swap"),
    "collation": ('CREATE INDEX ON orders (customer_id, name COLLATE "C")', "an operator class "
                  "or collation of its own", "add swap"),
    "invalid": ("CREATE INDEX broken ON orders (customer_id); RESET ROLE; UPDATE pg_index SET "
                "indisvalid = false WHERE indexrelid = 'shop.broken'::regclass", "is not valid",
                "add swap"),
    "exclusion": ("ALTER TABLE login ADD EXCLUDE USING btree (customer WITH =)",
                  "is EXCLUDE, or DEFERRABLE", "add swap"),
    "check": ("ALTER TABLE orders ADD CONSTRAINT more CHECK (customer_id > 0)",
              'CHECK "more" names the column "customer_id"', "add swap"),
    "partition key": ("CREATE TABLE parts (c bigint REFERENCES customer) PARTITION BY RANGE (c)",
                      "it is in the partition key", "add swap"),
    "expression of a partition key": ("CREATE TABLE parts (c bigint REFERENCES customer, n int) "
                                      "PARTITION BY RANGE ((n + 1))", "it is in the partition key",
                                      "add swap"),
    "two levels": ("CREATE TABLE parts (c bigint REFERENCES customer, n int) PARTITION BY RANGE (n); "
                   "CREATE TABLE part PARTITION OF parts FOR VALUES FROM (1) TO (9) PARTITION BY "
                   "RANGE (n)", "foreign or partitioned themselves", "add swap"),
    "partition of another": ("CREATE TABLE parts (c bigint REFERENCES customer, n int) PARTITION BY "
                             "RANGE (n); CREATE TABLE part PARTITION OF parts FOR VALUES FROM (1) TO "
                             "(9); RESET ROLE; ALTER TABLE shop.part OWNER TO CURRENT_USER",
                             "it belongs to postgres", "add swap"),
    "constraint of partitions": ("CREATE TABLE parts (c bigint REFERENCES customer, n int, UNIQUE "
                                 "(c, n)) PARTITION BY RANGE (n)", "of a partitioned table is over "
                                 "a reference", "add swap"),
    "index of a partition": ("CREATE TABLE parts (c bigint REFERENCES customer, n int) PARTITION BY "
                             "RANGE (n); CREATE TABLE part PARTITION OF parts FOR VALUES FROM (1) TO "
                             "(9); CREATE INDEX ON part (n) WHERE c > 5", "has expressions, a "
                             "condition", "add swap"),
    "foreign key of a partition": (f"{PARTED}; CREATE TABLE other (c bigint PRIMARY KEY); ALTER TABLE "
                                   "part ADD CONSTRAINT more FOREIGN KEY (c) REFERENCES other",
                                   'the partition has foreign key "more" of its own', "add swap"),
    "foreign key to a partition": (f"{PARTED}; CREATE UNIQUE INDEX ON part (c); CREATE TABLE other "
                                   "(c bigint REFERENCES part (c))", "refers to it too",
                                   "add swap"),
    "default of a partition": (f"{PARTED}; ALTER TABLE part ALTER c SET DEFAULT 5",
                               "the partition has a default of its own", "add swap"),
    "NOT NULL of a partition": (f"{PARTED}; ALTER TABLE part ALTER c SET NOT NULL",
                                "the partition has NOT NULL, and its table has not", "swap"),
    "rights of a partition": (f"{PARTED}; GRANT SELECT (c) ON part TO PUBLIC", "the partition gives "
                              "rights on this column alone to PUBLIC", "swap"),
    "published partitions": ("CREATE TABLE parts (c bigint REFERENCES customer, n int) PARTITION BY "
                             "RANGE (n); RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.parts "
                             "WITH (publish_via_partition_root)", 'publication "ours" sends it',
                             "add swap"),
    "partition": ("CREATE TABLE parts (id bigint, at date NOT NULL, PRIMARY KEY (id)) PARTITION "
                  "BY RANGE (id); CREATE TABLE part PARTITION OF parts FOR VALUES FROM (1) TO (9)",
                  "it is a partition or foreign", "add swap"),
    "typed": ("CREATE TYPE shape AS (c bigint); CREATE TABLE typed OF shape; ALTER TABLE typed ADD "
              "FOREIGN KEY (c) REFERENCES customer", "it is a table of type", "add swap"),
    "inherited": ("CREATE TABLE more () INHERITS (orders)", "another table inherits", "add swap"),
    "forced": ("ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
               "its row security is forced", "add swap"),
    "policy": ("ALTER TABLE orders ENABLE ROW LEVEL SECURITY; CREATE POLICY mine ON orders USING "
               "(customer_id = 5)", "a policy that uses column", "swap"),
    "owner": ("RESET ROLE; ALTER TABLE shop.orders OWNER TO CURRENT_USER",
              "it belongs to postgres, and you are shop_owner", "add swap"),
    "schema": ("RESET ROLE; ALTER SCHEMA shop OWNER TO CURRENT_USER; GRANT USAGE ON SCHEMA shop "
               "TO shop_owner", "you may create nothing in this schema", "add swap"),
    "rule": ("CREATE RULE no AS ON DELETE TO orders DO INSTEAD NOTHING", 'has the rule "no"',
             "add swap"),
    "rule of another table": ("CREATE TABLE log (id bigint); CREATE RULE logged AS ON INSERT TO "
                              "log DO ALSO SELECT id FROM customer", "it is a rule that uses "
                              'column "id"', "swap"),
    "unknown": ("RESET ROLE; INSERT INTO pg_depend VALUES ('pg_collation'::regclass, "
                "'\"C\"'::regcollation, 0, 'pg_class'::regclass, 'shop.customer'::regclass, 1, "
                "'n')", "it is something that uses", "swap"),
    "late trigger": ("CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; "
                     "END'; CREATE TRIGGER \"~zz\" BEFORE INSERT ON orders FOR EACH ROW EXECUTE "
                     "FUNCTION t()", 'its trigger "~zz" runs after', "add swap"),
    "trigger of the key": ("CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN "
                           "NEW; END'; CREATE TRIGGER t BEFORE UPDATE OF customer_id ON orders "
                           "FOR EACH ROW EXECUTE FUNCTION t()", "a trigger that uses", "swap"),
    "publication": ("RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.orders",
                    'publication "ours" sends it', "swap"),
    "publication of columns": ("RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.customer (id)",
                               'publication "ours" sends it', "swap"),
    "publication with a condition": ("RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.customer "
                                     "WHERE (id > 7)", 'publication "ours" sends it', "swap"),
    "publication of all": ("RESET ROLE; CREATE PUBLICATION ours FOR ALL TABLES",
                           "whose columns the swap does not exchange", "swap"),
    "identity of replicas": ("ALTER TABLE orders REPLICA IDENTITY USING INDEX orders_pkey",
                             "its replica identity is an index", "swap"),
    "no identity of replicas": ("RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.login",
                                "it has no replica identity", "add"),
    "statistics": ("CREATE STATISTICS s ON (customer_id % 2), friend FROM orders",
                   "extended statistics that uses", "swap"),
    "statistics of another": ("RESET ROLE; CREATE STATISTICS shop.s ON customer_id, friend FROM "
                              "shop.orders", "extended statistics that uses", "swap"),
    "function": ("CREATE FUNCTION f() RETURNS bigint RETURN (SELECT max(id) FROM customer)",
                 "a function that uses column", "swap"),
    "rights": ("RESET ROLE; GRANT SELECT (customer_id) ON shop.orders TO pg_monitor WITH GRANT "
               "OPTION; GRANT USAGE ON SCHEMA shop TO pg_monitor; SET ROLE pg_monitor; GRANT "
               "SELECT (customer_id) ON shop.orders TO PUBLIC; RESET ROLE",
               "somebody else than the owner has given rights", "swap"),
    "text key": ("ALTER TABLE orders DROP CONSTRAINT placed_by, DROP CONSTRAINT "
                 "orders_friend_fkey; ALTER TABLE login DROP CONSTRAINT login_customer_fkey; "
                 "ALTER TABLE note DROP CONSTRAINT note_region_customer_fkey; "
                 "ALTER TABLE customer DROP CONSTRAINT customer_parent_fkey, ALTER id DROP "
                 "IDENTITY; ALTER TABLE customer ALTER id TYPE text", "its type is text", "add swap"),
    "generated key": ("CREATE TABLE made (n bigint, id bigint GENERATED ALWAYS AS (n) STORED "
                      "PRIMARY KEY, at date DEFAULT '2026-01-01')", "it is generated", "add swap"),
    "generated reference": ("CREATE TABLE refers (n bigint, c bigint GENERATED ALWAYS AS (n) STORED "
                            "REFERENCES customer)", "it is generated", "add swap"),
    "two columns": ("CREATE TABLE two (a int, b int, at date, PRIMARY KEY (a, b))", None, "add"),
    "no default": ("ALTER TABLE customer ALTER id DROP IDENTITY", "no default gives a new row its "
                   "old key", "swap"),
    "default of a reference": ("ALTER TABLE orders ALTER friend SET DEFAULT 1",
                               "has a default or an identity", "add swap"),
    "identity of a reference": ("CREATE TABLE counted (c bigint GENERATED BY DEFAULT AS IDENTITY "
                                "REFERENCES customer)", "has a default or an identity",
                                "add swap"),
    "domain": ("CREATE DOMAIN code AS bigint; CREATE TABLE coded (c code REFERENCES customer)",
               "its type is shop.code", "add swap"),
    "taken column": ("ALTER TABLE orders ADD friend_new int", 'the name "friend_new" is taken',
                     "add swap"),
    "taken column after": ("ALTER TABLE orders ADD friend_old int", 'the name "friend_old" is '
                           "taken", "add swap"),
    "taken index": ("CREATE INDEX by_customer_new ON login (name)", 'the name of index '
                    '"by_customer_new" is taken', "add swap"),
    "taken key index": ("CREATE INDEX customer_pkey_old ON login (name)", 'the name of index '
                        '"customer_pkey_old" is taken', "add swap"),
    "taken constraint": ("ALTER TABLE orders ADD CONSTRAINT placed_by_new CHECK (name <> '')",
                         'the name of constraint "placed_by_new" is taken', "add swap"),
    "taken function": ("DO $$BEGIN EXECUTE format('CREATE FUNCTION guidon_rekey_%s() RETURNS "
                       "trigger LANGUAGE plpgsql AS ''BEGIN RETURN NEW; END''', "
                       "'orders'::regclass::oid); END$$", "the name of function", "add swap"),
    "not valid": ("ALTER TABLE login DROP CONSTRAINT login_customer_fkey, ADD CONSTRAINT mine "
                  "FOREIGN KEY (customer) REFERENCES customer NOT VALID",
                  'foreign key "mine" is NOT VALID', "add swap"),
    "deferred": ("ALTER TABLE orders ALTER CONSTRAINT placed_by DEFERRABLE",
                 "lets a row that must refer to another one come before", "add swap"),
    "self": ("UPDATE customer SET parent = id; ALTER TABLE customer ALTER parent SET NOT NULL",
             "lets a row that must refer to another one come before", "add swap"),
    "chain": ("CREATE TABLE chain (c int REFERENCES login (customer))", "refers to it too", "add swap"),
    "two parents": ("CREATE TABLE other (id bigint PRIMARY KEY); INSERT INTO other SELECT "
                    "customer_id FROM orders GROUP BY 1; ALTER TABLE orders ADD CONSTRAINT twice "
                    "FOREIGN KEY (customer_id) REFERENCES other",
                    'part of foreign key "twice" to another table', "add swap"),
    "disabled": ("RESET ROLE; ALTER TABLE shop.orders DISABLE TRIGGER ALL", "the triggers of "
                 "foreign key", "add swap"),
    "disabled at the key": ("RESET ROLE; ALTER TABLE shop.customer DISABLE TRIGGER ALL",
                            "the triggers of foreign key", "add swap"),
    "disabled in a partition": (f"{PARTED}; RESET ROLE; ALTER TABLE shop.part DISABLE TRIGGER ALL",
                                "the triggers of foreign key", "add swap"),
    "clustered": ("ALTER TABLE orders CLUSTER ON by_customer", "clustered by this index",
                  "add swap"),
    "no time": ("ALTER TABLE customer ALTER created DROP NOT NULL; UPDATE customer SET created = "
                "NULL WHERE name = 'c5'", "rows have no time", "add swap"),
    "time before 1970": ("UPDATE customer SET created = '1960-01-01' WHERE name = 'c5'",
                         "rows have no time", "add swap"),
    "endless time": ("UPDATE customer SET created = 'infinity' WHERE name = 'c5'",
                     "rows have no time", "add swap"),
    "deadlock_timeout": ("RESET ROLE; SET deadlock_timeout = '150ms'", "not above the time",
                         "add swap"),
}
# The tables whose keys move, if it is not that of rekey.py.
TABLES = {"two columns": "two", "partition": "part", "generated key": "made"}
# Statements, words of the finding, the word that allows it.
ASKED = {
    "view": ("CREATE VIEW lately AS SELECT id FROM customer", "the view uses column", "views"),
    "row trigger": ("CREATE FUNCTION t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; "
                    "END'; CREATE TRIGGER t BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION "
                    "t()", 'the backfill fires its trigger "t"', "row-triggers"),
    "function": ("CREATE FUNCTION f() RETURNS bigint LANGUAGE sql AS 'SELECT max(customer_id) "
                 "FROM shop.orders'", "its text names table shop.orders", "functions"),
    "no index": ("DROP INDEX by_customer", 'no index finds the rows of foreign key "placed_by"',
                 "unindexed-references"),
}


@pytest.fixture
def shop(shared):
    rekey.make(shared)
    yield shared
    shared.execute("RESET ROLE; DROP PUBLICATION IF EXISTS ours; RESET deadlock_timeout; DELETE "
                   "FROM pg_depend WHERE classid = 'pg_collation'::regclass AND deptype = 'n' "
                   "AND refobjid = to_regclass('shop.customer')")
    rekey.clear(shared)


# The standing notes of a plan are about these.
NOTES = ("application", "storage")


def whole_plan(session, mode="swap", allow="{}", table="customer", kind="v7", time="created"):
    return rows(session, "SELECT severity, object, finding, remedy FROM guidon_rekey_plan("
                "%s::regclass, %s, %s, %s, NULL, %s::text[])", table, kind, time, mode, allow)


def plan(session, *arguments, **named):
    return [row for row in whole_plan(session, *arguments, **named) if row[1] not in NOTES]


def test_the_schema_itself_has_no_finding(shop):
    assert plan(shop) == plan(shop, "add") == []


@pytest.mark.parametrize("name", REFUSED)
def test_refused(shop, name):
    code, words, modes = REFUSED[name]
    try:
        shop.execute(code)
    except psycopg.errors.InvalidForeignKey:
        pytest.skip("the server has no such reference")
    table = TABLES.get(name, "customer")
    shop.execute("SET ROLE shop_owner; SET search_path = shop, public")
    for mode in "add", "swap":
        time = "created" if table == "customer" else "at"
        found = plan(shop, mode, table=table, time=time)
        if words is None:
            assert [row[2] for row in found] == ["it has no primary key of one column"]
            return
        named = [row for row in found if row[0] == "refused" and words in row[2]]
        assert bool(named) == (mode in modes), (mode, found)
        assert all(row[3] for row in found)
        if named:
            before = rows(shop, rekey.SHAPE)
            with pytest.raises(psycopg.errors.FeatureNotSupported) as refused:
                rekey.left(shop, mode, table, time)
            assert refused.value.diag.message_hint
            assert rows(shop, rekey.SHAPE) == before
    remedy = named[0][3] if named else ""
    if re.match("(ALTER|GRANT|REVOKE ALL) ", remedy):
        shop.execute("RESET ROLE; RESET search_path")
        shop.execute(remedy)
        shop.execute("SET ROLE shop_owner; SET search_path = shop, public")
        assert [row for row in plan(shop, table=table, time=time) if words in row[2]] == []


@pytest.mark.parametrize("name", ASKED)
def test_asked(shop, name):
    code, words, word = ASKED[name]
    shop.execute(code)
    found, = plan(shop)
    assert found[0] == "asked" and words in found[2] and f"'{{{word}}}'" in found[3]
    with pytest.raises(psycopg.errors.FeatureNotSupported):
        rekey.left(shop)
    noted, = plan(shop, allow="{%s}" % word)
    assert noted[0] == "note" and noted[1:] == found[1:]
    rekey.run(shop, [text for (text,) in rows(
        shop, "SELECT statement FROM guidon_rekey_steps('customer', 'v7', 'created', 'swap', "
        "allow => %s::text[])", "{%s}" % word)])
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert rows(shop, rekey.WRONG) == []


@pytest.mark.parametrize("extension, count", [("plpgsql", 1), ("guidon", 0)])
def test_functions_of_other_extensions_are_read(shop, extension, count):
    """A company may have its functions in an extension. Those of this one name no table."""
    shop.execute(ASKED["function"][0])
    shop.execute(f"RESET ROLE; ALTER EXTENSION {extension} ADD FUNCTION shop.f(); "
                 "SET ROLE shop_owner")
    try:
        found = plan(shop)
        assert len(found) == count and all(ASKED["function"][1] in row[2] for row in found)
    finally:
        shop.execute(f"RESET ROLE; ALTER EXTENSION {extension} DROP FUNCTION shop.f(); "
                     "SET ROLE shop_owner")


def test_what_the_plan_tells_of_the_application(shop):
    """Before anything is touched, and without stopping anything."""
    for mode, words in [("add", ["until it is prepared again, when the new columns come", "COPY and INSERT",
                                 "written twice: the tables grow from"]),
                        ("swap", ["returns the key or a reference, at the swap too",
                                  "currval() that hold the key are of type bigint"])]:
        found = [row for row in whole_plan(shop, mode) if row[1] in NOTES]
        assert {row[0] for row in found} == {"note"} and all(row[3] for row in found)
        text = " ".join(row[2] for row in found)
        assert [one for one in words if one not in text] == []
        assert ("currval" in text) == (mode == "swap")
    assert "pg_stat_statements" not in " ".join(row[2] for row in whole_plan(shop))
    shop.execute("CREATE TABLE keyed (id uuid PRIMARY KEY, created date)")
    text = " ".join(row[2] for row in whole_plan(shop, table="keyed"))
    assert "at the swap once more" in text and "currval" not in text


def test_the_room_of_partitions_counts(shop):
    shop.execute(rekey.PARTS)
    told, = [row[2] for row in whole_plan(shop) if row[1] == "storage"]
    size, = rows(shop, "SELECT pg_size_pretty(sum(pg_table_size(oid))) FROM pg_class WHERE relkind "
                 "= 'r' AND relnamespace = 'shop'::regnamespace")[0]
    assert f"from {size} to" in told


def test_published_partitions_leave_their_publication(shop):
    """There is no statement for the subscribers, because the move is refused with them too."""
    shop.execute(f"{PARTED}; RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.parts; "
                 "SET ROLE shop_owner")
    for mode in "add", "swap":
        remedies = [row[3] for row in plan(shop, mode) if 'publication "ours" sends it to' in row[2]]
        assert remedies and all("ALTER PUBLICATION ... DROP TABLE" in one and "ADD COLUMN" not in one
                                and "mode" not in one for one in remedies)


def test_the_plan_counts_statements_that_return_all_columns(new_cluster, server):
    """Those that the owner may see, if the server keeps any. Nobody else's view is taken."""
    if not pathlib.Path(server.ask("--sharedir"), "extension/pg_stat_statements.control").exists():
        pytest.skip("the server has no pg_stat_statements")
    with new_cluster() as cluster:
        cluster.start(shared_preload_libraries="pg_stat_statements")
        with cluster.connect() as session:
            session.execute("CREATE EXTENSION guidon")
            rekey.make(session)
            session.execute("CREATE VIEW shop.pg_stat_statements AS SELECT 1 / 0 AS dbid")

            def told():
                return re.findall(r"pg_stat_statements shows (\d+)", " ".join(
                    row[2] for row in whole_plan(session)))

            assert told() == []
            session.execute("RESET ROLE; CREATE EXTENSION pg_stat_statements SCHEMA public; "
                            "SELECT pg_stat_statements_reset(); SET ROLE shop_owner")
            for text in ("SELECT * FROM shop.customer LIMIT 1", "SELECT c.* FROM customer c",
                         "DELETE FROM login WHERE false RETURNING *",
                         "SELECT 1, o.* FROM orders o LIMIT 0",
                         # Not these.
                         "SELECT count(*) FROM customer", "SELECT id, 2 * id FROM customer",
                         "SELECT * FROM pg_class", "SELECT * FROM pg_database, customers"):
                try:
                    session.execute(text)
                except psycopg.errors.UndefinedTable:
                    pass
            assert told() == ["4"]


@pytest.mark.parametrize("arguments, words", [
    ({"kind": "v4"}, 'the kind "v4" is not known'),
    ({"kind": None}, "the kind"),
    ({"mode": "both"}, 'the mode "both" is not known'),
    ({"mode": None}, "the mode"),
    ({"time": "nothing"}, 'it has no column "nothing"'),
    ({"time": "name"}, 'column "name" has type text'),
    ({"time": "ctid"}, 'it has no column "ctid"'),
    ({"table": "pg_class"}, "it belongs to postgres"),
    ({"table": "pg_tables"}, "it is no ordinary table"),
    ({"table": "guidon_rekey_progress"}, "it is no ordinary table")])
def test_arguments_that_make_no_sense(shop, arguments, words):
    """The plan says so and never fails."""
    found = plan(shop, **arguments)
    assert [row for row in found if row[0] == "refused" and words in (row[2] or "")], found


@pytest.mark.parametrize("kind, years", [("v7", {10890}), ("v8-append", {2528, 10890}),
                                         ("v8-sharded", {2528}), ("ulid", {10890})])
def test_times_after_the_last_of_the_kind(shop, kind, years):
    for year in 2527, 2528, 10889, 10890:
        shop.execute(f"UPDATE customer SET created = '{year}-01-01' WHERE name = 'c5'")
        words = [row[2] for row in plan(shop, kind=kind)]
        late = year > (2527 if kind.startswith("v8") else 10889)
        assert len(words) == late and all("rows have no time" in one for one in words), year
        assert late == (year >= min(years))


SECRET = "CREATE TABLE guidon_key AS SELECT sha256('x') AS key"


@pytest.mark.parametrize("code, words", [
    ("", "has no table of this name"),
    ("CREATE VIEW guidon_key AS SELECT sha256('x') AS key", "has no table of this name"),
    (f"RESET ROLE; {SECRET.replace('guidon_key', 'shop.guidon_key')}",
     "has no table of this name"),
    ("CREATE TABLE guidon_key (key text)", "has no column key of type bytea"),
    (f"{SECRET}; ALTER TABLE guidon_key ENABLE ROW LEVEL SECURITY", "or row security"),
    (f"{SECRET}; CREATE RULE no AS ON DELETE TO guidon_key DO INSTEAD NOTHING", "or rules"),
    (f"{SECRET}; GRANT SELECT ON guidon_key TO PUBLIC", "others have rights on it"),
    (f"{SECRET}; GRANT SELECT (key) ON guidon_key TO PUBLIC", "others have rights on it"),
    (f"{SECRET}; INSERT INTO guidon_key SELECT * FROM guidon_key", "not one key of 32 bytes"),
    (f"{SECRET}; DELETE FROM guidon_key", "not one key of 32 bytes"),
    (f"{SECRET}; UPDATE guidon_key SET key = NULL", "not one key of 32 bytes"),
    (f"{SECRET}; UPDATE guidon_key SET key = 'x'", "not one key of 32 bytes")])
def test_a_secret_that_is_none(shop, code, words):
    if code:
        shop.execute(code)
    shop.execute("SET ROLE shop_owner; SET search_path = shop, public")
    found, = plan(shop, kind="derive")
    assert found[:2] == ("refused", "shop.guidon_key") and words in found[2], found
    assert plan(shop) == []
    with pytest.raises(psycopg.errors.FeatureNotSupported):
        rekey.left(shop, kind="derive")
    if not code:
        shop.execute(found[3].split(";")[0])
        assert plan(shop, kind="derive") == []


def test_what_replicas_may_be(shop):
    ask = ("SELECT severity, object, finding, remedy FROM guidon_rekey_plan('customer', 'v7', "
           "'created', %s, %s, '{ready,publications}') "
           f"WHERE object <> ALL ('{{{','.join(NOTES)}}}')")
    assert rows(shop, ask, "add", "ready") == []
    found, = rows(shop, ask, "add", "no")
    assert found[0] == "refused" and found[2] == 'replicas "no" is not known'
    shop.execute("RESET ROLE; CREATE PUBLICATION ours FOR TABLE shop.orders; SET ROLE shop_owner")
    found, = rows(shop, ask, "add", None)
    assert found == (
        "asked", "shop.orders",
        'publication "ours" sends it to subscribers, which a new column stops',
        "Run on each subscriber: ALTER TABLE shop.orders ADD COLUMN IF NOT EXISTS "
        "customer_id_new pg_catalog.uuid, ADD COLUMN IF NOT EXISTS friend_new pg_catalog.uuid; "
        "and then give replicas => 'ready' here.")
    with pytest.raises(psycopg.errors.FeatureNotSupported):
        rekey.left(shop, "add")
    assert [row[0] for row in rows(shop, ask, "add", "ready")] == ["note"]
    assert [row[0] for row in rows(shop, ask, "swap", "ready")] == ["refused"]


def test_another_move_of_the_same_table(shop):
    shop.execute("ALTER TABLE customer ADD at date DEFAULT '2026-01-01'")
    shop.execute(rekey.left(shop)[0])
    found, = plan(shop, time="at")
    assert found[:3] == ("refused", "shop.customer",
                         'its keys move to v7 by column "created" already')
    assert plan(shop) == [] and plan(shop, "add") == []


def test_what_a_move_has_made_is_no_finding(shop):
    for statement in rekey.left(shop):
        shop.execute(statement)
        assert plan(shop) == [], statement
    shop.execute("CALL guidon_rekey_swap('customer')")
    assert [(row[0], row[2]) for row in plan(shop)] == [("note", "its keys have moved")]


def test_others_may_not_move_the_keys(shop):
    """Not even a superuser: the triggers of the tables would run with those rights."""
    rekey.run(shop, rekey.left(shop)[:2])
    shop.execute("RESET ROLE")
    assert "it belongs to shop_owner, and you are postgres" in {row[2] for row in plan(shop)}
    for call in "backfill('shop.customer')", "swap('shop.customer')":
        with pytest.raises(psycopg.Error) as refused:
            shop.execute(f"CALL guidon_rekey_{call}")
        assert "belongs to shop_owner, and you are postgres" in str(refused.value)


# What can come between the plan and the swap. All of REFUSED whose code runs then, too.
LATER = ["materialized view", "view of a view", "view with a trigger", "view of another",
         "generated", "check", "policy", "forced", "owner", "rule", "statistics", "function", "rights",
         "publication", "expression", "late trigger"]


@pytest.mark.parametrize("name", LATER)
def test_what_comes_after_the_plan_is_refused_by_the_swap(shop, name):
    rekey.run(shop, rekey.left(shop))
    code, words, _ = REFUSED[name]
    shop.execute(code)
    shop.execute("SET ROLE shop_owner; SET search_path = shop, public")
    before = rows(shop, rekey.SHAPE)
    with pytest.raises((psycopg.errors.FeatureNotSupported,
                        psycopg.errors.InsufficientPrivilege)) as refused:
        shop.execute("CALL guidon_rekey_swap('customer')")
    assert (words if name != "owner" else "belongs to postgres") in str(refused.value)
    assert rows(shop, rekey.SHAPE) == before
    assert not rekey.swapped(shop)


@pytest.mark.parametrize("name", ["materialized view", "generated", "policy", "function"])
def test_what_comes_after_the_swap_is_refused_by_the_undo(shop, name):
    """When it is asked for, and in the statement that brings the old columns back."""
    rekey.move(shop)
    undo = rekey.undo_steps(shop)
    exchange = next(n for n, one in enumerate(undo) if "exchange" in one or "ready" in one)
    rekey.run(shop, undo[:exchange])
    code, words, _ = REFUSED[name]
    shop.execute(code.replace("customer_id = 5", "customer_id IS NULL").replace("bigint", "text")
                 .replace("max(id)", "max(id::text)"))
    shop.execute("SET ROLE shop_owner; SET search_path = shop, public")
    for statement in undo[exchange], "SELECT guidon_rekey_undo_steps('customer')":
        with pytest.raises(psycopg.errors.FeatureNotSupported) as refused:
            shop.execute(statement)
        assert words in str(refused.value)
    assert rekey.swapped(shop)
