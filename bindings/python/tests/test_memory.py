# SPDX-License-Identifier: MIT
"""No function leaks memory or a reference, whether it succeeds or fails."""

import gc
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import guidon

from memory import IS_SANITIZED, leaks, repeat, run_with_failures
from memory_calls import GROUPS
from surface import arguments, functions

# The sanitizers keep memory that was freed. These tests would find that it grows.
grows_if_sanitized = pytest.mark.skipif(IS_SANITIZED, reason="sanitizers keep memory")


def suspects(name, count):
    """The arguments with which a function leaks. A first pass calls all of them, and
    only if that grows are they tried one by one."""
    function = functions()[name]
    every = list(arguments())

    def all_of_them():
        for given in every:
            repeat(function, given, 1)

    if leaks(all_of_them, (), count):
        yield from (given for given in every if leaks(function, given, 100))


@pytest.fixture(scope="module", autouse=True)
def quick_collections():
    """Leave what exists already out of the garbage collections of the tests."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@grows_if_sanitized
@pytest.mark.parametrize("name", functions())
def test_calls_leak_nothing(name, everything):
    assert list(suspects(name, 50 if everything else 4)) == []


def cheap(function):
    """Arguments with which a function succeeds, or None."""
    for given in arguments():
        try:
            function(*given)
            return given
        except Exception:
            continue
    return None


FUNCTIONS = [name for name, value in functions().items() if not inspect.isclass(value)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_some_arguments_suit_each_function(name):
    """So the other tests of this file also see it succeed."""
    assert cheap(functions()[name]) is not None


@grows_if_sanitized
@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_million_calls_leak_nothing(name):
    function = functions()[name]
    assert not leaks(function, cheap(function), 10**6)


# What makes objects of uuid.UUID, which this package allocates itself.
OBJECTS = {
    **{name: getattr(guidon, name) for name in ["uuid1", "uuid4", "uuid6", "uuid7", "uuid8"]},
    "parse": lambda: guidon.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
    "uuids_of": lambda: guidon.uuids_of(bytes(16)),
    "next": guidon.Generator("v7").next,
    "ulid_bytes": lambda: guidon.ulid_bytes("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
}


@grows_if_sanitized
@pytest.mark.long
@pytest.mark.parametrize("name", OBJECTS)
def test_five_million_objects_leak_nothing(name):
    assert not leaks(OBJECTS[name], (), 5 * 10**6)


def chosen_calls():
    """Each call of each group, with the objects that the group shares."""
    for name, group in GROUPS.items():
        marks = grows_if_sanitized if name == "audits" else ()
        for i, call in enumerate(group.calls):
            yield pytest.param(call, group.shared, id=f"{name}-{i}", marks=marks)


@pytest.mark.parametrize("call, shared", list(chosen_calls()))
def test_no_call_leaks(call, shared):
    assert not leaks(call, shared=shared)


# The wheel for all versions leaves the methods of the class in Python.
IN_PYTHON = {"raised in Python", *["class"] * ("abi3" in guidon._core.__file__)}


@pytest.mark.parametrize("group", sorted(GROUPS.keys() - IN_PYTHON))
def test_every_call_survives_a_failed_allocation(group):
    pytest.importorskip("_testcapi")
    done = run_with_failures(group)
    assert done.stdout == f"survived {len(GROUPS[group].calls)}\n", done.stderr[-2000:]


# Of these tests, the second leaves a reference behind each time, and the third once.
TESTS_THAT_KEEP = """
kept = []
def test_keeps_nothing(tmp_path):
    assert [object()]
def test_keeps_one_more():
    kept.append(object())
def test_keeps_one():
    kept[1:] = []
"""


@pytest.mark.skipif(not hasattr(sys, "gettotalrefcount"), reason="no debug build of CPython")
def test_a_test_that_keeps_references_fails(tmp_path):
    """references.py fails that test and no other."""
    tests = pathlib.Path(__file__).parent
    file = tmp_path / "test_that_keeps.py"
    file.write_text(TESTS_THAT_KEEP)
    plugin = "import references, pytest, sys; plugins = [references.References()]"
    words = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--noconftest", str(file)]
    done = subprocess.run(
        [sys.executable, "-B", "-c", f"{plugin}; sys.exit(pytest.main({words}, plugins))"],
        text=True,
        stdout=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONPATH": f"{tests}:{os.environ.get('PYTHONPATH', '')}"},
    )
    assert done.returncode == 1
    assert "1 failed, 2 passed" in done.stdout
    assert "test_keeps_one_more" in done.stdout


@grows_if_sanitized
def test_a_leak_is_found():
    """This test can fail: a function that keeps its results is seen."""
    kept, shared = [], object()
    assert leaks(lambda: kept.append(object()), (), 100)
    assert leaks(lambda: kept.append(shared), (), 100, [shared])
