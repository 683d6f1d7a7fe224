# SPDX-License-Identifier: MIT
"""Look-alikes: objects in `public` and `pg_temp` that PostgreSQL would take in place of
its own, or of the extension's, wherever a text leaves it the choice.

They come from the catalogue. Every operator name that a text uses exists for each pair
of types; every function that a text calls exists with the same arguments, and with each
argument replaced by each other type. All of them raise an error that names them."""

import re

from cluster import rows

# The error of a look-alike that ran.
TAKEN = "LOOKA"
BODY = f"""$look$BEGIN RAISE EXCEPTION USING ERRCODE = '{TAKEN}',
    MESSAGE = 'a look-alike ran: {{}}'; END$look$"""
# The types of all arguments and literals of the texts.
TYPES = ["boolean", "smallint", "integer", "bigint", "numeric", "double precision",
         "text", "character varying", "name", "bytea", "uuid", "timestamp with time zone",
         "timestamp without time zone", "date", "interval", "tstzrange", "oid",
         "regclass"]
# Types whose name the grammar does not turn into one of pg_catalog.
NAMED = ["text", "name", "bytea", "uuid", "timestamptz", "date", "tstzrange", "oid",
         "regclass", "bool", "int2", "int4", "int8", "float8", "cstring", "internal"]
MOST_ARGUMENTS = 12

CALLABLE = """
    SELECT DISTINCT p.proname, p.provariadic <> 0,
           ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) t)
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE p.proname = ANY (%s) AND p.prokind = 'f' AND p.pronargs > 0
       AND n.nspname IN ('pg_catalog', 'ext', 'early')"""


def called(texts):
    """The names of all functions that the texts may call."""
    return sorted(set(re.findall(r"\b([a-z_][a-z_0-9]*)\(", "\n".join(texts))))


def signatures(session, names):
    """Every signature of a look-alike: (name, types)."""
    found = set()
    for name, variadic, arguments in rows(session, CALLABLE, names):
        own = [one.strip('"') if one == '"any"' else one for one in arguments]
        if {"any", "internal", "cstring", "anyelement"} & set(own) and not variadic:
            continue
        if variadic:
            found |= {(name, (*own[:-1], *[other] * n)) for other in TYPES
                      for n in range(1, MOST_ARGUMENTS)}
            continue
        found.add((name, tuple(own)))
        found |= {(name, (*own[:i], other, *own[i + 1:]))
                  for i in range(len(own)) for other in TYPES}
    return sorted(one for one in found if "any" not in one[1])


def make_operators(session, texts):
    symbols = set(re.findall(r"[-+*/<>=~!@#%^&|]+", "\n".join(texts)))
    known = {name for (name,) in rows(session, "SELECT DISTINCT oprname FROM pg_operator")}
    pairs = [(left, right) for left in TYPES for right in TYPES]
    code = [f"CREATE FUNCTION public.look_alike({left}, {right}) RETURNS boolean "
            f"LANGUAGE plpgsql AS {BODY.format(f'operator of {left}, {right}')}"
            for left, right in pairs]
    code += [f"CREATE OPERATOR public.{symbol} (LEFTARG = {left}, RIGHTARG = {right}, "
             "FUNCTION = public.look_alike)"
             for symbol in sorted(symbols & known) for left, right in pairs]
    session.execute(";\n".join(code))
    return len(symbols & known)


def make_functions(session, found):
    code = []
    for name, types in found:
        arguments = ", ".join(types)
        code.append(f'CREATE FUNCTION public."{name}"({arguments}) RETURNS boolean '
                    f"LANGUAGE plpgsql AS {BODY.format(f'{name}({arguments})')}")
    session.execute(";\n".join(code))
    return len(code)


def make_names(session, texts, schema):
    """Types and tables, which PostgreSQL looks up in pg_temp before pg_catalog. The
    search path of the session is another one afterwards."""
    session.execute("SET search_path = pg_catalog, pg_temp")
    words = set(re.findall(r"\bpg_[a-z_]+", "\n".join(texts)))
    tables = rows(session, "SELECT relname FROM pg_class WHERE relname = ANY (%s) AND "
                  "relnamespace = 'pg_catalog'::regnamespace", sorted(words))
    for name in NAMED:
        session.execute(f'CREATE DOMAIN {schema}."{name}" AS bit CHECK (false)')
    for (name,) in tables:
        session.execute(f"CREATE TABLE {schema}.{name} AS SELECT NULL AS nothing")


def make(session, texts):
    """Everything in `public` that a caller's search path finds, but the types. Return
    the number of operators' names and of functions."""
    found = signatures(session, called(texts))
    session.execute("SET check_function_bodies = off")
    return make_operators(session, texts), make_functions(session, found)
