# SPDX-License-Identifier: MIT
"""docs/recipes/clickhouse.md on a ClickHouse inside this process."""

import json
import os
import subprocess

import pytest

import clickhouse
import page


@pytest.fixture(scope="session", autouse=True)
def page_results(ch):
    """Execute the SQL of the page in order: the answers of each block, and those that
    the page shows. The tests below use its functions and tables."""
    return [(line, "".join(map(ch.ask, parts)), due)
            for line, parts, due in page.statements(clickhouse.PAGE)]


def test_the_page_shows_the_results(page_results):
    assert len([due for *_, due in page_results if due]) >= 4
    for line, result, due in page_results:
        assert result == (due or ""), f"{clickhouse.PAGE}:{line}"


def test_every_text_comes_back_or_stays(ch):
    """Also blanks, tabs, line feeds and backslashes, which the format escapes."""
    texts = ["no id", "", "a\\tb\\nc\\\\d", "\\\\N", " ", "01FWHE4YDGFK1SHH6W1G60EECF "]
    for text in texts:
        assert ch.ask(f"SELECT guidonUUID('{text}') = '{text}'") == "1\n", text
        assert ch.ask(f"SELECT guidonULID('{text}') = '{text}'") == "1\n", text
    assert ch.ask("SELECT guidonUUID(NULL), guidonParse(NULL)") == "\\N\t\\N\n"
    assert ch.ask("SELECT length(guidonUUID(repeat('x', 1000000)))") == "1000000\n"


def test_many_rows_keep_their_order(ch, long):
    """One line comes out for each line in, also for blocks of bad ones. The pool's
    programs stay in use from block to block."""
    rows = 3000000 if long else 200000
    text = "if(number % 7 = 0, concat('bad', toString(number)), toString(id))"
    found = ch.ask(
        f"SELECT count(), countIf(guidonUUID(guidonULID(text)) = text) FROM "
        f"(SELECT generateUUIDv7() AS id, {text} AS text FROM numbers_mt({rows}))")
    assert found == f"{rows}\t{rows}\n"


def test_without_keep_a_bad_id_ends_the_query(ch):
    """The functions strict... lack the option --on-error keep."""
    good = "01FWHE4YDGFK1SHH6W1G60EECF"
    assert ch.ask(f"SELECT strictULID('{good}')") == good + "\n"
    with pytest.raises(Exception, match=r"Code: 754\b"):
        ch.ask("SELECT strictULID('no id')")


@pytest.mark.parametrize("span", [("2022-02-23", "2022-02-24"),
                                  ("2022-02-22", "2022-02-22T00:00:01"),
                                  ("1969-12-31", "2022-02-22T00:01")])
def test_bounds_are_those_of_the_tool(ch, span):
    """guidonFloor gives the first id of a span without version and variant, so that no
    id of the span is below it, and no id before the span is not."""
    for time in span:
        if time < "1970":
            assert ch.ask(f"SELECT guidonFloor('{time}')") == "0\n"
            continue
        due = subprocess.run([os.environ["GUIDON_TOOL"], "bounds", "--kind", "ulid",
                              "-f", "int", time + ("Z" if "T" in time else "")],
                             capture_output=True, text=True, check=True).stdout
        assert ch.ask(f"SELECT guidonFloor('{time}')") == due.splitlines()[0] + "\n"


# The condition of the page for a span whose times have microseconds.
RANGE = ("toUInt128(id) >= guidonFloor({0} + toIntervalMicrosecond(999)) AND "
         "toUInt128(id) < guidonFloor({1} + toIntervalMicrosecond(999))")


def test_spans_of_the_vectors(ch):
    rows = json.loads((page.ROOT / "tests/vectors/bounds.json").read_text())
    tested = 0
    for row in rows["ranges"] + rows["empty_ranges"]:
        if (row["kind"], row["unit"], row["lower_inclusive"], row["upper_inclusive"]) != (
                "ulid", "us", 1, 0) or not {"lower", "upper"} <= row.keys() or \
                int(row["upper"]) > 10**16:
            continue  # not half-open, or after 2299
        tested += 1
        condition = RANGE.format(*(f"fromUnixTimestamp64Micro(toInt64({row[end]}), 'UTC')"
                                   for end in ("lower", "upper")))
        for inside in (1, 0):
            for digits in row.get("inside" if inside else "outside", []):
                assert ch.ask(f"WITH toUUID('{digits}') AS id "
                              f"SELECT {condition}") == f"{inside}\n", row
    assert tested > 5


def test_spans_equal_the_model(ch):
    """100,000 pairs of an id, first or last of its millisecond, and a span of times in
    eighths of a millisecond."""
    at = "fromUnixTimestamp64Micro(toInt64(1645557742000000 + {}), 'UTC')"
    assert ch.ask(f"""
        SELECT count(), countIf(guidonTime(id) >= a AND guidonTime(id) < b),
            countIf(({RANGE.format("a", "b")}) != (guidonTime(id) >= a AND guidonTime(id) < b))
        FROM (SELECT toUUID(concat('017f22e2-79b', toString(intDiv(number, 2) % 10),
                  if(number % 2, '-0000-0000-000000000000',
                                 '-ffff-ffff-ffffffffffff'))) AS id,
                     {at.format("intDiv(number, 20) % 50 * 250 - 1000")} AS a,
                     {at.format("intDiv(number, 1000) % 100 * 125")} AS b
              FROM numbers(100000))""") == "100000\t23700\t0\n"


def test_times_after_2299(ch):
    """As the page says: a time is shown up to the year 9999, and is compared and counted
    right up to the last."""
    for ms, shown in [(10413792000000, "2300-01-01 00:00:00.000"),
                      (253402300799999, "9999-12-31 23:59:59.999"),
                      (253402300800000, "9999-12-31 23:59:59.000"),
                      (2**48 - 1, "9999-12-31 23:59:59.655")]:
        text = f"{ms << 80:032x}"
        assert ch.ask(f"WITH toUUID('{text}') AS id SELECT guidonTime(id), "
                      "toUnixTimestamp64Milli(guidonTime(id)), guidonFloor(guidonTime(id)) = "
                      "toUInt128(id), guidonTime(id) > toDateTime64('2299-12-31', 3, 'UTC')"
                      ) == f"{shown}\t{ms}\t1\t1\n", ms
    with pytest.raises(Exception, match="DECIMAL_OVERFLOW"):
        ch.ask("SELECT guidonFloor(toDateTime64('2300-01-01', 9, 'UTC'))")


def test_a_span_reads_few_granules(ch):
    """The plan that the page cites."""
    plan = ch.ask("EXPLAIN indexes = 1 SELECT count() FROM event "
                  "WHERE toUInt128(id) >= guidonFloor('2022-02-23') "
                  "AND toUInt128(id) < guidonFloor('2022-02-24')")
    assert "Granules: 12/123" in plan
    plan = ch.ask("EXPLAIN indexes = 1 SELECT count() FROM event "
                  "WHERE id = toUUID('017f22e2-79b0-7000-8000-000000000000')")
    assert "Granules: 1/123" in plan


def test_order_is_that_of_guidon_sort(ch):
    """`guidon sort --by clickhouse` and ORDER BY of the type UUID agree."""
    ids = ch.ask("SELECT generateUUIDv4() FROM numbers(1000)")
    due = subprocess.run([os.environ["GUIDON_TOOL"], "sort", "--by", "clickhouse"],
                         input=ids, capture_output=True, text=True, check=True).stdout
    listed = ", ".join(f"toUUID('{text}')" for text in ids.split())
    assert ch.ask(f"SELECT arrayJoin(arraySort([{listed}]))") == due
