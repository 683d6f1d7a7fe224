# SPDX-License-Identifier: MIT
"""The shared vectors, by the functions on uuid. test_types.py has those of the types."""

import hashlib
import re
import uuid

import psycopg
import pytest

from binding import PostgreSQL, bytea, instant
from cluster import rows, value
from vector_tests import (  # noqa: F401
    reads, test_audits, test_bounds, test_derived, test_descriptions, test_documents,
    test_duplicates,
    test_every_file_of_vectors_is_run_or_excused, test_fields, test_initialisers, test_keys,
    test_names, test_other_names_of_forms, test_random_bits, test_reasons_of_refused_texts,
    test_texts, test_texts_of_the_draft, test_texts_whose_forms_need_their_names,
    test_versions_1_and_6,
    test_what_is_hashed)
from audits import check_known, tables
from vectors import rows as vectors

SQLSTATES = {"RANGE": "22003", "CHAR": "22P02", "LENGTH": "22P02", "FORM": "22P02"}

# Files whose rows no function of the extension can express, and the others.
ELSEWHERE = {
    "ulid": "test_types.py runs these",
    "typeid": "test_types.py runs these",
    "causes": "the tool names and repairs causes",
    "key_rings": "the program has the keys, and gives SQL the one that it needs",
    "cipher": "the extension gives no key stream",
    "alias": "the tool, Python and npm replace ids in text",
    "find": "SQL finds parts of texts by LIKE",
    "hash": "the extension gives no digest",
    "kinds": "a uuid and a ulid are types, which say the kind",
    "lenient": "the extension has no lenient reader",
    "orders": "a uuid has the order of its bytes",
    "times": "the rows of values have the times of ids",
    "prefixed": "test_prefixed.py runs these",
    "time_text": "PostgreSQL reads and writes the texts of times",
    "dce": "the extension makes no version 2, and reads it as values does",
    "ncs": "the text form ncs has these rows in text and refuse",
    "oid": "the text form oid has these rows in text and refuse; no function gives DER",
}

@pytest.fixture
def binding(shared):
    return PostgreSQL(shared)


@reads(refuse="refused")
def test_refused_texts(shared):
    for row in vectors("refuse", "refused"):
        if row["form"] == "any" or "\0" in row["text"]:
            continue  # guidon_parse(text) tries every form; NUL is no text of SQL
        with pytest.raises(psycopg.Error) as raised:
            value(shared, "SELECT guidon_parse(%s::text, %s)", row["text"],
                  row["form"])
        diagnosis = raised.value.diag
        assert diagnosis.sqlstate == SQLSTATES[row["status"]], row
        assert diagnosis.message_detail == value(
            shared, "SELECT guidon_parse_reason(%s::text, %s) || '.'", row["text"],
            row["form"]), row


@reads(ambiguous="ambiguous")
def test_the_error_of_an_ambiguous_text_names_its_forms(shared):
    for row in vectors("ambiguous", "ambiguous"):
        with pytest.raises(psycopg.Error) as raised:
            value(shared, "SELECT guidon_parse(%s::text)", row["text"])
        diagnosis = raised.value.diag
        assert diagnosis.sqlstate == "22P02", row
        assert re.findall(r"[a-z0-9-]+", diagnosis.message_detail.partition(" be ")[2]
                          .partition(";")[0].replace(" or ", " ")) == row["forms"], row
        assert diagnosis.message_hint == "Name the form: guidon_parse(text, form).", row


@reads(guid="images")
def test_images_of_microsoft(shared):
    for row in vectors("guid", "images"):
        assert rows(shared, "SELECT guidon_guid(a) = b, guidon_guid(b) = a "
                    "FROM (VALUES (%s::uuid, %s::uuid)) v(a, b)", row["octets"],
                    row["guid_octets"]) == [(True, True)], row


@reads(hashed="refused_integers")
def test_what_is_not_hashed(shared):
    for row in vectors("hashed", "refused_integers"):
        with pytest.raises(psycopg.errors.NumericValueOutOfRange):
            value(shared, f"SELECT guidon_derive(now(), '', ({row['value']})::bigint)")
        with pytest.raises(psycopg.errors.UndefinedFunction):
            value(shared, f"SELECT guidon_derive(now(), '', {row['value']})")
    for other in ("258.0", "258::numeric", "258::float8", "258::real", "true",
                  "current_date", "now()", "ARRAY[1]", "'{}'::jsonb"):
        with pytest.raises(psycopg.errors.UndefinedFunction):
            value(shared, f"SELECT guidon_derive(now(), '', {other})")


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_text_is_hashed_in_utf8(cluster, encoding):
    """SQL_ASCII takes any bytes; those that are not UTF-8 are refused when they are
    hashed."""
    with cluster.connect() as session:
        session.execute(f"CREATE DATABASE other ENCODING {encoding} LC_COLLATE 'C' "
                        "LC_CTYPE 'C' TEMPLATE template0")
    try:
        with cluster.connect("other") as session:
            session.execute("CREATE EXTENSION guidon")
            check_encoding(session, encoding)
    finally:
        with cluster.connect() as session:
            session.execute("DROP DATABASE other")


CALLS = ["guidon_derive('2024-01-01', decode(repeat('01', 32), 'hex'), {})",
         *(f"guidon_{name}(guidon_namespace_dns(), {{}})" for name in ("v3", "v5", "v8_sha256"))]


def check_encoding(session, encoding):
    if encoding == "LATIN1":
        for call in CALLS:
            assert value(session, "SELECT " + call.format("chr(233)") + " = " +
                         call.format(bytea("c3a9"))), call
        return
    for row in vectors("hashed", "refused_texts"):
        text = f"convert_from({bytea(row['octets'])}, 'SQL_ASCII')"
        for call in CALLS:
            with pytest.raises(psycopg.errors.CharacterNotInRepertoire):
                value(session, "SELECT " + call.format(text))


def named(version, algorithm, name):
    """The id of a name in the namespace of DNS, by hashlib."""
    octets = bytearray(hashlib.new(algorithm, uuid.NAMESPACE_DNS.bytes + name).digest()[:16])
    octets[6] = octets[6] & 15 | version << 4
    octets[8] = octets[8] & 63 | 128
    return uuid.UUID(bytes=bytes(octets))


@pytest.mark.parametrize("length", [2**20 - 1, 2**20, 2**20 + 1, 3 * 2**20 + 5])
def test_long_names(shared, length):
    """A name is hashed in pieces of 2^20 bytes."""
    for function, version, algorithm in [("v3", 3, "md5"), ("v5", 5, "sha1"),
                                         ("v8_sha256", 8, "sha256")]:
        for kind in ("text", "bytea"):
            assert value(shared, f"SELECT guidon_{function}(guidon_namespace_dns(), "
                         f"repeat('a', %s)::{kind})", length) == named(
                             version, algorithm, b"a" * length), (function, kind)


def test_a_number_of_duplicates_is_exact_or_null(server, shared, request):
    """With any work_mem, by one process and by workers whose states are combined. The
    newest server has more ids."""
    is_newest = server is request.config.found[-1]
    shared.execute("SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0; "
                   "SET parallel_tuple_cost = 0")
    for ids, copies in tables(request.config.getoption("ids") if is_newest else 10_000):
        shared.execute("DROP TABLE IF EXISTS t; CREATE TABLE t AS SELECT md5(n::text)::uuid "
                       f"AS id FROM generate_series(1, {ids}) n UNION ALL "
                       f"SELECT md5(n::text)::uuid FROM generate_series(1, {copies}) n; "
                       "ANALYZE t")
        for work_mem, held in [("64kB", 1_536), ("1MB", 24_576), ("4MB", 98_304)]:
            for workers in (0, 2):
                shared.execute(f"SET work_mem = '{work_mem}'; "
                               f"SET max_parallel_workers_per_gather = {workers}")
                report = value(shared, "SELECT guidon_audit(id) FROM t")
                check_known(report, ids + copies, copies, held)
                assert report["parts"] == 1 or workers
                report = value(shared, "SELECT guidon_audit(id, %s) FROM t", ids)
                check_known(report, ids + copies, copies, ids)


def test_a_million_ids_are_exact(server, shared, request):
    """With the work_mem that the README names."""
    if server is not request.config.found[-1]:
        pytest.skip("on the newest server only")
    shared.execute("SET work_mem = '64MB'")
    report = value(shared, "SELECT guidon_audit(id) FROM (SELECT guidon_floor("
                   "to_timestamp(n)) AS id FROM generate_series(1, 1000000) n UNION ALL "
                   "SELECT guidon_floor(to_timestamp(n)) FROM generate_series(1, 20) n) s")
    check_known(report, 1_000_020, 20, 1_000_000)


IN_RANGE = {"v7": "guidon_in_range(id, r)", "ulid": "guidon_ulid_in_range(id::ulid, r)"}


@reads(bounds="ranges empty_ranges")
def test_ranges(shared):
    """The ids at the edges of a range are in it or not; and no id is in an empty one."""
    found = [row for row in vectors("bounds", "ranges") + vectors("bounds", "empty_ranges")
             if row["unit"] == "us" and row.get("kind", "v7") in IN_RANGE]
    assert len(found) > 10
    for row in found:
        low, high = (instant(int(row[end])) if end in row else "NULL"
                     for end in ("lower", "upper"))
        kind = "(["[row["lower_inclusive"]] + ")]"[row["upper_inclusive"]]
        for inside, ids in [(True, row.get("inside", [])), (False, row["outside"])]:
            assert rows(shared, f"""SELECT {IN_RANGE[row.get("kind", "v7")]},
                    (id >= guidon_range_low(r) AND id <= guidon_range_high(r)), count(*)::int
                FROM unnest(%s::uuid[]) id, tstzrange({low}, {high}, %s) r GROUP BY 1, 2""",
                        ids, kind) == [(inside, inside, len(ids))] * bool(ids), row
