# SPDX-License-Identifier: MIT
"""No function leaks memory or a reference, whether it succeeds or fails."""

import array
import ctypes
import gc
import inspect
import sys

import pytest

from surface import arguments, functions


class Heap(ctypes.Structure):
    """mallinfo2 of glibc. uordblks: the bytes that malloc has given out."""
    _fields_ = [(name, ctypes.c_size_t) for name in [
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
        "uordblks", "fordblks", "keepcost"]]


try:
    MALLINFO = ctypes.CDLL(None).mallinfo2
    MALLINFO.restype = Heap
except AttributeError:
    MALLINFO = None


def heap_bytes():
    if MALLINFO is None:
        return 0
    heap = MALLINFO()
    return heap.uordblks + heap.hblkhd


def references():
    """The sum of all reference counts, in a debug build of CPython."""
    return sys.gettotalrefcount() if hasattr(sys, "gettotalrefcount") else 0


def repeat(function, given, count):
    """Call a function, and drop its result or exception each time."""
    for _ in range(count):
        try:
            function(*given)
        except Exception:
            pass


def measure(out):
    """Put blocks, bytes and references into an array, which needs no block for them."""
    gc.collect()
    out[0] = sys.getallocatedblocks()
    out[1] = heap_bytes()
    out[2] = references()


def growth(function, given, count):
    """The blocks, bytes and references that `count` calls leave behind."""
    before, after = array.array("q", [0] * 3), array.array("q", [0] * 3)
    repeat(function, given, min(count, 20))
    measure(before)
    repeat(function, given, count)
    measure(after)
    return [late - early for early, late in zip(before, after)]


def leaks(function, given, count):
    """Does every one of five runs leave something behind for each call or so?"""
    limits = [count // 4, 4 * count, count // 4]
    over = range(len(limits))
    for _ in range(5):
        run = growth(function, given, count)
        over = [kind for kind in over if run[kind] > limits[kind]]
        if not over:
            return False
    return True


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


@pytest.fixture(autouse=True)
def quick_collections():
    """Leave what exists already out of the garbage collections of a test."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


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


@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_million_calls_leak_nothing(name):
    function = functions()[name]
    assert not leaks(function, cheap(function), 10**6)


def test_a_leak_is_found():
    """This test can fail: a function that keeps its results is seen."""
    kept = []
    assert leaks(lambda: kept.append(object()), (), 100)
