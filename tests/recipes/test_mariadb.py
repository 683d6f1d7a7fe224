# SPDX-License-Identifier: MIT
"""docs/recipes/mariadb.md on a server that these tests start."""

import json
import threading
import uuid

import pytest

import mariadb
import page


@pytest.fixture(scope="session", autouse=True)
def page_results(server):
    """Execute the SQL of the page in order: the answers of each block, and those that
    the page shows. The tests below use its functions and tables."""
    return [(line, "".join(map(server.ask, parts)), due)
            for line, parts, due in page.statements(mariadb.PAGE)]


def test_the_page_shows_the_results(page_results):
    assert len([due for *_, due in page_results if due]) >= 7
    for line, result, due in page_results:
        assert result == (due or ""), f"{mariadb.PAGE}:{line}"


def test_functions_are_those_of_the_page(server):
    """The table of the page has a row for each function that it creates."""
    names = {row[0] for row in server.rows("SELECT name FROM mysql.func")}
    text = (page.ROOT / "docs/recipes/mariadb.md").read_text()
    table = text.split("| function | result |")[1].split("\n\n")[0]
    assert names == {name for name in names if f"`{name}(" in table}
    assert len(names) == len(mariadb.functions()) == 8


@pytest.mark.parametrize("maker, length", [("hex(guidon_v7())", 32),
                                           ("guidon_v7_text()", 36),
                                           ("guidon_ulid()", 26)])
def test_one_order_for_all_connections(server, maker, length):
    """Each of four connections makes an id in turn. Every id is above the one before,
    whichever connection made it."""
    connections = [server.connect() for _ in range(4)]
    ids = [server.rows(f"SELECT {maker}", connections[turn % 4])[0][0]
           for turn in range(2000)]
    ids = [text if isinstance(text, str) else text.decode() for text in ids]
    assert {len(text) for text in ids} == {length}
    assert all(a < b for a, b in zip(ids, ids[1:]))
    for connection in connections:
        connection.close()


def test_default_keeps_the_order_of_inserts(server, long):
    """Also while other connections insert; no id comes twice."""
    rows, others = (50000, 8) if long else (5000, 4)
    server.rows("CREATE OR REPLACE TABLE shop.busy (id BINARY(16) PRIMARY KEY DEFAULT "
                "(guidon_v7()), n INT, who INT)")

    def insert(who):
        with server.connect() as connection:
            server.rows("INSERT INTO shop.busy (n, who) SELECT seq, "
                        f"{who} FROM shop.seq_1_to_{rows}", connection)

    threads = [threading.Thread(target=insert, args=(who,)) for who in range(others)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert server.rows("SELECT count(*), sum(n = r) FROM (SELECT n, row_number() OVER "
                       "(PARTITION BY who ORDER BY id) r FROM shop.busy) s"
                       ) == ((rows * others, rows * others),)


def kind_of_search(server, condition):
    return server.rows(f"EXPLAIN SELECT * FROM shop.busy WHERE {condition}")[0][3]


def test_spans_search_the_primary_key(server):
    """The page says which comparisons do, and which one does not."""
    server.rows("CREATE OR REPLACE TABLE shop.busy (id BINARY(16) PRIMARY KEY DEFAULT "
                "(guidon_v7()), n INT)")
    server.rows("INSERT INTO shop.busy (n) SELECT seq FROM seq_1_to_10000")
    server.rows("SET @late = guidon_floor(1900000000000)")
    bounds = "guidon_floor(1900000000000) AND guidon_ceil(1900000000000)"
    assert kind_of_search(server, f"id BETWEEN {bounds}") == "range"
    assert kind_of_search(server, "id >= @late") == "range"
    assert kind_of_search(server, "id >= guidon_floor(1900000000000)") == "ALL"
    assert kind_of_search(
        server, "id = guidon_parse_id('01FWHE4YDGFK1SHH6W1G60EECF')") == "const"


def test_bounds_enclose_the_ids_of_their_millisecond(server):
    assert server.rows(
        "SELECT count(*), sum(id BETWEEN guidon_floor(guidon_ms_of(id)) "
        "AND guidon_ceil(guidon_ms_of(id))), "
        "sum(id BETWEEN guidon_floor(guidon_ms_of(id) + 1) "
        "AND guidon_ceil(guidon_ms_of(id) + 1)) FROM shop.busy") == ((10000, 10000, 0),)


NIL, MAX = "0" * 32, "F" * 32


def hex_bounds(server, time):
    return server.rows(f"SELECT hex(guidon_floor({time})), hex(guidon_ceil({time}))")[0]


def test_a_time_is_rounded_down(server):
    """Of each type of number. The server itself would round 0.5 up."""
    for time in ["1645557742000", "1645557742000.5", "1645557742000.999999",
                 "1645557742000.5e0", "CAST(1645557742000.7 AS DOUBLE)",
                 "CAST(1645557742000.7 AS DECIMAL(30, 3))",
                 "UNIX_TIMESTAMP('2022-02-22 19:22:22.0009') * 1000"]:
        assert hex_bounds(server, time) == ("017F22E279B0" + "0" * 20,
                                            "017F22E279B0" + "F" * 20), time


def test_bounds_saturate(server):
    for time in ["-1", "-0.5", "-0.5e0", "-1e300", "-9223372036854775808", f"-{'9' * 65}"]:
        assert hex_bounds(server, time) == (NIL, NIL), time
    for time in ["281474976710656", "281474976710656.0", "2.9e14", "1e300",
                 "9223372036854775807", "9" * 65]:
        assert hex_bounds(server, time) == (MAX, MAX), time
    for time in ["281474976710655", "281474976710655.9"]:
        assert hex_bounds(server, time) == ("F" * 12 + "0" * 20, MAX), time
    assert hex_bounds(server, "0.5") == (NIL, "0" * 12 + "F" * 20)
    for time in ["NULL", "CAST(NULL AS DECIMAL)", "NULL + 1"]:
        assert hex_bounds(server, time) == (None, None), time


def vectors(part):
    """The rows of bounds.json for a place that counts milliseconds, with a fraction."""
    rows = json.loads((page.ROOT / "tests/vectors/bounds.json").read_text())[part]
    found = [row for row in rows if row["kind"] == "ulid" and row["unit"] in ("ms", "us")]
    assert found
    return found


def ms_of(row, member):
    count = int(row[member])
    return f"{count}" if row["unit"] == "ms" else f"({count // 1000} + {count % 1000} / 1000)"


def test_bounds_of_the_vectors(server):
    for row in vectors("bounds"):
        assert hex_bounds(server, ms_of(row, "time")) == (
            row["first"].upper(), row["last"].upper()), row
    for row in vectors("out_of_range"):
        assert hex_bounds(server, ms_of(row, "time")) == (
            (NIL, NIL) if row["side"] == "before" else (MAX, MAX)), row


# The condition of the page, for rows from @a on and before @b.
RANGE = "id BETWEEN guidon_floor(CEILING({0})) AND guidon_ceil(CEILING({1}) - 1)"


def test_ranges_of_the_vectors(server):
    tested = 0
    for row in vectors("ranges") + vectors("empty_ranges"):
        if not {"lower", "upper"} <= row.keys() or \
                (row["lower_inclusive"], row["upper_inclusive"]) != (1, 0):
            continue
        tested += 1
        condition = RANGE.format(ms_of(row, "lower"), ms_of(row, "upper"))
        for inside in (1, 0):
            for digits in row.get("inside" if inside else "outside", []):
                if digits == NIL:
                    continue  # the bound before 1970, which BETWEEN includes
                assert server.rows(f"SELECT {condition} FROM (SELECT unhex('{digits}') "
                                   "AS id) s") == ((inside,),), row
    assert tested > 5


def test_ranges_equal_the_model(server):
    """100,000 pairs of an id, first or last of its millisecond, and a range of times in
    eighths of a millisecond."""
    at = 1645557742000
    assert server.rows(f"""
        SELECT count(*), sum(guidon_ms_of(id, 'ulid') >= a AND guidon_ms_of(id, 'ulid') < b),
            sum(({RANGE.format("a", "b")}) <>
                (guidon_ms_of(id, 'ulid') >= a AND guidon_ms_of(id, 'ulid') < b))
        FROM (SELECT IF(seq % 2, guidon_floor({at} + seq DIV 2 % 10),
                        guidon_ceil({at} + seq DIV 2 % 10)) AS id,
                     {at} - 1 + (seq DIV 20 % 50) / 4 AS a,
                     {at} + (seq DIV 1000 % 100) / 8 AS b
              FROM shop.seq_0_to_99999) s""") == ((100000, 23700, 0),)


def test_ulids_in_bytes(server):
    """The bytes of ULIDs, of which a part looks like UUIDs of a version with a time."""
    random = "MD5(seq), 13"
    assert server.rows(f"""
        SELECT count(*), sum(guidon_ms_of(id, 'ulid') = 1645557742000),
            sum(guidon_ms_of(id) <> 1645557742000) > 10, sum(guidon_ms_of(id, 'uuid') <=> guidon_ms_of(id))
        FROM (SELECT unhex(CONCAT('017F22E279B0', SUBSTR({random}))) AS id
              FROM shop.seq_1_to_2000) s""") == ((2000, 2000, 1, 2000),)
    assert server.rows("SELECT guidon_ms_of('01FWHE4YDGFK1SHH6W1G60EECF', 'ulid')"
                       ) == ((1645557742000,),)


def test_texts_of_wide_characters(server):
    """As the page says: such a text needs a conversion."""
    text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    wide = f"CONVERT('{text}' USING utf16)"
    assert server.rows(f"SELECT guidon_parse_id({wide}), hex(guidon_parse_id(CONVERT({wide} USING ascii)))"
                       ) == ((None, text.replace("-", "").upper()),)


def test_makers_are_no_constants(server):
    """Each row of one statement gets an id of its own."""
    for maker in ["guidon_v7()", "guidon_v7_text()", "guidon_ulid()"]:
        assert server.rows(f"SELECT count(DISTINCT {maker}) FROM seq_1_to_1000"
                           ) == ((1000,),), maker


@pytest.mark.parametrize("call", ["guidon_v7(1)", "guidon_ulid('x')", "guidon_parse_id()",
                                  "guidon_parse_id('x', 'y')", "guidon_format_id()",
                                  "guidon_format_id('x', NULL)", "guidon_format_id('x', 7)",
                                  "guidon_format_id('x', repeat('y', 300))",
                                  "guidon_ms_of()", "guidon_ms_of('x', 'v7')",
                                  "guidon_ms_of('x', NULL)", "guidon_ms_of('x', 'ulid', 1)",
                                  "guidon_floor()", "guidon_floor('2026-03-01')",
                                  "guidon_ceil(NOW())", "guidon_floor(1, 2)"])
def test_wrong_arguments_name_the_right_ones(server, call):
    answer = server.ask(f"SELECT {call}")
    assert answer.startswith("ERROR 1123: Can't initialize function 'guidon_")
    assert "this function takes" in answer or "the form must be" in answer or \
        "the kind must be" in answer


def test_every_form_comes_back(server):
    for form in ["uuid", "hex", "braces", "urn", "ulid", "oid", "guid-x", "parens"]:
        assert server.rows(
            f"SELECT count(*), sum(guidon_parse_id(guidon_format_id(id, '{form}')) = id) "
            "FROM shop.busy") == ((10000, 10000),), form


def test_replicas_get_the_ids_of_the_primary(server):
    """The log of changes has the rows and not the statement, as the page says."""
    log = server.rows("SHOW MASTER STATUS")[0]
    server.rows("INSERT INTO shop.busy (n) VALUES (0)")
    events = server.rows(f"SHOW BINLOG EVENTS IN '{log[0]}' FROM {log[1]}")
    kinds = {event[2] for event in events}
    assert "Write_rows_v1" in kinds and "Query" not in kinds
    server.rows("SET SESSION binlog_format = STATEMENT")
    server.rows("INSERT INTO shop.busy (n) VALUES (0)")
    warnings = server.rows("SHOW WARNINGS")
    server.rows("SET SESSION binlog_format = MIXED")
    assert [row[1] for row in warnings] == [1592]


def test_dumps_name_the_functions(server):
    assert "DEFAULT guidon_v7()" in server.rows("SHOW CREATE TABLE shop.busy")[0][1]


def test_texts_compare_byte_for_byte(server):
    upper = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"
    assert server.rows(f"SELECT guidon_format_id('{upper}') = '{upper}', CONVERT(guidon_format_id("
                       f"'{upper}') USING ascii) = '{upper}', guidon_parse_id('{upper}') = "
                       f"guidon_parse_id('{upper.lower()}')") == ((0, 1, 1),)


def test_a_text_is_no_value_of_the_type_uuid(server):
    assert server.ask("INSERT INTO shop.thing (id) VALUES (guidon_v7_text())"
                      ).startswith("ERROR 1292")


def test_functions_return_after_they_were_dropped(server):
    """The server unloads the file when nobody uses it, and loads it again."""
    for statement in mariadb.functions():
        server.rows("DROP FUNCTION " + statement.split()[2])
    assert server.ask("SELECT guidon_v7()").startswith("ERROR 13")
    for statement in mariadb.functions():
        server.rows(statement)
    assert server.rows("SELECT length(guidon_v7())") == ((16,),)


def prefixed_patterns():
    """Ids of version 8 with a prefix, in which the bits beside the version and the variant
    have each of their values: by octets 6 and 8, MariaDB tells how to store an id. These
    bits are data for every length of the prefix. The layout is that of
    <guidon/prefixed.h>."""
    for after_version in range(16):
        for after_mark in range(32):
            for others in (0, (1 << 121) - 1):
                data = (others & ~(15 << 69) & ~(31 << 56)
                        | after_version << 69 | after_mark << 56)
                yield (data >> 73 << 80 | 8 << 76 | (data >> 61 & 0xfff) << 64
                       | 5 << 61 | data & (1 << 61) - 1)


def test_the_type_takes_every_pattern_of_ids_with_a_prefix(server):
    """Each comes back as it was, and they sort as their numbers do."""
    server.rows("CREATE OR REPLACE TABLE shop.prefixed (n INT PRIMARY KEY, id UUID UNIQUE)")
    ids = sorted(prefixed_patterns())
    assert len(ids) == 16 * 32 * 2
    texts = [str(uuid.UUID(int=number)) for number in ids]
    for start in range(0, len(texts), 512):
        values = ", ".join(f"({start + n}, '{text}')"
                           for n, text in enumerate(texts[start:start + 512]))
        server.rows(f"INSERT INTO shop.prefixed VALUES {values}")
    found = server.rows("SELECT n, CAST(id AS CHAR) FROM shop.prefixed ORDER BY id")
    assert [(n, text) for n, text in found] == list(enumerate(texts))
