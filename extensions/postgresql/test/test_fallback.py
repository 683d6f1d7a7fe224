# SPDX-License-Identifier: MIT
"""fallback.sql gives what the extension gives, function by function."""

import pytest

import samples
from cluster import binary_result, plan, rows, value

HELPER = "guidon_fallback_"
RANDOM = ["guidon_v4", "guidon_v7_at", "guidon_v7", "guidon_v4_series",
          "guidon_v7_series", "uuidv4", "uuidv7"]
SIGNATURES = """
    SELECT p.proname, ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) t),
           p.provolatile, p.prorettype::regtype::text
      FROM pg_proc p WHERE pronamespace = '{}'::regnamespace"""

MORE = {
    "uuid": ["'000003e8-cbb9-21ea-b201-00045a86c8a1'::uuid",
             "'017f22e2-79b0-7cc3-d8c4-dc0c0c07398f'::uuid",
             "'ffffffff-ffff-7fff-bfff-ffffffffffff'::uuid",
             "'ffffffff-ffff-1fff-bfff-ffffffffffff'::uuid",
             "'00000000-0000-1000-8000-000000000000'::uuid",
             "'00000001-0000-1000-8000-000000000000'::uuid"],
    "timestamp with time zone": [
        f"'{text}+00'::timestamptz" for text in
        ["1970-01-01 00:00", "1970-01-01 00:00:00.000999", "10889-08-02 05:31:50.655",
         "10889-08-02 05:31:50.656", "1582-10-14 23:59:59.999999", "1582-10-15 00:00",
         "5236-03-31 21:21:00.684697", "5236-03-31 21:21:00.684698",
         "2022-02-22 19:22:22.512345", "294276-12-31 23:59:59"]],
    "tstzrange": [
        f"'{text}'::tstzrange" for text in
        ["(2022-02-22 00:00:00.5005+00,2022-02-22 00:00:00.6005+00)", "[,]",
         "(-infinity,infinity)", "[1960-01-01 00:00+00,1960-02-01 00:00+00]",
         "(,1970-01-01 00:00+00)", "[,1970-01-01 00:00+00]",
         "(,1970-01-01 00:00:00.0005+00)", "[infinity,]", "(infinity,]",
         "[10889-08-02 05:31:50.655+00,]", "(10889-08-02 05:31:50.655+00,]",
         "[10889-08-02 05:31:50.656+00,]",
         "[2022-02-22 00:00+00,infinity)", "[2022-02-22 00:00+00,-infinity]",
         "(1969-12-31 23:59:59.9995+00,2022-02-22 00:00+00]",
         "[2022-02-22 00:00:00.5001+00,2022-02-22 00:00:00.5009+00)",
         "(2022-02-22 00:00:00.5+00,2022-02-22 00:00:00.501+00)",
         "[10889-08-02 05:31:50.6545+00,10889-08-02 05:31:50.655+00)"]
        if "-infinity]" not in text],
}


@pytest.fixture
def both(database, fallback):
    """A session with the extension in schema ext and the fallback in schema sql."""
    database.execute("CREATE SCHEMA ext; CREATE SCHEMA sql")
    database.execute("ALTER EXTENSION guidon SET SCHEMA ext")
    database.execute("SET search_path = sql")
    database.execute(fallback)
    return database


def signatures(session, schema):
    found = rows(session, SIGNATURES.format(schema))
    return {(name, *arguments): (volatility, result)
            for name, arguments, volatility, result in found
            if not name.startswith(HELPER)}


def test_same_names_types_and_volatility(both):
    fallback, extension = signatures(both, "sql"), signatures(both, "ext")
    assert len(fallback) >= 39
    for signature, attributes in fallback.items():
        assert extension.get(signature) == attributes, signature


def test_same_results(both, monkeypatch):
    for kind, more in MORE.items():
        monkeypatch.setitem(samples.SAMPLES, kind, samples.SAMPLES[kind] + more)
    differ, compared = [], 0
    both.execute("SET search_path = ''")  # as a caller may have it
    for function in samples.callable_functions(both):
        signature = (function.name, *function.arguments)
        if function.name in RANDOM or signature not in signatures(both, "sql"):
            continue
        for call in function.calls():
            compared += 1
            call = call[call.index(".") + 1:] if call.startswith("ext.") else call
            mine = binary_result(both, f"sql.{call}")
            if mine != binary_result(both, f"ext.{call}"):
                differ.append(call)
    assert compared > 300
    assert differ == []


def test_the_decoder_of_partman_reads_the_same_texts(both):
    """The text of a UUID as pg_partman keeps it, in no other form that a cast reads."""
    both.execute("SET search_path = ''")
    uuid = "019ca6c4-3000-7bcd-8ef0-0123456789ab"
    digits = uuid.replace("-", "")
    texts = [uuid, uuid.upper(), digits, digits.upper(), f"{{{uuid}}}", f"{{{digits}}}",
             "-".join(digits[i:i + 4] for i in range(0, 32, 4)), f"urn:uuid:{uuid}", f" {uuid}",
             f"{uuid} ", f"{uuid}\n", uuid[:-1], f"{uuid}0", uuid.replace("-", "_"),
             uuid.replace("b", "g"), uuid[:8] + uuid[9:] + "-", "01KJKCRC00FF6GXW00938NKW5B",
             "", "x", "\u0660" * 36, "00000000-0000-0000-0000-000000000000", "f" * 36,
             "ffffffff-ffff-ffff-ffff-ffffffffffff"]
    read = 0
    for text in [*(f"'{text}'" for text in texts), "NULL"]:
        mine, theirs = (binary_result(both, f"{schema}.uuid7_time_decoder({text})")
                        for schema in ("sql", "ext"))
        assert mine == theirs, text
        read += theirs == binary_result(both, f"ext.guidon_time_of('{uuid}'::uuid)")
    assert read == 2


def test_shifts_out_of_range_have_the_same_error(both):
    """That of PostgreSQL 18, where it has one: 22008."""
    both.execute("SET search_path = ''")
    for shift in ["-100 years", "9000 years", "-9000 years", "290000 years",
                  *(["infinity", "-infinity"] if both.info.server_version >= 170000 else [])]:
        mine, theirs = (binary_result(both, f"{schema}.uuidv7('{shift}'::interval)")
                        for schema in ("sql", "ext"))
        assert mine == theirs == "22008", (shift, mine, theirs)


def test_same_ids_of_ranges(both):
    """Of all ranges between some times, and for all inclusive and exclusive bounds."""
    times = ["NULL", "'-infinity'", "'infinity'"] + [
        f"'{time}+00'" for time in
        ["1969-12-31 23:59:59.999999", "1970-01-01 00:00:00", "1970-01-01 00:00:00.000001",
         "1970-01-01 00:00:00.001", "2026-01-01 00:00:00.0001", "2026-01-01 00:00:00.0009",
         "2026-01-01 00:00:00.001", "2026-01-01 00:00:00.001001",
         "10889-08-02 05:31:50.654999", "10889-08-02 05:31:50.655",
         "10889-08-02 05:31:50.655001", "10889-08-02 05:31:50.656"]]
    assert rows(both, f"""
        WITH times AS (SELECT unnest(ARRAY[{",".join(times)}]::timestamptz[]) AS t)
        SELECT count(*) FROM times a, times b, unnest(ARRAY['[]', '[)', '(]', '()']) kind,
            LATERAL (SELECT tstzrange(a.t, CASE WHEN a.t <= b.t OR a.t IS NULL THEN b.t END,
                                      kind) AS r) r
        WHERE sql.guidon_range_low(r) <> ext.guidon_range_low(r)
           OR sql.guidon_range_high(r) <> ext.guidon_range_high(r)""") == [(0,)]


def test_new_ids_have_their_version_and_time(both):
    both.execute("SET search_path = ''")
    for maker, version in [("guidon_v4()", 4), ("guidon_v7()", 7), ("uuidv7()", 7)]:
        assert value(both, f"SELECT ext.guidon_version_of(sql.{maker})") == version
    for at in MORE["timestamp with time zone"] + [
            f"'2022-02-22 19:22:22.{us:06}+00'::timestamptz" for us in range(1000)]:
        mine, theirs = (
            binary_result(both, f"left(replace({schema}.guidon_v7_at({at})::text, "
                          "'-', ''), 16)") for schema in ("sql", "ext"))
        assert mine == theirs, at
    assert rows(both, """SELECT count(*), count(DISTINCT id), bool_and(
            ext.guidon_time_of(id) BETWEEN now() - '1 ms'::interval AND
            clock_timestamp()) FROM sql.guidon_v7_series(1000) id""") == [
                (1000, 1000, True)]


def test_bounds_prune_when_planning(both):
    both.execute("""
        CREATE TABLE ev (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
        CREATE TABLE ev1 PARTITION OF ev FOR VALUES
            FROM ('017d0000-0000-0000-0000-000000000000')
            TO ('017f0000-0000-0000-0000-000000000000');
        CREATE TABLE ev2 PARTITION OF ev FOR VALUES
            FROM ('017f0000-0000-0000-0000-000000000000')
            TO ('01810000-0000-0000-0000-000000000000')""")
    shown = plan(both, "SELECT FROM ev WHERE id >= guidon_floor('2022-02-22') "
                       "AND id < guidon_floor('2022-02-23')")
    assert "ev2" in shown and "ev1" not in shown and "Removed" not in shown
