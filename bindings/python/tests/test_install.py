# SPDX-License-Identifier: MIT
"""The package installs from its sdist and from a checkout, and builds the same twice.

These tests run on this machine's interpreter, which run.py names."""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import pytest

import build

PROGRAM = os.environ.get("GUIDON_OWN")
pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="on this machine's interpreter only, which run.py names"
)
# A C compiler and what it calls, and nothing else. The build asks for the compiler by
# the name that compiled this Python, such as x86_64-linux-gnu-gcc.
COMPILER = [
    sysconfig.get_config_var("CC").split()[0],
    "gcc",
    "cc",
    "as",
    "ld",
    "ar",
    "ranlib",
    "sh",
    "uname",
    "strip",
]
USE = (
    "import uuid, guidon; a, b = guidon.uuid7(), guidon.uuid7(); "
    "assert type(a) is uuid.UUID and a < b; print(guidon.__version__)"
)


def bare(tmp_path):
    """Variables that lead to a C compiler only: no cmake, no ninja, no packages."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in dict.fromkeys(COMPILER):
        found = shutil.which(name)
        if found:
            (folder / name).symlink_to(found)
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "CMAKE", "SKBUILD"))
    }
    return {**kept, "PATH": str(folder)}


def installed(tmp_path, what, environment):
    """Install something into an empty environment with pip, as a user would: it gets
    the build backend from PyPI. Return the environment's Python."""
    build.checked(PROGRAM, "-m", "venv", tmp_path / "venv", env=environment)
    python = tmp_path / "venv/bin/python"
    words = ["install", "--quiet", what]
    build.checked(python, "-m", "pip", *words, env=environment)
    return python


def works(python, environment):
    done = subprocess.run(
        [python, "-c", USE], env=environment, text=True, cwd="/", stdout=subprocess.PIPE, check=True
    )
    return done.stdout.strip() in next(build.DIST.glob("guidon_ids-*.tar.gz")).name


def test_the_sdist_installs_with_a_compiler_alone(tmp_path):
    environment = bare(tmp_path)
    archive = next(build.DIST.glob("guidon_ids-*.tar.gz"))
    copy = tmp_path / archive.name
    shutil.copyfile(archive, copy)
    assert works(installed(tmp_path, copy, environment), environment)


@pytest.mark.long
def test_a_checkout_installs(tmp_path):
    """The build writes the library as one file first."""
    copy = tmp_path / "repository"
    for name in ["src", "include", "packaging", "bindings/python"]:
        shutil.copytree(
            build.ROOT / name,
            copy / name,
            ignore=shutil.ignore_patterns(
                "build", "core" if name == "bindings/python" else "build"
            ),
        )
    shutil.copyfile(build.ROOT / "LICENSE", copy / "LICENSE")
    environment = bare(tmp_path)
    assert works(installed(tmp_path, copy / "bindings/python", environment), environment)


@pytest.mark.long
def test_two_builds_make_the_same_wheel(tmp_path):
    made = []
    for name in ["one", "two"]:
        source = tmp_path / name / "source"
        shutil.copytree(build.HOME / "src", source, ignore=shutil.ignore_patterns("build"))
        made.append(build.wheel(PROGRAM, source, build.HOME / "guidon.o", tmp_path / name))
    first, second = (pathlib.Path(path).read_bytes() for path in made)
    assert first == second


def test_the_program_is_the_one_of_this_environment():
    assert os.path.realpath(PROGRAM) == os.path.realpath(sys.executable)
