# SPDX-License-Identifier: MIT
"""Calls every function with random rows and prints "done", or ends with the difference.

Each function runs on a table of random values, on a part of its rows in another order,
on constants, and on a row at a time. The results for equal arguments must be equal."""

import random
import re

from conftest import AUDITS_LISTS, audit_of, connect

ROWS = 3000
TEXTS = ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
         "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}", "urn:uuid:", "2.25.", "{0x", "",
         "NaN", "\u20ac", "34dc23469000.0d.00.00.7c.5f.00.00.00"]
FORMS = ["uuid", "hex", "ulid", "base58", "base62", "urn", "ncs", "int", "oid", "braces"]
CALLS = [
    ("guidon_time_of", ["id"]), ("guidon_ulid_time_of", ["id"]), ("guidon_version_of", ["id"]),
    ("guidon_format", ["id", "form"]), ("guidon_parse", ["text"]),
    ("guidon_parse", ["text", "form"]), ("guidon_parse_reason", ["text"]),
    ("guidon_parse_reason", ["text", "form"]), ("guidon_describe", ["text"]), ("guidon_floor", ["moment"]),
    ("guidon_ceil", ["moment"]), ("guidon_v7_floor", ["moment"]), ("guidon_v7_ceil", ["moment"]),
    ("guidon_v1_to_v6", ["v1"]), ("guidon_v6_to_v1", ["v6"]),
    ("guidon_v8_append_floor", ["moment"]), ("guidon_v8_append_floor", ["moment", "i % 29"]),
    ("guidon_v8_floor", ["moment", "i % 16", "4"]), ("guidon_v8_ceil", ["moment", "i % 2", "i % 5 + 1"]),
    ("guidon_v8_prefix_of", ["id", "i % 29"]), ("guidon_prefixed_time_of", ["id", "i % 29"]),
    ("guidon_shard_of", ["data", "i % 11"]), ("guidon_shard_of", ["text", "10"]),
    ("guidon_derive", ["unix", "key", "data"]), ("guidon_derive", ["unix", "key", "text"]),
    ("guidon_derive", ["unix", "key", "id"])]
MAKERS = {"guidon_v4", "guidon_v6", "guidon_v7", "guidon_ulid", "guidon_v8_append"}
# These make ids from arguments; test_prefixed.py calls them.
MAKERS_OF_ARGUMENTS = {"guidon_v8_append_at", "guidon_v8_sharded", "guidon_v8_sharded_at"}


def random_text(source):
    text = source.choice(TEXTS)
    at = source.randint(0, len(text))
    change = source.choice(["", "", "Z", "\u20ac", text])
    return text[:at] + change + text[at + source.randint(0, 1):]


def random_uuid(source, version=None):
    digits = f"{source.getrandbits(128):032x}"
    if version:
        digits = f"{digits[:12]}{version}{digits[13:16]}9{digits[17:]}"
    return source.choice([digits, digits, "0" * 32, "f" * 32]) if not version else digits


def row(source):
    """One row: NULL in each column now and then."""
    values = [
        random_uuid(source), random_uuid(source, 1), random_uuid(source, 6),
        source.choice(FORMS), random_text(source),
        source.choice([0, -1, 2**48 * 1000, -2**62, source.randint(-2**61, 2**61)]),
        source.randint(0, 2**48 * 1000 - 1), source.randbytes(32),
        source.randbytes(source.randint(0, 40))]
    return [None if source.random() < 0.1 else value for value in values]


def fill(session, source):
    session.execute(
        "CREATE TABLE t (i INT, id UUID, v1 UUID, v6 UUID, form VARCHAR, text VARCHAR, "
        "moment TIMESTAMPTZ, unix TIMESTAMPTZ, key BLOB, data BLOB)")
    session.executemany(
        "INSERT INTO t VALUES (?, ?::UUID, ?::UUID, ?::UUID, ?, ?, "
        "make_timestamptz(?::BIGINT), make_timestamptz(?::BIGINT), ?, ?)",
        [[i, *row(source)] for i in range(ROWS)])


def differences(session, name, columns):
    """Rows whose result depends on the vector in which their arguments stand."""
    call = f"{name}({', '.join(columns)})"
    session.execute(f"CREATE OR REPLACE TABLE whole AS SELECT i, {call}::VARCHAR AS x FROM t")
    (part,) = session.execute(f"""
        SELECT count(*) FROM (SELECT i, {call}::VARCHAR AS x FROM
          (SELECT * FROM t WHERE i % 7 < 3 ORDER BY md5(i::VARCHAR))) AS part
        JOIN whole USING (i) WHERE part.x IS DISTINCT FROM whole.x""").fetchone()
    single = 0
    for i in range(0, ROWS, 101):
        arguments = ", ".join(f"(SELECT {column} FROM t WHERE i = {i})" for column in columns)
        (same,) = session.execute(
            f"SELECT {name}({arguments})::VARCHAR IS NOT DISTINCT FROM "
            f"(SELECT x FROM whole WHERE i = {i})").fetchone()
        single += not same
    return part + single


def main():
    source = random.Random(1)
    session = connect(threads=2)
    listed = {name for (name,) in session.execute(
        "SELECT function_name FROM duckdb_functions() WHERE function_name LIKE 'guidon%'"
    ).fetchall()}
    assert listed == {name for name, _ in CALLS} | MAKERS | MAKERS_OF_ARGUMENTS | {
        "guidon_audit"}, listed
    fill(session, source)
    for name, columns in CALLS:
        assert differences(session, name, columns) == 0, name
        nulls = ", ".join(["NULL"] * len(columns))
        assert session.execute(f"SELECT {name}({nulls})").fetchone() == (None,), name
    for columns in (("id",), ("v1",), ("v6",), ("id", "6"), ("id", "i % 3 * 1000"), ("id", "0")):
        for groups in (1, 97, 1000):
            rows = session.execute(f"SELECT sum((a::JSON ->> '$.rows')::INT) FROM (SELECT "
                                   f"{audit_of(*columns)} AS a FROM t GROUP BY i % {groups})")
            assert rows.fetchone() == (ROWS,)
        if AUDITS_LISTS:
            continue
        columns = ", ".join(columns)
        session.execute(f"SELECT guidon_audit({columns}) OVER (ORDER BY i ROWS BETWEEN "
                        "9 PRECEDING AND 9 FOLLOWING) FROM t").fetchall()
    for name in sorted(MAKERS):
        (made,) = session.execute(f"SELECT count(DISTINCT {name}()) FROM t").fetchone()
        assert made == ROWS, name
    assert re.match("[0-9a-f-]{36}$", str(session.execute(
        "SELECT guidon_v7()").fetchone()[0]))
    session.close()
    print("done")


if __name__ == "__main__":
    main()
