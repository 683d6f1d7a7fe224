# SPDX-License-Identifier: MIT
"""The shared vectors, by SQL."""

import datetime
import json
import math
import sys

import apsw
import pytest

import build
from conftest import error, numbers, one

sys.path.insert(0, str(build.ROOT / "tests/bits"))
import check

sys.path.insert(0, str(build.ROOT / "tests/support"))
from audits import (
    check_known, duplicates_in, found_in, in_common, known_in, tables)

VECTORS = build.ROOT / "tests/vectors"
NAMED = {3: "guidon_v3", 5: "guidon_v5", 8: "guidon_v8_sha256"}

# Files whose rows no function of the extension can express, and the others.
ELSEWHERE = {
    "cipher": "the extension gives no key stream",
    "hash": "the extension gives no digest",
    "prefixed": "test_prefixed.py runs these",
    "lenient": "the extension has no lenient reader",
    "orders": "SQLite compares the bytes of a BLOB",
    "dce": "the extension makes no version 2, and reads it as values does",
    "ncs": "the text form ncs has these rows in text and refuse",
    "guid": "the text form guid-hex has these rows in text and refuse",
    "oid": "the text form oid has these rows in text and refuse; no function gives DER",
}
HERE = {"ambiguous", "audit", "bits", "names", "text", "initialisers", "convert", "keys",
        "hashed", "kinds", "values", "reasons", "refuse", "times", "time_text", "ulid", "typeid",
        "bounds"}


def vectors(name, part):
    return json.loads((VECTORS / f"{name}.json").read_text())[part]


def octets(digits):
    return bytes.fromhex(digits.replace("-", ""))


def test_every_file_of_vectors_is_run_or_excused():
    assert {path.stem for path in VECTORS.glob("*.json")} == HERE | set(ELSEWHERE)


@pytest.mark.parametrize("row, way", check.regimes(VECTORS / "bits.json", "sqlite"))
def test_random_bits(database, row, way):
    query = f"""WITH RECURSIVE rows(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM rows LIMIT ?) SELECT {way} FROM rows"""
    ids = [value.hex() if isinstance(value, bytes) else value.replace("-", "")
           for (value,) in database.execute(query, (check.number_of_ids(row),))]
    assert check.judge(row, [int(digits, 16) for digits in ids]) == []


def test_names(database):
    for row in vectors("names", "ids") + vectors("names", "variant_bits"):
        name = octets(row["name_hex"]) if "name_hex" in row else row["name"]
        ns, want, maker = octets(row["namespace"]), octets(row["id"]), NAMED[row["version"]]
        assert one(database, f"SELECT {maker}_blob(?, ?)", ns, name) == want, row
        assert one(database, f"SELECT {maker}(?, ?) = guidon_format(?)", ns, name, want), row


def test_texts(database):
    for row in vectors("text", "texts"):
        for form in row.keys() - {"why", "octets"}:
            want = octets(row["octets"])
            assert one(database, "SELECT guidon_format(?, ?)", want, form) == row[form], row
            assert one(database, "SELECT guidon_parse(?, ?)", row[form], form) == want, row


def test_initialisers(database):
    for row in vectors("initialisers", "read"):
        want = octets(row["octets"])
        assert one(database, "SELECT guidon_parse(?)", row["text"]) == want, row
        assert one(database, "SELECT guidon_parse(?, ?)", row["text"], row["form"]) == want, row


def test_other_names_of_forms(database):
    for row in vectors("text", "names"):
        assert one(database, "SELECT guidon_parse(?, ?)", row["text"], row["name"]) == \
            octets(row["octets"]), row


def test_refused_texts(database):
    for row in vectors("refuse", "refused"):
        if row["form"] == "any":
            assert one(database, "SELECT guidon_parse(?)", row["text"]) is None, row
        else:
            assert one(database, "SELECT guidon_parse(?, ?)", row["text"], row["form"]) is None, row
            assert one(database, "SELECT guidon_valid(?, ?)", row["text"], row["form"]) == 0, row


def test_reasons(database):
    for row in vectors("reasons", "reasons"):
        form = row.get("forms", [None])
        if "lenient" in row or len(form) > 1:
            continue  # guidon_parse reads strictly, in one form or in those without names
        call = "guidon_parse_reason(?)" if form[0] is None else \
            f"guidon_parse_reason(?, '{form[0]}')"
        want = "" if "ends as a TypeID" in row["reason"] else row["reason"]  # one is read
        assert (one(database, f"SELECT {call}", row["text"]) or "") == want, row


def test_texts_whose_forms_need_their_names(database):
    for row in vectors("ambiguous", "ambiguous"):
        assert one(database, "SELECT guidon_parse(?)", row["text"]) is None, row
        assert one(database, "SELECT guidon_valid(?)", row["text"]) == 0, row
        for form in row["forms"]:
            assert one(database, "SELECT guidon_valid(?, ?)", row["text"], form) == 1, row
    for row in vectors("ambiguous", "shapes"):
        assert one(database, "SELECT guidon_parse(?)", row["text"]) == octets(row["octets"]), row
        for form in row["also"]:
            assert one(database, "SELECT guidon_valid(?, ?)", row["text"], form) == 1, row


def test_layouts(database):
    for row in vectors("convert", "v1_v6"):
        v1, v6 = octets(row["v1"]), octets(row["v6"])
        assert one(database, "SELECT guidon_v1_to_v6(?)", v1) == v6, row
        assert one(database, "SELECT guidon_v6_to_v1(?)", v6) == v1, row


@pytest.mark.parametrize("part, there, back, hidden", [
    ("mask", "guidon_mask", "guidon_unmask", "masked"),
    ("encrypt", "guidon_encrypt", "guidon_decrypt", "encrypted")])
def test_keys(database, part, there, back, hidden):
    for row in vectors("keys", part):
        key, v7, want = octets(row["key"]), octets(row["v7"]), octets(row[hidden])
        assert one(database, f"SELECT {there}(?, ?)", v7, key) == want, row
        assert one(database, f"SELECT {back}(?, ?)", want, key) == v7, row


def test_derived(database):
    for row in vectors("keys", "derive"):
        assert one(database, "SELECT guidon_derive_blob(?, ?, ?)", row["unix_ms"],
                   octets(row["key"]), octets(row["data"])) == octets(row["id"]), row


def test_kinds(database):
    for row in vectors("kinds", "kinds"):
        found = database.execute(
            "SELECT guidon_parse(?1), guidon_kind_of(?1), guidon_version_of(?1), guidon_ms_of(?1), "
            "guidon_ms_of(?2) IS guidon_ms_of(?1)", [row["text"], octets(row["octets"])]).fetchall()
        ms = row["ns"] if row["ns"] is None else int(row["ns"]) // 10**6
        assert found[0][:4] == (octets(row["octets"]), row["kind"], row["version"], ms), row
        assert found[0][4] == 1 or row["kind"] == "ulid", row


def value_of(row):
    """The value of a row of hashed.json, as SQLite has it."""
    if row["type"] == "integer":
        return int(row["value"])
    return octets(row["value"]) if row["type"] == "bytes" else row["value"]


def test_what_is_hashed(database):
    for row in vectors("hashed", "hashed"):
        found = database.execute(
            "SELECT guidon_derive_blob(?, ?, ?3), guidon_v5_blob(?4, ?3), "
            "guidon_v3(?4, ?3) = guidon_v3(?4, ?5), guidon_v8_sha256(?4, ?3) = guidon_v8_sha256(?4, ?5)",
            [row["unix_ms"], octets(row["key"]), value_of(row), octets(row["namespace"]),
             octets(row["data"])]).fetchall()
        assert found == [(octets(row["derived"]), octets(row["v5"]), 1, 1)], row


def calls_of(value):
    return [f"guidon_derive(0, zeroblob(32), {value})",
            f"guidon_derive_blob(0, zeroblob(32), {value})",
            *(f"{name}('dns', {value})" for name in NAMED.values()),
            *(f"{name}_blob('dns', {value})" for name in NAMED.values())]


def test_what_is_not_hashed(database):
    """An integer that 64 bits do not hold is a REAL in SQLite."""
    for row in vectors("hashed", "refused_integers"):
        for call in calls_of(row["value"]):
            assert "a REAL is not hashed" in error(database, f"SELECT {call}"), (call, row)
    for row in vectors("hashed", "refused_texts"):
        for call in calls_of(f"CAST(x'{row['octets']}' AS TEXT)"):
            assert f"the TEXT is not UTF-8 at byte {row['bad_at']};" in \
                error(database, f"SELECT {call}"), (call, row)
    for value in ("258.0", "-0.0", "1e999", "CAST(258 AS REAL)"):
        for call in calls_of(value):
            assert "CAST it AS INTEGER or AS TEXT" in error(database, f"SELECT {call}"), call


def test_fields(database):
    for part in ["gregorian", "namespaces", "unix", "random", "custom", "node", "others"]:
        for row in vectors("values", part):
            ms = None
            if "seconds" in row:
                ms = row["seconds"] * 1000 + row["nanoseconds"] // 10**6
            found = database.execute(
                "SELECT coalesce(guidon_version_of(?1), 0), guidon_variant_of(?1), guidon_ms_of(?1)",
                [octets(row["octets"])]).fetchall()
            assert found == [(row["version"], row["variant"], ms)], row


def test_times(database):
    for row in vectors("times", "unix_ms"):
        assert one(database, "SELECT guidon_ms_of(guidon_v7_at(?))",
                   row["unix_ms"]) == row["unix_ms"]
        utc = row["utc"] if row["utc"][4] == "-" else "+" + row["utc"]
        assert one(database, "SELECT guidon_ms_of(guidon_v7_at(?))", utc) == row["unix_ms"], row
    for row in vectors("times", "unix_ms_range"):
        with pytest.raises(apsw.SQLError, match="out of range"):
            one(database, "SELECT guidon_v7_at(?)",
                row["seconds"] * 1000 + row["nanoseconds"] // 10**6)


def test_ulids(database):
    for row in vectors("ulid", "ulids"):
        want = octets(row["octets"])
        assert one(database, "SELECT guidon_parse(?)", row["ulid"]) == want, row
        assert one(database, "SELECT ulid(?)", want) == row["ulid"], row
        assert one(database, "SELECT guidon_ms_of(?)", row["ulid"]) == row["ms"], row
        assert one(database, "SELECT ? BETWEEN guidon_ulid_floor(?2) AND guidon_ulid_ceil(?2)",
                   row["ulid"], row["ms"]) == 1, row


def test_refused_ulids(database):
    for row in vectors("ulid", "refused"):
        assert one(database, "SELECT guidon_parse(?, 'ulid')", row["text"]) is None, row


def test_typeids(database):
    for row in vectors("typeid", "valid"):
        want = octets(row["octets"])
        assert one(database, "SELECT guidon_parse(?)", row["text"]) == want, row
        assert one(database, "SELECT guidon_typeid(?, ?)", row["prefix"], want) == row["text"], row
        assert one(database, "SELECT guidon_typeid_prefix_of(?)", row["text"]) == row["prefix"], row
    for row in vectors("typeid", "invalid") + vectors("typeid", "refused"):
        assert one(database, "SELECT guidon_typeid_prefix_of(?)", row["text"]) is None, row
    for row in vectors("typeid", "prefixes"):
        if "status" not in row:
            assert one(database, "SELECT guidon_typeid_prefix_of(guidon_typeid(?))", row["prefix"]) == \
                row["prefix"], row


def test_audits(database):
    for row in vectors("audit", "audits"):
        ids, want = in_common(row)
        report = one(database, "SELECT guidon_audit(unhex(value), ?) FROM json_each(?)",
                     "ulid" if row["ulid"] else "uuid", json.dumps(ids))
        assert found_in(json.loads(report)) == want, row


def test_duplicates(database):
    for row in vectors("audit", "duplicates"):
        ids, distinct, want = duplicates_in(row)
        report = one(database, "SELECT guidon_audit(unhex(value), 'uuid', ?) FROM "
                     "json_each(?)", distinct, json.dumps(ids))
        assert known_in(json.loads(report)) == want, row["why"]


def test_documents(database):
    """The rows, and then the text of the library."""
    for row in vectors("audit", "documents"):
        report = one(database, "SELECT guidon_audit(unhex(value), 'uuid', ?) FROM "
                     "json_each(?)", 1_000_000 if row["counted"] else 0,
                     json.dumps(row["ids"]))
        rows = len(row["ids"])
        assert report == f'{{"rows":{rows},"nulls":0,"malformed":0,{row["json"][1:]}', row["why"]


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


def text_of(micros):
    """The ISO 8601 text of microseconds since 1970."""
    at = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micros)
    return at.isoformat(" ", "microseconds")


def test_texts_of_times(database):
    for row in vectors("time_text", "parse"):
        ms = row["seconds"] * 1000 + row["nanoseconds"] // 10**6
        if 0 <= ms < 2**48:
            assert one(database, "SELECT guidon_ms_of(guidon_v7_at(?))", row["text"]) == ms, row
        else:
            with pytest.raises(apsw.SQLError, match="out of range"):
                one(database, "SELECT guidon_v7_at(?)", row["text"])
    for row in vectors("time_text", "format"):
        if row["digits"] == 3 and row["seconds"] >= 0 and row["text"][0] != "+":
            ms = row["seconds"] * 1000 + row["nanoseconds"] // 10**6
            assert (one(database, "SELECT guidon_time_of(guidon_v7_at(?))", ms) + "Z"
                    == row["text"].replace("T", " ")), row
    for row in vectors("time_text", "refuse"):
        assert one(database, "SELECT guidon_v7_at(?)", row["text"]) is None, row


def times_of(row, member):
    """A time of a row in each way that a function takes it."""
    count = int(row[member])
    if row["unit"] == "ms":
        return [count]
    found = [text_of(count)] if count < 253402300800 * 10**6 else []
    # A REAL of milliseconds far from 1970 cannot hold every microsecond.
    return found + ([count / 1000] if count // 1000 == math.floor(count / 1000) else [])


BOUNDS = {"v7": ("guidon_parse(guidon_v7_floor(?))", "guidon_parse(guidon_v7_ceil(?))"),
          "ulid": ("guidon_parse(guidon_ulid_floor(?))", "guidon_parse(guidon_ulid_ceil(?))")}


def rows_of_bounds(part):
    found = [row for row in vectors("bounds", part)
             if row.get("kind", "v7") in BOUNDS and row["unit"] in ("ms", "us")]
    assert found
    return found


def test_bounds(database):
    for row in rows_of_bounds("bounds"):
        for at in times_of(row, "time"):
            for bound, end in zip(BOUNDS[row["kind"]], ("first", "last")):
                assert one(database, f"SELECT {bound}", at).hex() == row[end], (row, at)
            assert one(database, "SELECT guidon_floor_blob(?2) <= ?1 AND ?1 <= guidon_ceil_blob(?2)",
                       octets(row["first"]), at) == 1, row
    for row in rows_of_bounds("typeids"):
        for at in times_of(row, "time"):
            for bound, end in [("guidon_v7_floor", "first_text"), ("guidon_v7_ceil", "last_text")]:
                assert one(database, f"SELECT guidon_typeid(?, {bound}(?))", row["prefix"], at) == \
                    row[end], row
    for row in rows_of_bounds("out_of_range"):
        want = bytes(16) if row["side"] == "before" else b"\xff" * 16
        for at in times_of(row, "time"):
            for bound in BOUNDS[row["kind"]]:
                assert one(database, f"SELECT {bound}", at) == want, row


RANGE = "?1 >= guidon_floor_blob(ceil(?2)) AND ?1 < guidon_floor_blob(ceil(?3))"


def test_half_open_ranges(database):
    """A half-open range, as the README writes it, has the ids whose time is in it."""
    tested = 0
    for row in rows_of_bounds("ranges") + rows_of_bounds("empty_ranges"):
        if (row["lower_inclusive"], row["upper_inclusive"]) != (1, 0) or \
                not {"lower", "upper"} <= row.keys():
            continue
        tested += 1
        per_ms = 1 if row["unit"] == "ms" else 1000
        low, high = int(row["lower"]) / per_ms, int(row["upper"]) / per_ms
        for inside in (True, False):
            for digits in row.get("inside" if inside else "outside", []):
                assert one(database, f"SELECT {RANGE}", octets(digits), low, high) == \
                    inside, (row, digits)
    assert tested > 10
