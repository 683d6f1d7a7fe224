# SPDX-License-Identifier: MIT
"""What the functions of docs/recipes cost, beside those of the server:

    run.py --program tests/recipes/cost.py [clickhouse | mariadb]

A figure is the time of a query for one row, less that of the same query without the
call: the median of five runs. Run it on a machine that does nothing else."""

import statistics
import sys
import time

import clickhouse
import mariadb

CLICKHOUSE = [
    ("`generateUUIDv7()` of ClickHouse", "generateUUIDv7()", "number"),
    ("`toUUIDOrNull(text)` of ClickHouse", "toUUIDOrNull(text)", "text"),
    ("`guidonParse(text)`, canonical text", "guidonParse(text)", "text"),
    ("`guidonULID(text)`", "guidonULID(text)", "text"),
    ("`guidonParse(text)`, no id", "guidonParse(substring(text, 2))", "text"),
]
MARIADB = [
    ("`uuid()` of MariaDB", "uuid()", "seq"),
    ("`guidon_v7()`", "guidon_v7()", "seq"),
    ("`guidon_v7_text()`", "guidon_v7_text()", "seq"),
    ("`guidon_parse_id(text)`", "guidon_parse_id(text)", "text"),
    ("`guidon_format_id(id)`", "guidon_format_id(id)", "id"),
]


def elapsed(run, statement):
    begin = time.perf_counter()
    run(statement)
    return time.perf_counter() - begin


def table(run, cases, query, rows):
    print("| call | time for a row |\n|---|--:|")
    for name, call, without in cases:
        pairs = [(elapsed(run, query.format(call)), elapsed(run, query.format(without)))
                 for _ in range(5)]
        cost = statistics.median(a - b for a, b in pairs) / rows * 1e9
        print(f"| {name} | {cost:.0f} ns |")


def clickhouse_costs():
    rows = 1000000
    with clickhouse.server() as server:
        server.ask("CREATE FUNCTION guidonParse AS (text) -> "
                   "toUUIDOrNull(guidonUUID(toString(text)))")
        server.ask("CREATE TABLE ids (number UInt64, id UUID, text String) "
                   "ENGINE = MergeTree ORDER BY number")
        server.ask("INSERT INTO ids SELECT number, generateUUIDv7() AS id, toString(id) "
                   f"FROM numbers({rows})")
        table(server.ask, CLICKHOUSE, "SELECT max({}) FROM ids", rows)


def mariadb_costs():
    rows = 300000
    with mariadb.server(mariadb.unpack()) as server:
        for statement in mariadb.functions():
            server.rows(statement)
        server.rows("CREATE DATABASE cost")
        server.rows("USE cost")
        server.rows("CREATE TABLE ids (seq INT PRIMARY KEY, id BINARY(16), "
                    "text CHAR(36) CHARACTER SET ascii)")
        server.rows("INSERT INTO ids SELECT seq, guidon_v7(), guidon_v7_text() "
                    f"FROM seq_1_to_{rows}")
        table(server.rows, MARIADB, "SELECT max({}) FROM ids", rows)


if __name__ == "__main__":
    if sys.argv[1:] != ["mariadb"]:
        clickhouse_costs()
    if sys.argv[1:] != ["clickhouse"]:
        mariadb_costs()
