# SPDX-License-Identifier: MIT
"""The package that is installed, its wheel and its sdist hold what they should."""

import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

import pytest

import guidon

BINDING = pathlib.Path(__file__).resolve().parents[1]
FOLDER = pathlib.Path(guidon.__file__).parent
SOURCES = BINDING / "src/guidon"


@pytest.fixture
def wheel():
    """The wheel that this environment has."""
    if "GUIDON_WHEEL" not in os.environ:
        pytest.skip("run.py names the wheel")
    with zipfile.ZipFile(os.environ["GUIDON_WHEEL"]) as archive:
        yield archive


def module():
    """The file of the extension module."""
    return pathlib.Path(guidon._core.__file__)


def python_files():
    """The files of the package that are no compiled code."""
    return {
        str(path.relative_to(SOURCES))
        for path in SOURCES.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


# Its finder imports more than the package.
not_editable = pytest.mark.skipif(FOLDER == SOURCES, reason="an editable installation")


@not_editable
def test_the_installed_package_is_the_one_under_test():
    assert pathlib.Path(sys.prefix) in FOLDER.parents


def test_every_version_is_the_same():
    project = (BINDING / "pyproject.toml").read_text(encoding="utf-8")
    library = (BINDING.parents[1] / "include/guidon/version.h").read_text(encoding="utf-8")
    assert f'\nversion = "{guidon.__version__}"\n' in project
    assert f'GUIDON_VERSION       "{guidon.__version__}"' in library


@not_editable
def test_an_import_loads_few_modules():
    """Those that uuid needs anyway, and three. It leaves datetime to the first time that
    is read or returned, because CPython 3.12.1 ends a process in which many
    sub-interpreters import it."""
    code = (
        "import __future__, contextlib, sys, threading, uuid; "
        "before = set(sys.modules); import guidon; "
        "print(sorted(name for name in set(sys.modules) - before "
        "if name.partition('.')[0] != 'guidon'))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], text=True, check=True, stdout=subprocess.PIPE
    )
    assert done.stdout == "[]\n"


def test_every_public_name_is_there():
    assert len(guidon.__all__) == len(set(guidon.__all__))
    assert all(hasattr(guidon, name) for name in guidon.__all__)


def test_the_module_exports_its_initialiser_alone():
    """The names of the library stay hidden from other extension modules."""
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", module()], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    assert names - {"_init", "_fini"} == {"PyInit__core"}


def test_the_stable_module_uses_the_stable_interface_alone():
    """A name that begins with an underscore is none of the stable interface, except
    these, which its macros call."""
    if not module().name.endswith(".abi3.so"):
        pytest.skip("this wheel is for one version")
    listed = subprocess.run(
        ["nm", "-D", "--undefined-only", module()], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    used = set(re.findall(r"\b_Py\w+", listed))
    assert used <= {
        "_Py_Dealloc",
        "_Py_NoneStruct",
        "_Py_TrueStruct",
        "_Py_FalseStruct",
        "_Py_NotImplementedStruct",
        "_Py_IncRef",
        "_Py_DecRef",
    }


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    info = f"guidon_ids-{guidon.__version__}.dist-info"
    rest = {"METADATA", "WHEEL", "RECORD", "licenses/LICENSE"}
    names = {name for name in wheel.namelist() if not name.endswith("/")}
    assert names == {f"guidon/{name}" for name in python_files()} | {f"guidon/{module().name}"} | {
        f"{info}/{name}" for name in rest
    }


def test_the_wheel_names_its_interpreter(wheel):
    text = wheel.read(f"guidon_ids-{guidon.__version__}.dist-info/WHEEL").decode()
    tag = re.search(r"^Tag: (\S+)", text, re.M)[1]
    if "abi3" in module().name:
        assert tag.startswith("cp311-abi3-")
        return
    short = "cp{}{}".format(*sys.version_info)
    flags = "t" * bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    assert tag.split("-")[0] == short
    assert tag.split("-")[1].rstrip("d") == short + flags


def test_the_sdist_holds_what_a_build_needs_and_nothing_else():
    name = f"guidon_ids-{guidon.__version__}"
    archive = BINDING.parents[1] / f"build/python/dist/{name}.tar.gz"
    with tarfile.open(archive) as tar:
        names = {path.name[len(name) + 1 :] for path in tar.getmembers() if path.isfile()}
    sources = {
        f"csrc/{path.relative_to(BINDING / 'csrc')}" for path in (BINDING / "csrc").rglob("*.*")
    }
    assert names == sources | {f"src/guidon/{name}" for name in python_files()} | {
        "CMakeLists.txt",
        "README.md",
        "PKG-INFO",
        "pyproject.toml",
        "core/guidon.c",
        "core/guidon.h",
        "core/LICENSE",
    }


def test_names_are_those_of_the_page(monkeypatch):
    monkeypatch.syspath_prepend(str(BINDING.parents[1] / "tests/support"))
    import functions_page

    assert functions_page.differences("Python", guidon.__all__) == []
    assert all(hasattr(guidon, name) for name in guidon.__all__)
