# SPDX-License-Identifier: MIT
"""SQL of a user that does anything while a statement with functions of the extension
runs. PLACES are where the server calls `hook`, and ACTS what it then does."""

import psycopg
import pytest

from cluster import rows, value

# `hook` gives back its argument. It acts at the first call of a statement and at each 64th
# after; what an act itself calls does not act again.
HOOK = """
    CREATE SCHEMA elsewhere;
    CREATE SEQUENCE calls MINVALUE 0;
    SELECT set_config('hook.acts', 'no', false);
    CREATE FUNCTION hook(n bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
        IF nextval('public.calls') % 64 = 1 AND current_setting('hook.acts') = 'yes' THEN
            PERFORM set_config('hook.acts', 'no', false);
            PERFORM public.act();
            PERFORM set_config('hook.acts', 'yes', false);
        END IF;
        RETURN n;
    END $$;
    CREATE FUNCTION made(n bigint) RETURNS uuid LANGUAGE sql AS
        $$ SELECT guidon_v7_at('2026-01-01 00:00+00'::timestamptz + hook(n) * '1 s'::interval) $$;
    CREATE TYPE box_of_id AS (n bigint);
    CREATE FUNCTION unboxed(box_of_id) RETURNS uuid LANGUAGE sql AS $$ SELECT made($1.n) $$;
    CREATE CAST (box_of_id AS uuid) WITH FUNCTION unboxed(box_of_id);
    CREATE FUNCTION same(ulid, bigint) RETURNS boolean LANGUAGE sql AS
        $$ SELECT guidon_ulid_time_of($1) IS NOT NULL AND hook($2) > 0 $$;
    CREATE OPERATOR === (LEFTARG = ulid, RIGHTARG = bigint, FUNCTION = same);
    CREATE DOMAIN user_id AS typeid CHECK (guidon_typeid_prefix_of(VALUE) = 'user' AND hook(1) = 1);
    CREATE TABLE made_ids (id uuid PRIMARY KEY DEFAULT guidon_v7_cluster(), n bigint
        CHECK (hook(n) = n), at timestamptz GENERATED ALWAYS AS (guidon_time_of(id)) STORED);
    CREATE FUNCTION filled() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.n := hook(NEW.n); RETURN NEW; END $$;
    CREATE TABLE filled_ids (id ulid DEFAULT guidon_ulid_cluster(), n bigint);
    CREATE TRIGGER filled BEFORE INSERT ON filled_ids FOR EACH ROW EXECUTE FUNCTION filled()"""
# Statements whose value is true, if they end.
PLACES = {
    "an argument": "SELECT count(DISTINCT guidon_v5(guidon_namespace_dns(), hook(n)::text)) = 40 "
                   "FROM generate_series(1, 40) n",
    "the length of a series": "SELECT count(*) = 820 FROM generate_series(1, 40) n, "
                              "guidon_v7_series(hook(n))",
    "a row of a series": "SELECT bool_and(hook(n) > 0) AND count(DISTINCT id) = 600 FROM "
                         "guidon_ulid_series(600) WITH ORDINALITY AS s(id, n)",
    "an aggregate": "SELECT guidon_audit(made(n)) @> '{\"rows\": 40, \"out_of_order\": 39}' "
                    "FROM generate_series(40, 1, -1) n",
    "an aggregate's order": "SELECT guidon_audit(made(n) ORDER BY hook(n)) @> "
                            "'{\"rows\": 40, \"out_of_order\": 0}' FROM "
                            "generate_series(40, 1, -1) n",
    "an aggregate's number": "SELECT guidon_audit(guidon_v4(), hook(n)) @> '{\"rows\": 40}' "
                             "FROM generate_series(40, 1, -1) n",
    "a window": "SELECT bool_and(a @> '{\"out_of_order\": 0}') FROM (SELECT guidon_audit("
                "made(n)) OVER (ORDER BY n ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS a "
                "FROM generate_series(1, 40) n) w",
    "a cast": "SELECT bool_and(guidon_version_of(row(n)::box_of_id::uuid) = 7) FROM "
              "generate_series(1, 40) n",
    "an operator": "SELECT bool_and(guidon_ulid() === n) FROM generate_series(1, 40) n",
    "a domain": "SELECT count(guidon_typeid('user')::user_id) = 40 FROM "
                "generate_series(1, 40)",
    "a constraint": "WITH made AS (INSERT INTO made_ids (n) SELECT generate_series(1, 40) "
                    "RETURNING at) SELECT count(at) = 40 FROM made",
    "a trigger": "WITH made AS (INSERT INTO filled_ids (n) SELECT generate_series(1, 40) "
                 "RETURNING id) SELECT count(guidon_ulid_time_of(id)) = 40 FROM made",
}
CALLS = """count(*), count(guidon_v7()), count(guidon_v7_cluster()), count(guidon_ulid()),
    count(guidon_ulid_cluster()), guidon_audit(id), count(guidon_typeid('a'))"""
# The body of `act`, and the values or errors with which the statement may end.
ACTS = {
    "goes on": ("NULL", {True}),
    "fails": ("RAISE EXCEPTION 'no'", {"P0001"}),
    "fails in a subtransaction": (f"""
        BEGIN PERFORM {CALLS} FROM guidon_v4_series(600) AS s(id); RAISE EXCEPTION 'no';
        EXCEPTION WHEN raise_exception THEN NULL; END""", {True}),
    "catches errors of the extension": ("""
        FOR i IN 1..3 LOOP
            BEGIN PERFORM 'no'::ulid; EXCEPTION WHEN invalid_text_representation THEN NULL; END;
            BEGIN PERFORM guidon_audit(guidon_v4(), -1); EXCEPTION
                WHEN invalid_parameter_value THEN NULL; END;
            BEGIN PERFORM count(*) FROM guidon_v7_series(5) id WHERE
                guidon_v1_to_v6(id) IS NULL; EXCEPTION
                WHEN invalid_parameter_value THEN NULL; END;
        END LOOP""", {True}),
    "calls the extension": (f"PERFORM {CALLS} FROM guidon_v4_series(600) AS s(id)", {True}),
    "leaves a cursor open": ("""
        DECLARE c refcursor; id uuid;
        BEGIN OPEN c FOR SELECT * FROM guidon_v7_series(100000); FETCH c INTO id; END""", {True}),
    "changes settings": ("""
        PERFORM set_config('TimeZone', 'Asia/Kathmandu', false),
            set_config('work_mem', '64kB', false),
            set_config('search_path', 'elsewhere, public', false)""", {True}),
    "moves the extension": ("ALTER EXTENSION guidon SET SCHEMA elsewhere; "
                            "ALTER EXTENSION guidon SET SCHEMA public", {True}),
    # The server lets functions, types and columns go that the statement uses.
    "drops the extension": ("DROP EXTENSION guidon CASCADE", {True, False, "42704", "XX000"}),
    "loads the module": ("LOAD '$libdir/guidon'", {True}),
    "cancels": ("PERFORM pg_cancel_backend(pg_backend_pid())", {"57014"}),
    "terminates": ("PERFORM pg_terminate_backend(pg_backend_pid())", {"57P01"}),
}


@pytest.fixture
def connect(database, cluster):
    """A function that gives a session whose hook does an act."""
    database.execute(HOOK)
    made = []

    def connect(body):
        session = cluster.connect(database.info.dbname)
        made.append(session)
        session.execute(f"CREATE OR REPLACE FUNCTION act() RETURNS void LANGUAGE plpgsql AS "
                        f"$act$ BEGIN {body}; END $act$")
        session.execute("SELECT set_config('hook.acts', 'no', false)")
        return session

    yield connect
    for session in made:
        session.close()


def in_transaction(session, statement):
    """The value of a statement while the hook acts, or the SQLSTATE of its error. The
    transaction is undone, and the session goes on."""
    session.execute("BEGIN; SET LOCAL hook.acts = 'yes'")
    try:
        found = value(session, statement)
    except psycopg.Error as error:
        found = error.sqlstate
    if not session.closed:
        session.execute("ROLLBACK")
    return found


MORE = ("SELECT id::text FROM (SELECT guidon_v7() UNION ALL SELECT guidon_v7_cluster() UNION "
        "ALL SELECT guidon_ulid()::uuid UNION ALL SELECT guidon_ulid_cluster()::uuid) AS m(id)")


@pytest.mark.parametrize("act", ACTS)
def test_a_function_of_the_user_may_do_anything(connect, act):
    body, allowed = ACTS[act]
    session = connect(body)
    made = []
    for place, statement in PLACES.items():
        session.execute("SELECT setval('calls', 0)")
        found = in_transaction(session, statement)
        assert found in allowed, (place, found)
        if session.closed:
            session = connect(body)
        assert value(session, "SELECT last_value FROM calls") > 0, place
        made += rows(session, MORE)
    assert len(set(made)) == len(made) == 4 * len(PLACES)
