# SPDX-License-Identifier: MIT
"""The shared vectors, by SQL."""

import json

import apsw
import pytest

from binding import Sqlite
from conftest import error, numbers, one
from vector_tests import (  # noqa: F401
    octets, reads, test_audits, test_bounds, test_derived, test_descriptions, test_documents,
    test_duplicates,
    test_every_file_of_vectors_is_run_or_excused, test_fields, test_half_open_ranges,
    test_initialisers, test_keys, test_names, test_other_names_of_forms, test_random_bits,
    test_reasons_of_refused_texts, test_refused_texts, test_texts, test_texts_of_the_draft,
    test_texts_whose_forms_need_their_names, test_versions_1_and_6, test_what_is_hashed)
from audits import check_known, tables
from vectors import rows

NAMED = ("guidon_v3", "guidon_v5", "guidon_v8_sha256")

# Files whose rows no function of the extension can express, and the others.
ELSEWHERE = {
    "causes": "the tool names and repairs causes",
    "key_rings": "the program has the keys, and gives SQL the one that it needs",
    "cipher": "the extension gives no key stream",
    "alias": "the tool, Python and npm replace ids in text",
    "find": "SQL finds parts of texts by LIKE",
    "hash": "the extension gives no digest",
    "prefixed": "test_prefixed.py runs these",
    "lenient": "the extension has no lenient reader",
    "orders": "SQLite compares the bytes of a BLOB",
    "dce": "the extension makes no version 2, and reads it as values does",
    "ncs": "the text form ncs has these rows in text and refuse",
    "guid": "the text form guid-hex has these rows in text and refuse",
    "oid": "the text form oid has these rows in text and refuse; no function gives DER",
}



@pytest.fixture
def binding(database):
    return Sqlite(database)


@reads(kinds="kinds")
def test_kinds(database):
    for row in rows("kinds", "kinds"):
        found = database.execute(
            "SELECT guidon_parse(?1), guidon_kind_of(?1), guidon_version_of(?1), guidon_ms_of(?1), "
            "guidon_ms_of(?2) IS guidon_ms_of(?1)", [row["text"], octets(row["octets"])]).fetchall()
        ms = row["ns"] if row["ns"] is None else int(row["ns"]) // 10**6
        assert found[0][:4] == (octets(row["octets"]), row["kind"], row["version"], ms), row
        assert found[0][4] == 1 or row["kind"] == "ulid", row


def calls_of(value):
    return [f"guidon_derive(0, zeroblob(32), {value})",
            f"guidon_derive_blob(0, zeroblob(32), {value})",
            *(f"{name}('dns', {value})" for name in NAMED),
            *(f"{name}_blob('dns', {value})" for name in NAMED)]


@reads(hashed="refused_integers refused_texts")
def test_what_is_not_hashed(database):
    """An integer that 64 bits do not hold is a REAL in SQLite."""
    for row in rows("hashed", "refused_integers"):
        for call in calls_of(row["value"]):
            assert "a REAL is not hashed" in error(database, f"SELECT {call}"), (call, row)
    for row in rows("hashed", "refused_texts"):
        for call in calls_of(f"CAST(x'{row['octets']}' AS TEXT)"):
            assert f"the TEXT is not UTF-8 at byte {row['bad_at']};" in \
                error(database, f"SELECT {call}"), (call, row)
    for value in ("258.0", "-0.0", "1e999", "CAST(258 AS REAL)"):
        for call in calls_of(value):
            assert "CAST it AS INTEGER or AS TEXT" in error(database, f"SELECT {call}"), call


@reads(times="unix_ms unix_ms_range")
def test_times(database):
    for row in rows("times", "unix_ms"):
        assert one(database, "SELECT guidon_ms_of(guidon_v7_at(?))",
                   row["unix_ms"]) == row["unix_ms"]
        utc = row["utc"] if row["utc"][4] == "-" else "+" + row["utc"]
        assert one(database, "SELECT guidon_ms_of(guidon_v7_at(?))", utc) == row["unix_ms"], row
    for row in rows("times", "unix_ms_range"):
        with pytest.raises(apsw.SQLError, match="out of range"):
            one(database, "SELECT guidon_v7_at(?)",
                row["seconds"] * 1000 + row["nanoseconds"] // 10**6)


@reads(ulid="ulids")
def test_ulids(database):
    for row in rows("ulid", "ulids"):
        want = octets(row["octets"])
        assert one(database, "SELECT guidon_parse(?)", row["ulid"]) == want, row
        assert one(database, "SELECT ulid(?)", want) == row["ulid"], row
        assert one(database, "SELECT guidon_ms_of(?)", row["ulid"]) == row["ms"], row
        assert one(database, "SELECT ? BETWEEN guidon_ulid_floor(?2) AND guidon_ulid_ceil(?2)",
                   row["ulid"], row["ms"]) == 1, row


@reads(ulid="refused")
def test_refused_ulids(database):
    for row in rows("ulid", "refused"):
        assert one(database, "SELECT guidon_parse(?, 'ulid')", row["text"]) is None, row


@reads(typeid="valid invalid refused prefixes")
def test_typeids(database):
    for row in rows("typeid", "valid"):
        want = octets(row["octets"])
        assert one(database, "SELECT guidon_parse(?)", row["text"]) == want, row
        assert one(database, "SELECT guidon_typeid(?, ?)", row["prefix"], want) == row["text"], row
        assert one(database, "SELECT guidon_typeid_prefix_of(?)", row["text"]) == row["prefix"], row
    for row in rows("typeid", "invalid") + rows("typeid", "refused"):
        assert one(database, "SELECT guidon_typeid_prefix_of(?)", row["text"]) is None, row
    for row in rows("typeid", "prefixes"):
        if "status" not in row:
            assert one(database, "SELECT guidon_typeid_prefix_of(guidon_typeid(?))", row["prefix"]) == \
                row["prefix"], row


def test_a_number_of_duplicates_is_exact_or_null(database, request):
    """The ids are bounds of version 7 and ULIDs."""
    for ids, copies in tables(request.config.getoption("--ids")):
        for distinct, held in [(None, 1_572_864), (6, 6), (1_000, 1_536), (50_000, 98_304),
                               (ids, ids)]:
            report = one(database, "SELECT guidon_audit(guidon_floor_blob(value), 'uuid', ?) FROM "
                         f"(SELECT value FROM {numbers(1, ids)} UNION ALL "
                         f"SELECT value FROM {numbers(1, copies)} WHERE value <= {copies})",
                         distinct)
            check_known(json.loads(report), ids + copies, copies, held)


@reads(time_text="parse format refuse")
def test_texts_of_times(database):
    for row in rows("time_text", "parse"):
        ms = row["seconds"] * 1000 + row["nanoseconds"] // 10**6
        if 0 <= ms < 2**48:
            assert one(database, "SELECT guidon_ms_of(guidon_v7_at(?))", row["text"]) == ms, row
        else:
            with pytest.raises(apsw.SQLError, match="out of range"):
                one(database, "SELECT guidon_v7_at(?)", row["text"])
    for row in rows("time_text", "format"):
        if row["digits"] == 3 and row["seconds"] >= 0 and row["text"][0] != "+":
            ms = row["seconds"] * 1000 + row["nanoseconds"] // 10**6
            assert (one(database, "SELECT guidon_time_of(guidon_v7_at(?))", ms) + "Z"
                    == row["text"].replace("T", " ")), row
    for row in rows("time_text", "refuse"):
        assert one(database, "SELECT guidon_v7_at(?)", row["text"]) is None, row
