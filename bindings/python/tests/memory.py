# SPDX-License-Identifier: MIT
"""Do calls leak memory or references, and do they survive a failed allocation?"""

import array
import ctypes
import gc
import os
import pathlib
import subprocess
import sys

# Do the sanitizers watch this process? They keep memory that was freed.
IS_SANITIZED = "ASAN_OPTIONS" in os.environ

# Lets one allocation after the other fail, until the call needs no more of them.
FAILING = """
import sys
sys.path.insert(0, {folder!r})
import _testcapi
import guidon
from memory_calls import GROUPS
guidon.patch()

def survives(call):
    for n in range(200):
        failed = False
        _testcapi.set_nomemory(n, n + 1)
        try:
            call()
        except (TypeError, ValueError, OverflowError):
            pass
        except MemoryError:
            failed = True
        finally:
            _testcapi.remove_mem_hooks()
        if not failed and n > 60:
            return

calls = GROUPS[{group!r}].calls
for call in calls:
    try:
        call()
    except (TypeError, ValueError, OverflowError):
        pass
    survives(call)
print("survived", len(calls))
"""


class Heap(ctypes.Structure):
    """mallinfo2 of glibc. uordblks: the bytes that malloc has given out."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in [
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        ]
    ]


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


def measure(out, shared):
    """Put blocks, bytes, references, and those of shared objects into an array, which
    needs no block for them."""
    gc.collect()
    out[0] = sys.getallocatedblocks()
    out[1] = heap_bytes()
    out[2] = references()
    for i, one in enumerate(shared):
        out[3 + i] = sys.getrefcount(one)


def growth(function, given, count, shared):
    """What `count` calls leave behind."""
    before, after = (array.array("q", [0] * (3 + len(shared))) for _ in "ba")
    repeat(function, given, min(count, 20))
    measure(before, shared)
    repeat(function, given, count)
    measure(after, shared)
    return [late - early for early, late in zip(before, after)]


def leaks(function, given=(), count=300, shared=()):
    """Does every one of five runs leave something behind for each call or so?"""
    limits = [count // 4, 4 * count, *[count // 4] * (1 + len(shared))]
    over = range(len(limits))
    for _ in range(5):
        run = growth(function, given, count, shared)
        over = [kind for kind in over if run[kind] > limits[kind]]
        if not over:
            return False
    return True


def run_with_failures(group):
    """Run the calls of a group with failed allocations; see `survived`."""
    program = FAILING.format(folder=str(pathlib.Path(__file__).parent), group=group)
    return subprocess.run(
        [sys.executable, "-B", "-c", program], text=True, capture_output=True, check=False
    )
