# SPDX-License-Identifier: MIT
"""The README's programs run, and its table names functions that exist."""

import pathlib
import re
import subprocess
import sys

import pytest

import guidon

README = (pathlib.Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_run(program, tmp_path):
    subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL, cwd=tmp_path
    )


PIECES = re.findall(r"^```py\n(.*?)^```", README, re.M | re.S)


def run_piece(beginning, before="", after=""):
    """Run lines of the README that are part of a reader's program."""
    (text,) = (piece for piece in PIECES if piece.startswith(beginning))
    subprocess.run(
        [sys.executable, "-c", before + text + after], check=True, stdout=subprocess.DEVNULL
    )


def test_the_lines_for_arrays_run():
    for name in ["numpy", "pyarrow", "pandas", "polars"]:
        pytest.importorskip(name)
    run_piece(
        "import guidon.numpy",
        "import pandas\nframe = pandas.DataFrame({'n': [1, 2, 3]})\n",
        "assert frame['id'].nunique() == 3\n",
    )
    run_piece(
        'frame["key"] = ',
        """
import datetime, guidon.pandas, pandas
made, secret = guidon.uuid7(), bytes(32)
placed = pandas.Series([datetime.datetime.now(datetime.timezone.utc)] * 3)
frame = pandas.DataFrame({"text": [str(made), guidon.ulid_str(), "x"], "placed": placed,
                          "number": [1, 2, 3]})
""",
        "assert frame['made'].isna().tolist() == [False, False, True]\n"
        "assert frame['id'][0] == guidon.derive(placed[0], key=secret, data=1).bytes\n"
        "assert frame['key'][0] == made.bytes\n",
    )
    run_piece("ids = guidon.arrow", "import guidon.arrow\n", "assert len(texts) == 1_000_000\n")


def test_the_line_of_scope_host_runs(tmp_path):
    (text,) = (piece for piece in PIECES if piece.startswith("host = "))
    assert "/run/my-service/guidon" in text
    code = text.replace("/run/my-service", str(tmp_path))
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import uuid\nfrom guidon import Generator\n"
            + code
            + "assert next(host).is_safe is uuid.SafeUUID.safe\n",
        ],
        check=True,
    )


def test_the_field_for_django_is_one():
    pytest.importorskip("django")
    run_piece(
        "id = models",
        "import guidon\nfrom django.db import models\n",
        "assert id.get_default().version == 7\n",
    )


def test_the_lines_for_json_run():
    run_piece(
        "row = ",
        "import guidon, json\n"
        + "".join(
            f"import {pytest.importorskip(name).__name__}\n" for name in ["orjson", "msgspec"]
        ),
    )


def test_the_class_for_psycopg_writes_a_ulid():
    pytest.importorskip("psycopg")
    run_piece(
        "class Dumper",
        "import guidon, psycopg\n",
        """
made = guidon.ulid()
writer = psycopg.adapt.Transformer().get_dumper(made, psycopg.adapt.PyFormat.TEXT)
assert bytes(writer.dump(made)) == made.hex.encode()
assert writer.oid == psycopg.adapters.types["uuid"].oid
""",
    )


def test_each_piece_is_run():
    assert [piece.split()[0] + " " + piece.split()[1] for piece in PIECES] == [
        "import guidon.numpy,",
        'frame["key"] =',
        "host =",
        "id =",
        "row =",
        "class Dumper(psycopg.types.uuid.UUIDDumper):",
        "ids =",
    ]


COMMANDS = re.findall(r"^python -m (guidon .*)$", README, re.M)


@pytest.mark.parametrize("words", COMMANDS)
def test_the_commands_run(words):
    subprocess.run([sys.executable, "-m", *words.split()], check=True, stdout=subprocess.DEVNULL)


def named():
    """The functions and classes that the table of functions names."""
    table = README.partition("## Functions")[2].partition("\n## ")[0]
    return set(re.findall(r"`([A-Za-z_0-9]+)\(", table))


def test_the_table_names_what_exists():
    assert named() <= set(guidon.__all__) | {"ParseError"}


def test_the_table_names_every_function():
    """But not each of the _str, _bytes and _many, which it names by their endings."""
    endings = re.compile(r"_(str|bytes|many)$")
    public = {
        name
        for name in guidon.__all__
        if callable(getattr(guidon, name)) and not endings.search(name)
    }
    classes = {name for name in public if isinstance(getattr(guidon, name), type)}
    assert public - classes <= named()


def test_every_number_of_forms_is_right():
    assert f"{len(guidon.forms)} forms" in README
