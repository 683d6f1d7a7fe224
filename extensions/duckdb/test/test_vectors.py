# SPDX-License-Identifier: MIT
"""The shared vectors, by SQL."""

import json
import pathlib
import sys

import duckdb
import pytest
from conftest import audit_of, one

TESTS = pathlib.Path(__file__).resolve().parents[3] / "tests"
VECTORS = TESTS / "vectors"
sys.path.insert(0, str(TESTS / "bits"))
import check  # noqa: E402

sys.path.insert(0, str(TESTS / "support"))
from audits import (  # noqa: E402
    check_known, duplicates_in, found_in, in_common, known_in, tables)

# Files whose rows no function of the extension can express, and the others.
ELSEWHERE = {
    "cipher": "the extension gives no key stream",
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
HERE = {"ambiguous", "audit", "bits", "text", "initialisers", "convert", "keys", "hashed",
        "values", "reasons", "refuse", "ulid", "bounds"}


def vectors(name, part):
    return json.loads((VECTORS / f"{name}.json").read_text())[part]


def test_every_file_of_vectors_is_run_or_excused():
    assert {path.stem for path in VECTORS.glob("*.json")} == HERE | set(ELSEWHERE)


@pytest.mark.parametrize("row, way", check.regimes(VECTORS / "bits.json", "duckdb"))
def test_random_bits(database, row, way):
    made = database.execute(f"SELECT {way} FROM range(?)",
                            [check.number_of_ids(row)]).fetchall()
    assert check.judge(row, [value.int for (value,) in made]) == []


def hex_of(value):
    return None if value is None else value.hex


def test_texts(database):
    for row in vectors("text", "texts"):
        for form in row.keys() - {"why", "octets"}:
            assert one(database, "SELECT guidon_format(?::UUID, ?)", row["octets"], form) == \
                row[form], (form, row)
            assert hex_of(one(database, "SELECT guidon_parse(?, ?)", row[form], form)) == \
                row["octets"], (form, row)
        for form in ("uuid", "uuid-upper", "hex", "braces", "urn", "oid", "ulid"):
            assert hex_of(one(database, "SELECT guidon_parse(?)", row[form])) == \
                row["octets"], (form, row)


def test_initialisers(database):
    for row in vectors("initialisers", "read"):
        assert hex_of(one(database, "SELECT guidon_parse(?)", row["text"])) == \
            row["octets"].replace("-", ""), row


def test_refused_texts(database):
    for row in vectors("refuse", "refused"):
        call = "guidon_parse(?)" if row["form"] == "any" else f"guidon_parse(?, '{row['form']}')"
        assert one(database, f"SELECT {call}", row["text"]) is None, row


def test_reasons(database):
    for row in vectors("reasons", "reasons"):
        form = row.get("forms", [None])
        if "lenient" in row or len(form) > 1:
            continue  # guidon_parse reads strictly, in one form or in those without names
        call = "guidon_parse_reason(?)" if form[0] is None else \
            f"guidon_parse_reason(?, '{form[0]}')"
        assert (one(database, f"SELECT {call}", row["text"]) or "") == row["reason"], row


def test_texts_whose_forms_need_their_names(database):
    for row in vectors("ambiguous", "ambiguous"):
        assert one(database, "SELECT guidon_parse(?)", row["text"]) is None, row
        for form in row["forms"]:
            assert one(database, "SELECT guidon_parse(?, ?)", row["text"], form) is not None, row
    for row in vectors("ambiguous", "shapes"):
        assert hex_of(one(database, "SELECT guidon_parse(?)", row["text"])) == row["octets"], row
        for form in row["also"]:
            assert one(database, "SELECT guidon_parse(?, ?)", row["text"], form) is not None, row


def test_layouts(database):
    for row in vectors("convert", "v1_v6"):
        assert hex_of(one(database, "SELECT guidon_v1_to_v6(?::UUID)", row["v1"])) == \
            row["v6"], row
        assert hex_of(one(database, "SELECT guidon_v6_to_v1(?::UUID)", row["v6"])) == \
            row["v1"], row


def test_derived(database):
    for row in vectors("keys", "derive"):
        assert hex_of(one(
            database, "SELECT guidon_derive(make_timestamptz(?::BIGINT * 1000), "
            "unhex(?), unhex(?))", row["unix_ms"], row["key"], row["data"])) == row["id"], row


INTEGERS = {"TINYINT": (8, 1), "SMALLINT": (16, 1), "INTEGER": (32, 1), "BIGINT": (64, 1),
            "HUGEINT": (128, 1), "UTINYINT": (8, 0), "USMALLINT": (16, 0),
            "UINTEGER": (32, 0), "UBIGINT": (64, 0), "UHUGEINT": (128, 0)}


def types_of(number):
    """The types of DuckDB that hold a number."""
    return [name for name, (bits, sign) in INTEGERS.items()
            if -sign * 2**(bits - 1) <= number < 2**(bits - sign)]


def values_of(row):
    """A value of hashed.json in each type that has it, as SQL with a parameter."""
    if row["type"] == "integer":
        return [f"CAST(?::VARCHAR AS {type_})" for type_ in types_of(int(row["value"]))]
    if row["type"] == "text":
        return ["?::VARCHAR"]
    return ["unhex(?)"] + ["?::UUID"] * (len(row["value"]) == 32)


def test_what_is_hashed(database):
    for row in vectors("hashed", "hashed"):
        for value in values_of(row):
            assert hex_of(one(
                database, "SELECT guidon_derive(make_timestamptz(?::BIGINT * 1000), "
                f"unhex(?), {value})", row["unix_ms"], row["key"], row["value"])) == \
                row["derived"], (value, row)


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


def test_what_is_not_hashed(database):
    for row in vectors("hashed", "refused_integers"):
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


def test_fields(database):
    for part in ["gregorian", "namespaces", "unix", "random", "custom", "node", "others"]:
        for row in vectors("values", part):
            micros = None
            if "seconds" in row:
                micros = row["seconds"] * 10**6 + row["nanoseconds"] // 1000
            found = database.execute(
                "SELECT coalesce(guidon_version_of(id), 0), epoch_us(guidon_time_of(id)) "
                "FROM (SELECT ?::UUID AS id)", [row["octets"]]).fetchall()
            assert found == [(row["version"], micros)], row


def test_ulids(database):
    for row in vectors("ulid", "ulids"):
        found = database.execute(
            "SELECT id, epoch_ms(guidon_ulid_time_of(id)), guidon_format(id, 'ulid') "
            "FROM (SELECT guidon_parse(?) AS id)", [row["ulid"]]).fetchall()
        assert found[0][0].hex == row["octets"] and found[0][1:] == (row["ms"], row["ulid"]), row
    for row in vectors("ulid", "refused"):
        if len(row["text"]) == 26:
            assert one(database, "SELECT guidon_parse(?)", row["text"]) is None, row


def test_audits(database):
    """guidon_audit reads every id as a UUID."""
    for row in vectors("audit", "audits"):
        if not row["ulid"]:
            ids, want = in_common(row)
            report = one(database, f"SELECT {audit_of('id::UUID')} FROM "
                         "(SELECT unnest(?::VARCHAR[]) AS id)", ids)
            assert found_in(json.loads(report)) == want, row


def test_duplicates(database):
    for row in vectors("audit", "duplicates"):
        ids, distinct, want = duplicates_in(row)
        report = one(database, f"SELECT {audit_of('id::UUID', '?')} FROM "
                     "(SELECT unnest(?::VARCHAR[]) AS id)", distinct, ids)
        assert known_in(json.loads(report)) == want, row["why"]


def test_documents(database):
    """The rows, and then the text of the library."""
    for row in vectors("audit", "documents"):
        report = one(database, f"SELECT {audit_of('id::UUID', '?')} FROM "
                     "(SELECT unnest(?::VARCHAR[]) AS id)",
                     1_000_000 if row["counted"] else 0, row["ids"])
        rows = len(row["ids"])
        assert report == f'{{"rows":{rows},"nulls":0,{row["json"][1:]}', row["why"]


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


BOUNDS = {"v7": ("guidon_v7_floor", "guidon_v7_ceil"), "ulid": ("guidon_floor", "guidon_ceil")}
# The ways to give a time of each unit; nanoseconds as the README does.
UNITS = {"us": ["make_timestamptz(?::BIGINT)", "make_timestamp(?::BIGINT)"],
         "ms": ["make_timestamptz(?::BIGINT * 1000)"],
         "ns": ["make_timestamp(epoch_ns(make_timestamp_ns(?::BIGINT)) // 1000)"]}


def rows_of_bounds(part):
    found = [row for row in vectors("bounds", part)
             if row.get("kind", "v7") in BOUNDS and row["unit"] in UNITS]
    assert found
    return found


def test_bounds(database):
    for row in rows_of_bounds("bounds"):
        for at in UNITS[row["unit"]]:
            for bound, end in zip(BOUNDS[row["kind"]], ("first", "last")):
                assert hex_of(one(database, f"SELECT {bound}({at})", int(row["time"]))) == \
                    row[end], (row, at)
    for row in rows_of_bounds("out_of_range"):
        for at in UNITS[row["unit"]]:
            for bound in BOUNDS[row["kind"]]:
                assert hex_of(one(database, f"SELECT {bound}({at})", int(row["time"]))) == \
                    ("0" if row["side"] == "before" else "f") * 32, (row, at)


# As the README writes a half-open range.
UP = "date_trunc('milliseconds', {} + INTERVAL 999 MICROSECONDS)"
RANGE = f"id >= guidon_floor({UP.format('a')}) AND id < guidon_floor({UP.format('b')})"


def test_half_open_ranges(database):
    tested = 0
    for row in rows_of_bounds("ranges") + rows_of_bounds("empty_ranges"):
        if row["unit"] != "us" or not {"lower", "upper"} <= row.keys() or \
                (row["lower_inclusive"], row["upper_inclusive"]) != (1, 0):
            continue
        tested += 1
        for inside in (True, False):
            for digits in row.get("inside" if inside else "outside", []):
                assert one(database, f"SELECT {RANGE} FROM (SELECT ?::UUID AS id, "
                           "make_timestamptz(?::BIGINT) AS a, make_timestamptz(?::BIGINT) AS b)",
                           digits, row["lower"], row["upper"]) == inside, (row, digits)
    assert tested > 10


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
