# SPDX-License-Identifier: MIT
"""No SQL text that is installed, generated or printed in a page takes an object of
somebody else for the one that it means."""

import itertools
import re

import psycopg
import pytest

import build
import catalogue
import lookalikes
import rekey
import samples
from cluster import rows, value
from test_documents import GEXEC, GUIDE, README, blocks, execute, statements

SCRIPT = [path.read_text() for path in sorted((build.EXTENSION / "sql").glob("*/*.sql"))]
FALLBACK = (build.EXTENSION / "fallback.sql").read_text()
KEY = "\\x" + "0b" * 32
# A path on which the objects of `public` come before the server's own.
WORST = "SET search_path = public, pg_catalog"

# What a role does with the rights of whoever calls its function.
GRAB = "LANGUAGE plpgsql AS $$BEGIN ALTER ROLE mallory SUPERUSER; RETURN {}; END$$"
FALLBACK_FUNCTIONS = """
    SELECT p.proname, p.oid::regprocedure::text, pg_get_functiondef(p.oid)
      FROM pg_proc p WHERE pronamespace = %s::regnamespace AND prokind = 'f' ORDER BY 2"""


def recipes():
    """The blocks of the pages that the owner of tables runs as they are."""
    return [text for page in (README, GUIDE) for _, text in blocks(page, "sql")
            if GEXEC in text or "guidon_key AS" in text]


def one_transaction():
    """The tables of the guide for small tables, and the transaction that moves their keys."""
    return [text for _, text in blocks("docs/guides/rekey.md", "sql")][-2:]


def run(session, statement):
    """Run a statement that may fail, but not in a look-alike."""
    try:
        return rows(session, statement)
    except psycopg.Error as error:
        assert error.sqlstate != lookalikes.TAKEN, (statement, str(error))
        return None


def described(session, schema):
    """The extension's objects, whatever schema they are in."""
    session.execute("SET search_path = pg_catalog, pg_temp")
    return sorted(re.sub(rf"\b{schema}\.", "", repr(row))
                  for part in catalogue.description(session) for row in part)


def definitions(session, schema):
    session.execute("SET search_path = pg_catalog, pg_temp")
    return {re.sub(rf"\b{schema}\.", "", name): re.sub(rf"\b{schema}\b\.?", "", text)
            for _, name, text in rows(session, FALLBACK_FUNCTIONS, schema)}


def install_fallback(session, schema, path):
    session.execute(f"CREATE SCHEMA {schema}; SET search_path = {schema}{path}")
    session.execute(FALLBACK)
    session.execute("RESET search_path")


def calls_of_the_extension(session):
    """Calls that name the schema of the function; the path has it for the types."""
    session.execute("SET search_path = ext")
    for function in samples.callable_functions(session):
        for call in itertools.islice(function.calls(), 9):
            yield "ext." + call.removeprefix("ext.")


@pytest.mark.usefixtures("fallback")
def test_no_look_alike_is_taken(database):
    """What was installed before the look-alikes were made, and after."""
    database.execute("CREATE SCHEMA ext; ALTER EXTENSION guidon SET SCHEMA ext; CREATE SCHEMA shop")
    database.execute("""
        CREATE TABLE public.customer (id pg_catalog.uuid PRIMARY KEY, created timestamptz);
        INSERT INTO public.customer VALUES ('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', now())""")
    tables, transaction = one_transaction()
    transaction = transaction.replace("public.guidon", "ext.guidon")
    database.execute("SET search_path = shop, public")
    database.execute(tables)
    install_fallback(database, "early", "")
    calls = list(calls_of_the_extension(database))
    clean = described(database, "ext"), definitions(database, "early")
    database.execute("RESET search_path")
    texts = [*SCRIPT, FALLBACK, *recipes(), transaction]
    operators, functions = lookalikes.make(database, texts)
    assert operators > 10 and functions > 1000

    database.execute(f"{WORST}, ext")
    for call in calls:
        run(database, f"SELECT {call}")
        if "sql" not in call:
            run(database, f"SELECT {call.replace('ext.', 'early.')}")

    # The pages name the functions of the extension without its schema.
    database.execute("SET search_path = ext, public")
    for text in recipes():
        execute(database, text)
    assert rows(database, "SELECT octet_length(key) FROM guidon_key") == [(32,)]

    lookalikes.make_names(database, texts, "public")
    lookalikes.make_names(database, texts, "pg_temp")
    database.execute(WORST)
    database.execute(transaction)
    database.execute("SET search_path = pg_catalog, pg_temp")
    assert rows(database, "SELECT count(*) FROM shop.tagged JOIN shop.tag ON tag.id = tagged.tag "
                "WHERE ext.guidon_version_of(tag.id) = 7") == [(3,)]

    install_fallback(database, "late", ", public, pg_catalog")
    assert definitions(database, "late") == clean[1]
    # The extension comes into the very schema of the look-alikes. Those that have the
    # signature of a function of its own must go, or it cannot.
    own = [name for (name,) in rows(database, "SELECT proname::text FROM pg_proc WHERE "
                                    "pronamespace = 'ext'::regnamespace")]
    database.execute("DROP SCHEMA late CASCADE; DROP EXTENSION guidon CASCADE; "
                     "SET search_path = pg_catalog, pg_temp")
    for (signature,) in rows(database, "SELECT oid::regprocedure::text FROM pg_proc WHERE "
                             "pronamespace = 'public'::regnamespace AND proname = ANY (%s)",
                             own):
        database.execute(f"DROP FUNCTION {signature}")
    database.execute(f"{WORST}; CREATE EXTENSION guidon SCHEMA public")
    assert described(database, "public") == clean[0]


@pytest.fixture
def mallory(cluster):
    """A role without rights that wants to be a superuser. A function that shows whether
    it is one, and takes the right away. The role goes when the database is gone."""
    def grabbed(session):
        found = value(session, "SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'")
        session.execute("ALTER ROLE mallory NOSUPERUSER")
        return found

    with cluster.connect() as session:
        session.execute("CREATE ROLE mallory")
        yield grabbed
        session.execute("DROP ROLE mallory")


def as_mallory(session, code):
    """Run statements as the role, which may create objects in `public`, as each role may
    up to PostgreSQL 14."""
    session.execute("GRANT CREATE ON SCHEMA public TO mallory; SET ROLE mallory")
    session.execute(code)
    session.execute("RESET ROLE")


@pytest.mark.parametrize("key", ["varchar(20)", "code", "kind"])
def test_one_transaction_calls_no_function_of_another_role(mallory, database, key):
    """The owner of a small table, here a superuser, runs what the guide shows. The path has the
    schema of the other role first."""
    tables, transaction = one_transaction()
    database.execute("""
        CREATE DOMAIN code AS varchar(20); CREATE TYPE kind AS ENUM ('new', 'loud', 'late');
        CREATE SCHEMA shop; CREATE TABLE shop.customer (id uuid PRIMARY KEY);
        INSERT INTO shop.customer SELECT guidon_v7();
        SET search_path = shop, public""")
    database.execute(tables.replace("varchar(20)", key))
    for left in key.split("(")[0], "text":
        as_mallory(database, f"""
            CREATE FUNCTION public.equal({left}, {left}) RETURNS boolean
                {GRAB.format("$1::text OPERATOR(pg_catalog.=) $2::text")};
            CREATE OPERATOR public.= (LEFTARG = {left}, RIGHTARG = {left},
                FUNCTION = public.equal)""")
    database.execute(WORST)
    database.execute(transaction)
    assert not mallory(database)
    assert rows(database, "SELECT count(*) FROM shop.tagged JOIN shop.tag ON tag.id = tagged.tag "
                "WHERE public.guidon_version_of(tag.id) = 7") == [(3,)]


def test_a_key_table_of_another_role_is_not_read(mallory, database):
    """psql goes on after an error. So what the README shows must stop by itself if another
    role has made `guidon_key` before."""
    database.execute("CREATE TABLE customer (id uuid PRIMARY KEY)")
    as_mallory(database, f"""
        CREATE FUNCTION public.grab() RETURNS bytea {GRAB.format(f"'{KEY}'::bytea")};
        CREATE VIEW public.guidon_key AS SELECT public.grab() AS key""")
    text, = [text for text in recipes() if "guidon_key AS" in text]
    refused = []
    for statement, _ in statements(text):
        rows_or_error(database, statement, refused)
    assert not mallory(database)
    assert refused[0] == "42P07"
    assert rows(database, "SELECT coalesce(current_setting('guidon.key', true), '')") == [("",)]


def rows_or_error(session, statement, refused):
    """The rows of a statement, or none and its SQLSTATE in `refused`."""
    try:
        return rows(session, statement)
    except psycopg.Error as error:
        refused.append(error.sqlstate)
        return []


@pytest.mark.usefixtures("fallback")
def test_the_fallback_calls_no_function_of_another_role(mallory, database):
    """Neither one that existed before the file ran nor one that was created later."""
    operators = ";".join(f"""
        CREATE FUNCTION public.{name}(bigint, integer) RETURNS bigint {GRAB.format("1")};
        CREATE OPERATOR public.{symbol} (LEFTARG = bigint, RIGHTARG = integer,
            FUNCTION = public.{name})""" for symbol, name in [("%", "modulo"), ("/", "divided")])
    database.execute("DROP EXTENSION guidon")
    as_mallory(database, operators)
    database.execute("CREATE SCHEMA early; SET search_path = early, public")
    database.execute(FALLBACK)
    database.execute("CREATE SCHEMA late; SET search_path = late, public")
    as_mallory(database, "DROP FUNCTION public.modulo, public.divided CASCADE")
    database.execute(FALLBACK)
    as_mallory(database, operators)
    for path in '"$user", public', "pg_catalog", "public, pg_catalog":
        database.execute(f"SET search_path = {path}")
        for call in ("v7()", "v7_at(now())", "v7_series(2)", "floor(now())",
                     "v1_to_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846')",
                     "v6_to_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846')"):
            database.execute(f"SELECT early.guidon_{call}, late.guidon_{call}")
            assert not mallory(database), (path, call)


def moved(session, own="ext", kind="v7", finish=False):
    """All statements of a move of the keys of shop.customer, first beside and then in the place
    of the old ones, and back, or to its end. Each has the schema of the function in it, all its
    arguments and their types. Between them come the calls that an operator makes."""
    table = "'shop.customer'::pg_catalog.regclass"
    arguments = (f"({table}, '{kind}'::pg_catalog.text, 'created'::pg_catalog.name, "
                 "'{}'::pg_catalog.text, NULL::pg_catalog.text, '{{}}'::pg_catalog.text[])")
    steps = f"SELECT statement FROM {own}.guidon_rekey_steps" + arguments
    swap = (f"CALL {own}.guidon_rekey_swap({table}, 150::pg_catalog.int4, "
            "300::pg_catalog.int4)").replace("'", "''")
    calls = [f"SELECT pg_catalog.count(*) FROM {own}.guidon_rekey_plan"
             + arguments.format("swap"),
             f"SELECT pg_catalog.count(*) FROM {own}.guidon_rekey_progress",
             f"SELECT {own}.guidon_old_id({table}, "
             f"{own}.guidon_new_id({table}, '7'::pg_catalog.text))"]
    undo = f"SELECT {own}.guidon_rekey_undo_steps({table})"
    end = f"SELECT {own}.guidon_rekey_finish_steps({table}, 'no undo'::pg_catalog.text)"
    session.execute(calls[0])
    for ask in [steps.format("add"), steps.format("swap"), f"SELECT '{swap}'",
                end if finish else undo]:
        for (statement,) in rows(session, ask):
            yield statement
            session.execute(statement)
        if ask != undo:
            assert [value(session, call) is not None for call in calls] == [True] * 3


@pytest.mark.parametrize("kind", ["v7", "ulid", "v8-sharded", "derive"])
def test_a_move_of_keys_takes_no_look_alike(database, kind):
    """Who owns the schema of the tables, and may create objects in those of the path, gets
    none of them called, in the statements, the triggers and the procedures."""
    database.execute("CREATE SCHEMA ext; GRANT USAGE ON SCHEMA ext TO PUBLIC; "
                     "ALTER EXTENSION guidon SET SCHEMA ext")
    rekey.make(database)
    database.execute(rekey.PARTS)
    rekey.secret(database)
    database.execute("SET search_path = pg_catalog, ext")
    before = rows(database, rekey.REFERENCES)
    statements = list(moved(database, kind=kind))
    assert len(statements) > 80 and [one for one in statements if "ATTACH PARTITION" in one]
    database.execute("RESET ROLE; RESET search_path")
    operators, functions = lookalikes.make(database, [*SCRIPT, *statements])
    assert operators > 10 and functions > 1000
    lookalikes.make_names(database, [*SCRIPT, *statements], "public")
    lookalikes.make_names(database, [*SCRIPT, *statements], "pg_temp")
    database.execute(f"SET ROLE shop_owner; {WORST}")
    for number, _ in enumerate(moved(database, kind=kind)):
        # The triggers run in each phase.
        database.execute(f"""
            WITH made AS (INSERT INTO shop.customer (name, created) VALUES
                ('t{number}'::pg_catalog.text, pg_catalog.now()) RETURNING id, name),
            ordered AS (INSERT INTO shop.orders (name, customer_id, customer_name)
            SELECT name, id, name FROM made)
            INSERT INTO shop.event (at, customer) SELECT '2026-12-01', id FROM made""")
    database.execute("SET search_path = pg_catalog, ext; DELETE FROM shop.customer "
                     "WHERE name LIKE 't%'")
    assert rows(database, rekey.REFERENCES) == before


def test_the_end_of_a_move_takes_no_look_alike(database):
    """The statements that drop the old columns, and what finds keys after them."""
    database.execute("CREATE SCHEMA ext; GRANT USAGE ON SCHEMA ext TO PUBLIC; "
                     "ALTER EXTENSION guidon SET SCHEMA ext")
    rekey.make(database)
    before = rows(database, rekey.REFERENCES)
    database.execute("RESET ROLE; RESET search_path")
    lookalikes.make(database, SCRIPT)
    lookalikes.make_names(database, SCRIPT, "public")
    lookalikes.make_names(database, SCRIPT, "pg_temp")
    database.execute(f"SET ROLE shop_owner; {WORST}")
    statements = list(moved(database, finish=True))
    assert [one for one in statements if "guidon_rekey finished" in one]
    database.execute("SET search_path = pg_catalog, ext")
    assert rows(database, rekey.REFERENCES) == before


def test_a_function_in_the_place_of_a_trigger_s_is_refused(mallory, database):
    """The owner of the schema makes a function under the name of the move's: before the plan,
    and between the plan and its statements."""
    rekey.make(database)
    database.execute("RESET ROLE; RESET search_path; ALTER SCHEMA shop OWNER TO mallory; "
                     "GRANT ALL ON SCHEMA shop TO shop_owner")
    name = value(database, "SELECT 'shop.guidon_rekey_' || 'shop.orders'::regclass::oid")
    database.execute("SET ROLE shop_owner; SET search_path = shop, public")
    steps = rekey.left(database)
    database.execute("RESET ROLE")
    as_mallory(database, f"CREATE FUNCTION {name}() RETURNS trigger {GRAB.format('NEW')}")
    database.execute("SET ROLE shop_owner")
    with pytest.raises(psycopg.errors.FeatureNotSupported):
        rekey.left(database)
    with pytest.raises(psycopg.errors.DuplicateFunction):
        rekey.run(database, steps)
    database.execute("UPDATE shop.orders SET name = name")
    database.execute("RESET ROLE")
    assert not mallory(database)
    database.execute("DROP OWNED BY mallory CASCADE")


OWN = """
    SELECT p.proname, p.prokind = 'p', ARRAY(SELECT format_type(t, NULL)
        FROM unnest(p.proargtypes) WITH ORDINALITY u(t, o) ORDER BY o)
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
        AND p.proname ~ '^guidon_(rekey_|new_id|old_id|v7|v8_append|v8_sharded|ulid|derive)'"""


def nearly_the_same(session):
    """Functions and procedures with other types of the arguments, and with fewer of them."""
    own = rows(session, OWN)
    taken = {(name, tuple(types)) for name, _, types in own}
    found = {}
    for name, procedure, types in own:
        others = [types[:count] for count in range(len(types))]
        others += [[*types[:i], other, *types[i + 1:]] for i in range(len(types))
                   for other in [*lookalikes.TYPES, "json", "text[]", "name[]", "anyelement"]]
        found |= {(name, tuple(one)): procedure for one in others}
    return [f"CREATE {'PROCEDURE' if procedure else 'FUNCTION'} public.{name}({', '.join(types)}) "
            f"{'' if procedure else 'RETURNS boolean '}LANGUAGE plpgsql AS "
            + lookalikes.BODY.format(f"{name}({', '.join(types)})")
            for (name, types), procedure in sorted(found.items()) if (name, types) not in taken]


@pytest.mark.parametrize("kind", ["v7", "ulid", "v8-append", "v8-sharded", "derive"])
def test_a_move_of_keys_takes_none_in_the_extension_s_own_schema(mallory, database, kind):
    """In which each role may create functions, as in `public` up to PostgreSQL 14."""
    rekey.make(database)
    rekey.secret(database)
    database.execute("RESET ROLE")
    before = rows(database, rekey.REFERENCES)
    made = nearly_the_same(database)
    assert len(made) > 1000
    as_mallory(database, ";".join(made))
    database.execute("SET ROLE shop_owner; RESET search_path")
    for number, _ in enumerate(moved(database, "public", kind)):
        database.execute(f"INSERT INTO shop.customer (name, created) VALUES ('t{number}', now())")
    database.execute("DELETE FROM shop.customer WHERE name LIKE 't%'")
    assert rows(database, rekey.REFERENCES) == before
    database.execute("RESET ROLE")
    assert not mallory(database)


# Tables of a superuser, to whose key another role may refer.
OF_A_SUPERUSER = """
    CREATE SCHEMA shop;
    CREATE TABLE shop.customer (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
        created timestamptz NOT NULL);
    CREATE TABLE shop.orders (customer bigint REFERENCES shop.customer);
    CREATE INDEX ON shop.orders (customer);
    INSERT INTO shop.customer (created) SELECT timestamptz '2026-01-01' + n * interval '1 h'
        FROM generate_series(1, 9) n;
    INSERT INTO shop.orders SELECT id FROM shop.customer;
    GRANT USAGE ON SCHEMA shop TO mallory;
    GRANT SELECT, REFERENCES ON shop.customer TO mallory"""
# A table of that role which looks as if the move had made its column. What it does with an
# UPDATE, and with a comparison, gives the role the rights of whoever moves.
TRAP = f"""
    CREATE TYPE public.mood AS ENUM ('good');
    CREATE FUNCTION public.as_uuid(public.mood) RETURNS uuid
        {GRAB.format("'00000000-0000-7000-8000-000000000000'")};
    CREATE CAST (public.mood AS uuid) WITH FUNCTION public.as_uuid(public.mood) AS IMPLICIT;
    CREATE TABLE public.trap (customer bigint REFERENCES shop.customer, customer_new {{}});
    COMMENT ON COLUMN public.trap.customer_new IS 'guidon_rekey reference';
    INSERT INTO public.trap (customer) VALUES (1);
    CREATE FUNCTION public.t() RETURNS trigger {GRAB.format("NEW")};
    CREATE TRIGGER t BEFORE UPDATE ON public.trap FOR EACH ROW EXECUTE FUNCTION public.t()"""


def refused_by(session, statement, error, words):
    with pytest.raises(error) as refused:
        session.execute(statement)
    assert words in str(refused.value), str(refused.value)


@pytest.mark.parametrize("call, type_of", [
    ("CALL guidon_rekey_backfill('shop.customer')", "uuid"),
    ("SELECT guidon_rekey_verify('shop.customer')", "public.mood"),
    ("CALL guidon_rekey_swap('shop.customer')", "uuid")])
def test_a_table_of_another_role_takes_no_part_in_a_move(mallory, database, call, type_of):
    """It came after the plan."""
    database.execute(OF_A_SUPERUSER)
    steps = rekey.left(database, table="shop.customer")
    count, = [n for n, one in enumerate(steps) if "backfill" in one]
    rekey.run(database, steps[:count if "backfill" in call else None])
    as_mallory(database, TRAP.format(type_of))
    refused_by(database, call, psycopg.errors.InsufficientPrivilege,
               "table public.trap belongs to mallory, and you are postgres")
    assert not mallory(database)


def test_a_view_of_another_role_is_not_made_again(mallory, database):
    """It would have the rights of the owner of the tables. It came after the plan, of the
    move or of its undo."""
    def owner():
        return value(database, "SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = "
                     "'public.mine'::regclass")

    database.execute(OF_A_SUPERUSER)
    view = "CREATE VIEW public.mine AS SELECT id FROM shop.customer"
    words = "mine: the view uses column \"id\" of table shop.customer, and is materialized or of"
    rekey.run(database, rekey.left(database, table="shop.customer"))
    as_mallory(database, view)
    swap = "CALL guidon_rekey_swap('shop.customer')"
    refused_by(database, swap, psycopg.errors.FeatureNotSupported, words)
    assert owner() == "mallory"
    database.execute("DROP VIEW public.mine")
    database.execute(swap)
    undo = rekey.undo_steps(database, "shop.customer")
    exchange = next(n for n, one in enumerate(undo) if "exchange" in one or "ready" in one)
    rekey.run(database, undo[:exchange])
    as_mallory(database, view)
    refused_by(database, undo[exchange], psycopg.errors.FeatureNotSupported, words)
    refused_by(database, "SELECT guidon_rekey_undo_steps('shop.customer')",
               psycopg.errors.FeatureNotSupported, words)
    assert owner() == "mallory"
