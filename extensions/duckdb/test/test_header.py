# SPDX-License-Identifier: MIT
"""Our declarations of DuckDB's C API against the header that DuckDB generates."""

import pathlib
import re
import subprocess

import official_header
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOME = ROOT / "build/duckdb"
OURS = ROOT / "extensions/duckdb/src/duckdb_api.h"


@pytest.fixture(scope="module")
def official():
    folder = official_header.fetch(HOME)
    if not folder:
        pytest.skip("DuckDB's own header needs npm and the network")
    return folder


def printer_of():
    """A program that prints what the extension relies on: the places of the functions in
    the table, the numbers of the types, and the layout of the values in vectors."""
    text = OURS.read_text()
    functions = re.findall(r"^#define (duckdb_\w+)\s+\\?\s*duckdb_ext_api\.", text, re.M)
    constants = re.findall(r"\b(DUCKDB_TYPE_\w+|DuckDB\w+) = ", text)
    members = {"duckdb_hugeint": ("lower", "upper"), "duckdb_uhugeint": ("lower", "upper"),
               "duckdb_list_entry": ("offset", "length"),
               "duckdb_string_t": ("value.pointer.length", "value.pointer.prefix",
                                   "value.pointer.ptr", "value.inlined.length",
                                   "value.inlined.inlined"),
               "struct duckdb_extension_access": ("set_error", "get_database", "get_api")}
    rows = [f'row("{name}", (size_t)((char *)&{name} - (char *)&duckdb_ext_api));'
            for name in functions]
    rows += [f'row("{name}", (size_t){name});' for name in constants]
    rows += [f'row("sizeof {kind}", sizeof({kind}));' for kind in (*members, "idx_t")]
    rows += [f'row("{kind} {member}", offsetof({kind}, {member}));'
             for kind, found in members.items() for member in found]
    return len(functions), """
#include GUIDON_DUCKDB_HEADER
#include <stddef.h>
#include <stdio.h>
DUCKDB_EXTENSION_GLOBAL
static void row(const char *name, size_t number) { printf("%s %zu\\n", name, number); }
int main(void) { """ + "\n".join(rows) + "}\n"


def facts(header, folder, tmp_path):
    _, source = printer_of()
    program = tmp_path / "facts"
    subprocess.run(["cc", "-std=c11", f"-I{folder}", f'-DGUIDON_DUCKDB_HEADER="{header}"',
                    "-xc", "-", "-o", program], input=source, text=True, check=True)
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def test_places_types_and_layouts_are_those_of_duckdbs_header(official, tmp_path):
    assert printer_of()[0] > 40
    assert facts(OURS.name, OURS.parent, tmp_path) == \
        facts("duckdb_extension.h", official, tmp_path)


def test_the_extension_compiles_with_duckdbs_header(official):
    for source in sorted(OURS.parent.glob("*.c")):
        subprocess.run(["cc", "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                        f"-I{ROOT / 'include'}", f"-isystem{official}",
                        '-DGUIDON_DUCKDB_HEADER="duckdb_extension.h"', source], check=True)
