# SPDX-License-Identifier: MIT
"""What each function returns, on vectors of every shape."""

import concurrent.futures
import json
import pathlib
import subprocess
import sys

import duckdb
import pytest

from conftest import AUDITS_LISTS, EXTENSION, IS_SANITIZED, audit_of, connect, one

HERE = pathlib.Path(__file__).resolve().parent
V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
V4 = "919108f7-52d1-4320-9bac-f847db4148a8"
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
MAKERS = ["guidon_v4", "guidon_v6", "guidon_v7", "guidon_ulid"]


def error(session, sql, *args):
    with pytest.raises(duckdb.Error) as raised:
        session.execute(sql, list(args)).fetchall()
    return str(raised.value)


# ----------------------------------------------------------------------- makers


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("n", [1, 255, 256, 257, 2048, 2049, 100_000])
def test_makers_give_another_id_in_each_row(database, maker, n):
    assert one(database, f"SELECT count(DISTINCT {maker}()) FROM range({n})") == n


@pytest.mark.parametrize("maker", ["guidon_v6", "guidon_v7", "guidon_ulid"])
def test_a_million_ids_of_a_thread_are_in_order(database, maker):
    assert one(database, f"""
        SELECT count(*) FROM (SELECT x <= lag(x) OVER (ORDER BY i) AS down FROM
          (SELECT i, {maker}() AS x FROM range(1000000) t(i))) WHERE down""") == 0


def test_makers_are_never_folded(database):
    assert one(database, "SELECT guidon_v7() = guidon_v7()") is False
    database.execute("PREPARE p AS SELECT guidon_v4()")
    assert one(database, "EXECUTE p") != one(database, "EXECUTE p")
    database.execute("CREATE TABLE t (i INT, id UUID DEFAULT guidon_v7())")
    database.execute("INSERT INTO t (i) SELECT * FROM range(5000)")
    assert one(database, "SELECT count(DISTINCT id) FROM t") == 5000
    assert one(database, "SELECT bool_and(guidon_version_of(id) = 7) FROM t")


@pytest.mark.parametrize("maker", MAKERS)
def test_threads_make_different_ids(maker):
    session = connect(threads=4)
    session.execute(f"CREATE TABLE t AS SELECT {maker}() AS id FROM range(1000000)")
    assert one(session, "SELECT count(DISTINCT id) FROM t") == 1_000_000
    session.close()


def test_a_subquery_without_the_row_is_computed_once(database):
    """As the README says, and as it is with DuckDB's own makers."""
    for maker in ("guidon_v7()", "uuid()"):
        for query in (f"SELECT (SELECT {maker}) AS id FROM range(9)",
                      f"SELECT id FROM range(9), LATERAL (SELECT {maker} AS id)"):
            assert one(database, f"SELECT count(DISTINCT id) FROM ({query})") == 1, query
    assert one(database, "SELECT count(DISTINCT id) FROM (SELECT guidon_v7() AS id "
               "FROM range(9))") == 9


def test_connections_of_threads_make_different_ids():
    session = connect()

    def work(_):
        with session.cursor() as own:
            return [str(id) for (id,) in own.execute(
                "SELECT guidon_v7() FROM range(20000)").fetchall()]

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(work, range(4)))
    assert len({id for run in runs for id in run}) == 80_000
    session.close()


def test_versions_and_times_of_new_ids(database):
    for maker, version in [("guidon_v4", 4), ("guidon_v6", 6), ("guidon_v7", 7)]:
        assert one(database, f"SELECT guidon_version_of({maker}())") == version
    for time in ("guidon_time_of(guidon_v6())", "guidon_time_of(guidon_v7())",
                 "guidon_ulid_time_of(guidon_ulid())"):
        assert one(database, f"SELECT abs(epoch_ms({time}) - epoch_ms(now())) < 60000"), time


# ------------------------------------------------------------------ NULL and text


def test_null_in_null_out(database):
    for call in ("guidon_time_of(NULL)", "guidon_ulid_time_of(NULL)", "guidon_version_of(NULL)",
                 "guidon_format(NULL, 'hex')", f"guidon_format('{V7}', NULL)",
                 "guidon_parse(NULL)", "guidon_parse(NULL, 'hex')",
                 f"guidon_parse('{V7}', NULL)", "guidon_floor(NULL)", "guidon_ceil(NULL)",
                 "guidon_v7_floor(NULL)", "guidon_v7_ceil(NULL)", "guidon_v1_to_v6(NULL)",
                 "guidon_v6_to_v1(NULL)", "guidon_derive(NULL, 'a'::BLOB, 'b'::BLOB)",
                 "guidon_derive(now(), NULL, 'b'::BLOB)"):
        assert one(database, f"SELECT {call}") is None, call


@pytest.mark.parametrize("n", [1, 63, 64, 65, 300, 5000])
def test_nulls_among_values(database, n):
    """Every third row is NULL, every fifth is another form, every seventh is junk."""
    database.execute(f"""
        CREATE TABLE t AS SELECT i, id, CASE WHEN i % 3 = 0 THEN NULL
            WHEN i % 5 = 0 THEN guidon_format(id, 'ulid') WHEN i % 7 = 0 THEN
            substr(id::VARCHAR, 1, 35) || 'x' ELSE id::VARCHAR END AS text
        FROM (SELECT i, guidon_v7() AS id FROM range({n}) r(i))""")
    assert one(database, """
        SELECT count(*) FROM t WHERE guidon_parse(text) IS DISTINCT FROM
          CASE WHEN i % 3 = 0 OR (i % 7 = 0 AND i % 5 <> 0) THEN NULL ELSE id END""") == 0
    assert one(database, """
        SELECT count(*) FROM t WHERE guidon_format(CASE WHEN i % 3 = 0 THEN NULL ELSE id END,
          CASE WHEN i % 2 = 0 THEN 'uuid' ELSE 'int' END) IS DISTINCT FROM
          CASE WHEN i % 3 = 0 THEN NULL WHEN i % 2 = 0 THEN id::VARCHAR
          ELSE guidon_format(id, 'int') END""") == 0
    assert one(database, "SELECT count(*) FROM t WHERE guidon_version_of(CASE WHEN i % 3 = 0 "
               "THEN NULL ELSE id END) IS DISTINCT FROM CASE WHEN i % 3 = 0 THEN NULL "
               "ELSE 7 END") == 0


def test_text_agrees_with_duckdb(database):
    assert one(database, """
        SELECT count(*) FROM (SELECT uuid() AS id FROM range(10000))
        WHERE guidon_format(id, 'uuid') <> id::VARCHAR OR guidon_parse(id::VARCHAR) <> id
           OR guidon_parse(guidon_format(id, 'ulid')) <> id""") == 0


@pytest.mark.parametrize("text", ["", "junk", V7 + "0", V7[:-1], "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"])
def test_malformed_text_is_null(database, text):
    assert one(database, "SELECT guidon_parse(?)", text) is None


def test_other_forms_of_36_characters_stand_among_uuids(database):
    """They are not read together with the UUIDs beside them."""
    ncs, number = "34dc23469000.0d.00.00.7c.5f.00.00.00", "123456789012345678901234567890123456"
    assert len(ncs) == len(number) == 36
    rows = database.execute("""
        SELECT guidon_parse(text) FROM (VALUES (1, ?), (2, ?), (3, ?), (4, ?), (5, ?))
        AS v(i, text) ORDER BY i""", [V7, ncs, number, "x" * 36, V4]).fetchall()
    assert [id and str(id) for (id,) in rows] == [
        V7, "34dc2346-9000-0000-0d00-007c5f000000", None, None, V4]


def test_forms_are_checked(database):
    for form in ("nope", "", "uuid ", "u" * 40):
        for call in ("guidon_format(guidon_v7(), ?)", f"guidon_parse('{V7}', ?)"):
            assert "no form of text" in error(database, f"SELECT {call}", form), call


def test_every_form_is_read_back(database):
    """Without a name, some texts are read in another form, or in none."""
    for form in ("base58", "shortuuid", "base62", "ulid", "int", "hex", "base32hex"):
        assert one(database, """
            SELECT count(*) FROM (SELECT guidon_v7() AS id FROM range(3000))
            WHERE guidon_parse(guidon_format(id, ?), ?) IS DISTINCT FROM id""", form, form) == 0
    assert one(database, "SELECT count(*) FROM (SELECT i, guidon_v7() AS id, "
               "CASE i % 3 WHEN 0 THEN 'base58' WHEN 1 THEN 'base62' ELSE 'hex' END AS form "
               "FROM range(3000) r(i)) WHERE guidon_parse(guidon_format(id, form), form) "
               "IS DISTINCT FROM id") == 0
    assert one(database, "SELECT guidon_parse(?, 'ulid')", V7) is None


# ----------------------------------------------------------------- times and bounds


def test_times(database):
    assert one(database, f"SELECT epoch_ms(guidon_time_of('{V7}'))") == 1645557742000
    assert one(database, f"SELECT guidon_time_of('{V4}')") is None
    assert one(database, "SELECT epoch_ms(guidon_ulid_time_of(guidon_parse(?)))", ULID) == \
        1469922850259
    assert one(database, "SELECT guidon_version_of('00000000-0000-0000-0000-000000000000')") \
        is None


def test_bounds(database):
    at = "'2022-02-22 19:22:22.0009+00'::TIMESTAMPTZ"
    for name, want in [("floor", "017f22e2-79b0-0000-0000-000000000000"),
                       ("ceil", "017f22e2-79b0-ffff-ffff-ffffffffffff"),
                       ("v7_floor", "017f22e2-79b0-7000-8000-000000000000"),
                       ("v7_ceil", "017f22e2-79b0-7fff-bfff-ffffffffffff")]:
        assert one(database, f"SELECT guidon_{name}({at})::VARCHAR") == want
    for at, digit in [("1969-12-31 23:59:59.999999+00", "0"), ("-infinity", "0"),
                      ("infinity", "f"), ("10890-01-01 00:00:00+00", "f")]:
        want = f"{digit * 8}-{digit * 4}-{digit * 4}-{digit * 4}-{digit * 12}"
        for name in ("floor", "ceil", "v7_floor", "v7_ceil"):
            assert one(database, f"SELECT guidon_{name}(?::TIMESTAMPTZ)::VARCHAR", at) == want


def test_a_range_selects_its_ids(database):
    database.execute("CREATE TABLE t AS SELECT i, guidon_floor('2024-01-01 00:00:00+00'"
                     "::TIMESTAMPTZ + to_milliseconds(i)) AS id FROM range(1000) r(i)")
    assert one(database, """
        SELECT count(*) FROM t WHERE id >= guidon_floor('2024-01-01 00:00:00.1+00')
          AND id < guidon_floor('2024-01-01 00:00:00.2+00')""") == 100


def test_ids_sort_as_their_bytes(database):
    """DuckDB stores the top bit of a UUID flipped."""
    assert one(database, "SELECT guidon_parse('ffffffffffffffffffffffffffffffff') > "
               "guidon_parse('7fffffffffffffffffffffffffffffff')")
    assert one(database, "SELECT guidon_floor('infinity') > guidon_v7()")


# -------------------------------------------------------------- conversions, errors


def test_conversions_are_errors_for_other_versions(database):
    assert "not of version 1" in error(database, f"SELECT guidon_v1_to_v6('{V4}')")
    assert "not of version 6" in error(database, f"SELECT guidon_v6_to_v1('{V7}')")


def test_keys_and_times_of_derive_are_checked(database):
    assert "32 bytes" in error(database, "SELECT guidon_derive(now(), 'a'::BLOB, 'b'::BLOB)")
    key = "repeat('a', 32)::BLOB"
    assert "out of range" in error(
        database, f"SELECT guidon_derive('1969-01-01'::TIMESTAMPTZ, {key}, 'b'::BLOB)")
    assert one(database, f"SELECT count(DISTINCT guidon_derive(now(), {key}, "
               "i::VARCHAR::BLOB)) FROM range(5000) r(i)") == 5000


def test_long_texts(database):
    assert one(database, "SELECT guidon_parse(repeat('1a', 50000000))") is None
    assert one(database, "SELECT guidon_derive('2024-01-01'::TIMESTAMPTZ, "
               "repeat('a', 32)::BLOB, repeat('1a', 5000000)::BLOB) IS NOT NULL")


@pytest.mark.skipif(IS_SANITIZED, reason="a sanitizer exports names of its own")
def test_only_the_entry_is_exported():
    listed = subprocess.run(["nm", "-D", "--defined-only", EXTENSION], text=True,
                            capture_output=True, check=True).stdout
    assert [line.split()[2] for line in listed.splitlines()] == ["guidon_init_c_api"]


# ------------------------------------------------------------------------- the audit


def audit(database, sql, *args):
    return json.loads(one(database, sql, *args))


def test_audit(database):
    database.execute(f"CREATE TABLE t AS SELECT unnest([NULL, '{V7}', '{V4}', '{V7}', "
                     "'ffffffff-ffff-ffff-ffff-ffffffffffff']::UUID[]) AS id")
    assert audit(database, f"SELECT {audit_of('id')} FROM t") == {
        "rows": 5, "nulls": 1, "ids": 4, "kinds": {"v4": 1, "v7": 2, "max": 1},
        "earliest": "2022-02-22T19:22:22.000000Z", "latest": "2022-02-22T19:22:22.000000Z",
        "out_of_order": 1, "parts": 1, "duplicates": 1, "duplicates_seen": 1,
        "duplicates_at_most": 1, "sampled_1_in": 1, "duplicates_note":
        "The number of duplicates is exact: every id was compared with all others.",
        "weak_bits": []}
    assert one(database, f"SELECT {audit_of('id')}::JSON ->> '$.rows' FROM t") == "5"


def test_audit_of_nothing_and_of_nulls(database):
    empty = audit(database, f"SELECT {audit_of('guidon_v4()')} FROM range(0)")
    assert empty["rows"] == 0 and empty["kinds"] == {} and empty["earliest"] is None
    assert (empty["parts"], empty["duplicates"], empty["sampled_1_in"]) == (1, 0, 1)
    nulls = audit(database, f"SELECT {audit_of('NULL::UUID')} FROM range(5000)")
    assert (nulls["rows"], nulls["nulls"]) == (5000, 5000)


@pytest.mark.parametrize("when", ["1582-10-15 00:00:00", "1600-02-29 23:59:59.999999",
                                  "1969-12-31 12:00:00", "2000-02-29 00:00:00",
                                  "2023-12-31 23:59:59.000001"])
def test_audit_writes_dates_as_duckdb(database, when):
    """By version 6, whose times begin in 1582."""
    at = f"epoch_us('{when}+00'::TIMESTAMPTZ)::HUGEINT * 10 + 122192928000000000"
    id = (f"(SELECT substr(h, 1, 12) || '6' || substr(h, 13, 3) || '9' || repeat('0', 15) "
          f"FROM (SELECT printf('%015x', ({at})::BIGINT) AS h))::UUID")
    found = audit(database, f"SELECT {audit_of(id)}")
    assert found["earliest"] == found["latest"] == one(
        database, f"SELECT strftime('{when}'::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%fZ')")


def test_audit_in_threads_is_that_of_one(database):
    """Groups, duplicates beyond the memory and weak bits, counted in parts."""
    database.execute("""
        CREATE TABLE t AS SELECT i % 5 AS g, CASE WHEN i % 9 = 0 THEN NULL
          WHEN i % 2 = 0 THEN guidon_v7_floor(make_timestamptz(i % 40000 * 1000))
          ELSE md5((i % 70000)::VARCHAR)::UUID END AS id FROM range(300000) r(i)""")
    queries = [f"SELECT {audit_of('id', '6000')} FROM t",
               f"SELECT {audit_of('id')} FROM t GROUP BY g ORDER BY g",
               f"SELECT {audit_of('id')} FROM t GROUP BY hash(id) % 1000 ORDER BY ALL LIMIT 50"]

    def reports():
        found = []
        for query in queries[:2]:
            for (report,) in database.execute(query).fetchall():
                report = json.loads(report)
                found.append({key: value for key, value in report.items()
                              if key not in ("out_of_order", "parts")})
        return found

    alone = reports()
    assert alone[0]["sampled_1_in"] > 1 and alone[0]["weak_bits"]
    database.execute("SET threads = 4")
    assert reports() == alone
    assert len(database.execute(queries[2]).fetchall()) == 50


def test_audit_compares_as_many_ids_as_its_number_says(database):
    def call(number):
        ids = "guidon_floor(make_timestamptz(i % 300 * 1000))"
        return f"SELECT {audit_of(ids, str(number))} FROM range(1000) r(i)"

    for number in ("NULL", 300, 10**6, 805_306_368, "300::INT",
                   "CASE WHEN i = 0 THEN 300 END"):
        found = audit(database, call(number))
        assert (found["duplicates"], found["sampled_1_in"]) == (700, 1), number
    none = audit(database, call(0))
    for member in ("duplicates", "duplicates_seen", "duplicates_at_most", "sampled_1_in"):
        assert none[member] is None, member
    assert none["duplicates_note"] == "Duplicates were not counted."
    for number in (-1, 805_306_369, 2**63 - 1):
        with pytest.raises(duckdb.Error, match=f"cannot hold {number} different ids "
                           r"\(expected 0 to 805306368\)"):
            audit(database, call(number))


def test_numbers_that_differ_give_no_wrong_number(database):
    """Rows of one group, in several threads, that say 1,000,000 or less."""
    database.execute("CREATE TABLE t AS SELECT md5((i % 130000)::VARCHAR)::UUID AS id, "
                     "i // 130000 AS part FROM range(260000) r(i)")
    database.execute("SET threads = 4")
    for lower in (0, 6):
        number = f"CASE part WHEN 0 THEN 1000000 ELSE {lower} END"
        found = audit(database, f"SELECT {audit_of('id', number)} FROM t")
        assert found["rows"] == 260_000
        assert found["duplicates"] in (None, 130_000)


def model(ids):
    """What an audit of one part says of ids in their order, of which some are None."""
    present = [id for id in ids if id]
    return {"rows": len(ids), "nulls": len(ids) - len(present),
            "kinds": sum(present.count(id) for id in set(present)),
            "out_of_order": sum(a > b for a, b in zip(present, present[1:])),
            "duplicates": len(present) - len(set(present))}


def in_model(report):
    report = json.loads(report)
    assert report["parts"] == 1
    return {**{key: report[key] for key in ("rows", "nulls", "out_of_order", "duplicates")},
            "kinds": sum(report["kinds"].values())}


def rows_of_groups(database):
    """A table of groups with 1 to 80 rows, in which ids repeat and some are NULL, and
    what the model says of each group."""
    database.execute("""
        CREATE OR REPLACE TABLE t AS SELECT g, i, CASE WHEN hash(i, g) % 7 > 0
            THEN md5((hash(g, i) % (g + 3))::VARCHAR)::UUID END AS id
        FROM range(1, 81) a(g), range(80) b(i) WHERE i < g ORDER BY i, g""")
    groups = {}
    for group, id in database.execute("SELECT g, id FROM t ORDER BY i, g").fetchall():
        groups.setdefault(group, []).append(id)
    return {group: model(ids) for group, ids in groups.items()}


def test_audits_of_small_groups_equal_the_model(database):
    """Up to 32 ids, the state of a group is a list of them."""
    want = rows_of_groups(database)
    assert len(want) == 80
    found = database.execute(f"SELECT g, {audit_of('id')} FROM t GROUP BY g").fetchall()
    assert {group: in_model(report) for group, report in found} == want
    if not AUDITS_LISTS:
        found = database.execute("SELECT g, guidon_audit(id ORDER BY i) FROM t GROUP BY g")
        assert {group: in_model(report) for group, report in found.fetchall()} == want


@pytest.mark.parametrize("size", [1, 3, 50])
def test_parts_of_small_groups_add_up(database, size):
    """Each row `size` times, in several threads whose states are merged."""
    want = rows_of_groups(database)
    database.execute("SET threads = 4")
    database.execute("SET preserve_insertion_order = false")
    database.execute(f"CREATE TABLE u AS SELECT g, id FROM t, range({size})")
    for group, report in database.execute(
            f"SELECT g, {audit_of('id')} FROM u GROUP BY g").fetchall():
        report, one_part = json.loads(report), want[group]
        present = one_part["rows"] - one_part["nulls"]
        distinct = present - one_part["duplicates"]
        assert (report["rows"], report["nulls"]) == (
            one_part["rows"] * size, one_part["nulls"] * size)
        assert report["duplicates"] == present * size - distinct
        assert sum(report["kinds"].values()) == present * size


# What a process that audits 100,000 groups needs more than one that counts them.
PEAK = """
import re
from conftest import audit_of, connect
session = connect()
session.execute("CREATE TABLE t AS SELECT i // 2 AS g, guidon_v7() AS id "
                "FROM range(200000) r(i)")
peak = lambda: int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
def reports(call):
    session.execute(f"SELECT max(a) FROM (SELECT {call} AS a FROM t GROUP BY g)").fetchall()
    return peak()
before = reports("count(id)")
print((reports(audit_of("id")) - before) * 1024 // 100000)
"""


@pytest.mark.skipif(IS_SANITIZED or not sys.platform.startswith("linux"),
                    reason="needs /proc, and memory without a sanitizer")
def test_a_group_of_two_ids_needs_little_memory():
    """Less than 1 KB, with the text of its report; the counts of one group have 4 KB."""
    done = subprocess.run([sys.executable, "-B", "-c", PEAK], cwd=HERE, text=True,
                          capture_output=True, check=True)
    assert int(done.stdout) < 1024, done.stdout


@pytest.mark.skipif(AUDITS_LISTS, reason="an aggregate from DuckDB 2.0 on")
def test_audit_as_a_window(database):
    """DuckDB combines states there that it uses again."""
    assert one(database, """
        SELECT count(*) FROM (SELECT i, guidon_audit(id) OVER (ORDER BY i ROWS BETWEEN
          99 PRECEDING AND CURRENT ROW) AS a FROM (SELECT i, guidon_v4() AS id
          FROM range(3000) r(i))) WHERE (a::JSON ->> '$.rows')::INT <> least(i + 1, 100)
          OR (a::JSON ->> '$.kinds.v4')::INT <> least(i + 1, 100)""") == 0


# DuckDB 1 gives an aggregate a single state for all rows of these.
OF_ONE_STATE = ["guidon_audit(id ORDER BY i)", "guidon_audit(id, 5 ORDER BY i)",
                "guidon_audit(id) OVER ()", "guidon_audit(id) OVER (PARTITION BY i % 7)",
                "guidon_audit(id) OVER (PARTITION BY i % 300 ORDER BY i)"]
IDS = "(SELECT i, guidon_v4() AS id FROM range(20000) r(i))"


@pytest.mark.skipif(not AUDITS_LISTS, reason="DuckDB 1")
@pytest.mark.parametrize("call", OF_ONE_STATE)
def test_duckdb_1_refuses_what_it_cannot_compute(call):
    """In a process of its own, because the process crashed."""
    code = f"""
from conftest import connect
connect().execute("SELECT {call} FROM {IDS}").fetchall()"""
    done = subprocess.run([sys.executable, "-B", "-c", code], cwd=HERE, text=True,
                          capture_output=True, check=False)
    assert done.returncode == 1 and "guidon_audit" in done.stderr, done


@pytest.mark.skipif(not AUDITS_LISTS, reason="DuckDB 1")
def test_duckdb_1_names_the_list(database):
    for call in ("guidon_audit(id)", "guidon_audit(id, 5)"):
        assert ("guidon_audit is an aggregate from DuckDB 2.0 on; in this version, give it "
                "a list: guidon_audit(list(id))") in error(
                    database, f"SELECT {call} FROM {IDS}")


@pytest.mark.skipif(AUDITS_LISTS, reason="an aggregate from DuckDB 2.0 on")
def test_audits_in_an_order_and_as_windows_count_their_rows(database):
    for call in OF_ONE_STATE:
        rows = 20000 if "ORDER" in call.split("OVER")[0] or "OVER ()" in call else None
        for (report,) in database.execute(f"SELECT DISTINCT {call} FROM {IDS}").fetchall():
            found = json.loads(report)["rows"]
            assert found == rows or (rows is None and found in range(1, 2859)), call


@pytest.mark.skipif(not AUDITS_LISTS, reason="DuckDB 1")
@pytest.mark.parametrize("list_", [
    "x", "list_reverse(x)", "x[5:200]", "list_sort(x)", "x || [x[2]]", "flatten([x, x])",
    "list_filter(x, y -> y IS NOT NULL)", "list_transform(x, y -> NULL::UUID)",
    "list_resize(x, 3000)", "list_select(x, [3, 2, 1])", "[guidon_v4(), x[2]]",
    "CASE WHEN g % 2 = 0 THEN x ELSE list_reverse(x) END", "array_value(x[2], x[3])::UUID[]"])
def test_lists_of_every_kind(database, list_):
    """The child of a list is read as DuckDB hands it over."""
    database.execute("""CREATE TABLE l AS SELECT i % 7 AS g, list(CASE WHEN i % 11 = 0
        THEN NULL ELSE md5((i % 1500)::VARCHAR)::UUID END ORDER BY i) AS x
        FROM range(20000) r(i) GROUP BY g""")
    for report, rows, ids, distinct in database.execute(
            f"SELECT guidon_audit(v), len(v), list_aggregate(v, 'count'), "
            f"len(list_distinct(v)) FROM (SELECT g, {list_} AS v FROM l)").fetchall():
        found = json.loads(report)
        assert (found["rows"], found["nulls"], found["duplicates"]) == (
            rows, rows - ids, ids - distinct)
