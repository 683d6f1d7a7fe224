# SPDX-License-Identifier: MIT
"""No call of a generator leaks, and each survives a failed allocation."""

import functools
import itertools

import guidon
import memory
import pytest
from memory import few_objects_to_collect  # noqa: F401

NOW = 1_645_557_742_000_000_000


# Functions without a frame of Python: CPython itself does not survive some failed
# allocations while a frame raises.
clock = itertools.repeat(NOW).__next__
broken = functools.partial(int, "no number")
bits = "0".__mul__

SCRIPTED = guidon.Generator(clock=clock, random=bytes)
SHARED_ONE = guidon.Generator("ulid-monotonic", scope="process")
TIMED = guidon.Generator("v1", node=5)
MADE = [SCRIPTED, SHARED_ONE, TIMED, guidon.Generator("v4", random=bytes)]
WRONG = [guidon.Generator(clock=broken), guidon.Generator("v4", random=broken),
         guidon.Generator("v4", random=bits)]
BUFFER = bytearray(160)


def methods(made):
    return [made.next, made.next_str, made.next_bytes, lambda: next(iter(made)),
            lambda: made.fill(BUFFER), lambda: made.new_many(10), lambda: made.stats,
            lambda: made.kind, lambda: made.scope, lambda: repr(made)]


CALLS = [
    guidon.Generator, lambda: guidon.Generator(clock=clock, random=bytes).next(),
    lambda: guidon.Generator("v2", local_id=5, node=b"123456"),
    *(call for made in MADE + WRONG for call in methods(made)),
    lambda: TIMED.set_node(5), lambda: TIMED.set_clock_seq(5),
    lambda: TIMED.set_clock_seq(),
    # Errors.
    lambda: SCRIPTED.set_node(5), lambda: TIMED.set_node("5"),
    lambda: TIMED.set_clock_seq(1 << 20),
    lambda: SCRIPTED.fill(bytearray(15)), lambda: SCRIPTED.new_many(-1),
    lambda: guidon.Generator("x"), lambda: guidon.Generator(scope="x", clock=clock),
    lambda: guidon.Generator(clock=clock, random=5),
    lambda: guidon.Generator(node=5), lambda: guidon.Generator("v1", node="x"),
    lambda: guidon.Generator(state="/x"), lambda: guidon.Generator(no=1),
]
SHARED = [clock, bytes, broken, bits, BUFFER, *MADE, *WRONG, guidon.Generator,
          guidon.GeneratorStats]


@pytest.mark.parametrize("call", CALLS)
def test_no_call_leaks(call):
    assert not memory.leaks(call, SHARED)


def test_every_call_survives_a_failed_allocation():
    pytest.importorskip("_testcapi")
    done = memory.run_with_failures("test_generator_memory")
    assert done.stdout == f"survived {len(CALLS)}\n", done.stderr[-2000:]
