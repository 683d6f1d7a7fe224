# SPDX-License-Identifier: MIT
"""The README's programs run, and its table names functions that exist."""

import pathlib
import re
import subprocess
import sys

import pytest

import guidon

README = (pathlib.Path(__file__).resolve().parents[1] / "README.md").read_text(
    encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_run(program):
    subprocess.run([sys.executable, "-c", program], check=True,
                   stdout=subprocess.DEVNULL)


COMMANDS = re.findall(r"^python -m (guidon .*)$", README, re.M)


@pytest.mark.parametrize("words", COMMANDS)
def test_the_commands_run(words):
    subprocess.run([sys.executable, "-m", *words.split()], check=True,
                   stdout=subprocess.DEVNULL)


def named():
    """The functions and classes that the table of functions names."""
    table = README.partition("## Functions")[2].partition("\n## ")[0]
    return set(re.findall(r"`([A-Za-z_0-9]+)\(", table))


def test_the_table_names_what_exists():
    assert named() <= set(guidon.__all__) | {"ParseError"}


def test_the_table_names_every_function():
    """But not each of the _str, _bytes and _many, which it names by their endings."""
    endings = re.compile(r"_(str|bytes|many)$")
    public = {name for name in guidon.__all__ if callable(getattr(guidon, name))
              and not endings.search(name)}
    classes = {name for name in public if isinstance(getattr(guidon, name), type)}
    assert public - classes <= named()


def test_every_number_of_forms_is_right():
    assert f"{len(guidon.forms)} forms" in README
