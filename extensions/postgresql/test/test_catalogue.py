# SPDX-License-Identifier: MIT
"""What the catalogue says of the extension is true of every function in it. The
functions come from pg_proc, so a function that is added later is tested as well."""

import re
import sys

import psycopg
import pytest

import build
import samples
from cluster import binary_result, rows, value

sys.path.insert(0, str(build.ROOT / "tests/support"))
import functions_page

ZONES = ["UTC", "Asia/Kathmandu", "America/St_Johns"]
STYLES = {"DateStyle": ["ISO, MDY", "German, DMY"],
          "IntervalStyle": ["postgres", "iso_8601"],
          "extra_float_digits": ["1", "-15"]}


def results_of(session, functions):
    return {call: binary_result(session, call)
            for function in functions for call in function.calls()}


def changed(before, after):
    return [call for call in before if before[call] != after[call]]


@pytest.fixture
def pure(database):
    return [function for function in samples.callable_functions(database)
            if function.volatility != "v"]


def test_no_pure_function_depends_on_a_setting(database, pure):
    immutable = [function for function in pure if function.volatility == "i"]
    first = results_of(database, immutable)
    for name, settings in {"TimeZone": ZONES, **STYLES}.items():
        for setting in settings:
            database.execute(f"SET {name} = '{setting}'")
            assert changed(first, results_of(database, immutable)) == [], setting
        database.execute(f"RESET {name}")


def test_no_pure_function_is_random(database, pure):
    first = results_of(database, pure)
    assert changed(first, results_of(database, pure)) == []


def test_every_volatile_function_differs(database):
    for function in samples.callable_functions(database):
        if function.volatility != "v":
            continue
        for call in function.calls():
            first = binary_result(database, call)
            if isinstance(first, bytes) and not call.endswith("(0::bigint)"):
                assert first != binary_result(database, call), call


def test_every_function_has_a_comment_and_says_parallel_safe(database):
    for function in samples.functions(database):
        assert function.internal or function.comment, function
        assert function.parallel == "s" or function.volatility != "i", function


def test_every_pure_function_can_fail_for_null(database, pure):
    """A strict function gives NULL for NULL; another one may refuse it in words, and must
    not crash on it."""
    for function in pure:
        nulls = ", ".join(f"NULL::{type}" for type in function.arguments)
        if function.arguments:
            try:
                got = rows(database, f"SELECT {function.qualified}({nulls})")
            except (psycopg.errors.FeatureNotSupported,
                    psycopg.errors.ObjectNotInPrerequisiteState):
                got = "refused"
            assert not function.strict or got in ([], [(None,)]), function


def members(catalogue, column="oid"):
    """A condition: the row belongs to the extension."""
    return f"""{column} IN (SELECT objid FROM pg_depend d JOIN pg_extension e
        ON d.refobjid = e.oid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'guidon' AND d.deptype = 'e'
        AND d.classid = '{catalogue}'::regclass)"""


# What programs of other projects call, and what belongs to a type.
PEER_NAMES = {"uuidv4", "uuidv7", "uuid_extract_timestamp", "uuid_extract_version", "min", "max",
              "gen_ulid", "gen_monotonic_ulid", "uuid7_time_encoder", "uuid7_time_decoder"}


def test_names_are_those_of_the_page(database):
    """docs/functions.md has every function. All begin with guidon_, except the names of other
    projects and the functions of the types."""
    names = {name for (name,) in rows(database, f"""
        SELECT proname FROM pg_proc WHERE {members('pg_proc')}""")}
    ours = {name for name in names if name.startswith("guidon_")}
    assert functions_page.differences("PostgreSQL", ours) == []
    others = {name for name in names - ours
              if not re.match(r"(ulid|typeid)_|uuid_\w+_ulid$", name)}
    assert others == PEER_NAMES


def test_no_leakproof_function_is_one_of_the_server_that_is_not(database):
    """A function in the language internal is a function of the server under another
    name. It is leakproof if the server says so."""
    assert rows(database, f"""
        SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
        WHERE l.lanname = 'internal' AND p.proleakproof AND {members('pg_proc', 'p.oid')}
          AND NOT EXISTS (SELECT FROM pg_proc core WHERE core.prosrc = p.prosrc
              AND core.pronamespace = 'pg_catalog'::regnamespace AND core.proleakproof)
        ORDER BY 1""") == []


def test_no_cast_is_implicit(database):
    assert rows(database, f"""
        SELECT castsource::regtype, casttarget::regtype FROM pg_cast
        WHERE castcontext = 'i' AND {members('pg_cast')}""") == []


def test_operator_classes_are_valid(database):
    """amvalidate reports what a class lacks as INFO."""
    notices = []
    database.add_notice_handler(lambda notice: notices.append(notice.message_primary))
    for name, valid in rows(database, f"""
            SELECT opcname, amvalidate(oid) FROM pg_opclass
            WHERE {members('pg_opclass')}"""):
        assert valid, (name, notices)
    assert notices == []


def test_operators_have_estimators_and_commutators(database):
    """Without an estimator the planner takes a third of the table for one row."""
    assert rows(database, f"""
        SELECT oid::regoperator FROM pg_operator
        WHERE {members('pg_operator')} AND oprresult = 'bool'::regtype
          AND (oprrest = 0 OR oprjoin = 0 OR oprcom = 0 OR oprnegate = 0)""") == []


def test_drop_leaves_nothing(cluster):
    """CREATE EXTENSION and DROP EXTENSION leave every catalogue as it was."""
    with cluster.connect() as session:
        session.execute("DROP DATABASE IF EXISTS t_drop")
        session.execute("CREATE DATABASE t_drop")
    with cluster.connect("t_drop") as session:
        catalogues = [name for (name,) in rows(session, """
            SELECT a.attrelid::regclass::text FROM pg_attribute a
            JOIN pg_class c ON c.oid = a.attrelid
            WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'r'
              AND a.attname = 'oid'
              AND has_table_privilege(c.oid, 'SELECT')""")]
        count = " UNION ALL ".join(f"SELECT '{name}' AS name, count(*) FROM {name}"
                                   for name in [*catalogues, "pg_depend",
                                                "pg_description", "pg_amop",
                                                "pg_attribute", "pg_init_privs"])
        before = rows(session, count)
        session.execute("CREATE EXTENSION guidon")
        assert rows(session, count) != before
        session.execute("DROP EXTENSION guidon")
        assert rows(session, count) == before
        assert value(session, "SELECT count(*) FROM pg_shdepend WHERE dbid = "
                     "(SELECT oid FROM pg_database WHERE datname = 't_drop')") == 0
    with cluster.connect() as session:
        session.execute("DROP DATABASE t_drop")


@pytest.mark.parametrize("schema", ["public", "ids"])
def test_schema_is_free_and_movable(database, schema):
    """The extension works in another schema, also when that is not in the path."""
    database.execute("CREATE SCHEMA IF NOT EXISTS ids")
    database.execute(f"ALTER EXTENSION guidon SET SCHEMA {schema}")
    database.execute("SET search_path = ''")
    for function in samples.functions(database):
        assert function.signature.startswith(f"{schema}."), function
    assert value(database, f"SELECT {schema}.guidon_v7() IS NOT NULL")
