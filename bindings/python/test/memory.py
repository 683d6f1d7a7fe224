# SPDX-License-Identifier: MIT
"""Do calls leak memory or references, and do they survive a failed allocation?"""

import gc
import pathlib
import subprocess
import sys

import pytest

ROUNDS = 300

# Lets one allocation after the other fail, until the call needs no more of them.
FAILING = """
import sys
sys.path.insert(0, {folder!r})
import _testcapi
from memory import attempt
from {module} import CALLS

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

for call in CALLS:
    attempt(call)
    survives(call)
print("survived", len(CALLS))
"""


@pytest.fixture(scope="module", autouse=True)
def few_objects_to_collect():
    """Let the collector, which runs between the calls, look at new objects only. A
    module of tests imports this fixture to use it."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def attempt(call):
    try:
        call()
    except (TypeError, ValueError, OverflowError):
        pass


def growth(call, shared):
    """By how much do memory blocks and references of shared objects grow?"""
    gc.collect()
    blocks = sys.getallocatedblocks()
    references = [sys.getrefcount(one) for one in shared]
    for _ in range(ROUNDS):
        attempt(call)
    gc.collect()
    after = [sys.getrefcount(one) for one in shared]
    return [sys.getallocatedblocks() - blocks,
            *(b - a for a, b in zip(references, after))]


def leaks(call, shared):
    # The interpreter keeps some freed blocks for itself, but not one of each call.
    least = map(min, zip(*(growth(call, shared) for _ in range(3))))
    return max(least) >= ROUNDS * 2 / 3


def run_with_failures(module):
    """Run the list CALLS of a module with failed allocations; see `survived`."""
    program = FAILING.format(folder=str(pathlib.Path(__file__).parent), module=module)
    return subprocess.run([sys.executable, "-B", "-c", program], text=True,
                          capture_output=True, check=False)
