# SPDX-License-Identifier: MIT
"""The shared vectors, by SQL."""

import json

import duckdb
import pytest
from binding import RANGE, DuckDB, types_of
from conftest import audit_of, one
from vector_tests import (  # noqa: F401
    reads, test_audits, test_bounds, test_derived, test_descriptions, test_documents,
    test_duplicates, test_every_file_of_vectors_is_run_or_excused, test_fields,
    test_half_open_ranges, test_initialisers, test_other_names_of_forms, test_random_bits,
    test_reasons_of_refused_texts, test_refused_texts, test_texts, test_texts_of_the_draft,
    test_texts_whose_forms_need_their_names, test_versions_1_and_6, test_what_is_hashed)
from audits import check_known, tables
from vectors import rows

# Files whose rows no function of the extension can express, and the others.
ELSEWHERE = {
    "causes": "the tool names and repairs causes",
    "key_rings": "the program has the keys, and gives SQL the one that it needs",
    "cipher": "the extension gives no key stream",
    "alias": "the tool, Python and npm replace ids in text",
    "find": "SQL finds parts of texts by LIKE",
    "hash": "the extension gives no digest",
    "names": "DuckDB makes version 5 by uuidv5",
    "kinds": "a UUID of DuckDB does not keep the form of its text",
    "lenient": "the extension has no lenient reader",
    "orders": "a UUID of DuckDB has the order of its bytes",
    "times": "the rows of values have the times of ids",
    "prefixed": "test_prefixed.py runs these",
    "time_text": "DuckDB reads and writes the texts of times",
    "typeid": "the extension has no TypeIDs",
    "dce": "the extension makes no version 2, and reads it as values does",
    "ncs": "the text form ncs has these rows in text",
    "guid": "the text form guid-hex has these rows in text",
    "oid": "the text form oid has these rows in text; no function gives DER",
}

@pytest.fixture
def binding(database):
    return DuckDB(database)


def test_a_literal_has_its_type(database):
    derived = "SELECT guidon_derive(now(), repeat('a', 32)::BLOB, "
    for literal, type_ in (("258", "BIGINT"), ("'258'", "VARCHAR"), ("-1", "BIGINT"),
                           ("(SELECT sum(i) FROM range(3) r(i))", "BIGINT"),
                           ("'a'::ENUM ('a', 'b')", "VARCHAR")):
        assert one(database, f"{derived}{literal}) = guidon_derive(now(), "
                   f"repeat('a', 32)::BLOB, ({literal})::{type_})"), literal
    assert one(database, f"{derived}NULL)") is None


def refused(database, value):
    with pytest.raises(duckdb.Error) as raised:
        database.execute(f"SELECT guidon_derive(now(), repeat('a', 32)::BLOB, {value})")
    return str(raised.value)


@reads(hashed="refused_integers")
def test_what_is_not_hashed(database):
    for row in rows("hashed", "refused_integers"):
        for type_ in types_of(int(row["value"])):
            assert "the integer is not in the range of BIGINT; cast it to VARCHAR" in \
                refused(database, f"CAST('{row['value']}' AS {type_})"), (type_, row)
    for value in ("258.0", "258::DOUBLE", "258::FLOAT", "258::DECIMAL(9, 0)", "true",
                  "DATE '2024-01-01'", "TIMESTAMP '2024-01-01'", "[1]", "{'a': 1}"):
        assert "guidon_derive" in refused(database, value), value


@pytest.mark.skipif(not duckdb.__version__.startswith("1.4."), reason="other versions of "
                    "DuckDB give no function a text that is not UTF-8")
def test_a_text_that_is_not_utf8_is_refused(database):
    """%c of printf writes a byte, which begins or ends no character."""
    for text in ("printf('%c', 233)", "printf('caf%c', 233)", "printf('%cx', 128)"):
        assert "guidon_derive: the text is not UTF-8" in refused(database, text)
    assert "UUID" in str(database.execute("SELECT guidon_derive(now(), repeat('a', 32)::BLOB, "
                                          "printf('%c', 65))").fetchall())


@reads(ulid="ulids refused")
def test_ulids(database):
    for row in rows("ulid", "ulids"):
        found = database.execute(
            "SELECT id, epoch_ms(guidon_ulid_time_of(id)), guidon_format(id, 'ulid') "
            "FROM (SELECT guidon_parse(?) AS id)", [row["ulid"]]).fetchall()
        assert found[0][0].hex == row["octets"] and found[0][1:] == (row["ms"], row["ulid"]), row
    for row in rows("ulid", "refused"):
        if len(row["text"]) == 26:
            assert one(database, "SELECT guidon_parse(?)", row["text"]) is None, row


@pytest.mark.parametrize("threads", [1, 4])
def test_a_number_of_duplicates_is_exact_or_null(database, request, threads):
    """By one thread, and by threads whose states are combined."""
    database.execute(f"SET threads = {threads}")
    for ids, copies in tables(request.config.getoption("--ids")):
        database.execute("CREATE OR REPLACE TABLE t AS SELECT md5(i::VARCHAR)::UUID AS id "
                         f"FROM range({ids}) r(i) UNION ALL SELECT md5(i::VARCHAR)::UUID "
                         f"FROM range({copies}) r(i)")
        for distinct, held in [(None, 1_572_864), (6, 6), (1_000, 1_536), (50_000, 98_304),
                               (ids, ids)]:
            report = one(database, f"SELECT {audit_of('id', '?')} FROM t", distinct)
            check_known(json.loads(report), ids + copies, copies, held)


def test_half_open_ranges_equal_the_model(database):
    """100,000 pairs of an id, first or last of its millisecond, and a range of times in
    eighths of a millisecond."""
    assert database.execute(f"""
        SELECT count(*), count(*) FILTER (WHERE guidon_time_of(id) >= a AND guidon_time_of(id) < b),
            count(*) FILTER (WHERE ({RANGE}) IS DISTINCT FROM
                (guidon_time_of(id) >= a AND guidon_time_of(id) < b))
        FROM (SELECT CASE i % 2 WHEN 0 THEN guidon_v7_floor(t) ELSE guidon_v7_ceil(t) END AS id,
                     a, b
              FROM (SELECT i, make_timestamptz(1645557742000000 + i // 2 % 10 * 1000) AS t,
                       make_timestamptz(1645557742000000 + i // 20 % 50 * 250 - 1000) AS a,
                       make_timestamptz(1645557742000000 + i // 1000 % 100 * 125) AS b
                    FROM range(100000) r(i)))""").fetchall() == [(100_000, 23_700, 0)]
