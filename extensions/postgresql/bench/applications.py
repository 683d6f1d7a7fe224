# SPDX-License-Identifier: MIT
"""Lists what guidon_lint() finds in the schemas of public applications, and how long it takes on
1,000 tables: `./dev bench lint`.

Each application comes from its package and makes its schema by its own migrations on a server
of the tests. It goes into an environment of its own below build/applications. Then each table
gets made rows, 100,000 in all. Ids are of the kind that the application makes. A column repeats
its values, but in a unique index that has to differ by row. guidon_lint() looks at the schema
without rows first, and then at the rows, with tables of all sizes. docs/guides/lint.md judges the
findings.

"tables" makes 1,000 tables of five columns, without rows and with 1,000 rows each, and prints the
median time of five calls."""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test"))

import build
import cluster as clusters
import servers
from cluster import rows, value
from python_tests import environment

FOLDER = build.ROOT / "build/applications"
NEEDS = pathlib.Path(__file__).with_suffix("")
ROWS = 100_000

# Applications whose command wants more than a database: the tables that MLflow makes before its
# migrations, and the settings of a site with all parts of Wagtail.
MLFLOW = """
import sys
from mlflow.store.db.utils import _initialize_tables, create_sqlalchemy_engine
_initialize_tables(create_sqlalchemy_engine(sys.argv[1]))"""
WAGTAIL = """
import sys, urllib.parse
import django
from django.conf import settings
from django.core.management import call_command
url = urllib.parse.urlsplit(sys.argv[1])
settings.configure(
    SECRET_KEY="made", USE_TZ=True, WAGTAIL_SITE_NAME="made", STATIC_URL="/static/",
    WAGTAILADMIN_BASE_URL="http://localhost", DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "USER": "postgres",
                           "NAME": url.path[1:], "HOST": url.query.partition("=")[2]}},
    INSTALLED_APPS=[
        *("wagtail.contrib." + name for name in (
            "forms", "redirects", "settings", "search_promotions", "simple_translation")),
        *("wagtail." + name for name in (
            "embeds", "sites", "users", "snippets", "documents", "images", "search", "admin")),
        "wagtail", "modelcluster", "taggit", "django.contrib.auth",
        "django.contrib.contenttypes", "django.contrib.sessions", "django.contrib.messages"])
django.setup()
call_command("migrate")"""

# What each application needs: its `version`, whose packages stand in a file of the folder
# applications by version and hash; `run`, the command that makes the schema, in which
# {bin} is the folder of its programs, {url} the database as a URL with the scheme `scheme`, and
# {home} an empty folder; and `environment`. `ids` is the kind of an id of type uuid.
APPLICATIONS = {
    "prefect": {
        "version": "3.9.1",
        "scheme": "postgresql+asyncpg",
        "run": ["{bin}/prefect", "server", "database", "upgrade", "-y"],
        "environment": {"PREFECT_API_DATABASE_CONNECTION_URL": "{url}", "PREFECT_HOME": "{home}"},
        "ids": "v4"},
    "apache-airflow": {
        "version": "3.3.2",
        "scheme": "postgresql+psycopg2",
        "run": ["{bin}/airflow", "db", "migrate"],
        "environment": {"AIRFLOW__DATABASE__SQL_ALCHEMY_CONN": "{url}", "AIRFLOW_HOME": "{home}"},
        "ids": "v7"},
    "mlflow": {
        "version": "3.17.2",
        "scheme": "postgresql+psycopg2",
        "run": ["{bin}/python", "-c", MLFLOW, "{url}"],
        "environment": {"MLFLOW_DISABLE_TELEMETRY": "true"},
        "ids": "v4"},
    "wagtail": {
        "version": "8.0.1",
        "scheme": "postgresql",
        "run": ["{bin}/python", "-c", WAGTAIL, "{url}"],
        "environment": {},
        "ids": "v4"},
    "argilla-server": {
        "version": "2.8.0",
        "scheme": "postgresql+asyncpg",
        "run": ["{bin}/python", "-m", "argilla_server", "database", "migrate"],
        "environment": {"ARGILLA_DATABASE_URL": "{url}", "ARGILLA_HOME_PATH": "{home}"},
        "ids": "v4"},
}

# The values of a type in the row n of a table. A kind of ids is a type here too.
DIGITS = "md5('{root} ' || {n})"
V4 = f"overlay(overlay({DIGITS} placing '4' from 13) placing '8' from 17)"
MADE = {
    "v4": f"{V4}::uuid",
    # A millisecond for each row.
    "v7": f"(lpad(to_hex(1767225600000 + {{n}}), 12, '0') || '7' || substr({DIGITS}, 1, 3) || '8' "
          f"|| substr({DIGITS}, 4, 15))::uuid",
    "int2": "({n} % 30000)::int2", "int4": "({n})::int4", "int8": "{n}", "oid": "{n}",
    "numeric": "{n} % 100", "float4": "{n}", "float8": "{n}", "bool": "{n} % 2 = 0",
    "text": "left({n} || ' {root}', {size})", "varchar": "left({n} || ' {root}', {size})",
    "bpchar": "left({n} || ' {root}', {size})", "name": "({n} || 'n')::name",
    "timestamptz": "'2026-01-01Z'::timestamptz + {n} * interval '1 min'",
    "timestamp": "'2026-01-01'::timestamp + {n} * interval '1 min'",
    "date": "'2026-01-01'::date + ({n} % 1000)::int", "time": "'12:00'::time",
    "interval": "interval '1 min' * {n}", "bytea": f"decode({DIGITS} || 'abcdef', 'hex')",
    "json": "'{{}}'::json", "jsonb": "'{{}}'::jsonb", "inet": "'10.0.0.0'::inet + {n}",
    "cidr": "host('10.0.0.0'::inet + {n})::cidr", "tsvector": "''::tsvector",
    "macaddr": "macaddr '02:00:00:00:00:00'",
}
# `makes_rows_differ`: of each unique index, one column has a value of its own in each row. It is
# the last one of numbers, words or times, because a reference repeats in real rows.
COLUMNS = """
    WITH chosen AS (
        SELECT DISTINCT ON (i.indexrelid) i.indrelid, k.att
        FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k(att, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.att
        JOIN pg_type t ON t.oid = a.atttypid
        WHERE i.indisunique
        ORDER BY i.indexrelid, t.typcategory IN ('N', 'S', 'D')
            AND a.atttypmod NOT BETWEEN 0 AND 11 DESC, t.typname = 'uuid' DESC,
            k.place DESC)
    SELECT c.oid, a.attnum, format('%I.%I', n.nspname, c.relname), a.attname, t.typname::text,
        greatest(a.atttypmod - 4, 0), t.typtype = 'e', t.typcategory = 'A',
        a.attnotnull AND d.oid IS NULL,
        EXISTS (SELECT FROM chosen i WHERE i.indrelid = c.oid AND i.att = a.attnum)
            AS makes_rows_differ,
        format_type(a.atttypid, a.atttypmod)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = ''
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (c.oid, a.attnum)
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = 'public'
    ORDER BY c.oid, a.attnum"""
LINKS = """
    SELECT conrelid, con, confrelid, conf
    FROM pg_constraint, unnest(conkey, confkey) AS k(con, conf) WHERE contype = 'f'"""


def fetched(name):
    """The folder of the programs of an application."""
    return pathlib.Path(environment(FOLDER / name, NEEDS / f"requirements-{name}.txt")).parent


def migrate(one, name, application):
    """Let the application make its schema in the database of its name."""
    home = clusters.temporary()
    words = {"bin": fetched(name), "home": home,
             "url": f"{application['scheme']}://postgres@/{name}?host={one.folder}"}

    def filled(text):
        return re.sub(r"{(bin|home|url)}", lambda found: str(words[found[1]]), text)

    done = subprocess.run(
        [filled(word) for word in application["run"]], cwd=home,
        env={**os.environ, **{key: filled(text) for key, text in
                              application["environment"].items()}},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{name}: its migrations fail:\n{done.stdout[-3000:]}")


def root_of(key, links):
    """The column at the end of a chain of foreign keys."""
    seen = set()
    while key in links and key not in seen:
        seen.add(key)
        key = links[key]
    return key


def fill(session, application):
    """Fill each table; return their number."""
    links = {(rel, con): (target, conf) for rel, con, target, conf in rows(session, LINKS)}
    tables = collections.defaultdict(list)
    names = {}
    for rel, number, table, column, *rest in rows(session, COLUMNS):
        tables[rel, table].append((number, column, *rest))
        names[rel, number] = f"{table.removeprefix('public.')}.{column}"
    for (table, check) in rows(session, "SELECT conrelid::regclass::text, quote_ident(conname) "
                               "FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND "
                               "connamespace = 'public'::regnamespace"):
        session.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {check}")
    session.execute("SET session_replication_role = replica")
    session.execute("TRUNCATE " + ", ".join(table for _, table in tables))
    each = ROWS // len(tables)
    for (rel, table), columns in tables.items():
        targets, values = [], []
        for number, column, kind, size, is_enum, is_array, needed, is_unique, full in columns:
            root = names[root_of((rel, number), links)]
            kind = application["ids"] if kind == "uuid" else kind
            made = ("(enum_range(NULL::{full}))[1]" if is_enum else "'{{}}'::{full}" if is_array
                    else MADE.get(kind))
            if made is None:
                if needed:
                    sys.exit(f"{table}.{column}: no value of type {full} is known")
                continue
            targets.append(f'"{column}"')
            values.append(made.format(n="n" if is_unique else "(n / 10)", root=root, full=full,
                                      size=size or 40))
        session.execute(f"INSERT INTO {table} ({', '.join(targets)}) OVERRIDING SYSTEM VALUE "
                        f"SELECT {', '.join(values)} FROM generate_series(1, {each}::bigint) n")
    session.execute("RESET session_replication_role")
    session.execute("VACUUM ANALYZE")
    return len(tables)


def wrong_densities(session, found):
    """The indexes of findings that pgstatindex does not confirm: it says 70 % or more."""
    loose = [row[1] for row in found if row[2] == "loose-index"]
    return [name for name in loose if value(session, """
        SELECT avg_leaf_density / 100 * leaf_pages / (leaf_pages + empty_pages + deleted_pages)
        FROM guidon.pgstatindex(%s::regclass)""", name) >= 0.7]


def list_findings(session, when, details, arguments=""):
    began = time.monotonic()
    found = rows(session, "SELECT severity, object, finding, why, remedy FROM "
                 f"guidon.guidon_lint({arguments})")
    took = time.monotonic() - began
    counts = collections.Counter(row[2] for row in found)
    print(f"  {when}: {len(found)} findings in {took:.2f} s: " +
          ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items())))
    wrong = wrong_densities(session, found)
    if wrong:
        print(f"    pgstatindex says 70 % or more of {', '.join(wrong)}")
    for severity, thing, finding, why, remedy in found if details else []:
        print(f"    {severity} {finding} {thing}\n      {why}\n      {remedy}")


MANY = """
    DO $$ BEGIN FOR i IN {first} .. {last} LOOP EXECUTE format('
        CREATE TABLE t%1$s (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
            t_id uuid REFERENCES t%2$s, code char(36) UNIQUE, name text, at timestamptz);
        CREATE INDEX ON t%1$s (t_id);
        INSERT INTO t%1$s SELECT {id}::uuid, {t_id}::uuid, {code}::uuid, n, now()
            FROM generate_series(1, {rows}) n', i, i - 1);
    END LOOP; END $$"""


def time_tables(one, each):
    """Print the time of a call on 1,000 tables with so many rows each."""
    name = f"tables{each}"
    with one.connect() as session:
        session.execute(f"CREATE DATABASE {name}")
    with one.connect(name) as session:
        session.execute("CREATE SCHEMA guidon; CREATE EXTENSION guidon SCHEMA guidon; "
                        "CREATE TABLE t0 (id uuid PRIMARY KEY); "
                        "SET session_replication_role = replica")
        for first in range(1, 1001, 100):
            session.execute(MANY.format(first=first, last=first + 99, rows=each, **{
                name: V4.format(n="n", root=root).replace("'", "''") for name, root in
                (("id", "%1$s"), ("t_id", "%2$s"), ("code", "c %1$s"))}))
        session.execute("ANALYZE")
        times = []
        for _ in range(5):
            began = time.monotonic()
            found = value(session, "SELECT count(*) FROM guidon.guidon_lint(at_least => 0)")
            times.append(time.monotonic() - began)
        print(f"  {each} rows each: {found} findings in {sorted(times)[2]:.2f} s", flush=True)


def judge(one, name, details):
    """List the findings in an application."""
    application = APPLICATIONS[name]
    with one.connect() as session:
        session.execute(f'CREATE DATABASE "{name}"')
    migrate(one, name, application)
    with one.connect(name) as session:
        session.execute("CREATE SCHEMA guidon; CREATE EXTENSION guidon SCHEMA guidon; "
                        "CREATE EXTENSION pgstattuple SCHEMA guidon")
        tables = value(session, "SELECT count(*) FROM pg_class WHERE relkind IN ('r', "
                       "'p') AND relnamespace = 'public'::regnamespace")
        print(f"{name} {application['version']}, {tables} tables", flush=True)
        list_findings(session, "no rows", details)
        fill(session, application)
        list_findings(session, "rows", details, "at_least => 0")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench lint", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"some of {', '.join(APPLICATIONS)}, tables; all without any")
    parser.add_argument("--details", action="store_true", help="print each finding")
    options = parser.parse_args()
    every = [*APPLICATIONS, "tables"]
    if unknown := set(options.names) - set(every):
        parser.error(f"no application {', '.join(sorted(unknown))}")
    server = servers.find(servers.FOLDER)[0][0]
    build.install(server, build.ROOT / "build/postgresql" / repr(server))
    folder = clusters.temporary()
    clusters.initdb(server, folder / "data")
    print(f"PostgreSQL {server.version}", flush=True)
    with clusters.Cluster(server, folder).start() as one:
        for name in options.names or every:
            if name == "tables":
                print("1,000 tables", flush=True)
                time_tables(one, 0)
                time_tables(one, 1000)
            else:
                judge(one, name, options.details)


if __name__ == "__main__":
    main()
