# SPDX-License-Identifier: MIT
"""The shared vectors, by the functions on uuid. test_types.py has those of the types."""

import hashlib
import json
import re
import sys
import uuid

import psycopg
import pytest

import build
from cluster import rows, value

sys.path.insert(0, str(build.ROOT / "tests/bits"))
import check

sys.path.insert(0, str(build.ROOT / "tests/support"))
from audits import (
    check_known, duplicates_in, found_in, in_common, known_in, tables)

VECTORS = build.ROOT / "tests/vectors"
SQLSTATES = {"RANGE": "22003", "CHAR": "22P02", "LENGTH": "22P02", "FORM": "22P02"}
NAMED = {3: "guidon_v3", 5: "guidon_v5", 8: "guidon_v8_sha256"}

# Files whose rows no function of the extension can express, and the others.
ELSEWHERE = {
    "ulid": "test_types.py runs these",
    "typeid": "test_types.py runs these",
    "cipher": "the extension gives no key stream",
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
HERE = {"ambiguous", "audit", "bits", "bounds", "names", "text", "initialisers",
        "convert", "keys", "hashed", "guid", "values", "reasons", "refuse"}


def vectors(name, part):
    return json.loads((VECTORS / f"{name}.json").read_text())[part]


def bytea(digits):
    return f"'\\x{digits}'::bytea"


def test_every_file_of_vectors_is_run_or_excused():
    assert {path.stem for path in VECTORS.glob("*.json")} == HERE | set(ELSEWHERE)


@pytest.mark.parametrize("row, way", check.regimes(VECTORS / "bits.json", "postgresql"))
def test_random_bits(shared, row, way):
    made = rows(shared, f"SELECT {way} FROM generate_series(1, %s)",
                check.number_of_ids(row))
    assert check.judge(row, [value.int for (value,) in made]) == []


def test_names(shared):
    for row in vectors("names", "ids") + vectors("names", "variant_bits"):
        name = row["name_hex"] if "name_hex" in row else row["name"].encode().hex()
        maker = NAMED[row["version"]]
        assert value(shared, f"SELECT {maker}('{row['namespace']}', {bytea(name)})"
                     f" = '{row['id']}'"), row
        if "name" in row:
            assert value(shared, f"SELECT {maker}(%s::uuid, %s::text) = %s::uuid",
                         row["namespace"], row["name"], row["id"]), row


def test_texts(shared):
    forms = {form for (form,) in rows(shared, "SELECT guidon_forms()")}
    for row in vectors("text", "texts"):
        for form in forms & row.keys():
            assert rows(shared, """
                SELECT guidon_format(o::uuid, form), guidon_parse(t, form) = o::uuid
                FROM (VALUES (%s::text, %s::text, %s::text)) v(o, form, t)""",
                        row["octets"], form, row[form]) == [
                (row[form], True)], (form, row)


def test_initialisers(shared):
    for row in vectors("initialisers", "read"):
        assert rows(shared, "SELECT guidon_parse(t, %s) = o, guidon_parse(t) = o "
                    "FROM (VALUES (%s::text, %s::uuid)) v(t, o)", row["form"],
                    row["text"], row["octets"]) == [(True, True)], row


def test_other_names_of_forms(shared):
    for row in vectors("text", "names"):
        assert value(shared, "SELECT guidon_parse(%s, %s) = %s::uuid", row["text"],
                     row["name"], row["octets"]), row


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


def test_reasons(shared):
    for row in vectors("reasons", "reasons"):
        form = row.get("forms", [None])
        if "lenient" in row or len(form) > 1:
            continue  # guidon_parse reads strictly, in one form or in those without names
        call = "guidon_parse_reason(%s::text)" if form[0] is None else \
            "guidon_parse_reason(%s::text, '" + form[0] + "')"
        assert (value(shared, f"SELECT {call}", row["text"]) or "") == row["reason"], row


def test_texts_whose_forms_need_their_names(shared):
    for row in vectors("ambiguous", "ambiguous"):
        with pytest.raises(psycopg.Error) as raised:
            value(shared, "SELECT guidon_parse(%s::text)", row["text"])
        diagnosis = raised.value.diag
        assert diagnosis.sqlstate == "22P02", row
        assert re.findall(r"[a-z0-9-]+", diagnosis.message_detail.partition(" be ")[2]
                          .partition(";")[0].replace(" or ", " ")) == row["forms"], row
        assert diagnosis.message_hint == "Name the form: guidon_parse(text, form).", row
    for row in vectors("ambiguous", "shapes"):
        assert value(shared, "SELECT guidon_parse(%s) = %s::uuid", row["text"],
                     row["octets"]), row


def test_layouts(shared):
    for row in vectors("convert", "v1_v6"):
        assert rows(shared, "SELECT guidon_v1_to_v6(a) = b, guidon_v6_to_v1(b) = a "
                    "FROM (VALUES (%s::uuid, %s::uuid)) v(a, b)", row["v1"],
                    row["v6"]) == [(True, True)], row
    for row in vectors("guid", "images"):
        assert rows(shared, "SELECT guidon_guid(a) = b, guidon_guid(b) = a "
                    "FROM (VALUES (%s::uuid, %s::uuid)) v(a, b)", row["octets"],
                    row["guid_octets"]) == [(True, True)], row


@pytest.mark.parametrize("part, there, back, hidden", [
    ("mask", "guidon_mask", "guidon_unmask", "masked"),
    ("encrypt", "guidon_encrypt", "guidon_decrypt", "encrypted")])
def test_keys(shared, part, there, back, hidden):
    for row in vectors("keys", part):
        assert rows(shared, f"SELECT {there}(a, k) = b, {back}(b, k) = a FROM "
                    f"(VALUES (%s::uuid, %s::uuid, {bytea(row['key'])})) v(a, b, k)",
                    row["v7"], row[hidden]) == [(True, True)], row


def time_of(row):
    return ("'1970-01-01 00:00+00'::timestamptz + make_interval(hours => "
            f"{row['unix_ms'] // 3600000}, secs => {row['unix_ms'] % 3600000 / 1000})")


def values_of(row):
    """A value of hashed.json in each type that has it, as SQL with a parameter. A text of
    PostgreSQL has no U+0000."""
    if row["type"] == "integer":
        number = int(row["value"])
        return [f"({number}::numeric)::{type_}" for type_, bits in
                (("smallint", 15), ("integer", 31), ("bigint", 63))
                if -2**bits <= number < 2**bits]
    if row["type"] == "text":
        return [] if "\0" in row["value"] else [f"convert_from({bytea(row['data'])}, 'UTF8')"]
    return [bytea(row["value"])] + [f"'{row['value']}'::uuid"] * (len(row["value"]) == 32)


def test_what_is_hashed(shared):
    for row in vectors("hashed", "hashed"):
        for data in values_of(row):
            assert value(shared, f"SELECT guidon_derive({time_of(row)}, "
                         f"{bytea(row['key'])}, {data}) = '{row['derived']}'"), (data, row)
            if data.endswith((")", "bytea")) and row["type"] != "integer":
                assert value(shared, f"SELECT guidon_v5('{row['namespace']}', {data}) = "
                             f"'{row['v5']}'"), (data, row)
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
         *(f"{name}(guidon_namespace_dns(), {{}})" for name in NAMED.values())]


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


def test_derived(shared):
    for row in vectors("keys", "derive"):
        at = time_of(row)
        assert value(shared, f"SELECT guidon_derive({at}, {bytea(row['key'])}, "
                     f"{bytea(row['data'])}) = '{row['id']}'"), row


FIELDS = """
    SELECT coalesce(guidon_version_of(id), 0), guidon_variant_of(id), guidon_clock_seq_of(id),
           replace(guidon_node_of(id)::text, ':', ''),
           extract(epoch FROM date_trunc('second', guidon_time_of(id)))::numeric
           + extract(microseconds FROM guidon_time_of(id))::numeric %% 1000000 / 1000000
           = %s::numeric
      FROM (VALUES (%s::uuid)) v(id)"""


def decimal(row):
    """The time of a row in seconds since 1970, rounded down to microseconds, or None
    if the id has no time."""
    if "seconds" not in row:
        return None
    micros = row["seconds"] * 10**6 + row["nanoseconds"] // 1000
    sign, size = "-" if micros < 0 else "", abs(micros)
    return f"{sign}{size // 10**6}.{size % 10**6:06}"


def test_fields(shared):
    values = json.loads((VECTORS / "values.json").read_text())
    for part in ["gregorian", "namespaces", "unix", "random", "custom", "node",
                 "others"]:
        for row in values[part]:
            at = decimal(row)
            node = row.get("node") if part != "node" else None
            assert rows(shared, FIELDS, at, row["octets"]) == [
                (row["version"], row["variant"], row.get("clock_seq"), node,
                 None if at is None else True)], row


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


def test_audits(shared):
    """guidon_audit reads every id as a UUID."""
    for row in vectors("audit", "audits"):
        if not row["ulid"]:
            ids, want = in_common(row)
            report = value(shared, "SELECT guidon_audit(id) FROM unnest(%s::uuid[]) id",
                           ids)
            assert found_in(report) == want, row


def test_duplicates(shared):
    for row in vectors("audit", "duplicates"):
        ids, distinct, want = duplicates_in(row)
        report = value(shared, "SELECT guidon_audit(id, %s) FROM unnest(%s::uuid[]) id",
                       distinct, ids)
        assert known_in(report) == want, row["why"]


def test_documents(shared):
    """The rows, and the object of the library."""
    for row in vectors("audit", "documents"):
        report = value(shared, "SELECT guidon_audit(id, %s) FROM unnest(%s::uuid[]) id",
                       1_000_000 if row["counted"] else 0, row["ids"])
        assert report == {"rows": len(row["ids"]), "nulls": 0,
                          **json.loads(row["json"])}, row["why"]


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


FIRST_AND_LAST = {"v6": ("guidon_v6_floor({})", "guidon_v6_ceil({})"),
                  "v7": ("guidon_v7_floor({})", "guidon_v7_ceil({})"),
                  "ulid": ("guidon_ulid_floor({})::uuid", "guidon_ulid_ceil({})::uuid")}
IN_RANGE = {"v7": "guidon_in_range(id, r)", "ulid": "guidon_ulid_in_range(id::ulid, r)"}


def instant(micros):
    """The timestamptz of microseconds since 1970."""
    micros = int(micros)
    return (f"('1970-01-01 00:00+00'::timestamptz + {micros // 3600000000} * interval '1 hour' "
            f"+ {micros % 3600000000} * interval '1 microsecond')")


def in_micros(part, kinds):
    """The rows of these kinds whose unit is that of timestamptz."""
    found = [row for row in vectors("bounds", part)
             if row["unit"] == "us" and row.get("kind", "v7") in kinds]
    assert found
    return found


def test_bounds(shared):
    for row in in_micros("bounds", FIRST_AND_LAST):
        at = instant(row["time"])
        first, last = FIRST_AND_LAST[row["kind"]]
        assert rows(shared, f"SELECT {first.format(at)} = %s::uuid, {last.format(at)} = "
                    "%s::uuid", row["first"], row["last"]) == [(True, True)], row
    for row in in_micros("typeids", {"v7"}):
        at = instant(row["time"])
        assert rows(shared, f"SELECT guidon_typeid(%s, guidon_v7_floor({at}))::text, "
                    f"guidon_typeid(%s, guidon_v7_ceil({at}))::text", row["prefix"],
                    row["prefix"]) == [(row["first_text"], row["last_text"])], row
    for row in in_micros("out_of_range", FIRST_AND_LAST):
        at = instant(row["time"])
        digit = "0" if row["side"] == "before" else "f"
        for bound in FIRST_AND_LAST[row["kind"]]:
            assert value(shared, f"SELECT {bound.format(at)} = repeat(%s, 32)::uuid",
                         digit), row


def test_ranges(shared):
    """The ids at the edges of a range are in it or not; and no id is in an empty one."""
    for row in in_micros("ranges", IN_RANGE) + in_micros("empty_ranges", IN_RANGE):
        low, high = (instant(row[end]) if end in row else "NULL"
                     for end in ("lower", "upper"))
        kind = "(["[row["lower_inclusive"]] + ")]"[row["upper_inclusive"]]
        for inside, ids in [(True, row.get("inside", [])), (False, row["outside"])]:
            assert rows(shared, f"""SELECT {IN_RANGE[row["kind"]]},
                    (id >= guidon_range_low(r) AND id <= guidon_range_high(r)), count(*)::int
                FROM unnest(%s::uuid[]) id, tstzrange({low}, {high}, %s) r GROUP BY 1, 2""",
                        ids, kind) == [(inside, inside, len(ids))] * bool(ids), row
